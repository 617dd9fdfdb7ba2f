"""Tracing: following a move through all rules, filter by filter. The result is made of ``paths``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import CallFilter, Filter, LegalMovesPipeline, MoveRule, WinConditionFilter
from tilewright.model.diagnostics import ModelError
from tilewright.model.document import Document
from tilewright.runtime.as_json import place_as_json
from tilewright.runtime.interpreter.cells import NOWHERE, Neighbour, bits
from tilewright.runtime.interpreter.recording import Recorder, Visit
from tilewright.runtime.interpreter.tables import Tables
from tilewright.runtime.interpreter.watching import Judged, Stage, Watched
from tilewright.runtime.move import Move
from tilewright.runtime.position import PASS, CellSet, Identity, Position
from tilewright.runtime.state import State
from tilewright.runtime.why.filters import FilterInfo, describe
from tilewright.runtime.why.paths import Part, Path, Section, Step, Trace, folded

MAX_NESTING = 30
"""The greatest depth of chains inside each other that a trace shows."""


def trace(state: State, move: str | Move, *, fold: bool = True) -> Trace:
    """Return the trace of a move, legal or not, through all rules; with *fold*, similar paths are folded.

    ``UnreadableMove`` if it is not the notation of a move. If the rules fail, the trace ends there and has the error.
    Cost: the rules are run along this move alone.
    """
    game = state.game
    document = game.document
    identity = game.identity(move)
    recorder = Recorder()
    engine = Watched(document.game, document.places, recorder)
    start = state.start
    maker = _Maker(document, engine.tables, start, fold)
    parts: list[Part] = []
    judged: list[Judged] = []
    error: ModelError | None = None
    try:
        for judgement in () if start.returns is not None else engine.judge(start, identity):
            judged.append(judgement)
            roots = recorder.take()
            if judgement.stage is Stage.RESULT:
                parts += maker.results(roots)
            else:
                parts.append(maker.rule(judgement, roots))
        legal, verdict = identity in state.node.moves, _verdict(state, identity, judged)
    except ModelError as failed:
        parts += maker.failed(recorder.take(), recorder.unfinished())
        legal, verdict, error = False, f"the rules fail: {failed.diagnostics[0].message}", failed
    return Trace(game.move(identity), start, legal, verdict, tuple(parts), recorder.cut, error)


def _verdict(state: State, identity: Identity, judged: list[Judged]) -> str:
    if state.start.returns is not None:
        return "the game is over"
    moves = state.node.moves
    if identity in moves:
        forced = identity == PASS and not any(part.stage is Stage.RESULT and part.passed for part in judged)
        return "legal: no rule has a move, so it must be passed" if forced else "legal"
    verdict = f"not legal: {_refusal(state, identity, judged)}"
    return f"{verdict}; {state.player} has no move, so the game is over" if state.is_over else verdict


def _refusal(state: State, identity: Identity, judged: list[Judged]) -> str:
    moves = state.node.moves
    if any(part.stage is Stage.RESULT and part.passed for part in judged):
        others = ", ".join(state.game.notation(other) for other in list(moves)[:6])
        return f"a rule lets it through, but other moves take precedence: {others}"
    if any(part.stage is Stage.RESULT for part in judged):
        return "the post-check refuses it"
    if any(other[: len(identity)] == identity for other in moves):
        return "it is only the beginning of a move"
    return "no rule lets it through"


def facts(found: Trace, state: State) -> dict[str, Any]:
    """Return a trace as a value for JSON; cells are given by name."""
    game = state.game

    def cells(some: CellSet) -> list[str]:
        return [game.notation((cell,)) for cell in bits(some)]

    def step_facts(step: Step) -> dict[str, Any]:
        return {
            **step.filter.facts(),
            "player": game.players[step.me].name,
            "times": step.times,
            "before": cells(step.before),
            "after": None if step.after is None else cells(step.after),
            "direction": step.direction,
            "ended": step.ended,
            "failed": step.failed,
            "inside": [{"label": s.label, "paths": [path_facts(path) for path in s.paths]} for s in step.inside],
        }

    def path_facts(path: Path) -> dict[str, Any]:
        return {
            "times": path.times,
            "start": cells(path.start),
            "direction": path.direction,
            "died": path.died,
            "folded": path.folded,
            "steps": [step_facts(step) for step in path.steps],
            "forks": [path_facts(fork) for fork in path.forks],
        }

    return {
        "game": game.name,
        "player": state.player.name,
        "move": found.move.notation,
        "legal": found.legal,
        "verdict": found.verdict,
        "cut": found.cut,
        "parts": [
            {
                "kind": part.kind,
                "name": part.name,
                "place": place_as_json(part.place),
                "passed": part.passed,
                "paths": [path_facts(path) for path in part.paths],
            }
            for part in found.parts
        ],
    }


_LABELS = {"condition": "condition", "body": "body", "alternatives": "alternative", "cells": "count"}


class _Maker:
    """Makes the parts and paths of a trace from the visits of a ``Recorder``."""

    def __init__(self, document: Document, tables: Tables, start: Position, fold: bool) -> None:
        self._document = document
        self._tables = tables
        self._start = start
        self._fold = fold
        self._unfinished: list[Visit] = []
        self._known: dict[Element, FilterInfo] = {}

    def rule(self, judged: Judged, roots: list[Visit]) -> Part:
        """Return the part of a rule, with a path for each start of its chain."""
        rule = judged.rule
        kind = "place" if not isinstance(rule, MoveRule) else "chance" if rule.nature else "move"
        if judged.stage is Stage.OTHER_PHASE:
            kind = "move of another phase"
        return Part(kind, rule.name, self._document.place(rule), self._paths(roots, 0), judged.passed)

    def results(self, roots: list[Visit]) -> list[Part]:
        """Return the parts that followed a move which a rule produced: one for each chain that was run."""
        parts = []
        for root in roots:
            feature = root.element.eContainmentFeature().name
            kind = feature if feature in ("ensure", "round") else "effect"
            if isinstance(root.element, WinConditionFilter):
                kind = "win condition"
            paths = self._paths([root], 0)
            passed = not all(path.died for path in paths)
            parts.append(Part(kind, root.element.name, self._document.place(root.element), paths, passed))
        return parts

    def failed(self, roots: list[Visit], unfinished: list[Visit]) -> list[Part]:
        """Return the parts of the chains that were run when the rules failed in the *unfinished* visits."""
        self._unfinished = unfinished
        rule = roots[0].element.eContainer() if roots else None
        if isinstance(rule, LegalMovesPipeline):
            rule = roots[0].element
        if isinstance(rule, MoveRule | Filter):
            return [self.rule(Judged(Stage.RULE, rule, False), roots)]
        return self.results(roots)

    def _paths(self, starts: Iterable[Visit], depth: int) -> tuple[Path, ...]:
        return self._folded([self._path(visit, visit.before, None, depth) for visit in starts])

    def _path(self, first: Visit | None, start: CellSet, direction: str | None, depth: int) -> Path:
        steps: list[Step] = []
        visit = first
        while visit is not None:
            steps.append(self._step(visit, depth))
            if len(visit.outputs) > 1:
                forks = self._folded(
                    [
                        self._path(output.next, output.cells, self._direction(output.direction), depth)
                        for output in visit.outputs
                    ]
                )
                return Path(start, direction, tuple(steps), forks, all(fork.died for fork in forks))
            if not visit.outputs:
                return Path(start, direction, tuple(steps), (), True)
            visit = visit.outputs[0].next
        return Path(start, direction, tuple(steps), (), False)

    def _step(self, visit: Visit, depth: int) -> Step:
        outputs = visit.outputs
        last = outputs[-1] if outputs else visit
        after = 0
        for output in outputs:
            after |= output.cells
        bound = outputs[0].direction if len(outputs) == 1 else None
        return Step(
            filter=self._info(visit.element),
            me=visit.me,
            before=visit.before,
            after=after if outputs else None,
            boards=replace(self._start, boards=last.boards, counters=last.counters),
            direction=self._direction(bound),
            ended=any(output.ended for output in outputs),
            times=1,
            inside=self._inside(visit, depth + 1) if depth < MAX_NESTING else (),
            failed=visit in self._unfinished,
        )

    def _inside(self, visit: Visit, depth: int) -> tuple[Section, ...]:
        by_label: dict[str, list[Visit]] = {}
        for inner in visit.inner:
            by_label.setdefault(_label(inner.element, visit.element), []).append(inner)
        return tuple(Section(label, self._paths(visits, depth)) for label, visits in by_label.items())

    def _info(self, element: Filter) -> FilterInfo:
        found = self._known.get(element)
        if found is None:
            found = self._known[element] = describe(element, self._document)
        return found

    def _direction(self, way: Neighbour | None) -> str | None:
        """Return a direction as text: its vector, or ``links`` if it has none."""
        if way is None:
            return None
        places = self._tables.cells.places
        pairs = [(places[cell], places[target]) for cell, target in enumerate(way.table) if target != NOWHERE]
        vectors = {(column - c, row - r) for (r, c, *_), (row, column, *_) in pairs}
        if len(vectors) != 1:
            return "links"
        x, y = vectors.pop()
        return f"({x},{y})"

    def _folded(self, paths: list[Path]) -> tuple[Path, ...]:
        return folded(paths) if self._fold else tuple(paths)


def _label(head: Element, outer: Element) -> str:
    """Return a label for the chain that begins with *head*, by its role in the filter *outer* that runs it."""
    if isinstance(outer, CallFilter) and head.eContainer() is outer.pipeline:
        return f"sub {outer.pipeline.name}"
    feature = head.eContainmentFeature()
    label: str = _LABELS.get(feature.name, feature.name)
    if feature.name == "alternatives":
        return f"{label} {list(head.eContainer().alternatives).index(head) + 1}"
    return label
