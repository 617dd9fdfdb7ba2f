"""A position as a page (HTML): the picture, whose turn it is, the legal moves, and the facts of the game.

The page is one file without scripts, and loads no other file. It is light or dark as the reader prefers. The library
that writes it escapes all text, so nothing in a model is taken for markup.
"""

from __future__ import annotations

from lxml import etree
from lxml.html import builder as E

from tilewright.metamodel.language import Theme
from tilewright.model.titles import titled
from tilewright.runtime.information.views import is_shown
from tilewright.runtime.interpreter.tables import CounterInfo
from tilewright.runtime.move import Move
from tilewright.runtime.pictures.svg import disc_of, scene_of
from tilewright.runtime.pictures.view import colours_of, view_of
from tilewright.runtime.results import number, numbers, told
from tilewright.runtime.state import State

MAX_MOVES = 500
"""The greatest number of legal moves that are listed; further ones are only counted."""

_STYLE = """
:root { color-scheme: light dark; --ink: #2b261c; --paper: #fbf9f4; --soft: #6d6350; --line: #d9d1c0; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9e4d8; --paper: #1d1b17; --soft: #a89e8a; --line: #454035; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { margin: 0 0 .5rem; font-size: 1.6rem; }
h2 { margin: 1.5rem 0 .25rem; font-size: 1rem; color: var(--soft); }
figure { margin: 0; }
@media (prefers-color-scheme: dark) { figure svg { filter: brightness(.85); } }
figure svg { display: block; width: 100%; max-width: 40rem; max-height: 80vh; }
.turn { font-size: 1.2rem; font-weight: 600; margin: .75rem 0 0; }
.moves code { display: inline-block; margin: 0 .6rem .2rem 0; }
table { border-collapse: collapse; }
th, td { padding: .2rem .8rem .2rem 0; text-align: left; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: normal; }
td svg { width: 1.2em; height: 1.2em; margin-right: .4em; vertical-align: -.25em; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
"""


def render_page(
    state: State,
    last: Move | None = None,
    *,
    legal: bool = True,
    coordinates: bool = True,
    theme: Theme | None = None,
    viewer: int | None = None,
) -> str:
    """Return the page about a state; *last* is the move that has led to it.

    Without *legal* the legal moves are neither marked nor listed; without *coordinates* columns and rows have no names.
    The picture has the colours of *theme*, or of the first theme of the game. *viewer* is the number of a player: then
    the page has only what this player sees.
    """
    game = state.game
    seen = view_of(state, last, legal=legal, theme=theme, viewer=viewer)
    picture = scene_of(seen, coordinates=coordinates, numbers=False)
    main = E.MAIN(E.H1(titled(game.name)), E.FIGURE(picture), E.P(E.CLASS("turn"), _status(state)))
    if last is not None:
        main.append(E.P("The last move was ", E.CODE(str(last)), "."))
    if legal and not state.is_over and viewer in (None, state.player.number):
        main.extend(_moves(state))
    main.extend(_facts(state, theme, viewer))
    head = E.HEAD(
        E.META(charset="utf-8"),
        E.META(name="viewport", content="width=device-width, initial-scale=1"),
        E.TITLE(f"{titled(game.name)}, ply {state.ply}"),
        E.STYLE(_STYLE),
    )
    page = E.HTML(head, E.BODY(main), lang="en")
    return str(etree.tostring(page, encoding="unicode", method="html", doctype="<!DOCTYPE html>")) + "\n"


def _status(state: State) -> str:
    """Return whose turn it is, or how the game has ended."""
    if not state.is_over:
        return f"{state.player} to move"
    scores = "" if state.scores is None else f", {' to '.join(map(str, state.scores))}"
    paid = f", {numbers(state.returns)}" if state.game.tables.pays else ""
    paid = f", ranked {', '.join(map(str, state.ranks or ()))}" if state.game.tables.ranks else paid
    words = told([player.name for player in state.game.players], state.returns)
    return f"{words[0].upper()}{words[1:]}{scores}{paid}"


def _moves(state: State) -> list[etree._Element]:
    """Return the list of the legal moves, with its heading."""
    moves = state.legal_moves
    shown = [E.CODE(str(move)) for move in moves[:MAX_MOVES]]
    more = [f"and {len(moves) - MAX_MOVES} more"] if len(moves) > MAX_MOVES else []
    return [E.H2(f"Legal moves: {len(moves)}"), E.P(E.CLASS("moves"), *shown, *more)]


def _facts(state: State, theme: Theme | None, viewer: int | None) -> list[etree._Element]:
    """Return tables of the players (results, numbers) and the pieces (symbols), the size of the board, the position.

    The players have the colours of *theme*, as in the picture.
    """
    tables = state.game.tables
    players = state.game.players
    counters = [info for info in tables.counters.values() if info.lifetime != "Move" and not info.per_cell]
    content = state.position if viewer is None else state.view(viewer).content
    if viewer is not None:
        counters = [info for info in counters if is_shown(info.element)]
    heads = ["Player", *(["Result"] if state.is_over else []), *(info.name for info in counters)]
    rows = []
    for player, part, colour in zip(players, state.returns, colours_of(state.game, theme), strict=True):
        results = [number(part)] if state.is_over else []
        numbers = [
            str(content.counters[info.slot(player.number)]) if _is_told(info, player.number, viewer) else "?"
            for info in counters
        ]
        rows.append(E.TR(E.TD(disc_of(colour), player.name), *map(E.TD, [*results, *numbers])))
    found = [E.H2("Players"), E.TABLE(E.TR(*map(E.TH, heads)), *rows)]
    symbols: dict[str, list[str]] = {piece.name: [] for piece in tables.pieces}
    for info, symbol in zip(tables.states, state.game.names.states, strict=True):
        if info.piece >= 0:
            symbols[tables.game.pieces[info.piece].name].append(symbol)
    if symbols:
        rows = [E.TR(E.TD(name), E.TD(" ".join(dict.fromkeys(used)))) for name, used in symbols.items()]
        found += [E.H2("Pieces"), E.TABLE(E.TR(E.TH("Piece"), E.TH("In text")), *rows)]
    size = f"{tables.width}×{tables.height}, {len(tables.cells.places)} cells"
    text = state.to_text() if viewer is None else state.view(viewer).to_text()
    return [*found, E.H2("Board"), E.P(size), E.H2("Position"), E.PRE(text)]


def _is_told(counter: CounterInfo, player: int, viewer: int | None) -> bool:
    """Return whether a viewer knows the number of a player: if each sees only his own, that of others is not shown."""
    return viewer in (None, player) or counter.element.visibility.name != "Owner"
