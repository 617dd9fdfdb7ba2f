"""No damaged model makes a reader or the validator escape, hang, or lose a place."""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor

import pytest

from tests.support import mutations

SEED = int(os.environ.get("TILEWRIGHT_SEED") or 20261121)


def judged(count: int, parts: int, kind: str = "examples") -> int:
    """Run mutations in processes of their own, whose memory is bounded; return how many were found wrong."""
    # a process that dies is an error of this executor, where a multiprocessing.Pool would wait for it for ever
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as executor:
        seeds = [SEED * 1000 + part for part in range(parts)]
        results = list(executor.map(mutations.run, seeds, [count // parts] * parts, [kind] * parts))
    escaped = [text for _, texts in results for text in texts]
    assert not escaped, f"{len(escaped)} escaped; the first:\n{escaped[0]}"
    return sum(wrong for wrong, _ in results)


@pytest.mark.parametrize(("kind", "count"), [("examples", 150), ("foreign", 100), ("zones", 20)])
def test_nothing_escapes(kind: str, count: int) -> None:
    assert judged(count, 2, kind) > count / 2


@pytest.mark.prove
@pytest.mark.parametrize("kind", mutations.TEXTS)
def test_nothing_escapes_a_hundred_thousand_times(kind: str) -> None:
    wrong = judged(100_000, 40, kind)
    print(f"seed {SEED}: 100000 mutations, {wrong} with diagnostics, none escaped")
    assert wrong > 50_000
