// Things on a board: figures, lights, stones as places, the choice of a figure.

import { over, spot, trace } from "./shape.js";

/** @typedef {import("wishstone-kit").Page} Page */
/** @typedef {import("./shape.js").Point} Point */
/** @typedef {import("./shape.js").Shape} Shape */

/**
 * @param {import("wishstone-kit").Kit} kit
 * @param {ReturnType<typeof import("./steps.js").default>} steps
 */
export default (kit, steps) => {
  const { blob, h, mark, number, round, say, telling, term } = kit;
  const { chosenCard, chosenStone, forkAt, layOf, options, stepped } = steps;
  /**
   * The ways one may go, and a ring around where they lead; a ring in ink around where somebody stepped last.
   * @param {Page} page
   * @param {Shape} shape
   */
  function lights(page, shape) {
    const all = options(page),
      lit = [...new Set(all.map(({ to }) => to))],
      fork = chosenStone(page) || forkAt(page);
    const ring = (/** @type {string} */ name, /** @type {string} */ cls, /** @type {number} */ more) =>
      h("path", {
        key: `${cls} ${name}`,
        class: cls,
        d: blob(...spot(page, shape, name), shape.rx + more, shape.ry + more, name),
      });
    return h(
      "svg.lights",
      { viewBox: `0 0 ${round(shape.width)} ${round(shape.height)}`, "aria-hidden": "true" },
      all.map(({ from, to }) => h("path.go", { d: trace(page, shape, from, to) })),
      stepped(page)
        .filter((name) => page.view.stones[name] && !lit.includes(name))
        .map((name) => [ring(name, "step-gap", 2), ring(name, "step", 4)]),
      lit.map((name) => ring(name, name === fork ? "ring chosen-ring" : "ring", 5)),
    );
  }

  /**
   * Everybody who stands on a stone, in words.
   * @param {Page} page
   * @param {string} name
   */
  function there(page, name) {
    return page.view.players.flatMap((/** @type {any} */ player, /** @type {number} */ seat) => [
      ...player.small
        .filter((/** @type {string} */ at) => at === name)
        .map(() => say("board-small-of", { who: page.called(seat) })),
      ...(player.large === name ? [say("board-large-of", { who: page.called(seat) })] : []),
    ]);
  }

  /**
   * What a place is called.
   * @param {Page} page
   * @param {string} name
   */
  const called = ({ lexicon }, name) => term(/** @type {import("wishstone-kit").Lexicon} */ (lexicon), name);

  /**
   * A stone for reading aloud.
   * @param {Page} page
   * @param {string} name
   */
  function toldStone(page, name) {
    const stone = page.view.stones[name];
    const lies = stone.stack
      ? say("board-stack", { count: stone.stack[1], colour: say(stone.stack[0]) })
      : stone.tile
        ? tileName(page, stone.tile)
        : "";
    const colour =
      stone.colour === "joker" ? say("board-joker") : `${say(stone.colour)}, ${say(`sign-${stone.colour}`)}`;
    return [
      say("board-stone", { name: called(page, name), colour, worth: number(stone.worth) }),
      lies,
      ...there(page, name),
    ]
      .filter(Boolean)
      .join("; ");
  }

  /** @param {Page} page @param {string} tile */
  function tileName(page, tile) {
    const [kind, detail] = tile.split(" ");
    return kind === "points"
      ? called(page, tile)
      : detail
        ? say("board-tile-wish-colour", { colour: say(detail) })
        : say(`board-tile-${kind}`);
  }

  /**
   * Every stone as a place: to press if it is lit, to hear of if not.
   * @param {Page} page
   * @param {Shape} shape
   */
  function places(page, shape) {
    const all = options(page);
    return Object.keys(page.view.stones).map((name) => {
      const here = all.filter(({ to }) => to === name),
        [x, y] = spot(page, shape, name);
      const base = {
        key: `stone ${name}`,
        "data-stone": name,
        style: {
          ...over(shape, x, y),
          "--w": `${((200 * shape.rx) / shape.width).toFixed(2)}%`,
          "--h": `${((200 * shape.ry) / shape.height).toFixed(2)}%`,
        },
      };
      if (!here.length) {
        const tells = meaning(page, page.view.stones[name]);
        return h("span", {
          ...base,
          ...tells,
          class: "hit",
          "data-try": true,
          role: "img",
          "aria-label": toldStone(page, name),
          onclick: () => (page.turn && refuse(page, name)) || tells.onclick?.(),
        });
      }
      const press =
        here.length === 1
          ? here[0].play
          : () =>
              page.choose(
                chosenStone(page) === name ? chosenCard(page) || page.chosen : { card: chosenCard(page), to: name },
              );
      return h("button.hit.may", {
        ...base,
        "aria-label": say("board-go", {
          stone: toldStone(page, name),
          change: here.map(({ pill }) => pill).join(", "),
        }),
        onclick: press,
      });
    });
  }

  /**
   * What a stone is good for.
   * @param {Page} page
   * @param {any} stone
   */
  function meaning(page, { colour, stack, tile, worth }) {
    const [kind, count] = stack ? ["stack"] : tile ? tile.split(" ") : [colour === "joker" ? "joker" : "stone"];
    const old = page.about.game === "keltis",
      text = say(`board-what-${kind === "wish" && old ? "wishes" : kind}`, { count, worth: number(worth) });
    /** @type {Record<string, string[]>} */
    const rules = {
      wish: ["K-19", "N-22"],
      stack: ["", "N-14"],
      clover: ["K-14", "N-13"],
      joker: ["", "N-9"],
      stone: ["K-18", "N-21"],
    };
    return telling(page, text, (rules[kind] ?? ["K-13", "N-13"])[old ? 0 : 1]);
  }

  /**
   * Say why one cannot go there; whether there is more to say than what the stone is.
   * @param {Page} page
   * @param {string} name
   * @returns {boolean}
   */
  function refuse(page, name) {
    const card = chosenCard(page),
      no = (/** @type {string} */ move) => (page.refuse(move), true);
    if (page.view.step === "playing" && !card) return false;
    if (page.view.step === "playing" && !layOf(page, card)) return no(`lay ${card}`);
    const player = page.view.players[page.seat];
    const before = ["start", ...Object.keys(page.view.stones)].filter((from) =>
      (from === "start" ? page.view.start : page.view.stones[from].to).includes(name),
    );
    for (const from of before) {
      if (player?.small.includes(from)) return no(`step small ${from} ${name}`);
      if (player?.large === from) return no(`step large ${from} ${name}`);
    }
    return false;
  }

  /**
   * All figures, those farther away first, so that nearer ones stand before them.
   * @param {Page} page
   * @param {Shape} shape
   */
  function figures(page, shape) {
    const movers = new Set(options(page).map(({ figure, from }) => `${figure} ${from}`));
    /** @type {Map<string, {seat: number, large: boolean}[]>} */
    const standing = new Map();
    page.view.players.forEach((/** @type {any} */ player, /** @type {number} */ seat) => {
      for (const [at, large] of [...player.small.map((/** @type {string} */ at) => [at, false]), [player.large, true]])
        standing.set(at, [...(standing.get(at) ?? []), { seat, large }]);
    });
    const far = (/** @type {string} */ name) => (page.view.stones[name] ? spot(page, shape, name)[1] : Infinity);
    return [...standing]
      .sort(([one], [other]) => far(one) - far(other))
      .flatMap(([name, all]) => {
        let copies = 0;
        return all.map(({ seat, large }, k) => {
          const [x, y] =
            name === "start" ? startSpot(page, shape, all, k) : stoneSpot(page, shape, name, all.length, k);
          const size = shape.ry * (large ? 1.66 : 1.38),
            may = seat === page.seat && movers.has(`${large ? "large" : "small"} ${name}`);
          return h(
            "span",
            {
              key: `fig ${name} ${seat} ${large} ${copies++}`,
              class: `fig${may ? " may" : ""}`,
              "data-thing": `figure ${seat} ${large}`,
              "aria-hidden": "true",
              style: {
                ...over(shape, x - size / 2, y - size * 0.92),
                width: `${((100 * size) / shape.width).toFixed(2)}%`,
              },
            },
            mark(seat, large),
          );
        });
      });
  }

  /**
   * Figures on a stone stand side by side on its back edge.
   * @param {Page} page
   * @param {Shape} shape
   * @param {string} name
   * @param {number} count
   * @param {number} k
   * @returns {Point}
   */
  function stoneSpot(page, shape, name, count, k) {
    const [x, y] = spot(page, shape, name),
      apart = Math.min(shape.ry * 0.95, (2.1 * shape.rx) / count);
    return [x + (k - (count - 1) / 2) * apart, y - shape.ry * 0.46];
  }

  /**
   * On the start field each seat's figures stand together.
   * @param {Page} page
   * @param {Shape} shape
   * @param {{seat: number, large: boolean}[]} all
   * @param {number} k
   * @returns {Point}
   */
  function startSpot(page, shape, all, k) {
    const seats = [...new Set(all.map(({ seat }) => seat))],
      place = seats.indexOf(all[k].seat),
      [x, y] = shape.start;
    if (shape.side) {
      const mine = all.filter(({ seat }) => seat === all[k].seat),
        turn = mine.length - all.slice(k).filter(({ seat }) => seat === all[k].seat).length;
      return [x + (turn - (mine.length - 1) / 2) * 13.5, y + (place - (seats.length - 1) / 2) * 38 + shape.ry * 0.7];
    }
    const left = shape.big ? shape.width * 0.07 : 0,
      room = 2 * shape.startSize[0] * 0.84 - left,
      gap = shape.ry * 0.5;
    const apart = Math.min(shape.ry * 1.02, (room - gap * (seats.length - 1)) / Math.max(1, all.length - 1));
    const whole = apart * (all.length - 1) + gap * (seats.length - 1);
    return [x + left / 2 - whole / 2 + k * apart + place * gap, y + shape.ry * 0.62];
  }

  /**
   * What going to a lit stone changes.
   * @param {Page} page
   * @param {Shape} shape
   */
  function pills(page, shape) {
    const all = options(page),
      fork = forkAt(page);
    return [...new Set(all.map(({ to }) => to))]
      .filter((name) => name !== fork)
      .map((name) => {
        const here = all.filter(({ to }) => to === name),
          [x, y] = spot(page, shape, name);
        const pairs = here.map(({ pill }) => pill.split(" → ")),
          one = pairs.every(([before]) => before === pairs[0][0]);
        const text = one
          ? `${pairs[0][0]} → ${[...new Set(pairs.map(([, after]) => after))].join(" / ")}`
          : say("board-figures", { count: here.length });
        return h(
          "span",
          {
            key: `pill ${name}`,
            class: "pill floating",
            "aria-hidden": "true",
            style: over(shape, x, there(page, name).length ? y + shape.ry * 0.3 : y - shape.ry - 6),
          },
          text,
        );
      });
  }

  /**
   * Which figure shall go there? One button for each.
   * @param {Page} page
   * @param {Shape} shape
   */
  function fork(page, shape) {
    const name = forkAt(page);
    if (!name) return null;
    const here = options(page).filter(({ to }) => to === name),
      [x, y] = spot(page, shape, name);
    const half = here.length > 1 ? 97 : 50,
      left = Math.max(half, Math.min(shape.width - half, x)),
      below = y < shape.height * 0.3;
    const same = here.every(({ from }) => from === here[0].from);
    return h(
      "div",
      {
        key: "fork",
        class: `fork${below ? " below" : ""}`,
        role: "group",
        "aria-label": say("board-which"),
        style: {
          ...over(shape, left, y + (below ? 1 : -1) * (shape.ry + 9)),
          "--tip": `${Math.round(50 + (50 * (x - left)) / half)}%`,
        },
      },
      here.map(({ figure, from, pill, play }) => {
        const place = from === "start" ? say("board-start") : called(page, from);
        return h(
          "button.choice-of",
          {
            "aria-label": say("board-figure-go", { figure: say(`board-${figure}`), from: place, change: pill }),
            onclick: play,
          },
          mark(page.seat, figure === "large"),
          h("span", same ? null : h("span.from", place), h("b", pill)),
        );
      }),
    );
  }

  return { lights, places, figures, pills, fork };
};
