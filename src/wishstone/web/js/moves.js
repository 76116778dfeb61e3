// Names of moves: notation as a sentence, for the list of all moves, a hint, a question before it is made.

import { capital } from "./words.js";
import { term, told } from "./lexicon.js";

/** @typedef {import("./table.js").Table} Table */

/**
 * A move in words: as its picture calls it; else as the server tells it, or by the terms of its notation.
 * @param {Table} page
 * @param {string} move
 */
export const sentenceOf = (page, move) =>
  capital(page.picture?.moveName?.(page, move) ?? toldMove(page, move) ?? inTerms(page, move));

/** @param {Table} page @param {string} move */
function toldMove(page, move) {
  const story = page.legal.find((each) => each.move === move)?.touches.story;
  if (!story || !page.lexicon) return null;
  return told(page.lexicon, story, page.names, page.seat).replace(/\.$/, ""); // a name, also within a sentence
}

/** @param {Table} page @param {string} move */
function inTerms({ lexicon }, move) {
  const [verb, ...rest] = move.split(" "),
    about = rest.join(" ");
  return lexicon && about ? `${term(lexicon, verb)} ${term(lexicon, about)}` : lexicon ? term(lexicon, verb) : move;
}
