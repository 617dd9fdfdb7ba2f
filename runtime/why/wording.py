"""Sentences about what stopped a move: what would have to hold, and what is there instead.

For each class of filters ``REASONS`` has a function that makes the sentence from the table in ``phrases``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING, TypeAlias

from tilewright.metamodel.elements import Element, present
from tilewright.metamodel.language import (
    Area,
    AttributeOf,
    ChoiceFilter,
    Combine,
    CompareFilter,
    Constant,
    ConstantOf,
    Counter,
    CounterValue,
    CountValue,
    DirectionFilter,
    Filter,
    GuardFilter,
    IntValue,
    IterativeFilter,
    Mark,
    MoveRule,
    Pattern,
    PatternFilter,
    PerPlayerValue,
    Perspective,
    PlayersCells,
    RecordFilter,
    ShapeFilter,
    StepFilter,
    Value,
    Zone,
)
from tilewright.model.game.lines import lines_of_aligned
from tilewright.model.game.writer import write_filter, write_value
from tilewright.runtime.interpreter.cells import NOWHERE, bits, turn
from tilewright.runtime.interpreter.explaining import MOST_REASONS, Blame, Cause, leads_elsewhere
from tilewright.runtime.interpreter.patterns import matching_cells, selected_states
from tilewright.runtime.interpreter.tables import ForPlayers, Tables
from tilewright.runtime.position import CellSet, Position
from tilewright.runtime.why.filters import bare
from tilewright.runtime.why.phrases import either, listed, say, whose, with_article
from tilewright.runtime.why.veils import Veil

if TYPE_CHECKING:
    from tilewright.runtime.interpreter.flow import Flow
    from tilewright.runtime.rulebook import Rulebook

NAMED = 6
"""The greatest number of moves that a sentence names."""
NAMED_OPTIONS = 8
"""The greatest number of options that a sentence names."""


def notation_of(game: Rulebook, element: Element) -> str:
    """Return a filter in the notation, without its name and its author's words."""
    found = game.filter_texts.get(element)
    if found is None:
        tests = _compared(element)
        found = f"if {_tests(tests)}" if tests else bare(write_filter(element))
        game.filter_texts[element] = found
    return found


def _compared(element: Element) -> list[list[CompareFilter]]:
    """Return the comparisons that ``or`` joins in a filter, several together where ``and`` does; none if it asks more.

    That is a guard of a choice between such comparisons.
    """
    choice = element.condition if isinstance(element, GuardFilter) else None
    if not (isinstance(element, GuardFilter) and isinstance(choice, ChoiceFilter)):
        return []
    if element.negate or element.perCell or element.perspective is not Perspective.Current or choice.nextFilter:
        return []
    alternatives = []
    for head in choice.alternatives:
        tests: list[CompareFilter] = []
        test: Filter | None = head
        while isinstance(test, CompareFilter):
            tests.append(test)
            test = test.nextFilter
        if test is not None:
            return []
        alternatives.append(tests)
    return alternatives


def _tests(alternatives: list[list[CompareFilter]]) -> str:
    """Return comparisons as they are written after ``if``."""
    written = [[write_filter(one).removeprefix("if ") for one in tests] for tests in alternatives]
    return " or ".join(" and ".join(tests) for tests in written)


def _around(element: Element) -> Iterable[Element]:
    """Yield the filters that run the chain in which a filter stands, the innermost first."""
    while element.eContainmentFeature() is not None:
        inside = element.eContainmentFeature().name != "nextFilter"
        element = element.eContainer()
        if inside and element.eClass.name.endswith("Filter"):
            yield element


Lying: TypeAlias = tuple[Area | Mark, PlayersCells | None]
"""A region, a zone or a mark, and what says of which players it is meant; None for the current player."""


def _inside(pattern: Pattern) -> list[Lying]:
    """Return where a cell must be for a pattern to match it."""
    own: list[Area | Mark] = [*pattern.within, *pattern.withinMarks]
    return [*((place, None) for place in own), *_of_others(pattern, negate=False)]


def _outside(pattern: Pattern) -> list[Lying]:
    """Return where a cell must not be for a pattern to match it."""
    own: list[Area | Mark] = [*pattern.without, *pattern.withoutMarks]
    return [*((place, None) for place in own), *_of_others(pattern, negate=True)]


def _of_others(pattern: Pattern, *, negate: bool) -> Iterator[Lying]:
    for place in pattern.places:
        if bool(place.negate) is negate:
            named: Area | Mark = present(place.area) if place.mark is None else place.mark
            yield named, place


def _say_of_place(key: str, place: Area | Mark, of: str = "", **parts: object) -> str:
    """Return a phrase about a region, zone or mark; *of* is a phrase that names its owner, with a blank before it."""
    kind = say("zone" if isinstance(place, Zone) else "region")
    return say(f"{key}-mark" if isinstance(place, Mark) else key, place=place.name, of=of, kind=kind, **parts)


def rule_name(rule: MoveRule | Filter) -> str:
    """Return the name of a rule, or its class if it has none."""
    return str(rule.name) if rule.name else rule.eClass.name


class Contents:
    """Describes what is on cells; behind a veil only what its viewer sees."""

    def __init__(self, game: Rulebook, veil: Veil | None = None) -> None:
        self._game = game
        self._tables: Tables = game.tables
        self._veil = veil

    def of(self, cell: int, boards: tuple[CellSet, ...]) -> str:
        """Return what is on a cell: empty, or a piece with its owner."""
        if self._veil is not None and (self._veil.covered | self._veil.unseen) >> cell & 1:
            return say("something" if self._veil.covered >> cell & 1 else "not-seen")
        state = next(state for state, board in enumerate(boards) if board >> cell & 1)
        info = self._tables.states[state]
        piece = None if info.piece == NOWHERE else list(self._tables.pieces)[info.piece].name
        if info.owner == NOWHERE:
            return piece or (say("empty") if info.empty else info.name or say("empty"))
        player = self._game.players[info.owner]
        return say("piece-of", player=whose(player), piece=piece or info.name)


# -- what stopped a move


class Speaker:
    """Makes sentences about what stopped a move in a position."""

    def __init__(
        self, game: Rulebook, position: Position, options: Sequence[str] = (), veil: Veil | None = None
    ) -> None:
        """Make a speaker; *options* are those of legal moves that begin as the move does, if it was stopped there.

        Nothing behind the veil is told.
        """
        self.game = game
        self.options = options
        self.tables = game.tables
        self.position = position
        self.contents = Contents(game, veil)
        self._veil = veil

    def tells(self, value: Value, flow: Flow) -> bool:
        """Return whether a number may be told: whether it is known to those who hear the sentence."""
        return self._veil is None or self._veil.tells(value, flow.me)

    def sentence(self, blame: Blame) -> str:
        """Return a sentence about what stopped a move, without the reason that the model's author gives."""
        moves = listed([self.game.notation(move) for move in blame.moves], NAMED)
        if blame.cause is Cause.PHASE and isinstance(blame.rule, MoveRule):
            phases = either([phase.name for phase in blame.rule.phases])
            now = list(self.tables.phases)[self.position.phase].name
            return say("phase", rule=rule_name(blame.rule), phases=phases, phase=now)
        if blame.cause is Cause.PRIORITY:
            return say("priority", rule=rule_name(blame.element), moves=moves)
        if blame.cause is Cause.MAXIMUM:
            return say("maximum", counter=blame.element.maximise.name, moves=moves)
        if blame.cause is Cause.CELL_WANTED:
            return say("cell-wanted", cells=self.names(blame.cells))
        reasons = dict.fromkeys(self.reason(one) for one in self.merged(blame))
        reason = _either_of(list(reasons)[:MOST_REASONS])
        if len(reasons) > MOST_REASONS:
            reason = say("or-else-more", reason=reason, count=len(reasons) - MOST_REASONS)
        return say("post-check", reason=reason) if blame.cause is Cause.POST_CHECK else reason

    def merged(self, blame: Blame) -> list[Blame]:
        """Return the blames of equally near rules, with those that do not lead to the wanted cell merged into one."""
        if isinstance(blame.element, RecordFilter):
            return [blame]
        if not self.misses(blame):
            return [blame, *blame.others]
        missed = tuple(other for other in blame.others if self.misses(other))
        rest = () if blame.wanted in blame.cells else (other for other in blame.others if not self.misses(other))
        return [replace(blame, others=missed), *rest]

    def misses(self, blame: Blame) -> bool:
        """Return whether a filter simply does not lead to the cell that was wanted."""
        way = isinstance(blame.element, StepFilter | DirectionFilter) and blame.wanted is not None
        return way and blame.flow is not None and _in_the_way(self, blame, blame.flow) is None

    def author(self, blame: Blame) -> str | None:
        """Return the author's reason for the filter, else for a filter around it, else for the condition inside it."""
        if blame.flow is None:
            return None
        inner = () if blame.inner is None else (blame.inner.element,)
        around = [outer for element in (blame.element, *blame.callers) for outer in (element, *_around(element))]
        return next((element.reason for element in (*around, *inner) if element.reason), None)

    def reason(self, blame: Blame) -> str:
        """Return a sentence about what a filter demands and what is there instead."""
        assert blame.flow is not None
        return REASONS[blame.element.eClass.name](self, blame, blame.flow)

    def name(self, cell: int) -> str:
        """Return the name of a cell."""
        return self.game.notation((cell,))

    def names(self, cells: Iterable[int]) -> str:
        """Return the names of cells as a list; of many only the first ones."""
        return listed([self.name(cell) for cell in cells])

    def content(self, cell: int, flow: Flow) -> str:
        """Return a clause that says what is on a cell."""
        content = self.contents.of(cell, flow.boards)
        if content in (say("empty"), say("not-seen")):
            return say("is-empty" if content == say("empty") else "is-not-seen")
        return say("holds", content=content)

    def subject(self, blame: Blame) -> int | None:
        """Return the cell that a sentence is about: the wanted one, or the only one; None if there are several."""
        if blame.wanted is not None:
            return blame.wanted
        return blame.cells[0] if len(blame.cells) == 1 else None

    def value(self, value: Value, flow: Flow) -> str:
        """Return a value in the notation; for a number of a player, or of one cell, a phrase that names it."""
        match value:
            case CounterValue(counter=Counter(perPlayer=True, perCell=False) as counter):
                player, *others = self.tables.meant(flow.me, value)
                if others:
                    return write_value(value)
                return say("number-of", counter=counter.name, player=self.game.players[player])
            case (
                CounterValue(counter=Counter(perCell=True) as numbers)
                | ConstantOf(constant=Constant(perCell=True) as numbers)
                | AttributeOf(attribute=numbers)
            ):
                cells = list(bits(self.game.explainer.cells_of(value, flow)))
                players = self.tables.meant(flow.me, value)
                if len(cells) != 1 or len(players) > 1:
                    return write_value(value)
                name, cell = numbers.name, self.name(cells[0])
                if isinstance(numbers, Counter) and numbers.perPlayer and players:
                    return say("number-of-at", counter=name, player=self.game.players[players[0]], cell=cell)
                return say("number-at", counter=name, cell=cell)
            case PerPlayerValue():
                return say("number-in", numbers=write_value(value), player=self.game.players[flow.me])
            case _:
                return write_value(value)

    def limit(self, value: Value, flow: Flow) -> str:
        """Return a value with which another is compared; of a number for each player, that of the current one."""
        if isinstance(value, PerPlayerValue):
            number = self.game.explainer.value(value, flow)
            return say("number-for", number=number, player=self.game.players[flow.me])
        return self.value(value, flow)

    def found(self, element: CompareFilter, flow: Flow) -> str:
        """Return a clause with the numbers that were compared, and the cells that were counted if they are few."""
        explainer, right = self.game.explainer, self.value(element.right, flow)
        found, limit = explainer.value(element.left, flow), explainer.value(element.right, flow)
        words = say("found-number", found=found, counted=self._counted(element.left, found, flow))
        if right == str(limit) or isinstance(element.right, PerPlayerValue):
            return words
        return say(
            "found-both", found=words, right=right, limit=limit, counted=self._counted(element.right, limit, flow)
        )

    def _counted(self, value: Value, number: int, flow: Flow) -> str:
        """Return a phrase for the cells that a value counts; empty if they are too many, or it counts something else.

        If it counts none of those that it is given, it is a phrase for these.
        """
        if not isinstance(value, CountValue) or number > NAMED:
            return ""
        if not number:
            given = list(bits(flow.cells))
            none_of_few = (
                isinstance(value.cells, PatternFilter) and value.cells.nextFilter is None and len(given) <= NAMED
            )
            return say("counted-none", cells=self.names(given)) if none_of_few else ""
        cells = self.game.explainer.cells_of(value, flow)
        return say("counted", cells=self.names(bits(cells))) if cells.bit_count() == number else ""

    # -- patterns

    def pattern(self, pattern: Pattern, me: int) -> str:
        """Return a phrase for a pattern, without its offsets."""
        words = self._simple(pattern, me)
        for other in pattern.alternatives:
            words = say("or", one=words, other=self._simple(other, me))
        return words

    @property
    def _another(self) -> str:
        """The key of the phrase for what belongs to any of several others: of other teams, if there are teams."""
        return "foe" if self.tables.has_teams else "another"

    def _simple(self, pattern: Pattern, me: int, *, plain: bool = False, bare: bool = False) -> str:
        """Return a phrase for a pattern without its alternatives: *plain* without "not", *bare* without places."""
        selection = pattern.stateSelection.name
        pieces = either([*(piece.name for piece in pattern.pieces), *(group.name for group in pattern.groups)])
        players = self.game.players
        kind = "-piece" if pieces else ""
        if selection == "CurrentPlayer":
            words = say(f"own{kind}", player=whose(players[me]), pieces=pieces)
        elif selection == "OtherPlayer" and len(players) == 2:
            words = say(f"enemy{kind}", player=whose(players[1 - me]), pieces=pieces)
        elif selection == "OtherPlayer":
            words = say(f"{self._another}{kind}", pieces=pieces)
        elif selection == "Ally":
            words = say(f"ally{kind}", pieces=pieces)
        elif selection == "NamedPlayer":
            owner = self.tables.player_of[present(pattern.player)]
            words = say(f"own{kind}", player=whose(players[owner]), pieces=pieces)
        elif selection == "StateBased":
            words = say("state", state=present(pattern.matchState).name)
        elif selection == "Occupied":
            words = say(f"occupied{kind}", pieces=with_article(pieces) if pieces else "")
        else:
            words = say({"Empty": "empty", "Any": "any", "OffBoard": "off"}[selection])
        if pattern.like is not None:
            attribute = None if pattern.attribute is None else pattern.attribute.name
            alike = say("like-attribute" if attribute else "like", mark=pattern.like.name, attribute=attribute)
            words = alike if selection == "Occupied" and not kind else say("and").join((words, alike))
        if pattern.tiles:
            tiles = with_article(either([tile.name for tile in pattern.tiles]))
            words = say("tile" if selection == "Any" else "on-tile", pattern=words, tiles=tiles)
        if pattern.negate and not plain:
            words = say("not", pattern=words)
        if bare:
            return words
        for place, whom in _inside(pattern):
            words = _say_of_place("in-place", place, self.players(whom, me, place), pattern=words)
        for place, whom in _outside(pattern):
            words = _say_of_place("not-in-place", place, self.players(whom, me, place), pattern=words)
        return words

    def negated(self, pattern: Pattern, me: int) -> tuple[str, str]:
        """Return a suffix for the key of a phrase, and a phrase for a pattern.

        For a simple negated pattern the suffix is ``-not``, and the phrase is without "not".
        """
        simple = not (pattern.alternatives or pattern.within or pattern.without or pattern.places)
        if pattern.negate and simple and not (pattern.withinMarks or pattern.withoutMarks):
            return "-not", self._simple(pattern, me, plain=True)
        return "", self.pattern(pattern, me)

    def failing(self, cell: int, pattern: Pattern, flow: Flow) -> str:
        """Return a sentence about the part of a pattern that does not hold at a cell."""
        offsets = [(c.x, c.y) for c in pattern.relativecoordinates]
        words = self.pattern(pattern, flow.me)
        if all(offset == (0, 0) for offset in offsets):
            every = (pattern, *pattern.alternatives)
            parts = [None if one.negate else self._failing_part(cell, one, flow) for one in every]
            if None not in parts:
                return reduce(
                    lambda one, other: say("or-else", one=one, other=other), dict.fromkeys(filter(None, parts))
                )
            key, words = self.negated(pattern, flow.me)
            return say(f"pattern{key}", cell=self.name(cell), pattern=words, content=self.content(cell, flow))
        unview = self.tables._unview(flow.me) if pattern.relative else "Identity"
        row, column, *grid = self.tables.cells.places[cell]
        width, height = self.tables.extent(self.tables.cells.places[cell])
        without = _without_offsets(pattern)
        for offset in offsets:
            x, y = turn(unview, offset)
            target = self.tables.cells.index.get((row + y, column + x, *grid))
            if target is None:
                if not any(part.stateSelection.name == "OffBoard" for part in (pattern, *pattern.alternatives)):
                    ways = {"right": x, "left": -x, "below": y, "above": -y}
                    way = [say(f"way-{way}", count=count) for way, count in ways.items() if count > 0]
                    inside = 0 <= row + y < height and 0 <= column + x < width
                    key = "offset-hole" if inside else "offset-off"
                    return say(key, offset=say("and").join(way), cell=self.name(cell), pattern=words)
            elif not without(self, flow) >> target & 1:
                content = self.content(target, flow)
                there = say("offset-cell", cell=self.name(target), pattern=words, content=content)
                return say("offset", cell=self.name(cell), pattern=there)
        return say("pattern", cell=self.name(cell), pattern=words, content=self.content(cell, flow))

    def _failing_part(self, cell: int, pattern: Pattern, flow: Flow) -> str | None:
        """Return a sentence about the first part of a simple pattern that fails at a cell: tile, owner, kind or place.

        None if it is another part, or the kind and there is no place.
        """
        number = next(n for n, board in enumerate(flow.boards) if board >> cell & 1)
        state = self.tables.states[number]
        name, selection = self.name(cell), pattern.stateSelection.name
        tiles = {self.tables.tiles[tile]: tile.name for tile in pattern.tiles}
        if tiles and state.tile not in tiles:
            there = list(self.tables.tiles)[state.tile].name
            return say(
                "wrong-tile", cell=name, tiles=with_article(either(list(tiles.values()))), there=with_article(there)
            )
        players = self.game.players
        if selection == "CurrentPlayer" and state.owner != flow.me:
            words = say("own", player=whose(players[flow.me]))
            return say("pattern", cell=name, pattern=words, content=self.content(cell, flow))
        if pattern.player is not None and state.owner != (owner := self.tables.player_of[pattern.player]):
            words = say("own", player=whose(players[owner]))
            return say("pattern", cell=name, pattern=words, content=self.content(cell, flow))
        if selection == "Ally" and state.owner not in self.tables.allies(flow.me):
            return say("pattern", cell=name, pattern=say("ally"), content=self.content(cell, flow))
        if selection == "OtherPlayer" and state.owner not in self.tables.enemies(flow.me):
            words = say("enemy", player=whose(players[1 - flow.me])) if len(players) == 2 else say(self._another)
            return say("pattern", cell=name, pattern=words, content=self.content(cell, flow))
        placed = [*_inside(pattern), *_outside(pattern)]
        if placed and number not in selected_states(pattern, self.tables, flow.me):
            words = self._simple(pattern, flow.me, bare=True)
            return say("pattern", cell=name, pattern=words, content=self.content(cell, flow))
        return self._misplaced(cell, pattern, flow)

    def _misplaced(self, cell: int, pattern: Pattern, flow: Flow) -> str | None:
        """Return a sentence about the first place in which a cell is not, or is, against a pattern; None if none is."""
        name = self.name(cell)
        for place, whom in _inside(pattern):
            if not self._lies_in(cell, place, whom, flow):
                return _say_of_place("among", place, self.players(whom, flow.me, place), cell=name)
        for place, whom in _outside(pattern):
            if self._lies_in(cell, place, whom, flow):
                return _say_of_place("not-among", place, self.players(whom, flow.me, place), cell=name)
        return None

    def only_misplaced(self, cell: int, pattern: Pattern, flow: Flow) -> str | None:
        """Return a sentence about where a cell is if only that is against a pattern, and not what stands there."""
        number = next(n for n, board in enumerate(flow.boards) if board >> cell & 1)
        plain = not (pattern.alternatives or pattern.negate) and all(
            (c.x, c.y) == (0, 0) for c in pattern.relativecoordinates
        )
        fits = plain and number in selected_states(pattern, self.tables, flow.me)
        return self._misplaced(cell, pattern, flow) if fits else None

    def _lies_in(self, cell: int, place: Area | Mark, whom: PlayersCells | None, flow: Flow) -> bool:
        tables = self.tables
        seen = self._meant(flow.me, whom)
        if isinstance(place, Mark):
            return any(flow.marks[tables.mark(place)[player]] >> cell & 1 for player in seen)
        return any(tables.region(place, player) >> cell & 1 for player in seen)

    def _meant(self, me: int, whom: ForPlayers | None) -> tuple[int, ...]:
        return (me,) if whom is None else self.tables.meant(me, whom)

    def players(self, whom: ForPlayers | None, me: int, place: Area | Mark) -> str:
        """Return a phrase that names the players whose cells are meant.

        Empty if it is the current player and the others have the same region, or if it is a mark of that player.
        """
        seen = self._meant(me, whom)
        is_own = whom is None or whom.perspective is Perspective.Current
        current = is_own and (isinstance(place, Mark) or not self._differs(place))
        if current or not seen:
            return ""
        return say("of-players", players=either([str(self.game.players[player]) for player in seen]))

    def _differs(self, place: Area) -> bool:
        """Return whether a region or a zone has other cells for one player than for another one."""
        return len({self.tables.region(place, player) for player in range(len(self.game.players))}) > 1


def _without_offsets(pattern: Pattern) -> Callable[[Speaker, Flow], CellSet]:
    return lambda speaker, flow: matching_cells(pattern, speaker.tables)(flow)


def _pattern(speaker: Speaker, blame: Blame, flow: Flow) -> str:
    cell = speaker.subject(blame)
    patterns = list(blame.element.patterns)
    explainer = speaker.game.explainer
    if cell is None:
        if len(patterns) == 1:
            key, words = speaker.negated(patterns[0], flow.me)
            return say(f"pattern-of-none{key}", cells=speaker.names(blame.cells), pattern=words)
        words = say("and").join(speaker.pattern(pattern, flow.me) for pattern in patterns)
        return say("pattern-of-none", cells=speaker.names(blame.cells), pattern=words)
    wrong = next((p for p in patterns if not explainer.matching(p, flow) >> cell & 1), patterns[0])
    return speaker.failing(cell, wrong, flow)


def _cells(speaker: Speaker, blame: Blame, flow: Flow) -> str:
    element = blame.element
    place = {"Region": element.region, "Mark": element.mark}.get(element.source.name)
    cell = speaker.subject(blame)
    key = "among" if cell is not None else "of-none-among"
    if element.combine.name in ("Minus", "Clear"):
        key = f"not-{key}"
    parts = {"cells": speaker.names(blame.cells), "cell": "" if cell is None else speaker.name(cell)}
    if place is None:
        return say(f"{key}-last-click" if element.source.name == "Anchor" else f"{key}-board", **parts)
    if isinstance(place, Mark) and element.combine is Combine.Replace:
        owners = speaker.tables.meant(flow.me, element)
        marked = reduce(int.__or__, (flow.marks[speaker.tables.mark(place)[player]] for player in owners), 0)
        if cell is None:
            key = "nowhere"
        elif marked:
            key, parts["cells"] = "gone-to", speaker.names(bits(marked))
    if isinstance(place, Zone) and key == "among" and cell is not None:
        players, zone = speaker.game.players, place
        owner = next((p for p in range(len(players)) if speaker.tables.region(zone, p) >> cell & 1), None)
        if owner is not None:
            mine = either([whose(players[p]) for p in speaker.tables.meant(flow.me, element)])
            return say("of-another", place=zone.name, player=whose(players[owner]), mine=mine, **parts)
    return _say_of_place(key, place, speaker.players(element, flow.me, place), **parts)


def _led(key: str) -> Callable[[Speaker, Blame, Flow], str]:
    """Return a function that makes the sentence for a filter that leads from cells to others; *key* is its phrase."""

    def reason(speaker: Speaker, blame: Blame, flow: Flow) -> str:
        in_the_way = _in_the_way(speaker, blame, flow)
        if in_the_way is not None:
            return in_the_way
        also = [other for other in blame.others if speaker.misses(blame)]
        notation = either(list(dict.fromkeys(_quoted(speaker, one) for one in (blame, *also))))
        cells = speaker.names(blame.cells)
        if blame.wanted is None:
            return say(key, cells=cells, filter=notation)
        key_lost = f"{key}-on" if blame.wanted in blame.cells else f"{key}-lost"
        return say(key_lost, cell=speaker.name(blame.wanted), cells=cells, filter=notation)

    return reason


def _ray(speaker: Speaker, blame: Blame, flow: Flow) -> str:
    """Return a sentence about the line in a bound direction, if the ray came to nothing, else as for other filters."""
    element = blame.element
    bound = flow.direction is not None and speaker.tables.ways(element, flow.me) is None
    ends = [] if element.endRule is None else [element.endRule, *element.endRule.alternatives]
    on_cells = bool(ends) and all(end.stateSelection.name not in ("Any", "OffBoard") for end in ends)
    if blame.wanted is None and bound and len(blame.cells) == 1 and element.max == -1 and on_cells:
        line, (start,) = _line(flow, blame.cells[0]), blame.cells
        matching = speaker.game.explainer.matching
        passable, ending = matching(element.matchRule, flow), matching(element.endRule, flow)
        suffix, words = speaker.negated(element.endRule, flow.me)
        if line and not suffix and not any(ending >> cell & 1 for cell in line):
            return say("line-without", start=speaker.name(start), pattern=words)
        stopped = next((cell for cell in line if not passable >> cell & 1), None)
        if stopped is not None and not ending >> stopped & 1:
            words = say("or", one=speaker.pattern(element.matchRule, flow.me), other=words)
            return say(
                "step-stopped", blocking=speaker.name(stopped), start=speaker.name(start), pattern=words,
                content=speaker.content(stopped, flow),
            )  # fmt: skip
    return _led("ray")(speaker, blame, flow)


def _line(flow: Flow, start: int) -> list[int]:
    """Return the cells from a cell to the end of the board in the direction that is bound, without the cell itself."""
    line: list[int] = []
    cell = start if flow.direction is None else flow.direction.table[start]
    while cell not in (NOWHERE, start, *line):
        line.append(cell)
        cell = present(flow.direction).table[cell]
    return line


def _into(speaker: Speaker, blame: Blame, flow: Flow) -> str:
    """Return a sentence about a cell that is in another zone, or in the block of another cell, than those led to."""
    zone, wanted = blame.element.zone, blame.wanted
    if wanted is None:
        return _led("into")(speaker, blame, flow)
    tables, cells = speaker.tables, speaker.names(blame.cells)
    parts = {"cell": speaker.name(wanted), "cells": cells}
    if zone is None:
        return _led("into")(speaker, blame, flow) if tables.cells.board >> wanted & 1 else say("into-board", **parts)
    if not tables.region(zone, flow.me) >> wanted & 1:
        return _say_of_place("into-zone", zone, speaker.players(None, flow.me, zone), **parts)
    base = next((base for base, block in tables.blocks(zone).items() if block >> wanted & 1), None)
    if base is None:
        return _led("into")(speaker, blame, flow)
    return say("into-block", place=zone.name, base=speaker.name(base), **parts)


def _quoted(speaker: Speaker, blame: Blame) -> str:
    """Return a filter in the notation, with the present number of steps if a value computes it."""
    element, notation = blame.element, notation_of(speaker.game, blame.element)
    if not isinstance(element, StepFilter) or element.count is None or blame.flow is None:
        return say("quoted", filter=notation)
    if not speaker.tells(element.count, blame.flow):
        return say("quoted", filter=notation)
    value = speaker.value(element.count, blame.flow)
    return say(
        "quoted-steps", filter=notation, value=value, found=speaker.game.explainer.value(element.count, blame.flow)
    )


def _in_the_way(speaker: Speaker, blame: Blame, flow: Flow) -> str | None:
    """Return a sentence about the cell that blocks a step or a ray; None if no cell does."""
    element = blame.element
    found = speaker.game.explainer.in_the_way(element, flow, blame.wanted)
    if found is None:
        return None
    start, blocking = found
    pattern = element.matchRule if isinstance(element, IterativeFilter) else element.through
    suffix, words = speaker.negated(pattern, flow.me)
    reason = speaker.only_misplaced(blocking, pattern, flow)
    key = "step-stopped" if blame.wanted is None else "step-blocked"
    return say(
        f"{key}{suffix if reason is None else '-at'}", start=speaker.name(start), blocking=speaker.name(blocking),
        cell="" if blame.wanted is None else speaker.name(blame.wanted), reason=reason,
        pattern=words, content=speaker.content(blocking, flow),
    )  # fmt: skip


def _either_of(reasons: Sequence[str]) -> str:
    """Return a sentence that says what must hold, or else must hold."""
    said, *others = reasons
    for other in others:
        said = say("or-else", one=said, other=other)
    return said


def _guard(speaker: Speaker, blame: Blame, flow: Flow) -> str:
    element = blame.element
    if not element.negate:
        alternatives = _compared(element)
        if alternatives:
            return _compare_any(speaker, alternatives, flow)
        rows = lines_of_aligned(element.condition)
        if rows and element.perCell:
            length, words = len(rows[0].relativecoordinates), speaker.pattern(rows[0], flow.me)
            cells = blame.cells if blame.wanted is None else (blame.wanted,)
            key = "no-row" if len(cells) == 1 else "no-row-of-any"
            return say(key, cells=speaker.names(cells), length=length, pattern=words)
        if blame.inner is not None:
            inner = blame.inner
            others = [one for one in inner.others if one.element is not inner.element]
            reasons = dict.fromkeys(speaker.reason(one) for one in (inner, *others))
            if len(reasons) <= MOST_REASONS:
                return _either_of(list(reasons))
        cell = speaker.subject(blame) if element.perCell else None
        key, name = ("guard", "") if cell is None else ("guard-cell", speaker.name(cell))
        test = notation_of(speaker.game, element)
        asked = test.removeprefix("if ") if test.startswith("if ") else _chain(speaker.game, element.condition)
        return say(key, cell=name, filter=asked)
    condition, game = element.condition, speaker.game
    passed = speaker.names(blame.passed)
    if isinstance(condition, PatternFilter) and condition.nextFilter is None and len(condition.patterns) == 1:
        seen = speaker.tables.meant(flow.me, element)
        if len(seen) == 1 and blame.passed:
            return say("guard-no-pattern", pattern=speaker.pattern(condition.patterns[0], seen[0]), cells=passed)
    key = "guard-no" if not blame.passed or blame.passed == blame.cells else "guard-no-at"
    if blame.passed and blame.sources and blame.sources != blame.passed:
        key = "guard-no-from"
    reason = say(key, filter=_chain(game, condition), sources=speaker.names(blame.sources), cells=passed)
    return reason if blame.player is None else say("for-player", player=game.players[blame.player], reason=reason)


def _turn(speaker: Speaker, blame: Blame, flow: Flow) -> str:
    return say("turn-nobody", filter=_chain(speaker.game, blame.element.condition))


def _chain(game: Rulebook, first: Filter) -> str:
    words = []
    current: Filter | None = first
    while current is not None:
        words.append(notation_of(game, current))
        current = current.nextFilter
    return " -> ".join(words)


def _compare(speaker: Speaker, blame: Blame, flow: Flow) -> str:
    element = blame.element
    if not (speaker.tells(element.left, flow) and speaker.tells(element.right, flow)):
        return say("other", filter=notation_of(speaker.game, element))
    each = [one for one in blame.others if one.element is element and one.flow is not None]
    if each:
        return _compare_each(speaker, element, [blame, *each])
    left, right = speaker.value(element.left, flow), speaker.limit(element.right, flow)
    found = speaker.found(element, flow)
    return say("compare", left=left, comparison=say(element.op.name), right=right, found=found)


def _compare_each(speaker: Speaker, element: CompareFilter, each: list[Blame]) -> str:
    """Return a sentence about numbers that were compared for several cells in turn."""
    left, right, explainer = write_value(element.left), write_value(element.right), speaker.game.explainer
    numbers, constant = [], isinstance(element.right, IntValue)
    if isinstance(element.right, PerPlayerValue):
        limits = {speaker.limit(element.right, one.flow) for one in each if one.flow is not None}
        if len(limits) == 1:
            right, constant = limits.pop(), True
    for one in each:
        assert one.flow is not None
        found, limit = explainer.value(element.left, one.flow), explainer.value(element.right, one.flow)
        key = "number-there" if constant else "numbers-there"
        numbers.append(say(key, found=found, limit=limit, cells=speaker.names(one.cells)))
    key = "compare-each" if constant else "compare-each-both"
    return say(key, left=left, comparison=say(element.op.name), right=right, numbers=listed(numbers, NAMED))


def _compare_any(speaker: Speaker, alternatives: list[list[CompareFilter]], flow: Flow) -> str:
    """Return a sentence about comparisons of which none holds, as they are written, with the numbers in them."""
    game = speaker.game
    found: dict[str, int] = {}
    for one in (one for tests in alternatives for one in tests):
        for value in (one.left, one.right):
            if not isinstance(value, IntValue) and speaker.tells(value, flow):
                found.setdefault(speaker.value(value, flow), game.explainer.value(value, flow))
    numbers = [say("number-is", value=value, number=number) for value, number in found.items()]
    if not numbers:
        return say("compare-untold", tests=_tests(alternatives))
    return say("compare-any", tests=_tests(alternatives), numbers=say("and").join(numbers))


def _repeated(speaker: Speaker, blame: Blame, flow: Flow) -> str:
    return say("repeated", times=blame.element.times)


def _movable(speaker: Speaker, blame: Blame, flow: Flow) -> str:
    return say("movable", player=speaker.game.players[flow.me])


def _in_phase(speaker: Speaker, blame: Blame, flow: Flow) -> str:
    phases = either([phase.name for phase in blame.element.phases])
    return say("in-phase", phases=phases, phase=list(speaker.tables.phases)[flow.phase].name)


def _by(speaker: Speaker, blame: Blame, flow: Flow) -> str:
    players = either([player.name for player in blame.element.players])
    return say("by-player", players=players, player=speaker.game.players[flow.me])


def _choice(speaker: Speaker, blame: Blame, flow: Flow) -> str:
    notation = blame.callers[0].pipeline.name if blame.callers else notation_of(speaker.game, blame.element)
    cells, cell = speaker.names(blame.cells), speaker.subject(blame)
    if cell is not None and not leads_elsewhere(blame.element):
        return say("guard-cell", cell=speaker.name(cell), filter=notation)
    if blame.wanted is None:
        return say("choice-died", filter=notation, cells=cells)
    return say("choice", filter=notation, cells=cells, cell=speaker.name(blame.wanted))


def _select(speaker: Speaker, blame: Blame, flow: Flow) -> str:
    if blame.wanted is None:
        return say("cell-wanted", cells=speaker.names(blame.cells))
    return say("click", cell=speaker.name(blame.wanted))


def _option(speaker: Speaker, blame: Blame, flow: Flow) -> str:
    options = list(speaker.options) or [blame.element.label]
    if len(options) == 1:
        return say("option-wanted", option=options[0])
    few = options[:NAMED_OPTIONS]
    return say("options-wanted", options=either(few) if len(few) == len(options) else f"{', '.join(few)}, …")


def _record(speaker: Speaker, blame: Blame, flow: Flow) -> str:
    several = any(other.element is blame.element for other in blame.others)
    key = "record-shape" if several and _places_a_shape(blame.element) else "record"
    return say(key, cells=speaker.names(blame.cells))


def _places_a_shape(element: Element) -> bool:
    """Return whether a filter that lays the shape of a piece stands before a filter in its chain."""
    while element.eContainmentFeature().name == "nextFilter":
        element = element.eContainer()
        if isinstance(element, ShapeFilter):
            return True
    return False


def _pick(speaker: Speaker, blame: Blame, flow: Flow) -> str:
    if blame.wanted is None:
        return _other(speaker, blame, flow)
    key = "pick-last" if blame.element.last else "pick"
    return say(key, cell=speaker.name(blame.wanted), cells=speaker.names(blame.cells))


def _best(speaker: Speaker, blame: Blame, flow: Flow) -> str:
    if blame.wanted is None or not speaker.tells(blame.element.value, flow):
        return _other(speaker, blame, flow)
    element, explainer = blame.element, speaker.game.explainer
    found, *others = (explainer.value(element.value, flow.aside(1 << c, flow.me)) for c in (blame.wanted, *blame.cells))
    limit = (max if element.best.name == "Most" else min)(others)
    return say(
        f"best-{element.best.name}", cell=speaker.name(blame.wanted), value=speaker.value(element.value, flow),
        found=found, limit=limit,
    )  # fmt: skip


def _amount(speaker: Speaker, blame: Blame, flow: Flow) -> str:
    counter = blame.element.counter.name
    if not (speaker.tells(blame.element.low, flow) and speaker.tells(blame.element.high, flow)):
        return _other(speaker, blame, flow)
    amounts = speaker.game.explainer.amounts(blame.element, flow)
    if not amounts:
        return say("amount-none", counter=counter)
    return say("amount-wanted", counter=counter, low=amounts[0], high=amounts[-1])


def _other(speaker: Speaker, blame: Blame, flow: Flow) -> str:
    return say("other", filter=notation_of(speaker.game, blame.element))


REASONS: dict[str, Callable[[Speaker, Blame, Flow], str]] = {
    "DirectionFilter": _led("direction"),
    "PatternFilter": _pattern,
    "CellsFilter": _cells,
    "StepFilter": _led("step"),
    "IterativeFilter": _ray,
    "FloodFilter": _led("flood"),
    "ImageFilter": _led("image"),
    "ShapeFilter": _led("shape"),
    "IntoFilter": _into,
    "StampFilter": _led("stamp"),
    "GuardFilter": _guard,
    "CompareFilter": _compare,
    "RepetitionFilter": _repeated,
    "MovableFilter": _movable,
    "PhaseFilter": _in_phase,
    "PlayerFilter": _by,
    "ChoiceFilter": _choice,
    "SelectFilter": _select,
    "OptionFilter": _option,
    "AmountFilter": _amount,
    "BendFilter": _other,
    "PickFilter": _pick,
    "BestFilter": _best,
    "RecordFilter": _record,
    "MarkFilter": _other,
    "RepeatFilter": _other,
    "ApplyFilter": _other,
    "CallFilter": _other,
    "StateEffectFilter": _other,
    "MoveEffectFilter": _other,
    "StackEffectFilter": _other,
    "ShiftEffectFilter": _other,
    "CounterEffectFilter": _other,
    "PhaseEffectFilter": _other,
    "TurnEffectFilter": _turn,
    "EndFilter": _other,
    "WinConditionFilter": _other,
}
"""For each class of filters the function that makes the sentence about one that stopped a move."""
