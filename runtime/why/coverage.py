"""Coverage: which filters of a game take effect in random games.

The games are those that the interpreter plays in ``simulate`` with the same seed. What each player sees is worked out
in each of their positions. Each flow that comes to a filter is a try: the filter passes it if it has an output, and
rejects it otherwise. A filter that has passed no flow has never fired: either no flow came to it, or its condition
never held. What a condition, ``if … { … } else { … }``, asks stands in the model twice, since *else* is the opposite
test; it counts where the author has written it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import Board, ChoiceFilter, Filter, Zone
from tilewright.metamodel.language import Game as GameElement
from tilewright.model.document import Document, Syntax
from tilewright.model.game.recognition import condition_of
from tilewright.model.objects import walk
from tilewright.model.places import Place
from tilewright.runtime.engines.trail import Trail
from tilewright.runtime.interpreter.flow import Flow
from tilewright.runtime.interpreter.watching import Watched
from tilewright.runtime.limits import GREATEST_SEED, LONGEST, MOST_GAMES, check
from tilewright.runtime.odds import drawn
from tilewright.runtime.playouts import MAX_PLIES
from tilewright.runtime.protocols import Node
from tilewright.runtime.state import Game, State, state_of
from tilewright.runtime.why.filters import FilterInfo, describe, filters_of


@dataclass(frozen=True, slots=True)
class Covered:
    """The counts of a filter: how many flows it passed and how many it rejected."""

    filter: FilterInfo
    passed: int
    rejected: int

    @property
    def tried(self) -> int:
        """The number of flows that came to the filter."""
        return self.passed + self.rejected

    @property
    def never(self) -> bool:
        """Whether the filter has never fired."""
        return self.passed == 0


@dataclass(frozen=True, slots=True)
class Coverage:
    """The counts of the filters of a model in a number of games, in the order of the model."""

    game: str
    games: int
    plies: int
    seed: int
    filters: tuple[Covered, ...]

    @property
    def never(self) -> tuple[Covered, ...]:
        """The filters that have never fired."""
        return tuple(covered for covered in self.filters if covered.never)

    def facts(self) -> dict[str, Any]:
        """Return the coverage as a value for JSON."""
        return {
            "game": self.game,
            "games": self.games,
            "plies": self.plies,
            "seed": self.seed,
            "never": len(self.never),
            "filters": [
                {**c.filter.facts(), "tried": c.tried, "passed": c.passed, "rejected": c.rejected, "never": c.never}
                for c in self.filters
            ],
        }


class Count:
    """How many flows one filter has passed and rejected."""

    __slots__ = ("passed", "rejected")

    def __init__(self) -> None:
        self.passed = self.rejected = 0


class Counter:
    """A listener that counts passed and rejected flows."""

    def __init__(self, root: Element) -> None:
        self.counts = {element: Count() for element in filters_of(root)}

    def enter(self, element: Filter, flow: Flow) -> Count:
        return self.counts[element]

    def leave(self, visit: Count, flow: Flow) -> None:
        if flow.cells:
            visit.passed += 1
        else:
            visit.rejected += 1

    def give(self, visit: Count, flow: Flow, number: int) -> None:
        if number == 0:
            visit.passed += 1

    def resume(self, visit: Count) -> None:
        pass

    def end(self, visit: Count, given: int) -> None:
        if given == 0:
            visit.rejected += 1


def cover(
    start: Game | State,
    games: int,
    seed: int = 0,
    *,
    max_plies: int = MAX_PLIES,
    progress: Callable[[int], None] | None = None,
) -> Coverage:
    """Play random games and return how often each filter passed and rejected flows.

    *start* is a game or the state from which to play. The same seed gives the same games. A game is left unfinished
    after *max_plies*. *progress* is called with 1 after each game. ``ValueError`` if a number is out of bounds: see
    ``limits``. Cost: that of the interpreter, and a call for each visit of a flow to a filter.
    """
    check("games", games, 1, MOST_GAMES)
    check("plies", max_plies, 0, LONGEST)
    check("seed", seed, 0, GREATEST_SEED)
    state = state_of(start)
    document = state.game.document
    counter = Counter(document.game)
    engine = Watched(document.game, document.places, counter)
    hidden = any(grid.sight is not None or grid.back is not None for grid in _grids(document.game))
    viewers = range(len(document.game.players)) if hidden else ()
    plies = 0
    for number in range(games):
        random = Random(f"{seed}/{number}")
        with Trail(engine) as trail:
            node: Node = engine.settle(state.start)
            for _ in range(max_plies):
                for viewer in viewers:
                    engine.seen(node.position, viewer)
                    engine.covered(node.position, viewer)
                engine.heuristic(node.position)
                if not node.moves:
                    break
                moves = list(node.moves)
                move = random.choice(moves) if node.odds is None else moves[drawn(node.odds, random.randrange)]
                node = trail.play(node, move)
                plies += 1
        if progress is not None:
            progress(1)
    filters = tuple(
        Covered(describe(element, document), counter.counts[element].passed, counter.counts[element].rejected)
        for element in counted(document.game)
    )
    return Coverage(state.game.name, games, plies, seed, filters)


def counted(root: Element) -> list[Filter]:
    """Return the filters of a model without those inside the opposite tests of its conditions."""
    every = list(filters_of(root))
    again: set[Filter] = set()
    for choice in every:
        if isinstance(choice, ChoiceFilter) and condition_of(choice) is not None:
            denied = choice.alternatives[1]
            again.update(*(filters_of(inner) for inner in denied.eContents() if inner is not denied.nextFilter))
    return [element for element in every if element not in again]


def _grids(game: GameElement) -> tuple[Board | Zone, ...]:
    """Return the board of a game and its zones."""
    return (game.board, *game.zones)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a source with its filters from left to right, each with its column, counted from 1."""

    number: int
    text: str
    filters: tuple[tuple[int, Covered], ...]


@dataclass(frozen=True, slots=True)
class Source:
    """A text in the notation, line by line."""

    file: str
    lines: tuple[Line, ...]


def annotate(coverage: Coverage, document: Document) -> Iterator[Source]:
    """Yield the sources of the filters, that of the model first; a game that extends another one has both.

    A model that is not a text in the notation is written in the notation.
    """
    places = [covered.filter.place for covered in coverage.filters]
    texts = _files(document, places)
    if not texts:
        texts, places = _written(document)
    for file, text in texts.items():
        on_line: dict[int, list[tuple[Place, int]]] = {}
        for index, place in enumerate(places):
            if place.file == file:
                on_line.setdefault(place.line, []).append((place, index))
        yield Source(
            file,
            tuple(
                Line(
                    number,
                    line,
                    tuple((place.column, coverage.filters[index]) for place, index in sorted(on_line.get(number, ()))),
                )
                for number, line in enumerate(text.rstrip().split("\n"), 1)
            ),
        )


def _files(document: Document, places: list[Place]) -> dict[str, str]:
    """Return the texts of the files, in the notation, that hold filters; empty if one cannot be read any more."""
    if document.syntax is not Syntax.GAME:
        return {}
    try:
        return {
            file: Path(file).read_text(encoding="utf-8-sig")
            for file in dict.fromkeys([document.file, *(place.file for place in places)])
        }
    except (OSError, ValueError):
        return {}


def _written(document: Document) -> tuple[dict[str, str], list[Place]]:
    """Return a model written in the notation, and the places of its filters there."""
    from tilewright.model.files import read_text, write

    text = write(document, Syntax.GAME)
    name = f"{document.file}, written in the notation"
    there = read_text(text, name, Syntax.GAME)
    assert document.root is not None and there.root is not None
    twins = dict(zip(walk(document.root), walk(there.root), strict=True))
    return {name: text}, [there.place(twins[element]) for element in counted(document.root)]
