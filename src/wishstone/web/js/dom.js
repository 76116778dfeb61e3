// How is something drawn? As a tree of elements, which then changes the page as little as it can.

/** What an element can have in it; lists may be in lists. @typedef {any} Child */
/** @typedef {Record<string, any>} Attributes */

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "use", "path", "g", "circle", "ellipse", "line", "rect", "text", "polyline", "title", "tspan", "clipPath", "defs"]);

/** Handlers stay with the element that is on the page: `on` + name → function. @type {WeakMap<Element, Attributes>} */
const handlers = new WeakMap();

/**
 * An element. `class`, `data-…`, `aria-…` and other attributes are strings (true is an empty one, false and null none);
 * `on…` is a function; `style` is an object of properties, since the page allows no inline style; `key` tells siblings apart.
 * @param {string} tag @param {Attributes} [attributes] @param {...Child} children @returns {any}
 */
export function h(tag, attributes, ...children) {
  const element = SVG_TAGS.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) set(element, name, value);
  append(element, children);
  return element;
}

/** @param {Node} parent @param {Child[]} children */
function append(parent, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(parent, child);
    else if (child instanceof Node) parent.appendChild(child);
    else if (child !== null && child !== undefined && child !== false) parent.appendChild(document.createTextNode(String(child)));
  }
}

/** @param {Element} element @param {string} name @param {any} value */
function set(element, name, value) {
  if (name.startsWith("on")) listen(element, name, value);
  else if (name === "style") for (const [property, to] of Object.entries(value ?? {})) /** @type {HTMLElement} */ (element).style.setProperty(property, String(to));
  else if (name === "value") /** @type {HTMLInputElement} */ (element).value = value ?? "";
  else if (name === "key") element.setAttribute("data-key", value);
  else if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** @param {Element} element @param {string} name @param {Function | null} handler */
function listen(element, name, handler) {
  const known = handlers.get(element) ?? {};
  if (!handlers.has(element)) handlers.set(element, known);
  if (!(name in known)) element.addEventListener(name.slice(2), (event) => handlers.get(element)?.[name]?.call(element, event));
  known[name] = handler;
}

/** Draw new content into an element: what is the same stays, with its focus and its place. @param {Element} root @param {...Child} children */
export function draw(root, ...children) {
  const next = document.createDocumentFragment();
  append(next, children);
  reconcile(root, next);
}

/** @param {Node} parent @param {Node} next */
function reconcile(parent, next) {
  const keyed = new Map();
  for (const child of parent.childNodes) {
    const key = keyOf(child);
    if (key !== null) keyed.set(key, child);
  }
  /** @type {ChildNode | null} */
  let place = parent.firstChild;
  for (const wanted of [...next.childNodes]) {
    const key = keyOf(wanted);
    let found = key === null ? place : keyed.get(key) ?? null;
    if (key === null) while (found && keyOf(found) !== null) found = found.nextSibling;
    if (found && same(found, wanted)) {
      if (found === place) place = found.nextSibling;
      else parent.insertBefore(found, place);
      patch(found, wanted);
    } else parent.insertBefore(wanted, place);
  }
  while (place) {
    const after = place.nextSibling;
    place.remove();
    place = after;
  }
}

/** @param {Node} node */
const keyOf = (node) => (node instanceof Element ? node.getAttribute("data-key") : null);

/** @param {Node} one @param {Node} other */
const same = (one, other) => one.nodeType === other.nodeType && one.nodeName === other.nodeName && keyOf(one) === keyOf(other);

/** @param {Node} old @param {Node} wanted */
function patch(old, wanted) {
  if (!(old instanceof Element) || !(wanted instanceof Element)) {
    if (old.nodeValue !== wanted.nodeValue) old.nodeValue = wanted.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes]) if (!wanted.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of [...wanted.attributes]) if (name !== "style" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  const styles = /** @type {HTMLElement} */ (wanted).style, mine = /** @type {HTMLElement} */ (old).style;
  if (mine.cssText !== styles.cssText) mine.cssText = styles.cssText;
  const before = handlers.get(old) ?? {}, after = handlers.get(wanted) ?? {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) listen(old, name, after[name] ?? null);
  if (old instanceof HTMLInputElement && wanted instanceof HTMLInputElement && document.activeElement !== old) {
    old.value = wanted.value;
    old.checked = wanted.checked;
  }
  if (old instanceof HTMLSelectElement && wanted instanceof HTMLSelectElement) {
    reconcile(old, wanted);
    old.value = wanted.value;
    return;
  }
  if (!old.hasAttribute("data-own")) reconcile(old, wanted);
}

/** A symbol of the sprite. @param {string} name @param {string} [cls] */
export const icon = (name, cls = "i") => h("svg", { class: cls, "aria-hidden": "true" }, h("use", { href: `#${name}` }));

/** A button. @param {string} label @param {() => void} press @param {Attributes} [more] @param {...Child} inside */
export const button = (label, press, more = {}, ...inside) => h("button", { type: "button", class: "btn", onclick: press, ...more }, ...(inside.length ? inside : [label]));

/** A button that is only a symbol. @param {string} symbol @param {string} label @param {() => void} press @param {Attributes} [more] */
export const tool = (symbol, label, press, more = {}) => h("button", { type: "button", class: "btn quiet icon", "aria-label": label, title: label, onclick: press, ...more }, icon(symbol));
