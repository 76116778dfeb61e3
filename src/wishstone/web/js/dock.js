// What is asked, and what may be done? The line above the hand, what was proposed, a hint, the list of all moves.

import { button, h, icon, tool } from "./dom.js";
import { capital } from "./moves.js";
import { change, itemName, mark } from "./parts.js";
import { ruleLink } from "./rules.js";
import { number, say } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./games/index.js").Picture} Picture */

/** Whose turn it is and what is asked, always at the same place, and what one has in hand. @param {Table} page */
export function dock(page) {
  const { lead, text } = asking(page);
  return h(
    "section", { class: "dock panel", "aria-label": say("your-move") },
    h(
      "div", { class: "ask" }, mark(Math.max(page.scene.actor, 0)),
      h("p", { "aria-live": "polite" }, h("strong", {}, lead), " ", page.notice ? h("span", { class: page.notice.calm ? "" : "refusal" }, whole(page.notice.text), " ", page.notice.rule ? ruleLink(page.notice.rule) : null) : text),
      h(
        "div", { class: "tools" },
        page.you.undo ? tool("undo", say(page.you.undo.alone ? "undo" : "undo-ask"), () => page.undo()) : null,
        page.turn && page.about.hints ? tool("hint", say("hint"), () => page.wantHint()) : null,
        page.turn ? tool("more", say("all-moves"), () => page.open("moves")) : null,
      ),
    ),
    proposal(page), hinted(page), page.picture?.dock(page),
    page.drawer === "moves" && page.turn ? moves(page) : null,
  );
}

/** A sentence from its beginning to its end. @param {string} text */
const whole = (text) => capital(text).replace(/[^.?!…]$/, "$&.");

/** @param {Table} page */
function asking(page) {
  if (page.scene.seats[page.seat]?.bot && page.seat >= 0 && page.scene.seats[page.seat].kind === "person") return { lead: say("bot-for-you"), text: "" };
  if (!page.turn) return { lead: say("thinks", { who: page.name(Math.max(0, page.scene.actor)) }), text: "" };
  return /** @type {Picture} */ (page.picture).ask(page);
}

/** What somebody has proposed. @param {Table} page */
function proposal(page) {
  const proposal = page.scene.proposal;
  if (!proposal) return null;
  const mine = proposal.waiting_for.some((/** @type {number} */ seat) => page.lines.has(seat));
  const who = proposal.what === "seat" ? proposal.name : page.called(proposal.seat);
  return h(
    "div", { class: "proposal", role: "alert" }, h("p", {}, say(`proposal-${proposal.what}`, { who }), mine ? null : h("span", { class: "soft small" }, ` (${say("waiting-for", { who: proposal.waiting_for.map((/** @type {number} */ seat) => page.name(seat)).join(", ") })})`)),
    mine ? [button(say("yes"), () => page.answer(proposal, true), { class: "btn go" }), button(say("no"), () => page.answer(proposal, false))] : proposal.what !== "seat" && proposal.seat === page.seat ? button(say("withdraw"), () => page.ask("withdraw")) : null,
  );
}

/** What would be good, and why. @param {Table} page */
function hinted(page) {
  if (!page.hint) return null;
  const [best] = page.hint.moves;
  const why = Object.entries(page.hint.why).map(([item, points]) => `${itemName(item)} ${Number(points) > 0 ? "+" : ""}${number(Number(points))}`).join(", ");
  return h(
    "div", { class: "hint", role: "status" }, icon("hint"),
    h("p", {}, say("hint-told", { move: page.moveName(best.move), chance: Math.round(100 * best.chance), error: Math.round(50 * (best.ci95[1] - best.ci95[0])), score: number(Math.round(best.score)) }), why ? ` ${say("hint-why", { why })}` : ""),
    button(say("do-it"), () => page.play(best.move), { class: "btn" }),
  );
}

/** All legal moves, numbered, for the keyboard and for those who hear the page. @param {Table} page */
function moves(page) {
  return h(
    "ol", { class: "moves", "aria-label": say("all-moves") },
    page.legal.map(({ move, touches }, place) => h("li", {}, h("button", { type: "button", class: `btn${page.preview?.move === move ? " chosen-move" : ""}`, onclick: () => page.play(move) }, h("kbd", {}, place + 1), page.moveName(move), Object.keys(touches.points).length ? h("span", { class: "pill" }, change(touches.points)) : null))),
  );
}
