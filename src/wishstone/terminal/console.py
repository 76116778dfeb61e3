"""Console input and output: text goes to one console, and answers come from one function that asks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress

from rich.console import Console
from rich.text import Text

from wishstone.terminal.lines import Line, make_line
from wishstone.terminal.theme import STYLES, StyleTable, make_theme, rich_style
from wishstone.terminal.translator import Translator

MAX_WIDTH = 112  # wider lines are harder to read, not easier
UNLIMITED_HEIGHT = 60  # lines, where the output is no terminal
SHORT_REPLY = 3  # lines of an answer that stand below the question
PROMPT = "> "
MAX_ANSWER = 200  # characters of an answer that are read
YES = ("", "y", "yes", "j", "ja")
NO = ("n", "no", "nein")

# What stands for a sign where the encoding of a terminal has none, one cell for one cell.
PLAIN_SIGNS = {
    "≈": "~",
    "♣": "%",
    "∞": "&",
    "☼": "$",
    "●": "o",
    "▒": "#",
    "▸": ">",
    "·": ".",
    "…": ".",
    "×": "x",
    "±": "+",
    "→": ">",
    "↑": "^",
    "↓": "v",
    "−": "-",
    "–": "-",
    "─": "-",
    "«": '"',
    "»": '"',
    "’": "'",
}


class ConsoleIO:
    """A console to write to, and a function that asks and raises `EOFError` when the input has ended."""

    def __init__(self, console: Console, ask: Callable[[str], str]) -> None:
        self.rich = console
        self._ask = ask
        self._plain: dict[int, str] = {}
        self.add_signs(STYLES, PLAIN_SIGNS)

    def add_signs(self, styles: StyleTable, plain_signs: Mapping[str, str]) -> None:
        """Learn styles, and what stands for signs that the encoding of this terminal does not have."""
        self.rich.push_theme(make_theme(self.rich.color_system, styles))
        for sign, plain in plain_signs.items():
            if not _can_encode(sign, self.rich.encoding):
                self._plain[ord(sign)] = plain

    @property
    def width(self) -> int:
        """The width of a line in cells."""
        return min(self.rich.width, MAX_WIDTH)

    @property
    def height(self) -> int:
        """The number of lines that are seen at once."""
        return self.rich.height if self.rich.is_terminal else UNLIMITED_HEIGHT

    def show(self, lines: Iterable[Line]) -> None:
        """Write lines, wrapping those that are too long."""
        for line in lines:
            text = make_text([(text.translate(self._plain), style) for text, style in line])
            if not self.rich.is_terminal:
                text.rstrip()
            self.rich.print(text, highlight=False, width=self.width)

    def show_page(self, lines: Sequence[Line]) -> None:
        """Write lines on a cleared screen, or below the rest where the output is no terminal."""
        if self.rich.is_terminal:
            self.rich.clear()
        else:
            self.rich.print()
        self.show(lines)

    def reply(self, question: Sequence[Line], lines: Sequence[Line], look_again: Line) -> None:
        """Reply to an answer: briefly below the question, so that nothing moves, or in a longer text after it."""
        if len(lines) > SHORT_REPLY:
            self.show([[], *lines, [], look_again])
        elif self.rich.is_terminal:
            self.show_page([*question, *lines])
        else:
            self.show(lines)

    def read_answer(self) -> str:
        """What the person types, without unprintable characters."""
        self.rich.file.flush()
        return "".join(sign for sign in self._ask(PROMPT)[:MAX_ANSWER] if sign.isprintable()).strip()

    def confirm(self, question: Line, translator: Translator) -> bool:
        """Whether the person answers yes; Enter alone means yes."""
        while True:
            self.show([make_line(question, " ", translator.say("yes-no"))])
            answer = self.read_answer().casefold()
            if answer in YES or answer in NO:
                return answer in YES
            self.show([translator.say("say-yes-no")])


def make_text(line: Line) -> Text:
    """A line as Rich prints it."""
    return Text.assemble(*((text, rich_style(style)) for text, style in line))


def _can_encode(sign: str, encoding: str) -> bool:
    try:
        sign.encode(encoding)
    except UnicodeError:
        return False
    return True


def open_console() -> ConsoleIO:
    """The terminal that this program runs in, or its pipes."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a sign that cannot be shown is no reason to stop
    return ConsoleIO(Console(highlight=False), _read_line)


def _read_line(prompt: str) -> str:
    """A line from the keyboard with the usual editing keys, or from a pipe, then echoed to keep the output readable."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401 - `input` uses it once it is there
        return input(prompt)
    typed = input(prompt)
    print(typed)
    return typed
