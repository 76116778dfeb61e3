"""Mutations of the rules of Keltis and New Paths."""

from __future__ import annotations

from benchmarks.mutations import Mutant

RULES = "games/keltis/rules.py"
LOADER = "games/keltis/loader.py"
TABLE = "games/keltis/table.py"
BASE = "games/keltis/boards/keltis.toml"
NEW = "games/keltis/boards/new-paths.toml"
RESULT = "game/result.py"
ROWS = "games/shared/rows.py"
HANDS = "games/shared/pair_deck.py"
PILES = "games/shared/piles.py"
TURNS = "games/shared/turns.py"

MUTANTS = (
    # the base game
    Mutant("K-1", "one copy of each card", RULES, "state.unseen_twice = ALL_CARDS", "state.unseen_twice = 0"),
    Mutant("K-1", "no 10s", RULES, "state.unseen = ALL_CARDS", "state.unseen = ALL_CARDS >> 1"),
    Mutant("K-2", "five small figures", RULES, "SMALL = 4", "SMALL = 5"),
    Mutant("K-2", "the large figure begins on a stone", RULES, "state.large[seat] = START", "state.large[seat] = 1"),
    Mutant("K-3", "the seventh rank is outside the goal area", LOADER, "last - GOAL_RANKS:", "last - GOAL_RANKS + 1:"),
    Mutant(
        "K-3",
        "every stone is worth a rank more",
        LOADER,
        "board.values[ranks[name] - 1]",
        "board.values[ranks[name] % 9]",
    ),
    Mutant(
        "K-4",
        "ten clovers",
        LOADER,
        "TILES = (9, 2, 3, 2, 0, 0, 0, 0, 0, 9, 0)",
        "TILES = (10, 2, 2, 2, 0, 0, 0, 0, 0, 9, 0)",
    ),
    Mutant("K-4", "tiles never run out", RULES, "state.tiles_left[kind] -= 1", "pass"),
    Mutant(
        "K-4", "the tiles are shifted", RULES, "state.tile[state.laid] = kind + 1", "state.tile[state.laid] = kind + 2"
    ),
    Mutant("K-5", "the blue path is dark elsewhere", BASE, 'to = ["blue3"], tile = true', 'to = ["blue3"]'),
    Mutant("K-6", "seven cards each", RULES, "HAND = 8", "HAND = 7"),
    Mutant("K-6", "29 cards put away", RULES, "REMOVED = 30", "REMOVED = 29"),
    Mutant(
        "K-6", "three players put cards away", RULES, "CARDS - REMOVED if seats == 2", "CARDS - REMOVED if seats <= 3"
    ),
    Mutant("K-6", "seat 0 always begins", TURNS, "state.turn = state.first", "state.turn = 0"),
    Mutant("K-7", "every discard turns into a 0", RULES, "kind // NUMBERS, kind % NUMBERS)", "kind // NUMBERS, 0)"),
    Mutant(
        "K-7",
        "a discard is also laid",
        RULES,
        "state.step = DRAWING\n        return\n    kind",
        "state.step = STEPPING\n        return\n    kind",
    ),
    Mutant("K-8", "equal numbers do not rise", ROWS, "~((1 << number) - 1)", "~((2 << number) - 1)"),
    Mutant("K-8", "equal numbers do not fall", ROWS, "return (2 << number) - 1", "return (1 << number) - 1"),
    Mutant("K-8", "rising rows fall", ROWS, "RISING if number > last", "RISING if number < last"),
    Mutant("K-8", "an equal number fixes the direction", ROWS, " and number != last:", ":"),
    Mutant("K-9", "a card steps on any path", RULES, "fitting = stones & int(data.takes[colour])", "fitting = stones"),
    Mutant(
        "K-9",
        "the large figure is never brought in",
        RULES,
        "return list_ways(data, STEP_LARGE, int(state.large[seat]), stones, out, count)",
        "return count",
    ),
    Mutant("K-10", "several figures on a path", RULES, "return stones & ~shut", "return stones"),
    Mutant("K-10", "the large figure shuts no path", RULES, "shut = int(data.shuts[large])", "shut = 0"),
    Mutant("K-11", "no other figure steps", LOADER, "data.moves_another = not new_paths", "data.moves_another = False"),
    Mutant(
        "K-12",
        "figures go back to the start",
        RULES,
        "    state.small[seat, figure] = stone\n",
        "    state.small[seat, figure] = stone - left\n",
    ),
    Mutant(
        "K-13",
        "the large figure doubles points",
        RULES,
        "state.track[seat] += tile - POINTS + 1",
        "state.track[seat] += (tile - POINTS + 1) * (2 if state.large[seat] == stone else 1)",
    ),
    Mutant(
        "K-13",
        "points are taken away",
        RULES,
        "elif tile >= POINTS:\n",
        "elif tile >= POINTS:\n            state.tile[place] = NO_TILE\n",
    ),
    Mutant("K-13", "wish stones stay", RULES, "state.tile[place] = NO_TILE\n            state.wish", "state.wish"),
    Mutant("K-13", "clovers do nothing", RULES, "state.step = LUCKY", "state.step = DRAWING"),
    Mutant("K-14", "a clover must be used", RULES, "out[count] = STAY\n        return count + 1", "return count"),
    Mutant("K-15", "no pile is ever closed", PILES, "state.closed = int(state.closed) | (1 << suit)", "pass"),
    Mutant(
        "K-15",
        "piles stay closed",
        RULES,
        "        state.closed = 0\n        pass_turn(state)",
        "        pass_turn(state)",
    ),
    Mutant(
        "K-15",
        "nobody sees what is taken from a pile",
        HANDS,
        "= with_card(int(state.known[seat]), int(state.known_twice[seat]), kind)",
        "= 0, 0",
    ),
    Mutant("K-16", "the sixth figure ends the game", RULES, "GOAL_FIGURES = 5", "GOAL_FIGURES = 6"),
    Mutant("K-16", "the fourth figure ends the game", RULES, "GOAL_FIGURES = 5", "GOAL_FIGURES = 4"),
    Mutant(
        "K-16",
        "the fifth one's tile is carried out",
        RULES,
        "finish(state, BY_GOAL)\n            return\n",
        "enter(state, data, seat, stone)\n            finish(state, BY_GOAL)\n            return\n",
    ),
    Mutant("K-16", "moving on in the goal area counts again", RULES, "& ~(int(data.goal) >> left) & 1", "& 1"),
    Mutant(
        "K-17", "the game goes on without a draw pile", RULES, "if state.draw_pile == 0:", "if state.draw_pile < 0:"
    ),
    Mutant(
        "K-17", "the last but one card ends the game", RULES, "if state.draw_pile == 0:", "if state.draw_pile == 1:"
    ),
    Mutant("K-18", "the large figure counts once", RULES, "figures = 2 * int", "figures = int"),
    Mutant(
        "K-18",
        "points on the way do not count",
        RULES,
        "= track + figures + wishes + sets",
        "= figures + wishes + sets",
    ),
    Mutant("K-19", "one wish stone is worth −1", RULES, "STONE_POINTS = (-4, -3,", "STONE_POINTS = (-4, -1,"),
    Mutant("K-19", "wish stones count by colour", LOADER, "data.wish_colours = new_paths", "data.wish_colours = True"),
    Mutant("K-20", "equals do not share a place", RESULT, "list(other) > list(key)", "list(other) >= list(key)"),
    Mutant("K-21", "cut off sooner", RULES, "MAX_DECISIONS = 2000", "MAX_DECISIONS = 1000"),
    # New Paths
    Mutant(
        "N-1",
        "six card-discards",
        LOADER,
        "NEW_TILES = (5, 0, 5, 2, 1, 1, 1, 1, 1, 0, 5)",
        "NEW_TILES = (4, 0, 5, 2, 1, 1, 1, 1, 1, 0, 6)",
    ),
    Mutant("N-1", "a tile on another stone", NEW, 'to = ["2a"], tile = true', 'to = ["2a"]'),
    Mutant("N-2", "four stones on a stack", LOADER, "STACK_SIZE = 5", "STACK_SIZE = 4"),
    Mutant(
        "N-3", "two players put nothing aside", RULES, "CARDS - REMOVED if seats == 2", "CARDS - REMOVED if seats == 1"
    ),
    Mutant("N-4", "a start stone less", NEW, 'start = ["1a", "1b", "1c", "1d"]', 'start = ["1a", "1b", "1d"]'),
    Mutant("N-4", "ways back are allowed", LOADER, "if ranks[each] != ranks[name] + 1:", "if False:"),
    Mutant(
        "N-5",
        "any value will do",
        LOADER,
        "is_right = value < 0 if rank < 3 else value == 0 if rank == 3 else value > 0",
        "is_right = True",
    ),
    Mutant("N-6", "stones anywhere", LOADER, "if not 0 <= x <= WIDTH:", "if False:"),
    Mutant(
        "N-5",
        "a goal rank twice",
        LOADER,
        "for value in GOAL_VALUES if value not in taken]",
        "for value in GOAL_VALUES]",
    ),
    Mutant("N-5", "one order of the goal ranks", LOADER, "if board.rules_version == 1 else left", "if True else left"),
    Mutant(
        "N-5",
        "a rank below the goal is worth any number",
        LOADER,
        "rank <= before_goal and value > min(GOAL_VALUES)",
        "rank <= before_goal and value > WORTH",
    ),
    Mutant("N-6", "the third rank is worth 1", NEW, "values = [-4, -2, 0, 2,", "values = [-4, -2, 1, 2,"),
    Mutant("N-6", "the sixth rank is worth 8", NEW, "5, 7, 6, 10]", "8, 7, 6, 10]"),
    Mutant(
        "N-7",
        "rows go both ways",
        RULES,
        "state.takes[seat] = rest | (numbers_after(direction, last) << shift)",
        "pass",
    ),
    Mutant(
        "N-8", "a card leads onto any stone", RULES, "fitting = stones & int(data.takes[colour])", "fitting = stones"
    ),
    Mutant("N-9", "jokers are for nobody", LOADER, "if stone.colour in (word, JOKER):", "if stone.colour == word:"),
    Mutant(
        "N-9",
        "jokers are for blue",
        LOADER,
        "if stone.colour in (word, JOKER):",
        'if stone.colour == word or (stone.colour, word) == (JOKER, "blue"):',
    ),
    Mutant("N-10", "a card is laid without a step", RULES, "cards &= ~(ALL_NUMBERS << (NUMBERS * colour))", "pass"),
    Mutant("N-11", "one figure on a path here, too", LOADER, "if board.game != NEW_PATHS:  # K-10", "if True:  # K-10"),
    Mutant("N-11", "figures of one size are several moves", RULES, "if stone != before:", "if True:"),
    Mutant(
        "N-12",
        "an end field moves another figure",
        LOADER,
        "data.moves_another = not new_paths",
        "data.moves_another = True",
    ),
    Mutant("N-13", "card-discards do nothing", RULES, "state.step = SHEDDING", "state.step = DRAWING"),
    Mutant(
        "N-13",
        "no card of a row",
        RULES,
        "if state.last[seat, colour] >= 0:\n            out",
        "if False:\n            out",
    ),
    Mutant(
        "N-13", "a card-discard must be used", RULES, "    out[count] = KEEP\n    return count + 1", "    return count"
    ),
    Mutant(
        "N-13",
        "a clover stops at the next stone",
        RULES,
        "state.step = LUCKY",
        "state.step = LUCKY if state.step == STEPPING else DRAWING",
    ),
    Mutant("N-14", "stacks never run out", RULES, "if colour >= 0 and state.stack[colour] > 0:", "if colour >= 0:"),
    Mutant("N-14", "a whole stack at once", RULES, "state.stack[colour] -= 1", "state.stack[colour] = 0"),
    Mutant("N-14", "wish stones lie open", TABLE, "face_up = not board.data.wish_colours", "face_up = True"),
    Mutant(
        "N-15",
        "the direction stays",
        RULES,
        "set_row(state, seat, colour, lowest(left), OPEN)",
        "set_row(state, seat, colour, lowest(left), direction)",
    ),
    Mutant(
        "N-15",
        "an empty row keeps its last number",
        RULES,
        "set_row(state, seat, colour, -1, OPEN)",
        "set_row(state, seat, colour, number, OPEN)",
    ),
    Mutant(
        "N-15",
        "a rising row ends at its lowest",
        RULES,
        "        while left & (left - 1):\n            left &= left - 1\n",
        "",
    ),
    Mutant("N-16", "one card for two", RULES, "state.draws = 2  # N-16", "pass"),
    Mutant(
        "N-16",
        "two cards after a drop",
        RULES,
        "put_on_pile(state, colour, shorten_row(state, seat, colour))",
        "put_on_pile(state, colour, shorten_row(state, seat, colour))\n        state.draws = 2",
    ),
    Mutant(
        "N-17",
        "a dropped card may be drawn",
        RULES,
        "put_on_pile(state, colour, shorten_row(state, seat, colour))",
        "put_on_pile(state, colour, shorten_row(state, seat, colour))\n        state.closed = 0",
    ),
    Mutant(
        "N-17",
        "drawing goes on without a draw pile",
        RULES,
        "if state.draw_pile == 0:",
        "if state.draw_pile == 0 and state.draws == 1:",
    ),
    Mutant(
        "N-18",
        "a card of the row goes to the hand",
        RULES,
        "put_on_pile(state, colour, shorten_row(state, seat, colour))",
        "enter_hand(state, seat, NUMBERS * colour + shorten_row(state, seat, colour))",
    ),
    Mutant(
        "N-19",
        "a clover's step does not end the game",
        RULES,
        "if state.in_goal == GOAL_FIGURES:",
        "if state.in_goal == GOAL_FIGURES and state.step == STEPPING:",
    ),
    Mutant("N-19", "only one's own figures count", RULES, "state.in_goal += 1", "state.in_goal += 1 - seat"),
    Mutant(
        "N-20", "the game goes on without a draw pile", RULES, "if state.draw_pile == 0:", "if state.draw_pile < 0:"
    ),
    Mutant("N-21", "the large figure counts once", RULES, "figures = 2 * int", "figures = int"),
    Mutant("N-22", "every wish stone counts", RULES, "stones += 1 if held > 0 else 0", "stones += held"),
    Mutant("N-23", "two of a colour are a set", RULES, "SET_STONES = 3", "SET_STONES = 2"),
    Mutant(
        "N-23",
        "only one set counts",
        RULES,
        "sets += SET_POINTS if held >= SET_STONES else 0",
        "sets = SET_POINTS if held >= SET_STONES else sets",
    ),
    Mutant("N-24", "a set is worth 5", RULES, "SET_POINTS = 10", "SET_POINTS = 5"),
)
