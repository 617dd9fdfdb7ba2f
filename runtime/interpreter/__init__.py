"""The reference engine: an interpreter that plays a game straight from the elements of its model.

``tables`` and ``flow`` hold the data on which rules work. ``checks``, ``cursor``, ``branching``, ``control``,
``effects`` and ``values`` have one function for each metaclass of the language. ``rules`` builds the chains of a game,
and ``turn`` finds and plays the legal moves.
"""

from tilewright.runtime.interpreter.turn import Interpreter, Settled

__all__ = ["Interpreter", "Settled"]
