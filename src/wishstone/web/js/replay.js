// Replay page: a game event by event, as a seat saw it; once it is over, with everything open, and sandboxes.

import { firstOf } from "./after-look.js";
import { story } from "./beside.js";
import { draw, button, dress, h, icon, tool } from "./dom.js";
import { kept, ownName, sit } from "./keep.js";
import { ask, fetched, Refused } from "./net.js";
import { faceOf, mark, spoken } from "./parts.js";
import { Still } from "./still.js";
import { merge } from "./table.js";
import { learn, local, say, shortOf } from "./words.js";
import { told } from "./lexicon.js";

const OPEN = -2; // the seat to which everything is open
const PACE = 900; // milliseconds between two events while it plays

export class Replay extends Still {
  /** There is no line in which things could say what they are. */
  tells = false;

  /** @param {HTMLElement} root @param {string} id @param {(path: string) => void} go */
  constructor(root, id, go) {
    const asked = new URLSearchParams(location.search),
      own = kept("tables", {})[id]?.seat ?? OPEN;
    const eyes = parseInt(asked.get("seat") ?? (own < 0 ? OPEN : own), 10) || 0;
    super(root, id, Math.max(0, eyes), go);
    this.eyes = eyes;
    this.own = own;
    this.at = parseInt(asked.get("n") ?? "0", 10) || 0;
    this.first = 0;
    this.playing = 0;
    this.problem = "";
    /** @type {any[]} */ this.steps = [];
    /** @type {any[]} */ this.views = [];
    /** @type {any} */ this.end = null;
    this.loaded = id ? this.load() : this.choose_file();
  }

  close() {
    super.close();
    clearInterval(this.playing);
  }

  // ── A game from a file ───────────────────────────────────────────────────────────────────────────────────────

  async choose_file() {
    await Promise.all([learn("after"), dress("after.css")]);
    this.root.className = "reading";
    draw(
      this.root,
      h(
        "main.panel",
        icon("wishstone", "i logo"),
        h("h1", say("look-record")),
        h("p", say("read-record-how")),
        h(
          "label.btn.go",
          say("choose-file"),
          h("input", {
            type: "file",
            class: "sr",
            accept: ".jsonl",
            onchange: (/** @type {any} */ event) => this.read(event.target.files[0]),
          }),
        ),
        this.problem ? h("p.refusal", { role: "alert" }, this.problem) : null,
        button(say("all-games"), () => this.go("/")),
      ),
    );
  }

  /** @param {File | undefined} file */
  async read(file) {
    if (!file) return;
    const answer = await fetched("/api/records", {
      method: "POST",
      body: file,
      headers: { "content-type": "application/jsonl" },
    });
    const { table, text } = await answer.json();
    if (!answer.ok) {
      this.problem = local(text);
      return this.choose_file();
    }
    sit(table, -1);
    this.go(`/t/${table}`);
  }

  // ── What there was ───────────────────────────────────────────────────────────────────────────────────────────

  async load() {
    this.end = await ask("GET", `/tables/${this.id}`);
    const { steps } = this.over ? await ask("GET", `/tables/${this.id}/steps?seat=${this.eyes}`) : await this.soFar();
    await Promise.all([this.ready(this.end, "after"), dress("after.css")]);
    if (this.left) return;
    Object.assign(this, { steps, views: [], first: firstOf(steps) });
    if (this.over)
      for (const { view, change } of steps) {
        const whole = view ?? structuredClone(this.views[this.views.length - 1]);
        if (change) merge(whole, change);
        this.views.push(whole);
      }
    document.title = `${say("replay")} · Wishstone`;
    this.show(this.at, false);
  }

  /** What one may know of a game that goes on: all that has happened, with one's own eyes. */
  async soFar() {
    const { log } = await this.then((await this.then(0)).count);
    return { steps: [{}, ...log] };
  }

  /** The table after so many events. @param {number} n */
  then(n) {
    return ask("GET", `/tables/${this.id}/replay?seat=${this.eyes}&keep=${n}`);
  }

  get over() {
    return this.end.status === "over";
  }

  get last() {
    return this.steps.length - 1;
  }

  /** @param {number} n @param {boolean} [moving] */
  show(n, moving = true) {
    this.at = n = Math.max(this.first, Math.min(this.last, n));
    this.problem = "";
    if (!this.views[n]) return void this.fetch(n, moving);
    const by = this.steps[n + 1]?.by,
      seats = this.end.seats.map((/** @type {any} */ seat) => ({ ...seat, present: true }));
    const scene = {
      ...this.end,
      seats,
      actor: typeof by === "number" ? by : -1,
      status: this.over && n === this.last ? "over" : "playing",
      basis: n,
    };
    const log = this.steps
      .slice(1, n + 1)
      .map((step) => ({ ...step, number: step.n, kind: step.by === "chance" ? "drawn" : "moved" }));
    history.replaceState(null, "", `/replay/${this.id}?seat=${this.eyes}&n=${n}`);
    this.put({ scene, view: this.views[n], you: {}, log: log.slice(this.first) }, moving);
  }

  /**
   * Have a moment that was not told yet, and show it if it is still wanted.
   * @param {number} n
   * @param {boolean} moving
   */
  async fetch(n, moving) {
    try {
      this.views[n] = (await this.then(n)).view;
      if (this.at === n && !this.left) this.show(n, moving);
    } catch (error) {
      this.complain(error);
    }
  }

  /** @param {unknown} error */
  complain(error) {
    if (!(error instanceof Refused)) throw error;
    this.problem = local(error.text);
    this.render();
  }

  /** @override @param {number} n */
  lead(n) {
    return {
      href: `/replay/${this.id}?seat=${this.eyes}&n=${n}`,
      onclick: (/** @type {Event} */ event) => (event.preventDefault(), this.step(n)),
    };
  }

  /** @override */
  async finish() {}

  /** @override @param {number} seat */
  player(seat) {
    return this.view.players[seat];
  }

  /** @override @param {number} seat */
  called(seat) {
    return seat === this.own && seat === this.eyes ? say("you") : this.name(seat);
  }

  /** See it with other eyes. @param {number} eyes */
  see(eyes) {
    this.eyes = eyes;
    if (eyes >= 0) this.seat = eyes;
    return this.load();
  }

  // ── Going on ─────────────────────────────────────────────────────────────────────────────────────────────────

  /** Play on, or stop. */
  toggle() {
    clearInterval(this.playing);
    const on = () => (this.at < this.last ? this.show(this.at + 1) : this.toggle());
    this.playing = this.playing ? 0 : window.setInterval(on, PACE);
    this.render();
  }

  /** @param {number} n */
  step(n) {
    clearInterval(this.playing);
    this.playing = 0;
    this.show(n);
  }

  /** @override @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || !this.view || target.matches?.("input, select")) return;
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: this.first, End: this.last }[event.key];
    if (to !== undefined) this.step(to);
    else if (event.key === " " && !target.matches?.("button, a")) this.toggle();
    else return;
    event.preventDefault();
  }

  /** Go on from here in another way, at a table of its own. */
  async tryFrom() {
    const { actor } = this.scene,
      seat = this.eyes >= 0 ? this.eyes : Math.max(0, actor);
    try {
      const { table } = await ask("POST", `/tables/${this.id}/sandbox`, { keep: this.at, seat, name: ownName() });
      sit(table, seat);
      this.go(`/t/${table}`);
    } catch (error) {
      this.complain(error);
    }
  }

  // ── The picture ──────────────────────────────────────────────────────────────────────────────────────────────

  /** @override */
  render() {
    if (!this.view || !this.picture) return;
    const { board, middle, mine } = this.picture;
    this.root.className = `table replaying${board ? " boarded" : ""}`;
    draw(
      this.root,
      this.bar(),
      h(
        "aside.others",
        { "aria-label": say("others") },
        [...this.others, ...(board ? [this.seat] : [])].map((seat) => this.seatPanel(seat)),
      ),
      h("main.mid", middle(this), mine?.(this), this.controls()),
      h(
        "aside",
        { class: `side${this.drawer === "talk" ? " open" : ""}`, "aria-label": say("what-happened") },
        story(this, { "aria-live": null }),
      ),
    );
  }

  /** @override */
  bar() {
    const back = `/t/${this.id}`,
      option = (/** @type {number} */ value, /** @type {string} */ name) =>
        h("option", { value, selected: this.eyes === value }, name);
    return h(
      "header.bar",
      h(
        "a.btn.quiet.icon",
        {
          href: back,
          "aria-label": say(this.over ? "to-result" : "to-game"),
          onclick: (/** @type {Event} */ event) => (event.preventDefault(), this.go(back)),
        },
        icon("wishstone", "i brand"),
      ),
      h("h1", say("replay"), h("span.desk", ` · ${shortOf(this.about.game)}`)),
      this.picture?.ends(this),
      h("span.fill"),
      this.over
        ? h(
            "select.eyes",
            {
              "aria-label": say("seen-by"),
              onchange: (/** @type {any} */ event) => this.see(Number(event.target.value)),
            },
            option(OPEN, say("all-open")),
            this.names.map((/** @type {string} */ name, /** @type {number} */ seat) =>
              option(seat, say(seat === this.own ? "eyes-own" : "eyes-of", { who: name })),
            ),
          )
        : null,
      h(
        "span.tools",
        tool("log", say("what-happened"), () => this.open("talk"), { class: "btn quiet icon talk" }),
      ),
    );
  }

  /** @override @param {number} seat */
  seatPanel(seat) {
    const panel = super.seatPanel(seat),
      hand = this.eyes === OPEN && this.player(seat).hand;
    const chip = (/** @type {string} */ name) =>
      h(
        "span.chip",
        { "data-c": faceOf(name).colour },
        faceOf(name).face === "end" ? icon("end-card") : faceOf(name).face,
      );
    if (hand)
      panel.append(
        h(
          "div",
          {
            class: `run openhand${seat === this.seat ? " phone" : ""}`,
            role: "img",
            "aria-label": say("hand-of", { who: this.name(seat), cards: hand.map(spoken).join("; ") }),
          },
          hand.map(chip),
        ),
      );
    return panel;
  }

  controls() {
    const { at: n, first, last, over, playing } = this,
      { story } = this.steps[n],
      where = say("event-of", { n, of: last });
    const text = n > first ? this.told(n) : say("before-first");
    return h(
      "section.dock.panel",
      { "aria-label": say("replay") },
      h(
        "div.ask",
        mark(story?.values.seat ?? 0),
        h(
          "p",
          { "aria-live": playing ? "off" : "polite" },
          h("strong", where),
          " ",
          this.problem ? h("span.refusal", this.problem) : text,
        ),
      ),
      h(
        "div.rep",
        tool("next", say("back"), () => this.step(n - 1), { class: "btn icon flip", disabled: n === first }),
        tool(playing ? "pause" : "play", say(playing ? "pause" : "play-on"), () => this.toggle(), {
          class: "btn icon go",
        }),
        tool("next", say("forward"), () => this.step(n + 1), { class: "btn icon", disabled: n === last }),
        h("input", {
          type: "range",
          min: first,
          max: last,
          value: n,
          "aria-label": say("moment"),
          "aria-valuetext": `${where} ${text}`,
          oninput: (/** @type {any} */ event) => this.step(Number(event.target.value)),
        }),
        over
          ? button(say("try-here"), () => this.tryFrom(), { title: say("try-here-how"), disabled: n === last })
          : button(say("to-game"), () => this.go(`/t/${this.id}`)),
      ),
      this.picture?.dock(this),
    );
  }

  /**
   * What an event was; of a card that nobody else saw, from where it came too.
   * @param {number} n
   * @returns {string}
   */
  told(n) {
    const { story } = this.steps[n],
      text = told(/** @type {any} */ (this.lexicon), story, this.names);
    return story.key === "story-card-hidden" ? `${this.told(n - 1)} ${text}` : text;
  }
}
