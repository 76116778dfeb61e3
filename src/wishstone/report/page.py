"""HTML page of a report: sentences, then plots, then tables, in one self-contained file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from wishstone.report.figures import FigureComparison, figures_of, incomparable, is_paired
from wishstone.report.formatter import NOTHING_KNOWN, SPACE, Formatter, capital
from wishstone.report.games import TOTAL, Games
from wishstone.report.items import items_of
from wishstone.report.seats import SeatStatistics, seats_of
from wishstone.report.summary import (
    Variant,
    cautions,
    differences,
    essentials,
    is_same,
    real_comparisons,
    seats_differ,
    telling_seat,
)
from wishstone.report.theme import inside, style

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"  # nothing is loaded, and nothing runs


def report_page(
    games: Games, asked: int, variants: Sequence[Variant], tried: bool, plots: Mapping[str, str], formatter: Formatter
) -> str:
    """The page of one report."""
    say = formatter.say
    parts = [
        _header(formatter.say("title", game=formatter.title), [formatter.played(games.setting, len(games))]),
        "<main>",
        *(f'<p class="caution">{text}</p>' for text in cautions(games, asked, formatter)),
        _tiles(games, formatter),
        _short(essentials(games, variants, formatter), formatter),
        f"<h2>{say('pictures')}</h2>",
        _pictures(plots, formatter, [name for name in plots if not name.startswith("variant")]),
        f"<h2>{say('variants')}</h2>",
        *_variants(games, variants, tried, plots, formatter),
        f"<h2>{say('tables')}</h2>",
        '<div class="stack">',
        _panel(say("table-seats"), _seats(games, formatter)),
        _panel(say("table-items"), _items(games, formatter)),
        _panel(say("table-figures"), _figures(games, formatter)),
        "</div></main>",
        _method(games, variants, formatter),
    ]
    return _page(formatter.say("title", game=formatter.title), parts, formatter)


def comparison_page(
    one: Games,
    other: Games,
    comparisons: Sequence[FigureComparison],
    plots: Mapping[str, str],
    formatters: tuple[Formatter, Formatter],
) -> str:
    """The page of two reports side by side."""
    formatter = formatters[0]
    say = formatter.say
    title = say("compare-title")
    sides = []
    for key, games, each in (("compare-a", one, formatters[0]), ("compare-b", other, formatters[1])):
        told = escape(each.played(games.setting, len(games)))
        sides.append(
            f'<div class="panel"><h3><span>{say(key)}</span>{escape(each.title)}</h3><p class="played">{told}</p></div>'
        )
    only = [
        each.tell("compare-only", side=say(key), figures=each.listed([each.figure(figure) for figure in alone]))
        for key, each, alone in (
            ("compare-a", formatters[0], incomparable(one, other)),
            ("compare-b", formatters[1], incomparable(other, one)),
        )
        if alone
    ]
    unlike = one.setting.game != other.setting.game or one.setting.seats != other.setting.seats
    test = say("method-pairs" if is_paired(one, other) else "method-welch")
    parts = [
        _header(title, []),
        "<main>",
        f'<div class="two">{"".join(sides)}</div>',
        *([f'<p class="caution">{formatter.tell("compare-unlike")}</p>'] if unlike else []),
        '<div style="height:var(--s-3)"></div>',
        _short([*differences(comparisons, formatter), *only], formatter),
        f"<h2>{say('pictures')}</h2>",
        _pictures(plots, formatter, list(plots)),
        f"<h2>{say('tables')}</h2>",
        _panel(say("compare-table"), _compared(comparisons, say("compare-a"), say("compare-b"), formatter)),
        "</main>",
        _footer([test, say("method-holm"), say("method-lead"), say("method-files")], one, formatter),
    ]
    return _page(title, parts, formatter)


def _page(title: str, parts: Iterable[str], formatter: Formatter) -> str:
    head = (
        f'<!doctype html>\n<html lang="{formatter.language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style()}</style>\n</head>\n<body>\n"
    )
    return head + "\n".join(parts) + "\n</body>\n</html>\n"


def _header(title: str, lines: Sequence[str]) -> str:
    told = "".join(f'<p class="played">{escape(line)}</p>' for line in lines)
    return f"<header><h1>{escape(title)}</h1>{told}</header>"


def _tiles(games: Games, formatter: Formatter) -> str:
    """The four figures that everybody asks for."""
    named = {figure.name: figure for figure in figures_of(games)}
    tiles = []
    if games.setting.can_tell_seats:
        place, found = telling_seat(games)
        label = formatter.figure(named[f"win:{place}"])
        tiles.append((formatter.estimate(found, "share"), label))
    for key in ("decisions", "margin", "lead-changes", "score")[: 4 - len(tiles)]:
        tiles.append((formatter.estimate(named[key].estimate, named[key].unit), formatter.figure(named[key])))
    return '<div class="tiles">' + "".join(_tile(value, label) for value, label in tiles) + "</div>"


def _tile(value: str, label: str) -> str:
    main, sign, reach = value.partition(f"{SPACE}±")
    return (
        f'<div class="tile panel"><b>{escape(main)}<small>{escape(sign + reach)}</small></b>'
        f"<small>{escape(label)}</small></div>"
    )


def _short(sentences: Sequence[str], formatter: Formatter) -> str:
    lines = "".join(f"<li>{text}</li>" for text in sentences)
    return f'<section class="short panel"><h2>{formatter.say("short")}</h2><ul>{lines}</ul></section>'


TITLES = {
    "seats": "seats",
    "bots": "bots",
    "length": "length",
    "scores": "scores",
    "all-scores": "scores",
    "score-seats": "score-seats",
    "items": "items",
    "margin": "close",
    "tension": "tension",
    "changes": "changes",
    "ends": "ends",
    "forest": "variants",
}


def _pictures(plots: Mapping[str, str], formatter: Formatter, names: Sequence[str]) -> str:
    return '<div class="pictures">' + "".join(_picture(name, plots[name], formatter) for name in names) + "</div>"


def _picture(name: str, svg: str, formatter: Formatter) -> str:
    kind = "forest" if name.startswith("variant") else name
    caption = formatter.say(f"cap-{kind}")
    title = formatter.say("cap-differences") if kind == "forest" else formatter.say(TITLES[kind])
    label = escape(f"{title} {caption}")
    return (
        f'<figure class="panel"><h3>{escape(title)}</h3>{inside(svg, name, label)}'
        f"<figcaption>{escape(caption)}</figcaption></figure>"
    )


def _variants(
    games: Games, variants: Sequence[Variant], tried: bool, plots: Mapping[str, str], formatter: Formatter
) -> Iterable[str]:
    about = formatter.game.about
    if not variants:
        files = [formatter.say("variants-file", name=name) for name in about.files]
        key = "variants-none" if tried and not about.options else "variants-left-out"
        yield f'<p class="panel">{formatter.tell(key, try_files=" ".join(files))}</p>'
        return
    yield '<div class="stack">'
    for number, variant in enumerate(variants):
        yield _variant(variant, plots.get(f"variant-{number}"), f"variant-{number}", formatter)
    yield "</div>"


def _variant(variant: Variant, plot: str | None, name: str, formatter: Formatter) -> str:
    """What one house rule changes, beside its plot."""
    usual, value = (formatter.option(variant.name, each) for each in (variant.usual, variant.value))
    same = is_same(variant.comparisons)
    told = formatter.tell(
        "variant-same" if same else "variant",
        option=value,
        usual=usual,
        sure=sum(each.verdict == "sure" for each in variant.comparisons),
        all=real_comparisons(variant.comparisons),
    )
    if same or plot is None:
        return f'<section class="short panel"><h3>{told}.</h3></section>'
    lines = "".join(f"<li>{text}</li>" for text in differences(variant.comparisons, formatter)[1:])
    every = formatter.tell("variant-all", all=len(variant.comparisons))
    return (
        f'<div class="beside"><section class="short panel"><h2>{told}</h2><ul>{lines}</ul><details>'
        f"<summary>{every}</summary>{_compared(variant.comparisons, usual, value, formatter)}</details></section>"
        f"{_picture(name, plot, formatter)}</div>"
    )


# ── Tables ──


def _panel(title: str, table: str) -> str:
    return f'<section class="panel"><h3>{escape(title)}</h3>{table}</section>'


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], sums: int = 0) -> str:
    """A table of texts; cells that begin with a mark are pieces of a page, all others are escaped."""
    told = list(rows)
    body = ""
    for number, row in enumerate(told):
        mark = ' class="sum"' if number >= len(told) - sums else ""
        cells = "".join(f"<td>{_cell(cell)}</td>" for cell in row[1:])
        body += f'<tr{mark}><th scope="row">{_cell(row[0])}</th>{cells}</tr>'
    top = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    return (
        '<div class="scroll" tabindex="0" role="region">'
        f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    )


class Markup(str):
    """A text that is a piece of a page already."""


def _cell(text: str) -> str:
    return text if isinstance(text, Markup) else escape(text)


def _seats(games: Games, formatter: Formatter) -> str:
    """By order, where that can be told, by seat where bots differ, and in all."""
    head = [formatter.say(f"col-{name}") for name in ("order", "wins", "interval", "score", "median", "most")]
    shown = {"all"} | ({"order"} if games.setting.can_tell_seats else set())
    if not games.setting.has_same_bots:
        shown.add("seat")
    rows = []
    for seat in seats_of(games):
        if seat.by in shown:
            low, median, high = (formatter.number(seat.percentiles[part], 0) for part in (5, 50, 95))
            rows.append(
                (
                    _seat_name(seat, formatter),
                    formatter.share(seat.wins.value, 1),
                    NOTHING_KNOWN if seat.by == "all" else formatter.interval(seat.wins, "share"),
                    formatter.estimate(seat.points, "points"),
                    median,
                    formatter.range(low, high),
                )
            )
    return _table(head, rows, sums=1)


def _seat_name(seat: SeatStatistics, formatter: Formatter) -> str:
    if seat.by == "order":
        return capital(formatter.say(f"order-{seat.place}"))
    return formatter.say("axis-seat", seat=seat.place, bot=seat.bot) if seat.by == "seat" else formatter.say("axis-all")


def _items(games: Games, formatter: Formatter) -> str:
    say = formatter.say
    head = [say(f"col-{name}") for name in ("item", "points", "scored", "gained", "lost", "when", "most", "edge")]
    items = items_of(games)
    rows = [
        (
            formatter.item(item.name),
            formatter.estimate(item.mean, "points"),
            formatter.share(item.scored.value),
            formatter.share(item.gained),
            formatter.share(item.lost),
            formatter.number(item.when_scored, 1),
            formatter.range(formatter.number(item.low, 0), formatter.number(item.high, 0)),
            formatter.number(item.edge.value, 1, sign=True),
        )
        for item in items
    ]
    return _table(head, rows, sums=int(items[-1].name == TOTAL))


def _figures(games: Games, formatter: Formatter) -> str:
    head = [formatter.say(f"col-{name}") for name in ("figure", "mean", "interval")]
    rows = []
    for figure in figures_of(games):
        found = figure.estimate
        rows.append(
            (
                capital(formatter.figure(figure)),
                formatter.in_unit(found.value, figure.unit),
                formatter.interval(found, figure.unit),
            )
        )
    return _table(head, rows)


def _compared(comparisons: Sequence[FigureComparison], one: str, other: str, formatter: Formatter) -> str:
    head = [formatter.say("col-figure"), one, other, formatter.say("col-difference"), formatter.say("col-verdict")]
    rows = []
    for each in comparisons:
        same = each.difference.value == 0 and each.difference.low == each.difference.high
        verdict = "same" if same else each.verdict
        rows.append(
            (
                capital(formatter.figure(each.figure)),
                *formatter.compared(each),
                Markup(f'<span class="verdict {verdict}">{formatter.tell(f"verdict-{verdict}")}</span>'),
            )
        )
    return _table(head, rows)


# ── How it was found ──


def _method(games: Games, variants: Sequence[Variant], formatter: Formatter) -> str:
    setting = games.setting
    told = [formatter.say("method-play", command=command_of(games)), formatter.say("method-intervals")]
    if setting.can_tell_seats:
        told.append(formatter.say("method-seats", p=formatter.probability(seats_differ(games))))
    told.append(formatter.say("method-lead"))
    if variants:
        told += [formatter.say("method-pairs"), formatter.say("method-holm")]
    return _footer([*told, formatter.say("method-files")], games, formatter)


def command_of(games: Games) -> str:
    """The command that writes down the first game of a report."""
    setting = games.setting
    words = ["wishstone", "record", setting.game, "--seats", str(setting.seats), "--bots", ",".join(setting.bots)]
    words += ["--seed", str(setting.seed), "--number", "0"]
    for name, value in setting.options.items():
        words += ["--option", f"{name}={str(value).lower() if isinstance(value, bool) else value}"]
    for name in setting.files:
        words += [f"--{name}", "FILE"]
    if setting.first is not None:
        words += ["--first", str(setting.first)]
    return " ".join(words)


def _footer(told: Sequence[str], games: Games, formatter: Formatter) -> str:
    lines = "".join(f"<p>{escape(text)}</p>" for text in told)
    made = escape(formatter.say("made", version=games.setting.version))
    return f"<footer><h2>{escape(formatter.say('method'))}</h2>{lines}<p>{made}</p></footer>"
