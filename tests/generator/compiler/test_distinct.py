"""Which rules may find a move twice, as the compiler sees it before it emits anything."""

from __future__ import annotations

import pytest

from tilewright.generator.compiler.analysis.distinct import overlaps
from tilewright.generator.compiler.analysis.resting import resting_marks
from tilewright.generator.compiler.driver import FORM, Compiling
from tilewright.model.diagnostics import ModelError
from tilewright.model.document import Document
from tilewright.model.files import read_text
from tilewright.model.places import Nowhere
from tilewright.runtime import load, perft

MODEL = """game Case {{
  players X, O
  board 5x5
  pieces Man:M/m King:K/k
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  directions diag = (1,1) (-1,1) (-1,-1) (1,-1)
  directions lines = (1,0) (0,1)
  region middle = cells (2,2)
  region edge = row 0 row 4
  mark from, to
  mark last ply
  counter hand 0..9 = 3
  setup {{ "M...m" ".K.k." "..M.." ".k.K." "m...M" }}
  {rules}
}}"""

LAST = 2
"""The number of the mark ``last``."""

CASES = [
    ("move A = own -> select from -> step orth -> empty -> select -> move from", False),
    ("move A = own -> select from -> along orth -> step -> empty -> select -> move from", False),
    ("move A = own -> select from -> along orth -> step 0..* through empty -> empty -> select -> move from", False),
    ("move A = own -> select from -> along orth -> step 0..* -> any -> select -> set own Man", True),
    ("move A = own -> select from -> step orth -> along diag -> step -> empty -> select -> move from", True),
    ("move A = own -> along orth -> step -> empty -> select -> set own Man", True),
    ("move A = own -> select from -> along orth -> repeat maximal { step -> empty -> mark to } -> select -> set own Man", True),
    ("move A = own -> select from -> along orth -> repeat maximal { step -> empty -> mark to } -> empty -> select -> move from", False),
    ("move A = own -> select from -> along orth -> repeat 1..2 { step -> empty -> mark to } -> select -> set own Man", True),
    ("move A = own -> select from -> along orth -> step -> bend orth 1 -> step -> empty -> select -> move from", False),
    ("move A = own -> select from -> along orth -> step -> bend orth 2 -> step -> select -> set own Man", True),
    ("move A = own -> select from -> along orth -> step -> select to -> goto from -> step -> select", False),
    ("move A = own -> select from -> along orth -> step -> select to -> goto from -> along diag -> step -> select", False),
    ("move A = own -> select from -> along orth -> step -> mark to -> goto to -> along diag -> step -> select", True),
    ("move A = own -> select from -> step orth -> select\n move B = own -> select -> step diag -> select", False),
    ("move A = own -> select from -> step orth -> select\n move B = own -> select -> goto all -> empty -> select", True),
    ("move A = own !at middle -> select -> step orth -> at middle -> select\n"
     "move B = own at middle -> select -> goto all -> empty -> select", False),
    ("move A = own Man -> select -> goto middle -> empty -> select\n"
     "move B = own at middle -> select -> goto all -> any -> select", False),
    ("move A = own -> select from -> step orth -> empty -> select -> move from\n"
     "move B = own -> select from -> goto all -> empty -> select -> move from", False),
    ("move A = own -> select from -> step orth -> empty -> select -> move from\n"
     "move B = own -> select from -> goto all -> empty -> select -> set own King", True),
    ("move A = own Man -> select from -> step orth -> empty -> select -> move from\n"
     "move B = own -> select from -> union { step diag | step orth } -> empty -> select -> move from", False),
    ("move A = empty -> select -> set own Man\nmove B = empty at middle -> select -> set own Man\n"
     "move C = empty at edge -> select -> set own Man", False),
    ("move A = if hand > 0 -> empty -> select\n move B = if hand == 0 -> empty -> select", False),
    ("move A = own -> select -> union { step orth | at middle -> step diag } -> select", False),
    ("move A = own -> select -> choose { step orth | at middle -> step orth } -> select", True),
    ('move A = choose { option "a" | option "b" } -> empty -> select\n move B = option "b" -> empty -> select', True),
    ('move A = choose { option "a" | option "b" } -> empty -> select\n move B = option "c" -> empty -> select', False),
    ('move A = choose { option "a" -> at middle | option "b" | option "a" -> at edge } -> select', False),
    ('move A = choose { option "a" | option "b" -> at middle | option "a" -> own } -> select', True),
    ("move A = amount hand 0..2 -> at middle -> select\n move B = amount hand 2..4 -> at middle -> select", True),
    ("move A = amount hand 0..2 -> at middle -> select\n move B = amount hand 3..4 -> at middle -> select", False),
    ('move A = own -> record\n move B = option "stay" -> own -> set own', False),
    ('move A = own -> record\n move B = repeat 0..1 { option "stay" } -> own -> set own', True),
    ('move A = own -> select -> repeat 0..1 { step orth -> select }\n move B = own -> select -> option "stay"', False),
    ('move A = own -> select -> option "x"\n move B = own -> select -> repeat 0..1 { option "x" }', True),
    ('move A = own -> select -> record\n move B = own -> select -> goto middle -> select', True),
    ("move A = amount hand 0..hand -> at middle -> select\n move B = empty -> select", False),
]  # fmt: skip


def document(rules: str) -> Document:
    found = read_text(MODEL.format(rules=rules), "case.game")
    assert found.root is not None, found.diagnostics
    return found


def lowered(rules: str) -> Compiling:
    game = document(rules).root
    assert game is not None
    compiling = Compiling(game, Nowhere(), FORM, ())
    assert FORM[-1].__name__ in compiling.stages()
    return compiling


def repeats(rules: str) -> bool:
    compiling = lowered(rules)
    nowhere: frozenset[int] = frozenset()
    return any(overlaps(group, compiling.constants, nowhere).pairs for part in compiling.rules for group in part.groups)


@pytest.mark.parametrize(
    ("way", "rests"),
    [
        ("step -> empty -> mark last -> step -> empty -> select -> move from", True),
        ("step -> empty -> mark last -> step -> empty -> select -> move from -> mark last -=", True),
        ("step -> mark last -> step -> empty -> select -> move from", False),
        ("step -> enemy -> mark last -> step -> empty -> select -> move from", False),
        ("step -> empty -> mark last -> select -> move from", False),
        ("step -> empty -> select last -> move from", False),
        ("step -> empty -> select -> move from -> do { step -> mark last }", False),
    ],
)
def test_marks_of_cells_that_are_passed_over(way: str, rests: bool) -> None:
    compiling = lowered(f"move Go = own -> select from -> along orth -> {way}")
    chains = [rule.chain for part in compiling.rules for group in part.groups for rule in group.rules]
    assert (LAST in resting_marks(chains, compiling.constants)) == rests


@pytest.mark.parametrize(("rules", "expected"), CASES)
def test_rules_may_find_a_move_twice(rules: str, expected: bool) -> None:
    assert repeats(rules) == expected


def test_many_amounts_are_one_path() -> None:
    assert not repeats(f"move A = {' -> '.join(['amount hand 0..9'] * 9)} -> at middle -> select")


@pytest.mark.parametrize("rules", [rules for rules, _ in CASES])
def test_what_is_found_twice_counts_once(rules: str) -> None:
    counted: list[int | str] = []
    for engine in ("interpreter", "python"):
        state = load(document(rules), engine).initial_state()
        try:
            counted += [perft(state, depth) for depth in (1, 2)]
        except ModelError as error:
            counted.append(error.diagnostics[0].code)
    half = len(counted) // 2
    assert counted[:half] == counted[half:]
