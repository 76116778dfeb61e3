"""Scripted terminal: what is typed comes from a list, and all that is shown is kept."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from rich.console import Console

from wishstone import bots
from wishstone.bots.choice import GREEDY
from wishstone.game.chance import stream
from wishstone.game.match import Match
from wishstone.games import EVERY, GAMES
from wishstone.terminal import PlayRequest
from wishstone.terminal.client import TerminalClient
from wishstone.terminal.console import PROMPT, ConsoleIO
from wishstone.terminal.game_session import GameSession
from wishstone.terminal.kit import Kit
from wishstone.terminal.lines import Line
from wishstone.terminal.renderer import GameRenderer
from wishstone.terminal.saved_games import AutoSave, SaveFolder, load_game
from wishstone.terminal.seating import Seating, make_seating

Script = Iterable[str] | Callable[["ScriptedTerminal"], str]

HINT = re.compile(r"(?:Hint|Tipp): (\d+)")


class ScriptedTerminal:
    """A console and a folder of games; when nothing is left to be typed, the input has ended."""

    def __init__(self, folder: Path, width: int = 80, height: int = 30, terminal: bool = False) -> None:
        self.folder = folder
        self._file = io.StringIO()
        self._console = Console(file=self._file, width=width, height=height, force_terminal=terminal, no_color=True)
        self._prompts = [0]
        self.client: TerminalClient | None = None

    def play(self, script: Script, request: PlayRequest | None = None) -> int:
        """Play with this typed; the exit status."""
        asked = request or PlayRequest(game="keltis-card", seed=5, first=0, language="en", new=True)
        answers = iter(()) if callable(script) else iter(script)

        def ask(prompt: str) -> str:
            self._file.write(f"{prompt}\n")
            self._prompts.append(self._file.tell())
            if callable(script):
                return script(self)
            try:
                return next(answers)
            except StopIteration:
                raise EOFError from None

        self.client = TerminalClient(asked, ConsoleIO(self._console, ask), SaveFolder(self.folder))
        return self.client.run()

    @property
    def text(self) -> str:
        """All that was shown."""
        return self._file.getvalue()

    @property
    def last_output(self) -> str:
        """What was shown between the prompt before the last and the last one."""
        return self.text[self._prompts[-2] :]

    def output_after(self, number: int) -> str:
        """What was said between the prompt of this number and the next."""
        begin, end = [*self._prompts, None][number : number + 2]
        return self.text[begin:end].removesuffix(f"{PROMPT}\n")

    def saved_path(self) -> Path:
        """The one unfinished game."""
        (path,) = self.folder.glob("*.jsonl")
        return path

    def match(self) -> Match:
        """The one unfinished game as it can be taken up again."""
        return load_game(self.saved_path()).match


@cache
def play_bots(seats: int, seed: int) -> Match:
    """A whole game that only bots played."""
    match, dealer, player = Match(GAMES.load("keltis-card"), seats), stream(seed), stream(seed, 0, 1)
    match.let_happen(dealer)
    while not match.is_over:
        match.play(bots.decide(match.game, GREEDY, match.state, player))
        match.let_happen(dealer)
    return match


def make_renderer(game: str, language: str = "en") -> GameRenderer:
    """What draws a game for two."""
    return GameRenderer(EVERY.load(game), language, Seating(0, ("You", "Maren"), ("", "easy")))


def make_session(match: Match, person: int, language: str, width: int, height: int) -> GameSession:
    """A session that continues a match in a window of this size."""
    seating = make_seating(PlayRequest(seat=person), match.seats, "You")
    console = Console(file=io.StringIO(), width=width, height=height, force_terminal=True)
    autosave = AutoSave(SaveFolder(Path("/nowhere")), seating, language, "2026-03-01T12:00:00")
    return GameSession(ConsoleIO(console, lambda prompt: ""), match, autosave, stream(1), 1)


def make_kit(session: GameSession, asked: bool = True) -> Kit:
    """The kit for the position as it is, with the moves of whoever has to decide."""
    moves = session.renderer.list_moves(session.match.state) if asked and session.match.actor >= 0 else ()
    return session._make_kit(moves)


def draw_table(session: GameSession, asked: bool = True) -> list[Line]:
    """Everything on the table."""
    sections = session.renderer.draw_table(session._view(), make_kit(session, asked))
    return [line for section in sections for line in section]


def draw_moves(session: GameSession) -> list[Line]:
    """The moves that can be made now; none where nobody decides."""
    kit = make_kit(session)
    return list(session.renderer.draw_moves(session._view(), kit)) if kit.moves else []


def draw_all(session: GameSession, asked: bool = True) -> list[Line]:
    """Everything that is drawn of a position."""
    kit = make_kit(session, asked)
    lines = [*draw_table(session, asked), *session.renderer.draw_memory_aid(session._view(), kit)]
    if kit.moves:
        lines += [session.renderer.draw_prompt(session._view(), kit), *draw_moves(session)]
        lines += [kit.say(session.renderer.describe_move(move)) for move in kit.moves]
    return lines


def follow_hints(terminal: ScriptedTerminal) -> str:
    """Ask for a hint and then do what it says; one game is enough."""
    if "[Y/n]" in terminal.last_output or "[J/n]" in terminal.last_output:
        return "n"
    found = HINT.findall(terminal.last_output)
    return found[-1] if found else "hint"


def always_first(terminal: ScriptedTerminal) -> str:
    """Type 1, whatever is asked; one game is enough."""
    return "n" if "[Y/n]" in terminal.last_output else "1"
