"""What the records of a compiled game mean, for programs in other languages: as JSON.

    game, maker         the name of the game, and what has made the module
    players, nature     name and colour of each who moves; nature, where there is chance, comes after the players
    words               the words of a set; the bit of a cell is one of theirs, the lowest word first
    size                the words of a record
    turn, end           their places in it: whose turn it is, and how the game has ended, 0 as long as it goes on
    start               the record of the position in which the game begins, each word as text
    remembers           whether rules ask for earlier positions, so that their keys have to be given
    steps, labels       the number of an option of a move is -1 for the first label, -2 for the second, and so on; the
                        last one is a pass that is forced
    nameless            what a move without clicks and options is called
    cells               name, row (0 at the top), column, bit, tile, and the zone of a cell beside the board
    boards              how many of the sets, which come first, say what stands on cells
    states              the tile, the symbol, owner (a player's number), piece and name; and the boards: a cell of the
                        tile is in this state if it is in these sets and in no other board
    numbers             name, player (or null), place of each number that belongs to no cell
    piles               name, player, least value, and the sets of the binary digits of numbers on cells, lowest first;
                        whether boards show them
    phases              their names and the place of the number of the present one, or null
    returns             what each player gets, by the number of the end
    scores, gains       the places of the scores with a word that says whether there are any, and of what players are
                        paid at the last end, after which stands for each by what that is divided, if it may be; or null

Numbers above 2**53 stand nowhere in it, and nothing depends on when or where it is made.
"""

from __future__ import annotations

from typing import Any

from tilewright import __version__
from tilewright.generator.compiler.program import Program
from tilewright.generator.splitmix import WORD
from tilewright.metamodel.language import Theme
from tilewright.runtime.interpreter.effects import won_by
from tilewright.runtime.pictures.colours import full_colour
from tilewright.runtime.pictures.view import colours_of
from tilewright.runtime.results import number
from tilewright.runtime.state import Game


def description(game: Game, program: Program, theme: Theme | None = None) -> dict[str, Any]:
    """Return the description of a game and its program, ready for JSON; *theme* gives players their colours."""
    layout, tables, names = program.layout, game.tables, game.names
    constants = layout.constants
    places = dict(layout.offsets())
    start = game.engine.initial()
    record = layout.pack(start.boards, start.marks, start.counters, start.phase, layout.turn(start.player, start.seat))
    bit_of = {cell: bit for bit, cell in layout.cell_of.items()}
    boards = list(constants.boards.states)
    sets = {name: place for place, name in enumerate(layout.sets)}
    cells = []
    for index, place in enumerate(tables.cells.places):
        row, column, *zone = place
        cell = {"name": names.cell_name(place), "row": row, "column": column, "bit": bit_of[index]}
        cells.append(cell | ({"zone": zone[0] - 1} if zone else {}))
    tile_of: dict[int, int] = {}
    for tile, bits in enumerate(constants.tile_cells):
        tile_of |= {cell: tile for cell, bit in bit_of.items() if bits >> bit & 1}
    for index, cell in enumerate(cells):
        cell["tile"] = tile_of[index]
    states = [
        {
            "tile": info.tile,
            "symbol": names.states[at],
            "owner": info.owner if info.owner >= 0 else None,
            "piece": tables.game.pieces[info.piece].name if info.piece >= 0 else None,
            "name": info.name,
            "boards": sorted(boards.index(board) for board in constants.boards.of_state.get(at, ())),
        }
        for at, info in enumerate(tables.states)
    ]
    counters = {facts.number: facts for facts in constants.counters.values() if facts.lifetime != "Move"}
    outcome = layout.outcome
    won = [won_by(player, program.players) for player in range(program.players)]
    return {
        "game": game.name,
        "maker": f"tilewright {__version__}",
        "players": [
            {"name": player.name, "colour": colour}
            for player, colour in zip(game.players, colours_of(game, theme), strict=True)
        ],
        "nature": game.nature and {"name": game.nature.name, "colour": full_colour(game.nature.color, "#888888")},
        "words": layout.words,
        "size": layout.size,
        "turn": places["p"],
        "end": places["e"],
        "start": [str(word & WORD) for word in record],
        "remembers": layout.remembers,
        "labels": list(program.labels),
        "nameless": names.nameless,
        "cells": cells,
        "boards": len(boards),
        "states": states,
        "numbers": [
            {
                "name": counters[counter].name,
                "player": player if counters[counter].players > 1 else None,
                "place": places[f"c_{counter}_{player}"],
            }
            for counter, player in layout.numbers
        ],
        "piles": [
            {
                "name": facts.name,
                "player": player if facts.players > 1 else None,
                "least": facts.least,
                "shown": facts.lifetime == "Game",
                "sets": [sets[f"P_{facts.number}_{player}_{digit}"] for digit in range(facts.planes)],
                "cells": sorted(map(layout.cell_of.__getitem__, facts.bits)),
            }
            for facts in counters.values()
            if facts.per_cell
            for player in range(facts.players)
        ],
        "phases": {"names": [phase.name for phase in constants.phases], "place": places["f_0"]}
        if "f_0" in places
        else None,
        "returns": [
            [number(part) for part in returns]
            for returns in (
                (0,) * program.players,
                (0,) * program.players,
                *won,
                *(tuple(-part for part in returns) for returns in won),
            )
        ],
        "scores": [places[name] for name in outcome.scores] or None,
        "gains": [places[name] for name in outcome.gains] or None,
    }
