"""The passes in order, from a model to the text of its program."""

from __future__ import annotations

from tilewright.generator.engine import checks, cursor, effects, filters
from tilewright.generator.engine.code import Module
from tilewright.generator.engine.constants import Constants
from tilewright.generator.engine.lowering import Lowering
from tilewright.generator.engine.program import Layout, Program
from tilewright.generator.engine.turns import entries
from tilewright.generator.engine.turns.turn import Turn
from tilewright.metamodel.typing import EObject
from tilewright.model.places import Places

OPERATIONS = (filters, checks, cursor, effects)
"""The modules that say how operations are lowered and emitted; each registers its functions when it is imported."""

PASS = "pass"
"""The label of a forced pass."""


def compile_game(game: EObject, places: Places) -> Program:
    """Return the program of a game that has no errors.

    ``NotLowered`` if the rules bind directions in a way that is known at run time alone.
    """
    constants = Constants(game)
    lowering = Lowering(constants)
    rules = tuple(lowering.rules(me) for me in range(constants.players))
    labels = lowering.labels
    labels.setdefault(PASS, len(labels))
    kinds = {element.eClass.name for element in game.eAllContents()}
    scored = any(e.eClass.name == "EndFilter" and e.outcome.name == "Score" for e in game.eAllContents())
    layout = Layout(constants, remembers="RepetitionFilter" in kinds, scored=scored)
    module = Module()
    turn = Turn(constants, rules, layout, module, len(labels))
    entries.emit(turn, labels[PASS])
    text = module.text(entries.head(layout))
    return Program(game.name, text, layout, tuple(labels), constants.players)
