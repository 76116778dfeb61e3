// Outline of a pebble, which every stone on a board or on a box has.

import { round } from "./svg.js";

/** Numbers that look random and are the same every time. @param {string | number} seed */
function dice(seed) {
  let state = [...String(seed)].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7);
  return (/** @type {number} */ low, /** @type {number} */ high) => {
    state = (Math.imul(state, 1103515245) + 12345) | 0;
    return low + (((state >>> 8) & 0xffff) / 0xffff) * (high - low);
  };
}

/**
 * A pebble's outline: a smooth closed curve through seven uneven points.
 * @param {number} x
 * @param {number} y
 * @param {number} rx
 * @param {number} ry
 * @param {string | number} seed
 */
export function blob(x, y, rx, ry, seed) {
  const die = dice(seed),
    count = 7;
  const points = Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * (k + die(-0.12, 0.12))) / count,
      size = die(0.94, 1.06),
      c = Math.cos(angle),
      d = Math.sin(angle);
    const edge = (Math.abs(c) ** 2.6 + Math.abs(d) ** 2.6) ** (-1 / 2.6);
    return [x + rx * size * c * edge, y + ry * size * d * edge];
  });
  const at = (/** @type {number} */ k) => points[(k + count) % count];
  let path = `M${round(at(0)[0])} ${round(at(0)[1])}`;
  for (let k = 0; k < count; k++) {
    const [a, b, c, d] = [at(k - 1), at(k), at(k + 1), at(k + 2)];
    const leaving = [b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6],
      arriving = [c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6];
    path += `C${[...leaving, ...arriving, ...c].map(round).join(" ")}`;
  }
  return `${path}z`;
}
