"""Conformance suite against broken games: for every check, a game broken in that way is found by it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import count
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import numpy as np
import pytest

from tests.conftest import thorough
from wishstone.game.chance import Generator, below, stream
from wishstone.game.conformance import CHECKS, assert_conforms, check, lockstep
from wishstone.game.contract import CHANCE, HIDDEN, ONLOOKER, Game, Numbers, Position, Presentation, Rules, Settings
from wishstone.game.words import Sentence, sentence
from wishstone.games import load
from wishstone.games.keltis_card import rules as card

GAME = load("keltis-card", engine="interpreted")  # broken moves raise there; compiled, they would end the test run
RULES, TABLE = GAME.rules, GAME.table
COMPILED = load("keltis-card", engine="compiled").rules
QUICK = {name: getattr(COMPILED, name) for name in ("chances", "sample", "redeal", "observe")}

Changes = Mapping[str, object]
Make = Callable[[], Changes]


class Broken(NamedTuple):
    """A broken game: the check that finds it, what is replaced, and how much play it takes to find it."""

    check: str
    make: Make
    decisions: int
    seats: int


BROKEN: list[Broken] = []
SHORT, WHOLE = 24, card.MAX_DECISIONS


def found_by(check: str, decisions: int = SHORT, seats: int = 2) -> Callable[[Make], Make]:
    """Mark a function that tells what to replace, with the check that is to find it."""

    def mark(make: Make) -> Make:
        BROKEN.append(Broken(check, make, decisions, seats))
        return make

    return mark


def changed(changes: Changes) -> Game:
    """The card game with some names of its rules, its table or its entry in the catalogue replaced."""
    catalogue: dict[str, Any] = {name: value for name, value in changes.items() if name in vars(GAME.about)}
    rules = {name: value for name, value in changes.items() if name in vars(RULES)}
    table = {name: value for name, value in changes.items() if name not in rules | catalogue}
    assert table.keys() <= vars(TABLE).keys()
    return replace(
        GAME,
        about=replace(GAME.about, **catalogue),
        rules=cast(Rules, SimpleNamespace(**{**vars(RULES), **QUICK, **rules})),
        table=cast(Presentation, SimpleNamespace(**{**vars(TABLE), **table})),
        data=TABLE.make_data(GAME.id, {}, {}, 1),
    )


def others(state: Position, seat: int) -> list[int]:
    """The seats at the table but one."""
    return [each for each in range(int(state.seats)) if each != seat]


# ── Constants and names ──────────────────────────────────────────────────────────────────────────────────────────


@found_by("record_types_are_plain", 0)
def a_position_holds_a_fraction() -> Changes:
    return {"State": np.dtype([("seats", np.int8), ("end", np.int8), ("luck", np.float32)], align=True)}


@found_by("record_types_are_plain", 0)
def a_position_is_not_aligned() -> Changes:
    return {"State": np.dtype([("seats", np.int8), ("cards", np.int64), ("end", np.int8)])}


@found_by("record_is_small", 0)
def a_position_is_large() -> Changes:
    return {"State": np.dtype([("seats", np.int8), ("end", np.int8), ("log", np.int8, 2_000)], align=True)}


@found_by("record_tells_seats_and_end", 0)
def a_position_does_not_tell_its_end() -> Changes:
    return {"State": np.dtype([("seats", np.int8)], align=True)}


@found_by("counts_make_sense", 0)
def more_seats_than_in_the_catalogue() -> Changes:
    return {"SEATS": (2, 5)}


@found_by("versions_can_be_played", 0)
def a_version_without_data() -> Changes:
    return {"make_data": lambda game, options, files, rules_version: np.zeros(1, np.int8)[0]}


@found_by("ends_have_names", 0)
def ends_begin_with_a_reason() -> Changes:
    return {"ENDS": ("end-cards", "draw-pile")}


@found_by("items_lead_to_a_total", 0)
def items_without_a_total() -> Changes:
    return {"ITEMS": RULES.ITEMS[:-1]}


@found_by("observation_fields_make_sense", 0)
def two_fields_of_one_name() -> Changes:
    return {"OBSERVATION": (*RULES.OBSERVATION, RULES.OBSERVATION[0])}


@found_by("names_follow_the_notation", 0)
def a_name_with_two_spaces() -> Changes:
    return {"move_name": lambda data, move: TABLE.move_name(data, move).replace(" ", "  ")}


@found_by("names_are_unique", 0)
def two_moves_of_one_name() -> Changes:
    return {"move_name": lambda data, move: TABLE.move_name(data, max(move, 1))}


@found_by("words_are_complete", 0)
def a_german_sentence_without_the_card() -> Changes:
    return {"WORDS": {**TABLE.WORDS, "story-discard": ("{who} discards {card}.", "{who} wirft ab.")}}


# ── Who acts, and the end ────────────────────────────────────────────────────────────────────────────────────────


@found_by("actor_sits_at_the_table")
def seats_are_counted_from_1() -> Changes:
    def actor(state: Position, data: Settings) -> int:
        who = RULES.actor(state, data)
        return who + 1 if who >= 0 else who

    return {"actor": actor}


@found_by("legal_moves_are_there", WHOLE)
def the_game_is_never_over() -> Changes:
    return {"actor": lambda state, data: CHANCE if state.step in (card.DEALING, card.TURNING) else int(state.turn)}


@found_by("games_come_to_an_end", 400)
def nothing_comes_of_any_move() -> Changes:
    def apply(state: Position, data: Settings, move: int) -> None:
        if RULES.actor(state, data) == CHANCE:
            RULES.apply(state, data, move)

    return {"apply": apply}


@found_by("end_has_a_reason", WHOLE)
def the_end_is_forgotten() -> Changes:
    def apply(state: Position, data: Settings, move: int) -> None:
        RULES.apply(state, data, move)
        if state.finished:
            state.end = 0

    return {"apply": apply}


# ── Moves ────────────────────────────────────────────────────────────────────────────────────────────────────────


@found_by("legal_moves_rise")
def legal_is_not_sorted() -> Changes:
    def legal(state: Position, data: Settings, out: Numbers) -> int:
        count = RULES.legal(state, data, out)
        out[:count] = out[:count][::-1].copy()
        return count

    return {"legal": legal}


@found_by("legal_moves_rise")
def legal_lists_a_move_twice() -> Changes:
    def legal(state: Position, data: Settings, out: Numbers) -> int:
        count = RULES.legal(state, data, out)
        out[count] = out[max(count - 1, 0)]
        return count + 1 if count else 0

    return {"legal": legal}


@found_by("legal_moves_are_there", WHOLE)
def legal_forgets_its_last_move() -> Changes:
    return {"legal": lambda state, data, out: max(RULES.legal(state, data, out) - 1, 0)}


@found_by("legal_moves_are_there")
def more_is_legal_than_the_most() -> Changes:
    return {"MAX_LEGAL": 7, "legal": card.legal}


@found_by("questions_change_nothing")
def legal_changes_the_position() -> Changes:
    def legal(state: Position, data: Settings, out: Numbers) -> int:
        count = RULES.legal(state, data, out)
        state.closed = 0
        return count

    return {"legal": legal}


@found_by("legal_stays_in_its_buffer")
def legal_closes_its_list_with_a_mark() -> Changes:
    def legal(state: Position, data: Settings, out: Numbers) -> int:
        out[RULES.MAX_LEGAL] = -1
        return RULES.legal(state, data, out)

    return {"legal": legal}


@found_by("legal_answers_alike")
def legal_counts_a_cell_that_it_did_not_write() -> Changes:
    def legal(state: Position, data: Settings, out: Numbers) -> int:
        count = RULES.legal(state, data, out)
        return count + 1 if count else 0

    return {"legal": legal}


# ── Chance ───────────────────────────────────────────────────────────────────────────────────────────────────────


@found_by("chances_are_there")
def nothing_can_come_off_the_draw_pile() -> Changes:
    def chances(state: Position, data: Settings, moves: Numbers, weights: Numbers) -> int:
        return 0 if state.step == card.TURNING else RULES.chances(state, data, moves, weights)

    return {"chances": chances}


@found_by("chances_rise")
def chances_are_not_sorted() -> Changes:
    def chances(state: Position, data: Settings, moves: Numbers, weights: Numbers) -> int:
        count = RULES.chances(state, data, moves, weights)
        for numbers in (moves, weights):
            numbers[:count] = numbers[:count][::-1].copy()
        return count

    return {"chances": chances}


@found_by("chances_have_weight")
def a_card_that_is_gone_is_listed_with_weight_0() -> Changes:
    def chances(state: Position, data: Settings, moves: Numbers, weights: Numbers) -> int:
        base = card.outcome_base(state)
        for kind in range(card.KINDS):
            moves[kind] = base + kind
            weights[kind] = card.unseen_copies(state, kind)
        return card.KINDS

    return {"chances": chances}


@found_by("chances_stay_in_their_buffers")
def chances_close_their_list_with_a_mark() -> Changes:
    def chances(state: Position, data: Settings, moves: Numbers, weights: Numbers) -> int:
        weights[RULES.OUTCOMES] = 0
        return RULES.chances(state, data, moves, weights)

    return {"chances": chances}


@found_by("chances_answer_alike")
def chances_add_to_what_the_buffer_held() -> Changes:
    def chances(state: Position, data: Settings, moves: Numbers, weights: Numbers) -> int:
        before = int(weights[0]) & 3
        count = RULES.chances(state, data, moves, weights)
        weights[0] += before
        return count

    return {"chances": chances}


@found_by("sample_is_among_the_chances")
def cards_are_dealt_that_somebody_holds() -> Changes:
    return {"sample": lambda state, data, rng: card.outcome_base(state) + below(rng, card.KINDS)}


@found_by("sample_follows_the_weights")
def every_kind_is_as_likely() -> Changes:
    def sample(state: Position, data: Settings, rng: Generator) -> int:
        moves, weights = np.zeros((2, RULES.OUTCOMES), np.int16)
        return int(moves[below(rng, RULES.chances(state, data, moves, weights))])

    return {"sample": sample}


# ── The next position ────────────────────────────────────────────────────────────────────────────────────────────


@found_by("setup_resets_everything")
def setup_forgets_a_field() -> Changes:
    def setup(state: Position, data: Settings, seats: int, first: int) -> None:
        kept = int(state.laid)
        RULES.setup(state, data, seats, first)
        state.laid = kept

    return {"setup": setup}


@found_by("play_goes_on")
def a_byte_overflows() -> Changes:
    def apply(state: Position, data: Settings, move: int) -> None:
        RULES.apply(state, data, move)
        _ = state.draw_pile + np.int8(100)

    return {"apply": apply}


@found_by("data_stays")
def the_data_are_written_to() -> Changes:
    def apply(state: Position, data: Settings, move: int) -> None:
        RULES.apply(state, data, move)
        data.nothing = 1

    return {"apply": apply}


@found_by("apply_repeats")
def a_move_depends_on_the_time_of_day() -> Changes:
    clock = count()

    def apply(state: Position, data: Settings, move: int) -> None:
        RULES.apply(state, data, move)
        state.closed = next(clock) % 3

    return {"apply": apply}


@found_by("replay_leads_to_the_same")
def setup_draws_lots() -> Changes:
    lots = count()

    def setup(state: Position, data: Settings, seats: int, first: int) -> None:
        RULES.setup(state, data, seats, min(next(lots), 1))

    return {"setup": setup}


@found_by("apply_stays_in_the_record")
def a_move_writes_to_the_next_record() -> Changes:
    def apply(state: Position, data: Settings, move: int) -> None:
        RULES.apply(state, data, move)
        records = cast(Any, state).base
        if len(records) > 1:
            records[2]["seats"] = 0

    return {"apply": apply}


@found_by("events_fit_the_log")
def dealing_takes_more_events_than_are_kept() -> Changes:
    return {"MAX_DECISIONS": 2}


# ── Points ───────────────────────────────────────────────────────────────────────────────────────────────────────


@found_by("score_adds_up")
def the_total_leaves_something_out() -> Changes:
    def score(state: Position, data: Settings, sheet: Numbers) -> None:
        RULES.score(state, data, sheet)
        for seat in range(int(state.seats)):
            sheet[seat, card.COLOURS + 2] -= sheet[seat, card.COLOURS]

    return {"score": score}


@found_by("score_stays_in_its_range")
def more_points_than_the_most() -> Changes:
    return {"SCORE_RANGE": (-5, 60)}


@found_by("score_fills_its_rows")
def score_writes_to_absent_seats() -> Changes:
    def score(state: Position, data: Settings, sheet: Numbers) -> None:
        sheet[:] = 0
        RULES.score(state, data, sheet)

    return {"score": score}


@found_by("sheets_tell_the_score")
def a_sheet_with_another_total() -> Changes:
    return {"sheet": lambda data, row: {**TABLE.sheet(data, row), "total": 0}}


# ── The door ─────────────────────────────────────────────────────────────────────────────────────────────────────


@found_by("door_lets_in_what_is_possible")
def a_name_that_cannot_be_typed() -> Changes:
    return {"move_name": lambda data, move: TABLE.move_name(data, move).title()}


@found_by("door_refuses_the_rest")
def a_refusal_without_a_rule() -> Changes:
    return {"why": lambda state, data, move: ("", TABLE.why(state, data, move)[1])}


@found_by("door_refuses_the_rest")
def a_refusal_without_words() -> Changes:
    return {"why": lambda state, data, move: ("KC-9", sentence("why-no-such-words"))}


@found_by("door_refuses_nonsense")
def a_move_that_reads_like_nonsense() -> Changes:
    return {"move_name": lambda data, move: "?" if move == card.DRAW else TABLE.move_name(data, move)}


@found_by("door_knows_whose_turn_it_is")
def whose_turn_it_is_changes_with_every_question() -> Changes:
    asked = count()

    def actor(state: Position, data: Settings) -> int:
        who = RULES.actor(state, data)
        return who if who < 0 else next(asked) % int(state.seats)

    return {"actor": actor}


# ── Words and views ──────────────────────────────────────────────────────────────────────────────────────────────


@found_by("stories_can_be_told")
def a_story_without_words() -> Changes:
    return {"WORDS": {key: texts for key, texts in TABLE.WORDS.items() if key != "story-discard"}}


@found_by("stories_can_be_told")
def a_story_without_its_values() -> Changes:
    return {"story": lambda state, data, move, seat: sentence(TABLE.story(state, data, move, seat).key)}


@found_by("stories_keep_secrets")
def a_story_names_a_hidden_card() -> Changes:
    def story(state: Position, data: Settings, move: int, seat: int) -> Sentence:
        return TABLE.story(state, data, move, int(state.turn))

    return {"story": story}


@found_by("hidden_events_have_a_name")
def a_hidden_card_is_written_as_another_event() -> Changes:
    return {"hidden_name": lambda state, data: "card ?"}


@found_by("views_can_be_sent")
def a_view_holds_a_number_of_numpy() -> Changes:
    return {"public": lambda state, data: {**TABLE.public(state, data), "first": state.first}}


@found_by("touches_can_be_sent")
def what_a_move_touches_is_a_set() -> Changes:
    return {"touches": lambda state, data, move: {"cards": {move}}}


# ── What a seat can know ─────────────────────────────────────────────────────────────────────────────────────────


@found_by("seen_is_the_event_or_hidden")
def another_card_is_seen() -> Changes:
    def seen(state: Position, data: Settings, move: int, seat: int) -> int:
        return move + 1 if RULES.seen(state, data, move, seat) == HIDDEN else move

    return {"seen": seen}


@found_by("own_moves_are_seen")
def nobody_sees_a_discard() -> Changes:
    def seen(state: Position, data: Settings, move: int, seat: int) -> int:
        return HIDDEN if state.step == card.PLAYING and move < card.WISH else RULES.seen(state, data, move, seat)

    return {"seen": seen}


@found_by("onlookers_see_no_more")
def onlookers_see_every_card() -> Changes:
    def seen(state: Position, data: Settings, move: int, seat: int) -> int:
        return move if seat == ONLOOKER else RULES.seen(state, data, move, seat)

    return {"seen": seen}


@found_by("open_games_hide_nothing")
def the_catalogue_says_that_nothing_is_hidden() -> Changes:
    return {"is_open": True}


@found_by("redeal_remembers_what_was_seen")
def everybody_sees_every_card() -> Changes:
    return {"seen": lambda state, data, move, seat: move}


@found_by("redeal_keeps_secrets")
def redeal_keeps_the_hidden_cards() -> Changes:
    return {"redeal": lambda state, data, seat, rng: None}


@found_by("redeal_keeps_secrets", seats=3)
def redeal_swaps_hands_and_leaves_the_draw_pile() -> Changes:
    def redeal(state: Position, data: Settings, seat: int, rng: Generator) -> None:
        one, other = others(state, seat)
        if below(rng, 2):
            for field in (state.hand, state.hand_twice, state.hand_points):
                field[one], field[other] = int(field[other]), int(field[one])

    return {"redeal": redeal}


@found_by("redeal_keeps_the_view", 120)
def redeal_forgets_the_known_cards() -> Changes:
    def redeal(state: Position, data: Settings, seat: int, rng: Generator) -> None:
        for other in others(state, seat):
            state.known[other] = state.known_twice[other] = state.known_points[other] = 0
        RULES.redeal(state, data, seat, rng)

    return {"redeal": redeal}


@found_by("redeal_keeps_the_observation")
def redeal_deals_the_own_hand_too() -> Changes:
    def redeal(state: Position, data: Settings, seat: int, rng: Generator) -> None:
        RULES.redeal(state, data, ONLOOKER, rng)

    return {"redeal": redeal}


@found_by("redeal_keeps_the_turn")
def redeal_gives_the_turn_to_its_seat() -> Changes:
    def redeal(state: Position, data: Settings, seat: int, rng: Generator) -> None:
        RULES.redeal(state, data, seat, rng)
        state.turn = seat

    return {"redeal": redeal}


@found_by("redeal_depends_on_what_is_known")
def redeal_uses_its_generator_by_what_is_hidden() -> Changes:
    def redeal(state: Position, data: Settings, seat: int, rng: Generator) -> None:
        if int(state.unseen) % 101 % 2:
            below(rng, 2)
        RULES.redeal(state, data, seat, rng)

    return {"redeal": redeal}


@found_by("redeal_deals_anew")
def redeal_always_deals_the_same() -> Changes:
    return {"redeal": lambda state, data, seat, rng: RULES.redeal(state, data, seat, stream(0))}


@found_by("redealt_games_play_on")
def redeal_takes_the_hands_away() -> Changes:
    def redeal(state: Position, data: Settings, seat: int, rng: Generator) -> None:
        for other in range(int(state.seats)):
            state.hand[other] = state.hand_twice[other] = state.hand_points[other] = 0

    return {"redeal": redeal}


@found_by("legal_keeps_secrets")
def what_is_legal_depends_on_a_hidden_card() -> Changes:
    def legal(state: Position, data: Settings, out: Numbers) -> int:
        count = RULES.legal(state, data, out)
        return count - 1 if count > 1 and int(state.unseen) % 101 % 2 else count

    return {"legal": legal}


@found_by("touches_keep_secrets")
def what_a_move_touches_tells_a_hidden_card() -> Changes:
    def touches(state: Position, data: Settings, move: int) -> dict[str, Any]:
        return {**TABLE.touches(state, data, move), "next": int(state.unseen)}

    return {"touches": touches}


@found_by("views_keep_secrets")
def a_view_shows_every_hand() -> Changes:
    def public(state: Position, data: Settings) -> dict[str, Any]:
        view = TABLE.public(state, data)
        return {**view, "players": [{**each, **TABLE.own(state, data, each["seat"])} for each in view["players"]]}

    return {"public": public}


@found_by("views_keep_secrets", 120, seats=3)
def the_view_of_onlookers_shows_a_hand() -> Changes:
    def public(state: Position, data: Settings) -> dict[str, Any]:
        view = TABLE.public(state, data)
        return {**view, "players": [{**view["players"][0], **TABLE.own(state, data, 0)}, *view["players"][1:]]}

    return {"public": public}


@found_by("observe_keeps_secrets")
def observe_shows_the_next_hand() -> Changes:
    def observe(state: Position, data: Settings, seat: int, out: Numbers) -> None:
        RULES.observe(state, data, seat, out)
        out[0] += bin(int(state.hand[(seat + 1) % int(state.seats)])).count("1")

    return {"observe": observe}


@found_by("observe_keeps_secrets")
def observe_shows_what_the_draw_pile_holds() -> Changes:
    def observe(state: Position, data: Settings, seat: int, out: Numbers) -> None:
        RULES.observe(state, data, seat, out)
        out[0] += card.unseen_copies(state, card.END)
        out[1] += bin(int(state.unseen)).count("1")

    return {"observe": observe}


@found_by("observe_fills_its_buffer")
def observe_trusts_that_its_buffer_is_empty() -> Changes:
    def observe(state: Position, data: Settings, seat: int, out: Numbers) -> None:
        numbers = np.zeros_like(out)
        RULES.observe(state, data, seat, numbers)
        out[numbers != 0] = numbers[numbers != 0]

    return {"observe": observe}


@found_by("observe_fills_its_buffer")
def observe_divides_by_nothing() -> Changes:
    def observe(state: Position, data: Settings, seat: int, out: Numbers) -> None:
        RULES.observe(state, data, seat, out)
        out[0] = np.nan

    return {"observe": observe}


# ── The tests ────────────────────────────────────────────────────────────────────────────────────────────────────

# What no game can get wrong: places are worked out by the library, from scores.
OF_THE_LIBRARY = {"places_follow_the_scores"}


def one_for_each_check() -> list[Any]:
    """By default the game whose play is shortest for every check."""
    shortest = {each.check: each for each in sorted(BROKEN, key=lambda each: -each.decisions)}
    why = "the check has found another broken game"
    return [each if each is shortest[each.check] else thorough(each, why=why) for each in BROKEN]


@pytest.mark.parametrize("broken", one_for_each_check(), ids=lambda broken: broken.make.__name__)
def test_what_is_broken_is_found(broken: Broken) -> None:
    game = changed({"MAX_DECISIONS": broken.decisions, **broken.make()})
    findings = check(game, seats=broken.seats, games=1 if broken.decisions else 0, every=1_000)
    assert broken.check in {finding.check for finding in findings}, "\n".join(map(str, findings))


def test_every_check_is_proved_by_a_game_that_it_finds() -> None:
    assert {broken.check for broken in BROKEN} == set(CHECKS) - OF_THE_LIBRARY


def test_unchanged_the_game_conforms() -> None:
    assert_conforms(changed({}), seats=2, games=1, every=1_000)


def test_findings_are_raised_with_every_sentence() -> None:
    with pytest.raises(AssertionError, match=r"keltis-card does not conform:\ncounts_make_sense: SEATS is \(2, 5\)"):
        assert_conforms(changed({"SEATS": (2, 5)}), games=0)


# ── Lockstep ─────────────────────────────────────────────────────────────────────────────────────────────────────


def wrapped(number: int) -> int:
    """A number as a byte that has overflowed."""
    return (number + 128) % 256 - 128


def score_overflows() -> Changes:
    def score(state: Position, data: Settings, sheet: Numbers) -> None:
        RULES.score(state, data, sheet)
        sheet[0, -1] = wrapped(10 * int(sheet[0, -1])) // 10

    return {"score": score}


def a_set_is_cut_off_at_a_byte() -> Changes:
    def apply(state: Position, data: Settings, move: int) -> None:
        RULES.apply(state, data, move)
        if card.LAY <= move < card.LAY_ON and RULES.actor(state, data) != CHANCE:
            state.neutral[0] = wrapped(int(state.neutral[0]))

    return {"apply": apply}


def legal_forgets_one() -> Changes:
    return {"legal": lambda state, data, out: max(RULES.legal(state, data, out) - 1, 1)}


def weights_are_bytes() -> Changes:
    def chances(state: Position, data: Settings, moves: Numbers, weights: Numbers) -> int:
        count = RULES.chances(state, data, moves, weights)
        weights[count - 1] = 2
        return count

    return {"chances": chances}


def redeal_draws_once_more() -> Changes:
    def redeal(state: Position, data: Settings, seat: int, rng: Generator) -> None:
        RULES.redeal(state, data, seat, rng)
        below(rng, 2)

    return {"redeal": redeal}


def observe_is_off_by_a_hair() -> Changes:
    def observe(state: Position, data: Settings, seat: int, out: Numbers) -> None:
        RULES.observe(state, data, seat, out)
        out[5] += np.float32(1e-6)

    return {"observe": observe}


@pytest.mark.parametrize(
    ("make", "function"),
    [
        (score_overflows, "score"),
        (a_set_is_cut_off_at_a_byte, "apply"),
        (legal_forgets_one, "legal"),
        (weights_are_bytes, "chances"),
        (redeal_draws_once_more, "redeal"),
        (observe_is_off_by_a_hair, "observe"),
        (nobody_sees_a_discard, "seen"),
        (every_kind_is_as_likely, "sample"),
        (seats_are_counted_from_1, "actor"),
        (a_byte_overflows, "apply"),
        (setup_forgets_a_field, None),
    ],
    ids=lambda each: getattr(each, "__name__", each),
)
def test_engines_that_differ_are_found(make: Make, function: str | None) -> None:
    with np.errstate(all="raise"):
        findings = lockstep(GAME, changed(make()), seats=2, games=3)
    assert {finding.check for finding in findings} == ({f"lockstep_{function}"} if function else set())
