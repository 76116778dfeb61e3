// Result of a game: the score sheets side by side, why it ended, what else there is to see, the proof of the dice.

import { Look } from "./after-look.js";
import { closing } from "./beside.js";
import { button, dress, GO, h, icon } from "./dom.js";
import { keep, kept, sit } from "./keep.js";
import { join } from "./joining.js";
import { ask, later } from "./net.js";
import { flat, itemName, mark } from "./parts.js";
import { tag } from "./svg.js";
import { language, say } from "./words.js";
import { number } from "./numbers.js";
import { term } from "./lexicon.js";

/** @typedef {import("./table.js").Table} Table */

await dress("after.css");

/** @type {WeakMap<Table, Look>} */
const looks = new WeakMap();

// Land behind the winner's name, from afar to near, and a dolmen on it.
const LAND = [
  ["far", "M0 132C180 84 330 150 520 118S820 60 1200 124V200H0z"],
  ["mid", "M0 160C240 118 420 178 640 146S980 110 1200 158V200H0z"],
  ["near", "M0 184C300 156 700 198 1200 176V200H0z"],
];
const SCENE =
  tag("rect", { width: 1200, height: 200, fill: "var(--sky)" }) +
  tag("circle", { cx: 936, cy: 104, r: 37, fill: "var(--sun)" }) +
  LAND.map(([name, d]) => tag("path", { d, fill: `var(--${name})` })).join("");
const STONES = [
  "M842 156l5-52c1-9 15-9 17 0l6 50zM958 152l4-44c1-8 14-8 15 0l5 44z",
  "M832 104c42-18 108-18 156-1 8 3 8 15-1 17-48 7-104 8-154 1-8-2-9-13-1-17z",
  "M1044 150l3-32c1-7 12-8 14-1l6 32zM776 160l3-27c1-6 11-6 12 0l4 26z",
];
const DOLMEN = tag("path", { fill: "var(--ink-2)", d: STONES.join("") });

/**
 * Work out every outcome again from the secret, and compare the commitment with the one this browser was shown first.
 * @param {Table} page
 */
async function checkDice(page) {
  const { prove } = await later(() => import("./fair.js"));
  const own = Object.fromEntries(
    [page.seat, ...page.here].filter((seat) => seat >= 0).map((seat) => [seat, kept(`number.${page.id}.${seat}`, "")]),
  );
  page.proof = await prove(await (await fetch(recordOf(page))).text(), kept(`commitment.${page.id}`, ""), own);
  page.render();
}

/** @param {Table} page */
const recordOf = (page) => `/api/tables/${page.id}/record?seat=${page.seat}&legal=true`;

/** After the game. @param {Table} page */
export function result(page) {
  const look = looks.get(page) ?? new Look(page);
  looks.set(page, look);
  return h(
    "main.mid.after.over",
    crown(page),
    h(
      "div.g",
      h("div.c", sheet(page, look.seats), actions(page, look), proof(page), look.costs()),
      h("div.c", look.points(), look.luck()),
    ),
  );
}

/** Under the table as it was in the end. @param {Table} page */
export const back = (page) =>
  h(
    "section.dock.panel",
    h(
      "div.ask",
      h("p", h("strong", headline(page))),
      button(say("to-result"), () => page.open("board"), GO),
    ),
  );

/** @param {Table} page */
function headline(page) {
  const { places, scores } = page.scene.result;
  const best = [page.seat, ...page.others].filter((seat) => places[seat] === 1);
  const points = number(scores[best[0]]),
    who = new Intl.ListFormat(language).format(best.map((/** @type {number} */ seat) => page.called(seat)));
  return say(best.length > 1 ? "shared-win" : best[0] === page.seat ? "you-win" : "wins", { who, points });
}

/** @param {Table} page */
function crown(page) {
  const { how, result } = page.scene,
    lexicon = /** @type {import("./lexicon.js").Lexicon} */ (page.lexicon),
    from = page.about.origin?.kind;
  const closed = closing(page);
  const why =
    how === "rules"
      ? term(lexicon, lexicon.terms[`end ${result.end}`] ? `end ${result.end}` : result.end)
      : closed || say(`log-finished-${how}`);
  const minutes = Math.round((page.log[page.log.length - 1].at - page.about.created) / 60000);
  const scene = h("svg.scene", {
    viewBox: "0 0 1200 200",
    preserveAspectRatio: "xMaxYMax slice",
    "aria-hidden": "true",
    "data-own": true,
  });
  scene.innerHTML = SCENE + (page.picture?.landmark ?? DOLMEN);
  return h(
    "section.crown",
    { role: "status" },
    scene,
    h(
      "div.ct",
      h(
        "p.cap",
        page.title,
        from ? ` · ${say(`from-${from}`)}` : minutes ? ` · ${say("minutes", { count: minutes })}` : "",
      ),
      h("h2", closed ? say("closed") : headline(page)),
      h("p.why2", why.charAt(0).toUpperCase() + why.slice(1).replace(/\.?$/, ".")),
    ),
  );
}

/**
 * The score sheets side by side.
 * @param {Table} page
 * @param {number[]} seats
 */
function sheet(page, seats) {
  const { sheet, places } = page.scene.result,
    sheets = sheet.map(flat);
  /** @param {string} cls @param {any} name @param {(seat: number) => any} cell @param {string} [colour] */
  const row = (cls, name, cell, colour) =>
    h(
      "tr",
      { class: cls },
      h("th", { scope: "row", "data-c": colour }, colour ? icon(colour) : null, name),
      seats.map((seat) => h("td", { class: seat === page.seat ? "own" : null }, cell(seat))),
    );
  const place = (/** @type {number} */ seat) =>
    (places.indexOf(places[seat]) !== places.lastIndexOf(places[seat]) ? "=" : "") + say(`place-${places[seat]}`);
  return h(
    "section.panel.sh",
    h(
      "table",
      { class: `sheet end${seats.length > 3 ? " many" : ""}` },
      h(
        "thead",
        h(
          "tr",
          h("td"),
          seats.map((seat) =>
            h(
              "th",
              { scope: "col", class: seat === page.seat ? "own" : null },
              mark(seat),
              h("span.nm", page.called(seat)),
            ),
          ),
        ),
      ),
      h(
        "tbody",
        Object.keys(sheets[0])
          .filter((item) => item !== "total")
          .map((item) =>
            row(
              "",
              itemName(item),
              (seat) => h("b", number(sheets[seat][item])),
              item.startsWith("rows.") ? item.slice(5) : undefined,
            ),
          ),
        row("sum", say("item-total"), (seat) => h("span.num", number(sheets[seat].total))),
        row("place", say("place-head"), (seat) =>
          h("span", { class: places[seat] === 1 ? "tag good" : "" }, place(seat)),
        ),
      ),
    ),
  );
}

/**
 * To the next game, which begins as soon as all are there; those who share this device all sit down, and who watches
 * goes on watching.
 * @param {Table} page
 * @param {string} table
 */
async function again(page, table) {
  try {
    const here = page.here.length ? page.here : [page.seat],
      [first, ...rest] = here;
    if (first >= 0 && !kept("tables", {})[table]) {
      await join(table, page.name(first), "");
      for (const seat of rest) await ask("POST", `/tables/${table}/join`, { seat, name: page.name(seat) });
      sit(table, first, here);
    }
    keep(`watch.${table}`, kept(`watch.${page.id}`, ""));
    if (page.seat < 0) await ask("GET", `/tables/${table}`).then(() => sit(table, -1));
    page.go(`/t/${table}`);
  } catch (error) {
    page.refused(error);
  }
}

/** @param {Table} page @param {Look} look */
function actions(page, look) {
  const {
    scene: { again: next },
    about: { origin },
    seat,
  } = page;
  /** @param {string} symbol @param {string} label @param {() => void} press @param {any} [more] */
  const act = (symbol, label, press, more) => button(label, press, more, icon(symbol), label);
  return h(
    "div.actrow",
    next
      ? act("again", say("to-rematch"), () => again(page, next), GO)
      : origin?.kind === "sandbox"
        ? act("undo", say("back-to-replay"), () => page.go(`/replay/${origin.table}?n=${origin.keep}`), GO)
        : seat >= 0
          ? act("again", say("rematch"), async () => (await page.ask("rematch")) && again(page, page.scene.again), GO)
          : null,
    look.link(look.first, { class: "btn" }, icon("play"), say("replay")),
    act("eye", say("see-table"), () => page.open("board")),
    origin
      ? null
      : [
          act("proof", say("check-dice"), () => checkDice(page)),
          h("a.btn", { href: recordOf(page), download: true }, icon("download"), say("record")),
        ],
    act("wishstone", say("all-games"), () => page.go("/")),
  );
}

/** What was checked of the dice. @param {Table} page */
function proof({ about: { origin }, proof }) {
  if (origin)
    return h(
      "p.panel.pad.small",
      say(origin.kind === "sandbox" ? "sandbox-dice" : origin.proved ? "record-proved" : "record-unproved"),
    );
  return (
    proof &&
    h(
      "section.panel.pad.small",
      { role: "status" },
      h("p", { class: proof.good ? "good" : "refusal" }, icon(proof.good ? "proof" : "close"), " ", proof.text),
      h("p", h("a", { href: "/rules/fair-dice", target: "_blank" }, say("dice-how"))),
    )
  );
}
