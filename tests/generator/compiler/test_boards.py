"""Boards of owners and of kinds: where they are used, and that the cells in some states are found from them."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from random import Random
from typing import Any

import pytest

from tests.support.drawn_games import ONCE_WRONG, QUICK, drawn
from tests.support.engines import COMPILED
from tests.support.thinning import thinned
from tests.support.trace import agree
from tilewright.generator.compiler.emit.factors import Area, areas
from tilewright.generator.compiler.lowering import boards as module
from tilewright.generator.compiler.lowering.boards import Boards, Borne, boards_of
from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.model.diagnostics import ModelError
from tilewright.model.files import read, read_text
from tilewright.model.gallery import locate
from tilewright.runtime import Game, load

COUNTS = {
    "chess": (12, 8), "xiangqi": (28, 9), "shogi": (28, 16), "minishogi": (20, 12), "brandubh": (8, 4),
    "checkers": (4, 4), "go": (2, 2),
}  # fmt: skip
"""How many states and how many boards a game has."""


@pytest.mark.parametrize("name", COUNTS)
def test_boards_are_of_owners_and_kinds_where_that_saves_some(name: str) -> None:
    constants = Constants(read(locate(name)).game)
    assert (len(constants.states) - len(constants.initial_state), len(constants.boards.states)) == COUNTS[name]
    assert constants.boards.factored == (COUNTS[name][0] != COUNTS[name][1])


def test_states_that_owner_and_kind_do_not_tell_apart_have_a_board_each() -> None:
    states = [Borne(state, 0, state % 2, state // 2 % 3) for state in range(1, 9)]
    assert len(boards_of(states[:6]).states) == 5
    assert len(boards_of(states).states) == 8


def written(found: tuple[Area, ...]) -> str:
    """Return areas as a text."""

    def union(boards: tuple[int, ...]) -> str:
        return "|".join(map(str, boards))

    blocks = [
        " + ".join(
            (
                f"{union(b.first)} - {union(b.second)}"
                if b.negated
                else " & ".join(filter(None, map(union, (b.first, b.second))))
            )
            for b in area.blocks
        )
        for area in found
    ]
    return " // ".join(f"not {text}" if area.negated else text for area, text in zip(found, blocks, strict=True))


THOROUGH = 40
"""The random games that are compared in the slow proofs."""

OWNERS = {"White", "Black"}

SMALL = """game Small {
  players White, Black
  board 4x4
  pieces King:K Rook:R Pawn:P Bishop:B
  move any = own -> select -> empty -> select
}"""


@pytest.mark.parametrize(
    ("wanted", "among", "text"),
    [
        ("White Rook", "", "0 & 3"),
        ("White", "", "0"),
        ("Rook", "", "3"),
        ("Rook Pawn", "", "3|4"),
        ("White Rook, White Pawn", "", "0 & 3|4"),
        ("White Rook, White Pawn, White Bishop", "", "0 - 2"),
        ("White, Black", "", "0|1"),
        ("Empty", "", "not 0|1"),
        ("Empty, Black", "", "not 0"),
        ("White Rook, White Pawn", "White", "3|4"),
        ("White, Black Rook", "", "0 + 1 & 3"),
        ("Rook, Black", "White", "3"),
    ],
)
def test_the_shortest_expression(wanted: str, among: str, text: str) -> None:
    constants = Constants(read_text(SMALL, "small.game").game)

    def states(of: str) -> frozenset[int]:
        """Return the states of each part: of an owner, of one of some kinds, or of both."""
        found = set()
        for words in (set(part.split()) for part in of.split(",")):
            owners, kinds = words & OWNERS, words - OWNERS
            for state, facts in enumerate(constants.states):
                owner, piece = facts.element.owner, facts.element.piece
                kind = "Empty" if piece is None else piece.name
                fits_owner = not owners or (owner is not None and owner.name in owners)
                if fits_owner and (kind in kinds if kinds else owner is not None):
                    found.add(state)
        return frozenset(found)

    assert written(areas(constants, states(wanted), states(among) if among else None)) == text


class Tiles:
    """Tiles with random states, one cell of each kind of tile."""

    def __init__(self, random: Random) -> None:
        owners, kinds = random.randint(1, 3), random.randint(1, 4)
        self.tile: list[int] = []
        self.initial_state: list[int] = []
        borne: list[Borne] = []
        for tile in range(random.randint(1, 4)):
            self.initial_state.append(len(self.tile))
            self.tile.append(tile)
            for owner, kind in product(range(owners), range(kinds)):
                if random.random() < 0.7:
                    borne.append(Borne(len(self.tile), tile, owner, kind))
                    self.tile.append(tile)
        self.tile_cells = [1 << tile for tile in range(len(self.initial_state))]
        self.boards: Boards = boards_of(borne)

    def of_tile(self, tile: int) -> list[int]:
        return [state for state, own in enumerate(self.tile) if own == tile]


def holds(found: tuple[Area, ...], cell: int, on: tuple[int, ...]) -> bool:
    """Return whether a cell is in areas that is on some boards."""

    def on_any(boards: tuple[int, ...]) -> bool:
        return not set(on).isdisjoint(boards)

    return any(
        bool(area.cells & cell)
        and area.negated
        != any(
            (not b.first or on_any(b.first)) and (not b.second or on_any(b.second) != b.negated) for b in area.blocks
        )
        for area in found
    )


def test_cells_in_any_states_are_found_from_any_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "is_worth_it", lambda plain, factored: plain > 0)
    factored = 0
    for seed in range(400):
        random = Random(seed)
        tiles: Any = Tiles(random)
        factored += tiles.boards.factored
        every = range(len(tiles.tile))
        for _ in range(20 if tiles.boards.factored else 0):
            states = frozenset(state for state in every if random.random() < random.choice((0.2, 0.5, 0.8)))
            among = None if random.random() < 0.3 else frozenset(state for state in every if random.random() < 0.6)
            found = areas(tiles, states, among)
            for state in every if among is None else among:
                cell = tiles.tile_cells[tiles.tile[state]]
                assert holds(found, cell, tiles.boards.of_state.get(state, ())) == (state in states)
    assert factored > 300


def has_one_record(played: Game) -> None:
    """What stands nowhere is on no board: else equal positions would differ, by how they came about."""
    batch = played.batch(3, seed=7)
    for _ in range(4):
        batch.random(9)
        found = batch.hashes().tolist()
        for number in range(3):
            batch.place(number, batch.state(number))
        assert batch.hashes().tolist() == found


@pytest.mark.parametrize("name", ["brandubh", "chess", "crazyhouse", "intellector", "minishogi", "xiangqi"])
def test_a_position_has_one_record(name: str) -> None:
    has_one_record(load(name, "python"))


# -- whole games, whose boards are factored although nothing is saved


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Factor whatever can be, and take nothing that was compiled before."""
    monkeypatch.setattr(module, "is_worth_it", lambda plain, factored: plain > 0)
    monkeypatch.setenv("TILEWRIGHT_CACHE", "")


def factored(games: int) -> list[str]:
    """Return those of so many random games that hold a factored board."""
    return [text for text in drawn(games) if Constants(read_text(text, "drawn.game").game).boards.factored]


def compared(texts: list[str], engine: str) -> int:
    """Return of how many games a position was compared, and not only its moves counted; no engine may differ in any."""
    return sum(agree(text, engine).positions > 0 for text in texts)


@pytest.mark.usefixtures("always")
def test_engines_agree_on_random_games_with_factored_boards() -> None:
    texts = factored(QUICK)[:3]
    assert len(texts) == 3
    assert all(agree(text, "python").positions > 0 for text in texts)


@pytest.mark.prove
@pytest.mark.usefixtures("always")
@pytest.mark.parametrize("engine", COMPILED)
def test_engines_agree_on_many_random_games_with_factored_boards(engine: str) -> None:
    assert compared(factored(THOROUGH), engine) > 10


@pytest.fixture
def numbered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold the numbers of states, digit by digit, however few kinds there are."""
    monkeypatch.setattr(module, "MANY", -1)
    monkeypatch.setenv("TILEWRIGHT_CACHE", "")


@pytest.mark.usefixtures("numbered")
def test_engines_agree_on_random_games_with_coded_boards() -> None:
    assert all(agree(text, "python").positions > 0 for text in drawn(QUICK)[:6])


@pytest.mark.prove
@pytest.mark.usefixtures("numbered")
@pytest.mark.parametrize("engine", COMPILED)
def test_engines_agree_on_many_random_games_with_coded_boards(engine: str) -> None:
    texts = [text for text in drawn(THOROUGH) if Constants(read_text(text, "drawn.game").game).boards.coded]
    assert compared(texts, engine) > 10


@pytest.mark.usefixtures("always")
def test_a_position_of_a_random_game_has_one_record() -> None:
    right = 0
    for text in drawn(QUICK)[:4]:
        played = load(read_text(text, "drawn.game"), "python")
        with suppress(ModelError):  # of rules that go wrong in the course of the game
            has_one_record(played)
            right += 1
    assert right > 1


@pytest.mark.usefixtures("always")
@pytest.mark.parametrize("path", thinned(ONCE_WRONG))
def test_engines_agree_with_factored_boards_where_they_did_not(path: Any) -> None:
    assert agree(path.read_text(encoding="utf-8"), "python", path.name, plies=30).positions > 0
