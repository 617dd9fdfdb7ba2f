"""The movements of figures as rules of a game.

A figure moves by the first of its movements of which the move is a multiple, so each vector of a move belongs to one
movement. The actions of a movement become cases. A rule first tests the source, then makes the step, then tests the
target. The cells that a movement passes decide how far it goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from math import prod

from tilewright.model.foreign.constructor.cases import (
    MOST_CASES,
    QUIRKS,
    SOURCE,
    TARGET,
    Box,
    Case,
    Content,
    TooManyCases,
    World,
    among,
    cases,
    is_cancelled,
    joined,
    meet,
    part,
    partition,
    without,
)
from tilewright.model.foreign.constructor.sheet import Action, Acts, Complex, Movement, Part, Vector
from tilewright.model.foreign.constructor.words import CURRENT, FROM, LAST, MADE, TO, Words

SLIDING, ONCE = 0, 1
"""The forms of a leg: any number of steps, or one. A greater number is a factor: it passes the cells one by one."""
_PER_CELL = 50
"""The cost of a step that is written out cell by cell, in steps of work."""
MOST_PATHS = 1024
"""The greatest number of rules for the simple movements of a figure."""


@dataclass(frozen=True)
class Way:
    """A vector, and the factors by which a figure may move along it, in ascending order."""

    vector: Vector
    factors: tuple[int, ...]

    def multiple(self, factor: int) -> Vector:
        """Return the vector multiplied by a factor."""
        return _times(self.vector, factor)


@dataclass(frozen=True)
class Path:
    """What happens on the cells that a move passes.

    In a box of *stopped* the move is not allowed, and in one of *taken* the figure is taken. If *needs_cells*, the move
    may not pass places without a cell.
    """

    stopped: tuple[Box, ...] = ()
    taken: tuple[Box, ...] = ()
    needs_cells: bool = False

    @property
    def is_free(self) -> bool:
        """Whether the passed cells do not matter."""
        return not (self.stopped or self.taken or self.needs_cells)


@dataclass(frozen=True)
class Behaviour:
    """What a movement does from a source: the cases of the target where it may end, and the cells that it may pass."""

    ends: tuple[Case, ...]
    path: Path


class Rules:
    """Composes the rules of the figures of one player. *report* is called for actions that are left out."""

    def __init__(self, words: Words, mover: str, counts: frozenset[str], report: Callable[[str, int], None]) -> None:
        self.words = words
        self.sheet = words.sheet
        self.mover = mover
        self.counts = counts
        """The counters that move with the figures. They are known once all rules have been composed."""
        self.left_out = report

    def rules(self, figure: str) -> list[str]:
        """Return the rules of a figure in the notation, without their names. Raises ``TooManyCases``."""
        movements = self.sheet.figures[figure].movements.get(self.mover, [])
        owned = self._ways(movements)
        found: list[str] = []
        legs: dict[tuple[object, ...], tuple[Box, Behaviour, int, list[Vector]]] = {}
        for movement, ways in owned:
            acts = movement.acts + self.sheet.figures[figure].acts
            far = any(max(map(abs, way.factors)) > 1 for way in ways)
            for source, behaviour in self._behaviours(figure, acts, far):
                for form, vector in (one for way in ways for one in self._forms(way, behaviour)):
                    told = Behaviour(behaviour.ends, Path()) if form == ONCE else behaviour
                    key = (_key(source), _behaviour_key(told), form)
                    legs.setdefault(key, (source, told, form, []))[3].append(vector)
        if len(legs) > MOST_PATHS:
            raise TooManyCases
        for source, behaviour, form, vectors in legs.values():
            found += self._leg(figure, source, behaviour, form, vectors)
        found += self._complex_rules(figure, owned)
        return [rule for rule in found if rule]

    # -- the vectors of each movement

    def _ways(self, movements: list[Movement]) -> list[tuple[Movement, list[Way]]]:
        """Return the ways of each movement: a vector belongs to the first movement of which it is a multiple."""
        claimed: set[Vector] = set()
        found: list[tuple[Movement, list[Way]]] = []
        for movement in movements:
            ways: list[Way] = []
            for sign in movement.factors:
                vector = _times(movement.vector, sign)
                factors: list[int] = []
                factor = 1
                while self.words.grid.holds(_times(vector, factor)) and (factor == 1 or movement.repeated):
                    self.words.work.spend()
                    multiple = _times(vector, factor)
                    if multiple not in claimed:
                        claimed.add(multiple)
                        factors.append(factor)
                    factor += 1
                if factors:
                    ways.append(Way(vector, tuple(factors)))
            found.append((movement, ways))
        return found

    def _behaviours(self, figure: str, acts: Acts, far: bool) -> list[tuple[Box, Behaviour]]:
        """Return the behaviour of a movement for disjoint boxes of the source; with *far* it may pass cells."""
        sources: frozenset[Content] = frozenset({(self.mover, figure)})
        world = World(self.mover, sources, self.words.contents, self.words.work)
        ends = self._ends(cases(acts.destination, world), far)
        passed = cases(acts.transition, world) if far else []
        beyond = cases(acts.transition, World(self.mover, sources, None, self.words.work)) if far else []
        boxes = [self._from(case.box) for case in (*ends, *passed, *beyond)]
        found: dict[tuple[object, ...], tuple[Behaviour, list[Box]]] = {}
        for source in partition(boxes, {}):
            behaviour = self._behaviour(source, ends, passed, beyond)
            if behaviour.ends and not self.words.is_dead(source):
                key = _behaviour_key(behaviour)
                found.setdefault(key, (behaviour, []))[1].append(source)
        return [(source, behaviour) for behaviour, boxes in found.values() for source in joined(boxes)]

    def _behaviour(self, source: Box, ends: list[Case], passed: list[Case], beyond: list[Case]) -> Behaviour:
        """Return the behaviour from a box, given the cases of the target, of passed cells and of missing cells."""
        taken = [case.box for case in _within(source, passed) if case.actions and not is_cancelled(case)]
        path = Path(
            tuple(joined(part(case.box, TARGET) for case in _within(source, passed) if is_cancelled(case))),
            tuple(joined(part(box, TARGET) for box in taken)),
            any(is_cancelled(case) for case in _within(source, beyond)),
        )
        by_actions: dict[tuple[Action, ...], list[Box]] = {}
        for case in _within(source, ends):
            if not is_cancelled(case) and (case.actions or path.taken):
                by_actions.setdefault(case.actions, []).append(
                    {**part(case.box, TARGET), **{k: v for k, v in case.box.items() if k == QUIRKS}}
                )
        found = [Case(box, actions) for actions, boxes in by_actions.items() for box in joined(boxes)]
        return Behaviour(tuple(case for case in found if not self.words.is_dead(case.box)), path)

    def _from(self, box: Box) -> Box:
        """Return the part of a box that restricts the source and the game, without the figure, which is known."""
        found = part(box, SOURCE, "game")
        return {variable: values for variable, values in found.items() if variable[1] != "figure"}

    def _ends(self, found: list[Case], far: bool) -> list[Case]:
        """Return the cases of a target without superfluous actions, and with the quirks marked."""
        ends: list[Case] = []
        for case in found:
            if is_cancelled(case):
                ends.append(case)
                continue
            actions = self._done(case.actions)
            if not actions:
                if far:
                    ends.append(Case({**case.box, QUIRKS: among([1])}, ()))
                continue
            ends += self._on_own(case.box, actions, case.actions)
        return ends

    def _on_own(self, box: Box, actions: tuple[Action, ...], said: tuple[Action, ...]) -> Iterator[Case]:
        """Yield the cases of a box: moving onto an own figure without taking it is a quirk. *said* are all actions."""
        names = [action.name for action in said]
        own = {(TARGET, "figure"): among((self.mover, figure) for figure in self.sheet.figures)}
        both = meet(box, own)
        if "move" not in names or {"take", "swap"} & {*names[: names.index("move")]} or both is None:
            yield Case(box, actions)
            return
        for one in without(box, own):
            yield Case(one, actions)
        yield Case({**both, QUIRKS: among([1])}, actions)

    def _done(self, actions: tuple[Action, ...]) -> tuple[Action, ...]:
        """Return the actions that have an effect.

        Taking on the target just before moving there is superfluous. After the figure has left the source only taking
        is possible; other actions are reported and left out.
        """
        found: list[Action] = []
        moved = ""
        for action in actions:
            if moved and action.name != "take":
                message = f"after '{moved}' the figure is not on the source any more: '{action.name}' is left out"
                self.left_out(message, action.offset)
                continue
            if action.name in ("move", "swap"):
                moved = action.name
            if action.name == "move" and found and found[-1].name == "take":
                found.pop()
            found.append(action)
        return tuple(Action(action.name, 0, action.figure) for action in found)

    # -- forms of steps

    def _forms(self, way: Way, behaviour: Behaviour) -> Iterator[tuple[int, Vector]]:
        """Yield the legs for a way: ``ONCE`` or ``SLIDING``, or a factor, each with its vector."""
        last = way.factors[-1]
        if last == 1:
            yield ONCE, way.vector
            return
        path = behaviour.path
        slides = way.factors == tuple(range(1, last + 1)) and not any(
            self.words.has_numbers(box, TARGET) for box in path.stopped
        )
        if slides and (path.needs_cells or not self._has_holes(way)):
            yield SLIDING, way.vector
        elif path.is_free:
            for factor in way.factors:
                yield ONCE, way.multiple(factor)
        else:
            for factor in way.factors:
                yield factor, way.vector

    def _has_holes(self, way: Way) -> bool:
        """Return whether a move by some factor leads from a cell to another across a place without a cell."""
        cells = self.sheet.cells
        if len(cells) == prod(self.words.grid.spans):
            return False
        for cell in cells:
            behind = False
            self.words.work.spend(len(way.factors))
            for factor in range(1, way.factors[-1] + 1):
                there = tuple(a + b for a, b in zip(cell, way.multiple(factor), strict=True)) in cells
                if behind and there and factor in way.factors:
                    return True
                behind = behind or not there
        return False

    # -- rules as text

    def _leg(self, figure: str, source: Box, behaviour: Behaviour, form: int, vectors: list[Vector]) -> Iterator[str]:
        """Yield the rules for some vectors with the same behaviour."""
        words, path = self.words, behaviour.path
        where, numbers = words.source(source, self.mover)
        head = [f"own {words.figures[figure]}{where}", f"select {FROM}", *numbers]
        passed = ""
        if form == SLIDING:
            ways = words.ways(vectors, figure)
            head.append(f"step {ways} *{self._through(path)}")
            passed = f"goto {FROM} -> ray {ways} any !at {TO} until any at {TO}"
            yield self._rule(head, behaviour, passed)
        elif form == ONCE:
            yield self._rule([*head, words.steps(vectors)], behaviour, "")
        else:
            for vector in vectors:
                words.work.spend(_PER_CELL * form)
                between = [_times(vector, number) for number in range(1, form)]
                passed = f"goto {FROM} -> {words.steps(between)}"
                step = [words.steps([_times(vector, form)]), *self._unstopped(path, passed, Way(vector, (form,)))]
                yield self._rule([*head, *step], behaviour, passed)

    def _through(self, path: Path) -> str:
        """Return the words for the cells that a sliding figure may pass."""
        if not path.stopped:
            return ""
        left: list[Box] = [{(TARGET, "figure"): among(self.words.contents)}]
        for box in path.stopped:
            left = [rest for one in left for rest in without(one, box)]
        told = [self.words.looks(box, TARGET, self.mover) for box in joined(left)]
        patterns = [one for one in told if one is not None]
        return f" through {' or '.join(patterns)}" if patterns else " through off"

    def _unstopped(self, path: Path, passed: str, way: Way) -> list[str]:
        """Return the tests that no passed cell stops a figure. *way* has one factor; *passed* goes to the cells."""
        needs_test = path.needs_cells and self._has_holes(way)
        found = [f"if count {{ {passed} }} == {way.factors[0] - 1}"] if needs_test else []
        for box in path.stopped:
            filters = self.words.cell(box, TARGET, self.mover)
            if filters is not None:
                found.append(f"no {{ {' -> '.join([passed, *filters])} }}")
        return found

    def _taken(self, path: Path, passed: str) -> list[str]:
        """Return chains to the passed cells from which something is taken."""
        found = [self.words.cell(box, TARGET, self.mover) for box in path.taken]
        return [" -> ".join([passed, *filters]) for filters in found if filters is not None] if passed else []

    def _rule(self, head: list[str], behaviour: Behaviour, passed: str) -> str:
        """Return the rule that begins with *head*; '' if no case of the target is possible."""
        taken = self._taken(behaviour.path, passed)
        ends: list[tuple[list[str], list[str]]] = []
        needs_way = False
        for case in behaviour.ends:
            tests = self._tests(case, taken)
            if tests is not None:
                ends.append((tests, self._effects(case.actions, FROM, TO)))
                needs_way = needs_way or not case.actions
        after = [f"do {{ {each} -> set empty }}" for each in taken]
        before = self._counted()
        if not ends:
            return ""
        if len(ends) == 1 and not needs_way:
            tests, effects = ends[0]
            chain = [*head, *tests, f"select {TO}", *before, *effects, *after]
        else:
            either = " | ".join(" -> ".join([*tests, *effects] or ["any"]) for tests, effects in ends)
            chain = [*head, f"select {TO}", *before, f"choose {{ {either} }}", *after]
        return " -> ".join(chain)

    def _tests(self, case: Case, taken: list[str]) -> list[str] | None:
        """Return the tests of a case of the target; None if it is impossible."""
        filters = self.words.cell(case.box, TARGET, self.mover)
        if filters is None or (not case.actions and not taken):
            return None
        found = [*filters, *self.words.numbers(part(case.box, QUIRKS[0]), "game")]
        if not case.actions:
            found.append(_any_of([f"has {{ {each} }}" for each in taken]))
        return found

    def _counted(self) -> list[str]:
        return [f"do {{ goto {FROM} -> {MADE} += 1 }}"] if MADE in self.counts else []

    def _effects(self, actions: Iterable[Action], source: str, target: str, *, together: bool = False) -> list[str]:
        """Return the effects of actions. If figures act *together*, the source may be of any player, or empty."""
        found: list[str] = []
        for action in actions:
            if action.name == "take":
                found += [f"goto {target}", "set empty"]
            elif action.name == "move":
                found += [f"goto {target}", f"move {source}"]
                found += [f"{LAST} := {CURRENT}"] if LAST in self.counts else []
            elif action.name == "swap":
                found += [f"goto {target}", f"swap {source}"]
            elif action.name == "replace":
                for player in self.sheet.players if together else [self.mover]:
                    owned = self.words.pattern(frozenset((player, name) for name in self.sheet.figures), self.mover)
                    word = f"own {self.words.figures[action.figure]}"
                    if player != self.mover:
                        word = f"Cell.{self.words.state(player, action.figure)}"
                    chain = [f"goto {source}", *([owned] if together else []), f"set {word}"]
                    found += [f"do {{ {' -> '.join(chain)} }}"] if together else chain
        return found

    # -- complex movements

    def _complex_rules(self, figure: str, owned: list[tuple[Movement, list[Way]]]) -> list[str]:
        """Return the rules of the complex movements that a figure can begin."""
        begun: dict[Vector, list[tuple[Complex, int]]] = {}
        for each in self.sheet.complexes:
            for number, one in enumerate(each.parts):
                if one.figure == figure and one.movement is not None:
                    for vector in self._multiples(one.movement):
                        begun.setdefault(vector, []).append((each, number))
        found: list[str] = []
        for vector, candidates in begun.items():
            told = [text for each, number in candidates for text in self._candidate(each, number, vector)]
            if told:
                step = [self.words.steps([vector]), f"select {TO}"]
                chain = [f"own {self.words.figures[figure]}", f"select {FROM}", *step]
                chain += self._no_simple(figure, owned, vector)
                either = told[0] if len(told) == 1 else f"first {{ {' | '.join(told)} }}"
                found.append(" -> ".join([*chain, either]))
        return found

    def _multiples(self, movement: Movement) -> Iterator[Vector]:
        """Yield the vectors by which a movement may lead to a cell."""
        for sign in movement.factors:
            factor = 1
            while self.words.grid.holds(_times(movement.vector, sign * factor)):
                self.words.work.spend(_PER_CELL)
                yield _times(movement.vector, sign * factor)
                if not movement.repeated:
                    break
                factor += 1

    def _candidate(self, each: Complex, first: int, vector: Vector) -> list[str]:
        """Return the chain of a complex movement that its part *first* begins; an empty list if it is impossible."""
        options: list[list[tuple[list[str], list[str]]]] = []
        for number, one in enumerate(each.parts):
            begins = number == first
            found = list(self._part(each, one, number, each.parts[first].at, vector if begins else None))
            options.append(found)
        chains: list[str] = []
        for combination in product(*options):
            self.words.work.spend(_PER_CELL)
            tests = [text for one in combination for text in one[0]]
            effects = [text for one in combination for text in one[1]]
            chains.append(" -> ".join([*tests, *self._counted(), *effects]))
            if len(chains) > MOST_CASES:
                raise TooManyCases
        return [chains[0] if len(chains) == 1 else f"choose {{ {' | '.join(chains)} }}"] if chains else []

    def _part(
        self, each: Complex, one: Part, number: int, home: Vector, begun: Vector | None
    ) -> Iterator[tuple[list[str], list[str]]]:
        """Yield the tests and the effects of a part of a complex movement, for each of its cases.

        *home* is the relative position of the part that begins, and *begun* its vector if that is this part.
        """
        words = self.words
        at = tuple(a - b for a, b in zip(one.at, home, strict=True))
        by = begun or (one.movement.vector if one.movement is not None else (0,) * len(at))
        to = tuple(a + b for a, b in zip(at, by, strict=True))
        if not (words.grid.holds(at) and words.grid.holds(to)):
            return
        sources: frozenset[Content] = frozenset((player, one.figure) for player in self.sheet.players)
        if begun is not None:
            sources = frozenset({(self.mover, one.figure)})
        world = World(self.mover, sources, words.contents, words.work)
        source = FROM if begun is not None else words.mark(f"{FROM}{number + 1}")
        target = TO if begun is not None else words.mark(f"{TO}{number + 1}")
        for case in self._ends(cases((one.acts + each.acts).destination, world), far=False):
            if is_cancelled(case) or words.is_dead(case.box):
                continue
            box = case.box
            if begun is not None:
                box = {variable: values for variable, values in box.items() if variable != (SOURCE, "figure")}
            here = [self._at(at, FROM), *(words.cell(box, SOURCE, self.mover) or ())]
            there = [self._at(to, FROM), *(words.cell(box, TARGET, self.mover) or ())]
            if begun is None:
                here.append(f"mark {source}")
                there.append(f"mark {target}")
            else:
                here = here[1:] and here
                there = [f"goto {TO}", *there[1:]] if there[1:] else []
            game = list(words.numbers(box, "game"))
            actions = case.actions if at != to else _on_itself(case.actions)
            yield [*here, *there, *game], self._effects(actions, source, target, together=True)

    def _at(self, vector: Vector, mark: str) -> str:
        return f"goto {mark} -> {self.words.steps([vector])}" if any(vector) else f"goto {mark}"

    def _no_simple(self, figure: str, owned: list[tuple[Movement, list[Way]]], vector: Vector) -> list[str]:
        """Return the test that no simple movement is allowed by a vector; an empty list if none has this vector."""
        for movement, ways in owned:
            for way in ways:
                for factor in way.factors:
                    if way.multiple(factor) == vector:
                        return self._unless(figure, movement, way, factor)
        return []

    def _unless(self, figure: str, movement: Movement, way: Way, factor: int) -> list[str]:
        """Return the test that a movement is not allowed by one factor of a way."""
        acts = movement.acts + self.sheet.figures[figure].acts
        passed = ""
        if factor > 1:
            between = [way.multiple(number) for number in range(1, factor)]
            passed = f"goto {FROM} -> {self.words.steps(between)}"
        told: list[str] = []
        for source, behaviour in self._behaviours(figure, acts, factor > 1):
            where, numbers = self.words.source(source, self.mover)
            here = [f"goto {FROM}"] if where or numbers else []
            here += [f"any{where}"] if where else []
            stop = self._unstopped(behaviour.path, passed, Way(way.vector, (factor,))) if passed else []
            for case in behaviour.ends:
                tests = self._tests(case, self._taken(behaviour.path, passed))
                if tests is not None:
                    told.append(" -> ".join([*here, *numbers, *stop, f"goto {TO}", *tests]))
        return [f"no {{ {_any_of(told)} }}"] if told else []


def _on_itself(actions: Iterable[Action]) -> Iterator[Action]:
    """Yield the equivalent actions if source and target are the same cell: moving removes the figure."""
    for action in actions:
        if action.name == "move":
            yield Action("take", action.offset)
        elif action.name != "swap":
            yield action


def _any_of(chains: list[str]) -> str:
    return chains[0] if len(chains) == 1 else f"choose {{ {' | '.join(chains)} }}"


def _times(vector: Vector, factor: int) -> Vector:
    return tuple(number * factor for number in vector)


def _within(source: Box, found: Iterable[Case]) -> list[Case]:
    """Return the cases that meet a box of sources, which is inside or outside each of them."""
    return [case for case in found if meet(source, part(case.box, SOURCE, "game")) is not None]


def _key(box: Box) -> frozenset[object]:
    return frozenset(box.items())


def _behaviour_key(behaviour: Behaviour) -> tuple[object, ...]:
    path = behaviour.path
    ends = frozenset((_key(case.box), case.actions) for case in behaviour.ends)
    return ends, frozenset(map(_key, path.stopped)), frozenset(map(_key, path.taken)), path.needs_cells
