"""Texts in the Othello DSL that cannot be taken apart, or say what cannot be played."""

from __future__ import annotations

from tests.model.bad_inputs import Bad
from tests.model.bad_inputs.constraints import Edit
from tilewright.model.document import Syntax

DISCS = """game Discs {
  compile-time {
    boardType = "square"
    scoreGoal = min
    allowDiagonal = true
    initialPosition = static
  }
  run-time {
    Gtheme = "dark"
    showHints = true
    timer = 25
  }
  ui {
    theme {
      name = "light"
      sprites { black = "coal.png" white = "snow.png" }
    }
    layout {
      grid { 6 x 7 }
      hands { Ann Ben }
      scaling = 2
    }
  }
  board 6 x 7
  players { black Ann white Ben }
  initial {
    cell position(3,3) = white
    cell position(4,4) = white
    cell position(3,4) = black
    cell position(4,3) = black
  }
  position (1,1)
  rules {
    move {
      type placement
      valid if captures_in_any_direction(r,c)
      effect flip_captured_pieces(r,c)
    }
    end when captures_in_any_direction(r,c)
    scoring count_pieces_per_player
  }
}
"""
"""A game of the Othello DSL with every part that there is."""


def _row(code: str, *edits: Edit, also: str = "") -> Bad:
    return Bad(code, Syntax.OTHELLO, DISCS, edits, tuple(also.split()))


ROWS = [
    # words
    _row("unexpected-token", ("game Discs", "^match Discs")),
    _row("unexpected-token", ("game Discs", 'game ^"Discs"')),
    _row("unexpected-token", ("Discs {", "Discs ^extends othello {")),
    _row("unexpected-token", ("per_player\n  }\n}\n", "per_player\n  }\n^")),
    _row("unexpected-token", ("per_player\n  }\n}\n", "per_player\n  }\n}\n^}")),
    _row("unexpected-token", ("per_player\n  }", "per_player\n  ^7 }")),
    _row("unexpected-token", ("  position (1,1)", "  ^# position\n  position (1,1)")),
    _row("bad-token", ("  position (1,1)", "  position ^? (1,1)")),
    _row("bad-token", ("  position (1,1)", "  ^/* position (1,1)"), also="unexpected-token missing-declaration"),
    _row("unknown-keyword", ("  run-time", "  ^runtime")),
    _row("unknown-keyword", ("  players {", "  ^player {"), also="missing-declaration"),
    _row("unexpected-token", ("position (1,1)", "position ^1,1")),
    # keys
    _row("bad-value", ('boardType = "square"', 'boardType = ^"hex"')),
    _row("bad-value", ('boardType = "square"', "boardType = ^hexagonal")),
    _row("bad-value", ("scoreGoal = min", "scoreGoal = ^most")),
    _row("bad-value", ("allowDiagonal = true", "allowDiagonal = ^1")),
    _row("bad-value", ("initialPosition = static", 'initialPosition = ^"random"')),
    _row("bad-value", ("showHints = true", 'showHints = ^"yes"')),
    _row("bad-value", ("timer = 25", "timer = ^0")),
    _row("bad-value", ("timer = 25", "timer = ^-5")),
    _row("bad-value", ("timer = 25", 'timer = ^"25"')),
    _row("bad-value", ("timer = 25", "timer = ^1234567890")),
    _row("bad-value", ("scaling = 2", "scaling = ^-2")),
    _row("unexpected-token", ("showHints = true", "showHints = ^yes")),
    _row("unexpected-token", ("timer = 25", "timer ^25")),
    _row("unexpected-token", ("timer = 25\n  }", "timer =\n  ^}")),
    _row("unexpected-token", ("timer = 25\n  }", "timer = 25\n"), ("ui {", "^ui {")),
    _row("without-counterpart", ("timer = 25", "timer = 25 ^timer = 26")),
    _row("without-counterpart", ("timer = 25", "timer = 25 ^boardType = 1")),
    _row("unused", ("scoreGoal = min", "scoreGoal = min ^soreGoal = max")),
    _row("unused", ("initialPosition = static", "initialPosition = static ^timer = 3"), ("timer = 25", "")),
    _row("unused", ("timer = 25", "^timr = 25")),
    _row("bad-value", ("initialPosition = static", "initialPosition = static movesPerTurn = ^4")),
    _row("bad-value", ("timer = 25", "timer = 25 movesPerTurn = ^0")),
    _row("bad-value", ("initialPosition = static", 'initialPosition = static captureRule = ^"surround"')),
    _row("unused", ("allowDiagonal = true", "^allowDiagonal = true"), ('"square"', '"hexagon"')),
    _row("without-counterpart", ("cell position(4,3)", "^cell position(1,1)"), ('"square"', '"hexagon"')),
    # ui
    _row("unknown-keyword", ("    theme {", "    ^thema {")),
    _row("unexpected-token", ('"snow.png" }\n    }\n', '"snow.png" }\n'), ("  board 6", "  ^board 6"), also="unknown-keyword"),
    _row("unknown-keyword", ("grid {", "^grit {")),
    _row("unexpected-token", ('name = "light"', "name = ^light"), also="missing-feature"),
    _row("missing-feature", ("    theme {", "    ^theme {"), ('name = "light"', "")),
    _row("duplicate-feature", ('name = "light"', 'name = "light" name = ^"dark"')),
    _row("without-counterpart", ('white = "snow.png"', '^black = "snow.png"')),
    _row("spriteMustBeLocal", ('white = "snow.png"', '^white = "https://example.org/snow.png"')),
    _row("unexpected-token", ("grid { 6 x 7 }", "grid { 6 ^7 }")),
    _row("unexpected-token", ("hands { Ann Ben }", "hands { Ann Ben ^Cid }")),
    # the order of the parts
    _row("unexpected-token", ("  run-time {", "  board 6 x 7\n  ^run-time {"), ("board 6 x 7\n  players", "players"),
         also="unexpected-token"),
    _row("duplicate-feature", ("  players {", "  ^board 6 x 7\n  players {")),
    _row("missing-declaration", ("  board 6 x 7\n", ""), ("per_player\n  }\n}", "per_player\n  }\n^}")),
    _row("missing-declaration", ("  position (1,1)\n", ""), ("per_player\n  }\n}", "per_player\n  }\n^}")),
    # board, players, cells
    _row("bad-value", ("board 6 x 7", "board ^2 x 7"), also="bad-value"),
    _row("bad-value", ("board 6 x 7", "board 6 x ^33")),
    _row("bad-value", ("board 6 x 7", "board ^99999999999 x 7")),
    _row("unexpected-token", ("board 6 x 7", "board 6 ^by 7")),
    _row("unexpected-token", ("board 6 x 7", "board 6^x7")),
    _row("unexpected-token", ("board 6 x 7", "board 6 ^x7")),
    _row("missing-declaration", ("  players { black Ann white Ben }", "  ^players { black Ann }")),
    _row("duplicate-feature", ("black Ann white Ben", "black Ann white Ben ^black Cid")),
    _row("unknown-keyword", ("black Ann", "^red Ann")),
    _row("same-names", ("black Ann white Ben", "black Ann white ^ann")),
    _row("too-few-values", ("    cell position(4,3) = black\n", ""), ("  initial {", "  ^initial {")),
    _row("bad-value", ("cell position(4,3)", "^cell position(7,3)")),
    _row("bad-value", ("cell position(4,3)", "^cell position(0,3)")),
    _row("without-counterpart", ("cell position(4,3)", "^cell position(1,1)"), ('boardType = "square"', 'boardType = "circle"')),
    _row("duplicate-value", ("cell position(4,3)", "^cell position(4,4)")),
    _row("unknown-keyword", ("position(4,3) = black", "position(4,3) = ^grey")),
    _row("unexpected-token", ("position(4,3)", "position(4^;3)")),
    # rules
    _row("unknown-keyword", ("type placement", "type ^slide")),
    _row("unknown-keyword", ("flip_captured_pieces", "^flip_captured_stones")),
    _row("unknown-keyword", ("count_pieces_per_player", "^count_pieces")),
    _row("unknown-keyword", ("end when captures_in_any_direction", "end when ^nobody_captures")),
    _row("unexpected-token", ("valid if captures_in_any_direction(r,c)", "valid if captures_in_any_direction(r^;c)")),
    _row("unexpected-token", ("    end when captures_in_any_direction(r,c)\n    scoring", "    ^scoring")),
]  # fmt: skip
