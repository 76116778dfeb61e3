// Parts of a table that every game is drawn with: cards, stones, rows, seats.

import { h, icon } from "./dom.js";
import { later } from "./net.js";
import { canSay, capital, language, say } from "./words.js";
import { number, tenth } from "./numbers.js";
import { nameIn } from "./lexicon.js";

export { nameOf } from "./table-words.js";
export { COLOURS } from "./words.js";
const LETTERS = {
  en: { blue: "B", green: "G", pink: "P", red: "R", yellow: "Y" },
  de: { blue: "Bl", green: "Gr", pink: "Rs", red: "Ro", yellow: "Ge" },
};

/** The letters that stand for a colour. @param {string} colour */
export const letter = (colour) => /** @type {any} */ (LETTERS)[language]?.[colour] ?? "";

/** Suit and face of a card: `red 3`, `red end`, `point 7`. @param {string} name */
export const faceOf = (name) => {
  const [suit, face] = name.split(" ");
  return { suit, face, colour: suit === "point" ? "bone" : suit, sign: suit === "point" ? "point" : suit };
};

/** A card for reading aloud. @param {string} name */
export function spoken(name) {
  const { suit, face } = faceOf(name);
  if (suit === "point") return say("card-point", { face });
  const colour = say(suit),
    sign = say(`sign-${suit}`);
  return face === "end" ? say("card-end", { colour, sign }) : say("card-named", { colour, face, sign });
}

/**
 * How a card is shown.
 * @typedef {object} CardWish
 * @property {string} [tag]
 * @property {string} [cls]
 * @property {string} [label] what it is called, where that is not its name
 * @property {(() => void) | null} [press]
 * @property {string} [thing]
 * @property {any[]} [more] what else is on it
 * @property {any} [attributes]
 */

/**
 * A card.
 * @param {string} name
 * @param {CardWish} [wish]
 */
export function card(name, { tag = "span", cls = "", label, press, thing, more = [], attributes = {} } = {}) {
  const { face, colour, sign } = faceOf(name);
  const shown = face === "end" ? icon("end-card") : face;
  return h(
    press ? "button" : tag,
    {
      class: `card ${cls}`,
      "data-c": colour,
      "data-card": name,
      "data-thing": thing,
      "aria-label": label ?? spoken(name),
      role: press ? null : "img",
      onclick: press,
      ...attributes,
    },
    h("b", shown, icon(sign)),
    icon(face === "end" ? "end-card" : sign, "i big"),
    h("i", letter(colour)),
    ...more,
  );
}

/** Whether nobody is waited for at a table. @param {any} scene */
export const isFull = (scene) => scene.seats.every((/** @type {any} */ seat) => ["person", "bot"].includes(seat.kind));

/**
 * The picture on the box of a game, drawn as soon as its module is there.
 * @param {string} game
 */
export function boxPicture(game) {
  const frame = h("div.picture", { "aria-hidden": "true", "data-own": true, key: `picture of ${game}` });
  later(() => import("./covers.js"))
    .then(({ picture }) => frame.isConnected && frame.replaceChildren(picture(game)))
    .catch(() => {}); // nothing is said by it
  return frame;
}

/**
 * A seat's standing stone with its notches.
 * @param {number} seat from 0
 * @param {boolean} [large]
 */
export function mark(seat, large = false) {
  const first = 13 - seat * 1.5;
  const notches = Array.from({ length: seat + 1 }, (_, k) =>
    h("path.n", { d: `M8.6 ${(first + 3 * k).toFixed(1)}h6.8` }),
  );
  return h(
    "svg.mark",
    { "data-s": seat + 1, viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("use", { href: large ? "#figure-large" : "#figure" }),
    ...notches,
  );
}

/**
 * A card or tile in somebody's row.
 * @param {string} colour
 * @param {any} inside
 * @param {any} [attributes]
 */
export const chip = (colour, inside, attributes) => h("span.chip", { "data-c": colour, ...attributes }, inside);

/**
 * A row of somebody, told in a line: sign, cards, what stands at its end.
 * @param {string} colour
 * @param {string} label
 * @param {any[]} chips
 * @param {any} end
 */
export const strip = (colour, label, chips, end) =>
  h(
    "div.strip",
    { "data-c": colour, role: "img", "aria-label": label },
    icon(colour === "bone" ? "point" : colour),
    chips.length ? h("div.run", chips) : h("span.none", "–"),
    h("span.w", end),
  );

/**
 * A wish stone.
 * @param {string | number} inside
 * @param {any} [attributes]
 * @param {...any} more
 */
export const pebble = (inside, attributes = {}, ...more) =>
  h(
    attributes.onclick ? "button" : "span",
    { ...attributes, class: `pebble ${attributes.class ?? ""}` },
    inside,
    ...more,
  );

/**
 * Whether an event was taken back later.
 * @param {any[]} log
 * @param {any} entry
 */
export const isGone = (log, entry) =>
  log.some(({ kind, keep, number }) => kind === "undone" && keep <= entry.n && number > entry.number);

/**
 * What a move changes in points, as a short text: `−2 → 1`.
 * @param {Record<string, [number, number]>} points
 * @param {string} [item]
 */
export function change(points, item) {
  const found = item ? points[item] : (Object.entries(points).find(([name]) => name !== "total") ?? [])[1];
  return found ? `${number(found[0])} → ${number(found[1])}` : "";
}

/**
 * Somebody's points, and what they would become.
 * @param {any} player
 * @param {any} [more]
 */
export function total({ sheet }, more) {
  const points = number(sheet.total);
  return h("span.pts.num", { role: more ? null : "img", "aria-label": say("points-told", { points }) }, points, more);
}

/** How much a move changes the total. @param {Record<string, [number, number]>} points */
export const gain = (points) => (points.total ? points.total[1] - points.total[0] : 0);

/** The name of an item of the score. @param {string} item */
export function itemName(item) {
  const [key, name] = item.startsWith("rows.") ? [item.slice(5), item.slice(5)] : [`item-${item}`, item];
  return canSay(key) ? say(key) : capital(nameIn(name));
}

/** In which items of the score one move differs from another. @param {Record<string, number>} why */
export const reasons = (why) =>
  Object.entries(why)
    .slice(0, 3)
    .map(([item, points]) => `${itemName(item)} ${tenth(points, "+")}`)
    .join(", ");

/**
 * A score sheet with one level.
 * @param {Record<string, any>} sheet
 * @returns {Record<string, number>}
 */
export function flat(sheet) {
  const { rows, ...rest } = sheet;
  return {
    ...Object.fromEntries(Object.entries(rows ?? {}).map(([colour, points]) => [`rows.${colour}`, points])),
    ...rest,
  };
}
