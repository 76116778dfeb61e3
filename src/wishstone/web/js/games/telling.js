// Explanations: a tap on something that is not to be played says what it is, with its rule.

import { say } from "../words.js";

/** @typedef {import("./index.js").Page} Page */

/**
 * What makes something tell what it is: on a tap in the asking line, under a mouse beside it.
 * @param {Page} page
 * @param {string} text
 * @param {string} rule
 */
export const telling = (page, text, rule) => ({
  title: text,
  ...(page.tells && {
    onclick: () => {
      page.notice = { text, rule, calm: true };
      page.render();
    },
  }),
});

/**
 * What lies on a tile of the dice game, or what counts there.
 * @param {Page} page
 * @param {string} what
 * @param {Record<string, any>} [values]
 */
export const tellDice = (page, what, values) =>
  telling(
    page,
    say(`dice-what-${what}`, values),
    /** @type {any} */ ({
      row: "KD-18",
      stones: "KD-19",
      stone: "KD-10",
      clover: "KD-11",
      leprechaun: "KD-21",
      bonus: "KD-20",
    })[what],
  );
