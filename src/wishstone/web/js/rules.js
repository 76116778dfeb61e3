// Rules page: the rules of a game in our words, each with the number that other pages link to.

import { draw, dress, h, icon, symbolIn, symbols, symbolsOf } from "./dom.js";
import { ask } from "./net.js";
import { picture } from "./covers.js";
import { ruled, ruleLink } from "./rule-links.js";
import { learn, local, say } from "./words.js";

const PAIRS = /(?:(?:ab )?\d+(?: or more)? → −?\d+(?:, )?){3,}/; // what counts how much: `1 → −4, 2 → −3`

/**
 * A symbol, in a colour if one is named after it.
 * @param {string} game whose own symbols come before the page's
 * @param {string} name
 */
function sign(game, name) {
  const [symbol, colour] = name.split(" ");
  return h(
    "span",
    { class: colour ? "sign gemlike" : "sign", "data-c": colour ?? symbol },
    icon(symbolIn(game, symbol)),
  );
}

/** @param {string} pairs */
function table(pairs) {
  const cells = pairs.split(", ").map((pair) => pair.split(" → "));
  return h(
    "table",
    { tabindex: 0 },
    h(
      "tr",
      cells.map(([what]) => h("th", { scope: "col" }, what)),
    ),
    h(
      "tr",
      cells.map(([, worth]) => h("td", worth)),
    ),
  );
}

export class Rules {
  /** @param {HTMLElement} root @param {string} game */
  constructor(root, game) {
    this.root = root;
    this.game = game;
    this.aimed = "";
    this.left = false;
    this.own = new Set();
    /** @type {any} */ this.book = null;
    this.loaded = this.load();
  }

  async load() {
    [this.book] = await Promise.all([
      ask("GET", `/rules/${encodeURIComponent(this.game)}`),
      learn("learn"),
      dress("learn.css"),
      symbols("symbols-table.svg"),
      symbolsOf(this.game),
    ]);
    this.own = new Set(
      this.book.sections.flatMap((/** @type {any} */ section) =>
        section.rules.map((/** @type {any} */ rule) => rule.id),
      ),
    );
    if (!this.left) this.aim(decodeURIComponent(location.hash.slice(1)));
  }

  /** Bring a rule or a section before one's eyes, and mark it. @param {string} id */
  aim(id) {
    this.aimed = id;
    this.render();
    document.getElementById(id)?.scrollIntoView();
  }

  /**
   * A link to a place on this page.
   * @param {string} id
   * @param {any} inside
   */
  to(id, inside) {
    return h(
      "a",
      {
        href: `#${id}`,
        onclick: (/** @type {Event} */ event) => (
          event.preventDefault(),
          history.replaceState(null, "", `#${id}`),
          this.aim(id)
        ),
      },
      inside,
    );
  }

  render() {
    const { book } = this,
      { game } = book,
      title = local(book.title),
      sections = /** @type {any[]} */ (book.sections);
    document.title = `${say("rules")}: ${title} · Wishstone`;
    this.root.className = "rulebook";
    draw(
      this.root,
      h(
        "header.top",
        h("a", { href: "/", "aria-label": say("all-games") }, icon("wishstone", "i logo")),
        h("h1", title),
      ),
      h(
        "main",
        game ? h("div.picture", { "aria-hidden": "true" }, picture(game)) : null,
        h("p.intro", local(book.intro)),
        game
          ? h(
              "p.row",
              wishstone.games[game]?.lesson ? h("a.btn.go", { href: `/learn/${game}` }, say("learn-first")) : null,
              h("a.btn", { href: `/?play=${game}` }, say("play-now")),
            )
          : null,
        h(
          "ol.row",
          { "aria-label": say("rules-contents") },
          sections.map((section, k) => h("li", this.to(`s${k}`, local(section.title)))),
        ),
        sections.map((section, k) =>
          h(
            "section.panel",
            { id: `s${k}` },
            h("h2", local(section.title)),
            section.rules.map((/** @type {any} */ rule) => this.rule(rule)),
          ),
        ),
      ),
    );
  }

  /** One rule. @param {{id: string, text: Record<string, string>, signs: string[]}} rule */
  rule({ id, text, signs }) {
    const said = local(text);
    if (said.includes("\n")) return h("pre.one", { id, tabindex: 0 }, said);
    const pairs = said.match(PAIRS)?.[0] ?? "",
      [before, after] = pairs ? said.split(pairs) : [said, ""];
    return h(
      "div",
      { class: `one${this.aimed === id ? " aimed" : ""}`, id },
      this.to(id, id),
      h(
        "div",
        signs.length
          ? h(
              "span",
              { class: signs.length > 3 ? "many" : "signs" },
              signs.map((each) => sign(this.game, each)),
            )
          : null,
        this.drawn(before),
        pairs ? table(pairs) : null,
        this.drawn(after.replace(/^\.\s*/, "")),
      ),
    );
  }

  /**
   * A text with its symbols drawn, each with the marks around it, and the numbers of rules as links.
   * @param {string} text
   */
  drawn(text) {
    const link = (/** @type {string} */ id) => (this.own.has(id) ? this.to(id, id) : ruleLink(id));
    return text.split(/(\(?\{[\w-]+\}[).,;:]*)/).map((part, k) =>
      k % 2
        ? h(
            "span.nowrap",
            part.split(/[{}]/).map((piece, place) => (place % 2 ? sign(this.game, piece) : piece)),
          )
        : ruled(part, link),
    );
  }
}
