"""A first position in which nobody can move: validation warns, and every command says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.commands import run
from tests.support.gallery import EXAMPLES
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.document import Syntax
from tilewright.model.files import read, read_text, write
from tilewright.model.validation import validate
from tilewright.runtime.why import beginning
from tilewright.runtime.why.beginning import without_first_move

DEAD = """game Dead {
  players White, Black
  board 3x4
  pieces Man:M
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  mark from, victims
  setup { "mmm" "..." "..." "MMM" }
  sub capture = do { step orth -> enemy -> mark victims } -> goto victims -> set empty
  move Step = own -> select from -> step orth -> empty -> select -> move from -> capture
  stuck = lose
}"""
WITH_RULES = """game G {{
  players White, Black
  board 3x3
  pieces Man:M
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  mark from
  counter few 0..1
  setup {{ "mmm" "..." "MMM" }}
  {}
  stuck = lose
}}"""


def warnings(rules: str, model: str = WITH_RULES) -> list[Diagnostic]:
    document = read_text(model.format(rules), "g.game", Syntax.GAME)
    assert not [found for found in validate(document) if found.severity.value == "error"]
    return without_first_move(document)


@pytest.fixture
def dead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("dead.game").write_text(DEAD, encoding="utf-8")
    return "dead.game"


def test_validation_names_what_rejects_everything(dead: str) -> None:
    """The innermost filter, in the sub-pipeline, and a move that gets that far."""
    done = run("validate", dead)
    warning, related = done.stdout.splitlines()[-2:]
    assert warning.startswith("dead.game:1:1: warning: White has no move in the first position")
    assert "'tilewright trace dead.game a1-a2'" in warning and warning.endswith("[no-first-move]")
    assert related == "  dead.game:8:62: 'goto victims' has rejected all 3, in Step"
    assert done.exit_code == 0


def test_the_command_that_traces_the_move_can_be_copied(dead: str) -> None:
    """The name of the file is quoted for a shell where it must be."""
    Path("so dead.game").write_text(DEAD, encoding="utf-8")
    assert "'tilewright trace 'so dead.game' a1-a2' shows" in run("validate", "so dead.game").stdout


def test_every_command_says_that_nobody_can_move(dead: str) -> None:
    over = "the game is over: Black has won, as White has no move"
    for command, printed in ((["moves", dead], ""), (["perft", dead, "1"], "0\n"), (["perft", dead, "3"], "0\n")):
        done = run(*command)
        assert (done.stdout, done.stderr, done.exit_code) == (printed, f"{over}\n", 0)
    told = run("explain", dead, "a1-a2").stdout
    assert f"  {over}\n  a2 must be marked 'victims'\n" in told
    assert "CellsFilter at dead.game:8:62: goto victims" in told
    traced = run("trace", dead, "a1-a2").stdout
    assert "✗ rejects a2" in traced
    assert traced.endswith("not legal: no rule lets it through; White has no move, so the game is over.\n")


def test_a_game_that_a_move_has_ended_is_not_explained_by_rules() -> None:
    after = "a1 a2 b1 b2 c1"
    assert run("trace", "tic-tac-toe", "c2", "--after", after).stdout.endswith("\n\nthe game is over.\n")
    assert run("explain", "tic-tac-toe", "c2", "--after", after).stdout.endswith("\n  the game is over: X has won\n")
    assert run("moves", "tic-tac-toe", "--after", after).stderr == "the game is over: X has won\n"


@pytest.mark.parametrize(
    ("rules", "related"),
    [
        ("move M = own -> select from -> step orth -> enemy -> select -> move from", ["'enemy' has rejected all 3, in M"]),
        ("place P = empty -> step orth 3 -> own", ["'step orth 3' has rejected all 3, in P"]),
        ("move M = own -> select from -> repeat 1..2 { step orth -> enemy } -> select -> move from",
         ["'enemy' has rejected all 3, in M"]),
        ("place P = empty -> set own Man\n  ensure = goto all -> own King -> step orth",
         ["'own King' has rejected all 3, in P"]),
        ("phases One, Two\n  move M in Two = own -> select", []),
    ],
)  # fmt: skip
def test_where_rules_end(rules: str, related: list[str]) -> None:
    model = WITH_RULES.replace("pieces Man:M", "pieces Man:M King:K")
    (warning,) = warnings(rules, model)
    assert warning.code == "no-first-move"
    assert [one.message for one in warning.related] == related


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("phases One, Two\n  chance C in One = amount few 0..1 -> phase Two -> turn next\n  move M in Two = own -> select", True),
        ("phases One, Two\n  chance C in Two = amount few 0..1 -> turn next\n  move M in Two = own -> select", False),
        ("chance C = if few > 0 -> amount few 0..1 -> turn next\n  move M = own -> enemy -> select -> turn nature", False),
    ],
)  # fmt: skip
def test_that_chance_should_begin(rules: str, told: bool) -> None:
    (warning,) = warnings(f"nature Dice\n  {rules}")
    assert ("write 'start Dice' if Dice begins, who has a move there" in warning.message) is told
    if told:
        assert warnings(f"nature Dice\n  start Dice\n  {rules}") == []


@pytest.mark.parametrize(
    ("rules", "code", "told"),
    [
        ("move M = own -> few += 2 -> select", "counter-overflow", "the counter 'few' would be 2; its bounds are 0..1"),
        ("move M = own -> select from -> set own like from -> few -= 1", "counter-overflow", "would be -1"),
        ("place P = empty -> set own like from", "move-needs-one-cell", "one cell with a piece in 'from'"),
    ],
)  # fmt: skip
def test_that_rules_fail_at_once(rules: str, code: str, told: str) -> None:
    (error,) = warnings(rules)
    assert (error.code, error.severity.value) == (code, "error")
    assert told in error.message


@pytest.mark.parametrize(
    "rules",
    [
        "move M = own -> select from -> step orth -> empty -> select -> move from",
        "move M = goto all -> own -> set empty",  # a move without clicks
        "phases One, Two\n  move A in One = own -> select\n  move B in Two = enemy -> select -> phase One",
        'nature Dice\n  start Dice\n  chance Roll = option "roll"\n  move M = own -> enemy -> select',
    ],
)  # fmt: skip
def test_no_warning(rules: str) -> None:
    assert warnings(rules) == []


FOX = """game FoxAndHounds {{
  players Fox, Hounds
  board 4x4
  pieces Fox:F Hound:H
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  mark from
  setup {{ "...." ".F.." "...." "{}" }}
  move Step = own -> select from -> step orth -> empty -> select -> move from
  {}
}}"""


@pytest.mark.parametrize(
    ("row", "more", "said"),
    [
        ("HHHH", "stuck = lose", "'f' for its Fox or 'h' for its Hound"),
        ("HHHH", "", "'f' for its Fox or 'h' for its Hound"),  # the Hounds must pass each time
        ("....", "stuck = lose", "'f' for its Fox"),
        ("hhhh", "stuck = lose", None),
        ("h...", "effect = win", None),  # the first move ends the game
        ("....", "effect = turn Fox", None),
        ("....", 'nature Dice\n  effect = turn nature\n  chance Roll = option "roll" -> turn Hounds', None),
        ("....", "phases One, Two\n  place Drop in Two = empty -> set own Hound\n  effect = phase Two", None),
    ],
)
def test_a_second_player_who_has_no_move(row: str, more: str, said: str | None) -> None:
    found = warnings(FOX.format(row, more), "{}")
    assert [one.code for one in found] == ([] if said is None else ["no-second-move"])
    if said is not None:
        told = "Hounds has no move after any first move of Fox: it has no piece in the setup; write "
        assert found[0].message == told + said


def test_a_second_player_with_pieces_that_cannot_move() -> None:
    model = FOX.format("hhhh", "stuck = lose").replace("own ->", "own Fox ->")
    assert [one.message for one in warnings(model, "{}")] == ["Hounds has no move after any first move of Fox"]


def test_many_first_moves_are_not_all_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beginning, "MOST_FIRST", 3)
    assert warnings(FOX.format("....", "stuck = lose"), "{}") == []


def test_no_warning_if_only_the_first_player_cannot_move() -> None:
    model = WITH_RULES.replace('"mmm" "..." "MMM"', '"mmm" "..." "..."').replace("stuck = lose", "")
    assert warnings("move M = own -> select from -> step orth -> empty -> select -> move from", model) == []


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("chance C weight few = own -> select -> turn next", "'C' has moves, but its weight is 0 here"),
        (
            "chance C weight 2 * stock = own -> select -> turn next",
            "'C' has moves, but its weight is 0 here; a weight is asked once, of all cells of the board; to weigh the moves "
            "one by one, each by its last click, write 'share 2 * stock'",
        ),
        ("chance C weight stock { own } = own -> select -> turn next", "'C' has moves, but its weight is 0 here"),
        ("chance C weight stock share 2 = own -> select -> turn next", "'C' has moves, but its weight is 0 here"),
        ("chance C share stock = own -> select -> turn next", "'C' has moves, but the share of each is 0 here"),
        ("chance C weight few = own -> few -= 1 -> select", "add one"),  # it would fail
        ("phases A, B\n  chance C weight few in B = own -> select", "the phase is 'A'; C is of 'B'"),
        (
            "phases A, B, E\n  chance C in B, E = own -> select\n  chance D in E = own -> select",
            "the phase is 'A'; C is of 'B' and 'E', D is of 'E'",
        ),
        (
            "phases A, B\n  " + "\n  ".join(f"chance C{n} in B = own -> select" for n in range(8)),
            "the phase is 'A'; " + "".join(f"C{n} is of 'B', " for n in range(6)) + "and 2 more",
        ),
        ("phases A, B\n  chance C in A = own -> enemy -> select\n  chance D in B = own -> select", "add one"),
        ("chance C = own -> enemy -> select", "add one"),
    ],
)
def test_that_chance_has_no_move(rule: str, told: str) -> None:
    """It is an error, which says what the moves that there are lack."""
    nature = f"nature Dice\n  start Dice\n  counter stock cell 0..3\n  {rule}\n  move M = own -> select -> turn nature"
    (error,) = warnings(nature)
    assert (error.code, error.severity.value) == ("no-chance", "error")
    message = "nature is to move, but no chance rule has a move of a weight and a share above 0"
    assert error.message == (f"{message}; {told}" if told == "add one" else f"{message}: {told}")
    assert error.place.line == (12 if "has moves" in told else 9)


def test_no_warning_about_a_game_without_rules() -> None:
    assert warnings("") == []


def test_the_search_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beginning, "STEPS", 2)
    assert warnings("move M = own -> select from -> step orth -> enemy -> select -> move from") == []


def test_rules_that_never_end_are_a_warning() -> None:
    (warning,) = warnings("move M = own -> repeat 0..* maximal { mark from } -> select -> set empty")
    assert (warning.code, warning.severity.value) == ("budget-exceeded", "warning")
    assert warning.message.startswith("the rules take more than 1000000 steps for one position")


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_every_game_of_the_gallery_has_a_first_move(example) -> None:  # type: ignore[no-untyped-def]
    assert without_first_move(read(example.file("game"))) == []


OF_NOTHING = "move A = own -> select from -> do { step orth -> set own }"


def test_an_effect_that_changes_the_owner_of_nothing_lacks_a_piece(tmp_path: Path) -> None:
    """Only when it is played this is known. In a file of XMI it is told which feature of which class that is."""
    (found,) = warnings(OF_NOTHING)
    told = "has no state for 'set own' in place of Empty: nothing stands there; say which piece is set, as in 'set own Man'"
    assert found.code == "no-such-state" and found.message.endswith(told)
    model = tmp_path / "g.xmi"
    model.write_text(
        write(read_text(WITH_RULES.format(OF_NOTHING), "g.game", Syntax.GAME), Syntax.XMI), encoding="utf-8"
    )
    said = run("validate", str(model)).stdout
    assert f"{told}; in XMI 'which piece is set' is piece of StateEffectFilter, 'set own' is" in said
