// Keltis, the card game: wish stones and six piles in the middle, one's rows below them, eight cards in hand.

import { button, h, icon } from "../dom.js";
import { back, card, change, COLOURS, faceOf, mark, pebble, spoken, strip } from "../parts.js";
import { number, say } from "../words.js";
import { telling } from "./telling.js";

/** @typedef {import("./index.js").Page} Page */
/** @typedef {import("../table.js").Legal} Legal */

const SUITS = [...COLOURS, "point"];
const ARROWS = { rising: "up", falling: "down" };

/** The moves that use the chosen card. @param {Page} page @returns {Legal[]} */
const withChosen = (page) => page.legal.filter(({ touches }) => touches.from === "hand" && (touches.cards.includes(page.chosen) || !page.chosen) && page.chosen);

/** The move that puts the chosen card, or any card drawn, to a place. @param {Page} page @param {string} to */
const moveTo = (page, to) => withChosen(page).find(({ touches }) => touches.to === to);

/** @param {Page} page @param {string} from */
const drawFrom = (page, from) => page.legal.find(({ touches }) => touches.to === "hand" && touches.from === from);

/** @type {import("./index.js").Picture} */
export default {
  ask(page) {
    const lead = say("your-turn");
    if (page.view.step === "drawing") return { lead, text: say("card-draw") };
    if (page.view.step === "laying") return { lead, text: say("card-last") };
    if (!page.chosen) return { lead, text: say("card-choose") };
    const wish = withChosen(page).find(({ touches }) => touches.to === "piles");
    const partner = wish?.touches.cards.find((/** @type {string} */ name) => name !== page.chosen) ?? page.chosen;
    return { lead, text: wish ? say("card-chosen-wish", { card: spoken(page.chosen), partner: spoken(partner) }) : say("card-chosen", { card: spoken(page.chosen) }) };
  },

  ends(page) {
    const ended = page.view.end_rows;
    const told = say("rows-ended", { count: ended });
    return [
      h("span", { class: "ends desk", role: "img", "aria-label": told }, Array.from({ length: 5 }, (_, k) => h("span", { class: k < ended ? "on" : "" }, icon("end-card"))), h("span", { class: "cap" }, told)),
      h("span", { class: "tag phone keep", role: "img", "aria-label": told }, icon("end-card"), `${ended}/5`),
    ];
  },

  meta(page, seat) {
    return h("span", {}, say("cards", { count: page.player(seat).hand_size }));
  },

  seat(page, seat) {
    const player = page.player(seat);
    return [
      h("div", { class: "strips" }, COLOURS.map((colour) => strip(colour, player.rows[colour].cards, player.rows[colour].worth)), strip("bone", player.neutral.map(String), player.sheet.points)),
      h("div", { class: "held", role: "img", "aria-label": say("wish-stones-told", { list: player.wish_stones.join(", ") || say("none") }) }, h("span", { class: "cap" }, say("wish-stones")), player.wish_stones.map((/** @type {number} */ n) => pebble(n, { class: "mini" })), h("span", { class: "w soft small" }, number(player.sheet.wish_stones))),
    ];
  },

  middle(page) {
    return h("section", { class: "middle panel card-middle", "aria-label": say("middle") }, h("div", { class: "wish" }, Array.from({ length: 9 }, (_, k) => stone(page, k + 1))), h("div", { class: "piles" }, deck(page), SUITS.map((suit) => pile(page, suit))));
  },

  mine(page) {
    if (page.seat < 0) return null;
    const player = page.player(page.seat);
    return h("section", { class: "mine grow", "aria-label": say("your-rows") }, own(page, player), COLOURS.map((colour) => row(page, colour, player.rows[colour])), neutral(page, player));
  },

  dock(page) {
    if (page.seat < 0) return null;
    const hand = page.player(page.seat).hand ?? [];
    /** @type {Record<string, number>} */
    const copies = {};
    const stop = page.legal.find(({ move }) => move === "stop");
    return [
      h("div", { class: "hand", "data-drop": "self", role: "group", "aria-label": say("your-hand") }, hand.map((/** @type {string} */ name) => held(page, name, (copies[name] = (copies[name] ?? 0) + 1)))),
      stop ? button(say("stop"), () => page.play("stop"), { class: "btn go wide" }) : null,
    ];
  },
};

/** @param {Page} page @param {number} n */
function stone(page, n) {
  if (!page.view.wish_row.includes(n)) return pebble(n, { class: "gone", "aria-label": say("stone-taken", { n }), role: "img" });
  const move = withChosen(page).find(({ touches }) => touches.wish_stone === n);
  if (!move) return pebble(n, { "aria-label": say("stone-there", { n }), ...telling(page, say("what-wish", { n }), "KC-8") });
  const partner = move.touches.cards.find((/** @type {string} */ name) => name !== page.chosen) ?? page.chosen;
  return pebble(n, { class: "lit", "aria-label": say("take-stone", { n, partner: spoken(partner) }), "data-why": `+ ${spoken(partner).split(",")[0]}`, onclick: () => page.play(move.move) });
}

/** @param {Page} page */
function deck(page) {
  const draw = drawFrom(page, "deck"), count = h("span", { class: "count" }, page.view.draw_pile);
  const inside = draw
    ? h("button", { type: "button", class: "card back lit", "data-place": "deck", "data-drag": "take", "aria-label": say("draw-deck", { count: page.view.draw_pile }), onclick: () => page.play(draw.move) }, icon("wish-stone", "i big"), count)
    : back({ "data-place": "deck", role: "img", "aria-label": say("deck-told", { count: page.view.draw_pile }) }, count);
  return h("div", { class: "pile" }, inside, h("span", { class: draw ? "pill" : "cap" }, draw ? say("draw") : say("deck")));
}

/** @param {Page} page @param {string} suit */
function pile(page, suit) {
  const cards = page.view.piles[suit], top = cards[cards.length - 1];
  const move = drawFrom(page, `pile ${suit}`) ?? moveTo(page, `pile ${suit}`);
  const colour = suit === "point" ? "bone" : suit, name = suit === "point" ? say("points") : say(suit);
  const drawing = move?.touches.to === "hand";
  const refused = !move && page.view.step === "drawing" && page.turn && top ? () => page.refuse(`draw ${suit}`) : null;
  const press = move ? () => page.play(move.move) : refused;
  const label = move ? say(drawing ? "draw-pile" : "discard-to", { colour: name, card: top ? spoken(top) : "" }) : say("pile-told", { colour: name, card: top ? spoken(top) : say("empty"), count: cards.length });
  const count = cards.length ? h("span", { class: "count" }, cards.length) : null;
  const face = top
    ? card(top, { cls: move ? "lit" : "", label, press, thing: top, more: [count], attributes: { "data-drag": drawing ? "take" : null } })
    : h(press ? "button" : "span", { class: `slot${move ? " lit" : ""}`, "data-c": colour, type: press ? "button" : null, role: press ? null : "img", "aria-label": label, onclick: press }, icon(suit === "point" ? "point" : suit));
  return h("div", { class: "pile", "data-place": `pile ${suit}` }, face, h("span", { class: move ? "pill" : "cap" }, move ? say(drawing ? "draw" : "discard") : name));
}

/** @param {Page} page @param {string} colour @param {any} row */
function row(page, colour, row) {
  const move = moveTo(page, `row ${colour}`);
  const lit = move ? h("button", { type: "button", class: "slot lit", "data-c": colour, "aria-label": say("lay-here", { card: spoken(page.chosen), change: change(move.touches.points, `rows.${colour}`) }), onclick: () => page.play(move.move) }, icon(colour)) : null;
  const cards = row.cards.map((/** @type {string} */ face) => {
    const name = face.startsWith("point") ? face : `${colour} ${face}`;
    return card(name, { thing: name, attributes: { "aria-hidden": "true" } });
  });
  const empty = h("span", { class: "slot", "data-c": colour }, icon(colour));
  const arrow = row.closed || row.ended ? icon("lock") : ARROWS[/** @type {"rising" | "falling"} */ (row.direction)] ? icon(ARROWS[/** @type {"rising" | "falling"} */ (row.direction)]) : null;
  const foot = move ? h("span", { class: "pill" }, say("lay-change", { change: change(move.touches.points, `rows.${colour}`) })) : [arrow, h("b", {}, row.cards.length ? number(row.worth) : "–")];
  const refused = !move && page.chosen && faceOf(page.chosen).suit === colour;
  return h("div", { class: "myrow", "data-c": colour, "data-try": refused || null, ...(move ? {} : telling(page, say("what-row"), "KC-26")), ...(refused ? { onclick: () => page.refuse(`lay ${page.chosen}`) } : {}), role: "group", "aria-label": say("row-told", { colour: say(colour), cards: row.cards.join(", ") || say("none"), worth: number(row.worth) }) }, h("div", { class: "fan" }, cards, lit ?? (row.cards.length ? null : empty)), h("div", { class: "foot" }, foot));
}

/** @param {Page} page @param {any} player */
function neutral(page, player) {
  const move = moveTo(page, "neutral");
  const lit = move ? h("button", { type: "button", class: "slot lit", "data-c": "bone", "aria-label": say("lay-points"), onclick: () => page.play(move.move) }, icon("point")) : null;
  const cards = player.neutral.map((/** @type {number} */ n) => card(`point ${n}`, { thing: `point ${n}`, attributes: { "aria-hidden": "true" } }));
  return h("div", { class: "myrow", "data-c": "bone", ...(move ? {} : telling(page, say("what-points"), "KC-27")), role: "group", "aria-label": say("points-row", { cards: player.neutral.join(", ") || say("none") }) }, h("div", { class: "fan" }, cards, lit ?? (cards.length ? null : h("span", { class: "slot", "data-c": "bone" }, icon("point")))), h("div", { class: "foot" }, move ? h("span", { class: "pill" }, say("lay-change", { change: change(move.touches.points, "points") })) : h("b", {}, cards.length ? number(player.sheet.points) : h("span", { class: "small" }, say("points")))));
}

/** One's wish stones and points. @param {Page} page @param {any} player */
function own(page, player) {
  const stones = player.wish_stones, { wish_stones: worth, total } = player.sheet;
  return h(
    "div", { class: "mysum" }, mark(page.seat), h("b", {}, page.called(page.seat)),
    h("span", { class: "stones", ...telling(page, say("what-wishes"), "KC-28"), role: "img", "aria-label": say("wish-stones-told", { list: stones.join(", ") || say("none") }) }, h("span", { class: "soft small" }, say("wish-stones")), stones.map((/** @type {number} */ n) => pebble(n, { class: "mini" })), h("span", { class: "soft small" }, number(worth))),
    h("span", { class: "pts num", role: "img", "aria-label": say("points-told", { points: number(total) }) }, number(total)),
  );
}

/** A card in one's hand. @param {Page} page @param {string} name @param {number} copy */
function held(page, name, copy) {
  const chosen = page.chosen === name && copy === 1;
  const usable = page.legal.some(({ touches }) => touches.from === "hand" && touches.cards.includes(name));
  const partner = !chosen && page.chosen && withChosen(page).some(({ touches }) => touches.to === "piles" && touches.cards.includes(name) && (name !== page.chosen || touches.cards[0] === touches.cards[1]));
  const more = [chosen ? h("span", { class: "torc" }) : null, partner ? h("span", { class: "pair" }, say("pair")) : null];
  const press = !page.turn ? null : usable ? () => page.choose(name) : () => page.refuse(`lay ${name}`);
  return card(name, { cls: `${chosen ? "chosen" : ""}`, press, thing: name, more, attributes: { "aria-pressed": page.turn ? String(chosen) : null, key: `${name} ${copy}`, "data-from": "deck", "data-drag": page.turn ? "choose" : null } });
}
