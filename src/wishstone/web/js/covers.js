// Covers: the picture on the box of a game, by the game itself; or stones, drawn for its name.

import { h, symbolsOf } from "./dom.js";
import { makeDrawing } from "./drawing.js";
import { hasFile, moduleOf } from "./net.js";

/** @typedef {import("./drawing.js").Drawing} Drawing */

/** What was drawn already, as SVG markup by game. @type {Map<string, string>} */
const drawn = new Map();
/** @type {Map<string, Promise<string>>} */
const drawing = new Map();

/** @param {string} game */
async function draw(game) {
  const name = `${game}.cover.js`;
  const [cover] = await Promise.all([hasFile(game, name) ? moduleOf(game, name) : null, symbolsOf(game, true)]);
  const kit = makeDrawing(game);
  let inside;
  try {
    inside = cover?.default(kit);
  } catch (error) {
    console.error(`The cover of ${game} could not be drawn; stones are shown instead.`, error);
  }
  drawn.set(game, inside ?? stones(kit, game));
  return /** @type {string} */ (drawn.get(game));
}

/**
 * A cover for a game without one: stones in a meadow, as many as its name has letters, and always the same.
 * @param {Drawing} kit
 * @param {string} game
 */
function stones({ COLOURS, land, stone }, game) {
  const letters = [...game].slice(0, 14).map((letter) => letter.charCodeAt(0));
  const placed = letters.map((code, k) => {
    const row = k % 3,
      x = 24 + ((k * 61 + code * 7) % 192),
      size = 17 - 4 * row;
    return {
      y: 128 - 22 * row - (code % 9),
      x,
      size,
      colour: COLOURS[(code + k) % COLOURS.length],
      seed: `${game}${k}`,
    };
  });
  return (
    land("far", "M0 92C50 62 90 70 128 50s70 0 112 22V150H0z") +
    land("mid", "M0 150V104C60 84 180 84 240 104v46z") +
    placed
      .sort((one, other) => one.y - other.y)
      .map(({ x, y, size, colour, seed }) => stone(x, y, size, size * 0.72, colour, seed, size > 10))
      .join("")
  );
}

/**
 * The picture on the box of a game, drawn as soon as its module is there.
 * @param {string} game
 */
export function picture(game) {
  const shown = h("svg.pic", { viewBox: "0 0 240 150", preserveAspectRatio: "xMidYMax slice", "data-own": true });
  const fill = (/** @type {string} */ inside) => {
    shown.innerHTML = `<rect width="240" height="150" fill="var(--sky)"/>${inside}`;
  };
  fill(drawn.get(game) ?? "");
  if (!drawn.has(game)) {
    if (!drawing.has(game)) drawing.set(game, draw(game));
    drawing.get(game)?.then(fill, () => drawing.delete(game)); // without a network there is only its ground
  }
  return shown;
}
