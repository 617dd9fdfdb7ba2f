"""Pages and modules as texts and bytes: what they hold, and what they never hold."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import sys
from pathlib import Path
from random import Random
from typing import Any
from xml.sax.saxutils import quoteattr

import pytest
from lxml import html

from tests.support.commands import run
from tests.support.gallery import EXAMPLES, Example
from tilewright.model.document import Syntax
from tilewright.model.files import read_text
from tilewright.runtime import load
from tilewright.runtime.browser.module import SECTION, described_module
from tilewright.runtime.browser.packing import packed, unpacked
from tilewright.runtime.browser.page import Unplayable, asset, bundled, html_page, tight
from tilewright.runtime.record_state import RecordState

HOSTILE = "</script><b>&amp;\u2028"
"""What a name may be in XMI."""


LARGE = ("project-l", "tak")
"""Games whose rules are so long that their pages are larger than others."""

FEW = ("chess", "dark-hex", "hex")
"""The games whose pages are made in every run."""


def parts_of(page: str) -> tuple[Any, bytes]:
    """Return what a page has packed: its parts, and the module of its game."""
    return unpacked(html.document_fromstring(page).get_element_by_id("packed").text)


@pytest.mark.parametrize(
    "example",
    [pytest.param(each, id=str(each), marks=() if each.name in FEW else pytest.mark.prove) for each in EXAMPLES],
)
def test_a_page_is_small_and_asks_for_nothing(example: Example) -> None:
    game = load(example.name, "interpreter")
    if game.is_hidden:
        with pytest.raises(Unplayable, match=f"^{game.name} hides something"):
            html_page(game)
        return
    page = html_page(game)
    assert len(page.encode()) < (90_000 if example.name in LARGE else 50_000)
    data, code = parts_of(page)
    text = page + json.dumps(data)
    assert set(re.findall(r"(?:http|https|ws|wss|ftp|file|data)://[^\"'\s\\]*", text)) == {"http://www.w3.org/2000/svg"}
    assert code[:4] == b"\0asm"
    assert len(data["scene"]["cells"]) == len(data["game"]["cells"]) == len(game.names.cells)


def test_the_same_model_has_the_same_page() -> None:
    assert html_page(load("pig", "interpreter")) == html_page(load("pig", "interpreter"))


@pytest.mark.parametrize(
    ("module", "other", "name"), [("laying", "unlaid", "laying"), ("prompting", "unprompted", "prompt")]
)
def test_a_page_has_only_the_scripts_that_its_game_needs(module: str, other: str, name: str) -> None:
    """What stands for a module answers whatever the page asks of it."""
    used = set(re.findall(rf"this\.{name}\.(\w+)", asset("play.js")))
    for file in (module, other):
        known = set(re.findall(r"^  (?:get )?(\w+)(?:\(.*\) \{| = )", asset(f"{file}.js"), re.MULTILINE))
        assert used and used <= known
    whole, less = bundled("file.js"), bundled("file.js", {f"{module}.js": f"{other}.js"})
    assert len(whole) - len(less) > 1500 and whole.count("class Laying") == less.count("class Laying") == 1
    script = parts_of(html_page(load("tic-tac-toe", "interpreter")))[0]["script"]
    instead = {"laying.js": "unlaid.js", "heaps.js": "unheaped.js", "prompting.js": "unprompted.js"}
    instead |= {"dice.js": "undiced.js", "ways.js": "unwayed.js"}
    assert script == tight(bundled("file.js", instead))


def test_texts_in_scripts_keep_their_spaces() -> None:
    texts = re.compile(r"""//.*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|(?<=[(=,] )/\S.*?/""")
    for script in (bundled("file.js"), bundled("unpack.js")):
        less = tight(script)
        assert 0.7 * len(script) < len(less) < 0.95 * len(script)
        assert texts.findall(less) == texts.findall(script) != []


def test_of_a_style_sheet_only_comments_and_blanks_are_left_out() -> None:
    style, kept = asset("page.css"), parts_of(html_page(load("tic-tac-toe", "interpreter")))[0]["style"]
    rules = [line.strip() for line in re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL).splitlines()]
    assert kept.splitlines() == [rule for rule in rules if rule] and "* { box-sizing" in kept


def test_the_policy_lets_nothing_else_run() -> None:
    page = html_page(load("tic-tac-toe", "interpreter"))
    policy = html.document_fromstring(page).xpath("//meta[@http-equiv]/@content")[0]
    allowed = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert allowed["default-src"] == "'none'" and "unsafe-inline" not in policy and "'unsafe-eval'" not in policy
    parts, _ = parts_of(page)
    scripts = [*html.document_fromstring(page).xpath("//script[@type='module']/text()"), parts["script"]]
    hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts]
    assert allowed["script-src"] == " ".join(f"'sha256-{each}'" for each in hashes) + " 'wasm-unsafe-eval'"
    assert " style=" not in parts["markup"] and " onclick" not in parts["markup"]


def test_nothing_of_a_model_becomes_markup() -> None:
    (example,) = (example for example in EXAMPLES if example.name == "tic-tac-toe")
    text = example.file("xmi").read_text(encoding="utf-8")
    for name in ("TicTacToe", "X"):
        text = text.replace(f'name="{name}"', f"name={quoteattr(HOSTILE + name)}")
    page = html_page(load(read_text(text, "hostile.xmi", Syntax.XMI), "interpreter"))
    parts, _ = parts_of(page)
    assert page.count("<script") == page.count("</script>") == 2 and "<b>" not in page
    assert "<script" not in parts["markup"] and "<b>" not in parts["markup"]
    told = parts["game"]
    assert (told["game"], told["players"][0]["name"]) == (f"{HOSTILE}TicTacToe", f"{HOSTILE}X")


@pytest.mark.parametrize("size", [0, 1, 2, 12, 13, 14, 25, 26, 27, 5000])
def test_what_is_packed_comes_out_again(size: int) -> None:
    """It is letters that begin no markup, however many bits the last ones have."""
    random = Random(size)
    for code in (random.randbytes(size), bytes(size), b"\xff" * size):
        parts = {"style": "a{}", "markup": "<p>é</p>", "script": "0 < 1", "game": {"name": HOSTILE}}
        letters = packed(parts, code)
        assert unpacked(letters) == (parts, code)
        assert letters.isascii() and letters.isprintable() and not set(letters) & set(" <")


@pytest.mark.parametrize("name", ["chess", "kalah", "halma"])
def test_the_description_of_a_module_says_what_records_mean(name: str) -> None:
    """A record is read by it alone, and comes to the position of the engines."""
    code = described_module(load(name, "interpreter"))
    assert code == described_module(load(name, "interpreter"))
    facts = json.loads(code[code.index(SECTION.encode()) + len(SECTION) :].decode())
    state = load(name, "python").initial_state()
    for number in range(8):
        if not state.count_moves():
            break
        assert isinstance(state, RecordState)
        words = list(memoryview(state._record).cast("Q"))
        sets = [
            sum(words[place * facts["words"] + word] << 64 * word for word in range(facts["words"]))
            for place in range((facts["size"] - 2) // facts["words"])
        ]
        for index, cell in enumerate(facts["cells"]):
            mine = [each for each in enumerate(facts["states"]) if each[1]["tile"] == cell["tile"]]
            inside = [board for board in range(facts["boards"]) if sets[board] >> cell["bit"] & 1]
            (found,) = (at for at, each in mine if each["boards"] == inside)
            assert state.position.boards[found] >> index & 1
        assert words[facts["turn"]] == state.position.player and words[facts["end"]] == 0
        state = state.play_number(7 * number % state.count_moves())


def test_what_cannot_be_made_is_told(tmp_path: Path) -> None:
    """Nothing is written then."""
    for name, made in (("hidden.html", "html"), ("many.html", "html")):
        model = "dark-hex"
        if name == "many.html":
            model = str(tmp_path / "many.game")
            Path(model).write_text("game Many {\n  players X, O\n  board 2x2\n  pieces Man:x\n  move Put = emtpy\n}\n")
        result = run("generate", made, model, "-o", str(tmp_path / name))
        assert result.exit_code == 1 and result.stderr and not (tmp_path / name).exists()
    result = run("generate", "html", "othello", "--theme", "none", "-o", str(tmp_path / "x.html"))
    assert result.exit_code == 2 and "there is no theme" in result.stderr


def test_a_python_that_was_built_without_lzma_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("page", "packing"):
        monkeypatch.delitem(sys.modules, f"tilewright.runtime.browser.{name}")
    monkeypatch.setitem(sys.modules, "lzma", None)
    result = run("generate", "html", "tic-tac-toe", "-o", str(tmp_path / "x.html"))
    assert result.exit_code == 1 and "without which this Python was built" in result.stderr
    assert not (tmp_path / "x.html").exists()


def test_without_a_name_the_page_is_called_like_its_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stands beside the file of the model, and here for a packaged one."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "small.game").write_text('game Small extends "tic-tac-toe" { }\n')
    monkeypatch.chdir(tmp_path)
    for model, file in (("mine/small.game", "mine/small.html"), ("tic-tac-toe", "tic-tac-toe.html")):
        result = run("generate", "html", model)
        assert (result.exit_code, result.stdout.strip()) == (0, file)
        assert (tmp_path / file).read_text("utf-8").startswith("<!DOCTYPE html>")
    for form, file in ((), "small.svg"), (("--as", "text"), "small.txt"), (("--as", "html"), "small.html"):
        assert run("render", "mine/small.game", "-o", "mine", *form).exit_code == 0
        assert (tmp_path / "mine" / file).is_file()
