"""Games for proofs that engines play alike: those drawn at random, and those on which engines once disagreed."""

from __future__ import annotations

import os
from functools import cache
from itertools import count, islice
from random import Random

from tests.support.places import REGRESSIONS
from tests.support.random_models import draw, read, worth
from tilewright.model.diagnostics import ModelError
from tilewright.runtime import load

SEED = int(os.environ.get("TILEWRIGHT_SEED") or 20261121)
LATE = sorted((REGRESSIONS / "late").glob("*.game"))
ONCE_WRONG = sorted(REGRESSIONS.glob("*.game"))
"""Games on which an engine once disagreed with the interpreter, made small."""

QUICK = 9
"""The games that are compared in every run."""

THOROUGH, PARTS = 300, 3
"""The games that are compared in the slow proofs, and the parts that run side by side."""


def is_played(text: str) -> bool:
    """Return whether a text is a valid game in which somebody can move."""
    document = read(text)
    try:
        return document is not None and worth(load(document, "interpreter"), most=3).is_playable
    except ModelError:
        return False


ZONED = 300
"""The games with zones that are compared in the slow proofs."""


@cache
def drawn_with_zones(number: int) -> tuple[str, ...]:
    """Return so many playable games with zones."""
    texts = (draw(Random(f"{SEED}/zones/{seed}")) for seed in count())
    return tuple(islice(filter(is_played, (text for text in texts if "\n  zone " in text)), number))


@cache
def drawn(number: int) -> tuple[str, ...]:
    """Return so many playable games."""
    texts = (draw(Random(f"{SEED}/{seed}")) for seed in count())
    return tuple(islice(filter(is_played, texts), number))
