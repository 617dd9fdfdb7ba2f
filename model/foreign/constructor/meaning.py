"""Composes the game of a configuration in the notation, reads it, and gives its elements places in the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tilewright.metamodel.typing import EObject
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import has_errors
from tilewright.model.document import Document
from tilewright.model.foreign.constructor.cases import TooManyCases
from tilewright.model.foreign.constructor.drawing import Drawing, Tint
from tilewright.model.foreign.constructor.moves import Rules
from tilewright.model.foreign.constructor.sheet import Figure, Sheet
from tilewright.model.foreign.constructor.states import Machine
from tilewright.model.foreign.constructor.words import CURRENT, EXACT, LAST, MADE, NEVER, PLAIN, QUIRK, STATE, Words
from tilewright.model.game.extending import read_game
from tilewright.model.limits import MOST_CELLS
from tilewright.model.places import Place, Recorded
from tilewright.model.text.writer import quoted


def build(sheet: Sheet, document: Document, place: Callable[[int], Place]) -> None:
    """Put the model of a sheet into a document, unless the document has errors; *place* converts offsets to places."""
    if has_errors(document.diagnostics):
        return
    composer = _Composer(sheet, document, place)
    text = composer.text()
    if text is None or has_errors(document.diagnostics):
        return
    if len(text) > LONGEST:
        composer.report(
            "too-large", f"the rules of this game become longer than {LONGEST} characters", sheet.name_offset
        )
        return
    read = read_game(text, document.file)
    if read.diagnostics:
        told = read.diagnostics[0].message
        composer.report("too-large", f"the rules of this game become longer than is read: {told}", sheet.name_offset)
        return
    document.root = read.root
    places = document.places = Recorded(document.file)
    for obj, offset in composer.placed(read.root):
        places.record(obj, place(offset))


LONGEST = 400_000
"""The greatest length of a composed game, in characters."""


class _Composer:
    """Composes the text of a game."""

    def __init__(self, sheet: Sheet, document: Document, place: Callable[[int], Place]) -> None:
        self.sheet = sheet
        self.document = document
        self.place = place
        self._told: set[tuple[str, int]] = set()
        self.drawing = Drawing(sheet, self.left_out)
        self.words = Words(sheet, self.drawing.grid)
        self.rules: list[tuple[Figure, str]] = []
        """The figure and the text of each rule, in order."""
        self._rule_names: set[str] = set()

    def report(self, code: str, message: str, offset: int) -> None:
        """Report a problem, once for each code and offset."""
        if (code, offset) not in self._told:
            self._told.add((code, offset))
            self.document.diagnostics.append(diagnose(code, message, self.place(offset)))

    def left_out(self, message: str, offset: int) -> None:
        """Warn of something that has no counterpart in a model."""
        self.report("without-counterpart", message, offset)

    def text(self) -> str | None:
        """Return the game in the notation; None, after a report, if it is too large.

        Rules are composed again as long as they read counters that earlier rules did not carry along.
        """
        words, sheet = self.words, self.sheet
        if words.grid.width * words.grid.height > MOST_CELLS:
            message = f"a board of {words.grid.width}x{words.grid.height} is larger than {MOST_CELLS} cells"
            self.report("too-large", message, sheet.board_offset)
            return None
        counts: frozenset[str] | None = None
        while counts != self._counts():
            counts = self._counts()
            for figure in sheet.figures.values():
                if not self._compose(figure, counts):
                    return None
            effect = Machine(words, self.report).effect()
            if counts != self._counts():
                self.rules.clear()
                self._rule_names.clear()
        return "\n".join([*self._head(), *(f"  {text}" for _, text in self.rules), f"  effect = {effect}", *_TAIL])

    def _counts(self) -> frozenset[str]:
        return frozenset(self.words.used & {MADE, LAST})

    def _compose(self, figure: Figure, counts: frozenset[str]) -> bool:
        """Compose the rules of a figure, once for all players if they are the same; return False if that fails."""
        found: dict[str, list[str]] = {}
        for player in self.sheet.players:
            try:
                found[player] = Rules(self.words, player, counts, self.left_out).rules(figure.name)
            except TooManyCases:
                message = f"the movements of '{figure.name}' make too many cases"
                self.report("too-large", message, figure.offset)
                return False
        word = self.words.figures[figure.name]
        movers = [player for player in self.sheet.players if self._phases(player)]
        if all(found[player] == found[movers[0]] for player in movers):
            self._add(figure, word, "", found[movers[0]])
            return True
        for player in movers:
            phases = f" in {', '.join(self._phases(player))}"
            self._add(figure, f"{self.words.players[player]}_{word}", phases, found[player])
        return True

    def _phases(self, player: str) -> list[str]:
        states = self.sheet.states.values()
        return [self.words.phases[s.name] for s in states if s.kind == "move" and s.player == player]

    def _add(self, figure: Figure, name: str, phases: str, rules: list[str]) -> None:
        number = 1
        for rule in rules:
            numbered = name
            while numbered in self._rule_names:
                number += 1
                numbered = f"{name}_{number}"
            self._rule_names.add(numbered)
            self.rules.append((figure, f"move {numbered}{phases} = {rule}"))

    def _head(self) -> Iterator[str]:
        words, sheet = self.words, self.sheet
        yield f"game {words.game} {{"
        transforms = self.drawing.transforms()
        players = (f"{word} {transforms.get(name, '')}".rstrip() for name, word in words.players.items())
        yield f"  players {', '.join(players)}"
        first = sheet.states[sheet.initial]
        if first.player != sheet.players[0]:
            yield f"  start {words.players[first.player]}"
        grounds, tints = self.drawing.grounds()
        layout = " ".join(["checkered"] * (len(grounds) == 2) + [self.drawing.shape.word])
        yield f"  board {words.grid.width}x{words.grid.height} {layout}".rstrip()
        if self.drawing.axes is not None:
            yield "  axes {} {}".format(*("({},{})".format(*axis) for axis in self.drawing.axes))
        yield from (f"  {line}" for line in words.piece_lines())
        phases = [sheet.initial, *(name for name in words.phases if name != sheet.initial)]
        yield f"  phases {', '.join(words.phases[name] for name in phases)}"
        yield from (f"  {line}" for line in self._counters())
        if QUIRK in words.used:
            yield f"  parameter {QUIRK} = {EXACT} | {PLAIN}"
        for steps, name in words.directions.items():
            yield f"  directions {name} = {' '.join(f'({x},{y})' for x, y in steps)}"
        yield from (f"  {line}" for line in words.region_lines())
        painted = list(map(self._tint, tints))
        yield from (f"  {line}" for line, _ in painted if line)
        yield f"  mark {', '.join(words.marks)}"
        yield f"  setup {{ {' '.join(self._picture())} }}"
        looks = [f'{key} "{colour}"' for key, colour in zip(("lightCells", "darkCells"), grounds, strict=False)]
        if painted:
            looks.append(f"tints {{ {', '.join(tint for _, tint in painted)} }}")
        if sheet.pictures:
            looks.append(f"glyphs {{ {', '.join(self._glyphs())} }}")
        if looks:
            yield f"  Theme Configuration {{ {' '.join(looks)} }}"

    def _tint(self, tint: Tint) -> tuple[str, str]:
        """Return the declaration of the region that a tint needs, or '', and the tint."""
        if tint.rule is not None:
            features = zip(("rowFactor", "columnFactor", "divisor", "remainder"), tint.rule, strict=True)
            told = " ".join(f"{name} {number}" for name, number in features)
            return "", f'Tint {{ hexColor "{tint.colour}" {told} }}'
        name = self.words.naming.name("tint", "region")
        cells = "".join(f"({column},{row})" for column, row in sorted(tint.cells))
        return f"region {name} = cells {cells}", f'Tint {{ hexColor "{tint.colour}" region {name} }}'

    def _counters(self) -> Iterator[str]:
        used = self.words.used
        moves = [state.name for state in self.sheet.states.values() if state.kind == "move"]
        if len(moves) > 1:
            yield f"counter {STATE} 0..{len(moves) - 1} = {moves.index(self.sheet.initial)}"
        if used & {CURRENT, LAST}:
            yield f"counter {CURRENT} 1..32767 = 1"
        for name in (MADE, LAST):
            if name in used:
                yield f"counter {name} cell carried 0..32767 = {NEVER}"

    def _picture(self) -> Iterator[str]:
        grid = [[" "] * self.words.grid.width for _ in range(self.words.grid.height)]
        letters = self.words.symbols()
        for cell in self.sheet.cells:
            column, row = self.words.grid.at(cell)
            player, figure, _ = self.sheet.position.get(cell, ("", "", 0))
            grid[row][column] = letters[player, figure] if player else "."
        yield from (f'"{"".join(row)}"' for row in grid)

    def _glyphs(self) -> Iterator[str]:
        players, figures = list(self.sheet.players), list(self.sheet.figures)
        for player, figure, picture, _ in self.sheet.pictures:
            place = f'player "//@players.{players.index(player)}" piece "//@pieces.{figures.index(figure)}"'
            yield f"Glyph {{ {place} sprite {quoted(picture)} }}"

    def placed(self, root: EObject) -> Iterator[tuple[EObject, int]]:
        """Yield the elements of the game, each with the offset in the file from which it was composed."""
        sheet, words = self.sheet, self.words
        yield root, sheet.name_offset
        yield from zip(root.players, sheet.player_offsets, strict=True)
        yield root.board, sheet.board_offset
        cells = {words.grid.at(cell): offset for cell, offset in sheet.cells.items()}
        stands = {words.grid.at(cell): offset for cell, (_, _, offset) in sheet.position.items()}
        for cell in root.board.tileplacement:
            place = cell.column, cell.row
            yield cell, stands.get(place, cells[place])
        yield from zip(root.pieces, (figure.offset for figure in sheet.figures.values()), strict=True)
        rules = root.board.legalMovesPipeline.rules if self.rules else ()
        for rule, (figure, _) in zip(rules, self.rules, strict=True):
            yield rule, figure.offset
        named = {word: sheet.states[name].offset for name, word in words.phases.items()}
        for phase in root.phases:
            yield phase, named[phase.name]
        for theme in root.themes:
            yield from zip(theme.glyphs, (offset for _, _, _, offset in sheet.pictures), strict=True)
        yield root.board.effectPipeline, sheet.states[sheet.initial].offset


_TAIL = ["  stuck = draw", "}"]
