"""Marks and counters of one move that a rule reads before it has set them: there they are as at the start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import (
    AmountFilter,
    CallFilter,
    Counter,
    CounterEffectFilter,
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

_Kept = Mark | Counter
"""What a rule may set and read."""
_SETTERS = (SelectFilter, MarkFilter, CounterEffectFilter, AmountFilter)
"""The filters that change a mark or a counter to which they refer; what they keep of it is no reading."""

_DEEPEST = 8
"""The depth of calls that are looked into."""
_MOST = 50_000
"""The number of filters at most that are come to; of a model that needs more nothing is said."""


def unset_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of what reads a mark or a counter of one move where nothing has set it, whichever rule leads there.

    What nothing sets at all is left to another check.
    """
    marks = _walked(model, [mark for mark in model.game.marks if mark.lifetime is Lifetime.Move])
    for element, mark in marks.unset():
        message = (
            f"the mark '{mark.name}' lasts for one move, and nothing has set it here, so that it is empty; "
            f"'mark {mark.name} game' would keep what earlier moves have put into it"
        )
        yield model.warn("empty-mark", message, element)
    counters = [counter for counter in model.game.counters if counter.lifetime is Lifetime.Move]
    walk = _walked(model, counters)
    effects = model.game.board.effectPipeline
    for head in () if effects is None else effects.filters:
        walk.chain(head, set(counters))  # which moves have set what is not known there
    for element, counter in walk.unset():
        message = (
            f"the counter '{counter.name}' lasts for the move, and nothing has set it here; "
            "without 'move' it would keep what earlier moves have set"
        )
        yield model.warn("unset-counter", message, element)


def _walked(model: Model, kept: Iterable[_Kept]) -> _Walk:
    """Return a walk through the rules of moves that looks at some marks or counters."""
    walk = _Walk(model, kept)
    for rule in model.all(MoveRule):
        walk.chain(rule.filter, set())
    pipeline = model.game.board.legalMovesPipeline
    for head in () if pipeline is None else pipeline.filters:
        walk.chain(head, set())
    return walk


class _Walk:
    """One walk through the rules, in the order in which they are run.

    ``reads`` holds, for each element that reads a mark or a counter, whether the walk never came there with it set.
    """

    def __init__(self, model: Model, kept: Iterable[_Kept]) -> None:
        self.reads: dict[tuple[Element, _Kept], bool] = {}
        self.left = _MOST
        self._users: dict[Element, list[_Kept]] = {}
        for one in kept:
            users = model.referring.get(one, ())
            if any(_sets(user) for user in users):
                for user in users:
                    self._users.setdefault(user, []).append(one)

    def unset(self) -> Iterator[tuple[Element, _Kept]]:
        """Yield what reads a mark or a counter that is never set there; nothing if the model needs a longer walk."""
        if self.left > 0:
            yield from (read for read, is_unset in self.reads.items() if is_unset)

    def chain(self, head: Filter | None, filled: set[_Kept], depth: int = 0) -> None:
        """Walk through a chain; *filled* is what may have been set, and gets what the chain sets."""
        while head is not None and self.left > 0:
            self.left -= 1
            if isinstance(head, RepeatFilter):
                self._learn(head.body, filled, depth)
            if isinstance(head, CallFilter) and depth < _DEEPEST:
                self.chain(head.pipeline.filter, filled, depth + 1)
            if isinstance(head, CounterEffectFilter):  # 'n := n + 1' is no more of a reading than 'n += 1'
                filled.update(self._users.get(head, ()))
            self._inside(head, filled, depth)
            if _sets(head):
                filled.update(self._users.get(head, ()))
            head = head.nextFilter

    def _inside(self, element: Element, filled: set[_Kept], depth: int) -> None:
        """Look at what an element reads, and walk through the chains inside it."""
        if not isinstance(element, _SETTERS):
            for one in self._users.get(element, ()):
                known = self.reads.get((element, one), True)
                self.reads[element, one] = known and one not in filled
        following = element.nextFilter if isinstance(element, Filter) else None
        for inner in element.eContents():
            if inner is following:
                continue
            if isinstance(inner, Filter):
                self.chain(inner, filled, depth)
            else:
                self._inside(inner, filled, depth)

    def _learn(self, body: Filter, filled: set[_Kept], depth: int) -> None:
        """Add what earlier rounds of a repetition may have set."""
        before = dict(self.reads)
        self.chain(body, filled, depth)
        self.reads = before


def _sets(user: Element) -> bool:
    """Return whether a filter may set the mark or the counter to which it refers."""
    return isinstance(user, CounterEffectFilter | AmountFilter) or sets_mark(user)
