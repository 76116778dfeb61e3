// Links to rules: the number of a rule leads to it, in a tab of its own.

import { h } from "./dom.js";

/** What the numbers of a game begin with. @type {Record<string, string>} */
const GAMES = { K: "keltis", N: "keltis-new-paths", KC: "keltis-card", KD: "keltis-dice", Q: "quartz-dice" };

/** A rule's number that leads to it, in a tab of its own: no game is left for it. @param {string} id */
export const ruleLink = (id) =>
  h("a.rule", { href: `/rules/${GAMES[id.split("-")[0]]}#${id}`, target: "_blank", rel: "noopener" }, id);

/**
 * A text with the numbers in it as links.
 * @param {string} text
 * @param {(id: string) => any} [link]
 */
export const ruled = (text, link = ruleLink) =>
  text.split(/\b((?:KC|KD|K|N|Q)-\d+)\b/).map((part, k) => (k % 2 ? link(part) : part));
