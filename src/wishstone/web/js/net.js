// Network client: requests, and files of the client and of games. A table's socket is in line.js.

/** What the server said to something it refused. */
export class Refused extends Error {
  /**
   * @param {{code: string, text: Record<string, string>, reason?: Record<string, string>, rule?: string}} told
   * @param {number} status
   */
  constructor(told, status) {
    super(told.text?.en ?? told.code);
    this.code = told.code;
    this.text = told.reason ?? told.text;
    this.rule = told.rule ?? "";
    this.status = status;
  }
}

export const GONE = {
  code: "network",
  text: {
    en: "the server does not answer; your game is kept there",
    de: "der Server antwortet nicht; dein Spiel ist dort gespeichert",
  },
};

/**
 * What is at an address; a `Refused` where nobody answers.
 * @param {string} path
 * @param {RequestInit} [how]
 */
export async function fetched(path, how) {
  try {
    return await fetch(path, how);
  } catch {
    throw new Refused(GONE, 0);
  }
}

/**
 * Where a file of the client is, in the version that this module is of.
 * @param {string} name its path from the client's root
 */
export const addressOf = (name) => new URL(`../${name}`, import.meta.url).href;

const BROKEN = {
  code: "other-version",
  text: {
    en: "this page could not be loaded whole; load it again",
    de: "diese Seite ließ sich nicht vollständig laden; lade sie noch einmal",
  },
};

/**
 * After a file of the client could not be had: the page starts anew where the server has another version by now, and
 * this never returns; otherwise a `Refused`.
 * @returns {Promise<never>}
 */
export async function recover() {
  const isUnderWay = await wishstone.recover().catch(() => Promise.reject(new Refused(GONE, 0)));
  if (!isUnderWay) throw new Refused(BROKEN, 404);
  return new Promise(() => {});
}

/**
 * A file of the client that is no module.
 * @param {string} name
 */
export async function file(name) {
  const answer = await fetched(addressOf(name));
  return answer.ok ? answer : recover();
}

/**
 * A module that is not needed from the beginning: `later(() => import("./after.js"))`.
 * @template T
 * @param {() => Promise<T>} load
 * @returns {Promise<T>}
 */
export async function later(load) {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // it was fetched, and is wrong
    console.error(error);
    return recover();
  }
}

/** @param {string} method @param {string} path @param {any} [body] @param {Record<string, string>} [headers] */
export async function ask(method, path, body, headers = {}) {
  const answer = await fetched(`/api${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: "same-origin",
  });
  if (answer.status === 204) return null;
  const told = answer.headers.get("content-type")?.startsWith("application/json")
    ? await answer.json()
    : await answer.text();
  if (!answer.ok) throw new Refused(typeof told === "string" ? GONE : told, answer.status);
  return told;
}

/**
 * Where a file of a game is.
 * @param {string} game
 * @param {string} name
 */
export const pathOf = (game, name) => `games/${game}/${name}`;

/**
 * Whether a game has a file for the page, as the server told with the page itself.
 * @param {string} game
 * @param {string} name
 */
export const hasFile = (game, name) => Boolean(wishstone.games[game]?.files.includes(name));

/**
 * A module of a game; null where it is there and does not work, which the console is told.
 * @param {string} game
 * @param {string} name
 */
export async function moduleOf(game, name) {
  const address = addressOf(pathOf(game, name));
  try {
    return await import(address);
  } catch (error) {
    const { ok } = await fetched(address, { method: "HEAD", cache: "no-store" });
    if (!ok) return recover();
    console.error(`${name} of ${game} does not work; the page draws something simple instead.`, error);
    return null;
  }
}

let isOutdated = false;

/** Whether the server that a table's socket last led to hands out another version of the page than this one. */
export const hasOtherPage = () => isOutdated;

/** The server of a table's socket says which version of the page it hands out. @param {string} page */
export const notePage = (page) => void (isOutdated = !wishstone.prefix.endsWith(page));
