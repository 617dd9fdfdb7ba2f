"""Validation as a whole: stages, order, what follows from what, and models that were built in a program."""

from __future__ import annotations

import pytest

from tests.model.bad_inputs.constraints import NOUGHTS, SOLO, TRIAL
from tests.model.bad_inputs.sense import HOLDS, OWNED
from tilewright.metamodel import schema
from tilewright.metamodel.typing import EObject
from tilewright.model.codes import CODES
from tilewright.model.diagnostics import Diagnostic, Severity, has_errors
from tilewright.model.document import Document, Syntax
from tilewright.model.eobjects import eobject_of
from tilewright.model.files import convert, read_text, write
from tilewright.model.objects import append, assign, create
from tilewright.model.places import Place
from tilewright.model.validation import constraints as constraint_stage
from tilewright.model.validation import validate


def found_in(text: str, syntax: Syntax) -> list[Diagnostic]:
    return validate(read_text(text, f"m.{syntax.value}", syntax))


def told(findings: list[Diagnostic]) -> list[str]:
    return [f"{d.code} {d.place.line}:{d.place.column}" for d in findings]


def put(owner: EObject, feature: str, value: object) -> EObject:
    info = schema().of(owner).by_name[feature]
    (append if info.many else assign)(owner, info, value)
    return owner


def built() -> EObject:
    """Return the root of a model that has no findings."""
    document = read_text(TRIAL, "m.game", Syntax.GAME)
    assert validate(document) == []
    return document.root


# -- what authors of the notation are told


THREE = """game Three {
  players A, B, C
  board 3x1
  parameter level = one | two
  parameter most 1..3 = 2
  pieces S:X/O/Y
  counter wood per
  move Go = empty -> select -> %s
  effect = set own S
  stuck = draw
}
"""


@pytest.mark.parametrize(
    ("chain", "words"),
    [
        ("if wood > enemy wood", ["enemy", "next or previous", "'has as enemy { … }'"]),
        ("if enemy count { own } > 2", ["enemy", "next or previous", "'has as enemy { … }'"]),
        ("do { enemy wood := 0 }", ["enemy", "next or previous", "'do as enemy { … }'"]),
        ("do { turn enemy }", ["enemy", "write next or previous"]),
        ("do { if wood == 0 -> lose }", ["to put one out of the game", "pass him over with turn next { … }"]),
        ("do { TurnEffectFilter { perspective Each } }", ["each (Each) is all of them", "write next or previous"]),
    ],
)
def test_who_is_meant_is_said_in_words_of_the_notation(chain: str, words: list[str]) -> None:
    (finding,) = found_in(THREE % chain, Syntax.GAME)
    assert all(word in finding.message for word in words), finding.message


@pytest.mark.parametrize(
    ("edit", "place", "end"),
    [
        (("= 2\n", "= 7\n"), "5:25", ": a number from 1 to 3"),
        (("= 2\n", "= 2\n  variant V = level tow\n"), "6:21", ": one of one, two; did you mean 'two'?"),
        (("= 2\n", "= 2\n  variant V = most 0\n"), "6:20", ": a number from 1 to 3"),
        (("  stuck", '  setup if level == three { "..." }\n  stuck'), "10:21", ": one of one, two"),
    ],
)
def test_a_value_that_cannot_be_chosen_is_told_with_those_that_can(edit: tuple[str, str], place: str, end: str) -> None:
    (finding,) = found_in((THREE % "step (1,0) 1..most").replace(*edit), Syntax.GAME)
    assert str(finding.place) == f"m.game:{place}" and finding.message.endswith(end), finding


# -- several problems at once


def test_all_problems_of_one_file_are_found_in_one_run_and_in_the_order_of_the_file() -> None:
    text = NOUGHTS
    for old, new in (
        ('name="X" hexColor="#f00"', 'name="X" hexColor="f00"'),  # a constraint
        ('width="2"', 'width="2" depth="3"'),  # an unknown feature
        ('<states name="X" hexColor="#a00" symbol="X"/>', '<states name="X" hexColor="#a00" symbol="XX"/>'),
        (' row="1" column="1" tile="floor"', ' row="1" column="1" tile="flor"'),  # an unresolved reference
        ('<tileplacement row="1" tile="floor"/>', '<tileplacement row="1"/>'),  # a missing feature
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    findings = found_in(text, Syntax.XMI)
    assert told(findings) == [
        "playerHexColorMustBeValid 3:3",
        "unknown-feature 5:3",
        "stateSymbolMustBeOneCharacter 8:7",
        "tileMustBeSet 18:5",
        "unresolved-reference 19:5",
    ]


def test_what_is_said_twice_is_said_once() -> None:
    document = read_text(SOLO.replace("#abc", "abc"), "m.bgdsl", Syntax.BGDSL)
    once = validate(document)
    document.diagnostics += once
    assert validate(document) == once != []


def test_a_model_with_errors_gets_no_warnings() -> None:
    unused = TRIAL.replace("mark moved game", "mark moved game\n  mark lost")
    assert told(found_in(unused, Syntax.GAME)) == ["unused 13:8"]
    wrong = unused.replace('option "drop"', 'option "a1"')
    assert told(found_in(wrong, Syntax.GAME)) == ["optionLabelMustNotBeACell 23:41"]


@pytest.mark.parametrize(
    ("kinds", "told_of"),
    [
        ("kind Ace:a is Card  kind Crown:c is Coin", []),
        ("kind Ace:a is Card  kind Crown:c is Coin  kind Six:s is Crad", ["Crad"]),
        ('kind Ace:a is Card\n  Group "Coin"', ["Coin"]),
    ],
)
def test_groups_for_which_nothing_asks_may_say_what_pieces_are(kinds: str, told_of: list[str]) -> None:
    game = f"game G {{\n  players A, B\n  board 3x3\n  {kinds}\n  place P = Card\n  effect = set empty -> win\n}}\n"
    found = [one for one in found_in(game, Syntax.GAME) if "the group" in one.message]
    assert [f"'{name}'" in one.message for one, name in zip(found, told_of, strict=True)] == [True] * len(told_of)


@pytest.mark.parametrize(("asked", "never"), [("off", True), ("!off", False), ("empty", False)])
def test_off_without_an_offset_never_holds_unless_it_is_denied(asked: str, never: bool) -> None:
    game = f"game G {{\n  players A, B\n  board 3x3\n  pieces Man:M\n  move R = own -> ray (1,0) empty until {asked} -> select\n}}\n"
    assert ("never-matches" in {one.code for one in found_in(game, Syntax.GAME)}) == never


@pytest.mark.parametrize(
    ("declared", "asked", "end"),
    [
        ("mark won per game", "enemy at won", "'at enemy won' the cells that are the enemy's"),
        ("region won relative = row 1", "enemy at won", "'at enemy won' the cells that are the enemy's"),
        ("mark won game", "enemy at won", "can match this pattern"),
        ("mark won per game", "own at won", "can match this pattern"),
    ],
)
def test_cells_of_the_enemy_may_be_meant_where_nobody_has_pieces(declared: str, asked: str, end: str) -> None:
    game = (
        f"game A {{\n  players X, Y FlipRows\n  board 2x2\n  {declared}\n  counter n\n"
        f"  move M = any -> select -> if {asked} {{ n += 1 }}\n}}"
    )
    (found,) = [one for one in found_in(game, Syntax.GAME) if one.code == "never-matches"]
    assert found.message.endswith(end), found


def test_directions_that_others_copy_are_used() -> None:
    """Without them the game would not be read; what only copies them is unused nevertheless."""
    text = TRIAL.replace("mark moved game", "directions north = (0,-1)\n  directions forth = north\n  mark moved game")
    assert told(found_in(text, Syntax.GAME)) == ["unused 13:14"]


def test_in_a_game_without_rules_nothing_is_said_to_be_unused() -> None:
    begun = "game G {\n  players A, B\n  board 3x3\n  pieces Man:M\n  region goal = row 0\n  phases a, b\n}\n"
    assert told(found_in(begun, Syntax.GAME)) == ["no-end 1:1", "no-moves 3:3"]
    ruled = begun.replace("phases a, b\n", "phases a, b\n  place P = empty\n")
    assert {"unused 4:10", "unused 5:10", "unreachable-phase 6:13"} <= {*told(found_in(ruled, Syntax.GAME))}


def test_what_must_hold_is_said_in_words_of_the_notation() -> None:
    idle = TRIAL.replace("if hand > 0", "do { goto all -> own } -> if hand > 0")
    (found,) = found_in(idle, Syntax.GAME)
    assert found.code == "does-nothing" and "stands in 'has { … }', 'no { … }' or 'where { … }'" in found.message


def test_an_error_of_the_reader_is_not_reported_again_as_what_follows_from_it() -> None:
    text = TRIAL.replace("mark gone +=", "mark gon +=")
    assert told(found_in(text, Syntax.GAME)) == ["unresolved-reference 19:36"]
    text = NOUGHTS.replace('initialPlayer="//@players.0"', 'initialPlayer="//@players.7"')
    assert told(found_in(text, Syntax.XMI)) == ["unresolved-reference 2:1"]
    text = SOLO.replace("width 1", "width one")
    assert told(found_in(text, Syntax.BGDSL)) == ["bad-value 5:11"]


def test_what_is_missing_is_told_once_and_not_what_follows() -> None:
    """Without players nobody can be the first; what a constraint says of a missing feature is not said twice."""
    start = "  initialPlayer One\n"
    lines = SOLO.replace(start, "").replace("owner One", "").splitlines(keepends=True)
    (players,) = [line for line in lines if line.startswith("  players")]
    without = "".join(lines)
    for empty in ("", "  players {}\n"):
        bare = without.replace(players, empty)
        assert told(found_in(bare, Syntax.BGDSL)) == ["gameMustHaveAtLeastOnePlayer 1:7"]
        first = bare.replace("{\n", f"{{\n{start}", 1)
        expected = ["gameMustHaveAtLeastOnePlayer 1:7", "unresolved-reference 2:17"]
        assert told(found_in(first, Syntax.BGDSL)) == expected
    refused = without.replace("Player One", "Tile One")
    assert "gameMustHaveAtLeastOnePlayer 1:7" not in told(found_in(refused, Syntax.BGDSL))
    unplaced = NOUGHTS.replace('<tileplacement row="1" tile="floor"/>', '<tileplacement row="1"/>')
    assert told(found_in(unplaced, Syntax.XMI)) == ["tileMustBeSet 18:5"]


def test_the_other_element_is_related() -> None:
    text = (
        TRIAL.replace("mark moved game", "mark moved, moved game")
        .replace("mark moved +=", "mark gone +=")
        .replace(" !at moved", "")
    )
    (finding,) = found_in(text, Syntax.GAME)
    assert (finding.code, finding.place) == ("vocabularyNamesMustBeUnique", Place("m.game", 12, 15))
    assert [(r.message, r.place) for r in finding.related] == [("the other one", Place("m.game", 12, 8))]


def test_without_a_root_the_findings_of_the_reader_remain() -> None:
    document = read_text("<", "m.xmi", Syntax.XMI)
    assert document.root is None
    assert validate(document) == document.diagnostics != []


NEVER_WRONG = [
    # the piece that is moved is another one by then; a region says where; the other player's; nothing is known
    "own Man -> select from -> set own King -> step orth -> empty at goals -> select -> move from",
    "own Man -> select from -> step orth -> empty !at goals -> select -> set own Man",
    "own King -> select from -> step orth -> empty -> select -> move from",
    "at goals -> select -> set own King",
    "own Man -> has as enemy { own King -> set own King } -> select",
    "goto goals -> King -> select -> set enemy",
    "own -> step orth -> select -> set own Man",
    "empty -> where { step orth -> own Man } -> select -> set own King",
]


@pytest.mark.parametrize("chain", NEVER_WRONG)
def test_what_may_be_set_is_not_doubted(chain: str) -> None:
    text = HOLDS.replace("own King -> select\n", f"{chain}\n")
    codes = {finding.code for finding in found_in(text, Syntax.GAME)}
    assert text != HOLDS and codes.isdisjoint({"no-such-state", "perhaps-no-such-state"})


def test_players_of_a_game_of_counters_need_no_states() -> None:
    heaps = """game Heaps {
      players A, B
      board 3x1
      counter heap cell 0..9 = 3
      place Take = where { if heap { any } > 0 }
      effect = heap -= 1
      stuck = lose
    }"""
    assert found_in(heaps, Syntax.GAME) == []


def test_what_players_see_where_much_is_hidden_may_tell_them_something() -> None:
    """There a counter that nothing reads is no mistake, unless nobody sees it."""
    text = """game Dark {
      players A, B
      board 3x1
      pieces Man:M
      counter tries
      setup { "M.m" }
      move Stand owner = own -> select -> tries += 1
      stuck = lose
      sight = own
    }"""
    assert found_in(text, Syntax.GAME) == []
    for changed in (text.replace("tries\n", "tries hidden\n"), text.replace(" owner", "").replace("sight = own", "")):
        assert told(found_in(changed, Syntax.GAME)) == ["never-read 5:15"]


REPEATS = """game Turns {
  players A, B
  board 3x1
  pieces Man:M
  WORD
  setup { "M.m" }
  move Stand = own -> select -> CHANGE
  effect = repeated 3 -> draw
  stuck = lose
}"""


@pytest.mark.parametrize(
    ("word", "change", "expected"),
    [
        ("counter facing cell 0..3", "facing += 1", []),
        ("counter facing", "facing += 1", ["never-read 5:11"]),
        ("mark turned game", "mark turned +=", ["never-read 5:8"]),
    ],
)
def test_numbers_of_cells_are_read_where_positions_are_compared(word: str, change: str, expected: list[str]) -> None:
    """Other numbers are not, nor are marks: they do not count for ``repeated``."""
    text = REPEATS.replace("WORD", word).replace("CHANGE", change)
    assert told(found_in(text, Syntax.GAME)) == expected
    alone = text.replace("repeated 3", "if count { goto all -> own } == 0")
    assert [code.split()[0] for code in told(found_in(alone, Syntax.GAME))] == ["never-read"]


# -- models built in a program


def test_a_built_model_has_the_start_of_its_nameless_file_as_place() -> None:
    root = built()
    put(root.players[0], "hexColor", "white")
    (finding,) = validate(Document("built", root))
    assert (finding.code, finding.place.line, finding.place.column) == ("playerHexColorMustBeValid", 1, 1)


def test_a_model_is_a_game() -> None:
    findings = validate(Document("built", create("Board")))
    assert [d.code for d in findings] == ["wrong-class"]


@pytest.mark.parametrize("length", [1, 2, 5])
def test_a_model_that_contains_itself_is_told_and_left(length: int) -> None:
    root = built()
    filters = [create("MovableFilter") for _ in range(length)]
    for one, other in zip(filters, [*filters[1:], filters[0]], strict=True):
        put(one, "nextFilter", other)
    put(root.board.effectPipeline, "filters", filters[0])
    assert [d.code for d in validate(Document("built", root))] == ["nesting-too-deep"]


def test_references_lead_to_elements_of_the_model() -> None:
    root = built()
    put(root, "initialPlayer", create("Player"))
    assert {d.code for d in validate(Document("built", root))} == {
        "unresolved-reference",
        "initialPlayerMustBeOneOfPlayers",
    }


def test_too_many_and_too_few_values() -> None:
    root = built()
    put(root.board.legalMovesPipeline, "rules", create("MoveRule"))
    found = [d for d in validate(Document("built", root)) if d.code == "missing-feature"]
    assert [d.message for d in found] == ["this MoveRule needs name", "this MoveRule needs filter"]


def test_how_many_values_are_needed_is_told() -> None:
    root, table = built(), create("TableValue")
    put(table, "index", create("IntValue"))
    put(table, "numbers", 3)
    put(root, "heuristic", table)
    found = [d.message for d in validate(Document("built", root)) if d.code == "missing-feature"]
    assert found == ["this TableValue needs at least 2 numbers"]


@pytest.mark.parametrize("syntax", [Syntax.GAME, Syntax.BGDSL])
def test_what_needs_a_board_is_told_how_one_is_written(syntax: Syntax) -> None:
    text = 'Game Tiny {\n  initialPlayer X turnPolicy TurnBased\n  players { Player X { hexColor "#000000" associatedState Cell.Stone } }\n}'
    (message,) = (d.message for d in found_in(text, syntax) if d.message.startswith("the Game 'Tiny' needs board"))
    example = message.removeprefix("the Game 'Tiny' needs board, such as: ")
    assert not has_errors(found_in(f"{text[:-1]}  {example}\n}}", syntax))


def test_identifiers_are_unique() -> None:
    root = built()
    one, other = list(root.board.tiles)[:2]
    put(other, "tileType", one.tileType)
    assert [d.code for d in validate(Document("built", root))] == ["duplicate-identifier"]


def test_a_board_that_is_too_large_to_play_on() -> None:
    root = built()
    board = root.board
    put(put(board, "width", 130), "height", 130)
    for seeds in root.counters:
        vars(seeds).pop("initialCells", None)
    placed = {(p.row, p.column) for p in board.tileplacement}
    cells = [(row, column) for row in range(130) for column in range(130) if (row, column) not in placed]
    for row, column in cells:
        cell = create("TilePlacement")
        put(board, "tileplacement", cell)
        put(put(put(cell, "row", row), "column", column), "tile", board.tiles[0])
    assert [d.code for d in validate(Document("built", root)) if has_errors([d])] == ["too-many-cells"]


def test_holes_count_in_the_size_of_a_board() -> None:
    root = built()
    for player in root.players:
        put(player, "transform", "Identity")
    put(put(root.board, "width", 128), "height", 128)
    assert not has_errors(validate(Document("built", root)))
    put(root.board, "width", 129)
    assert [d.code for d in validate(Document("built", root)) if has_errors([d])] == ["too-many-cells"]


@pytest.mark.parametrize(("links", "codes"), [(64, []), (65, ["too-many-links"])])
def test_links_that_leave_a_cell(links: int, codes: list[str]) -> None:
    ends = ", ".join(f"(0,0) > ({number % 9},{number // 9})" for number in range(1, links + 1))
    text = f"game G {{\nplayers A, B\nboard 9x9\npieces Man:M\ndirections star = links {ends}\nplace X = empty -> step star\n}}"
    assert [d.code for d in found_in(text, Syntax.GAME) if has_errors([d])] == codes


def test_when_the_budget_is_spent_the_model_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constraint_stage, "STEPS", 10)
    monkeypatch.setattr(constraint_stage, "STEPS_PER_ELEMENT", 0)
    document = read_text(TRIAL, "m.game")
    assert [d.code for d in validate(document)] == ["budget-exceeded"]


def test_a_root_is_validated_as_its_document_is() -> None:
    for root in (built(), eobject_of(built())):
        assert validate(root) == [] and convert(root, "game") == write(built(), Syntax.GAME)
        root.board.width = 1
        assert ("rowAndColumnMustBeWithinBoardBounds", "<model>") in {(d.code, d.place.file) for d in validate(root)}
    with pytest.raises(TypeError, match=r"a model is a file, .*, not 3"):
        validate(3)
    with pytest.raises(TypeError, match=r"given as its file, not as .*objects of generated classes have validate"):
        validate(built(), "own.ecore")


# -- what holds of every finding


def test_warnings_are_what_makes_no_sense() -> None:
    others = ("ecore", "compiling", "play")
    warnings = {
        code for code, known in CODES.items() if known.severity is Severity.WARNING and known.stage not in others
    }
    assert warnings == {code for code, known in CODES.items() if known.stage == "sense"}


def test_an_effect_of_one_player_asks_for_the_states_of_this_player_alone() -> None:
    lacking = OWNED.replace("owner O piece Stone", "owner O")
    codes = {
        asked: {found.code for found in found_in(lacking.replace("= set", f"= {asked}set"), Syntax.GAME)}
        for asked in ("by X -> ", "by X or O -> ", "")
    }
    assert "perhaps-no-such-state" not in codes["by X -> "]
    assert "perhaps-no-such-state" in codes["by X or O -> "] and "perhaps-no-such-state" in codes[""]


@pytest.mark.parametrize(
    "effects",
    [
        ("in two -> coins += 1", "in one -> coins += 1 -> phase two"),
        ("in one -> coins += 1 -> phase two", "in one -> coins += 1"),
        ("if in one { coins += 1 -> phase two } else { phase one }", "in two -> coins += 1"),
    ],
)
def test_effects_of_one_phase_after_another_may_be_meant(effects: tuple[str, str]) -> None:
    lines = "\n".join(f"  effect = {effect}" for effect in effects)
    text = f"""game Phases {{
  players A, B
  board 3x3
  pieces Man:M
  counter coins per 0..99
  phases one, two
  place Put = empty
{lines}
  over = score coins
}}
"""
    codes = {finding.code for finding in found_in(text, Syntax.GAME)}
    assert "unexpected-token" not in codes and "phase-of-the-same-move" not in codes


@pytest.mark.parametrize(
    ("lacking", "told"),
    [
        (1, "'K0' has no 'worth'"),
        (3, "'K0', 'K1' and 'K2' have no 'worth'"),
        (5, "'K0', 'K1', 'K2' and 2 more have no 'worth'"),
    ],
)
def test_kinds_that_lack_an_attribute_are_told_together(lacking: int, told: str) -> None:
    kinds = [f"kind K{n}:{'abcdefghijkl'[n]} is Card" + " { worth 2 }" * (n >= lacking) for n in range(12)]
    lines = "\n".join(f"  {kind}" for kind in kinds)
    text = f"""game Cards {{
  players A, B
  board 3x1
{lines}
  setup {{ "abl" }}
  move Take = Card -> select -> set empty
  over = score worth
}}
"""
    found = [one.message for one in found_in(text, Syntax.GAME) if one.code == "lacking-attribute"]
    assert len(found) == 1 and found[0].startswith(told)


def test_a_phase_is_found_through_many_calls() -> None:
    calls = "\n".join(f"  sub s{n} = s{n + 1}" for n in range(300))
    text = f"""game Phases {{
  players A, B
  board 3x3
  pieces Man:M
  counter coins per 0..99
  phases one, two
{calls}
  sub s300 = phase two
  place Put = empty
  effect = in one -> s0
  effect = in two -> coins += 1
  effect = in two -> coins += 2
  over = score coins
}}
"""
    lines = [found.place.line for found in found_in(text, Syntax.GAME) if found.code == "phase-of-the-same-move"]
    assert lines == [310, 311]


def test_effects_are_not_misplaced_for_moves_of_nature() -> None:
    """None is run after them."""
    text = """game Lines {
  players Red, Blue
  nature Luck
  start Luck
  board 3x3
  pieces Line:R/B
  chance Lay = goto all -> option "go" -> turn Red
  place Cut = empty
  effect = set own Line
  stuck = lose
}"""
    assert validate(read_text(text, "lines.game")) == []


PUT, REST = "move Put = empty -> select -> set own Stone", 'move Rest = option "rest" -> rested := 1'


@pytest.mark.parametrize(
    ("rules", "effect", "warned"),
    [
        (f"{PUT}\n  {REST}", "if enemy { hits += 1 }", True),
        (f"place Put = empty -> set own Stone\n  {REST}", "enemy -> hits += 1", True),
        (f"{PUT}\n  {REST}", "at left -> win", True),
        (f"{PUT}\n  {REST}", "own at left -> hits += 1", True),
        (f"{PUT}\n  {REST}", "has { enemy } -> hits += 1", True),
        (f"{PUT}\n  {REST}", "do { own -> turn same }", True),
        (f"{PUT}\n  {REST}", "own -> set empty", True),
        (f"{PUT}\n  {REST}", "if own at left { hits += 1 } else { hits -= 1 }", True),
        (PUT, "if enemy { hits += 1 }", False),
        (REST, "if enemy { hits += 1 }", False),
        (f'{PUT}\n  move Resign = option "resign" -> lose', "if enemy { hits += 1 }", False),
        (f"{PUT}\n  {REST}", "goto all -> enemy -> hits += 1", False),
        (f"{PUT}\n  {REST}", "if rested == 0 -> if enemy { hits += 1 }", False),
        (f"{PUT}\n  {REST}", "first { if rested == 1 | enemy -> hits += 1 }", False),
        (f"{PUT}\n  {REST}", "if by A -> enemy -> hits += 1", False),
        (f"{PUT}\n  {REST}", "any -> hits += 1", False),
        (f"{PUT}\n  {REST}", "own at left -> win", False),
        (f"{PUT}\n  {REST}", "own at left -> hits := 1", False),
        (f"{PUT}\n  {REST}", "no { enemy } -> win", False),
        (f"{PUT}\n  {REST}", "do each { own -> hits += 1 }", False),
        (f"{PUT}\n  {REST}", "no as enemy { own } -> win", False),
    ],
)
def test_tests_of_the_last_click_are_misplaced_after_moves_without_one(rules: str, effect: str, warned: bool) -> None:
    text = (
        "game Noclick {\n  players A, B\n  board 3x1\n  pieces Stone:A/B\n  region left = column 0\n"
        f"  counter hits per\n  counter rested\n  {rules}\n  effect = {effect}\n  stuck = score hits\n}}"
    )
    found = [one for one in validate(read_text(text, "noclick.game")) if one.code == "misplaced-effect"]
    said = ["after a move of 'Rest', which has no click, this asks about all cells; put it into the rules"]
    assert [one.message for one in found] == (said if warned else [])
