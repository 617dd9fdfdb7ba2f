"""The ASCII form of a game of the Othello DSL: its keys, its theme, the board as a square of letters, its players.

The form does not tell which cells a round board has, and the last line has no line end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tilewright.metamodel.typing import EObject
from tilewright.model.foreign.othello.sheet import CHAINS, KNOWN, SECOND_NAME, UI


class NotOthello(ValueError):
    """A game has no form in the Othello DSL. The text says why."""


def ascii_form(game: EObject, owners: Mapping[tuple[int, int], str | None]) -> str:
    """Return the ASCII form. *owners* maps each cell, by row and column from 0, to the owner of its disc or None.

    ``NotOthello`` as in ``require_othello``.
    """
    return "\n".join(_lines(game, owners))


def require_othello(game: EObject) -> None:
    """Raise ``NotOthello`` unless a game has two players and a key or the rules of the Othello DSL."""
    if not any(parameter.name in KNOWN for parameter in game.parameters) and _chains(game) != CHAINS:
        raise NotOthello(f"{game.name} has none of the parameters of the Othello DSL: {', '.join(KNOWN)}")
    if len(game.players) != 2:
        raise NotOthello(f"{game.name} has {len(game.players)} players; the Othello DSL knows black and white")


def _chains(game: EObject) -> tuple[str | None, ...]:
    """Return the names of the sub-pipelines of a game, and of the chains of its pipelines."""
    pipelines = (game.board.legalMovesPipeline, game.board.effectPipeline)
    roots = (root for pipeline in pipelines if pipeline is not None for root in pipeline.filters)
    return tuple(chain.name for chain in (*game.subPipelines, *roots))


def keys(game: EObject, stage: str) -> list[tuple[str, str]]:
    """Return the keys of a stage, ``Compile`` or ``Run``, and their values, without those of ``ui``."""
    return [(p.name, p.value) for p in game.parameters if p.stage.name == stage and "." not in p.name]


def names(game: EObject) -> tuple[str, str]:
    """Return the names of the players with the black and the white discs, as in the file, where they may be equal."""
    black, white = game.players
    return black.name, next((p.value for p in game.parameters if p.name == SECOND_NAME), white.name)


def sprites(game: EObject) -> list[str]:
    """Return the names of the sprites of the theme."""
    prefix = "sprite."
    colours = dict(zip(game.players, ("black", "white"), strict=False))
    glyphs = game.themes[0].glyphs if len(game.themes) > 0 else ()
    found = [colours[glyph.player] for glyph in glyphs if glyph.player in colours and glyph.sprite]
    return [*found, *(p.name.removeprefix(prefix) for p in game.parameters if p.name.startswith(prefix))]


def discs(game: EObject, owners: Mapping[tuple[int, int], str | None]) -> Mapping[tuple[int, int], str | None]:
    """Return the owner of the disc to show on each cell: on an empty board the discs of the static position."""
    if any(owner is not None for owner in owners.values()):
        return owners
    chosen = [setup for setup in game.board.setups if setup.when is not None and setup.when.value == "static"]
    static = [state for setup in chosen for state in setup.states]
    return {**owners, **{(each.cell.row, each.cell.column): each.state.owner.name for each in static}}


def _lines(game: EObject, owners: Mapping[tuple[int, int], str | None]) -> Iterator[str]:
    require_othello(game)
    yield f"# Game: {game.name}"
    yield ""
    for title, stage in (("Compile-time", "Compile"), ("Run-time", "Run")):
        found = keys(game, stage)
        if found:
            yield f"> {title}:"
            yield from (f"  - {name} = {value}" for name, value in found)
            yield ""
    if len(game.themes) > 0 and game.themes[0].name:
        yield f"> UI Theme: {game.themes[0].name}"
    pictures = sprites(game)
    if pictures:
        yield "> Sprites:"
        yield from (f"  - {name}" for name in pictures)
    if len(game.themes) > 0 or any(parameter.name.startswith(UI) for parameter in game.parameters):
        yield ""
    yield from _board(game, discs(game, owners))
    yield ""
    black, white = names(game)
    yield f"Players: {black} (B) vs {white} (W)"


def _board(game: EObject, owners: Mapping[tuple[int, int], str | None]) -> Iterator[str]:
    letters = dict(zip((player.name for player in game.players), "BW", strict=True))
    rows, columns = range(game.board.height), range(game.board.width)
    yield "    " + " ".join(f"{column + 1:>2}" for column in columns)
    yield "   " + "---" * len(columns)
    for row in rows:
        owner = (owners.get((row, column)) for column in columns)
        yield f"{row + 1:>2} | " + " ".join(f"{letters.get(name or '', '.'):>2}" for name in owner)
