// Virtual DOM: a tree of elements is drawn into the page with as few changes as possible.

import { addressOf, file, hasFile, pathOf, recover } from "./net.js";

/** What an element can have in it; lists may be in lists. @typedef {any} Child */
/** @typedef {Record<string, any>} Attributes */

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set([
  "svg",
  "use",
  "path",
  "g",
  "circle",
  "ellipse",
  "line",
  "rect",
  "text",
  "polyline",
  "title",
  "tspan",
  "clipPath",
  "defs",
]);

/** Handlers stay with the element that is on the page: `on` + name → function. @type {WeakMap<Element, Attributes>} */
const handlers = new WeakMap();

/**
 * An element, `tag.class.class`, with attributes or without; a button sends no form unless it says so. `data-…`,
 * `aria-…` and other attributes are strings (true is an empty one, false and null none); `on…` is a function; `style`
 * is an object of properties, since the page allows no inline style; `key` tells siblings apart.
 * @param {string} name
 * @param {Attributes | Child} [attributes]
 * @param {...Child} children
 * @returns {any}
 */
export function h(name, attributes, ...children) {
  if (attributes?.constructor !== Object) return h(name, {}, attributes, ...children);
  const [tag, ...classes] = name.split(".");
  const element = SVG_TAGS.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  if (tag === "button") element.setAttribute("type", tag);
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  append(element, children);
  return element;
}

/** @param {Node} parent @param {Child[]} children */
function append(parent, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(parent, child);
    else if (child instanceof Node) parent.appendChild(child);
    else if (child !== null && child !== undefined && child !== false)
      parent.appendChild(document.createTextNode(String(child)));
  }
}

/** @param {Element} element @param {string} name @param {any} value */
function set(element, name, value) {
  if (name.startsWith("on")) listen(element, name, value);
  else if (name === "style")
    for (const [property, to] of Object.entries(value ?? {}))
      /** @type {HTMLElement} */ (element).style.setProperty(property, String(to));
  else if (name === "value") /** @type {HTMLInputElement} */ (element).value = value ?? "";
  else if (name === "key") element.setAttribute("data-key", value);
  else if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** @param {Element} element @param {string} name @param {Function | null} handler */
function listen(element, name, handler) {
  const known = handlers.get(element) ?? {};
  if (!handlers.has(element)) handlers.set(element, known);
  if (!(name in known))
    element.addEventListener(name.slice(2), (event) => handlers.get(element)?.[name]?.call(element, event));
  known[name] = handler;
}

/**
 * Draw new content into an element: what is the same stays, with its focus and its place.
 * @param {Element} root
 * @param {...Child} children
 */
export function draw(root, ...children) {
  const next = document.createDocumentFragment(),
    focus = /** @type {HTMLElement} */ (document.activeElement);
  const around = focus !== root && root.contains(focus) ? parents(focus) : [];
  append(next, children);
  reconcile(root, next);
  keepFocus(root, focus, around);
  for (const dialog of root.querySelectorAll("dialog:not(:modal)"))
    show(/** @type {HTMLDialogElement} */ (dialog), focus);
  for (const [dialog, opener] of openers) {
    if (dialog.isConnected) continue;
    openers.delete(dialog);
    if (opener.isConnected) opener.focus();
  }
}

/** @param {Element} element */
function parents(element) {
  const all = [];
  for (let each = element.parentElement; each; each = each.parentElement) all.push(each);
  return all;
}

/** What had the focus and is no button any more, as a card is when it is somebody else's turn, by its key. */
let waiting = "";

/**
 * Give the focus back to what had it; if that is gone, to what it was in, and to itself as soon as it is there again.
 * @param {Element} root
 * @param {HTMLElement} focus
 * @param {HTMLElement[]} around
 */
function keepFocus(root, focus, around) {
  if (!around.length) return;
  const again = waiting
    ? /** @type {HTMLElement | null} */ (root.querySelector(`button[data-key="${CSS.escape(waiting)}"]`))
    : null;
  if (focus.isConnected && (focus.tabIndex >= 0 || !again)) {
    if (focus.tabIndex >= 0) waiting = "";
    if (document.activeElement !== focus) focus.focus({ preventScroll: true });
    return;
  }
  waiting ||= keyOf(focus) ?? "";
  const place = again ?? around.find((each) => each.isConnected);
  if (!place) return;
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/** Who opened a dialog, to go back there. @type {Map<HTMLDialogElement, HTMLElement>} */
const openers = new Map();

/**
 * Let nothing but a dialog be reached while it is there.
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} opener
 */
function show(dialog, opener) {
  openers.set(dialog, opener);
  dialog.removeAttribute("open");
  dialog.showModal();
}

/** @param {MouseEvent} event */
function isBeside(event) {
  const { left, right, top, bottom } = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
  return (
    event.target === event.currentTarget &&
    (event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom)
  );
}

/**
 * A dialog with a head; Escape, its button and a tap beside it close it.
 * @param {string} title
 * @param {string} closing
 * @param {() => void} close
 * @param {Attributes} more
 * @param {...Child} inside
 */
export const dialog = (title, closing, close, more, ...inside) =>
  h(
    "dialog",
    {
      open: true,
      "aria-label": title,
      ...more,
      oncancel: (/** @type {Event} */ event) => (event.preventDefault(), close()),
      onclick: (/** @type {MouseEvent} */ event) => isBeside(event) && close(),
      class: `panel modal ${more.class ?? ""}`,
    },
    h("div.head", h("h2", title), tool("close", closing, close)),
    ...inside,
  );

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
    let found = key === null ? place : (keyed.get(key) ?? null);
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
const same = (one, other) =>
  one.nodeType === other.nodeType && one.nodeName === other.nodeName && keyOf(one) === keyOf(other);

/** @param {Node} old @param {Node} wanted */
function patch(old, wanted) {
  if (!(old instanceof Element) || !(wanted instanceof Element)) {
    if (old.nodeValue !== wanted.nodeValue) old.nodeValue = wanted.nodeValue;
    return;
  }
  for (const name of old.getAttributeNames())
    if (
      !wanted.hasAttribute(name) &&
      !(name === "tabindex" && old === document.activeElement) &&
      !(name === "open" && old instanceof HTMLDetailsElement)
    )
      old.removeAttribute(name);
  for (const name of wanted.getAttributeNames()) {
    const value = wanted.getAttribute(name) ?? "";
    if (old.getAttribute(name) === value) continue;
    if (name === "style") /** @type {HTMLElement} */ (old).style.cssText = value;
    else old.setAttribute(name, value);
  }
  const before = handlers.get(old),
    after = handlers.get(wanted);
  if (before || after)
    for (const name of Object.keys({ ...before, ...after })) listen(old, name, after?.[name] ?? null);
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

/**
 * A symbol of the sprite.
 * @param {string} name
 * @param {string} [cls]
 */
export const icon = (name, cls = "i") =>
  h("svg", { class: cls, "aria-hidden": "true" }, h("use", { href: `#${name}` }));

/** What one will mostly want to press. */
export const GO = { class: "btn go" };

/**
 * A button.
 * @param {string} label
 * @param {() => void} press
 * @param {Attributes} [more]
 * @param {...Child} inside
 */
export const button = (label, press, more = {}, ...inside) =>
  h("button.btn", { onclick: press, ...more }, ...(inside.length ? inside : [label]));

/**
 * A button that is only a symbol.
 * @param {string} symbol
 * @param {string} label
 * @param {() => void} press
 * @param {Attributes} [more]
 */
export const tool = (symbol, label, press, more = {}) =>
  h("button.btn.quiet.icon", { "aria-label": label, title: label, onclick: press, ...more }, icon(symbol));

/** What was loaded besides modules, by its address. @type {Map<string, Promise<any>>} */
const had = new Map();

/** @param {string} file @param {() => Promise<any>} load */
function once(file, load) {
  if (!had.has(file))
    had.set(
      file,
      load().catch((error) => (had.delete(file), Promise.reject(error))),
    );
  return had.get(file);
}

/** Have a stylesheet, before anything is drawn with it. @param {string} css */
export const dress = (css) =>
  once(
    css,
    () =>
      new Promise((done, fail) =>
        document.head.append(
          h("link", {
            rel: "stylesheet",
            href: addressOf(css),
            onload: done,
            onerror: () => recover().catch(fail),
          }),
        ),
      ),
  );

/** Have symbols, before anything is drawn with them. @param {string} svg */
export const symbols = (svg) =>
  once(svg, async () =>
    document.getElementById("sprite")?.insertAdjacentHTML("beforeend", await (await file(svg)).text()),
  );

/** The names of each game's own symbols. @type {Map<string, Set<string>>} */
const ownSymbols = new Map();

/**
 * Have the symbols of a game, in a space of their own (`GAME--NAME`): none takes the place of a symbol of the page.
 * @param {string} game
 * @param {boolean} [forCover] those of its cover alone
 */
export async function symbolsOf(game, forCover = false) {
  await ownSymbolsIn(game, `${game}.cover.svg`);
  if (!forCover) await ownSymbolsIn(game, `${game}.svg`);
}

/** @param {string} game @param {string} name of the file that they are in, if the game has it */
async function ownSymbolsIn(game, name) {
  if (!hasFile(game, name)) return;
  const svg = pathOf(game, name);
  await once(svg, async () => {
    const text = await (await file(svg)).text(),
      own = new Set(ownSymbols.get(game));
    for (const [, id] of text.matchAll(/\sid="([^"]+)"/g)) own.add(id);
    const renamed = text.replace(/(\sid="|\shref="#|url\(#)([^")]+)/g, (whole, before, id) =>
      own.has(id) ? `${before}${game}--${id}` : whole,
    );
    document.getElementById("sprite")?.insertAdjacentHTML("beforeend", renamed);
    ownSymbols.set(game, own);
  });
}

/**
 * The symbol that a game means: its own, or else the page's.
 * @param {string} game
 * @param {string} name
 */
export const symbolIn = (game, name) => (ownSymbols.get(game)?.has(name) ? `${game}--${name}` : name);
