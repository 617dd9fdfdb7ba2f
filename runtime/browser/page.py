"""A game as one file that a browser plays: the rules and the search as WebAssembly, and the board.

The page loads nothing, and could not: its content security policy allows only the scripts and the style sheet that it
was made with, by their hashes. Everything that comes from a model is text, either in JSON or escaped by the library
that writes the page.

Before any script runs the page shows the name of the game. All else is packed, and a short script unpacks it.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from lxml import etree
from lxml.html import builder as E

from tilewright.generator.compiler import compile_game
from tilewright.generator.compiler.printers.webassembly import webassembly
from tilewright.generator.purpose import Purpose
from tilewright.metamodel.language import Theme
from tilewright.model.titles import titled
from tilewright.runtime.browser.description import description
from tilewright.runtime.browser.packing import packed
from tilewright.runtime.browser.scene import scene_of
from tilewright.runtime.browser.searching import search_facts
from tilewright.runtime.matches.terms import HUMAN, Terms, Undo
from tilewright.runtime.state import Game

FUNCTIONS = ("moves", "key", "uct")
"""The functions of a program that a page needs."""

DRAWS = ("advance",)
"""The functions that it also needs in games of chance."""

WAYS = {"up", "down", "left", "right"}
"""The options that arrow keys and swipes choose."""

_IMPORT = re.compile(r"^import .*?;\n", re.MULTILINE)
_MODULE = re.compile(r'^import .* from "\./(\w+\.js)";$', re.MULTILINE)
_BLANK = re.compile(r"^ *(?://.*|/\*(?:[^*]|\*(?!/))*\*/)?\n|^ +|(?<=[;,{}]) // [^\"'`\n]*$", re.MULTILINE)
"""What only people who read the source need: empty lines, indentation, and comments, on lines of their own or not."""
_SPACED = re.compile(r""" ?([^\w\s"'`+/-]+) ?|("[^"\n]*"|'[^'\n]*'|`[^`]*`|//.*)""")
"""Operators and brackets with the spaces beside them, where spaces mean nothing; or a text, of which all is kept."""
_EXPORT = re.compile(r"^export (?=class|async|function|const)", re.MULTILINE)


class Unplayable(ValueError):
    """A game that a page cannot play. The message says why."""


def html_page(game: Game, theme: Theme | None = None) -> str:
    """Return the page of a game, in the colours of *theme* or of its first theme. The same model has the same page.

    ``Unplayable`` if the game hides something, which the file would reveal; ``NotLowered`` if the game cannot be
    compiled, ``KernelError`` if its board is too large.
    """
    if game.is_hidden:
        message = f"{game.name} hides something from its players, and a page of one file would show it to all"
        raise Unplayable(f"{message}; 'tilewright serve' shows each player only what that player sees")
    program = compile_game(game.document.game, game.document.places, purpose=Purpose.SEARCH)
    assert program.tree is not None, "a program that has just been made"
    code = webassembly(program.tree, FUNCTIONS if game.nature is None else (*FUNCTIONS, *DRAWS))
    scene = scene_of(game, theme)
    facts = description(game, program, theme)
    facts["search"] = search_facts(facts, program)
    facts["terms"] = _terms(game)
    # The scene says where cells lie.
    facts["cells"] = [{name: cell[name] for name in ("name", "bit", "tile")} for cell in facts["cells"]]
    without = {} if scene.facts["laying"] else {"laying.js": "unlaid.js"}
    without |= {} if scene.facts["heaps"] else {"heaps.js": "unheaped.js"}
    without |= {} if game.tables.grids else {"prompting.js": "unprompted.js"}
    without |= {} if game.nature else {"dice.js": "undiced.js"}
    without |= {} if WAYS & {label.lower() for label in facts["labels"]} else {"ways.js": "unwayed.js"}
    script, loader = tight(bundled("file.js", without)), tight(bundled("unpack.js"))
    style = _BLANK.sub("", asset("page.css"))
    title = titled(game.name)
    parts = {
        "script": script,
        "style": style,
        "markup": _markup(scene.pieces) + _markup(_main(title)),
        "game": facts,
        "scene": scene.facts,
    }
    policy = (
        f"default-src 'none'; script-src {_hash(loader)} {_hash(script)} 'wasm-unsafe-eval'; style-src {_hash(style)}; "
        "worker-src blob:; img-src data:; base-uri 'none'; form-action 'none'"
    )
    head = E.HEAD(
        E.META(charset="utf-8"),
        E.META({"http-equiv": "Content-Security-Policy", "content": policy}),
        E.META(name="viewport", content="width=device-width, initial-scale=1"),
        E.META(name="generator", content=str(facts["maker"])),
        E.TITLE(title),
    )
    body = E.BODY(
        E.H1(title),
        E.P("This page needs a browser that runs scripts and WebAssembly.", id="status"),
        E.SCRIPT(packed(parts, code), type="text/plain", id="packed"),
        E.SCRIPT(loader, type="module"),
    )
    page = E.HTML(head, body, lang="en")
    return str(etree.tostring(page, encoding="unicode", method="html", doctype="<!DOCTYPE html>")) + "\n"


def _terms(game: Game) -> dict[str, Any]:
    """Return the terms of play of the model: the seconds for a move (None: no limit), whether moves may be taken back,
    whether legal moves are shown, and whether a move makes a sound.
    """
    terms = Terms.of(game, [HUMAN] * len(game.players))
    return {
        "seconds": terms.move_time, "undo": terms.undo is not Undo.NEVER, "hints": terms.hints, "sound": terms.sound,
    }  # fmt: skip


def _markup(element: etree._Element) -> str:
    """Return an element as HTML."""
    return str(etree.tostring(element, encoding="unicode", method="html"))


def _main(name: str) -> etree._Element:
    """Return the elements of the page, which its script fills and shows; *name* is that of the game, in words."""
    svg = etree.Element("svg", {"id": "board", "aria-label": f"The board of {name}"})
    graph = etree.Element("svg", {"id": "graph"})

    def button(id: str, text: str, label: str = "", **more: str) -> etree._Element:
        return E.BUTTON(text, type="button", id=id, **({"aria-label": label} if label else {}), **more)

    hidden = {"hidden": "hidden"}
    beside = E.CLASS("beside")
    passing = E.INPUT(type="checkbox", id="passing", checked="checked")
    return E.MAIN(
        E.DIV(
            E.CLASS("table"),
            E.DIV(E.CLASS("bar"), E.H1(name)),
            E.DIV(
                E.DIV(
                    E.CLASS("bar"),
                    E.SPAN(id="turn-of"),
                    E.SPAN("Loading …", id="status", role="status"),
                    E.SPAN({"aria-label": "Time left"}, id="clock", role="timer", **hidden),
                    E.SPAN(E.CLASS("dice"), id="drawn", role="img", **hidden),
                    E.SPAN(id="options"),
                    button("done", "Done", **hidden),
                    button("clear", "Clear", **hidden),
                    button("pause", "Pause", **hidden),
                ),
                E.P(id="message", role="status"),
                E.DIV(
                    E.DIV(
                        {"aria-label": "The piece that is taken up"},
                        E.CLASS("bar"),
                        id="laying",
                        role="group",
                        **hidden,
                    ),
                    E.DIV({"aria-label": "What to choose"}, E.CLASS("bar"), id="prompt", role="group", **hidden),
                ),
                id="told",
            ),
            svg,
            E.DIV(
                E.CLASS("bar"),
                button("back", "◀", "One move back"),
                button("forward", "▶", "One move on"),
                E.INPUT({"aria-label": "The move that is shown"}, type="range", id="ply", min="0", value="0"),
                id="replay",
            ),
        ),
        E.ASIDE(
            E.DIV(
                E.CLASS("card"),
                E.H2("Players"),
                E.DIV(id="seats"),
                E.DIV(id="common"),
                E.LABEL(beside, "Speed of computers ", E.SELECT(id="speed")),
                E.LABEL(beside, passing, " pass by itself where nothing else is possible", **hidden),
            ),
            E.DIV(
                E.CLASS("card buttons"),
                button("undo", "Undo"),
                button("hint", "Hint"),
                button("turn", "Turn board"),
                button("new", "New game"),
            ),
            E.DIV(E.CLASS("card"), E.H2("Moves"), E.OL({"aria-live": "polite"}, id="history")),
            E.DETAILS(
                E.CLASS("card"),
                E.SUMMARY("How it went"),
                E.LABEL(beside, "Of ", E.SELECT(id="series"), id="which"),
                graph,
                id="course",
                open="open",
            ),
        ),
    )


def asset(name: str) -> str:
    """Return the text of one of the files in ``assets``."""
    return files("tilewright.runtime.browser").joinpath("assets", name).read_text(encoding="utf-8")


def bundled(name: str, instead: Mapping[str, str] | None = None) -> str:
    """Return a module of the page and all modules that it imports, directly or not, as one script without comments.

    Each module occurs once, after those that it imports. *instead* names, for modules that a game does not need, the
    smaller ones that replace them.
    """
    order: list[str] = []

    def add(module: str) -> None:
        module = (instead or {}).get(module, module)
        if module not in order:
            for other in _MODULE.findall(asset(module)):
                add(other)
            order.append(module)

    add(name)
    script = "\n".join(_EXPORT.sub("", _IMPORT.sub("", asset(module))) for module in order)
    script = _BLANK.sub("", script)
    assert "</" not in script, "it would end the script"
    return script


def tight(script: str) -> str:
    """Return a script without the spaces beside operators, except on lines with templates that may be nested."""
    lines = script.split("\n")
    return "\n".join(
        line if line.count("`") > 2 else _SPACED.sub(lambda match: match[1] or match[2], line) for line in lines
    )


def _hash(text: str) -> str:
    """Return how the content security policy names a script or a style sheet: by its SHA-256 hash."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}'"
