"""Whatever a text says, a question about it is answered: texts that were cut, doubled and mixed up."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.carets import example
from tilewright.model.document import Syntax
from tilewright.model.files import write
from tilewright.model.service.completing import completions
from tilewright.model.service.explaining import help_at
from tilewright.model.service.fixing import fixes
from tilewright.model.service.formatting import formatted
from tilewright.model.service.naming import CannotRename, named_at, references, renamed
from tilewright.model.service.source import Source, edited

GAMES = ("tic-tac-toe", "kuhn-poker", "brandubh")
NOISE = ("}", "{", '"', "->", "with {", "\n", "\x00", "ʬʬʬ", "//", "<", "&#0;", "@(", "1..", "𝔾")


def damaged(text: str, random: Random) -> str:
    """Return a text with some pieces left out, said twice, or replaced."""
    for _ in range(random.randint(1, 4)):
        start = random.randrange(len(text) + 1)
        end = min(len(text), start + random.randrange(30))
        text = text[:start] + random.choice(("", text[start:end] * 2, random.choice(NOISE))) + text[end:]
    return text


@pytest.mark.parametrize("syntax", [Syntax.GAME, Syntax.XMI, Syntax.BGDSL], ids=lambda syntax: syntax.value)
@pytest.mark.parametrize("name", GAMES)
def test_questions_about_damaged_texts_are_answered(name: str, syntax: Syntax, rounds: int = 3) -> None:
    random = Random(f"{name}{syntax}")
    whole = example(name).text if syntax is Syntax.GAME else write(example(name).document, syntax)
    for _ in range(rounds):
        text = damaged(whole, random)
        source = Source(text, f"a.{syntax.value}")
        for offset in (random.randrange(len(text) + 1), len(text)):
            span = completions(source, offset).span
            assert 0 <= span.start <= offset <= span.end <= len(text)
            told = help_at(source, offset)
            assert told is None or (told.text and told.span.holds(offset))
            named = named_at(source, offset)
            assert named is None or all(span.end <= len(text) for span in references(source, named))
            try:
                assert edited(text, renamed(source, offset, "Fresh")) != text
            except CannotRename as error:
                assert str(error)
        for finding in source.diagnostics[:2]:
            assert all(edited(text, fix.edits) != text for fix in fixes(source, finding))
            assert 0 <= source.span(finding.place).start <= source.span(finding.place).end <= len(text)
        assert formatted(source) is None or formatted(Source(formatted(source) or "", source.file)) is not None
