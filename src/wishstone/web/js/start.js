// Start page: the games, one tap each; tables to return to, to join or to watch.

import { button, draw, dress, GO, h, icon, tool } from "./dom.js";
import { bytesOf, keep, kept, otherName, ownName, playerKey, random, sha256, sit } from "./keep.js";
import { ask, later, Refused } from "./net.js";
import { picture } from "./covers.js";
import { language, learn, learnGame, local, say, shortOf, speak } from "./words.js";

const USUAL_LEVEL = "easy";

export class Start {
  /** @param {HTMLElement} root @param {string} _ @param {(path: string) => void} go */
  constructor(root, _, go) {
    this.root = root;
    this.go = go;
    /** @type {any} */ this.catalogue = null;
    /** @type {any[]} */ this.tables = [];
    /** @type {any[]} */ this.mine = [];
    /** @type {typeof import("./table-lists.js") | null} */ this.lists = null;
    /** @type {import("./choosing.js").Choosing | null} */ this.choosing = null;
    this.problem = this.wrong = this.typed = "";
    this.isKeptOut = false; // by the operator, for a while
    document.title = "Wishstone";
    this.render();
    this.refresh();
    this.again = () => this.refresh();
    this.refreshing = setInterval(this.again, 8000);
    addEventListener("online", this.again);
  }

  close() {
    clearInterval(this.refreshing);
    removeEventListener("online", this.again);
  }

  async refresh() {
    if (document.hidden && this.catalogue) return;
    try {
      const headers = { authorization: `Player ${playerKey()}` },
        loaded = Object.keys(kept("tables", {})).length ? this.loadLists() : null, // not one after the other
        lists = Promise.all([ask("GET", "/tables"), ask("GET", "/player/tables", undefined, headers), loaded]);
      lists.catch(() => {}); // is told of below, unless the games are not there either
      if (!this.catalogue || this.catalogue.preparing) {
        this.catalogue = await ask("GET", "/games");
        this.render();
        this.playWanted();
      }
      const [open, mine] = await lists;
      this.tables = open.tables;
      this.mine = mine.tables.filter(
        (/** @type {any} */ each) => each.status !== "over" && kept("tables", {})[each.table],
      );
      if (this.tables.length || this.mine.length) await this.loadLists();
      this.problem = "";
      this.render();
    } catch (error) {
      this.complain(error);
    }
  }

  /** Have what lists of tables are drawn with; most who come for the first time find none. */
  async loadLists() {
    wishstone.preload("table-lists");
    this.lists ??= await later(() => import("./table-lists.js"));
  }

  /**
   * Whoever comes by `/?play=GAME`, from its rules or its lesson, plays at once; coming back does not begin another.
   */
  playWanted() {
    const game = this.catalogue.games.find(
      (/** @type {any} */ each) => each.id === new URLSearchParams(location.search).get("play"),
    );
    if (!game) return;
    history.replaceState(null, "", "/");
    this.playNow(game);
  }

  /**
   * Say what went wrong, in general or with the code.
   * @param {unknown} error
   * @param {"problem" | "wrong"} [where]
   */
  complain(error, where = "problem") {
    if (!(error instanceof Refused)) throw error;
    this[where] = local(error.text);
    this.isKeptOut = error.code === "banned";
    this.render();
  }

  /** Open a table. @param {any} wish */
  async open({ names = [], ...wish }) {
    wishstone.preload("table", wish.game);
    if (wish.seats.includes("open")) wishstone.preload("gathering");
    const number = random(16),
      here = wish.seats.flatMap((/** @type {string} */ each, /** @type {number} */ n) => (each === "here" ? [n] : []));
    const seats = wish.seats.map((/** @type {string} */ each) => (each === "here" ? "open" : each));
    try {
      const told = await ask("POST", "/tables", {
        name: ownName(),
        player: playerKey(),
        number_hash: await sha256(bytesOf(number)),
        ...wish,
        seats,
      });
      for (const seat of here)
        await ask("POST", `/tables/${told.table}/join`, {
          seat,
          name: names[seat]?.trim() || otherName(seat),
          code: told.code,
        });
      keep(`number.${told.table}.${told.seat}`, number);
      keep(`commitment.${told.table}`, told.commitment);
      keep(`watch.${told.table}`, told.watch);
      sit(told.table, told.seat, here.length ? [told.seat, ...here] : undefined, wish.game);
      this.go(`/t/${told.table}`);
    } catch (error) {
      this.complain(error);
    }
  }

  /** One tap: at once, against bots of a sensible level. @param {any} game */
  playNow(game) {
    const bots = Math.max(game.seats[0], 2) - 1;
    this.open({ game: game.id, seats: ["me", ...Array(bots).fill(kept("level", USUAL_LEVEL))], start: true });
  }

  render() {
    this.root.className = "start";
    draw(
      this.root,
      h(
        "header.top",
        icon("wishstone", "i logo"),
        h("div", h("h1", "Wishstone"), h("p.soft", say("motto"))),
        h("span.fill"),
        button(language === "en" ? "Deutsch" : "English", () => this.turnLanguage(), {
          class: "btn quiet",
          lang: language === "en" ? "de" : "en",
        }),
        tool("theme", say("day-or-night"), () => this.turnTheme()),
      ),
      this.problem && this.catalogue ? h("p.refusal", { role: "alert" }, this.problem) : null,
      this.catalogue?.preparing ? h("p.tag.warn.preparing", { role: "status" }, icon("clock"), say("preparing")) : null,
      this.catalogue
        ? h(
            "main",
            h(
              "ul.shelf",
              this.catalogue.games.map((/** @type {any} */ game) => this.box(game)),
            ),
            h("div.doors", this.returning(), this.openTables(), this.byCode()),
          )
        : h(
            "main.loading",
            this.problem
              ? [
                  h("h2", say(this.isKeptOut ? "kept-out" : "no-network")),
                  h("p", { role: "alert" }, `${this.problem}. ${this.isKeptOut ? "" : say("no-network-help")}`),
                  button(say("try-again"), this.again, GO),
                ]
              : null,
          ),
      this.choosing?.draw(),
    );
  }

  async turnLanguage() {
    await speak(language === "en" ? "de" : "en");
    this.render();
  }

  turnTheme() {
    const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    localStorage.setItem("wishstone.theme", theme);
  }

  /** @param {any} game */
  box(game) {
    const [low, high] = game.seats;
    return h(
      "li.box.panel",
      { key: game.id },
      h("div.picture", { "aria-hidden": "true" }, picture(game.id)),
      h(
        "div.inside",
        h("h2", shortOf(game.id)),
        h(
          "p.facts.soft",
          h("span", icon("people"), `${low}–${high}`),
          h("span", icon("clock"), say("minutes", { count: game.minutes[1] })),
        ),
        h("p.line", local(game.line)),
        h(
          "p.ways.small",
          wishstone.games[game.id]?.lesson ? h("a", { href: `/learn/${game.id}` }, say("learn")) : null,
          wishstone.games[game.id]?.rules !== undefined ? h("a", { href: `/rules/${game.id}` }, say("rules")) : null,
          h("button", { onclick: () => this.choose(game, "open") }, say("with-friends")),
        ),
        h(
          "div.row",
          button(say("play-now"), () => this.playNow(game), GO, icon("play"), say("play-now")),
          h(
            "button.btn.icon",
            {
              "aria-label": say("choose-for", { game: local(game.title) }),
              title: say("choose"),
              onclick: () => this.choose(game, kept("level", USUAL_LEVEL)),
            },
            icon("settings"),
          ),
        ),
      ),
    );
  }

  /** One's games that are not over; whoever has none is not told of it. */
  returning() {
    return this.lists && this.mine.length
      ? h("section.panel.mine", h("h2", say("return")), this.lists.own(this.mine, this.go))
      : null;
  }

  openTables() {
    const others = this.tables.filter((each) => !kept("tables", {})[each.table]);
    return h(
      "section.panel",
      h("h2", say("open-tables")),
      this.lists && others.length ? this.lists.open(others, this.go) : h("p.soft", say("nobody-yet")),
    );
  }

  byCode() {
    const submit = async (/** @type {any} */ event) => {
      event.preventDefault();
      const code = this.typed.replace(/[\s\p{Pd}]/gu, "").toUpperCase();
      try {
        const told = await ask("POST", "/look", { code });
        this.go(`/t/${told.table}#join=${code}`);
      } catch (error) {
        this.complain(error, "wrong");
      }
    };
    return h(
      "section.panel",
      h("h2", say("join-by-code")),
      this.wrong ? h("p.refusal.small", { role: "alert" }, this.wrong) : h("p.soft.small", say("code-help")),
      h(
        "form.say",
        { onsubmit: submit },
        h("input", {
          name: "code",
          value: this.typed,
          required: true,
          maxlength: 20,
          autocomplete: "off",
          autocapitalize: "characters",
          "aria-label": say("code"),
          placeholder: "ABCD2345",
          oninput: (/** @type {any} */ event) => (this.typed = event.target.value),
        }),
        h("button.btn", { type: "submit" }, say("join")),
      ),
      h(
        "p.ways.small",
        h("a", { href: "/replay" }, say("look-record")),
        h("a", { href: "/rules/fair-dice" }, say("fair-dice")),
        h("a", { href: "/you" }, say("your-data")),
      ),
      isSecureContext ? null : h("p.soft.small", say("no-tls")),
    );
  }

  /** Choose players, levels and options. @param {any} game @param {string} other who sits on the other seats */
  async choose(game, other) {
    wishstone.preload("choosing");
    try {
      const [{ Choosing }] = await Promise.all([
        later(() => import("./choosing.js")),
        learn("choosing"),
        dress("forms.css"),
        Object.keys(game.options).length ? learnGame(game.id) : null,
      ]);
      this.choosing = new Choosing(this, game, other);
      this.render();
    } catch (error) {
      this.complain(error);
    }
  }
}
