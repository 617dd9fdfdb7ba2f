"""Quick fixes: edits that carry out what the message of a diagnostic proposes.

The rules parse those messages that propose something in fixed words. A fix is offered only if the diagnostic is gone
after it and the reader finds no more problems than before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from tilewright.model.diagnostics import Diagnostic
from tilewright.model.document import Syntax
from tilewright.model.game.declarations import SHORT
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

_MEANT = re.compile(r"did you mean '?([^'?]+)'?\?")
_DECLARE = re.compile(r"declare it, as in '(.+)'$")
_INSTEAD = re.compile(r"; write '([^']+)' instead$")
_QUOTED = re.compile(r'; write (".+")$')
_EITHER = re.compile(r"; write ([\w.]+(?: or [\w.]+)+)$")
_ARROW = re.compile(r"before the filter '\w+' write '->'$")
_OWNED = re.compile(r"; write 'set own (\w+)' or 'set enemy \1'$")
_EXPECTED = re.compile(r"^'(\S+)' is expected\b.*, not '(\S+)'$", re.DOTALL)
_RANGE = re.compile(r"(-?\d+)(\s*\.\.\s*)(-?\d+)")
_RULES = ("sub", "place", "move", "chance", "effect", "ensure", "stuck", "over", "round", "sight", "back", "ranking")


def fixes(source: Source, finding: Diagnostic) -> tuple[Fix, ...]:
    """Return the fixes of a diagnostic, the most likely first; none if it is about another file.

    Cost: reading and validating the text up to ``MOST_TRIED`` times.
    """
    if finding.place.file != source.file:
        return ()
    tried = [fix for rule in FIXES.get(finding.code, ()) for fix in rule(source, finding)]
    return tuple(fix for fix in dict.fromkeys(tried[:MOST_TRIED]) if _helps(source, finding, fix))


def _helps(source: Source, finding: Diagnostic, fix: Fix) -> bool:
    """Return whether a fix makes a diagnostic vanish, and the reader finds no more problems than before."""
    after = Source(edited(source.text, fix.edits), source.file, source.folder)
    if len(after.document.diagnostics) > len(source.document.diagnostics):
        return False
    before = sum((one.code, one.message) == (finding.code, finding.message) for one in source.diagnostics)
    return sum((one.code, one.message) == (finding.code, finding.message) for one in after.diagnostics) < before


def _near(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Write what the message says was probably meant."""
    found = _MEANT.search(finding.message)
    if found is None:
        return
    meant = found[1]
    if source.document.syntax is Syntax.XMI:
        yield from _in_tag(source, finding, meant)
        return
    span = source.span(finding.place)
    is_quoted = source.text[span.start : span.start + 1] in ("'", '"') or not re.fullmatch(r"[\w.]+", meant)
    written = f'"{meant}"' if is_quoted else meant
    yield Fix(f"Write {written}", (Edit(span, written),))


def _in_tag(source: Source, finding: Diagnostic, meant: str) -> Iterator[Fix]:
    """Write what was probably meant in place of a word that the message quotes, within the tag at its place."""
    start = source.offset(finding.place.line, finding.place.column)
    end = source.text.find(">", start)
    for wrong in re.findall(r"'([^']+)'", finding.message):
        at = source.text.find(wrong, start, len(source.text) if end < 0 else end)
        if wrong != meant and at >= 0:
            yield Fix(f"Write {meant}", (Edit(Span(at, at + len(wrong)), meant),))


def _declare(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Write the declaration that the message gives as an example."""
    found = _DECLARE.search(finding.message)
    if found is not None:
        yield from _with_declaration(source, found[1])


def _board(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Declare a board."""
    yield from _with_declaration(source, "board 8x8")


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


def _expected(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Write what is expected in place of what stands there, or before it.

    Inserting is tried first if punctuation is expected before a word, otherwise replacing.
    """
    found = _EXPECTED.match(finding.message)
    if found is None:
        return
    span = source.span(finding.place)
    in_place = Fix(f"Write {found[1]} in place of {found[2]}", (Edit(span, found[1]),))
    before = Fix(f"Write {found[1]} before {found[2]}", (Edit(Span(span.start, span.start), f"{found[1]} "),))
    yield from (before, in_place) if found[2].isalnum() and not found[1].isalnum() else (in_place, before)


def _close(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Close the game."""
    if "the game is not closed" in finding.message:
        end = len(source.text.rstrip())
        yield Fix("Close the game", (Edit(Span(end, len(source.text)), "\n}\n"),))


def _quote(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Write something in quotes, as the message shows it."""
    found = _QUOTED.search(finding.message)
    if found is not None:
        start = source.offset(finding.place.line, finding.place.column)
        yield Fix(f"Write {found[1]}", (Edit(Span(start, start + len(found[1]) - 2), found[1]),))


def _keyword(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Write ``game`` for ``Game``, with which a model in the class form begins."""
    span = source.span(finding.place)
    if source.text[span.start : span.end] == "Game":
        yield Fix("Write game", (Edit(span, "game"),))


def _instead(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Write the filter that the message proposes in place of a word and the name after it."""
    found = _INSTEAD.search(finding.message)
    span = source.span(finding.place)
    before = re.search(r"!?\s*\w+\s+\Z", source.text[: span.start])
    if found is not None and before is not None:
        start = before.start() + len(before[0]) - len(before[0].lstrip())
        yield Fix(f"Write {found[1]}", (Edit(Span(start, span.end), found[1]),))


def _arrow(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Write the missing arrow between two filters."""
    if _ARROW.search(finding.message) is not None:
        start = source.span(finding.place).start
        yield Fix("Write -> before it", (Edit(Span(start, start), "-> "),))


def _owned(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Write ``own`` or ``enemy`` before the piece that is set."""
    if _OWNED.search(finding.message) is not None:
        start = source.span(finding.place).start
        for word in ("own", "enemy"):
            yield Fix(f"Write {word} before it", (Edit(Span(start, start), f"{word} "),))


def _qualify(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Write one of the qualified names that the message proposes."""
    found = _EITHER.search(finding.message)
    for name in [] if found is None else found[1].split(" or "):
        yield Fix(f"Write {name}", (Edit(source.span(finding.place), name),))


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


FIXES: Mapping[str, tuple[Rule, ...]] = {
    "unresolved-reference": (_near, _declare, _arrow, _instead),
    "unknown-keyword": (_near, _keyword),
    "unexpected-token": (_near, _close, _quote, _expected),
    "missing-declaration": (_board,),
    "base-unknown": (_near,),
    "bad-range": (_turn_range,),
    "ambiguous-reference": (_qualify,),
    "wrong-reference-type": (_owned,),
    "unknown-class": (_near,),
    "unknown-feature": (_near,),
    "unknown-namespace": (_near,),
    "bad-value": (_near,),
    "unused": (_remove,),
}
"""The rules for each code of a diagnostic, the most likely first."""
