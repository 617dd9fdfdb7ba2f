"""Rules in words: every class has some, every game can be told, and no name is lost."""

from __future__ import annotations

import pytest

from tests.support.gallery import EXAMPLES as GAMES
from tilewright.metamodel.language import Mark, Piece, Region, SubPipeline
from tilewright.metamodel.schema import schema
from tilewright.model.files import read, read_text
from tilewright.model.gallery import locate
from tilewright.model.objects import walk
from tilewright.model.service.examples import EXAMPLES, GAME
from tilewright.model.telling import TELLERS, VALUES, rules_in_words, tell

SAID = {
    "PatternFilter": "keep those that are empty and such that at the offsets (1,0) it is another player's",
    "GuardFilter": "go on only if there are no cells that are another player's King",
    "CompareFilter": "go on only if “purse” is at least 3",
    "CellsFilter": "take the cells of “far”",
    "StepFilter": "go 1 to 3 steps along “diag” over cells that are empty",
    "IterativeFilter": "look along “diag”: any number of cells that are another player's, up to one that is the player's own",
    "SelectFilter": "click one of them and mark it as “from”",
    "ChoiceFilter": "do one of these:\n  either\n    keep those that are the player's own Man\n  or\n    keep those that are the player's own King",
    "RepeatFilter": "do this 1 or more times, as long as it is possible:\n  go 1 step along “ahead”\n  keep those that are empty",
    "CounterEffectFilter": "take 2 from “purse” of the other player",
    "TurnEffectFilter": "the player goes on",
    "EndFilter": "the game ends: who has most of this wins: (the number of cells that are the player's own)",
    "SumValue": "go on only if “purse” plus 2 times “throw” is more than 3",
    "ProductValue": "go on only if “purse” times (“purse” plus 1) is more than 3",
    "DivisionValue": "go on only if (“purse” divided by 2, rounded down) is more than 3",
    "ExtremeValue": "go on only if (the greatest of “purse” and “purse” of the other player) is more than 3",
    "TableValue": "go on only if (the number at place “purse” of 0, 1, 3, 6, counted from 0) is more than 3",
    "ConditionalValue": "add (3 if this is possible: keep those that are the player's own King, otherwise 1) to “purse”",
    "ParameterValue": "go on only if “goal” is least",
}  # fmt: skip


def test_every_class_has_words() -> None:
    assert {kind.__name__ for kind in TELLERS} == set(schema().concrete["Filter"])
    assert {kind.__name__ for kind in VALUES} == set(schema().concrete["Value"])


@pytest.mark.parametrize(
    "name", [name for name in EXAMPLES if {"Filter", "Value"} & set(schema().classes[name].supertypes)]
)
def test_what_is_said(name: str) -> None:
    game = read_text(GAME.format(f"  move Example = {EXAMPLES[name]}"), "a.game").game
    assert game.board.legalMovesPipeline is not None
    lines = "\n".join(line for told in tell(game.board.legalMovesPipeline.rules[0].filter) for line in told.lines())
    assert lines == SAID.get(name, lines) and lines.isprintable() is ("\n" not in lines)


@pytest.mark.parametrize("example", GAMES[::9], ids=str)
def test_every_game_can_be_told(example: object) -> None:
    """Each piece, mark, region and chain that a rule names is named in its words."""
    game = read(locate(example.name)).game  # type: ignore[attr-defined]
    told = "\n".join(
        "\n".join([title, *(line for step in steps for line in step.lines())]) for title, steps in rules_in_words(game)
    )
    named = {
        value.name
        for element in walk(game)
        if "Filter" in element.eClass.supertypes or "Pattern" in element.eClass.supertypes
        for feature in element.eClass.stored
        if feature.type in ("Piece", "Mark", "Region", "SubPipeline")
        for value in (getattr(element, feature.name) if feature.many else [getattr(element, feature.name)])
        if isinstance(value, (Piece, Mark, Region, SubPipeline))
    }
    assert [name for name in named if name not in told] == []


@pytest.mark.parametrize(("number", "said"), [(0, "most"), (1, "least"), (2, "2"), (-1, "-1")])
def test_a_number_that_is_no_choice_is_said_as_it_is(number: int, said: str) -> None:
    head = "game A {\n  players X, O\n  board 2x2\n  parameter goal = most | least\n"
    game = read_text(f"{head}  place Put = if goal == {number} -> empty\n}}", "a.game").game
    told = [line for _, steps in rules_in_words(game) for step in steps for line in step.lines()]
    assert f"go on only if “goal” is {said}" in told


def test_cells_of_other_players_are_told() -> None:
    text = """game A {
  players X, O
  board 2x2
  pieces Man:M
  region home per = row 0 | row 1
  mark seen per game
  place Put = own at enemy home !at each seen
}"""
    told = [
        line for _, steps in rules_in_words(read_text(text, "a.game").game) for step in steps for line in step.lines()
    ]
    assert told == [
        "take the cells that are the player's own in “home” of the other player outside “seen” of each player"
    ]


@pytest.mark.parametrize(("piece", "article"), [("Man", "a"), ("Ant", "an"), ("Immobilizer", "an")])
def test_a_piece_has_the_article_that_its_name_asks_for(piece: str, article: str) -> None:
    text = f"game A {{\n  players X, O\n  board 2x2\n  pieces {piece}:M\n  place Put = {piece}\n}}"
    told = [
        line for _, steps in rules_in_words(read_text(text, "a.game").game) for step in steps for line in step.lines()
    ]
    assert told == [f"take the cells with {article} {piece}"]


@pytest.mark.parametrize(
    ("chain", "said"),
    [
        ("if has { goto home -> empty -> where { step up -> own } } { win } else { lose }",
         "if this is possible: take the cells of “home”, keep those that are empty, "
         "keep the cells from which this is possible: go 1 step along “up”, keep those that are the player's own"),
        ("if count { union { own | at home } -> empty } == 1",
         "go on only if (the number of cells after this: take what all of these find: this keep those that are the "
         "player's own and this keep the cells of “home”; keep those that are empty) is 1"),
        ("along up -> shift", "push what is there one step on in the same direction"),
        ("shift Rotate90", "move what is there as Rotate90 does"),
        ("at home", "keep the cells of “home”"),
        ("at seen", "keep what is marked as “seen”"),
        ("step up 1..* through any !at home", "go 1 or more steps along “up” over cells outside “home”"),
        ("step up 1..* through any", "go 1 or more steps along “up” over cells of any kind"),
        ("any !at home or empty", "keep those that are of any kind outside “home” or empty"),
        ("flood up any at home", "take all that is connected with it along “up” through cells in “home”"),
        ("ray up any !at home until own",
         "look along “up”: any number of cells outside “home”, up to one that is the player's own"),
        ("any at seen !at home", "keep those in “seen” outside “home”"),
        ("line 2 own", "the player wins if 2 cells in a line, across, down or diagonally, are the player's own"),
        ("line 2 (1,0)(0,1) own", "the player wins if 2 cells in a line, across or down, are the player's own"),
        ("line 2 (2,0) own",
         "the player wins if there is a cell such that at the offsets (0,0) (2,0) it is the player's own"),
        ("goto home -> Man -> set empty", "keep those with a Man"),
        ("goto all -> Man -> set empty", "take the cells with a Man"),
        ("own -> any", "go on with all of them"),
        ("step up -> move seen", "move what is on “seen” there"),
        ("step up -> swap seen", "exchange it with what is on “seen”"),
        ("ray up enemy until own -> set empty",
         "look along “up”: any number of cells that are another player's, up to one that is the player's own"),
        ("if no { goto all -> Man } -> win", "go on only if there are no cells with a Man"),
    ],
)  # fmt: skip
def test_filters_in_words_are_told_apart(chain: str, said: str) -> None:
    text = f"""game A {{
  players X, O
  board 2x2
  pieces Man:M
  directions up = (0,-1)
  region home = row 0
  mark seen
  effect = {chain}
}}"""
    game = read_text(text, "a.game").game
    told = [line.strip() for _, steps in rules_in_words(game) for step in steps for line in step.lines()]
    assert said in told


def test_whose_number_it_is() -> None:
    """That of several players is the sum of theirs."""
    document = read_text(
        "game A {\n  players X, O\n  board 3x3\n  pieces Man:X/O\n  counter lives per\n  constant far relative = row\n"
        "  place Put = if each lives > next lives -> if each far < next far { own } -> if far > each count { own }\n}",
        "a.game",
    )
    steps = [step for _, steps in rules_in_words(document.game) for step in steps]
    told = " ".join(line.strip() for step in steps for line in step.lines())
    assert "go on only if “lives” of all players together is more than “lives” of the next player" in told
    assert "“far” of all players together is less than (“far” of the next player on the cells after this: keep" in told
    assert "“far” is more than (the number of cells of all players together after this: keep" in told


def test_boards_that_go_around_come_first() -> None:
    said = {
        word: rules_in_words(
            read_text(f"game A {{\n players X, Y\n board 3x3 {word}\n place P = empty\n}}", "a.game").game
        )[0]
        for word in ("cylinder", "drum", "torus")
    }
    lines = {word: [line for step in steps for line in step.lines()] for word, (_, steps) in said.items()}
    columns, rows = (f"the last {line} is beside the first one" for line in ("column", "row"))
    assert {title for title, _ in said.values()} == {"The board goes around"}
    assert lines == {"cylinder": [columns], "drum": [rows], "torus": [columns, rows]}


@pytest.mark.parametrize(
    "rules, said",
    [
        ('move Rest = option "rest"', "After each move: take the cells that are another player's"),
        ("nature move Roll = empty -> select\n  move Rest = rest", "After each move: take the cells that are another player's"),
        ('move Rest = option "rest"\n  place Put = empty',
         "After each move, with the cell of the last click: keep those that are another player's"),
        ("place Put = empty",
         "After each move, with the cell of the last click: keep those that are another player's"),
        ("move Put = put",
         "After each move, with the cell of the last click: keep those that are another player's"),
    ],
)  # fmt: skip
def test_effects_begin_with_a_click_where_there_are_any(rules: str, said: str) -> None:
    subs = '  sub rest = option "rest"\n  sub put = empty -> select\n'
    text = (
        f"game A {{\n  players X, O\n  board 2x2\n  pieces Man:X/O\n{subs}  {rules}\n  effect = enemy -> set empty\n}}"
    )
    told = rules_in_words(read_text(text, "a.game").game)
    assert said in [f"{title}: {steps[0].text}" for title, steps in told]


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("move Go owner", "The move Go, only the mover is told which move it was"),
        ("move Go hidden", "The move Go, nobody is told which move it was"),
        ("chance Go hidden weight 2 share left",
         "Chance Go, with the weight 2, each of its moves as probable as this is great: “left”, "
         "nobody is told which move it was"),
    ],
)  # fmt: skip
def test_who_is_told_of_a_move_and_how_probable_it_is(head: str, said: str) -> None:
    text = f"game A {{\n  players X, O\n  nature Dice\n  board 2x2\n  counter left cell\n  {head} = empty -> select\n}}"
    assert [title for title, _ in rules_in_words(read_text(text, "a.game").game)] == [said]
