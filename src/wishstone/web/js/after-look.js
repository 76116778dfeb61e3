// Analysis after a game: charts of points and luck, and the moves that cost most. Fetched once a game is over.

import { legend, luckChart, scoreChart } from "./charts.js";
import { button, h, icon } from "./dom.js";
import { ask, Refused } from "./net.js";
import { mark, reasons } from "./parts.js";
import { local, say } from "./words.js";
import { number, tenth } from "./numbers.js";
import { told } from "./lexicon.js";

const AGAIN = 1500,
  LATER = 8000; // milliseconds between two looks at what was found

/** What is known of a finished game so far. */
export class Look {
  /** @param {import("./table.js").Table} page */
  constructor(page) {
    this.page = page;
    /** @type {any[]} */ this.steps = [];
    /** @type {any} */ this.review = {};
    this.problem = "";
    this.first = 0; // the step before the first decision
    this.at = 0; // the step that is looked at
    this.load();
  }

  /** Oneself first. */
  get seats() {
    const { seat, others } = this.page;
    return seat < 0 ? others : [seat, ...others];
  }

  async load() {
    const { steps = [] } = await this.asked("GET", "steps?views=false");
    this.first = firstOf(steps);
    this.at = steps.length - 1;
    this.steps = steps;
    this.page.render();
    this.think();
  }

  /** Have it thought about, and look again until it is done. */
  async think() {
    this.problem = "";
    this.review = { ...this.review, ...(await this.asked("POST", "review")) };
    if (/** @type {any} */ (this.page.line).over) return;
    this.page.render();
    const wait = { thinking: AGAIN, preparing: LATER }[/** @type {string} */ (this.review.status)];
    if (wait && !this.problem) setTimeout(() => this.think(), wait);
  }

  /** @param {string} method @param {string} what */
  async asked(method, what) {
    try {
      return await ask(method, `/tables/${this.page.id}/${what}`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.problem = local(error.text);
      return {};
    }
  }

  /** @param {number} at */
  turn(at) {
    if (at === this.at) return;
    this.at = at;
    this.page.render();
  }

  /**
   * A link to the replay at an event.
   * @param {number} n
   * @param {any} attributes
   * @param {...any} inside
   */
  link(n, attributes, ...inside) {
    const href = `/replay/${this.page.id}?n=${n}`;
    return h(
      "a",
      { href, onclick: (/** @type {Event} */ event) => (event.preventDefault(), this.page.go(href)), ...attributes },
      ...inside,
    );
  }

  /** What happened; what one did oneself, as said to oneself. @param {any} story */
  told({ key, values }) {
    const { lexicon, names, seat } = this.page,
      own = `${key}-you`,
      words = /** @type {any} */ (lexicon);
    return told(words, { key: values.seat === seat && words.words[own] ? own : key, values }, names);
  }

  points() {
    const steps = this.steps.slice(this.first),
      { seats } = this;
    if (steps.length < 2) return null;
    const of = this.steps.length - 1,
      { scores, story } = this.steps[this.at],
      where = say("event-of", { n: this.at, of });
    const names = seats.map((seat) => this.page.called(seat));
    const values = (/** @type {number[]} */ points) =>
      names.map((name, k) => `${name}: ${number(points[seats[k]])}`).join("; ");
    const changes = steps.filter((step, k) => !k || String(step.scores) !== String(steps[k - 1].scores));
    return h(
      "section.panel.pad",
      head("points-chart", "points-chart-how"),
      scoreChart(
        steps.map((step) => seats.map((seat) => step.scores[seat])),
        this.at - this.first,
        say("points-chart-told", { values: values(this.steps[of].scores) }),
        (place) => this.turn(this.first + place),
      ),
      h(
        "div.rep",
        h("input", {
          type: "range",
          min: this.first,
          max: of,
          value: this.at,
          "aria-label": say("moment"),
          "aria-valuetext": `${where} ${values(scores)}`,
          oninput: (/** @type {any} */ event) => this.turn(Number(event.target.value)),
        }),
        this.link(this.at, { class: "btn" }, icon("play"), say("replay")),
      ),
      legend(
        names,
        seats.map((seat) => scores[seat]),
      ),
      h("p.small.read", h("strong", where), " ", story ? this.told(story) : say("before-first")),
      h(
        "details.small",
        h("summary", say("as-table")),
        h(
          "div.scroll",
          { tabindex: 0 },
          h(
            "table.sheet",
            h(
              "thead",
              h(
                "tr",
                ["", ...names].map((name) => h("th", { scope: "col" }, name)),
              ),
            ),
            h(
              "tbody",
              changes.map((step) =>
                h(
                  "tr",
                  h("th", { scope: "row" }, say("event-n", { n: (step.n ?? -1) + 1 })),
                  seats.map((seat) => h("td", number(step.scores[seat]))),
                ),
              ),
            ),
          ),
        ),
      ),
    );
  }

  luck() {
    const { luck = [], status, rounds } = this.review;
    const done = status === "done" && luck.length;
    return h(
      "section.panel.pad.luck",
      head("luck", "luck-how"),
      luck.length && this.steps.length ? this.lucks(luck) : null,
      this.progress(),
      done ? h("p.soft.small", say("luck-meaning", { rounds: number(rounds) })) : null,
    );
  }

  /** @param {any[]} luck */
  lucks(luck) {
    const end = this.steps.length - 1 - this.first;
    const sums = this.seats.map((seat) => {
      let sum = 0;
      return luck.map(
        ({ n, gains }) => /** @type {[number, number]} */ ([Math.max(0, n - this.first) / end, (sum += gains[seat])]),
      );
    });
    const most = Math.max(3, ...sums.flat().map(([, value]) => Math.abs(value)));
    return h(
      "ul",
      this.seats.map((seat, k) => {
        const error = Math.sqrt(luck.reduce((so, { errors }) => so + errors[seat] ** 2, 0));
        const name = this.page.called(seat),
          text = `${tenth(sums[k][luck.length - 1][1], "+")} ± ${tenth(error)}`;
        return h(
          "li",
          mark(seat),
          h("span.who", name),
          luckChart(sums[k], most, `${name}: ${text}`, this.review.status === "done"),
          h("strong", text),
        );
      }),
    );
  }

  progress() {
    const { status, done = 0, of } = this.review;
    if (this.problem || status === "failed")
      return h(
        "p.small",
        this.problem || say("review-failed"),
        " ",
        button(say("try-again"), () => this.think()),
      );
    if (status === "done") return null;
    return h(
      "label.small.progress",
      say(status === "preparing" ? "review-preparing" : "looking-back"),
      h("progress", of ? { max: of, value: done } : {}),
    );
  }

  costs() {
    const { worst = [], status } = this.review;
    if (status !== "done") return null;
    return h(
      "section.panel.pad.cost",
      head("costly", "costly-how"),
      worst.length
        ? h(
            "ol",
            worst.map((/** @type {any} */ each) => this.cost(each)),
          )
        : h("p", say("flawless")),
    );
  }

  /** @param {any} each */
  cost({ n, seat, story, better, loss, error, mistake, why = {} }) {
    const because = reasons(why),
      advice = say("better", { move: this.told(better) }),
      reason = because ? ` (${because})` : "",
      doubt = mistake ? "" : ` ${say("doubtful")}`;
    return h(
      "li",
      { key: `c${n}`, class: mistake ? "" : "doubt" },
      mark(seat),
      h(
        "div",
        this.link(n, {}, say("event-n", { n: n + 1 })),
        " ",
        this.told(story),
        h("span.soft", ` ${advice}${reason}${doubt}`),
      ),
      h("strong.num", `−${tenth(100 * loss)} %`, h("small.soft", ` ± ${tenth(100 * error)}`)),
    );
  }
}

/** @param {string} what @param {string} how */
const head = (what, how) => h("div.hh", h("h2", say(what)), h("span.soft.small", say(how)));

/** The step before the first decision. @param {any[]} steps */
export const firstOf = (steps) => Math.max(0, steps.findIndex(({ by }) => typeof by === "number") - 1);
