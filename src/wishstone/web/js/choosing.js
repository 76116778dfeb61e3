// Dialog of the start page: players, levels and options of a table, before it is opened.

import { button, dialog, GO, h } from "./dom.js";
import { keep, otherName, ownName } from "./keep.js";
import { canSay, local, say, sayFor } from "./words.js";

export class Choosing {
  /**
   * @param {import("./start.js").Start} page
   * @param {any} game
   * @param {string} other who sits on the other seats
   */
  constructor(page, game, other) {
    this.page = page;
    const others = Math.max(game.seats[0], 2) - 1;
    /** @type {any} */
    this.wish = {
      game,
      seats: ["me", ...Array(others).fill(other)],
      names: [],
      options: {},
      public: false,
      hints: true,
      rated: false,
      clock: "none",
      name: ownName(),
    };
  }

  /** The dialog. */
  draw() {
    const { page, wish } = this;
    const { game, seats } = wish;
    const [low, high] = game.seats;
    const named = (/** @type {string} */ key, /** @type {any} */ name) =>
      canSay(key, game.id) ? sayFor(game.id)(key) : name;
    const set = (/** @type {any} */ change) => (Object.assign(wish, change), page.render());
    const sits = (/** @type {string} */ chosen, /** @type {number} */ n) =>
      h(
        "select",
        {
          "aria-label": say("seat-n", { n: n + 1 }),
          onchange: (/** @type {any} */ event) =>
            set({
              seats: seats.map((/** @type {string} */ each, /** @type {number} */ k) =>
                k === n ? event.target.value : each,
              ),
            }),
        },
        ["here", "open", ...page.catalogue.levels, ...page.catalogue.bots].map((value) =>
          h(
            "option",
            { value, selected: value === chosen },
            value === "here"
              ? say("a-person-here")
              : value === "open"
                ? say("a-person")
                : page.catalogue.levels.includes(value)
                  ? say("bot-named", { level: say(`level-${value}`) })
                  : value,
          ),
        ),
      );
    const start = () => {
      keep("name", wish.name);
      const level = seats.find((/** @type {string} */ each) => page.catalogue.levels.includes(each));
      if (level) keep("level", level);
      const clocks = /** @type {any} */ ({
        none: null,
        move: { kind: "move", seconds: 60 },
        bank: { kind: "bank", seconds: 600, increment: 10 },
      });
      page.open({
        game: game.id,
        seats,
        names: wish.names,
        options: wish.options,
        public: wish.public,
        hints: wish.hints,
        rated: wish.rated,
        clock: clocks[wish.clock],
        start: !seats.includes("open"),
        ...(wish.name ? { name: wish.name } : {}),
      });
    };
    return dialog(
      local(game.title),
      say("close"),
      () => ((page.choosing = null), page.render()),
      { class: "choosing" },
      h(
        "label",
        say("your-name"),
        h("input", {
          value: wish.name,
          maxlength: 24,
          autocomplete: "nickname",
          oninput: (/** @type {any} */ event) => (wish.name = event.target.value),
        }),
      ),
      h(
        "div.seats",
        h("span", say("players")),
        Array.from({ length: high - low + 1 }, (_, k) => low + k).map((count) =>
          button(String(count), () => set({ seats: Array.from({ length: count }, (_, k) => seats[k] ?? seats[1]) }), {
            class: `btn${count === seats.length ? " go" : ""}`,
            "aria-pressed": String(count === seats.length),
          }),
        ),
      ),
      h(
        "ol.places",
        seats.map((/** @type {string} */ seat, /** @type {number} */ n) =>
          h(
            "li",
            h("span.soft", say("seat-n", { n: n + 1 })),
            n === 0 ? h("strong", say("you")) : sits(seat, n),
            seat === "here"
              ? h("input", {
                  value: (wish.names[n] ??= otherName(n)),
                  maxlength: 24,
                  autocomplete: "off",
                  "aria-label": say("name-n", { n: n + 1 }),
                  placeholder: say("name-n", { n: n + 1 }),
                  oninput: (/** @type {any} */ event) => (wish.names[n] = event.target.value),
                })
              : null,
          ),
        ),
      ),
      Object.entries(game.options).map(([name, values]) =>
        h(
          "label",
          named(`option-${name}`, name),
          h(
            "select",
            {
              onchange: (/** @type {any} */ event) =>
                set({
                  options: { ...wish.options, [name]: /** @type {any[]} */ (values)[event.target.selectedIndex] },
                }),
            },
            /** @type {any[]} */ (values).map((value) =>
              h(
                "option",
                { selected: (wish.options[name] ?? /** @type {any[]} */ (values)[0]) === value },
                named(`option-${name}-${value}`, value),
              ),
            ),
          ),
        ),
      ),
      h(
        "label",
        say("clock"),
        h(
          "select",
          { onchange: (/** @type {any} */ event) => set({ clock: event.target.value }) },
          ["none", "move", "bank"].map((value) =>
            h("option", { value, selected: value === wish.clock }, say(`clock-${value}`)),
          ),
        ),
      ),
      h(
        "div",
        ["public", "rated", ...(wish.rated ? [] : ["hints"])].map((what) =>
          h(
            "label.choice",
            h("input", {
              type: "checkbox",
              checked: this.wish[what],
              onchange: (/** @type {any} */ event) => set({ [what]: event.target.checked }),
            }),
            say(`table-${what}`),
          ),
        ),
      ),
      button(say(seats.includes("open") ? "open-table" : "play-now"), start, GO),
    );
  }
}
