"""The TextMate grammar of the notation, by which editors colour a text, VS Code among them.

Such a grammar works line by line and knows no meanings: a word of the notation is coloured wherever it stands, also
where it is a name. The words are those of ``words`` and the classes of the metamodel.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from tilewright.metamodel.schema import schema
from tilewright.model.game.declarations import DECLARATIONS
from tilewright.model.service.words import WORDS

SCOPE = "source.tilewright"
"""The name of the grammar in editors."""
_SUFFIX = "tilewright"


def grammar() -> dict[str, Any]:
    """Return the grammar, as it is written to JSON."""
    begins = {"game", *DECLARATIONS}
    transforms = {word for word, (meaning, *_) in WORDS.items() if meaning.startswith("Transform.")}
    words = {word for word in WORDS if re.fullmatch(r"\w{2,}", word)} - begins - transforms
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "tilewright",
        "scopeName": SCOPE,
        "fileTypes": ["game", "bgdsl"],
        "patterns": [
            {"name": f"comment.line.double-slash.{_SUFFIX}", "match": "//.*$"},
            {"name": f"comment.block.{_SUFFIX}", "begin": r"/\*", "end": r"\*/"},
            *(
                {
                    "name": f"string.quoted.{kind}.{_SUFFIX}",
                    "begin": quote,
                    "end": f"{quote}|$",
                    "patterns": [{"name": f"constant.character.escape.{_SUFFIX}", "match": r"\\."}],
                }
                for kind, quote in (("double", '"'), ("single", "'"))
            ),
            {
                "match": rf"(?:^|(?<=[{{;]))\s*({_any(begins)})\b",
                "captures": {"1": {"name": f"keyword.control.{_SUFFIX}"}},
            },
            {"name": f"constant.numeric.{_SUFFIX}", "match": r"(?<![\w.])-?\d+\b"},
            {"name": f"constant.language.{_SUFFIX}", "match": rf"\b({_any(transforms)})\b"},
            {"name": f"keyword.other.{_SUFFIX}", "match": rf"\b({_any(words | begins)})\b"},
            {"name": f"support.class.{_SUFFIX}", "match": rf"\b({_any(schema().classes)})\b"},
            {"name": f"keyword.operator.{_SUFFIX}", "match": r"->|:=|[-+*]=|==|!=|<=|>=|[<>=!|&]"},
        ],
    }


def _any(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words))
