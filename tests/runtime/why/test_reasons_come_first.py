"""Where several things can be said about a move that is not legal: the reason that helps, before what is next to it."""

from __future__ import annotations

import pytest

from tests.support.engines import game
from tilewright.runtime.refusals import AmbiguousMove

TAKE = """game Take {
  players A, B
  board 4x1
  directions right = (1,0)
  counter worth cell 0..9 = { 1 2 3 4 }
  mark held
  sub more = repeat 1..2 { select -> mark held += -> step right 1..4 }
  move Hold = BODY -> if worth { goto held } == 2 because "Together they must be worth two." -> ENDING
}
"""
IN_PLACE = "repeat 1..2 { select -> mark held += -> step right 1..4 }"
WORTH = "Together they must be worth two: worth {} must be equal to 2, but it is 3"


@pytest.mark.parametrize("body", [IN_PLACE, "more", "union { any } -> more"])
@pytest.mark.parametrize(
    ("ending", "move", "said"),
    [
        ("goto held -> win", "c1", WORTH.format("of c1")),
        ("goto held -> win", "a1-b1", WORTH.format("{ goto held }")),
        ('option "stop" -> win', "c1=stop", WORTH.format("of c1")),
        ("goto held -> win", "c1-d1", "from d1 nothing is reached by 'step right 1..4'"),
        ("goto held -> win", "c1-a1", "a1 is not reached from c1 by 'step right 1..4'"),
    ],
)
def test_behind_a_repetition_the_filter_that_refuses_is_the_reason(
    body: str, ending: str, move: str, said: str
) -> None:
    """The repetition could go on, but the move does not: what stops it is behind."""
    state = game(TAKE.replace("BODY", body).replace("ENDING", ending), "interpreter").initial_state()
    assert state.explain(move).message == said


BUY = """game Buy {
  players A, B
  board 3x1
  pieces Token:T
  counter price cell 0..9 = { 3 1 1 }
  counter purse per 0..9 = 2
  mark card
  move Reserve = empty -> select -> option "reserve" -> set own Token
  move Buy = empty -> select card -> if price { goto card } <= purse REASON -> purse -= price { goto card } -> set own Token
  stuck = lose
}
"""
DEAR = "price of a1 must be at most purse of A, but it is 3, and purse of A is 2"


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ('because "You cannot afford it."', f"You cannot afford it: {DEAR}; other moves begin so, such as a1=reserve"),
        ("", "this is only the beginning of a move; go on as in a1=reserve"),
    ],
)
def test_an_author_s_reason_is_told_before_longer_moves(reason: str, said: str) -> None:
    state = game(BUY.replace("REASON", reason), "interpreter").initial_state()
    explanation = state.explain("a1")
    assert (explanation.message, explanation.rule) == (said, "Buy" if reason else "Reserve")
    with pytest.raises(AmbiguousMove) as caught:
        state.play("a1")
    assert caught.value.reason.startswith(said) and caught.value.choices == ("a1=reserve",)


def test_a_reason_that_stops_longer_moves_too_is_not_told_of_their_beginning() -> None:
    """No other rule would have taken these clicks: the same rule goes on."""
    text = BUY.replace("REASON", 'because "You cannot afford it."').replace(
        "-> purse -=", '-> option "cash" -> purse -='
    )
    state = game(text, "interpreter").initial_state()
    assert state.explain("b1").message.startswith("this is only the beginning of a move; go on as in b1=reserve")


AREAS = """game Areas {
  players A, B
  board 3x1
  neutral King:K
  setup { "K.." }
  counter cubes cell 0..9
  mark active game
  move Place = empty -> amount N 1..2 -> select -> cubes += N -> mark active
  move Stop = has { goto active } -> option "stop"
  counter N move
}
"""


@pytest.mark.parametrize(
    ("move", "said"),
    [("2=a1", "a1 must be empty, but King is there"), ("stop", "no cell is marked 'active'")],
)
def test_what_is_there_is_told(move: str, said: str) -> None:
    assert game(AREAS, "interpreter").initial_state().explain(move).message == said


RAISE = """game Raise {
  players A, B
  board 3x3
  pieces Man:M
  directions up = (0,-1)
  directions right = (1,0)
  region top = row 0
  mark from
  mark open game
  counter N move
  setup { "..." "M.." "M.M" }
  move Grow = own -> select from -> step up -> empty -> select -> move from -> CHOICE
  move Jump = own -> select from -> step right -> enemy -> select -> move from -> CHOICE
  move Slip = own -> select from -> union { step up | step right } -> at open -> select -> move from
  ensure = no { own Man at top } because "Here nobody rests."
}
"""


@pytest.mark.parametrize(
    ("choice", "chosen"), [('choose { option "x" | option "y" } -> any', "x"), ("amount N 1..2 -> any", "1")]
)
@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("a1-a2", "a2 must be empty, but A's Man is there"),
        ("a1-b1", "b1 must be B's, but it is empty"),
        ("a2-a3", "Here nobody rests: no legal move begins with a2-a3; as for a2-a3={}, afterwards nothing may be A's Man"
         " in the region 'top', but this is so at a3"),
    ],
)  # fmt: skip
def test_a_rule_whose_option_or_number_is_left_out_is_as_near_as_another(
    choice: str, chosen: str, move: str, said: str
) -> None:
    state = game(RAISE.replace("CHOICE", choice), "interpreter").initial_state()
    assert state.explain(move).message == said.format(chosen)


MEN = """game Men {
  players Ann, Ben
  board 4x1
  counter men per cell 0..2 = { 1 0 0 0 | 0 0 0 1 }
  counter die 0..6
  region door = column 0
  sub full = has { goto door -> where { if men > 1 } }
  move Enter = if die == 6 because "A six is needed." -> goto door -> select -> men += 1
  move Go = where { if men > 0 } -> select -> men -= 1 -> step (1,0) -> select -> men += 1
  move Rest = if die == 6 or full because "Nobody rests." -> option "rest"
  stuck = lose
}
"""


@pytest.mark.parametrize("move", ["b1-c1", "b1-d1"])
def test_a_rule_with_too_few_clicks_is_no_reason(move: str) -> None:
    """A number of one player at one cell is told with both."""
    explanation = game(MEN, "interpreter").initial_state().explain(move)
    assert (explanation.rule, explanation.message) == ("Go", "men of Ann at b1 must be more than 0, but it is 0")


def test_a_test_of_several_conditions_is_told_as_it_is_written() -> None:
    explanation = game(MEN, "interpreter").initial_state().explain("rest")
    assert "it must hold that 'die == 6 or has { full }'" in explanation.message
