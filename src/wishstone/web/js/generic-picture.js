// Generic picture: any game, drawn from what its view holds and what its moves touch, with places and cards as tiles.

import { capital } from "./words.js";

/** @typedef {import("./pictures.js").Page} Page */
/** @typedef {import("./table.js").Legal} Legal */

// What a view says that the page shows in other ways, or that is of no use to a player.
const OF_GAME = new Set(["seats", "seat", "first", "turn", "actor", "step", "end", "players"]);
const OF_PLAYER = new Set(["seat", "sheet"]);
const MANY = 14; // entries from which on a place is closed until somebody opens it

/** Whether there is nothing to be shown of a value. @param {any} value */
const isNothing = (value) => value === null || value === undefined || value === "" || value === false;

/** @param {any} value */
const isPlain = (value) => typeof value !== "object";

/** Whether nothing lies at a place: no thing, or none of any kind. @param {any} value */
const isEmpty = (value) =>
  Array.isArray(value) ? !value.length : Object.values(value).every((each) => each === 0 || isNothing(each));

/**
 * All names among what a move touches: things, where they come from, where they go.
 * @param {Legal} legal
 * @returns {string[]}
 */
const touched = ({ touches: { points: _, story: __, ...touches } }) =>
  Object.values(touches)
    .flat(3)
    .filter((each) => typeof each === "string");

/** @type {import("./pictures.js").MakePicture} */
export default (kit) => {
  const { button, COLOURS, folded, gain, h, icon, itemName, mark, nameOf, number, say, signed, total, wordOf } = kit;

  /** What a part of a view is called. @param {string} name */
  const labelOf = (name) => capital(kit.labelOf(name));

  /**
   * The first of these names that a move touches, if one may choose it here.
   * @param {Page} page
   * @param {number} seat whose place it is: moves are made with one's own things, and those in the middle
   * @param {string[]} names
   */
  const lit = (page, seat, names) =>
    page.turn && (seat < 0 || seat === page.seat)
      ? names.find((each) => page.legal.some((legal) => touched(legal).includes(each)))
      : undefined;

  /** What was chosen. @param {Page} page @returns {string} */
  const chosen = (page) => (page.turn && typeof page.chosen === "string" ? page.chosen : "");

  /** The moves that one is offered: those that touch what was chosen. @param {Page} page */
  const offered = (page) => page.legal.filter((legal) => !chosen(page) || touched(legal).includes(chosen(page)));

  /** @type {import("./pictures.js").Picture} */
  const picture = {
    ask(page) {
      const lead = say("your-turn"),
        own = wordOf(`ask-${page.view.step}`);
      if (page.legal.length === 1) return { lead, text: own || say("generic-one") };
      return { lead, text: chosen(page) ? say("generic-chosen") : own || say("generic-ask") };
    },

    ends: () => null,

    seat: (page, seat) => folded(page, seat, h("div.g-places", playerPlaces(page, seat))),

    middle(page) {
      const places = entries(page.view, OF_GAME).map(([key, value]) => place(page, key, value));
      return places.some(Boolean)
        ? h("section.generic.panel", { "aria-label": say("middle") }, arranged(places))
        : null;
    },

    mine(page) {
      if (page.seat < 0) return null;
      const player = page.player(page.seat);
      return h(
        "section",
        { class: `generic g-own panel grow${page.turn ? " turn" : ""}`, "aria-label": say("generic-yours") },
        h("div.mh", mark(page.seat), h("b.name", page.called(page.seat)), sheet(player), total(player)),
        h("div.g-places", playerPlaces(page, page.seat)),
      );
    },

    dock(page) {
      if (page.seat < 0) return null;
      const held = entries(page.player(page.seat), OF_PLAYER)
        .filter(([key]) => isOwn(page, key))
        .map(([key, value]) => place(page, key, value, page.seat));
      const moves = offered(page);
      return h(
        "div.generic.g-dock",
        arranged(held),
        page.turn
          ? h(
              "ul.g-offers",
              { "aria-label": say("generic-moves") },
              moves.map((legal) => h("li", { key: legal.move }, offer(page, legal))),
            )
          : null,
        chosen(page) ? button(say("generic-all"), () => page.choose(null), { class: "btn quiet" }) : null,
      );
    },
  };

  /**
   * What there is to be shown, by name.
   * @param {Record<string, any>} whole
   * @param {Set<string>} hidden
   */
  const entries = (whole, hidden) =>
    Object.entries(whole).filter(([key, value]) => !hidden.has(key) && !isNothing(value) && !isCounted(whole, key));

  /**
   * Whether a number only counts what is seen anyway: `hand_size` of a `hand`.
   * @param {any} whole
   * @param {string} key
   */
  const isCounted = (whole, key) => key.endsWith("_size") && !isNothing(whole[key.slice(0, -"_size".length)]);

  /** Whether only I know this of myself. @param {Page} page @param {string} key */
  const isOwn = (page, key) => page.view.players[page.seat]?.[key] === null;

  /** @param {Page} page @param {number} seat */
  const playerPlaces = (page, seat) =>
    arranged(
      entries(page.player(seat), OF_PLAYER)
        .filter(([key]) => seat !== page.seat || !isOwn(page, key))
        .map(([key, value]) => place(page, key, value, seat)),
    );

  /**
   * Numbers and words beside one another, above what takes more room.
   * @param {(HTMLElement | null)[]} all
   */
  const arranged = (all) => {
    const places = all.filter((each) => each !== null);
    const facts = places.filter((each) => each.classList.contains("g-fact"));
    return [facts.length ? h("div.g-facts", facts) : null, places.filter((each) => !facts.includes(each))];
  };

  /**
   * A place with its name: what lies there, in whatever form the view tells it.
   * @param {Page} page
   * @param {string} key
   * @param {any} value
   * @param {number} [seat] whose place it is
   */
  function place(page, key, value, seat = -1) {
    const at = seat < 0 ? { "data-place": key } : {};
    if (isPlain(value)) return h("span.g-fact", at, title(page, seat, [key], labelOf(key)), " ", h("b", plain(value)));
    // What is empty is left out, unless a move leads there.
    if (isEmpty(value) && !lit(page, seat, [key])) return null;
    const inside = Array.isArray(value) ? tiles(page, seat, value, "") : things(page, seat, key, value),
      isLarge = Object.keys(value).length > MANY && !Array.isArray(value);
    if (isLarge) return h("details.g-place", { ...at, key, open: true }, h("summary.cap", labelOf(key)), inside);
    // Where something on it is lit, or it is all in front of oneself, its name need not be.
    const isKnown = inside.querySelector(".lit") || (seat === page.seat && isOwn(page, key)),
      name = isKnown ? h("span.cap", labelOf(key)) : title(page, seat, [key], labelOf(key));
    return h("div.g-place", at, name, inside);
  }

  /**
   * The name of a place; where a move leads there, something to be tapped.
   * @param {Page} page
   * @param {number} seat
   * @param {string[]} names that moves may give it
   * @param {any} label
   */
  function title(page, seat, names, label) {
    const name = lit(page, seat, names);
    if (!name) return h("span.cap", label);
    return h(
      "button.cap.lit",
      { "aria-pressed": String(chosen(page) === name), onclick: () => page.choose(name) },
      label,
    );
  }

  /** @param {any} value */
  const plain = (value) =>
    value === true ? icon("check") : typeof value === "number" ? number(value) : nameOf(String(value));

  /**
   * What is told by name: rows of tiles, counts, or things with properties.
   * @param {Page} page
   * @param {number} seat
   * @param {string} key
   * @param {Record<string, any>} all
   */
  function things(page, seat, key, all) {
    const told = Object.entries(all).filter(([, value]) => !isNothing(value));
    if (told.every(([, value]) => typeof value === "number"))
      return h(
        "div.g-facts",
        told.map(([name, value]) =>
          value ? h("span.g-fact", title(page, seat, [name], thing(name)), h("b", number(value))) : null,
        ),
        told.some(([, value]) => value) ? null : h("span.soft", "–"),
      );
    const one = key.replace(/s$/, "");
    return h(
      "div.g-lines",
      told.map(([name, value]) => {
        const names = [`${one} ${name}`, `${key} ${name}`, name],
          parts = Array.isArray(value) ? { "": value } : isPlain(value) ? { [name]: value } : value;
        return h(
          "div.g-line",
          { "data-c": COLOURS.includes(name) ? name : null },
          title(page, seat, names, thing(name)),
          properties(page, seat, name, parts),
        );
      }),
    );
  }

  /**
   * Lists as tiles, and after them in small letters what else is told.
   * @param {Page} page
   * @param {number} seat
   * @param {string} name
   * @param {Record<string, any>} parts
   */
  function properties(page, seat, name, parts) {
    const told = Object.entries(parts).filter(([, value]) => !isNothing(value) && value !== 0);
    const lists = told.filter(([, value]) => Array.isArray(value)),
      rest = told.filter(([, value]) => !Array.isArray(value));
    return [
      lists.map(([, value]) => tiles(page, seat, value, name)),
      rest.length
        ? h(
            "span.soft.small",
            rest
              .map(([key, value]) =>
                value === true ? labelOf(key) : `${labelOf(key)} ${isPlain(value) ? shortly(value) : "…"}`,
              )
              .join(" · "),
          )
        : null,
    ];
  }

  /** @param {any} value */
  const shortly = (value) => (typeof value === "number" ? number(value) : nameOf(String(value)));

  /**
   * A row of tiles. Those that a move touches are lit, and can be tapped.
   * @param {Page} page
   * @param {number} seat
   * @param {any[]} list
   * @param {string} of what they are of, where a tile does not say it: `red` of the tile `red 3`
   */
  function tiles(page, seat, list, of) {
    /** @type {Record<string, number>} */
    const copies = {};
    const each = list.map((value) => {
      if (isNothing(value))
        return h("span.g-tile.g-unknown", { "aria-label": say("generic-hidden"), role: "img" }, "?");
      const name = isPlain(value) ? String(value) : JSON.stringify(value),
        full = !of || name === of || name.startsWith(`${of} `) ? name : `${of} ${name}`,
        copy = (copies[name] = (copies[name] ?? 0) + 1);
      const known = lit(page, seat, [full]);
      const [suit] = full.split(" "),
        look = {
          "data-c": COLOURS.includes(suit) ? suit : null,
          "data-thing": full,
          "aria-label": nameOf(full),
          key: `${full} ${copy}`,
        };
      if (!known) return h("span.g-tile", { role: "img", ...look }, thing(full, of));
      const isChosen = chosen(page) === known;
      return h(
        "button.g-tile.lit",
        { "aria-pressed": String(isChosen), onclick: () => page.choose(known), ...look },
        thing(full, of),
      );
    });
    return h("div.g-tiles", each.length ? each : h("span.soft", "–"));
  }

  /**
   * What stands on a tile: the sign of a colour, and what is not said by it.
   * @param {string} name
   * @param {string} [of] what stands beside it already
   */
  function thing(name, of = "") {
    const [suit, ...rest] = name.split(" "),
      said = rest.join(" ");
    if (!COLOURS.includes(suit)) return capital(of && said ? nameOf(said) : nameOf(name));
    return said ? [icon(suit), h("b", nameOf(said))] : [icon(suit), h("span", capital(nameOf(suit)))];
  }

  /** One's points, item by item. @param {any} player */
  function sheet({ sheet: { total: _, rows = {}, ...items } }) {
    const all = [...Object.entries(rows).map(([name, points]) => [`rows.${name}`, points]), ...Object.entries(items)];
    return h(
      "span.g-facts.soft.small",
      all
        .filter(([, points]) => typeof points === "number" && points)
        .map(([item, points]) => h("span.g-fact", itemName(item), " ", h("b", number(points)))),
    );
  }

  /** A move as a button: its words, and how it changes the points. @param {Page} page @param {Legal} legal */
  function offer(page, legal) {
    const change = gain(legal.touches.points);
    return h(
      "button",
      {
        class: `btn${page.preview?.move === legal.move ? " chosen-move" : ""}${page.legal.length === 1 ? " go" : ""}`,
        onclick: () => page.play(legal.move),
      },
      page.moveName(legal.move),
      change ? h("span.pill", signed(change)) : null,
    );
  }

  return picture;
};
