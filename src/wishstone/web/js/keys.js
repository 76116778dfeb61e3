// Keyboard navigation of a table: an arrow leads to the next thing that can be touched in its direction.

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const TOUCHABLE = "button:not([disabled]), a[href], summary";
const FIRST = ["button.lit, button.may", ".hand button, .dice button", ".mid button"];

/** @param {Element} thing */
function middle(thing) {
  const { left, top, width, height } = thing.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, width, height, seen: width > 0 && height > 0 };
}

/**
 * Go to the next thing; where nobody has gone yet, to the first that is lit or in hand. Whether the key was an arrow.
 * @param {HTMLElement} root
 * @param {string} key
 */
export function walk(root, key) {
  const way = WAYS[key];
  if (!way) return false;
  const here = /** @type {HTMLElement | null} */ (document.activeElement),
    inside = here && here !== root && root.contains(here);
  const mid = here?.closest(".mid"); // the arrows do not leave the game: a step too far must not lead to another page
  const next = inside ? nearest(mid ?? root, here, way) : null;
  (next ?? (inside && here.tabIndex >= 0 ? here : first(root)))?.focus();
  return true;
}

/** Where one begins. @param {HTMLElement} root */
export const first = (root) =>
  /** @type {HTMLElement | undefined} */ (FIRST.map((each) => root.querySelector(each)).find(Boolean));

/**
 * What lies next to something in a direction.
 * @param {Element} within
 * @param {Element} here
 * @param {[number, number]} way
 * @returns {HTMLElement | null}
 */
function nearest(within, here, way) {
  const from = middle(here);
  let best = null,
    least = Infinity;
  for (const thing of within.querySelectorAll(TOUCHABLE)) {
    const to = middle(thing),
      dx = to.x - from.x,
      dy = to.y - from.y;
    // What is larger than where one is reaches further to both sides.
    const along = dx * way[0] + dy * way[1],
      aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]),
      reach = way[0] ? to.height - from.height : to.width - from.width,
      across = Math.max(0, aside - Math.max(0, reach / 2));
    const isBeside = along < 4 || across > 1.5 * along + 40; // and not in that direction
    if (thing === here || !to.seen || isBeside) continue;
    if (along + 2.5 * across < least) [best, least] = [/** @type {HTMLElement} */ (thing), along + 2.5 * across];
  }
  return best;
}
