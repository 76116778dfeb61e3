// Ground of a board: land, ways, stones and what lies on them, in a picture that changes only when a tile does.

import { h } from "../../dom.js";
import { COLOURS } from "../../parts.js";
import { blob } from "../../pictures.js";
import { number, say } from "../../words.js";
import { bend, RANKS, round, spot } from "./shape.js";

/** @typedef {import("../index.js").Page} Page */
/** @typedef {import("./shape.js").Point} Point */
/** @typedef {import("./shape.js").Shape} Shape */

const TILES = { clover: "clover", discard: "card-discard" };

const put = (
  /** @type {string} */ name,
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {number} */ size,
  /** @type {string} */ cls,
) =>
  `<use href="#${name}" x="${round(x - size / 2)}" y="${round(y - size / 2)}" width="${round(size)}" height="${round(size)}" class="${cls}"/>`;

/**
 * Land, ways, stones and what lies on them: drawn anew only when it has changed.
 * @param {Page} page
 * @param {Shape} shape
 */
export function ground(page, shape) {
  const lies = Object.values(page.view.stones)
    .map((/** @type {any} */ stone) => stone.stack?.[1] ?? stone.tile ?? "")
    .join(",");
  const worths = ranks(page)
    .map((rank) => rank.worth)
    .join(",");
  const key = `${page.about.game} ${Math.round(shape.width)} ${Math.round(shape.height)} ${worths} ${lies}`;
  const drawn = h("svg.ground", {
    key,
    "data-own": true,
    viewBox: `0 0 ${round(shape.width)} ${round(shape.height)}`,
    "aria-hidden": "true",
  });
  if (![...document.querySelectorAll(".ground")].some((each) => each.getAttribute("data-key") === key))
    drawn.innerHTML = scenery(page, shape) + ways(page, shape) + field(shape) + stones(page, shape);
  return drawn;
}

/**
 * What each rank is worth, and whether it lies in the goal.
 * @param {Page} page
 * @returns {{worth: number, goal: boolean}[]}
 */
function ranks(page) {
  const told = Array.from({ length: RANKS }, () => ({ worth: 0, goal: false }));
  for (const stone of /** @type {any[]} */ (Object.values(page.view.stones)))
    told[stone.rank - 1] = { worth: stone.worth, goal: stone.goal };
  return told;
}

/**
 * The land in bands, what they are worth at both edges, and where the goal begins.
 * @param {Page} page
 * @param {Shape} shape
 */
function scenery(page, shape) {
  const { width, height, side, hill, uy } = shape,
    told = ranks(page);
  /** Where a rank begins, along the way. @param {number} rank */
  const begin = (rank) => shape.at(rank, 4)[side ? 0 : 1] + (side ? -uy / 2 : uy / 2);
  /** @param {number} along @param {number} seed */
  const edge = (along, seed) => {
    const across = side ? height : width,
      bend = [0.2, -0.5, 0.4, -0.2, 0.5, -0.4, 0.1].map((value, k) => value * Math.cos(seed * 3 + k) * 0.2 * uy);
    const arch = (/** @type {number} */ k) => (hill && !side ? Math.abs(k / 3 - 1) ** 2 * uy * 0.55 : 0);
    const points = bend.map(
      (value, k) =>
        /** @type {Point} */ ([(k * across) / 6, along + value + arch(k) - (hill && !side ? uy * 0.16 : 0)]),
    );
    let path = side ? `M${round(points[0][1])} 0` : `M0 ${round(points[0][1])}`;
    for (let k = 1; k < 7; k++) {
      const middle = (points[k - 1][0] + points[k][0]) / 2,
        [a, b] = [points[k - 1], points[k]];
      path += side
        ? `C${[a[1], middle, b[1], middle, b[1], b[0]].map(round).join(" ")}`
        : `C${[middle, a[1], middle, b[1], b[0], b[1]].map(round).join(" ")}`;
    }
    return side ? `${path}H0V0z` : `${path}V${round(height)}H0z`;
  };
  const first = (/** @type {(rank: {worth: number, goal: boolean}) => boolean} */ test) =>
    told.findIndex(test) + 1 || RANKS + 1;
  const goal = first((rank) => rank.goal),
    plus = first((rank) => rank.worth > 0),
    zero = first((rank) => rank.worth >= 0);
  /** @type {[string, number][]} */
  const bands = [
    ["hill", goal],
    ...(zero < plus ? /** @type {[string, number][]} */ ([["meadow", plus]]) : []),
    ["bog", zero],
  ];
  const land = `<rect width="${round(width)}" height="${round(height)}" fill="var(--summit)"/>${bands.map(([name, rank]) => `<path d="${edge(begin(rank), rank)}" fill="var(--${name})"/>`).join("")}`;
  const line = begin(goal);
  let out = hill && !side ? crest(shape, land) : land;
  out += side
    ? `<path class="goal" d="M${round(line)} 0V${round(height)}"/>`
    : `<path class="goal" d="${hill ? `M0 ${round(line + uy * 0.3)}Q${width / 2} ${round(line - uy * 0.42)} ${width} ${round(line + uy * 0.3)}` : `M0 ${round(line)}H${width}`}"/>`;
  if (shape.big)
    for (const [x, anchor] of [
      [8, "start"],
      [width - 8, "end"],
    ])
      out += `<text x="${x}" y="${round(line - (hill ? -4 : 5))}" text-anchor="${anchor}" class="gl">${say("board-goal-line")}</text>`;
  told.forEach((rank, k) => {
    const [x, y] = shape.at(k + 1, 4),
      label = number(rank.worth),
      in_ = shape.big ? 8 : 4;
    if (side) out += `<text x="${round(x)}" y="${round(height - 5)}" text-anchor="middle" class="rv">${label}</text>`;
    else
      for (const [at, anchor] of [
        [in_, "start"],
        [width - in_, "end"],
      ])
        out += `<text x="${at}" y="${round(y + 5)}" text-anchor="${anchor}" class="rv">${label}</text>`;
  });
  return out;
}

/**
 * The base game's hill: sky and a farther ridge beside it, a dolmen on top.
 * @param {Shape} shape
 * @param {string} land
 */
function crest(shape, land) {
  const { width: w, height, uy } = shape,
    top = shape.at(RANKS, 4)[1] - uy * 0.68,
    foot = shape.at(4, 4)[1];
  const outline = `M0 ${round(height)}V${round(foot)}C${round(w * 0.02)} ${round(foot - uy * 3)} ${round(w * 0.1)} ${round(top)} ${w / 2} ${round(top)}S${round(w * 0.98)} ${round(foot - uy * 3)} ${w} ${round(foot)}V${round(height)}z`;
  const k = uy / 54,
    x = w / 2,
    stone = (/** @type {number} */ dx) =>
      `<path d="M${round(x + dx * k)} ${round(top + 4)}l${round(1.5 * k)} ${round(-22 * k)}c1-3 5-3 6 0l${round(2 * k)} ${round(22 * k)}z"/>`;
  return `<defs><clipPath id="hillside"><path d="${outline}"/></clipPath></defs><rect width="${w}" height="${round(height)}" fill="var(--sky)"/><circle cx="${round(w * 0.88)}" cy="${round(top - uy * 0.12)}" r="${round(uy * 0.26)}" fill="var(--sun)"/><path fill="var(--far)" d="M0 ${round(top + uy * 1.5)}C${round(w * 0.14)} ${round(top + uy * 0.5)} ${round(w * 0.3)} ${round(top + uy)} ${w / 2} ${round(top + uy)}S${round(w * 0.9)} ${round(top + uy * 1.1)} ${w} ${round(top + uy * 1.7)}V${round(height)}H0z"/><g class="dolmen">${stone(-19)}${stone(10)}<path d="M${round(x - 27 * k)} ${round(top - 18 * k)}c${round(16 * k)} ${round(-6 * k)} ${round(38 * k)} ${round(-6 * k)} ${round(54 * k)} 0c3 2 3 6-1 ${round(7 * k)}c${round(-16 * k)} 2 ${round(-36 * k)} 2 ${round(-52 * k)} 0c-4-1-4-5-1-${round(7 * k)}z"/></g><g clip-path="url(#hillside)">${land}</g><path d="${outline}" class="brow"/>`;
}
/** @param {Page} page @param {Shape} shape @param {string} from @param {string} to */
function wayPath(page, shape, from, to) {
  const [first, ...rest] = bend(page, shape, from, to);
  return `M${first.map(round).join(" ")}C${rest.flat().map(round).join(" ")}`;
}

/** @param {Page} page @param {Shape} shape */
function ways(page, shape) {
  const all = [
    ...page.view.start.map((/** @type {string} */ to) => ["start", to]),
    ...Object.entries(page.view.stones).flatMap(([from, stone]) =>
      stone.to.map((/** @type {string} */ to) => [from, to]),
    ),
  ];
  const path = all.map(([from, to]) => wayPath(page, shape, from, to)).join("");
  return `<path class="way" d="${path}"/><path class="way in" d="${path}"/>`;
}

/** The start field. @param {Shape} shape */
function field(shape) {
  const [x, y] = shape.start,
    [rx, ry] = shape.startSize;
  return `<path class="start-field" d="${blob(x, y, rx, ry, "start field")}"/>${shape.big ? `<text x="${round(x - rx * 0.9)}" y="${round(y + 5)}" class="rv">${say("board-start")}</text>` : ""}`;
}

/** @param {Page} page @param {Shape} shape */
function stones(page, shape) {
  const { rx, ry } = shape,
    size = ry * 0.62;
  return Object.entries(page.view.stones)
    .map(([name, stone]) => {
      const [x, y] = spot(page, shape, name),
        lies = stone.tile || stone.stack;
      let out = `<path d="${blob(x, y + 2.5, rx, ry, name)}" class="sh"/><g data-c="${stone.colour}"><path d="${blob(x, y, rx, ry, name)}" class="face"/>`;
      if (stone.colour === "joker") {
        const middle = lies ? x - rx * 0.42 : x;
        COLOURS.forEach((colour, k) => {
          const angle = (k * 2 * Math.PI) / 5 - Math.PI / 2;
          out += `<circle cx="${round(middle + Math.cos(angle) * size * 0.78)}" cy="${round(y + Math.sin(angle) * size * 0.78)}" r="${round(size * 0.27)}" fill="var(--${colour}-fill)" class="dot"/>`;
        });
        out += `<circle cx="${round(middle)}" cy="${round(y)}" r="${round(size * 0.2)}" class="hub"/>`;
      } else out += put(stone.colour, lies ? x - rx * 0.44 : x, y, size * 1.44, "sym");
      return `${out}${lies ? tile(stone, x + rx * 0.4, y, ry * 0.62) : ""}</g>`;
    })
    .join("");
}

/**
 * What lies on a stone.
 * @param {any} stone
 * @param {number} x
 * @param {number} y
 * @param {number} t
 */
function tile(stone, x, y, t) {
  if (stone.stack) {
    const [colour, count] = stone.stack;
    if (!count)
      return `<g data-c="${colour}"><ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(t)}" ry="${round(t * 0.86)}" class="bare"/></g>`;
    const high = Math.min(count, 3);
    const heap = Array.from(
      { length: high },
      (_, k) =>
        `<ellipse cx="${round(x)}" cy="${round(y + 3 - k * 3)}" rx="${round(t)}" ry="${round(t * 0.86)}" class="ws"/>`,
    ).join("");
    return `<g data-c="${colour}">${heap}${put(colour, x, y + 6 - high * 3, t * 1.24, "sym")}</g><circle cx="${round(x + t * 0.9)}" cy="${round(y + t * 0.95)}" r="${round(Math.max(6, t * 0.52))}" class="cn"/><text x="${round(x + t * 0.9)}" y="${round(y + t * 0.95 + 3.3)}" class="cnt">${count}</text>`;
  }
  const [kind, detail] = stone.tile.split(" ");
  if (kind === "wish")
    return detail
      ? `<g data-c="${detail}"><ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(t)}" ry="${round(t * 0.86)}" class="ws"/>${put(detail, x, y, t * 1.24, "sym")}</g>`
      : `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(t * 1.05)}" ry="${round(t * 0.92)}" class="grey"/>${put("wish-stone", x, y, t * 1.3, "inkstone")}`;
  const plate = `<rect x="${round(x - t)}" y="${round(y - t)}" width="${round(2 * t)}" height="${round(2 * t)}" rx="${round(t * 0.42)}" class="tl"/>`;
  return (
    plate +
    (kind === "points"
      ? `<text x="${round(x)}" y="${round(y + t * 0.42)}" font-size="${round(t * 1.2)}" class="tv">+${detail}</text>`
      : put(/** @type {any} */ (TILES)[kind], x, y, t * 1.48, "tv"))
  );
}
