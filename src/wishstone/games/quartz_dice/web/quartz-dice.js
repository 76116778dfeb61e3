// Picture of Quartz, the dice game: five dice, what they give, the bag, everyone's cart and chest.

/** @typedef {import("wishstone-kit").Page} Page */
/** @typedef {import("wishstone-kit").Legal} Legal */

/** @type {import("wishstone-kit").MakePicture} */
export default (kit) => {
  const {
    button,
    diceMove,
    dieBox,
    gain,
    h,
    href,
    icon,
    lying,
    mark,
    number,
    say,
    signed,
    tag,
    tenth,
    telling,
    throwing,
    total,
  } = kit;

  /** The crystals: colour, symbol, worth. @type {Record<string, [string, string, number]>} */
  const KINDS = {
    quartz: ["ice", "quartz", 2],
    rubellite: ["pink", "rubellite", 3],
    emerald: ["green", "emerald", 4],
    sapphire: ["blue", "sapphire", 5],
    ruby: ["red", "ruby", 7],
    amber: ["yellow", "amber", 9],
    black: ["black", "worthless", -3],
  };
  const ACTIONS = ["pickaxe", "jackhammer", "chest", "transport", "claw"];
  const ROUNDS = 6,
    THROWS = 3;

  /**
   * The moves of one kind.
   * @param {Page} page
   * @param {string} verb
   */
  const movesOf = (page, verb) => page.legal.filter(({ move }) => move.split(" ")[0] === verb);

  /** The action whose target is asked for; where there is only one that needs one, it is that. @param {Page} page */
  const chosenAction = (page) =>
    page.view.step === "acting" && movesOf(page, page.chosen?.action ?? "").length ? page.chosen.action : null;

  /**
   * A crystal.
   * @param {string} kind
   * @param {string} [size]
   * @param {any} [attributes]
   */
  function gem(kind, size = "", attributes = {}) {
    const [colour, symbol] = KINDS[kind];
    return h(
      "span",
      { class: `gem ${size}`, "data-c": colour, "aria-hidden": "true", ...attributes },
      icon(symbol, ""),
    );
  }

  /** What lies somewhere, in words. @param {Record<string, number>} load */
  const told = (load) =>
    Object.keys(KINDS)
      .filter((kind) => load[kind])
      .map((kind) => `${load[kind]} ${say(`kind-${kind}`)}`)
      .join(", ") || say("quartz-empty");

  /** What a load is worth, crystal by crystal. @param {Record<string, number>} load */
  const worth = (load) =>
    Object.entries(KINDS).reduce((so, [kind, [, , points]]) => so + points * (load[kind] ?? 0), 0);

  /** What comes out of the bag on average, with one digit. @param {any} view */
  const average = (view) => {
    return tenth(worth(view.bag) / Math.max(1, view.bag_size), "+");
  };

  /** Three crystals behind the winner's name: x, y and width. */
  const CRYSTALS = [
    [852, 40, 60],
    [962, 4, 116],
    [1062, 24, 76],
  ].map(([x, y, width]) => tag("use", { href: href("quartz"), x, y, width }));

  /** @type {import("wishstone-kit").Picture} */
  const picture = {
    moveName(page, move) {
      const [what, first, kind] = move.split(" ");
      switch (what) {
        case "jackhammer":
          return say("quartz-hammer-n", {
            count: page.legal.find((each) => each.move === move)?.touches.draws ?? move.slice(what.length + 1),
          });
        case "return":
          return say("quartz-put-back", { kind: say(`kind-${first}`) });
        case "chest":
          return say("quartz-into-chest", { kind: say(`kind-${first}`) });
        case "claw":
          return say("quartz-take-from", { kind: say(`kind-${kind}`), who: page.called(Number(first)) });
        case "transport":
        case "name":
          return say(`move-${what}`, { who: page.called(Number(first)) });
        default: // `pickaxe` and `done` say it all
          return diceMove(page, move) ?? say(`move-${what}`);
      }
    },

    landmark: tag("g", { "data-c": "ice", class: "gemlike" }, ...CRYSTALS),

    ask(page) {
      const { step, throws, returns } = page.view,
        lead = say("your-turn");
      if (step === "returning")
        return { lead, text: say(returns === 1 ? "quartz-return-one" : "quartz-return", { count: returns }) };
      if (step === "naming") return { lead, text: say("quartz-name") };
      if (step === "acting") {
        const action = chosenAction(page);
        return {
          lead,
          text: action ? say(`quartz-ask-${action}`) : page.legal.length > 1 ? say("quartz-act") : say("quartz-no-act"),
        };
      }
      const free = page.legal.length > 1,
        own = throws <= THROWS ? say("quartz-throw-n", { n: throws, of: THROWS }) : lead;
      return {
        lead: own,
        text: say(!free ? "quartz-last-throw" : throws < THROWS ? "dice-choose" : "quartz-choose-marker"),
      };
    },

    ends(page) {
      const { round } = page.view,
        text = say("quartz-round", { n: round, of: ROUNDS });
      return h(
        "span.rounds",
        { role: "img", "aria-label": text },
        Array.from({ length: ROUNDS }, (_, k) =>
          h("span", { class: k + 1 < round ? "on" : k + 1 === round ? "now" : "" }),
        ),
        h("span.cap.desk", text),
      );
    },

    meta(page, seat) {
      return notes(page, seat);
    },

    seat(page, seat) {
      const player = page.player(seat);
      return load(page, seat, player, "s");
    },

    middle(page) {
      return h("div.two", page.scene.status === "over" ? null : [actions(page), bag(page)]);
    },

    mine(page) {
      if (page.seat < 0) return null;
      const player = page.player(page.seat);
      return h(
        "section",
        { class: `mineq panel${page.turn ? " turn" : ""}`, "aria-label": say("quartz-yours") },
        h(
          "div.mh",
          mark(page.seat),
          h("b.name", page.called(page.seat)),
          h("span.soft.small.notes", notes(page, page.seat)),
          total(
            player,
            page.preview?.touches.points.total
              ? h("span.up", ` → ${number(page.preview.touches.points.total[1])}`)
              : null,
          ),
        ),
        load(page, page.seat, player, "l"),
      );
    },

    dock(page) {
      const dice = lying(page);
      return h(
        "div.throwing",
        h(
          "div.dice",
          { role: "group", "aria-label": say("dice-dice") },
          dice.map((die, place) => dieBox(page, die, place, icon(die.face), say(`face-${die.face}`))),
        ),
        page.turn
          ? choices(
              page,
              dice.map(({ face }) => face),
            )
          : h("div.acts0"),
      );
    },
  };

  /**
   * A few words about somebody: markers, who starts, who has fewest in the chest.
   * @param {Page} page
   * @param {number} seat
   */
  function notes(page, seat) {
    const { markers, sheet } = page.player(seat);
    return [
      page.view.start === seat ? h("span", say("quartz-starts")) : null,
      markers
        ? h(
            "span",
            telling(page, say("quartz-what-marker"), "Q-8"),
            icon("reroll"),
            say(markers === 1 ? "quartz-marker" : "quartz-markers", { count: markers }),
          )
        : null,
      sheet.chest < 0
        ? h(
            "span.warnt",
            { ...telling(page, say("quartz-what-chest"), "Q-29") },
            icon("chest"),
            h("span", { class: seat === page.seat ? "" : "desk" }, say("quartz-fewest")),
            number(sheet.chest),
          )
        : null,
    ];
  }

  /**
   * Cart and chest.
   * @param {Page} page
   * @param {number} seat
   * @param {any} player
   * @param {"s" | "l"} size
   */
  function load(page, seat, player, size) {
    const box = (/** @type {"cart" | "chest"} */ place) => {
      const held = player[place],
        kinds = Object.keys(KINDS).filter((kind) => held[kind]);
      return h(
        "div",
        {
          class: `${place}box`,
          role: "group",
          "aria-label": `${say(`quartz-${place}`)}: ${told(held)}`,
          "data-place": `${place} ${seat}`,
          "data-drop": `${place} ${seat}`,
          ...(chosenAction(page) === "chest"
            ? {}
            : telling(page, say(`quartz-what-${place}`), place === "cart" ? "Q-27" : "Q-29")),
        },
        h(
          "div.gems",
          kinds.map((kind) => stack(page, seat, place, kind, held[kind], size)),
          kinds.length ? null : h("span.none", say("quartz-empty")),
        ),
        h(
          "span.lbl",
          icon(place),
          h("span.lblt", size === "l" ? `${say(`quartz-${place}`)} ${number(worth(held))}` : ""),
        ),
      );
    };
    return h("div", { class: `load ${size}` }, box("cart"), box("chest"));
  }

  /**
   * What lets a crystal be dragged to where a move puts it.
   * @param {Page} page
   * @param {string} kind
   * @param {string} from
   */
  function carried(page, kind, from) {
    const moves = page.legal.filter(({ touches }) => touches.from === from && touches.crystals[0] === kind);
    return moves.length
      ? {
          "data-drag": "put",
          "data-to": moves.map(({ touches }) => touches.to).join("|"),
          onput: (/** @type {CustomEvent} */ { detail }) =>
            page.play(/** @type {Legal} */ (moves.find(({ touches }) => touches.to === detail)).move),
        }
      : {};
  }

  /**
   * Crystals of one kind, lying over each other. On a phone a cart has no room for buttons: they are below it.
   * @param {Page} page
   * @param {number} seat
   * @param {string} place
   * @param {string} kind
   * @param {number} count
   * @param {"s" | "l"} size
   */
  function stack(page, seat, place, kind, count, size) {
    const pieces = Array.from({ length: count }, () => gem(kind, size, { "data-thing": kind, "data-from": "bag" }));
    const many = count > 1 ? h("span.n", count) : null;
    const move =
      matchMedia("(width >= 37.5rem)").matches &&
      seat === page.seat &&
      place === "cart" &&
      size === "l" &&
      chosenAction(page) === "chest"
        ? movesOf(page, "chest").find(({ touches }) => touches.crystals[0] === kind)
        : null;
    if (move)
      return h(
        "button.stack.lit",
        {
          key: kind,
          ...carried(page, kind, `${place} ${seat}`),
          "aria-label": say("quartz-into-chest", { kind: say(`kind-${kind}`) }),
          onclick: () => page.play(move.move),
        },
        pieces,
        many,
      );
    return h("span.stack", { key: kind, ...carried(page, kind, `${place} ${seat}`) }, pieces, many);
  }

  /**
   * The buttons under the dice.
   * @param {Page} page
   * @param {string[]} faces
   */
  function choices(page, faces) {
    const { step, throws } = page.view;
    if (step === "returning")
      return h(
        "div.acts0.gemrow",
        movesOf(page, "return").map(({ move, touches }) =>
          gemButton(
            page,
            move,
            touches,
            touches.crystals[0],
            say("quartz-put-back", { kind: say(`kind-${touches.crystals[0]}`) }),
          ),
        ),
      );
    if (step === "naming")
      return h(
        "div.acts0",
        movesOf(page, "name").map(({ move }) => {
          const seat = Number(move.split(" ")[1]);
          return button("", () => page.play(move), {}, mark(seat), page.called(seat));
        }),
      );
    if (step === "acting")
      return h(
        "div.acts0",
        button(
          say("quartz-done"),
          () => page.play("done"),
          { class: page.legal.length > 1 ? "btn" : "btn go" },
          icon("check"),
          say("quartz-done"),
        ),
      );
    const told = (/** @type {number} */ count) => [
      say(count === 1 ? "quartz-throw-one" : "quartz-throw", { count }),
      throws >= THROWS ? h("span.tag", say("quartz-costs")) : null,
    ];
    return throwing(page, faces, told, movesOf(page, "reroll").length ? say("quartz-throw-all") : "");
  }

  /**
   * A crystal to be tapped, with what it changes.
   * @param {Page} page
   * @param {string} move
   * @param {any} touches
   * @param {string} kind
   * @param {string} label
   */
  function gemButton(page, move, touches, kind, label) {
    const points = gain(touches.points);
    return h(
      "button.gembtn",
      {
        ...carried(page, kind, touches.from),
        "aria-label": `${label}: ${signed(points)}`,
        onclick: () => page.play(move),
      },
      gem(kind, "m"),
      h("span.pill", points ? signed(points) : "±0"),
    );
  }

  /**
   * How often the dice give an action: as the view says, or, while they are still thrown, as they lie.
   * @param {any} view
   * @param {string} face
   */
  function given(view, face) {
    if (view.step !== "rolling") return view.actions[face];
    const count = view.dice.filter((/** @type {string} */ each) => each === face).length;
    return face === "pickaxe"
      ? count
      : face === "jackhammer" && view.jackhammer === "per-die"
        ? count > 1
          ? count
          : 0
        : Math.floor(count / 2);
  }

  /** What the dice give, with its effect; or, with an action chosen, what it may be done to. @param {Page} page */
  function actions(page) {
    const action = chosenAction(page);
    if (action)
      return h(
        "section.actions.panel",
        { "aria-label": say(`act-${action}`) },
        h(
          "div.head",
          h(
            "button.btn.quiet.icon.back",
            { "aria-label": say("quartz-back"), onclick: () => page.choose(null) },
            icon("next"),
          ),
          icon(action, "i acti"),
          h("h2", say(`act-${action}`)),
        ),
        h("div.targets", targets(page, action)),
      );
    const { dice, step } = page.view,
      helmets = given(page.view, "helmet");
    const faces = ACTIONS.filter((face) => dice.includes(face) || movesOf(page, face).length);
    const cards = faces
      .map((face) => act(page, face, helmets))
      .sort((one, other) => Number(one.off) - Number(other.off));
    return h(
      "section.actions.panel",
      { "aria-label": say("quartz-gives") },
      h("div.head", h("h2", say("quartz-gives"))),
      h(
        "div.acts",
        cards.map(({ card }) => card),
        step === "acting" && page.turn && helmets ? null : helmet(page, helmets),
      ),
    );
  }

  /**
   * One action of the dice.
   * @param {Page} page
   * @param {string} face
   * @param {number} helmets
   * @returns {{card: any, off: boolean}}
   */
  function act(page, face, helmets) {
    const { view } = page,
      count = given(view, face),
      moves = movesOf(page, face),
      acting = view.step === "acting" && page.turn;
    const off = acting ? !moves.length : !count && !helmets;
    const joker = !count && helmets > 0 && (moves.length > 0 || view.step === "rolling");
    const title = h(
      "b",
      say(`act-${face}`),
      count > 1 && face !== "jackhammer" ? h("span.times", ` × ${count}`) : null,
    );
    const signs = h("span.af", { "aria-hidden": "true" }, icon(face), joker ? icon("helmet", "i joker") : null);
    const inside = [
      signs,
      h("span.ab", title, off ? h("span.soft.small", missing(page, face, count)) : effect(page, face, moves)),
    ];
    const cls = `act ${off ? "off" : "still"}`;
    if (!page.turn) return { card: h("div", { class: cls, key: face }, inside), off };
    if (!acting || off)
      return {
        card: h("button", { class: cls, key: face, onclick: () => page.refuse(attempt(page, face)) }, inside),
        off,
      };
    if (face === "jackhammer" && moves.length > 1)
      return {
        card: h(
          "div.act",
          { key: face },
          inside,
          h(
            "span.row.numbers",
            moves.map(({ move, touches }) =>
              button(
                "",
                () => page.play(move),
                { class: "btn", "aria-label": say("quartz-hammer-n", { count: touches.draws }) },
                say("quartz-draw-n", { count: touches.draws }),
              ),
            ),
          ),
        ),
        off,
      };
    const press =
      face === "pickaxe" || face === "jackhammer"
        ? () => page.play(moves[0].move)
        : () => page.choose({ action: face });
    return { card: h("button.act.can", { key: face, onclick: press }, inside), off };
  }

  /**
   * A move of this action, to ask what forbids it.
   * @param {Page} page
   * @param {string} face
   */
  function attempt(page, face) {
    const [kind] = Object.keys(KINDS).filter((each) => page.player(page.seat).cart[each]),
      other = page.others[0];
    return /** @type {Record<string, string>} */ ({
      pickaxe: "pickaxe",
      jackhammer: "jackhammer 2",
      chest: `chest ${kind ?? "quartz"}`,
      transport: `transport ${other}`,
      claw: `claw ${other} quartz`,
    })[face];
  }

  /**
   * Why an action cannot be done.
   * @param {Page} page
   * @param {string} face
   * @param {number} count
   */
  function missing(page, face, count) {
    if (page.view.step !== "rolling" && !count)
      return say(
        page.view.dice.filter((/** @type {string} */ each) => each === face).length > 1 || face === "pickaxe"
          ? "quartz-used"
          : "quartz-second",
      );
    if (!count) return say("quartz-second");
    return say(
      face === "transport"
        ? "quartz-no-black"
        : face === "claw"
          ? "quartz-no-theirs"
          : face === "chest"
            ? "quartz-cart-empty"
            : "quartz-used",
    );
  }

  /**
   * What an action does, before it is done.
   * @param {Page} page
   * @param {string} face
   * @param {Legal[]} moves
   */
  function effect(page, face, moves) {
    const { bag: inside, bag_size: size } = page.view;
    if (face === "pickaxe" || face === "jackhammer") {
      const drawing = say("quartz-odds", { average: average(page.view), black: inside.black, size });
      if (face === "jackhammer")
        return h(
          "span.soft.small",
          Math.max(given(page.view, face), ...moves.map(({ touches }) => touches.draws)) > 1
            ? say("quartz-half")
            : drawing,
        );
      const bar = h(
        "span.odds",
        { "aria-hidden": "true" },
        Object.keys(KINDS)
          .filter((kind) => inside[kind])
          .map((kind) => h("span", { "data-c": KINDS[kind][0], style: { "flex-grow": inside[kind] } })),
      );
      return [bar, h("span.soft.small", drawing)];
    }
    const best = moves.length ? Math.max(...moves.map(({ touches }) => gain(touches.points))) : null;
    return h(
      "span.small.soft.mv",
      say(`effect-${face}`),
      best ? h("span.pill", say(moves.length > 1 ? "quartz-up-to" : "quartz-gain", { points: signed(best) })) : null,
    );
  }

  /**
   * A helmet that is alone, or the pair that does anything once.
   * @param {Page} page
   * @param {number} helmets
   */
  function helmet(page, helmets) {
    if (!page.view.dice.includes("helmet")) return null;
    const single = page.view.dice.filter((/** @type {string} */ face) => face === "helmet").length < 2;
    const text = helmets ? say("effect-helmet") : say(single ? "quartz-second" : "quartz-used");
    return h(
      "div",
      { class: `act ${helmets ? "still" : "off"}`, key: "helmet", ...telling(page, say("quartz-what-helmet"), "Q-17") },
      h("span.af", { "aria-hidden": "true" }, icon("helmet")),
      h(
        "span.ab",
        h("b", say("act-helmet"), helmets > 1 ? h("span.times", ` × ${helmets}`) : null),
        h("span.soft.small", text),
      ),
    );
  }

  /**
   * What the chosen action may be done to.
   * @param {Page} page
   * @param {string} action
   */
  function targets(page, action) {
    const moves = movesOf(page, action);
    if (action === "chest")
      return h(
        "div.gemrow",
        moves.map(({ move, touches }) =>
          gemButton(
            page,
            move,
            touches,
            touches.crystals[0],
            say("quartz-into-chest", { kind: say(`kind-${touches.crystals[0]}`) }),
          ),
        ),
      );
    if (action === "transport")
      return moves.map(({ move, touches }) => {
        const seat = Number(move.split(" ")[1]);
        const who = page.called(seat),
          points = say("points-told", { points: number(page.player(seat).sheet.total) }),
          gained = signed(gain(touches.points));
        return h(
          "button.target.can",
          {
            key: `to${seat}`,
            "aria-label": `${say("quartz-send-to", { who })} ${points} ${gained}`,
            onclick: () => page.play(move),
          },
          mark(seat),
          h("b", who),
          h("span.soft.small", points),
          h("span.pill", gained),
        );
      });
    return page.others.map((seat) => {
      const here = moves.filter(({ touches }) => touches.from === `cart ${seat}`);
      return h(
        "div.target",
        { key: `of${seat}`, role: "group", "aria-label": page.called(seat) },
        h(
          "span.whose",
          mark(seat),
          h("b", page.called(seat)),
          h("span.soft.small", number(page.player(seat).sheet.total)),
        ),
        here.length
          ? h(
              "span.gemrow",
              here.map(({ move, touches }) =>
                gemButton(
                  page,
                  move,
                  touches,
                  touches.crystals[0],
                  say("quartz-take-from", { kind: say(`kind-${touches.crystals[0]}`), who: page.called(seat) }),
                ),
              ),
            )
          : h("span.soft.small", say("quartz-nothing-there")),
      );
    });
  }

  /** The bag, and what is known to be in it. @param {Page} page */
  function bag(page) {
    const { bag: inside, bag_size: size, pairs } = page.view,
      most = Math.max(1, ...Object.values(inside));
    const row = (/** @type {string} */ kind) => {
      const [colour, , points] = KINDS[kind],
        text = say("quartz-in-bag", { count: inside[kind], kind: say(`kind-${kind}`), points: number(points) });
      return h(
        "li",
        { class: `bk${inside[kind] ? "" : " out"}`, "data-c": colour, ...telling(page, text, "Q-26") },
        h("span.sr", text),
        gem(kind, "s"),
        h("span.nm", { "aria-hidden": "true" }, say(`kind-${kind}`)),
        h("span.wv", { "aria-hidden": "true" }, number(points)),
        h("span.meter", { "aria-hidden": "true" }, h("span", { style: { width: `${(100 * inside[kind]) / most}%` } })),
        h("b", { "aria-hidden": "true" }, inside[kind]),
      );
    };
    return h(
      "section.bagbox.panel",
      { "data-drop": "bag", "aria-label": say("quartz-bag", { count: size }) },
      h("div.head", h("span.bagi", { "data-place": "bag" }, icon("bag")), h("h2", say("quartz-bag", { count: size }))),
      h("ul.bks", Object.keys(KINDS).map(row)),
      pairs
        ? h("p.wait.small.soft", gem("black", "s"), say(pairs === 1 ? "quartz-pair" : "quartz-pairs", { count: pairs }))
        : null,
    );
  }

  return picture;
};
