// Words about a table: what those who sit there are called, and how long ago something was.

import { language, say } from "./words.js";

const LEVELS = ["novice", "easy", "medium", "hard", "expert"]; // a bot from outside has a name of its own

/**
 * What somebody is called; bots of one level are counted, to tell them apart.
 * @param {any[]} seats
 * @param {number} seat
 */
export function nameOf(seats, seat) {
  const { name, bot, kind } = seats[seat];
  if (name || kind !== "bot") return name;
  const alike = seats.flatMap((each, n) => (each.kind === "bot" && !each.name && each.bot === bot ? [n] : []));
  const [base] = bot.split("+"),
    called = LEVELS.includes(base) ? say("bot-named", { level: say(`level-${base}`) }) : base;
  return alike.length > 1 ? `${called} ${alike.indexOf(seat) + 1}` : called;
}

/**
 * How long ago something was, in words.
 * @param {number} then milliseconds since 1970
 * @param {number} [now]
 */
export function ago(then, now = Date.now()) {
  const minutes = Math.round((now - then) / 60000);
  if (minutes < 1) return say("now");
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  if (minutes < 60) return relative.format(-minutes, "minute");
  if (minutes < 60 * 24) return relative.format(-Math.round(minutes / 60), "hour");
  return relative.format(-Math.round(minutes / 60 / 24), "day");
}
