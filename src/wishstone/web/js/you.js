// What is known of oneself? Games played and won, a rating if one wants it; all of it to take along, to download, or to have deleted.

import { button, draw, h, icon } from "./dom.js";
import { keep, kept, ownName, playerKey } from "./keep.js";
import { ask, Refused } from "./net.js";
import { ago, learn, local, nameOf, number, say } from "./words.js";

export class You {
  /** @param {HTMLElement} root @param {string} _ @param {(path: string) => void} go */
  constructor(root, _, go) {
    this.root = root;
    this.go = go;
    this.problem = this.link = this.brought = "";
    this.sure = this.left = false;
    /** @type {any} */ this.known = null;
    /** @type {any[]} */ this.over = [];
    this.loaded = this.load();
  }

  close() {
    this.left = true;
  }

  /** What hangs on the player key. @param {string} method @param {string} path @param {any} [body] */
  asked(method, path, body) {
    return ask(method, `/player${path}`, body, { authorization: `Player ${playerKey()}` });
  }

  async load() {
    const key = new URLSearchParams(location.hash.slice(1)).get("player");
    if (key) history.replaceState(null, "", "/you");
    if (key && kept("player", key) === key) keep("player", key);
    else this.brought = key ?? ""; // whoever has games here is asked: they would be gone from this device
    const { tables } = (await Promise.all([learn("you"), this.asked("GET", "/tables")]))[1];
    this.over = tables.filter((/** @type {any} */ each) => each.status === "over" && kept("tables", {})[each.table]);
    this.known = await this.asked("GET", "");
    if (this.left) return;
    document.title = `${say("you-head")} · Wishstone`;
    this.render();
  }

  /** @param {() => Promise<void>} what */
  async attempt(what) {
    try {
      this.problem = "";
      await what();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.problem = local(error.text);
    }
    if (!this.left) this.render();
  }

  /** All that the server keeps, as a file. */
  async download() {
    const data = JSON.stringify(await this.asked("GET", "/export"), null, 1), href = URL.createObjectURL(new Blob([data], { type: "application/json" }));
    h("a", { href, download: "wishstone.json" }).click();
    URL.revokeObjectURL(href);
  }

  /** Be forgotten, there and here. */
  async forget() {
    await this.asked("DELETE", "");
    localStorage.clear();
    this.go("/");
  }

  render() {
    const { games, ratings, rated } = this.known, { link } = this, played = Object.entries(games);
    const told = (/** @type {any} */ { played, won, mean_score, best_score }) => say("you-told", { played, won, mean: number(Math.round(10 * mean_score) / 10), best: number(best_score) });
    this.root.className = "";
    draw(this.root, h("main", { class: "joining" },
      h("section", { class: "panel" },
        icon("wishstone", "i logo"), h("h1", {}, say("you-head")),
        this.brought ? [h("p", { role: "alert" }, say("you-brought")), h("div", { class: "row even" }, button(say("you-take"), () => (keep("player", this.brought), location.reload())), button(say("you-keep"), () => ((this.brought = ""), this.render()), { class: "btn go" }))] : null,
        h("label", {}, say("your-name"), h("input", { value: ownName(), maxlength: 24, autocomplete: "nickname", onchange: (/** @type {any} */ event) => keep("name", event.target.value.trim()) })),
        played.length ? h("ul", { class: "list" }, played.map(([game, sums]) => h("li", {}, h("div", {}, h("strong", {}, say(`short-${game}`)), h("div", { class: "soft small" }, told(sums)), ratings[game] ? h("span", { class: "tag moss" }, say("you-rating", { mean: number(Math.round(ratings[game].mean)), deviation: number(Math.round(ratings[game].deviation)) })) : null)))) : h("p", { class: "soft" }, say("you-none")),
        h("label", { class: "choice" }, h("input", { type: "checkbox", checked: rated, onchange: (/** @type {any} */ event) => this.attempt(async () => (this.known = await this.asked("PUT", "", { rated: event.target.checked }))) }), say("you-rated")),
        this.problem ? h("p", { class: "refusal", role: "alert" }, this.problem) : null,
        button(say("all-games"), () => this.go("/"), { class: "btn go" })),
      h("section", { class: "panel" },
        this.over.length ? [h("h2", {}, say("you-over")), h("ul", { class: "list" }, this.over.slice(0, 6).map((each) => h("li", {}, h("div", {}, h("a", { href: `/t/${each.table}` }, say(`short-${each.game}`)), h("div", { class: "soft small" }, each.seats.map((/** @type {any} */ _, /** @type {number} */ n) => nameOf(each.seats, n)).join(" · "), ", ", ago(each.updated))))))] : null,
        link ? [h("p", { class: "small" }, say("you-carried")), h("p", { class: "link" }, h("a", { href: link }, link))] : button(say("you-carry"), () => ((this.link = `${location.origin}/you#player=${playerKey()}`), this.render())),
        button(say("you-export"), () => this.attempt(() => this.download())),
        this.sure
          ? [h("p", { role: "alert" }, say("you-sure")), h("div", { class: "row even" }, button(say("you-delete"), () => this.attempt(() => this.forget())), button(say("you-keep"), () => ((this.sure = false), this.render()), { class: "btn go" }))]
          : button(say("you-delete"), () => ((this.sure = true), this.render()))),
    ));
  }
}
