// Cover of New Paths, New Goals: stones between which paths branch and meet, and two figures.

/** @type {import("wishstone-kit").MakeCover} */
export default ({ data, land, stone, tag, use }) => {
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
};
