"""Maps and tutorials of the sl-hackathon-2026 game that cannot be read."""

from __future__ import annotations

from tests.model.bad_inputs import Bad
from tests.model.bad_inputs.constraints import Edit
from tilewright.model.document import Syntax

MAP = r"""{
  "arena": ". b1 p1 .\nf#.. \n. p2 . b2",
  "foodScarcity": 0.25,
  "turnLimitMs": 15000,
  "fogOfWar": false,
  "foodSpawn": {"2": {"x": 3, "y": 0}}
}
"""
TUTORIAL = r"""{
  "arena": "b1 . \u0066 #",
  "foodScarcity": 1.0,
  "gameEnd": {"type": "ANY_PLAYER_UNIT_IN_RECT", "playerId": "SELF", "corner1": {"x": 2, "y": 0},
    "corner2": {"x": 1, "y": 0}, "maxTurns": 9}
}
"""


def _map(code: str, *edits: Edit) -> Bad:
    return Bad(code, Syntax.JSON, MAP, edits)


def _tutorial(code: str, *edits: Edit) -> Bad:
    return Bad(code, Syntax.JSON, TUTORIAL, edits)


_ARENA = r'"arena": ". b1 p1 .\nf#.. \n. p2 . b2"'
_ALONE = r'"arena": "b1 . \u0066 #"'
_TALL = r'"arena": ^"' + 65 * r".\n" + '."'


ROWS = [
    _map("bad-value", (_ARENA, '"arena": ^[]')),
    _map("bad-token", ("f#..", "f#.^x")),
    _map("bad-token", ("f#..", "f#.^b")),
    _map("wrong-picture", ("f#..", "^f#.")),
    _map("wrong-picture", (". p2 . b2", "^. p2 . b2 .")),
    _map("too-few-values", (_ARENA, '"arena": ^""')),
    _map("too-few-values", (_ARENA, '"arena": ^". b1 p1 ."')),
    _map("too-large", (_ARENA, f'"arena": ^"{"." * 65}"')),
    _map("too-large", (_ARENA, _TALL)),
    _map("duplicate-identifier", (". p2 . b2", ". p2 . ^b1")),
    _map("unresolved-reference", ("p2", "^p7")),
    _map("missing-feature", ('{\n  "arena"', '^{\n  "arena"'), ('  "foodScarcity": 0.25,\n', "")),
    _map("bad-value", ("0.25", "^1.25")),
    _map("bad-value", ("0.25", '^"0.25"')),
    _map("bad-value", ("15000", "^0")),
    _map("bad-value", ('"turnLimitMs": 15000', '"turnTimeLimit": ^1.5')),
    _map("bad-value", ("false", "^0")),
    _map("bad-value", ('{"2": {"x": 3, "y": 0}}', "^[]")),
    _map("bad-value", ('"2": {"x"', '^"two": {"x"')),
    _map("bad-value", ('"x": 3', '"x": ^4')),
    _map("bad-value", ('{"x": 3, "y": 0}', "^7")),
    _map("bad-value", ('"foodSpawn": {"2": {"x": 3, "y": 0}}', '^"foodSpawn": {"2": {"x": 1, "y": 1}}')),
    _map("missing-feature", ('{"x": 3, "y": 0}', '^{"x": 3}')),
    _map("without-counterpart", ('"fogOfWar"', '^"fog"')),
    _map("without-counterpart", ('"turnLimitMs": 15000', '^"gameEnd": {"type": "PLAYER_UNITS_AT_LEAST", "minUnits": 3}')),
    _map("without-counterpart", ("f#..", "f#.^b3")),
    _map("without-counterpart", ("f#..", "f#p3^b3")),
    _map("duplicate-identifier", ('{"2": {"x": 3, "y": 0}}', '{"2": {"x": 3, "y": 0}, ^"02": {"x": 2, "y": 0}}')),
    _tutorial("bad-token", (r"\u0066 #", r"\u0066 ^?")),
    _tutorial("bad-value", ('"maxTurns": 9', '"maxTurns": ^0')),
    _tutorial("bad-value", ('{"x": 2, "y": 0}', '{"x": 2, "y": ^1}')),
    _tutorial("bad-value", ('{"x": 1, "y": 0}', "^[1, 0]")),
    _tutorial("missing-feature", ('{"type": "ANY_PLAYER_UNIT_IN_RECT", ', "^{")),
    _tutorial("missing-feature", ('"gameEnd": {', '"gameEnd": ^{'), ('"corner2": {"x": 1, "y": 0}, ', "")),
    _tutorial("unresolved-reference", ('"ANY_PLAYER_UNIT_IN_RECT"', '^"ANY_UNIT_IN_RECT"')),
    _tutorial("unknown-feature", ('"maxTurns"', '^"maxTurn"')),
    _tutorial("too-few-values", (_ALONE, '"arena": ^". . ."')),
]  # fmt: skip
