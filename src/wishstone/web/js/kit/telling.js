// Explanations: a tap on something that is not to be played says what it is, with its rule.

/** @typedef {import("../pictures.js").Page} Page */

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
