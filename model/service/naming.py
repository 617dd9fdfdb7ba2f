"""Names: what a name refers to, where that is declared and used, and how to rename it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tilewright.metamodel.language import State
from tilewright.metamodel.typing import EObject
from tilewright.model.diagnostics import has_errors
from tilewright.model.document import Syntax
from tilewright.model.objects import element_at, walk
from tilewright.model.places import Place
from tilewright.model.service.source import Edit, Source, Span, edited
from tilewright.model.service.words import WORDS
from tilewright.model.text.scanner import TokenKind, tokens

_DELIMITERS = "\"'<> \t\r\n"


class CannotRename(ValueError):
    """Something cannot be renamed, or not to this name. The text says why."""


@dataclass(frozen=True)
class Named:
    """A name, its span, the elements to which its declaration gives this name, and the place of the declaration."""

    name: str
    span: Span
    elements: tuple[EObject, ...]
    declared: Place

    @property
    def kind(self) -> str:
        """The class of the element that the name refers to."""
        return str(self.elements[0].eClass.name)


def named_at(source: Source, offset: int) -> Named | None:
    """Return what the name at a caret refers to, whether it is used or declared there; None if no name is there.

    In XMI an address takes the place of a name. Cost: linear in the length of the text.
    """
    if source.document.syntax is Syntax.XMI:
        return _address_at(source, offset)
    if not source.is_notation or source.document.root is None:
        return None
    for span, element in _written(source):
        if span.holds(offset):
            declared = _declared(source, element)
            return Named(source.text[span.start : span.end], span, _together(source, element), declared)
    return None


def _written(source: Source, *, uses: bool = True) -> Iterator[tuple[Span, EObject]]:
    """Yield where elements are named in this text: where they are used, if *uses*, then where they are declared."""
    root = source.document.root
    for use in source.document.uses if uses else ():
        if use.place.file == source.file:
            yield source.span(use.place), use.element
    for element in () if root is None else walk(root):
        place = _declared(source, element)
        if place.file == source.file and isinstance(name := getattr(element, "name", None), str):
            span = source.span(place)
            if source.text[span.start : span.end] in (name, f'"{name}"'):
                yield span, element


def _declared(source: Source, element: EObject) -> Place:
    return source.document.places.of(element, "name")


def _together(source: Source, element: EObject) -> tuple[EObject, ...]:
    """Return an element, then the others to which the same declaration gives the same name."""
    place = _declared(source, element)
    called = (one for one in walk(source.document.game) if getattr(one, "name", None) == element.name)
    return (element, *(one for one in called if one is not element and _declared(source, one) == place))


def _address_at(source: Source, offset: int) -> Named | None:
    """Return what the address at a caret in XMI, such as ``//@board/@tiles.0``, leads to; None if there is none."""
    start = end = offset
    while start and source.text[start - 1] not in _DELIMITERS:
        start -= 1
    while end < len(source.text) and source.text[end] not in _DELIMITERS:
        end += 1
    text = source.text[start:end]
    found = element_at(source.document.root, text) if text.startswith("//") and source.document.root else None
    if found is None:
        return None
    return Named(text, Span(start, end), (found,), source.document.places.of(found))


def references(source: Source, named: Named) -> list[Span]:
    """Return where this text names something, its declaration included, in the order of the text."""
    elements = set(named.elements)
    return sorted({span for span, element in _written(source) if element in elements}, key=lambda span: span.start)


def declared(source: Source) -> list[tuple[str, str, Span]]:
    """Return what this text declares by name, in the order of the text: name, class, and the span of the name."""
    found: dict[Span, tuple[str, str]] = {}
    for span, element in _written(source, uses=False):
        found.setdefault(span, (str(element.name), str(element.eClass.name)))
    return [(*found[span], span) for span in sorted(found, key=lambda span: span.start)]


def renamed(source: Source, offset: int, name: str) -> tuple[Edit, ...]:
    """Return the edits that rename what is named at a caret to *name*, in no particular order.

    ``CannotRename`` if nothing is named there, if the text has errors, if *name* is no name or taken, or if
    the text would mean something else. Cost: that of reading the text once more. The colour of a player may change
    with the name, from which the notation derives it.
    """
    named = named_at(source, offset)
    if named is None or not source.is_notation:
        raise CannotRename("no name is here that could be another one")
    if has_errors(source.document.diagnostics):
        raise CannotRename("the text has errors; names are only changed where it is sure what they name")
    if named.declared.file != source.file:
        raise CannotRename(f"'{named.name}' is declared in another text, {named.declared.file}")
    if not _is_name(name):
        raise CannotRename(f"'{name[:60]}' is no name: letters, digits and _ make one, and no word of the notation")
    edits = [Edit(span, name) for span in references(source, named)]
    if all(source.span(named.declared) != edit.span for edit in edits):
        raise CannotRename(f"'{named.name}' is made of other names; change those")
    edits += _derived(source, named, name)
    found = tuple(dict.fromkeys(edits))
    _check(source, found, named.name, name)
    return found


def _is_name(name: str) -> bool:
    found = list(tokens(name, ""))
    return len(found) == 2 and found[0].kind is TokenKind.NAME and found[0].text == name and name not in WORDS


def _derived(source: Source, named: Named, name: str) -> list[Edit]:
    """Return the edits at states whose name is made of those of a player and a piece, one of which is renamed."""
    found = []
    for span, state in _written(source):
        if not isinstance(state, State) or state.piece is None:
            continue
        owner = "" if state.owner is None else name if state.owner in named.elements else state.owner.name
        piece = name if state.piece in named.elements else state.piece.name
        called = f"{'' if state.owner is None else state.owner.name}{state.piece.name}"
        if source.text[span.start : span.end] == called != f"{owner}{piece}":
            found.append(Edit(span, f"{owner}{piece}"))
    return found


def _check(source: Source, edits: tuple[Edit, ...], old: str, new: str) -> None:
    """Raise ``CannotRename`` unless the text is without errors and means the same after the edits."""
    after = Source(edited(source.text, edits), source.file, source.folder)
    problems = [found for found in after.document.diagnostics if has_errors([found])]
    if problems:
        raise CannotRename(f"it cannot be called '{new}': {problems[0].message}")
    if _shape(source) != _shape(after):
        raise CannotRename(f"it cannot be called '{new}': the text would not mean the same, since the name is taken")


def _shape(source: Source) -> list[int]:
    """Return the number of elements, then for each use of a name the number of the element that it names."""
    numbers = {element: number for number, element in enumerate(walk(source.document.game))}
    return [len(numbers), *(numbers[use.element] for use in source.document.uses)]
