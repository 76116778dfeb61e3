// What happens at a table? The page of one: who sits there, the game, what is asked, what happened.
// It knows no rules. It draws the view, offers the moves that came with it, and reports a choice.

import { button, draw, h, icon, tool } from "./dom.js";
import { bytesOf, keep, kept, random, setting, sha256 } from "./keep.js";
import { flights } from "./motion.js";
import { Line, Refused } from "./net.js";
import { change, mark } from "./parts.js";
import { play as sound } from "./sound.js";
import { ago, lexiconOf, local, number, say, term, told } from "./words.js";

/** @typedef {{move: string, touches: any}} Legal */
/** @typedef {import("./words.js").Lexicon} Lexicon */
/**
 * What draws one game. Everything is given the page, and gives elements.
 * @typedef {object} Picture
 * @property {(page: Table) => {lead: string, text: string}} ask  one line: whose turn, and what is wanted
 * @property {(page: Table) => any} ends  how near the end is, for the bar
 * @property {(page: Table, seat: number) => any} seat  somebody's rows and stones
 * @property {(page: Table) => any} middle  what lies in the middle
 * @property {(page: Table) => any} dock  what one has in hand
 * @property {(page: Table) => any} [mine]  one's own rows, if they have a place of their own
 * @property {(page: Table, seat: number) => any} [meta]  a few words under a name
 * @property {string} [css]  its stylesheet
 * @property {boolean} [board]  whether the middle needs the room, so that one sits among the others
 */

/** @type {Record<string, () => Promise<{default: Picture}>>} */
const PICTURES = {
  "keltis-card": () => import("./games/card.js"),
  keltis: () => import("./games/board.js"),
  "keltis-new-paths": () => import("./games/board.js"),
  "keltis-dice": () => import("./games/dice.js"),
  "quartz-dice": () => import("./games/quartz.js"),
};

const SHOWN = 120; // lines of the log that are on the page
const FORCED = 350; // milliseconds until the only possible move is made
const TYPING = 700; // milliseconds in which a second digit belongs to the first

export class Table {
  /** @param {HTMLElement} root @param {string} id @param {number} seat @param {(path: string) => void} go */
  constructor(root, id, seat, go) {
    this.root = root;
    this.id = id;
    this.seat = seat;
    this.go = go;
    /** @type {any} */ this.about = null;
    /** @type {any} */ this.scene = null;
    /** @type {any} */ this.view = null;
    /** @type {any} */ this.you = {};
    /** @type {any[]} */ this.log = [];
    /** @type {Lexicon | null} */ this.lexicon = null;
    /** @type {Picture | null} */ this.picture = null;
    /** @type {any} */ this.chosen = null;
    /** @type {{text: string, rule?: string} | null} */ this.notice = null;
    /** @type {Legal | null} */ this.preview = null;
    /** @type {any} */ this.hint = null;
    /** @type {{good: boolean, text: string} | null} */ this.proof = null;
    this.state = "lost";
    this.drawer = "";
    this.busy = false;
    this.typed = "";
    this.skew = 0;
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    addEventListener("keydown", this.keys);
    this.ticking = setInterval(() => this.tick(), 1000);
    this.line = new Line(id, seat, { told: (message) => this.take(message), state: (state, code) => this.heard(state, code) });
    this.render();
  }

  close() {
    removeEventListener("keydown", this.keys);
    clearInterval(this.ticking);
    this.line.close();
  }

  // ── What comes from the server ───────────────────────────────────────────────────────────────────────────────

  /** @param {"open" | "lost" | "closed"} state @param {number} code */
  heard(state, code) {
    this.state = state;
    if (state === "closed") this.notice = { text: say(code === 4404 ? "no-table" : "link-dead") };
    this.render();
  }

  /** @param {any} message */
  async take(message) {
    switch (message.type) {
      case "table":
        if (!this.lexicon) {
          this.lexicon = await lexiconOf(message.about.game);
          this.picture = (await PICTURES[message.about.game]()).default;
          await dress(this.picture.css);
        }
        Object.assign(this, { about: message.about, scene: message.scene, view: message.view, you: message.you, log: message.log });
        this.skew = message.now - Date.now();
        this.remember();
        this.forget();
        this.render();
        break;
      case "news":
        this.news(message);
        break;
      case "present":
        if (this.scene) {
          message.seats.forEach((/** @type {boolean} */ here, /** @type {number} */ seat) => (this.scene.seats[seat].present = here));
          this.scene.watching = message.watching;
          this.render();
        }
        break;
      case "refused":
        this.notice = { text: local(message.text), rule: message.rule };
        this.render();
    }
    this.showNumber();
  }

  /** Something happened. @param {any} message */
  news(message) {
    if (!this.scene) return;
    if (message.entries[0].number !== this.log.length) return void this.line.do("read", { after: 0 });
    const before = this.scene.basis;
    const land = flights(this.root);
    this.log.push(...message.entries);
    this.scene = message.scene;
    this.you = message.you;
    if (message.view !== undefined) this.view = message.view;
    if (message.change) merge(this.view, message.change);
    if (this.scene.basis !== before) this.forget();
    this.remember();
    this.render();
    land();
    this.announce(message.entries);
    this.forced();
  }

  /** The choice that was begun is of no use any more. */
  forget() {
    Object.assign(this, { chosen: null, notice: null, preview: null, hint: null, busy: false });
  }

  /** Keep the commitment that was shown first, and that this browser sits here. */
  remember() {
    const shown = kept(`commitment.${this.id}`, "");
    if (!shown) keep(`commitment.${this.id}`, this.about.commitment);
    const tables = kept("tables", {});
    tables[this.id] = { seat: this.seat, game: this.about.game, at: Date.now(), over: this.scene.status === "over" };
    keep("tables", tables);
  }

  /** Show the number whose hash was given, once all are in; give a new one where it was shown for nothing. */
  async showNumber() {
    const mine = this.scene?.seats[this.seat], name = `number.${this.id}.${this.seat}`;
    if (!mine || mine.number || mine.kind !== "person") return;
    if (this.scene.status === "starting" && kept(name, "")) this.line.do("number", { number: kept(name, "") }).catch(() => {});
    if (this.scene.status === "open" && !mine.number_hash) {
      const number = random(16);
      keep(name, number);
      this.line.do("seal", { number_hash: await sha256(bytesOf(number)) }).catch(() => {});
    }
  }

  /** Make a move by itself where there is only one. */
  forced() {
    const { basis } = this.scene;
    const due = () => this.legal.length === 1 && this.scene.basis === basis && !this.busy;
    if (setting("forced") && due()) setTimeout(() => due() && this.play(this.legal[0].move), FORCED);
  }

  /** @param {any[]} entries */
  announce(entries) {
    if (entries.some((entry) => entry.kind === "finished")) sound("end");
    else if (this.turn) sound("turn");
    document.title = this.turn ? `${say("your-turn")} · Wishstone` : `${this.title} · Wishstone`;
  }

  // ── What one may do ──────────────────────────────────────────────────────────────────────────────────────────

  /** @returns {Legal[]} */
  get legal() {
    return (this.you.legal ?? []).map((/** @type {[string, any]} */ [move, touches]) => ({ move, touches }));
  }

  /** Whether it is one's turn. */
  get turn() {
    return Boolean(this.you.legal);
  }

  get title() {
    return this.about ? say(`game-${this.about.game}`) : "Wishstone";
  }

  /** A player as one may know them. @param {number} seat */
  player(seat) {
    const player = this.view.players[seat];
    return seat === this.seat ? { ...player, ...this.you.own } : player;
  }

  /** @param {number} seat */
  name(seat) {
    const { name, bot, kind } = this.scene.seats[seat];
    if (name) return name;
    return kind === "bot" ? say("bot-named", { level: say(`level-${bot.split("+")[0]}`) }) : say("somebody");
  }

  /** @param {number} seat */
  called(seat) {
    return seat === this.seat ? say("you") : this.name(seat);
  }

  get names() {
    return this.scene.seats.map((/** @type {any} */ _, /** @type {number} */ seat) => this.name(seat));
  }

  /** The others, in the order in which they come after oneself. */
  get others() {
    const seats = this.scene.seats.length, first = this.seat < 0 ? 0 : this.seat + 1;
    const order = Array.from({ length: seats }, (_, place) => (first + place) % seats);
    return this.seat < 0 ? order : order.slice(0, -1);
  }

  /** Choose something that a move may be made with; choosing it again lets it go. @param {any} what */
  choose(what) {
    this.notice = null;
    this.chosen = JSON.stringify(this.chosen) === JSON.stringify(what) ? null : what;
    this.preview = null;
    sound("touch");
    this.render();
  }

  /** Make a move; where one wants to be asked first, the second tap makes it. @param {string} move */
  async play(move) {
    if (this.busy) return;
    if (setting("confirm") && this.preview?.move !== move && this.legal.length > 1) {
      this.preview = this.legal.find((each) => each.move === move) ?? null;
      this.notice = { text: say("confirm-move", { move: this.moveName(move) }) };
      return this.render();
    }
    this.busy = true;
    try {
      await this.line.do("move", { move, basis: this.scene.basis });
    } catch (error) {
      this.refused(error);
    } finally {
      this.busy = false;
    }
  }

  /** Ask what forbids a move, and say it. @param {string} move */
  async refuse(move) {
    sound("refused");
    try {
      const answer = await this.line.do("why", { move });
      if (!answer.allowed) this.notice = { text: local(answer.reason ?? answer.text), rule: answer.rule };
    } catch (error) {
      return this.refused(error);
    }
    this.render();
  }

  /** @param {unknown} error */
  refused(error) {
    if (!(error instanceof Refused)) throw error;
    this.notice = { text: local(error.text), rule: error.rule };
    sound("refused");
    this.render();
  }

  /** A command that is not a move. @param {string} what @param {Record<string, any>} [values] */
  async ask(what, values = {}) {
    try {
      return await this.line.do(what, values);
    } catch (error) {
      this.refused(error);
    }
  }

  undo() {
    this.ask("undo", { basis: this.scene.basis });
  }

  async wantHint() {
    this.notice = { text: say("thinking") };
    this.render();
    const answer = await this.ask("hint");
    if (answer?.basis === this.scene.basis) {
      this.hint = answer;
      this.notice = null;
      this.render();
    }
  }

  /** A move in words. @param {string} move */
  moveName(move) {
    const lexicon = /** @type {Lexicon} */ (this.lexicon);
    const words = move.split(" ");
    const colours = words.map((word) => term(lexicon, word));
    return colours.join(" ");
  }

  // ── Keys ─────────────────────────────────────────────────────────────────────────────────────────────────────

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || /** @type {HTMLElement} */ (event.target).matches?.("input, select, textarea")) return;
    if (event.key === "Escape") {
      this.drawer = "";
      this.forget();
      this.render();
    } else if (/^[0-9]$/.test(event.key) && this.turn) {
      event.preventDefault();
      this.digit(event.key);
    }
  }

  /** Number keys choose from the list of moves; with more than nine of them, two digits do. @param {string} digit */
  digit(digit) {
    clearTimeout(this.typing);
    this.typed += digit;
    this.drawer = "moves";
    const chosen = this.legal[Number(this.typed) - 1];
    const finish = () => {
      this.typed = "";
      if (chosen) this.play(chosen.move);
      else this.render();
    };
    this.preview = chosen ?? null;
    this.render();
    if (Number(this.typed) * 10 > this.legal.length) finish();
    else this.typing = setTimeout(finish, TYPING);
  }

  tick() {
    if (this.scene?.clock?.deadline || this.state === "lost") this.render();
  }

  // ── The picture ──────────────────────────────────────────────────────────────────────────────────────────────

  render() {
    if (!this.scene || !this.picture) return draw(this.root, this.loading());
    this.root.className = `table${this.picture.board ? " boarded" : ""}`;
    if (!this.view) return draw(this.root, this.bar(), this.gathering(), this.side());
    const mine = this.seat >= 0 && this.picture.board;
    draw(
      this.root,
      this.bar(),
      h("aside", { class: "others", "aria-label": say("others") }, this.others.map((seat) => this.seatPanel(seat)), mine ? this.seatPanel(this.seat) : null),
      h("main", { class: "mid" }, this.picture.middle(this), this.picture.mine?.(this), this.scene.status === "over" ? this.result() : this.dock()),
      this.side(),
    );
  }

  loading() {
    return h("p", { class: "loading", role: "status" }, icon("wishstone", "i logo"), this.notice?.text ?? say("loading"), this.state === "closed" ? button(say("all-games"), () => this.go("/")) : null);
  }

  bar() {
    const deadline = this.scene.clock?.deadline;
    return h(
      "header", { class: "bar" },
      h("a", { class: "btn quiet icon", href: "/", "aria-label": say("all-games"), onclick: (/** @type {Event} */ event) => (event.preventDefault(), this.go("/")) }, icon("wishstone", "i brand")),
      h("h1", {}, h("span", { class: "desk" }, say(`game-${this.about.game}`)), h("span", { class: "phone" }, say(`short-${this.about.game}`))),
      this.view ? this.picture?.ends(this) : null,
      h("span", { class: "fill" }),
      this.state === "open" ? null : h("span", { class: "tag warn keep", role: "status" }, say("reconnecting")),
      deadline ? h("span", { class: "tag" }, icon("clock"), this.time(deadline)) : null,
      this.scene.watching ? h("span", { class: "tag desk" }, icon("eye"), say("watching", { count: this.scene.watching })) : null,
      h("span", { class: "tools" }, tool("link", say("invite"), () => this.open("invite")), tool("settings", say("settings"), () => this.open("settings")), tool("log", say("log-and-chat"), () => this.open("talk"), { class: "btn quiet icon talk" })),
    );
  }

  /** Time that is left until then. @param {number} then */
  time(then) {
    const seconds = Math.max(0, Math.round((then - Date.now() - this.skew) / 1000));
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  /** @param {string} which */
  open(which) {
    this.drawer = this.drawer === which ? "" : which;
    this.render();
  }

  /** @param {number} seat */
  seatPanel(seat) {
    const { bot, kind, present } = this.scene.seats[seat];
    const player = this.player(seat), turn = this.scene.actor === seat;
    const state = kind === "bot" ? h("span", {}, icon("bot"), h("span", { class: "desk" }, say("bot"))) : bot ? h("span", { class: "tag warn" }, icon("bot"), say("bot-plays")) : present || seat === this.seat ? null : h("span", {}, say("away"));
    return h(
      "section", { class: `seat panel${turn ? " turn" : ""}${kind === "person" && !present && seat !== this.seat ? " away" : ""}`, key: `seat${seat}`, "aria-label": this.called(seat) },
      h("header", {}, mark(seat), h("div", { class: "who" }, h("div", { class: "name" }, this.called(seat)), h("div", { class: "soft" }, state, this.picture?.meta?.(this, seat))), h("div", { class: "pts", "aria-label": say("points-told", { points: number(player.sheet.total) }) }, number(player.sheet.total))),
      this.picture?.seat(this, seat),
    );
  }

  /** Whose turn it is and what is asked, always at the same place, and what one has in hand. */
  dock() {
    const { lead, text } = this.asking();
    return h(
      "section", { class: "dock panel", "aria-label": say("your-move") },
      h(
        "div", { class: "ask" }, mark(Math.max(this.scene.actor, 0)),
        h("p", { "aria-live": "polite" }, h("strong", {}, lead), " ", this.notice ? h("span", { class: "refusal" }, this.notice.text, this.notice.rule ? h("span", { class: "rule" }, this.notice.rule) : null) : text),
        h(
          "div", { class: "tools" },
          this.you.undo ? tool("undo", say(this.you.undo.alone ? "undo" : "undo-ask"), () => this.undo()) : null,
          this.turn && this.about.hints ? tool("hint", say("hint"), () => this.wantHint()) : null,
          this.turn ? tool("more", say("all-moves"), () => this.open("moves")) : null,
        ),
      ),
      this.proposal(), this.hinted(), this.picture?.dock(this),
      this.drawer === "moves" && this.turn ? this.moves() : null,
    );
  }

  asking() {
    if (this.scene.seats[this.seat]?.bot && this.seat >= 0 && this.scene.seats[this.seat].kind === "person") return { lead: say("bot-for-you"), text: "" };
    if (!this.turn) return { lead: say("thinks", { who: this.name(Math.max(0, this.scene.actor)) }), text: "" };
    return /** @type {Picture} */ (this.picture).ask(this);
  }

  /** What somebody has proposed. */
  proposal() {
    const proposal = this.scene.proposal;
    if (!proposal) return null;
    const mine = proposal.waiting_for.includes(this.seat);
    const who = proposal.what === "seat" ? proposal.name : this.called(proposal.seat);
    return h(
      "div", { class: "proposal", role: "alert" }, h("p", {}, say(`proposal-${proposal.what}`, { who })),
      mine ? [button(say("yes"), () => this.ask("answer", { to: proposal.number, yes: true }), { class: "btn go" }), button(say("no"), () => this.ask("answer", { to: proposal.number, yes: false }))] : h("span", { class: "soft" }, say("waiting-for", { who: proposal.waiting_for.map((/** @type {number} */ seat) => this.name(seat)).join(", ") })),
    );
  }

  /** What would be good, and why. */
  hinted() {
    if (!this.hint) return null;
    const [best] = this.hint.moves;
    const why = Object.entries(this.hint.why).map(([item, points]) => `${this.item(item)} ${Number(points) > 0 ? "+" : ""}${number(Number(points))}`).join(", ");
    return h(
      "div", { class: "hint", role: "status" }, icon("hint"),
      h("p", {}, say("hint-told", { move: this.moveName(best.move), chance: Math.round(100 * best.chance), error: Math.round(50 * (best.ci95[1] - best.ci95[0])), score: number(Math.round(best.score)) }), why ? ` ${say("hint-why", { why })}` : ""),
      button(say("do-it"), () => this.play(best.move), { class: "btn" }),
    );
  }

  /** All legal moves, numbered, for the keyboard and for those who hear the page. */
  moves() {
    return h(
      "ol", { class: "moves", "aria-label": say("all-moves") },
      this.legal.map(({ move, touches }, place) => h("li", {}, h("button", { type: "button", class: `btn${this.preview?.move === move ? " chosen-move" : ""}`, onclick: () => this.play(move) }, h("kbd", {}, place + 1), this.moveName(move), Object.keys(touches.points).length ? h("span", { class: "pill" }, change(touches.points)) : null))),
    );
  }

  // ── Beside the game ──────────────────────────────────────────────────────────────────────────────────────────

  side() {
    return h("aside", { class: `side${this.drawer === "talk" ? " open" : ""}`, "aria-label": say("log-and-chat") }, this.drawer === "invite" ? this.invitation() : null, this.drawer === "settings" ? this.settings() : null, this.view ? this.points() : null, this.story());
  }

  /** The name of an item of the score. @param {string} item */
  item(item) {
    return say(item.startsWith("rows.") ? item.slice(5) : `item-${item}`);
  }

  points() {
    const seats = this.seat < 0 ? this.others : [this.seat, ...this.others];
    const sheets = seats.map((seat) => flat(this.player(seat).sheet));
    const preview = this.preview?.touches.points ?? {};
    const items = Object.keys(flat(this.player(Math.max(0, this.seat)).sheet));
    const row = (/** @type {string} */ item) =>
      h(
        "tr", { class: item === "total" ? "sum" : "" },
        h("th", { scope: "row", "data-c": item.startsWith("rows.") ? item.slice(5) : null }, item.startsWith("rows.") ? icon(item.slice(5)) : null, this.item(item)),
        sheets.map((sheet, place) => h("td", {}, item in sheet ? number(sheet[item]) : "?", place === 0 && preview[item] ? h("span", { class: preview[item][1] < preview[item][0] ? "down" : "up" }, ` → ${number(preview[item][1])}`) : null)),
      );
    return h(
      "section", { class: "panel points" }, h("div", { class: "head" }, h("h2", {}, say("points-now"))),
      h("div", { class: "scroll" }, h("table", { class: "sheet" }, h("thead", {}, h("tr", {}, h("th", {}), seats.map((seat) => h("th", { scope: "col", title: this.called(seat) }, mark(seat), h("span", { class: "sr" }, this.called(seat)))))), h("tbody", {}, items.map(row)))),
    );
  }

  story() {
    const lines = this.log.map((entry) => this.storyLine(entry)).filter(Boolean);
    return h(
      "section", { class: "panel grow talkbox" }, h("div", { class: "head" }, h("h2", {}, say("what-happened"))),
      h("ol", { class: "log grow", "aria-live": "polite" }, lines.slice(-SHOWN).reverse()),
      this.seat >= 0 ? this.saying() : null,
    );
  }

  /** @param {any} entry */
  storyLine(entry) {
    const dealt = this.log.findIndex((each) => each.kind === "moved");
    if (entry.kind === "drawn" && (dealt < 0 || entry.number < this.log[dealt].number)) return entry.n === 0 ? this.logItem(entry, null, say("log-dealt")) : null;
    if (entry.story) return this.logItem(entry, entry.story.values.seat, told(/** @type {Lexicon} */ (this.lexicon), entry.story, this.names));
    const who = typeof entry.seat === "number" && entry.seat >= 0 ? this.called(entry.seat) : "";
    if (entry.kind === "said") return entry.text || entry.phrase ? this.logItem(entry, entry.seat, h("q", {}, entry.text || say(`phrase-${entry.phrase}`))) : null;
    const key = { undone: "log-undone", handed: `log-handed-${entry.why}`, back: "log-back", sat: "log-sat", finished: `log-finished-${entry.how}`, began: "log-began", asked: `log-asked-${entry.what}`, answered: entry.yes ? "log-yes" : "log-no" }[/** @type {string} */ (entry.kind)];
    return key ? this.logItem(entry, entry.seat ?? null, say(key, { who: entry.kind === "sat" ? entry.name || who : who, first: entry.kind === "began" ? this.called(entry.first) : "" })) : null;
  }

  /** @param {any} entry @param {number | null} seat @param {any} text */
  logItem(entry, seat, text) {
    return h("li", { key: `e${entry.number}`, title: ago(entry.at) }, typeof seat === "number" && seat >= 0 ? mark(seat) : h("span", {}), h("span", {}, text), h("span", { class: "k" }, entry.n ?? ""));
  }

  saying() {
    if (this.about.public)
      return h("div", { class: "say phrases" }, ["hello", "good-luck", "well-played", "thanks", "good-game"].map((phrase) => button(say(`phrase-${phrase}`), () => this.ask("say", { phrase }), { class: "btn quiet" })));
    const send = (/** @type {Event} */ event) => {
      event.preventDefault();
      const input = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("text"));
      if (input.value.trim()) this.ask("say", { text: input.value.trim() });
      input.value = "";
    };
    return h("form", { class: "say", onsubmit: send, "data-own": true }, h("input", { name: "text", maxlength: 200, autocomplete: "off", "aria-label": say("say-something"), placeholder: say("say-something") }), h("button", { class: "btn icon", "aria-label": say("send") }, icon("next")));
  }

  settings() {
    /** @param {"sound" | "confirm" | "forced" | "motion"} name */
    const choice = (name) => h("label", { class: "choice" }, h("input", { type: "checkbox", checked: setting(name), onchange: (/** @type {any} */ event) => (keep(`set.${name}`, event.target.checked), this.render()) }), say(`set-${name}`));
    const playing = this.seat >= 0 && this.scene.status === "playing";
    return h(
      "section", { class: "panel drawer" }, h("div", { class: "head" }, h("h2", {}, say("settings")), tool("close", say("close"), () => this.open("settings"))),
      h("div", { class: "choices" }, choice("forced"), choice("confirm"), choice("motion"), choice("sound")),
      playing
        ? h("div", { class: "row" }, this.scene.seats[this.seat].bot ? button(say("take-back"), () => this.ask("return"), { class: "btn go" }) : button(say("let-bot"), () => this.ask("stand")), button(say("propose-end"), () => this.ask("end", { basis: this.scene.basis })))
        : null,
    );
  }

  invitation() {
    const code = this.you.code;
    const link = `${location.origin}/t/${this.id}${code ? `#join=${code}` : ""}`;
    return h(
      "section", { class: "panel drawer" }, h("div", { class: "head" }, h("h2", {}, say("invite")), tool("close", say("close"), () => this.open("invite"))),
      code ? h("p", {}, say("code-is"), " ", h("strong", { class: "code" }, code)) : null,
      h("p", {}, h("a", { href: link }, link)),
      navigator.clipboard ? button(say("copy-link"), () => navigator.clipboard.writeText(link)) : null,
    );
  }

  /** Before the game: who is there, and who is waited for. */
  gathering() {
    const host = this.scene.host === this.seat;
    const full = this.scene.seats.every((/** @type {any} */ seat) => ["person", "bot"].includes(seat.kind));
    return h(
      "main", { class: "mid gathering" },
      h("section", { class: "panel" },
        h("h2", {}, say("who-plays")),
        h("ul", { class: "places" }, this.scene.seats.map((/** @type {any} */ seat, /** @type {number} */ n) =>
          h("li", {}, mark(n), h("span", { class: "who" }, seat.kind === "free" ? say("free-seat") : seat.kind === "reserved" ? say("reserved-seat") : this.called(n)),
            host && seat.kind === "free" ? button(say("put-bot"), () => this.ask("place", { seat: n, bot: "medium" })) : null,
            host && n !== this.seat && ["person", "bot"].includes(seat.kind) ? button(say("dismiss"), () => this.ask("dismiss", { seat: n }), { class: "btn quiet" }) : null))),
        this.notice ? h("p", { class: "refusal", role: "alert" }, this.notice.text) : null,
        this.scene.status === "starting" ? h("p", { role: "status" }, say("starting")) : host ? button(say("start"), () => this.ask("start"), { class: "btn go", disabled: !full }) : h("p", {}, say("host-starts"))),
      this.you.code ? this.invitation() : null,
    );
  }

  /** Work out every outcome again from the secret, and compare the commitment with the one this browser was shown first. */
  async checkDice() {
    const { prove } = await import("./fair.js");
    const text = await (await fetch(`/api/tables/${this.id}/record?seat=${this.seat}&legal=true`)).text();
    this.proof = await prove(text, kept(`commitment.${this.id}`, ""));
    this.render();
  }

  /** After the game. */
  result() {
    const result = this.scene.result;
    const best = result.places.flatMap((/** @type {number} */ place, /** @type {number} */ seat) => (place === 1 ? [this.called(seat)] : []));
    const lexicon = /** @type {Lexicon} */ (this.lexicon);
    const why = this.scene.how === "rules" ? term(lexicon, lexicon.terms[`end ${result.end}`] ? `end ${result.end}` : result.end) : say(`log-finished-${this.scene.how}`);
    return h(
      "section", { class: "dock panel over", role: "status" },
      h("h2", {}, best.length > 1 ? say("shared-win", { who: best.join(", ") }) : best[0] === say("you") ? say("you-win") : say("wins", { who: best[0] })), h("p", { class: "soft" }, why),
      h("ol", { class: "ranking" }, result.scores.map((/** @type {number} */ score, /** @type {number} */ seat) => ({ score, seat, place: result.places[seat] })).sort((/** @type {any} */ a, /** @type {any} */ b) => a.place - b.place).map((/** @type {{score: number, seat: number, place: number}} */ { score, seat, place }) => h("li", {}, h("span", { class: "num" }, place), mark(seat), this.called(seat), h("strong", { class: "num" }, number(score))))),
      this.proof ? h("p", { class: this.proof.good ? "good" : "refusal", role: "status" }, this.proof.text) : null,
      h("div", { class: "row" },
        this.scene.again ? button(say("to-rematch"), () => this.go(`/t/${this.scene.again}`), { class: "btn go" }) : this.seat >= 0 ? button(say("rematch"), () => this.ask("rematch"), { class: "btn go" }) : null,
        h("a", { class: "btn", href: `/api/tables/${this.id}/record?seat=${this.seat}&legal=true`, download: true }, icon("download"), say("record")),
        button(say("check-dice"), () => this.checkDice(), {}, icon("proof"), say("check-dice")),
        button(say("all-games"), () => this.go("/"))),
    );
  }
}

/** Put what is different into a view, part by part; of a list, by the place. @param {any} whole @param {any} change */
function merge(whole, change) {
  for (const [key, value] of Object.entries(change)) {
    const part = value && typeof value === "object" && !Array.isArray(value) && whole[key] && typeof whole[key] === "object";
    if (part) merge(whole[key], value);
    else whole[key] = value;
  }
}

/** Have a stylesheet loaded, before anything is drawn with it. @param {string | undefined} css */
function dress(css) {
  if (!css || document.querySelector(`link[href="${css}"]`)) return null;
  return new Promise((done) => document.head.append(h("link", { rel: "stylesheet", href: css, onload: done, onerror: done })));
}

/** A score sheet with one level. @param {Record<string, any>} sheet @returns {Record<string, number>} */
function flat(sheet) {
  const { rows, ...rest } = sheet;
  return { ...Object.fromEntries(Object.entries(rows ?? {}).map(([colour, points]) => [`rows.${colour}`, points])), ...rest };
}
