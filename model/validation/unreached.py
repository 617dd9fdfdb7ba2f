"""What is never run, since the game has ended before."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.metamodel.language import (
    ApplyFilter,
    ChoiceFilter,
    ChoiceMode,
    CounterEffectFilter,
    EndFilter,
    Filter,
    ForEach,
)
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.validation.chains import chain_of
from tilewright.model.validation.model import Model


def unreached_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of what follows the end of the game in a chain: changes, tests, and labels, which moves then do not have."""
    ends = _Ends()
    for one in (*model.all(EndFilter), *model.all(ApplyFilter), *model.all(ChoiceFilter)):
        if one.nextFilter is not None and ends.behind(one):
            message = "this is never run: the game has ended before, and nothing in a chain comes after that"
            related = (Related("it ends here", model.document.place(one)),)
            yield model.warn("after-end", message, one.nextFilter, related)


class _Ends:
    """Tells where the game has surely ended. Each filter is looked at once."""

    def __init__(self) -> None:
        self._known: dict[Filter, bool] = {}

    def behind(self, one: Filter) -> bool:
        """Return whether the game has ended wherever a filter has let something through."""
        if one not in self._known:
            self._known[one] = self._behind(one)
        return self._known[one]

    def _behind(self, one: Filter) -> bool:
        match one:
            case EndFilter():
                return True
            case ApplyFilter(forEach=ForEach.Once):
                return self._always(one.body)
            case ChoiceFilter(mode=ChoiceMode.All | ChoiceMode.First):
                return all(any(map(self.behind, chain_of(alternative))) for alternative in one.alternatives)
            case _:
                return False

    def _always(self, head: Filter) -> bool:
        """Return whether a chain ends the game in every position: only numbers are changed before."""
        for one in chain_of(head):
            if self.behind(one):
                return not isinstance(one, ChoiceFilter) or any(map(self._always, one.alternatives))
            if not isinstance(one, CounterEffectFilter):
                return False
        return False
