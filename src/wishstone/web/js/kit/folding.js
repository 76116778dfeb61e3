// Folding of rows, where there is no room for everybody's: one seat's are open, and a tap on a seat opens its own.
// Onlookers at a board see those of whoever is to move.

import { h, icon } from "../dom.js";
import { say } from "../words.js";

/** @typedef {import("../pictures.js").Page} Page */

/** @type {WeakMap<Page, number>} */
const opened = new WeakMap();

/** @param {Page} page @param {number} seat */
export const isOpen = (page, seat) =>
  (opened.get(page) ?? (page.seat < 0 && page.picture?.board ? page.scene.actor : -2)) === seat;

/**
 * The button that opens somebody's rows, and closes them.
 * @param {Page} page
 * @param {number} seat
 */
export function unfold(page, seat) {
  const open = isOpen(page, seat);
  return h(
    "button.unfold.phone",
    {
      "aria-expanded": String(open),
      "aria-label": say("rows-of", { who: page.called(seat) }),
      onclick: () => (opened.set(page, open ? -2 : seat), page.render()),
    },
    icon("next"),
  );
}

/**
 * What is shown only where there is room for it, or when it was opened.
 * @param {Page} page
 * @param {number} seat
 * @param {...any} inside
 */
export const folded = (page, seat, ...inside) => [
  unfold(page, seat),
  h("div", { class: `fold${isOpen(page, seat) ? " open" : ""}`, "data-place": `seat ${seat}` }, inside),
];
