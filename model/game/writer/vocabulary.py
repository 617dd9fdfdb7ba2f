"""Declarations of the vocabulary of rules, and of lines and edges of the board, as text.

Functions raise ``Unwritable`` if the shorthand cannot express an element.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby, islice

from tilewright.metamodel.language import Quantity
from tilewright.metamodel.typing import EObject
from tilewright.model.game.vocabulary import AFTER_CELL, CARRIED
from tilewright.model.game.writer.numbers import TOO_LARGE, Numbers, vector_text
from tilewright.model.game.writer.unwritable import Unwritable
from tilewright.model.game.writer.words import Words, declared_name, is_word
from tilewright.model.shaping import number_chosen
from tilewright.model.text.writer import quoted

_INTEGER = re.compile(r"-?[0-9]+\Z")
_LEAST, _GREATEST = -32768, 32767
_MOST_PARTS = 32
"""The number of sets of directions, from the first, of which others may be joined: it bounds the search."""


def directions(obj: EObject, game: EObject, words: Words) -> str:
    """Return the declaration of a set of directions."""
    if [len(obj.vectors) > 0, len(obj.links) > 0, len(obj.within) > 0].count(True) > 1:
        raise Unwritable
    relative = " relative" if obj.relative else ""
    if len(obj.links) > 0:
        body = _paths(obj, game)
    elif len(obj.within) > 0:
        body = " within " + ", ".join(size(rectangle, words) for rectangle in obj.within)
    else:
        body = _vectors(obj, game, words)
    return f"directions {declared_name(obj)}{relative} ={body}"


def size(obj: EObject, words: Words) -> str:
    """Return the columns and rows of a zone or of rectangles, ``5x1``, or ``n x 1`` if parameters say one of them."""
    numbers = Numbers(obj, words)
    by = "x" if len(obj.chosen) == 0 and obj.height >= 0 else " x "
    return numbers.all_in(f"{numbers.text(Quantity.Width, obj.width)}{by}{numbers.text(Quantity.Height, obj.height)}")


def _vectors(obj: EObject, game: EObject, words: Words) -> str:
    vectors = [vector_text(vector, words) for vector in obj.vectors]
    joined = _joined(obj, vectors, game, words)
    if joined is not None:
        return "".join(f" {name}" for name in joined)
    return "".join(f" {vector}" for vector in vectors)


def _joined(obj: EObject, vectors: list[str], game: EObject, words: Words) -> list[str] | None:
    """Return the names of earlier sets whose joined vectors are those of a set; None if there are no such sets.

    Only sets of several vectors count. The search is greedy: at each point the longest set is taken.
    """
    parts: list[tuple[list[str], str]] = []
    for other in islice(game.directionSets, _MOST_PARTS):
        if other is obj:
            break
        if len(other.vectors) > 1 and len(other.links) == 0 and len(other.within) == 0:
            try:
                parts.append(([vector_text(vector, words) for vector in other.vectors], words.refer(other)))
            except Unwritable:
                continue
    names: list[str] = []
    at = 0
    while at < len(vectors):
        fitting = [(len(part), name) for part, name in parts if vectors[at : at + len(part)] == part]
        if not fitting:
            return None
        length, name = max(fitting)
        names.append(name)
        at += length
    return names if len(names) > 1 else None


def _paths(obj: EObject, game: EObject) -> str:
    """Return the links of directions as paths, ``(0,0) > (1,0) - (2,0)``."""
    cells = {(cell.row, cell.column): cell for cell in game.board.tileplacement}
    links = []
    for link in obj.links:
        for end in (link.source, link.target):
            if end is None or cells.get((end.row, end.column)) is not end:
                raise Unwritable
        links.append((link.source, link.target))
    text, at, number = "", None, 0
    while number < len(links):
        source, target = links[number]
        both = links[number + 1 : number + 2] == [(target, source)]
        text += "" if source is at else f"{',' if text else ''} {_end(source)}"
        text += f" {'-' if both else '>'} {_end(target)}"
        at, number = target, number + 1 + both
    return f" links{text}"


def _end(cell: EObject) -> str:
    return f"({cell.column},{cell.row})"


def region(obj: EObject, game: EObject, words: Words) -> str:
    """Return the declaration of a region."""
    name = declared_name(obj)
    if len(obj.perPlayer) > 0:
        if obj.relative or len(obj.ranges) > 0 or len(obj.tiles) > 0:
            raise Unwritable
        if [part.player for part in obj.perPlayer] != list(game.players):
            raise Unwritable
        return f"region {name} per{_of(obj, words)} ={' |'.join(_ranges(part, words) for part in obj.perPlayer)}"
    tiles = "".join(f" tiles {words.refer(tile, 'Tile')}" for tile in obj.tiles)
    return f"region {name}{' relative' if obj.relative else ''}{_of(obj, words)} ={_ranges(obj, words)}{tiles}"


def _of(obj: EObject, words: Words) -> str:
    return "" if obj.zone is None else f" of {words.refer(obj.zone)}"


def line(obj: EObject, words: Words) -> str:
    """Return the text of one of the lines that are drawn on the board."""
    within = "" if obj.within is None else f" at {words.refer(obj.within)}"
    through = "".join(f" through {words.refer(tile, 'Tile')}" for tile in obj.through)
    return f"{words.refer(obj.directions)}{within}{through}{' round' if obj.round else ''}"


def edge(obj: EObject, words: Words) -> str:
    """Return the text of one of the edges of the board."""
    within = "" if obj.within is None else f" at {words.refer(obj.within)}"
    return f"{words.refer(obj.player)} {words.refer(obj.directions)}{within}"


def _ranges(obj: EObject, words: Words) -> str:
    return "".join(_range_texts(obj, words))


def _range_texts(obj: EObject, words: Words) -> Iterator[str]:
    for is_cell, ranges in groupby(obj.ranges, key=_is_cell):
        if is_cell:
            yield " cells " + "".join(_cell(part, Numbers(part, words)) for part in ranges)
        else:
            yield from (_range(part, Numbers(part, words)) for part in ranges)


def _cell(obj: EObject, numbers: Numbers) -> str:
    return numbers.all_in(_corner(obj, numbers))


def _corner(obj: EObject, numbers: Numbers) -> str:
    return f"({numbers.text(Quantity.Column, obj.column)},{numbers.text(Quantity.Row, obj.row)})"


def _is_cell(obj: EObject) -> bool:
    return None not in (obj.row, obj.column) and obj.toRow is None and obj.toColumn is None


def _range(obj: EObject, numbers: Numbers) -> str:
    row, column, to_row, to_column = obj.row, obj.column, obj.toRow, obj.toColumn
    if None not in (row, column, to_row, to_column) and (obj.chosen or (row <= to_row and column <= to_column)):
        last = f"({numbers.text(Quantity.ToColumn, to_column)},{numbers.text(Quantity.ToRow, to_row)})"
        return numbers.all_in(f" rect {_corner(obj, numbers)}{last}")
    if row is not None and column is None and to_column is None:
        return numbers.all_in(f" row {numbers.span((Quantity.Row, row), (Quantity.ToRow, to_row))}")
    if column is not None and row is None and to_row is None:
        return numbers.all_in(f" column {numbers.span((Quantity.Column, column), (Quantity.ToColumn, to_column))}")
    raise Unwritable


def kind_of_mark(obj: EObject) -> tuple[object, ...]:
    """Return what is said of a mark besides its name. Marks of which the same is said can be declared together."""
    return obj.perPlayer, obj.lifetime, obj.carried, obj.visibility, tuple(obj.initialRegions)


def marks(group: list[EObject], words: Words) -> str:
    """Return the declaration of marks that differ only in their names."""
    obj = group[0]
    lifetime = "" if obj.lifetime.name == "Move" else f" {obj.lifetime.name.lower()}"
    kind = f"{' per' if obj.perPlayer else ''}{lifetime}{_carried(obj)}{seen_by(obj)}"
    begins = "  ".join(f"at {words.refer(region)}" for region in obj.initialRegions)
    text = f"mark {', '.join(map(declared_name, group))}{kind}"
    return f"{text} = {{ {begins} }}" if begins else text


def _carried(obj: EObject) -> str:
    return f" {CARRIED}" if obj.carried else ""


def seen_by(obj: EObject) -> str:
    """Return the word for the visibility of an element, with a blank before it; nothing if everybody sees it."""
    visibility = obj.visibility.name
    if visibility == "Sight" and obj.eClass.name not in ("Counter", "Mark"):
        raise Unwritable
    return "" if visibility == "All" else f" {visibility.lower()}"


def counter(obj: EObject, game: EObject, words: Words) -> str:
    """Return the declaration of a counter."""
    numbers = Numbers(obj, words)
    said = obj.initial != 0 or numbers.has(Quantity.Initial)
    if (said or len(obj.initialRegions) > 0) + (len(obj.initialCells) > 0) + (obj.initialAttribute is not None) > 1:
        raise Unwritable
    text = f"counter {declared_name(obj)}{' per' if obj.perPlayer else ''}{' cell' if obj.perCell else ''}"
    if obj.zone is not None:
        if not obj.perCell:
            raise Unwritable
        text += f" {words.refer(obj.zone, taken=frozenset(AFTER_CELL))}"
    text += _carried(obj)
    if obj.lifetime.name != "Game":
        text += f" {obj.lifetime.name.lower()}"
    text += seen_by(obj)
    if (obj.min, obj.max) != (_LEAST, _GREATEST) or numbers.has(Quantity.Min, Quantity.Max):
        text += f" {numbers.span((Quantity.Min, obj.min), (Quantity.Max, obj.max))}"
    if len(obj.initialRegions) > 0:
        return numbers.all_in(f"{text} = {{{_in_regions(obj, numbers, said, game, words)}}}")
    if len(obj.initialCells) > 0:
        return numbers.all_in(f"{text} = {{ {_numbers(obj, numbers, game)} }}")
    if obj.initialAttribute is not None:
        if not obj.carried:  # the name would be read as that of a parameter
            raise Unwritable
        text += f" = {words.refer(obj.initialAttribute, 'Parameter', 'Attribute')}"
        return numbers.all_in(text)
    if obj.initial == 0 and not numbers.has(Quantity.Initial):
        return numbers.all_in(text)
    return numbers.all_in(f"{text} = {numbers.text(Quantity.Initial, obj.initial)}")


def _in_regions(obj: EObject, numbers: Numbers, said: bool, game: EObject, words: Words) -> str:
    """Return the numbers of a counter that begins with others in regions, with blanks or line ends around them."""
    parts = [numbers.text(Quantity.Initial, obj.initial, alone=True)] if said else []
    players = {player.name for player in game.players}
    for held in obj.initialRegions:
        of_region = Numbers(held, words)
        if any(chosen.parameter is not None and chosen.parameter.name in players for chosen in held.chosen):
            raise Unwritable
        owner = "" if held.player is None else f" {words.refer(held.player)}"
        number = of_region.all_in(of_region.text(Quantity.Number, held.number))
        parts.append(f"at {words.refer(held.region)}{owner} {number}")
    whole = f" {'  '.join(parts)} "
    margin = "\n  "
    return whole if len(whole) <= 80 else f"{margin}{margin.join(parts)}\n"


def constant(obj: EObject, words: Words) -> str:
    """Return the declaration of a constant."""
    numbers = Numbers(obj, words)
    head = f"constant {declared_name(obj)}{' relative' if obj.relative else ''}{_of(obj, words)} ="
    if len(obj.numbers) > 0:
        if obj.offset != 0 or obj.rowFactor != 0 or obj.columnFactor != 0:
            raise Unwritable
        return numbers.all_in(f"{head} {{ {' '.join(map(str, obj.numbers))} }}")
    if numbers.has(Quantity.Offset):
        text = numbers.text(Quantity.Offset, obj.offset)
    else:
        text = str(obj.offset) if obj.offset != 0 or not obj.perCell else ""
    for factor, word in ((obj.rowFactor, "row"), (obj.columnFactor, "column")):
        if abs(factor) >= TOO_LARGE:
            raise Unwritable
        if factor != 0:
            sign = (" - " if factor < 0 else " + ") if text else "-" if factor < 0 else ""
            text += f"{sign}{'' if abs(factor) == 1 else f'{abs(factor)} * '}{word}"
    return numbers.all_in(f"{head} {text}")


def chosen(parameter: EObject, number: int, otherwise: int, words: Words) -> str:
    """Return the name of the parameter that says a number; *otherwise* is the number if its value is no number."""
    known = number_chosen(parameter)
    if number != (otherwise if known is None else known):
        raise Unwritable
    return words.refer(parameter)


def _numbers(obj: EObject, known: Numbers, game: EObject) -> str:
    """Return the initial numbers of a counter, with ``|`` between those of players if there are some for each."""
    numbers = [known.text(Quantity.InitialCells, n, at, alone=True) for at, n in enumerate(obj.initialCells)]
    cells = len((obj.zone or game.board).tileplacement) if obj.perCell and game.board is not None else 1
    if obj.zone is not None and obj.zone.perPlayer:
        cells *= len(game.players)
    if not obj.perPlayer or len(numbers) != cells * len(game.players):
        return " ".join(numbers)
    return " | ".join(" ".join(numbers[first : first + cells]) for first in range(0, len(numbers), cells))


def phases(group: list[EObject]) -> str:
    """Return the declaration of phases."""
    return f"phases {', '.join(map(declared_name, group))}"


def parameter(obj: EObject) -> str:
    """Return the declaration of a parameter. Of named choices the first one must be the chosen one."""
    run = " run" if obj.stage.name == "Run" else ""
    names = [choice.name for choice in obj.choices]
    if names:
        if names[0] != obj.value or not all(map(is_word, names)) or obj.min is not None or obj.max is not None:
            raise Unwritable
        return f"parameter {declared_name(obj)}{run} = {' | '.join(names)}"
    if obj.value is None or (obj.min is None) is not (obj.max is None):
        raise Unwritable
    if obj.min is None:
        return f"parameter {declared_name(obj)}{run} = {quoted(obj.value)}"
    if obj.min > obj.max:
        raise Unwritable
    return f"parameter {declared_name(obj)}{run} {obj.min}..{obj.max} = {said(obj.value)}"


def variant(obj: EObject, words: Words) -> str:
    """Return the declaration of a variant."""
    if len(obj.settings) == 0:
        raise Unwritable
    settings = (f"{words.refer(setting.parameter)} {said(setting.value)}" for setting in obj.settings)
    return f"variant {declared_name(obj)} = {', '.join(settings)}"


def said(value: str | None) -> str:
    """Return the value of a parameter, in quotes where that is needed."""
    if value is None:
        raise Unwritable
    return value if is_word(value) or _INTEGER.match(value) else quoted(value)
