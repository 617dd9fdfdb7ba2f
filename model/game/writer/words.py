"""Names and strings as the reader takes them: a name is written bare only where it reads back as the same element."""

from __future__ import annotations

import re

from tilewright.metamodel import schema
from tilewright.metamodel.typing import EObject
from tilewright.model.game.names import Names
from tilewright.model.places import Nowhere

_BEFORE_CHAINS = frozenset({"Counter", "Attribute"})
"""The kinds of which a brace may follow the name, so that a name of a class would begin the class form."""

_WORD = re.compile(r"[^\W\d]\w*\Z")


class Unwritable(Exception):
    """The shorthand has no words for this; the class form has."""


def is_word(name: str | None) -> bool:
    """Return whether a text is a name of the notation."""
    return name is not None and _WORD.match(name) is not None


def name_of(obj: EObject) -> str:
    """Return the name of an element that is written as a word; ``Unwritable`` if it is none."""
    if not is_word(obj.name):
        raise Unwritable
    return str(obj.name)


class Words:
    """The words that refer to the elements of one game."""

    def __init__(self, game: EObject) -> None:
        self.game = game
        self.names = Names(Nowhere())
        self.names.collect(game)

    def refer(self, obj: EObject, *kinds: str, taken: frozenset[str] = frozenset()) -> str:
        """Return the name that reads as this element where one of these kinds is expected and no *taken* word is."""
        if obj is None:
            raise Unwritable
        name = name_of(obj)
        if name in taken or (name in schema().classes and obj.eClass.name in _BEFORE_CHAINS):
            raise Unwritable
        for kind in kinds or (obj.eClass.name,):
            found = self.names.all_of(name, kind)
            if found:
                if len(found) == 1 and found[0] is obj:
                    return name
                break
        raise Unwritable

    def state(self, obj: EObject, taken: frozenset[str], *before: str) -> str:
        """Return the name of a state, qualified where another state, or an element of a kind *before*, is called so."""
        try:
            return self.refer(obj, *before, "State", taken=taken)
        except Unwritable:
            return self._qualified(obj)

    def settable(self, obj: EObject, taken: frozenset[str]) -> str:
        """Return the name of a state after ``set``, qualified unless the bare name reads as it."""
        bare = obj is not None and is_word(obj.name) and obj.name not in taken
        return str(obj.name) if bare and self.names.namesakes(obj.name)[:1] == [obj] else self._qualified(obj)

    def _qualified(self, obj: EObject) -> str:
        tile = None if obj is None else obj.eContainer()
        if tile is None or tile.eClass.name != "Tile" or not is_word(obj.name):
            raise Unwritable
        states = [tile.initialState, *tile.states]
        if [state for state in states if state is not None and state.name == obj.name] != [obj]:
            raise Unwritable
        return f"{self.refer(tile)}.{obj.name}"
