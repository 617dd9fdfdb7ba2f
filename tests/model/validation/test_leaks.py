"""Rules whose legal moves may tell what is hidden: found by their text, and, where they do tell it, in play."""

from __future__ import annotations

import pytest

from tests.support.engines import game
from tilewright.model.files import read_text
from tilewright.model.validation import validate
from tilewright.runtime.proof.leaks import look_for_leaks

HONEST = """game Honest {
  players A, B
  board 3x2
  pieces Man:M King:K
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  mark from
  mark known per game owner
  mark trap game hidden
  mark spot
  counter purse per owner = 2
  counter fate hidden
  counter luck move
  setup { "m.k" "K.M" }
  sub look = first { enemy -> mark known += -> turn same | empty -> move from | any }
  move Walk = own -> select from -> step orth -> !own -> !at known -> select -> look
  move Buy owner = if purse > 0 -> option "buy" -> purse -= 1 -> do { fate += 1 } -> goto all -> mark trap
  effect = no { goto all -> enemy } -> win
  sight = union { own | at known }
}
"""

LOOK = "sub look = first { enemy -> mark known += -> turn same | empty -> move from | any }"
WALK = "step orth -> !own -> !at known -> select -> look"
BUY = "if purse > 0"

SIGHT = "cells beyond the mover's sight"

LEAKS = {
    "only empty cells": (WALK, "step orth -> ^empty -> select -> look", SIGHT, True),
    "only enemies": (WALK, "step orth -> !own -> ^enemy -> select -> look", SIGHT, True),
    "kinds of pieces": (WALK, "step orth -> ^!King -> !own -> select -> look", SIGHT, True),
    "a ray through empty cells": ("step orth -> !own", "^ray orth empty until own -> !own", SIGHT, False),
    "a step through empty cells": (WALK, "^step orth 2 through empty -> !own -> select -> look", SIGHT, False),
    "a flood": (WALK, "^flood orth empty -> !own -> select -> look", SIGHT, True),
    "a guard": (BUY, "^has { goto all -> enemy King }", SIGHT, False),
    "a guard as the other": (BUY, "^has as enemy { goto all -> own King }", SIGHT, False),
    "a guard as each": (BUY, "^has as each { goto all -> own King }", SIGHT, False),
    "who may have the turn": (BUY, "^turn next { goto all -> own King }", SIGHT, False),
    "what the other has": (BUY, "^if enemy purse > 0", "the counter purse", True),
    "a number that nobody sees": (BUY, "^if fate < 2", "the counter fate", True),
    "a mark that nobody sees": (BUY, "^goto trap", "the mark trap", False),
    "a count": (BUY, "^if count { goto all -> enemy } > 1", SIGHT, False),
    "a choice that may end": (LOOK, "sub look = first { ^enemy -> mark known += | own }", SIGHT, True),
    "branches": (LOOK, "sub look = choose { ^enemy -> mark known += | own }", SIGHT, True),
    "a kind beside one's own piece": (WALK, f"^has {{ King @(1,0) }} -> {WALK}", SIGHT, True),
    "a kind where one's own piece has been": (WALK, "step orth -> ^has { !King } -> !own -> select -> look", SIGHT, True),
    "a kind in a chain that is also called elsewhere": (
        f"move Walk = own -> select from -> {WALK}",
        "sub king = ^!King\n  move Walk = own -> king -> select from -> step orth -> king -> !own -> select -> look",
        SIGHT, False,
    ),
    "a branch that may end": (LOOK, "sub look = ^if enemy { mark known += } else { King }", SIGHT, True),
    "after a look": (
        WALK, "step orth -> !own -> !at known -> select -> look -> ^own", "what was read in a first before it", True,
    ),
    "what a look has written": (
        BUY, "do { goto all -> enemy -> mark spot } -> ^goto spot", "the mark spot", False,
    ),
    "a number that a look has written": (
        BUY, "do { goto all -> enemy King -> luck := 1 } -> ^if luck == 0", "the counter luck", False,
    ),
    "cells in the name": (BUY, "^if enemy purse > 1 { record } -> if purse > 0", "the counter purse", True),
    "cells in the name of a first": (
        BUY, "first { ^if enemy purse > 1 -> record | any } -> if purse > 0", "the counter purse", True,
    ),
    "an option in a first": (
        BUY, 'first { ^if enemy purse > 1 -> option "rich" | any } -> if purse > 0', "the counter purse", True,
    ),
    "a click in a first": (
        BUY, "first { ^if enemy purse > 1 -> first { own -> select } | any } -> if purse > 0", "the counter purse", True,
    ),
    "cells in the name after a look": (
        WALK, "step orth -> !own -> !at known -> select -> look -> ^record", "what was read in a first before it", False,
    ),
    "whether there would be a move": (BUY, "^movable", SIGHT, False),
    "repetition": (BUY, "^repeated 2", SIGHT, False),
}  # fmt: skip
"""What is written in place of what, with ^ before the filter at which the proof fails; what it reads; and whether the
leak shows in a few random games."""


@pytest.mark.parametrize(("old", "new", "read", "shows"), LEAKS.values(), ids=LEAKS)
def test_a_leak_is_named(old: str, new: str, read: str, shows: bool) -> None:
    assert old in HONEST
    text = HONEST.replace(old, new)
    place = text.index("^")
    line, column = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
    found = [d for d in validate(read_text(text.replace("^", ""), "leak.game")) if d.code == "leak-not-excluded"]
    assert [(d.place.line, d.place.column) for d in found] == [(line, column)], [str(d) for d in found]
    assert f"depends on {read};" in found[0].message


@pytest.mark.parametrize(
    ("old", "new"),
    [(old, new) for old, new, _, shows in LEAKS.values() if shows],
    ids=[n for n in LEAKS if LEAKS[n][3]],
)
def test_a_leak_shows_in_play(old: str, new: str) -> None:
    played = game(HONEST.replace(old, new.replace("^", "")), "interpreter")
    (found,) = look_for_leaks(played, 30, 1).leaks
    assert "sees the same in two positions, but" in found


def test_a_mark_that_another_player_hides_is_varied() -> None:
    """Where the hunter may look tells whether the lair is on the left."""
    text = """game Lair {
  players X, Y
  board 3x1
  region left = cells (0,0)
  mark lair per game owner
  counter n 0..9
  phases hide, hunt
  move Hide owner in hide = select -> mark lair -> phase hunt
  move Hunt in hunt = no as enemy { goto lair -> at left } -> select -> phase hide -> n += 1
  move Rest in hunt = option "rest" -> phase hide -> n += 1
  round = if n == 3 -> draw
}"""
    honest = text.replace("no as enemy { goto lair -> at left } -> ", "")
    (found,) = look_for_leaks(game(text, "interpreter"), 9, 1).leaks
    assert "Y sees the same in two positions, but a1" in found
    tried = look_for_leaks(game(honest, "interpreter"), 9, 1)
    assert tried.leaks == [] and tried.compared > 9


def test_the_rule_that_calls_is_named() -> None:
    text = HONEST.replace(LOOK, "sub look = first { enemy -> mark known += | own }")
    (found,) = (d for d in validate(read_text(text, "leak.game")) if d.code == "leak-not-excluded")
    assert "a move of 'Walk'" in found.message
    walk = text[: text.index("move Walk")].count("\n") + 1
    assert [(one.message, one.place.line) for one in found.related] == [("the rule 'Walk', which calls it", walk)]


COVERED = "  back = any\n  sight ="
"""What tells everybody where something stands."""


@pytest.mark.parametrize(("asked", "is_leak"), [("empty", False), ("piece", False), ("!empty", False), ("King", True)])
def test_what_is_empty_is_seen_by_its_back(asked: str, is_leak: bool) -> None:
    text = HONEST.replace(WALK, f"step orth -> !own -> {asked} -> select -> look").replace("  sight =", COVERED)
    found = [d for d in validate(read_text(text, "covered.game")) if d.code not in ("unused", "never-read")]
    assert [d.code for d in found] == (["leak-not-excluded"] if is_leak else [])
    assert all("'piece' instead of a kind" in d.message for d in found)
    tried = look_for_leaks(game(text, "interpreter"), 8, 1)
    assert bool(tried.leaks) is is_leak and (is_leak or tried.compared > 20)


@pytest.mark.parametrize(
    ("kinds", "is_leak"), [("Man:M is Chessman King:K is Chessman", False), ("Man:M is Chessman King:K", True)]
)
def test_a_group_of_all_pieces_asks_for_no_kind(kinds: str, is_leak: bool) -> None:
    text = HONEST.replace(WALK, "step orth -> !own -> Chessman -> select -> look").replace("  sight =", COVERED)
    found = validate(read_text(text.replace("Man:M King:K", kinds), "group.game"))
    assert [d.code for d in found if d.code not in ("unused", "never-read")] == ["leak-not-excluded"] * is_leak


@pytest.mark.parametrize("back", ["", "  back deck = any\n"])
def test_what_lies_in_a_hidden_zone_may_be_shown_by_its_back(back: str) -> None:
    text = CLUES.replace("SIGHT", "goto enemy hand").replace("RULE", "has { goto deck -> piece }")
    found = validate(read_text(text.replace("  back hand", f"{back}  back hand"), "clues.game"))
    assert ["'back deck = any' says so" in d.message for d in found if d.code == "leak-not-excluded"] == [True] * (
        not back
    )


@pytest.mark.parametrize("carried", [False, True])
def test_what_begins_anew_tells_whether_something_was_there(carried: bool) -> None:
    """A carried number goes on where a piece was, and begins where there was none; any other number stays."""
    text = HONEST.replace("counter luck move", f"counter luck move\n  counter hp cell{' carried' * carried} 0..3 = 2")
    text = text.replace("  setup", "  move Age = own -> select -> hp := 1\n  setup")
    text = text.replace("look = first { enemy", "look = do { set own Man } -> if hp == 2 -> first { enemy")
    found = [d for d in validate(read_text(text, "begun.game")) if d.code == "leak-not-excluded"]
    assert ["depends on the counter hp" in d.message for d in found] == [True] * carried
    assert bool(look_for_leaks(game(text, "interpreter"), 30, 1).leaks) is carried


PAIRS = """
game Pairs {
  players Ann, Ben
  nature Dealer
  start Dealer
  board 4x2
  kind Apple:a Bell:b Cat:c Duck:d
  zone deck 8x1 hidden { "aabbccdd" }
  mark card
  mark shown game
  counter turned 0..20
  phases dealing, playing
  chance Deal hidden in dealing = goto deck -> piece -> select card -> goto all -> empty -> pick -> move card
    -> if has { goto deck -> piece } { turn nature } else { phase playing -> turn Ann }
  move Turn in playing = piece -> !at shown -> TEST select -> mark shown -> turned += 1
  effect = if turned == 20 -> draw
  sight = union { empty | at shown }
  back = any
}
"""


@pytest.mark.parametrize(("test", "is_leak"), [("", False), ("wherenot { like shown } ->", True)])
def test_pieces_whose_backs_are_seen_are_exchanged(test: str, is_leak: bool) -> None:
    """Eight cards lie face down, and no cell of the deck is occupied any more."""
    tried = look_for_leaks(game(PAIRS.replace("TEST", test), "interpreter"), 2, 1)
    assert bool(tried.leaks) is is_leak and (is_leak or tried.compared > 20)


HARMLESS = {
    "as it is": ("", ""),
    "a body that looks": (BUY, "do { goto all -> enemy -> luck := 1 } -> if purse > 0"),
    "one's own pieces and what one knows": (WALK, "step orth -> !own -> at known -> select -> look"),
    "a guard of one's own": (BUY, "has { goto all -> own King }"),
    "the kind of one's own piece": (WALK, f"if King {{ step orth }} else {{ step (1,0)(-1,0) }} -> {WALK[13:]}"),
    "in a chain that is called": (
        "move Walk = own -> select from -> step orth",
        "sub goes = if King { step orth } else { step (1,0)(-1,0) }\n  move Walk = own -> select from -> goes",
    ),
    "branches that all go on": (
        LOOK,
        "sub look = if enemy King { mark known += -> turn same } else if enemy { mark known += } else { move from }",
    ),
    "alternatives of which each goes on once": (
        LOOK,
        "sub look = first { enemy -> repeat 1 { step orth } -> mark known += | union { own | empty } -> move from | any }",
    ),
    "a scratch number": (BUY, "luck := 3 -> if luck > purse"),
    "what lies nowhere": (BUY, "no { goto all -> step orth -> off }"),
}


@pytest.mark.parametrize(("old", "new"), HARMLESS.values(), ids=HARMLESS)
def test_what_is_no_leak_is_proved(old: str, new: str) -> None:
    text = HONEST.replace(old, new) if old else HONEST
    found = validate(read_text(text, "honest.game"))
    assert [str(d) for d in found if d.code == "leak-not-excluded"] == []
    tried = look_for_leaks(game(text, "interpreter"), 8, 1)
    assert tried.compared > 20 and tried.leaks == []


def test_a_game_that_hides_nothing_has_no_leak() -> None:
    text = "".join(line for line in HONEST.splitlines(True) if "sight" not in line)
    text = text.replace(" owner", "").replace(" hidden", "").replace(BUY, "if enemy purse > 0")
    assert [d for d in validate(read_text(text, "open.game")) if d.code == "leak-not-excluded"] == []


HANDS = """game Hands {
  players A, B
  board 2x1
  kind Low:l High:h
  zone hand 2x1 per owner { "lh" }
  zone table 2x1 per
  mark spot
  mark kept game
  mark mine per game owner
  sub theirs = goto hand -> mark spot
  move Show owner = goto hand -> piece -> select -> set empty
  move Pass = option "pass"
  effect = goto hand -> mark kept -> mark mine
}
"""


@pytest.mark.parametrize(
    ("chain", "is_leak"),
    [
        ("goto hand -> High -> select", False),
        ("goto enemy hand -> any -> select", False),
        ("goto enemy table -> High -> select", False),
        ("goto enemy hand -> ^High -> select", True),
        ("goto each hand -> ^High -> select", True),
        ("do as enemy { goto hand -> mark spot } -> goto spot -> ^High -> select", True),
        ("do { goto hand -> mark spot } -> goto spot -> High -> select", False),
        ("do as enemy { theirs } -> goto spot -> ^High -> select", True),
        ("goto kept -> ^High -> select", True),
        ("goto mine -> High -> select", False),
        ("repeat 2 { goto table -> !at spot -> select -> mark spot += } -> mark spot -> goto spot -> High", False),
        ("repeat 2 { step (1,0) -> select } -> High", False),
        ("goto table -> repeat 1..2 { ^High -> goto enemy hand -> select }", True),
        ("goto table -> repeat 1..2 { select -> goto enemy hand } -> ^High", True),
        ("goto enemy hand -> repeat 0..1 { goto table -> select } -> ^High -> select", True),
        ("goto enemy hand -> repeat 1..2 { goto table -> select } -> High -> select", False),
        ("repeat 1 { repeat 1..2 { ^High -> select -> goto hand -> repeat 1 { goto enemy hand } } }", True),
    ],
)
def test_whose_hand_is_read_matters(chain: str, is_leak: bool) -> None:
    text = HANDS.replace("goto hand -> piece -> select", chain)
    column = max(line.find("^") + 1 for line in text.splitlines())
    found = [d for d in validate(read_text(text.replace("^", ""), "hands.game")) if d.code == "leak-not-excluded"]
    assert [d.place.column for d in found] == ([column] if is_leak else [])


@pytest.mark.parametrize(("marks", "is_leak"), [("", False), (" -> mark kept", True)])
def test_who_else_calls_a_chain_matters_only_if_it_marks_cells(marks: str, is_leak: bool) -> None:
    text = HANDS.replace(
        "goto hand -> piece -> select", f"high{marks} -> goto kept -> High -> select" if marks else "high"
    )
    text = text.replace("  sub theirs", f"  sub high = goto hand -> where {{ High }}{marks}\n  sub theirs")
    text = text.replace("  effect = ", "  effect = has as enemy { high } -> win\n  effect = ")
    found = validate(read_text(text, "hands.game"))
    assert [d.code for d in found if d.code == "leak-not-excluded"] == ["leak-not-excluded"] * is_leak, found


ELSEWHERE = {
    "over a mark of a move": "goto enemy hand -> select spot -> goto all -> select -> goto spot -> mark kept",
    "after a call": "goto enemy hand -> within -> mark kept",
}
"""How another rule can come to mark cells of an enemy hand, by what concerns the rule itself in other places only."""


@pytest.mark.parametrize("rule", ELSEWHERE.values(), ids=ELSEWHERE)
def test_what_another_rule_marks_may_be_anywhere_it_goes(rule: str) -> None:
    text = HANDS.replace("goto hand -> piece -> select", "within -> goto kept -> High -> select spot")
    text = text.replace("  sub theirs", "  sub within = where { any }\n  sub theirs").replace(
        "goto hand -> mark kept ->", "goto hand ->"
    )
    for told, more in ([], ""), (["leak-not-excluded"], f"  move Give = {rule}\n"):
        found = validate(read_text(text.replace("  move Pass", f"{more}  move Pass"), "elsewhere.game"))
        assert [d.code for d in found if d.code == "leak-not-excluded"] == told, [str(d) for d in found]


GIVEN = {
    "by another": ("", 'goto hand -> do as enemy { mark mine += } -> option "give"'),
    "with a piece": (" carried", "goto hand -> piece -> select spot -> goto hand -> empty -> select -> move spot"),
}
"""How a mark, and what it lasts, can come to hold cells of another player's hand."""


@pytest.mark.parametrize(("lasting", "rule"), GIVEN.values(), ids=GIVEN)
def test_marks_of_a_player_that_another_sets_or_moves_may_be_anywhere(lasting: str, rule: str) -> None:
    text = HANDS.replace("mine per game owner", f"mine per game owner{lasting}").replace(
        "goto hand -> piece -> select", "goto mine -> High -> select"
    )
    for told, more in ([], ""), (["leak-not-excluded"], f"  move Give = {rule}\n"):
        found = validate(read_text(text.replace("  move Pass", f"{more}  move Pass"), "given.game"))
        assert [d.code for d in found if d.code == "leak-not-excluded"] == told, [str(d) for d in found]


DRAWN = """game Drawn {{
  players A, B
  nature Dealer
  board 1x1
  kind One:1 is Card {{ colour 1 }} Two:2 is Card {{ colour 2 }}
  zone deck 2x1 hidden {{ "12" }}
  zone hand 2x1 per owner {{ "12" }}
  zone row 2x1
  counter hue cell row = {{ 1 2 }}
  counter held cell hand sight 0..9 = 2
  mark card{0}
  move Play = {1} -> turn nature
  chance Deal hidden = goto deck -> Card -> select card -> goto hand -> empty -> pick -> move card
  over = draw
}}
"""
PLAY = "goto hand -> Card -> select card -> goto row -> where { if hue == colour { goto card } } -> empty -> select"


@pytest.mark.parametrize(
    ("lasting", "chain", "is_leak"),
    [
        ("", PLAY, False),
        (" game", PLAY, True),
        ("", PLAY.replace("goto hand", "goto deck"), True),
        ("", "goto hand -> Card -> where { if held > 0 } -> select card", False),
        ("", "goto hand -> if held > 0 -> select card", False),
        ("", "if held { goto hand } > 0 -> goto hand -> select card", False),
        ("", "if held { goto enemy hand } > 0 -> goto hand -> select card", True),
        ("", "goto enemy hand -> if held > 0 -> goto hand -> select card", True),
        ("", "if enemy held { goto hand } > 0 -> goto hand -> select card", True),
    ],
)
def test_what_the_rule_itself_has_marked_and_numbers_in_the_own_hand(lasting: str, chain: str, is_leak: bool) -> None:
    found = validate(read_text(DRAWN.format(lasting, chain), "drawn.game"))
    assert [d.code for d in found if d.code not in ("unused", "never-passes")] == ["leak-not-excluded"] * is_leak, found


CLUES = """game Clues {
  players Ann, Ben, Cid
  board 2x1
  kind R:r is Red
  kind G:g
  zone hand 2x1 per hidden { "rg" / "gg" / "gr" }
  zone deck 4x1 hidden { "rggr" }
  counter clues 0..40 = 40
  mark from, card
  mark known per game
  sight hand = SIGHT
  back hand = any
  sub red = Red
  move Clue = RULE -> option "clue" -> clues -= 1
  move Skip = option "skip" -> clues -= 1
  move Give = goto enemy hand -> do as next { mark known += } -> option "give" -> clues -= 1
  effect = if clues == 0 -> draw
}
"""
HELD = {
    "the hands of the others": ("goto enemy hand", "goto enemy hand -> Red", False),
    "in a union": ("union { goto hand -> own | goto enemy hand }", "goto enemy hand -> Red", False),
    "of each": ("goto each hand", "has { goto next hand -> Red }", False),
    "in a call": ("goto enemy hand", "goto enemy hand -> red", False),
    "a mark there": ("goto enemy hand", "goto enemy hand -> mark card -> goto all -> has { goto card -> Red }", False),
    "a count": ("goto enemy hand", "if count { goto enemy hand -> Red } > 1", False),
    "before a move": ("goto enemy hand", "goto enemy hand -> Red -> pick -> mark from -> goto all -> pick -> move from", False),
    "one's own hand": ("goto enemy hand", "goto hand -> Red", True),
    "one's own hand after theirs": ("goto enemy hand", "if count { goto enemy hand -> add hand -> Red } == 2", True),
    "the hand of one": ("goto next hand", "goto previous hand -> Red", True),
    "some of a hand": ("goto enemy hand -> pick", "if count { goto enemy hand -> Red } == 2", True),
    "as another": ("goto enemy hand", "has as next { goto enemy hand -> Red }", True),
    "what another has given": ("goto enemy hand", "goto known -> Red", True),
    "what comes into a hand": (
        "goto enemy hand",
        "goto deck -> piece -> pick -> mark card -> goto next hand -> pick -> move card -> Red",
        True,
    ),
    "what would come into a hand": (
        "goto enemy hand",
        "has { goto deck -> piece -> pick -> mark card -> goto next hand -> pick -> move card -> Red }",
        True,
    ),
}  # fmt: skip
"""What is in sight, what a rule asks, and whether that leaks."""


@pytest.mark.parametrize(("sight", "rule", "is_leak"), HELD.values(), ids=HELD)
def test_a_rule_may_ask_for_the_very_hands_that_are_in_sight(sight: str, rule: str, is_leak: bool) -> None:
    text = CLUES.replace("SIGHT", sight).replace("RULE", rule)
    found = [d for d in validate(read_text(text, "clues.game")) if d.code == "leak-not-excluded"]
    assert ["'Clue'" in d.message for d in found] == [True] * is_leak, [str(d) for d in found]
    assert bool(look_for_leaks(game(text, "interpreter"), 8, 1).leaks) is is_leak
