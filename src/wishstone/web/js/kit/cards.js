// Hand and piles of cards, the same in every game that is played with cards.

import { h, icon } from "../dom.js";
import { card, faceOf, isGone, spoken } from "../parts.js";
import { say } from "../words.js";
import { term } from "../lexicon.js";

/** @typedef {import("../pictures.js").Page} Page */

const ENDING = 5; // what ends a game with cards: so many end cards, or figures in the goal

/**
 * How near the end is, for the bar; more than it takes brings it no nearer.
 * @param {string} symbol
 * @param {number} found
 * @param {string} key
 */
export function nearing(symbol, found, key) {
  const count = Math.min(found, ENDING),
    told = say(key, { count });
  return [
    h(
      "span.ends.desk",
      { role: "img", "aria-label": told },
      Array.from({ length: ENDING }, (_, k) => h("span", { class: k < count ? "on" : "" }, icon(symbol))),
      h("span.cap", told),
    ),
    h("span.tag.phone.keep", { role: "img", "aria-label": told }, icon(symbol), `${count}/${ENDING}`),
  ];
}

/**
 * Who made a move.
 * @param {any} entry
 * @returns {number}
 */
export const actor = (entry) => (typeof entry.by === "number" ? entry.by : -1);

/**
 * What was done last, and by whom.
 * @param {Page} page
 * @returns {{seat: number, move: string}}
 */
export function last(page) {
  const entry = [...page.log].reverse().find((each) => each.kind === "moved" && !isGone(page.log, each));
  return { seat: entry ? actor(entry) : -1, move: entry?.move ?? "" };
}

/** A card in two words. @param {string} name */
export const brief = (name) => spoken(name).split(",")[0];

/** @param {Page} page @param {string} from */
const drawFrom = (page, from) => page.legal.find(({ touches }) => touches.to === "hand" && touches.from === from);

/**
 * What a tap on a pile does, or what the pile is.
 * @param {string} does
 * @param {string} name
 */
const under = (does, name) =>
  h("span", { class: does ? "pill" : "cap", "aria-hidden": "true" }, does ? say(does) : name);

/** @param {Page} page */
export function deck(page) {
  const draw = drawFrom(page, "deck"),
    count = page.view.draw_pile,
    more = [icon("wish-stone", "i big"), h("span.count", count)];
  const inside = draw
    ? h(
        "button.card.back.lit",
        {
          "data-place": "deck",
          "data-drag": "take",
          "aria-label": say("draw-deck", { count }),
          onclick: () => page.play(draw.move),
        },
        more,
      )
    : h(
        "span.card.back",
        {
          "data-place": "deck",
          role: "img",
          "aria-label": say("deck-told", { count }),
          onclick: page.turn ? () => page.refuse("draw deck") : null,
        },
        more,
      );
  return h("div.pile", inside, under(draw ? "draw" : "", say("deck")));
}

/**
 * A discard pile: its top, and what can be done with it now.
 * @param {Page} page
 * @param {string} suit
 * @param {string} chosen the card in hand that may be discarded
 * @param {...any} more what stands under it
 */
export function pile(page, suit, chosen, ...more) {
  const cards = page.view.piles[suit],
    top = cards.at(-1),
    name = say(suit === "point" ? "points" : suit);
  const drawn = drawFrom(page, `pile ${suit}`),
    thrown = faceOf(chosen).suit === suit ? page.legal.find(({ move }) => move === `discard ${chosen}`) : null;
  const move = drawn ?? thrown,
    no = page.turn ? () => page.refuse(`draw ${suit}`) : null;
  const press = move ? () => page.play(move.move) : page.view.step === "drawing" && top ? no : null;
  const label = move
    ? say(drawn ? "draw-pile" : "discard-to", { colour: name, card: top ? spoken(top) : "" })
    : say("pile-told", { colour: name, card: top ? spoken(top) : say("empty"), count: cards.length });
  const count = cards.length > 1 ? h("span.count", cards.length) : null,
    lit = move ? " lit" : "";
  const { seat, move: before } = last(page),
    from = before === `discard ${top}` || before === `drop ${suit}` ? `seat ${seat}` : null;
  const face = top
    ? card(top, {
        cls: lit,
        label,
        press,
        thing: top,
        more: [count],
        attributes: { onclick: press ?? no, "data-from": from, "data-drag": drawn ? "take" : null },
      })
    : h(
        press ? "button" : "span",
        { class: `slot${lit}`, role: press ? null : "img", "aria-label": label, onclick: press ?? no },
        icon(suit),
      );
  return h(
    "div.pile",
    { "data-c": suit === "point" ? "bone" : suit, "data-place": `pile ${suit}` },
    face,
    under(move ? (drawn ? "draw" : "discard") : "", name),
    more,
  );
}

/**
 * The cards that one holds.
 * @param {Page} page
 * @param {string} chosen
 * @param {(name: string) => any} [beside] what else stands on a card
 */
export function hand(page, chosen, beside = () => null) {
  /** @type {Record<string, number>} */
  const copies = {};
  const held = (/** @type {string} */ name) => {
    const copy = (copies[name] = (copies[name] ?? 0) + 1),
      picked = chosen === name && copy === 1;
    const usable = page.legal.some(({ touches }) => touches.from === "hand" && touches.cards.includes(name));
    const press = !page.turn
      ? null
      : usable
        ? () => page.choose(picked ? page.chosen : name)
        : () => page.refuse(`${page.view.step === "shedding" ? "discard" : "lay"} ${name}`);
    return card(name, {
      cls: picked ? "chosen" : "",
      press,
      thing: name,
      more: [picked ? h("span.torc") : beside(name)],
      attributes: {
        "aria-pressed": page.turn ? String(picked) : null,
        key: `${name} ${copy}`,
        "data-from": "deck",
        "data-drag": page.turn ? "choose" : null,
      },
    });
  };
  return h(
    "div.hand",
    { "data-drop": "self", role: "group", "aria-label": say("your-hand") },
    (page.player(page.seat).hand ?? []).map(held),
  );
}

/**
 * A move of a game with cards in words, where it is one that they all have: a card is laid, drawn or discarded.
 * @param {Page} page
 * @param {string} move
 */
export function cardMove({ lexicon, view }, move) {
  const [what, ...rest] = move.split(" "),
    about = rest.join(" "),
    called = (/** @type {string} */ name) => (lexicon ? term(lexicon, name) : name);
  if (what === "lay") return say("move-lay", { card: called(about) });
  if (what === "discard") return say("move-discard", { card: called(about) });
  if (what !== "draw") return null;
  return about === "deck" ? say("move-draw") : say("move-draw-open", { card: called(view.piles[about].at(-1)) });
}
