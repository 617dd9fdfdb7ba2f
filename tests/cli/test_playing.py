"""People at a terminal: what stands on the screen, what may be typed, and that no game is lost."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.terminals import terminal
from tilewright.runtime import Game, load
from tilewright.runtime.cli import main
from tilewright.runtime.cli.keeping import kept
from tilewright.runtime.matches.transcripts import read_transcript


def typed(folder: Path, model: str, lines: list[str], *options: str, people: bool = True) -> str:
    """Return what is printed for lines that are typed without a terminal."""
    seats = [f"--seat={player.name}=human" for player in load(model).players] if people else []
    environment = {"XDG_DATA_HOME": str(folder)}
    result = CliRunner().invoke(main, ["play", model, *seats, *options], input="\n".join(lines) + "\n", env=environment)
    assert result.exit_code == 0 and (result.exception is None or isinstance(result.exception, SystemExit))
    return result.output


OTHELLO = """\
Othello: Black is human, White is human

8
7
6        ·  B  ·
5           B  B
4        ·  B  W
3
2
1
   a  b  c  d  e  f  g  h

Black plays d6
White to move: c6 e6 c4
White>"""


def test_the_board_of_a_game_of_discs_stands_in_its_place(tmp_path: Path) -> None:
    with terminal(["play", "othello", "--seat", "White=human"], tmp_path, 30, 80) as screen:
        screen.wait_for("Black to move: d6 c5 f4 e3", "Black>")
        screen.enter("D6")
        assert screen.wait_for("Black plays d6", "White>") == OTHELLO
        screen.resize(24, 60)
        screen.enter("z1")
        screen.wait_for("z1: the board has no cell z1", "White>")
        screen.enter("undo")
        assert screen.wait_for("Black to move", "Black>").splitlines()[4] == "6           ·"
        screen.type("f\t")  # no other move, and no command, begins so
        screen.wait_for("Black> f4")
        screen.enter("")
        screen.wait_for("Black plays f4", "White>")


CHESS = """\
Chess: White is human, Black is human

8  r  n· b  q  k  b  n· r
7  p· p· p· p· p· p· p· p·
6
5
4              P
3
2  P  P  P  P     P  P  P
1  R  N  B  Q  K  B  N  R
   a  b  c  d  e  f  g  h

White plays e2-e4
Black to move: b8-a6 b8-c6 g8-f6 g8-h6 a7-a6 b7-b6 c7-c6 d7-d6 e7-e6
f7-f6 g7-g6 h7-h6 a7-a5 b7-b5 c7-c5 d7-d5 e7-e5 f7-f5 g7-g5 h7-h5
Black>"""

HEX = """\
Hex: Red is human, Blue is human

11  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·
10    ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·
 9      ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·
 8        ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·
 7          ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·
 6            ·   ·   ·   ·   ·   R   ·   ·   ·   ·   ·
 5              ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·
 4                ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·
 3                  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·
 2                    ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·
 1                      ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·
                          a   b   c   d   e   f   g   h   i   j   k

Red plays f6
Blue to move: 120 moves; the command moves lists them
Blue>"""


def test_a_large_board_is_seen_as_a_whole_on_a_small_screen(tmp_path: Path) -> None:
    with terminal(["play", "go-19x19", "--seat", "White=human"], tmp_path, 24, 80) as screen:
        screen.wait_for("Black to move: 362 moves; the command moves lists them", "Black>")
        screen.enter("q16")
        shown = screen.wait_for("White to move: 361 moves", "White>").splitlines()
        assert shown[0].startswith("Go 19x19: Black is human") and shown[1].split()[:2] == ["19", "·"]
        assert len(shown) == 24 and "B" in shown[4].split()


SCREENS = {"chess": ("White Black", "e2e4", CHESS), "hex": ("Red Blue", "f6", HEX)}


@pytest.mark.parametrize("name", SCREENS)
def test_what_stands_on_the_screen(name: str, tmp_path: Path) -> None:
    """Hexagons are not sheared; and no line is broken within a move."""
    players, move, shown = SCREENS[name]
    seats = [f"--seat={player}=human" for player in players.split()]
    with terminal(["play", name, *seats], tmp_path, 40, 70) as screen:
        first, second = (f"{player}>" for player in players.split())
        screen.wait_for(first)
        screen.enter(move)
        assert screen.wait_for(f" plays {move[:2]}", second) == shown


def test_pieces_are_named_as_players_name_them(tmp_path: Path) -> None:
    said = typed(tmp_path, "chess", ["e2e4", "E7-E5", "Nf3", "knight c6", "f3", "? Bb5"])
    board = "8 r . b q k b n r\n7 p p p p . p p p\n6 . . n . . . . .\n5 . . . . p . . .\n4 . . . . P . . .\n3 . . . . . N . .\n"
    for line in (board, "f3: this could be any of: f3-e5 f3-g5 ", "f1-b5 is legal, by the rule Officer."):
        assert line in said, said


def test_a_whole_game_against_a_search(tmp_path: Path) -> None:
    """The first legal move each time: five of them fill the board, if the game lasts so long."""
    with terminal(["play", "tic-tac-toe", "--seat", "O=mcts:20", "--seed", "4"], tmp_path) as screen:
        screen.wait_for("X>")
        screen.type("1\r" * 5)
        assert screen.wait_for_end() == 0
        assert " won." in screen.lines[-1] or "drawn." in screen.lines[-1]
    assert not list(tmp_path.rglob("*.txt"))


@pytest.mark.parametrize("moment", ["while one is asked", "while a program searches"])
def test_ctrl_c_keeps_the_game(moment: str, tmp_path: Path) -> None:
    """The search is of a game that is too large to be proved, with which it would end."""
    is_asked = moment == "while one is asked"
    opponent, last = ("Yellow=human", "Yellow>") if is_asked else ("Yellow=mcts:60s", "Yellow is thinking …")
    with terminal(["play", "connect-four", "--seat", opponent], tmp_path) as screen:
        screen.wait_for("Red>")
        screen.enter("d1")
        screen.wait_for(last)
        screen.type("\x03")
        assert screen.wait_for_end() == 0
    (left,) = tmp_path.rglob("*.txt")
    assert read_transcript(left.read_text("utf-8")).moves == ("d1",)
    with terminal(["play", "connect-four", "--resume"], tmp_path) as screen:
        screen.wait_for("Connect Four: Red is human, " + opponent.replace("=", " is "), last)


def test_what_can_be_said_beside_moves(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    said = typed(
        tmp_path, "tic-tac-toe",
        ["help", "hint", "b2", "score", "b2", "why", "? a1", f"save {file}", "undo", "redo", "redo", "load nothing",
         f"load {file}", "draw", "no", "draw", "yes"],
    )  # fmt: skip
    for text in (
        "  undo ", "Try ", "X has 1 on the board, O has 0 on the board", "b2: b2 must be empty, but X's Stone is there\n",
        "a1 is legal, by the rule ", f"The game is in {file}", "There is nothing to play again.",
        "nothing: No such file or directory", f"1 move from {file}", "X: a draw? yes or no", "There is no draw.",
        "The players have agreed to a draw.",
    ):  # fmt: skip
        assert text in said, (text, said)
    assert "tic-tac-toe.game" in said.split("is there\n", 1)[1]  # the place in the rules is told when it is asked for


CROWNS = """game Crowns {
  players Ann, Ben
  board 3x1
  pieces Man:M Queen:Q
  counter men per 0..9 = 3
  move Put = empty -> select -> men -= 1 -> choose { option "Q" -> set own Queen | option "q" -> set own Man }
  stuck = lose
}
"""


def test_an_answer_is_no_command(tmp_path: Path) -> None:
    """After a question a letter is the answer; otherwise ``q`` leaves, and ``Q`` is no move."""
    model = tmp_path / "crowns.game"
    model.write_text(CROWNS)
    said = typed(tmp_path, str(model), ["Q", "b1", "Q", "a1", "q", "q"])
    for text in ("Q: a cell must", "b1: this could be any of: b1=Q b1=q\n", "1 . Q .\n", "1 m Q .\n", "Goodbye."):
        assert text in said, (text, said)
        said = said.split(text, 1)[1]
    assert said == "\n"


def test_an_answer_that_fits_several_moves_is_asked_again(tmp_path: Path) -> None:
    model = tmp_path / "crowns.game"
    lines = 'option "x" | option "y" } -> choose { option "Q" -> set own Queen | option "q"'
    model.write_text(CROWNS.replace('option "Q" -> set own Queen | option "q"', lines))
    said = typed(tmp_path, str(model), ["b1", "q", "b1=x", "q", "quit"])
    assert "q: this could be any of: b1=x=q b1=y=q\n" in said and "1 . M .\n" in said


def test_help_lists_all_that_may_be_typed(tmp_path: Path) -> None:
    said = typed(tmp_path, "tic-tac-toe", ["help"])
    for line in ("this list; also h", "numbers; also m", "leave; also q, exit", "take your last move back; also u"):
        assert line in said


def test_why_is_answered_where_no_rule_has_refused_anything(tmp_path: Path) -> None:
    said = typed(tmp_path, "tic-tac-toe", ["why", "foo", "why"])
    assert "No move has been refused. '? MOVE' says what a move does, or why it is not legal.\n" in said
    assert said.count("foo: 'foo' is neither a cell nor an option; a cell is called like a3; ") == 2
    assert "; so no rule has been asked\n" in said and "this list" not in said


def test_all_who_have_resigned_are_named(tmp_path: Path) -> None:
    said = typed(tmp_path, "nim-three-players", ["resign", "resign"])
    first, second, third = (player.name for player in load("nim-three-players").players)
    assert f"{first} and {second} have resigned: {third} has won." in said


def test_numbers_are_told_alike_whether_or_not_something_is_hidden(tmp_path: Path) -> None:
    said = typed(tmp_path, "kuhn-poker", ["quit"], "--seed", "1")
    assert "A sees; A to move\nphase betting\n\ncards 2\nA: card " in said and "counter" not in said
    assert "\nB: put 1\n" in said


def test_to_resign_and_to_run_out_of_time(tmp_path: Path) -> None:
    assert "X has resigned: O has won." in typed(tmp_path, "tic-tac-toe", ["b2", "a1", "resign"])
    with terminal(["play", "tic-tac-toe", "--seat", "O=human", "--move-time", "0.3"], tmp_path) as screen:
        for line in ("b2", "a1"):
            screen.wait_for(">")
            screen.enter(line)
        assert screen.wait_for_end() == 0
        assert "has no time left." in screen.said.decode()


def test_a_saved_game_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    typed(tmp_path, "pig", ["roll", f"save {file}"], "--seed", "3")
    said = typed(tmp_path, "pig", ["stop"], "--load", str(file), people=False)
    assert "Pig: A is human, B is human" in said and "A: score" in said
    file.write_text(file.read_text("utf-8").replace("roll", "fly"), "utf-8")
    result = CliRunner().invoke(main, ["play", "pig", "--load", str(file)])
    assert result.exit_code == 1 and "ply 1: fly: 'fly' is neither a cell nor an option" in result.output


def touching(file: Path) -> str:
    """Return the seat of a program that makes a file, and plays nothing."""
    return f"cmd:touch {file}"


def test_a_saved_game_starts_no_program(tmp_path: Path) -> None:
    """It may come from others: only who repeats the seat has its program run."""
    file, made = tmp_path / "game.txt", tmp_path / "made"
    who = touching(made)
    file.write_text(f'[Seat1 "X={who}"]\n[Seat2 "O=random"]\n\n1. b2 2. a1\n')
    said = typed(tmp_path, "tic-tac-toe", ["c3", "quit"], "--load", str(file), people=False)
    assert "Tic Tac Toe: X is human, O is random" in said
    assert f"X is human: {who} stands in the file, and plays only with --seat 'X={who}'\n" in said
    assert not made.exists()
    typed(tmp_path, "tic-tac-toe", [], "--load", str(file), "--seat", f"X={who}", people=False)
    assert made.exists()


@pytest.mark.parametrize("who", ["llm:http://localhost:9/chat", "cmd:touch other", "arena:0"])
def test_a_saved_game_takes_only_the_programs_that_it_has(who: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text('[Seat1 "X=cmd:touch pwned"]\n')
    result = CliRunner().invoke(main, ["play", "tic-tac-toe", "--load", str(file), "--seat", f"X={who}"])
    told = "a saved game goes on as it was begun: in this one X is cmd:touch pwned"
    assert result.exit_code == 2 and told in result.output


@pytest.mark.skipif(sys.platform == "win32", reason="files have no owners as here")
@pytest.mark.parametrize(("mode", "runs"), [(0o755, True), (0o775, False), (0o777, False)])
def test_a_game_that_was_left_starts_its_programs_where_nobody_else_writes(
    mode: int, runs: bool, tmp_path: Path
) -> None:
    left, made = kept_in(tmp_path, load("tic-tac-toe")), tmp_path / "made"
    left.parent.mkdir(parents=True)
    left.write_text(f'[Seat1 "X={touching(made)}"]\n[Seat2 "O=random"]\n')
    left.chmod(0o644)
    left.parent.chmod(mode)
    typed(tmp_path, "tic-tac-toe", ["quit"], "--resume", people=False)
    assert made.exists() == runs
    left.parent.chmod(0o755)
    made.unlink(missing_ok=True)
    left.chmod(0o666)
    typed(tmp_path, "tic-tac-toe", ["quit"], "--resume", people=False)
    assert not made.exists()


def kept_in(folder: Path, game: Game) -> Path:
    """Return the file of the unfinished game of a model, where the user's data is in a folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(folder))
        return kept(game)


def test_a_game_that_is_left_is_private(tmp_path: Path) -> None:
    """What is hidden stands in it, and --resume starts its programs."""
    umask = os.umask(0)
    try:
        with terminal(["play", "connect-four", "--seat", "Yellow=human"], tmp_path) as screen:
            for move, player in (("d1", "Yellow>"), ("d2", "Red>")):
                screen.enter(move)
                screen.wait_for(player)
            screen.enter("quit")
            assert screen.wait_for_end() == 0
    finally:
        os.umask(umask)
    (left,) = tmp_path.rglob("*.txt")
    assert (left.stat().st_mode & 0o777, left.parent.stat().st_mode & 0o777) == (0o600, 0o700)


ENDLESS = [
    (("play", "pig", "--load", "/dev/zero"), 1, "larger than the 16 MiB that are read"),
    (("transcribe", "pig", "/dev/zero", "-"), 1, "larger than the 16 MiB that are read"),
    (("play", "project-l", "--seat", "Ann=aiplayers:/dev/zero"), 2, "larger than 65536 bytes"),
]


@pytest.mark.parametrize(("command", "status", "told"), ENDLESS)
def test_files_without_end_are_refused(command: tuple[str, ...], status: int, told: str) -> None:
    result = CliRunner().invoke(main, command)
    assert result.exit_code == status and told in result.output and "Traceback" not in result.output


def test_lines_of_other_systems_are_read(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    typed(tmp_path, "pig", ["roll", f"save {file}"], "--seed", "3")
    said = typed(tmp_path, "pig", ["quit"], "--load", str(file), people=False)
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    assert typed(tmp_path, "pig", ["quit"], "--load", str(file), people=False) == said


def test_what_the_model_forbids(tmp_path: Path) -> None:
    model = tmp_path / "strict.game"
    model.write_text(
        'game Strict extends "tic-tac-toe" {\n  parameter allowUndo run = false\n  parameter showHints run = false\n}\n'
    )
    said = typed(tmp_path, str(model), ["b2", "undo", "hint"])
    assert "This game lets nobody take a move back." in said and "This game gives no hints." in said
    assert "legal" not in said and "O to move.\n" in said


def test_no_model_is_replaced_by_a_saved_game(tmp_path: Path) -> None:
    model = tmp_path / "crowns.game"
    model.write_text(CROWNS)
    said = typed(tmp_path, str(model), ["b1=Q", f"save {model}", f"save {tmp_path / 'other.xmi'}"])
    assert said.count("is the file of a model, which would be lost; name another one.") == 2
    assert model.read_text() == CROWNS and not (tmp_path / "other.xmi").exists()


def test_a_saved_game_is_told_how_it_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "a game.txt"
    model = tmp_path / "sized.game"
    model.write_text(CROWNS.replace("  board 3x1", "  parameter n 3..5 = 3\n  board n x 1"))
    said = typed(tmp_path, str(model), ["b1=Q", f"save {file}"], "--set", "n=4")
    assert f"tilewright play {model} --set n=4 --load '{file}' goes on with it." in said


def test_a_saved_game_is_told_how_its_programs_go_on(tmp_path: Path) -> None:
    file, who = tmp_path / "game.txt", touching(tmp_path / "made")
    said = typed(tmp_path, "tic-tac-toe", [f"save {file}"], "--seat=X=human", f"--seat=O={who}", people=False)
    assert f"--load {file} --seat 'O={who}' goes on with it." in said
