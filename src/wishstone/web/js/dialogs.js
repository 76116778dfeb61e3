// Dialogs over a table: settings, a link to one's own seat, the invitation, the end of a game.

import { isAsking, key } from "./beside.js";
import { mayWish } from "./dock.js";
import { button, dialog, GO, h, icon, tool } from "./dom.js";
import { keep, ownName, setting } from "./keep.js";
import { ask, later } from "./net.js";
import { mark } from "./parts.js";
import { reporting } from "./report.js";
import { local, say } from "./words.js";
import { number } from "./numbers.js";

/** @typedef {import("./table.js").Table} Table */

/** What is open over the table, and what the operator tells everybody. @param {Table} page */
export const opened = (page) => [asking(page), announced(page)];

/** What the operator tells everybody, until it is closed. @param {Table} page */
const announced = (page) =>
  h(
    "div.announced",
    { role: "status" },
    page.announcement
      ? [
          icon("wishstone"),
          h("p", h("span.sr", `${say("operator")}: `), local(page.announcement.text)),
          tool("close", say("close"), () => ((page.announcement = null), page.render())),
        ]
      : null,
  );

/** @param {Table} page */
function asking(page) {
  if (page.drawer === "seat") return wishing(page);
  if (page.drawer === "report") return reporting(page);
  if (page.drawer === "settings") return settings(page);
  if (page.drawer === "end")
    return dialog(
      say("propose-end"),
      say("close"),
      () => page.open("end"),
      {},
      h("p", say("end-sure")),
      h(
        "div.row.even",
        button(say("yes"), () => page.ask("end", { basis: page.scene.basis }), GO),
        button(say("no"), () => page.open("end")),
      ),
    );
  return page.drawer === "invite"
    ? dialog(say("invite"), say("close"), () => page.open("invite"), {}, invitation(page))
    : null;
}

/** @param {Table} page */
function settings(page) {
  /** @param {keyof typeof import("./keep.js").SETTINGS} name */
  const choice = (name) =>
    h(
      "label.choice",
      h("input", {
        type: "checkbox",
        checked: setting(name),
        onchange: (/** @type {any} */ event) => choose(name, event.target.checked),
      }),
      say(`set-${name}`),
    );
  const choose = async (/** @type {string} */ name, /** @type {boolean} */ on) => {
    keep(`set.${name}`, on && (name !== "notices" || (await Notification.requestPermission()) === "granted"));
    page.render();
  };
  const does = (/** @type {string} */ what, more = {}) => (page.open("settings"), page.ask(what, more));
  const playing = page.seat >= 0 && page.scene.status === "playing";
  return dialog(
    say("settings"),
    say("close"),
    () => page.open("settings"),
    {},
    h(
      "div.choices",
      choice("forced"),
      choice("confirm"),
      choice("motion"),
      choice("sound"),
      "Notification" in window ? choice("notices") : null,
    ),
    h("p.soft.small.desk", say("keys-told")),
    playing
      ? h(
          "div.row.even",
          page.scene.seats[page.seat].bot
            ? button(say("take-back"), () => does("return"), GO)
            : button(say("let-bot"), () => does("stand")),
          button(say("propose-end"), () =>
            isAsking(page) ? does("end", { basis: page.scene.basis }) : page.open("end"),
          ),
        )
      : null,
    playing
      ? [
          button(say("own-link"), () => ownLink(page)),
          page.ownLink ? [h("p.soft.small", say("own-link-told")), linked(page, page.ownLink)] : null,
        ]
      : null,
  );
}

/** Have a link to one's own seat, for another device; links from before are of no use then. @param {Table} page */
async function ownLink(page) {
  try {
    const { secret } = await ask("POST", `/tables/${page.id}/renew`, { seat: page.seat });
    page.ownLink = `${location.origin}/t/${page.id}#seat=${secret}`;
    page.reconnect(); // the line was opened with what is of no use now
  } catch (error) {
    page.refused(error);
  }
}

/**
 * A link to read, to copy, and to be read by a phone.
 * @param {Table} page
 * @param {string} link
 */
function linked(page, link) {
  if (!page.qr)
    later(() => import("./qr.js"))
      .then(({ qr }) => ((page.qr = qr), page.render()))
      .catch(() => {}); // the link can be read and copied without it
  const alone = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  return [
    alone ? h("p.soft.small", say("only-here")) : page.qr?.(link, say("qr-code")),
    h("p.link", h("a", { href: link }, link)),
    navigator.clipboard
      ? button(say("copy-link"), () => {}, {
          onclick: (/** @type {any} */ event) =>
            navigator.clipboard.writeText(link).then(() => (event.target.textContent = say("copied"))),
        })
      : null,
  ];
}

/** Where others find this table. @param {Table} page */
export function invitation(page) {
  const code = page.you.code;
  return [
    h("p", code ? [say("code-is"), " ", h("strong.code", code)] : say("watch-link")),
    linked(page, `${location.origin}/t/${page.id}${key(page)}`),
  ];
}

/** Which bot's seat would somebody who watches like to have? @param {Table} page */
function wishing(page) {
  if (!mayWish(page)) return null;
  const submit = (/** @type {any} */ event) => (
    event.preventDefault(),
    page.want(Number(event.submitter.value), event.target.elements.name.value.trim())
  );
  const bots = page.others.filter((seat) => page.scene.seats[seat].kind === "bot");
  return dialog(
    say("join-in"),
    say("close"),
    () => page.open("seat"),
    { class: "choosing" },
    h("p", say("join-in-told")),
    h(
      "form.wishing",
      { onsubmit: submit },
      h(
        "label",
        { "data-own": true },
        say("your-name"),
        h("input", { name: "name", value: ownName(), required: true, maxlength: 24, autocomplete: "nickname" }),
      ),
      bots.map((seat) =>
        h(
          "button.btn",
          { type: "submit", name: "seat", value: seat },
          mark(seat),
          page.name(seat),
          h("span.num", number(page.player(seat).sheet.total)),
        ),
      ),
    ),
  );
}
