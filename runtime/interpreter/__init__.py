"""The reference engine: it reads the elements of a model once and plays the game as the language says.

``tables`` and ``flow`` hold what rules speak about; ``checks``, ``cursor``, ``branching``, ``control``, ``effects`` and
``values`` have one function for each metaclass of the language; ``rules`` puts them together and ``turn`` is a turn.
"""

from tilewright.runtime.interpreter.turn import Interpreter, Settled

__all__ = ["Interpreter", "Settled"]
