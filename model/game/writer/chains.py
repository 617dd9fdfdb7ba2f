"""Chains as text: each filter in shorthand, with ``with { … }`` for what that does not say, or in class form."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress

from tilewright.metamodel.language import Quantity
from tilewright.metamodel.typing import EObject
from tilewright.model.game.chains import (
    ASSIGNMENTS,
    BEST,
    COMBINES,
    ENDS,
    GUARDS,
    MARKINGS,
    RULES,
    TRANSFORMS,
    TURNS,
    UNCALLABLE,
)
from tilewright.model.game.lines import lines_of, lines_of_aligned, longest, ways_of
from tilewright.model.game.names import NUMBERS, STANDING
from tilewright.model.game.parser import AFTER_FILTER
from tilewright.model.game.patterns import AREAS, SELECTIONS, WHO
from tilewright.model.game.recognition import CHOICES, condition_of, is_test, last_term, tests_of
from tilewright.model.game.values import COMPARISONS, EXTREMES, takes_cells
from tilewright.model.game.writer.layout import Block, Chain, Item
from tilewright.model.game.writer.numbers import Numbers
from tilewright.model.game.writer.patterns import SELECTION_WORDS, uncovered
from tilewright.model.game.writer.unwritable import Unwritable
from tilewright.model.game.writer.values import ValueWriter, chosen
from tilewright.model.game.writer.words import is_word
from tilewright.model.text.writer import quoted

_FIRST_WORD = re.compile(r"!?(\w+)")
_AFTER_FILTER = frozenset(AFTER_FILTER)
_OWNERS = ("CurrentPlayer", "OtherPlayer")
_BOARD = _AFTER_FILTER | {"board"}
_CELLS = _AFTER_FILTER | {"all", "anchor"}

Written = tuple[Item, set[str]]
"""The shorthand of a filter, and the names of the features that it says."""


def _inverse(table: dict[str, str]) -> dict[str, str]:
    return {value: word for word, value in table.items()}


_COMBINES = {**_inverse(COMBINES), "Minus": "!at"}
_CHOICES = _inverse(CHOICES)
_GUARDS = {value: word for word, value in GUARDS.items()}
_ENDS = _inverse(ENDS)
_BEST = _inverse(BEST)
_TURNS = _inverse({word: whose for word, whose in TURNS.items() if word != "nature"})
_COMPARISONS = _inverse(COMPARISONS)
_ASSIGNMENTS = _inverse(ASSIGNMENTS)
_MARKINGS = _inverse(MARKINGS)


def _with_asides(items: list[Item]) -> Chain:
    """Return a chain in which the filters at the end that are a plain ``do { … }`` are written after semicolons."""
    last = len(items)
    while last > 1 and not _is_aside(items[0]) and _is_aside(items[last - 1]):
        last -= 1
    while last < len(items) and _asks(items[0]) and _asks(_first(items[last])):
        last += 1
    found = items[:last]
    asides: list[int] = []
    for item in items[last:]:
        if isinstance(item, Block):
            asides.append(len(found))
            found += item.chains[0]
    return Chain(found, asides)


def _is_aside(item: Item) -> bool:
    """Return whether an item is a plain ``do { … }`` whose chain has nothing after semicolons itself."""
    return isinstance(item, Block) and item.head == "do " and not item.tail and not item.chains[0].asides


def _first(item: Item) -> Item:
    """Return the first filter of an aside."""
    return item.chains[0][0] if isinstance(item, Block) else item


def _asks(item: Item) -> bool:
    """Return whether an item is a condition without braces. The reader warns of two that begin parts of a chain."""
    return isinstance(item, str) and item.startswith("if ")


def _is_plain(obj: EObject) -> bool:
    """Return whether a filter stands alone in a chain, without a name or a reason."""
    return obj.nextFilter is None and obj.name is None and obj.reason is None


class ChainWriter(ValueWriter):
    """Writes chains."""

    def chain(self, obj: EObject, *, is_named: bool = False) -> Chain:
        """Return the filters of a chain. *is_named*: the name of the first one is written elsewhere."""
        if obj is None:
            raise Unwritable
        items: list[Item] = []
        current = obj
        while current is not None:
            items.append(self._filter(current, {"name"} if is_named and current is obj else set()))
            current = current.nextFilter
        self.open_pattern = False
        return _with_asides(items)

    def _filter(self, obj: EObject, said: set[str]) -> Item:
        """Return one filter, without the one after it. The features *said* are written elsewhere."""
        self.open_pattern = False
        try:
            item, covered = WRITERS[obj.eClass.name](self, obj)
        except Unwritable:
            return self.classes.element(obj, without={"nextFilter", *said})
        covered = covered | said | {"nextFilter"}
        suffix = ""
        if obj.reason is not None:
            suffix = f" because {quoted(obj.reason)}"
            covered = covered | {"reason"}
        rest = self.classes.rest(obj, uncovered(obj, covered))
        if isinstance(item, Block):
            return item.followed_by(suffix + rest)
        if rest and not suffix and self.open_pattern:
            suffix = " with {}"  # of the pattern, so that the other one is of the filter
        return item + suffix + rest

    # -- filters

    def _patterns(self, obj: EObject) -> Written:
        covered = {"patterns", "require"}
        prefix = "all " if obj.require.name == "All" else ""
        text = " and ".join(self.pattern(pattern) for pattern in obj.patterns)
        if len(obj.patterns) == 1 and (prefix or self._is_pattern(text)):
            return prefix + text, covered
        self.open_pattern = False
        return f"{prefix}[{text}]", covered

    def _is_pattern(self, text: str) -> bool:
        """Return whether the text of a pattern is read as a pattern where a filter may stand."""
        found = _FIRST_WORD.match(text)
        if found is None or text.startswith("!at "):
            return False
        word = found[1]
        is_keyword = word in RULES and word not in (*SELECTIONS, "like")
        return text.startswith("!") or not (is_keyword or self.words.names.has(word, "SubPipeline"))

    def _guard(self, obj: EObject) -> Written:
        said = {"condition", "negate", "perCell", "perspective", "player"}
        lines = lines_of_aligned(obj.condition) if obj.perCell and not obj.negate else []
        if lines and obj.perspective.name == "Current":
            with suppress(Unwritable):
                return f"aligned {self._lines(lines)}", said
        if not obj.perCell and len(tests_of(obj, denied=obj.negate) or ()) > 1:  # as 'if a or b' is read
            return f"if {self._tests(obj)}", said
        word = _GUARDS[obj.negate, obj.perCell]
        block = Block(f"{word}{self._as(obj)} ", [self.chain(obj.condition)])
        return block, said

    def _as(self, obj: EObject) -> str:
        """Return ``as`` and the player as whom a chain is run, with a blank before; nothing for the current player."""
        return f" as{self._seen_as(obj)}" if self.whose(obj) else ""

    def _seen_as(self, obj: EObject) -> str:
        """Return for whom an element is read, with a blank before it; nothing for the current player."""
        whose = self.whose(obj)
        return f" {whose}" if whose else ""

    def _compare(self, obj: EObject) -> Written:
        left = self.compared(obj.left)
        name = chosen(obj.left, obj.right) if is_word(left) else None
        text = f"if {left} {_COMPARISONS[obj.op.name]} {name or self.compared(obj.right)}"
        return text, {"left", "right", "op"}

    def _repetition(self, obj: EObject) -> Written:
        times = self._only(obj, Quantity.Times, obj.times)
        return f"repeated {times}{' player' if obj.includePlayer else ''}", {"times", "includePlayer", "chosen"}

    def _movable(self, obj: EObject) -> Written:
        return "movable", set()

    def _in(self, obj: EObject) -> Written:
        if not obj.phases:
            raise Unwritable
        return f"in {' or '.join(map(self.words.refer, obj.phases))}", {"phases"}

    def _by(self, obj: EObject) -> Written:
        if not obj.players:
            raise Unwritable
        return f"by {' or '.join(map(self.words.refer, obj.players))}", {"players"}

    def _record(self, obj: EObject) -> Written:
        return "record", set()

    def _cells(self, obj: EObject) -> Written:
        combine = obj.combine.name
        if combine not in _COMBINES:
            raise Unwritable
        word = _COMBINES[combine]
        source = obj.source.name
        if source in ("Region", "Mark"):
            found = obj.region if source == "Region" else obj.mark
            name = self.words.refer(found, *AREAS, "Mark", taken=_CELLS)
            return f"{word}{self._seen_as(obj)} {name}", {"source", "combine", source.lower(), "perspective", "player"}
        return f"{word} {source.lower()}", {"source", "combine"}

    def _into(self, obj: EObject) -> Written:
        return f"into {'board' if obj.zone is None else self.words.refer(obj.zone, taken=_BOARD)}", {"zone"}

    def _step(self, obj: EObject) -> Written:
        text = "step"
        if len(obj.directionVectors) > 0:
            text += f" {self.vectors(obj.directionVectors)}"
            if obj.directions is not None:
                raise Unwritable
        elif obj.directions is not None:
            text += f" {self.words.refer(obj.directions, taken=_AFTER_FILTER | {'through'})}"
        if obj.atMost and obj.count is not None and obj.max == 1 and len(obj.chosen) == 0:
            text += f" {obj.min}..{self._computed(obj)}"
        elif not obj.atMost:
            text += self._number_of_steps(obj) if obj.count is not None else ""
            text += self._range(obj, (1, 1), (1, -1))
        else:
            raise Unwritable
        if obj.through is not None:
            text += f" through {self.pattern(obj.through)}"
        return text, {"directions", "directionVectors", "min", "max", "through", "count", "atMost", "chosen"}

    def _computed(self, obj: EObject) -> str:
        """Return a number that is computed, in parentheses unless it begins with a name that means a number."""
        value = self.value(obj.count)
        first = re.match(r"\w+", value)
        names = self.words.names
        if first is None:
            is_plain = value.startswith("(")
        else:
            is_extreme = first[0] in EXTREMES and value.startswith("(", first.end())
            is_number = names.has(first[0], "Counter", "Constant", "Attribute") or first[0] in ("count", *WHO)
            is_plain = is_extreme or (is_number and not names.has(first[0], "Parameter"))
        return value if is_plain else f"({value})"

    def _number_of_steps(self, obj: EObject) -> str:
        """Return a number of steps, with a blank before it.

        The text must begin with a name, which must not be that of directions if none stand before it.
        """
        value = self.value(obj.count)
        first = value.split()[0].partition("(")[0]
        is_named = obj.directions is not None or len(obj.directionVectors) > 0
        is_clear = first.isidentifier() and first not in _AFTER_FILTER | {"through"}
        if (obj.min, obj.max) != (1, 1) or len(obj.chosen) > 0 or not is_clear:
            raise Unwritable
        if not is_named and self.words.names.has(first, "DirectionSet"):
            raise Unwritable
        return f" {value}"

    def _range(self, obj: EObject, default: tuple[int, int], star: tuple[int, int]) -> str:
        """Return the bounds of a filter, with a blank before them: nothing for *default*, ``*`` for *star*."""
        low, high = obj.min, obj.max
        numbers = Numbers(obj, self.words)
        if len(obj.chosen) > 0:
            first, last = numbers.text(Quantity.Min, low), numbers.all_in(numbers.text(Quantity.Max, high))
            if self.words.names.has(first.split()[0], "DirectionSet", *STANDING):
                raise Unwritable
            if numbers.are_alike(Quantity.Min, Quantity.Max) and obj.eClass.name != "StepFilter":
                return f" {first}"
            return f" {first}..{'*' if last == '-1' else last}"
        if (low, high) == default:
            return ""
        if (low, high) == star:
            return " *"
        if low == high:
            return f" {low}"
        if 0 <= high < low:
            raise Unwritable
        return f" {low}..{'*' if high == -1 else high}"

    def _only(self, obj: EObject, quantity: Quantity, number: int) -> str:
        """Return the text of a number that is the only one of its element that a parameter may say."""
        numbers = Numbers(obj, self.words)
        return numbers.all_in(numbers.text(quantity, number))

    def _ray(self, obj: EObject) -> Written:
        text = "ray"
        bounds = self._range(obj, (0, -1), (0, -1))
        rule = self.pattern(obj.matchRule)
        if obj.directions is not None:
            text += f" {self.words.refer(obj.directions, taken=frozenset({*SELECTIONS, 'like'}))}"
        elif not bounds and len(obj.directionVectors) == 0 and not self._is_rule(rule):
            raise Unwritable
        if len(obj.directionVectors) > 0:
            text += f" {self.vectors(obj.directionVectors)}"
        text += f"{bounds} {rule}"
        if obj.endRule is not None:
            text += f" until {self.pattern(obj.endRule)}"
        if obj.collect.name != "Matched":
            self.open_pattern = False
            text += f" {obj.collect.name.lower()}"
        return text, {"directions", "directionVectors", "matchRule", "endRule", "min", "max", "collect", "chosen"}

    def _is_rule(self, text: str) -> bool:
        """Return whether the text of a pattern is not read as the name of directions."""
        found = _FIRST_WORD.match(text)
        if found is None or text.startswith("!"):
            return found is not None
        names = self.words.names
        is_state = names.has(found[1], *STANDING) and not names.has(found[1], "DirectionSet")
        return found[1] in SELECTIONS or found[1] == "like" or is_state

    def _flood(self, obj: EObject) -> Written:
        return f"flood {self.words.refer(obj.directions)} {self.pattern(obj.through)}", {"directions", "through"}

    def _image(self, obj: EObject) -> Written:
        return f"image {obj.transform.name}", {"transform"}

    def _bend(self, obj: EObject) -> Written:
        if obj.count is not None:
            if obj.by != 1 or len(obj.chosen) > 0:
                raise Unwritable
            by = f" {self._computed(obj)}"
        else:
            by = "" if obj.by == 1 and len(obj.chosen) == 0 else f" {self._only(obj, Quantity.By, obj.by)}"
        return f"bend {self.words.refer(obj.directions)}{by}", {"directions", "by", "count", "chosen"}

    def _pick(self, obj: EObject) -> Written:
        return f"pick{' last' if obj.last else ''}", {"last"}

    def _best(self, obj: EObject) -> Written:
        return f"{_BEST[obj.best.name]} {self.value(obj.value)}", {"value", "best"}

    def _mark(self, obj: EObject) -> Written:
        combine = obj.combine.name
        if combine == "Clear":
            return f"clear {self.words.refer(obj.mark)}", {"mark", "combine"}
        sign = "" if combine == "Replace" else f" {_MARKINGS[combine]}"
        return f"mark {self.words.refer(obj.mark)}{sign}", {"mark", "combine"}

    def _select(self, obj: EObject) -> Written:
        mark = "" if obj.mark is None else f" {self.words.refer(obj.mark, taken=_AFTER_FILTER)}"
        return f"{'select' if obj.record else 'each'}{mark}", {"mark", "record"}

    def _shape(self, obj: EObject) -> Written:
        return f"shape {self.words.refer(obj.mark)}", {"mark"}

    def _stamp(self, obj: EObject) -> Written:
        return f"stamp {self.words.refer(obj.mark)}", {"mark"}

    def _along(self, obj: EObject) -> Written:
        return f"along {self.words.refer(obj.directions)}", {"directions"}

    def _option(self, obj: EObject) -> Written:
        if obj.label is None:
            raise Unwritable
        return f"option {quoted(obj.label)}", {"label"}

    def _amount(self, obj: EObject) -> Written:
        text = f"amount {self.words.refer(obj.counter)} {self.value(obj.low)}..{self.value(obj.high)}"
        return text, {"counter", "low", "high"}

    def _choice(self, obj: EObject) -> Written:
        if len(obj.alternatives) == 0:
            raise Unwritable
        test = condition_of(obj)
        if test is not None:
            return self.condition(test, obj.alternatives[1].nextFilter), {"alternatives", "mode"}
        chains = [self.chain(alternative) for alternative in obj.alternatives]
        return Block(f"{_CHOICES[obj.mode.name]} ", chains), {"alternatives", "mode"}

    def condition(self, test: EObject, other: EObject | None) -> Block:
        """Return a condition: a test, what is done if it holds, and what if it does not."""
        head = f"if {self._tests(test)}"
        first = self.chain(test.nextFilter)
        if other is None:
            return Block(f"{head} ", [first])
        second = self.chain(other)
        match second:
            case [Block(head=again, tail="") as inner] if again.startswith("if "):
                separators = [f" }} else {again}{{ ", *inner.separators]
                return Block(f"{head} ", [first, *inner.chains], separators=separators)
        return Block(f"{head} ", [first, second], separators=" } else { ")

    def either(self, obj: EObject) -> str:
        """Return the text of one of two values, by a test."""
        condition = obj.condition
        if condition is None or not is_test(condition) or condition.nextFilter is not None:
            raise Unwritable
        text = f"if {self._tests(condition)} {{ {self.value(obj.value)} }}"
        match obj.otherwise:
            case None:
                raise Unwritable
            case other if other.eClass.name == "IntValue" and other.value == 0:
                return text
            case other if other.eClass.name == "ConditionalValue":
                return f"{text} else {self.either(other)}"
            case other:
                return f"{text} else {{ {self.value(other)} }}"

    def _tests(self, test: EObject) -> str:
        """Return what stands after ``if`` for a test, or for several that it joins."""
        return self._joined(tests_of(test) or [[test]])

    def _joined(self, joined: list[list[EObject]]) -> str:
        """Return several tests, of each alternative those that must all hold."""
        last = joined[-1][-1]
        return " or ".join(
            " and ".join(self._test(each, last, alone=len(joined) == len(joined[0]) == 1) for each in tests)
            for tests in joined
        )

    def _test(self, test: EObject, last: EObject, *, alone: bool) -> str:
        """Return what stands after ``if`` for a test; before a brace, if it is the last one, or beside others."""
        if test.eClass.name == "CompareFilter":
            left, sign, right = self.compared(test.left), _COMPARISONS[test.op.name], self.compared(test.right)
            is_open = test is last and is_word(right.split()[-1]) and takes_cells(last_term(test.right))
            return f"{left} {sign} ({right})" if is_open else f"{left} {sign} {right}"
        denied = tests_of(test, denied=True)
        if denied is not None:
            return f"not ({self._joined(denied)})"
        if not alone and tests_of(test) is not None:
            return f"({self._tests(test)})"
        inner = test.condition if test.eClass.name == "GuardFilter" and not test.negate else None
        is_pattern = inner is not None and test.perspective.name == "Current" and self._is_short(inner)
        item = self._filter(inner if is_pattern else test, set())
        text = item if isinstance(item, str) else item.text
        if is_pattern and not alone and " or " in text:
            return f"({text})"
        return text.removeprefix("if ")

    def _is_short(self, obj: EObject) -> bool:
        """Return whether a filter may stand after ``if`` without ``has``: a pattern, or cells, by themselves."""
        if not _is_plain(obj) or obj.eClass.name not in ("PatternFilter", "CellsFilter"):
            return False
        item = self._filter(obj, set())
        if isinstance(item, str) and item.startswith(obj.eClass.name):  # in class form
            return False
        if obj.eClass.name == "CellsFilter":
            return bool(obj.combine.name == "Intersect")
        names = self.words.names
        if not isinstance(item, str) or any(names.has(word, *NUMBERS) for word in item.split()[:2]):
            return False
        return names.has(item, *STANDING) or not names.has(item, "Player")

    def _repeat(self, obj: EObject) -> Written:
        head = f"repeat{self._range(obj, (0, -1), (0, -1))}{' maximal' if obj.maximal else ''} "
        return Block(head, [self.chain(obj.body)]), {"body", "min", "max", "maximal", "chosen"}

    def _do(self, obj: EObject) -> Written:
        how, covered = "", {"body", "forEach", "perspective", "player"}
        if obj.forEach.name == "Cell":
            how = " each"
        elif obj.forEach.name == "Direction":
            how = f" along {self.words.refer(obj.directions)}"
            covered.add("directions")
        return Block(f"do{how}{self._as(obj)} ", [self.chain(obj.body)]), covered

    def _call(self, obj: EObject) -> Written:
        return self.words.refer(obj.pipeline, taken=UNCALLABLE | {"count"}), {"pipeline"}

    def _set(self, obj: EObject) -> Written:
        selection = obj.stateSelection.name
        if selection == "Empty":
            return "set empty", {"stateSelection"}
        if obj.like is not None and selection in (*_OWNERS, "StateBased"):
            owner = f"{SELECTION_WORDS[selection]} " if selection in _OWNERS else ""
            return f"set {owner}{self.like(obj, _AFTER_FILTER)}", {"stateSelection", "like", "attribute"}
        if selection == "StateBased":
            state = self.words.settable(obj.targetState, frozenset({"empty", "own", "enemy", "like"}))
            return f"set {state}", {"stateSelection", "targetState"}
        if selection not in _OWNERS:
            raise Unwritable
        piece = "" if obj.piece is None else f" {self.words.refer(obj.piece, taken=_AFTER_FILTER | {'like'})}"
        return f"set {SELECTION_WORDS[selection]}{piece}", {"stateSelection", "piece"}

    def _move(self, obj: EObject) -> Written:
        return f"{'swap' if obj.swap else 'move'} {self.words.refer(obj.source)}", {"source", "swap"}

    def _stack(self, obj: EObject) -> Written:
        amount = "" if obj.amount is None else f"{self.value(obj.amount)} "
        source, zone = self.words.refer(obj.source), self.words.refer(obj.zone)
        return f"stack {amount}{source} in {zone}", {"source", "zone", "amount"}

    def _shift(self, obj: EObject) -> Written:
        if obj.transform.name != "Identity" and obj.directions is None:
            return f"shift {obj.transform.name}", {"transform"}
        if obj.directions is None:
            return "shift", {"directions"}
        taken = _AFTER_FILTER | frozenset(TRANSFORMS)
        return f"shift {self.words.refer(obj.directions, taken=taken)}", {"directions"}

    def _count(self, obj: EObject) -> Written:
        if obj.perspective.name == "Each" or (obj.player is not None and obj.player.name in RULES):
            raise Unwritable
        taken = frozenset(WHO)
        text = f"{self.who(obj)}{self.words.refer(obj.counter, taken=taken)} {_ASSIGNMENTS[obj.op.name]}"
        return f"{text} {self.value(obj.value)}", {"counter", "op", "value", "perspective", "player"}

    def _phase(self, obj: EObject) -> Written:
        return f"phase {self.words.refer(obj.phase)}", {"phase"}

    def _turn(self, obj: EObject) -> Written:
        text = f"turn {self._next(obj)}"
        item = text if obj.condition is None else Block(f"{text} ", [self.chain(obj.condition)])
        return item, {"perspective", "player", "condition"}

    def _next(self, obj: EObject) -> str:
        """Return the word or the name that says whose turn comes next."""
        perspective = obj.perspective.name
        if obj.player is None and perspective in _TURNS:
            return _TURNS[perspective]
        if obj.player is None or perspective != "Current":
            raise Unwritable
        if obj.player is self.words.names.nature:
            return "nature"
        return self.words.refer(obj.player, taken=frozenset(TURNS))

    def _end(self, obj: EObject) -> Written:
        if obj.outcome.name == "Score":
            return f"score {self.value(obj.score)}", {"outcome", "score"}
        if obj.outcome.name == "Pay":
            per = "" if obj.per is None else f" per {self.value(obj.per)}"
            return f"pay {self.value(obj.score)}{per}", {"outcome", "score", "per"}
        return _ENDS[obj.outcome.name], {"outcome"}

    def _line(self, obj: EObject) -> Written:
        try:
            return f"line {self._lines(obj.patterns)}", {"patterns"}
        except Unwritable:
            pass
        if not obj.patterns:
            raise Unwritable
        patterns: list[Chain] = [Chain([self.pattern(pattern, in_row=n > 0)]) for n, pattern in enumerate(obj.patterns)]
        return Block("line ", patterns, separators="  "), {"patterns"}

    def _lines(self, patterns: Sequence[EObject]) -> str:
        """Return the length, the ways and the pattern of lines; ``Unwritable`` if the patterns do not form lines."""
        found = lines_of(patterns)
        board = self.words.game.board
        if found is None:
            raise Unwritable
        length, ways = found
        said = {self._only(pattern, Quantity.Length, length) for pattern in patterns}
        if len(said) > 1 or length > longest(None if any(pattern.chosen for pattern in patterns) else board):
            raise Unwritable
        texts = {self.pattern(pattern, offsets=False) for pattern in patterns}
        if len(texts) > 1:
            raise Unwritable
        given = "" if ways == ways_of(board) else "".join(f"({x},{y})" for x, y in ways) + " "
        return f"{said.pop()} {given}{texts.pop()}"


WRITERS: dict[str, Callable[[ChainWriter, EObject], Written]] = {
    "PatternFilter": ChainWriter._patterns,
    "GuardFilter": ChainWriter._guard,
    "CompareFilter": ChainWriter._compare,
    "RepetitionFilter": ChainWriter._repetition,
    "MovableFilter": ChainWriter._movable,
    "PhaseFilter": ChainWriter._in,
    "PlayerFilter": ChainWriter._by,
    "CellsFilter": ChainWriter._cells,
    "StepFilter": ChainWriter._step,
    "IterativeFilter": ChainWriter._ray,
    "FloodFilter": ChainWriter._flood,
    "ImageFilter": ChainWriter._image,
    "BendFilter": ChainWriter._bend,
    "PickFilter": ChainWriter._pick,
    "IntoFilter": ChainWriter._into,
    "BestFilter": ChainWriter._best,
    "RecordFilter": ChainWriter._record,
    "MarkFilter": ChainWriter._mark,
    "SelectFilter": ChainWriter._select,
    "DirectionFilter": ChainWriter._along,
    "ShapeFilter": ChainWriter._shape,
    "StampFilter": ChainWriter._stamp,
    "OptionFilter": ChainWriter._option,
    "AmountFilter": ChainWriter._amount,
    "ChoiceFilter": ChainWriter._choice,
    "RepeatFilter": ChainWriter._repeat,
    "ApplyFilter": ChainWriter._do,
    "CallFilter": ChainWriter._call,
    "StateEffectFilter": ChainWriter._set,
    "MoveEffectFilter": ChainWriter._move,
    "StackEffectFilter": ChainWriter._stack,
    "ShiftEffectFilter": ChainWriter._shift,
    "CounterEffectFilter": ChainWriter._count,
    "PhaseEffectFilter": ChainWriter._phase,
    "TurnEffectFilter": ChainWriter._turn,
    "EndFilter": ChainWriter._end,
    "WinConditionFilter": ChainWriter._line,
}
