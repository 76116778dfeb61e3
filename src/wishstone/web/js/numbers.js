// Numbers as they are written in the language spoken.

import { language } from "./words.js";

/** @type {Record<string, Intl.NumberFormat>} */
const formats = {};

/** A number as it is written, with a real minus sign. @param {number} value */
export const number = (value) =>
  (formats[language] ??= new Intl.NumberFormat(language)).format(value).replace("-", "−");

/**
 * A number to a tenth.
 * @param {number} value
 * @param {string} [plus]
 */
export const tenth = (value, plus = "") =>
  (value <= -0.05 ? "−" : plus) +
  Math.abs(value).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A number that changes something: always with its sign. @param {number} value */
export const signed = (value) => (value > 0 ? `+${value}` : number(value));
