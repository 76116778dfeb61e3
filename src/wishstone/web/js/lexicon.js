// Lexicon of a game: its terms, and the sentences of its story, which the server tells in every language.

import { ask } from "./net.js";
import { number } from "./numbers.js";
import { canSay, fill, language, local, say, shown } from "./words.js";

/** @typedef {{words: Record<string, Record<string, string>>, terms: Record<string, Record<string, string>>}} Lexicon */
/** @typedef {{key: string, values: Record<string, any>}} Sentence */

/** @type {Map<string, Promise<Lexicon>>} */
const lexicons = new Map();
/** Those that are there, by game. @type {Record<string, Lexicon>} */
const known = {};

/** The words of a game, in the language spoken. @param {string} game */
export function lexiconOf(game) {
  const path = `/words/${game}?language=${language}`,
    read = () => ask("GET", path).then((lexicon) => (known[game] = lexicon)),
    asked = lexicons.get(path) ?? read().catch((error) => (lexicons.delete(path), Promise.reject(error)));
  lexicons.set(path, asked);
  return asked;
}

/** What the game that is shown calls something; its name where there is no such term. @param {string} name */
export const nameIn = (name) => (known[shown] ? term(known[shown], name) : name);

/** A sentence of the game that is shown, among those of its story; empty where it has none. @param {string} key */
export const wordOf = (key) => local(known[shown]?.words[key]);

/** What a part of a view is called: by a sentence `view-NAME`, a term of the game, or its name. @param {string} name */
export function labelOf(name) {
  const key = `view-${name}`,
    told = wordOf(key) || (canSay(key) ? say(key) : nameIn(name));
  return told === name ? name.replaceAll("_", " ") : told;
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
