// Generic picture: any game, drawn from what its view holds and what its moves touch, with places and cards as tiles.

import { capital } from "./words.js";

/** @typedef {import("./pictures.js").Page} Page */
/** @typedef {import("./table.js").Legal} Legal */

// What a view says that the page shows in other ways, or that is of no use to a player.
const OF_GAME = new Set(["seats", "seat", "first", "turn", "actor", "step", "end", "players"]);
const OF_PLAYER = new Set(["seat", "sheet"]);
// What moves may call a place beside its own name.
const ALSO = /** @type {Record<string, string[]>} */ ({ draw_pile: ["deck"] });
const MANY = 14; // entries from which on a place can be closed
const FEW = 4; // moves that are all offered before anything is chosen
const HIGH = 6; // things that are stacked; more of them lie side by side
const ALL = { all: true }; // chosen where one wants to see all moves

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

  /** What was chosen: names that moves touch. @param {Page} page @returns {string[]} */
  const chosen = (page) => (page.turn && Array.isArray(page.chosen) ? page.chosen : []);

  /** The moves that touch all of these. @param {Page} page @param {string[]} names */
  const touching = (page, names) => page.legal.filter((legal) => names.every((name) => touched(legal).includes(name)));

  /**
   * Whether a move may take something from a place of these names: it does not say from where, from there, or from
   * where nothing is shown.
   * @param {Page} page
   * @param {Legal} legal
   * @param {string[]} places
   */
  function takesFrom(page, { touches: { from } }, places) {
    if (typeof from !== "string" || places.includes(from)) return true;
    const [first] = from.split(" "),
      shown = { ...page.view, ...page.player(page.seat) };
    return !(first in shown || `${first}s` in shown);
  }

  /**
   * The first of these names that a move touches, if one may choose it here.
   * @param {Page} page
   * @param {number} seat whose place it is: moves are made with one's own things, and those in the middle
   * @param {string[]} names
   * @param {string[]} [places] where a thing lies
   */
  const choice = (page, seat, names, places) =>
    page.turn && (seat < 0 || seat === page.seat)
      ? names.find((name) => touching(page, [name]).some((legal) => !places || takesFrom(page, legal, places)))
      : undefined;

  /**
   * What makes something a button with which to choose; lit, where it goes with what is chosen already.
   * @param {Page} page
   * @param {string} name
   * @param {string} cls
   */
  function choosing(page, name, cls) {
    const isChosen = chosen(page).includes(name),
      isLit = isChosen || touching(page, [...chosen(page), name]).length > 0;
    return {
      class: `${cls}${isLit ? " lit" : ""}`,
      "aria-pressed": String(isChosen),
      "data-choice": name,
      onclick: () => choose(page, name),
    };
  }

  /**
   * Choose something, beside what it goes with; what is chosen already is let go. With a place and a thing that only
   * one move leads between, that move is made.
   * @param {Page} page
   * @param {string} name
   */
  function choose(page, name) {
    const before = chosen(page);
    if (before.includes(name)) {
      const rest = before.filter((each) => each !== name);
      return page.choose(rest.length ? rest : null);
    }
    const names = [...before, name],
      found = touching(page, names);
    const [{ move, touches } = { move: "", touches: {} }] = found,
      isBetween = names.some((each) => each === touches.from || each === touches.to);
    if (before.length && found.length === 1 && isBetween) page.play(move);
    else page.choose(found.length ? names : [name]);
  }

  /**
   * The moves that one is offered: few are all shown; of many, those that touch what was chosen, or nothing that could
   * be chosen.
   * @param {Page} page
   * @param {HTMLElement[]} held what one can choose in hand
   */
  function offered(page, held) {
    const names = chosen(page);
    if (names.length || page.chosen || page.legal.length <= FEW) return touching(page, names);
    const shown = [picture.middle(page), picture.mine?.(page), ...held].filter(Boolean),
      choices = shown.flatMap((part) => [...part.querySelectorAll("[data-choice]")].map((each) => each.dataset.choice));
    return page.legal.filter((legal) => !touched(legal).some((name) => choices.includes(name)));
  }

  /** @type {import("./pictures.js").Picture} */
  const picture = {
    ask(page) {
      const lead = say("your-turn"),
        own = wordOf(`ask-${page.view.step}`);
      if (page.legal.length === 1) return { lead, text: own || say("generic-one") };
      if (chosen(page).length) return { lead, text: say("generic-chosen") };
      return { lead, text: own || say(page.legal.length > FEW ? "generic-tap" : "generic-ask") };
    },

    ends: () => null,

    seat: (page, seat) => folded(page, seat, h("div.g-places", playerPlaces(page, seat))),

    middle(page) {
      const places = entries(page.view, OF_GAME).map(([key, value]) => place(page, key, value));
      return places.some(Boolean)
        ? h("section.generic.panel.grow", { "aria-label": say("middle") }, arranged(places))
        : null;
    },

    mine(page) {
      if (page.seat < 0) return null;
      const player = page.player(page.seat);
      return h(
        "section",
        { class: `generic g-own panel${page.turn ? " turn" : ""}`, "aria-label": say("generic-yours") },
        h("div.mh", mark(page.seat), h("b.name", page.called(page.seat)), sheet(player), total(player)),
        playerPlaces(page, page.seat),
      );
    },

    dock(page) {
      if (page.seat < 0) return null;
      const held = arranged(
        entries(page.player(page.seat), OF_PLAYER)
          .filter(([key]) => isOwn(page, key))
          .map(([key, value]) => place(page, key, value, page.seat)),
      );
      if (!page.turn) return h("div.generic.g-dock", held);
      const moves = offered(page, held),
        count = page.legal.length;
      return h(
        "div.generic.g-dock",
        held,
        h(
          "ul.g-offers",
          { "aria-label": say("generic-moves") },
          moves.map((legal) => h("li", { key: legal.move }, offer(page, legal))),
        ),
        moves.length < count
          ? button(say("generic-all", { count }), () => page.choose(ALL), { class: "btn g-all" })
          : page.chosen && count > FEW
            ? button(say("generic-fewer"), () => page.choose(null), { class: "btn g-all" })
            : null,
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
   * @returns {HTMLElement[]}
   */
  const arranged = (all) => {
    const places = all.filter((each) => each !== null),
      isFact = (/** @type {HTMLElement} */ each) => each.classList.contains("g-fact"),
      facts = places.filter(isFact),
      rest = places.filter((each) => !isFact(each));
    return [facts.length ? h("div.g-facts", facts) : null, rest.length ? h("div.g-areas", rest) : null].filter(Boolean);
  };

  /**
   * A place with its name: what lies there, in whatever form the view tells it.
   * @param {Page} page
   * @param {string} key
   * @param {any} value
   * @param {number} [seat] whose place it is
   * @returns {HTMLElement | null}
   */
  function place(page, key, value, seat = -1) {
    const at = { key, "data-place": seat < 0 ? key : null },
      names = [key, ...(ALSO[key] ?? [])],
      label = labelOf(key);
    if (isPlain(value)) return fact(page, seat, names, label, plain(value), at);
    // What is empty is left out, unless a move leads there.
    if (isEmpty(value) && !choice(page, seat, names) && !Object.keys(value).length) return null;
    if (seat === page.seat && isOwn(page, key))
      return h(
        "div.g-held",
        { key },
        h("span.cap", label),
        Array.isArray(value) ? tiles(page, seat, value, { names }) : things(page, seat, key, value),
      );
    if (Array.isArray(value)) return area(page, seat, names, label, { "": value }, at);
    const inside = things(page, seat, key, value);
    if (Object.keys(value).length > MANY)
      return h("details.g-place", { ...at, open: true }, h("summary.cap", label), inside);
    return h("section.g-place", { ...at, "aria-label": label }, h("span.cap", label), inside);
  }

  /**
   * A number or a word with its name; a button where a move touches it.
   * @param {Page} page
   * @param {number} seat
   * @param {string[]} names that moves may give it
   * @param {any} label
   * @param {any} value
   * @param {any} [more]
   */
  function fact(page, seat, names, label, value, more = {}) {
    const name = choice(page, seat, names),
      inside = [h("span.cap", label), " ", h("b", value)];
    return name ? h("button", { ...more, ...choosing(page, name, "g-fact") }, inside) : h("span.g-fact", more, inside);
  }

  /**
   * An area in which things lie. Where a move touches it, and not one or another of its things, it is a button whole.
   * @param {Page} page
   * @param {number} seat
   * @param {string[]} names that moves may give it
   * @param {any} label
   * @param {Record<string, any>} parts its lists, and what else is told of it
   * @param {any} look
   */
  function area(page, seat, names, label, parts, look) {
    const lists = Object.values(parts).filter(Array.isArray),
      of = look["data-of"] ?? "",
      name = choice(page, seat, names);
    const choices = new Set(lists.flat().flatMap((value) => choice(page, seat, [fullName(value, of)], names) ?? []));
    const isButton = name !== undefined && choices.size <= 1,
      rest = remarks(parts);
    const inside = [
      h("span.cap", label),
      lists.map((list) => tiles(page, isButton ? NaN : seat, list, { names, of })),
      rest ? h("span.soft.small", rest) : null,
    ];
    return isButton
      ? h("button", { ...look, ...choosing(page, name, "g-area") }, inside)
      : h("div.g-area", look, inside);
  }

  /** @param {any} value */
  const plain = (value) =>
    value === true ? icon("check") : typeof value === "number" ? number(value) : nameOf(String(value));

  /**
   * What is told by name: counts, or areas with things in them.
   * @param {Page} page
   * @param {number} seat
   * @param {string} key
   * @param {Record<string, any>} all
   */
  function things(page, seat, key, all) {
    const told = Object.entries(all).filter(([, value]) => !isNothing(value)),
      one = key.replace(/s$/, "");
    if (told.every(([, value]) => typeof value === "number")) {
      const counted = told.filter(([, value]) => value);
      return h(
        "div.g-facts",
        counted.map(([name, value]) => fact(page, seat, [name], thing(name), number(value), { key: name })),
        counted.length ? null : h("span.soft", "–"),
      );
    }
    return h(
      "div.g-areas",
      told.map(([name, value]) => {
        const parts = Array.isArray(value) ? { "": value } : isPlain(value) ? { [name]: value } : value,
          look = { key: name, "data-of": name, "data-c": COLOURS.includes(name) ? name : null };
        return area(page, seat, [`${one} ${name}`, `${key} ${name}`, name], thing(name), parts, look);
      }),
    );
  }

  /** What is told of a place beside its lists. @param {Record<string, any>} parts */
  const remarks = (parts) =>
    Object.entries(parts)
      .filter(([, value]) => !isNothing(value) && value !== 0 && !Array.isArray(value))
      .map(([key, value]) =>
        value === true ? labelOf(key) : `${labelOf(key)} ${isPlain(value) ? shortly(value) : "…"}`,
      )
      .join(" · ");

  /** @param {any} value */
  const shortly = (value) => (typeof value === "number" ? number(value) : nameOf(String(value)));

  /**
   * What moves call a thing: `red 3`, where it is told as the 3 of `red`.
   * @param {any} value
   * @param {string} of
   */
  function fullName(value, of) {
    const name = isPlain(value) ? String(value) : JSON.stringify(value);
    return !of || name === of || name.startsWith(`${of} `) ? name : `${of} ${name}`;
  }

  /**
   * Tiles, stacked where they are few. Those that a move touches can be tapped.
   * @param {Page} page
   * @param {number} seat
   * @param {any[]} list
   * @param {{names: string[], of?: string}} where what moves call the place, and what tiles are of, where they do not
   *   say it themselves: `red` of the tile `red 3`
   */
  function tiles(page, seat, list, { names, of = "" }) {
    /** @type {Record<string, number>} */
    const copies = {};
    const each = list.map((value) => {
      if (isNothing(value))
        return h("span.g-tile.g-unknown", { "aria-label": say("generic-hidden"), role: "img" }, "?");
      const full = fullName(value, of),
        copy = (copies[full] = (copies[full] ?? 0) + 1),
        [suit] = full.split(" ");
      const look = {
        "data-c": COLOURS.includes(suit) ? suit : null,
        "data-thing": full,
        "aria-label": nameOf(full),
        key: `${full} ${copy}`,
      };
      const name = choice(page, seat, [full], names);
      return name
        ? h("button", { ...look, ...choosing(page, name, "g-tile") }, thing(full, of))
        : h("span.g-tile", { role: "img", ...look }, thing(full, of));
    });
    return h(`div.g-tiles${list.length > HIGH ? ".g-wide" : ""}`, each);
  }

  /**
   * What stands on a tile: the sign of a colour, and what is not said by it.
   * @param {string} name
   * @param {string} [of] what stands beside it already
   */
  function thing(name, of = "") {
    const [suit, ...rest] = name.split(" "),
      said = rest.join(" ");
    const face = /^\d+$/.test(said) ? h("b", said) : h("span", capital(nameOf(said || suit)));
    if (COLOURS.includes(suit)) return of === suit && said ? face : [icon(suit), face];
    const text = capital(of && said ? nameOf(said) : nameOf(name)),
      [, word, count] = /^(.+) (\d+)$/.exec(text) ?? [];
    return word ? [h("small", word), " ", h("b", count)] : text;
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
