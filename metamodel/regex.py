"""Regular expressions for ``matches``: a whole-text test in time linear in the text, whatever the expression.

They can also replace what matches, in quadratic time.

Expressions may come from a user's file, so there is no backtracking: the expression becomes a nondeterministic
automaton, whose sets of states are computed as needed and cached.

    a  .  \\d \\w \\s \\D \\W \\S  \\n \\t \\.  [abc] [^a-z]  (x) (?:x)  x|y  x* x+ x? x{2} x{2,} x{2,5}
    ^ as the first character, $ as the last

Back references, look-around, flags, and lazy or possessive quantifiers are refused. Classes are ASCII, as in Java.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

MAX_PATTERN = 1_000
"""The greatest length of an expression, in characters."""

MAX_STATES = 500
"""The greatest number of states of an automaton."""

MAX_SUBJECT = 10_000
"""The greatest length of a text to which callers apply an expression, in characters."""

_MAX_NESTING = 40
_MAX_REMEMBERED = 20_000
_DIGIT = (("0", "9"),)
_WORD = (("0", "9"), ("A", "Z"), ("_", "_"), ("a", "z"))
_SPACE = ((" ", " "), ("\t", "\r"))
_CLASSES = {"d": _DIGIT, "w": _WORD, "s": _SPACE}
_CONTROL = {"n": "\n", "t": "\t", "r": "\r", "f": "\f"}
_LINE_END = (("\n", "\n"), ("\r", "\r"), ("\u0085", "\u0085"), ("\u2028", "\u2029"))


class RegexError(ValueError):
    """A regular expression is malformed or not supported; *offset* is the place in it, counted from 0."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


@dataclass(frozen=True, slots=True)
class _Characters:
    """A set of characters: those in one of the ranges, bounds included, or all others if *negated*."""

    ranges: tuple[tuple[str, str], ...]
    negated: bool = False

    def __contains__(self, character: str) -> bool:
        return any(low <= character <= high for low, high in self.ranges) is not self.negated


Fragment = Callable[[int], int]
"""A part of an expression: adds its states, which lead to the given state, and returns its entry state."""


class Regex:
    """A compiled regular expression. ``RegexError`` if *pattern* is malformed or not supported."""

    def __init__(self, pattern: str) -> None:
        self._characters: list[_Characters | None] = [None]
        self._next: list[tuple[int, ...]] = [()]
        parser = _Parser(pattern, self._add, self._loop)
        self._pattern = pattern
        self._from_start, self._to_end = parser.at > 0, parser.pattern != pattern
        start = parser.parse()(0)
        self._start = self._closure({start})
        self._steps: dict[tuple[frozenset[int], str], frozenset[int]] = {}

    @property
    def states(self) -> int:
        """The number of states of the automaton, with which the cost of matching a character grows."""
        return len(self._next)

    def matches(self, subject: str) -> bool:
        """Return whether the whole of *subject* matches."""
        current = self._start
        steps = self._steps
        for character in subject:
            following = steps.get((current, character))
            if following is None:
                following = self._step(current, character)
            current = following
            if not current:
                return False
        return 0 in current

    def replace(self, text: str, new: str, most: int | None = None) -> str:
        """Return *text* with *new* in place of matches, each the longest from where it begins; *most* of them if given.

        ``RegexError`` if there are alternatives beside ``^`` or ``$``. Cost: quadratic in the text.
        """
        if "|" in self._pattern and (self._from_start or self._to_end):
            raise RegexError("alternatives beside '^' or '$' are not supported where matches are replaced", 0)
        pieces: list[str] = []
        at = replaced = 0
        while at <= len(text):
            end = None if replaced == most or (at and self._from_start) else self._longest(text, at)
            if end is not None:
                pieces.append(new)
                replaced += 1
            if end is None or end == at:
                pieces.append(text[at : at + 1])
                at += 1
            else:
                at = end
        return "".join(pieces)

    def _longest(self, text: str, start: int) -> int | None:
        """Return where the longest match ends that begins at *start*; None if there is none."""
        current, at = self._start, start
        end = start if 0 in current else None
        while at < len(text) and current:
            following = self._steps.get((current, text[at]))
            current = self._step(current, text[at]) if following is None else following
            at += 1
            if 0 in current:
                end = at
        return None if self._to_end and end != len(text) else end

    def _step(self, current: frozenset[int], character: str) -> frozenset[int]:
        reached: set[int] = set()
        for state in current:
            characters = self._characters[state]
            if characters is not None and character in characters:
                reached.update(self._next[state])
        if len(self._steps) >= _MAX_REMEMBERED:
            self._steps.clear()
        following = self._steps[current, character] = self._closure(reached)
        return following

    def _closure(self, states: set[int]) -> frozenset[int]:
        pending = list(states)
        while pending:
            state = pending.pop()
            if self._characters[state] is None:
                for other in self._next[state]:
                    if other not in states:
                        states.add(other)
                        pending.append(other)
        return frozenset(states)

    def _add(self, characters: _Characters | None, *following: int) -> int:
        if len(self._next) >= MAX_STATES:
            raise RegexError(f"the regular expression is too large (more than {MAX_STATES} states)", 0)
        self._characters.append(characters)
        self._next.append(following)
        return len(self._next) - 1

    def _loop(self, body: Fragment, following: int) -> int:
        state = self._add(None)
        self._next[state] = (body(state), following)
        return state


class _Parser:
    """Parses a pattern by recursive descent. Most methods return the fragment of what they have read."""

    def __init__(
        self,
        pattern: str,
        add: Callable[..., int],
        loop: Callable[[Fragment, int], int],
    ) -> None:
        if len(pattern) > MAX_PATTERN:
            raise RegexError(f"the regular expression is longer than {MAX_PATTERN} characters", 0)
        self.pattern = pattern
        if pattern.endswith("$") and not self.escaped(len(pattern) - 1):
            self.pattern = pattern[:-1]
        self.at = 1 if pattern.startswith("^") else 0
        self.nesting = 0
        self.add = add
        self.loop = loop

    def escaped(self, at: int) -> bool:
        before = self.pattern[:at]
        return (len(before) - len(before.rstrip("\\"))) % 2 == 1

    def parse(self) -> Fragment:
        fragment = self.alternatives()
        if self.at < len(self.pattern):
            raise RegexError("')' closes nothing", self.at)
        return fragment

    def alternatives(self) -> Fragment:
        self.nesting += 1
        if self.nesting > _MAX_NESTING:
            raise RegexError(f"groups nest more than {_MAX_NESTING} levels", self.at)
        options = [self.sequence()]
        while self.peek() == "|":
            self.at += 1
            options.append(self.sequence())
        self.nesting -= 1
        if len(options) == 1:
            return options[0]
        return lambda following: self.add(None, *[option(following) for option in options])

    def sequence(self) -> Fragment:
        pieces: list[Fragment] = []
        while self.peek() not in ("", "|", ")"):
            pieces.append(self.repeated())

        if not pieces:  # a state of its own, so that repeating nothing counts towards the size
            return lambda following: self.add(None, following)

        def build(following: int) -> int:
            for piece in reversed(pieces):
                following = piece(following)
            return following

        return build

    def repeated(self) -> Fragment:
        piece = self.atom()
        start = self.at
        bounds = {"*": (0, None), "+": (1, None), "?": (0, 1)}.get(self.peek())
        if bounds is not None:
            self.at += 1
        elif self.peek() == "{":
            bounds = self.braces()
        else:
            return piece
        if self.peek() and self.peek() in "*+?{":
            raise RegexError("a quantifier after a quantifier is not supported", self.at)
        least, most = bounds
        if max(least, most or 0) > MAX_STATES:
            raise RegexError(f"at most {MAX_STATES} repetitions are supported", start)

        def build(following: int) -> int:
            if most is None:
                following = self.loop(piece, following)
            else:
                end = following
                for _ in range(most - least):
                    following = self.add(None, piece(following), end)
            for _ in range(least):
                following = piece(following)
            return following

        return build

    def braces(self) -> tuple[int, int | None]:
        start, end = self.at, self.pattern.find("}", self.at)
        low, comma, high = self.pattern[start + 1 : end if end > 0 else start].partition(",")
        if not (low.isascii() and low.isdigit() and len(low) < 5 and (not high or (high.isascii() and high.isdigit()))):
            raise RegexError("expected {n}, {n,} or {n,m}", start)
        self.at = end + 1
        least, most = int(low), (int(high[:5]) if high else None) if comma else int(low)
        if most is not None and most < least:
            raise RegexError("the bounds of the repetition are the wrong way round", start)
        return least, most

    def atom(self) -> Fragment:
        start, character = self.at, self.peek()
        self.at += 1
        if character == "(":
            return self.group(start)
        if character == "[":
            return self.one(self.bracket(start))
        if character == ".":
            return self.one(_Characters(_LINE_END, negated=True))
        if character == "\\":
            return self.one(self.escape())
        if character in "*+?{":
            raise RegexError(f"'{character}' repeats nothing", start)
        if character in "^$":
            raise RegexError(f"'{character}' is supported only at the {'start' if character == '^' else 'end'}", start)
        return self.one(_Characters(((character, character),)))

    def one(self, characters: _Characters) -> Fragment:
        return lambda following: self.add(characters, following)

    def group(self, start: int) -> Fragment:
        if self.peek() == "?":
            if not self.pattern.startswith("?:", self.at):
                raise RegexError("look-around, flags and named groups are not supported", start)
            self.at += 2
        inside = self.alternatives()
        if self.peek() != ")":
            raise RegexError("the group is not closed", start)
        self.at += 1
        return inside

    def escape(self) -> _Characters:
        start, letter = self.at - 1, self.peek()
        self.at += 1
        if letter.lower() in _CLASSES:
            return _Characters(_CLASSES[letter.lower()], negated=letter.isupper())
        if letter in _CONTROL:
            return _Characters(((_CONTROL[letter],) * 2,))
        if not letter or letter.isalnum():
            raise RegexError(f"the escape '\\{letter}' is not supported", start)
        return _Characters(((letter, letter),))

    def bracket(self, start: int) -> _Characters:
        negated = self.peek() == "^"
        self.at += negated
        ranges: list[tuple[str, str]] = []
        while self.peek() != "]" or not ranges:
            low = self.bracket_item(start)
            if self.peek() == "-" and self.pattern[self.at + 1 : self.at + 2] not in ("]", ""):
                self.at += 1
                high = self.bracket_item(start)
                if len(low) != 1 or len(high) != 1 or low[0][0] != low[0][1] or low[0][0] > high[0][0]:
                    raise RegexError("the range in the brackets is not one", start)
                low = ((low[0][0], high[0][1]),)
            ranges.extend(low)
        self.at += 1
        return _Characters(tuple(ranges), negated)

    def bracket_item(self, start: int) -> tuple[tuple[str, str], ...]:
        character = self.peek()
        if not character:
            raise RegexError("the bracket is not closed", start)
        self.at += 1
        if character == "[" or self.pattern.startswith("&&", self.at - 1):
            raise RegexError("classes inside brackets are not supported; write \\[ for a bracket", self.at - 1)
        if character != "\\":
            return ((character, character),)
        escaped = self.escape()
        if escaped.negated:
            raise RegexError("a negated class inside brackets is not supported", self.at - 2)
        return escaped.ranges

    def peek(self) -> str:
        return self.pattern[self.at : self.at + 1]


@lru_cache(maxsize=64)
def compile_regex(pattern: str) -> Regex:
    """Return the automaton of *pattern*; ``RegexError`` if it is malformed or not supported."""
    return Regex(pattern)
