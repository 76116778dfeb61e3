// Cover of the dice game: three dice, and tiles of all colours.

/** @type {import("wishstone-kit").MakeCover} */
export default ({ land, smaller, tag, use }) => {
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
};
