// QR code encoder: bytes, versions 1 to 6, level M, always the same mask (ISO/IEC 18004).

import { h } from "./dom.js";

/** Of each version: all bytes, blocks, check bytes of a block. */
const VERSIONS = [
  [26, 1, 10],
  [44, 1, 16],
  [70, 1, 26],
  [100, 2, 18],
  [134, 2, 24],
  [172, 4, 16],
];
const FORMAT = 0x5412; // level M and mask 0, with their checks
/** @param {number} x @param {number} y */
const mask = (x, y) => (x + y) % 2 === 0;

/** @param {number} value @param {number} count the lowest bits of it, highest first */
const bits = (value, count) => Array.from({ length: count }, (_, k) => (value >> (count - 1 - k)) & 1);

/**
 * A product in the field of 256 elements.
 * @param {number} a
 * @param {number} b
 */
function times(a, b) {
  let product = 0;
  for (const bit of bits(b, 8)) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (bit * a);
  return product;
}

/**
 * The remainder of a block by the Reed–Solomon polynomial.
 * @param {number[]} block
 * @param {number} count
 */
function checksOf(block, count) {
  let divisor = [1];
  for (let k = 0, root = 1; k < count; k++, root = times(root, 2))
    divisor = [...divisor, 0].map((each, n) => each ^ (n && times(divisor[n - 1], root)));
  let rest = Array(count).fill(0);
  for (const byte of block) {
    const factor = byte ^ rest[0];
    rest = [...rest.slice(1), 0].map((each, k) => each ^ times(divisor[k + 1], factor));
  }
  return rest;
}

/** Rows read column by column. @param {number[][]} rows */
const woven = (rows) => rows[0].flatMap((_, k) => rows.map((row) => row[k]));

/**
 * The bytes of a text with their checks, in the order in which they are laid out.
 * @param {number[]} text
 * @param {number} version
 */
function encoded(text, version) {
  const [all, blocks, checks] = VERSIONS[version - 1],
    room = all - blocks * checks;
  const stream = [...bits(4, 4), ...bits(text.length, 8), ...text.flatMap((byte) => bits(byte, 8)), 0, 0, 0, 0];
  const data = Array.from({ length: text.length + 2 }, (_, k) =>
    stream.slice(8 * k, 8 * k + 8).reduce((sum, bit) => 2 * sum + bit),
  );
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
  const parts = Array.from({ length: blocks }, (_, k) => data.slice((k * room) / blocks, ((k + 1) * room) / blocks));
  return [...woven(parts), ...woven(parts.map((part) => checksOf(part, checks)))];
}

/**
 * The pattern of a text, row by row, dark or not; null if it is too long.
 * @param {string} text
 * @returns {boolean[][] | null}
 */
export function pattern(text) {
  const letters = [...new TextEncoder().encode(text)];
  const version = VERSIONS.findIndex(([all, blocks, checks]) => letters.length + 2 <= all - blocks * checks) + 1,
    size = 4 * version + 17;
  if (!version) return null;
  /** @type {any[][]} */
  const dark = Array.from({ length: size }, () => Array(size).fill(null));
  /** @param {number} x @param {number} y @param {number} reach @param {number[]} light the rings that are light */
  const square = (x, y, reach, light) => {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++)
        if (dark[y + dy]?.[x + dx] !== undefined)
          dark[y + dy][x + dx] = !light.includes(Math.max(Math.abs(dx), Math.abs(dy)));
  };
  for (let k = 0; k < size; k++) dark[6][k] = dark[k][6] = k % 2 === 0;
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ])
    square(x, y, 4, [2, 4]);
  if (version > 1) square(size - 7, size - 7, 2, [1]);
  bits(FORMAT, 15).forEach((bit, k) => {
    dark[8][k < 6 ? k : k < 7 ? 7 : size - 15 + k] = Boolean(bit);
    dark[k < 7 ? size - 1 - k : k < 9 ? 15 - k : 14 - k][8] = Boolean(bit);
  });
  dark[size - 8][8] = true;
  const stream = encoded(letters, version).flatMap((byte) => bits(byte, 8));
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2)
    // the column of the timing marks is left out
    for (let step = 0; step < size; step++) {
      const y = (right + 1) & 2 ? step : size - 1 - step;
      for (const x of [right, right - 1]) if (dark[y][x] === null) dark[y][x] = Boolean(stream.shift()) !== mask(x, y);
    }
  return dark;
}

/**
 * A QR code as a picture, dark on white in every theme; null if the text is too long.
 * @param {string} text
 * @param {string} label
 */
export function qr(text, label) {
  const dark = pattern(text);
  if (!dark) return null;
  const path = dark
    .flatMap((row, y) => row.flatMap((each, x) => (each ? [`M${x + 4} ${y + 4}h1v1h-1z`] : [])))
    .join("");
  return h(
    "svg.qr",
    { viewBox: `0 0 ${dark.length + 8} ${dark.length + 8}`, role: "img", "aria-label": label },
    h("path", { d: path }),
  );
}
