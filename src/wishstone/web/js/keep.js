// Browser storage: settings, the player key, the seats, numbers for dice, commitments that were shown.

import { later } from "./net.js";

/** @param {string} name @param {any} otherwise */
export function kept(name, otherwise) {
  try {
    const text = localStorage.getItem(`wishstone.${name}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {any} value */
export function keep(name, value) {
  try {
    if (value === undefined) localStorage.removeItem(`wishstone.${name}`);
    else localStorage.setItem(`wishstone.${name}`, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing plays all the same
  }
}

/** @param {number} bytes */
export const random = (bytes) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The player key: what games and statistics hang on. */
export function playerKey() {
  let key = kept("player", "");
  if (!key) keep("player", (key = random(16)));
  return key;
}

const NAMES = "Ailsa Bran Conall Deirdre Eoin Fiona Gwen Iona Kerr Liam Morag Niall Orla Rhona Sorcha Tadg".split(" ");

/** What one is called: as one said, or one of our names, which one keeps. @returns {string} */
export function ownName() {
  let name = kept("name", "");
  if (!name) keep("name", (name = NAMES[parseInt(random(1), 16) % NAMES.length]));
  return name;
}

/** What somebody else at this device is called, as long as nobody says. @param {number} seat */
export const otherName = (seat) => NAMES[(NAMES.indexOf(ownName()) + seat + NAMES.length) % NAMES.length];

/**
 * Remember that this browser sits at a table, with several seats where people share it.
 * @param {string} id
 * @param {number} seat
 * @param {number[]} [seats]
 * @param {string} [game] where it is known already
 */
export function sit(id, seat, seats, game) {
  keep("tables", { ...kept("tables", {}), [id]: { seat, seats, game, at: Date.now() } });
}

/**
 * What was begun on a page that had to start anew; told once.
 * @param {string} page
 * @returns {any}
 */
export function begun(page) {
  try {
    const text = sessionStorage.getItem(`wishstone.begun.${page}`) ?? "{}";
    sessionStorage.removeItem(`wishstone.begun.${page}`);
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/**
 * Keep what was begun on a page that has to start anew.
 * @param {string} page
 * @param {any} what
 */
export const keepBegun = (page, what) => sessionStorage.setItem(`wishstone.begun.${page}`, JSON.stringify(what));

/** Settings, each with what it is at first. */
export const SETTINGS = { sound: false, confirm: false, forced: true, motion: true, notices: false };

/** @param {keyof typeof SETTINGS} name @returns {boolean} */
export const setting = (name) => kept(`set.${name}`, SETTINGS[name]);

/** @param {string} text */
export const bytesOf = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {ArrayBuffer} buffer */
export const hexOf = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * The SHA-256 of bytes in hexadecimal, also where the browser has no `crypto.subtle` (a page without TLS).
 * @param {Uint8Array} bytes
 */
export async function sha256(bytes) {
  if (globalThis.crypto?.subtle)
    return hexOf(await crypto.subtle.digest("SHA-256", /** @type {BufferSource} */ (bytes)));
  const { digest } = await later(() => import("./sha256.js"));
  return hexOf(digest(bytes).buffer);
}
