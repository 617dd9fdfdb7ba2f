"""Why a move is not legal, and what a legal one does, for people.

What is said is derived from the model: the filter that stopped the move, the cells that it was given, what is on them,
and what it demands. A function for each class of filter puts it into words, out of the table in ``phrases``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tilewright.metamodel.typing import EObject
from tilewright.model.game.writer import write_filter, write_value
from tilewright.model.places import Place
from tilewright.runtime.interpreter.explaining import Blame, Cause
from tilewright.runtime.interpreter.tables import NOWHERE, Tables, bits, turn
from tilewright.runtime.move import Cell
from tilewright.runtime.phrases import either, listed, say
from tilewright.runtime.position import PASS, CellSet, Identity, Position

if TYPE_CHECKING:
    from tilewright.runtime.game import Game
    from tilewright.runtime.interpreter.flow import Flow
    from tilewright.runtime.state import State

NEAREST = 6
"""The legal moves that are named at most."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is to be said of a move in a state.

    For a move that is not legal ``sentence`` says why; ``filter``, ``notation`` and ``place`` are the filter or rule
    that stopped it, ``cells`` the cells that it was given (row 0 at the top), ``wanted`` the cell that it did not pass,
    ``clicks`` how many clicks and options came before; all empty if it was no filter. ``nearest`` holds legal moves
    that are like the one asked for. For a legal move ``effects`` says what it does.
    """

    move: str
    legal: bool
    sentence: str
    words: str | None = None
    """The author's own reason, if the model gives one."""
    rule: str | None = None
    """The rule that the move comes nearest to, or by which it is legal."""
    filter: str | None = None
    """The class of the filter and, if it has one, its name."""
    notation: str | None = None
    place: Place | None = None
    cells: tuple[Cell, ...] = ()
    wanted: Cell | None = None
    clicks: int = 0
    nearest: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    blame: Blame | None = field(default=None, compare=False, repr=False)
    """The same in the numbers of the interpreter, with the model's elements."""

    def __str__(self) -> str:
        said = f"{self.words} {self.sentence}" if self.words else self.sentence
        return said if self.place is None else f"{said} ({self.filter} at {self.place})"


def explain(state: State, identity: Identity) -> Explanation:
    """Return what is to be said of a move, which is in the numbers of the game."""
    game = state.game
    move = game.notation(identity)
    if identity in state.node.moves:
        return _of_legal(state, identity)
    simple = _without_rules(state, identity)
    if simple is not None:
        return Explanation(move, legal=False, sentence=simple, nearest=_nearest(state, identity))
    blame = game.explainer.why_not(state._start, identity)
    if blame is None:
        sentence = say("no-rule", moves=listed([str(legal) for legal in state.legal_moves], 12))
        return Explanation(move, legal=False, sentence=sentence, nearest=_nearest(state, identity))
    speaker = _Speaker(game, state._start)
    if blame.element.eClass.name == "ChoiceFilter" and blame.inner is not None:
        blame = replace(blame.inner, callers=blame.callers)  # the alternative that fits, rather than the whole union
    element = blame.element
    name = f" {element.name}" if element.name else ""
    cells = game.names.cells
    return Explanation(
        move,
        legal=False,
        sentence=speaker.sentence(blame),
        words=speaker.author(blame),
        rule=_rule_name(blame.rule),
        filter=f"{element.eClass.name}{name}",
        notation=write_filter(element) if blame.flow is not None else None,
        place=game.document.place(element),
        cells=tuple(cells[cell] for cell in blame.cells),
        wanted=None if blame.wanted is None else cells[blame.wanted],
        clicks=blame.clicks,
        nearest=_nearest(state, identity),
        blame=blame,
    )


def _rule_name(rule: EObject) -> str:
    return str(rule.name) if rule.name else rule.eClass.name


def _without_rules(state: State, identity: Identity) -> str | None:
    """Return why a move is not legal if no rule need be asked for it."""
    game, moves = state.game, state.node.moves
    if state.is_over:
        winner = state.winner
        outcome = say("drawn") if winner is None else say("won", player=winner)
        return say("over", outcome=outcome)
    if list(moves) == [PASS]:
        return say("must-pass", player=state.player)
    longer = [game.notation(other) for other in moves if other[: len(identity)] == identity]
    if longer:
        return say("beginning", moves=listed(longer, 12))
    if identity == PASS and not any(PASS[0] in other for other in moves):
        names = listed([game.notation(other) for other in moves], 4)
        return say("may-not-pass", player=state.player, count=len(moves), moves=names)
    whole = next((identity[:end] for end in range(len(identity)) if identity[:end] in moves), None)
    return None if whole is None else say("too-long", move=game.notation(whole))


def _nearest(state: State, identity: Identity) -> tuple[str, ...]:
    """Return legal moves with the same first click, else with the same last one."""
    moves = list(state.node.moves)
    if not identity:
        return ()
    same = [m for m in moves if m and m[0] == identity[0]] or [m for m in moves if m and m[-1] == identity[-1]]
    return tuple(state.game.notation(move) for move in same[:NEAREST])


# -- legal moves


def _of_legal(state: State, identity: Identity) -> Explanation:
    game = state.game
    move = game.notation(identity)
    rule = game.explainer.rule_of(state._start, identity)
    after = state.play(game.move(identity))
    effects = tuple(_effects(game, state._start, after))
    if rule is None:
        return Explanation(move, True, say("forced-pass", move=move, player=state.player), effects=effects)
    sentence = say("legal", move=move, rule=_rule_name(rule))
    return Explanation(
        move, True, sentence, rule=_rule_name(rule), filter=rule.eClass.name, place=game.document.place(rule),
        effects=effects,
    )  # fmt: skip


def _effects(game: Game, before: Position, after_state: State) -> Iterable[str]:
    """Yield what a move changes, in words."""
    after = after_state._start
    tables, contents = game.tables, Contents(game)
    changed = False
    for cell in range(len(tables.cells.places)):
        old, new = contents.of(cell, before.boards), contents.of(cell, after.boards)
        if old != new:
            changed = True
            yield say("effect-cell", cell=game.notation((cell,)), before=old, after=new)
    for info in tables.counters.values():
        for slot in info.slots:
            if before.counters[slot] != after.counters[slot]:
                changed = True
                yield say(
                    "effect-counter", counter=_counter_name(game, info.name, info.per_cell, slot - info.offset),
                    before=before.counters[slot], after=after.counters[slot],
                )  # fmt: skip
    for mark, number in tables.marks.items():
        if before.marks[number] != after.marks[number]:
            cells = [game.notation((cell,)) for cell in bits(after.marks[number])]
            key = "effect-mark" if cells else "effect-mark-empty"
            yield say(key, mark=mark.name, cells=listed(cells, 12))
    if before.phase != after.phase:
        yield say("effect-phase", phase=list(tables.phases)[after.phase].name)
    if not changed:
        yield say("no-change")
    if after_state.is_over:
        winner = after_state.winner
        yield say("over", outcome=say("drawn") if winner is None else say("won", player=winner))
    else:
        yield say("next-player", player=after_state.player)


def _counter_name(game: Game, name: str, per_cell: bool, offset: int) -> str:
    cells = len(game.names.cells) if per_cell else 1
    player, cell = divmod(offset, cells)
    words = [name]
    info = next(info for info in game.tables.counters.values() if info.name == name)
    if info.players > 1:
        words.append(f"of {game.players[player]}")
    if per_cell:
        words.append(f"at {game.notation((cell,))}")
    return " ".join(words)


class Contents:
    """What is on cells, in words."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._tables: Tables = game.tables

    def of(self, cell: int, boards: tuple[CellSet, ...]) -> str:
        """Return what is on a cell: empty, or a piece with its owner."""
        state = next(state for state, board in enumerate(boards) if board >> cell & 1)
        info = self._tables.states[state]
        piece = None if info.piece == NOWHERE else list(self._tables.pieces)[info.piece].name
        if info.owner == NOWHERE:
            return piece or (say("empty") if info.empty else info.name or say("empty"))
        player = self._game.players[info.owner]
        return say("piece-of", player=player, piece=piece or info.name)


# -- what stopped a move


class _Speaker:
    """Puts into words what stopped a move."""

    def __init__(self, game: Game, position: Position) -> None:
        self.game = game
        self.tables = game.tables
        self.position = position
        self.contents = Contents(game)

    def sentence(self, blame: Blame) -> str:
        """Return what stopped a move, as a sentence without its author's words."""
        moves = listed([self.game.notation(move) for move in blame.moves], NEAREST)
        if blame.cause is Cause.PHASE:
            phases = listed([phase.name for phase in blame.rule.phases])
            now = list(self.tables.phases)[self.position.phase].name
            return say("phase", rule=_rule_name(blame.rule), phases=phases, phase=now)
        if blame.cause is Cause.PRIORITY:
            return say("priority", rule=_rule_name(blame.element), moves=moves)
        if blame.cause is Cause.MAXIMUM:
            return say("maximum", counter=blame.element.maximise.name, moves=moves)
        if blame.cause is Cause.CELL_WANTED:
            return say("cell-wanted", cells=self.names(blame.cells))
        reason = self.reason(blame)
        return say("post-check", reason=reason) if blame.cause is Cause.POST_CHECK else reason

    def author(self, blame: Blame) -> str | None:
        """Return the author's words for the filter, or for the condition inside it, or for the rule's own filter."""
        if blame.flow is None:
            return None
        inner = () if blame.inner is None else (blame.inner.element,)
        reasons = [element.reason for element in (blame.element, *blame.callers, *inner) if element.reason]
        return reasons[0] if reasons else None

    def reason(self, blame: Blame) -> str:
        """Return what a filter demands and what is there instead."""
        assert blame.flow is not None
        return _REASONS.get(blame.element.eClass.name, _other)(self, blame, blame.flow)

    def name(self, cell: int) -> str:
        """Return the name of a cell."""
        return self.game.notation((cell,))

    def names(self, cells: Iterable[int]) -> str:
        """Return the names of cells, the first few of many."""
        return listed([self.name(cell) for cell in cells])

    def content(self, cell: int, flow: Flow) -> str:
        """Return what is on a cell, as half a sentence."""
        content = self.contents.of(cell, flow.boards)
        return say("is-empty") if content == say("empty") else say("holds", content=content)

    def subject(self, blame: Blame) -> int | None:
        """Return the one cell of which there is something to say."""
        if blame.wanted is not None:
            return blame.wanted
        return blame.cells[0] if len(blame.cells) == 1 else None

    # -- patterns

    def pattern(self, pattern: EObject, me: int) -> str:
        """Return a pattern in words, its offsets left aside."""
        words = self._simple(pattern, me)
        for other in pattern.alternatives:
            words = say("or", one=words, other=self._simple(other, me))
        return words

    def _simple(self, pattern: EObject, me: int, *, plain: bool = False) -> str:
        selection = pattern.stateSelection.name
        pieces = either([piece.name for piece in pattern.pieces])
        players = self.game.players
        kind = "-piece" if pieces else ""
        if selection == "CurrentPlayer":
            words = say(f"own{kind}", player=players[me], pieces=pieces)
        elif selection == "OtherPlayer" and len(players) == 2:
            words = say(f"enemy{kind}", player=players[1 - me], pieces=pieces)
        elif selection == "OtherPlayer":
            words = say(f"another{kind}", pieces=pieces)
        elif selection == "StateBased":
            words = say("state", state=pattern.matchState.name)
        elif selection == "Occupied":
            words = say(f"occupied{kind}", pieces=pieces)
        else:
            words = say({"Empty": "empty", "Any": "any", "OffBoard": "off"}[selection])
        if pattern.tiles:
            words = say("on-tile", pattern=words, tiles=either([tile.name for tile in pattern.tiles]))
        if pattern.negate and not plain:
            words = say("not", pattern=words)
        for place in (*pattern.within, *pattern.withinMarks):
            words = say("in-place", pattern=words, place=place.name)
        for place in (*pattern.without, *pattern.withoutMarks):
            words = say("not-in-place", pattern=words, place=place.name)
        return words

    def negated(self, pattern: EObject, me: int) -> tuple[str, str]:
        """Return which phrases to use, and the pattern in words without the word that says "not"."""
        simple = not (pattern.alternatives or pattern.within or pattern.without)
        if pattern.negate and simple and not (pattern.withinMarks or pattern.withoutMarks):
            return "-not", self._simple(pattern, me, plain=True)
        return "", self.pattern(pattern, me)

    def failing(self, cell: int, pattern: EObject, flow: Flow) -> str:
        """Return what of a pattern does not hold at a cell."""
        offsets = [(c.x, c.y) for c in pattern.relativecoordinates]
        words = self.pattern(pattern, flow.me)
        if all(offset == (0, 0) for offset in offsets):
            key, words = self.negated(pattern, flow.me)
            return say(f"pattern{key}", cell=self.name(cell), pattern=words, content=self.content(cell, flow))
        unview = self.tables._unview(flow.me) if pattern.relative else "Identity"
        row, column = self.tables.cells.places[cell]
        without = _without_offsets(pattern)
        for offset in offsets:
            x, y = turn(unview, offset)
            target = self.tables.cells.index.get((row + y, column + x))
            if target is None:
                if not any(part.stateSelection.name == "OffBoard" for part in (pattern, *pattern.alternatives)):
                    there = say("offset-off", offset=f"({x},{y})", pattern=words)
                    return say("offset", cell=self.name(cell), pattern=there)
            elif not without(self, flow) >> target & 1:
                content = self.content(target, flow)
                there = say("offset-cell", cell=self.name(target), pattern=words, content=content)
                return say("offset", cell=self.name(cell), pattern=there)
        return say("pattern", cell=self.name(cell), pattern=words, content=self.content(cell, flow))


def _without_offsets(pattern: EObject) -> Callable[[_Speaker, Flow], CellSet]:
    from tilewright.runtime.interpreter.patterns import matching_cells

    return lambda speaker, flow: matching_cells(pattern, speaker.tables)(flow)


def _pattern(speaker: _Speaker, blame: Blame, flow: Flow) -> str:
    cell = speaker.subject(blame)
    patterns = list(blame.element.patterns)
    explainer = speaker.game.explainer
    if cell is None:
        if len(patterns) == 1:
            key, words = speaker.negated(patterns[0], flow.me)
            return say(f"pattern-of-none{key}", cells=speaker.names(blame.cells), pattern=words)
        words = " and ".join(speaker.pattern(pattern, flow.me) for pattern in patterns)
        return say("pattern-of-none", cells=speaker.names(blame.cells), pattern=words)
    wrong = next((p for p in patterns if not explainer.matching(p, flow) >> cell & 1), patterns[0])
    return speaker.failing(cell, wrong, flow)


def _cells(speaker: _Speaker, blame: Blame, flow: Flow) -> str:
    element = blame.element
    source = {"Region": element.region, "Mark": element.mark}.get(element.source.name)
    place = source.name if source is not None else say("last-click" if element.source.name == "Anchor" else "board")
    outside = element.combine.name in ("Minus", "Clear")
    cell = speaker.subject(blame)
    if cell is None:
        return say("all-among" if outside else "none-among", cells=speaker.names(blame.cells), place=place)
    return say("not-among" if outside else "among", cell=speaker.name(cell), place=place)


def _led(key: str) -> Callable[[_Speaker, Blame, Flow], str]:
    """Return what puts into words a filter that leads from cells to others."""

    def reason(speaker: _Speaker, blame: Blame, flow: Flow) -> str:
        in_the_way = _in_the_way(speaker, blame, flow) if key == "step" else None
        if in_the_way is not None:
            return in_the_way
        notation, cells = write_filter(blame.element), speaker.names(blame.cells)
        if blame.wanted is None:
            return say(key, cells=cells, filter=notation)
        return say(f"{key}-lost", cell=speaker.name(blame.wanted), cells=cells, filter=notation)

    return reason


def _in_the_way(speaker: _Speaker, blame: Blame, flow: Flow) -> str | None:
    """Return which cell keeps a step from the cell that was wanted, if there is one."""
    element, tables = blame.element, speaker.tables
    if blame.wanted is None or element.through is None:
        return None
    ways = [flow.direction] if element.directions is None else tables.directions(element.directions, flow.me)
    passable = speaker.game.explainer.matching(element.through, flow)
    for start in blame.cells:
        for way in ways:
            cell, blocking, steps = start, None, 0
            while way is not None and (cell := way.table[cell]) != NOWHERE:
                steps += 1
                if cell == blame.wanted or steps > len(tables.cells.places):
                    break
                if blocking is None and not passable >> cell & 1:
                    blocking = cell
            if cell == blame.wanted and blocking is not None:
                pattern, content = speaker.pattern(element.through, flow.me), speaker.content(blocking, flow)
                return say(
                    "step-blocked", cell=speaker.name(cell), start=speaker.name(start), blocking=speaker.name(blocking),
                    pattern=pattern, content=content,
                )  # fmt: skip
    return None


def _guard(speaker: _Speaker, blame: Blame, flow: Flow) -> str:
    element = blame.element
    notation = write_filter(element.condition) if element.condition.nextFilter is None else _chain(element.condition)
    cell = speaker.subject(blame) if element.perCell else None
    key = "guard-cell" if cell is not None else "guard"
    name = "" if cell is None else speaker.name(cell)
    if element.negate:
        passed = speaker.names(blame.passed) if blame.passed else name
        if cell is not None:
            return say("guard-no-cell", cell=name, filter=notation, cells=passed)
        return say("guard-no", filter=notation, cells=passed)
    if blame.inner is None:
        return say(key, cell=name, filter=notation)
    return say(f"{key}-inner", cell=name, filter=notation, inner=speaker.reason(blame.inner))


def _chain(first: EObject) -> str:
    words = []
    current = first
    while current is not None:
        words.append(write_filter(current))
        current = current.nextFilter
    return " -> ".join(words)


def _compare(speaker: _Speaker, blame: Blame, flow: Flow) -> str:
    element, explainer = blame.element, speaker.game.explainer
    left, right = write_value(element.left), write_value(element.right)
    found, limit = explainer.value(element.left, flow), explainer.value(element.right, flow)
    key = "compare" if right == str(limit) else "compare-both"
    return say(key, left=left, comparison=say(element.op.name), right=right, found=found, limit=limit)


def _repeated(speaker: _Speaker, blame: Blame, flow: Flow) -> str:
    return say("repeated", times=blame.element.times)


def _movable(speaker: _Speaker, blame: Blame, flow: Flow) -> str:
    return say("movable", player=speaker.game.players[flow.me])


def _choice(speaker: _Speaker, blame: Blame, flow: Flow) -> str:
    notation = blame.callers[0].pipeline.name if blame.callers else write_filter(blame.element)
    if blame.wanted is None:
        return say("choice-died", filter=notation)
    return say("choice", filter=notation, cell=speaker.name(blame.wanted))


def _select(speaker: _Speaker, blame: Blame, flow: Flow) -> str:
    if blame.wanted is None:
        return say("cell-wanted", cells=speaker.names(blame.cells))
    return say("click", cell=speaker.name(blame.wanted))


def _option(speaker: _Speaker, blame: Blame, flow: Flow) -> str:
    return say("option-wanted", option=blame.element.label)


def _other(speaker: _Speaker, blame: Blame, flow: Flow) -> str:
    return say("other", filter=write_filter(blame.element))


_REASONS: dict[str, Callable[[_Speaker, Blame, Flow], str]] = {
    "PatternFilter": _pattern,
    "CellsFilter": _cells,
    "StepFilter": _led("step"),
    "IterativeFilter": _led("ray"),
    "FloodFilter": _led("flood"),
    "ImageFilter": _led("image"),
    "GuardFilter": _guard,
    "CompareFilter": _compare,
    "RepetitionFilter": _repeated,
    "MovableFilter": _movable,
    "ChoiceFilter": _choice,
    "SelectFilter": _select,
    "OptionFilter": _option,
}
"""What puts each class of filters into words."""
