"""What is wrong where a game begins: it has no move, the commonest mistake of a first draft, or its rules fail.

Or there are moves, but none of the next player after any of them.
"""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import CallFilter, Filter, MoveRule, Player, RepeatFilter
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, ModelError, Related, Severity
from tilewright.model.document import Document
from tilewright.runtime.interpreter import Interpreter
from tilewright.runtime.interpreter.cells import NOWHERE
from tilewright.runtime.interpreter.flow import Flow
from tilewright.runtime.interpreter.tables import Tables
from tilewright.runtime.interpreter.turn import MAX_STEPS
from tilewright.runtime.interpreter.watching import Judged, Stage, Watched
from tilewright.runtime.position import Identity, Position
from tilewright.runtime.why.coverage import Count, Counter
from tilewright.runtime.why.filters import describe, shorten
from tilewright.runtime.why.wording import rule_name

STEPS = 2 * MAX_STEPS
"""The budget in steps of the search for why there is no first move. If it is spent, there is no warning of that."""
MOST_FIRST = 400
"""The greatest number of first moves that are played. If there are more, nothing is said of the second player."""
MOST_NAMED = 3
"""The greatest number of symbols that are proposed for a setup."""
TEXT = 60
"""The greatest number of characters of a filter that are shown."""


def without_first_move(document: Document) -> list[Diagnostic]:
    """Return a warning if a model without errors is over in its first position, as no rule has a move; else nothing.

    There is another warning if a next player has no move after any first one: see ``_without_second_move``. The related
    places are those where the rules end. If chance comes first, or the rules fail in the first position, it is an
    error. That they take too many steps there is a warning, as a compiled engine may take fewer. A model without
    rules has another warning. There is none either if the first player must pass and the game goes on. Cost: up to
    ``MAX_STEPS`` steps of the interpreter if there is a move, else some more.
    """
    game = document.game
    pipeline = game.board.legalMovesPipeline
    if pipeline is None or not (pipeline.filters or pipeline.rules):
        return []
    try:
        interpreter = Interpreter(game, document.places)
        start = interpreter.initial()
        if first := interpreter.settle(start).moves:
            return _without_second_move(interpreter, start, first, document)
    except ModelError as error:
        return [
            replace(one, severity=Severity.WARNING) if one.code == "budget-exceeded" else one
            for one in error.diagnostics
        ]
    watcher = _Watcher(game)
    try:
        watched = Watched(game, document.places, watcher, steps=STEPS)
        related = [one for judged in watched.judge(start, None) for one in _ends(judged, watcher, document)]
        chance = _chance_before(interpreter, start)
    except ModelError as error:
        return [one for one in error.diagnostics if one.code != "budget-exceeded"]
    player = interpreter.tables.movers[start.player].name
    message = f"{player} has no move in the first position, so that the game is over before it begins"
    if chance is not None:
        message += f"; write 'start {chance.name}' if {chance.name} begins, who has a move there"
    if watcher.furthest:
        words = (document.file, _notation(watcher.furthest, document))
        message += f"; 'tilewright trace {' '.join(map(shlex.quote, words))}' shows where a move ends"
    return [diagnose("no-first-move", message, document.place(game), tuple(related))]


def _without_second_move(
    interpreter: Interpreter, start: Position, first: Collection[Identity], document: Document
) -> list[Diagnostic]:
    """Return a warning if after every first move, which ends nothing, another player is to move who has no move.

    There is none after chance, or if some rule fails. Cost: if there is such a move, mostly that of the first one.
    """
    tables = interpreter.tables
    waiting = set()
    if start.player == tables.nature or len(first) > MOST_FIRST:
        return []
    try:
        for identity in first:
            after = interpreter.play(start, identity)
            if after is None or after.returns is not None or after.player in (start.player, tables.nature):
                return []
            if interpreter.can_move(after):
                return []
            waiting.add(after.player)
    except ModelError:
        return []
    if len(waiting) != 1:
        return []
    number = waiting.pop()
    player = tables.movers[number].name
    message = f"{player} has no move after any first move of {tables.movers[start.player].name}"
    return [diagnose("no-second-move", message + _pieceless(tables, start, number), document.place(document.game))]


def _pieceless(tables: Tables, start: Position, player: int) -> str:
    """Return what to write in the setup if a player has no piece there, but could have such as others have there."""
    infos = [(info, bool(board)) for info, board in zip(tables.states, start.boards, strict=True)]
    if any(there and info.owner == player for info, there in infos):
        return ""
    kinds = {info.element.piece for info, there in infos if there and info.owner != NOWHERE}
    own = [info.element for info, _ in infos if info.owner == player and info.element.piece in kinds]
    words = [
        f"'{state.symbol}' for its {state.piece.name}" for state in own[:MOST_NAMED] if state.symbol and state.piece
    ]
    return f": it has no piece in the setup; write {' or '.join(words)}" if words else ": it has no piece in the setup"


def _chance_before(interpreter: Interpreter, start: Position) -> Player | None:
    """Return nature if it does not begin, but would have a move in the first position; else None."""
    tables = interpreter.tables
    if tables.game.nature is None or start.player == tables.nature:
        return None
    begun = replace(start, player=tables.nature, seat=tables.nature)
    return tables.game.nature if interpreter.can_move(begun) else None


class _Watcher(Counter):
    """Counts the flows of one rule, and keeps the clicks and options of the one that came furthest of all rules."""

    def __init__(self, root: Element) -> None:
        super().__init__(root)
        self.furthest: Identity = ()

    def enter(self, element: Filter, flow: Flow) -> Count:
        if not flow.run.asked and len(flow.selection) > len(self.furthest):
            self.furthest = flow.selection
        return super().enter(element, flow)

    def take(self) -> Mapping[Filter, Count]:
        """Return the counts since the last call, and begin anew."""
        counts, self.counts = self.counts, {element: Count() for element in self.counts}
        return counts


def _ends(judged: Judged, watcher: _Watcher, document: Document) -> Iterator[Related]:
    """Yield where a rule ends, if one filter has rejected all that came to it, or the post-check all of its moves."""
    counts, rule = watcher.take(), judged.rule
    chain: Filter | None = rule.filter if isinstance(rule, MoveRule) else rule
    if judged.stage is Stage.RESULT:
        chain = document.game.board.ensure
    if judged.passed or judged.stage is Stage.OTHER_PHASE:
        return
    refusing = None if chain is None else _refusing(chain, counts)
    if refusing is not None:
        text = shorten(describe(refusing, document).text, TEXT)
        message = f"'{text}' has rejected all {counts[refusing].rejected}, in {rule_name(rule)}"
        yield Related(message, document.place(refusing))


def _refusing(first: Filter, counts: Mapping[Filter, Count]) -> Filter | None:
    """Return the filter of a chain that has rejected all that came to it, the innermost one of what it runs."""
    found: Filter | None = None
    current: Filter | None = first
    seen: set[Filter] = set()
    while current is not None and current not in seen:
        seen.add(current)
        if counts[current].passed:
            current = current.nextFilter
            continue
        if not counts[current].rejected:
            break
        found = current
        match current:
            case CallFilter():
                current = current.pipeline.filter
            case RepeatFilter():
                current = current.body
            case _:
                break
    return found


def _notation(identity: Identity, document: Document) -> str:
    from tilewright.runtime.loading import game_of

    return game_of(document, "interpreter").notation(identity)
