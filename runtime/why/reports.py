"""Reports in HTML: coverage and traces, each as one file that needs no other file and no script."""

from __future__ import annotations

from typing import Any

from lxml import etree

from tilewright.model.document import Document
from tilewright.runtime.drawing import EMPTY, count_on
from tilewright.runtime.interpreter.cells import bits
from tilewright.runtime.move import Grid
from tilewright.runtime.position import CellSet, Position
from tilewright.runtime.state import Game, State
from tilewright.runtime.why.coverage import Coverage, annotate
from tilewright.runtime.why.filters import FilterInfo
from tilewright.runtime.why.paths import Part, Path, Step, Trace

_SIGNS = {(False, False): "→", (True, False): "✗ rejects", (True, True): "✗ fails with"}
"""What stands before the cells of a step, by whether the flow has died there, and whether the rules have failed."""
MAX_NAMED = 6
"""The greatest number of cells of a set that are named."""

_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em; }
body { color: #222; background: #fff; }
code, .source, .board { font-family: ui-monospace, monospace; font-size: 13px; }
.source { border-collapse: collapse; } .source td { padding: 0 .6em; white-space: pre; vertical-align: top; }
.source .number { text-align: right; color: #666; } .fired { background: #e3f4e3; } .never { background: #fbdcdc; }
.path { margin: 0; padding-left: 1.6em; } .rejected > .head { background: #fbdcdc; } .place, .times { color: #666; }
.board { border-collapse: collapse; margin: .3em 0 .8em; }
.board td { width: 1.6em; height: 1.6em; text-align: center; }
.board .cell { border: 1px solid #999; } .board .in { background: #ffd257; font-weight: bold; }
.fork { border-left: 3px solid #9bd; margin: .3em 0; padding-left: .6em; } summary { cursor: pointer; }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #1b1b1b; } .fired { background: #1f3d1f; }
  .never, .rejected > .head { background: #5a2323; } .board .in { background: #8a6a00; }
  .place, .times, .source .number { color: #aaa; } }
"""


def named_cells(cells: CellSet, game: Game) -> str:
    """Return a phrase for a set of cells: "all", the names, or the number and the first names if there are many."""
    count = cells.bit_count()
    if cells == game.tables.cells.board:
        return f"all {count} cells{' of the board' if game.names.zones else ''}"
    names = " ".join(game.notation((cell,)) for _, cell in zip(range(MAX_NAMED), bits(cells), strict=False))
    return names if count <= MAX_NAMED else f"{count} cells: {names} …"


def coverage_page(coverage: Coverage, document: Document) -> str:
    """Return coverage as a page in HTML: the sources, with the counts of each filter."""
    body = _page_body(f"Coverage of {coverage.game}")
    never = len(coverage.never)
    words = f"{coverage.games} games, {coverage.plies} plies, seed {coverage.seed}: "
    _add(body, "p", f"{words}{len(coverage.filters) - never} of {len(coverage.filters)} filters have fired.")
    for source in annotate(coverage, document):
        _add(body, "h2", source.file)
        table = _add(body, "table", kind="source")
        _row(table, "th", "tried", "passed", "rejected", "line", "")
        for line in source.lines:
            row = _row(table, "td", "", "", "", str(line.number), line.text)
            for number, (column, covered) in enumerate(line.filters):
                if number:
                    row = _row(table, "td", "", "", "", "", " " * (column - 1) + "^ " + covered.filter.text)
                row.set("class", "never" if covered.never else "fired")
                for cell, count in zip(row, (covered.tried, covered.passed, covered.rejected), strict=False):
                    cell.text = str(count)
            for cell in row[:4]:
                cell.set("class", "number")
    return _finished(body)


def trace_page(found: Trace, state: State) -> str:
    """Return a trace as a page in HTML; chains inside filters can be opened. *state* is the one that was traced."""
    game = state.game
    body = _page_body(f"{game.name}, {state.player} to move: {found.move}")
    said = f"{found.move} is {found.verdict}" if found.verdict.startswith(("legal", "not")) else found.verdict
    _add(body, "p", f"{said}.")
    if found.cut:
        _add(body, "p", "There was more to see than is remembered; some steps are missing.")
    writer = _TraceWriter(game, state.player.number)
    writer.board(body, found.start, 0)
    for part in found.parts:
        writer.part(body, part)
    return _finished(body)


class _TraceWriter:
    """Writes the parts of a trace into a page."""

    def __init__(self, game: Game, mover: int) -> None:
        self._game = game
        self._mover = mover
        self._everything = game.tables.cells.board

    def part(self, body: etree._Element, part: Part) -> None:
        refused = not part.passed and part.kind not in ("effect", "win condition")
        heading = _add(body, "h2", f"{part.kind} {part.name or ''}".strip() + (" ✗" if refused else ""))
        _add(heading, "span", f" {part.place}", kind="place")
        for path in part.paths:
            self._path(body, path)

    def _path(self, parent: etree._Element, path: Path) -> None:
        inside = _add(parent, "div", kind="path")
        for step in path.steps:
            self._step(inside, step)
        for fork in path.forks:
            box = _add(inside, "div", kind="fork")
            times = f" {fork.times}×" if fork.times > 1 else ""
            way = f" {fork.direction}" if fork.direction else ""
            _add(
                box, "div", f"fork{times}: {named_cells(fork.start, self._game)}{way}{'' if fork.steps else ' goes on'}"
            )
            self._path(box, fork)

    def _step(self, parent: etree._Element, step: Step) -> None:
        box = _add(parent, "div", kind="rejected" if step.after is None else "passed")
        head = _add(box, "div", kind="head")
        _filter(head, step.filter)
        if step.times > 1:
            _add(head, "span", f" {step.times}×", kind="times")
        if step.me != self._mover:
            _add(head, "span", f" as {self._game.players[step.me]}")
        cells = step.before if step.after is None else step.after
        end = ", and the game ends" if step.ended else ""
        _add(head, "span", f" {_SIGNS[step.after is None, step.failed]} {named_cells(cells, self._game)}{end}")
        if step.changed and step.after not in (None, self._everything):
            self.board(box, step.boards, step.after or 0)
        for section in step.inside:
            details = _add(box, "details")
            _add(details, "summary", section.label)
            for path in section.paths:
                self._path(details, path)

    def board(self, parent: etree._Element, position: Position, marked: CellSet) -> None:
        """Draw the board of a position with some cells marked, and those zones that have a marked cell."""
        names = self._game.names
        self._grid(parent, position, marked, Grid("", names.width, names.height), ())
        for number, zone in enumerate(names.zones, 1):
            if marked & self._game.tables.cells.in_grid(number):
                _add(parent, "div", zone.name, kind="place")
                self._grid(parent, position, marked, zone, (number,))

    def _grid(
        self, parent: etree._Element, position: Position, marked: CellSet, grid: Grid, number: tuple[int, ...]
    ) -> None:
        names = self._game.names
        numbers = self._game.cell_numbers
        table = _add(parent, "table", kind="board")
        for row in range(grid.height):
            line = _add(table, "tr")
            for column in range(grid.width):
                cell = numbers.get((row, column, *number))
                if cell is None:
                    _add(line, "td")
                    continue
                state = next(state for state, board in enumerate(position.boards) if board >> cell & 1)
                symbol = names.states[state]
                text = ("" if symbol == EMPTY else symbol) + count_on(cell, position.counters, names)
                drawn = _add(line, "td", text, "cell in" if marked >> cell & 1 else "cell")
                drawn.set("title", self._game.notation((cell,)))


def _filter(parent: etree._Element, info: FilterInfo) -> None:
    _add(parent, "code", info.text)
    _add(parent, "span", f" {info.place.line}:{info.place.column}", kind="place")


def _page_body(title: str) -> etree._Element:
    html = etree.Element("html", lang="en")
    head = _add(html, "head")
    etree.SubElement(head, "meta", charset="utf-8")
    viewport = etree.SubElement(head, "meta", name="viewport")
    viewport.set("content", "width=device-width, initial-scale=1")
    _add(head, "title", title)
    _add(head, "style", _STYLE)
    body = _add(html, "body")
    _add(body, "h1", title)
    return body


def _finished(body: etree._Element) -> str:
    text = etree.tostring(body.getparent(), method="html", encoding="unicode", doctype="<!DOCTYPE html>")
    return f"{text}\n"


def _row(table: etree._Element, tag: str, *texts: str) -> etree._Element:
    row = _add(table, "tr")
    for text in texts:
        _add(row, tag, text)
    return row


def _add(parent: etree._Element, tag: str, text: str | None = None, kind: str | None = None) -> etree._Element:
    """Add an element with a text, which lxml escapes, and a class."""
    attributes: dict[str, Any] = {} if kind is None else {"class": kind}
    element = etree.SubElement(parent, tag, attributes)
    element.text = None if text is None else _printable(text)
    return element


def _printable(text: str) -> str:
    """Return a text in which characters that are not allowed in a document are replaced."""
    return "".join(c if c in "\t\n\r" or c.isprintable() or (c.isspace() and c >= " ") else "�" for c in text)
