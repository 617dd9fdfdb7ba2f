"""The elements of chains of filters, in the order in which they are run."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import CallFilter, Filter
from tilewright.model.objects import walk


def chain_of(first: Filter | None) -> Iterator[Filter]:
    """Yield the filters of a chain; none if there is none."""
    while first is not None:
        yield first
        first = first.nextFilter


def parts(element: Element) -> Iterator[Element]:
    """Yield the direct contents of an element: all filters of inner chains, but not the filters after the element."""
    for child in element.eContents():
        if isinstance(element, Filter) and child is element.nextFilter:
            continue
        yield from chain_of(child) if isinstance(child, Filter) else (child,)


def run_by(element: Element) -> Iterator[Element]:
    """Yield the elements of a chain and of the chains that it calls, each of these once."""
    pending, called = [element], {element}
    while pending:
        for part in walk(pending.pop()):
            yield part
            if isinstance(part, CallFilter) and part.pipeline not in called:
                called.add(part.pipeline)
                pending.append(part.pipeline)
