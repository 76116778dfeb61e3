// Lesson page: a first game in which every step is said, lit up and waited for.
// All positions come at once, told as at a table.

import { side } from "./beside.js";
import { dock } from "./dock.js";
import { button, draw, dress, GO, h, icon, tool } from "./dom.js";
import { ownName } from "./keep.js";
import { ask } from "./net.js";
import { ruled } from "./rule-links.js";
import { Still } from "./still.js";
import { local, say, shortOf } from "./words.js";

export class Lesson extends Still {
  /** @param {HTMLElement} root @param {string} game @param {(path: string) => void} go */
  constructor(root, game, go) {
    super(root, `lesson ${game}`, 0, go);
    this.game = game;
    this.number = this.made = 0; // of the step, and how many of its moves are made
    this.good = false; // whether it is done, and its reason is read
    this.word = ""; // a kind word about another tap
    /** @type {any} */ this.script = null;
    this.loaded = this.load();
    matchMedia("(orientation: portrait)").onchange = () => this.turned();
  }

  async load() {
    this.script = await ask("GET", `/lessons/${encodeURIComponent(this.game)}`);
    await Promise.all([this.ready(this.script.about, "learn"), dress("learn.css")]);
    if (this.left) return;
    for (const { scene } of this.script.positions) scene.seats[0].name = ownName();
    document.title = `${say("learn-title", { game: shortOf(this.game) })} · Wishstone`;
    this.turnTo(0, false);
  }

  get step() {
    return this.script.steps[this.number];
  }

  /** Whether something is to be tapped before it goes on. */
  get waiting() {
    return !this.good && Boolean(this.step.moves.length || this.step.try);
  }

  /** @param {number} number @param {boolean} [moving] */
  turnTo(number, moving) {
    Object.assign(this, { number, made: 0, good: false });
    this.show(moving);
    this.look();
  }

  /** The phone was, perhaps while nothing is there yet. */
  turned() {
    if (this.left || !this.view) return;
    this.render();
    this.look();
  }

  /** Bring into view what is spoken of. */
  look() {
    scrollTo(0, 0); // only as far as it must: what is above may be spoken of, too
    for (const each of this.lit()) if (!each.closest(".dock")) each.scrollIntoView({ block: "nearest" });
  }

  /** Put the position that is due before one's eyes. @param {boolean} [moving] */
  show(moving) {
    const { entries, ...position } = this.script.positions[this.step.at + this.made];
    this.word = "";
    this.put(
      { ...position, log: this.script.log.slice(0, entries).filter((/** @type {any} */ entry) => entry.story) },
      moving,
    );
  }

  /** The step is done: say why it was good, or go on where there is nothing to say. */
  done() {
    if (!this.step.why) return this.turnTo(this.number + 1);
    this.good = true;
    this.render();
  }

  /** @override @param {string} move */
  async play(move) {
    const next = this.script.steps[this.number + 1];
    if (this.good && next?.moves[0] === move && next.at === this.step.at + this.made) this.turnTo(this.number + 1);
    if (!this.waiting) return this.say(say("learn-look"));
    if (move !== this.step.moves[this.made]) return this.say(local(this.step.other));
    this.made++;
    this.show();
    if (this.made === this.step.moves.length) this.done();
  }

  /** @override @param {any} what */
  choose(what) {
    super.choose(what);
    const wanted = this.waiting && this.step.moves[this.made],
      name = this.chosen && (what.card ?? what.tile ?? what.action ?? what);
    this.say(wanted && typeof name === "string" && !wanted.includes(name) ? local(this.step.other) : "");
  }

  /**
   * Say what forbids a move; where it was to be tried, that was the step.
   * @override
   * @param {string} move
   */
  async refuse(move) {
    const told = await ask(
      "GET",
      `/lessons/${this.game}/why?position=${this.step.at + this.made}&move=${encodeURIComponent(move)}`,
    );
    this.notice = told.allowed ? null : { text: local(told.reason ?? told.text), rule: told.rule };
    if (this.waiting && move === this.step.try) this.done();
    else this.render();
  }

  /** @param {string} word */
  say(word) {
    this.word = word;
    this.render();
  }

  /** @override */
  render() {
    if (!this.view || !this.picture) return;
    const { picture } = this,
      beside = side(this),
      bar = this.bar();
    beside.prepend(this.coach());
    bar.querySelector(".tools").remove();
    this.root.className = `table lesson${picture.board ? " boarded" : ""}`;
    draw(
      this.root,
      bar,
      beside,
      h(
        "aside.others",
        { "aria-label": say("others") },
        [...this.others, ...(picture.board ? [0] : [])].map((seat) => this.seatPanel(seat)),
      ),
      h("main.mid", picture.middle(this), picture.mine?.(this), dock(this)),
    );
    if (!this.good) for (const each of this.lit()) each.classList.add("spot");
    for (const part of ["coach", "dock"])
      this.root.style.setProperty(
        `--${part}`,
        `${this.root.querySelector(`.${part}`)?.getBoundingClientRect().height}px`,
      );
    this.aim();
  }

  /** What is said, and the way on. */
  coach() {
    const { game, number, good, step, waiting } = this,
      { steps } = this.script,
      last = number === steps.length - 1;
    return h(
      "section.coach.panel",
      { "aria-label": document.title },
      h(
        "div.head",
        h(
          "h2",
          say("learn-step", { n: number + 1, of: steps.length }),
          waiting ? h("span.tag.bronze", say("learn-do")) : null,
        ),
        tool("close", say("learn-leave"), () => this.go("/")),
      ),
      h(
        "p",
        { "aria-live": "polite", class: good ? "done" : "" },
        good ? icon("check") : null,
        ruled(local(good ? step.why : step.text)),
      ),
      this.word ? h("p.word", { role: "status" }, this.word) : null,
      h(
        "div.row",
        number ? button(say("learn-back"), () => this.turnTo(number - 1, false), { class: "btn quiet" }) : null,
        last ? h("a.btn", { href: `/rules/${game}` }, say("rules")) : null,
        h("span.fill"),
        last
          ? button("", () => this.go(`/?play=${game}`), GO, icon("play"), say("play-now"))
          : button(
              "",
              () => this.turnTo(number + 1),
              { class: waiting ? "btn" : "btn go" },
              say(waiting ? "learn-skip" : "learn-next"),
              icon("next"),
            ),
      ),
    );
  }

  /** What the step lights up. @returns {Element[]} */
  lit() {
    return this.step.light.flatMap((/** @type {string} */ selector) => this.root.querySelector(selector) ?? []);
  }
}
