"""Game session: bots move, the person is asked, and every move is saved before it is shown."""

from __future__ import annotations

import time
from collections.abc import Sequence

from wishstone import bots
from wishstone.bots import turn_time
from wishstone.bots.levels import LevelBot
from wishstone.bots.outside import OutsideBot
from wishstone.game.chance import Generator, stream
from wishstone.game.errors import WishstoneError
from wishstone.game.match import Match
from wishstone.game.words import LANGUAGES
from wishstone.terminal.console import UNLIMITED_HEIGHT, ConsoleIO
from wishstone.terminal.help import draw_help
from wishstone.terminal.hints import HintAnalyst, draw_hint
from wishstone.terminal.input_parser import MAX_DIGITS, parse_command, parse_move
from wishstone.terminal.kit import Kit
from wishstone.terminal.lines import Line, cut, justify, make_line, plain, stack, width_of
from wishstone.terminal.move_list import ListedMove
from wishstone.terminal.renderer import GameRenderer, View
from wishstone.terminal.saved_games import AutoSave
from wishstone.terminal.score_sheet import draw_score_sheet
from wishstone.terminal.story import Story, StoryLine
from wishstone.terminal.theme import MINE, QUIET, STRONG

BOT_STREAM, HINT_STREAM = 1, 2  # streams of chance beside the dealer's
LINES_ON_RESUME = 3  # lines of the story that are shown when a game is taken up again
FEWEST_NEWS = 2  # lines of news that are shown besides one for each seat, however low the window is
RESERVED_LINES = 3  # lines at the bottom for the prompt and what is said to an answer


class GameSession:
    """Plays one game, new or resumed, with the person at this terminal."""

    def __init__(self, console: ConsoleIO, match: Match, autosave: AutoSave, dealer: Generator, seed: int) -> None:
        self.console, self.match, self.autosave = console, match, autosave
        self.game, self.seating = match.game, autosave.seating
        self.renderer = GameRenderer(self.game, autosave.language, self.seating)
        console.add_signs(self.renderer.styles, self.renderer.plain_signs)
        self.translator, self.title = self.renderer.translator, self.renderer.title
        self.story = Story(match, self.seating.person, self.renderer.merge_rules)
        self._dealer = dealer
        self._bot_chance = stream(seed, 0, BOT_STREAM)
        self._hints = HintAnalyst(self.game, stream(seed, 0, HINT_STREAM))
        self._bots = {name: bots.make(name, self.game) for name in self.seating.bots if name}
        self._is_failure_told = False
        self._shown = 0  # lines of the story that the person has seen before
        self._notes: list[Line] = []  # what is to be said once, beside the story

    def play(self) -> bool:
        """Play until the game is over or the person puts it aside; returns whether it is over."""
        try:
            return self._play_to_end()
        finally:
            for bot in self._bots.values():
                bot.close()

    def _play_to_end(self) -> bool:
        self._get_ready()
        self._greet()
        self._play_on()
        while not self.match.is_over:
            if not self._ask_for_move():
                return False
            self._play_on()
        self._finish()
        return True

    def _get_ready(self) -> None:
        """Compile bots that think ahead before the first move, not in the middle of it."""
        thinkers = [bot for bot in self._bots.values() if isinstance(bot, LevelBot) and bot.is_searching]
        if thinkers:
            self.console.show([self.translator.say("getting-ready", style=QUIET)])
        for bot in thinkers:
            bot.get_ready()

    def _greet(self) -> None:
        if self.match.events:
            self.story.update()
            self._shown = max(len(self.story.lines) - LINES_ON_RESUME, 0)
            self._notes.append(self.translator.say("again"))
            return
        begins = "begin-you" if self.match.first == self.seating.person else "begin"
        self._notes.append(self.translator.say(begins, self.seating.names[self.match.first], title=self.title))
        self._notes.append(self.translator.say("newcomer", style=QUIET))

    def _play_on(self) -> None:
        """Let chance and the bots play; a move is saved together with the outcomes that follow it."""
        mover, left = self.seating.person, 0.0  # whose turn it is, and the seconds that are left for it
        while True:
            self.match.let_happen(self._dealer)
            self._save()
            seat = self.match.actor
            if self.match.is_over or seat == self.seating.person:
                break
            mover, left = seat, left if seat == mover else turn_time.SECONDS
            began = time.monotonic()
            self.match.play(self._choose_move(seat, left), by=seat)
            left -= time.monotonic() - began
        self.story.update()

    def _choose_move(self, seat: int, left: float) -> int:
        """The move of a bot with so many seconds for its turn; where another moves for it, that is said."""
        imagined = self.game.redealt(self.match.state, seat, self._bot_chance)  # never the true position
        bot = self._bots[self.seating.bots[seat]]
        if not isinstance(bot, OutsideBot):
            return bot.choose(imagined, self._bot_chance, turn_time.decision_seconds(left))
        before = bot.replaced
        move = bot.choose(imagined, self._bot_chance, turn_time.SECONDS)
        if bot.replaced > before:
            who, instead = self.seating.names[seat], bot.fallback.name
            told = self.translator.say("moved-instead", who, style=QUIET, instead=instead)
            self._notes += [told] if told not in self._notes else []
        return move

    def _save(self) -> None:
        before = self.autosave.error
        self.autosave.save(self.match)
        if self.autosave.error != before:
            self._notes.append(self.translator.say("save-failed", reason=self.autosave.error))

    # ── The person's decision ────────────────────────────────────────────────────────────────────────────────────

    def _ask_for_move(self) -> bool:
        """Ask until there is a legal move, and make it; False if the person puts the game aside."""
        moves = self.renderer.list_moves(self.match.state)
        self.console.show_page(self._draw_question(moves))
        while True:
            typed = self.console.read_answer()
            if not typed:
                self.console.show_page(self._draw_question(moves))
                continue
            command, rest = self._parse(typed)
            if command == "quit":
                return False
            try:
                if command == "move":
                    self._make_move(parse_move(rest, self.game, self.match.state, moves, self.renderer.vocabulary))
                    return True
                lines = self._answer_command(command, rest, moves)
            except WishstoneError as error:
                lines = [make_line(error.text(self.translator.language))]
            self.console.reply(self._draw_question(moves), lines, self.translator.say("look-again", style=QUIET))

    def _parse(self, typed: str) -> tuple[str, str]:
        """A command and its argument; the number of a rule asks for that rule, and anything else is a move."""
        book = self.renderer.rulebook
        if book and typed.upper().startswith(book.prefixes):
            return "rules", typed
        return parse_command(typed) or ("move", typed)

    def _make_move(self, move: int) -> None:
        self._shown = len(self.story.lines)
        self._notes = []
        self.match.play(move, by=self.seating.person)

    def _make_kit(self, moves: Sequence[ListedMove]) -> Kit:
        return self.renderer.make_kit(self.console.width, self.console.height, moves)

    def _view(self) -> View:
        return self.game.view(self.match.state, self.seating.person)

    def _draw_question(self, moves: Sequence[ListedMove]) -> list[Line]:
        """The table, what has happened since the last question, what is asked, and the moves to choose from."""
        view, kit = self._view(), self._make_kit(moves)
        asking = [self._draw_prompt(view, kit), *self.renderer.draw_moves(view, kit)]
        table = self.renderer.draw_table(view, kit)
        height = kit.height - RESERVED_LINES
        news = self._draw_news(height - len(asking) - sum(map(len, table)))
        return stack([*table, news, asking], height)

    def _draw_prompt(self, view: View, kit: Kit) -> Line:
        """The line that asks, always in the same place."""
        asked = self.renderer.draw_prompt(view, kit)
        first = plain(asked).find(". ") + 1
        asked = [*make_line(cut(asked, 0, first), style=MINE), *cut(asked, first, len(plain(asked)))]
        at_hand = self.translator.say("help-at-hand", style=QUIET)
        return justify(asked, at_hand, kit.width) if width_of(asked) + width_of(at_hand) < kit.width else asked

    def _draw_news(self, room: int = UNLIMITED_HEIGHT) -> list[Line]:
        """What is new; where it is too much for the room, the latest of it, and a turn of everybody at least."""
        if self.renderer.failure and not self._is_failure_told:
            self._is_failure_told = True
            self._notes.append(self.translator.say("picture-failed", style=QUIET, reason=self.renderer.failure))
        most = max(room - len(self._notes), len(self.seating.names) + FEWEST_NEWS)
        news = self._say_lines(self.story.lines[self._shown :])
        if len(news) <= most:
            return [*self._notes, *news]
        earlier = self.translator.say("earlier", style=QUIET, count=len(news) - most + 1)
        return [*self._notes, earlier, *news[1 - most :]]

    def _say_lines(self, lines: Sequence[StoryLine]) -> list[Line]:
        names = self.seating.names
        return [self.translator.say(line.sentence, names[line.seat], names=names) for line in lines]

    # ── Answers to commands ──────────────────────────────────────────────────────────────────────────────────────

    def _answer_command(self, command: str, rest: str, moves: Sequence[ListedMove]) -> list[Line]:
        """The reply to a command."""
        match command:
            case "help":
                return draw_help(self.renderer, self._make_kit(moves))
            case "rules":
                return self._draw_rules(rest)
            case "hint":
                return self._give_hint(moves)
            case "score":
                return self._draw_score()
            case "log":
                return self._draw_log(rest)
            case _:
                return list(self.renderer.draw_memory_aid(self._view(), self._make_kit(moves)))

    def _draw_rules(self, which: str) -> list[Line]:
        book, language, width = self.renderer.rulebook, self.translator.language, self.console.width
        about = make_line(self.game.about.line[LANGUAGES.index(language)])
        if book is None:
            return [[(self.title, STRONG)], about, self.translator.say("rules-none", style=QUIET)]
        if not which:
            return [[(self.title, STRONG)], about, *book.lines(language, width)]
        if found := book.find(which):
            return book.lines(language, width, only=found)
        return [self.translator.say("rule-unknown", id=which)]

    def _give_hint(self, moves: Sequence[ListedMove]) -> list[Line]:
        """The best move by what the person knows."""
        if not self._hints.is_ready:
            self.console.show([self.translator.say("getting-ready", style=QUIET)])
            self._hints.get_ready()
        elif self.console.rich.is_terminal:
            self.console.show([self.translator.say("hint-thinking", style=QUIET)])
        analysis = self._hints.analyse(self.match.state)
        return draw_hint(analysis, moves, self.renderer, self.translator, self.seating.names)

    def _draw_log(self, count: str) -> list[Line]:
        if count and not count.isdecimal():
            return [self.translator.say("log-count", text=count)]
        lines = self._say_lines(self.story.lines)
        wanted = int(count[:MAX_DIGITS]) if count else len(lines)
        return lines[max(len(lines) - wanted, 0) :] or [self.translator.say("log-empty")]

    def _draw_score(self) -> list[Line]:
        view = self._view()
        places = self.match.result().places if self.match.is_over else None
        sheets = [player["sheet"] for player in view["players"]]
        return draw_score_sheet(sheets, self.seating, self.renderer, self.translator, places)

    # ── The end ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _finish(self) -> None:
        """Show why the game ended, everybody's points, and where the record is."""
        kept = self.autosave.finish(self.match)
        result = self.match.result()
        reason = self.game.lexicon.end(result.end, self.translator.language)
        over = [self.translator.say("over", reason=reason), self._name_winners(result.winners, max(result.scores))]
        where = [self.translator.say("record-saved", style=QUIET, path=str(kept))] if kept else []
        sections = [
            *self.renderer.draw_table(self._view(), self._make_kit(())),
            self._draw_news(),
            over,
            self._draw_score(),
            where,
        ]
        self.console.show_page(stack(sections, UNLIMITED_HEIGHT))

    def _name_winners(self, winners: Sequence[int], points: int) -> Line:
        if winners == (self.seating.person,):
            return self.translator.say("win-you", style=MINE, points=points)
        names = [self.seating.names[seat] for seat in winners]
        if len(names) == 1:
            return self.translator.say("win", names[0], style=STRONG, points=points)
        who = self.translator.say("and", first=", ".join(names[:-1]), last=names[-1])
        return self.translator.say("win-shared", plain(who), style=STRONG, points=points)
