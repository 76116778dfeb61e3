// Line to a table: one socket, which comes back by itself.

import { GONE, notePage, Refused } from "./net.js";

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
    if (message.server?.page) notePage(message.server.page);
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
