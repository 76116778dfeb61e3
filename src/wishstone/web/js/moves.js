// Names of moves: notation as a sentence, for the list of all moves, a hint, a question before it is made.

import { faceOf } from "./parts.js";
import { say, term } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

/**
 * A move in words.
 * @param {Table} page
 * @param {string} move
 */
export const sentenceOf = (page, move) => capital(told(page, move));

/** A text as a sentence begins. @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {Table} page @param {string} move */
function told(page, move) {
  const [what, ...rest] = move.split(" "),
    about = rest.join(" ");
  const dice = page.about.game.endsWith("-dice");
  const called = (/** @type {string} */ name) => term(/** @type {import("./words.js").Lexicon} */ (page.lexicon), name);
  switch (what) {
    case "lay":
      if (rest[2] === "on") return say("move-lay-on", { card: called(`point ${rest[1]}`), colour: called(rest[3]) });
      return faceOf(about).suit === "point"
        ? say("move-lay-point", { card: called(about) })
        : say("move-lay", { card: called(about) });
    case "wish": {
      const [first, second] = about.slice(rest[0].length + 1).split(" + ");
      return say("move-wish", { n: rest[0], first: called(first), second: called(second) });
    }
    case "draw":
      return about === "deck"
        ? say("move-draw")
        : say("move-draw-open", { card: called(page.view.piles[about].at(-1)) });
    case "discard":
      return say("move-discard", { card: called(about) });
    case "drop":
      return say("move-drop", { colour: called(about) });
    case "step": {
      const [left, stone] = rest
        .slice(1)
        .map((name) => (name === "start" ? called(name) : say("move-stone", { name: called(name) })));
      return say("move-step", { figure: called(rest[0]), left, stone });
    }
    case "reroll":
      return say("move-reroll", {
        dice: page.lexicon?.terms[about]
          ? called(about)
          : counted(rest)
              .map(([face, count]) => (count > 1 ? `${count} × ` : "") + called(face))
              .join(", "),
      });
    case "keep":
      return say(dice ? "move-keep-dice" : "move-keep");
    case "take":
      return say("move-take", { tile: called(about) });
    case "jackhammer":
      return say("quartz-hammer-n", { count: page.legal.find((each) => each.move === move)?.touches.draws ?? about });
    case "return":
      return say("quartz-put-back", { kind: say(`kind-${about}`) });
    case "chest":
      return say("quartz-into-chest", { kind: say(`kind-${about}`) });
    case "transport":
      return say("move-transport", { who: page.called(Number(about)) });
    case "claw":
      return say("quartz-take-from", { kind: say(`kind-${rest[1]}`), who: page.called(Number(rest[0])) });
    case "name":
      return say("move-name", { who: page.called(Number(about)) });
    default: // `stop`, `stay`, `stones`, `nothing`, `pickaxe`, `done` say it all
      return say(`move-${what}`);
  }
}

/**
 * Each once, and how often it is there.
 * @param {string[]} faces
 * @returns {[string, number][]}
 */
const counted = (faces) => [...new Set(faces)].map((face) => [face, faces.filter((each) => each === face).length]);
