"""Engines beside the interpreter, which says what is right: position for position, as whole values.

``compare`` looks at the positions around the beginning of a game: an engine must have the same legal moves in the same
order there, and make the same positions of them. ``trace`` follows an engine that plays by itself, with the code that
random games use: wherever it goes, the interpreter must be able to go, and the ends must be the same.

python -m tests.support.trace MODEL ENGINE [PLIES [SEED]]     compares and traces by hand
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any
from warnings import catch_warnings, simplefilter

from tests.support.random_models import census
from tilewright.generator.compiler.kernel.language import check
from tilewright.generator.errors import BY_ZERO, NO_STACK, NO_STATE, ONE_CELL, OVERFLOW, PAID_PER_ZERO, TOO_LARGE
from tilewright.model.diagnostics import ModelError
from tilewright.model.files import read_text
from tilewright.runtime import Game, load, perft
from tilewright.runtime.engines.compiled import LIMITS, Compiled
from tilewright.runtime.interpreter import Interpreter, Settled
from tilewright.runtime.interpreter.cells import bits
from tilewright.runtime.loading import FallbackWarning
from tilewright.runtime.position import Identity, Position

MOST_MOVES = 200
"""The legal moves of a position that is compared."""

OF_RULES = (BY_ZERO, NO_STACK, NO_STATE, ONE_CELL, OVERFLOW, PAID_PER_ZERO, TOO_LARGE)
"""The codes of errors that a filter makes."""

TOO_LONG = {"budget-exceeded"}
"""Errors that only the interpreter makes, because it counts its steps: nothing is compared where they occur."""


LATE = {
    "counter-overflow", "divided-by-zero", "move-needs-one-cell", "no-such-stack", "no-such-state", "paid-per-zero",
    "stack-too-high", "value-overflow",
}  # fmt: skip
"""Errors in the effects of moves that are only counted, or asked for by ``movable``: a compiled engine, which does not
make such a move, tells them a ply later, where it does."""


class Differs(AssertionError):
    """An engine does not agree with the interpreter."""


@dataclass
class Compared:
    """What was compared: positions, moves out of them, how often the rules go wrong, and ends of games."""

    positions: int = 0
    moves: int = 0
    wrong: int = 0
    ends: int = 0


@dataclass(frozen=True)
class Found:
    """What an engine answers: a value, or the diagnostics of an error."""

    value: Any = None
    errors: tuple[str, ...] = ()
    codes: frozenset[str] = frozenset()


def found(ask: Callable[[], Any]) -> Found:
    """Return the answer to a question, be it an error of the model."""
    try:
        return Found(ask())
    except ModelError as error:
        return Found(None, tuple(map(str, error.diagnostics)), frozenset(d.code for d in error.diagnostics))


class Comparison:
    """The interpreter and another engine of one game, side by side."""

    def __init__(self, reference: Game, other: Game, name: str, random: Random) -> None:
        self.reference, self.other, self.name, self.random = reference, other, name, random
        self.is_compiled = not isinstance(other.engine, Interpreter)
        self.compared = Compared()

    def ask(
        self,
        what: str,
        line: tuple[Identity, ...],
        question: Callable[[Any], Any],
        later: Callable[[Any], Iterable[Position]] | None = None,
    ) -> Found:
        """Return the answer of the interpreter; ``Differs`` if the other engine gives another one.

        *later* returns the positions at which a compiled engine may tell an error instead: those after an answer.
        """
        right = found(lambda: question(self.reference.engine))
        if right.codes & TOO_LONG:
            return right
        answer = found(lambda: question(self.other.engine))
        if self.is_compiled and right.codes & LATE and not answer.codes:
            positions = [answer.value] if isinstance(answer.value, Position) else later(answer.value) if later else ()
            answer = found(lambda: [self.other.engine.settle(position) for position in positions])
        if answer != right:
            raise Differs(self.difference(what, line, right, answer))
        return right

    def difference(self, what: str, line: tuple[Identity, ...], right: Found, answer: Found) -> str:
        """Return in words where the engines part."""
        moves = " ".join(map(self.reference.notation, line)) or "no move"
        told = [f"{self.name}, ply {len(line)}, after {moves}: {what}"]
        for engine, said in (("interpreter", right), (self.name, answer)):
            told.append(f"  {engine}: {'; '.join(said.errors) or said.value}")
        if isinstance(right.value, Position) and isinstance(answer.value, Position):
            parts = (part for part in Position.__slots__ if getattr(right.value, part) != getattr(answer.value, part))
            told.append(f"  they differ in: {', '.join(parts)}")
        return "\n".join(told)

    def everything(self, position: Position, line: tuple[Identity, ...]) -> dict[Identity, Position]:
        """Compare all that can be asked about a position. Return the positions after its legal moves."""
        settled = found(lambda: self.reference.engine.settle(position))
        if settled.codes & TOO_LONG or (settled.value is not None and len(settled.value.moves) > MOST_MOVES):
            return {}
        moves = self.ask(
            "the legal moves",
            line,
            lambda engine: list(engine.settle(position).moves),
            lambda moves: (self.other.engine.play(position, identity) for identity in moves),
        ).value
        self.compared.positions += 1
        if moves is None:
            self.compared.wrong += 1
            return {}
        self.ask("the settled position", line, lambda engine: engine.settle(position).position)
        self.compared.ends += not moves
        self.compared.moves += len(moves)
        successors = dict(self._successors(position, moves, line))
        for identity in self.random.sample(moves, min(2, len(moves))):
            said = self.reference.notation(identity)
            self.ask(f"play {said}", line, lambda engine, i=identity: engine.play(position, i))
            self.completions(position, identity[:1], line)
            wrong = (*identity[:-1], self.random.randrange(len(self.reference.names.cells)))
            self.ask(f"play {wrong}", line, lambda engine, w=wrong: engine.play(position, w))
        if len(moves) == len(successors) <= 30 and self.random.random() < 0.1:
            self.leaves(position, successors, line)
        return successors

    def completions(self, position: Position, prefix: Identity, line: tuple[Identity, ...]) -> None:
        """Compare the legal moves that begin alike, found before all legal moves are known."""
        right, answer = (
            found(lambda g=game: [move.notation for move in g.state(position).completions(g.move(prefix))])
            for game in (self.reference, self.other)
        )
        if right != answer and not right.codes & TOO_LONG:
            raise Differs(self.difference(f"completions of {self.reference.notation(prefix)}", line, right, answer))

    def _successors(
        self, position: Position, moves: list[Identity], line: tuple[Identity, ...]
    ) -> Iterator[tuple[Identity, Position]]:
        """Yield the position after each legal move, where the rules do not go wrong."""
        nodes = {id(game.engine): game.engine.settle(position) for game in (self.reference, self.other)}
        wrong = 0
        for identity in moves:
            what = f"the position after {self.reference.notation(identity)}"
            after = self.ask(what, line, lambda engine, i=identity: engine.take(nodes[id(engine)], i)).value
            wrong += after is None
            if after is not None:
                yield identity, after
        self.compared.wrong += wrong
        if not wrong and isinstance(nodes[id(self.other.engine)], Settled) and not self._is_left(position):
            moved = " ".join(map(self.reference.notation, line))
            raise Differs(
                f"{self.name}, ply {len(line)}, after {moved}: it leaves it to the interpreter, but the rules hold here"
            )

    def _is_left(self, position: Position) -> bool:
        """Return whether the interpreter may answer for an engine: it is none that is compiled, or has no room.

        Also where it is asked whether others can move, and moves are errors beyond the first one, which is the answer.
        """
        engine = self.other.engine
        if not isinstance(engine, Compiled):
            return True
        kernel, words = engine.kernel, engine.record(position)
        record, out = kernel.array(len(words)), kernel.array(1 << 20)
        record[:] = words
        history, known = engine._history(position, 1)
        code = kernel.call("moves", record, history, known, out, len(out))
        asks = census(self.reference.document.root)["MovableFilter"] > 0 or engine.count(position) == 0
        return code in LIMITS or (asks and code in OF_RULES)

    def leaves(self, position: Position, successors: dict[Identity, Position], line: tuple[Identity, ...]) -> None:
        """Compare the number of positions two plies on with what a count of the other engine's own says.

        Where there are errors in several positions, it is open with which of them a count begins.
        """
        answers = [found(partial(self._moves_after, after)) for after in successors.values()]
        right = next((each for each in answers if each.codes), None) or Found(sum(each.value for each in answers))
        if not right.codes & TOO_LONG:
            answer = found(lambda: perft(self.other.state(position), 2))
            if self.is_compiled and right.codes & LATE and not answer.codes:
                answer = found(lambda: perft(self.other.state(position), 3))
            if answer.value != right.value or answer.codes not in [each.codes for each in answers or [right]]:
                raise Differs(self.difference("perft 2", line, right, answer))

    def _moves_after(self, position: Position) -> int:
        """Return the number of legal moves of a position by the interpreter."""
        return len(self.reference.engine.settle(position).moves)


def compare(reference: Game, other: Game, name: str, seed: int | str = 0, plies: int = 4, most: int = 120) -> Compared:
    """Compare the positions of the first plies, *most* at most, and one random game; ``Differs`` tells where two part.

    Where there are more positions, as many of each ply are taken at random.
    """
    random = Random(seed)
    comparison = Comparison(reference, other, name, random)
    start: Position = comparison.ask("the initial position", (), lambda engine: engine.initial()).value
    known = {start.key}
    layer: list[tuple[Position, tuple[Identity, ...]]] = [(start, ())]
    for ply in range(plies + 1):
        following = []
        for position, line in layer:
            for identity, after in comparison.everything(position, line).items():
                if after.key not in known:
                    known.add(after.key)
                    following.append((after, (*line, identity)))
        left = (most - comparison.compared.positions) // max(1, plies - ply)
        layer = random.sample(following, max(0, left)) if ply < plies and len(following) > left else following
    for position, line in random.sample(layer, min(1, len(layer))):
        while len(line) < 5 * plies and (successors := comparison.everything(position, line)):
            identity, position = random.choice(list(successors.items()))
            line = (*line, identity)
    return comparison.compared


# -- an engine that plays by itself


@dataclass
class Traced:
    """What was traced: plies played, plies checked by the interpreter, games that ended, games that went wrong."""

    plies: int = 0
    checked: int = 0
    games: int = 0
    wrong: int = 0


def trace(reference: Game, other: Game, name: str, plies: int, seed: int, patience: int = 0) -> Traced:
    """Follow random games of a compiled engine for so many plies; ``Differs`` tells where the interpreter does not agree.

    Every ply is checked; with *patience*, so many plies are played unchecked after one that had that many legal moves, and
    fewer after one that had fewer. A game that does not end within a thousand plies is left.
    """
    traced = Traced()
    start = reference.engine.initial()
    position, unchecked, length = start, 0, 0
    for number in itertools.count(seed * 1_000_003):
        if traced.plies >= plies:
            return traced
        try:
            if unchecked > 0 and position.returns is None:
                after, moves = other.engine.advance(position, number, unchecked), 0
            else:
                after, moves = one_ply(reference, other, name, position, number)
                traced.checked += 1
        except ModelError:
            traced.wrong += 1
            traced.plies += 1
            after, moves = start, 0
        over = after.returns is not None
        traced.plies += max(1, after.ply - position.ply)
        traced.games += over
        length += 1
        position, unchecked = (start, 0) if over or length > 1000 else (after, min(moves, patience))
        length = 0 if position is start else length
    raise AssertionError


def compiled(text: str, engine: str, name: str = "random.game") -> Game | None:
    """Return a game that an engine plays, or None if its rules are too long to be compiled."""
    with catch_warnings():
        simplefilter("ignore", FallbackWarning)
        found = load(read_text(text, name), engine)
    return None if found.fallback is not None and "these rules would be too long" in found.fallback else found


def agree(text: str, engine: str, name: str = "random.game", plies: int = 60, most: int = 60) -> Compared:
    """Compare an engine with the interpreter on a game, then follow it when it plays by itself."""
    reference = load(read_text(text, name), "interpreter")
    other = compiled(text, engine, name)
    if other is None:
        return Compared()
    if isinstance(other.engine, Interpreter):
        raise Differs(f"{engine}: the game is not compiled")
    check(other.engine.program.source)
    compared = compare(reference, other, engine, most=most)
    trace(reference, other, engine, plies, seed=1)
    return compared


def one_ply(reference: Game, other: Game, name: str, position: Position, seed: int) -> tuple[Position, int]:
    """Return the position to which the engine goes from another one, and the number of legal moves there.

    ``ModelError`` if the rules go wrong for both of them, at the position or on one of its moves.
    """
    where = f"{name}, seed {seed}, in\n{reference.state(position).to_text()}\n"
    node = reference.engine.settle(position)
    free = sum(candidate is not None for candidate in node.moves.values())  # a forced pass does not count
    counted = other.engine.count(position)
    if counted != free:
        raise Differs(f"{where}count: {free} for the interpreter, {counted} for {name}")
    after = other.engine.advance(position, seed)
    if not node.moves:
        if after != node.position:
            raise Differs(f"{where}there is no move: the interpreter ends in\n{node.position}, {name} in\n{after}")
        return after, 0
    changed = _changed(position, after)
    for identity in sorted(node.moves, key=lambda steps: sum(step not in changed for step in steps)):
        answer = found(lambda i=identity: reference.engine.take(node, i)).value
        if answer == after or (
            answer is not None and after.returns is not None and _settled(reference, answer) == after
        ):
            return after, free
    late = found(lambda: other.engine.settle(after))
    if any(
        found(lambda i=identity: reference.engine.take(node, i)).codes & late.codes & LATE for identity in node.moves
    ):
        other.engine.settle(after)
    raise Differs(f"{where}{name} goes to a position that no legal move leads to:\n{after}\nfrom\n{position}")


def _settled(reference: Game, position: Position) -> Position | None:
    """Return a position that says how the game ended if its player has no move."""
    node = found(lambda: reference.engine.settle(position)).value
    return None if node is None else node.position


def _changed(before: Position, after: Position) -> set[int]:
    """Return the cells whose state differs."""
    return {cell for old, new in zip(before.boards, after.boards, strict=True) for cell in bits(old ^ new)}


if __name__ == "__main__":
    model, engine, plies, seed = [*sys.argv[1:], *("1000", "1")[len(sys.argv) - 3 :]]
    right, compiled = load(model, "interpreter"), load(model, engine)
    print(compare(right, compiled, engine, seed, 3))
    print(trace(right, compiled, engine, int(plies), int(seed)))
