// SVG markup as text: elements and path data with rounded numbers, for drawings that are made at once.

/**
 * A number as a drawing has it: a tenth is exact enough.
 * @param {number} value
 */
export const round = (value) => Math.round(value * 10) / 10;

/** @param {string | number} value */
const written = (value) => (typeof value === "number" ? round(value) : value);

/**
 * An element with its attributes, and with what is in it. Numbers are coordinates; what is to be exact is a text.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {...string} inside
 */
export function tag(name, attributes, ...inside) {
  const told = Object.entries(attributes).map(([key, value]) => ` ${key}="${written(value)}"`);
  return `<${name}${told.join("")}${inside.length ? `>${inside.join("")}</${name}>` : "/>"}`;
}

/**
 * The data of a path, as a template: data`M${x} ${y}H240z`.
 * @param {TemplateStringsArray} parts
 * @param {...number} values
 */
export const data = (parts, ...values) =>
  parts.slice(1).reduce((text, part, k) => `${text}${round(values[k])}${part}`, parts[0]);

/**
 * A symbol of the sprite, in a square.
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {Record<string, string | number>} [more]
 */
export const use = (name, x, y, size, more = {}) =>
  tag("use", { href: `#${name}`, x, y, width: size, height: size, ...more });
