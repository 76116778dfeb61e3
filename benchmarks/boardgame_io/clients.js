// Two clients for each match, over boardgame.io's own transport. A match goes on as soon as both have its last move.
const { io } = require("socket.io-client");

const [port, matches, warmUp, seconds] = process.argv.slice(2).map(Number);
const url = `http://127.0.0.1:${port}/log`;
const times = [];
let counting = false;
let errors = 0;

class Match {
  constructor(number) {
    this.id = `match${number}`;
    this.stateID = -1;
    this.turn = "0";
    this.heard = 0;
    this.players = ["0", "1"].map((playerID) => this.connect(playerID));
  }

  connect(playerID) {
    const socket = io(url, { transports: ["websocket"], forceNew: true });
    socket.on("connect", () => socket.emit("sync", this.id, playerID, undefined, 2));
    socket.on("sync", (_, info) => this.hear(info.state));
    socket.on("update", (_, state) => this.hear(state));
    socket.on("disconnect", () => {
      if (counting) errors += 1;
    });
    return socket;
  }

  hear(state) {
    if (state._stateID < this.stateID) return;
    this.stateID = state._stateID;
    this.turn = state.ctx.currentPlayer;
    this.heard += 1;
    if (this.heard < 2) return;
    if (counting && this.began) times.push(performance.now() - this.began);
    this.onBoth();
  }

  onBoth() {
    this.move();
  }

  move() {
    this.heard = 0;
    this.began = performance.now();
    const payload = { type: "add", args: [`lay red ${this.stateID % 10}`], playerID: this.turn, credentials: null };
    const action = { type: "MAKE_MOVE", payload };
    this.players[Number(this.turn)].emit("update", action, this.stateID, this.id, this.turn);
  }
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function main() {
  for (let number = 0; number < matches; number += 1) {
    await new Promise((resolve) => {
      const match = new Match(number);
      match.onBoth = () => {
        delete match.onBoth;
        resolve();
        match.move();
      };
    });
  }
  await pause(1000 * warmUp);
  counting = true;
  const began = performance.now();
  await pause(1000 * seconds);
  counting = false;
  const taken = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
  const told = { moves_per_second: times.length / taken, p50_ms: at(0.5), p99_ms: at(0.99), errors };
  console.log(JSON.stringify(told));
  process.exit(0);
}

main();
