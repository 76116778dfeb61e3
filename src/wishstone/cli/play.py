"""Commands to play: `games` and `play`."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from wishstone.cli.inputs import parse_options, read_data_files
from wishstone.cli.options import LEXICON, CommonOptions
from wishstone.game.errors import UsageError
from wishstone.games import GAMES


def add_commands(app: typer.Typer, options: CommonOptions) -> None:
    """Add `games` and `play`."""
    say, language = options.say, options.language

    @app.command(help=say("help-cmd-games"))
    def games() -> None:
        from wishstone.terminal.output.games import show_games

        show_games(GAMES, LEXICON, language)

    @app.command(help=say("help-cmd-play"))
    def play(
        game: Annotated[str | None, options.game] = None,
        seats: Annotated[int | None, options.seats] = None,
        level: Annotated[str | None, typer.Option(metavar="LEVEL", help=say("help-level"))] = None,
        bots: Annotated[str | None, options.bots] = None,
        seat: Annotated[int | None, typer.Option(metavar="SEAT", help=say("help-seat"))] = None,
        name: Annotated[str | None, typer.Option(metavar="NAME", help=say("help-name"))] = None,
        seed: Annotated[int | None, options.seed] = None,
        first: Annotated[int | None, options.first] = None,
        option: Annotated[list[str] | None, options.option] = None,
        board: Annotated[Path | None, options.board] = None,
        tiles: Annotated[Path | None, options.tiles] = None,
        resume: Annotated[bool, typer.Option("--resume", help=say("help-resume"))] = False,
        new: Annotated[bool, typer.Option("--new", help=say("help-new"))] = False,
        terminal: Annotated[bool, typer.Option("--terminal", help=say("help-terminal"))] = False,
        browser: Annotated[bool | None, typer.Option("--browser/--no-browser", help=say("help-browser"))] = None,
        port: Annotated[int | None, typer.Option(metavar="PORT", help=say("help-play-port"))] = None,
        lan: Annotated[bool, typer.Option("--lan", help=say("help-play-lan"))] = False,
    ) -> None:
        in_browser = first_given(
            {
                "--no-browser" if browser is False else "--browser": browser is not None,
                "--port": port,
                "--lan": lan,
            }
        )
        in_terminal = first_given(
            {
                "--terminal": terminal,
                "GAME": game,
                "--seats": seats,
                "--level": level,
                "--bots": bots,
                "--seat": seat,
                "--name": name,
                "--seed": seed,
                "--first": first,
                "--option": option,
                "--board": board,
                "--tiles": tiles,
                "--resume": resume,
                "--new": new,
            }
        )
        if in_terminal and in_browser:
            raise UsageError("play-both", LEXICON, browser=in_browser, terminal=in_terminal)
        if in_browser or (not in_terminal and has_display()):
            return play_in_browser(language, has_display() if browser is None else browser, port, lan)
        if not in_terminal:
            print(say("play-no-display"), file=sys.stderr)

        from wishstone.terminal import PlayRequest
        from wishstone.terminal import play as play_game

        if level and bots:
            raise UsageError("level-and-bots", LEXICON)
        request = PlayRequest(
            game=game,
            seats=seats,
            bots=tuple(bots.split(",")) if bots else (level,) if level else (),
            seat=seat or 0,
            name=name,
            seed=seed,
            first=first,
            options=parse_options(option),
            files=read_data_files(board, tiles),
            language=language if options.is_language_given else None,
            resume=resume,
            new=new,
        )
        raise typer.Exit(play_game(request))


def play_in_browser(language: str, opens_browser: bool, port: int | None, lan: bool) -> None:
    """Serve the page to this machine, or to the local network."""
    from wishstone.server.config.settings import read_settings
    from wishstone.server.ops.local_play import play_locally
    from wishstone.server.ops.serve import lan_address

    settings = read_settings(None, port=port, host=lan_address() if lan else None, log="warning")
    play_locally(settings, language, opens_browser)


def has_display() -> bool:
    """Whether a browser with a window can be opened here."""
    if sys.platform.startswith(("win", "darwin")):
        return True
    return any(os.environ.get(name) for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"))


def first_given(options: Mapping[str, object]) -> str | None:
    """The first of these options that was given on the command line, if any."""
    return next((name for name, value in options.items() if value is not None and value is not False), None)
