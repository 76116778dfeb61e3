// Picture of Keltis, the dice game: five columns of tiles, three dice, one's own rows beside them.

/** @typedef {import("wishstone-kit").Page} Page */
/** @typedef {import("wishstone-kit").Legal} Legal */

/** @type {import("wishstone-kit").MakePicture} */
export default (kit) => {
  const {
    button,
    change,
    chip,
    chosenDice,
    COLOURS,
    dieBox,
    folded,
    diceMove,
    gain,
    GO,
    h,
    icon,
    isOpen,
    itemName,
    letter,
    lying,
    mark,
    number,
    pebble,
    say,
    signed,
    strip,
    telling,
    term,
    throwing,
    tool,
    total,
    unfold,
  } = kit;

  const SYMBOLS = ["stone", "clover", "leprechaun"];
  const ARROWS = { rising: "up", falling: "down", open: "" };

  /** The rules that tell what lies on tiles, or counts. */
  const RULES = {
    row: "KD-18",
    stones: "KD-19",
    stone: "KD-10",
    clover: "KD-11",
    leprechaun: "KD-21",
    bonus: "KD-20",
  };

  /**
   * What lies on a tile, or what counts there.
   * @param {Page} page
   * @param {keyof typeof RULES} what
   */
  const tellDice = (page, what) => telling(page, say(`dice-what-${what}`), RULES[what]);

  /** Whether all lies in one column, as the stylesheet sees it. */
  const isNarrow = () => matchMedia("(width < 37.5rem), (width < 56.25rem) and (height <= 480px)").matches;
  /** The page shown last, to be drawn anew when the window changes. @type {Page | null} */
  let shown = null;
  addEventListener("resize", () => document.querySelector(".tiles") && shown?.render());

  /**
   * The move that takes a tile.
   * @param {Page} page
   * @param {string} tile
   */
  const takeOf = (page, tile) => page.legal.find(({ touches }) => touches.tiles[0] === tile);

  /** The move with the tile that is chosen, or with what else is tried. @param {Page} page */
  const tried = (page) => (page.chosen?.tile ? takeOf(page, page.chosen.tile) : null);

  /**
   * A tile for reading aloud.
   * @param {Page} page
   * @param {string} colour
   * @param {number} value
   */
  function spokenTile(page, colour, value) {
    const symbol = page.view.symbols[colour][value];
    const name = say("card-named", { colour: say(colour), face: value, sign: say(`sign-${colour}`) });
    if (symbol === "-") return name;
    return `${name}, ${SYMBOLS.includes(symbol) ? say(`dice-${symbol}`) : say("dice-bonus", { points: symbol })}`;
  }

  /** What is printed on a tile besides its number. @param {string} symbol */
  const printed = (symbol) =>
    symbol === "-" ? null : SYMBOLS.includes(symbol) ? icon(symbol) : h("small", `+${symbol}`);

  /**
   * What one, two or three of the dice make together, each sum with the fewest dice.
   * @param {string[]} faces
   * @returns {Map<number, string[]>}
   */
  function sums(faces) {
    const found = new Map();
    const parts = Array.from({ length: 2 ** faces.length - 1 }, (_, k) =>
      faces.filter((_, place) => (k + 1) & (1 << place)),
    ).sort((one, other) => one.length - other.length);
    for (const part of parts) {
      const sum = part.reduce((so, face) => so + (face === "*" ? 0 : Number(face)), 0);
      if (!found.has(sum)) found.set(sum, part);
    }
    return new Map([...found].sort(([one], [other]) => one - other));
  }

  /**
   * Choose a tile and show what it would change; choosing it again takes it.
   * @param {Page} page
   * @param {Legal} legal
   */
  function pick(page, legal) {
    if (page.chosen?.tile === legal.touches.tiles[0]) return page.play(legal.move);
    page.choose({ tile: legal.touches.tiles[0] });
    page.preview = legal;
    page.render();
  }

  /** @type {import("wishstone-kit").Picture} */
  const picture = {
    ask(page) {
      const lead = say("your-turn"),
        count = chosenDice(page).length;
      if (page.view.step === "choosing")
        return { lead, text: count ? say("dice-throw-ask", { count }) : say("dice-choose") };
      if (tried(page)) return { lead, text: say("dice-take-ask") };
      const tiles = page.legal.some(({ touches }) => touches.tiles.length),
        stones = page.legal.some(({ move }) => move === "stones");
      return {
        lead,
        text: say(
          tiles ? (stones ? "dice-take-or-stones" : "dice-take") : stones ? "dice-only-stones" : "dice-only-nothing",
        ),
      };
    },

    moveName(page, move) {
      const [what, ...tile] = move.split(" ");
      if (what === "take" && page.lexicon) return say("move-take", { tile: term(page.lexicon, tile.join(" ")) });
      return diceMove(page, move) ?? say(`move-${what}`); // `stones` and `nothing` say it all
    },

    ends(page) {
      const { middle, supply, ends_by: by } = page.view;
      const [least, left] = COLOURS.map(
        (colour) => /** @type {[string, number]} */ ([colour, middle[colour].length]),
      ).reduce((one, other) => (other[1] < one[1] ? other : one));
      const told =
        say("dice-supply", { count: supply }) +
        (by === "tiles" ? `, ${say("dice-least", { colour: say(least), count: left })}` : "");
      return h(
        "span.nearing",
        { role: "img", "aria-label": told },
        h(
          "span.tag.keep",
          { "data-place": "supply" },
          icon("stone"),
          h("span.desk", say("dice-supply", { count: supply })),
          h("span.phone", supply),
        ),
        by === "tiles"
          ? h("span.tag.desk", { "data-c": least }, icon(least), say("dice-least", { colour: say(least), count: left }))
          : null,
      );
    },

    meta(page, seat) {
      return page.view.seats > 3 ? null : tally(page.player(seat));
    },

    seat(page, seat) {
      const player = page.player(seat);
      return [
        folded(
          page,
          seat,
          h(
            "div.strips",
            COLOURS.map((colour) => line(page, colour, player.rows[colour])),
          ),
        ),
        page.view.seats > 3 ? tally(player) : null,
      ];
    },

    middle(page) {
      shown = page;
      return h(
        "section.tiles.panel",
        { "aria-label": say("dice-tiles") },
        COLOURS.map((colour) => column(page, colour)),
      );
    },

    mine(page) {
      if (page.seat < 0) return null;
      const player = page.player(page.seat),
        points = page.preview?.touches.points ?? {};
      return h(
        "section",
        {
          class: `mybox panel grow${page.turn ? " turn" : ""}${isOpen(page, page.seat) ? " open" : ""}`,
          "data-drop": ".pre .go",
          "aria-label": say("your-rows"),
        },
        h(
          "div.mh",
          mark(page.seat),
          h("b.name", page.called(page.seat)),
          h("span.phone.few", tally(player, points)),
          total(player, turned(points.total)),
        ),
        unfold(page, page.seat),
        COLOURS.map((colour) => row(page, colour, player.rows[colour], points)),
        stones(page, player, points),
        leprechauns(page, player, points),
        bonus(page, player, points),
      );
    },

    dock(page) {
      const dice = lying(page),
        faces = dice.map(({ face }) => face);
      return [
        h(
          "div.dl",
          h(
            "div.dice",
            { role: "group", "aria-label": say("dice-dice") },
            dice.map((die, place) =>
              dieBox(
                page,
                die,
                place,
                icon(`pip-${die.face === "*" ? "stone" : die.face}`),
                die.face === "*" ? say("dice-stone") : die.face,
              ),
            ),
          ),
          h(
            "ul.sums",
            { "aria-label": say("dice-sums") },
            [...sums(faces)].map(([sum, part]) => h("li", h("b.num", sum), h("span.soft", made(part)))),
          ),
        ),
        preview(page),
        page.turn ? choices(page, faces) : h("div.acts0"),
      ];
    },
  };

  /** How a sum is made. @param {string[]} part */
  const made = (part) => (part.length > 1 ? part.join(" + ") : part[0] === "*" ? icon("stone") : null);

  /**
   * The buttons: throw or keep; stones or nothing.
   * @param {Page} page
   * @param {string[]} faces
   */
  function choices(page, faces) {
    if (page.legal.some(({ move }) => move === "keep"))
      return throwing(page, faces, (count) => say("dice-throw", { count }), say("dice-throw-all"));
    const stones = page.legal.find(({ move }) => move === "stones"),
      nothing = page.legal.find(({ move }) => move === "nothing");
    const taking = stones
      ? button(
          "",
          () => page.play("stones"),
          { class: "btn offer" },
          icon("stone"),
          say(stones.touches.stones === 1 ? "dice-take-stone" : "dice-take-stones", { count: stones.touches.stones }),
          h("span.pill", change(stones.touches.points, "stones") || "±0"),
        )
      : button("", () => page.refuse("stones"), { class: "btn quiet no" }, icon("stone"), say("dice-no-stone"));
    return h(
      "div.acts0",
      taking,
      nothing ? button(say("dice-nothing"), () => page.play("nothing"), { class: "btn quiet" }) : null,
    );
  }

  /** The tile that is chosen, what it changes, and the button that takes it. @param {Page} page */
  function preview(page) {
    const legal = tried(page);
    if (!legal) return null;
    const [colour, value] = legal.touches.tiles[0].split(" ");
    const items = Object.entries(legal.touches.points).filter(([item]) => item !== "total");
    return h(
      "div.pre",
      { role: "group", "aria-label": spokenTile(page, colour, Number(value)) },
      tool("close", say("let-go"), () => page.choose(null), { class: "btn quiet icon phone" }),
      h(
        "span.vtile",
        { "data-c": colour, "aria-hidden": "true" },
        value,
        printed(page.view.symbols[colour][Number(value)]),
      ),
      h(
        "ul.small",
        items.map(([item, points]) =>
          h(
            "li",
            h("span.soft", item.startsWith("rows.") ? say("dice-row") : itemName(item)),
            " ",
            h("b", `${number(points[0])} → ${number(points[1])}`),
          ),
        ),
      ),
      button(
        "",
        () => page.play(legal.move),
        GO,
        say("dice-take-it"),
        h("span.sum.num", signed(gain(legal.touches.points))),
      ),
    );
  }

  /** @param {Page} page @param {string} colour */
  function column(page, colour) {
    return h(
      "div.col",
      { role: "group", "aria-label": say(colour) },
      h("div.ch", { "data-c": colour, "aria-hidden": "true" }, icon(colour), h("b", letter(colour)), end(page, colour)),
      page.view.symbols[colour].map((/** @type {string} */ _, /** @type {number} */ value) =>
        tile(page, colour, value),
      ),
    );
  }

  /**
   * Where one's own row of a colour ends and what it is worth, where the whole rows are folded away.
   * @param {Page} page
   * @param {string} colour
   */
  function end(page, colour) {
    const row = page.seat < 0 ? null : page.player(page.seat).rows[colour];
    if (!row?.length) return null;
    const arrow = ARROWS[/** @type {"rising"} */ (row.direction)];
    return h(
      "span.end.phone",
      chip(colour, row.tiles.at(-1)),
      arrow ? icon(arrow) : null,
      h("b.num", number(row.worth)),
    );
  }

  /**
   * A tile in the middle: there or gone; lit if it may be taken.
   * @param {Page} page
   * @param {string} colour
   * @param {number} value
   */
  function tile(page, colour, value) {
    const name = `${colour} ${value}`,
      key = `t${value}`,
      tall = COLOURS.some((each) => takeOf(page, `${each} ${value}`)) ? "tall " : "";
    if (!page.view.middle[colour].includes(value))
      return h(
        "span",
        {
          class: `vtile ${tall}gone`,
          key,
          role: "img",
          "aria-label": say("dice-gone", { tile: `${say(colour)} ${value}` }),
        },
        value,
      );
    const legal = takeOf(page, name),
      chosen = page.chosen?.tile === name && legal;
    const symbol = page.view.symbols[colour][value],
      label = spokenTile(page, colour, value),
      inside = [value, printed(symbol)];
    const thing = { "data-c": colour, "data-thing": name, "data-still": true, key };
    const tells = symbol === "-" ? null : SYMBOLS.includes(symbol) ? tellDice(page, symbol) : tellDice(page, "bonus");
    if (!page.turn) return h("span.vtile", { role: "img", "aria-label": label, ...tells, ...thing }, inside);
    if (legal) {
      const worth = signed(gain(legal.touches.points));
      return h(
        "button",
        {
          class: `vtile ${tall}${chosen ? "pick" : "lit"}`,
          "data-drag": "choose",
          "aria-pressed": String(Boolean(chosen)),
          title: tells?.title,
          "aria-label": say("dice-take-tile", { tile: label, change: worth }),
          onclick: () => pick(page, legal),
          ...thing,
        },
        inside,
        chosen ? h("span.torc") : null,
        h("span.gain", { "aria-hidden": "true" }, worth),
      );
    }
    const near = sums(page.view.dice).has(value),
      locked = near && page.view.step === "taking";
    const bare = isNarrow() && !tall; // too low for a button
    return h(
      bare ? "span" : "button",
      {
        role: bare ? "img" : null,
        class: `vtile ${tall}${locked ? "blk" : near ? "" : "rest"}`,
        "aria-label": label,
        title: tells?.title,
        onclick: () => page.refuse(`take ${name}`),
        ...thing,
      },
      inside,
      locked ? h("span.lk", icon("lock")) : null,
    );
  }

  /**
   * The tiles of a row, each clover with the tile that it brought.
   * @param {Page} page
   * @param {string} colour
   * @param {any} row
   * @returns {(number | "clover")[]}
   */
  const inRow = (page, colour, row) =>
    row.tiles.flatMap((/** @type {number} */ value) =>
      page.view.symbols[colour][value] === "clover" ? [value, "clover"] : [value],
    );

  /**
   * A row for reading aloud.
   * @param {string} colour
   * @param {any} row
   */
  const toldRow = (colour, row) =>
    say("row-told", {
      colour: say(colour),
      cards:
        (row.tiles.join(", ") || say("none")) +
        (row.face_down ? `, ${say("dice-clovers", { count: row.face_down })}` : ""),
      worth: number(row.worth),
    });

  /**
   * Somebody's row in a line.
   * @param {Page} page
   * @param {string} colour
   * @param {any} row
   */
  function line(page, colour, row) {
    const chips = inRow(page, colour, row).map((each) =>
      chip(colour, each === "clover" ? icon("clover") : each, {
        "data-thing": each === "clover" ? null : `${colour} ${each}`,
      }),
    );
    return strip(colour, toldRow(colour, row), chips, row.length ? number(row.worth) : "");
  }

  /** What a number becomes. @param {[number, number] | undefined} points */
  const turned = (points) =>
    points && points[0] !== points[1]
      ? h("span", { class: points[1] > points[0] ? "up" : "down" }, ` → ${number(points[1])}`)
      : null;

  /**
   * One of one's own rows, with the tile that one looks at.
   * @param {Page} page
   * @param {string} colour
   * @param {any} row
   * @param {any} points
   */
  function row(page, colour, row, points) {
    const changes = points[`rows.${colour}`],
      [tried, value] = changes ? (page.preview?.touches.tiles[0].split(" ") ?? []) : [];
    const tiles = inRow(page, colour, row).map((each) =>
      h(
        "span.mt",
        { "data-c": colour, "data-thing": each === "clover" ? null : `${colour} ${each}` },
        each === "clover" ? icon("clover") : each,
      ),
    );
    if (tried === colour)
      tiles.push(
        h("span.mt.coming", value),
        page.view.symbols[colour][Number(value)] === "clover" ? h("span.mt.coming", icon("clover")) : null,
      );
    const arrow = ARROWS[/** @type {"rising"} */ (row.direction)];
    return h(
      "div.mrow",
      { "data-c": colour, ...tellDice(page, "row"), role: "group", "aria-label": toldRow(colour, row) },
      icon(colour),
      h("div.run", tiles.length ? tiles : h("span.none.soft.small", say("dice-no-tile"))),
      arrow ? icon(arrow, "i dir") : h("span"),
      h("b", row.length ? number(row.worth) : "–", turned(row.length ? changes : changes && [NaN, changes[1]])),
    );
  }

  /**
   * One's stones.
   * @param {Page} page
   * @param {any} player
   * @param {any} points
   */
  function stones(page, player, points) {
    const more = points.stones ? page.preview?.touches.stones || 1 : 0;
    const lying = Array.from({ length: player.stones }, (_, k) =>
      pebble("", { class: "mini", key: `s${k}`, "data-thing": `stone ${page.seat} ${k}`, "data-from": "supply" }),
    );
    const ghosts = Array.from({ length: more }, () => h("span.pebble.mini.coming"));
    return h(
      "div.mrow.few.stones",
      {
        ...tellDice(page, "stones"),
        role: "group",
        "aria-label": say("dice-stones-told", { count: player.stones, worth: number(player.sheet.stones) }),
      },
      icon("stone"),
      h("div.run", lying, ghosts, lying.length || more ? null : h("span.none.soft.small", say("dice-no-stones"))),
      h("span"),
      h("b", number(player.sheet.stones), turned(points.stones)),
    );
  }

  /**
   * One's leprechauns; whether they are most or fewest is told by what they are worth.
   * @param {Page} page
   * @param {any} player
   * @param {any} points
   */
  function leprechauns(page, player, points) {
    const [colour, value] = page.preview?.touches.tiles?.[0]?.split(" ") ?? [],
      more = colour && page.view.symbols[colour][Number(value)] === "leprechaun";
    const hats = Array.from({ length: player.leprechauns }, () => icon("leprechaun"));
    return h(
      "div.mrow.few",
      {
        ...tellDice(page, "leprechaun"),
        role: "group",
        "aria-label": say("dice-hats-told", { count: player.leprechauns, worth: number(player.sheet.leprechauns) }),
      },
      icon("leprechaun"),
      h(
        "div.run",
        hats,
        more ? icon("leprechaun", "i ghosted") : null,
        hats.length || more ? null : h("span.none.soft.small", say("dice-no-hats")),
      ),
      h("span"),
      h("b", number(player.sheet.leprechauns), turned(points.leprechauns)),
    );
  }

  /**
   * One's bonus points.
   * @param {Page} page
   * @param {any} player
   * @param {any} points
   */
  function bonus(page, player, points) {
    return h(
      "div.mrow.few",
      { ...tellDice(page, "bonus"), role: "group", "aria-label": `${say("item-bonus")}: ${player.bonus}` },
      icon("point"),
      h("span.soft.small", say("dice-printed")),
      h("span"),
      h("b", number(player.sheet.bonus), turned(points.bonus)),
    );
  }

  /**
   * Stones, leprechauns and bonus in a line.
   * @param {any} player
   * @param {any} [points] what they become worth
   */
  function tally(player, points = {}) {
    const piece = (
      /** @type {string} */ symbol,
      /** @type {string} */ label,
      /** @type {number} */ count,
      /** @type {[number, number] | undefined} */ pair,
    ) =>
      h(
        "span",
        {
          role: "img",
          title: label,
          class: pair && pair[0] !== pair[1] ? (pair[1] > pair[0] ? "up" : "down") : "",
          "aria-label": `${label}: ${count}`,
        },
        icon(symbol),
        count,
      );
    return h(
      "span.tally",
      piece("stone", say("item-stones"), player.stones, points.stones),
      piece("leprechaun", say("item-leprechauns"), player.leprechauns, points.leprechauns),
      piece("point", say("item-bonus"), player.bonus, points.bonus),
    );
  }

  return picture;
};
