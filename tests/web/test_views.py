"""State merging: what the page builds from differences is what a new connection gets, in every game."""

from __future__ import annotations

import pytest

from tests.web.browser import GAMES
from tests.web.conftest import Visit
from tests.web.page_state import PLAY_RANDOM_MOVE, open_game

DECISIONS = 40

# Connect anew until nothing happens meanwhile; what is different, as `[path, in the page, anew]`.
COMPARE = """async () => {
  const { table } = window;
  const anew = () => new Promise((done, fail) => {
    const line = new WebSocket(table.line.address, "wishstone.1");
    line.onerror = () => fail(new Error("no connection"));
    line.onmessage = ({ data }) => {
      const told = JSON.parse(data);
      if (told.type !== "table") return;
      line.close();
      done(told);
    };
  });
  const differences = (path, here, there) => {
    const parts = here && there && typeof here === "object" && typeof there === "object";
    if (!parts) return here === there ? [] : [[path, JSON.stringify(here), JSON.stringify(there)]];
    return [...new Set([...Object.keys(here), ...Object.keys(there)])]
      .flatMap((key) => differences(`${path}.${key}`, here[key], there[key]));
  };
  for (;;) {
    const told = await anew();
    if (told.scene.count !== table.scene.count) continue;
    return [
      ...differences("view", table.view, told.view),
      ...differences("you", table.you, told.you),
      ...differences("log", table.log, told.log),
      ...differences("result", table.scene.result ?? null, told.scene.result ?? null),
    ];
  }
}"""


@pytest.mark.parametrize("game", GAMES)
def test_merged_is_as_new(visit: Visit, game: str) -> None:
    guest, player = open_game(visit, game, 5)
    compared = 0
    for _ in range(DECISIONS):
        going = guest.run(PLAY_RANDOM_MOVE, player.lot.random())
        assert guest.run(COMPARE) == []
        compared += 1
        if not going:
            break
    assert compared > 5
