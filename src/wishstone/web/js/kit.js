// Kit of pictures: all that a game's picture may use of the page, handed to it, so that it imports nothing of ours.
// docs/pictures.md describes it for whoever draws a game.

import { button, GO, h, icon, symbolIn, tool } from "./dom.js";
import { makeDrawing } from "./drawing.js";
import { actor, brief, cardMove, deck, hand, last, nearing, pile } from "./kit/cards.js";
import { folded, isOpen, unfold } from "./kit/folding.js";
import { telling } from "./kit/telling.js";
import { chosenDice, dieBox, diceMove, lying, throwing } from "./kit/throwing.js";
import { moves, tumble } from "./motion.js";
import {
  card,
  change,
  chip,
  COLOURS,
  faceOf,
  gain,
  itemName,
  letter,
  mark,
  pebble,
  spoken,
  strip,
  total,
} from "./parts.js";
import { local, sayFor } from "./words.js";
import { number, signed, tenth } from "./numbers.js";
import { labelOf, nameIn, term, wordOf } from "./lexicon.js";

/**
 * The kit of one game: its own sentences and symbols come before the page's.
 * @param {string} game
 */
export const makeKit = (game) => ({
  game,
  ...makeDrawing(game),

  // Elements
  h,
  button,
  tool,
  GO,
  /** @type {typeof icon} */
  icon: (name, ...look) => icon(symbolIn(game, name), ...look),

  // Words and numbers
  say: sayFor(game),
  local,
  term,
  number,
  signed,
  tenth,
  change,
  gain,
  itemName,
  nameOf: nameIn,
  labelOf,
  wordOf,

  // Parts of a table
  COLOURS,
  letter,
  faceOf,
  spoken,
  brief,
  card,
  chip,
  strip,
  pebble,
  mark,
  total,

  // Cards
  deck,
  pile,
  hand,
  nearing,
  cardMove,

  // Dice
  lying,
  dieBox,
  chosenDice,
  throwing,
  diceMove,

  // Behaviour
  last,
  actor,
  telling,
  folded,
  unfold,
  isOpen,
  moves,
  tumble,
});

/** @typedef {ReturnType<typeof makeKit>} Kit */
/** @typedef {import("./drawing.js").Drawing} Drawing */
/** @typedef {import("./drawing.js").MakeCover} MakeCover */
/** @typedef {import("./pictures.js").MakePicture} MakePicture */
/** @typedef {import("./pictures.js").Page} Page */
/** @typedef {import("./pictures.js").Picture} Picture */
/** @typedef {import("./table.js").Legal} Legal */
/** @typedef {import("./lexicon.js").Lexicon} Lexicon */
