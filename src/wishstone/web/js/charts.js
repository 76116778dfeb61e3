// Charts of a game, as SVG: points and luck of each seat, told apart by dash and label, not by colour alone.

import { h } from "./dom.js";
import { number } from "./numbers.js";

const WIDE = 460,
  HIGH = 210,
  LEFT = 34,
  RIGHT = 66,
  TOP = 12,
  BOTTOM = 12,
  LABEL = 17;
const DASHES = ["", "9 5", "2 6", "13 5 2 5", "5 4", "1 5 7 5"];

/** Labels at these heights, moved apart where they would overlap. @param {number[]} heights */
function apart(heights) {
  const order = heights.map((_, place) => place).sort((one, other) => heights[one] - heights[other]),
    placed = [...heights];
  order.forEach((place, k) => k && (placed[place] = Math.max(placed[place], placed[order[k - 1]] + LABEL)));
  const over = Math.max(0, placed[order[order.length - 1]] - HIGH + 8);
  return placed.map((height) => height - over);
}

/**
 * Points over a game.
 * @param {number[][]} rows of each moment, the points of each seat
 * @param {number} at the moment that is looked at
 * @param {string} label
 * @param {(at: number) => void} choose
 */
export function scoreChart(rows, at, label, choose) {
  const values = rows.flat(),
    low = Math.min(0, ...values),
    high = Math.max(5, ...values),
    end = rows.length - 1,
    right = WIDE - RIGHT;
  const step = [1, 2, 5, 10, 20, 50].find((each) => (high - low) / each <= 5) ?? 100,
    first = Math.ceil(low / step);
  const x = (/** @type {number} */ place) => Math.round(10 * (LEFT + (place / Math.max(1, end)) * (right - LEFT))) / 10;
  const y = (/** @type {number} */ value) =>
    Math.round(10 * (TOP + ((high - value) / (high - low)) * (HIGH - TOP - BOTTOM))) / 10;
  const heights = apart(rows[end].map(y));
  const point = (/** @type {PointerEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const part = (((event.clientX - box.left) / box.width) * WIDE - LEFT) / (right - LEFT);
    choose(Math.round(Math.max(0, Math.min(1, part)) * end));
  };
  return h(
    "svg.chart",
    { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label, onpointermove: point, onpointerdown: point },
    Array.from({ length: Math.floor(high / step) - first + 1 }, (_, k) => (first + k) * step).map((value) => [
      h("path", { class: value ? "gl" : "gl zero", d: `M${LEFT} ${y(value)}H${right}` }),
      h("text.ax", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, number(value)),
    ]),
    h("path.at", { d: `M${x(at)} ${TOP}V${HIGH - BOTTOM}` }),
    rows[end].map((_, k) => [
      h("path", {
        class: `ln l${k}`,
        "stroke-dasharray": DASHES[k],
        d: rows.map((row, place) => `${place ? "L" : "M"}${x(place)} ${y(row[k])}`).join(""),
      }),
      h("circle", { class: `pt l${k}`, cx: x(at), cy: y(rows[at][k]), r: 4.5 }),
      h("path", { class: `ln l${k}`, "stroke-dasharray": DASHES[k], d: `M${right + 5} ${heights[k]}h17` }),
      h("text.lb", { x: right + 27, y: heights[k] + 5 }, number(rows[end][k])),
    ]),
  );
}

/**
 * Whose line is which, and the points of each.
 * @param {string[]} names
 * @param {number[]} points
 */
export const legend = (names, points) =>
  h(
    "ul.legend.small",
    names.map((name, k) =>
      h(
        "li",
        h(
          "svg",
          { viewBox: "0 0 36 10", "aria-hidden": "true" },
          h("path", { class: `ln l${k}`, "stroke-dasharray": DASHES[k], d: "M0 5h36" }),
        ),
        `${name}: `,
        h("strong", number(points[k])),
      ),
    ),
  );

/**
 * One seat's luck, added up over the game: above the line it was good.
 * @param {[number, number][]} points where (0 to 1) and how much so far
 * @param {number} most that is drawn, either way
 * @param {string} label
 * @param {boolean} done whether nothing more comes
 */
export function luckChart(points, most, label, done) {
  const wide = 300,
    middle = 18,
    end = (done ? 1 : points[points.length - 1][0]) * wide;
  const steps = points.map(([where, value]) => {
    const x = where * wide,
      y = middle - (value / most) * 16;
    return `H${x.toFixed(1)}V${y.toFixed(1)}`;
  });
  const area = `M0 ${middle}${steps.join("")}H${end}V${middle}z`;
  const half = (/** @type {number} */ top, /** @type {string} */ cls) =>
    h(
      "svg",
      { y: top, width: wide, height: middle, viewBox: `0 ${top} ${wide} ${middle}` },
      h("path", { class: cls, d: area }),
    );
  return h(
    "svg.luckline",
    { viewBox: `0 0 ${wide} 36`, preserveAspectRatio: "none", role: "img", "aria-label": label },
    half(0, "good-luck"),
    half(middle, "bad-luck"),
    h("path.gl.zero", { d: `M0 ${middle}H${wide}` }),
  );
}
