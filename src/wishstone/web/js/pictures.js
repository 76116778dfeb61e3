// Registry of pictures: what a game is drawn with, from its own folder, or with the generic picture.

import { dress, symbols, symbolsOf } from "./dom.js";
import { hasFile, later, moduleOf, pathOf } from "./net.js";
import { learn, learnGame, showGame } from "./words.js";

/**
 * What a game is drawn from: a table, or a page that looks like one without a line to the server.
 * @typedef {Pick<import("./table.js").Table, Shown>} Page
 * @typedef {"about" | "before" | "called" | "choose" | "chosen" | "id" | "legal" | "lexicon" | "log" | "moveName" |
 *   "names" | "notice" | "others" | "picture" | "play" | "player" | "preview" | "refuse" | "render" | "root" |
 *   "scene" | "seat" | "tells" | "turn" | "view"} Shown
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
 * @property {(page: Page, move: string) => string | null} [moveName]  a move in words, for lists, hints and questions
 * @property {string} [landmark]  what stands behind the winner's name, where it is no dolmen
 * @property {boolean} [board]  whether the middle needs the room, so that one sits among the others
 */
/** @typedef {(kit: import("./kit.js").Kit) => Picture} MakePicture  what `GAME.js` exports */

/** What every table is drawn with: its sentences, its stylesheets, its symbols. */
export const tableware = () =>
  Promise.all([learn("table"), dress("forms.css"), dress("table.css"), symbols("symbols-table.svg")]);

/** @type {Map<string, Promise<Picture>>} */
const pictures = new Map();

/**
 * The picture of a game, with all that it is drawn with. The game is shown from now on.
 * @param {string} game
 */
export async function pictureOf(game) {
  if (!pictures.has(game)) pictures.set(game, makePicture(game));
  try {
    const picture = await pictures.get(game);
    showGame(game);
    document.documentElement.dataset.game = game;
    return /** @type {Picture} */ (picture);
  } catch (error) {
    pictures.delete(game);
    throw error;
  }
}

/** @param {string} game @returns {Promise<Picture>} */
async function makePicture(game) {
  const own = hasFile(game, `${game}.js`),
    style = hasFile(game, `${game}.css`) ? pathOf(game, `${game}.css`) : null;
  const [{ makeKit }, made] = await Promise.all([
    later(() => import("./kit.js")),
    own ? moduleOf(game, `${game}.js`) : null,
    learnGame(game),
    symbolsOf(game),
    tableware(),
  ]);
  if (!made) return genericPicture(game);
  if (style) await dress(style); // after that of all tables, which it refines
  try {
    return guarded(game, made.default(makeKit(game)));
  } catch (error) {
    return instead(game, error);
  }
}

/** @param {string} game @returns {Promise<Picture>} */
async function genericPicture(game) {
  const [{ default: make }, { makeKit }] = await Promise.all([
    later(() => import("./generic-picture.js")),
    later(() => import("./kit.js")),
    learn("generic"),
  ]);
  await dress("generic.css");
  return make(makeKit(game));
}

/** @param {string} game @param {unknown} error */
function instead(game, error) {
  console.error(`The picture of ${game} does not work; the generic one is shown instead.`, error);
  return genericPicture(game);
}

/**
 * A picture that gives way to the generic one as soon as one of its functions throws.
 * @param {string} game
 * @param {Picture} picture
 * @returns {Picture}
 */
function guarded(game, picture) {
  /** @type {Picture} */
  let shown = picture;
  /** @type {Promise<void> | null} */
  let changing = null;
  /** @param {keyof Picture} name @param {Page} page @param {any[]} rest */
  const call = (name, page, ...rest) => {
    try {
      return /** @type {any} */ (shown)[name]?.(page, ...rest);
    } catch (error) {
      if (shown !== picture) throw error;
      changing ??= instead(game, error).then((generic) => {
        shown = generic;
        delete document.documentElement.dataset.game; // its style is of no use any more
        page.render();
      });
      return name === "ask" ? { lead: "", text: "" } : null;
    }
  };
  return {
    get board() {
      return shown.board;
    },
    get landmark() {
      return shown.landmark;
    },
    ask: (page) => call("ask", page),
    ends: (page) => call("ends", page),
    seat: (page, seat) => call("seat", page, seat),
    middle: (page) => call("middle", page),
    dock: (page) => call("dock", page),
    mine: (page) => call("mine", page),
    meta: (page, seat) => call("meta", page, seat),
    moveName: (page, move) => call("moveName", page, move),
  };
}
