"""Commands about game records: `record`, `replay` and `verify`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wishstone.cli.inputs import make_player, read_data_files, read_record, write_output
from wishstone.cli.options import EXIT_FAILED, LEXICON, CommonOptions
from wishstone.game.errors import RecordError, UsageError
from wishstone.game.words import Sentence, number, sentence
from wishstone.games import GAMES

if TYPE_CHECKING:
    from wishstone.game.record_reader import ParsedRecord


def add_commands(app: typer.Typer, options: CommonOptions) -> None:
    """Add `record`, `replay` and `verify`."""
    say, language = options.say, options.language

    @app.command(help=say("help-cmd-record"))
    def record(
        game: Annotated[str, options.game],
        seats: Annotated[int | None, options.seats] = None,
        bots: Annotated[str, options.bots] = "greedy",
        seed: Annotated[int, options.seed] = 0,
        number: Annotated[int, typer.Option(metavar="N", help=say("help-number"))] = 0,
        first: Annotated[int | None, options.first] = None,
        option: Annotated[list[str] | None, options.option] = None,
        board: Annotated[Path | None, options.board] = None,
        tiles: Annotated[Path | None, options.tiles] = None,
        legal: Annotated[bool, typer.Option("--legal", help=say("help-legal"))] = False,
        seen_by: Annotated[int | None, typer.Option(metavar="SEAT", help=say("help-seen-by"))] = None,
        output: Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help=say("help-output"))] = None,
    ) -> None:
        from wishstone.game.record import write
        from wishstone.lab.simulate import MAX_NUMBER

        player = make_player(game, seats, bots, seed, first, option, read_data_files(board, tiles), "interpreted")
        if seen_by is not None and not -1 <= seen_by < player.seats:
            raise UsageError("onlooker-wrong", seat=seen_by, last=player.seats - 1)
        if not 0 <= number <= MAX_NUMBER:
            raise UsageError("count-wrong", name="--number", low=0, high=str(MAX_NUMBER), value=str(number))
        match = player.play(number)
        result = match.result(cut_off=None if match.is_over else match.decisions)
        write_output(write(match, player.names, result=result, legal=legal, seen_by=seen_by), output)

    @app.command(help=say("help-cmd-replay"))
    def replay(file: Annotated[Path, typer.Argument(metavar="FILE", help=say("help-file"))]) -> None:
        from wishstone.terminal.output.replay import show_replay

        reading = read_record(file)
        show_replay(reading, reading.load(GAMES), LEXICON, language)

    @app.command(help=say("help-cmd-verify"))
    def verify(
        files: Annotated[list[Path], typer.Argument(metavar="FILE…", help=say("help-files"))],
        unfinished: Annotated[bool, typer.Option("--unfinished", help=say("help-unfinished"))] = False,
    ) -> None:
        if failed := [file for file in files if not verify_file(file, unfinished, language)]:
            if len(files) > 1:
                print(say("verify-summary", failed=len(failed), files=len(files)), file=sys.stderr)
            raise typer.Exit(EXIT_FAILED)


def verify_file(file: Path, unfinished: bool, language: str) -> bool:
    """Check one record and print the outcome; returns whether it passed."""
    from wishstone.game.record_reader import verify

    try:
        reading = read_record(file)
        match = verify(reading, reading.load(GAMES), unfinished)
    except RecordError as error:
        print(f"wishstone: {file}: {error.text(language)} [{error.code}]", file=sys.stderr)
        return False
    if match is None:
        told = sentence("verify-seen", seat=int(reading.seen_by or 0), events=len(reading.lines))
    elif reading.footer is None:
        told = sentence("verify-unfinished", events=len(reading.lines))
    else:
        told = sentence("verify-good", events=len(reading.lines), scores=", ".join(map(number, match.result().scores)))
    print(f"{file}: {'; '.join(LEXICON.say(each, language) for each in [told, *describe_dice(reading)])}")
    return True


def describe_dice(reading: "ParsedRecord") -> list[Sentence]:
    """What a verified record proves about its dice; empty where they are not fair dice."""
    from wishstone.game.proof import account

    dice = account(reading)
    if dice is None:
        return []
    if dice.fairness.secret is None or not reading.is_open:
        return [sentence("verify-dice-sealed")]
    told = [sentence("verify-dice", draws=dice.proved)]
    if dice.is_by_lot:
        told.append(sentence("verify-dice-lot"))
    if dice.undone:
        told.append(sentence("verify-dice-undone", count=len(dice.undone)))
    return told
