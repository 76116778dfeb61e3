// Table page: who sits there, the game, what is asked, what happened.
// It knows no rules. It draws the view, offers the moves that came with it, and reports a choice.

import { canInvite, side } from "./beside.js";
import { cover, isCovered } from "./cover.js";
import { dock } from "./dock.js";
import { button, draw, GO, h, icon, tool } from "./dom.js";
import { dragging } from "./drag.js";
import { pictureOf } from "./pictures.js";
import { begun, bytesOf, keep, keepBegun, kept, ownName, playerKey, random, setting, sha256, sit } from "./keep.js";
import { first, walk } from "./keys.js";
import { flights } from "./motion.js";
import { sentenceOf } from "./moves.js";
import { ask as request, later, Refused } from "./net.js";
import { Line } from "./line.js";
import { isFull, mark, nameOf, total } from "./parts.js";
import { play as sound } from "./sound.js";
import { learn, local, say, shortOf, titleOf } from "./words.js";
import { lexiconOf } from "./lexicon.js";

/** @typedef {{move: string, touches: any}} Legal */
/** @typedef {import("./lexicon.js").Lexicon} Lexicon */
/** @typedef {import("./pictures.js").Picture} Picture */

const FORCED = 350; // milliseconds until the only possible move is made
// Milliseconds in which the page says that it is connected again, and until it asks again for what was refused.
const AGAIN = 4000;
const DIALOGS = ["settings", "end", "invite", "seat", "report"]; // of all that may be open
const TYPING = 700; // milliseconds in which a second digit belongs to the first
const LONGEST_TIMER = 2 ** 31; // milliseconds: a browser takes longer times for none at all

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
    /** What was chosen before it. @type {any} */ this.before = null;
    this.tells = true; // on a tap, things say what they are
    /**
     * What is said instead of what is asked; calmly where nothing was refused.
     * @type {{text: string, rule?: string, calm?: boolean} | null}
     */
    this.notice = null;
    /** @type {Legal | null} */ this.preview = null;
    /** @type {any} */ this.hint = null;
    /** @type {typeof import("./gathering.js") | null} */ this.waitingRoom = null;
    /** @type {typeof import("./dialogs.js") | null} */ this.dialogs = null;
    /** @type {typeof import("./after.js") | null} */ this.after = null;
    /** @type {{good: boolean, text: string} | null} */ this.proof = null;
    /** What the operator tells everybody. @type {{text: Record<string, string>, until: number} | null} */
    this.announcement = null;
    this.banned = ""; // until when the operator keeps this player out
    this.thanks = ""; // what is said to whoever has reported something
    this.state = "lost";
    this.again = 0;
    this.ownLink = "";
    /** @type {typeof import("./qr.js").qr | null} */ this.qr = null;
    const { drawer = "", draft = "" } = begun(id);
    this.drawer = drawer;
    this.draft = draft; // what is written in the chat and not sent yet
    this.busy = false;
    this.typed = "";
    this.skew = 0;
    this.wanted = kept(`wanted.${id}`, -1); // the bot's seat that was asked for
    this.pending = this.wanted >= 0; // whether they are being asked
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    addEventListener("keydown", this.keys);
    this.restarting = () => keepBegun(id, { drawer: this.drawer, draft: this.draft });
    addEventListener("restart", this.restarting);
    this.ticking = setInterval(() => this.tick(), 1000);
    this.letGo = dragging(root);
    this.talks = true; // whether somebody listens
    this.at = NaN; // the event that is looked at; not at a table, which is where it is
    /** The seats of those who share this device, and who holds it. @type {number[]} */ this.here =
      kept("tables", {})[id]?.seats ?? [];
    this.missed = false;
    /** @type {number | null} */ this.holder = null;
    /** @type {Map<number, string>} */ this.states = new Map();
    /**
     * One for each seat that this device holds, so that nobody seems away.
     * @type {Map<number, Pick<Line, "do" | "close">>}
     */
    this.lines = new Map((this.here.length ? this.here : [seat]).map((each) => [each, this.connect(each)]));
    this.render();
  }

  /**
   * A line to the server; a page that only looks like a table has none.
   * @param {number} seat
   * @returns {Pick<Line, "do" | "close">}
   */
  connect(seat) {
    return new Line(this.id, seat, {
      told: (message) => seat === this.seat && this.take(message),
      state: (state, code) => this.heard(seat, state, code),
    });
  }

  /** The line of the seat that one sees. */
  get line() {
    return /** @type {Pick<Line, "do" | "close">} */ (this.lines.get(this.seat));
  }

  /** Have a new line for the seat that one sees. */
  reconnect() {
    this.line.close();
    this.lines.set(this.seat, this.connect(this.seat));
    this.render();
  }

  /** Somebody at this device has it in hand now. @param {number} seat */
  pass(seat) {
    this.holder = seat;
    if (seat !== this.seat) {
      this.forget();
      Object.assign(this, { seat, scene: null, view: null, state: this.states.get(seat) ?? "lost" });
      this.readAgain();
    }
    this.render();
  }

  close() {
    this.root.removeAttribute("aria-busy");
    removeEventListener("keydown", this.keys);
    removeEventListener("restart", this.restarting);
    clearInterval(this.ticking);
    clearTimeout(this.announcing);
    this.letGo();
    for (const line of this.lines.values()) line.close();
  }

  // ── What comes from the server ───────────────────────────────────────────────────────────────────────────────

  /** @param {number} seat @param {"open" | "lost" | "closed"} state @param {number} code */
  heard(seat, state, code) {
    this.states.set(seat, state);
    if (seat !== this.seat) return;
    if (state === "open" && this.scene) this.again = Date.now();
    this.state = state;
    if (state === "closed") this.notice = { text: this.banned || say(code === 4404 ? "no-table" : "link-dead") };
    this.render();
  }

  /** @param {any} message */
  async take(message) {
    switch (message.type) {
      case "table":
        if (!this.lexicon) {
          [this.lexicon, this.picture] = await Promise.all([
            lexiconOf(message.about.game),
            pictureOf(message.about.game),
          ]);
        }
        if (isWaiting(message)) await this.loadWaitingRoom();
        Object.assign(this, {
          about: message.about,
          scene: message.scene,
          view: message.view,
          you: message.you,
          log: message.log,
        });
        if (this.missed) this.readAgain();
        this.skew = message.now - Date.now();
        this.remember();
        this.forget();
        this.render();
        this.loadDialogs();
        this.uncover();
        this.forced();
        this.seated();
        if (this.here.length && this.scene.host === this.seat && isFull(this.scene) && this.scene.status === "open")
          this.ask("start");
        break;
      case "news":
        this.news(message);
        break;
      case "present":
        if (this.scene) {
          message.seats.forEach(
            (/** @type {boolean} */ here, /** @type {number} */ seat) => (this.scene.seats[seat].present = here),
          );
          this.scene.watching = message.watching;
          this.render();
        }
        break;
      case "announcement":
        this.announced(message);
        break;
      case "refused":
        this.notice = { text: local(message.text), rule: message.rule };
        if (message.code === "banned") this.banned = this.notice.text;
        this.render();
    }
    this.showNumber();
    this.finish();
  }

  /** The operator says something, which is shown until its end. @param {any} message */
  announced(message) {
    this.announcement = Object.keys(message.text).length ? message : null;
    clearTimeout(this.announcing);
    const left = message.until - Date.now() - this.skew;
    if (this.announcement && left < LONGEST_TIMER)
      this.announcing = setTimeout(() => ((this.announcement = null), this.render()), left);
    this.render();
    this.loadDialogs();
  }

  /** What is needed before the game, while somebody is waited for; a game that starts at once does without. */
  async loadWaitingRoom() {
    if (this.waitingRoom) return;
    try {
      [this.waitingRoom] = await Promise.all([later(() => import("./gathering.js")), learn("dialogs")]);
      this.render();
    } catch (error) {
      this.refused(error);
    }
  }

  /** What is needed after the game, once it is over. */
  async finish() {
    if (this.after || this.scene?.status !== "over") return;
    try {
      [this.after] = await Promise.all([later(() => import("./after.js")), learn("after")]);
      this.drawer = "";
      this.render();
    } catch (error) {
      this.refused(error);
    }
  }

  /** Something happened. @param {any} message */
  news(message) {
    if (!this.scene) return void (this.missed = true);
    if (message.entries[0].number !== this.log.length) return this.readAgain();
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
    this.uncover();
    this.announce(message.entries);
    if (this.scene.status === "open") this.loadWaitingRoom();
    this.forced();
    this.seated();
  }

  /** Ask for the whole table: something happened while the page was not ready, or was not told. */
  readAgain() {
    this.missed = false;
    // Where there is no connection, the table comes with the next one.
    this.line.do("read", { after: 0 }).catch(({ status }) => status && setTimeout(() => this.readAgain(), AGAIN));
  }

  /** The choice that was begun is of no use any more. */
  forget() {
    clearTimeout(this.typing);
    Object.assign(this, { chosen: null, notice: null, preview: null, hint: null, busy: false, typed: "" });
  }

  /** Keep the commitment that was shown first, and that this browser sits here. */
  remember() {
    const shown = kept(`commitment.${this.id}`, "");
    if (!shown) keep(`commitment.${this.id}`, this.about.commitment);
    const tables = kept("tables", {});
    tables[this.id] = {
      ...tables[this.id],
      seat: this.seat,
      game: this.about.game,
      at: Date.now(),
      over: this.scene.status === "over",
    };
    keep("tables", tables);
  }

  /** Show the number whose hash was given, once all are in; give a new one where it was shown for nothing. */
  async showNumber() {
    const mine = this.scene?.seats[this.seat],
      name = `number.${this.id}.${this.seat}`;
    if (!mine || mine.number || mine.kind !== "person") return;
    if (this.scene.status === "starting" && kept(name, ""))
      this.line.do("number", { number: kept(name, "") }).catch(() => {});
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
    return Boolean(this.you.legal) && this.state !== "closed";
  }

  get title() {
    return this.about ? titleOf(this.about.game) : "Wishstone";
  }

  /** A player as one may know them. @param {number} seat */
  player(seat) {
    const player = this.view.players[seat];
    return seat === this.seat ? { ...player, ...this.you.own } : player;
  }

  /** @param {number} seat */
  name(seat) {
    return nameOf(this.scene.seats, seat) || say("somebody");
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
    const seats = this.scene.seats.length,
      first = this.seat < 0 ? 0 : this.seat + 1;
    const order = Array.from({ length: seats }, (_, place) => (first + place) % seats);
    return this.seat < 0 ? order : order.slice(0, -1);
  }

  /** Choose something that a move may be made with; choosing it again lets it go. @param {any} what */
  choose(what) {
    this.notice = null;
    this.before = this.chosen;
    this.chosen = JSON.stringify(this.chosen) === JSON.stringify(what) ? null : what;
    this.preview = null;
    sound("touch");
    this.render();
    this.uncover();
  }

  /** Where the page scrolls, what is asked for does not stay under the dock. */
  uncover() {
    if (this.turn)
      this.root
        .querySelector(".mine .lit, [data-place=deck].lit, .generic:not(.g-dock) .lit")
        ?.scrollIntoView({ block: "nearest" });
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
    this.root.setAttribute("aria-busy", "true");
    try {
      await this.line.do("move", { move, basis: this.scene.basis });
    } catch (error) {
      this.refused(error);
    } finally {
      this.busy = false;
      this.root.removeAttribute("aria-busy");
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

  /**
   * A command that is not a move.
   * @param {string} what
   * @param {Record<string, any>} [values]
   */
  async ask(what, values = {}) {
    try {
      return await this.line.do(what, values);
    } catch (error) {
      this.refused(error);
    }
  }

  /**
   * Answer a proposal, for all at this device who are asked.
   * @param {any} proposal
   * @param {boolean} yes
   */
  async answer(proposal, yes) {
    try {
      for (const [seat, line] of this.lines)
        if (proposal.waiting_for.includes(seat)) await line.do("answer", { to: proposal.number, yes });
    } catch (error) {
      this.refused(error);
    }
  }

  /**
   * Ask those at the table for the seat of a bot.
   * @param {number} seat
   * @param {string} name
   */
  async want(seat, name) {
    keep("name", name);
    this.wait(seat);
    this.drawer = "";
    try {
      await request("POST", `/tables/${this.id}/ask`, { seat, name, player: playerKey() });
    } catch (error) {
      this.wait();
      this.refused(error);
    }
  }

  /** Wait for a seat, also after a reload; or for none any more. @param {number} [seat] */
  wait(seat) {
    keep(`wanted.${this.id}`, seat);
    Object.assign(this, { wanted: seat ?? -1, pending: false });
  }

  /** Sit down where all have agreed to it. */
  seated() {
    const seat = this.scene.seats[this.wanted];
    if (seat?.kind === "person" && seat.name === ownName()) {
      sit(this.id, this.wanted);
      this.wait();
      this.go(`/t/${this.id}`);
    } else if (seat && this.scene.proposal) this.pending = true;
    else if (this.pending) this.wait();
  }

  undo() {
    this.ask("undo", { basis: this.scene.basis });
  }

  async wantHint() {
    this.notice = { text: say("thinking"), calm: true };
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
    return sentenceOf(this, move);
  }

  // ── Keys ─────────────────────────────────────────────────────────────────────────────────────────────────────

  /** @param {KeyboardEvent} event */
  key(event) {
    if (document.querySelector("dialog:modal")) return;
    if (
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      /** @type {HTMLElement} */ (event.target).matches?.("input, select, textarea")
    )
      return;
    if (event.key === "Escape") {
      this.drawer = "";
      this.forget();
      this.render();
    } else if (walk(this.root, event.key)) {
      event.preventDefault();
    } else if (/^[0-9]$/.test(event.key) && this.turn) {
      event.preventDefault();
      this.digit(event.key);
    }
  }

  /**
   * Number keys choose from the list of moves, once it is seen; with more than nine of them, two digits do.
   * @param {string} digit
   */
  digit(digit) {
    if (this.drawer !== "moves") return this.open("moves");
    clearTimeout(this.typing);
    this.typed += digit;
    const chosen = this.legal[Number(this.typed) - 1];
    const finish = () => {
      this.typed = "";
      if (chosen && this.drawer === "moves") this.play(chosen.move);
      else this.render();
    };
    if (!setting("confirm")) this.preview = chosen ?? null;
    this.render();
    this.root.querySelector(".chosen-move")?.scrollIntoView({ block: "nearest" });
    if (Number(this.typed) * 10 > this.legal.length) finish();
    else this.typing = setTimeout(finish, TYPING);
  }

  tick() {
    const told = this.again > 0 && Date.now() - this.again > AGAIN;
    if (told) this.again = 0;
    if (told || this.scene?.clock?.deadline || this.state === "lost") this.render();
  }

  // ── The picture ──────────────────────────────────────────────────────────────────────────────────────────────

  render() {
    if (!this.scene || !this.picture) return draw(this.root, this.loading());
    const over = this.scene.status === "over",
      ended = over && this.view && this.after && this.drawer !== "board";
    const covered = isCovered(this),
      look = covered ? "" : `table${this.picture.board ? " boarded" : ""}${ended ? " ended" : ""}`;
    if (this.root.className !== look) this.root.className = look; // to set it is to lay out everything anew
    if (covered) return draw(this.root, cover(this));
    const dialog = this.dialogs?.opened(this) ?? null;
    if (ended) return draw(this.root, this.bar(), this.after?.result(this), side(this), dialog);
    if (!this.view) {
      const waiting = this.waitingRoom?.gathering(this) ?? this.loading();
      return draw(this.root, this.bar(), waiting, side(this), dialog);
    }
    const mine = this.seat >= 0 && this.picture.board;
    draw(
      this.root,
      this.bar(),
      h(
        "aside.others",
        { "aria-label": say("others") },
        this.others.map((seat) => this.seatPanel(seat)),
        mine ? this.seatPanel(this.seat) : null,
      ),
      h("main.mid", this.picture.middle(this), this.picture.mine?.(this), over ? this.after?.back(this) : dock(this)),
      side(this),
      dialog,
    );
    this.aim();
  }

  /** Where what had the focus is gone, it goes to what is asked for. */
  aim() {
    const { activeElement } = document;
    if (this.turn && activeElement?.matches(".mid, .mid [tabindex='-1']"))
      first(this.root)?.focus({ preventScroll: true });
  }

  loading() {
    return h(
      "p.loading",
      { role: "status" },
      icon("wishstone", "i logo"),
      this.notice?.text ?? say("loading"),
      this.state === "closed" ? button(say("all-games"), () => this.go("/"), GO) : null,
    );
  }

  bar() {
    const deadline = this.scene.clock?.deadline;
    return h(
      "header.bar",
      h(
        "a.btn.quiet.icon",
        {
          href: "/",
          "aria-label": say("all-games"),
          onclick: (/** @type {Event} */ event) => (event.preventDefault(), this.go("/")),
        },
        icon("wishstone", "i brand"),
      ),
      h("h1", h("span.desk", titleOf(this.about.game)), h("span.phone", shortOf(this.about.game))),
      this.view ? this.picture?.ends(this) : null,
      this.about.origin?.kind === "sandbox"
        ? h(
            "a.btn.quiet",
            { href: `/replay/${this.about.origin.table}?n=${this.about.origin.keep}` },
            h("span.tag.warn", say("sandbox")),
          )
        : null,
      h("span.fill"),
      h(
        "span",
        { role: "status" },
        this.state === "lost"
          ? h("span.tag.warn", say("reconnecting"))
          : this.again && this.state === "open"
            ? h("span.tag.good", say("reconnected"))
            : null,
      ),
      deadline ? h("span.tag", icon("clock"), this.time(deadline)) : null,
      this.scene.watching ? h("span.tag.desk", icon("eye"), say("watching", { count: this.scene.watching })) : null,
      h(
        "span.tools",
        this.view && canInvite(this) ? tool("link", say("invite"), () => this.open("invite")) : null,
        tool("settings", say("settings"), () => this.open("settings")),
        tool("log", say("log-and-chat"), () => this.open("talk"), { class: "btn quiet icon talk" }),
      ),
    );
  }

  /**
   * Where a line of the story leads: to the table after so many events, in a tab of its own as long as there is a game
   * to be left.
   * @param {number} n
   * @returns {any}
   */
  lead(n) {
    return {
      href: `/replay/${this.id}?seat=${this.seat}&n=${n}`,
      target: this.scene.status === "over" ? null : "_blank",
    };
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
    this.loadDialogs();
  }

  /** Have what opens over the table, from the first time on that it does. */
  async loadDialogs() {
    if (this.dialogs || !(this.announcement || DIALOGS.includes(this.drawer))) return;
    try {
      [this.dialogs] = await Promise.all([later(() => import("./dialogs.js")), learn("dialogs")]);
      this.render();
    } catch (error) {
      this.refused(error);
    }
  }

  /** The entry of a seat's last move. @param {number} seat */
  lastMove(seat) {
    let place = this.log.length - 1;
    while (place >= 0 && (this.log[place].kind !== "moved" || this.log[place].by !== seat)) place--;
    return this.log[place];
  }

  /** @param {number} seat */
  seatPanel(seat) {
    const { bot, kind, present } = this.scene.seats[seat];
    const player = this.player(seat),
      turn = this.scene.actor === seat;
    const isQuick = bot && this.lastMove(seat)?.instead;
    const state = isQuick
      ? h("span.tag.warn", { title: say("log-instead") }, icon("bot"), say("bot-quick"))
      : kind === "bot"
        ? h("span", icon("bot"), h("span.desk", say("bot")))
        : bot
          ? h("span.tag.warn", icon("bot"), say("bot-plays"))
          : present || seat === this.seat
            ? null
            : h("span", say("away"));
    return h(
      "section",
      {
        class: `seat panel${turn ? " turn" : ""}${kind === "person" && !present && seat !== this.seat ? " away" : ""}`,
        key: `seat${seat}`,
        "aria-label": this.called(seat),
      },
      h(
        "header",
        mark(seat),
        h("div.who", h("div.name", this.called(seat)), h("div.soft", state, this.picture?.meta?.(this, seat))),
        total(player),
      ),
      this.picture?.seat(this, seat),
    );
  }
}

/**
 * Whether there is no game to be shown: people are waited for, or the table was closed before it began.
 * @param {{scene: any, view: any}} message
 */
const isWaiting = ({ scene, view }) => scene.status === "open" || (scene.status === "over" && !view);

/**
 * Put what is different into a view, part by part; of a list, by the place.
 * @param {any} whole
 * @param {any} change
 */
export function merge(whole, change) {
  for (const [key, value] of Object.entries(change)) {
    const part =
      value && typeof value === "object" && !Array.isArray(value) && whole[key] && typeof whole[key] === "object";
    if (part) merge(whole[key], value);
    else whole[key] = value;
  }
}
