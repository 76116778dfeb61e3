// Links to rules: the number of a rule leads to it, in a tab of its own.

import { h } from "./dom.js";

/** The game with a rulebook in which a rule's number stands, if there is one. @param {string} id */
export const gameOfRule = (id) =>
  Object.keys(wishstone.games).find((game) => wishstone.games[game].rules === id.split("-")[0]);

/** A rule's number that leads to it, in a tab of its own: no game is left for it. @param {string} id */
export const ruleLink = (id) => {
  const game = gameOfRule(id);
  return game ? h("a.rule", { href: `/rules/${game}#${id}`, target: "_blank", rel: "noopener" }, id) : id;
};

/**
 * A text with the numbers in it as links.
 * @param {string} text
 * @param {(id: string) => any} [link]
 */
export const ruled = (text, link = ruleLink) =>
  text.split(/\b([A-Z]{1,4}-\d+)\b/).map((part, k) => (k % 2 ? link(part) : part));
