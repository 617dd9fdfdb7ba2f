"""Declarations as text: the parts of a game in order, each in its shorthand or in class form."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from tilewright.metamodel.language import Quantity
from tilewright.metamodel.typing import EObject
from tilewright.model.fitting import is_word
from tilewright.model.game.chains import UNCALLABLE
from tilewright.model.game.colours import NEUTRAL_COLOUR, colour
from tilewright.model.game.declarations import CRITERIA, OF_GRIDS
from tilewright.model.game.reserved import meaning
from tilewright.model.game.structure import AFTER_PER, ARRANGEMENTS, LAYOUTS, PER_CELL, WRAPPING
from tilewright.model.game.writer import vocabulary
from tilewright.model.game.writer.chains import ChainWriter
from tilewright.model.game.writer.classes import ClassWriter
from tilewright.model.game.writer.layout import WIDTH, filled, lines
from tilewright.model.game.writer.numbers import Numbers, vector_text
from tilewright.model.game.writer.patterns import uncovered
from tilewright.model.game.writer.pictures import Pictures
from tilewright.model.game.writer.structure import reader_default, structure_of
from tilewright.model.game.writer.unwritable import Unwritable
from tilewright.model.game.writer.words import Words, declared_name, name_of
from tilewright.model.text.writer import quoted

_INDENT = "  "
_CONTINUED = 4
_BEHIND_ZONE = frozenset((PER_CELL, *AFTER_PER))
"""Words that are not read as the name of a zone after ``per``."""
_CRITERIA = {best: word for word, best in CRITERIA.items()}


@dataclass
class Written:
    """A declaration as lines, and the elements that it declares; the first one has its comments."""

    lines: list[str]
    elements: Sequence[EObject]


class DeclarationWriter:
    """Writes the declarations of one game. Raises ``Unwritable`` if the whole game must be in class form."""

    def __init__(self, game: EObject) -> None:
        self.game = game
        self.board = game.board
        self.words = Words(game)
        self.classes = ClassWriter(game)
        self.chains = ChainWriter(self.words, self.classes)
        self.structure = structure_of(game)
        self.pictures = self._pictures()
        self.zones: list[EObject] = []
        """The zones in shorthand, whose set-ups by choice, ``sight`` and ``back`` are declarations of their own."""

    def all(self) -> Iterator[Written]:
        """Yield all declarations, in the order in which they are written."""
        yield from self._players()
        if self.game.nature is not None:
            yield self._nature(self.game.nature)
        if self.game.turnPolicy.name == "Simultaneous":
            yield Written(["  simultaneous"], [])
        if self.game.initialPlayer is not self.game.players[0]:
            yield Written([f"  start {self.words.refer(self.game.initialPlayer)}"], [])
        if self.game.seats is not None:
            yield Written([f"  seats {self.words.refer(self.game.seats)}"], [])
        checkered = " checkered" if self.board.checkered else ""
        wrapping = tuple(feature for feature in ("wrapsAcross", "wrapsDown") if getattr(self.board, feature))
        wraps = "".join(f" {word}" for word, features in WRAPPING.items() if features == wrapping)
        layout = "".join(f" {word}" for word, name in LAYOUTS.items() if name == self.board.layout.name)
        yield Written([f"  board {self._extent()}{checkered}{wraps}{layout}"], [self.board])
        yield from self._shared()
        yield from self._pieces_and_tiles()
        yield from self._vocabulary()
        yield from self._looks()
        yield from self._cells()
        yield from self._rules()
        for theme in self.game.themes:
            yield self._class_form(theme)
        for form in self.game.formats:
            yield self._class_form(form)

    def _extent(self) -> str:
        """Return the columns and rows of the board: ``8x8``, or ``n x 8`` with the name of a parameter."""
        board = self.board
        if board.columns is None and board.rows is None:
            return f"{board.width}{'x' if board.height >= 0 else ' x '}{board.height}"
        measures = ((board.columns, board.width), (board.rows, board.height))
        words = (str(n) if p is None else vocabulary.chosen(p, n, 1, self.words) for p, n in measures)
        return " x ".join(words)

    def _class_form(self, obj: EObject) -> Written:
        return Written(self.classes.lines(obj, _INDENT), [obj])

    def _each(self, elements: Sequence[EObject], text: Callable[[EObject], str]) -> Iterator[Written]:
        """Yield a declaration for each element, in class form where *text* raises ``Unwritable``."""
        for obj in elements:
            try:
                yield Written([_INDENT + text(obj)], [obj])
            except Unwritable:
                yield self._class_form(obj)

    def _listed(
        self, word: Callable[[list[EObject]], str], elements: Sequence[EObject], key: Callable[[EObject], object]
    ) -> Iterator[Written]:
        """Yield a list for each run of elements with the same key; one that *word* cannot write is in class form."""
        for _, group in groupby(elements, key=key):
            waiting: list[EObject] = []
            for obj in group:
                try:
                    word([obj])
                    waiting.append(obj)
                except Unwritable:
                    yield from self._filled(word, waiting)
                    waiting = []
                    yield self._class_form(obj)
            yield from self._filled(word, waiting)

    def _filled(self, word: Callable[[list[EObject]], str], elements: list[EObject]) -> Iterator[Written]:
        """Yield a list of elements, or a declaration for each if the list does not fit on a line."""
        whole = [elements] if elements else []
        groups = [[obj] for obj in elements] if elements and len(_INDENT + word(elements)) > WIDTH else whole
        for group in groups:
            yield Written([_INDENT + word(group)], group)

    # -- structure

    def _players(self) -> Iterator[Written]:
        numbers = {player: number for number, player in enumerate(self.game.players)}

        def player_text(player: EObject) -> str:
            if player.hexColor is None:
                raise Unwritable
            said = {"name", "transform", "team"}
            if player.hexColor == colour(numbers[player], player.name):
                said.add("hexColor")
            transform = "" if player.transform.name == "Identity" else f" {player.transform.name}"
            team = "" if player.team is None else f" of {player.team if is_word(player.team) else quoted(player.team)}"
            return f"{name_of(player)}{transform}{team}{self.classes.rest(player, uncovered(player, said))}"

        yield from self._listed(
            lambda group: "players " + ", ".join(map(player_text, group)), self.game.players, lambda player: ""
        )

    def _nature(self, nature: EObject) -> Written:
        if nature.hexColor is None:
            raise Unwritable
        said = {"name", "hexColor"} if nature.hexColor == NEUTRAL_COLOUR else {"name"}
        return Written([f"  nature {name_of(nature)}{self.classes.rest(nature, uncovered(nature, said))}"], [nature])

    def _pieces_and_tiles(self) -> Iterator[Written]:
        """Yield pieces and tiles, merged so that reading gives the pieces in order, and the tiles in order."""
        found = self.structure
        tiles = [tile for tile in self.board.tiles if tile is not found.made]
        run: list[EObject] = []
        for piece in self.game.pieces:
            if piece in found.pieces:
                run.append(piece)
                continue
            yield from self._players_pieces(run)
            run = []
            if piece in found.neutrals:
                details = self._details(piece)
                yield Written(
                    [f"  {'kind' if details else 'neutral'} {piece.name}:{found.neutrals[piece]}{details}"], [piece]
                )
            elif piece in found.born:
                while tiles:
                    tile = tiles.pop(0)
                    yield self._tile(tile)
                    if tile is found.born[piece]:
                        break
            else:
                yield self._class_form(piece)
        yield from self._players_pieces(run)
        for tile in tiles:
            yield self._tile(tile)

    def _players_pieces(self, pieces: list[EObject]) -> Iterator[Written]:
        """Yield ``pieces`` for a run of pieces; one with details has a line of its own."""
        symbols = self.structure.pieces
        for _, group in groupby(pieces, key=lambda piece: self._details(piece) != "" and piece):
            run = list(group)
            texts = [f"{piece.name}:{'/'.join(symbols[piece])}{self._details(piece)}" for piece in run]
            yield Written([f"  pieces {' '.join(texts)}"], run)

    def _details(self, piece: EObject) -> str:
        """Return the groups, attributes and shape of a piece, with a blank before them, in class form if need be."""
        said, text = {"name", "symbol"}, ""
        try:
            if len(piece.groups) > 0:
                text += f" is {', '.join(self.words.refer(group) for group in piece.groups)}"
            values = [self._of_attribute(value) for value in piece.attributes]
            if piece.shape is not None:
                lies = "" if piece.symmetry.name == "Full" else f" {piece.symmetry.name.lower()}"
                values.append(f"shape {quoted(piece.shape)}{lies}")
            elif piece.symmetry.name != "Full":
                raise Unwritable
            if values:
                text += f" {{ {' '.join(values)} }}"
            said |= {"groups", "attributes", "shape", "symmetry"}
        except Unwritable:
            text = ""
        return text + self.classes.rest(piece, uncovered(piece, said))

    def _of_attribute(self, value: EObject) -> str:
        if (value.number is None) is (value.kind is None):
            raise Unwritable
        name = self.words.refer(value.attribute)
        if meaning("Attribute", name) is not None:
            raise Unwritable
        if value.kind is not None:
            return f"{name} {self.words.refer(value.kind)}"
        numbers = Numbers(value, self.words)
        text = numbers.all_in(numbers.text(Quantity.Number, value.number))
        if any(self.words.names.has(chosen.parameter.name, "Piece") for chosen in value.chosen):
            raise Unwritable
        return f"{name} {text}"

    def _shared(self) -> Iterator[Written]:
        """Yield groups and attributes in class form, unless the shorthand of the pieces declares all in their order."""
        pieces = [p for p in self.game.pieces if p in self.structure.pieces or p in self.structure.neutrals]
        shown = [piece for piece in pieces if not self._details(piece).startswith(" with")]
        groups = dict.fromkeys(group for piece in shown for group in piece.groups)
        attributes = dict.fromkeys(value.attribute for piece in shown for value in piece.attributes)
        for declared, elements in ((groups, self.game.groups), (attributes, self.game.attributes)):
            if list(declared) != list(elements):
                for element in elements:
                    yield self._class_form(element)

    def _tile(self, tile: EObject) -> Written:
        if tile not in self.structure.tiles:
            return self._class_form(tile)
        said = {"name", "tileType", "initialState", "states"}
        rest = self.classes.rest(tile, uncovered(tile, said))
        return Written([f"  tile {tile.name}{self.structure.tiles[tile]}{rest}"], [tile])

    def _pictures(self) -> list[str] | None:
        """Return the pictures of the cells; None if no picture can show them, so that the default tile is not made."""
        default = reader_default(self.game, self.structure)
        try:
            return Pictures(self.board, self.board, self.words, default).draw(is_made=self.structure.made is not None)
        except Unwritable:
            self.structure.made = None
            return None

    def _cells(self) -> Iterator[Written]:
        cells = list(self.board.tileplacement)
        if self.pictures is None:
            if len(self.board.setups) > 0:
                raise Unwritable
            for cell in cells:
                yield self._class_form(cell)
        for text in self.pictures or ():
            yield Written([_INDENT + line for line in text.split("\n")], cells)
            cells = cells[:1]
        for grid in (self.board, *self.zones):
            if len(grid.setups) > 0:
                for text, setups in Pictures(grid, self.board, self.words, None).setups():
                    yield Written([_INDENT + line for line in text.split("\n")], setups)

    # -- vocabulary

    def _vocabulary(self) -> Iterator[Written]:
        game, words = self.game, self.words
        yield from self._each(game.parameters, vocabulary.parameter)
        yield from self._each(game.variants, lambda obj: vocabulary.variant(obj, words))
        yield from self._each(game.directionSets, lambda obj: vocabulary.directions(obj, game, words))
        yield from self._each(game.zones, self._zone)
        yield from self._each(game.regions, lambda obj: vocabulary.region(obj, game, words))
        yield from self._listed(lambda group: vocabulary.marks(group, words), game.marks, vocabulary.kind_of_mark)
        yield from self._each(game.counters, lambda obj: vocabulary.counter(obj, game, words))
        yield from self._each(game.constants, lambda obj: vocabulary.constant(obj, words))
        yield from self._listed(vocabulary.phases, game.phases, lambda phase: "")

    def _looks(self) -> Iterator[Written]:
        """Yield what is drawn on the board."""
        across, down = self.board.across, self.board.down
        if (across is None) is not (down is None):
            raise Unwritable
        if across is not None:
            yield Written([f"  axes {vector_text(across, self.words)} {vector_text(down, self.words)}"], [])
        if len(self.board.edges) > 0:
            texts = ", ".join(vocabulary.edge(edge, self.words) for edge in self.board.edges)
            yield Written([f"  edges {texts}"], list(self.board.edges))
        if len(self.board.lines) > 0:
            texts = ", ".join(vocabulary.line(line, self.words) for line in self.board.lines)
            yield Written([f"  lines {texts}"], list(self.board.lines))
        if len(self.board.stars) > 0:
            yield Written([f"  stars {', '.join(map(self.words.refer, self.board.stars))}"], [])

    def _zone(self, zone: EObject) -> str:
        size = vocabulary.size(zone, self.words)
        if (zone.each is not None) + zone.perCell + zone.perPlayer > 1:
            raise Unwritable
        each = "" if zone.each is None else f" {self.words.refer(zone.each, taken=_BEHIND_ZONE)}"
        whose = f" per{f' {PER_CELL}' if zone.perCell else each}" if zone.perPlayer or zone.perCell or each else ""
        owner = f"{whose}{vocabulary.seen_by(zone)}"
        owner += "".join(f" {word}" for word, name in ARRANGEMENTS.items() if name == zone.arrangement.name)
        default = reader_default(self.game, self.structure)
        pictures = Pictures(zone, self.board, self.words, default)
        picture = pictures.zone()
        pictures.setups()  # it must be possible to write them as well
        name = declared_name(zone)
        if not (zone.sight is None is zone.back):
            self.words.refer(zone)
        self.zones.append(zone)
        return f"zone {name} {size}{owner}{picture}"

    # -- rules

    def _rules(self) -> Iterator[Written]:
        for sub in self.game.subPipelines:
            yield self._sub(sub)
        legal, effects = self.board.legalMovesPipeline, self.board.effectPipeline
        if legal is not None:
            if len(legal.filters) == 0 and len(legal.rules) == 0:
                yield self._class_form(legal)
            for root in legal.filters:
                yield self._root("place", root)
            for rule in legal.rules:
                yield self._move(rule)
        if effects is not None:
            if len(effects.filters) == 0:
                yield self._class_form(effects)
            for root in effects.filters:
                yield self._root("effect", root)
        for word in ("ensure", "stuck", "over", "round", *OF_GRIDS):
            root = getattr(self.board, word)
            if root is not None:
                yield Written(lines(f"  {word} = ", self.chains.chain(root), _CONTINUED), [root])
        for zone in self.zones:
            for word in OF_GRIDS:
                root = getattr(zone, word)
                if root is not None:
                    head = f"  {word} {self.words.refer(zone)} = "
                    yield Written(lines(head, self.chains.chain(root), _CONTINUED), [root])
        if len(self.game.ranking) > 0:
            yield self._ranking()
        if self.game.heuristic is not None:
            parts = self.chains.addends(self.game.heuristic)
            yield Written(filled("  heuristic ", parts, _CONTINUED), [self.game.heuristic])

    def _ranking(self) -> Written:
        criteria = [f"{_CRITERIA[each.best.name]} {self.chains.value(each.value)}" for each in self.game.ranking]
        return Written([f"  ranking {', '.join(criteria)}"], list(self.game.ranking))

    def _sub(self, sub: EObject) -> Written:
        try:
            if sub.name in UNCALLABLE:
                raise Unwritable
            return Written(lines(f"  sub {name_of(sub)} = ", self.chains.chain(sub.filter), _CONTINUED), [sub])
        except Unwritable:
            return self._class_form(sub)

    def _root(self, word: str, root: EObject) -> Written:
        try:
            name = "" if root.name is None else f" {name_of(root)}"
            chain = self.chains.chain(root, is_named=True)
        except Unwritable:
            name, chain = "", self.chains.chain(root)
        return Written(lines(f"  {word}{name} = ", chain, _CONTINUED), [root])

    def _move(self, rule: EObject) -> Written:
        try:
            head = f"  {'chance' if rule.nature else 'move'} {name_of(rule)}{vocabulary.seen_by(rule)}"
            masses = [
                (word, mass) for word, mass in (("weight", rule.weight), ("share", rule.share)) if mass is not None
            ]
            if (rule.priority != 0 or rule.maximise is not None) if rule.nature else masses:
                raise Unwritable
            for word, mass in masses:
                head += f" {word} {self.chains.value(mass)}"
            if rule.priority != 0:
                head += f" priority {rule.priority}"
            if rule.maximise is not None:
                head += f" maximise {self.words.refer(rule.maximise)}"
            if len(rule.phases) > 0:
                head += f" in {', '.join(self.words.refer(phase) for phase in rule.phases)}"
            return Written(lines(f"{head} = ", self.chains.chain(rule.filter), _CONTINUED), [rule])
        except Unwritable:
            return self._class_form(rule)
