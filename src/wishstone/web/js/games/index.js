// Registry of pictures: which module draws which game, and what a picture has.

import { dress, symbols } from "../dom.js";
import { later } from "../net.js";
import { learn } from "../words.js";

/**
 * What a game is drawn from: a table, or a page that looks like one without a line to the server.
 * @typedef {Pick<import("../table.js").Table, Shown>} Page
 * @typedef {"about" | "before" | "called" | "choose" | "chosen" | "id" | "legal" | "lexicon" | "log" | "notice" |
 *   "others" | "picture" | "play" | "player" | "preview" | "refuse" | "render" | "root" | "scene" | "seat" | "tells" |
 *   "turn" | "view"} Shown
 */
/**
 * What draws one game. Everything is given the page, and gives elements.
 * @typedef {object} Picture
 * @property {(page: Page) => {lead: string, text: string}} ask  one line: whose turn, and what is wanted
 * @property {(page: Page) => any} ends  how near the end is, for the bar
 * @property {(page: Page, seat: number) => any} seat  somebody's rows and stones
 * @property {(page: Page) => any} middle  what lies in the middle
 * @property {(page: Page) => any} dock  what one has in hand
 * @property {(page: Page) => any} [mine]  one's own rows, if they have a place of their own
 * @property {(page: Page, seat: number) => any} [meta]  a few words under a name
 * @property {string} [landmark]  what stands behind the winner's name, where it is no dolmen
 * @property {boolean} [board]  whether the middle needs the room, so that one sits among the others
 */

/**
 * What each game is drawn with: its module, the part with its sentences, and its stylesheet if it has one of its own.
 * @type {Record<string, {load: () => Promise<{default: Picture}>, part: string, css?: string}>}
 */
const PICTURES = {
  "keltis-card": { load: () => import("./card.js"), part: "card" },
  keltis: { load: () => import("./board.js"), part: "board", css: "games/board.css" },
  "keltis-new-paths": { load: () => import("./board.js"), part: "board", css: "games/board.css" },
  "keltis-dice": { load: () => import("./dice.js"), part: "dice", css: "games/dice.css" },
  "quartz-dice": { load: () => import("./quartz.js"), part: "quartz", css: "games/quartz.css" },
};

/** What every table is drawn with: its sentences, its stylesheet, its symbols. */
export const tableware = () => Promise.all([learn("table"), dress("table.css"), symbols("symbols-table.svg")]);

/**
 * The picture of a game, with all that it is drawn with.
 * @param {string} game
 */
export async function pictureOf(game) {
  const { load, part, css } = PICTURES[game];
  const [{ default: picture }] = await Promise.all([later(load), learn(part), tableware()]);
  if (css) await dress(css); // after that of all tables, which it refines
  return picture;
}
