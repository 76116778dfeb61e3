"""Access to the page's state: a test gets hold of the table object and can make it show another state."""

from __future__ import annotations

from tests.web.browser import Guest, Language
from tests.web.conftest import Visit
from tests.web.player import Player

# Get hold of the page's table, as it draws itself.
EXPOSE_TABLE = """async () => {
  const { Table } = await import(wishstone.prefix + "/js/table.js");
  const render = Table.prototype.render;
  Table.prototype.render = function () {
    window.table = this;
    return render.call(this);
  };
}"""

# Make a move by lot, and wait until one is asked again or the game is over.
PLAY_RANDOM_MOVE = """async (lot) => {
  const { table } = window;
  const asked = () => (table.turn && !table.busy) || table.scene.status === "over";
  const until = async (what) => { while (!what()) await new Promise((done) => setTimeout(done, 5)); };
  await until(asked);
  if (table.scene.status === "over") return false;
  const { basis } = table.scene;
  table.play(table.legal[Math.floor(lot * table.legal.length)].move);
  await until(() => table.scene.basis !== basis);
  await until(asked);
  return table.scene.status !== "over";
}"""


def open_game(
    visit: Visit, game: str, seed: int, language: Language = "en", level: str = "novice"
) -> tuple[Guest, Player]:
    """Somebody at a game whose table is at hand, and at which nothing moves by itself."""
    guest = visit(language=language)
    player = Player(guest, seed)
    guest.page.add_init_script("localStorage.setItem('wishstone.set.forced', 'false')")
    player.start(game, level)
    guest.run(EXPOSE_TABLE)
    guest.button("settings").click()  # it is drawn anew
    guest.button("close").click()
    return guest, player
