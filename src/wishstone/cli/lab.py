"""Commands that play many games: `simulate`, `arena`, `report` and `dataset`."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from wishstone.cli.inputs import choose_engine, make_player, parse_options, read_data_files
from wishstone.cli.options import LEXICON, CommonOptions
from wishstone.game.errors import UsageError
from wishstone.game.words import sentence
from wishstone.games import GAMES


def add_commands(app: typer.Typer, options: CommonOptions) -> None:
    """Add `simulate`, `arena`, `report` and `dataset`."""
    say, language = options.say, options.language

    @app.command(help=say("help-cmd-simulate"))
    def simulate(
        game: Annotated[str, options.game],
        seats: Annotated[int | None, options.seats] = None,
        bots: Annotated[str, options.bots] = "random",
        games: Annotated[int, typer.Option(metavar="M", help=say("help-games"))] = 1000,
        seed: Annotated[int, options.seed] = 0,
        first: Annotated[int | None, options.first] = None,
        option: Annotated[list[str] | None, options.option] = None,
        board: Annotated[Path | None, options.board] = None,
        tiles: Annotated[Path | None, options.tiles] = None,
        save: Annotated[Path | None, typer.Option(metavar="FILE", help=say("help-simulate-save"))] = None,
        jobs: Annotated[int | None, options.jobs] = None,
        cluster: Annotated[str | None, options.cluster] = None,
        gpu: Annotated[bool, typer.Option("--gpu", help=say("help-gpu"))] = False,
        as_json: Annotated[bool, options.json] = False,
    ) -> None:
        from wishstone.lab.executor_choice import simulation_executor
        from wishstone.lab.simulate import MAX_NUMBER
        from wishstone.lab.simulation_job import job_of
        from wishstone.terminal.output.simulate import show_simulation

        if not 1 <= games <= MAX_NUMBER:
            raise UsageError("count-wrong", name="--games", low=1, high=str(MAX_NUMBER), value=str(games))
        player = make_player(game, seats, bots, seed, first, option, read_data_files(board, tiles), None)
        executor, size = simulation_executor(player, games, jobs, cluster, gpu)
        show_simulation(player.game, job_of(player), executor, size, games, save, as_json, LEXICON, language)

    @app.command(help=say("help-cmd-arena"))
    def arena(
        game: Annotated[str, options.game],
        bots: Annotated[str | None, typer.Option(metavar="A,B,…", help=say("help-line-up"))] = None,
        pool: Annotated[str | None, typer.Option(metavar="A,B,C,…", help=say("help-pool"))] = None,
        seats: Annotated[int | None, options.seats] = None,
        games: Annotated[int, typer.Option(metavar="N", help=say("help-arena-games"))] = 400,
        seed: Annotated[int, options.seed] = 0,
        option: Annotated[list[str] | None, options.option] = None,
        board: Annotated[Path | None, options.board] = None,
        tiles: Annotated[Path | None, options.tiles] = None,
        save: Annotated[Path | None, typer.Option(metavar="FILE", help=say("help-save"))] = None,
        jobs: Annotated[int | None, options.jobs] = None,
        cluster: Annotated[str | None, options.cluster] = None,
        as_json: Annotated[bool, options.json] = False,
    ) -> None:
        from wishstone.lab.executor_choice import arena_executor
        from wishstone.lab.plan import plan_of
        from wishstone.terminal.output.arena import show_arena

        line_up, field = (names.split(",") if names is not None else None for names in (bots, pool))
        loaded = GAMES.load(game, parse_options(option), choose_engine(), read_data_files(board, tiles))
        plan = plan_of(loaded, line_up, field, seats, seed)
        show_arena(plan, arena_executor(plan, games, jobs, cluster), games, save, as_json, LEXICON, language)

    @app.command(help=say("help-cmd-report"))
    def report(
        game: Annotated[str | None, options.game] = None,
        compare: Annotated[tuple[Path, Path] | None, typer.Option(metavar="A B", help=say("help-compare"))] = None,
        seats: Annotated[int | None, options.seats] = None,
        bots: Annotated[str, options.bots] = "greedy",
        games: Annotated[int, typer.Option(metavar="M", help=say("help-games"))] = 2000,
        seed: Annotated[int, options.seed] = 0,
        first: Annotated[int | None, options.first] = None,
        option: Annotated[list[str] | None, options.option] = None,
        board: Annotated[Path | None, options.board] = None,
        tiles: Annotated[Path | None, options.tiles] = None,
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
            loaded = GAMES.load(game, parse_options(option), choose_engine(), read_data_files(board, tiles))
            folder = out or Path(f"report-{loaded.id}")
            count = partial(show_progress, language=language)
            make_report(loaded, seats, bots.split(","), games, seed, first, house_rules, jobs, folder, language, count)

    @app.command(help=say("help-cmd-dataset"))
    def dataset(
        game: Annotated[str, options.game],
        out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help=say("help-dataset-out"))],
        seats: Annotated[int | None, options.seats] = None,
        bots: Annotated[str, options.bots] = "medium",
        games: Annotated[int, typer.Option(metavar="M", help=say("help-games"))] = 1000,
        seed: Annotated[int, options.seed] = 0,
        first: Annotated[int | None, options.first] = None,
        option: Annotated[list[str] | None, options.option] = None,
        board: Annotated[Path | None, options.board] = None,
        tiles: Annotated[Path | None, options.tiles] = None,
        reward: Annotated[str, typer.Option(metavar="NAME", help=say("help-reward"))] = "margin",
    ) -> None:
        from wishstone.env.dataset import write
        from wishstone.env.rewards import checked
        from wishstone.lab.simulate import MAX_NUMBER
        from wishstone.terminal.output.progress import show_progress

        if not 1 <= games <= MAX_NUMBER:
            raise UsageError("count-wrong", name="--games", low=1, high=str(MAX_NUMBER), value=str(games))
        player = make_player(game, seats, bots, seed, first, option, read_data_files(board, tiles), None)
        try:
            with show_progress(say("dataset-playing"), say("dataset-playing"), games, language=language) as teller:
                played = write(player, games, checked(reward), out, teller)
        finally:
            player.close()
        print(LEXICON.say(sentence("dataset-done", games=games, played=played, path=str(out)), language))
