// Picture of Keltis and New Paths: a board of stones, piles beside it, everybody's rows, eight cards in hand.

import makeSides from "./beside.js";
import makeLand from "./land.js";
import makePieces from "./over.js";
import makeSteps from "./steps.js";
import { isWide, shapeOf } from "./shape.js";

/** @typedef {import("wishstone-kit").Page} Page */

/** @type {import("wishstone-kit").MakePicture} */
export default (kit) => {
  const { brief, cardMove, COLOURS, deck, folded, h, hand, icon, moves, nearing, pile, say, term } = kit;
  const steps = makeSteps(kit),
    { chosenCard, follow, forkAt, layOf } = steps,
    { extra, line, mine, wishes } = makeSides(kit, steps),
    { ground } = makeLand(kit),
    { figures, fork, lights, pills, places } = makePieces(kit, steps);
  /** When the piles were last brought into sight. */
  let revealed = "";
  /** The page shown last, to be drawn anew when the window changes. @type {Page | null} */
  let shown = null;
  addEventListener("resize", () => document.querySelector(".land") && shown?.render());

  /** @type {import("wishstone-kit").Picture} */
  const picture = {
    board: true,

    ask(page) {
      const lead = say("your-turn"),
        step = page.view.step;
      if (step === "drawing") return { lead, text: say(page.view.draws > 1 ? "board-draw-two" : "card-draw") };
      if (step === "stepping")
        return { lead, text: forkAt(page) ? say("board-which") : say("board-step", { colour: say(page.view.laid) }) };
      if (step === "lucky") return { lead, text: forkAt(page) ? say("board-which") : say("board-lucky") };
      if (step === "shedding")
        return {
          lead,
          text: chosenCard(page) ? say("board-shed-card", { card: brief(chosenCard(page)) }) : say("board-shed"),
        };
      const name = chosenCard(page);
      if (!name) return { lead, text: say("card-choose") };
      if (!layOf(page, name)) return { lead, text: say("board-only-discard", { card: brief(name) }) };
      return { lead, text: forkAt(page) ? say("board-which") : say("board-chosen", { card: brief(name) }) };
    },

    moveName(page, move) {
      const [what, ...rest] = move.split(" "),
        called = (/** @type {string} */ name) => (page.lexicon ? term(page.lexicon, name) : name);
      if (what === "drop") return say("move-drop", { colour: called(rest.join(" ")) });
      if (what !== "step") return cardMove(page, move) ?? say(`move-${what}`); // `stay` and `keep` say it all
      const [left, stone] = rest
        .slice(1)
        .map((name) => (name === "start" ? called(name) : say("move-stone", { name: called(name) })));
      return say("move-step", { figure: called(rest[0]), left, stone });
    },

    ends(page) {
      return nearing("figure", page.view.in_goal, "board-goal");
    },

    meta(page, seat) {
      const count = page.player(seat).wish_count;
      return [
        h("span.nowrap", { role: "img", "aria-label": say("board-wish-count", { count }) }, icon("wish-stone"), count),
        h("span.desk", say("cards", { count: page.player(seat).hand_size })),
      ];
    },

    seat(page, seat) {
      return folded(
        page,
        seat,
        h(
          "div.strips",
          COLOURS.map((colour) => line(page, seat, colour)),
        ),
        wishes(page, seat, page.player(seat)),
      );
    },

    middle(page) {
      shown = page;
      follow(page);
      reveal(page);
      const shape = shapeOf(page);
      return h(
        "section",
        { class: `field grow${shape.side ? " lying" : ""}`, "aria-label": say("board") },
        h(
          "div.land",
          { style: { "--ratio": String(shape.width / shape.height), "--board": `${shape.width}px` } },
          ground(page, shape),
          lights(page, shape),
          places(page, shape),
          figures(page, shape),
          pills(page, shape),
          fork(page, shape),
        ),
        h(
          "div.piles.heaps",
          deck(page),
          COLOURS.map((colour) => pile(page, colour, chosenCard(page), mine(page, colour))),
        ),
      );
    },

    dock(page) {
      return page.seat < 0 ? null : [extra(page), hand(page, chosenCard(page))];
    },
  };

  /**
   * On a low screen the piles may lie under the dock: bring them up when a card is to be drawn, or can only be
   * discarded, and never under the words of a lesson.
   * @param {Page} page
   */
  function reveal(page) {
    const { step } = page.view,
      card = step === "playing" ? chosenCard(page) : "",
      moment = `${page.id} ${page.scene.basis} ${card}`;
    if (!page.turn || (card ? layOf(page, card) : step !== "drawing") || revealed === moment || isWide()) return;
    revealed = moment;
    requestAnimationFrame(() => {
      const [heaps, dock, coach] = [".heaps", ".dock", ".coach"].map((part) =>
        document.querySelector(part)?.getBoundingClientRect(),
      );
      if (heaps && dock && heaps.bottom > dock.top)
        scrollBy({
          top: Math.min(heaps.bottom - dock.top + 6, coach ? heaps.top - coach.height - 12 : Infinity),
          behavior: moves() ? "smooth" : "auto",
        });
    });
  }

  return picture;
};
