// Ground of a board: land, ways, stones and what lies on them, in a picture that changes only when a tile does.

import { bend, RANKS, spot } from "./shape.js";

/** @typedef {import("wishstone-kit").Page} Page */
/** @typedef {import("./shape.js").Point} Point */
/** @typedef {import("./shape.js").Shape} Shape */

/** @param {import("wishstone-kit").Kit} kit */
export default (kit) => {
  const { blob, COLOURS, data, h, number, round, say, tag, use } = kit;

  const TILES = { clover: "clover", discard: "card-discard" };

  /**
   * A symbol around a place.
   * @param {string} name
   * @param {number} x
   * @param {number} y
   * @param {number} size
   * @param {string} cls
   */
  const put = (name, x, y, size, cls) => use(name, x - size / 2, y - size / 2, size, { class: cls });

  /**
   * Land, ways, stones and what lies on them: drawn anew only when it has changed.
   * @param {Page} page
   * @param {Shape} shape
   */
  function ground(page, shape) {
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
    const ground = tag("rect", { width, height, fill: "var(--summit)" });
    const land = bands.map(([name, rank]) => tag("path", { d: edge(begin(rank), rank), fill: `var(--${name})` }));
    const line = begin(goal);
    /** @type {[number, string][]} */
    const edges = [
      [8, "start"],
      [width - 8, "end"],
    ];
    let out = hill && !side ? crest(shape, ground + land.join("")) : ground + land.join("");
    out += tag("path", { class: "goal", d: goalLine(shape, line) });
    if (shape.big)
      for (const [x, anchor] of edges) {
        const look = { x, y: line - (hill ? -4 : 5), "text-anchor": anchor, class: "gl" };
        out += tag("text", look, say("board-goal-line"));
      }
    told.forEach((rank, k) => {
      const [x, y] = shape.at(k + 1, 4),
        label = number(rank.worth),
        in_ = shape.big ? 8 : 4;
      /** @type {[number, number, string][]} */
      const places = side
        ? [[x, height - 5, "middle"]]
        : [
            [in_, y + 5, "start"],
            [width - in_, y + 5, "end"],
          ];
      for (const [x, y, anchor] of places) out += tag("text", { x, y, "text-anchor": anchor, class: "rv" }, label);
    });
    return out;
  }

  /**
   * The line where the goal begins: straight, or over the brow of a hill.
   * @param {Shape} shape
   * @param {number} line
   */
  function goalLine({ side, hill, uy, width, height }, line) {
    if (side) return data`M${line} 0V${height}`;
    const low = line + uy * 0.3;
    return hill ? data`M0 ${low}Q${width / 2} ${line - uy * 0.42} ${width} ${low}` : data`M0 ${line}H${width}`;
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
    const brow = foot - uy * 3,
      slopes = data`C${w * 0.02} ${brow} ${w * 0.1} ${top} ${w / 2} ${top}S${w * 0.98} ${brow} ${w} ${foot}`,
      outline = data`M0 ${height}V${foot}` + slopes + data`V${height}z`;
    const far = top + uy,
      left = data`M0 ${top + uy * 1.5}C${w * 0.14} ${top + uy * 0.5} ${w * 0.3} ${far} ${w / 2} ${far}`,
      right = data`S${w * 0.9} ${top + uy * 1.1} ${w} ${top + uy * 1.7}V${height}H0z`;
    return [
      tag("defs", {}, tag("clipPath", { id: "hillside" }, tag("path", { d: outline }))),
      tag("rect", { width: w, height, fill: "var(--sky)" }),
      tag("circle", { cx: w * 0.88, cy: top - uy * 0.12, r: uy * 0.26, fill: "var(--sun)" }),
      tag("path", { fill: "var(--far)", d: left + right }),
      dolmen(w / 2, top, uy / 54),
      tag("g", { "clip-path": "url(#hillside)" }, land),
      tag("path", { d: outline, class: "brow" }),
    ].join("");
  }

  /**
   * A dolmen: two standing stones, and the one that lies on them.
   * @param {number} x its middle
   * @param {number} top of the hill
   * @param {number} k its scale
   */
  function dolmen(x, top, k) {
    const standing = (/** @type {number} */ dx) =>
      data`M${x + dx * k} ${top + 4}l${1.5 * k} ${-22 * k}c1-3 5-3 6 0l${2 * k} ${22 * k}z`;
    const upper = data`M${x - 27 * k} ${top - 18 * k}c${16 * k} ${-6 * k} ${38 * k} ${-6 * k} ${54 * k} 0`,
      lower = data`c3 2 3 6-1 ${7 * k}c${-16 * k} 2 ${-36 * k} 2 ${-52 * k} 0c-4-1-4-5-1-${7 * k}z`;
    const stones = [standing(-19), standing(10), upper + lower];
    return tag("g", { class: "dolmen" }, ...stones.map((d) => tag("path", { d })));
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
    const label = tag("text", { x: x - rx * 0.9, y: y + 5, class: "rv" }, say("board-start"));
    return tag("path", { class: "start-field", d: blob(x, y, rx, ry, "start field") }) + (shape.big ? label : "");
  }

  /** @param {Page} page @param {Shape} shape */
  function stones(page, shape) {
    const { rx, ry } = shape;
    return Object.entries(page.view.stones)
      .map(([name, stone]) => {
        const [x, y] = spot(page, shape, name),
          lies = stone.tile || stone.stack;
        const sigil =
          stone.colour === "joker"
            ? rainbow(lies ? x - rx * 0.42 : x, y, ry * 0.62)
            : put(stone.colour, lies ? x - rx * 0.44 : x, y, ry * 0.62 * 1.44, "sym");
        const face = tag("path", { d: blob(x, y, rx, ry, name), class: "face" });
        return (
          tag("path", { d: blob(x, y + 2.5, rx, ry, name), class: "sh" }) +
          tag("g", { "data-c": stone.colour }, face, sigil, lies ? tile(stone, x + rx * 0.4, y, ry * 0.62) : "")
        );
      })
      .join("");
  }

  /**
   * The sign of a joker: a dot of each colour in a ring.
   * @param {number} x
   * @param {number} y
   * @param {number} size
   */
  function rainbow(x, y, size) {
    const dots = COLOURS.map((colour, k) => {
      const angle = (k * 2 * Math.PI) / 5 - Math.PI / 2,
        cx = x + Math.cos(angle) * size * 0.78,
        cy = y + Math.sin(angle) * size * 0.78;
      return tag("circle", { cx, cy, r: size * 0.27, fill: `var(--${colour}-fill)`, class: "dot" });
    });
    return dots.join("") + tag("circle", { cx: x, cy: y, r: size * 0.2, class: "hub" });
  }

  /**
   * What lies on a stone.
   * @param {any} stone
   * @param {number} x
   * @param {number} y
   * @param {number} t
   */
  function tile(stone, x, y, t) {
    if (stone.stack) return heap(stone.stack, x, y, t);
    const [kind, detail] = stone.tile.split(" ");
    if (kind === "wish") return wishStone(detail, x, y, t);
    const plate = tag("rect", { x: x - t, y: y - t, width: 2 * t, height: 2 * t, rx: t * 0.42, class: "tl" });
    const shown =
      kind === "points"
        ? tag("text", { x, y: y + t * 0.42, "font-size": t * 1.2, class: "tv" }, `+${detail}`)
        : put(/** @type {any} */ (TILES)[kind], x, y, t * 1.48, "tv");
    return plate + shown;
  }

  /**
   * A stone among others, seen from above.
   * @param {number} cx
   * @param {number} cy
   * @param {number} t
   * @param {string} cls
   */
  const oval = (cx, cy, t, cls) => tag("ellipse", { cx, cy, rx: t, ry: t * 0.86, class: cls });

  /**
   * Wish stones of a colour that lie on each other, and how many.
   * @param {[string, number]} stack
   * @param {number} x
   * @param {number} y
   * @param {number} t
   */
  function heap([colour, count], x, y, t) {
    if (!count) return tag("g", { "data-c": colour }, oval(x, y, t, "bare"));
    const high = Math.min(count, 3),
      right = x + t * 0.9,
      low = y + t * 0.95;
    const stones = Array.from({ length: high }, (_, k) => oval(x, y + 3 - k * 3, t, "ws"));
    return (
      tag("g", { "data-c": colour }, ...stones, put(colour, x, y + 6 - high * 3, t * 1.24, "sym")) +
      tag("circle", { cx: right, cy: low, r: Math.max(6, t * 0.52), class: "cn" }) +
      tag("text", { x: right, y: low + 3.3, class: "cnt" }, String(count))
    );
  }

  /**
   * A wish stone, of a colour or of none.
   * @param {string | undefined} colour
   * @param {number} x
   * @param {number} y
   * @param {number} t
   */
  function wishStone(colour, x, y, t) {
    if (colour) return tag("g", { "data-c": colour }, oval(x, y, t, "ws"), put(colour, x, y, t * 1.24, "sym"));
    const grey = tag("ellipse", { cx: x, cy: y, rx: t * 1.05, ry: t * 0.92, class: "grey" });
    return grey + put("wish-stone", x, y, t * 1.3, "inkstone");
  }

  return { ground };
};
