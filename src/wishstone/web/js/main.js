// Router: the page that belongs to an address, one after the other.

import { draw, h, symbols } from "./dom.js";
import { kept } from "./keep.js";
import { ask, fetched, Refused } from "./net.js";
import { learn, local } from "./words.js";

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
/** @type {any} */
let page = null;
let shown = 0;

/** @param {string} path */
export function go(path) {
  history.pushState(null, "", path);
  show();
}

/**
 * The first part of an address → the module that shows it, and its class: `new Class(root, what follows, go)`.
 * @type {Record<string, [string, string]>}
 */
const PAGES = {
  "": ["start", "Start"],
  rules: ["rules", "Rules"],
  learn: ["lesson", "Lesson"],
  replay: ["replay", "Replay"],
  you: ["you", "You"],
};

/** Show the page of the address, unless somebody goes on to another before it is there. */
async function show() {
  const turn = ++shown;
  // Whatever is still under way on the page before is not seen any more.
  if (page) Object.assign(page, { left: true, render: () => {} });
  page?.close?.();
  page = null;
  root.className = "";
  const [, place, what] = location.pathname.split("/").map(decodeURIComponent);
  try {
    await Promise.all([learn("start"), symbols("/symbols.svg")]);
    const make = place === "t" ? await table(what) : await made(PAGES[place], what ?? "");
    if (turn !== shown) return;
    page = make();
    await page.loaded; // what goes wrong while a page loads is said here
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (turn !== shown) return;
    draw(
      root,
      h("main.loading", h("p", { role: "alert" }, local(error.text)), h("a.btn.go", { href: "/" }, "Wishstone")),
    );
  }
}

/** A module; a `Refused` where nobody answers. @param {string} name */
const load = (name) =>
  import(`./${name}.js`).catch(async (error) => {
    await fetched(`/js/${name}.js`);
    throw error;
  });

/** @param {[string, string]} page @param {string} what */
async function made([module, name], what) {
  const { [name]: Page } = await load(module);
  return () => new Page(root, what, go);
}

/**
 * A table, with the seat that the link or this browser has. The secret of a link goes into a cookie at once.
 * @param {string} id
 */
async function table(id) {
  const { tableware } = await load("games/index");
  await tableware();
  const link = new URLSearchParams(location.hash.slice(1));
  const secret = link.get("seat") ?? link.get("watch");
  let seat = kept("tables", {})[id]?.seat;
  if (secret) {
    history.replaceState(null, "", location.pathname);
    seat = (await ask("POST", `/tables/${id}/session`, { secret })).seat;
  } else if (seat === undefined) {
    const { Joining } = await load("joining");
    return () => new Joining(root, id, link.get("join") ?? "", go);
  }
  const { Table } = await load("table");
  return () => new Table(root, id, seat, go);
}

addEventListener("popstate", show);
await show();
navigator.serviceWorker
  ?.register("/sw.js")
  .then(first)
  .catch(() => {}); // without it the page needs the network, and nothing else

/** Whoever comes for the first time has loaded everything before it could be kept. */
async function first() {
  const cache = await caches.open("wishstone");
  if (await cache.match("/")) return;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
  await cache.addAll(["/", ...new Set(loaded.filter((path) => !path.startsWith("/api/")))]);
}
