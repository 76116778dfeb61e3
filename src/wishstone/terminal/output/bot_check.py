"""Output of `wishstone bot-check`: all is well, or what went wrong and how often."""

from __future__ import annotations

from wishstone.bots import make
from wishstone.bots.conversation import shown
from wishstone.bots.outside import PREFIX, OutsideBot, is_outside, make_outside
from wishstone.game.contract import Game
from wishstone.game.words import Lexicon
from wishstone.lab.bot_check import Check, check

MAX_WIDTH = 100  # characters of a line of its last words


def show_bot_check(
    game: Game, command: str, seats: int | None, rounds: int, seed: int, lexicon: Lexicon, language: str
) -> bool:
    """Let a command play and print how it did; returns whether all was well."""
    name = command if is_outside(command) else f"{PREFIX}:{command}"
    seats = game.about.seats[0] if seats is None else seats
    bot = make_outside(name, game, make)
    try:
        result = check(game, bot, seats, rounds, seed)
    finally:
        bot.close()
    for line in _format_report(game, bot, result, seats, lexicon, language):
        print(line)
    return not bot.reports


def _format_report(
    game: Game, bot: OutsideBot, result: Check, seats: int, lexicon: Lexicon, language: str
) -> list[str]:
    say = lexicon.saying(language)

    lines = [
        say("bot-check-played", name=bot.title, games=result.games, game=game.id, seats=seats, won=result.won),
        say("bot-check-time", decisions=bot.decisions, slowest=f"{result.slowest:.3f}"),
    ]
    if not bot.reports:
        return [*lines, say("bot-check-good")]
    lines.append(say("bot-check-bad", fallback=bot.fallback.name, replaced=bot.replaced))
    lines += [f"  {report.count} × {report.text(language)} [{report.code}]" for report in bot.reports]
    if last_words := next((report.last_words for report in bot.reports if report.last_words.strip()), ""):
        lines.append(say("bot-check-last-words"))
        lines += [f"  {shown(line, MAX_WIDTH)}" for line in last_words.splitlines()[-6:]]
    return lines
