"""Programs are compiled once: what is kept is the program, and of another model or compiler it is another one."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tilewright.generator.compiler import compile_game, driver
from tilewright.generator.compiler.emit.turn.candidates import Candidates
from tilewright.generator.compiler.kernel.nodes import MAX_LOCAL_ARRAY
from tilewright.generator.compiler.rules import ir
from tilewright.model.document import Document
from tilewright.model.files import read, read_text
from tilewright.model.gallery import locate
from tilewright.runtime.kernels import cache
from tilewright.runtime.kernels.programs import program_of


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


def game(labels: str = "a") -> Document:
    return read_text(f'game G {{ players X\n board 1x1\n move A = option "{labels}"\n}}', "g.game")


def test_a_kept_program_is_that_of_the_compiler(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = read(locate("oware"))
    made = program_of(document)
    assert made.source == compile_game(document.root, document.places).source and list(folder.iterdir())
    monkeypatch.setattr(driver, "compile_game", None)
    kept = program_of(document)
    assert (kept.source, kept.labels, kept.name, kept.players) == (made.source, made.labels, made.name, made.players)
    start = document.root.board
    assert start is not None and kept.layout.size == made.layout.size and kept.layout.remembers == made.layout.remembers


def test_another_model_has_another_program(folder: Path) -> None:
    assert program_of(game("a")).labels != program_of(game("b")).labels
    assert len(list(folder.iterdir())) == 2


def test_another_compiler_makes_it_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program_of(game())
    monkeypatch.setattr(cache, "digest_of", lambda *_: b"another")
    program_of(game())
    assert len(list(folder.iterdir())) == 2


def test_damage_is_noticed(folder: Path) -> None:
    source = program_of(game()).source
    (file,) = folder.iterdir()
    file.write_bytes(file.read_bytes()[:-10] + b"x" * 10)
    assert program_of(game()).source == source


def test_without_a_folder_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_CACHE", "")
    monkeypatch.chdir(tmp_path)
    assert program_of(game()).source and not list(tmp_path.iterdir())


@pytest.mark.parametrize("laying", [False, True])
@pytest.mark.parametrize("sets", [0, 5, 30, 62, 126, 500])
@pytest.mark.parametrize("words", [1, 2])
def test_entries_and_their_number_fit_into_an_array(words: int, sets: int, laying: bool) -> None:
    ops = [ir.Shape(0, ())] if laying else []
    group = SimpleNamespace(rules=[SimpleNamespace(chain=SimpleNamespace(ops=ops))])
    constants = SimpleNamespace(board=SimpleNamespace(words=words, places=(), board=0), initial_state=())
    turn: Any = SimpleNamespace(constants=constants, rules=[SimpleNamespace(groups=[group])])
    entries = Candidates(turn, 0, exact=False, sets=sets)
    assert 0 < entries.room < MAX_LOCAL_ARRAY


def test_a_player_without_rules_has_room_too() -> None:
    constants = SimpleNamespace(board=SimpleNamespace(words=1, places=(), board=0), initial_state=())
    turn: Any = SimpleNamespace(constants=constants, rules=[SimpleNamespace(groups=[])])
    assert 0 < Candidates(turn, 0, exact=False).room < MAX_LOCAL_ARRAY
