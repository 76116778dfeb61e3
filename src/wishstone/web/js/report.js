// Report dialog: tells the operator about a player, or about what was said at a table.

import { dialog, h } from "./dom.js";
import { ask } from "./net.js";
import { mark } from "./parts.js";
import { local, say } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

const REASONS = ["words", "name", "play", "other"];
const TALK = -1; // what was said at the table, and no seat

/** Whom or what it is about, and why; afterwards, thanks. @param {Table} page */
export function reporting(page) {
  const close = () => {
    page.thanks = "";
    page.open("report");
  };
  return dialog(
    say("report"),
    say("close"),
    close,
    { class: "reporting" },
    h("p", { role: "status" }, page.thanks || say("report-told")),
    page.thanks ? null : form(page),
    page.thanks || !page.notice ? null : h("p.refusal", { role: "alert" }, page.notice.text),
  );
}

/** @param {Table} page */
function form(page) {
  const people = page.others.filter((seat) => page.scene.seats[seat].kind === "person");
  return h(
    "form",
    { onsubmit: (/** @type {SubmitEvent} */ event) => (event.preventDefault(), send(page, event)), "data-own": true },
    choices("about", say("report-about"), TALK, [
      [TALK, say("report-talk")],
      ...people.map((seat) => [seat, mark(seat), page.name(seat)]),
    ]),
    choices(
      "reason",
      say("report-reason"),
      REASONS[0],
      REASONS.map((reason) => [reason, say(`report-${reason}`)]),
    ),
    h("label", say("report-text"), h("input", { name: "text", maxlength: 300, autocomplete: "off" })),
    h("button.btn.go", { type: "submit" }, say("report-send")),
  );
}

/**
 * Some of which one is chosen.
 * @param {string} name
 * @param {string} title
 * @param {any} chosen
 * @param {any[][]} all each with its value and what is said of it
 */
const choices = (name, title, chosen, all) =>
  h(
    "fieldset",
    h("legend", title),
    all.map(([value, ...told]) =>
      h("label.choice", h("input", { type: "radio", name, value, checked: value === chosen }), ...told),
    ),
  );

/** @param {Table} page @param {SubmitEvent} event */
async function send(page, event) {
  const told = new FormData(/** @type {HTMLFormElement} */ (event.target)),
    about = Number(told.get("about"));
  page.notice = null;
  try {
    const wish = { seat: page.seat, about, reason: told.get("reason"), text: told.get("text") };
    page.thanks = local((await ask("POST", `/tables/${page.id}/report`, wish)).text);
    page.render();
  } catch (error) {
    page.refused(error);
  }
}
