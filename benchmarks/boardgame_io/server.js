// The server of boardgame.io with a game of its own: two players in turn, and every move is added to a log.
const { Server } = require("boardgame.io/server");

const KEPT = 100; // of the log, so that what is sent does not grow without end

const game = {
  name: "log",
  setup: () => ({ log: [] }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    add: ({ G }, what) => {
      G.log.push(what);
      if (G.log.length > KEPT) G.log.shift();
    },
  },
};

const server = Server({ games: [game], origins: [/127\.0\.0\.1/] });
const listen = server.app.listen.bind(server.app);
server.app.listen = (port, ...rest) => listen(port, "127.0.0.1", ...rest); // by itself it would be open to everybody
server.run(Number(process.argv[2]), () => console.log("ready"));
