"""Commands of operators: `wishstone admin …`, over the socket of a running server."""

from typing import TYPE_CHECKING, Annotated

import typer

from wishstone.cli.options import CommonOptions
from wishstone.game.errors import UsageError
from wishstone.server.admin.words import LEXICON

if TYPE_CHECKING:
    from wishstone.server.admin.admin_session import AdminSession
    from wishstone.terminal.output.admin import AdminOutput

DAY, HALF_AN_HOUR = "1d", "30m"
ROWS, MOST_ROWS = 200, 10_000


def add_commands(app: typer.Typer, options: CommonOptions) -> None:
    """Add `admin` and what belongs to it."""
    say = LEXICON.saying(options.language)
    admin = typer.Typer(no_args_is_help=True, help=say("help-admin"))
    app.add_typer(admin, name="admin")

    Port = Annotated[int | None, typer.Option("--server", metavar="PORT", help=say("help-port"))]
    AsJson = Annotated[bool, typer.Option("--json", help=say("help-json"))]
    TableId = Annotated[str, typer.Argument(metavar="TABLE", help=say("help-table"))]
    Why = Annotated[str, typer.Option(metavar="TEXT", help=say("help-why"))]
    WhyTold = Annotated[str, typer.Option("--why", metavar="TEXT", help=say("help-why-told"))]
    Span = Annotated[str, typer.Option("--for", metavar="TIME", help=say("help-for"))]
    Limit = Annotated[int, typer.Option(metavar="N", min=1, max=MOST_ROWS, help=say("help-limit"))]

    def session(port: int | None) -> "AdminSession":
        """The servers that are meant."""
        from wishstone.server.admin.admin_client import choose_servers
        from wishstone.server.admin.admin_session import AdminSession

        return AdminSession(choose_servers(port))

    def output(as_json: bool) -> "AdminOutput":
        """What prints the answers."""
        from wishstone.terminal.output.admin import AdminOutput

        return AdminOutput(say, as_json)

    @admin.command(help=say("help-admin-servers"))
    def servers(json: AsJson = False) -> None:
        from wishstone.server.admin.admin_client import find_servers

        output(json).servers([server.about for server in find_servers()])

    @admin.command(help=say("help-admin-who"))
    def who(
        table: Annotated[str, typer.Option(metavar="TABLE", help=say("help-who-table"))] = "",
        server: Port = None,
        json: AsJson = False,
    ) -> None:
        output(json).people(session(server).people(table))

    @admin.command(help=say("help-admin-tables"))
    def tables(limit: Limit = ROWS, server: Port = None, json: AsJson = False) -> None:
        output(json).tables(session(server).tables(limit))

    @admin.command(help=say("help-admin-table"))
    def table(table: TableId, server: Port = None, json: AsJson = False) -> None:
        output(json).table(session(server).table(table))

    @admin.command(help=say("help-admin-unlist"))
    def unlist(table: TableId, why: Why, server: Port = None, json: AsJson = False) -> None:
        output(json).done("unlist", session(server).unlist(table, why))

    @admin.command(help=say("help-admin-close"))
    def close(table: TableId, why: WhyTold, server: Port = None, json: AsJson = False) -> None:
        output(json).done("close", session(server).close(table, why))

    @admin.command(help=say("help-admin-ban"))
    def ban(
        whom: Annotated[str, typer.Argument(metavar="WHOM", help=say("help-whom"))],
        why: Why,
        span: Span = DAY,
        server: Port = None,
        json: AsJson = False,
    ) -> None:
        output(json).done("ban", session(server).ban(whom, span, why))

    @admin.command(help=say("help-admin-lift"))
    def lift(
        ban: Annotated[str, typer.Argument(metavar="BAN", help=say("help-ban-id"))],
        why: Why,
        server: Port = None,
        json: AsJson = False,
    ) -> None:
        output(json).done("lift", session(server).lift(ban, why))

    @admin.command(help=say("help-admin-bans"))
    def bans(server: Port = None, json: AsJson = False) -> None:
        output(json).bans(session(server).bans())

    @admin.command(help=say("help-admin-reports"))
    def reports(
        settled: Annotated[bool, typer.Option("--settled", help=say("help-settled"))] = False,
        limit: Limit = ROWS,
        server: Port = None,
        json: AsJson = False,
    ) -> None:
        output(json).reports(session(server).reports(limit, settled))

    @admin.command(help=say("help-admin-settle"))
    def settle(
        report: Annotated[str, typer.Argument(metavar="REPORT", help=say("help-report-id"))],
        why: Why = "",
        server: Port = None,
        json: AsJson = False,
    ) -> None:
        output(json).done("settle", session(server).settle(report, why))

    @admin.command(help=say("help-admin-announce"))
    def announce(
        text: Annotated[str, typer.Argument(metavar="[TEXT]", help=say("help-text"))] = "",
        german: Annotated[str, typer.Option(metavar="TEXT", help=say("help-german"))] = "",
        span: Span = HALF_AN_HOUR,
        withdraw: Annotated[bool, typer.Option("--withdraw", help=say("help-withdraw"))] = False,
        server: Port = None,
        json: AsJson = False,
    ) -> None:
        if bool(text.strip()) == withdraw:
            raise UsageError("admin-text", LEXICON)
        if withdraw:
            output(json).done("withdraw", session(server).withdraw())
        else:
            output(json).done("announce", session(server).announce(text, german, span))

    @admin.command(help=say("help-admin-log"))
    def log(limit: Limit = ROWS, server: Port = None, json: AsJson = False) -> None:
        output(json).log(session(server).log(limit))
