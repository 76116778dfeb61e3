// Side of a board: everybody's rows and wish stones, and what can be chosen besides cards and stones.

/** @typedef {import("wishstone-kit").Page} Page */

/**
 * @param {import("wishstone-kit").Kit} kit
 * @param {ReturnType<typeof import("./steps.js").default>} steps
 */
export default (kit, { chosenCard }) => {
  const { brief, button, chip, COLOURS, faceOf, GO, h, icon, last, pebble, say, spoken, strip } = kit;

  /** The arrow of a row's direction. @param {any} row */
  const arrow = ({ direction }) => (direction === "open" ? null : icon(direction === "rising" ? "up" : "down"));

  /**
   * A row for reading aloud.
   * @param {string} colour
   * @param {any} row
   */
  const told = (colour, { cards, direction }) =>
    say("board-row", {
      colour: say(colour),
      cards: cards.join(", ") || say("none"),
      direction: say(`board-${direction}`),
    });

  /**
   * Somebody's row in a line: sign, cards in the order they were laid, direction.
   * @param {Page} page
   * @param {number} seat
   * @param {string} colour
   */
  function line(page, seat, colour) {
    const row = page.player(seat).rows[colour],
      { seat: who, move } = last(page),
      laid = who === seat && move.startsWith(`lay ${colour} `);
    return strip(
      colour,
      told(colour, row),
      row.cards.map((/** @type {number} */ face, /** @type {number} */ k) =>
        chip(colour, face, {
          class: laid && k === row.cards.length - 1 ? "chip last" : "chip",
          "data-thing": `${colour} ${face}`,
          "data-from": `seat ${seat}`,
        }),
      ),
      arrow(row),
    );
  }

  /**
   * The end of one's own row of a colour, under its pile on a phone.
   * @param {Page} page
   * @param {string} colour
   */
  function mine(page, colour) {
    if (page.seat < 0) return null;
    const row = page.player(page.seat).rows[colour];
    return h(
      "span.phone.my-end",
      { role: "img", "aria-label": told(colour, row) },
      icon(colour),
      row.last === null ? "–" : [chip(colour, row.last), arrow(row)],
    );
  }

  /**
   * Somebody's wish stones: as many as one may see.
   * @param {Page} page
   * @param {number} seat
   * @param {any} player
   */
  function wishes(page, seat, player) {
    if (page.about.game === "keltis" || !player.wish_stones) return null;
    const held = COLOURS.filter((colour) => player.wish_stones[colour]);
    const list = held.map((colour) => `${player.wish_stones[colour]} ${say(colour)}`).join(", ") || say("none");
    const stones = held.map((colour) => {
      const count = player.wish_stones[colour];
      return h(
        "span",
        { class: `wished${count > 2 ? " set" : ""}` },
        pebble("", { class: "mini", "data-c": colour }, icon(colour)),
        count > 1 ? h("b", `×${count}`) : null,
      );
    });
    return h(
      "div.held",
      { role: "img", "aria-label": say("wish-stones-told", { list }) },
      h("span.cap", say(seat === page.seat && !page.view.players[seat].wish_stones ? "board-only-you" : "wish-stones")),
      stones.length ? stones : h("span.soft.small", "–"),
    );
  }

  /**
   * What can be chosen besides cards and stones: not to use a tile, or a row's end to get rid of.
   * @param {Page} page
   */
  function extra(page) {
    const chosen = chosenCard(page),
      away = page.view.step === "shedding" && page.legal.find(({ move }) => move === `discard ${chosen}`);
    const drops = away ? [] : page.legal.filter(({ move }) => move.startsWith("drop ")),
      no = page.legal.find(({ move }) => move === "stay" || move === "keep");
    if (!no && !drops.length) return null;
    const row = drops.map(({ move, touches }) => {
      const { suit, face } = faceOf(touches.cards[0]);
      return h(
        "button.btn.ender.lit",
        {
          "data-c": suit,
          "aria-label": say("board-drop", { card: spoken(touches.cards[0]) }),
          onclick: () => page.play(move),
        },
        icon(suit),
        chip(suit, face),
      );
    });
    return h(
      "div.extras",
      row,
      away ? button(say("board-shed-this", { card: brief(chosen) }), () => page.play(away.move), GO) : null,
      no ? button(say(`board-${no.move}`), () => page.play(no.move)) : null,
    );
  }

  return { line, mine, wishes, extra };
};
