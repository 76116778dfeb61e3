"""HTML page of a report: sentences, then plots, then tables, in one self-contained file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from wishstone.report.figures import Comparison, figures_of, is_paired
from wishstone.report.games import TOTAL, Games
from wishstone.report.items import items_of
from wishstone.report.look import inside, style
from wishstone.report.seats import Seat, seats_of
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
from wishstone.report.voice import NOTHING_KNOWN, SPACE, Voice, capital

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"  # nothing is loaded, and nothing runs


def report_page(
    games: Games, asked: int, variants: Sequence[Variant], tried: bool, plots: Mapping[str, str], voice: Voice
) -> str:
    """The page of one report."""
    say = voice.say
    parts = [
        _header(voice.say("title", game=voice.title), [voice.played(games.setting, len(games))]),
        "<main>",
        *(f'<p class="caution">{text}</p>' for text in cautions(games, asked, voice)),
        _tiles(games, voice),
        _short(essentials(games, variants, voice), voice),
        f"<h2>{say('pictures')}</h2>",
        _pictures(plots, voice, [name for name in plots if not name.startswith("variant")]),
        f"<h2>{say('variants')}</h2>",
        *_variants(games, variants, tried, plots, voice),
        f"<h2>{say('tables')}</h2>",
        '<div class="stack">',
        _panel(say("table-seats"), _seats(games, voice)),
        _panel(say("table-items"), _items(games, voice)),
        _panel(say("table-figures"), _figures(games, voice)),
        "</div></main>",
        _method(games, variants, voice),
    ]
    return _page(voice.say("title", game=voice.title), parts, voice)


def comparison_page(
    one: Games, other: Games, comparisons: Sequence[Comparison], plots: Mapping[str, str], voices: tuple[Voice, Voice]
) -> str:
    """The page of two reports side by side."""
    voice = voices[0]
    say = voice.say
    title = say("compare-title")
    sides = []
    for key, games, each in (("compare-a", one, voices[0]), ("compare-b", other, voices[1])):
        told = escape(each.played(games.setting, len(games)))
        sides.append(
            f'<div class="panel"><h3><span>{say(key)}</span>{escape(each.title)}</h3><p class="played">{told}</p></div>'
        )
    unlike = one.setting.game != other.setting.game or one.setting.seats != other.setting.seats
    test = say("method-pairs" if is_paired(one, other) else "method-welch")
    parts = [
        _header(title, []),
        "<main>",
        f'<div class="two">{"".join(sides)}</div>',
        *([f'<p class="caution">{voice.tell("compare-unlike")}</p>'] if unlike else []),
        '<div style="height:var(--s-3)"></div>',
        _short(differences(comparisons, voice), voice),
        f"<h2>{say('pictures')}</h2>",
        _pictures(plots, voice, list(plots)),
        f"<h2>{say('tables')}</h2>",
        _panel(say("compare-table"), _compared(comparisons, say("compare-a"), say("compare-b"), voice)),
        "</main>",
        _footer([test, say("method-holm"), say("method-lead"), say("method-files")], one, voice),
    ]
    return _page(title, parts, voice)


def _page(title: str, parts: Iterable[str], voice: Voice) -> str:
    head = (
        f'<!doctype html>\n<html lang="{voice.language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style()}</style>\n</head>\n<body>\n"
    )
    return head + "\n".join(parts) + "\n</body>\n</html>\n"


def _header(title: str, lines: Sequence[str]) -> str:
    told = "".join(f'<p class="played">{escape(line)}</p>' for line in lines)
    return f"<header><h1>{escape(title)}</h1>{told}</header>"


def _tiles(games: Games, voice: Voice) -> str:
    """The four figures that everybody asks for."""
    named = {figure.name: figure for figure in figures_of(games)}
    tiles = []
    if games.setting.can_tell_seats:
        place, found = telling_seat(games)
        label = voice.figure(named[f"win:{place}"])
        tiles.append((voice.estimate(found, "share"), label))
    for key in ("decisions", "margin", "lead-changes", "score")[: 4 - len(tiles)]:
        tiles.append((voice.estimate(named[key].estimate, named[key].unit), voice.figure(named[key])))
    return '<div class="tiles">' + "".join(_tile(value, label) for value, label in tiles) + "</div>"


def _tile(value: str, label: str) -> str:
    main, sign, reach = value.partition(f"{SPACE}±")
    return (
        f'<div class="tile panel"><b>{escape(main)}<small>{escape(sign + reach)}</small></b>'
        f"<small>{escape(label)}</small></div>"
    )


def _short(sentences: Sequence[str], voice: Voice) -> str:
    lines = "".join(f"<li>{text}</li>" for text in sentences)
    return f'<section class="short panel"><h2>{voice.say("short")}</h2><ul>{lines}</ul></section>'


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


def _pictures(plots: Mapping[str, str], voice: Voice, names: Sequence[str]) -> str:
    return '<div class="pictures">' + "".join(_picture(name, plots[name], voice) for name in names) + "</div>"


def _picture(name: str, svg: str, voice: Voice) -> str:
    kind = "forest" if name.startswith("variant") else name
    caption = voice.say(f"cap-{kind}")
    title = voice.say("cap-differences") if kind == "forest" else voice.say(TITLES[kind])
    label = escape(f"{title} {caption}")
    return (
        f'<figure class="panel"><h3>{escape(title)}</h3>{inside(svg, name, label)}'
        f"<figcaption>{escape(caption)}</figcaption></figure>"
    )


def _variants(
    games: Games, variants: Sequence[Variant], tried: bool, plots: Mapping[str, str], voice: Voice
) -> Iterable[str]:
    about = voice.game.about
    if not variants:
        files = [voice.say("variants-file", name=name) for name in about.files]
        key = "variants-none" if tried and not about.options else "variants-left-out"
        yield f'<p class="panel">{voice.tell(key, try_files=" ".join(files))}</p>'
        return
    yield '<div class="stack">'
    for number, variant in enumerate(variants):
        yield _variant(variant, plots.get(f"variant-{number}"), f"variant-{number}", voice)
    yield "</div>"


def _variant(variant: Variant, plot: str | None, name: str, voice: Voice) -> str:
    """What one house rule changes, beside its plot."""
    usual, value = (voice.option(variant.name, each) for each in (variant.usual, variant.value))
    same = is_same(variant.comparisons)
    told = voice.tell(
        "variant-same" if same else "variant",
        option=value,
        usual=usual,
        sure=sum(each.verdict == "sure" for each in variant.comparisons),
        all=real_comparisons(variant.comparisons),
    )
    if same or plot is None:
        return f'<section class="short panel"><h3>{told}.</h3></section>'
    lines = "".join(f"<li>{text}</li>" for text in differences(variant.comparisons, voice)[1:])
    every = voice.tell("variant-all", all=len(variant.comparisons))
    return (
        f'<div class="beside"><section class="short panel"><h2>{told}</h2><ul>{lines}</ul><details>'
        f"<summary>{every}</summary>{_compared(variant.comparisons, usual, value, voice)}</details></section>"
        f"{_picture(name, plot, voice)}</div>"
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


class Piece(str):
    """A text that is a piece of a page already."""


def _cell(text: str) -> str:
    return text if isinstance(text, Piece) else escape(text)


def _seats(games: Games, voice: Voice) -> str:
    """By order, where that can be told, by seat where bots differ, and in all."""
    head = [voice.say(f"col-{name}") for name in ("order", "wins", "interval", "score", "median", "most")]
    shown = {"all"} | ({"order"} if games.setting.can_tell_seats else set())
    if not games.setting.has_same_bots:
        shown.add("seat")
    rows = []
    for seat in seats_of(games):
        if seat.by in shown:
            low, median, high = (voice.number(seat.percentiles[part], 0) for part in (5, 50, 95))
            rows.append(
                (
                    _seat_name(seat, voice),
                    voice.share(seat.wins.value, 1),
                    NOTHING_KNOWN if seat.by == "all" else voice.interval(seat.wins, "share"),
                    voice.estimate(seat.points, "points"),
                    median,
                    voice.range(low, high),
                )
            )
    return _table(head, rows, sums=1)


def _seat_name(seat: Seat, voice: Voice) -> str:
    if seat.by == "order":
        return capital(voice.say(f"order-{seat.place}"))
    return voice.say("axis-seat", seat=seat.place, bot=seat.bot) if seat.by == "seat" else voice.say("axis-all")


def _items(games: Games, voice: Voice) -> str:
    say = voice.say
    head = [say(f"col-{name}") for name in ("item", "points", "scored", "gained", "lost", "when", "most", "edge")]
    items = items_of(games)
    rows = [
        (
            voice.item(item.name),
            voice.estimate(item.mean, "points"),
            voice.share(item.scored.value),
            voice.share(item.gained),
            voice.share(item.lost),
            voice.number(item.when_scored, 1),
            voice.range(voice.number(item.low, 0), voice.number(item.high, 0)),
            voice.number(item.edge.value, 1, sign=True),
        )
        for item in items
    ]
    return _table(head, rows, sums=int(items[-1].name == TOTAL))


def _figures(games: Games, voice: Voice) -> str:
    head = [voice.say(f"col-{name}") for name in ("figure", "mean", "interval")]
    rows = []
    for figure in figures_of(games):
        found = figure.estimate
        rows.append(
            (capital(voice.figure(figure)), voice.in_unit(found.value, figure.unit), voice.interval(found, figure.unit))
        )
    return _table(head, rows)


def _compared(comparisons: Sequence[Comparison], one: str, other: str, voice: Voice) -> str:
    head = [voice.say("col-figure"), one, other, voice.say("col-difference"), voice.say("col-verdict")]
    rows = []
    for each in comparisons:
        same = each.difference.value == 0 and each.difference.low == each.difference.high
        verdict = "same" if same else each.verdict
        rows.append(
            (
                capital(voice.figure(each.figure)),
                *voice.compared(each),
                Piece(f'<span class="verdict {verdict}">{voice.tell(f"verdict-{verdict}")}</span>'),
            )
        )
    return _table(head, rows)


# ── How it was found ──


def _method(games: Games, variants: Sequence[Variant], voice: Voice) -> str:
    setting = games.setting
    told = [voice.say("method-play", command=command_of(games)), voice.say("method-intervals")]
    if setting.can_tell_seats:
        told.append(voice.say("method-seats", p=voice.probability(seats_differ(games))))
    told.append(voice.say("method-lead"))
    if variants:
        told += [voice.say("method-pairs"), voice.say("method-holm")]
    return _footer([*told, voice.say("method-files")], games, voice)


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


def _footer(told: Sequence[str], games: Games, voice: Voice) -> str:
    lines = "".join(f"<p>{escape(text)}</p>" for text in told)
    made = escape(voice.say("made", version=games.setting.version))
    return f"<footer><h2>{escape(voice.say('method'))}</h2>{lines}<p>{made}</p></footer>"
