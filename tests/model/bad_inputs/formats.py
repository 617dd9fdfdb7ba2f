"""Tables of letters for formats of others that violate one constraint each."""

from __future__ import annotations

from tests.model.bad_inputs import Bad
from tests.model.bad_inputs.constraints import Edit
from tilewright.model.document import Syntax

FORMATS = """game Formats {
  players White, Black
  board 3x3
  pieces Man:M
  region corner = cells (0,0)
  mark moved, taken game
  mark last
  counter quiet
  counter held per
  counter seeds per cell
  move Go = own -> select -> mark last -> if seeds == 0 -> !at moved -> !at taken -> set empty
    -> goto last -> add corner -> mark moved += -> mark taken -= -> quiet += 1 -> held += 1
  setup { "mmm" "..." "MMM" }
  sub check = has { goto all -> own }
  effect = check -> seeds += 0
  stuck = lose
  Fen Lines {
    letters { Letter { player White text "W" }, Letter { piece Man player Black text "n" } }
    traits { FenTrait { mark taken text "~" } }
    fields {
      FenMover, FenRights { rights { FenRight { text "K" region corner mark moved } } }, FenMark { mark taken },
      FenCounter { counter quiet }, FenHands { hands { FenHand { counter held text "M" } } }, FenText { text "-" }, FenNumber
    }
  }
  Pgn Games { check check words { SanWord { rule Go text "go" }, SanWord { option "x" text "y" } } }
  Sgf Trees { game 1 properties { Tag KM { value "0" } } }
}
"""
"""A game that is written in all formats."""


def _row(code: str, *edits: Edit, also: str = "") -> Bad:
    return Bad(code, Syntax.GAME, FORMATS, edits, tuple(also.split()))


ROWS = [
    _row("formatsMustHaveUniqueNames", ("Pgn Games", "^Pgn Lines")),
    _row("formatsMustBeOfDifferentKinds", ("  Sgf Trees", "  ^Fen More {}\n  Sgf Trees")),
    _row("letterMustBeOfAPieceOrPlayer", ("Letter { player White text", "^Letter { text")),
    _row("fenMarkMustLast", ("FenTrait { mark taken", "^FenTrait { mark last")),
    _row("fenMarkMustLast", ("region corner mark moved", "region corner mark last"), ("FenRight {", "^FenRight {")),
    _row("fenMarkMustLast", ("FenMark { mark taken", "^FenMark { mark last")),
    _row(
        "fenCounterMustNotBePerCell",
        ("counter held per", "counter held per\n  counter now move"),
        ("FenCounter { counter quiet", "^FenCounter { counter now"),
        also="never-read",
    ),
    _row("fenCounterMustNotBePerCell", ("FenCounter { counter quiet", "^FenCounter { counter seeds")),
    _row("fenHandMustBePerPlayer", ("FenHand { counter held", "^FenHand { counter quiet")),
    _row("wordMustBeOfARuleOrAnOption", ("SanWord { rule Go text", '^SanWord { rule Go option "go" text')),
    _row("wordMustBeOfARuleOrAnOption", ('SanWord { option "x" text', "^SanWord { text")),
    _row("sgfPropertiesMustBeCapitals", ("Tag KM", "^Tag Komi")),
    _row("unresolved-reference", ("check check", "check ^chek")),
    _row("unknown-class", ("FenNumber", "^FenNumbers")),
]
