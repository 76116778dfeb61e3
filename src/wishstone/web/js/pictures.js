// Pictures on the boxes of the games: five small landscapes.

import { h } from "./dom.js";
import { blob } from "./pebble.js";
import { data, tag, use } from "./svg.js";
import { COLOURS } from "./words.js";

/**
 * @param {number} x
 * @param {number} y
 * @param {number} rx
 * @param {number} ry
 * @param {string} colour
 * @param {string | number} seed
 * @param {boolean} [sign]
 */
function stone(x, y, rx, ry, colour, seed, sign = true) {
  const size = Math.round(ry * 1.25),
    sigil = use(colour, Math.round(x - size / 2), Math.round(y - size / 2), size, { class: "on" });
  return (
    tag("path", { d: blob(x, y + 2, rx, ry, seed), opacity: "0.2" }) +
    tag("g", { "data-c": colour }, tag("path", { class: "fill edge", d: blob(x, y, rx, ry, seed) }), sign ? sigil : "")
  );
}

/** @param {string} fill @param {string} d */
const land = (fill, d) => tag("path", { fill: `var(--${fill})`, d });

/**
 * What stands in the middle of a landscape, smaller.
 * @param {number} scale
 * @param {...string} inside
 */
const smaller = (scale, ...inside) =>
  tag("g", { transform: `translate(120 80) scale(${scale}) translate(-120 -80)` }, ...inside);

// A dolmen: two standing stones, and the one that lies on them.
const STANDING = "M103 62l2-25c1-5 8-5 9 0l2 25zM124 62l2-25c1-5 8-5 9 0l3 25z";
const LYING = "M97 36c14-6 32-6 46 0 4 2 4 7-1 8-14 2-30 2-44 0-4-1-5-6-1-8z";

function keltis() {
  const stones = COLOURS.flatMap((colour, k) =>
    [0, 1, 2, 3].map((row) => {
      const t = row / 3.6,
        r = 14 * (1 - t) + 6 * t,
        x = Math.round(120 + ((k - 2) / 2) * (70 * (1 - t) + 22 * t)),
        y = Math.round(134 - row * 21 + row * row * 0.9);
      return stone(x, y, r, r * 0.72, colour, k * 9 + row, row < 3);
    }),
  );
  const dolmen = tag("g", { fill: "var(--ink-2)" }, tag("path", { d: STANDING }), tag("path", { d: LYING }));
  return (
    tag("circle", { cx: 166, cy: 34, r: 13, fill: "var(--sun)" }) +
    land("far", "M0 92C50 62 90 70 128 50s70 0 112 22V150H0z") +
    land("mid", "M0 150V126C40 98 92 74 120 62c30 14 80 34 120 66v22z") +
    smaller(0.86, ...stones, dolmen)
  );
}

function paths() {
  /** @type {Record<string, [number, number, string]>} */
  const at = {
    a: [62, 132, "green"],
    b: [128, 136, "red"],
    c: [190, 128, "pink"],
    d: [40, 94, "blue"],
    e: [102, 94, "yellow"],
    f: [166, 92, "green"],
    g: [74, 56, "red"],
    h: [138, 54, "blue"],
    k: [204, 60, "yellow"],
    l: [106, 22, "pink"],
    m: [172, 22, "green"],
  };
  let out =
    tag("rect", { width: 240, height: 150, fill: "var(--summit)" }) +
    land("hill", "M0 150V40C60 20 170 22 240 46v104z") +
    land("meadow", "M0 150v-38c70-18 170-16 240 4v34z");
  /** @type {[number, string][]} */
  const lines = [
    [9, "way"],
    [5.5, "way-2"],
  ];
  for (const [width, colour] of lines)
    for (const [one, other] of ["ad", "ae", "be", "bf", "cf", "dg", "eg", "eh", "fh", "fk", "gl", "hl", "hm", "km"]) {
      const [x1, y1] = at[one],
        [x2, y2] = at[other],
        middle = Math.round((y1 + y2) / 2),
        d = data`M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`;
      out += tag("path", { d, fill: "none", stroke: `var(--${colour})`, "stroke-width": width });
    }
  for (const [name, [x, y, colour]] of Object.entries(at)) out += stone(x, y, 17, 12.5, colour, name);
  const figures = [use("figure-large", 84, 66, 26), use("figure", 148, 67, 23)];
  return out + figures.map((drawn, k) => tag("g", { "data-s": k + 1, class: "stone-of" }, drawn)).join("");
}

/**
 * A card: a shadow, its face, its number and sign.
 * @param {string} colour
 * @param {number} n
 * @param {number} x
 * @param {number} y
 * @param {number} turn degrees
 */
function card(colour, n, x, y, turn) {
  const size = { width: 58, height: 82, rx: 8 };
  return tag(
    "g",
    { "data-c": colour, transform: `rotate(${turn} ${x + 26} ${y + 40})` },
    tag("rect", { x, y: y + 3, ...size, opacity: "0.2" }),
    tag("rect", { class: "fill edge", x, y, ...size }),
    tag("text", { class: "on carved", x: x + 8, y: y + 26, "font-size": 24 }, String(n)),
    use(colour, x + 26, y + 8, 17, { class: "on" }),
    use(colour, x + 13, y + 36, 32, { class: "on", opacity: "0.45" }),
  );
}

/**
 * A grey stone with a number.
 * @param {number} n
 * @param {number} x
 * @param {number} y
 */
function numbered(n, x, y) {
  const look = { class: "carved", x, y: y + 7, "text-anchor": "middle", "font-size": 19, fill: "#0f1412" };
  return (
    tag("path", { d: blob(x, y, 19, 15, n), fill: "var(--stone)", stroke: "#3d453f", "stroke-width": 1.5 }) +
    tag("text", look, String(n))
  );
}

function cards() {
  return (
    land("mid", "M0 110C60 92 180 92 240 110v40H0z") +
    land("near", "M0 128c70-14 170-14 240 0v22H0z") +
    smaller(0.88, card("red", 3, 50, 42, -15), card("yellow", 6, 91, 30, -2), card("blue", 9, 132, 38, 12)) +
    numbered(4, 72, 130) +
    numbered(7, 176, 132)
  );
}

/**
 * A die: a shadow and its face.
 * @param {string} face
 * @param {number} x
 * @param {number} y
 * @param {number} turn degrees
 */
function die(face, x, y, turn) {
  const size = { width: 54, height: 54, rx: 11 };
  return tag(
    "g",
    { "data-c": "bone", transform: `rotate(${turn} ${x + 27} ${y + 27})` },
    tag("rect", { x, y: y + 4, ...size, opacity: "0.22" }),
    tag("rect", { class: "fill edge", x, y, ...size }),
    use(face, x + 10, y + 10, 34, { class: "on" }),
  );
}

/**
 * A tile with its value.
 * @param {string} colour
 * @param {number} value
 * @param {number} x
 * @param {number} y
 */
function tile(colour, value, x, y) {
  const text = { class: "on carved", x: x + 11, y: y + 17, "text-anchor": "middle", "font-size": 16 };
  return tag(
    "g",
    { "data-c": colour },
    tag("rect", { class: "fill edge", x: x - 4, y: y - 2, width: 30, height: 26, rx: 6 }),
    tag("text", text, String(value)),
  );
}

function throwing() {
  return (
    land("near", "M0 104C70 84 170 84 240 104v46H0z") +
    tag("path", { d: "M0 126c70-12 170-12 240 0v24H0z", fill: "var(--earth)", opacity: "0.35" }) +
    smaller(
      0.84,
      die("pip-3", 36, 46, -12),
      die("pip-stone", 94, 30, 5),
      die("pip-4", 150, 48, 16),
      tile("green", 7, 39, 116),
      tile("pink", 5, 74, 122),
      tile("yellow", 0, 109, 118),
      tile("red", 2, 144, 124),
      tile("blue", 10, 179, 118),
    )
  );
}

// A mine: rock, its walls, the dark behind them; and the cart that the crystals lie in.
const ROCK = "M0 0H240V150H0z";
const WALLS = "M0 150V34C20 14 44 40 62 22s38-18 58-10 36-12 58 2 40-4 62 20v116z";
const TUNNEL = "M28 150C24 84 64 44 120 44s98 40 92 106z";
const CART = "M66 88h110l-11 34c-1 5-5 8-10 8H87c-5 0-9-3-10-8z";
const RIM = "M60 88h122";
const BOARDS = "M88 92l6 36M121 92v36M154 92l-6 36";
const RAIL = "M0 147h240";

function mine() {
  /** @type {[string, string, number, number, number][]} */
  const gems = [
    ["quartz", "quartz", 16, 92, 34],
    ["emerald", "green", 186, 100, 24],
    ["amber", "yellow", 186, 30, 18],
    ["quartz", "quartz", 44, 22, 22],
    ["rubellite", "pink", 6, 40, 20],
    ["sapphire", "blue", 84, 58, 34],
    ["ruby", "red", 112, 44, 36],
    ["rubellite", "pink", 136, 58, 34],
    ["quartz", "quartz", 100, 66, 30],
    ["amber", "yellow", 128, 68, 26],
    ["worthless", "black", 76, 74, 24],
    ["emerald", "green", 146, 74, 24],
  ];
  const wheels = [96, 146].map((cx) => tag("circle", { cx, cy: 136, r: 9 }));
  return [
    tag("path", { d: ROCK, fill: "#3b3a3f" }),
    tag("path", { d: WALLS, fill: "#504c4c" }),
    tag("path", { d: TUNNEL, fill: "#26262b" }),
    ...gems.map(([kind, colour, x, y, size]) =>
      tag("g", { "data-c": colour, class: "gemlike" }, use(kind, x, y, size)),
    ),
    tag("path", { d: CART, fill: "#8a5a3c", stroke: "#4a2c18", "stroke-width": 2 }),
    tag("path", { d: RIM, stroke: "#4a2c18", "stroke-width": 6, "stroke-linecap": "round" }),
    tag("path", { d: BOARDS, stroke: "#6b4329", "stroke-width": 2.5 }),
    tag("g", { fill: "#2a2a2c", stroke: "#8d8d88", "stroke-width": 3 }, ...wheels),
    tag("path", { d: RAIL, stroke: "#8d8d88", "stroke-width": 3 }),
  ].join("");
}

/** @type {Record<string, () => string>} */
const PICTURES = {
  keltis,
  "keltis-new-paths": paths,
  "keltis-card": cards,
  "keltis-dice": throwing,
  "quartz-dice": mine,
};

/** @param {string} game */
export function picture(game) {
  const drawn = h("svg.pic", { viewBox: "0 0 240 150", preserveAspectRatio: "xMidYMax slice", "data-own": true });
  drawn.innerHTML = tag("rect", { width: 240, height: 150, fill: "var(--sky)" }) + (PICTURES[game]?.() ?? "");
  return drawn;
}
