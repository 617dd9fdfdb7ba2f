"""The proof pack finds what is wrong: it is judged on wrong variants of the games of the gallery."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.elements import gallery
from tests.support.engines import tiny
from tests.support.wrong_variants import Variant, changed, plays_otherwise, put, says_the_same, variants, verdict
from tilewright.metamodel.typing import EObject
from tilewright.model.document import Syntax
from tilewright.model.files import read, write
from tilewright.model.objects import difference, element_at
from tilewright.runtime import load

SEED = int(os.environ.get("TILEWRIGHT_SEED") or 20261121)


def missed(count: int, folder: Path, leaves: int, games: int) -> tuple[list[str], list[str]]:
    """Return the wrong variants, of so many, that the proof pack does not call wrong; then those that were left out.

    A change need not make a game wrong: what the proof pack lets pass and long random play beside the original does not
    tell from it either is left out, and another variant is drawn.
    """
    passed: list[str] = []
    alike: list[str] = []
    found = 0
    for variant in variants(SEED, 2 * count):
        if verdict(variant, folder, leaves, games) is not None:
            found += 1
        else:
            (passed if plays_otherwise(variant, folder) else alike).append(str(variant))
        if found + len(passed) == count:
            return passed, alike
    raise AssertionError(f"only {found + len(passed)} of {2 * count} variants are wrong")


def test_most_wrong_variants_are_found_with_few_leaves(tmp_path: Path) -> None:
    passed, _ = missed(10, tmp_path, leaves=2_000, games=0)
    assert len(passed) <= 2, passed


@pytest.mark.prove
def test_nine_of_ten_wrong_variants_are_found(tmp_path: Path) -> None:
    passed, alike = missed(50, tmp_path, leaves=100_000, games=1)
    print(f"seed {SEED}: {50 - len(passed)} of 50 wrong variants found; missed:", *passed, sep="\n  ")
    print("not shown to be wrong:", *alike, sep="\n  ")
    assert len(passed) <= 5


def test_a_seed_gives_the_same_variants() -> None:
    assert variants(SEED, 8) == variants(SEED, 8)[:8] == variants(SEED, 12)[:8]
    assert variants(SEED, 8) != variants(SEED + 1, 8)


def test_a_variant_is_another_model_that_loads(tmp_path: Path) -> None:
    for variant in variants(SEED, 8):
        file = put(variant, tmp_path)
        assert {file.with_suffix(f".{extension}").exists() for extension in ("perft", "playthrough")} == {True}
        of_the_gallery: EObject = gallery()[variant.game].root
        assert load(file).name == of_the_gallery.name
        assert difference(read(file).root, changed(variant).root) is None
        assert difference(read(file).root, of_the_gallery) is not None
        assert write(changed(variant), Syntax.XMI) == file.read_text(encoding="utf-8")


def test_the_original_passes(tmp_path: Path) -> None:
    same = Variant("tic-tac-toe", "//@board/@effectPipeline/@filters.0", "stateSelection := CurrentPlayer")
    assert verdict(same, tmp_path, leaves=2_000, games=1) is None


GUARD = "//@board/@legalMovesPipeline/@rules.0/@filter/@nextFilter"
OWN = "move Go = own -> has { own } -> select -> set own King"
ANY = "move Go = own -> has { piece } -> select -> set own King"
CLICKED = "move Go = own -> select -> own -> set own King"
TWO = 'move Go = own -> select -> set own King\nmove Pass = option "pass"'

SAME = [
    ("next and previous of two players", OWN, GUARD, "perspective := Other", False),
    ("who looks does not matter", ANY, GUARD, "perspective := Other", True),
    ("many cells", OWN, "//@board/@legalMovesPipeline/@rules.0/@filter", "require := All", False),
    ("one cell", CLICKED, f"{GUARD}/@nextFilter", "require := All", True),
    ("nothing is relative", OWN, "//@players.1", "transform := FlipRows", True),
    ("an only rule", OWN, "//@board/@legalMovesPipeline/@rules.0", "priority := 1", True),
    ("one of two rules", TWO, "//@board/@legalMovesPipeline/@rules.0", "priority := 1", False),
]


@pytest.mark.parametrize(("rules", "part", "change", "same"), [row[1:] for row in SAME], ids=[row[0] for row in SAME])
def test_what_says_the_same(rules: str, part: str, change: str, same: bool) -> None:
    root = tiny("Mm./...", rules, "interpreter").game.document.root
    assert says_the_same(root, element_at(root, part), change) is same
