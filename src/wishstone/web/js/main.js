// Where are we? One page after the other, by its address.

import { draw, h } from "./dom.js";
import { kept } from "./keep.js";
import { ask, Refused } from "./net.js";
import { local, say } from "./words.js";

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
/** @type {any} */
let page = null;

/** @param {string} path */
export function go(path) {
  history.pushState(null, "", path);
  show();
}

async function show() {
  page?.close?.();
  page = null;
  root.className = "";
  const [, place, id] = location.pathname.split("/");
  try {
    if (place === "t" && id) await table(id);
    else {
      const { Start } = await import("./start.js");
      page = new Start(root, go);
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    draw(root, h("main", { class: "loading" }, h("p", { role: "alert" }, local(error.text)), h("a", { class: "btn go", href: "/" }, say("all-games"))));
  }
}

/** A table, with the seat that the link or this browser has. The secret of a link goes into a cookie at once. @param {string} id */
async function table(id) {
  const link = new URLSearchParams(location.hash.slice(1));
  const secret = link.get("seat") ?? link.get("watch");
  let seat = kept("tables", {})[id]?.seat;
  if (secret) {
    history.replaceState(null, "", location.pathname);
    seat = (await ask("POST", `/tables/${id}/session`, { secret })).seat;
  } else if (seat === undefined) {
    const { Joining } = await import("./joining.js");
    page = new Joining(root, id, link.get("join") ?? "", go);
    return;
  }
  const { Table } = await import("./table.js");
  page = new Table(root, id, seat, go);
}

const sprite = /** @type {HTMLElement} */ (document.getElementById("sprite"));
sprite.innerHTML = await (await fetch("/symbols.svg")).text();
addEventListener("popstate", show);
await show();
