// Localisation: the page's own sentences from `strings/`, by part and language; a game's come from the server.

import { keep } from "./keep.js";
import { ask, file } from "./net.js";

export const COLOURS = ["blue", "green", "pink", "red", "yellow"];
const LEVELS = ["novice", "easy", "medium", "hard", "expert"]; // a bot from outside has a name of its own

/** The language spoken, as the boot script has found it. */
export let language = globalThis.document?.documentElement.lang || "en";

/** The sentences of the parts that were learnt. @type {Record<string, string>} */
const sentences = {};
/** @type {Map<string, Promise<void>>} */
const parts = new Map();

/**
 * Have the sentences of a part (`strings/PART.LANGUAGE.json`), before anything of it is said.
 * @param {string} part
 * @returns {Promise<void>}
 */
export function learn(part) {
  const known = parts.get(part) ?? read(part).catch((error) => (parts.delete(part), Promise.reject(error)));
  parts.set(part, known);
  return known;
}

/** @param {string} part */
async function read(part) {
  Object.assign(sentences, await (await file(`strings/${part}.${language}.json`)).json());
}

/** Speak another language from now on. @param {string} chosen */
export async function speak(chosen) {
  language = chosen;
  keep("language", chosen);
  await Promise.all([...parts.keys()].map(read));
  document.documentElement.lang = chosen;
}

/**
 * A sentence of the page.
 * @param {string} key
 * @param {Record<string, any>} [values]
 * @returns {string}
 */
export function say(key, values = {}) {
  if (!(key in sentences)) throw new Error(`there is no sentence ${key}; perhaps its part is not learnt`);
  return fill(sentences[key], values);
}

/** @param {string} text @param {Record<string, any>} values */
const fill = (text, values) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));

/** @type {Record<string, Intl.NumberFormat>} */
const formats = {};

/** A number as it is written, with a real minus sign. @param {number} value */
export const number = (value) =>
  (formats[language] ??= new Intl.NumberFormat(language)).format(value).replace("-", "−");

/**
 * A number to a tenth.
 * @param {number} value
 * @param {string} [plus]
 */
export const tenth = (value, plus = "") =>
  (value <= -0.05 ? "−" : plus) +
  Math.abs(value).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A number that changes something: always with its sign. @param {number} value */
export const signed = (value) => (value > 0 ? `+${value}` : number(value));

/** A text that the server gave in every language. @param {Record<string, string>} texts */
export const local = (texts) => texts?.[language] ?? texts?.en ?? "";

/**
 * What somebody is called; bots of one level are counted, to tell them apart.
 * @param {any[]} seats
 * @param {number} seat
 */
export function nameOf(seats, seat) {
  const { name, bot, kind } = seats[seat];
  if (name || kind !== "bot") return name;
  const alike = seats.flatMap((each, n) => (each.kind === "bot" && !each.name && each.bot === bot ? [n] : []));
  const [base] = bot.split("+"),
    called = LEVELS.includes(base) ? say("bot-named", { level: say(`level-${base}`) }) : base;
  return alike.length > 1 ? `${called} ${alike.indexOf(seat) + 1}` : called;
}

/**
 * How long ago something was, in words.
 * @param {number} then milliseconds since 1970
 * @param {number} [now]
 */
export function ago(then, now = Date.now()) {
  const minutes = Math.round((now - then) / 60000);
  if (minutes < 1) return say("now");
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  if (minutes < 60) return relative.format(-minutes, "minute");
  if (minutes < 60 * 24) return relative.format(-Math.round(minutes / 60), "hour");
  return relative.format(-Math.round(minutes / 60 / 24), "day");
}

/** @typedef {{words: Record<string, Record<string, string>>, terms: Record<string, Record<string, string>>}} Lexicon */
/** @typedef {{key: string, values: Record<string, any>}} Sentence */

/** @type {Map<string, Promise<Lexicon>>} */
const lexicons = new Map();

/** The words of a game, in the language spoken. @param {string} game */
export function lexiconOf(game) {
  const path = `/words/${game}?language=${language}`,
    known = lexicons.get(path) ?? ask("GET", path).catch((error) => (lexicons.delete(path), Promise.reject(error)));
  lexicons.set(path, known);
  return known;
}

/**
 * A term of the notation (`red 3`, also the stone `red3`) in the language spoken.
 * @param {Lexicon} lexicon
 * @param {string} name
 */
export const term = (lexicon, name) =>
  local(lexicon.terms[name] ?? lexicon.terms[name.replace(/^([a-z]{2,})(\d)$/, "$1 $2")] ?? { en: name });

/**
 * A sentence of a game, about those with these names.
 * @param {Lexicon} lexicon
 * @param {Sentence} what
 * @param {string[]} names
 * @param {number} [own] the seat of whoever reads it
 * @returns {string}
 */
export function told(lexicon, what, names, own) {
  /** @param {any} value */
  const put = (value) =>
    typeof value === "object"
      ? told(lexicon, value, names)
      : typeof value === "number"
        ? number(value)
        : term(lexicon, value);
  const values = Object.fromEntries(Object.entries(what.values).map(([name, value]) => [name, put(value)]));
  values.who = names[what.values.seat] ?? "";
  if (typeof what.values.other === "number")
    values.other =
      what.values.other === own
        ? say(what.key.startsWith("story-name") ? "you-whom" : "you-to")
        : (names[what.values.other] ?? "");
  return fill(local(lexicon.words[what.key]), values);
}
