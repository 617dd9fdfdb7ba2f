"""Games that extend another: what is replaced, added and left out, from where bases come, and what goes wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilewright.model.diagnostics import has_errors
from tilewright.model.document import Document, Syntax
from tilewright.model.files import read, read_text, write
from tilewright.model.game import extending
from tilewright.model.objects import difference
from tilewright.model.validation import validate
from tilewright.runtime import load, perft

BASE = """// The base.
game Base {
  players X, O
  board 3x1
  pieces Stone:X/O
  region left = column 0
  mark from, to
  place Anywhere = empty
  move Step = own -> select from -> step right -> empty -> select to -> move from
  effect First = at left -> win
  effect = goto to -> no { at left }
  effect Last = goto from -> no { at left }
  directions right = (1,0)
  stuck = lose
}
"""


def written(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.game").write_text(text, encoding="utf-8")


def extended(folder: Path, declarations: str) -> Document:
    """Return what is read of a game that extends the base."""
    written(folder, base=BASE, other=f"game Other extends base {{\n{declarations}\n}}")
    return read(folder / "other.game")


def shown(document: Document) -> list[str]:
    """Return the declarations of the whole game."""
    assert document.diagnostics == []
    return [line.strip() for line in write(document, Syntax.GAME).splitlines()]


def test_without_a_declaration_it_is_the_base_under_another_name(tmp_path: Path) -> None:
    found = extended(tmp_path, "")
    whole = read_text(BASE.replace("Base", "Other"), "whole.game")
    assert found.root.name == "Other" and difference(found.root, whole.root) is None


def test_what_a_game_does_not_use_of_its_base_is_not_warned_of(tmp_path: Path) -> None:
    """Its own declarations are; and captions of options that are gone are left out."""
    options = (
        'move Go = own -> option "go" -> select\n  Theme T { captions { Caption { option "go" text "Go!" } } }\n  stuck'
    )
    base = BASE.replace("stuck", options, 1)
    other = "game Other extends base {\n  without Go, Step, effect\n  effect = draw\n  mark spare\n}"
    written(tmp_path, base=base, other=other)
    document = read(tmp_path / "other.game")
    assert [(d.code, Path(d.place.file).name) for d in validate(document)] == [("unused", "other.game")]
    assert "Go!" in base and "Go!" not in write(document, Syntax.GAME)


@pytest.mark.parametrize(
    ("declarations", "old", "new"),
    [
        ("board 2x1", "board 3x1", "board 2x1"),
        ("region left = column 1", "region left = column 0", "region left = column 1"),
        ("stuck = draw", "stuck = lose", "stuck = draw"),
        ("effect First = draw", "effect First = at left -> win", "effect First = draw"),
        ("move Anywhere = empty -> select", "place Anywhere = empty", "move Anywhere = empty -> select"),
        ("players X, Y", "players X, O", "players X, Y"),
        ("pieces Stone:A/B", "pieces Stone:X/O", "pieces Stone:A/B"),
        ("mark from, to, more", "mark from, to", "mark from, to, more"),
        ("SubPipeline Sub { filter PatternFilter p { patterns { Pattern q { } } } }", None, "sub Sub = own"),
    ],
)
def test_a_declaration_takes_the_place_of_its_namesake(
    tmp_path: Path, declarations: str, old: str | None, new: str
) -> None:
    whole = BASE if old is None else BASE.replace(old, new)
    assert old is None or whole != BASE
    text = whole if old is not None else BASE.replace("  place", f"  {declarations}\n  place")
    expected = read_text(text.replace("game Base", "game Other"), "whole.game")
    found = extended(tmp_path, declarations)
    assert found.diagnostics == [] and difference(found.root, expected.root) is None


def test_the_order_of_effects_is_kept_and_new_ones_follow(tmp_path: Path) -> None:
    lines = shown(extended(tmp_path, "effect New = lose\neffect = draw\neffect First = win"))
    effects = [line for line in lines if line.startswith("effect")]
    assert [line.split(" = ")[0] for line in effects] == [
        "effect First",
        "effect",
        "effect Last",
        "effect New",
        "effect",
    ]
    assert effects[0] == "effect First = win"


@pytest.mark.parametrize(
    ("declarations", "gone"),
    [
        ("without First", {"effect First"}),
        ("without First, Last", {"effect First", "effect Last"}),
        ("without effect", {"effect First", "effect", "effect Last"}),
        ("without stuck, Step", {"stuck", "move Step"}),
    ],
)
def test_without_leaves_out(tmp_path: Path, declarations: str, gone: set[str]) -> None:
    def heads(lines: list[str]) -> set[str]:
        return {line.split(" = ")[0] for line in lines if " = " in line}

    whole = heads(shown(read_text(BASE, "base.game")))
    assert whole - heads(shown(extended(tmp_path, declarations))) == gone


@pytest.mark.parametrize(
    ("name", "line", "left"),
    [
        ("to", "mark from, to", "mark from"),
        ("from", "mark from, to", "mark to"),
        ("low", "counter low per, high 0..5", "counter high 0..5"),
        ("b", "phases a, b, c", "phases a, c"),
        ("Two", "kind One:1 is Card { worth 1 } Two:2 is Odd { rank 3 }", "kind One:1 is Card { worth 1 }"),
        ("King", "pieces Man:M King:K", "pieces Man:M"),
    ],
)
def test_without_leaves_out_one_name_of_a_line(tmp_path: Path, name: str, line: str, left: str) -> None:
    text = "game {} {{\n  players X, O\n  board 2x1\n  {}\n}}"
    (tmp_path / "many.game").write_text(text.format("Many", line))
    (tmp_path / "less.game").write_text(f"game Less extends many {{\n  without {name}\n}}")
    expected = read_text(text.format("Less", left), "less.game")
    found = read(tmp_path / "less.game")
    assert found.diagnostics == expected.diagnostics == [] and difference(found.root, expected.root) is None


def test_a_base_of_which_a_name_is_left_out_may_be_extended(tmp_path: Path) -> None:
    written(
        tmp_path, base=BASE.replace("mark from, to", "mark from, to, more, most"),
        second="game Second extends base {\n  without more\n}",
        third="game Third extends second {\n  without most\n}",
    )  # fmt: skip
    expected = read_text(BASE.replace("Base", "Third"), "whole.game")
    assert difference(read(tmp_path / "third.game").root, expected.root) is None


def test_what_was_left_out_may_be_declared_again_at_the_end(tmp_path: Path) -> None:
    lines = shown(extended(tmp_path, "without First\neffect First = at left -> win"))
    assert [line.split(" = ")[0] for line in lines if line.startswith("effect")][-1] == "effect First"


def test_two_of_its_own_do_not_replace_each_other(tmp_path: Path) -> None:
    codes = {diagnostic.code for diagnostic in extended(tmp_path, "board 2x1\nboard 4x1").diagnostics}
    assert codes == {"duplicate-feature"}


def test_a_base_may_extend_another(tmp_path: Path) -> None:
    written(
        tmp_path, base=BASE, second="game Second extends base {\n  board 4x1\n}",
        third='game Third extends "second.game" {\n  stuck = draw\n}',
    )  # fmt: skip
    expected = read_text(BASE.replace("3x1", "4x1").replace("= lose", "= draw").replace("Base", "Third"), "whole.game")
    assert difference(read(tmp_path / "third.game").root, expected.root) is None


def test_a_file_beside_it_goes_before_an_example(tmp_path: Path) -> None:
    written(tmp_path, othello=BASE, mine="game Mine extends othello {\n}")
    assert read(tmp_path / "mine.game").root.board.width == 3
    (tmp_path / "othello.game").unlink()
    assert perft(load(tmp_path / "mine.game").initial_state(), 3) == 56


def test_a_text_alone_knows_the_examples_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, base=BASE)
    monkeypatch.chdir(tmp_path)
    (finding,) = read_text("game Mine extends base {\n}", "mine.game").diagnostics
    assert finding.code == "base-unknown"
    assert read_text("game Mine extends othello {\n}", "mine.game").diagnostics == []


@pytest.mark.parametrize(("name", "meant"), [("Go", "go"), ("Hex", "hex"), ("Connect-Four", "connect-four")])
def test_a_name_in_another_case_is_a_near_miss(name: str, meant: str) -> None:
    (finding,) = read_text(f'game Mine extends "{name}" {{\n}}', "mine.game").diagnostics
    assert finding.message.endswith(f"; did you mean {meant}?")


@pytest.mark.parametrize("letter", ["a", "\N{DESERET CAPITAL LETTER LONG I}"])
def test_a_name_longer_than_a_file_may_have_is_told(tmp_path: Path, letter: str) -> None:
    written(tmp_path, other=f'game Other extends "{letter * 300}" {{\n}}')
    (finding,) = read(tmp_path / "other.game").diagnostics
    assert (finding.code, finding.place.line, finding.place.column) == ("base-unknown", 1, 20)


def test_places_are_in_the_text_that_says_it(tmp_path: Path) -> None:
    document = extended(tmp_path, "directions right = (1,0)\n  stuck = wn")
    (finding,) = document.diagnostics
    assert str(finding.place) == f"{tmp_path / 'other.game'}:3:11"
    written(tmp_path, base=BASE.replace("win", "wn"), other="game Other extends base {\n}")
    (finding,) = validate(read(tmp_path / "other.game"))
    assert str(finding.place) == f"{tmp_path / 'base.game'}:10:29"


def test_comments_of_both_texts_are_kept(tmp_path: Path) -> None:
    written(
        tmp_path, base=BASE.replace("  stuck", "  // the end\n  stuck"),
        other="// another\ngame Other extends base {\n  // longer\n  board 4x1\n}",
    )  # fmt: skip
    text = write(read(tmp_path / "other.game"), Syntax.GAME)
    assert all(comment in text for comment in ("// another", "// longer", "// the end"))


def test_circles_end(tmp_path: Path) -> None:
    written(tmp_path, one="game One extends two {\n}", two="game Two extends one {\n}", own="game Own extends own {\n}")
    for name in ("one", "two", "own"):
        assert {finding.code for finding in read(tmp_path / f"{name}.game").diagnostics} == {"base-circular"}


def test_long_rows_of_bases_end(tmp_path: Path) -> None:
    for number in range(extending.MOST_BASES + 2):
        written(tmp_path, **{f"g{number}": f"game G{number} extends g{number + 1} {{\n}}"})
    assert {finding.code for finding in read(tmp_path / "g0.game").diagnostics} == {"base-circular"}


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"<game/>", "base-unknown"),
        (b"\xff\xfe", "bad-encoding"),
        (b"game Base {", "unexpected-token"),
        (b"game Base {\n  colour red\n  board 2x2\n}", "unknown-keyword"),
        (b"//" + b"x" * extending.MOST_BYTES, "file-too-large"),
    ],
)
def test_a_base_that_is_wrong(tmp_path: Path, content: bytes, code: str) -> None:
    (tmp_path / "base.game").write_bytes(content)
    written(tmp_path, other="game Other extends base {\n}")
    document = read(tmp_path / "other.game")
    assert code in {finding.code for finding in document.diagnostics} and document.root is None


def test_a_folder_is_no_base(tmp_path: Path) -> None:
    (tmp_path / "base.game").mkdir()
    written(tmp_path, other="game Other extends base {\n}")
    assert {finding.code for finding in read(tmp_path / "other.game").diagnostics} == {"base-unknown"}


LOOKS = """
game Smaller extends chess {
  without EnPassant, back
  mark ep2 ply
  move Double = own Pawn -> at second -> select from -> step ahead 2 through empty -> select to -> move from
  move Take = own Pawn -> select from -> step slant -> enemy -> select to -> move from -> promote
  without ep
}
"""


def test_looks_and_formats_of_a_base_that_fit_no_more_are_left_out() -> None:
    found = read_text(LOOKS, "smaller.game")
    assert found.root is not None and found.diagnostics == []
    assert [one.eClass.name for one in found.root.formats] == ["Pgn"]
    bald = read_text("game Bald extends harvest {\n  without Wall\n}\n", "bald.game")
    glyphs = [glyph.piece.name for theme in bald.root.themes for glyph in theme.glyphs if glyph.piece is not None]
    assert "Food" in glyphs and len(glyphs) == len(set(glyphs))
    assert {one.code for one in bald.diagnostics} == {"unknown-symbol", "unresolved-reference"}
    assert not any(one.place.line > 58 for one in bald.diagnostics)


def test_looks_of_ones_own_must_fit() -> None:
    own = 'game Own extends chess {\n  Theme Odd { glyphs { Glyph { piece Wall hexColor "#777777" } } }\n}\n'
    assert [(d.code, d.place.line) for d in read_text(own, "own.game").diagnostics] == [("unresolved-reference", 2)]


DRAWN = """game Base {
  players X, O
  board 5x5 points
  pieces Stone:X/O
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  region far = cells (4,4)(0,0)
  region last = row 3..4
  region first = row 0
  lines orth, orth at far
  edges X orth at last
  stars far, first
  place Put = empty -> !at first
  effect = set own Stone
  Theme Wood { tints { Tint { hexColor "#112233" region last }, Tint { hexColor "#332211" region first } } }
}
"""


def test_what_a_base_draws_outside_a_smaller_board_is_left_out(tmp_path: Path) -> None:
    written(tmp_path, base=DRAWN, other="game Other extends base {\n  board 3x3 points\n}")
    found = read(tmp_path / "other.game")
    board = found.game.board
    assert [region.name for region in found.game.regions] == ["first"] == [region.name for region in board.stars]
    assert len(board.lines) == 1 and len(board.edges) == 0 and len(found.game.themes[0].tints) == 1
    assert perft(load(found, "interpreter").initial_state(), 1) == 6


@pytest.mark.parametrize(
    ("old", "new", "declarations"),
    [
        ("!at first", "!at far", ""),
        ("at first", "at last", ""),
        ("far", "far", "region far = cells (3,3)"),
    ],
)
def test_what_rules_need_and_ones_own_must_be_on_the_board(
    tmp_path: Path, old: str, new: str, declarations: str
) -> None:
    other = f"game Other extends base {{\n  board 3x3 points\n  {declarations}\n}}"
    written(tmp_path, base=DRAWN.replace(old, new), other=other)
    assert "rangeMustBeInsideBoard" in {each.code for each in validate(read(tmp_path / "other.game"))}


DEALS = """game Deals {
  players X, O
  parameter deal = few | many | none
  board 3x1
  pieces Stone:X/O
  zone hand 2x1 { "X." }
  zone tray 2x1
  setup { "X.O" }
  setup if deal == none { "..." }
  setup hand if deal == many { "XX" }
  setup tray if deal == many { "OO" }
  place Take = goto hand -> own -> has { goto tray -> empty }
  stuck = lose
}
"""


@pytest.mark.parametrize("base", ["amazons", "othello", "breakthrough"])
def test_a_picture_does_not_fit_a_board_whose_size_is_chosen(tmp_path: Path, base: str) -> None:
    """One error tells that where the size is said, and what is left out; the cells of the picture are not listed."""
    text = f"game Sizes extends {base} {{\n  parameter n 5..12 = 9\n  board n x n\n}}\n"
    written(tmp_path, sizes=text, fixed=text.replace("  board", "  without setup\n  board"))
    (found,) = validate(read(tmp_path / "sizes.game"))
    assert (found.code, found.place.line, found.place.column) == ("wrong-picture", 3, 3)
    assert "write 'without setup'" in found.message
    assert [one.place.file.endswith(f"{base}.game") for one in found.related] == [True]
    assert not has_errors(validate(read(tmp_path / "fixed.game")))


@pytest.mark.parametrize(
    ("declarations", "kept", "gone"),
    [
        ('setup hand if deal == none { ".X" }', ["setup tray if", "setup if", "hand if deal == none"], ["hand if deal == many"]),
        ('setup { "XXX" }', ["setup tray if", "setup hand if", '"XXX"'], ["setup if", '"X.O"']),
        ("without tray\n  without Take\n  place Put = goto hand -> empty", ["setup hand if"], ["tray"]),
    ],
)  # fmt: skip
def test_set_ups_of_zones_are_replaced_and_left_out(
    tmp_path: Path, declarations: str, kept: list[str], gone: list[str]
) -> None:
    written(tmp_path, deals=DEALS)
    text = f"game More extends deals {{\n  {declarations}\n}}\n"
    found = read_text(text, str(tmp_path / "more.game"), folder=tmp_path)
    assert found.diagnostics == []
    again = write(found, Syntax.GAME)
    assert all(said in again for said in kept), again
    assert not any(said in again for said in gone), again


def test_only_games_in_the_notation_are_extended(tmp_path: Path) -> None:
    (tmp_path / "base.xmi").write_text(write(read_text(BASE, "base.game"), Syntax.XMI), "utf-8")
    written(tmp_path, mine="game Mine extends base {\n}")
    (finding,) = read(tmp_path / "mine.game").diagnostics
    assert finding.code == "base-unknown" and "write 'base.game' by 'convert'" in finding.message
