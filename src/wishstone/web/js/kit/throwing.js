// Dice on the table: they stay where they fell, and those thrown again fall into the same places.

import { button, GO, h, icon } from "../dom.js";
import { tumble } from "../motion.js";
import { say } from "../words.js";
import { term } from "../lexicon.js";

/** @typedef {import("../pictures.js").Page} Page */
/** @typedef {{face: string, thrown: boolean}} Die */

/** The last throw that was shown on a page. @type {WeakMap<Page, number>} */
const shown = new WeakMap();

/**
 * The dice in their places, told by the log; if it tells something else than the view, by that.
 * @param {Page} page
 * @returns {Die[]}
 */
export function lying(page) {
  /** @type {string[]} */ let faces = [];
  /** @type {number[]} */ let air = [];
  /** @type {number[]} */ let fell = [];
  let last = -1;
  for (const { kind, move, number } of page.log) {
    const [verb, ...said] = kind === "moved" || kind === "drawn" ? (move ?? "").split(" ") : [""];
    if (verb === "reroll") air = placesOf(said, faces);
    else if (verb === "roll") {
      const again = air.length > 0 && air.length === said.length;
      fell = again ? air : said.map((/** @type {string} */ _, /** @type {number} */ place) => place);
      faces = again ? faces.map((face, place) => (air.includes(place) ? said[air.indexOf(place)] : face)) : said;
      [air, last] = [[], number];
    }
  }
  const there = [...page.view.dice].sort().join() === [...faces].sort().join();
  const before = shown.get(page);
  shown.set(page, last);
  const fresh = there && before !== undefined && last > before;
  if (fresh) queueMicrotask(() => tumble(page.root.querySelectorAll(".die[data-thrown]")));
  return (there ? faces : page.view.dice).map((/** @type {string} */ face, /** @type {number} */ place) => ({
    face,
    thrown: there && fell.includes(place),
  }));
}

/**
 * Where these faces lie, each die once.
 * @param {string[]} wanted
 * @param {string[]} faces
 */
function placesOf(wanted, faces) {
  /** @type {number[]} */
  const found = [];
  for (const face of wanted) found.push(faces.findIndex((each, place) => each === face && !found.includes(place)));
  return found.filter((place) => place >= 0);
}

/**
 * The places of the dice that one has chosen to throw again.
 * @param {Page} page
 * @returns {number[]}
 */
export const chosenDice = (page) => page.chosen?.dice ?? [];

/**
 * The move that throws these faces again: the one with exactly them.
 * @param {Page} page
 * @param {string[]} faces
 */
const rerollOf = (page, faces) =>
  page.legal.find(
    ({ move, touches }) => move.startsWith("reroll ") && [...touches.dice].sort().join() === [...faces].sort().join(),
  );

/**
 * The buttons that throw the chosen dice again, or keep all of them.
 * @param {Page} page
 * @param {string[]} faces
 * @param {(count: number) => any} told how so many are thrown
 * @param {string} all how all of them are, where they may be
 */
export function throwing(page, faces, told, all) {
  const chosen = chosenDice(page),
    reroll = rerollOf(
      page,
      chosen.map((place) => faces[place]),
    );
  const again = reroll
    ? button("", () => page.play(reroll.move), GO, icon("reroll"), told(chosen.length))
    : all
      ? button("", () => page.choose({ dice: faces.map((_, place) => place) }), {}, icon("reroll"), all)
      : null;
  return h(
    "div.acts0",
    again,
    button("", () => page.play("keep"), reroll ? {} : GO, icon("check"), say("dice-keep")),
  );
}

/**
 * A die: to be tapped while one may throw again.
 * @param {Page} page @param {Die} die @param {number} place @param {any} sign what is on its face @param {string} name
 */
export function dieBox(page, { face, thrown }, place, sign, name) {
  const free = page.legal.some(({ move }) => move.startsWith("reroll"));
  const chosen = chosenDice(page),
    again = free && chosen.includes(place);
  const bone = h("span.die", { "data-face": face, "data-thrown": thrown }, sign, again ? h("span.dring") : null);
  if (!free) return h("span.diebox", { key: `d${place}`, role: "img", "aria-label": name }, bone);
  const next = again ? chosen.filter((each) => each !== place) : [...chosen, place];
  return h(
    "button.diebox",
    {
      key: `d${place}`,
      "aria-pressed": String(again),
      "data-drag": "choose",
      "aria-label": say(again ? "die-throw" : "die-keep", { die: name }),
      onclick: () => page.choose(next.length ? { dice: next } : null),
    },
    bone,
    h("span", { class: again ? "tag bronze" : "tag" }, icon(again ? "reroll" : "check"), say(again ? "throw" : "keep")),
  );
}

/**
 * A move of a game with dice in words, where it is one of those that they all have: dice are thrown again, or kept.
 * @param {Page} page
 * @param {string} move
 */
export function diceMove({ lexicon }, move) {
  const [what, ...faces] = move.split(" "),
    all = faces.join(" "),
    called = (/** @type {string} */ name) => (lexicon ? term(lexicon, name) : name);
  if (what === "keep") return say("move-keep-dice");
  if (what !== "reroll") return null;
  const each = counted(faces).map(([face, count]) => (count > 1 ? `${count} × ` : "") + called(face));
  return say("move-reroll", { dice: lexicon?.terms[all] ? called(all) : each.join(", ") });
}

/**
 * Each once, and how often it is there.
 * @param {string[]} faces
 * @returns {[string, number][]}
 */
const counted = (faces) => [...new Set(faces)].map((face) => [face, faces.filter((each) => each === face).length]);
