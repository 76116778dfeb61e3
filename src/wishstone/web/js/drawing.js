// Drawing kit: what covers and pictures draw with as SVG markup, so that they look as if one hand had made them.

import { symbolIn } from "./dom.js";
import { blob } from "./pebble.js";
import { data, round, tag, use } from "./svg.js";
import { COLOURS } from "./words.js";

/**
 * What the cover of a game is drawn with.
 * @param {string} game whose own symbols come before the page's
 */
export const makeDrawing = (game) => {
  /** @type {typeof use} */
  const ownUse = (name, ...where) => use(symbolIn(game, name), ...where);
  return {
    /** The colours of the game: each has a symbol of its name. */
    COLOURS,
    blob,
    data,
    round,
    tag,
    use: ownUse,
    /** The address of a symbol, for a `use` of one's own. @param {string} name */
    href: (name) => `#${symbolIn(game, name)}`,

    /**
     * A stone with its shadow, in a colour and with its sign.
     * @param {number} x
     * @param {number} y
     * @param {number} rx
     * @param {number} ry
     * @param {string} colour
     * @param {string | number} seed of its outline
     * @param {boolean} [sign]
     */
    stone(x, y, rx, ry, colour, seed, sign = true) {
      const size = Math.round(ry * 1.25),
        sigil = ownUse(colour, Math.round(x - size / 2), Math.round(y - size / 2), size, { class: "on" });
      return (
        tag("path", { d: blob(x, y + 2, rx, ry, seed), opacity: "0.2" }) +
        tag(
          "g",
          { "data-c": colour },
          tag("path", { class: "fill edge", d: blob(x, y, rx, ry, seed) }),
          sign ? sigil : "",
        )
      );
    },

    /** A piece of land, in one of the page's colours of land. @param {string} fill @param {string} d */
    land: (fill, d) => tag("path", { fill: `var(--${fill})`, d }),

    /**
     * What stands in the middle of a landscape, smaller.
     * @param {number} scale
     * @param {...string} inside
     */
    smaller: (scale, ...inside) =>
      tag("g", { transform: `translate(120 80) scale(${scale}) translate(-120 -80)` }, ...inside),
  };
};

/** @typedef {ReturnType<typeof makeDrawing>} Drawing */
/** @typedef {(drawing: Drawing) => string} MakeCover  what `GAME.cover.js` exports: SVG markup within 240 × 150 */
