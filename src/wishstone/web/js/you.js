// Player page: games played and won, the rating; everything to take along, to download or to have deleted.

import { button, draw, GO, h, icon } from "./dom.js";
import { keep, kept, ownName, playerKey } from "./keep.js";
import { ask, Refused } from "./net.js";
import { picture } from "./covers.js";
import { learn, local, say, shortOf } from "./words.js";
import { ago, nameOf } from "./table-words.js";
import { number } from "./numbers.js";

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

  /**
   * What hangs on the player key.
   * @param {string} method
   * @param {string} path
   * @param {any} [body]
   */
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
    this.render();
  }

  /** All that the server keeps, as a file. */
  async download() {
    const data = JSON.stringify(await this.asked("GET", "/export"), null, 1),
      href = URL.createObjectURL(new Blob([data], { type: "application/json" }));
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
    const {
        brought,
        known: { games, ratings, rated },
        link,
        over,
        sure,
      } = this,
      played = Object.entries(games);
    const told = (/** @type {any} */ { played, won, mean_score, best_score }) =>
      say("you-told", { played, won, mean: number(Math.round(10 * mean_score) / 10), best: number(best_score) });
    const rating = (/** @type {any} */ { mean, deviation }) =>
      h(
        "span.tag.moss",
        say("you-rating", { mean: number(Math.round(mean)), deviation: number(Math.round(deviation)) }),
      );
    const list = (/** @type {any[]} */ lines) =>
      h(
        "ul.list",
        lines.map(([game, name, ...more]) => h("li", picture(game), h("div", name, h("div.soft.small", more)))),
      );
    const set = (/** @type {any} */ change) => (Object.assign(this, change), this.render());
    const either = (/** @type {string} */ text, /** @type {any} */ yes, /** @type {any} */ no) => [
      h("p", { role: "alert" }, say(text)),
      h(
        "div.row.even",
        yes,
        button(say("you-keep"), () => set(no), GO),
      ),
    ];
    this.root.className = "start";
    draw(
      this.root,
      h(
        "header.top",
        icon("wishstone", "i logo"),
        h("h1", say("you-head")),
        h("span.fill"),
        button(say("all-games"), () => this.go("/"), GO),
      ),
      h(
        "main",
        h(
          "div.doors",
          h(
            "section.panel",
            h("h2", say("you-played")),
            brought
              ? either(
                  "you-brought",
                  button(say("you-take"), () => (keep("player", brought), location.reload())),
                  { brought: "" },
                )
              : null,
            played.length
              ? list(
                  played.map(([game, sums]) => [
                    game,
                    h("strong", shortOf(game)),
                    told(sums),
                    " ",
                    ratings[game] && rating(ratings[game]),
                  ]),
                )
              : h("p.soft", say("you-none")),
          ),
          over.length
            ? h(
                "section.panel",
                h("h2", say("you-over")),
                list(
                  over
                    .slice(0, 6)
                    .map(({ table, game, seats, updated }) => [
                      game,
                      h("a", { href: `/t/${table}` }, shortOf(game)),
                      seats.map((/** @type {any} */ _, /** @type {number} */ n) => nameOf(seats, n)).join(" · "),
                      ", ",
                      ago(updated),
                    ]),
                ),
              )
            : null,
          h(
            "section.panel",
            h("h2", say("you-about")),
            h(
              "label",
              say("your-name"),
              h("input", {
                value: ownName(),
                maxlength: 24,
                autocomplete: "nickname",
                onchange: (/** @type {any} */ event) => keep("name", event.target.value.trim()),
              }),
            ),
            h(
              "label.choice",
              h("input", {
                type: "checkbox",
                checked: rated,
                onchange: (/** @type {any} */ event) =>
                  this.attempt(async () => (this.known = await this.asked("PUT", "", { rated: event.target.checked }))),
              }),
              say("you-rated"),
            ),
            this.problem ? h("p.refusal", { role: "alert" }, this.problem) : null,
            link ? [h("p.small", say("you-carried")), h("p.link", h("a", { href: link }, link))] : null,
            sure
              ? either(
                  "you-sure",
                  button(say("you-delete"), () => this.attempt(() => this.forget())),
                  { sure: false },
                )
              : h(
                  "p.ways.small",
                  h(
                    "button",
                    { onclick: () => set({ link: `${location.origin}/you#player=${playerKey()}` }) },
                    say("you-carry"),
                  ),
                  h("button", { onclick: () => this.attempt(() => this.download()) }, say("you-export")),
                  h("button", { onclick: () => set({ sure: true }) }, say("you-delete")),
                ),
          ),
        ),
      ),
    );
  }
}
