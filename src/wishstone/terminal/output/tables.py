"""Table style: the look of all tables that commands print."""

from __future__ import annotations

from rich.table import Table


def make_table(*columns: str) -> Table:
    """A table with these columns, in the style of all commands."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for column in columns:
        table.add_column(column)
    return table
