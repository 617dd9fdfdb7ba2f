"""Names as text: a name is written only where reading it gives the same element."""

from __future__ import annotations

import re

from tilewright.metamodel import schema
from tilewright.metamodel.typing import EObject
from tilewright.model.game.names import NamedElements
from tilewright.model.game.reserved import meaning
from tilewright.model.game.writer.unwritable import Unwritable
from tilewright.model.places import Nowhere

_BEFORE_CHAINS = frozenset({"Counter", "Constant", "Attribute"})
"""The kinds of elements after whose name a brace may follow: if that is also a class, it would begin the class form."""

_WORD = re.compile(r"[^\W\d]\w*\Z")


def is_word(name: str | None) -> bool:
    """Return whether a text is a name in the notation, so that it needs no quotes."""
    return name is not None and _WORD.match(name) is not None


def name_of(obj: EObject) -> str:
    """Return the name of an element; ``Unwritable`` if it is no word."""
    if not is_word(obj.name):
        raise Unwritable
    return str(obj.name)


def declared_name(obj: EObject) -> str:
    """Return the name of an element whose declaration is written; ``Unwritable`` if the shorthand refuses the name."""
    if meaning(obj.eClass.name, obj.name or "") is not None:
        raise Unwritable
    return name_of(obj)


class Words:
    """The names by which the elements of one game are referred to. ``Unwritable`` where no name would do."""

    def __init__(self, game: EObject) -> None:
        self.game = game
        self.names = NamedElements(Nowhere())
        self.names.collect(game)

    def refer(self, obj: EObject, *kinds: str, taken: frozenset[str] = frozenset()) -> str:
        """Return the name of an element, if it is read as that element where one of these kinds is expected.

        By default the kind is the class of the element. *taken* are words that are read as something else there.
        """
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
        """Return the name of a state; ``Tile.State`` if another state, or an element of a kind *before*, has it."""
        try:
            return self.refer(obj, *before, "State", taken=taken)
        except Unwritable:
            return self._qualified(obj)

    def settable(self, obj: EObject, taken: frozenset[str]) -> str:
        """Return the name of a state after ``set``; ``Tile.State`` unless the bare name is read as this state."""
        bare = obj is not None and is_word(obj.name) and obj.name not in taken
        return str(obj.name) if bare and self.names.namesakes(obj.name)[:1] == [obj] else self._qualified(obj)

    def _qualified(self, obj: EObject) -> str:
        """Return ``Tile.State`` for a state."""
        tile = None if obj is None else obj.eContainer()
        if tile is None or tile.eClass.name != "Tile" or not is_word(obj.name):
            raise Unwritable
        states = [tile.initialState, *tile.states]
        if [state for state in states if state is not None and state.name == obj.name] != [obj]:
            raise Unwritable
        return f"{self.refer(tile)}.{obj.name}"
