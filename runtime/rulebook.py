"""A game without its states: its players and names, its moves in notation, and its engine.

Code that only looks at a game or a position takes a ``Rulebook``; ``Game`` is a ``Rulebook`` that makes states, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, Self

from tilewright.model.cell_names import column_name
from tilewright.model.hiding import hides
from tilewright.model.hints import near_miss
from tilewright.model.nameless import NAMELESS
from tilewright.runtime.limits import check
from tilewright.runtime.move import Cell, Move, notation
from tilewright.runtime.position import PASS, Identity, Position, Returns
from tilewright.runtime.protocols import Chosen, Engine, GameNames, Node
from tilewright.runtime.refusals import UnreadableMove

if TYPE_CHECKING:
    from tilewright.metamodel.elements import Element
    from tilewright.model.document import Document
    from tilewright.runtime.interpreter.explaining import Explainer
    from tilewright.runtime.interpreter.tables import Tables
    from tilewright.runtime.keys import Keys

_AMOUNT = re.compile(r"(?:0|[1-9][0-9]{0,9})\Z")

MAX_NOTATION = 10_000
"""The greatest length of a move in notation."""


@dataclass(frozen=True)
class Player:
    """A participant. ``number`` is the place in the model, from 0; nature's is that after the last player.

    Players of the same ``team`` win and lose together; one without a team plays alone.
    """

    number: int
    name: str
    color: str
    team: str | None = None

    def __str__(self) -> str:
        return self.name


class Rulebook:
    """A game without its states, and the engine that plays it. It never changes.

    ``nature`` moves where chance decides; it is None in a game without chance, and never among the ``players``.
    ``played_by`` is the name of the engine; ``fallback`` says why it is not the one that was asked for, else None.
    """

    def __init__(
        self,
        players: tuple[Player, ...],
        names: GameNames,
        chosen: Chosen,
        document: Document,
        nature: Player | None = None,
    ) -> None:
        self.name = names.game
        self.players = players
        self.nature = nature
        self.names = names
        self.engine: Engine = chosen.engine
        self.played_by = chosen.name
        self.fallback = chosen.fallback
        self.document = document
        self.choices: dict[str, object] = {}
        """The variant and the settings with which the model was loaded, by the names of the arguments of ``load``."""

    @cached_property
    def digest(self) -> str:
        """A hash of the model as XMI: two games have the same one iff their models say the same."""
        from hashlib import sha256

        from tilewright.model.document import Syntax
        from tilewright.model.files import write

        return sha256(write(self.document, Syntax.XMI).encode("utf-8")).hexdigest()

    def must_be(self, game: Rulebook) -> None:
        """Raise ``ValueError`` if the *game* of a state is another one than this."""
        if game is not self and game.digest != self.digest:
            raise ValueError(f"a state of {self.name} is needed, not one of {game.name}")

    @cached_property
    def cell_numbers(self) -> Mapping[Cell, int]:
        """The number of each cell by row and column."""
        return {cell: number for number, cell in enumerate(self.names.cells)}

    @cached_property
    def tables(self) -> Tables:
        """The tables that say what the numbers in positions stand for."""
        from tilewright.runtime.interpreter.tables import Tables

        return Tables(self.document.game)

    @cached_property
    def filter_texts(self) -> dict[Element, str]:
        """A cache: the notation of filters that was asked for."""
        return {}

    @property
    def is_simultaneous(self) -> bool:
        """Whether the players move at the same time: see ``State.movers``."""
        return self.document.game.turnPolicy.name == "Simultaneous"

    @cached_property
    def is_hidden(self) -> bool:
        """Whether something of the game is kept from some player: cells, marks, numbers or moves."""
        return hides(self.document.game)

    @cached_property
    def keys(self) -> Keys:
        """The Zobrist keys of positions."""
        from tilewright.runtime.keys import Keys

        return Keys(self.tables)

    @cached_property
    def explainer(self) -> Explainer:
        """The interpreter that says why moves are not legal, whichever engine plays."""
        from tilewright.runtime.interpreter.explaining import Explainer

        return Explainer(self.document.game, self.document.places)

    def mover(self, number: int) -> Player:
        """Return the player with a number; nature for the number after the last player."""
        return self.nature if self.nature is not None and number == len(self.players) else self.players[number]

    def seat(self, player: Player | int | str) -> int:
        """Return the number of a player, given as ``Player``, by number or by name. ``ValueError`` if it is none."""
        if isinstance(player, str):
            names = [one.name for one in self.players]
            if player not in names:
                raise ValueError(f"{self.name} has no player '{player}'{near_miss(player, names)}")
            return names.index(player)
        if not isinstance(player, Player):
            check("player", player, 0, len(self.players) - 1)
            return int(player)
        if player not in self.players:
            raise ValueError(f"{player} is no player of {self.name}; there are: {', '.join(map(str, self.players))}")
        return player.number

    @property
    def has_chance(self) -> bool:
        """Whether nature moves in the game."""
        return self.nature is not None

    def move(self, identity: Identity) -> Move:
        """Return the ``Move`` of an identity, which is a move in the numbers of the engine."""
        cells = self.names.cells
        steps = tuple(cells[step] if isinstance(step, int) else step for step in identity)
        return Move(steps, self.names.height, self.names.nameless, self.names.zones)

    def notation(self, identity: Identity) -> str:
        """Return the notation of an identity, which is a move in the numbers of the engine."""
        cells = self.names.cells
        steps = (cells[step] if isinstance(step, int) else step for step in identity)
        return notation(steps, self.names.height, self.names.nameless, self.names.zones)

    def parse_move(self, text: str) -> Move:
        """Return the move that a text stands for, legal or not. ``UnreadableMove`` if the text is not notation."""
        return self.move(self.identity(text))

    def identity(self, move: str | Move) -> Identity:
        """Return a move in the numbers of the engine. ``UnreadableMove`` if the game has no such cell or option."""
        if isinstance(move, str):
            return self._parse(move.strip())
        numbers = self.cell_numbers
        try:
            return tuple(step if isinstance(step, str) else numbers[step] for step in move.steps)
        except KeyError:
            raise UnreadableMove(str(move), "the board has no such cell") from None
        except AttributeError:
            raise TypeError(f"a move is a text or a Move, not {move!r}; play_number plays one by its number") from None

    def _parse(self, text: str) -> Identity:
        if not text or len(text) > MAX_NOTATION:
            raise UnreadableMove(text[:40], "a move is written as its cells and options, as in e2-e4 or e7-e8=q")
        if text == self.names.nameless:
            return ()
        steps = tuple(self._step(word, text) for word in text.replace("=", "-").split("-"))
        if self.notation(steps) != text:
            message = f"cells are joined by - and options follow =; write {self.notation(steps)}"
            raise UnreadableMove(text, message)
        return steps

    def _step(self, word: str, text: str) -> int | str:
        cell = self.names.cell_called(word)
        if cell is not None and cell in self.cell_numbers:
            return self.cell_numbers[cell]
        if word in self.names.options or word == PASS[0] or (self.names.amounts and _AMOUNT.match(word)):
            return word
        if cell is not None:
            raise UnreadableMove(text, self.absent(word, cell))
        if not word:
            raise UnreadableMove(text, "a cell or an option is missing; cells are joined by - and options follow =")
        known = {*self.names.options, "pass"} | {self.names.nameless} - {NAMELESS}
        near = near_miss(word, known)
        hint = str(near)
        if not near.remedies and (not self.names.options or any(map(str.isdigit, word))):  # a cell is meant
            hint = f"; a cell is called like {' or '.join(self._cells_as_examples())}"
        raise UnreadableMove(text, f"{word[:40]!r} is neither a cell nor an option{hint}")

    def _cells_as_examples(self) -> list[str]:
        """Return the names of up to three cells: the first one of the board and of the first zones."""
        firsts = {cell[2:]: number for number, cell in reversed([*enumerate(self.names.cells)])}
        return [self.notation((number,)) for number in sorted(firsts.values())[:3]]

    def absent(self, word: str, cell: Cell) -> str:
        """Return a sentence that says why the game has no such cell: it is a hole, or beyond the edge."""
        zone = self.names.zones[cell[2] - 1] if len(cell) > 2 else None
        what = "board" if zone is None else f"zone {zone.name}"
        width, height = (self.names.width, self.names.height) if zone is None else (zone.width, zone.height)
        if 0 <= cell[0] < height and 0 <= cell[1] < width:
            return f"{word} is a hole of the {what}, not a cell"
        extent = f"it has the columns a to {column_name(width - 1)} and the rows 1 to {height}"
        return f"the {what} has no cell {word}; {extent}"


class Moment(Protocol):
    """The part of ``State`` that code needs which only looks at a state."""

    @property
    def game(self) -> Rulebook: ...
    @property
    def node(self) -> Node: ...
    @property
    def start(self) -> Position: ...
    @property
    def position(self) -> Position: ...
    @property
    def player(self) -> Player: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def winners(self) -> Sequence[Player]: ...
    @property
    def returns(self) -> Returns: ...
    @property
    def legal_moves(self) -> Iterable[Move]: ...
    def play(self, move: Move) -> Self: ...
