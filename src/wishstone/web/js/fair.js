// Were the dice fair? The page works every outcome out again, by itself, from a record with all that could have happened.
// docs/fair-dice.md explains it. Nothing here trusts the server: the seal is the one that this browser kept.

import { bytesOf, sha256 } from "./keep.js";
import { hmac } from "./sha256.js";
import { say } from "./words.js";

const SPAN = 2n ** 64n;

/** A number below a total, each as likely, from the secret and a draw. @param {Uint8Array} secret @param {string[]} numbers @param {number} draw @param {number} total */
function drawn(secret, numbers, draw, total) {
  const fair = SPAN - (SPAN % BigInt(total));
  for (let tried = 0; ; tried++) {
    const hash = hmac(secret, new TextEncoder().encode(`wishstone/1 ${numbers.join(",")} ${draw} ${tried}`));
    const value = new DataView(hash.buffer).getBigUint64(0);
    if (value < fair) return Number(value % BigInt(total));
  }
}

/** Which of the outcomes, each as wide as its weight, a draw gives. @param {[string, number][]} chances @param {number} value */
function picked(chances, value) {
  for (const [name, weight] of chances) {
    if (value < weight) return name;
    value -= weight;
  }
  return "";
}

/** @param {string} record @param {string} seal the commitment that was shown before the game, if this browser saw it */
export async function prove(record, seal) {
  const [header, ...lines] = record.trim().split("\n").map((line) => JSON.parse(line));
  const { commitment, numbers, secret } = header.fairness;
  if ((await sha256(bytesOf(secret))) !== commitment) return { good: false, text: say("dice-seal") };
  if (seal && seal !== commitment) return { good: false, text: say("dice-other") };
  const key = bytesOf(secret);
  let count = 0;
  for (const { n, by, move, draw, chances } of lines) {
    if (by !== "chance") continue;
    const total = chances.reduce((/** @type {number} */ sum, /** @type {[string, number]} */ [, weight]) => sum + weight, 0);
    const wanted = picked(chances, drawn(key, numbers, draw, total));
    if (wanted !== move) return { good: false, text: say("dice-wrong", { n, found: move, wanted }) };
    count++;
  }
  return { good: true, text: say(seal ? "dice-good" : "dice-unseen", { count }) };
}
