"""Commands that judge play, games and speed: `analyse`, `bot-check`, `game-check` and `bench`."""

from pathlib import Path
from typing import Annotated

import typer

from wishstone.cli.inputs import choose_engine, parse_options, read_data_files, read_record
from wishstone.cli.options import EXIT_FAILED, LEXICON, CommonOptions
from wishstone.game.errors import RecordError, UsageError
from wishstone.game.registry import on_engine
from wishstone.games import GAMES


def add_commands(app: typer.Typer, options: CommonOptions) -> None:
    """Add `analyse`, `bot-check`, `game-check` and `bench`."""
    say, language = options.say, options.language

    @app.command(help=say("help-cmd-analyse"))
    def analyse(
        file: Annotated[Path, typer.Argument(metavar="RECORD", help=say("help-file"))],
        seat: Annotated[int | None, typer.Option(metavar="SEAT", help=say("help-analyse-seat"))] = None,
        simulations: Annotated[int, typer.Option(metavar="N", help=say("help-simulations"))] = 2000,
        worst: Annotated[int, typer.Option(metavar="N", help=say("help-worst"))] = 5,
        seed: Annotated[int, options.seed] = 0,
        as_json: Annotated[bool, options.json] = False,
    ) -> None:
        from wishstone.bots.levels import MOST_SIMULATIONS
        from wishstone.bots.review import decisions_of
        from wishstone.game.record_reader import verify
        from wishstone.lab.simulate import MAX_SEED
        from wishstone.terminal.output.analyse import show_analysis

        limits = {"--simulations": (1, simulations, MOST_SIMULATIONS), "--worst": (0, worst, 1000)}
        for name, (low, value, high) in (limits | {"seed": (0, seed, MAX_SEED)}).items():
            if not low <= value <= high:
                raise UsageError("count-wrong", name=name, low=low, high=str(high), value=str(value))
        reading = read_record(file)
        game = reading.load(GAMES)
        if verify(reading, game, unfinished=True) is None:
            raise RecordError("record-seen", seat=int(reading.seen_by or 0))
        seats = range(len(reading.players))
        if seat is not None and seat not in seats:
            raise UsageError("seat-wrong", seat=seat, last=len(seats) - 1)
        decisions = decisions_of(reading, game, seats if seat is None else {seat})
        game = on_engine(game, choose_engine())
        show_analysis(game, reading.players, decisions, simulations, seed, worst, as_json, LEXICON, language)

    @app.command("bot-check", help=say("help-cmd-bot-check"))
    def bot_check(
        game: Annotated[str, options.game],
        command: Annotated[str, typer.Argument(metavar="COMMAND", help=say("help-command"))],
        seats: Annotated[int | None, options.seats] = None,
        games: Annotated[int, typer.Option(metavar="M", help=say("help-rounds"))] = 2,
        seed: Annotated[int, options.seed] = 0,
        option: Annotated[list[str] | None, options.option] = None,
        board: Annotated[Path | None, options.board] = None,
        tiles: Annotated[Path | None, options.tiles] = None,
    ) -> None:
        from wishstone.terminal.output.bot_check import show_bot_check

        if not 1 <= games <= 1000:
            raise UsageError("count-wrong", name="--games", low=1, high=1000, value=str(games))
        loaded = GAMES.load(game, parse_options(option), "interpreted", read_data_files(board, tiles))
        if not show_bot_check(loaded, command, seats, games, seed, LEXICON, language):
            raise typer.Exit(EXIT_FAILED)

    @app.command("game-check", help=say("help-cmd-game-check"))
    def game_check(game: Annotated[str, options.game]) -> None:
        from wishstone.game_check.output import show_game_check
        from wishstone.games import EVERY

        if not show_game_check(EVERY, game, language):
            raise typer.Exit(EXIT_FAILED)

    @app.command(help=say("help-cmd-bench"))
    def bench(
        seconds: Annotated[float, typer.Option(metavar="SECONDS", help=say("help-seconds"))] = 12.0,
        as_json: Annotated[bool, options.json] = False,
    ) -> None:
        from wishstone.terminal.output.bench import show_bench

        if not 0.1 <= seconds <= 3600:
            raise UsageError("count-wrong", name="--seconds", low="0.1", high=3600, value=str(seconds))
        show_bench(seconds, as_json, LEXICON, language)
