// Keltis and New Paths: a board of stones to climb, piles beside it, everybody's rows, eight cards in hand.
// The ground is a picture that changes only when a tile does; figures, lights and places to press lie over it.

import { button, h, icon } from "../dom.js";
import { moves } from "../motion.js";
import { back, card, COLOURS, faceOf, letter, mark, pebble, spoken } from "../parts.js";
import { blob } from "../pictures.js";
import { number, say, signed } from "../words.js";
import { telling } from "./telling.js";

/** @typedef {import("./index.js").Page} Page */
/** @typedef {import("../table.js").Legal} Legal */
/** @typedef {[number, number]} Point */
/** What one may do with a figure: where it goes, what that changes, and how it is said to the server. @typedef {{figure: "small" | "large", from: string, to: string, pill: string, play: () => void}} Option */
/** How large everything is, and where. @typedef {{side: boolean, big: boolean, hill: boolean, width: number, height: number, rx: number, ry: number, uy: number, at: (rank: number, x: number) => Point, start: Point, startSize: Point}} Shape */

const ARROWS = { rising: "up", falling: "down" };
const TILES = { clover: "clover", discard: "card-discard" };
const RANKS = 9;
const GOAL = 5; // figures in the goal that end the game, for the bar

/** The step that is to follow a card just laid. @type {{page: Page, lay: string, move: string} | null} */
let wanted = null;
/** When the piles were last brought into sight. */
let revealed = "";
/** Whose rows are open on a small screen. @type {Set<string>} */
const opened = new Set();
/** The page shown last, to be drawn anew when the window changes. @type {Page | null} */
let shown = null;
addEventListener("resize", () => document.querySelector(".land") && shown?.render());

/** @type {import("./index.js").Picture & {css: string}} */
export default {
  board: true,
  css: "/games/board.css",

  ask(page) {
    const lead = say("your-turn"), step = page.view.step;
    if (step === "drawing") return { lead, text: say(page.view.draws > 1 ? "board-draw-two" : "card-draw") };
    if (step === "stepping") return { lead, text: forkAt(page) ? say("board-which") : say("board-step", { colour: say(page.view.laid) }) };
    if (step === "lucky") return { lead, text: forkAt(page) ? say("board-which") : say("board-lucky") };
    if (step === "shedding") return { lead, text: chosenCard(page) ? say("board-shed-card", { card: brief(chosenCard(page)) }) : say("board-shed") };
    const name = chosenCard(page);
    if (!name) return { lead, text: say("card-choose") };
    if (!layOf(page, name)) return { lead, text: say("board-only-discard", { card: brief(name) }) };
    return { lead, text: forkAt(page) ? say("board-which") : say("board-chosen", { card: brief(name) }) };
  },

  ends(page) {
    const count = page.view.in_goal;
    return [
      h("span", { class: "ends desk", role: "img", "aria-label": say("board-goal", { count }) }, Array.from({ length: GOAL }, (_, k) => h("span", { class: k < count ? "on" : "" }, icon("figure"))), h("span", { class: "cap" }, say("board-goal", { count }))),
      h("span", { class: "tag phone keep", role: "img", "aria-label": say("board-goal", { count }) }, icon("figure"), say("board-of-five", { count })),
    ];
  },

  meta(page, seat) {
    const count = page.player(seat).wish_count;
    return [h("span", { class: "nowrap", role: "img", "aria-label": say("board-wish-count", { count }) }, icon("wish-stone"), count), h("span", { class: "desk" }, say("cards", { count: page.player(seat).hand_size }))];
  },

  seat(page, seat) {
    const player = page.player(seat), open = opened.has(`${page.id} ${seat}`);
    const toggle = () => (open ? opened.delete(`${page.id} ${seat}`) : opened.add(`${page.id} ${seat}`), page.render());
    return [
      h("button", { type: "button", class: "peek", "aria-expanded": String(open), "aria-label": say("board-rows-of", { who: page.called(seat) }), onclick: toggle }),
      h("div", { class: `inside${open ? " open" : ""}`, "data-place": `seat ${seat}` }, h("div", { class: "strips" }, COLOURS.map((colour) => strip(page, seat, colour, player.rows[colour]))), wishes(page, seat, player)),
    ];
  },

  middle(page) {
    shown = page;
    follow(page);
    reveal(page);
    const shape = shapeOf(page);
    return h(
      "section", { class: `field grow${shape.side ? " lying" : ""}`, "aria-label": say("board") },
      h("div", { class: "land", style: { "--ratio": String(shape.width / shape.height), "--board": `${shape.width}px` } }, ground(page, shape), lights(page, shape), places(page, shape), figures(page, shape), pills(page, shape), fork(page, shape)),
      h("div", { class: "heaps" }, deck(page), COLOURS.map((colour) => pile(page, colour))),
    );
  },

  dock(page) {
    if (page.seat < 0) return null;
    const hand = page.player(page.seat).hand ?? [];
    /** @type {Record<string, number>} */
    const copies = {};
    return [extra(page), h("div", { class: "hand", "data-drop": "self", role: "group", "aria-label": say("your-hand") }, hand.map((/** @type {string} */ name) => held(page, name, (copies[name] = (copies[name] ?? 0) + 1))))];
  },
};

// ── What may be done ───────────────────────────────────────────────────────────────────────────────────────────

/** The card one has chosen, alone or with a stone. @param {Page} page @returns {string} */
const chosenCard = (page) => (typeof page.chosen === "string" ? page.chosen : page.chosen?.card ?? "");

/** The stone one has chosen, where several figures could go. @param {Page} page @returns {string} */
const chosenStone = (page) => page.chosen?.to ?? "";

/** Whether there is room beside the board, as the stylesheets see it: with larger text there is less. */
const isWide = () => matchMedia("(min-width: 56.25rem)").matches;

/** A card in two words. @param {string} name */
const brief = (name) => spoken(name).split(",")[0];

/** @param {Page} page @param {string} name */
const layOf = (page, name) => page.legal.find(({ move }) => move === `lay ${name}`);

/** @param {Page} page @param {string} stone */
const worth = (page, stone) => page.view.stones[stone]?.worth ?? 0;

/** What a step changes: the figure's worth, and what is found besides. @param {Page} page @param {any} step @param {Record<string, [number, number]>} points */
function consequence(page, { figure, from, to }, points) {
  const times = figure === "large" ? 2 : 1;
  const found = page.view.stones[to].tile?.startsWith("points ") ? Number(page.view.stones[to].tile.slice(7)) : 0;
  const more = points.total ? Object.entries(points).reduce((sum, [item, [before, after]]) => (item === "total" || item === "figures" ? sum : sum + after - before), 0) : found;
  return `${number(times * worth(page, from))} → ${number(times * worth(page, to))}${more ? ` ${signed(more)}` : ""}`;
}

/** Every step that one could make now, or after laying the chosen card. @param {Page} page @returns {Option[]} */
function options(page) {
  const steps = page.legal.filter(({ move }) => move.startsWith("step "));
  if (steps.length) return steps.map(({ move, touches }) => ({ figure: touches.figure, from: touches.from, to: touches.to, pill: consequence(page, touches, touches.points), play: () => page.play(move) }));
  const lay = layOf(page, chosenCard(page));
  return (lay?.touches.steps ?? []).map((/** @type {any} */ step) => ({ ...step, pill: consequence(page, step, {}), play: () => layAndStep(page, /** @type {Legal} */ (lay), step) }));
}

/** Lay the card now; the step follows as soon as it is offered. @param {Page} page @param {Legal} lay @param {any} step */
function layAndStep(page, lay, step) {
  wanted = { page, lay: lay.move, move: `step ${step.figure} ${step.from} ${step.to}` };
  page.play(lay.move);
}

/** Make the step that was chosen together with its card. @param {Page} page */
function follow(page) {
  if (!wanted || wanted.page !== page || page.view.step === "playing") return;
  const step = page.view.step === "stepping" && last(page).move === wanted.lay ? page.legal.find(({ move }) => move === wanted?.move) : null;
  wanted = null;
  if (!step) return;
  setTimeout(() => {
    if (!page.legal.some(({ move }) => move === step.move)) return;
    page.preview = step; // it was confirmed with its card
    page.play(step.move);
  }, 60);
}

/** On a low screen the piles may lie under the dock: bring them up when a card is to be drawn, or can only be discarded. @param {Page} page */
function reveal(page) {
  const { step } = page.view, card = step === "playing" ? chosenCard(page) : "", moment = `${page.id} ${page.scene.basis} ${card}`;
  if (!page.turn || (card ? layOf(page, card) : step !== "drawing") || revealed === moment || isWide()) return;
  revealed = moment;
  requestAnimationFrame(() => {
    const heaps = document.querySelector(".heaps")?.getBoundingClientRect(), dock = document.querySelector(".dock")?.getBoundingClientRect();
    if (heaps && dock && heaps.bottom > dock.top) scrollBy({ top: heaps.bottom - dock.top + 6, behavior: moves() ? "smooth" : "auto" });
  });
}

/** The stone at which one chooses between figures: the chosen one, or the only one there is. @param {Page} page @returns {string} */
function forkAt(page) {
  const all = options(page), stones = new Set(all.map(({ to }) => to));
  const stone = stones.size === 1 ? [...stones][0] : chosenStone(page);
  return all.filter(({ to }) => to === stone).length > 1 ? stone : "";
}

/** @param {Page} page @param {string} from */
const drawFrom = (page, from) => page.legal.find(({ touches }) => touches.to === "hand" && touches.from === from);

/** Who made a move. @param {any} entry @returns {number} */
const actor = (entry) => typeof entry.by === "number" ? entry.by : -1;

/** Where others have stepped since one's own last move. @param {Page} page @returns {string[]} */
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

/** What was done last, and by whom. @param {Page} page @returns {{seat: number, move: string}} */
function last(page) {
  const entry = [...page.log].reverse().find((each) => each.kind === "moved");
  return { seat: entry ? actor(entry) : -1, move: entry?.move ?? "" };
}

// ── Where everything is ────────────────────────────────────────────────────────────────────────────────────────

/** @param {Page} page @returns {Shape} */
function shapeOf(page) {
  const hill = page.about.game === "keltis", wide = isWide();
  if (!wide && innerHeight <= 480) return lying(hill);
  const width = wide ? 620 : Math.min(innerWidth - 16, 760), big = wide || width > 520, tablet = !wide && width > 580 && innerHeight >= 768;
  const uy = wide ? (hill ? 53 : 56.5) : Math.max(44, Math.min(84, (innerHeight - (tablet ? 460 : 392)) / (hill ? 10.8 : 10.1)));
  const top = hill ? (wide ? 42 : uy * 0.74) : wide ? 8 : 6, edge = hill ? (big ? 70 : 46) : big ? 42 : 28;
  const ux = (width - 2 * edge) / 8, rx = Math.min(tablet ? 40 : big ? 30 : 31, ux * (hill ? 0.62 : 0.53)), ry = Math.min(tablet ? 26 : wide ? 20.5 : 22, uy * 0.365);
  /** @type {Shape["at"]} */
  const at = (rank, x) => [width / 2 + (x - 4) * ux * (hill ? 1 - 0.028 * (rank - 1) : 1), top + uy * (RANKS - rank + 0.5)];
  return { side: false, big, hill, width, height: top + uy * (RANKS + 1.02), rx, ry, uy, at, start: [width / 2, top + uy * (RANKS + 0.54)], startSize: [width * 0.41, uy * 0.38] };
}

/** On a phone that lies on its side the board does so, too: it climbs from left to right. @param {boolean} hill @returns {Shape} */
function lying(hill) {
  const width = innerWidth - 16 - 112, height = Math.max(hill ? 264 : 314, innerHeight - 132), start = 92, step = (width - start - 4) / RANKS, edge = hill ? 30 : 18;
  /** @type {Shape["at"]} */
  const at = (rank, x) => [start + step * (rank - 0.5), edge + 8 + (x * (height - 2 * edge - 26)) / 8];
  return { side: true, big: false, hill, width, height, rx: Math.min(27, step * 0.42), ry: 15.5, uy: step, at, start: [start / 2 - 2, height / 2 - 8], startSize: [start * 0.42, height * 0.42] };
}

/** @param {Page} page @param {Shape} shape @param {string} name @returns {Point} */
function spot(page, shape, name) {
  const stone = page.view.stones[name];
  return stone ? shape.at(stone.rank, stone.x) : shape.start;
}

/** A place over the picture, in parts of its size. @param {Shape} shape @param {number} x @param {number} y */
const over = (shape, x, y) => ({ left: `${((100 * x) / shape.width).toFixed(2)}%`, top: `${((100 * y) / shape.height).toFixed(2)}%` });

/** What each rank is worth, and whether it lies in the goal. @param {Page} page @returns {{worth: number, goal: boolean}[]} */
function ranks(page) {
  const told = Array.from({ length: RANKS }, () => ({ worth: 0, goal: false }));
  for (const stone of /** @type {any[]} */ (Object.values(page.view.stones))) told[stone.rank - 1] = { worth: stone.worth, goal: stone.goal };
  return told;
}

// ── The ground ─────────────────────────────────────────────────────────────────────────────────────────────────

const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;
const put = (/** @type {string} */ name, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size, /** @type {string} */ cls) => `<use href="#${name}" x="${round(x - size / 2)}" y="${round(y - size / 2)}" width="${round(size)}" height="${round(size)}" class="${cls}"/>`;

/** Land, ways, stones and what lies on them: drawn anew only when it has changed. @param {Page} page @param {Shape} shape */
function ground(page, shape) {
  const lies = Object.values(page.view.stones).map((/** @type {any} */ stone) => stone.stack?.[1] ?? stone.tile ?? "").join(",");
  const key = `${page.about.game} ${Math.round(shape.width)} ${Math.round(shape.height)} ${lies}`;
  const drawn = h("svg", { class: "ground", key, "data-own": true, viewBox: `0 0 ${round(shape.width)} ${round(shape.height)}`, "aria-hidden": "true" });
  if (![...document.querySelectorAll(".ground")].some((each) => each.getAttribute("data-key") === key)) drawn.innerHTML = scenery(page, shape) + ways(page, shape) + field(shape) + stones(page, shape);
  return drawn;
}

/** The land in bands, what they are worth at both edges, and where the goal begins. @param {Page} page @param {Shape} shape */
function scenery(page, shape) {
  const { width, height, side, hill, uy } = shape, told = ranks(page);
  /** Where a rank begins, along the way. @param {number} rank */
  const begin = (rank) => (shape.at(rank, 4)[side ? 0 : 1] + (side ? -uy / 2 : uy / 2));
  /** @param {number} along @param {number} seed */
  const edge = (along, seed) => {
    const across = side ? height : width, bend = [0.2, -0.5, 0.4, -0.2, 0.5, -0.4, 0.1].map((value, k) => value * Math.cos(seed * 3 + k) * 0.2 * uy);
    const arch = (/** @type {number} */ k) => (hill && !side ? Math.abs(k / 3 - 1) ** 2 * uy * 0.55 : 0);
    const points = bend.map((value, k) => /** @type {Point} */ ([(k * across) / 6, along + value + arch(k) - (hill && !side ? uy * 0.16 : 0)]));
    let path = side ? `M${round(points[0][1])} 0` : `M0 ${round(points[0][1])}`;
    for (let k = 1; k < 7; k++) {
      const middle = (points[k - 1][0] + points[k][0]) / 2, [a, b] = [points[k - 1], points[k]];
      path += side ? `C${[a[1], middle, b[1], middle, b[1], b[0]].map(round).join(" ")}` : `C${[middle, a[1], middle, b[1], b[0], b[1]].map(round).join(" ")}`;
    }
    return side ? `${path}H0V0z` : `${path}V${round(height)}H0z`;
  };
  const first = (/** @type {(rank: {worth: number, goal: boolean}) => boolean} */ test) => told.findIndex(test) + 1 || RANKS + 1;
  const goal = first((rank) => rank.goal), plus = first((rank) => rank.worth > 0), zero = first((rank) => rank.worth >= 0);
  /** @type {[string, number][]} */
  const bands = [["hill", goal], ...(zero < plus ? /** @type {[string, number][]} */ ([["meadow", plus]]) : []), ["bog", zero]];
  const land = `<rect width="${round(width)}" height="${round(height)}" fill="var(--summit)"/>${bands.map(([name, rank]) => `<path d="${edge(begin(rank), rank)}" fill="var(--${name})"/>`).join("")}`;
  const line = begin(goal);
  let out = hill && !side ? crest(shape, land) : land;
  out += side ? `<path class="goal" d="M${round(line)} 0V${round(height)}"/>` : `<path class="goal" d="${hill ? `M0 ${round(line + uy * 0.3)}Q${width / 2} ${round(line - uy * 0.42)} ${width} ${round(line + uy * 0.3)}` : `M0 ${round(line)}H${width}`}"/>`;
  if (shape.big) for (const [x, anchor] of [[8, "start"], [width - 8, "end"]]) out += `<text x="${x}" y="${round(line - (hill ? -4 : 5))}" text-anchor="${anchor}" class="gl">${say("board-goal-line")}</text>`;
  told.forEach((rank, k) => {
    const [x, y] = shape.at(k + 1, 4), label = number(rank.worth), in_ = shape.big ? 8 : 4;
    if (side) out += `<text x="${round(x)}" y="${round(height - 5)}" text-anchor="middle" class="rv">${label}</text>`;
    else for (const [at, anchor] of [[in_, "start"], [width - in_, "end"]]) out += `<text x="${at}" y="${round(y + 5)}" text-anchor="${anchor}" class="rv">${label}</text>`;
  });
  return out;
}

/** The base game's hill: sky and a farther ridge beside it, a dolmen on top. @param {Shape} shape @param {string} land */
function crest(shape, land) {
  const { width: w, height, uy } = shape, top = shape.at(RANKS, 4)[1] - uy * 0.68, foot = shape.at(4, 4)[1];
  const outline = `M0 ${round(height)}V${round(foot)}C${round(w * 0.02)} ${round(foot - uy * 3)} ${round(w * 0.1)} ${round(top)} ${w / 2} ${round(top)}S${round(w * 0.98)} ${round(foot - uy * 3)} ${w} ${round(foot)}V${round(height)}z`;
  const k = uy / 54, x = w / 2, stone = (/** @type {number} */ dx) => `<path d="M${round(x + dx * k)} ${round(top + 4)}l${round(1.5 * k)} ${round(-22 * k)}c1-3 5-3 6 0l${round(2 * k)} ${round(22 * k)}z"/>`;
  return `<defs><clipPath id="hillside"><path d="${outline}"/></clipPath></defs><rect width="${w}" height="${round(height)}" fill="var(--sky)"/><circle cx="${round(w * 0.88)}" cy="${round(top - uy * 0.12)}" r="${round(uy * 0.26)}" fill="var(--sun)"/><path fill="var(--far)" d="M0 ${round(top + uy * 1.5)}C${round(w * 0.14)} ${round(top + uy * 0.5)} ${round(w * 0.3)} ${round(top + uy)} ${w / 2} ${round(top + uy)}S${round(w * 0.9)} ${round(top + uy * 1.1)} ${w} ${round(top + uy * 1.7)}V${round(height)}H0z"/><g class="dolmen">${stone(-19)}${stone(10)}<path d="M${round(x - 27 * k)} ${round(top - 18 * k)}c${round(16 * k)} ${round(-6 * k)} ${round(38 * k)} ${round(-6 * k)} ${round(54 * k)} 0c3 2 3 6-1 ${round(7 * k)}c${round(-16 * k)} 2 ${round(-36 * k)} 2 ${round(-52 * k)} 0c-4-1-4-5-1-${round(7 * k)}z"/></g><g clip-path="url(#hillside)">${land}</g><path d="${outline}" class="brow"/>`;
}

/** A way between two stones as four points: it leaves and arrives in the direction of the climb. @param {Page} page @param {Shape} shape @param {string} from @param {string} to @returns {Point[]} */
function bend(page, shape, from, to) {
  const [bx, by] = spot(page, shape, to);
  let [ax, ay] = spot(page, shape, from);
  if (from === "start") shape.side ? (ay = by + (ay - by) * 0.2) : (ax = bx + (ax - bx) * (shape.hill ? 0.06 : 0.3));
  const mx = (ax + bx) / 2, my = (ay + by) / 2;
  return shape.side ? [[ax, ay], [mx, ay], [mx, by], [bx, by]] : [[ax, ay], [ax, my], [bx, my], [bx, by]];
}

/** @param {Page} page @param {Shape} shape @param {string} from @param {string} to */
function wayPath(page, shape, from, to) {
  const [first, ...rest] = bend(page, shape, from, to);
  return `M${first.map(round).join(" ")}C${rest.flat().map(round).join(" ")}`;
}

/** The part of a way that lies between the stones. @param {Page} page @param {Shape} shape @param {string} from @param {string} to */
function trace(page, shape, from, to) {
  const points = bend(page, shape, from, to), near = from === "start" ? 0.25 : 0.3;
  const at = (/** @type {number} */ t) => [0, 1].map((axis) => round((1 - t) ** 3 * points[0][axis] + 3 * (1 - t) ** 2 * t * points[1][axis] + 3 * (1 - t) * t * t * points[2][axis] + t ** 3 * points[3][axis]));
  return `M${Array.from({ length: 7 }, (_, k) => at(near + (k * (0.72 - near)) / 6).join(" ")).join("L")}`;
}

/** @param {Page} page @param {Shape} shape */
function ways(page, shape) {
  const all = [...page.view.start.map((/** @type {string} */ to) => ["start", to]), ...Object.entries(page.view.stones).flatMap(([from, stone]) => stone.to.map((/** @type {string} */ to) => [from, to]))];
  const path = all.map(([from, to]) => wayPath(page, shape, from, to)).join("");
  return `<path class="way" d="${path}"/><path class="way in" d="${path}"/>`;
}

/** The start field. @param {Shape} shape */
function field(shape) {
  const [x, y] = shape.start, [rx, ry] = shape.startSize;
  return `<path class="start-field" d="${blob(x, y, rx, ry, "start field")}"/>${shape.big ? `<text x="${round(x - rx * 0.9)}" y="${round(y + 5)}" class="rv">${say("board-start")}</text>` : ""}`;
}

/** @param {Page} page @param {Shape} shape */
function stones(page, shape) {
  const { rx, ry } = shape, size = ry * 0.62;
  return Object.entries(page.view.stones).map(([name, stone]) => {
    const [x, y] = spot(page, shape, name), lies = stone.tile || stone.stack;
    let out = `<path d="${blob(x, y + 2.5, rx, ry, name)}" class="sh"/><g data-c="${stone.colour}"><path d="${blob(x, y, rx, ry, name)}" class="face"/>`;
    if (stone.colour === "joker") {
      const middle = lies ? x - rx * 0.42 : x;
      COLOURS.forEach((colour, k) => {
        const angle = (k * 2 * Math.PI) / 5 - Math.PI / 2;
        out += `<circle cx="${round(middle + Math.cos(angle) * size * 0.78)}" cy="${round(y + Math.sin(angle) * size * 0.78)}" r="${round(size * 0.27)}" fill="var(--${colour}-fill)" class="dot"/>`;
      });
      out += `<circle cx="${round(middle)}" cy="${round(y)}" r="${round(size * 0.2)}" class="hub"/>`;
    } else out += put(stone.colour, lies ? x - rx * 0.44 : x, y, size * 1.44, "sym");
    return `${out}${lies ? tile(stone, x + rx * 0.4, y, ry * 0.62) : ""}</g>`;
  }).join("");
}

/** What lies on a stone. @param {any} stone @param {number} x @param {number} y @param {number} t */
function tile(stone, x, y, t) {
  if (stone.stack) {
    const [colour, count] = stone.stack;
    if (!count) return `<g data-c="${colour}"><ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(t)}" ry="${round(t * 0.86)}" class="bare"/></g>`;
    const high = Math.min(count, 3);
    const heap = Array.from({ length: high }, (_, k) => `<ellipse cx="${round(x)}" cy="${round(y + 3 - k * 3)}" rx="${round(t)}" ry="${round(t * 0.86)}" class="ws"/>`).join("");
    return `<g data-c="${colour}">${heap}${put(colour, x, y + 6 - high * 3, t * 1.24, "sym")}</g><circle cx="${round(x + t * 0.9)}" cy="${round(y + t * 0.95)}" r="${round(Math.max(6, t * 0.52))}" class="cn"/><text x="${round(x + t * 0.9)}" y="${round(y + t * 0.95 + 3.3)}" class="cnt">${count}</text>`;
  }
  const [kind, detail] = stone.tile.split(" ");
  if (kind === "wish") return detail ? `<g data-c="${detail}"><ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(t)}" ry="${round(t * 0.86)}" class="ws"/>${put(detail, x, y, t * 1.24, "sym")}</g>` : `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(t * 1.05)}" ry="${round(t * 0.92)}" class="grey"/>${put("wish-stone", x, y, t * 1.3, "inkstone")}`;
  const plate = `<rect x="${round(x - t)}" y="${round(y - t)}" width="${round(2 * t)}" height="${round(2 * t)}" rx="${round(t * 0.42)}" class="tl"/>`;
  return plate + (kind === "points" ? `<text x="${round(x)}" y="${round(y + t * 0.42)}" font-size="${round(t * 1.2)}" class="tv">+${detail}</text>` : put(/** @type {any} */ (TILES)[kind], x, y, t * 1.48, "tv"));
}

// ── What lies over the ground ──────────────────────────────────────────────────────────────────────────────────

/** The ways one may go, and a ring around where they lead; a ring in ink around where somebody stepped last. @param {Page} page @param {Shape} shape */
function lights(page, shape) {
  const all = options(page), lit = [...new Set(all.map(({ to }) => to))], fork = chosenStone(page) || forkAt(page);
  const ring = (/** @type {string} */ name, /** @type {string} */ cls, /** @type {number} */ more) => h("path", { key: `${cls} ${name}`, class: cls, d: blob(...spot(page, shape, name), shape.rx + more, shape.ry + more, name) });
  return h(
    "svg", { class: "lights", viewBox: `0 0 ${round(shape.width)} ${round(shape.height)}`, "aria-hidden": "true" },
    all.map(({ from, to }) => h("path", { class: "go", d: trace(page, shape, from, to) })),
    stepped(page).filter((name) => page.view.stones[name] && !lit.includes(name)).map((name) => [ring(name, "step-gap", 2), ring(name, "step", 4)]),
    lit.map((name) => ring(name, name === fork ? "ring chosen-ring" : "ring", 5)),
  );
}

/** Everybody who stands on a stone, in words. @param {Page} page @param {string} name */
function there(page, name) {
  return page.view.players.flatMap((/** @type {any} */ player, /** @type {number} */ seat) => [
    ...player.small.filter((/** @type {string} */ at) => at === name).map(() => say("board-small-of", { who: page.called(seat) })),
    ...(player.large === name ? [say("board-large-of", { who: page.called(seat) })] : []),
  ]);
}

/** A stone for reading aloud. @param {Page} page @param {string} name */
function toldStone(page, name) {
  const stone = page.view.stones[name];
  const lies = stone.stack ? say("board-stack", { count: stone.stack[1], colour: say(stone.stack[0]) }) : stone.tile ? tileName(stone.tile) : "";
  const colour = stone.colour === "joker" ? say("board-joker") : `${say(stone.colour)}, ${say(`sign-${stone.colour}`)}`;
  return [say("board-stone", { name, colour, worth: number(stone.worth) }), lies, ...there(page, name)].filter(Boolean).join("; ");
}

/** @param {string} tile */
function tileName(tile) {
  const [kind, detail] = tile.split(" ");
  return kind === "points" ? say("board-tile-points", { count: detail }) : detail ? say("board-tile-wish-colour", { colour: say(detail) }) : say(`board-tile-${kind}`);
}

/** Every stone as a place: to press if it is lit, to hear of if not. @param {Page} page @param {Shape} shape */
function places(page, shape) {
  const all = options(page);
  return Object.keys(page.view.stones).map((name) => {
    const here = all.filter(({ to }) => to === name), [x, y] = spot(page, shape, name);
    const base = { key: `stone ${name}`, "data-stone": name, style: { ...over(shape, x, y), "--w": `${((200 * shape.rx) / shape.width).toFixed(2)}%`, "--h": `${((200 * shape.ry) / shape.height).toFixed(2)}%` } };
    if (!here.length) {
      const tells = meaning(page, page.view.stones[name]);
      return h("span", { ...base, ...tells, class: "hit", "data-try": true, role: "img", "aria-label": toldStone(page, name), onclick: () => (page.turn && refuse(page, name)) || tells.onclick() });
    }
    const press = here.length === 1 ? here[0].play : () => page.choose(chosenStone(page) === name ? chosenCard(page) || page.chosen : { card: chosenCard(page), to: name });
    return h("button", { ...base, type: "button", class: "hit may", "aria-label": say("board-go", { stone: toldStone(page, name), change: here.map(({ pill }) => pill).join(", ") }), onclick: press });
  });
}

/** What a stone is good for. @param {Page} page @param {any} stone */
function meaning(page, { colour, stack, tile, worth }) {
  const [kind, count] = stack ? ["stack"] : tile ? tile.split(" ") : [colour === "joker" ? "joker" : "stone"];
  const old = page.about.game === "keltis", text = say(`board-what-${kind === "wish" && old ? "wishes" : kind}`, { count, worth: number(worth) });
  const rules = { wish: ["K-19", "N-22"], stack: ["", "N-14"], clover: ["K-14", "N-13"], joker: ["", "N-9"], stone: ["K-18", "N-21"] };
  return telling(page, text, (/** @type {any} */ (rules)[kind] ?? ["K-13", "N-13"])[old ? 0 : 1]);
}

/** Say why one cannot go there; whether there is more to say than what the stone is. @param {Page} page @param {string} name @returns {boolean} */
function refuse(page, name) {
  const card = chosenCard(page), no = (/** @type {string} */ move) => (page.refuse(move), true);
  if (page.view.step === "playing" && !card) return false;
  if (page.view.step === "playing" && !layOf(page, card)) return no(`lay ${card}`);
  const player = page.view.players[page.seat];
  const before = ["start", ...Object.keys(page.view.stones)].filter((from) => (from === "start" ? page.view.start : page.view.stones[from].to).includes(name));
  for (const from of before) {
    if (player?.small.includes(from)) return no(`step small ${from} ${name}`);
    if (player?.large === from) return no(`step large ${from} ${name}`);
  }
  return false;
}

/** All figures, those farther away first, so that nearer ones stand before them. @param {Page} page @param {Shape} shape */
function figures(page, shape) {
  const movers = new Set(options(page).map(({ figure, from }) => `${figure} ${from}`));
  /** @type {Map<string, {seat: number, large: boolean}[]>} */
  const standing = new Map();
  page.view.players.forEach((/** @type {any} */ player, /** @type {number} */ seat) => {
    for (const [at, large] of [...player.small.map((/** @type {string} */ at) => [at, false]), [player.large, true]]) standing.set(at, [...(standing.get(at) ?? []), { seat, large }]);
  });
  const far = (/** @type {string} */ name) => (page.view.stones[name] ? spot(page, shape, name)[1] : Infinity);
  return [...standing].sort(([one], [other]) => far(one) - far(other)).flatMap(([name, all]) => {
    let copies = 0;
    return all.map(({ seat, large }, k) => {
      const [x, y] = name === "start" ? startSpot(page, shape, all, k) : stoneSpot(page, shape, name, all.length, k);
      const size = shape.ry * (large ? 1.66 : 1.38), may = seat === page.seat && movers.has(`${large ? "large" : "small"} ${name}`);
      return h("span", { key: `fig ${name} ${seat} ${large} ${copies++}`, class: `fig${may ? " may" : ""}`, "data-thing": `figure ${seat} ${large}`, "aria-hidden": "true", style: { ...over(shape, x - size / 2, y - size * 0.92), width: `${((100 * size) / shape.width).toFixed(2)}%` } }, mark(seat, large));
    });
  });
}

/** Figures on a stone stand side by side on its back edge. @param {Page} page @param {Shape} shape @param {string} name @param {number} count @param {number} k @returns {Point} */
function stoneSpot(page, shape, name, count, k) {
  const [x, y] = spot(page, shape, name), apart = Math.min(shape.ry * 0.95, (2.1 * shape.rx) / count);
  return [x + (k - (count - 1) / 2) * apart, y - shape.ry * 0.46];
}

/** On the start field each seat's figures stand together. @param {Page} page @param {Shape} shape @param {{seat: number, large: boolean}[]} all @param {number} k @returns {Point} */
function startSpot(page, shape, all, k) {
  const seats = [...new Set(all.map(({ seat }) => seat))], place = seats.indexOf(all[k].seat), [x, y] = shape.start;
  if (shape.side) {
    const mine = all.filter(({ seat }) => seat === all[k].seat), turn = mine.length - all.slice(k).filter(({ seat }) => seat === all[k].seat).length;
    return [x + (turn - (mine.length - 1) / 2) * 13.5, y + (place - (seats.length - 1) / 2) * 38 + shape.ry * 0.7];
  }
  const left = shape.big ? shape.width * 0.07 : 0, room = 2 * shape.startSize[0] * 0.84 - left, gap = shape.ry * 0.5;
  const apart = Math.min(shape.ry * 1.02, (room - gap * (seats.length - 1)) / Math.max(1, all.length - 1));
  const whole = apart * (all.length - 1) + gap * (seats.length - 1);
  return [x + left / 2 - whole / 2 + k * apart + place * gap, y + shape.ry * 0.62];
}

/** What going to a lit stone changes. @param {Page} page @param {Shape} shape */
function pills(page, shape) {
  const all = options(page), fork = forkAt(page);
  return [...new Set(all.map(({ to }) => to))].filter((name) => name !== fork).map((name) => {
    const here = all.filter(({ to }) => to === name), [x, y] = spot(page, shape, name);
    const pairs = here.map(({ pill }) => pill.split(" → ")), one = pairs.every(([before]) => before === pairs[0][0]);
    const text = one ? `${pairs[0][0]} → ${[...new Set(pairs.map(([, after]) => after))].join(" / ")}` : say("board-figures", { count: here.length });
    return h("span", { key: `pill ${name}`, class: "pill floating", "aria-hidden": "true", style: over(shape, x, there(page, name).length ? y + shape.ry * 0.72 : y - shape.ry - 6) }, text);
  });
}

/** Which figure shall go there? One button for each. @param {Page} page @param {Shape} shape */
function fork(page, shape) {
  const name = forkAt(page);
  if (!name) return null;
  const here = options(page).filter(({ to }) => to === name), [x, y] = spot(page, shape, name);
  const half = here.length > 1 ? 97 : 50, left = Math.max(half, Math.min(shape.width - half, x)), below = y < shape.height * 0.3;
  const same = here.every(({ from }) => from === here[0].from);
  return h(
    "div", { key: "fork", class: `fork${below ? " below" : ""}`, role: "group", "aria-label": say("board-which"), style: { ...over(shape, left, y + (below ? 1 : -1) * (shape.ry + 9)), "--tip": `${Math.round(50 + (50 * (x - left)) / half)}%` } },
    here.map(({ figure, from, pill, play }) => {
      const place = from === "start" ? say("board-start") : from;
      return h("button", { type: "button", class: "choice-of", "aria-label": say("board-figure-go", { figure: say(`board-${figure}`), from: place, change: pill }), onclick: play }, mark(page.seat, figure === "large"), h("span", {}, same ? null : h("span", { class: "from" }, place), h("b", {}, pill)));
    }),
  );
}

// ── Beside the board ───────────────────────────────────────────────────────────────────────────────────────────

/** A row in a line: sign, cards in the order they were laid, direction. @param {Page} page @param {number} seat @param {string} colour @param {any} row */
function strip(page, seat, colour, row) {
  const { seat: who, move } = last(page), laid = who === seat && move.startsWith(`lay ${colour} `);
  const arrow = /** @type {any} */ (ARROWS)[row.direction];
  const label = say("board-row", { colour: say(colour), cards: row.cards.join(", ") || say("none"), direction: say(`board-${row.direction}`) });
  const chips = row.cards.map((/** @type {number} */ face, /** @type {number} */ k) => h("span", { class: `chip${laid && k === row.cards.length - 1 ? " last" : ""}`, "data-c": colour, "data-thing": `${colour} ${face}`, "data-from": `seat ${seat}` }, face));
  return h("div", { class: "strip", "data-c": colour, role: "img", "aria-label": label }, icon(colour), row.cards.length ? h("div", { class: "run" }, chips) : h("span", { class: "none" }, "–"), h("span", { class: "w" }, arrow ? icon(arrow) : null));
}

/** Somebody's wish stones: as many as one may see. @param {Page} page @param {number} seat @param {any} player */
function wishes(page, seat, player) {
  if (page.about.game === "keltis") return null;
  if (!player.wish_stones) return null;
  const held = COLOURS.filter((colour) => player.wish_stones[colour]);
  const list = held.map((colour) => `${player.wish_stones[colour]} ${say(colour)}`).join(", ") || say("none");
  const stones = held.map((colour) => {
    const count = player.wish_stones[colour];
    return h("span", { class: `wished${count > 2 ? " set" : ""}` }, pebble("", { class: "mini", "data-c": colour }, icon(colour)), count > 1 ? h("b", {}, `×${count}`) : null);
  });
  return h("div", { class: "held", role: "img", "aria-label": say("wish-stones-told", { list }) }, h("span", { class: "cap" }, say(seat === page.seat && !page.view.players[seat].wish_stones ? "board-only-you" : "wish-stones")), stones.length ? stones : h("span", { class: "soft small" }, "–"));
}

/** @param {Page} page */
function deck(page) {
  const draw = drawFrom(page, "deck"), count = h("span", { class: "count" }, page.view.draw_pile);
  const inside = draw
    ? h("button", { type: "button", class: "card back lit", "data-place": "deck", "data-drag": "take", "aria-label": say("draw-deck", { count: page.view.draw_pile }), "data-why": say("draw"), onclick: () => page.play(draw.move) }, icon("wish-stone", "i big"), count)
    : back({ "data-place": "deck", role: "img", "aria-label": say("deck-told", { count: page.view.draw_pile }) }, count);
  return h("div", { class: "heap" }, inside, h("span", { class: "cap phone" }, say("deck")));
}

/** A discard pile; on a phone one's row of that colour ends under it. @param {Page} page @param {string} colour */
function pile(page, colour) {
  const cards = page.view.piles[colour], top = cards[cards.length - 1], name = say(colour), chosen = chosenCard(page);
  const drawn = drawFrom(page, `pile ${colour}`), thrown = page.legal.find(({ move }) => move === `discard ${chosen}` && faceOf(chosen).suit === colour);
  const move = drawn ?? thrown;
  const refused = !move && page.turn && page.view.step === "drawing" && top ? () => page.refuse(`draw ${colour}`) : null;
  const press = move ? () => page.play(move.move) : refused;
  const label = move ? say(drawn ? "draw-pile" : "discard-to", { colour: name, card: top ? spoken(top) : "" }) : say("pile-told", { colour: name, card: top ? spoken(top) : say("empty"), count: cards.length });
  const more = cards.length > 1 ? h("span", { class: "count" }, cards.length) : null, why = move ? say(drawn ? "draw" : "discard") : null;
  const { seat, move: before } = last(page), fresh = before === `discard ${top}` || before === `drop ${colour}`;
  const face = top
    ? card(top, { cls: move ? "lit" : "", label, press, thing: top, more: [more], attributes: { "data-why": why, "data-from": fresh ? `seat ${seat}` : null, "data-drag": drawn ? "take" : null } })
    : h(press ? "button" : "span", { class: `slot${move ? " lit" : ""}`, "data-c": colour, type: press ? "button" : null, role: press ? null : "img", "aria-label": label, "data-why": why, onclick: press }, icon(colour), more);
  return h("div", { class: "heap", "data-c": colour }, face, mine(page, colour));
}

/** The end of one's own row of a colour. @param {Page} page @param {string} colour */
function mine(page, colour) {
  if (page.seat < 0) return h("span", { class: "cap phone" }, say(colour));
  const row = page.player(page.seat).rows[colour], arrow = /** @type {any} */ (ARROWS)[row.direction];
  return h("span", { class: "phone my-end", role: "img", "aria-label": say("board-row", { colour: say(colour), cards: row.cards.join(", ") || say("none"), direction: say(`board-${row.direction}`) }) }, row.last === null ? [icon(colour), "–"] : [icon(colour), h("span", { class: "chip", "data-c": colour }, row.last), arrow ? icon(arrow) : null]);
}

// ── In hand ────────────────────────────────────────────────────────────────────────────────────────────────────

/** What can be chosen besides cards and stones: not to use a tile, or a row's end to get rid of. @param {Page} page */
function extra(page) {
  const drops = page.legal.filter(({ move }) => move.startsWith("drop ")), no = page.legal.find(({ move }) => move === "stay" || move === "keep");
  if (!no && !drops.length) return null;
  const row = drops.map(({ move, touches }) => {
    const { suit, face } = faceOf(touches.cards[0]);
    return h("button", { type: "button", class: "btn ender lit", "data-c": suit, "aria-label": say("board-drop", { card: spoken(touches.cards[0]) }), onclick: () => page.play(move) }, icon(suit), h("span", { class: "chip", "data-c": suit }, face), h("span", { class: "abbr" }, letter(suit)));
  });
  const away = page.legal.find(({ move }) => move === `discard ${chosenCard(page)}`);
  return h("div", { class: `extras panel${drops.length ? "" : " alone"}` }, drops.length ? h("span", { class: "cap" }, say("board-row-ends")) : null, row, away && page.view.step === "shedding" ? button(say("board-shed-this", { card: brief(chosenCard(page)) }), () => page.play(away.move), { class: "btn go" }) : null, no ? button(say(`board-${no.move}`), () => page.play(no.move), { class: "btn" }) : null);
}

/** A card in one's hand. @param {Page} page @param {string} name @param {number} copy */
function held(page, name, copy) {
  const chosen = chosenCard(page) === name && copy === 1;
  const usable = page.legal.some(({ touches }) => touches.from === "hand" && touches.cards.includes(name));
  const press = !page.turn ? null : usable ? () => page.choose(chosen ? page.chosen : name) : () => page.refuse(page.view.step === "playing" ? `lay ${name}` : `discard ${name}`);
  return card(name, { cls: chosen ? "chosen" : "", press, thing: name, more: [chosen ? h("span", { class: "torc" }) : null], attributes: { "aria-pressed": page.turn ? String(chosen) : null, key: `${name} ${copy}`, "data-from": "deck", "data-drag": page.turn ? "choose" : null } });
}
