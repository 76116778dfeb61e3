// Localisation: the sentences of the page and of games, by language; what a game's story says is in lexicon.js.

import { keep } from "./keep.js";
import { file, hasFile, pathOf } from "./net.js";

export const COLOURS = ["blue", "green", "pink", "red", "yellow"];

/** The language spoken, as the boot script has found it. */
export let language = globalThis.document?.documentElement.lang || "en";

/** @typedef {Record<string, string>} Sentences by their keys */

/** The sentences of the page's parts that were learnt. @type {Sentences} */
const sentences = {};
/** Those of games, each in a space of its own. @type {Record<string, Sentences>} */
const ownSentences = {};
/** The game that is shown: what the page has no sentence for may be one of its. */
export let shown = "";
/** What was learnt, and how it is read in the language spoken. @type {Map<string, () => Promise<void>>} */
const learnt = new Map();
/** @type {Map<string, Promise<void>>} */
const parts = new Map();

/**
 * Have the sentences of a part (`strings/PART.LANGUAGE.json`), before anything of it is said.
 * @param {string} part
 */
export const learn = (part) =>
  once(part, async () => void Object.assign(sentences, await read(`strings/${part}.${language}.json`)));

/**
 * Have a game's own sentences: in English, where it has none in the language spoken.
 * @param {string} game
 */
export const learnGame = (game) =>
  once(`game ${game}`, async () => {
    const name = [language, "en"].map((each) => `${game}.${each}.json`).find((each) => hasFile(game, each));
    ownSentences[game] = name ? await read(pathOf(game, name)) : {};
  });

/** @param {string} path @returns {Promise<Sentences>} */
const read = async (path) => (await file(path)).json();

/** @param {string} name @param {() => Promise<void>} how */
function once(name, how) {
  const known = parts.get(name) ?? how().catch((error) => (parts.delete(name), Promise.reject(error)));
  parts.set(name, known);
  learnt.set(name, how);
  return known;
}

/** A game is shown from now on. @param {string} game */
export const showGame = (game) => void (shown = game);

/** Speak another language from now on. @param {string} chosen */
export async function speak(chosen) {
  language = chosen;
  keep("language", chosen);
  await Promise.all([...learnt.values()].map((again) => again()));
  document.documentElement.lang = chosen;
}

/**
 * A sentence of the page; one of the game that is shown where the page has none.
 * @param {string} key
 * @param {Record<string, any>} [values]
 */
export const say = (key, values = {}) => fill(sentences[key] ?? ownSentences[shown]?.[key] ?? missing(key), values);

/**
 * How a game speaks: its own sentences, and the page's where it has none.
 * @param {string} game
 * @returns {typeof say}
 */
export const sayFor =
  (game) =>
  (key, values = {}) =>
    fill(ownSentences[game]?.[key] ?? sentences[key] ?? missing(key), values);

/**
 * Whether there is such a sentence, of the page or of a game.
 * @param {string} key
 * @param {string} [game]
 */
export const canSay = (key, game = shown) => key in sentences || key in (ownSentences[game] ?? {});

/** The key stands for a sentence that is not there, so that something can be read. @param {string} key */
function missing(key) {
  console.warn(`there is no sentence ${key}; perhaps its part is not learnt`);
  return key;
}

/** The name of a game. @param {string} game */
export const titleOf = (game) => local(wishstone.games[game]?.title) || game;

/** The name of a game where there is little room. @param {string} game */
export const shortOf = (game) => local(wishstone.games[game]?.short) || titleOf(game);

/** @param {string} text @param {Record<string, any>} values */
export const fill = (text, values) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));

/** A text as a sentence begins. @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A text that the server gave in every language. @param {Record<string, string>} [texts] */
export const local = (texts) => texts?.[language] ?? texts?.en ?? "";
