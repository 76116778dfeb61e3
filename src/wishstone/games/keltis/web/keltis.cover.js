// Cover of Keltis: five paths of stones that lead up to a dolmen.

// A dolmen: two standing stones, and the one that lies on them.
const STANDING = "M103 62l2-25c1-5 8-5 9 0l2 25zM124 62l2-25c1-5 8-5 9 0l3 25z";
const LYING = "M97 36c14-6 32-6 46 0 4 2 4 7-1 8-14 2-30 2-44 0-4-1-5-6-1-8z";

/** @type {import("wishstone-kit").MakeCover} */
export default ({ COLOURS, land, smaller, stone, tag }) => {
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
};
