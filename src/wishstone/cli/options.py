"""Options that several commands share, with their help in one language."""

import typer

from wishstone.game.words import Lexicon
from wishstone.games import GAMES
from wishstone.words import WORDS

LEXICON = Lexicon(WORDS)
EXIT_FAILED, EXIT_MISUSE = 1, 2


class CommonOptions:
    """Arguments and options that several commands have, and the language in which all commands speak."""

    def __init__(self, language: str, is_language_given: bool) -> None:
        self.language, self.is_language_given = language, is_language_given
        self.say = say = LEXICON.saying(language)
        self.game = typer.Argument(metavar="GAME", help=say("help-game", known=", ".join(about.id for about in GAMES)))
        self.seats = typer.Option(metavar="N", help=say("help-seats"))
        self.bots = typer.Option(metavar="A,B,…", help=say("help-bots"))
        self.seed = typer.Option(metavar="S", help=say("help-seed"))
        self.first = typer.Option(metavar="SEAT", help=say("help-first"))
        self.option = typer.Option("--option", metavar="NAME=VALUE", help=say("help-option"))
        self.board = typer.Option("--board", metavar="FILE", help=say("help-board"))
        self.tiles = typer.Option("--tiles", metavar="FILE", help=say("help-tiles"))
        self.json = typer.Option("--json", help=say("help-json"))
        self.jobs = typer.Option(metavar="N", help=say("help-jobs"))
        self.cluster = typer.Option(metavar="ADDRESS", help=say("help-cluster"))
        self.database = typer.Option("--database", metavar="PATH|URL", help=say("help-database"))
