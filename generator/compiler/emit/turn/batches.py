"""Functions on many positions, a row of a table for each: see ``Row`` for what a row holds.

    name_many    masks of what may be clicked next, and the numbers of legal moves
    find_many    from actions to clicks, and which moves are complete
    play_many    moves, by their numbers or by what was clicked
    random_many  random plies, each row with a generator of its own
    tell_many    whose turn it is, what is over, and with which returns
    key_many     a number for each position, equal for equal positions
    draw_many    the cells in each state

A function goes through the rows from ``first`` to ``last`` and returns the first one that it has not done: ``last``, or
less if it was stopped or met an error, which ``a_ctl[1]`` names. ``a_ctl[2]`` is the row that is at work. Nothing is
kept between calls. A move is named by its words: the numbers of its bits, and below 0 those of its labels.

The rows of games that remember have a trail beside them: for each earlier position its key and its record.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tilewright.generator.compiler.emit.code import Code, If, While
from tilewright.generator.compiler.emit.emitter import STEPS
from tilewright.generator.compiler.emit.filters.checks import FILTER
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.patterns import board_of
from tilewright.generator.compiler.emit.turn.history import begin, remember
from tilewright.generator.compiler.emit.turn.plies import arguments, end_if_stuck, random_ply, switch
from tilewright.generator.compiler.emit.turn.records import load, result, store
from tilewright.generator.compiler.emit.turn.seeking import NEXT, emit_words, seek
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import ERRORS
from tilewright.generator.compiler.program import BATCHES
from tilewright.generator.errors import NO_MOVE, SPENT, WORDS

CLICKED = -2
"""In place of a move's number: the move that was clicked."""


def emit_batches(turn: Turn, pass_label: int, labels: int) -> None:
    """Emit all functions on many positions; *pass_label* is the number of the forced pass among so many labels."""
    seekers = [f"seek_{me}" for me in range(turn.constants.players)]
    for name in ("recall", "forget", "draw", "clicked", "begins", "note", "mark", "keep", *seekers, *BATCHES):
        turn.module.reserve(name)
    if turn.layout.remembers:
        _recall(turn)
        _forget(turn)
    emit_words(turn)
    for me in range(turn.constants.players):
        seek(turn, me)
    _name(turn, pass_label)
    _find(turn, pass_label, len(turn.constants.board.bits) + labels + 1)
    _play(turn)
    _random(turn)
    _tell(turn)
    _key(turn)
    _draw(turn)


# -- rows


def _define(turn: Turn, name: str, parameters: str, code: Code) -> None:
    code.line("return i")
    turn.define(name, parameters.split(), code)


@contextmanager
def _each_row(turn: Turn, code: Code, condition: str) -> Iterator[None]:
    """Emit the loop over rows, and what is done with those that are not over and for which a condition holds."""
    code.assign("a_err", f"[0] * {WORDS}")
    if turn.layout.remembers:
        code.assign("a_count", f"[0] * {FILTER}")
    code.assign("i", "first")
    with code.block(While("i < last and a_ctl[0] == 0")):
        code.line("a_ctl[2] = i")
        code.store(ERRORS, SPENT, 0)
        code.assign("base", f"i * {turn.layout.row.size}")
        load(turn.layout, code, "a_rows", "base")
        with code.block(If(f"e == 0 and {condition}")):
            if turn.layout.remembers:
                code.assign("h", f"a_rows[base + {turn.layout.row.known}]")
                code.line("recall(a_hist, a_count, a_trail, i * room, h)")
            yield
            if turn.layout.remembers:
                code.line("forget(a_hist, a_count, h)")
        code.assign("i", "i + 1")


def _stop(code: Code, error: str, condition: str) -> None:
    with code.block(If(condition)):
        code.line(f"a_ctl[1] = {error}")
        code.line("return i")


def _stop_at_errors(code: Code) -> None:
    _stop(code, "a_err[0]", "a_err[0]")


def _recall(turn: Turn) -> None:
    """Emit ``recall``: the keys of a row's earlier positions are read from its trail, and counted."""
    code = Code()
    code.assign("j", "0")
    with code.block(While("j < h")):
        code.line(f"a_hist[j] = a_trail[(place + j) * {turn.layout.size + 1}]")
        code.assign("j", "j + 1")
    code.line("count_keys(a_count, a_hist, h)")
    code.line("return 0")
    turn.define("recall", ["a_hist", "a_count", "a_trail", "place", "h"], code)


def _forget(turn: Turn) -> None:
    """Emit ``forget``: no key is counted any more."""
    code = Code()
    code.assign("j", "0")
    with code.block(While("j <= h")):
        code.line(f"a_count[a_hist[j] & {FILTER - 1}] = 0")
        code.assign("j", "j + 1")
    code.line("return 0")
    turn.define("forget", ["a_hist", "a_count", "h"], code)


def _leave_trail(turn: Turn, code: Code) -> None:
    """Emit that the position, whose key is known, becomes an earlier one of its row."""
    if turn.layout.remembers:
        code.assign("place", f"(i * room + h) * {turn.layout.size + 1}")
        code.line("a_trail[place] = a_hist[h]")
        store(turn.layout, code, "a_trail", "place + 1")


def _keep(turn: Turn, code: Code, plies: str) -> None:
    """Emit that the position after so many plies is written to its row, as the end if nobody can move."""
    row = turn.layout.row
    end_if_stuck(turn, code)
    _stop_at_errors(code)
    store(turn.layout, code, "a_rows", "base")
    code.line(f"a_rows[base + {row.ply}] = a_rows[base + {row.ply}] + {plies}")
    code.line(f"a_rows[base + {row.clicks}] = 0")
    if turn.layout.remembers:
        code.line(f"a_rows[base + {row.known}] = h")


# -- moves


ROWS = "a_rows a_trail room a_hist first last"
CLICKS = "a_clicks room_clicks a_cells"


def _seek(turn: Turn, code: Code, clicks: str, want: str, mask: str, row: str) -> None:
    """Emit that the moves of a row are sought."""
    place = f"a_clicks, i * room_clicks, {clicks}, {want}, a_sel, a_out, {mask}, a_cells, {row}"
    switch(turn, code, f"seek_@({arguments(turn)}, {place})", ("n", "m"))
    _stop_at_errors(code)


def _name(turn: Turn, pass_label: int) -> None:
    """Emit ``name_many``: it sets the bytes of what may be clicked next in ``a_mask``, which are 0 before."""
    code = Code()
    _scratch(turn, code)
    with _each_row(turn, code, "1"):
        begin(turn, code)
        remember(turn, code)
        _seek(turn, code, f"a_rows[base + {turn.layout.row.clicks}]", str(NEXT), "a_mask", "i * width")
        some = If("n or m")
        with code.block(some):
            switch(turn, code, f"count_@({arguments(turn)})", ("k",))
            _stop_at_errors(code)
            code.line("a_counts[i] = k")
        with code.block(some, otherwise=True):
            code.line(f"mark(a_mask, a_cells, i * width, {-1 - pass_label})")
            code.line("a_counts[i] = 1")
    _define(turn, "name_many", f"{ROWS} {CLICKS} width a_mask a_counts a_ctl", code)


def _find(turn: Turn, pass_label: int, width: int) -> None:
    """Emit ``find_many``: actions become clicks of their rows.

    ``a_moves`` tells which moves are complete: those from which no other one goes on, and those that are ended by the
    last action. Action -1 leaves a row alone.
    """
    code, clicks = Code(), turn.layout.row.clicks
    _scratch(turn, code)
    code.assign("a_next", f"[0] * {width // 8 + 1}")
    with _each_row(turn, code, "a_moves[i] != -1"):
        code.assign("w", "a_moves[i]")
        _stop(code, str(NO_MOVE), f"w < 0 or w >= {width}")
        code.assign("w", "a_words[w]")
        code.assign("c", f"a_rows[base + {clicks}]")
        code.line("a_clicks[i * room_clicks + c] = w")
        code.assign("clicks", f"c if w == {turn.layout.end} else c + 1")
        begin(turn, code)
        remember(turn, code)
        _seek(turn, code, "clicks", str(NEXT), "a_next", "0")
        code.line(f"a_rows[base + {clicks}] = c + 1")
        code.assign("n", "n if clicks > c else 0")
        code.line(f"a_moves[i] = -1 if n else {CLICKED}")
        with code.block(If("not n and not m")):
            _stop(code, str(NO_MOVE), f"c or w != {-1 - pass_label}")
    _define(turn, "find_many", f"{ROWS} {CLICKS} a_words a_moves a_ctl", code)


def _play(turn: Turn) -> None:
    """Emit ``play_many``: it plays the legal move of a number, or what was clicked; -1 leaves a row alone."""
    code = Code()
    _scratch(turn, code)
    code.assign("a_next", "[0] * 1")
    with _each_row(turn, code, "a_moves[i] != -1"):
        code.assign("k", "a_moves[i]")
        code.assign("clicks", "0")
        with code.block(If(f"k == {CLICKED}")):
            code.assign("k", "0")
            code.assign("clicks", f"a_rows[base + {turn.layout.row.clicks}]")
        _stop(code, str(NO_MOVE), "k < 0")
        begin(turn, code)
        remember(turn, code)
        _leave_trail(turn, code)
        _seek(turn, code, "clicks", "k", "a_next", "0")
        made = If("n > k")
        with code.block(made):
            load(turn.layout, code, "a_out")
        with code.block(made, otherwise=True):
            switch(turn, code, f"any_@({arguments(turn)})", ("t",))
            _stop(code, str(NO_MOVE), "t or k")
            switch(turn, code, f"idle_@({arguments(turn)})", ("t", *(result(name) for name in turn.whole)))
            for name in turn.whole:
                code.assign(name, result(name))
        if turn.layout.remembers:
            code.assign("h", "h + 1")
        begin(turn, code)
        _keep(turn, code, "1")
    _define(turn, "play_many", f"{ROWS} {CLICKS} a_moves a_ctl", code)


def _scratch(turn: Turn, code: Code) -> None:
    code.assign("a_sel", f"[0] * {STEPS}")
    code.assign("a_out", f"[0] * {turn.layout.size}")


# -- random plies


def _random(turn: Turn) -> None:
    """Emit ``random_many``: it plays so many random plies, or less where the game ends."""
    code = Code()
    with _each_row(turn, code, "1"):
        code.assign("s", f"a_rows[base + {turn.layout.row.seed}]")
        code.assign("m", "0")
        begin(turn, code)
        with code.block(While("e == 0 and m < plies and a_err[0] == 0 and a_ctl[0] == 0")):
            remember(turn, code)
            _leave_trail(turn, code)
            random_ply(turn, code)
            code.assign("m", "m + t")
        _keep(turn, code, "m")
        code.line(f"a_rows[base + {turn.layout.row.seed}] = s")
    _define(turn, "random_many", f"{ROWS} plies a_ctl", code)


# -- what positions show


def _tell(turn: Turn) -> None:
    """Emit ``tell_many``: ``a_done`` has a byte for each row, ``a_gains`` what each end gives to each player."""
    code, row, players = Code(), turn.layout.row, turn.constants.players
    places = dict(turn.layout.offsets())
    code.assign("one", "1")
    code.assign("i", "first")
    with code.block(While("i < last")):
        code.assign("e", f"a_rows[i * {row.size} + {places['e']}]")
        code.line(f"a_turns[i] = a_rows[i * {row.size} + {places['p']}]")
        code.assign("x", "one << ((i & 7) << 3)")
        code.line("a_done[i >> 3] = (a_done[i >> 3] | x) ^ (0 if e else x)")
        for player in range(players):
            code.line(f"a_returns[{players} * i + {player}] = a_gains[{players} * e + {player}]")
        code.assign("i", "i + 1")
    _define(turn, "tell_many", "a_rows first last a_gains a_turns a_done a_returns", code)


def _key(turn: Turn) -> None:
    """Emit ``key_many``: a hash of all words of a record, so that whatever decides how a game goes on counts."""
    code = Code()
    code.assign("i", "first")
    with code.block(While("i < last")):
        code.assign("key", "0")
        code.assign("j", "0")
        with code.block(While(f"j < {turn.layout.size}")):
            code.assign("key", f"mix(key ^ (a_rows[i * {turn.layout.row.size} + j] & 0xffffffffffffffff))")
            code.assign("j", "j + 1")
        code.line("a_keys[i] = key")
        code.assign("i", "i + 1")
    _define(turn, "key_many", "a_rows first last a_keys", code)


def _draw(turn: Turn) -> None:
    """Emit ``draw_many``: it sets a byte for each plane and cell in ``a_planes``, which are 0 before."""
    walker = turn.walker(0)
    planes, cells = turn.layout.plane_count, len(turn.constants.board.bits)
    with walker.function(Sink()) as code:
        code.assign("i", "first")
        with code.block(While("i < last")):
            code.assign("base", f"i * {turn.layout.row.size}")
            load(turn.layout, code, "a_rows", "base")
            flow = turn.flow(0)
            states = [board_of(walker, flow, frozenset({state})).value for state in range(len(turn.constants.states))]
            sets = turn.layout.sets[len(turn.layout.states) :]
            for number, text in enumerate((*states, *sets)):
                code.assign("W", text)
                code.line(f"draw(a_planes, a_cells, W, (i * {planes} + {number}) * {cells})")
            code.assign("i", "i + 1")
    _define(turn, "draw_many", "a_rows first last a_cells a_planes", code)
    inner = Code()
    with inner.block(While("W")):
        inner.line("mark(a_planes, a_cells, place, ctz(W))")
        inner.assign("W", "W & (W - 1)")
    inner.line("return 0")
    turn.define("draw", ["a_planes", "a_cells", "W", "place"], inner)
