// Waiting room of a table: who sits there before the game begins, and who is waited for.

import { closing } from "./beside.js";
import { button, GO, h } from "./dom.js";
import { invitation } from "./dialogs.js";
import { boxPicture, isFull, mark } from "./parts.js";
import { say } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

/** Before the game: who is there, and who is waited for. @param {Table} page */
export function gathering(page) {
  if (page.scene.status === "over") return closed(page);
  const host = page.seat >= 0 && page.scene.host === page.seat,
    free = page.scene.seats.filter((/** @type {any} */ seat) => ["free", "reserved"].includes(seat.kind)).length;
  return h(
    "main.mid.gathering",
    h(
      "section.panel",
      boxPicture(page.about.game),
      h("h2", say("who-plays")),
      h(
        "ul.places",
        page.scene.seats.map((/** @type {any} */ seat, /** @type {number} */ n) =>
          h(
            "li",
            mark(n),
            h(
              "span.who",
              seat.kind === "free"
                ? say("free-seat")
                : seat.kind === "reserved"
                  ? say("reserved-seat")
                  : page.called(n),
            ),
            host && seat.kind === "free"
              ? button(say("put-bot"), () => page.ask("place", { seat: n, bot: "medium" }))
              : null,
            host && n !== page.seat && ["person", "bot"].includes(seat.kind)
              ? button(say("dismiss"), () => page.ask("dismiss", { seat: n }), { class: "btn quiet" })
              : null,
          ),
        ),
      ),
      h("p", { role: "status" }, free ? say(host ? "seats-missing" : "seats-free", { count: free }) : say("all-there")),
      page.notice ? h("p.refusal", { role: "alert" }, page.notice.text) : null,
      page.scene.status === "starting"
        ? h("p", { role: "status" }, say("starting"))
        : host
          ? button(say("start"), () => page.ask("start"), { class: "btn go", disabled: !isFull(page.scene) })
          : h("p", say("host-starts")),
    ),
    page.you.code ? h("section.panel", h("h2", say("invite")), invitation(page)) : null,
  );
}

/** A table that an operator has closed before its game began. @param {Table} page */
const closed = (page) =>
  h(
    "main.mid.gathering",
    h(
      "section.panel",
      boxPicture(page.about.game),
      h("h2", say("closed")),
      h("p", { role: "status" }, closing(page)),
      button(say("all-games"), () => page.go("/"), GO),
    ),
  );
