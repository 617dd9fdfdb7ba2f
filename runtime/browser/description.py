"""The meaning of the records of a compiled game, as JSON for programs in other languages.

A record is an array of words of 64 bits. Its first words are sets of cells, one after the other; then come numbers. A
*place* is the index of a word in the record.

    game, maker         the name of the game; the program that has made the module
    players, nature     name and colour of each player, and of one who has a team the names of the others in it (mates);
                        name and colour of nature, or null without chance. Nature's number comes after those of the
                        players
    words               the number of words of a set, the lowest word first; the bit of a cell counts through them
    size                the number of words of a record
    turn, end           places: the number of the player to move; how the game has ended, 0 as long as it goes on
    start               the record of the initial position, each word as text
    remembers           whether rules ask for earlier positions, so that functions must be given their keys
    labels              the labels of options: as a step of a move, the first one is -1, the second -2, and so on; the
                        last one is a forced pass
    nameless            the notation of a move without clicks and options
    cells               of each cell its name, row (0 at the top), column, bit and tile, and for a cell beside the board
                        the number of its zone, where each player's zone counts apart
    boards              how many sets, the first ones, say what stands on cells
    states              of each state its tile, symbol, owner (the number of a player, or null), piece and name; and its
                        boards: a cell of the tile is in this state if it is in these sets and in no other board
    numbers             of each number that belongs to no cell its name, player (or null) and place
    piles               of each number on cells its name, player (or null) and least value; sets, of which the n-th has
                        the cells where binary digit n of the number, less the least value, is 1; whether it lasts to
                        the end of the game; and the cells that have it
    marks               of each mark that outlasts a move its name, player (or null), number among all marks, and set
    phases              the names of the phases, and the place of the number of the present one; null without phases
    returns             what each player gets, by the number of the end
    scores              the places of the scores of the players, then that of a word that says whether there are any;
                        null without scores
    gains               the places of what players are paid at the last end, then, where it may be a fraction, those of
                        the divisors; null if the rules do not pay

No number is above 2**53. The description depends on the model and the version of tilewright alone.
"""

from __future__ import annotations

from typing import Any

from tilewright import __version__
from tilewright.generator.compiler.program import Program
from tilewright.generator.splitmix import WORD
from tilewright.metamodel.language import Lifetime, Theme
from tilewright.runtime.interpreter.effects import won_by
from tilewright.runtime.pictures.colours import full_colour
from tilewright.runtime.pictures.view import colours_of
from tilewright.runtime.results import number
from tilewright.runtime.rulebook import Player
from tilewright.runtime.state import Game


def mates(game: Game, player: Player) -> dict[str, list[str]]:
    """Return the names of the others in the team of a player, as ``mates``; nothing if there are none."""
    names = [other.name for other in game.players if other.team == player.team is not None and other != player]
    return {"mates": names} if names else {}


def description(game: Game, program: Program, theme: Theme | None = None) -> dict[str, Any]:
    """Return the description of a game and its program, ready for JSON; players have the colours of *theme*."""
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
    counters = {facts.number: facts for facts in constants.counters.values() if facts.lifetime is not Lifetime.Move}
    outcome = layout.outcome
    won = [won_by(player, program.players) for player in range(program.players)]
    return {
        "game": game.name,
        "maker": f"tilewright {__version__}",
        "players": [
            {"name": player.name, "colour": colour, **mates(game, player)}
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
                "lasting": facts.lifetime is Lifetime.Game,
                "sets": [sets[f"P_{facts.number}_{player}_{digit}"] for digit in range(facts.planes)],
                "cells": sorted(map(layout.cell_of.__getitem__, facts.bits)),
            }
            for facts in counters.values()
            if facts.per_cell
            for player in range(facts.players)
        ],
        "marks": [
            {
                "name": tables.marks[mark].element.name,
                "player": tables.marks[mark].player,
                "number": mark,
                "set": sets[f"M_{mark}"],
            }
            for mark in layout.marks
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
