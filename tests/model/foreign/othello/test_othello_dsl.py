"""The Othello DSL: what its files mean, that nothing of them is lost, its ASCII and HTML forms, and its problems.

The rows of what is wrong, with places and valid neighbours, stand in tests/model/bad_inputs/othello.py.
"""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from lxml import html

from tests.model.bad_inputs.othello import DISCS
from tests.support import mutations
from tests.support.tools import need
from tilewright.metamodel import schema
from tilewright.model.diagnostics import has_errors
from tilewright.model.document import Document, NotWritten, Syntax
from tilewright.model.files import read, read_text, save, told_syntax, write
from tilewright.model.foreign.othello.parser import MOST_KEYS
from tilewright.model.game.declarations import DECLARATIONS
from tilewright.model.objects import difference, walk
from tilewright.model.validation import validate
from tilewright.runtime import State, load, perft
from tilewright.runtime.cli import main
from tilewright.runtime.pictures.view import view_of
from tilewright.runtime.refusals import IllegalMove


@dataclass(frozen=True)
class Variant:
    """A file of the Othello DSL by what differs, and what is known of it."""

    number: int
    side: int
    shape: str
    goal: str
    position: str
    timer: int
    colours: str
    theme: str
    cells: int
    counts: tuple[int, ...]
    size: int

    @property
    def text(self) -> str:
        low, high = self.side // 2, self.side // 2 + 1
        discs = {(low, low): "white", (high, high): "white", (low, high): "black", (high, low): "black"}
        cells = "\n".join(f"cell position({row},{column}) = {who}" for (row, column), who in discs.items())
        return f"""// a variant
game Othello{self.side}x{self.side} {{
  compile-time {{ boardType = "{self.shape}" scoreGoal = "{self.goal}" allowDiagonal = true
                 initialPosition = '{self.position}' }}
  run-time {{ Gtheme = "{self.colours}" showHints = true timer = {self.timer} allowUndo = false soundEnabled = true }}
  ui {{ theme {{ name = "{self.theme}" }} }}
  board {self.side} x {self.side}
  players {{ black Alice white Bob }} /* black begins */
  initial {{ {cells} }}
  position (1,1)
  rules {{
    move {{ type placement valid if captures_in_any_direction(r,c) effect flip_captured_pieces(r,c) }}
    end when captures_in_any_direction(r,c)
    scoring count_pieces_per_player
  }}
}}
"""

    @property
    def document(self) -> Document:
        return read_text(self.text, f"variant{self.number}.othello")

    def __str__(self) -> str:
        return f"variant{self.number}"


USUAL = (4, 12, 56, 244, 1396, 8200)
VARIANTS = [
    Variant(1, 8, "square", "max", "static", 30, "dark", "dark", 64, USUAL, 583),
    Variant(2, 8, "square", "min", "dynamic", 45, "dark", "light", 64, USUAL, 585),
    Variant(3, 16, "square", "min", "dynamic", 20, "light", "dark", 256, USUAL, 1251),
    Variant(4, 16, "circle", "max", "static", 30, "light", "light", 188, USUAL, 1251),
    Variant(5, 8, "circle", "max", "dynamic", 30, "light", "dark", 44, (4, 12, 56, 244, 1384, 7812), 585),
]
each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)

ASCII = """# Game: Othello8x8

> Compile-time:
  - boardType = square
  - scoreGoal = min
  - allowDiagonal = true
  - initialPosition = dynamic

> Run-time:
  - Gtheme = dark
  - showHints = true
  - timer = 45
  - allowUndo = false
  - soundEnabled = true

> UI Theme: light

     1  2  3  4  5  6  7  8
   ------------------------
 1 |  .  .  .  .  .  .  .  .
 2 |  .  .  .  .  .  .  .  .
 3 |  .  .  .  .  .  .  .  .
 4 |  .  .  .  W  B  .  .  .
 5 |  .  .  .  B  W  .  .  .
 6 |  .  .  .  .  .  .  .  .
 7 |  .  .  .  .  .  .  .  .
 8 |  .  .  .  .  .  .  .  .

Players: Alice (B) vs Bob (W)"""
"""The ASCII form of the second variant."""

BOARD_16 = """
     1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16
   ------------------------------------------------
 1 |  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
 2 |  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
 3 |  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
 4 |  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
 5 |  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
 6 |  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
 7 |  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
 8 |  .  .  .  .  .  .  .  W  B  .  .  .  .  .  .  .
 9 |  .  .  .  .  .  .  .  B  W  .  .  .  .  .  .  .
10 |  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
11 |  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
12 |  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
13 |  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
14 |  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
15 |  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
16 |  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
"""


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, list(arguments), prog_name="tilewright")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def told(document: Document) -> list[str]:
    return [f"{d.severity.value} {d.code} {d.place.line}:{d.place.column}" for d in validate(document)]


def small(text: str = "", **words: str) -> str:
    """Return a game on 4x4, with *text* before its board and other words in it."""
    found = {"board": "4 x 4", "players": "black Ann white Ben", **words}
    return f"""game Small {{ {text} board {found["board"]} players {{ {found["players"]} }}
  initial {{ cell position(2,2) = white cell position(3,3) = white cell position(2,3) = black cell position(3,2) = black }}
  position(7,7) rules {{
    move {{ valid if captures_in_any_direction(r,c) effect flip_captured_pieces(r,c) }}
    end when captures_in_any_direction(r,c) scoring count_pieces_per_player }} }}"""


# -- what a file means


@each_variant
def test_a_variant_is_read_and_played(variant: Variant) -> None:
    document = variant.document
    assert told(document) == []
    root = document.root
    assert (root.name, document.syntax) == (f"Othello{variant.side}x{variant.side}", Syntax.OTHELLO)
    assert len(root.board.tileplacement) == variant.cells
    state = load(document, "interpreter", settings={"initialPosition": "static"}).initial_state()
    assert tuple(perft(state, depth) for depth in range(1, 6)) == variant.counts[:5]


def test_what_is_chosen_becomes_parameters() -> None:
    root = read_text(DISCS, "m.othello").root
    domains = {p.name: (p.stage.name, p.value, [c.name for c in p.choices], p.min, p.max) for p in root.parameters}
    assert list(domains.items()) == [
        ("boardType", ("Compile", "square", ["square"], None, None)),
        ("scoreGoal", ("Compile", "min", ["min", "max"], None, None)),
        ("allowDiagonal", ("Compile", "true", ["true", "false"], None, None)),
        ("initialPosition", ("Compile", "static", ["static"], None, None)),
        ("Gtheme", ("Run", "dark", ["dark", "light"], None, None)),
        ("showHints", ("Run", "true", ["true", "false"], None, None)),
        ("timer", ("Run", "25", [], 1, None)),
        ("layout.grid.rows", ("Run", "6", [], 0, None)),
        ("layout.grid.columns", ("Run", "7", [], 0, None)),
        ("layout.hands.left", ("Run", "Ann", [], None, None)),
        ("layout.hands.right", ("Run", "Ben", [], None, None)),
        ("layout.scaling", ("Run", "2", [], 0, None)),
    ]
    assert [(theme.name, theme.background is not None) for theme in root.themes] == [("light", True)]
    assert [(glyph.player.name, glyph.sprite) for glyph in root.themes[0].glyphs] == [
        ("Ann", "coal.png"),
        ("Ben", "snow.png"),
    ]
    assert (root.board.height, root.board.width) == (6, 7)


def test_keys_without_a_meaning_are_kept() -> None:
    text = small(
        'compile-time { mood = calm } run-time { volume = 7 motto = "a \\"b\\" = c" fast = false }'
        ' ui { theme { name = "my theme" sprites { board = "wood.png" black = "b.png" } } }'
    )
    document = read_text(text, "m.othello")
    assert told(document) == ["warning unused 1:29"]
    values = {p.name: p.value for p in document.root.parameters}
    assert values == {"mood": "calm", "volume": "7", "motto": 'a "b" = c', "fast": "false", "sprite.board": "wood.png"}
    assert [theme.name for theme in document.root.themes] == ["my theme"]


def test_elements_have_their_places_in_the_file() -> None:
    document = read_text(DISCS, "m.othello")
    root, board = document.root, document.root.board

    def place(obj: object, feature: str | None = None) -> str:
        found = document.place(obj, feature)
        assert found.file == "m.othello"
        return DISCS.splitlines()[found.line - 1][found.column - 1 :]

    assert place(root) == "game Discs {" and place(root, "name") == "Discs {"
    assert [place(player) for player in root.players] == ["Ann white Ben }", "Ben }"]
    assert place(board) == place(board.tileplacement[0]) == "board 6 x 7"
    cells = {(cell.row, cell.column): cell for cell in board.tileplacement}
    assert place(cells[3, 2]) == "cell position(4,3) = black"
    assert place(root.parameters[1]) == "scoreGoal = min" and place(root.parameters[1], "value") == "min"
    assert place(root.subPipelines[0].filter).startswith("valid if")
    assert place(board.legalMovesPipeline.filters[0]).startswith("valid if")
    assert place(board.effectPipeline.filters[1]).startswith("effect flip")
    assert place(board.over) == "end when captures_in_any_direction(r,c)"
    ends = [obj for obj in walk(board.over) if obj.eClass.name == "EndFilter"]
    assert [place(end) for end in ends] == ["scoring count_pieces_per_player"] * 2
    assert place(root.themes[0]) == '"light"' and place(root.themes[0].glyphs[1]) == 'white = "snow.png" }'
    with pytest.raises(IllegalMove, match=r"at m\.othello:36:7\)"):
        load(document).initial_state().play("a1")


def to_the_end(state: State) -> State:
    while not state.is_over:
        state = state.play(state.legal_moves[0])
    return state


def test_the_goal_decides_who_wins() -> None:
    ends = {}
    for goal in ("max", "min"):
        end = to_the_end(load(read_text(small(f"compile-time {{ scoreGoal = {goal} }}"), "m.othello")).initial_state())
        ends[goal] = end
    most, least = ends["max"], ends["min"]
    assert str(most).replace("\n", "") == str(least).replace("\n", "")
    discs = [str(most).count("B"), str(most).count("b")]
    assert discs[0] != discs[1]
    assert str(most.winner) == ("Ann" if discs[0] > discs[1] else "Ben") != str(least.winner)
    assert most.returns == tuple(-part for part in least.returns)
    chosen = load(read_text(small("compile-time { scoreGoal = max }"), "m.othello"), settings={"scoreGoal": "min"})
    assert to_the_end(chosen.initial_state()).returns == least.returns


def test_without_keys_it_is_othello() -> None:
    document = read_text(small(), "m.othello")
    assert told(document) == [] and len(document.root.parameters) == 0
    assert [perft(load(document).initial_state(), depth) for depth in range(1, 7)] == [4, 12, 44, 128, 424, 1256]


def test_diagonals_may_be_forbidden() -> None:
    text = VARIANTS[0].text.replace("allowDiagonal = true", "allowDiagonal = false")
    state = load(read_text(text, "m.othello")).initial_state()
    assert [perft(state, depth) for depth in range(1, 7)] == [4, 8, 20, 44, 116, 296]
    chosen = load(VARIANTS[0].document, settings={"allowDiagonal": "false"}).initial_state()
    assert perft(chosen, 5) == 116


def test_the_end_is_when_nobody_captures() -> None:
    state = load(read_text(small(), "m.othello")).initial_state()
    while not state.is_over:
        assert len(state.legal_moves) > 0
        state = state.play(state.legal_moves[0])
    assert state.ply > 4 and state.scores is not None


@pytest.mark.parametrize("board", ["4 x 4", "4x 4", "4\nx\t4", "4 /* rows */ x // columns\n 4"])
def test_the_size_of_the_board_may_be_written_in_any_way(board: str) -> None:
    document = read_text(small(board=board), "m.othello")
    assert told(document) == [] and (document.root.board.width, document.root.board.height) == (4, 4)


def test_rows_come_first() -> None:
    state = load(read_text(small(board="4 x 9"), "m.othello")).initial_state()
    assert (state.game.tables.height, state.game.tables.width) == (4, 9)


def test_black_begins_in_whichever_order_the_players_stand() -> None:
    document = read_text(small(players="white Ben black Ann"), "m.othello")
    assert told(document) == [] and [player.name for player in document.root.players] == ["Ann", "Ben"]
    assert str(load(document).initial_state().player) == "Ann"


def test_players_of_one_name_are_told_apart() -> None:
    document = read_text(small(players="black Ann white ANN"), "m.othello")
    assert told(document) == ["warning same-names 1:53"]
    assert [player.name for player in document.root.players] == ["Ann", "ANN2"]


def test_the_circle_has_the_cells_of_its_rows() -> None:
    def rows(variant: Variant) -> list[int]:
        cells = [cell.row for cell in variant.document.root.board.tileplacement]
        return [cells.count(row) for row in range(variant.side)]

    assert rows(VARIANTS[4]) == [2, 6, 6, 8, 8, 6, 6, 2]
    assert rows(VARIANTS[3])[0] == rows(VARIANTS[3])[15] == 4


def test_what_means_nothing_is_told_and_left_out() -> None:
    plain = VARIANTS[4].text
    more = plain.replace("timer = 30", 'timer = 30 timer = 31 scoreGoal = "min"').replace(
        "initial {", "initial { cell position(1,1) = black"
    )
    document = read_text(more, "v.othello")
    assert [found.code for found in validate(document)] == ["without-counterpart"] * 3
    assert write(document, Syntax.GAME) == write(read_text(plain, "v.othello"), Syntax.GAME)


def test_any_word_may_be_a_name() -> None:
    words = [
        *DECLARATIONS,
        *schema().classes,
        "with",
        "because",
        "extends",
        "run",
        "true",
        "own",
        "enemy",
        "count",
        "Disc",
        "é",
    ]
    for word, other in list(zip(words, reversed(words), strict=True))[: (len(words) + 1) // 2]:
        text = DISCS.replace("Discs", word).replace("Ann", f"{word}_").replace("Ben", other)
        text = text.replace("timer = 25", f"{word} = 25").replace("scoreGoal", f"x_{word} = {word} scoreGoal")
        assert mutations.judge("othello", text.encode()) < 5
        assert not has_errors(validate(read_text(text, "m.othello"))), word


# -- into the other syntaxes


@each_variant
def test_nothing_is_lost_on_the_way(variant: Variant) -> None:
    document = variant.document
    for order in ("game xmi bgdsl", "bgdsl game xmi", "xmi bgdsl game"):
        current = document
        for extension in order.split():
            current = read_text(write(current, Syntax(extension)), f"again.{extension}")
            assert [d for d in current.diagnostics if has_errors([d])] == []
            assert difference(document.root, current.root) is None


def test_comments_go_into_the_other_syntaxes() -> None:
    text = "// 1\ngame Small { // 2\n" + small("/* 3 */")[len("game Small {") :] + "// 4\n"
    text = text.replace("position(7,7)", "position(7,7) // 5\n").replace("} }// 4", "} /* 6 */ }\n// 4")
    document = read_text(text, "m.othello")
    assert told(document) == []
    for syntax in (Syntax.GAME, Syntax.BGDSL):
        written = write(document, syntax)
        for comment in ("// 1", "// 2", "/* 3 */", "// 4", "// 5", "/* 6 */"):
            assert written.count(comment) == 1, written
        assert written.startswith("// 1\n") and written.endswith("// 4\n")


def test_it_is_converted_but_not_written(tmp_path: Path) -> None:
    file = tmp_path / "v.othello"
    file.write_text(VARIANTS[4].text, encoding="utf-8")
    for name in ("v.game", "v.xmi", "v.bgdsl"):
        done = run("convert", str(file), str(tmp_path / name))
        assert done.exit_code == 0
        assert difference(read(tmp_path / name).root, VARIANTS[4].document.root) is None
    refused = run("convert", "othello", str(tmp_path / "o.othello"))
    assert refused.exit_code == 2 and "write one of .xmi, .game, .bgdsl" in refused.output
    assert not (tmp_path / "o.othello").exists()
    with pytest.raises(NotWritten):
        save(VARIANTS[0].document, tmp_path / "o.othello")
    with pytest.raises(ValueError, match=r"write one of \.xmi, \.game, \.bgdsl$"):
        save(VARIANTS[0].document, tmp_path / "o.txt")


@pytest.mark.parametrize(
    ("text", "name", "syntax"),
    [
        ("game A { board 3x3 }", "a.othello", Syntax.OTHELLO),
        ("game A { board 3x3 }", "a.game", Syntax.GAME),
        ("game A { board 3x3 }", "a", Syntax.GAME),
        ("game A { compile-time { } board 3x3", "a", Syntax.OTHELLO),
        ("game A { compile-time { } board 3x3", "a.game", Syntax.OTHELLO),
        ("/* */ game A // b\n { // c\n run-time {", "a.text", Syntax.OTHELLO),
        ("game A {\n ui\n{", "a", Syntax.OTHELLO),
        ("<game:Game/>", "a.othello", Syntax.XMI),
        ("Game A { }", "a.othello", Syntax.OTHELLO),
        ("", "a.OTHELLO", Syntax.OTHELLO),
    ],
)
def test_how_the_syntax_is_told(text: str, name: str, syntax: Syntax) -> None:
    assert told_syntax(text.encode(), name) is syntax


@pytest.mark.parametrize(("column", "is_read"), [("4" * 23, False), ("0", True)])
def test_a_cell_that_cannot_be_read_is_told_once(column: str, is_read: bool) -> None:
    (found,) = read_text(small().replace("position(2,2)", f"position(2,{column})"), "a.othello").diagnostics
    assert found.code == "bad-value" and ("(2,0) is not on the board" in found.message) is is_read


# -- its own forms


def rendered(tmp_path: Path, variant: Variant, form: str, *arguments: str) -> str:
    file = tmp_path / "v.othello"
    file.write_text(variant.text, encoding="utf-8")
    done = run("render", str(file), "--as", f"othello-{form}", *arguments)
    assert done.exit_code == 0
    return done.stdout


def expected_ascii(variant: Variant) -> str:
    """Return the ASCII form of a variant, made from that of the second one by replacing what differs."""
    top, bottom = ASCII.index("\n     1  2"), ASCII.index("\nPlayers")
    head, foot = ASCII[:top], ASCII[bottom:]
    board = ASCII[top:bottom] if variant.side == 8 else BOARD_16
    for old, new in (
        ("8x8", f"{variant.side}x{variant.side}"), ("square", variant.shape), ("= min", f"= {variant.goal}"),
        ("dynamic", variant.position), ("= dark", f"= {variant.colours}"), ("= 45", f"= {variant.timer}"),
        ("Theme: light", f"Theme: {variant.theme}"),
    ):  # fmt: skip
        head = head.replace(old, new)
    return head + board + foot


@each_variant
def test_the_ascii_form(variant: Variant, tmp_path: Path) -> None:
    text = rendered(tmp_path, variant, "ascii")
    assert text == expected_ascii(variant)
    assert len(text.encode()) == variant.size
    target = tmp_path / "v.txt"
    rendered(tmp_path, variant, "ascii", "-o", str(target))
    assert target.read_bytes() == text.encode()
    rendered(tmp_path, variant, "ascii", "-o", str(tmp_path))
    assert (tmp_path / "ascii.txt").read_bytes() == text.encode()
    assert run("convert", str(tmp_path / "v.othello"), str(tmp_path / "v.xmi")).exit_code == 0
    assert run("render", str(tmp_path / "v.xmi"), "--as", "othello-ascii").stdout == text


def test_the_ascii_form_of_another_position_and_choice(tmp_path: Path) -> None:
    text = rendered(
        tmp_path, VARIANTS[1], "ascii", "--after", "d6", "--set", "timer=9", "--set", "initialPosition=static"
    )
    changed = ASCII.replace("initialPosition = dynamic", "initialPosition = static")
    changed = changed.replace("timer = 45", "timer = 9").replace(" 4 |  .  .  .  W", " 4 |  .  .  .  B")
    assert text == changed.replace(" 3 |  .  .  .  .", " 3 |  .  .  .  B")


def test_the_ascii_form_with_sprites(tmp_path: Path) -> None:
    (tmp_path / "v.othello").write_text(DISCS, encoding="utf-8")
    lines = run("render", str(tmp_path / "v.othello"), "--as", "othello-ascii").stdout.splitlines()
    at = lines.index("> UI Theme: light")
    assert lines[at + 1 : at + 5] == ["> Sprites:", "  - black", "  - white", ""]
    assert not [line for line in lines if "layout" in line or "scaling" in line]


PLAIN = """# Game: Small

@
     1  2  3  4
   ------------
 1 |  .  .  .  .
 2 |  .  W  B  .
 3 |  .  B  W  .
 4 |  .  .  .  .

Players: Ann (B) vs Ben (W)"""
"""The ASCII form of a small game; its blocks stand in place of the sign."""


@pytest.mark.parametrize(
    ("blocks", "shown"),
    [
        ("", ""),
        ("compile-time { } run-time { }", ""),
        ("ui { }", "\n"),
        ("ui { layout { } }", "\n"),
        ("ui { layout { scaling = 02 } }", "\n"),
        ('ui { theme { name = "plain" } }', "> UI Theme: plain\n\n"),
        ('ui { theme { name = "" sprites { blackPiece = "b.png" wood = "w.png" } } }', "> Sprites:\n  - blackPiece\n  - wood\n\n"),
        ("run-time { timer = 007 volume = 00 } ui { }", "> Run-time:\n  - timer = 7\n  - volume = 0\n\n\n"),
    ],
)  # fmt: skip
def test_the_ascii_form_of_optional_blocks(blocks: str, shown: str, tmp_path: Path) -> None:
    """As the tool of the Othello DSL prints it, from the file and from what it is translated to."""
    (tmp_path / "m.othello").write_text(small(blocks), encoding="utf-8")
    for extension in ("othello", "xmi", "game"):
        file = tmp_path / f"m.{extension}"
        if extension != "othello":
            assert run("convert", str(tmp_path / "m.othello"), str(file)).exit_code == 0
        assert run("render", str(file), "--as", "othello-ascii").stdout == PLAIN.replace("@\n", shown)


def test_equal_names_stay_equal_where_the_game_is_shown(tmp_path: Path) -> None:
    (tmp_path / "m.othello").write_text(small(players="black Ann white Ann"), encoding="utf-8")
    text = run("render", str(tmp_path / "m.othello"), "--as", "othello-ascii").stdout
    assert text.endswith("Players: Ann (B) vs Ann (W)")
    page = run("render", str(tmp_path / "m.othello"), "--as", "othello-html").stdout
    assert "Ann has the black discs and begins; Ann has the white ones." in page


def test_undo_and_hints_are_as_the_game_says(tmp_path: Path) -> None:
    def played(blocks: str, *choices: str) -> str:
        (tmp_path / "m.othello").write_text(small(blocks), encoding="utf-8")
        seats = ["--seat", "Ann=human", "--seat", "Ben=human", *choices]
        first = str(next(iter(load(tmp_path / "m.othello").initial_state().legal_moves)))
        arguments = ["play", str(tmp_path / "m.othello"), *seats]
        return CliRunner().invoke(main, arguments, input=f"{first}\nundo\nquit\n").stdout

    forbidden = "run-time { allowUndo = false showHints = false }"
    free, strict = played(""), played(forbidden)
    assert free.count("Ann to move: ") == 2 and "Ben to move: " in free
    assert "This game lets nobody take a move back." in strict and "undo" not in strict
    assert strict.count("Ann to move.") == 1 and "Ben to move." in strict
    assert played(forbidden, "--set", "allowUndo=true", "--set", "showHints=true") == free


@each_variant
def test_the_html_form(variant: Variant, tmp_path: Path) -> None:
    text = rendered(tmp_path, variant, "html")
    for part in ("<h1>", "<table>", '<div class="rules">', f'class="{variant.theme}"'):
        assert text.count(part) == 1
    page = html.document_fromstring(text)
    assert page.findtext(".//h1") == f"Othello{variant.side}x{variant.side}"
    kinds = [cell.get("class") for cell in page.iter("td")]
    assert len(kinds) == variant.side**2
    assert [kinds.count(kind) for kind in ("black", "white")] == [2, 2]
    assert kinds.count("wall") == variant.side**2 - variant.cells
    assert ("fewer discs" in text) is (variant.goal == "min")
    assert not list(page.iter("script", "img", "link"))


@pytest.mark.parametrize(
    ("key", "theme", "shown"),
    [("dark", "light", "light"), ("dark", "retro", "dark"), ("retro", "", "light"), ("dark", None, "dark")],
)
def test_the_colours_of_the_page(key: str, theme: str | None, shown: str, tmp_path: Path) -> None:
    ui = "" if theme is None else f'ui {{ theme {{ name = "{theme}" }} }}'
    (tmp_path / "v.othello").write_text(small(f'run-time {{ Gtheme = "{key}" }} {ui}'), encoding="utf-8")
    text = run("render", str(tmp_path / "v.othello"), "--as", "othello-html").stdout
    assert f'<body class="{shown}">' in text


def test_nothing_of_a_file_is_markup(tmp_path: Path) -> None:
    hostile = "</style><script>alert(1)</script>"
    (tmp_path / "v.othello").write_text(small(f'run-time {{ motto = "{hostile}" timer = 3 }}'), encoding="utf-8")
    text = run("render", str(tmp_path / "v.othello"), "--as", "othello-html").stdout
    assert hostile not in text and not list(html.document_fromstring(text).iter("script"))


def test_a_game_with_the_rules_of_the_dsl_has_its_form() -> None:
    assert run("render", "othello", "--as", "othello-ascii").stdout.endswith("\n\nPlayers: Black (B) vs White (W)")


@pytest.mark.parametrize("form", ["ascii", "html"])
def test_other_games_have_no_such_form(form: str) -> None:
    for game in ("chess", "rolit", "breakthrough"):
        done = run("render", game, "--as", f"othello-{form}")
        assert (done.exit_code, done.stdout) == (2, "")
        assert "none of the parameters of the Othello DSL: boardType, scoreGoal" in done.stderr


def test_the_picture_has_the_colours_of_the_theme() -> None:
    for variant in VARIANTS:
        document = variant.document
        view = view_of(load(document).initial_state())
        assert view.background == document.root.themes[0].background


# -- what is wrong


def test_every_problem_is_reported() -> None:
    text = DISCS.replace("timer = 25", "timer = 0").replace("scoreGoal = min", "scoreGoal = most")
    text = (
        text.replace("black Ann", "grey Ann").replace("position(4,3)", "position(9,9)").replace("count_pieces", "count")
    )
    lines = [line.split()[1:] for line in told(read_text(text, "m.othello"))]
    assert [code for code, _ in lines] == ["bad-value", "bad-value", "unknown-keyword", "bad-value", "unknown-keyword"]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("", ["unexpected-token 1:1"]),
        ("game", ["unexpected-token 1:5"]),
        ("game X", ["unexpected-token 1:7"]),
        ("// nothing\n", ["unexpected-token 2:1"]),
        ("game X {", ["missing-declaration 1:9"] * 5 + ["unexpected-token 1:9"]),
        ("game X { }", ["missing-declaration 1:10"] * 5),
        (b"game X { \xff }", ["bad-encoding 1:10"]),
    ],
)
def test_texts_that_are_hardly_a_game(text: str | bytes, places: list[str]) -> None:
    document = read_text(text, "m.othello", Syntax.OTHELLO)
    assert document.root is None
    assert sorted(line.removeprefix("error ") for line in told(document)) == places


def test_a_message_says_what_exists() -> None:
    for word in ("hex", "hexagonal"):
        (finding,) = read_text(DISCS.replace('"square"', f'"{word}"'), "m.othello").diagnostics
        assert f"no boardType '{word}'" in finding.message and "square or circle or hexagon" in finding.message
    (finding,) = read_text(DISCS.replace("  position (1,1)\n", "") + " ", "m.othello").diagnostics
    assert "position (1,1)" in finding.message
    board = "  board 6 x 7\n"
    text = DISCS.replace(board, "").replace("  run-time", f"{board}  run-time")
    findings = read_text(text, "m.othello").diagnostics
    assert "'run-time' must stand before 'board'; the order is compile-time, run-time, ui, board" in findings[0].message


def test_hostile_texts_are_read_in_bounds() -> None:
    many = 20_000
    for text in (
        "game X " + "{" * many,
        "game X {" + "}" * many,
        "game X {" + "\nkey" * many,
        "game X { players {" + "\nblack" * many,
        "game X { ui { theme { sprites {" * many,
        DISCS.replace("6 x 7", "9" * many + "x" + "9" * many),
        DISCS.replace("25", "9" * many),
    ):
        document = read_text(text, "m.othello", Syntax.OTHELLO)
        assert document.root is None and has_errors(document.diagnostics)
    keys = " ".join(f"k{number} = 1" for number in range(MOST_KEYS + 2))
    codes = [d.code for d in read_text(small(f"run-time {{ {keys} }}"), "m.othello").diagnostics]
    assert codes == ["too-large"]


def test_no_damaged_text_makes_the_reader_fail() -> None:
    rng = random.Random(int(os.environ.get("TILEWRIGHT_SEED") or 20261121))
    texts = [DISCS.encode(), VARIANTS[4].text.encode(), small().encode()]
    wrong = sum(mutations.judge("othello", mutations.mutate(rng, rng.choice(texts))) > 0 for _ in range(600))
    assert wrong > 300


# -- files that are not part of the project


@pytest.mark.prove
def test_the_files_of_a_folder_have_the_forms_beside_them(tmp_path: Path) -> None:
    """``make prove SEEDS=DIR``: NAME.othello with its ASCII form NAME.txt beside it."""
    folder = os.environ.get("TILEWRIGHT_SEEDS", "")
    if not folder:
        pytest.skip("say make prove SEEDS=DIR to read the files of a folder")
    files = sorted(Path(folder).rglob("*.othello"))
    need(bool(files), f".othello files in {folder}")
    for file in files:
        document = read(file)
        assert not has_errors(validate(document)), file
        assert run("render", str(file), "--as", "othello-ascii").stdout == file.with_suffix(".txt").read_text(
            encoding="utf-8"
        )
        print(f"{file.name}: {[perft(load(document).initial_state(), depth) for depth in range(1, 7)]}")
