"""What a player is told about moves that are not legal, sentence by sentence."""

from __future__ import annotations

import inspect
import json
import re
from functools import cache
from pathlib import Path

import pytest

from tests.support.commands import run
from tests.support.engines import game, play, tiny
from tests.support.explanations import CASES, Case
from tests.support.gallery import EXAMPLES
from tilewright.runtime import Game, State, load
from tilewright.runtime.proof.perft_tables import named_position
from tilewright.runtime.refusals import IllegalMove
from tilewright.runtime.why import wording
from tilewright.runtime.why.filters import filters_of
from tilewright.runtime.why.phrases import ENGLISH
from tilewright.runtime.why.wording import notation_of


@cache
def game_called(name: str) -> Game:
    (example,) = (example for example in EXAMPLES if example.name == name)
    return load(example.file("game"))


def state_of(case: Case) -> State:
    """Return the state in which a move is asked for."""
    game = game_called(case.game)
    if case.start.startswith("position "):
        return game.position(case.start)
    return named_position(game, case.start) if case.start[:1].isupper() else play(game.initial_state(), case.start)


def test_the_table_is_broad() -> None:
    assert len(CASES) >= 70 and len({case.game for case in CASES}) >= 16
    assert len({(case.game, case.start, case.move) for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.wrong}: {case.game} {case.move}")
def test_an_explanation(case: Case) -> None:
    explanation = state_of(case).explain(case.move)
    place = explanation.place
    where = None
    if place is not None:
        file = Path(place.file)
        where = f"{place.line}:{place.column}" if file.stem == case.game else f"{file.name}:{place.line}:{place.column}"
    assert not explanation.legal
    assert (explanation.message, where) == (case.said, case.place)
    assert (explanation.filter or "").split(" ")[0] == (case.filter or "")


BOARD = "M.mK/..../.mk./...."
CHAINS = [
    "step orth",
    "step orth -> empty",
    "step orth * through empty",
    "step orth * through empty -> enemy",
    "step orth * through empty -> !own",
    "step orth 2 through empty -> !own -> empty -> enemy",
    "step orth -> empty -> step orth -> empty",
    "step orth -> has { step line -> enemy }",
    "step orth * through empty -> where { step line -> enemy }",
    "step orth -> wherenot { step line -> enemy }",
    "step orth -> empty @(1,0)",
    "own Man -> step orth -> if n == 0 -> empty",
    "ray orth enemy until own",
    "flood orth empty -> empty",
    "image Rotate180",
    "goto all -> enemy King",
]


@pytest.mark.parametrize("target", ["b4", "c4", "a3", "b3", "d1"])
@pytest.mark.parametrize("chain", CHAINS)
def test_a_union_says_what_its_alternative_says(chain: str, target: str) -> None:
    said = set()
    for form in (chain, f"union {{ {chain} }}", f"union {{ King -> step line 2 | {chain} }}"):
        state = tiny(BOARD, f"move A = own Man -> select here -> {form} -> select -> move here", "interpreter")
        explanation = state.explain(f"a4-{target}")
        said.add((explanation.legal, explanation.sentence, explanation.filter))
    assert len(said) == 1


MICE = """
game Mice {
  players A, B
  board 3x2
  pieces Mouse:m Dog:d
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  directions up = (0,-1)
  mark from
  setup { "MD." "dm." }
  move Take = own -> select from -> CHAIN -> select -> move from
}
"""
IF_MOUSE = "if has { goto from -> Mouse }"
NO_DOG = "a1 must not be a Dog, but B's Dog is there"


@pytest.mark.parametrize(
    ("chain", "sentence"),
    [
        (f"step orth -> union {{ empty | enemy -> {IF_MOUSE} {{ !Dog }} }}", NO_DOG),
        (f"step orth -> union {{ empty | enemy -> {IF_MOUSE} {{ !Dog }} else {{ any }} }}", NO_DOG),
        ("step orth -> union { empty | enemy -> if has { goto from -> Dog } { any } else { !Dog } }", NO_DOG),
        (f"step orth -> union {{ enemy -> {IF_MOUSE} {{ !Dog }} }}", NO_DOG),
        (f"step orth -> enemy -> union {{ {IF_MOUSE} {{ !Dog }} else {{ any }} }}", NO_DOG),
        (f"union {{ {IF_MOUSE} {{ step orth -> !Dog }} else {{ step orth }} }}", NO_DOG),
        (f"step orth -> choose {{ empty | enemy -> {IF_MOUSE} {{ !Dog }} }}", NO_DOG),
        (f"step orth -> enemy -> {IF_MOUSE} {{ !Dog }}", NO_DOG),
        (f"{IF_MOUSE} {{ along up -> step }} else {{ step orth }}", "from a2 nothing is reached by 'step'"),
    ],
)
def test_neither_the_test_of_a_condition_nor_its_opposite_is_a_reason(chain: str, sentence: str) -> None:
    """The opposite is in the model, but not in the text."""
    assert game(MICE.replace("CHAIN", chain), "interpreter").initial_state().explain("a2-a1").sentence == sentence


def test_a_union_that_leads_nowhere_says_what_its_furthest_alternative_says() -> None:
    """The man of a4 leads on, then its alternative ends; that of the king does not begin. Two that begin are no help."""
    union = "union {{ own Man -> step orth -> own {} | own King -> step line -> own {} }}"
    rule = "move A = own -> select here -> {} -> {} -> select -> move here"
    furthest = tiny(BOARD, rule.format(union.format("King", ""), "empty"), "interpreter").explain("a4")
    assert furthest.sentence == "none of b4, a3 is X's King"
    both = union.format("King", "King").replace("own Man -> ", "").replace("own King -> ", "")
    assert "leads nowhere from a4" in tiny(BOARD, rule.format(both, "empty"), "interpreter").explain("a4").message


@pytest.mark.parametrize(
    "chain",
    [
        "own -> union { at left | at right }",
        "own -> at ends",
        "own -> union { first { at left | at right } | at ends }",
        "own -> union { end }",
    ],
)
def test_a_union_of_tests_leads_nowhere_and_is_not_to_blame_for_what_stands_before_it(chain: str) -> None:
    declared = "pieces Stone:X/O\n region left = column 0\n region right = column 2\n region ends = column 0 column 2"
    text = f'game Ends {{\n players A, B\n board 3x1\n {declared}\n setup {{ "XOX" }}\n sub end = at ends\n'
    state = game(f"{text} move U = {chain} -> select -> set empty\n}}", "interpreter").initial_state()
    assert state.explain("b1").sentence == "b1 must be A's, but B's Stone is there"


@pytest.mark.parametrize(
    ("tests", "move", "sentence"),
    [
        ("at left | at top", "b1-b2", "b1 must be in the region 'left'; or else b1 must be in the region 'top'"),
        ("at left | at top | at right", "b1-b2", "for b1 it must hold that 'union { at left | at top | at right }'"),
    ],
)
def test_of_a_union_of_tests_what_each_alternative_demands_is_told(tests: str, move: str, sentence: str) -> None:
    regions = "region left = column 0\n region right = column 2\n region top = row 0\n mark from"
    text = f'game Rims {{\n players A, B\n board 3x2\n pieces Stone:X/O\n {regions}\n setup {{ "XOX" "..." }}\n'
    rule = (
        f"move U = empty or enemy -> union {{ {tests} }} -> select from -> step (0,-1)(-1,0) -> select -> move from\n"
    )
    assert game(f"{text} {rule}}}", "interpreter").initial_state().explain(move).sentence == sentence


@pytest.mark.parametrize(
    "tests",
    [
        "first {{ {} | {} }}",
        "union {{ {} | {} }}",
        "has {{ first {{ {} | {} }} }}",
        "if {} or has {{ {} }}",
        "where {{ if {} or has {{ {} }} }}",
    ],
)
def test_of_two_tests_of_which_one_must_hold_both_are_told(tests: str) -> None:
    chain = tests.format("at floor", "piece @(0,1)")
    text = f"game Rest {{\n players A, B\n board 3x3\n pieces Man:a/b\n region floor = row 2\n place Go = empty -> {chain}\n}}"
    explanation = game(text, "interpreter").initial_state().explain("c2")
    demanded = "c2 must be in the region 'floor'; or else for c2, c1 must be occupied, but it is empty"
    assert explanation.sentence == demanded


def test_what_a_condition_of_a_condition_forbids_is_told_with_its_cells() -> None:
    text = """
game Hand {
  players A, B
  board 2x1
  pieces Queen:Q/q Ant:X/x
  zone hand 2x1 per { "QX" / "qx" }
  mark from
  move Place = goto hand -> piece -> select from -> has { goto hand -> no { Queen } } -> goto all -> select -> move from
  move Wait = option "w"
}
"""
    explanation = game(text, "interpreter").initial_state().explain("A.hand.b1-a1")
    assert explanation.sentence == "nothing may be a Queen, but this is so at A.hand.a1"


def test_what_refuses_the_cells_of_a_shape_is_told_and_not_another_way_to_lay_it() -> None:
    text = """
game Fall {
  players A, B
  board 3x3
  kind Bar:I { shape "###" }
  region floor = row 2
  mark due game
  zone box 1x1 { "I" }
  move Drop = do { goto box -> mark due } -> goto all -> empty -> shape due -> has { at floor } because "It hangs." -> record
}
"""
    state = game(text, "interpreter").initial_state()
    assert "a1-a2-a3" in map(str, state.legal_moves) or "a3-a2-a1" in map(str, state.legal_moves)
    assert state.explain("a3-b3-c3").words == state.explain("a2-b2-c2").words == "It hangs."


def test_a_move_is_not_taken_for_one_that_goes_back_elsewhere() -> None:
    """Without ``goto`` the first rule would have the move; it would be another one. The second had it but for its end."""
    rules = """
      move Row = own -> select here -> along east -> step 0..* through own -> own -> if count <= 1 -> goto here
        -> step -> select
      move Pair = own -> select -> along east -> step 1..2 through own -> own -> select
        -> if count { step -> empty } > 1 -> step -> select
    """
    explanation = tiny("MMM.", rules, "interpreter", "X").explain("a1-c1")
    assert explanation.sentence == "count { step -> empty } must be more than 1, but it is 1, at d1"
    assert (explanation.rule, explanation.clicks) == ("Pair", 2)


@pytest.mark.parametrize(
    ("chain", "sentence"),
    [
        (
            "turn next { step east -> enemy }",
            "somebody must have the turn then of whom it holds that 'step east -> enemy', but it does of nobody",
        ),
        ("no as each { own }", "for O, it must not be that 'own', but it is"),
        ("has as each { step east -> own }", "from a1 nothing is reached by 'step east'"),
    ],
)
def test_what_no_player_or_any_fulfils(chain: str, sentence: str) -> None:
    rules = f'move A = enemy -> {chain} -> select\nmove B = option "b"'
    explanation = tiny("m", rules, "interpreter").explain("a1")
    assert explanation.sentence == sentence


@pytest.mark.parametrize(
    ("chain", "sentence"),
    [
        ("no as each { if coins > 1 }", "for O, it must not be that 'if coins > 1', but it is"),
        ("no as each { goto all -> own }", "for O, it must not be that 'goto all -> own', but it is, at b1, c1"),
        ("no as each { goto all -> King -> step east -> own }",
         "for O, it must not be that 'goto all -> King -> step east -> own', but it is, from b1 to c1"),
        ("no as each { has { goto all -> King -> own } }",
         "for O, it must not be that 'has { goto all -> King -> own }', but it is, at b1"),
        ("no { if coins > 0 }", "it must not be that 'if coins > 0', but it is"),
        ("no as enemy { if coins > 1 }", "it must not be that 'if coins > 1', but it is"),
    ],
)  # fmt: skip
def test_for_which_of_several_players_a_condition_holds(chain: str, sentence: str) -> None:
    rules = f'counter coins per = {{ 1 2 }}\nmove A = empty -> {chain} -> select\nmove B = option "b"'
    assert tiny(".km", rules, "interpreter").explain("a1").sentence == sentence


@pytest.mark.parametrize(
    ("test", "sentence"),
    [
        (
            "worth > worth { goto here }",
            "worth of b1 must be more than worth of a1, but it is 10, and worth of a1 is 10",
        ),
        ("size < size { goto here }", "size of b1 must be less than size of a1, but it is 2, and size of a1 is 2"),
        ("size { goto here } == 3", "size of a1 must be equal to 3, but it is 2"),
        ("file { goto here } > file", "file of a1 must be more than file of b1, but it is 0, and file of b1 is 1"),
        ("size { goto all } < 3", "size { goto all } must be less than 3, but it is 4"),
        ("each worth { goto here } < 3", "each worth { goto here } must be less than 3, but it is 20"),
    ],
)
def test_of_which_cell_a_number_is(test: str, sentence: str) -> None:
    rules = f"""
      counter size cell = 2
      constant file = column
      move A = own -> select here -> step east -> if {test} -> select
      move B = option "b"
    """
    assert tiny("Kk", rules, "interpreter").explain("a1-b1").sentence == sentence


@pytest.mark.parametrize(
    ("pattern", "sentence"),
    [
        ("own at enemy goal", "a1 must be in the region 'goal' of O"),
        ("own !at each goal", "a1 must not be in the region 'goal' of X or O"),
        ("own at next seen", "a1 must be marked 'seen' of O"),
        ("enemy at enemy goal", "a1 must be O's, but X's Man is there"),
        ("O", "a1 must be O's, but X's Man is there"),
        ("O King or own at O goal", "a1 must be O's, but X's Man is there; or else a1 must be in the region 'goal' of O"),
        ("empty or own King at enemy goal !at each seen",
         "a1 must be empty or X's King in the region 'goal' of O and not marked 'seen' of X or O, but X's Man is there"),
    ],
)  # fmt: skip
def test_cells_of_another_player_are_said_to_be_of_that_player(pattern: str, sentence: str) -> None:
    rules = f"""
      region goal per = column 0 | column 1
      mark seen per game
      move A = {pattern} -> select
      move B = option "b"
    """
    assert tiny("MM", rules, "interpreter").explain("a1").sentence == sentence


@pytest.mark.parametrize(
    ("chain", "sentence"),
    [
        ("in Walk", "the phase must be Walk, but it is Drop"),
        ("in Walk or Rest", "the phase must be Walk or Rest, but it is Drop"),
        ("phase Walk -> no { in Walk }", "it must not be that 'in Walk', but it is"),
    ],
)
def test_the_phase_that_a_rule_asks_for(chain: str, sentence: str) -> None:
    rules = f"""
      phases Drop, Walk, Rest
      move A = own -> {chain} -> select
      move B = option "b"
    """
    assert tiny("M", rules, "interpreter").explain("a1").sentence == sentence


def test_a_step_of_a_number_tells_the_number() -> None:
    rules = """
      counter die = 2
      counter hop cell 0..9 = 3
      move Walk = own -> select -> step east die -> select
      move Leap = own -> select -> step east hop -> select
    """
    explanation = tiny("M....", rules, "interpreter").explain("a1-b1")
    ways = "'step east die', where die is 2 or 'step east hop', where hop of a1 is 3"
    assert explanation.sentence == f"b1 is not reached from a1 by {ways}"


COURT = """
game Court {
  players Ann, Ben
  board 5x1
  pieces Worker:A/B
  zone camp 4x1
  region forest of camp = column 0
  region court of camp = column 1
  region market of camp = column 2
  region quarry of camp = column 3
  counter stone per 0..99 = 1
  counter wood per 0..99 = 1
  mark first
  sub two = goto all -> select first -> goto all -> !at first -> select -> set own Worker
  move Forest = goto forest -> empty -> select -> set own Worker
  move Court = if stone >= 3 because "It takes three stones." -> goto court -> empty -> select -> stone -= 3 -> two
  move Quarry = if wood >= 9 because "It takes nine pieces of wood." -> goto quarry -> empty -> select -> wood -= 9
  move Market = if stone >= 1 -> if wood >= 2 because "It takes two pieces of wood."
    -> if stone >= 2 because "It takes two stones." -> goto market -> empty -> select -> stone -= 2 -> wood -= 2 -> two
}
"""


@pytest.mark.parametrize(
    ("move", "words", "sentence"),
    [
        ("camp.b1-a1-b1", "It takes three stones.", "stone of Ann must be at least 3, but it is 1"),
        ("camp.b1-a1", "It takes three stones.", "stone of Ann must be at least 3, but it is 1"),
        ("camp.b1", "It takes three stones.", "stone of Ann must be at least 3, but it is 1"),
        ("camp.d1", "It takes nine pieces of wood.", "wood of Ann must be at least 9, but it is 1"),
        ("camp.c1-a1-b1", "It takes two pieces of wood.", "wood of Ann must be at least 2, but it is 1"),
    ],
)
def test_what_cannot_be_paid_is_said_though_the_price_would_not_be_there(move: str, words: str, sentence: str) -> None:
    explanation = game(COURT, "interpreter").initial_state().explain(move)
    assert (explanation.words, explanation.sentence) == (words, sentence)


GO = """
  pieces Stone:A/B
  directions line = (1,0) (-1,0)
  region home = cells (0,0)
"""
SHEETS = """
  zone sheet 2x1 per
  pieces Used:A/B
  move Again = option "k"
  move Write = goto sheet -> empty -> select -> set own Used
"""


@pytest.mark.parametrize(
    ("declarations", "move", "sentence"),
    [
        (
            f'{GO}  move Go = goto home -> option "go" -> step line -> empty -> select',
            "go=d1",
            "d1 is not reached from a1 by 'step line'",
        ),
        (
            f'{GO}  move Go = goto all -> at home -> option "go" -> step line -> empty -> select',
            "go=d1",
            "d1 is not reached from a1 by 'step line'",
        ),
        (
            f'{GO}  move Go = option "go" -> first {{ own -> goto all | goto home }} -> select',
            "go=d1",
            "d1 must be in the region 'home'",
        ),
        (SHEETS, "Ben.sheet.a1", "Ben.sheet.a1 is in Ben's 'sheet', not in Ann's"),
    ],
)
def test_where_a_chain_goes_is_no_test_of_where_it_leads(declarations: str, move: str, sentence: str) -> None:
    state = game(f"game Goto {{\n  players Ann, Ben\n  board 4x1\n{declarations}\n}}", "interpreter").initial_state()
    assert state.explain(move).sentence == sentence


NONE = "none of b3, a2, c2, b1 is A's"


@pytest.mark.parametrize(
    ("chain", "sentence"),
    [
        ("has { if count { at placed } == count { goto placed } }", NONE),
        ("has { if count { Placed } + 2 * count { has { at placed } } == 0 }", NONE),
        ("has { if count { at placed } + 2 == 1 }", "count { at placed } + 2 must be equal to 1, but it is 2"),
        ("has { no { has { at placed } } }", NONE),
        ("has { do { has { at placed } } }", NONE),
        ("has { has { at placed } }", "b2 must be marked 'placed'"),
    ],
)
def test_what_stands_in_a_value_in_a_do_or_in_a_no_is_no_reason(chain: str, sentence: str) -> None:
    text = f"""game Ex {{
      players A, B
      board 3x3
      pieces Stone:A/B
      directions orth = (1,0) (-1,0) (0,1) (0,-1)
      mark placed game
      setup {{ "A.." "..." "..B" }}
      sub Placed = goto all -> at placed
      move Put = empty -> where {{ {chain} -> has {{ step orth -> own }} }} -> select -> set own Stone -> mark placed
      move Leave = option "leave"
    }}"""
    assert game(text, "interpreter").initial_state().explain("b2").sentence == sentence


def test_a_click_after_a_whole_move_is_refused_in_the_words_of_the_rule_that_would_take_it() -> None:
    """The second rule would take both clicks, but for its condition and the empty cell; without words it is not named."""
    rules = """
  zone under 2x1 per cell stack
  move Enter = empty -> select -> set own Man
  move Step = if n > 0 BECAUSE -> own -> select here -> step orth -> empty -> select -> stack here in under
"""
    said = tiny("..m.", rules.replace("BECAUSE", 'because "First all men are entered."'), "interpreter").explain(
        "a1-b1"
    )
    assert (said.words, said.rule) == ("First all men are entered.", "Step")
    assert said.sentence == "n must be more than 0, but it is 0"
    silent = tiny("..m.", rules.replace("BECAUSE", ""), "interpreter").explain("a1-b1")
    assert (silent.sentence, silent.rule) == ("a1 is a whole move, and nothing can follow it so", "Enter")


def test_a_click_behind_a_whole_move_is_refused_by_the_rule_that_takes_this_one_and_waits_for_another() -> None:
    """Of the other rules it is the one that takes as many clicks, also where another rule is nearer.

    Push misses a single filter, the enemy on b1, and Pull two, as c1 is neither reached nor an enemy's.
    """
    rules = """
  directions onward = (1,0)
  move Take = own -> select -> set empty
  move Two = own -> select here -> step onward -> own -> select -> set empty -> goto here -> set empty
"""
    said = tiny("MM.M", rules, "interpreter").explain("a1-d1")
    assert (said.sentence, said.rule) == ("d1 is not reached from a1 by 'step onward'", "Two")
    pulling = """
  directions onward = (1,0)
  move Step = own -> select here -> step onward -> empty -> select -> move here
  move Push = own -> select here -> step onward -> enemy -> select there -> step onward -> empty -> select -> set empty
  move Pull = own -> select here -> step onward -> empty -> select there -> goto here -> step onward -> enemy -> select
    -> set empty
"""
    said = tiny("M...", pulling, "interpreter").explain("a1-b1-c1")
    assert (said.sentence, said.rule) == ("c1 is not reached from a1 by 'step onward'", "Pull")


@pytest.mark.parametrize(
    ("chain", "sentence"),
    [
        ("Owl", "a1 must be an Owl, but it is empty"),
        ("Man", "a1 must be a Man, but it is empty"),
        ("Man Owl", "a1 must be a Man or Owl, but it is empty"),
        ("Isle", "a1 must be an Isle, but it is a Cell"),
        ("!Cell", "a1 must not be a Cell, but it is empty"),
    ],
)
def test_kinds_of_pieces_and_cells_have_an_article(chain: str, sentence: str) -> None:
    declarations = (
        f'  pieces Man:m Owl:o\n  tile Isle:I empty\n  setup {{ "..I." }}\n  move A = {chain} -> select -> set own Man'
    )
    state = game(f"game Kinds {{\n  players A, B\n  board 4x1\n{declarations}\n}}", "interpreter").initial_state()
    assert state.explain("a1").sentence == sentence


def test_that_a_filter_was_given_the_whole_board_is_not_said() -> None:
    result = run("explain", "chess", "e7-e5")
    assert result.exit_code == 1 and "it was given" not in result.stdout
    assert "  it was given e2\n" in run("explain", "chess", "e2-e5").stdout
    cells = json.loads(run("explain", "chess", "e7-e5", "--format", "json").stdout)["cells"]
    assert len(cells) == 64


@pytest.mark.parametrize(
    ("chain", "move", "sentence"),
    [
        ("Royal", "a1", "a1 must be a Royal, but X's Man is there"),
        ("own Royal", "a1", "a1 must be X's Royal, but X's Man is there"),
        (
            "own -> mark here -> goto all -> like here",
            "b1",
            "b1 must be of the kind that is marked 'here', but O's King is there",
        ),
        (
            "own -> mark here -> goto all -> !like here",
            "a1",
            "a1 must not be of the kind that is marked 'here', but X's Man is there",
        ),
        (
            "own -> mark here -> goto all -> enemy like here",
            "b1",
            "b1 must be O's and of the kind that is marked 'here', but O's King is there",
        ),
        (
            "own -> mark here -> goto all -> like here heir",
            "a1",
            "a1 must be of the kind that is the heir of what is marked 'here', but X's Man is there",
        ),
        ("own -> where { if worth > 5 }", "a1", "worth of a1 must be more than 5, but it is 1"),
        ("piece -> most worth", "a1", "for a1, worth must be as much as anywhere, 10, but it is 1"),
    ],
)
def test_kinds_groups_and_attributes(chain: str, move: str, sentence: str) -> None:
    explanation = tiny("Mk.", f'move A = {chain} -> select\nmove B = option "b"', "interpreter").explain(move)
    assert explanation.sentence == sentence


@pytest.mark.parametrize(
    "command",
    [
        ["explain", "chess", "e2-e5"],
        ["trace", "chess", "e2-e5"],
        ["coverage", "chess", "--games", "1", "--max-plies", "1"],
    ],
)
def test_of_an_example_the_text_is_cited_that_people_read(command: list[str]) -> None:
    told = run(*command).stdout
    assert "chess.game" in told and ".xmi" not in told


CALLED_PASS = """game Passing {
  players Ann, Ben
  board 3x1
  pieces Stone:A/B
  counter coins per = 1
  move Put = if coins > 0 -> empty -> select -> set own Stone -> coins -= 1
  move Skip = option "pass" -> coins += 1
  effect = no { goto all -> empty } -> win
}
"""


SAFE = """
game Safe {
  players A, B
  board 4x1
  counter k per 0..99
  region good = cells (1,0)(2,0)
  move Safe priority 1 = select -> at good because "This cell is deadly."
  move Any = select -> k += 1
}
"""


def test_of_a_rule_that_comes_first_the_author_says_why_the_move_is_none_of_it() -> None:
    explanation = game(SAFE, "interpreter").initial_state().explain("a1")
    assert explanation.words == "This cell is deadly."
    assert explanation.sentence == "there is a move by the rule Safe, which must be played: b1, c1"


KINGS = """
game Kings {
  players A, B
  board 4x1
  pieces Man:M King:K
  directions orth = (1,0) (-1,0)
  mark from
  mark shown game
  phases one, two
  setup { "MkM." }
  move Step in one = own -> select from -> step orth -> empty -> select -> move from
  move Take in one = own -> select from -> step orth -> enemy
    -> wherenot { King } because "A king is never taken." -> select -> move from
  move Turn in one = empty -> select -> mark shown -> phase two
  move Again in two = empty -> !at shown because "It is open already." -> select
  move Push in two = enemy -> select
}
"""


@pytest.mark.parametrize(
    ("played", "move", "words", "sentence"),
    [
        (
            "",
            "a1-b1",
            "A king is never taken.",
            "nothing may be a King, but this is so at b1; or else b1 must be empty,",
        ),
        ("d1", "d1", "It is open already.", "d1 must not be marked 'shown'"),
    ],
)
def test_of_rules_that_are_equally_near_one_counts_whose_author_gives_a_reason(
    played: str, move: str, words: str | None, sentence: str
) -> None:
    state = play(game(KINGS, "interpreter").initial_state(), played)
    explanation = state.explain(move)
    assert explanation.words == words and explanation.sentence.startswith(sentence)


def test_a_number_in_one_of_two_rules_that_are_equally_near_is_none_of_each_cell() -> None:
    text = """
game Drops {
  players A, B
  board 3x3
  pieces Man:M
  counter stock per 0..3
  mark from
  setup { "M.." "..." "..m" }
  move Go = own -> select from -> union { step (0,-1) | step (1,0) } -> !own -> select -> move from
  move Drop = if stock > 0 because "None." -> empty -> select -> step (1,0) -> select -> set own Man
}
"""
    explanation = game(text, "interpreter").initial_state().explain("b2")
    sentence = "stock of A must be more than 0, but it is 0; or else b2 must be A's, but it is empty"
    assert (explanation.words, explanation.sentence) == ("None.", sentence)


def test_of_rules_that_a_move_never_passes_it_is_one_with_its_clicks() -> None:
    text = """
game Drops {
  players A, B
  board 3x3
  pieces Man:M King:K
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  counter men per 0..3
  mark from, to
  setup { "k.." "..." "M.K" }
  sub walk = union { own Man -> step (0,-1) | own King -> step orth }
  move Go = own -> select from -> walk -> !own -> select to -> move from -> do { !King -> mark to -> set own like to }
  move Drop = if men > 0 because "None in hand." -> empty -> men -= 1
    -> choose { option "m" -> select -> set own Man | option "k" -> select -> set own King }
}
"""
    explanation = game(text, "interpreter").initial_state().explain("b2-b1")
    assert (explanation.words, explanation.sentence) == (None, "b2 must be A's, but it is empty")


RATS = """
game Rats {
  players A, B
  board 5x2
  pieces Man:M Rat:R
  mark from
  region c = column 2
  setup { "M.r.m" "M...m" }
  sub leap = step (1,0) -> Rat -> select
  move Leap = own Man -> select from -> CHAIN -> select -> move from
}
"""


@pytest.mark.parametrize(
    ("chain", "move", "sentence"),
    [
        ("ray (1,0) !Rat until any end", "a2-e2", "c2 is in the way from a2 to e2: it must not be a Rat, but B's Rat is there"),
        ("ray (1,0) empty", "a2-d2", "c2 is in the way from a2 to d2: it must be empty, but B's Rat is there"),
        ("ray (1,0) empty", "a2-c2", "c2 is not on a line from a2 that is as 'ray (1,0) empty' demands"),
        ("step (1,0) 4 through !Rat", "a2-e2", "c2 is in the way from a2: it must not be a Rat, but B's Rat is there"),
        ("ray (1,0) any !at c", "a2-e2", "the way from a2 to e2 leads over c2: c2 must not be in the region 'c'"),
        ("step (1,0) * through any !at c", "a1-e1", "the way from a1 to e1 leads over c1: c1 must not be in the region 'c'"),
        ("leap", "a1", "b1 must be a Rat, but it is empty"),
        ("step (1,0) -> Rat", "a1", "b1 must be a Rat, but it is empty"),
    ],
)  # fmt: skip
def test_what_is_in_the_way_of_a_step_or_a_ray(chain: str, move: str, sentence: str) -> None:
    assert game(RATS.replace("CHAIN", chain), "interpreter").initial_state().explain(move).sentence == sentence


CORNERS = """
game Corners {
  players Black, White
  board 3x3
  pieces Stone:B/W
  region corners = cells (0,0)(2,0)(0,2)(2,2)
  region middle = cells (1,1)
  setup { "BWB" "BBB" "B.B" }
  move Open = own at corners or own at middle -> select -> set empty
}
"""


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("a2", "a2 must be in the region 'corners'; or else a2 must be in the region 'middle'"),
        ("b3", "b3 must be Black's, but White's Stone is there"),
    ],
)
def test_of_alternatives_each_says_what_it_lacks(move: str, sentence: str) -> None:
    assert game(CORNERS, "interpreter").initial_state().explain(move).sentence == sentence


OFFERS = """game Offers {
  players Ann, Ben
  board 1x1
  kind Red:r Blue:b
  zone hand 2x1 per { "rb" / "br" }
  mark card
  counter told
  move Play = goto hand -> piece -> select card -> goto all -> move card
  move Tell = goto enemy hand -> piece -> select -> option "tell" -> told += 1
  over = score told
}
"""


def test_a_move_with_an_option_is_one_of_a_rule_that_has_it() -> None:
    explanation = game(OFFERS, "interpreter").initial_state().explain("tell")
    assert (explanation.rule, explanation.sentence[:50]) == (
        "Tell",
        "a cell must follow here, such as Ben.hand.a1, Ben.",
    )


MANY_REASONS = """game Many {
  players Ann, Ben
  board 3x3
  pieces Man:M
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  counter queens per 0..9 = 1
  mark from
  setup { "M.m" "..." "M.m" }
  move Put = empty -> where { step orth -> own } -> wherenot { step orth -> enemy } -> where { if queens > 2 }
    -> own @(1,0) -> select -> if queens > 3 -> choose { option "Q" | option "B" } -> set own Man
  move Go = own -> select from -> step orth -> empty -> select -> move from
}
"""


def test_a_move_with_a_click_and_an_option_too_where_many_filters_stop_it() -> None:
    explanation = game(MANY_REASONS, "interpreter").initial_state().explain("a1=Q")
    assert (explanation.rule, explanation.sentence) == ("Put", "a1 must be empty, but Ann's Man is there")


def test_an_option_called_pass_is_no_pass() -> None:
    state = play(game(CALLED_PASS, "interpreter").initial_state(), "a1 b1")
    assert list(map(str, state.legal_moves)) == ["pass"]
    assert state.explain("c1").sentence == "coins of Ann must be more than 0, but it is 0"
    assert state.explain("pass").sentence == "pass is legal by the rule Skip"


WORDED = """game Worded {
  players Ann, Ben
  board 3x3
  pieces Stone:A/B
  kind Red:r Blue:b
  zone purse 2x1 per { "rb" }
  counter cards cell purse 0..9
  setup { "rb." "br." "rb." }
  mark from
  move Swap = piece -> select from -> step (1,0)(0,1) -> piece -> select -> swap from
    -> has { goto all -> union { aligned 3 Red | aligned 3 Blue } } because "No three come up."
  move Put = has { goto purse -> Red -> if cards >= 1 } -> empty -> select -> set own Stone
  move Take = goto all -> at purse -> select -> set empty
}
"""


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("a3-b3", "No three come up: it must hold that 'goto all -> union { aligned 3 Red | aligned 3 Blue }'"),
        ("c3", "cards of Ann.purse.a1 must be at least 1, but it is 0"),
        ("a1", "a1 must be in the zone 'purse'"),
    ],
)
def test_words_for_zones_cells_and_conditions_on_many_cells(move: str, message: str) -> None:
    state = game(WORDED, "interpreter").initial_state()
    assert message in state.explain(move).message


ENSURED = """game Ensured {
  players White, Black
  board 4x4
  pieces King:K Rook:R
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  mark from
  setup { "k..." "...." "..R." "K.r." }
  sub free = no as enemy { goto all -> own Rook -> step orth 1..* through empty -> enemy King } because "It could be taken."
  move Go = own -> select from -> step orth -> !own -> select -> move from
  ensure = CHAIN
}
"""
FREE = 'no as enemy { goto all -> own Rook -> step orth 1..* through empty -> enemy King } because "It could be taken."'
THREAT = (
    "It could be taken: afterwards it must not be that 'goto all -> own Rook -> step orth * through empty -> enemy King', "
    "but it is, from c1 to a1"
)


@pytest.mark.parametrize(
    ("chain", "move", "said"),
    [
        (FREE, "c2-d2", THREAT),
        (f"has {{ own King }} -> {FREE}", "c2-d2", THREAT),
        (f"own King -> {FREE}", "c2-d2", THREAT),
        (f"if count {{ own King }} == 1 -> {FREE}", "c2-d2", THREAT),
        (f"{FREE} -> has {{ own King }}", "c2-d2", THREAT),
        (f"if has {{ own King }} {{ {FREE} }}", "c2-d2", THREAT),
        ("has { own King } -> free", "c2-d2", THREAT),
        (f"union {{ enemy Rook -> own King | own King }} -> {FREE}", "c2-d2", THREAT),
        (f"has {{ own Rook }} -> has {{ enemy Rook }} -> {FREE}", "c2-c1", "afterwards none of a4, b4, c4, d4, a3, b3 and 10 more is Black's Rook"),
    ],
)  # fmt: skip
def test_of_a_post_check_the_filter_that_refuses_is_the_reason(chain: str, move: str, said: str) -> None:
    """Those before it have let the position pass. What the author says of it is kept."""
    state = game(ENSURED.replace("CHAIN", chain), "interpreter").initial_state()
    assert state.explain(move).message == said


HEMMED = """game Hemmed {
  players White, Black
  board 4x4
  pieces Pawn:P Rook:R
  directions up = (0,-1)
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  region home = row 2
  mark from
  setup { "p..." "...." "P..." "RX.." }
  move Go = own Rook -> select from -> step orth 1..* through empty -> empty -> select -> move from
  move Double = own Pawn at home -> select from -> step up -> empty -> step up -> empty -> select -> move from
}
"""


@pytest.mark.parametrize("neighbour", [".", "P", "R", "p"])
def test_a_piece_that_cannot_move_at_all_is_explained_by_the_rule_for_its_kind(neighbour: str) -> None:
    """That the cells are occupied to which it is not to go is no further filter that stops it."""
    state = game(HEMMED.replace("X", neighbour), "interpreter").initial_state()
    explanation = state.explain("a1-a3")
    said = "a2 is in the way from a1 to a3: it must be empty, but White's Pawn is there"
    assert (explanation.rule, explanation.sentence) == ("Go", said)


REACH = """game Reach {
  players A, B
  board 4x1
  pieces Man:M Wall:W
  directions orth = (1,0) (-1,0)
  mark here per
  mark reached
  setup { "M..w" }
  sub reach = mark reached -> repeat 0..* maximal { goto reached -> step orth -> empty -> !at reached -> mark reached += }
  move Walk = own Man -> CHAIN -> goto reached -> select -> set own Wall
}
"""


@pytest.mark.parametrize(
    "chain", ["reach", REACH.split("sub reach = ")[1].split("\n")[0], "union { any } -> reach", 'option "go" -> reach']
)
@pytest.mark.parametrize("further", ["", "-a1"])
def test_the_last_round_of_a_loop_that_goes_on_as_long_as_it_can_is_no_reason(chain: str, further: str) -> None:
    state = game(REACH.replace("CHAIN", chain), "interpreter").initial_state()
    start = "go=d1" if "option" in chain else "d1"
    assert state.explain(start + further).sentence == "d1 is not one of the cells marked 'reached' (a1, b1, c1)"


@pytest.mark.parametrize(
    ("pattern", "sentence"),
    [
        ("own King at goal", "a1 must be X's King, but X's Man is there"),
        ("own King !at seen", "a1 must be X's King, but X's Man is there"),
        ("King at goal", "a1 must be a King, but X's Man is there"),
        ("empty at goal", "a1 must be empty, but X's Man is there"),
        ("own Man at goal", "a1 must be in the region 'goal'"),
        ("own King at goal or own Man at goal", "a1 must be X's King, but X's Man is there; or else a1 must be in the region 'goal'"),
    ],
)  # fmt: skip
def test_of_a_pattern_the_kind_is_told_before_the_place(pattern: str, sentence: str) -> None:
    rules = f"""
      region goal = column 1
      mark seen
      move A = {pattern} -> select
      move B = option "b"
    """
    assert tiny("M.", rules, "interpreter").explain("a1").sentence == sentence


REGIONS = """
  region goal per = column 0 | column 1
  region edge = column 1
  mark seen per game
  move A = CHAIN -> select
  move B = option "b"
"""


@pytest.mark.parametrize(
    ("chain", "sentence"),
    [
        ("goto goal", "b1 must be in the region 'goal' of X"),
        ("!at goal -> own", "a1 must not be in the region 'goal' of X"),
        ("own at goal", "c1 must be in the region 'goal' of X"),
        ("own at edge", "c1 must be in the region 'edge'"),
        ("own at seen", "c1 must be marked 'seen'"),
    ],
)
def test_of_a_region_that_differs_between_players_its_owner_is_named(chain: str, sentence: str) -> None:
    state = tiny("MMM", REGIONS.replace("CHAIN", chain), "interpreter")
    assert state.explain(sentence[:2]).sentence == sentence


BLOCKS = """game Blocks {
  players Ann, Ben
  board 2x1
  pieces S:A/B
  zone small 2x1 per cell
  zone purse 2x1 per
  zone row 3x1
  mark open game
  move Put = if no { goto open } { goto all } else { goto open } -> into small -> empty -> select
  move Pay = option "pay" -> into purse -> select
  move Base = option "base" -> goto row -> into board -> select
  effect = set own S -> into board -> mark open
}
"""


@pytest.mark.parametrize(
    ("played", "move", "sentence"),
    [
        ("small.a1.a1", "small.b1.a1", "small.b1.a1 is in the zone 'small' of b1, not of a1"),
        ("small.a1.a1", "b1", "a cell of the zone 'small' must be clicked here, not b1"),
        ("", "a1", "a cell of the zone 'small' must be clicked here, not a1"),
        ("", "pay=a1", "a cell of the zone 'purse' of Ann must be clicked here, not a1"),
        ("", "pay=Ben.purse.a1", "a cell of the zone 'purse' of Ann must be clicked here, not Ben.purse.a1"),
        ("", "base=row.a1", "a cell of the board must be clicked here, not row.a1"),
    ],
)
def test_a_cell_of_another_grid_or_block_than_that_led_into(played: str, move: str, sentence: str) -> None:
    state = play(game(BLOCKS, "interpreter").initial_state(), played)
    assert state.explain(move).sentence == sentence


TOKENS = """game Tokens {
  players Ann, Ben
  board 5x1
  pieces Man:M/N
  kind Token:t
  zone hand 2x1 per { "tt" / "tt" }
  mark here, token
  setup { "..N.." }
  move Put = empty -> select here -> set own Man
    -> repeat 0..2 {
      goto hand -> Token -> select token -> goto here -> step (1,0) -> empty because "Something stands there."
      -> select here -> set own Man -> goto token -> set empty }
}
"""


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("a1-Ann.hand.a1-d1", "a1 is a whole move, and it cannot go on so: d1 is not reached from a1 by 'step (1,0)'"),
        ("b1-Ann.hand.a1-c1", "Something stands there: b1 is a whole move, and it cannot go on so: "
         "c1 must be empty, but Ben's Man is there"),
        ("a1-Ann.hand.a1-b1-Ann.hand.b1-d1", "a1-Ann.hand.a1-b1 is a whole move, and it cannot go on so: "
         "d1 is not reached from b1 by 'step (1,0)'"),
    ],
)  # fmt: skip
def test_why_a_further_round_of_several_clicks_is_none(move: str, message: str) -> None:
    """It may be another click than the first one that is refused."""
    assert game(TOKENS, "interpreter").initial_state().explain(move).message == message


def test_that_there_are_further_ways_is_told_with_the_first_ones() -> None:
    ways = " | ".join(f"where {{ if file == n + {number} }}" for number in range(1, 5))
    rules = f"constant file = column\nmove Put = empty -> choose {{ {ways} }} -> select -> set own Man"
    assert tiny(".....", rules, "interpreter").explain("a1").sentence == (
        "file of a1 must be equal to n + 1, but it is 0, and n + 1 is 1; "
        "or else file of a1 must be equal to n + 2, but it is 0, and n + 2 is 2; or else in one of 2 more ways"
    )


def test_the_same_clicks_in_another_order_are_like_a_move() -> None:
    ordered = TOKENS.replace("repeat 0..2 {", "step (1,0) -> empty -> select").split("goto hand")[0] + "\n}"
    assert game(ordered, "interpreter").initial_state().explain("b1-a1").nearest == ("a1-b1",)


STONES = """game Stones {
  players Ann, Ben
  board 3x1
  pieces S:A/B
  counter n
  phases one, two, three
  move Put = empty -> select -> set own S
  RULE
}
"""


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ('move Pass = if n == 1 because "Only after a stone." -> option "pass"',
         "Only after a stone: n must be equal to 1, but it is 0"),
        ('move Pass in two = option "pass"', "the rule Pass is for the phase two, and this is the phase one"),
        ('move Pass in two, three = option "pass"', "the rule Pass is for the phase two or three, and this is the phase one"),
        ("", "Ann may not pass: there are 3 moves, such as a1, b1, c1"),
    ],
)  # fmt: skip
def test_why_one_may_not_pass_is_told_by_the_rule_that_has_the_option(rule: str, message: str) -> None:
    assert game(STONES.replace("RULE", rule), "interpreter").initial_state().explain("pass").message == message


def test_of_a_single_move_that_one_has_to_play_there_is_no_number() -> None:
    state = play(game(STONES.replace("RULE", ""), "interpreter").initial_state(), "a1 b1")
    assert state.explain("pass").message == "Ann may not pass: there is a move, c1"


NUMBERS = """game Numbers {
  players Ann, Ben
  board 3x1
  counter place cell 0..9 = { 1 2 3 }
  counter height cell 0..9 = { 5 6 7 }
  counter n
  pieces Stone:A/B
  region left = column 0
  sub over = if n > (3, 4)
  move Top = option "top" -> CHAIN -> record
  move Go = option "go"
}
"""


@pytest.mark.parametrize(
    ("chain", "sentence"),
    [
        ("where { if place == height }", "place must be equal to height at one of the cells, but they are 1 and 5 at a1, 2 and 6 at b1, 3 and 7 at c1"),
        ("where { if place > 4 }", "place must be more than 4 at one of the cells, but it is 1 at a1, 2 at b1, 3 at c1"),
        ("where { if place < height -> if place > 4 }", "place must be more than 4 at one of the cells, but it is 1 at a1, 2 at b1, 3 at c1"),
        ("goto all -> at left -> where { if place == height }", "place of a1 must be equal to height of a1, but it is 1, and height of a1 is 5"),
        ("where { step (1,0) -> if place > 4 }", "place must be more than 4 at one of the cells, but it is 2 at b1, 3 at c1"),
        ("if place == height", "place must be equal to height, but it is 6, and height is 18"),
        ("if n > (3, 4)", "n must be more than 3 (the number of Ann), but it is 0"),
        ("has as next { if n + 1 > (3, 4) }", "n + 1 must be more than 4 (the number of Ben), but it is 1"),
        ("if (3, 4) > n + 3", "the number of Ann in (3, 4) must be more than n + 3, but it is 3, and n + 3 is 3"),
        ("if count == (7, 8)", "count must be equal to 7 (the number of Ann), but it is 3, at a1, b1, c1"),
        ("if n > (3, 4) or count > 4", "it must hold that 'n > (3, 4) or count > 4', but n is 0 and the number of Ann in (3, 4) is 3 and count is 3"),
        ("where { if place > (4, 5) }", "place must be more than 4 (the number of Ann) at one of the cells, but it is 1 at a1, 2 at b1, 3 at c1"),
        ("first { has as next { over } | has { over } }", "n must be more than 4 (the number of Ben), but it is 0; or else n must be more than 3 (the number of Ann), but it is 0"),
        ("if n > count", "n must be more than count, but it is 0, and count is 3, at a1, b1, c1"),
        ("if count { at left } == 2", "count { at left } must be equal to 2, but it is 1, at a1"),
        ("if count { Stone } == 2", "count { Stone } must be equal to 2, but it is 0 of a1, b1, c1"),
        ("if count { goto left -> Stone } == 2", "count { goto left -> Stone } must be equal to 2, but it is 0"),
        ("if count { goto all } == 2", "count { goto all } must be equal to 2, but it is 3, at a1, b1, c1"),
    ],
)  # fmt: skip
def test_numbers_are_told_of_the_cells_of_which_they_are(chain: str, sentence: str) -> None:
    assert game(NUMBERS.replace("CHAIN", chain), "interpreter").initial_state().explain("top").sentence == sentence


PHASES = """
  mark gap game
  phases open, answer
  move Open in open = own -> select -> mark gap -> phase answer -> turn same
  move Answer in answer = RULE
"""


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("goto gap -> step orth -> own -> select", "a1 is not reached from c1 by 'step orth'"),
        ("goto all -> !at gap -> !at left -> own -> select", "a1 must not be in the region 'left'"),
        ("empty -> select", "the rule Open is for the phase open, and this is the phase answer"),
    ],
)
def test_the_phase_is_the_reason_only_if_no_rule_of_this_phase_has_such_a_move(rule: str, sentence: str) -> None:
    rules = PHASES.replace("RULE", rule) + '  region left = column 0\n  move Leave in answer = option "leave"\n'
    assert play(tiny("MMM", rules, "interpreter"), "c1").explain("a1").sentence == sentence


LOT = """game Lot {
  players Ann, Ben
  nature Box
  start Box
  board 3x1
  pieces S:A/B
  region left = column 0
  phases early, late
  chance Early in early = goto all -> at left -> select -> phase late -> turn Ann
  chance Late in late = goto all -> !at left -> select -> turn Ann
  move Put = empty -> select -> set own S
}
"""


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("b1", "Box moves now, and nobody else: b1 must be in the region 'left'"),
        ("pass", "Box moves now, and nobody else: it has moves such as a1"),
    ],
)
def test_at_nature_s_turn_it_is_said_that_nature_moves(move: str, message: str) -> None:
    state = game(LOT, "interpreter").initial_state()
    assert state.explain(move).message == message
    with pytest.raises(IllegalMove, match="Box moves now"):
        state.play(move)


JUMPS = """game Jumps {
  players A, B
  board 6x1
  pieces Man:M Ball:O/o
  directions orth = (1,0) (-1,0)
  mark at0
  setup { "OM...." }
  move Jump = Ball -> select at0 -> repeat 1..* { step orth -> Man -> step (1,0) -> empty -> select -> move at0 -> mark at0 }
  move Go = Man -> select at0 -> step orth -> empty -> select -> move at0
}
"""


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("a1-c1-e1", "a1-c1 is a whole move, and it cannot go on so: e1 is not reached from b1 by 'step (1,0)'"),
        ("a1-c1-e1-f1", "a1-c1 is a whole move, and it cannot go on so: e1 is not reached from b1 by 'step (1,0)'"),
        ("b1-c1-d1", "b1-c1 is a whole move, and nothing can follow it so"),
    ],
)
def test_why_a_whole_move_does_not_go_on_by_its_own_rule(move: str, sentence: str) -> None:
    assert game(JUMPS, "interpreter").initial_state().explain(move).sentence == sentence


LEGS = """
game Legs {
  players A, B
  board 3x2
  pieces Man:M/m
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  counter N move
  mark from, seen
  setup { "M.." "..m" }
  move Walk = own -> select -> repeat TIMES {
    mark from -> mark seen += -> step orth -> empty -> !at seen because "No cell is visited twice." -> select
    -> CHOICE -> move from }
}
"""


@pytest.mark.parametrize("times", ["1..*", "1..2"])
@pytest.mark.parametrize(("choice", "chosen"), [("any", ""), ('option "X"', "=X"), ("amount N 1..2", "=1")])
def test_why_a_whole_move_has_no_such_leg_also_where_each_ends_with_an_option_or_a_number(
    times: str, choice: str, chosen: str
) -> None:
    state = game(LEGS.replace("TIMES", times).replace("CHOICE", choice), "interpreter").initial_state()
    whole = f"a2-b2{chosen}"
    begun = f"{whole}{'=' if chosen else '-'}a2"
    for move in (f"{begun}{chosen}", begun):
        explanation = state.explain(move)
        assert explanation.words == "No cell is visited twice."
        assert explanation.sentence == f"{whole} is a whole move, and it cannot go on so: a2 must not be marked 'seen'"


LAIR = """game Lair {
  players X, Y
  board 4x4
  pieces Man:m
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  directions tube = links (0,0) - (3,3), (0,3) - (3,0)
  mark lair per game
  counter first, second
  phases hiding, hunting, resting
  move Hide in hiding = select -> mark lair -> do { if (0,1) == 1 -> phase hunting }
  move Flee in hunting = if second == 0 -> goto lair
    -> choose { step orth -> select -> option "walk" | step tube -> empty -> select -> option "tube" } -> mark lair
  move Bet in hunting = option "bet" -> amount first 1..3 -> amount second 1..3 -> if first != second or first == 1
  move Sleep in resting = has { own } -> option "sleep"
}
"""


@pytest.mark.parametrize(
    ("start", "move", "sentence"),
    [
        ("b2 c3", "c2=tube", "from b2 nothing is reached by 'step tube'"),
        ("b2 c3", "d4=walk", "d4 is not reached from b2 by 'step orth'"),
        ("a1 c3", "b3=tube", "b3 is not reached from a1 by 'step tube'"),
        ("a1 c3", "b3=walk", "b3 is not reached from a1 by 'step orth'"),
        ("a1 c3", "sleep", "the rule Sleep is for the phase resting, and this is the phase hunting"),
        (
            "a1 c3",
            "bet=2=2",
            "it must hold that 'first != second or first == 1', but first is 2 and second is 2",
        ),
    ],
)
def test_what_is_told_is_about_the_options_of_the_move(start: str, move: str, sentence: str) -> None:
    state = play(game(LAIR, "interpreter").initial_state(), start)
    assert state.explain(move).sentence == sentence


BARS = """game Bars {
  players A, B
  board 4x4
  kind Bar:b { shape "###" }
  zone box 1x1 { "b" }
  mark bar
  move Place = goto box -> select bar -> goto all -> empty -> shape bar -> record -> set like bar
}
"""


@pytest.mark.parametrize(
    ("move", "cells"),
    [("box.a1-a4-b4-d4", "a4, b4, c4"), ("box.a1-c4-d4-d3", "b4, c4, d4"), ("box.a1-b1-b2-b4", "b3")],
)
def test_a_piece_that_does_not_lie_so_and_the_nearest_way_in_which_it_does(move: str, cells: str) -> None:
    sentence = game(BARS, "interpreter").initial_state().explain(move).sentence
    assert sentence.startswith("the piece does not lie on these cells, in this order; the nearest way is ")
    assert cells in sentence


def test_tests_that_are_joined_are_shown_as_they_are_written() -> None:
    explanation = play(game(LAIR, "interpreter").initial_state(), "a1 c3").explain("bet=2=2")
    assert (explanation.filter, explanation.notation) == ("GuardFilter", "if first != second or first == 1")


HILL = """game Hill {
  players X, O
  board 5x5
  pieces Queen:Q Ant:A Beetle:B Gun:G Man:M
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  region home = row 1
  mark from, reached
  counter queens = 0
  setup { "A...." "M...m" "..M.." ".A..." "QB..G" }
  sub may = if queens == 0
  move Queen = own Queen -> select from -> step orth -> empty -> select -> move from
  move Ant = own Ant -> select from -> mark reached
    -> repeat 0..1 maximal { goto reached -> step orth -> empty -> mark reached += }
    -> goto reached -> !at from -> select -> move from
  move Beetle = may -> own Beetle -> select from -> step orth -> select -> move from
  move Man = own Man -> select from -> step orth -> empty -> select -> move from
  move Double = own Man at home -> select from -> step orth 2 -> empty -> select -> move from
  move Gun = own Gun -> select from -> along orth -> ray empty until enemy end -> step * through empty
    -> !own -> select -> move from
}
"""


@pytest.mark.parametrize(
    ("move", "rule", "sentence"),
    [
        ("b2-e5", "Ant", "e5 is not one of the cells marked 'reached' (b3, a2, b2, c2)"),
        ("b2-b1", "Ant", "b1 is not one of the cells marked 'reached' (b3, a2, b2, c2)"),
        ("a1-e5", "Queen", "e5 is not reached from a1 by 'step orth'"),
        ("a1-b1", "Queen", "b1 must be empty, but X's Beetle is there"),
        ("b1-e5", "Beetle", "e5 is not reached from b1 by 'step orth'"),
        ("a4-d4", "Man", "d4 is not reached from a4 by 'step orth' or 'step orth 2'"),
        ("c3-e3", "Double", "c3 must be in the region 'home'"),
        ("e1-d3", "Gun", "d3 is in no direction of 'along orth' from e1"),
    ],
)
def test_a_piece_that_goes_where_it_does_not_is_explained_by_its_own_rule(move: str, rule: str, sentence: str) -> None:
    explanation = game(HILL, "interpreter").initial_state().explain(move)
    assert (explanation.rule, explanation.sentence) == (rule, sentence)


def test_a_filter_is_quoted_whole_with_the_reasons_inside_it() -> None:
    inner = 'has { step orth -> empty because "Room, \\"is\\" needed." -> step orth -> enemy }'
    told = game(HILL.replace("-> along orth ->", f'-> {inner} because "Shot." -> along orth ->'), "interpreter")
    assert inner in {notation_of(told, each) for each in filters_of(told.document.game)}


def test_what_leads_nowhere_has_its_phrases() -> None:
    keys = re.findall(r'_led\("(\w+)"\)', inspect.getsource(wording))
    assert {"direction", "step"} < set(keys)
    assert [key for part in keys for key in (part, f"{part}-on", f"{part}-lost") if key not in ENGLISH] == []


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("e1-e5", "no cell on the line from e1 is O's"),
        ("e1-c1", "b1 is in the way from e1: it must be empty or O's, but X's Beetle is there"),
    ],
)
def test_a_line_on_which_there_is_nothing_to_jump_over(move: str, sentence: str) -> None:
    text = HILL.replace("M...m", "M....").replace("QB..G", "mB..G")
    assert game(text, "interpreter").initial_state().explain(move).sentence == sentence


@pytest.mark.parametrize("until", ["any at home", "off"])
def test_a_line_that_need_not_end_at_a_piece_is_told_as_it_is_written(until: str) -> None:
    text = HILL.replace("until enemy end -> step * through empty", f"until {until}").replace("M...m", "M....")
    said = game(text, "interpreter").initial_state().explain("e1-e5").sentence
    assert said == f"from e1 no line is as 'ray empty until {until}' demands"


@pytest.mark.parametrize("attack", ["GUN", "union { own Man -> step orth | GUN }"])
def test_of_the_lines_of_a_piece_the_one_that_leads_to_the_target_is_told(attack: str) -> None:
    gun = "own Gun -> along orth -> ray empty until piece end -> !Gun -> step * through empty"
    text = f"""game Screens {{
      players X, O
      board 4x4
      pieces Man:M Gun:G
      directions orth = (1,0) (0,1) (-1,0) (0,-1)
      mark from
      setup {{ "m..." "G..." "...." "G.GM" }}
      move Go = own -> select from -> {attack.replace("GUN", gun)} -> !own -> select -> move from
    }}"""
    explanation = game(text, "interpreter").initial_state().explain("a1-a4")
    assert explanation.sentence == "a3 must not be a Gun, but X's Gun is there"


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("X.box.a1-a1", "a1 must be empty, but X's Man is there; or else a1 must be O's, but X's Man is there"),
        ("X.box.a1-d1", "d1 is in no row of 3 cells that are O's"),
        ("go=d1", "d1 is in no row of 3 cells that are O's"),
        ("go=a1", "a1 is in no row of 3 cells that are O's"),
    ],
)
def test_of_a_target_it_is_told_what_it_must_be_and_that_it_is_in_no_row(move: str, sentence: str) -> None:
    rules = """
      zone box 1x1 per { "M" / "m" }
      mark from
      sub threatens = aligned 3 enemy
      move Enter = goto box -> own -> select from -> goto all -> union { empty | enemy -> threatens } -> select
      move Strike = option "go" -> aligned 3 enemy -> select
    """
    assert tiny("M..m", rules, "interpreter").explain(move).sentence == sentence


def test_rules_of_other_players_are_the_last_to_be_named() -> None:
    rules = """
      move Far = by O -> own -> select -> step orth 2 -> select
      move Near = by X -> own -> select -> step orth -> select
    """
    game = tiny("M.m", rules, "interpreter")
    assert game.explain("a1-c1").sentence == "c1 is not reached from a1 by 'step orth'"
    only = tiny("M.m", 'move Far = by O -> own -> select\nmove Pass = option "p"', "interpreter")
    assert only.explain("a1").sentence == "the player must be O, and is X"


DOMINOES = """
game Dominoes {
  players A, B
  board 4x4
  kind Two:d { shape "##" }
  zone box 1x1 { "d" }
  region starts = cells (0,3)
  mark piece
  move Place = goto box -> piece -> select piece -> goto all -> empty -> shape piece -> no { piece }
    -> if no { goto all -> piece } { has { at starts } } -> record -> set like piece
  stuck = lose
}
"""


@pytest.mark.parametrize("cells", ["c3-d3", "a4-b4", "d4-d3"])
def test_where_a_shape_lies_cells_of_the_move_are_spoken_of(cells: str) -> None:
    sentence = game(DOMINOES, "interpreter").initial_state().explain(f"box.a1-{cells}").sentence
    first, second = cells.split("-")
    assert sentence == f"none of {first}, {second} is in the region 'starts'"


@pytest.mark.parametrize("cells", ["b3-b2", "b2-b3"])
def test_what_drops_the_first_cell_of_a_shape_is_told_and_not_where_else_it_may_lie(cells: str) -> None:
    """A shape that covers b3 from an empty cell, such as a3, lies on cells that the player has not named."""
    after = play(game(DOMINOES, "interpreter").initial_state(), "box.a1-a2-a1 box.a1-b3-c3")
    assert after.explain(f"box.a1-{cells}").sentence == "b3 must be empty, but Two is there"


@pytest.mark.parametrize("done", ["", " else { any }"])
@pytest.mark.parametrize(
    ("cells", "told"),
    [
        ("a1-a2", "the piece does not lie on these cells, in this order; the nearest way is a2, a1"),
        ("b1-a1", "the move must go on with a1, b1"),
    ],
)
def test_that_only_the_order_of_the_cells_of_a_shape_is_wrong(cells: str, told: str, done: str) -> None:
    text = DOMINOES.replace("{ has { at starts } }", f"{{ has {{ at starts }} }}{done}")
    assert game(text, "interpreter").initial_state().explain(f"box.a1-{cells}").sentence == told


@pytest.mark.parametrize(
    ("move", "nearest"),
    [
        ("a1=1=c1", ["a1=2=c1", "a1=1=b1", "a1=3=d1"]),
        ("a1=4=d1", ["a1=3=d1", "a1=1=b1", "a1=2=c1"]),
        ("a1=2=d1", ["a1=3=d1", "a1=2=c1", "a1=1=b1"]),
        ("go=1=c1", ["a1=2=c1"]),
        ("a1=2", ["a1=2=c1", "a1=1=b1", "a1=3=d1"]),
    ],
)
def test_legal_moves_of_another_amount_are_the_first_that_are_like_it(move: str, nearest: list[str]) -> None:
    rules = """
      counter far move 0..4
      move Go = own -> select -> amount far 1..3 -> step orth far -> empty -> select
      move Never = if far > 9 -> option "go" -> amount far 1..3 -> select
    """
    assert list(tiny("M...", rules, "interpreter").explain(move).nearest) == nearest
