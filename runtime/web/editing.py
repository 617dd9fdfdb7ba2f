"""Answers to the questions of the editor page about a text of rules, as JSON.

The text is untrusted: ``workers`` asks these questions in processes with little memory and time. Each question has the
whole text, so that no state is kept. Offsets count characters.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from random import Random
from typing import Any

from tilewright.model.diagnostics import Diagnostic, has_errors
from tilewright.model.places import Place
from tilewright.model.service.completing import completions
from tilewright.model.service.explaining import help_at
from tilewright.model.service.fixing import fixes
from tilewright.model.service.formatting import formatted
from tilewright.model.service.source import Edit, Source, Span
from tilewright.runtime.interpreter.cells import bits
from tilewright.runtime.loading import load
from tilewright.runtime.position import CellSet
from tilewright.runtime.refusals import IllegalMove
from tilewright.runtime.replaying import Replay, replay
from tilewright.runtime.results import told
from tilewright.runtime.state import Game, State
from tilewright.runtime.web.course import board_of
from tilewright.runtime.web.showing import scene, steps_of
from tilewright.runtime.why.coverage import Coverage, cover
from tilewright.runtime.why.paths import Path, Step
from tilewright.runtime.why.tracing import trace

MOST_SHOWN = 200
"""The greatest number of diagnostics, and of marks, in an answer."""
MOST_LEGAL = 2_000
"""The greatest number of legal moves in an answer."""
MOST_CELLS = 12
"""The greatest number of cells of a set that are named."""
GAMES, PLIES = 5, 60
"""The greatest number of random games of a coverage, and of plies in each."""
THOUGHT = 1.5
"""The seconds after which a coverage begins no further game."""


def check(source: Source, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the diagnostics; without errors also the game, after those of the *moves* that are still legal."""
    found: dict[str, Any] = {
        "findings": [_finding(source, one) for one in source.diagnostics[:MOST_SHOWN]],
        "game": None,
    }
    if source.document.root is not None and not has_errors(source.diagnostics):
        found["game"] = _running(load(source.document, "interpreter"), asked["moves"])
    return found


def _running(game: Game, moves: list[str]) -> dict[str, Any]:
    """Return the game after the moves that are still legal, and the refusal of the first one that is not."""
    found = replay(game, moves)
    state = found.state
    last = game.move(game.identity(moves[state.ply - 1])).cells if state.ply else ()
    return {
        "name": game.name,
        "scene": scene(game),
        "board": board_of(game, state.position, last),
        "ply": len(found.states) - 1,
        "refused": _refused(found),
        "turn": None if state.is_over else state.player.name,
        "result": _result(state) if state.is_over else None,
        "chance": str(state.sample(Random(len(moves)))) if state.is_chance and not state.is_over else None,
        "legal": [] if state.is_over else [steps_of(move) for move in list(state.legal_moves)[:MOST_LEGAL]],
    }


def _refused(found: Replay) -> dict[str, Any] | None:
    refusal = found.refusal
    return None if refusal is None else {"ply": refusal.ply, "move": refusal.move, "why": refusal.why}


def _result(state: State) -> str:
    words = told([player.name for player in state.game.players], state.returns)
    return words[0].upper() + words[1:]


def complete(source: Source, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the completions at an offset."""
    found = completions(source, asked["offset"])
    items = [{"text": item.text, "kind": item.kind, "help": item.help} for item in found.items]
    return {"start": found.span.start, "end": found.span.end, "items": items}


def explain_word(source: Source, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the help for the word at an offset."""
    found = help_at(source, asked["offset"])
    return {"help": None if found is None else {**_span(found.span), "text": found.text}}


def fix(source: Source, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fixes for the diagnostics at an offset."""
    here = (one for one in source.diagnostics if one.place.file == source.file)
    found = [one for one in here if source.span(one.place).start == asked["offset"]]
    return {
        "fixes": [
            {"title": one.title, "edits": _edits(one.edits)} for finding in found for one in fixes(source, finding)
        ]
    }


def tidy(source: Source, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the formatted text, or None if it cannot be formatted."""
    return {"text": formatted(source)}


def coverage(source: Source, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Play random games, and return for each filter how often it passed and rejected."""
    if has_errors(source.diagnostics):
        return {"marks": []}
    game = load(source.document, "interpreter")
    end = time.monotonic() + THOUGHT
    found: list[Coverage] = []
    while len(found) < GAMES and (not found or time.monotonic() < end):
        found.append(cover(game, 1, len(found), max_plies=PLIES))
    marks = []
    for covered in zip(*(one.filters for one in found), strict=True):
        place = covered[0].filter.place
        passed, rejected = sum(one.passed for one in covered), sum(one.rejected for one in covered)
        if place.file == source.file:
            text = f"in {len(found)} random games: passed {passed}, rejected {rejected}"
            marks.append({**_span(source.span(place)), "kind": "passed" if passed else "never", "text": text})
    return {"marks": marks, "games": len(found)}


def explain(source: Source, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Explain a move after the *moves* of the game, and mark each filter of the text with what it did to the move."""
    if has_errors(source.diagnostics):
        return {"why": None, "marks": []}
    game = load(source.document, "interpreter")
    state = replay(game, asked["moves"]).state
    try:
        found = state.explain(asked["move"])
    except IllegalMove as error:
        return {"why": error.reason, "marks": []}
    marks: dict[Span, dict[str, Any]] = {}
    for step in _steps(path for part in trace(state, asked["move"]).parts for path in part.paths):
        if step.filter.place.file == source.file:
            _mark(marks, source.span(step.filter.place), step, game)
    if not found.legal and found.place is not None and found.place.file == source.file:
        span = source.span(found.place)
        marks[span] = {**_span(span), "kind": "refused", "text": found.message}
    return {"why": found.message, "legal": found.legal, "marks": list(marks.values())[:MOST_SHOWN]}


def _mark(marks: dict[Span, dict[str, Any]], span: Span, step: Step, game: Game) -> None:
    """Mark a filter with its working sets before and after. Of several visits, one that passed counts."""
    if span in marks and (marks[span]["kind"] == "passed" or not step.after):
        return
    text = f"{_cells(step.before, game)} → {_cells(step.after, game) if step.after else 'nothing'}"
    marks[span] = {**_span(span), "kind": "passed" if step.after else "stopped", "text": text}


def _cells(cells: CellSet, game: Game) -> str:
    """Return the names of the first ``MOST_CELLS`` cells of a set."""
    return " ".join(game.notation((cell,)) for cell in islice(bits(cells), MOST_CELLS))


def _steps(paths: Iterable[Path]) -> list[Step]:
    """Return all steps of paths, with the steps of forks and inner chains, in the order of the rules."""
    found: list[Step] = []
    waiting = list(paths)[::-1]
    while waiting:
        path = waiting.pop()
        found += path.steps
        inner = [inside for step in path.steps for section in step.inside for inside in section.paths]
        waiting += [*path.forks, *inner][::-1]
    return found


def _finding(source: Source, found: Diagnostic) -> dict[str, Any]:
    own = found.place.file == source.file
    span = source.span(found.place) if own else Span(0, 0)
    return {
        **_span(span),
        "line": found.place.line if own else 1,
        "column": found.place.column if own else 1,
        "severity": found.severity.value,
        "code": found.code,
        "message": found.message if own else f"{_short(found.place)}: {found.message}",
    }


def _short(place: Place) -> str:
    """Return a place without its folder, which must not be revealed."""
    return f"{place.file.replace(chr(92), '/').rpartition('/')[2]}:{place.line}:{place.column}"


def _span(span: Span) -> dict[str, int]:
    return {"start": span.start, "end": span.end}


def _edits(edits: tuple[Edit, ...]) -> list[dict[str, Any]]:
    return [{**_span(edit.span), "text": edit.text} for edit in edits]


QUESTIONS: Mapping[str, Callable[[Source, Mapping[str, Any]], dict[str, Any]]] = {
    "check": check,
    "complete": complete,
    "help": explain_word,
    "fix": fix,
    "tidy": tidy,
    "cover": coverage,
    "explain": explain,
}
"""The functions that answer the questions, by their names."""


def answer(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to a question, with the fields of ``app.Writing``."""
    return QUESTIONS[asked["question"]](Source(asked["text"], asked["name"]), asked)
