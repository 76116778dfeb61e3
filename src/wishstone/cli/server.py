"""Commands of the server: `serve`, `backup` and `restore`."""

from pathlib import Path
from typing import Annotated

import typer

from wishstone.cli.options import CommonOptions


def add_commands(app: typer.Typer, options: CommonOptions) -> None:
    """Add `serve`, `backup` and `restore`."""
    say, language = options.say, options.language

    @app.command(help=say("help-cmd-serve"))
    def serve(
        host: Annotated[str | None, typer.Option(metavar="ADDRESS", help=say("help-host"))] = None,
        port: Annotated[int | None, typer.Option(metavar="PORT", help=say("help-port"))] = None,
        lan: Annotated[bool, typer.Option("--lan", help=say("help-lan"))] = False,
        database: Annotated[str | None, options.database] = None,
        workers: Annotated[int | None, typer.Option(metavar="N", help=say("help-workers"))] = None,
        tls_cert: Annotated[str | None, typer.Option(metavar="FILE", help=say("help-tls-cert"))] = None,
        tls_key: Annotated[str | None, typer.Option(metavar="FILE", help=say("help-tls-key"))] = None,
        settings: Annotated[Path | None, typer.Option(metavar="FILE", help=say("help-settings"))] = None,
        watch_page: Annotated[bool, typer.Option("--watch-page", help=say("help-watch-page"))] = False,
    ) -> None:
        from wishstone.server.config.settings import read_settings
        from wishstone.server.ops.serve import choose_host
        from wishstone.server.ops.serve import serve as serve_tables

        serve_tables(
            read_settings(
                settings,
                host=choose_host(host, lan),
                port=port,
                database=database,
                workers=workers,
                tls_cert=tls_cert,
                tls_key=tls_key,
                watch_page=watch_page or None,
            ),
            language,
        )

    @app.command(help=say("help-cmd-backup"))
    def backup(
        file: Annotated[Path, typer.Argument(metavar="FILE", help=say("help-backup-file"))],
        database: Annotated[str | None, options.database] = None,
        settings: Annotated[Path | None, typer.Option(metavar="FILE", help=say("help-server-settings"))] = None,
    ) -> None:
        from wishstone.server.store.backup import backup as back_up

        back_up(_chosen_database(database, settings), file)
        print(say("backup-done", path=str(file)))

    @app.command(help=say("help-cmd-restore"))
    def restore(
        file: Annotated[Path, typer.Argument(metavar="FILE", help=say("help-restore-file"))],
        database: Annotated[str | None, options.database] = None,
        settings: Annotated[Path | None, typer.Option(metavar="FILE", help=say("help-server-settings"))] = None,
    ) -> None:
        from wishstone.server.store.backup import restore as bring_back

        bring_back(file, _chosen_database(database, settings))
        print(say("restore-done", path=str(file)))


def _chosen_database(database: str | None, settings: Path | None) -> str:
    """Where a server with this option and these settings keeps its tables."""
    from wishstone.server.config.settings import default_database, read_settings

    return read_settings(settings, database=database).database or str(default_database())
