"""The extension for VS Code: its grammar knows every word, its description fits its files, and it starts the server."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.support.places import EXTENSION, GRAMMAR
from tests.support.tools import need
from tilewright.metamodel.schema import schema
from tilewright.model.document import Syntax
from tilewright.model.game.declarations import DECLARATIONS
from tilewright.model.service.colouring import SCOPE, grammar
from tilewright.model.service.words import WORDS

PACKAGE: dict[str, Any] = json.loads((EXTENSION / "package.json").read_text("utf-8"))


def scope_of(line: str, start: int) -> str:
    """Return the scope of the word at a place of a line, by the rules of the grammar that are for one line."""
    place = 0
    rules = [rule for rule in grammar()["patterns"] if "match" in rule]
    while True:
        found = [(match, rule) for rule in rules if (match := re.compile(rule["match"]).search(line, place))]
        if not found:
            return ""
        match, rule = min(found, key=lambda each: each[0].start())
        group = 1 if "captures" in rule else 0
        if match.start(group) <= start < match.end(group):
            return str(rule["captures"]["1"]["name"] if group else rule["name"])
        if match.start() > start:
            return ""
        place = max(match.end(), place + 1)


def test_the_grammar_is_current() -> None:
    assert json.loads(GRAMMAR.read_text("utf-8")) == grammar()


@pytest.mark.parametrize("word", sorted(word for word in WORDS if len(word) > 1))
def test_every_word_is_coloured(word: str) -> None:
    assert scope_of(f"  name {word} 3", 7).split(".")[0] in ("keyword", "constant")


@pytest.mark.parametrize("word", sorted({"game", *DECLARATIONS}))
def test_what_begins_a_declaration_is_coloured_there(word: str) -> None:
    assert scope_of(f"  {word} name", 2) == scope_of(f"{{ {word} name", 2) == "keyword.control.tilewright"
    assert scope_of(f"{word}_s name", 0) != "keyword.control.tilewright"


def test_names_and_classes_are_told_apart() -> None:
    assert {scope_of(f"  {name} x", 2).split(".")[0] for name in schema().classes} <= {"support", "keyword"}
    assert scope_of("  Theme Wood {", 2) == "support.class.tilewright"
    assert [scope_of("  pieces Knight:N", 9), scope_of("  forest", 2), scope_of("  move_it", 2)] == ["", "", ""]
    assert scope_of("  step up 12", 10) == "constant.numeric.tilewright"
    assert scope_of("  empty // move", 11) == "comment.line.double-slash.tilewright"


def test_the_description_of_the_extension_fits_its_files() -> None:
    (language,), (colours,) = PACKAGE["contributes"]["languages"], PACKAGE["contributes"]["grammars"]
    assert set(language["extensions"]) == {f".{syntax.value}" for syntax in (Syntax.GAME, Syntax.BGDSL)}
    assert (colours["language"], colours["scopeName"]) == (language["id"], SCOPE)
    for file in (PACKAGE["main"], language["configuration"], colours["path"]):
        assert (EXTENSION / file).is_file()
    json.loads((EXTENSION / language["configuration"]).read_text("utf-8"))
    for needed in ("name", "version", "publisher", "engines", "license"):
        assert PACKAGE[needed]


STANDS_IN = """
const Module = require("module"), asked = [];
const found = {
  vscode: { workspace: { getConfiguration: () => ({ get: (name, usual) => (asked.push(name), usual) }) } },
  "vscode-languageclient/node": { LanguageClient: class {
    constructor(...told) { this.told = told; }
    start() { asked.push(this.told); }
    stop() { asked.push("stopped"); }
  } },
};
const load = Module._load;
Module._load = (name, ...more) => found[name] ?? load(name, ...more);
const extension = require(process.argv[1]);
extension.deactivate();
extension.activate();
extension.deactivate();
console.log(JSON.stringify(asked));
"""


def test_the_extension_starts_the_server_and_ends_it() -> None:
    node = shutil.which("node")
    need(node is not None, "nodejs")
    file = str((EXTENSION / PACKAGE["main"]).resolve())
    done = subprocess.run([str(node), "-e", STANDS_IN, file], capture_output=True, text=True, check=True, timeout=60)
    setting, told, stopped = json.loads(done.stdout)
    assert f"tilewright.{setting}" in PACKAGE["contributes"]["configuration"]["properties"] and stopped == "stopped"
    assert told[2] == {"command": "tilewright", "args": ["lsp"]}
    (language,) = PACKAGE["contributes"]["languages"]
    assert {each["language"] for each in told[3]["documentSelector"]} == {language["id"]}
    assert "vscode-languageclient" in PACKAGE["dependencies"]


def test_nothing_else_is_packed() -> None:
    own = {path.relative_to(EXTENSION).as_posix() for path in EXTENSION.rglob("*") if path.is_file()}
    own = {name for name in own if not name.startswith("node_modules/") and Path(name).suffix != ".vsix"}
    assert own - {"package-lock.json"} == {
        ".gitignore", ".vscodeignore", "README.md", "extension.js", "language-configuration.json", "package.json",
        "syntaxes/tilewright.tmLanguage.json",
    }  # fmt: skip
