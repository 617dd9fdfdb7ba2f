"""Tests that are joined or denied as in other languages, and how the notation writes them.

The tokens that are looked at are the next ones of the declaration. They are compared by their texts, so that none of
these words is offered to somebody who writes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import TypeAlias

from tilewright.model.game.patterns import TESTS
from tilewright.model.game.values import COMPARISONS, MEANT, OPPOSITES
from tilewright.model.remedies import Rewrite
from tilewright.model.text.scanner import Token

Between: TypeAlias = Callable[[int, int], str]
"""Gives the text between two offsets, on one line."""

MOST = 100
"""The greatest number of tokens that are looked at."""
_OPENING, _CLOSING = ("(", "{", "["), (")", "}", "]")
_JOINTS = ("and", "or")
_ENDS = ("->", "{", ";", "|", "because", *_CLOSING)
"""What ends a comparison, besides another test."""
_SIGNS = {name: sign for sign, name in COMPARISONS.items()}
_GENERAL = "'(a or b) and c' is 'a and c or b and c'"


@dataclass(frozen=True, slots=True)
class Meant:
    """How something is written that is meant, and the remedies."""

    text: str
    remedies: tuple[Rewrite, ...] = ()


def grouped(before: str, tokens: Sequence[Token], between: Between) -> Meant | None:
    """Return how tests are written that are joined within parentheses; None if the tokens do not begin with such.

    *before* is the word that stands there: ``if``, ``and`` or ``or``.
    """
    inside = _to_closing(tokens)
    own = _outermost(inside[1:-1])
    joints = [token for token in own if token.text in _JOINTS]
    asks = any(token.text in COMPARISONS or (token.text in TESTS and token.text != "count") for token in own)
    if not (joints and asks) or any(token.text == "if" for token in own):  # ``if`` begins a value
        return None
    opening, closing = inside[0], inside[-1]
    ors = [joint for joint in joints if joint.text == "or"]
    joint, *after = (*tokens[len(inside) :], closing)
    beside = list(takewhile(lambda token: token.text not in (*_ENDS, "or"), after))
    if any(token.comments for token in (*inside, *beside)):
        return Meant(_GENERAL)
    if not ors or (before != "and" and joint.text != "and"):
        text = between(opening.offset + 1, closing.offset)
        start = "if" if before == "if" else f"if … {before}"
        end = f" {joint.text} …" if joint.text in _JOINTS else ""
        return Meant(f"write '{start} {text}{end}'", (Rewrite(text, opening.place, closing.place),))
    signs = {token.text for token in beside}
    if before != "if" or signs.isdisjoint(COMPARISONS) or not signs.isdisjoint((*_OPENING, *TESTS)):
        return Meant(_GENERAL)
    further = between(beside[0].offset, _end(beside[-1]))
    parts = [between(_end(start), end.offset) for start, end in pairwise([opening, *ors, closing])]
    text = " or ".join(f"{part} and {further}" for part in parts)
    return Meant(f"write 'if {text}'", (Rewrite(text, opening.place, beside[-1].place),))


def denied(tokens: Sequence[Token], between: Between) -> Meant | None:
    """Return how a comparison is denied that follows the first of some tokens, as ``not``; None if none follows."""
    word, *compared = tokens
    inside = _to_closing(compared)
    sign = _sign(_outermost(inside[1:-1]))
    if sign is not None:  # in parentheses
        left = f"{between(_end(inside[0]), sign.offset)} {_opposite(sign)}"
        right = between(_end(sign), inside[-1].offset)
        remedy = Rewrite(f"{left} {right}", word.place, inside[-1].place)
    else:
        compared = list(takewhile(lambda token: token.text not in ("->", ";", "|", *_JOINTS), compared))
        sign = _sign(_outermost(compared))
        if sign is None or sign is compared[0]:
            return None
        left = f"{between(compared[0].offset, sign.offset)} {_opposite(sign)}"
        after = compared[compared.index(sign) + 1 :]
        shown = list(takewhile(lambda token: token.text not in _ENDS, after))
        right = between(shown[0].offset, _end(shown[-1])) if shown else "…"
        right += " { … }" if right.endswith("count") else ""
        remedy = Rewrite(left, word.place, sign.place)
    is_plain = not any(token.comments for token in compared)
    return Meant(f"'if {left} {right}'", (remedy,) if is_plain else ())


def _to_closing(tokens: Sequence[Token]) -> Sequence[Token]:
    """Return the tokens from a parenthesis with which they begin to the one that closes it; none without both."""
    if not tokens or tokens[0].text != "(":
        return ()
    depth = 0
    for number, token in enumerate(tokens):
        depth += (token.text in _OPENING) - (token.text in _CLOSING)
        if depth == 0:
            return tokens[: number + 1]
    return ()


def _outermost(tokens: Sequence[Token]) -> list[Token]:
    """Return those tokens that stand in no brackets, up to a bracket that they do not open."""
    found, depth = [], 0
    for token in tokens:
        if token.text in _CLOSING:
            depth -= 1
            if depth < 0:
                break
        elif token.text in _OPENING:
            depth += 1
        elif depth == 0:
            found.append(token)
    return found


def _sign(tokens: Sequence[Token]) -> Token | None:
    """Return the sign of the only comparison among some tokens; None if there is none, or they are several tests."""
    if any(token.text in _JOINTS for token in tokens):
        return None
    return next((token for token in tokens if MEANT.get(token.text, token.text) in COMPARISONS), None)


def _opposite(sign: Token) -> str:
    return _SIGNS[OPPOSITES[COMPARISONS[MEANT.get(sign.text, sign.text)]]]


def _end(token: Token) -> int:
    return token.offset + len(token.text)
