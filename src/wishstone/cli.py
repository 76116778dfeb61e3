"""Command-line interface: `wishstone <command>`.

Nothing heavy is imported before a command needs it: `wishstone games` answers at once.
Exit status: 0 for done, 1 for a check that failed, 2 for something that cannot be asked for.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from wishstone import __version__
from wishstone.game.errors import RecordError, UsageError, WishstoneError, unreadable, unwritable
from wishstone.game.registry import on_engine, option_value
from wishstone.game.rule import SWITCH, Engine, default_engine
from wishstone.game.words import LANGUAGES, Lexicon, Sentence, language_of, number, sentence
from wishstone.games import GAMES
from wishstone.words import WORDS

if TYPE_CHECKING:
    from wishstone.game.about import OptionValue
    from wishstone.game.record_reader import ParsedRecord
    from wishstone.lab.simulate import Player

LEXICON = Lexicon(WORDS)
EXIT_FAILED, EXIT_MISUSE = 1, 2


def _language(arguments: list[str]) -> tuple[str | None, list[str]]:
    """The language asked for by `--lang` anywhere on the command line, if any, and the other arguments."""
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


def main() -> None:
    """Run a command, and tell what went wrong in one sentence."""
    asked_for, arguments = _language(sys.argv[1:])
    language = language_of() if asked_for is None else asked_for
    if language not in LANGUAGES:
        _fail(
            UsageError("lang-unknown", LEXICON, name=language, known=", ".join(LANGUAGES)), language_of(), EXIT_MISUSE
        )
    try:
        application(language, asked_for is not None)(arguments, prog_name="wishstone")
    except RecordError as error:
        _fail(error, language, EXIT_FAILED)
    except WishstoneError as error:
        _fail(error, language, EXIT_MISUSE)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(130)


def _fail(error: WishstoneError, language: str, status: int) -> NoReturn:
    print(f"wishstone: {error.text(language)} [{error.code}]", file=sys.stderr)
    sys.exit(status)


def application(language: str, asked_for: bool = True) -> typer.Typer:
    """The commands, speaking one language: one that was asked for, or that of the locale."""

    say = LEXICON.saying(language)

    app = typer.Typer(
        no_args_is_help=True,
        add_completion=False,
        help=say("cli-help"),
        context_settings={"help_option_names": ["-h", "--help"]},
        pretty_exceptions_enable=False,
    )
    game_argument = typer.Argument(metavar="GAME", help=say("help-game", known=", ".join(about.id for about in GAMES)))
    seats_option = typer.Option(metavar="N", help=say("help-seats"))
    bots_option = typer.Option(metavar="A,B,…", help=say("help-bots"))
    seed_option = typer.Option(metavar="S", help=say("help-seed"))
    first_option = typer.Option(metavar="SEAT", help=say("help-first"))
    option_option = typer.Option("--option", metavar="NAME=VALUE", help=say("help-option"))
    board_option = typer.Option("--board", metavar="FILE", help=say("help-board"))
    tiles_option = typer.Option("--tiles", metavar="FILE", help=say("help-tiles"))
    json_option = typer.Option("--json", help=say("help-json"))
    jobs_option = typer.Option(metavar="N", help=say("help-jobs"))
    cluster_option = typer.Option(metavar="ADDRESS", help=say("help-cluster"))

    @app.callback(invoke_without_command=True)
    def version(show: Annotated[bool, typer.Option("--version", help=say("help-version"))] = False) -> None:
        if show:
            print(f"wishstone {__version__}")
            raise typer.Exit

    @app.command(help=say("help-cmd-games"))
    def games() -> None:
        from wishstone.terminal.output.games import show_games

        show_games(GAMES, LEXICON, language)

    @app.command(help=say("help-cmd-play"))
    def play(
        game: Annotated[str | None, game_argument] = None,
        seats: Annotated[int | None, seats_option] = None,
        level: Annotated[str | None, typer.Option(metavar="LEVEL", help=say("help-level"))] = None,
        bots: Annotated[str | None, bots_option] = None,
        seat: Annotated[int | None, typer.Option(metavar="SEAT", help=say("help-seat"))] = None,
        name: Annotated[str | None, typer.Option(metavar="NAME", help=say("help-name"))] = None,
        seed: Annotated[int | None, seed_option] = None,
        first: Annotated[int | None, first_option] = None,
        option: Annotated[list[str] | None, option_option] = None,
        board: Annotated[Path | None, board_option] = None,
        tiles: Annotated[Path | None, tiles_option] = None,
        resume: Annotated[bool, typer.Option("--resume", help=say("help-resume"))] = False,
        new: Annotated[bool, typer.Option("--new", help=say("help-new"))] = False,
        terminal: Annotated[bool, typer.Option("--terminal", help=say("help-terminal"))] = False,
        browser: Annotated[bool | None, typer.Option("--browser/--no-browser", help=say("help-browser"))] = None,
        port: Annotated[int | None, typer.Option(metavar="PORT", help=say("help-play-port"))] = None,
        lan: Annotated[bool, typer.Option("--lan", help=say("help-play-lan"))] = False,
    ) -> None:
        game_asked: dict[str, object] = {
            "GAME": game,
            "--seats": seats,
            "--level": level,
            "--bots": bots,
            "--seat": seat,
            "--name": name,
        }
        game_asked |= {"--seed": seed, "--first": first, "--option": option, "--board": board, "--tiles": tiles}
        in_terminal = asked_first({"--terminal": terminal, **game_asked, "--resume": resume, "--new": new})
        in_browser = asked_first({"--no-browser" if browser is False else "--browser": browser is not None})
        in_browser = in_browser or asked_first({"--port": port, "--lan": lan})
        if in_terminal and in_browser:
            raise UsageError("play-both", LEXICON, browser=in_browser, terminal=in_terminal)
        if in_browser or (not in_terminal and has_display()):
            from wishstone.server.config.settings import read_settings
            from wishstone.server.ops.local_play import play_at_home
            from wishstone.server.ops.serve import lan_address

            settings = read_settings(None, port=port, host=lan_address() if lan else None, log="warning")
            return play_at_home(settings, language, has_display() if browser is None else browser)
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
            options=options_of(option),
            files=files_of(board, tiles),
            language=language if asked_for else None,
            resume=resume,
            new=new,
        )
        raise typer.Exit(play_game(request))

    @app.command(help=say("help-cmd-record"))
    def record(
        game: Annotated[str, game_argument],
        seats: Annotated[int | None, seats_option] = None,
        bots: Annotated[str, bots_option] = "greedy",
        seed: Annotated[int, seed_option] = 0,
        number: Annotated[int, typer.Option(metavar="N", help=say("help-number"))] = 0,
        first: Annotated[int | None, first_option] = None,
        option: Annotated[list[str] | None, option_option] = None,
        board: Annotated[Path | None, board_option] = None,
        tiles: Annotated[Path | None, tiles_option] = None,
        legal: Annotated[bool, typer.Option("--legal", help=say("help-legal"))] = False,
        seen_by: Annotated[int | None, typer.Option(metavar="SEAT", help=say("help-seen-by"))] = None,
        output: Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help=say("help-output"))] = None,
    ) -> None:
        from wishstone.game.record import write
        from wishstone.lab.simulate import MAX_NUMBER

        player = player_of(game, seats, bots, seed, first, option, files_of(board, tiles), "interpreted")
        if seen_by is not None and not -1 <= seen_by < player.seats:
            raise UsageError("onlooker-wrong", seat=seen_by, last=player.seats - 1)
        if not 0 <= number <= MAX_NUMBER:
            raise UsageError("count-wrong", name="--number", low=0, high=str(MAX_NUMBER), value=str(number))
        match = player.play(number)
        result = match.result(cut_off=None if match.is_over else match.decisions)
        write_out(write(match, player.names, result=result, legal=legal, seen_by=seen_by), output)

    @app.command(help=say("help-cmd-replay"))
    def replay(file: Annotated[Path, typer.Argument(metavar="FILE", help=say("help-file"))]) -> None:
        from wishstone.terminal.output.replay import show_replay

        reading = read_in(file)
        show_replay(reading, reading.load(GAMES), LEXICON, language)

    @app.command(help=say("help-cmd-verify"))
    def verify(
        files: Annotated[list[Path], typer.Argument(metavar="FILE…", help=say("help-files"))],
        unfinished: Annotated[bool, typer.Option("--unfinished", help=say("help-unfinished"))] = False,
    ) -> None:
        if failed := [file for file in files if not verified(file, unfinished, language)]:
            if len(files) > 1:
                print(say("verify-summary", failed=len(failed), files=len(files)), file=sys.stderr)
            raise typer.Exit(EXIT_FAILED)

    @app.command(help=say("help-cmd-simulate"))
    def simulate(
        game: Annotated[str, game_argument],
        seats: Annotated[int | None, seats_option] = None,
        bots: Annotated[str, bots_option] = "random",
        games: Annotated[int, typer.Option(metavar="M", help=say("help-games"))] = 1000,
        seed: Annotated[int, seed_option] = 0,
        first: Annotated[int | None, first_option] = None,
        option: Annotated[list[str] | None, option_option] = None,
        board: Annotated[Path | None, board_option] = None,
        tiles: Annotated[Path | None, tiles_option] = None,
        save: Annotated[Path | None, typer.Option(metavar="FILE", help=say("help-simulate-save"))] = None,
        jobs: Annotated[int | None, jobs_option] = None,
        cluster: Annotated[str | None, cluster_option] = None,
        gpu: Annotated[bool, typer.Option("--gpu", help=say("help-gpu"))] = False,
        as_json: Annotated[bool, json_option] = False,
    ) -> None:
        from wishstone.lab.executor_choice import simulation_executor
        from wishstone.lab.simulate import MAX_NUMBER
        from wishstone.lab.simulation_job import job_of
        from wishstone.terminal.output.simulate import show_simulation

        if not 1 <= games <= MAX_NUMBER:
            raise UsageError("count-wrong", name="--games", low=1, high=str(MAX_NUMBER), value=str(games))
        player = player_of(game, seats, bots, seed, first, option, files_of(board, tiles), None)
        executor, size = simulation_executor(player, games, jobs, cluster, gpu)
        show_simulation(player.game, job_of(player), executor, size, games, save, as_json, LEXICON, language)

    @app.command(help=say("help-cmd-arena"))
    def arena(
        game: Annotated[str, game_argument],
        bots: Annotated[str | None, typer.Option(metavar="A,B,…", help=say("help-line-up"))] = None,
        pool: Annotated[str | None, typer.Option(metavar="A,B,C,…", help=say("help-pool"))] = None,
        seats: Annotated[int | None, seats_option] = None,
        games: Annotated[int, typer.Option(metavar="N", help=say("help-arena-games"))] = 400,
        seed: Annotated[int, seed_option] = 0,
        option: Annotated[list[str] | None, option_option] = None,
        board: Annotated[Path | None, board_option] = None,
        tiles: Annotated[Path | None, tiles_option] = None,
        save: Annotated[Path | None, typer.Option(metavar="FILE", help=say("help-save"))] = None,
        jobs: Annotated[int | None, jobs_option] = None,
        cluster: Annotated[str | None, cluster_option] = None,
        as_json: Annotated[bool, json_option] = False,
    ) -> None:
        from wishstone.lab.executor_choice import arena_executor
        from wishstone.lab.plan import plan_of
        from wishstone.terminal.output.arena import show_arena

        line_up, field = (names.split(",") if names is not None else None for names in (bots, pool))
        loaded = GAMES.load(game, options_of(option), engine_of(), files_of(board, tiles))
        plan = plan_of(loaded, line_up, field, seats, seed)
        show_arena(plan, arena_executor(plan, games, jobs, cluster), games, save, as_json, LEXICON, language)

    @app.command(help=say("help-cmd-report"))
    def report(
        game: Annotated[str | None, game_argument] = None,
        compare: Annotated[tuple[Path, Path] | None, typer.Option(metavar="A B", help=say("help-compare"))] = None,
        seats: Annotated[int | None, seats_option] = None,
        bots: Annotated[str, bots_option] = "greedy",
        games: Annotated[int, typer.Option(metavar="M", help=say("help-games"))] = 2000,
        seed: Annotated[int, seed_option] = 0,
        first: Annotated[int | None, first_option] = None,
        option: Annotated[list[str] | None, option_option] = None,
        board: Annotated[Path | None, board_option] = None,
        tiles: Annotated[Path | None, tiles_option] = None,
        house_rules: Annotated[bool, typer.Option(help=say("help-house-rules"))] = True,
        jobs: Annotated[int | None, typer.Option(metavar="N", help=say("help-jobs"))] = None,
        out: Annotated[Path | None, typer.Option(metavar="FOLDER", help=say("help-report-out"))] = None,
    ) -> None:
        from wishstone.report.command import compare_reports, make_report
        from wishstone.report.words import LEXICON as REPORT
        from wishstone.terminal.output.progress import show_progress

        if compare is not None:
            if game is not None:
                raise UsageError("report-both", REPORT, game=game)
            compare_reports(*compare, out or Path("report-compared"), language)
        elif game is None:
            raise UsageError("report-game", REPORT)
        else:
            loaded = GAMES.load(game, options_of(option), engine_of(), files_of(board, tiles))
            folder = out or Path(f"report-{loaded.id}")
            make_report(
                loaded, seats, bots.split(","), games, seed, first, house_rules, jobs, folder, language, show_progress
            )

    @app.command(help=say("help-cmd-analyse"))
    def analyse(
        file: Annotated[Path, typer.Argument(metavar="RECORD", help=say("help-file"))],
        seat: Annotated[int | None, typer.Option(metavar="SEAT", help=say("help-analyse-seat"))] = None,
        simulations: Annotated[int, typer.Option(metavar="N", help=say("help-simulations"))] = 2000,
        worst: Annotated[int, typer.Option(metavar="N", help=say("help-worst"))] = 5,
        seed: Annotated[int, seed_option] = 0,
        as_json: Annotated[bool, json_option] = False,
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
        reading = read_in(file)
        game = reading.load(GAMES)
        if verify(reading, game, unfinished=True) is None:
            raise RecordError("record-seen", seat=int(reading.seen_by or 0))
        seats = range(len(reading.players))
        if seat is not None and seat not in seats:
            raise UsageError("seat-wrong", seat=seat, last=len(seats) - 1)
        decisions = decisions_of(reading, game, seats if seat is None else {seat})
        game = on_engine(game, engine_of())
        show_analysis(game, reading.players, decisions, simulations, seed, worst, as_json, LEXICON, language)

    @app.command("bot-check", help=say("help-cmd-bot-check"))
    def bot_check(
        game: Annotated[str, game_argument],
        command: Annotated[str, typer.Argument(metavar="COMMAND", help=say("help-command"))],
        seats: Annotated[int | None, seats_option] = None,
        games: Annotated[int, typer.Option(metavar="M", help=say("help-rounds"))] = 2,
        seed: Annotated[int, seed_option] = 0,
        option: Annotated[list[str] | None, option_option] = None,
        board: Annotated[Path | None, board_option] = None,
        tiles: Annotated[Path | None, tiles_option] = None,
    ) -> None:
        from wishstone.terminal.output.bot_check import show_bot_check

        if not 1 <= games <= 1000:
            raise UsageError("count-wrong", name="--games", low=1, high=1000, value=str(games))
        loaded = GAMES.load(game, options_of(option), "interpreted", files_of(board, tiles))
        if not show_bot_check(loaded, command, seats, games, seed, LEXICON, language):
            raise typer.Exit(EXIT_FAILED)

    @app.command(help=say("help-cmd-bench"))
    def bench(
        seconds: Annotated[float, typer.Option(metavar="SECONDS", help=say("help-seconds"))] = 12.0,
        as_json: Annotated[bool, json_option] = False,
    ) -> None:
        from wishstone.terminal.output.bench import show_bench

        if not 0.1 <= seconds <= 3600:
            raise UsageError("count-wrong", name="--seconds", low="0.1", high=3600, value=str(seconds))
        show_bench(seconds, as_json, LEXICON, language)

    database_option = typer.Option("--database", metavar="PATH|URL", help=say("help-database"))

    @app.command(help=say("help-cmd-serve"))
    def serve(
        host: Annotated[str | None, typer.Option(metavar="ADDRESS", help=say("help-host"))] = None,
        port: Annotated[int | None, typer.Option(metavar="PORT", help=say("help-port"))] = None,
        lan: Annotated[bool, typer.Option("--lan", help=say("help-lan"))] = False,
        database: Annotated[str | None, database_option] = None,
        workers: Annotated[int | None, typer.Option(metavar="N", help=say("help-workers"))] = None,
        tls_cert: Annotated[str | None, typer.Option(metavar="FILE", help=say("help-tls-cert"))] = None,
        tls_key: Annotated[str | None, typer.Option(metavar="FILE", help=say("help-tls-key"))] = None,
        settings: Annotated[Path | None, typer.Option(metavar="FILE", help=say("help-settings"))] = None,
    ) -> None:
        from wishstone.server.config.settings import read_settings
        from wishstone.server.ops.serve import host_of
        from wishstone.server.ops.serve import serve as serve_tables

        serve_tables(
            read_settings(
                settings,
                host=host_of(host, lan),
                port=port,
                database=database,
                workers=workers,
                tls_cert=tls_cert,
                tls_key=tls_key,
            ),
            language,
        )

    @app.command(help=say("help-cmd-backup"))
    def backup(
        file: Annotated[Path, typer.Argument(metavar="FILE", help=say("help-backup-file"))],
        database: Annotated[str | None, database_option] = None,
    ) -> None:
        from wishstone.server.config.settings import default_database
        from wishstone.server.store.backup import backup as back_up

        back_up(database or str(default_database()), file)
        print(say("backup-done", path=str(file)))

    @app.command(help=say("help-cmd-restore"))
    def restore(
        file: Annotated[Path, typer.Argument(metavar="FILE", help=say("help-restore-file"))],
        database: Annotated[str | None, database_option] = None,
    ) -> None:
        from wishstone.server.config.settings import default_database
        from wishstone.server.store.backup import restore as bring_back

        bring_back(file, database or str(default_database()))
        print(say("restore-done", path=str(file)))

    return app


def has_display() -> bool:
    """Whether a browser with a window can be opened here."""
    if sys.platform.startswith(("win", "darwin")):
        return True
    return any(os.environ.get(name) for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"))


def asked_first(asked: Mapping[str, object]) -> str | None:
    """The first thing that was asked for on the command line, if any."""
    return next((name for name, value in asked.items() if value is not None and value is not False), None)


def player_of(
    game: str,
    seats: int | None,
    bots: str,
    seed: int,
    first: int | None,
    option: list[str] | None,
    files: Mapping[str, object],
    engine: Engine | None,
) -> "Player":
    """The bots at their seats, ready to play; as few as the game needs and compiled, unless something else is asked."""
    from wishstone.lab.playing import BY_LOT
    from wishstone.lab.simulate import Player

    loaded = GAMES.load(game, options_of(option), engine or engine_of(), files)
    if seats is None:
        seats = loaded.about.seats[0]
    return Player(loaded, seats, bots.split(","), seed, BY_LOT if first is None else first)


def engine_of() -> Engine:
    """What many games are played on: compiled, unless the environment says something else."""
    return "compiled" if SWITCH not in os.environ else default_engine()


def files_of(board: Path | None, tiles: Path | None) -> dict[str, object]:
    """The data files that replace a game's own, read as TOML or JSON."""
    return {name: read_data(file) for name, file in (("board", board), ("tiles", tiles)) if file is not None}


def read_data(file: Path) -> object:
    """The content of a TOML or JSON file, keys in the file's order."""
    import json
    import tomllib

    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise unreadable(file, error) from error
    except UnicodeDecodeError as error:
        raise UsageError("data-form", path=str(file), kind="text", reason="UTF-8") from error
    kind = "JSON" if file.suffix.lower() == ".json" else "TOML"
    try:
        content: object = json.loads(text) if kind == "JSON" else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError("data-form", path=str(file), kind=kind, reason=str(error).splitlines()[0]) from error
    return content


def options_of(texts: Sequence[str] | None) -> "dict[str, OptionValue]":
    """Options written as NAME=VALUE."""
    options: dict[str, OptionValue] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise UsageError("option-form", text=text)
        options[name] = option_value(value)
    return options


def read_in(file: Path) -> "ParsedRecord":
    """A record from a file, or from standard input where the file is `-`."""
    from wishstone.game.record_reader import read

    try:
        content = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise unreadable(file, error) from error
    return read(content)


def write_out(text: str, file: Path | None) -> None:
    """Write to standard output, or to a file that is complete or not there at all."""
    if file is None:
        try:
            sys.stdout.buffer.write(text.encode())
            sys.stdout.buffer.flush()
        except BrokenPipeError:  # whoever reads has had enough; nothing more is to be written when Python ends
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        if file.is_dir():
            raise IsADirectoryError(21, "it is a folder")
        part.write_bytes(text.encode())
        part.replace(file)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise unwritable(file, error) from error


def verified(file: Path, unfinished: bool, language: str) -> bool:
    """Check one record and say what came of it."""
    from wishstone.game.record_reader import verify

    try:
        reading = read_in(file)
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
    print(f"{file}: {'; '.join(LEXICON.say(each, language) for each in [told, *dice_told(reading)])}")
    return True


def dice_told(reading: "ParsedRecord") -> list[Sentence]:
    """What a verified record proves about its dice; nothing, where it was not made with fair dice."""
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
