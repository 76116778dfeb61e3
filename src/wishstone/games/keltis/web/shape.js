// Layout of a board: its size, its stones, the ways between them; upright or lying on its side.

/** @typedef {import("wishstone-kit").Page} Page */
/** @typedef {[number, number]} Point */
/**
 * How large everything is, and where.
 * @typedef {{side: boolean, big: boolean, hill: boolean, width: number, height: number, rx: number, ry: number, uy:
 *   number, at: (rank: number, x: number) => Point, start: Point, startSize: Point}} Shape
 */

export const RANKS = 9;

/** A place to a tenth, which is exact enough. @param {number} value */
const tenth = (value) => Math.round(value * 10) / 10;

/** Whether there is room beside the board, as the stylesheets see it: with larger text there is less. */
export const isWide = () => matchMedia("(width >= 56.25rem)").matches;

/** @param {Page} page @returns {Shape} */
export function shapeOf(page) {
  const hill = page.about.game === "keltis",
    wide = isWide();
  if (!wide && innerHeight <= 480) return lying(hill);
  const width = wide ? 620 : Math.min(innerWidth - 16, 760),
    big = wide || width > 520,
    tablet = !wide && width > 580 && innerHeight >= 768;
  const uy = wide
    ? hill
      ? 53
      : 56.5
    : Math.max(44, Math.min(84, (innerHeight - (tablet ? 460 : 392)) / (hill ? 10.8 : 10.1)));
  const top = hill ? (wide ? 42 : uy * (innerHeight < 780 ? 0.6 : 0.74)) : wide ? 8 : 6,
    edge = hill ? (big ? 70 : 46) : big ? 42 : 28;
  const ux = (width - 2 * edge) / 8,
    rx = Math.min(tablet ? 40 : big ? 30 : 31, ux * (hill ? 0.62 : 0.53)),
    ry = Math.min(tablet ? 26 : wide ? 20.5 : 22, uy * 0.365);
  /** @type {Shape["at"]} */
  const at = (rank, x) => [
    width / 2 + (x - 4) * ux * (hill ? 1 - 0.028 * (rank - 1) : 1),
    top + uy * (RANKS - rank + 0.5),
  ];
  return {
    side: false,
    big,
    hill,
    width,
    height: top + uy * (RANKS + 1.02),
    rx,
    ry,
    uy,
    at,
    start: [width / 2, top + uy * (RANKS + 0.54)],
    startSize: [width * 0.41, uy * 0.38],
  };
}

/**
 * On a phone that lies on its side the board does so, too: it climbs from left to right.
 * @param {boolean} hill
 * @returns {Shape}
 */
function lying(hill) {
  const width = innerWidth - 16 - 112,
    height = Math.max(hill ? 264 : 246, innerHeight - 132),
    start = 92,
    step = (width - start - 4) / RANKS,
    edge = hill ? 30 : 18;
  /** @type {Shape["at"]} */
  const at = (rank, x) => [start + step * (rank - 0.5), edge + 8 + (x * (height - 2 * edge - 26)) / 8];
  return {
    side: true,
    big: false,
    hill,
    width,
    height,
    rx: Math.min(27, step * 0.42),
    ry: 15.5,
    uy: step,
    at,
    start: [start / 2 - 2, height / 2 - 8],
    startSize: [start * 0.42, height * 0.42],
  };
}

/** @param {Page} page @param {Shape} shape @param {string} name @returns {Point} */
export function spot(page, shape, name) {
  const stone = page.view.stones[name];
  return stone ? shape.at(stone.rank, stone.x) : shape.start;
}

/**
 * A place over the picture, in parts of its size.
 * @param {Shape} shape
 * @param {number} x
 * @param {number} y
 */
export const over = (shape, x, y) => ({
  left: `${((100 * x) / shape.width).toFixed(2)}%`,
  top: `${((100 * y) / shape.height).toFixed(2)}%`,
});

/**
 * A way between two stones as four points: it leaves and arrives in the direction of the climb.
 * @param {Page} page
 * @param {Shape} shape
 * @param {string} from
 * @param {string} to
 * @returns {Point[]}
 */
export function bend(page, shape, from, to) {
  const [bx, by] = spot(page, shape, to);
  let [ax, ay] = spot(page, shape, from);
  if (from === "start") shape.side ? (ay = by + (ay - by) * 0.2) : (ax = bx + (ax - bx) * (shape.hill ? 0.06 : 0.3));
  const mx = (ax + bx) / 2,
    my = (ay + by) / 2;
  return shape.side
    ? [
        [ax, ay],
        [mx, ay],
        [mx, by],
        [bx, by],
      ]
    : [
        [ax, ay],
        [ax, my],
        [bx, my],
        [bx, by],
      ];
}

/**
 * The part of a way that lies between the stones.
 * @param {Page} page
 * @param {Shape} shape
 * @param {string} from
 * @param {string} to
 */
export function trace(page, shape, from, to) {
  const points = bend(page, shape, from, to),
    near = from === "start" ? 0.25 : 0.3;
  const at = (/** @type {number} */ t) =>
    [0, 1].map((axis) =>
      tenth(
        (1 - t) ** 3 * points[0][axis] +
          3 * (1 - t) ** 2 * t * points[1][axis] +
          3 * (1 - t) * t * t * points[2][axis] +
          t ** 3 * points[3][axis],
      ),
    );
  return `M${Array.from({ length: 7 }, (_, k) => at(near + (k * (0.72 - near)) / 6).join(" ")).join("L")}`;
}
