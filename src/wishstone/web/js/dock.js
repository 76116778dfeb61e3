// Dock of a table: the line above the hand, proposals, a hint, the list of all moves.

import { isAsking } from "./beside.js";
import { button, GO, h, icon, tool } from "./dom.js";
import { change, mark, reasons } from "./parts.js";
import { ruleLink } from "./rule-links.js";
import { capital, say } from "./words.js";
import { number } from "./numbers.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./pictures.js").Picture} Picture */

/** Whose turn it is and what is asked, always at the same place, and what one has in hand. @param {Table} page */
export function dock(page) {
  const isClosed = page.state === "closed"; // nobody here can do anything more
  const { lead, text } = isClosed ? { lead: "", text: "" } : asking(page);
  return h(
    "section.dock.panel",
    { "aria-label": say("your-move") },
    h(
      "div.ask",
      mark(Math.max(page.scene.actor, 0)),
      h(
        "p",
        { "aria-live": "polite" },
        h("strong", lead),
        " ",
        page.notice
          ? h(
              "span",
              { class: page.notice.calm ? "" : "refusal" },
              whole(page.notice.text),
              " ",
              page.notice.rule ? ruleLink(page.notice.rule) : null,
            )
          : text,
      ),
      h(
        "div.tools",
        isClosed ? button(say("all-games"), () => page.go("/"), GO) : null,
        page.you.undo && !isClosed
          ? tool("undo", say(page.you.undo.alone || !isAsking(page) ? "undo" : "undo-ask"), () => page.undo())
          : null,
        page.turn && page.about.hints ? tool("hint", say("hint"), () => page.wantHint()) : null,
        page.turn ? tool("more", say("all-moves"), () => page.open("moves")) : null,
        mayWish(page) ? button(say("join-in"), () => page.open("seat")) : null,
      ),
    ),
    proposal(page),
    hinted(page),
    page.picture?.dock(page),
    page.drawer === "moves" && page.turn ? moves(page) : null,
  );
}

/** A sentence from its beginning to its end, in which no line ends within a date. @param {string} text */
const whole = (text) => capital(text.replace(/(\d)-(?=\d)/g, "$1\u2011")).replace(/[^.?!…]$/, "$&.");

/** @param {Table} page */
function asking(page) {
  if (page.scene.seats[page.seat]?.bot && page.seat >= 0 && page.scene.seats[page.seat].kind === "person")
    return { lead: say("bot-for-you"), text: "" };
  if (!page.turn) {
    const actor = Math.max(0, page.scene.actor),
      { kind, bot, present } = page.scene.seats[actor];
    return {
      lead: say(kind === "person" && !bot && present === false ? "awaited" : "thinks", { who: page.name(actor) }),
      text: "",
    };
  }
  return /** @type {Picture} */ (page.picture).ask(page);
}

/** What somebody has proposed. @param {Table} page */
function proposal(page) {
  const proposal = page.scene.proposal;
  if (!proposal) return null;
  /** @type {number[]} */
  const waiting = proposal.waiting_for,
    mine = waiting.some((seat) => page.lines.has(seat)),
    asked = waiting.map((seat) => page.name(seat));
  const who =
    proposal.what !== "seat" ? page.called(proposal.seat) : page.wanted === proposal.seat ? say("you") : proposal.name;
  return h(
    "div.proposal",
    { role: "alert" },
    h(
      "p",
      say(`proposal-${proposal.what}`, { who, bot: page.name(proposal.seat) }),
      mine ? null : h("span.soft.small", ` (${say("waiting-for", { who: asked.join(", ") })})`),
    ),
    mine
      ? [
          button(say("yes"), () => page.answer(proposal, true), GO),
          button(say("no"), () => page.answer(proposal, false)),
        ]
      : proposal.what !== "seat" && proposal.seat === page.seat
        ? button(say("withdraw"), () => page.ask("withdraw"))
        : null,
  );
}

/**
 * Whether somebody who watches may ask for a bot's seat: there are people to ask, and they are not asked something
 * else.
 * @param {Table} page
 */
export const mayWish = ({ seat, talks, scene: { status, proposal, seats } }) =>
  seat < 0 &&
  talks &&
  status === "playing" &&
  !proposal &&
  ["bot", "person"].every((each) => seats.some((/** @type {any} */ { kind }) => kind === each));

/** What would be good, and why. @param {Table} page */
function hinted(page) {
  if (!page.hint) return null;
  const [best, next] = page.hint.moves,
    why = reasons(page.hint.why);
  const figures = (/** @type {any} */ { move, chance, ci95: [low, high], score }) => ({
    move: page.moveName(move),
    chance: Math.round(100 * chance),
    error: Math.round(50 * (high - low)),
    score: number(Math.round(score)),
  });
  return h(
    "div.hint",
    { role: "status" },
    icon("hint"),
    h(
      "p",
      say("hint-told", figures(best)),
      " ",
      next
        ? [say("hint-next", figures(next)), " ", why ? say("hint-why", { why }) : say("hint-even")]
        : say("hint-only"),
    ),
    button(say("do-it"), () => page.play(best.move), { class: "btn" }),
  );
}

/** All legal moves, numbered, for the keyboard and for those who hear the page. @param {Table} page */
function moves(page) {
  return h(
    "ol.moves",
    { "aria-label": say("all-moves") },
    page.legal.map(({ move, touches }, place) =>
      h(
        "li",
        h(
          "button",
          { class: `btn${page.preview?.move === move ? " chosen-move" : ""}`, onclick: () => page.play(move) },
          h("kbd", place + 1),
          page.moveName(move),
          Object.keys(touches.points).length ? h("span.pill", change(touches.points)) : null,
        ),
      ),
    ),
  );
}
