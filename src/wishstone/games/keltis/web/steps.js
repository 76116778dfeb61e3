// Steps on a board: those that a card or a clover allows, and what they would change.

/** @typedef {import("wishstone-kit").Page} Page */
/** @typedef {import("wishstone-kit").Legal} Legal */
/**
 * What one may do with a figure: where it goes, what that changes, and how it is said to the server.
 * @typedef {{figure: "small" | "large", from: string, to: string, pill: string, play: () => void}} Option
 */

/** @param {import("wishstone-kit").Kit} kit */
export default (kit) => {
  const { actor, last, number, signed } = kit;

  /** The step that is to follow a card just laid. @type {{page: Page, lay: string, move: string} | null} */
  let wanted = null;

  /**
   * The card one has chosen, alone or with a stone.
   * @param {Page} page
   * @returns {string}
   */
  const chosenCard = (page) => (typeof page.chosen === "string" ? page.chosen : (page.chosen?.card ?? ""));

  /**
   * The stone one has chosen, where several figures could go.
   * @param {Page} page
   * @returns {string}
   */
  const chosenStone = (page) => page.chosen?.to ?? "";

  /** @param {Page} page @param {string} name */
  const layOf = (page, name) => page.legal.find(({ move }) => move === `lay ${name}`);

  /** @param {Page} page @param {string} stone */
  const worth = (page, stone) => page.view.stones[stone]?.worth ?? 0;

  /**
   * What a step changes: the figure's worth, and what is found besides.
   * @param {Page} page
   * @param {any} step
   * @param {Record<string, [number, number]>} points
   */
  function consequence(page, { figure, from, to }, points) {
    const times = figure === "large" ? 2 : 1;
    const found = page.view.stones[to].tile?.startsWith("points ") ? Number(page.view.stones[to].tile.slice(7)) : 0;
    const more = points.total
      ? Object.entries(points).reduce(
          (sum, [item, [before, after]]) => (item === "total" || item === "figures" ? sum : sum + after - before),
          0,
        )
      : found;
    const changes = [from, to].map((stone) => number(times * worth(page, stone))).join(" → ");
    return more ? `${changes} ${signed(more)}` : changes;
  }

  /**
   * Every step that one could make now, or after laying the chosen card.
   * @param {Page} page
   * @returns {Option[]}
   */
  function options(page) {
    const steps = page.legal.filter(({ move }) => move.startsWith("step "));
    if (steps.length)
      return steps.map(({ move, touches }) => ({
        figure: touches.figure,
        from: touches.from,
        to: touches.to,
        pill: consequence(page, touches, touches.points),
        play: () => page.play(move),
      }));
    const lay = layOf(page, chosenCard(page));
    return (lay?.touches.steps ?? []).map((/** @type {any} */ step) => ({
      ...step,
      pill: consequence(page, step, {}),
      play: () => layAndStep(page, /** @type {Legal} */ (lay), step),
    }));
  }

  /**
   * Lay the card now; the step follows as soon as it is offered.
   * @param {Page} page
   * @param {Legal} lay
   * @param {any} step
   */
  function layAndStep(page, lay, step) {
    wanted = { page, lay: lay.move, move: `step ${step.figure} ${step.from} ${step.to}` };
    page.play(lay.move);
  }

  /** Make the step that was chosen together with its card. @param {Page} page */
  function follow(page) {
    if (!wanted || wanted.page !== page || page.view.step === "playing") return;
    const step =
      page.view.step === "stepping" && last(page).move === wanted.lay
        ? page.legal.find(({ move }) => move === wanted?.move)
        : null;
    wanted = null;
    if (!step) return;
    setTimeout(() => {
      if (!page.legal.some(({ move }) => move === step.move)) return;
      page.preview = step; // it was confirmed with its card
      page.play(step.move);
    }); // once the page is done with the card
  }

  /**
   * The stone at which one chooses between figures: the chosen one, or the only one there is.
   * @param {Page} page
   * @returns {string}
   */
  function forkAt(page) {
    const all = options(page),
      stones = new Set(all.map(({ to }) => to));
    const stone = stones.size === 1 ? [...stones][0] : chosenStone(page);
    return all.filter(({ to }) => to === stone).length > 1 ? stone : "";
  }

  /**
   * Where others have stepped since one's own last move.
   * @param {Page} page
   * @returns {string[]}
   */
  function stepped(page) {
    const found = [];
    for (const entry of page.log.slice(-60).reverse()) {
      if (entry.kind !== "moved") continue;
      if (actor(entry) === page.seat) break;
      const [what, , , to] = entry.move.split(" ");
      if (what === "step") found.push(to);
      else if (page.seat < 0 && found.length) break;
    }
    return [...new Set(found)];
  }

  return { chosenCard, chosenStone, layOf, options, follow, forkAt, stepped };
};
