"""Writes the game notation, in shorthand wherever reading that gives the same model.

What the shorthand cannot express is written in class form: a feature in ``with { … }``, an element, a declaration,
and at worst the whole game. ``games`` writes whole games; here are parts of rules, for messages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.metamodel.typing import EObject
from tilewright.model.game.writer.layout import Chain, flat

if TYPE_CHECKING:
    from tilewright.model.game.writer.chains import ChainWriter


def write_filter(element: EObject) -> str:
    """Return one filter of a game in the notation, without the filters after it, on one line."""
    return flat(Chain(_chains(element).chain(element)[:1]))


def write_condition(test: EObject) -> str:
    """Return a test and the filters after it as a condition, such as ``if n == 3 { win }``, on one line."""
    return flat(Chain([_chains(test).condition(test, None)]))


def write_value(value: EObject) -> str:
    """Return a value of a game in the notation, on one line."""
    return _chains(value).value(value)


def _chains(element: EObject) -> ChainWriter:
    """Return a writer for the game that contains an element.

    It is imported on first use: who plays or validates a game without a mistake writes nothing.
    """
    from tilewright.model.game.writer.chains import ChainWriter
    from tilewright.model.game.writer.classes import ClassWriter
    from tilewright.model.game.writer.words import Words

    root = element
    while root.eContainer() is not None:
        root = root.eContainer()
    return ChainWriter(Words(root), ClassWriter(root))
