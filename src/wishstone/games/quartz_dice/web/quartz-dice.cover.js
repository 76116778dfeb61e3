// Cover of Quartz: a mine, and a cart with crystals.

const ROCK = "M0 0H240V150H0z";
const WALLS = "M0 150V34C20 14 44 40 62 22s38-18 58-10 36-12 58 2 40-4 62 20v116z";
const TUNNEL = "M28 150C24 84 64 44 120 44s98 40 92 106z";
const CART = "M66 88h110l-11 34c-1 5-5 8-10 8H87c-5 0-9-3-10-8z";
const RIM = "M60 88h122";
const BOARDS = "M88 92l6 36M121 92v36M154 92l-6 36";
const RAIL = "M0 147h240";

/** @type {import("wishstone-kit").MakeCover} */
export default ({ tag, use }) => {
  /** @type {[string, string, number, number, number][]} */
  const gems = [
    ["quartz", "ice", 16, 92, 34],
    ["emerald", "green", 186, 100, 24],
    ["amber", "yellow", 186, 30, 18],
    ["quartz", "ice", 44, 22, 22],
    ["rubellite", "pink", 6, 40, 20],
    ["sapphire", "blue", 84, 58, 34],
    ["ruby", "red", 112, 44, 36],
    ["rubellite", "pink", 136, 58, 34],
    ["quartz", "ice", 100, 66, 30],
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
};
