// Proof of fair dice: work out every outcome of a record again, from the secret and everybody's numbers.
// docs/fair-dice.md explains it. The seal and the number are those that this browser kept. That a game has the
// outcomes that its record lists, only its rules can tell: `wishstone verify` knows them.

import { bytesOf, sha256 } from "./keep.js";
import { hmac } from "./sha256.js";
import { say } from "./words.js";

const SPAN = 2n ** 64n;

/**
 * A number below a total, each as likely, from the secret and a draw.
 * @param {Uint8Array} secret
 * @param {string[]} numbers
 * @param {number} draw
 * @param {number} total
 */
function drawn(secret, numbers, draw, total) {
  const fair = SPAN - (SPAN % BigInt(total));
  for (let tried = 0; ; tried++) {
    const hash = hmac(secret, new TextEncoder().encode(`wishstone/1 ${numbers.join(",")} ${draw} ${tried}`));
    const value = new DataView(hash.buffer).getBigUint64(0);
    if (value < fair) return Number(value % BigInt(total));
  }
}

/**
 * Which of the outcomes, each as wide as its weight, a draw gives.
 * @param {[string, number][]} chances
 * @param {number} value
 */
function picked(chances, value) {
  for (const [name, weight] of chances) {
    if (value < weight) return name;
    value -= weight;
  }
  return "";
}

/**
 * Whether every draw is one event's or was undone, in their order; and, where it was drawn by lot, who was first.
 * @param {number[]} draws @param {number[]} undone @param {() => boolean} lot
 */
function complete(draws, undone, lot) {
  const all = new Set([...draws, ...undone]),
    last = Math.max(-1, ...all),
    missing = Array.from({ length: last + 1 }, (_, draw) => draw).filter((draw) => !all.has(draw));
  if (all.size < draws.length + undone.length || draws.some((draw, k) => draw <= (draws[k - 1] ?? -1))) return false;
  return missing.length === 0 || (missing.length === 1 && missing[0] === 0 && lot());
}

/**
 * @param {string} record @param {string} seal the commitment that was shown before the game, if this browser saw it
 * @param {Record<number, string>} own the numbers that this browser gave, by seat
 */
export async function prove(record, seal, own) {
  const [header, ...lines] = record
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const { commitment, numbers, secret } = header.fairness,
    bad = (/** @type {string} */ why, /** @type {any} */ values = {}) => ({ good: false, text: say(why, values) });
  if ((await sha256(bytesOf(secret))) !== commitment) return bad("dice-seal");
  if (seal && seal !== commitment) return bad("dice-other");
  if (Object.entries(own).some(([seat, number]) => number && numbers[seat] !== number)) return bad("dice-number");
  const key = bytesOf(secret),
    drew = lines.filter(({ by }) => by === "chance"),
    undone = lines[lines.length - 1].undone ?? [];
  for (const { n, move, draw, chances } of drew) {
    const total = chances.reduce(
      (/** @type {number} */ sum, /** @type {[string, number]} */ [, weight]) => sum + weight,
      0,
    );
    const wanted = picked(chances, drawn(key, numbers, draw, total));
    if (wanted !== move) return bad("dice-wrong", { n, found: move, wanted });
  }
  if (
    !complete(
      drew.map(({ draw }) => draw),
      undone,
      () => drawn(key, numbers, 0, numbers.length) === header.first,
    )
  )
    return bad("dice-order");
  return { good: true, text: say(seal ? "dice-good" : "dice-unseen", { count: drew.length }) };
}
