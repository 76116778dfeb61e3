// Cover of the card game: three cards, and two wish stones before them.

/** @type {import("wishstone-kit").MakeCover} */
export default ({ blob, land, smaller, tag, use }) => {
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

  return (
    land("mid", "M0 110C60 92 180 92 240 110v40H0z") +
    land("near", "M0 128c70-14 170-14 240 0v22H0z") +
    smaller(0.88, card("red", 3, 50, 42, -15), card("yellow", 6, 91, 30, -2), card("blue", 9, 132, 38, 12)) +
    numbered(4, 72, 130) +
    numbered(7, 176, 132)
  );
};
