// Network client: requests over HTTP for what can wait, and one socket for a table.

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

const GONE = {
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

const WAITS = [0.3, 0.7, 1.5, 3, 5, 8]; // seconds until it is tried again
const PATIENCE = 5000; // milliseconds that the server has to show that it is still there
// Milliseconds without a word until it has to: while nobody waits for an answer, and while somebody does.
const QUIET = [25000, 10000];
const ENDS = new Set([4401, 4403, 4404, 4003]); // closed for good: there is no way in any more

/** A table's socket, which comes back by itself. */
export class Line {
  /**
   * @param {string} table @param {number} seat
   * @param {{told: (message: any) => void, state: (state: "open" | "lost" | "closed", code: number) => void}} listener
   */
  constructor(table, seat, listener) {
    this.listener = listener;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.address = `${scheme}://${location.host}/api/tables/${table}/socket?seat=${seat}`;
    /** @type {Map<string, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
    this.tries = 0;
    this.ids = 0;
    this.signs = 0; // of life that were seen
    this.over = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.again = () => this.reconnect();
    this.listening = new AbortController();
    const { signal } = this.listening;
    addEventListener("online", this.again, { signal });
    addEventListener("offline", () => this.lose(), { signal });
    document.addEventListener("visibilitychange", this.again, { signal });
    this.connect();
  }

  connect() {
    const socket = (this.socket = new WebSocket(this.address, "wishstone.1"));
    this.watch();
    socket.onopen = () => {
      this.signs++;
      this.tries = 0;
      this.listener.state("open", 0);
    };
    socket.onmessage = ({ data }) => {
      this.signs++;
      this.take(JSON.parse(data));
      this.watch();
    };
    socket.onclose = ({ code }) => {
      if (this.socket !== socket) return;
      this.socket = null;
      for (const { reject } of this.waiting.values()) reject(new Refused(GONE, 0));
      this.waiting.clear();
      if (this.over) return;
      if (ENDS.has(code)) {
        this.close();
        this.listener.state("closed", code);
        return;
      }
      this.listener.state("lost", code);
      const wait = WAITS[Math.min(this.tries++, WAITS.length - 1)];
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.reconnect(), 1000 * wait * (0.8 + 0.4 * Math.random()));
    };
  }

  /** Try again now, after sleep or when the network is back; what looks like a connection has to prove it. */
  reconnect() {
    if (this.over || document.hidden || !navigator.onLine) return;
    if (this.socket) return this.prove(this.socket);
    clearTimeout(this.timer);
    this.connect();
  }

  /**
   * Whoever hears nothing for long asks whether anybody is there: a connection can be gone without a word, and what was
   * asked for with it.
   */
  watch() {
    clearTimeout(this.watching);
    this.watching = setTimeout(this.again, QUIET[Math.min(this.waiting.size, 1)]);
  }

  /** @param {WebSocket} socket */
  prove(socket) {
    const { signs } = this;
    this.do("ping").catch(() => {}); // while it still connects, that it does is the proof
    setTimeout(() => this.socket === socket && this.signs === signs && this.lose(), PATIENCE);
  }

  /** The network is gone, which the socket would notice only minutes later. */
  lose() {
    const { socket } = this;
    if (!socket) return;
    socket.onmessage = null;
    socket.onclose?.(new CloseEvent("close"));
    socket.close();
  }

  /** @param {any} message */
  take(message) {
    if (message.server?.page) isOutdated = !wishstone.prefix.endsWith(message.server.page);
    const asked = message.id ? this.waiting.get(message.id) : undefined;
    if (asked) {
      this.waiting.delete(message.id);
      if (message.type === "refused") asked.reject(new Refused(message, 409));
      else asked.resolve(message);
      if (message.type !== "table" && message.type !== "news") return;
    }
    this.listener.told(message);
  }

  /**
   * Send a command; its answer, or a `Refused`.
   * @param {string} what
   * @param {Record<string, any>} [values]
   * @returns {Promise<any>}
   */
  do(what, values = {}) {
    return new Promise((resolve, reject) => {
      if (this.socket?.readyState !== WebSocket.OPEN) return reject(new Refused(GONE, 0));
      const id = String(++this.ids);
      this.waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ do: what, id, ...values }));
      this.watch();
    });
  }

  close() {
    this.over = true;
    clearTimeout(this.timer);
    clearTimeout(this.watching);
    this.listening.abort();
    this.socket?.close();
  }
}
