// Router: the page that belongs to an address, one after the other.

import { draw, dress, h, symbols } from "./dom.js";
import { kept } from "./keep.js";
import { ask, hasOtherPage, later, Refused } from "./net.js";
import { learn, local } from "./words.js";

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
/** @type {any} */
let page = null;
let shown = 0;

/**
 * Go on to another page; where the server has another version by now, to that one's.
 * @param {string} path
 */
export function go(path) {
  if (hasOtherPage()) return location.assign(path);
  history.pushState(null, "", path);
  show();
}

/**
 * The first part of an address → the module that shows it, its class (`new Class(root, what follows, go)`), and its
 * stylesheets beside those of all pages.
 * @type {Record<string, [() => Promise<Record<string, any>>, string, ...string[]]>}
 */
const PAGES = {
  "": [() => import("./start.js"), "Start", "start.css"],
  rules: [() => import("./rules.js"), "Rules", "start.css"],
  learn: [() => import("./lesson.js"), "Lesson"],
  replay: [() => import("./replay.js"), "Replay"],
  you: [() => import("./you.js"), "You", "start.css", "forms.css"],
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
    await Promise.all([learn("start"), symbols("symbols.svg")]);
    const make = place === "t" ? await table(what) : await made(PAGES[place], what ?? "");
    if (turn !== shown) return;
    delete document.documentElement.dataset.game;
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

/** @param {[() => Promise<Record<string, any>>, string, ...string[]]} page @param {string} what */
async function made([module, name, ...css], what) {
  const [{ [name]: Page }] = await Promise.all([later(module), ...css.map(dress)]);
  return () => new Page(root, what, go);
}

/**
 * A table, with the seat that the link or this browser has. The secret of a link goes into a cookie at once.
 * @param {string} id
 */
async function table(id) {
  const link = new URLSearchParams(location.hash.slice(1)),
    secret = link.get("seat") ?? link.get("watch"),
    known = kept("tables", {})[id];
  let seat = known?.seat;
  wishstone.preload(secret || known ? "table" : "joining", known?.game);
  const { tableware } = await later(() => import("./pictures.js"));
  await tableware();
  if (secret) {
    history.replaceState(null, "", location.pathname);
    seat = (await ask("POST", `/tables/${id}/session`, { secret })).seat;
  } else if (seat === undefined) {
    const { Joining } = await later(() => import("./joining.js"));
    return () => new Joining(root, id, link.get("join") ?? "", go);
  }
  const { Table } = await later(() => import("./table.js"));
  return () => new Table(root, id, seat, go);
}

addEventListener("popstate", show);
await show();
navigator.serviceWorker
  ?.register("/sw.js")
  .then(keepPage)
  .catch(() => {}); // without it the page needs the network, and nothing else

/** Keep this version for times without a network, now that it was shown, and none before it (sw.js). */
async function keepPage() {
  const name = `wishstone-${wishstone.prefix.split("/")[2]}`,
    cache = await caches.open(name);
  if (!(await cache.match("/"))) {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
    await cache.addAll([...new Set(loaded.filter((path) => path.startsWith(`${wishstone.prefix}/`)))]);
    // The page is the same at every address, and the browser still has that of this one.
    const [{ name: address }] = performance.getEntriesByType("navigation");
    const page = await fetch(address, { cache: "force-cache" });
    if ((await page.clone().text()).includes(wishstone.prefix)) await cache.put("/", page);
  }
  const others = (await caches.keys()).filter((each) => each.startsWith("wishstone-") && each !== name);
  await Promise.all(others.map((each) => caches.delete(each)));
}
