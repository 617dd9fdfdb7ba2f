"""Marks of one move that a rule reads before anything in it has set them: there they are always empty."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import (
    CallFilter,
    Filter,
    Lifetime,
    Mark,
    MarkFilter,
    MoveRule,
    RepeatFilter,
    SelectFilter,
)
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.validation.model import Model, sets_mark

_DEEPEST = 8
"""The depth of calls that are looked into."""
_MOST = 50_000
"""The number of filters at most that are come to; of a model that needs more nothing is said."""


def unset_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of what reads a mark of one move where it is empty, whichever rule leads there.

    Marks that nothing sets are left to another check.
    """
    walk = _Walk(model)
    for rule in model.all(MoveRule):
        walk.chain(rule.filter, set())
    pipeline = model.game.board.legalMovesPipeline
    for head in () if pipeline is None else pipeline.filters:
        walk.chain(head, set())
    for (element, mark), empty in walk.reads.items():
        if empty and walk.left > 0:
            message = (
                f"the mark '{mark.name}' lasts for one move, and nothing has set it here, so that it is empty; "
                f"'mark {mark.name} game' would keep what earlier moves have put into it"
            )
            yield model.warn("empty-mark", message, element)


class _Walk:
    """One walk through the rules, in the order in which they are run.

    ``reads`` holds, for each element that reads a mark, whether the mark was empty wherever the walk came there.
    """

    def __init__(self, model: Model) -> None:
        self.reads: dict[tuple[Element, Mark], bool] = {}
        self.left = _MOST
        marks = [mark for mark in model.game.marks if mark.lifetime is Lifetime.Move]
        self._users: dict[Element, list[Mark]] = {}
        for mark in marks:
            users = model.referring.get(mark, ())
            if any(sets_mark(user) for user in users):
                for user in users:
                    self._users.setdefault(user, []).append(mark)

    def chain(self, head: Filter | None, filled: set[Mark], depth: int = 0) -> None:
        """Walk through a chain; *filled* are the marks that may hold cells, and gets those that the chain sets."""
        while head is not None and self.left > 0:
            self.left -= 1
            if isinstance(head, RepeatFilter):
                self._learn(head.body, filled, depth)
            if isinstance(head, CallFilter) and depth < _DEEPEST:
                self.chain(head.pipeline.filter, filled, depth + 1)
            self._inside(head, filled, depth)
            if sets_mark(head):
                filled.update(self._users.get(head, ()))
            head = head.nextFilter

    def _inside(self, element: Element, filled: set[Mark], depth: int) -> None:
        """Look at what an element reads, and walk through the chains inside it."""
        if not isinstance(element, SelectFilter | MarkFilter):
            for mark in self._users.get(element, ()):
                known = self.reads.get((element, mark), True)
                self.reads[element, mark] = known and mark not in filled
        following = element.nextFilter if isinstance(element, Filter) else None
        for inner in element.eContents():
            if inner is following:
                continue
            if isinstance(inner, Filter):
                self.chain(inner, filled, depth)
            else:
                self._inside(inner, filled, depth)

    def _learn(self, body: Filter, filled: set[Mark], depth: int) -> None:
        """Add the marks that earlier rounds of a repetition may have set."""
        before = dict(self.reads)
        self.chain(body, filled, depth)
        self.reads = before
