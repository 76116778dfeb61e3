"""Output of `wishstone game-check`: a line for each stage, and one for each thing that is wrong or not there."""

from __future__ import annotations

from wishstone.game.registry import Registry
from wishstone.game_check.remarks import LEXICON
from wishstone.game_check.stages import check_game


def show_game_check(games: Registry, id: str, language: str) -> bool:
    """Check a game and print what is found, stage by stage; returns whether nothing is wrong."""
    say = LEXICON.saying(language)
    wrong = missing = 0
    for checked in check_game(games, id):
        title = say(f"check-stage-{checked.stage}")
        print(f"{title}: {say('check-good')}" if checked.is_good else title, flush=True)
        for remark in checked.remarks:
            wrong, missing = wrong + remark.is_wrong, missing + (not remark.is_wrong)
            text = " ".join(remark.text(language).split())
            print(f"  {say('check-wrong' if remark.is_wrong else 'check-missing', text=text)}", flush=True)
    print(say("check-all-wrong", game=id, wrong=wrong) if wrong else say("check-all-good", game=id, missing=missing))
    return not wrong
