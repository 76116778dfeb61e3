// Side panel of a table: points, story, chat.

import { button, h, icon, tool } from "./dom.js";
import { kept } from "./keep.js";
import { flat, isGone, itemName, mark } from "./parts.js";
import { say } from "./words.js";
import { ago } from "./table-words.js";
import { number } from "./numbers.js";
import { term, told } from "./lexicon.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./lexicon.js").Lexicon} Lexicon */

const SHOWN = 120; // lines of the story that are on the page
const DEALT = /^story-(deal|tile)/; // what is told in one line, all together

/** @param {Table} page */
export function side(page) {
  return h(
    "aside",
    { class: `side${page.drawer === "talk" ? " open" : ""}`, "aria-label": say("log-and-chat") },
    page.view ? points(page) : null,
    story(page),
  );
}

/** @param {Table} page */
function points(page) {
  const seats = page.seat < 0 ? page.others : [page.seat, ...page.others];
  const sheets = seats.map((seat) => flat(page.player(seat).sheet));
  const preview = page.preview?.touches.points ?? {};
  const items = Object.keys(flat(page.player(Math.max(0, page.seat)).sheet));
  const row = (/** @type {string} */ item) =>
    h(
      "tr",
      { class: item === "total" ? "sum" : "" },
      h(
        "th",
        { scope: "row", "data-c": item.startsWith("rows.") ? item.slice(5) : null },
        item.startsWith("rows.") ? icon(item.slice(5)) : null,
        itemName(item),
      ),
      sheets.map((sheet, place) =>
        h(
          "td",
          item in sheet ? number(sheet[item]) : "?",
          place === 0 && preview[item]
            ? h(
                "span",
                { class: preview[item][1] < preview[item][0] ? "down" : "up" },
                ` → ${number(preview[item][1])}`,
              )
            : null,
        ),
      ),
    );
  return h(
    "section.panel.points",
    h("div.head", h("h2", say("points-now"))),
    h(
      "div.scroll",
      h(
        "table.sheet",
        h(
          "thead",
          h(
            "tr",
            h("th"),
            seats.map((seat) =>
              h("th", { scope: "col", title: page.called(seat) }, mark(seat), h("span.sr", page.called(seat))),
            ),
          ),
        ),
        h("tbody", items.map(row)),
      ),
      sheets.every((sheet) => items.every((item) => item in sheet)) ? null : h("p.soft.small", say("points-hidden")),
    ),
  );
}

/**
 * What has happened so far; every line leads to its event.
 * @param {Table} page
 * @param {any} [more]
 */
export function story(page, more) {
  const { log } = page,
    lines = [];
  for (let place = log.length - 1; place >= 0 && lines.length < SHOWN; place--) {
    const line = isOutcome(log[place], log[place - 1]) ? null : storyLine(page, log[place]);
    if (line) lines.push(line);
  }
  return h(
    "section.panel.grow.talkbox",
    h(
      "div.head",
      h("h2", say("what-happened")),
      mayReport(page) ? tool("flag", say("report"), () => page.open("report")) : null,
    ),
    h("ol.log.grow", { "aria-live": "polite", tabindex: 0, ...more }, lines),
    page.talks && page.seat >= 0 ? saying(page) : null,
  );
}

/**
 * Whether an entry only says how the one before it came out; it is told in the same line.
 * @param {any} entry
 * @param {any} before
 */
const isOutcome = (entry, before) =>
  entry.kind === "drawn" &&
  entry.story &&
  before?.story &&
  before.story.values.seat === entry.story.values.seat &&
  !DEALT.test(entry.story.key) &&
  !entry.story.key.startsWith("story-mine");

/**
 * An entry and those that say how it came out.
 * @param {any[]} log
 * @param {any} entry
 */
function together(log, entry) {
  const first = log.indexOf(entry);
  let place = first + 1;
  while (isOutcome(log[place] ?? {}, log[place - 1])) place++;
  return log.slice(first, place);
}

/**
 * What was done and what came of it, in a line.
 * @param {Table} page
 * @param {any[]} entries
 */
function tale({ lexicon: known, names, seat }, entries) {
  const lexicon = /** @type {Lexicon} */ (known),
    stories = entries.map(({ story }) => story),
    [first, second] = stories,
    drawn = /^story-card(-you)?$/.exec(second?.key ?? "");
  if (first.key.startsWith("story-draw") && drawn)
    return say(drawn[1] ? "log-drew-you" : "log-drew", {
      who: names[first.values.seat],
      card: term(lexicon, second.values.card),
    });
  return stories
    .filter(({ key }, k) => k === 0 || key !== "story-card-hidden") // that a card was drawn is said already
    .map((story) => told(lexicon, story, names, seat))
    .join(" ");
}

/** @param {Table} page @param {any} entry */
function storyLine(page, entry) {
  if (DEALT.test(entry.story?.key)) return entry.n === 0 ? logItem(page, entry, null, say("log-dealt")) : null;
  if (entry.story) {
    const entries = together(page.log, entry),
      text = tale(page, entries),
      gone = isGone(page.log, entry);
    return logItem(
      page,
      entry,
      entry.story.values.seat,
      gone
        ? h("s", text, h("span.sr", ` (${say("log-gone")})`))
        : [text, entry.instead ? h("span.soft", ` ${say("log-instead")}`) : null],
      gone ? -1 : entries[entries.length - 1].n,
    );
  }
  const who = typeof entry.seat === "number" && entry.seat >= 0 ? page.called(entry.seat) : "";
  if (entry.kind === "said" && entry.seat < 0)
    return entry.text ? logItem(page, entry, null, say("log-operator", { text: entry.text })) : null;
  if (entry.kind === "said")
    return entry.text || entry.phrase
      ? logItem(page, entry, entry.seat, h("q", entry.text || say(`phrase-${entry.phrase}`)))
      : null;
  const key = {
    undone: "log-undone",
    handed: `log-handed-${entry.why}`,
    back: "log-back",
    sat: "log-sat",
    finished: `log-finished-${entry.how}`,
    began: entry.first === page.seat ? "log-began-you" : "log-began",
    asked: `log-asked-${entry.what}`,
    answered: entry.yes ? "log-yes" : "log-no",
  }[/** @type {string} */ (entry.kind)];
  return key
    ? logItem(
        page,
        entry,
        entry.seat ?? null,
        say(key, {
          who: entry.what === "seat" || (entry.kind === "sat" && entry.seat !== page.seat) ? entry.name : who,
          first: entry.kind === "began" ? page.called(entry.first) : "",
        }),
      )
    : null;
}

/**
 * @param {Table} page
 * @param {any} entry
 * @param {number | null} seat
 * @param {any} text
 * @param {number} [last] of the events that it tells
 */
function logItem(page, entry, seat, text, last = entry.n) {
  const lead = last >= 0 && page.lead(last + 1),
    now = page.at > entry.n && page.at <= last + 1;
  return h(
    "li",
    { key: `e${entry.number}`, class: now ? "now" : null, title: entry.at && ago(entry.at) },
    seat !== null && seat >= 0 ? mark(seat) : h("span"),
    lead ? h("a.line", { ...lead }, text) : h("span", text),
    h("span.k", last >= 0 ? last + 1 : ""),
  );
}

/** @param {Table} page */
function saying(page) {
  if (page.about.public)
    return h(
      "div.say.phrases",
      ["hello", "good-luck", "well-played", "thanks", "good-game"].map((phrase) =>
        button(say(`phrase-${phrase}`), () => page.ask("say", { phrase })),
      ),
    );
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    const input = /** @type {HTMLInputElement} */ (
      /** @type {HTMLFormElement} */ (event.target).elements.namedItem("text")
    );
    if (input.value.trim()) page.ask("say", { text: input.value.trim() });
    input.value = page.draft = "";
  };
  return h(
    "form.say",
    { onsubmit: send, "data-own": true },
    h("input", {
      name: "text",
      value: page.draft,
      oninput: (/** @type {any} */ event) => (page.draft = event.target.value),
      maxlength: 200,
      autocomplete: "off",
      "aria-label": say("say-something"),
      placeholder: say("say-something"),
    }),
    h("button.btn.icon", { type: "submit", "aria-label": say("send") }, icon("next")),
  );
}

/** Why an operator has closed this table, in a sentence; empty where none did. @param {Pick<Table, "log">} page */
export function closing({ log }) {
  const said = log[log.findIndex(({ kind }) => kind === "finished") - 1];
  return said?.kind === "said" && said.seat < 0 ? say("closed-by", { text: said.text }) : "";
}

/** Whether there is, or was, somebody else whom one could report. @param {Table} page */
const mayReport = ({ talks, scene, seat: own, log }) =>
  talks &&
  (scene.seats.some((/** @type {any} */ { kind }, /** @type {number} */ seat) => kind === "person" && seat !== own) ||
    log.some(({ kind, seat }) => kind === "said" && seat >= 0 && seat !== own));

/** Whether there is somebody else to be asked. @param {Table} page */
export const isAsking = ({ scene, seat: own }) =>
  scene.seats.some(
    (/** @type {any} */ { kind, bot }, /** @type {number} */ seat) => kind === "person" && !bot && seat !== own,
  );

/**
 * What lets others in: the code before the game, what they watch it with during it; empty where nobody needs it.
 * @param {Table} page
 */
export const key = ({ about, id, you: { code } }) =>
  code ? `#join=${code}` : about.public ? "" : `#watch=${kept(`watch.${id}`, "")}`;

/** Whether others find this table by a link that one has. @param {Table} page */
export const canInvite = (page) => Boolean(page.about && page.talks) && !key(page).endsWith("=");
