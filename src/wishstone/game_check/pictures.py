"""Stages of the check of a game that draw it: in the terminal, and on the page as far as the server sees to that."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from wishstone.game.chance import stream
from wishstone.game.contract import CHANCE, ONLOOKER, Game, Position
from wishstone.game.package import GamePackage
from wishstone.game.words import LANGUAGES
from wishstone.game_check.engine import random_positions
from wishstone.game_check.remarks import Remark, missing, wrong
from wishstone.games import GAMES

if TYPE_CHECKING:
    from wishstone.terminal.renderer import GameRenderer

EVERY = 5  # positions between two that are drawn
EXPORT = re.compile(r"^export (default\b|\{[^}]*\bdefault\b)", re.MULTILINE)
WINDOWS = ((100, 40), (60, 24))
TERMINAL = "terminal"


def terminal(game: Game) -> Iterator[Remark]:
    """The terminal draws a game in both languages and for every seat, and its own picture does not fail."""
    from wishstone.terminal.renderer import GameRenderer
    from wishstone.terminal.seating import BOT_NAMES, Seating

    if not game.package.has(TERMINAL):
        yield missing("check-no-picture", file=f"{TERMINAL}.py")
    seats = game.rules.SEATS[0]
    for language in LANGUAGES:
        for seat in range(seats):
            seating = Seating(seat, BOT_NAMES[:seats], tuple("" if each == seat else "easy" for each in range(seats)))
            renderer = GameRenderer(game, language, seating)
            for number, state in enumerate(random_positions(game, seats, seed=seat)):
                if number % EVERY == 0:
                    _draw(renderer, state, seat)
            if renderer.failure:
                yield wrong("check-picture", file=f"{TERMINAL}.py", reason=renderer.failure)
                return


def _draw(renderer: GameRenderer, state: Position, seat: int) -> None:
    """Draw all that the terminal shows of a position."""
    game = renderer.game
    moves = renderer.list_moves(state) if game.actor(state) == seat else []
    for width, height in WINDOWS:
        kit, view = renderer.make_kit(width, height, moves), game.view(state, seat)
        renderer.draw_table(view, kit)
        renderer.draw_memory_aid(view, kit)
        renderer.draw_legend(kit)
        renderer.examples(kit)
        if moves:
            renderer.draw_prompt(view, kit)
            renderer.draw_moves(view, kit)
    for item in game.rules.ITEMS[:-1]:  # the total is the terminal's own word
        renderer.draw_item(item)
    for move in moves:
        renderer.describe_move(move)


def page(game: Game) -> Iterator[Remark]:
    """The server shows a whole game at a table to every seat and to an onlooker, and has the game's sentences."""
    from wishstone.server.http.table_routes import words_of
    from wishstone.server.table import entries, views
    from wishstone.server.table.replay import apply_entries, new_table

    seats = game.rules.SEATS[0]
    setup = entries.TableSetup(game.id, game.rules_version, seats, first=0, hints=False)
    opened = entries.Opened(setup, secret="", commitment="", code="", watch="")
    table, rng = new_table("", opened, game, 0), stream(3)
    kept: list[tuple[entries.EntryBody, int]] = [(opened, 0)]
    kept += [(entries.Sat(seat, f"seat {seat}", key=""), 0) for seat in range(seats)]
    kept += [(entries.Began(0), 0)]
    apply_entries(table, kept[1:])
    match = table.match
    assert match is not None
    decisions = 0
    while (who := match.actor) >= CHANCE and decisions < game.rules.MAX_DECISIONS:
        for seat in range(seats):
            json.dumps(views.own(table, seat))
        json.dumps(views.position(table))
        move = game.sample(match.state, rng) if who == CHANCE else game.legal(match.state)[0]
        name = game.name(match.state, move)
        kept.append((entries.Drawn(name, 0) if who == CHANCE else entries.Moved(who, name), 0))
        apply_entries(table, kept[-1:])
        decisions += who != CHANCE
    for line in views.log_views(table, kept):
        for seat in range(ONLOOKER, seats):
            json.dumps(line.for_seat(seat))
    if any(about.id == game.id for about in GAMES):  # and not for research alone
        words_of(game.id, LANGUAGES)
    yield from _page_files(game.package)


def _page_files(package: GamePackage) -> Iterator[Remark]:
    """The picture can be loaded, and its sentences are there in both languages."""
    from wishstone.server.http.game_files import describe_games, read_game_files

    describe_games([package], read_game_files([package]))
    picture, id = package.find_file("picture"), package.about.id
    if picture is None:
        yield missing("check-no-picture", file=f"web/{id}.js")
    elif not EXPORT.search(picture.read_text("utf-8")):
        yield wrong("check-no-export", file=f"web/{id}.js")
    names = [f"{id}.{language}.json" for language in LANGUAGES]
    told = [file for name in names if (file := package.web.joinpath(name)).is_file()]
    if told and len(told) < len(names):
        yield wrong("check-strings", file=f"web/{told[0].name}", others=", ".join(names))
        return
    keys = [json.loads(file.read_text("utf-8")).keys() for file in told]
    for key in sorted(set().union(*keys) - set(keys[0]).intersection(*keys)) if keys else ():
        yield wrong("check-string", name=key, files=", ".join(names))
