"""Quick fixes: edits that carry out the remedies of a diagnostic, or what its code alone calls for.

A fix is offered only if the diagnostic is gone after it and the reader finds no more problems than before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import assert_never

from tilewright.model.diagnostics import Diagnostic
from tilewright.model.document import Syntax
from tilewright.model.game.declarations import SHORT
from tilewright.model.remedies import Close, Declare, Expect, Insert, Remedy, Replace, Rewrite
from tilewright.model.service.source import Edit, Source, Span, edited
from tilewright.model.text.scanner import Scanner, Token, TokenKind


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that put something right, and a short title that says what they do."""

    title: str
    edits: tuple[Edit, ...]


Rule = Callable[[Source, Diagnostic], Iterator[Fix]]

MOST_TRIED = 8
"""The number of fixes that are tried for a diagnostic: each costs reading and validating the text once."""

_RANGE = re.compile(r"(-?\d+)(\s*\.\.\s*)(-?\d+)")
_RULES = (
    *("sub", "place", "move", "chance", "effect", "ensure", "stuck", "over", "round", "sight", "back"),
    *("ranking", "heuristic"),
)


def fixes(source: Source, finding: Diagnostic) -> tuple[Fix, ...]:
    """Return the fixes of a diagnostic, the most likely first; none if it is about another file.

    Cost: reading and validating the text up to ``MOST_TRIED`` times.
    """
    if finding.place.file != source.file:
        return ()
    tried = [fix for remedy in finding.remedies for fix in _carried_out(source, finding, remedy)]
    rule = FIXES.get(finding.code)
    tried += [] if rule is None else rule(source, finding)
    return tuple(fix for fix in dict.fromkeys(tried[:MOST_TRIED]) if _helps(source, finding, fix))


def _helps(source: Source, finding: Diagnostic, fix: Fix) -> bool:
    """Return whether a fix makes a diagnostic vanish, and the reader finds no more problems than before."""
    after = Source(edited(source.text, fix.edits), source.file, source.folder)
    if len(after.document.diagnostics) > len(source.document.diagnostics):
        return False
    before = sum((one.code, one.message) == (finding.code, finding.message) for one in source.diagnostics)
    return sum((one.code, one.message) == (finding.code, finding.message) for one in after.diagnostics) < before


def _carried_out(source: Source, finding: Diagnostic, remedy: Remedy) -> Iterator[Fix]:
    """Yield the fixes that carry out a remedy."""
    match remedy:
        case Replace():
            yield from _replace(source, finding, remedy)
        case Rewrite():
            start = source.offset(remedy.start.line, remedy.start.column)
            end = source.span(remedy.last or finding.place).end
            yield Fix(f"Write {remedy.text}", (Edit(Span(start, end), remedy.text),))
        case Insert():
            yield _before(source, finding, remedy.text)
        case Expect():
            yield from _expected(source, finding, remedy.text)
        case Declare():
            yield from _with_declaration(source, remedy.declaration)
        case Close():
            end = len(source.text.rstrip())
            yield Fix("Close the game", (Edit(Span(end, len(source.text)), "\n}\n"),))
        case _:
            assert_never(remedy)


def _replace(source: Source, finding: Diagnostic, remedy: Replace) -> Iterator[Fix]:
    """Write a text in place of another one; in quotes if that is in quotes, or a name that is replaced by none."""
    wrong, right = remedy.wrong, remedy.right
    start = source.offset(finding.place.line, finding.place.column)
    if source.document.syntax is Syntax.XMI:
        end = source.text.find(">", start)
        at = source.text.find(wrong, start, len(source.text) if end < 0 else end) if wrong else -1
        if at >= 0:
            yield Fix(f"Write {right}", (Edit(Span(at, at + len(wrong)), right),))
        return
    span = source.span(finding.place)
    if source.text.startswith(wrong, start):
        span = Span(start, start + len(wrong))
    is_name = re.search(r"\w", wrong) is not None and " " not in wrong
    is_quoted = source.text[start : start + 1] in ("'", '"') or (is_name and not re.fullmatch(r'[\w.]+|".*"', right))
    written = f'"{right}"' if is_quoted else right
    title = f"Write {written}" if written else f"Leave out {source.text[span.start : span.end]}"
    yield Fix(title, (Edit(span, written),))


def _before(source: Source, finding: Diagnostic, text: str) -> Fix:
    """Return the fix that writes a text before what stands at the place; a comma at once after what precedes that."""
    span = source.span(finding.place)
    title = f"Write {text} before {source.text[span.start : span.end]}"
    at = len(source.text[: span.start].rstrip()) if text == "," else span.start
    return Fix(title, (Edit(Span(at, at), text if at < span.start else f"{text} "),))


def _expected(source: Source, finding: Diagnostic, text: str) -> Iterator[Fix]:
    """Write what is expected in place of what stands there, or before it.

    Inserting is tried first if punctuation is expected before a word, otherwise replacing.
    """
    span = source.span(finding.place)
    found = source.text[span.start : span.end]
    in_place = Fix(f"Write {text} in place of {found}", (Edit(span, text),))
    before = _before(source, finding, text)
    yield from (before, in_place) if found.isalnum() and not text.isalnum() else (in_place, before)


def _with_declaration(source: Source, declaration: str) -> Iterator[Fix]:
    """Write a declaration in front of the first rule, else at the beginning of the game."""
    scanner = Scanner(source.text, source.file)
    opening: Token | None = None
    title = f"Declare it: {declaration}"
    while (token := scanner.next()).kind is not TokenKind.END:
        if opening is None and token.is_("{"):
            opening = token
        elif opening is not None and token.first_on_line and token.is_(*_RULES):
            indent = source.text[source.line_of(token.offset).start : token.offset]
            yield Fix(title, (Edit(Span(token.offset, token.offset), f"{declaration}\n{indent}"),))
            return
    if opening is not None:
        after = opening.offset + 1
        yield Fix(title, (Edit(Span(after, after), f"\n  {declaration}\n"),))


def _turn_range(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Write the lower bound first."""
    start = source.offset(finding.place.line, finding.place.column)
    found = _RANGE.search(source.text, start, source.line_of(start).end)
    if found is not None:
        text = f"{found[3]}{found[2]}{found[1]}"
        yield Fix(f"Write {text}", (Edit(Span(found.start(), found.end()), text),))


def _remove(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Remove what is never used: its line, or, in a list, its name and a comma."""
    span = source.span(finding.place)
    name, line = source.text[span.start : span.end], source.line_of(span.start)
    before, after = source.text[line.start : span.start], source.text[span.end : line.end]
    words = re.findall(r"\w+", before)
    if len(words) == 1 and re.match(r"\s*,", after) is None and not set(SHORT).intersection(re.findall(r"\w+", after)):
        yield Fix(f"Remove the declaration of {name}", (Edit(line, ""),))
    elif (comma := re.match(r"\s*,\s*", after)) is not None:
        yield Fix(f"Remove {name}", (Edit(Span(span.start, span.end + comma.end()), ""),))
    elif (comma := re.search(r"\s*,\s*\Z", before)) is not None:
        yield Fix(f"Remove {name}", (Edit(Span(line.start + comma.start(), span.end), ""),))


FIXES: Mapping[str, Rule] = {
    "bad-range": _turn_range,
    "unused": _remove,
}
"""The rules for the codes of diagnostics that have fixes without a remedy."""
