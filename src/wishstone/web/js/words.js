// What does the page say, and in which language? Its own sentences are here, a game's come from the server.

import { keep, kept } from "./keep.js";
import { ask } from "./net.js";
import { STRINGS } from "./strings.js";

export const LANGUAGES = ["en", "de"];

export let language = kept("language", "") || (navigator.languages.some((tag) => tag.toLowerCase().startsWith("de")) && !(navigator.language || "en").toLowerCase().startsWith("en") ? "de" : "en");

/** @param {string} chosen */
export function speak(chosen) {
  language = chosen;
  keep("language", chosen);
  document.documentElement.lang = chosen;
}
document.documentElement.lang = language;

/** A sentence of the page. @param {string} key @param {Record<string, any>} [values] @returns {string} */
export function say(key, values = {}) {
  const found = STRINGS[key];
  if (!found) throw new Error(`there is no sentence ${key}`);
  return fill(found[LANGUAGES.indexOf(language)], values);
}

/** @param {string} text @param {Record<string, any>} values */
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));

/** A number with a real minus sign. @param {number} value */
export const number = (value) => String(value).replace("-", "−");

/** A number that changes something: always with its sign. @param {number} value */
export const signed = (value) => (value > 0 ? `+${value}` : number(value));

/** A text that the server gave in every language. @param {Record<string, string>} texts */
export const local = (texts) => texts?.[language] ?? texts?.en ?? "";

/** How long ago something was, in words. @param {number} then milliseconds since 1970 @param {number} [now] */
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

/** The words of a game. @param {string} game */
export function lexiconOf(game) {
  if (!lexicons.has(game)) lexicons.set(game, ask("GET", `/words/${game}`));
  return /** @type {Promise<Lexicon>} */ (lexicons.get(game));
}

/** A term of the notation (`red 3`) in the language spoken. @param {Lexicon} lexicon @param {string} name */
export const term = (lexicon, name) => local(lexicon.terms[name] ?? { en: name });

/** A sentence of a game, about those with these names. @param {Lexicon} lexicon @param {Sentence} what @param {string[]} names @returns {string} */
export function told(lexicon, what, names) {
  /** @param {any} value */
  const put = (value) => (typeof value === "object" ? told(lexicon, value, names) : typeof value === "number" ? number(value) : term(lexicon, value));
  const values = Object.fromEntries(Object.entries(what.values).map(([name, value]) => [name, put(value)]));
  values.who = names[what.values.seat] ?? "";
  if (typeof what.values.other === "number") values.other = names[what.values.other] ?? "";
  return fill(local(lexicon.words[what.key]), values);
}
