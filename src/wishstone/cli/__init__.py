"""Command-line interface: `wishstone <command>`.

Nothing heavy is imported before a command needs it: `wishstone games` answers at once.
Exit status: 0 for done, 1 for a check that failed, 2 for something that cannot be asked for.
"""

import logging
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from wishstone import __version__
from wishstone.cli import admin, checks, lab, new_game, play, records, server
from wishstone.cli.options import EXIT_FAILED, EXIT_MISUSE, LEXICON, CommonOptions
from wishstone.game.cache import user_cache
from wishstone.game.errors import RecordError, UsageError, WishstoneError
from wishstone.game.words import LANGUAGES, language_of
from wishstone.games import INSTALLED


def main() -> None:
    """Run a command, and say in one sentence what went wrong."""
    given, arguments = _split_language(sys.argv[1:])
    language = language_of() if given is None else given
    if language not in LANGUAGES:
        _fail(
            UsageError("lang-unknown", LEXICON, name=language, known=", ".join(LANGUAGES)), language_of(), EXIT_MISUSE
        )
    try:
        make_application(language, given is not None)(arguments, prog_name="wishstone")
    except RecordError as error:
        _fail(error, language, EXIT_FAILED)
    except WishstoneError as error:
        _fail(error, language, EXIT_MISUSE)
    except Exception as error:
        place = _log_failures_to_file()
        if (failure := INSTALLED.blame(error)) is None:
            raise
        print(LEXICON.saying(language)("game-traceback", path=str(place)), file=sys.stderr)
        _fail(failure, language, EXIT_FAILED)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(130)


def _split_language(arguments: list[str]) -> tuple[str | None, list[str]]:
    """The language given by `--lang` anywhere on the command line, if any, and the other arguments."""
    left: list[str] = []
    language = None
    rest = iter(arguments)
    for argument in rest:
        if argument == "--lang":
            language = next(rest, "")
        elif argument.startswith("--lang="):
            language = argument.partition("=")[2]
        else:
            left.append(argument)
    return language, left


def _log_failures_to_file() -> Path:
    """Have failures of games logged with their traceback, beside the user's compiled code; returns the file."""
    place = user_cache() / "failed-games.log"
    log = logging.getLogger("wishstone.games")
    log.propagate = False
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        log.addHandler(logging.FileHandler(place, encoding="utf-8", delay=True))
    return place


def _fail(error: WishstoneError, language: str, status: int) -> NoReturn:
    print(f"wishstone: {error.text(language)} [{error.code}]", file=sys.stderr)
    sys.exit(status)


def make_application(language: str, is_language_given: bool = True) -> typer.Typer:
    """The commands in one language: the one given on the command line, or that of the locale."""
    options = CommonOptions(language, is_language_given)
    say = options.say
    app = typer.Typer(
        no_args_is_help=True,
        add_completion=False,
        help=say("cli-help"),
        context_settings={"help_option_names": ["-h", "--help"]},
        pretty_exceptions_enable=False,
    )

    @app.callback(invoke_without_command=True)
    def version(show: Annotated[bool, typer.Option("--version", help=say("help-version"))] = False) -> None:
        if show:
            print(f"wishstone {__version__}")
            raise typer.Exit

    for group in (play, records, lab, checks, new_game, server, admin):  # the order in which help lists them
        group.add_commands(app, options)
    return app
