"""What is wrong with a text in the class form is said at its place, all of it, beside what would be right."""

from __future__ import annotations

import pytest

from tests.support.generated_models import CONCRETE, path_to
from tilewright.model.codes import CODES
from tilewright.model.foreign.bgdsl import read_bgdsl, write_bgdsl
from tilewright.model.hints import MOST_HINTS
from tilewright.model.objects import MAX_DEPTH, walk


def found(text: str | bytes) -> list[tuple[str, int, int]]:
    return [(d.code, d.place.line, d.place.column) for d in read_bgdsl(text, "bad.bgdsl").diagnostics]


# what a Game holds, with « where it is wrong; the code; part of the message; what would be right in place of « »
ERRORS = [
    # names of features and classes
    ("«tunPolicy» TurnBased", "unknown-feature", "Game has no feature 'tunPolicy'; did you mean 'turnPolicy'?", "turnPolicy"),
    ("board Board { «paint» 3 width 2 }", "unknown-feature", "(there are: lines, sight, width, height, layout,", "height"),
    ("board Board { «size» 9 }", "derived-feature", "Board.size is derived", "width"),
    ("«activePlayer» A players { Player A }", "derived-feature", "Game.activePlayer is derived", "initialPlayer"),
    ("board «Bord» { width 3 }", "unknown-class", "no class 'Bord'; did you mean 'Board'?", "Board"),
    ("board Board { over «StepFiltr» F { min 3 } }", "unknown-class", "did you mean 'StepFilter'?", "StepFilter"),
    ("board Board { over «Zzz» { } }", "unknown-class", "(there are: AmountFilter, ApplyFilter,", "EndFilter"),
    ("board Board { over «Filter» F { } }", "abstract-class", "Filter is abstract; name one of its classes", "EndFilter"),
    ("board «Tile» { }", "wrong-class", "a Board is expected here, not a Tile", "Board"),
    ("board Board { over «IntValue» { } }", "wrong-class", "a Filter is expected here, not an IntValue", "EndFilter"),
    ("board «chequered» Board { }", "unknown-feature", "no boolean feature 'chequered'; did you mean 'checkered'?", "checkered"),
    ("board «width» Board { }", "unknown-feature", "Board has no boolean feature 'width'", "checkered"),
    ("board checkered «checkered» Board { }", "duplicate-feature", "'checkered' is said twice", ""),
    ("board Board «B» { }", "unexpected-token", "a Board has no name; '{'", ""),
    ("board «{» width 3 }", "unexpected-token", "a Board is expected, not '{'", "Board {"),
    ("board «turnPolicy» TurnBased", "unexpected-token", "a Board is expected, not 'turnPolicy'", "Board turnPolicy"),
    # several and single
    ("turnPolicy TurnBased «turnPolicy TurnBased»", "duplicate-feature", "Game.turnPolicy is given twice", ""),
    ("board Board {} «board Board {}»", "duplicate-feature", "it holds one value", ""),
    ("«name X»", "duplicate-feature", "Game.name is given twice", ""),
    ("players «Player A {}»", "unexpected-token", "players may hold several; '{' is expected, not 'Player'", "{ Player A {} }"),
    ("players { Player A {} «Player» B {} }", "unexpected-token", "',' or '}' is expected, not 'Player'", ", Player"),
    ("players { Player A {} «hexColor x» }", "unexpected-token", "',' or '}' is expected", ""),
    ("players { Player A, «}»", "unexpected-token", "another one is expected after ','", "Player B }"),
    ("players { Player A, «,» Player B }", "unexpected-token", "a Player is expected, not ','", ""),
    ("players «( Player A )»", "unexpected-token", "'{' is expected, not '('", "{ Player A }"),
    ("players { «3», Player B }", "unexpected-token", "a Player is expected, not '3'", "Player A"),
    ("counters { Counter c { initialCells «1» } }", "unexpected-token", "initialCells may hold several; '{' is expected", "{1}"),
    ("counters { Counter c { initialCells «(1)» } }", "unexpected-token", "'{' is expected, not '('", "{1}"),
    ("board Board { width 3«,» height 3 }", "unexpected-token", "the next feature is expected, not ','", ""),
    # values
    ("turnPolicy «TurnBasd»", "bad-value", "'TurnBasd' is no TurnType; did you mean 'TurnBased'?", "TurnBased"),
    ("turnPolicy «1»", "bad-value", "(there are: Simultaneous, TurnBased)", "Simultaneous"),
    ('turnPolicy «"TurnBased"»', "bad-value", "Game.turnPolicy needs a TurnType", "TurnBased"),
    ("turnPolicy «}»", "unexpected-token", "Game.turnPolicy needs a TurnType, not '}'", "TurnBased"),
    ("board Board { width «3000000000» }", "bad-value", "out of the range -2147483648 to 2147483647", "2147483647"),
    ("board Board { width «three» }", "bad-value", "'three' is no whole number", "-3"),
    ('board Board { width «"3"» }', "bad-value", "Board.width needs a whole number, not \"3\"", "3"),
    ("board Board { width «height» 3 }", "bad-value", "needs a whole number, not 'height'", "1 height"),
    ("board Board { width 3«.5» }", "unexpected-token", "a feature of Board or '}' is expected, not '.'", ""),
    ("board Board { width «null» }", "bad-value", "'null' is no whole number", "0"),
    ("board Board { checkered «yes» }", "bad-value", "'yes' is neither true nor false", "false"),
    ("players { Player A { hexColor «#»fff } }", "unexpected-token", "needs a string in quotes, not '#'", "x"),
    ("players { Player A { hexColor «123» } }", "bad-value", "needs a string in quotes, not '123'", '"123"'),
    ("counters { Counter c { initialCells {1, «x», 3} } }", "bad-value", "'x' is no whole number", "2"),
    ("counters { Counter c { initialCells {1 «2»} } }", "unexpected-token", "',' or '}' is expected, not '2'", ", 2"),
    # references
    ("initialPlayer «Bog» players { Player A, Player Bob }", "unresolved-reference", "no Player is called 'Bog' here; did you mean 'Bob'?", "Bob"),
    ("initialPlayer «X2» players { Player A, Player Bob }", "unresolved-reference", "(there are: A, Bob)", "A"),
    ("initialPlayer «A» players { Player A, Player A }", "ambiguous-reference", '2 elements of class Player are called \'A\' here; write the names around one before it, or its address: "//@players.0" is the first', '"//@players.1"'),
    ("initialPlayer «P» players { Player A } pieces { Piece P }", "wrong-reference-type", "initialPlayer refers to a Player; 'P' is a Piece", "A"),
    ('initialPlayer «"//@pieces.0"» players { Player A } pieces { Piece P }', "wrong-reference-type", "is a Piece", '"//@players.0"'),
    ('initialPlayer «"//@players.1"» players { Player A }', "unresolved-reference", "no element at '//@players.1'", '"//@players.0"'),
    ("initialPlayer «3»", "unexpected-token", "Game.initialPlayer needs the name of a Player", "A players { Player A }"),
    ("players { Player A { associatedState «S» } } board Board { tiles { Tile T { states { State S } } } }", "unresolved-reference", "did you mean 'T.S'?", "T.S"),
    ("board Board { tiles { Tile T { states { State S } transitions { Transition t { source «S» } } } } }", "unexpected-token", "source may hold several; '(' is expected", "(S)"),
    ("board Board { tiles { Tile T { states { State S } transitions { Transition t { source (S «target» S } } } } }", "unexpected-token", "',' or ')' is expected, not 'target'", ") target"),
    ("board Board { tiles { Tile T { states { State S, State S2 } transitions { Transition t { source (S, «S») } } } } }", "duplicate-value", "source names the same element twice", "T.S2"),
    ("board Board { tiles { Tile T { states { State S } transitions { Transition t { target «(S)» } } } } }", "unexpected-token", "needs the name of a State, not '('", "S"),
    ("board Board { tiles { Tile T { states { State R, State S { inbound («t») } } transitions { Transition t { target R } } } } }", "opposite-mismatch", "whose target is another", ") outbound (t"),
    # characters
    ("«§» turnPolicy TurnBased", "bad-token", "'§' is no token", ""),
    ("«\u0000» turnPolicy TurnBased", "bad-token", "'U+0000' is no token", ""),
    ('phases { Phase «"» }', "bad-token", "this string has no end", '"B"'),
    ("«/*»", "bad-token", "this comment has no end", "/* */"),
    (r'players { Player «"\u0001"» }', "bad-token", "U+0001 cannot stand in a model", "A"),
    # the dialect
    ("board Board { over WinConditionFilter { patternFilters { «PatternFilter { patterns { Pattern, Pattern } }» } } }", "several-patterns", "exactly one pattern", "PatternFilter { patterns { Pattern } }, PatternFilter { patterns { Pattern } }"),
    ("board Board { over WinConditionFilter { patternFilters { «PatternFilter» } } }", "several-patterns", "exactly one pattern", "PatternFilter { patterns { Pattern } }"),
]  # fmt: skip


@pytest.mark.parametrize(("row", "code", "part", "right"), ERRORS, ids=[f"{row[1]}: {row[0]}" for row in ERRORS])
def test_every_error_has_its_place_and_its_neighbour(row: str, code: str, part: str, right: str) -> None:
    text = f"game::Game G {{\n  {row}\n}}"
    column = row.index("«") + 3
    document = read_bgdsl(text.replace("«", "").replace("»", ""), "bad.bgdsl")
    matching = [d for d in document.diagnostics if (d.place.line, d.place.column) == (2, column)]
    assert [d.code for d in matching] == [code], [str(d) for d in document.diagnostics]
    assert part in matching[0].message
    head, _, rest = row.partition("«")
    valid = f"game::Game G {{\n  {head}{right}{rest.partition('»')[2]}\n}}"
    assert [str(d) for d in read_bgdsl(valid, "good.bgdsl").diagnostics] == [], valid


ROOTS = [
    ("", [("unexpected-token", 1, 1)]),
    ("\n // nothing\n", [("unexpected-token", 3, 1)]),
    ("{}", [("unexpected-token", 1, 1)]),
    ("Gme G {}", [("unknown-class", 1, 1)]),
    ("Tile T {}", [("wrong-class", 1, 1)]),
    ("Filter {}", [("wrong-class", 1, 1)]),
    ("chess::Game G {}", [("unknown-namespace", 1, 1)]),
    ("game::Tile T {}", [("wrong-class", 1, 7)]),
    ("game::", [("unexpected-token", 1, 7)]),
    ("::", [("unexpected-token", 1, 1)]),
    ("Game G {", [("unexpected-token", 1, 9)]),
    ("Game G {\n players {\n  Player A {}\n", [("unexpected-token", 4, 1)]),
    ("Game G {} }", [("unexpected-token", 1, 11)]),
    ("Game G {} Game H {}", [("unexpected-token", 1, 11)]),
    ("Game G {\r\n\r\n §", [("bad-token", 3, 2), ("unexpected-token", 3, 3)]),
    (b"Game G {\n // \xe9\n}", [("bad-encoding", 2, 5)]),
    (b"\xef\xbb\xbfGame G {\r  x 3 }", [("unknown-feature", 2, 3)]),
    ("Game \ud800 {}", [("bad-encoding", 1, 6)]),
    ("Game", []),
    ("game::Game", []),
    (b"\xef\xbb\xbfGame G", []),
]


@pytest.mark.parametrize(("text", "expected"), ROOTS, ids=[repr(row[0]) for row in ROOTS])
def test_whole_texts(text: str | bytes, expected: list[tuple[str, int, int]]) -> None:
    assert found(text) == expected


def test_all_problems_are_reported_in_the_order_of_the_text() -> None:
    text = """game::Game G {
  turnPolicy Never
  bord Board { width 3 }
  board Board {
    width many
    tiles {
      Tile T { hexColor 3 initialState Stat S },
      Tle U { name "U" },
      Tile V { states { State A State B } }
    }
    tileplacement { TilePlacement { tile W row x } }
  }
  players { Player A { associatedState Q } }
"""
    assert found(text) == [
        ("bad-value", 2, 14),
        ("unknown-feature", 3, 3),
        ("bad-value", 5, 11),
        ("bad-value", 7, 25),
        ("unknown-class", 7, 40),
        ("unknown-class", 8, 7),
        ("unexpected-token", 9, 33),
        ("unresolved-reference", 11, 42),
        ("bad-value", 11, 48),
        ("unresolved-reference", 13, 40),
        ("unexpected-token", 14, 1),
    ]


def test_related_places() -> None:
    text = "game::Game G { initialPlayer A players { Player A, Player A } name G"
    related = [[(r.message, r.place.column) for r in d.related] for d in read_bgdsl(text, "bad.bgdsl").diagnostics]
    assert related == [
        [("a Player 'A'", 42), ("a Player 'A'", 52)],
        [("the first one", 12)],
        [("'{' is opened here", 14)],
    ]


def test_only_so_many_messages_say_what_may_have_been_meant() -> None:
    wrong = ", ".join(f"Counter c{i} {{ max1 {i} }}, Counter d{i}" for i in range(300))
    names = ", ".join(f"SelectFilter {{ mark Fro{i} }}" for i in range(300))
    text = f"Game G {{ marks {{ Mark From }} counters {{ {wrong} }} board Board {{ over ChoiceFilter {{ alternatives {{ {names} }} }} }} }}"
    diagnostics = read_bgdsl(text, "bad.bgdsl").diagnostics
    assert len(diagnostics) == 600
    assert sum("did you mean" in d.message for d in diagnostics) == 2 * MOST_HINTS


def nested(levels: int) -> str:
    """Return a model with that many levels of containment, through lists and single features by turns."""
    turns = ["alternatives { ChoiceFilter {", "nextFilter ChoiceFilter {"]
    opened = [turns[i % 2] for i in range(levels - 3)]
    closed = ["} }" if piece.startswith("alt") else "}" for piece in reversed(opened)]
    return " ".join(["game::Game G { board Board { over ChoiceFilter {", *opened, *closed, "} } }"])


def test_nesting_is_bounded() -> None:
    document = read_bgdsl(nested(MAX_DEPTH), "deep.bgdsl")
    assert document.diagnostics == []
    assert len(list(walk(document.root))) == MAX_DEPTH
    assert read_bgdsl(write_bgdsl(document), "deep.bgdsl").diagnostics == []
    assert [code for code, _, _ in found(nested(MAX_DEPTH + 1))] == ["nesting-too-deep"]
    assert [code for code, _, _ in found(nested(MAX_DEPTH + 5000))] == ["nesting-too-deep"]


@pytest.mark.parametrize("name", CONCRETE)
def test_every_class_refuses_what_it_has_not(name: str) -> None:
    """A feature that no class has is refused by each of them, at its place."""
    text = "game::Game { "
    for feature, class_name in path_to(name):
        text += f"{feature.name} {'{ ' * feature.many}{class_name} {{ "
    column = len(text) + 1
    closing = "".join("} } " if feature.many else "} " for feature, _ in reversed(path_to(name)))
    assert found(f"{text}nothingOfTheKind 3 {closing}}}") == [("unknown-feature", 1, column)]
    assert found(f"{text}{closing}}}") == []


def test_every_code_is_listed() -> None:
    assert {row[1] for row in ERRORS} <= set(CODES)
