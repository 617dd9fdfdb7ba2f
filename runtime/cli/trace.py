"""trace: the path of a move through the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING

import click

from tilewright.runtime.cli.common import (
    fail,
    game_argument,
    load_game,
    put,
    reporting,
    say,
    say_as_json,
    start,
    start_options,
)

if TYPE_CHECKING:
    from tilewright.metamodel.language import Filter, MoveRule
    from tilewright.metamodel.language import Game as Model
    from tilewright.runtime import Game, State
    from tilewright.runtime.position import CellSet, Position
    from tilewright.runtime.why.paths import Part, Path, Step, Trace

WIDTH = 100
"""The columns that the drawn boards may take."""
TEXT = 46
"""The greatest number of characters of a filter that are shown."""
MARKS = "#*+@%&"
"""The characters that may mark the cells of the working set: the first that is no symbol of the game is used."""


@click.command("trace")
@game_argument
@click.argument("move")
@click.option("--rule", metavar="NAME", help="Show one rule or effect only.")
@click.option("--all", "unfold", is_flag=True, help="Show alternatives that are alike one by one.")
@start_options
@click.option("--format", "form", type=click.Choice(["text", "json", "html"]), default="text", help="How to print.")
def command(model: str, move: str, rule: str | None, unfold: bool, position: str | None, after: str, form: str) -> None:
    """Follow MOVE, legal or not, through the rules, filter by filter.

    Each filter is followed by the working set that it passes on, or by ✗ and the set that it rejects. A set that has
    changed is drawn on the board. Alternatives that are alike are folded into one line with a count. If the rules fail,
    the trace ends at the filter that fails.
    """
    from tilewright.runtime.matches.reading import read_or_spell
    from tilewright.runtime.refusals import AmbiguousMove, UnreadableMove
    from tilewright.runtime.why.tracing import facts, trace

    with reporting():
        state = start(load_game(model, readable=True), after, position)
        try:
            found = trace(state, read_or_spell(state, move), fold=not unfold)
        except (AmbiguousMove, UnreadableMove) as error:
            fail(str(error), 1)
        if rule is not None:
            found = replace(found, parts=_named(state.game, found, rule))
        if form == "json":
            say_as_json(facts(found, state))
        elif form == "html":
            from tilewright.runtime.why.reports import trace_page

            put(trace_page(found, state))
        else:
            for line in _Text(state, found).lines():
                say(line)
        if found.error is not None:
            raise found.error


def _named(game: Game, found: Trace, name: str) -> tuple[Part, ...]:
    """Return the parts of a trace that have a name. Exits with status 2 if the game has no part of this name."""
    from tilewright.model.hints import near_miss

    root: Model = game.document.game
    board = root.board
    moves, effects = board.legalMovesPipeline, board.effectPipeline
    roots: list[MoveRule | Filter] = [] if moves is None else [*moves.filters, *moves.rules]
    roots += [] if effects is None else effects.filters
    known = [part.name for part in roots if part.name]
    known += [word for word in ("ensure", "round") if getattr(board, word) is not None]
    if name not in known:
        fail(f"there is no rule or effect '{name}'{near_miss(name, known)}", 2)
    return tuple(part for part in found.parts if name in (part.name, part.kind))


class _Text:
    """A trace as text. The steps of each part are numbered from 1; above a drawn board stand the steps it shows."""

    def __init__(self, state: State, found: Trace) -> None:
        self._state = state
        self._found = found
        self._names = state.game.names
        self._everything = state.game.tables.cells.board
        self._mark = next((mark for mark in MARKS if mark not in self._names.states), MARKS[0])
        self._boards: dict[tuple[CellSet, Position], list[int]] = {}
        self._number = 0

    def lines(self) -> Iterator[str]:
        from tilewright.runtime.drawing import draw

        game, found = self._state.game, self._found
        yield f"{game.name}, {self._state.player} to move: {found.move}"
        yield ""
        yield from draw(replace(found.start, history=()), self._names).splitlines()
        for part in found.parts:
            yield ""
            yield from self._part(part)
        yield ""
        if found.cut:
            yield "There was more to see than is remembered; some steps are missing."
        yield f"{found.move} is {found.verdict}." if found.verdict.startswith(("legal", "not")) else f"{found.verdict}."

    def _part(self, part: Part) -> Iterator[str]:
        self._boards.clear()
        self._number = 0
        name = f" {part.name}" if part.name else ""
        outcome = "" if part.passed or part.kind in ("effect", "round", "win condition") else " ✗"
        yield f"{part.kind}{name} ({part.place}){outcome}"
        for path in part.paths:
            yield from self._path(path, part.place.file, 1)
        yield from self._drawn()

    def _path(self, path: Path, file: str, depth: int) -> Iterator[str]:
        for step in path.steps:
            yield from self._step(step, file, depth, path.folded)
        for fork in path.forks:
            label = " ".join(filter(None, [self._cells(fork.start), fork.direction]))
            times = f" {fork.times}×" if fork.times > 1 else ""
            yield f"{'  ' * (depth - 1)}      fork{times}: {label}{'' if fork.steps else ' goes on'}"
            yield from self._path(fork, file, depth + 1)

    def _step(self, step: Step, file: str, depth: int, folded: bool) -> Iterator[str]:
        from tilewright.runtime.why.filters import shorten

        self._number += 1
        number = self._number
        if step.changed and step.times == 1 and step.after not in (None, 0, self._everything):
            self._boards.setdefault((step.after or 0, step.boards), []).append(number)
        place = step.filter.place
        where = f"{place.line}:{place.column}" if place.file == file else str(place)
        player = "" if step.me == self._state.player.number else f" as {self._state.game.players[step.me]}"
        times = f" {step.times}×" if step.times > 1 else ""
        sign = "✗" if step.after is None else " "
        text = shorten(step.filter.text, TEXT) + times + player
        head = f"{sign}{'  ' * (depth - 1)}{number:>3}  {text}"
        yield f"{head:<{TEXT + 8}} {where:<7} {self._outcome(step)}".rstrip()
        for section in step.inside:
            yield f"{'  ' * depth}      {section.label}"
            for path in section.paths:
                yield from self._path(path, file, depth + 2)

    def _outcome(self, step: Step) -> str:
        if step.after is None:
            return f"✗ {'fails with' if step.failed else 'rejects'} {self._cells(step.before)}"
        binds = step.direction is not None and step.filter.filter in ("DirectionFilter", "BendFilter")
        way = f", along {step.direction}" if binds else ""
        end = ", and the game ends" if step.ended else ""
        return f"→ {self._cells(step.after)}{way}{end}"

    def _cells(self, cells: CellSet) -> str:
        from tilewright.runtime.why.reports import named_cells

        return named_cells(cells, self._state.game)

    def _drawn(self) -> Iterator[str]:
        """Yield the lines of the boards of a part, side by side as far as ``WIDTH`` allows.

        A board that is too wide by itself is left out.
        """
        blocks = [[", ".join(map(str, numbers)), *self._board(*key)] for key, numbers in self._boards.items()]
        row: list[list[str]] = []
        for block in blocks:
            if row and sum(map(_width, [*row, block])) + 4 * (len(row) + 1) > WIDTH:
                yield from _beside(row)
                row = []
            if _width(block) + 4 <= WIDTH:
                row.append(block)
        if row:
            yield from _beside(row)

    def _board(self, cells: CellSet, position: Position) -> list[str]:
        """Return the lines of a board on which *cells* are marked, in place of what stands there."""
        from tilewright.runtime.drawing import draw

        boards = (*(board & ~cells for board in position.boards), cells)
        names = replace(self._names, states=(*self._names.states, self._mark))
        return draw(replace(position, boards=boards), names).splitlines()


def _width(block: Sequence[str]) -> int:
    return max(map(len, block))


def _beside(blocks: list[list[str]]) -> Iterator[str]:
    """Yield the lines of blocks of text side by side, after an empty line."""
    widths = list(map(_width, blocks))
    yield ""
    for parts in zip_longest(*blocks, fillvalue=""):
        yield "    " + "    ".join(part.ljust(width) for part, width in zip(parts, widths, strict=True)).rstrip()
