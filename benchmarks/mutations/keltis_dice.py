"""Mutations of the dice game's rules."""

from __future__ import annotations

from benchmarks.mutations import Mutant

RULES = "games/keltis_dice/rules.py"
TILES = "games/keltis_dice/tiles.toml"
LOADER = "games/keltis_dice/loader.py"
TABLE = "games/keltis_dice/table.py"
ROWS = "games/shared/rows.py"
RESULT = "game/result.py"

MUTANTS = (
    Mutant("KD-1", "every throw is as likely", RULES, "= WAYS[number]", "= 1"),
    Mutant("KD-1", "no tiles of value 10", RULES, "state.middle = ALL_TILES", "state.middle = ALL_TILES >> 1"),
    Mutant("KD-1", "a tile stays in the middle", RULES, "int(state.middle) & ~(1 << tile)", "int(state.middle)"),
    Mutant("KD-2", "two have as many stones as three", RULES, "(0, 0, 24, 27, 30)", "(0, 0, 27, 27, 30)"),
    Mutant("KD-2", "three have as many stones as four", RULES, "(0, 0, 24, 27, 30)", "(0, 0, 24, 30, 30)"),
    Mutant("KD-2", "seat 0 always begins", RULES, "state.turn = first", "state.turn = 0"),
    Mutant(
        "KD-3",
        "all three dice are thrown again",
        RULES,
        "state.kept = int(THROWS[int(state.throw)]) - int(THROWS[part])\n"
        "    state.air = 1 if part < FIRST[2] else 2 if part < FIRST[3] else 3",
        "state.kept = 0\n    state.air = 3",
    ),
    Mutant("KD-3", "some dice must be thrown again", RULES, "out[count] = KEEP\n    return count + 1", "return count"),
    Mutant(
        "KD-3",
        "dice are thrown a third time",
        RULES,
        "state.kept = 0\n        state.step = TAKING",
        "state.kept = 0\n        state.step = CHOOSING",
    ),
    Mutant(
        "KD-3", "not all three are thrown again", RULES, "for dice in (1, 2, 3) for part", "for dice in (1, 2) for part"
    ),
    Mutant("KD-3", "the dice kept are lost", RULES, "int(state.kept) + int(THROWS[number])", "2 * int(THROWS[number])"),
    Mutant("KD-4", "all dice are added", RULES, "for dice in range(1, len(counts) + 1)", "for dice in (len(counts),)"),
    Mutant(
        "KD-4", "one or two dice are added", RULES, "range(1, len(counts) + 1)", "range(1, min(len(counts), 2) + 1)"
    ),
    Mutant("KD-4", "a stone counts 6", RULES, "0 if face == STONE_FACE else face + 1", "face + 1"),
    Mutant("KD-4", "a tile may be taken twice", RULES, "& int(state.middle) & int(state.takes", "& int(state.takes"),
    Mutant("KD-5", "no sum of three dice", RULES, "range(1, len(counts) + 1)", "range(1, min(len(counts), 2) + 1)"),
    Mutant("KD-5", "0 needs no stone", RULES, "range(1, len(counts) + 1)", "range(len(counts) + 1)"),
    Mutant("KD-6", "any tile fits", RULES, "| (values << shift)", "| (ALL_VALUES << shift)"),
    Mutant("KD-6", "rows only rise", RULES, "values = higher | lower", "values = higher"),
    Mutant("KD-6", "rows never fall", RULES, "values = lower\n", "values = 0\n"),
    Mutant("KD-6", "the direction is never settled", RULES, "if last < 0:", "if True:"),
    Mutant("KD-6", "rising rows fall", RULES, "elif value > last:", "elif value < last:"),
    Mutant("KD-6", "one row settles all", RULES, "state.takes[seat] = (int", "state.takes[0] = (int"),
    Mutant("KD-7", "one stone, however many are rolled", RULES, "min(stones_shown(state), int(", "min(1, int("),
    Mutant(
        "KD-7", "stones do not leave the supply", RULES, "int(state.supply) - count", "int(state.supply) - 0 * count"
    ),
    Mutant(
        "KD-7",
        "a 5 is a stone",
        RULES,
        "int(THROWS[int(state.throw)]), STONE_FACE)",
        "int(THROWS[int(state.throw)]), 4)",
    ),
    Mutant("KD-8", "stones without one rolled", RULES, "if stones_shown(state) > 0:", "if True:"),
    Mutant("KD-8", "two stones must be rolled", RULES, "if stones_shown(state) > 0:", "if stones_shown(state) > 1:"),
    Mutant(
        "KD-8",
        "more stones than there are",
        RULES,
        "min(stones_shown(state), int(state.supply))",
        "stones_shown(state)",
    ),
    Mutant(
        "KD-9",
        "one must take what one can",
        RULES,
        "    out[count] = NOTHING\n",
        "    if count:\n        return count\n    out[count] = NOTHING\n",
    ),
    Mutant("KD-10", "a stone on a tile does nothing", RULES, "if symbol == STONE:", "if symbol == -1:"),
    Mutant("KD-10", "it brings what the dice show", RULES, "seat, 1)\n", "seat, max(stones_shown(state), 1))\n"),
    Mutant(
        "KD-11",
        "a clover brings a stone",
        RULES,
        "state.length[seat, colour] += 1\n        leave_supply(state, 1)",
        "take_stones(state, seat, 1)",
    ),
    Mutant("KD-11", "a clover takes nothing from the supply", RULES, "        leave_supply(state, 1)\n", ""),
    Mutant("KD-11", "a clover settles the direction", RULES, "if last < 0:", "if last < 0 and value != 3:"),
    Mutant("KD-12", "the green 9 is blank", TILES, '"leprechaun", "stone", "3"]', '"leprechaun", "-", "3"]'),
    Mutant(
        "KD-12", "the red 2 brings a stone", TILES, '"leprechaun", "clover", "1", "l', '"leprechaun", "stone", "1", "l'
    ),
    Mutant(
        "KD-13", "an empty supply ends nothing", RULES, "if supply == 0 and state.end == NOT_ENDED:", "if supply < 0:"
    ),
    Mutant(
        "KD-14",
        "the turn passes the other way round",
        "games/shared/turns.py",
        "state.turn += 1\n    if state.turn == state.seats:\n        state.turn = 0",
        "state.turn -= 1\n    if state.turn < 0:\n        state.turn = state.seats - 1",
    ),
    Mutant(
        "KD-14",
        "whoever takes stones rolls again",
        RULES,
        "        next_seat(state)\n\n",
        "        next_seat(state)\n        if move == TAKE_STONES:\n            state.turn = seat\n\n",
    ),
    Mutant("KD-15", "the last tile of a colour ends nothing", RULES, "state.end = BY_TILES", "state.end = NOT_ENDED"),
    Mutant("KD-15", "a 0 that is left does not count", RULES, "& ALL_VALUES == 0:", "& (ALL_VALUES - 1) == 0:"),
    Mutant("KD-15", "the last stone ends nothing", RULES, "if supply == 0 and", "if supply == -1 and"),
    Mutant("KD-15", "the stone is the reason", RULES, "if supply == 0 and state.end == NOT_ENDED:", "if supply == 0:"),
    Mutant(
        "KD-15",
        "the last tile's symbol does nothing",
        RULES,
        "# KD-15: the last value tile of a colour",
        "\n        return",
    ),
    Mutant("KD-15", "a round is finished", RULES, "        state.step = DONE\n", "        next_seat(state)\n"),
    Mutant("KD-16", "the option changes nothing", TABLE, 'options["end"] == "stones"', "False"),
    Mutant("KD-16", "the option is always on", TABLE, 'options["end"] == "stones"', "True"),
    Mutant("KD-17", "a simulation cuts off after 200", RULES, "MAX_DECISIONS = 2000", "MAX_DECISIONS = 200"),
    Mutant(
        "KD-17",
        "each turn uses up a stone",
        RULES,
        "    state.throw = -1\n    if state.end != NOT_ENDED:",
        "    state.throw = -1\n    leave_supply(state, 1)\n    if state.end != NOT_ENDED:",
    ),
    Mutant("KD-18", "one tile costs 3", ROWS, "(0, -4,", "(0, -3,"),
    Mutant("KD-18", "nine tiles count like eight", ROWS, "min(length, 9)", "min(length, 8)"),
    Mutant(
        "KD-18",
        "tiles face down do not count",
        RULES,
        "state.length[seat, colour] += 1\n        leave_supply",
        "leave_supply",
    ),
    Mutant("KD-19", "no stones cost 4", RULES, "(-7, -4, -3, -2, 1,", "(-4, -4, -3, -2, 1,"),
    Mutant("KD-19", "ten stones count like eight", RULES, "int(state.stones[seat]), 9)", "int(state.stones[seat]), 8)"),
    Mutant("KD-20", "every bonus is 1", RULES, "+= symbol ", "+= min(symbol, 1) "),
    Mutant("KD-20", "bonus points do not count", RULES, "bonus = int(state.bonus[seat])", "bonus = 0"),
    Mutant("KD-21", "the fewest lose nothing", RULES, "return -LEPRECHAUN_POINTS if", "return 0 if"),
    Mutant("KD-21", "equals get 3 each", RULES, "if most == fewest:", "if most == -1:"),
    Mutant("KD-21", "the most get 2", RULES, "LEPRECHAUN_POINTS = 3", "LEPRECHAUN_POINTS = 2"),
    Mutant("KD-22", "fewest points win", RESULT, "list(other) > list(key)", "list(other) < list(key)"),
    Mutant("KD-22", "bonus points count twice", RULES, "+ bonus + leprechauns", "+ 2 * bonus + leprechauns"),
    Mutant("KD-23", "the blue 10 is worth 3", TILES, '"leprechaun", "2"]', '"leprechaun", "3"]'),
    Mutant("KD-23", "ten symbols are enough", LOADER, "if len(symbols) != VALUES:", "if len(symbols) > VALUES:"),
    Mutant("KD-23", "a colour may be missing", LOADER, "if colour not in tiles:", "if not tiles:"),
    Mutant("KD-23", "a replaced file is not read", TABLE, 'files.get("tiles", default_tiles())', "default_tiles()"),
)
