// Lists of tables on the start page: one's own to return to, and others' to join or to watch.

import { button, h } from "./dom.js";
import { kept, sit } from "./keep.js";
import { ago, nameOf } from "./table-words.js";
import { say, shortOf } from "./words.js";

/**
 * One's own tables.
 * @param {any[]} tables
 * @param {(path: string) => void} go
 */
export const own = (tables, go) =>
  h(
    "ul.list",
    tables.slice(0, 6).map((each) => {
      const seat = kept("tables", {})[each.table].seat,
        turn = each.actor === seat;
      return h(
        "li",
        h(
          "div",
          h("strong", shortOf(each.game)),
          h("div.soft.small", who(each.seats, seat)),
          h("div.soft.small", turn ? [h("span.tag.moss", say("your-turn")), " "] : null, ago(each.updated)),
        ),
        button(say("return-to"), () => go(`/t/${each.table}`), { class: turn ? "btn go" : "btn" }),
      );
    }),
  );

/**
 * Others' tables.
 * @param {any[]} tables
 * @param {(path: string) => void} go
 */
export const open = (tables, go) =>
  h(
    "ul.list",
    tables.slice(0, 8).map((each) => {
      const free = each.seats.filter((/** @type {any} */ seat) => seat.kind === "free").length;
      return h(
        "li",
        h(
          "div",
          h("strong", shortOf(each.game)),
          h(
            "div.soft.small",
            who(each.seats),
            free ? [" ", h("span.tag.good", say("seats-free", { count: free }))] : null,
          ),
        ),
        free && each.status === "open"
          ? button(say("join"), () => go(`/t/${each.table}`))
          : each.onlookers
            ? button(say("watch"), () => (sit(each.table, -1), go(`/t/${each.table}`)))
            : null,
      );
    }),
  );

/**
 * Who sits at a table, but for one.
 * @param {any[]} seats
 * @param {number} [but]
 */
const who = (seats, but) =>
  seats
    .map((_, n) => n !== but && nameOf(seats, n))
    .filter(Boolean)
    .join(" · ");
