// Picture of Keltis, the card game: wish stones and six piles in the middle, one's rows, eight cards in hand.

/** @typedef {import("wishstone-kit").Page} Page */
/** @typedef {import("wishstone-kit").Legal} Legal */

/** @type {import("wishstone-kit").MakePicture} */
export default (kit) => {
  const {
    brief,
    button,
    card,
    cardMove,
    change,
    chip,
    COLOURS,
    deck,
    faceOf,
    folded,
    h,
    hand,
    icon,
    last,
    mark,
    nearing,
    number,
    pebble,
    pile,
    say,
    spoken,
    strip,
    telling,
    term,
    total,
  } = kit;

  const SUITS = [...COLOURS, "point"];
  const PAYS = 4; // cards from which on a row is worth something
  const ARROWS = { rising: "up", falling: "down" };

  /**
   * The moves that use the chosen card.
   * @param {Page} page
   * @returns {Legal[]}
   */
  const withChosen = (page) =>
    page.legal.filter(
      ({ touches }) => touches.from === "hand" && (touches.cards.includes(page.chosen) || !page.chosen) && page.chosen,
    );

  /**
   * The move that puts the chosen card, or any card drawn, to a place.
   * @param {Page} page
   * @param {string} to
   */
  const moveTo = (page, to) => withChosen(page).find(({ touches }) => touches.to === to);

  /**
   * How the chosen card buys a wish stone: with the one chosen before it, where they make a pair, else with its like.
   * @param {Page} page
   */
  const pair = (page) => {
    const pairs = withChosen(page).filter(({ touches }) => touches.to === "piles");
    return (
      pairs.find(({ touches }) => touches.cards.includes(page.before)) ??
      pairs.find(({ touches: { cards } }) => cards[0] === cards[1]) ??
      pairs[0]
    );
  };

  /**
   * What the chosen card makes a pair with.
   * @param {Page} page
   * @param {Legal} move
   * @returns {string}
   */
  const other = (page, { touches }) =>
    touches.cards.find((/** @type {string} */ name) => name !== page.chosen) ?? page.chosen;

  /** @type {import("wishstone-kit").Picture} */
  const picture = {
    ask(page) {
      const lead = say("your-turn");
      if (page.view.step === "drawing") return { lead, text: say("card-draw") };
      if (page.view.step === "laying") return { lead, text: say("card-last") };
      if (!page.chosen) return { lead, text: say("card-choose") };
      const wish = pair(page),
        card = brief(page.chosen);
      const text = wish
        ? say("card-chosen-wish", { card, partner: brief(other(page, wish)) })
        : say("card-chosen", { card });
      const short =
        page.player(page.seat).rows[faceOf(page.chosen).suit]?.cards.length < PAYS - 1 &&
        moveTo(page, `row ${faceOf(page.chosen).suit}`);
      return { lead, text: short && !wish ? `${text} ${say("card-pays")}` : text };
    },

    moveName(page, move) {
      const [what, ...rest] = move.split(" "),
        about = rest.join(" "),
        called = (/** @type {string} */ name) => (page.lexicon ? term(page.lexicon, name) : name);
      if (what === "stop") return say("move-stop");
      if (what === "wish") {
        const [first, second] = about.slice(rest[0].length + 1).split(" + ");
        return say("move-wish", { n: rest[0], first: called(first), second: called(second) });
      }
      if (what === "lay" && rest[2] === "on")
        return say("move-lay-on", { card: called(`point ${rest[1]}`), colour: called(rest[3]) });
      if (what === "lay" && faceOf(about).suit === "point") return say("move-lay-point", { card: called(about) });
      return cardMove(page, move);
    },

    ends(page) {
      return nearing("end-card", page.view.end_rows, "rows-ended");
    },

    meta(page, seat) {
      return h("span", say("cards", { count: page.player(seat).hand_size }));
    },

    seat(page, seat) {
      const player = page.player(seat);
      return folded(
        page,
        seat,
        h(
          "div.strips",
          COLOURS.map((colour) => line(page, seat, colour, player.rows[colour].cards, player.rows[colour].worth)),
          line(page, seat, "point", player.neutral.map(String), player.sheet.points),
        ),
        h(
          "div.held",
          {
            role: "img",
            "aria-label": say("wish-stones-told", { list: player.wish_stones.join(", ") || say("none") }),
          },
          h("span.cap", say("wish-stones")),
          player.wish_stones.map((/** @type {number} */ n) => pebble(n, { class: "mini" })),
          h("span.w.soft.small", number(player.sheet.wish_stones)),
        ),
      );
    },

    middle(page) {
      return h(
        "section.middle.panel.card-middle",
        { "aria-label": say("middle") },
        h(
          "div.wish",
          Array.from({ length: 9 }, (_, k) => stone(page, k + 1)),
        ),
        h(
          "div.piles",
          deck(page),
          SUITS.map((suit) => pile(page, suit, page.chosen ?? "")),
        ),
      );
    },

    mine(page) {
      if (page.seat < 0) return null;
      const player = page.player(page.seat);
      return h(
        "section.mine.grow",
        { "aria-label": say("your-rows") },
        own(page, player),
        COLOURS.map((colour) => row(page, colour, player.rows[colour])),
        neutral(page, player),
      );
    },

    dock(page) {
      if (page.seat < 0) return null;
      const stop = page.legal.find(({ move }) => move === "stop");
      return [
        hand(page, page.chosen ?? "", (name) => partner(page, name)),
        stop ? button(say("stop"), () => page.play("stop"), { class: "btn go wide" }) : null,
      ];
    },
  };

  /**
   * Somebody's row in a line.
   * @param {Page} page
   * @param {number} seat
   * @param {string} suit
   * @param {string[]} faces
   * @param {number} worth
   */
  function line(page, seat, suit, faces, worth) {
    const { seat: who, move } = last(page),
      laid =
        who === seat && (move.endsWith(` on ${suit}`) || (move.startsWith(`lay ${suit} `) && !move.includes(" on "))),
      colour = suit === "point" ? "bone" : suit;
    const chips = faces.map((face, k) =>
      chip(face.startsWith("point") ? "bone" : colour, face === "end" ? icon("end-card") : face.replace("point ", ""), {
        class: laid && k === faces.length - 1 ? "chip last" : "chip",
        "data-thing": face.startsWith("point") ? face : `${suit} ${face}`,
        "data-from": `seat ${seat}`,
      }),
    );
    const label = say("row-told", {
      colour: say(suit === "point" ? "points" : suit),
      cards: faces.map((face) => (face === "end" ? say("end-card") : face)).join(", ") || say("none"),
      worth: faces.length ? number(worth) : 0,
    });
    return strip(colour, label, chips, faces.length ? number(worth) : "");
  }

  /** @param {Page} page @param {number} n */
  function stone(page, n) {
    if (!page.view.wish_row.includes(n))
      return pebble(n, { class: "gone", "aria-label": say("stone-taken", { n }), role: "img" });
    const move = pair(page);
    if (move?.touches.wish_stone !== n)
      return pebble(n, { "aria-label": say("stone-there", { n }), ...telling(page, say("what-wish", { n }), "KC-8") });
    const partner = other(page, move);
    return pebble(n, {
      class: "lit",
      "aria-label": say("take-stone", { n, partner: spoken(partner) }),
      "data-why": `+ ${brief(partner)}`,
      onclick: () => page.play(move.move),
    });
  }

  /**
   * What laying a card changes.
   * @param {Legal} move
   * @param {string} item
   */
  const laying = ({ touches }, item) => h("span.pill", h("span.desk", `${say("lay")}: `), change(touches.points, item));

  /** @param {Page} page @param {string} colour @param {any} row */
  function row(page, colour, row) {
    const move = moveTo(page, `row ${colour}`);
    const lit = move
      ? h(
          "button.slot.lit",
          {
            "data-c": colour,
            "aria-label": say("lay-here", {
              card: spoken(page.chosen),
              change: change(move.touches.points, `rows.${colour}`),
            }),
            onclick: () => page.play(move.move),
          },
          icon(colour),
        )
      : null;
    const cards = row.cards.map((/** @type {string} */ face) => {
      const name = face.startsWith("point") ? face : `${colour} ${face}`;
      return card(name, { thing: name, attributes: { "aria-hidden": "true" } });
    });
    const empty = h("span.slot", { "data-c": colour }, icon(colour));
    const arrow =
      row.closed || row.ended
        ? icon("lock")
        : ARROWS[/** @type {"rising" | "falling"} */ (row.direction)]
          ? icon(ARROWS[/** @type {"rising" | "falling"} */ (row.direction)])
          : null;
    const foot = move ? laying(move, `rows.${colour}`) : [arrow, h("b", row.cards.length ? number(row.worth) : "–")];
    const refused = !move && page.chosen && faceOf(page.chosen).suit === colour;
    return h(
      "div.myrow",
      {
        "data-c": colour,
        "data-try": refused || null,
        ...(move ? {} : telling(page, say("what-row"), "KC-26")),
        ...(refused ? { onclick: () => page.refuse(`lay ${page.chosen}`) } : {}),
        role: "group",
        "aria-label": say("row-told", {
          colour: say(colour),
          cards: row.cards.join(", ") || say("none"),
          worth: number(row.worth),
        }),
      },
      h("div.fan", cards, lit ?? (row.cards.length ? null : empty)),
      h("div.foot", foot),
    );
  }

  /** @param {Page} page @param {any} player */
  function neutral(page, player) {
    const move = moveTo(page, "neutral");
    const lit = move
      ? h(
          "button.slot.lit",
          { "data-c": "bone", "aria-label": say("lay-points"), onclick: () => page.play(move.move) },
          icon("point"),
        )
      : null;
    const cards = player.neutral.map((/** @type {number} */ n) =>
      card(`point ${n}`, { thing: `point ${n}`, attributes: { "aria-hidden": "true" } }),
    );
    return h(
      "div.myrow",
      {
        "data-c": "bone",
        ...(move ? {} : telling(page, say("what-points"), "KC-27")),
        role: "group",
        "aria-label": say("points-row", { cards: player.neutral.join(", ") || say("none") }),
      },
      h("div.fan", cards, lit ?? (cards.length ? null : h("span.slot", { "data-c": "bone" }, icon("point")))),
      h(
        "div.foot",
        move
          ? laying(move, "points")
          : [h("b", cards.length ? number(player.sheet.points) : ""), h("span.cap", say("points"))],
      ),
    );
  }

  /**
   * One's wish stones and points.
   * @param {Page} page
   * @param {any} player
   */
  function own(page, player) {
    const stones = player.wish_stones,
      { wish_stones: worth } = player.sheet;
    return h(
      "div.mysum",
      mark(page.seat),
      h("b", page.called(page.seat)),
      h(
        "span.stones",
        {
          ...telling(page, say("what-wishes"), "KC-28"),
          role: "img",
          "aria-label": say("wish-stones-told", { list: stones.join(", ") || say("none") }),
        },
        h("span.soft.small", say("wish-stones")),
        stones.map((/** @type {number} */ n) => pebble(n, { class: "mini" })),
        h("span.soft.small", number(worth)),
      ),
      total(player),
    );
  }

  /**
   * Whether a card could be given away together with the chosen one.
   * @param {Page} page
   * @param {string} name
   */
  function partner(page, name) {
    const pairs = withChosen(page).some(
      ({ touches }) =>
        touches.to === "piles" &&
        touches.cards.includes(name) &&
        (name !== page.chosen || touches.cards[0] === touches.cards[1]),
    );
    return pairs ? h("span.pair", say("pair")) : null;
  }

  return picture;
};
