"""Functions on many positions, a row of a table for each: see ``Row`` for what a row holds.

    name_many    masks of what may be clicked next, and the numbers of legal moves
    find_many    from clicks to the numbers of moves
    play_many    moves, by their numbers
    random_many  random plies, each row with a generator of its own
    tell_many    whose turn it is, what is over, and with which returns
    key_many     a number for each position, equal for equal positions
    draw_many    the cells in each state

A function goes through the rows from ``first`` to ``last`` and returns the first one that it has not done: ``last``, or
less if it was stopped or met an error, which ``a_ctl[1]`` names. Nothing is kept between calls. A move is named by its
words: the numbers of its bits, and below 0 those of its labels.

The rows of games that remember have a trail beside them: for each earlier position its key and its record.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tilewright.generator.engine.checks import FILTER
from tilewright.generator.engine.code import Code, If, While
from tilewright.generator.engine.errors import NO_MOVE
from tilewright.generator.engine.functions import Sink
from tilewright.generator.engine.patterns import board_of
from tilewright.generator.engine.program import BATCHES, END
from tilewright.generator.engine.turns.history import begin, remember
from tilewright.generator.engine.turns.listing import NAMES
from tilewright.generator.engine.turns.plies import arguments, end_if_stuck, random_ply, switch
from tilewright.generator.engine.turns.records import load, result, store
from tilewright.generator.engine.turns.turn import Turn

STEPS = 4096
"""The steps of the longest move that is written down."""


def emit_batches(turn: Turn, pass_label: int) -> None:
    """Emit all functions on many positions."""
    for name in ("recall", "forget", "next_word", "draw", *BATCHES):
        turn.module.reserve(name)
    if turn.layout.remembers:
        _recall(turn)
        _forget(turn)
    _next_word(turn)
    _name(turn, pass_label)
    _find(turn, pass_label)
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
    code.assign("a_err", "[0] * 4")
    if turn.layout.remembers:
        code.assign("a_count", f"[0] * {FILTER}")
    code.assign("i", "first")
    with code.block(While("i < last and a_ctl[0] == 0")):
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


# -- moves by their words


def _next_word(turn: Turn) -> None:
    """Emit ``next_word``: the word behind a row's clicks in a move whose words stand from ``q`` on.

    It is the end's if the move has no more words, and one more if the move begins otherwise.
    """
    code = Code()
    code.assign("j", "0")
    with code.block(While("j < clicks")):
        with code.block(If("j >= length or a_out[q + j] != a_clicks[place + j]")):
            code.line(f"return {END + 1}")
        code.assign("j", "j + 1")
    code.line(f"return a_out[q + clicks] if length > clicks else {END}")
    turn.define("next_word", ["a_out", "q", "length", "a_clicks", "place", "clicks"], code)


@contextmanager
def _each_name(turn: Turn, code: Code, pass_label: int) -> Iterator[None]:
    """Emit the loop over the legal moves, number ``k``, with the word ``x`` of each that comes next."""
    begin(turn, code)
    remember(turn, code)
    switch(turn, code, f"list_@({arguments(turn)}, a_out, a_sel, 0, size, {NAMES})", ("n", "o"))
    _stop_at_errors(code)
    with code.block(If("not n")):
        code.assign("n", "1")
        code.line("a_out[0] = 1")
        code.line(f"a_out[1] = {-1 - pass_label}")
    code.assign("clicks", f"a_rows[base + {turn.layout.row.clicks}]")
    code.assign("k", "0")
    code.assign("q", "0")
    with code.block(While("k < n")):
        code.assign("length", "a_out[q]")
        code.assign("x", "next_word(a_out, q + 1, length, a_clicks, i * room_clicks, clicks)")
        yield
        code.assign("q", "q + 1 + length")
        code.assign("k", "k + 1")


ROWS = "a_rows a_trail room a_hist"
NAMED = "a_clicks room_clicks a_out size"


def _name(turn: Turn, pass_label: int) -> None:
    """Emit ``name_many``: it sets the bytes of what may be clicked next in ``a_mask``, which are 0 before."""
    code = Code()
    cells = len(turn.constants.board.bits)
    code.assign("a_sel", f"[0] * {STEPS}")
    code.assign("one", "1")
    with _each_row(turn, code, "1"):
        with _each_name(turn, code, pass_label), code.block(If(f"x <= {END}")):
            code.assign("x", f"(width - 1 if x == {END} else (a_cells[x] if x >= 0 else {cells} - 1 - x)) + i * width")
            code.line("a_mask[x >> 3] = a_mask[x >> 3] | (one << ((x & 7) << 3))")
        code.line("a_counts[i] = n")
    _define(turn, "name_many", f"{ROWS} first last {NAMED} a_cells width a_mask a_counts a_ctl", code)


def _find(turn: Turn, pass_label: int) -> None:
    """Emit ``find_many``: actions become clicks of their rows, or in ``a_moves`` the numbers of complete moves.

    A move is complete if no other one goes on from it, or else by the end, the last action; -1 leaves a row alone.
    """
    code = Code()
    code.assign("a_sel", f"[0] * {STEPS}")
    with _each_row(turn, code, "a_moves[i] != -1"):
        code.assign("w", "a_moves[i]")
        _stop(code, str(NO_MOVE), "w < 0 or w >= width")
        code.assign("w", "a_words[w]")
        code.assign("found", "-1")
        code.assign("longer", "0")
        with _each_name(turn, code, pass_label), code.block(If("x == w")):
            ends = If("length <= clicks + 1")
            with code.block(ends):
                code.assign("found", "k")
            with code.block(ends, otherwise=True):
                code.assign("longer", "1")
        _stop(code, str(NO_MOVE), "found < 0 and not longer")
        with code.block(If("longer")):
            code.assign("found", "-1")
            code.line("a_clicks[i * room_clicks + clicks] = w")
            code.line(f"a_rows[base + {turn.layout.row.clicks}] = clicks + 1")
        code.line("a_moves[i] = found")
    _define(turn, "find_many", f"{ROWS} first last {NAMED} a_words width a_moves a_ctl", code)


# -- plies


def _play(turn: Turn) -> None:
    """Emit ``play_many``: it plays the move of a number among the legal moves; -1 leaves a row alone."""
    code = Code()
    code.assign("a_sel", f"[0] * {STEPS}")
    with _each_row(turn, code, "a_moves[i] != -1"):
        code.assign("k", "a_moves[i]")
        _stop(code, str(NO_MOVE), "k < 0")
        begin(turn, code)
        remember(turn, code)
        _leave_trail(turn, code)
        switch(turn, code, f"list_@({arguments(turn)}, a_out, a_sel, 0, size, k)", ("n", "o"))
        _stop_at_errors(code)
        _stop(code, str(NO_MOVE), "n <= k and n + k")
        made = If("n")
        with code.block(made):
            load(turn.layout, code, "a_out", f"o - {turn.layout.size}")
        with code.block(made, otherwise=True):
            switch(turn, code, f"idle_@({arguments(turn)})", ("n", *(result(name) for name in turn.whole)))
            for name in turn.whole:
                code.assign(name, result(name))
        if turn.layout.remembers:
            code.assign("h", "h + 1")
        begin(turn, code)
        _keep(turn, code, "1")
    _define(turn, "play_many", f"{ROWS} first last a_out size a_moves a_ctl", code)


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
    _define(turn, "random_many", f"{ROWS} first last plies a_ctl", code)


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
    inner.assign("one", "1")
    with inner.block(While("W")):
        inner.assign("x", "place + a_cells[ctz(W)]")
        inner.assign("W", "W & (W - 1)")
        inner.line("a_planes[x >> 3] = a_planes[x >> 3] | (one << ((x & 7) << 3))")
    inner.line("return 0")
    turn.define("draw", ["a_planes", "a_cells", "W", "place"], inner)
