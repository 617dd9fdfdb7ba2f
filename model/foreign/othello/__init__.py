"""The Othello DSL (.othello): one game, Othello, with keys for its variants. It is read, not written.

::

    game NAME {
      compile-time { KEY = 1 | "text" | true | word … }        boardType, scoreGoal, allowDiagonal, initialPosition
      run-time     { KEY = 1 | "text" | true … }               Gtheme, showHints, timer, allowUndo, soundEnabled
      ui           { theme { name = "…" sprites { ID = "…" … } }
                     layout { grid { R x C } hands { LEFT RIGHT } scaling = 2 } }
      board R x C
      players  { black NAME  white NAME }
      initial  { cell position(ROW,COLUMN) = black | white … } rows and columns from 1
      position (1,1)                                           is mandatory and has no meaning
      rules    { move { type placement
                        valid if captures_in_any_direction(r,c)
                        effect flip_captured_pieces(r,c) }
                 end when captures_in_any_direction(r,c)       meaning: when nobody can capture
                 scoring count_pieces_per_player }
    }

The parts are in this order; the first three are optional. ``parser`` parses the text into a ``sheet``, ``checking``
reports what is wrong with it, and ``meaning`` makes the model. ``ascii`` and ``page`` write the forms in which this DSL
shows a game.
"""

from __future__ import annotations

from tilewright.model.document import Document, Syntax
from tilewright.model.foreign.othello.checking import check
from tilewright.model.foreign.othello.meaning import build
from tilewright.model.foreign.othello.parser import Parser
from tilewright.model.text.scanner import decode

__all__ = ["read_othello"]


def read_othello(data: str | bytes, file: str) -> Document:
    """Read a model from a text in the Othello DSL. Never raises; every problem is in the document.

    There is a model only if there is no error. Cost: linear in the size of the text.
    """
    text, problems = decode(data, file)
    document = Document(file, None, Syntax.OTHELLO, problems)
    if problems:
        return document
    parser = Parser(text, file)
    sheet = parser.read()
    check(sheet, parser)
    problems += sorted(parser.problems(), key=lambda found: (found.place, found.code))
    build(sheet, document)
    return document
