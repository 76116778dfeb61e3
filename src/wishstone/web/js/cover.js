// Cover of a shared device: a hand is shown only to whoever holds it.

import { button, GO, h } from "./dom.js";
import { boxPicture, mark } from "./parts.js";
import { say } from "./words.js";

/**
 * Whose hand should be seen now: of whoever's turn it is if they sit here, else as before.
 * @param {import("./table.js").Table} page
 */
export const due = (page) => (page.here.includes(page.scene.actor) ? page.scene.actor : page.seat);

/** Whether somebody has to take the device first. @param {import("./table.js").Table} page */
export const isCovered = (page) => page.here.length > 1 && page.scene.status === "playing" && due(page) !== page.holder;

/** Nothing but a word to whoever comes next. @param {import("./table.js").Table} page */
export function cover(page) {
  const seat = due(page),
    who = page.name(seat);
  return h(
    "main.joining.cover",
    h(
      "section.panel",
      boxPicture(page.about.game),
      mark(seat),
      h("h1", say("pass-to", { who })),
      button(say("pass-taken", { who }), () => page.pass(seat), GO),
    ),
  );
}
