"""Texts in the two notations that cannot be taken apart, or name what is not there."""

from __future__ import annotations

from tests.model.bad_inputs import Bad
from tests.model.bad_inputs.constraints import CARDS, FIXED, SOLO, TRIAL, Edit
from tilewright.model.document import Syntax


def _game(code: str, *edits: Edit, also: str = "") -> Bad:
    return Bad(code, Syntax.GAME, TRIAL, edits, tuple(also.split()))


def _solo(code: str, *edits: Edit, also: str = "") -> Bad:
    return Bad(code, Syntax.BGDSL, SOLO, edits, tuple(also.split()))


_EXTENDED = """game Extended extends othello {
  board 6x6
  setup { "......" "......" "..bB.." "..Bb.." "......" "......" }
  without Flip
}
"""


def _extended(code: str, *edits: Edit, also: str = "") -> Bad:
    return Bad(code, Syntax.GAME, _EXTENDED, edits, tuple(also.split()))


def _cards(code: str, *edits: Edit, also: str = "") -> Bad:
    return Bad(code, Syntax.GAME, CARDS, edits, tuple(also.split()))


ROWS = [
    # kinds with attributes
    _cards("unresolved-reference", ("heir Two", "heir ^Tow")),
    _cards("wrong-reference-type", ("heir Two", "heir ^here")),
    _cards("unexpected-token", ("worth 2 }", 'worth ^"2" }'), also="unresolved-reference unknown-symbol"),
    _cards("unexpected-token", ("worth 2 }", "worth ^}"), also="unresolved-reference unknown-symbol"),
    _cards("unexpected-token", ("is Person {", "is ^{"), also="unresolved-reference unknown-symbol"),
    _cards("unresolved-reference", ("like here heir", "like ^hree heir")),
    _cards("wrong-reference-type", ("like here heir", "like ^total")),
    _cards("unresolved-reference", ("own Person", "own ^Preson")),
    _cards("unresolved-reference", ("score worth", "score ^wroth")),
    _cards("wrong-reference-type", ("score worth", "do { ^worth := 1 } -> score worth")),
    # a game that extends another
    _extended("base-unknown", ("extends othello", "extends ^othelo")),
    _extended("base-unknown", ("extends othello", 'extends ^"../othello"')),
    _extended("base-unknown", ("extends othello", 'extends ^"/etc/passwd"')),
    _extended("unexpected-token", ("extends othello {", "extends ^{")),
    _extended("unexpected-token", ("extends othello", "extends othello ^othello")),
    _extended("unresolved-reference", ("without Flip", "without ^Flap")),
    _extended("unknown-keyword", ("  without", "  ^withot")),
    _extended("unexpected-token", ("board 6x6", "board 6^")),
    _extended("wrong-picture", ('"......" }', '^"...." }')),
    # the game notation
    _game("unexpected-token", ("  stuck =", "  ^without stuck\n  stuck =")),
    _game("unexpected-token", ("-> enemy hand += 1", "-> next hand ^-> win")),
    _game("unexpected-token", ("-> enemy hand += 1", "-> next hand ^< 1")),
    _game("unexpected-token", ("-> enemy hand += 1", "-> ^enemy.hand += 1")),
    _game("unexpected-token", ("step orth -> empty -> sel", "step orth ^!own -> sel")),
    _game("unexpected-token", ("step orth -> empty -> sel", "step orth -> ^!step orth own -> sel")),
    _game("unexpected-token", ("step orth -> empty -> sel", "step orth -> ^{ empty -> sel")),
    _game("unexpected-token", ("step orth -> empty -> sel", "step orth -> empty^, not at homes -> sel")),
    _game("unexpected-token", ("move Drop", "move Drop ^for White")),
    _game("unusable-name", ("counter hand", "counter ^has"), also="unresolved-reference"),
    _game("unusable-name", ("mark moved game", "mark ^anchor\n  mark moved game")),
    _game("unusable-name", ("mark moved game", "value ^count = 1\n  mark moved game")),
    _game("uncallable-name", ("move Drop", "sub ^set = own\n  move Drop"), ('option "drop"', 'option "drop" -> set')),
    _game("missing-feature", ("game Trial {", "^game {")),
    _game("unexpected-token", ("step orth -> empty -> sel", "step orth -> ^-> empty -> sel")),
    _game("unexpected-token", ("(1,0) (0,1) (-1,0)", "(1,0) (0^;1) (-1,0)")),
    _game("unexpected-token", ("+ (0, 1)\n}\n", "+ (0, 1)\n^"), also=""),
    _game("bad-token", ("stuck = at homes", "stuck = at^$ homes")),
    _game("unknown-keyword", ("  stuck =", "  ^stuk =")),
    _game("unknown-keyword", ("Rotate180", "^Rotate18")),
    _game("duplicate-feature", ("(0, 1)\n", "(0, 1)\n  ^over = lose\n")),
    _game("duplicate-symbol", ("King:K", "King:^M"), also="unknown-symbol unresolved-reference"),
    _game("duplicate-symbol", ("Wall:#", "Wall:^."), also="unknown-symbol"),
    _game("bad-symbol", ("King:K", "King:^1"), also="unknown-symbol unresolved-reference"),
    _game("unknown-symbol", ('"#MKM"', '"#M^xM"')),
    _game("wrong-picture", ('"#MKM"', '^"#MK"')),
    _game("wrong-number", ("King:K", "King:^K/k/q"), also="unknown-symbol unresolved-reference"),
    _game("bad-range", ("0..9", "^9..0")),
    _game("circular-directions", ("ahead relative = (0,-1)", "ahead relative = ^ahead")),
    Bad("circular-value", Syntax.GAME, FIXED, (("twice = 2 * prize", "^twice = 2 * twice"),), ()),
    _game("too-large", ("board 4x4", "^board 400x400"), also="unresolved-reference"),
    _game("unresolved-reference", ("at homes", "at ^house")),
    _game("unresolved-reference", ("-> go\n", "-> ^goo\n")),
    _game("unresolved-reference", ("flood orth", "flood ^ort")),
    _game("wrong-reference-type", ("at homes", "at ^orth")),
    _game(
        "ambiguous-reference",
        ("at homes", "at ^twin"),
        ("mark moved game", "mark twin, twin\n  mark moved game"),
        also="vocabularyNamesMustBeUnique",
    ),
    _game(
        "ambiguous-reference", ("hand -= 1", "hand -= ^count"), ("mark moved game", "counter count\n  mark moved game")
    ),
    _game("abstract-class", ("stuck = at homes", "stuck = ^Filter -> at homes")),
    _game("unknown-feature", ("players White, Black Rotate180", 'players White with { ^nick "W" }, Black Rotate180')),
    _game("bad-value", ("hand -= 1", "hand -= ^99999999999")),
    # the class form
    _solo("unexpected-token", ("width 1 height 2", "width ^{ } height 2")),
    _solo("unexpected-token", ("{ Piece Stone, Piece Rock", "{ Piece Stone ^Piece Rock")),
    _solo("unexpected-token", ('hexColor "#abc"', "hexColor ^#abc")),
    _solo("bad-token", ("  pieces {", "  ^\\ pieces {")),
    _solo("unknown-namespace", ("game::Game", "^games::Game")),
    _solo("unknown-class", ("Region spot", "^Regin spot")),
    _solo("abstract-class", ("nextFilter EndFilter", "nextFilter ^Filter")),
    _solo("wrong-class", ("nextFilter EndFilter", "nextFilter ^IntValue")),
    _solo("unknown-feature", ("width 1", "^wide 1 width 1")),
    _solo("derived-feature", ("width 1", "^size 2 width 1")),
    _solo("duplicate-feature", ("width 1", "width 1 ^width 1")),
    _solo("bad-value", ("width 1", "width ^one")),
    _solo("bad-value", ("stateSelection Any", "stateSelection ^Each")),
    _solo("unresolved-reference", ("initialPlayer One", "initialPlayer ^Two")),
    _solo("unresolved-reference", ("region spot", "region ^dot")),
    _solo("wrong-reference-type", ("region spot", "region ^down")),
    _solo("missing-feature", ('Player One { hexColor "#abc" }', "^Player One")),
    _solo("missing-feature", ("width 1 height 2", "width 1 height 2 over ^CallFilter")),
]
