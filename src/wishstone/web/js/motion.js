// Animation: everything with the same `data-thing` flies from where it was to where it is.
// What was not on the page before comes from the place named in its `data-from`; what is `data-still` only flies away.
// Any tap or key skips to the end.

import { setting } from "./keep.js";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {Set<Animation>} */
const flying = new Set();

export const moves = () => setting("motion") && !reduced.matches;

/** Let everything land at once. */
export function skip() {
  for (const flight of flying) flight.finish();
}
addEventListener("pointerdown", skip, { capture: true });
addEventListener("keydown", skip, { capture: true });

/**
 * Look where everything is; what is returned lets it fly from there once the page has changed. Of things with the same
 * name, such as two equal cards, those that have not moved stay where they are.
 * @param {HTMLElement} root @returns {() => void}
 */
export function flights(root) {
  if (!moves() || document.hidden) return () => {};
  const before = things(root, (thing) => thing.getBoundingClientRect());
  return () => {
    let count = 0;
    for (const [name, elements] of things(root, (thing) => /** @type {HTMLElement} */ (thing))) {
      const places = before.get(name) ?? [];
      const moved = elements.filter((element) => {
        if ("still" in element.dataset) return false;
        const here = element.getBoundingClientRect();
        const still = places.findIndex((place) => Math.hypot(place.left - here.left, place.top - here.top) < 4);
        if (still >= 0) places.splice(still, 1);
        return still < 0;
      });
      for (const element of moved) {
        const from = places.shift() ?? origin(root, element);
        if (from && fly(element, from, Math.min(count, 6) * 40)) count++;
      }
    }
  };
}

/**
 * Everything that can fly, by its name.
 * @template T
 * @param {HTMLElement} root
 * @param {(thing: Element) => T} as
 * @returns {Map<string, T[]>}
 */
function things(root, as) {
  const found = new Map();
  for (const thing of root.querySelectorAll("[data-thing]")) {
    const name = thing.getAttribute("data-thing");
    found.set(name, [...(found.get(name) ?? []), as(thing)]);
  }
  return found;
}

/** @param {HTMLElement} root @param {Element} thing */
function origin(root, thing) {
  const name = thing.getAttribute("data-from");
  return (name && root.querySelector(`[data-place="${name}"]`)?.getBoundingClientRect()) || null;
}

/** @param {HTMLElement} thing @param {DOMRect} from @param {number} delay */
function fly(thing, from, delay) {
  const to = thing.getBoundingClientRect();
  const dx = from.left + from.width / 2 - to.left - to.width / 2,
    dy = from.top + from.height / 2 - to.top - to.height / 2;
  if (!to.width || Math.hypot(dx, dy) < 4) return false;
  const size = from.width / to.width;
  const flight = thing.animate(
    [
      { translate: `${dx}px ${dy}px`, scale: size, zIndex: 20 },
      { translate: `${dx / 2}px ${dy / 2 - 8}px`, scale: (1 + size) / 2, zIndex: 20 },
      { translate: "0 0", scale: 1, zIndex: 20 },
    ],
    { duration: 260, delay, easing: "cubic-bezier(.3, 1.2, .5, 1)", fill: "backwards" },
  );
  flying.add(flight);
  flight.finished.then(
    () => flying.delete(flight),
    () => flying.delete(flight),
  );
  return true;
}

/** Dice tumble. @param {Iterable<Element>} dice */
export function tumble(dice) {
  if (!moves()) return;
  let place = 0;
  for (const die of dice) {
    const roll = die.animate(
      [
        { rotate: "-270deg", translate: "0 -18px" },
        { rotate: "-90deg", translate: "0 -9px" },
        { rotate: "0deg", translate: "0 0" },
      ],
      { duration: 520, delay: 60 * place++, easing: "cubic-bezier(.2, .8, .25, 1)", fill: "backwards" },
    );
    flying.add(roll);
    roll.finished.then(
      () => flying.delete(roll),
      () => flying.delete(roll),
    );
  }
}
