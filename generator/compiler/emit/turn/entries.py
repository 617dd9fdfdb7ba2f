"""The functions of a program that are called from outside: they read and write position records.

The contract of each stands in ``program``; ``emit`` writes them and all functions that they need.
"""

from __future__ import annotations

from tilewright.generator.compiler.emit.code import Assign, Code, Function, If, While
from tilewright.generator.compiler.emit.emitter import STEPS
from tilewright.generator.compiler.emit.filters.checks import FILTER
from tilewright.generator.compiler.emit.turn.bundles import beside
from tilewright.generator.compiler.emit.turn.comparing import new_move
from tilewright.generator.compiler.emit.turn.counting import any_move, count, judge_moves
from tilewright.generator.compiler.emit.turn.history import ask, begin, count_keys, key, remember
from tilewright.generator.compiler.emit.turn.idle import goes_on, idle
from tilewright.generator.compiler.emit.turn.listing import listing, put
from tilewright.generator.compiler.emit.turn.perft import leaves, perft
from tilewright.generator.compiler.emit.turn.picking import draws, step
from tilewright.generator.compiler.emit.turn.plies import arguments, end_if_stuck, memory, random_ply, switch
from tilewright.generator.compiler.emit.turn.preparing import prepare
from tilewright.generator.compiler.emit.turn.records import load, reading, result, store, writing
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.program import ENTRIES, Layout


def head(layout: Layout) -> str:
    """Return the first lines of a program: nothing that a model says in words is among them."""
    sets = ", ".join(layout.sets)
    return f'"""The rules of a game. Sets: {sets}."""\n\nWORDS = {layout.words}\n'


def emit(turn: Turn, pass_label: int) -> None:
    """Emit all functions of a program."""
    module, players = turn.module, range(turn.constants.players)
    module.define(Function("beside", ("C", "distance"), beside()))
    module.define(reading(turn.layout))
    module.define(writing(turn.layout))
    for me in players:
        for stem in ("gen", "place_kind", "make_kind", "legal_kind", "slots_gen", "slots_make_kind"):
            module.reserve(f"{stem}_{me}")
        for stem in ("count", "any", "pick", "draws", "list", "idle", "step", "perft", "total", "put"):
            module.reserve(f"{stem}_{me}")
    for name in ("leaves", "game", "new_move", "place_key", "count_keys", "put", *ENTRIES):
        module.reserve(name)
    if turn.movable:
        for me in players:
            module.reserve(f"any_{me}_asked")
            module.reserve(f"ask_{me}")
    for me in players:
        prepare(turn, me)
    if turn.movable:
        turn.asked = True
        for me in players:
            if not judge_moves(turn, me):
                any_move(turn, me)
            if turn.layout.remembers:
                ask(turn, me)
        turn.asked = False
    asks = turn.movable or any(goes_on(rules) for rules in turn.rules)
    turn.judged = [asks and judge_moves(turn, me) for me in players]
    for me in players:
        count(turn, me)
        any_move(turn, me)
        listing(turn, me)
        idle(turn, me)
        draws(turn, me)
        step(turn, me)
        perft(turn, me)
    leaves(turn)
    new_move(turn)
    put(turn)
    _game(turn)
    key(turn)
    count_keys(turn)
    _moves(turn, pass_label)
    _perft(turn)
    _playouts(turn)
    _survey(turn)
    _advance(turn)
    _count(turn)


def _game(turn: Turn) -> None:
    """Play one random game to its end, or so many plies: the end, the plies, the generator's state, the position."""
    code = Code()
    whole = turn.whole
    code.assign("n", "0")
    if turn.layout.remembers:
        code.assign("a_count", f"[0] * {FILTER}")
        code.line("count_keys(a_count, a_hist, h)")
    begin(turn, code)
    with code.block(While("e == 0 and n < plies and a_err[0] == 0")):
        remember(turn, code)
        random_ply(turn, code)
        code.assign("n", "n + t")
    end_if_stuck(turn, code, "e")
    code.line(f"return n, s, h, {', '.join(whole)}" if turn.layout.remembers else f"return n, s, {', '.join(whole)}")
    turn.define("game", ["s", "plies", *turn.position, "p", "e", *turn.layout.score_names, *_kept(turn)], code)


def _kept(turn: Turn) -> list[str]:
    """Return what a game takes over: its count of keys is its own."""
    return [name for name in turn.context if name != "a_count"]


def _moves(turn: Turn, pass_label: int) -> None:
    code = Code()
    size = turn.layout.size
    memory(turn, code)
    code.assign("a_sel", f"[0] * {STEPS}")
    load(turn.layout, code)
    with code.block(If(f"size < {2 * size + 2}")):
        code.line("return -1")
    store(turn.layout, code, "a_out")
    with code.block(If("e")):
        code.line("return 0")
    begin(turn, code)
    remember(turn, code)
    base = size
    call = f"list_@({arguments(turn)}, a_out, a_sel, {base}, size)"
    switch(turn, code, call, ("n", "o"))
    with code.block(If("a_err[0]")):
        code.line("return a_err[0]")
    with code.block(If("n")):
        code.line("return n")
    results = ("ok", *(result(name) for name in turn.whole))
    switch(turn, code, f"idle_@({arguments(turn)})", results)
    with code.block(If("a_err[0]")):
        code.line("return a_err[0]")
    with code.block(If("not ok")):
        store(turn.layout, code, "a_out", results=True)
        code.line("return 0")
    code.line(f"a_out[{size}] = 1")
    code.line(f"a_out[{size + 1}] = {-1 - pass_label}")
    store(turn.layout, code, "a_out", str(size + 2), results=True)
    code.line("return 1")
    turn.define("moves", ["a_pos", "a_hist", "h", "a_out", "size"], code)


def _finish(code: Code, value: str) -> None:
    with code.block(If("a_err[0]")):
        code.line("return a_err[0]")
    code.line(f"return {value}")


def _perft(turn: Turn) -> None:
    code = Code()
    memory(turn, code)
    code.line("a_err[2] = here()")
    load(turn.layout, code)
    begin(turn, code)
    code.assign("n", f"leaves({', '.join([*turn.position, 'p', 'e', *turn.context, 'depth', 'a_ctl'])})")
    _finish(code, "n")
    turn.define("perft", ["a_pos", "a_hist", "h", "depth", "a_work", "size", "a_ctl"], code)


def _playouts(turn: Turn) -> None:
    code = Code()
    whole = turn.whole
    memory(turn, code)
    load(turn.layout, code)
    code.assign("i", "0")
    with code.block(While("i < games and a_ctl[0] == 0")):
        code.assign("s", "mix((mix(seed & 0xffffffffffffffff) + first + i) & 0xffffffffffffffff)")
        returned = ("n", "s", *(["last"] if turn.layout.remembers else []), *(result(name) for name in whole))
        arguments = ["s", "plies", *turn.position, "p", "e", *turn.layout.score_names, *_kept(turn)]
        code.add(Assign(returned, f"game({', '.join(arguments)})"))
        with code.block(If("a_err[0]")):
            code.line("return a_err[0]")
        code.line("a_out[2 * i] = re")
        code.line("a_out[2 * i + 1] = n")
        code.assign("i", "i + 1")
    code.line("return i")
    turn.define(
        "playouts",
        ["a_pos", "a_hist", "h", "games", "first", "seed", "plies", "a_out", "a_work", "size", "a_ctl"],
        code,
    )


def _survey(turn: Turn) -> None:
    """As playouts, with the legal moves counted before each ply."""
    code = Code()
    memory(turn, code)
    code.assign("i", "0")
    if turn.layout.remembers:
        code.assign("begin", "h")
    with code.block(While("i < games and a_ctl[0] == 0")):
        load(turn.layout, code)
        if turn.layout.remembers:
            code.assign("h", "begin")
            code.assign("k", "0")
            with code.block(While(f"k < {FILTER}")):
                code.line("a_count[k] = 0")
                code.assign("k", "k + 1")
            code.line("count_keys(a_count, a_hist, h)")
        code.assign("s", "mix((mix(seed & 0xffffffffffffffff) + first + i) & 0xffffffffffffffff)")
        for name in ("n", "choices", "decisions"):
            code.assign(name, "0")
        begin(turn, code)
        with code.block(While("e == 0 and n < plies and a_err[0] == 0")):
            remember(turn, code)
            switch(turn, code, f"count_@({arguments(turn)})", ("m",))
            random_ply(turn, code)
            code.assign("n", "n + t")
            with code.block(If("t")):
                code.assign("choices", "choices + (m if m else 1)")
                code.assign("decisions", "decisions + (1 if m > 1 else 0)")
        end_if_stuck(turn, code, "e")
        with code.block(If("a_err[0]")):
            code.line("return a_err[0]")
        for place, name in enumerate(("e", "n", "choices", "decisions")):
            code.line(f"a_out[4 * i + {place}] = {name}")
        code.assign("i", "i + 1")
    code.line("return i")
    turn.define(
        "survey",
        ["a_pos", "a_hist", "h", "games", "first", "seed", "plies", "a_out", "a_work", "size", "a_ctl"],
        code,
    )


def _advance(turn: Turn) -> None:
    code = Code()
    memory(turn, code)
    load(turn.layout, code)
    code.assign("s", "mix(seed & 0xffffffffffffffff)")
    code.assign("n", "0")
    begin(turn, code)
    with code.block(While("e == 0 and n < plies and a_err[0] == 0 and a_ctl[0] == 0")):
        remember(turn, code)
        random_ply(turn, code)
        code.assign("n", "n + t")
    store(turn.layout, code)
    _finish(code, "n")
    turn.define("advance", ["a_pos", "a_hist", "h", "seed", "plies", "a_work", "size", "a_ctl"], code)


def _count(turn: Turn) -> None:
    code = Code()
    memory(turn, code)
    load(turn.layout, code)
    with code.block(If("e")):
        code.line("return 0")
    begin(turn, code)
    remember(turn, code)
    switch(turn, code, f"count_@({arguments(turn)})", ("n",))
    _finish(code, "n")
    turn.define("count", ["a_pos", "a_hist", "h", "a_work", "size"], code)
