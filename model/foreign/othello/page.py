"""The HTML form of a game of the Othello DSL: one page without scripts, with the board as a table and the rules.

The theme, or else the key ``Gtheme``, says whether the page is dark; by default it is light. The library that writes
the page escapes all text, so nothing in a model is taken for markup.
"""

from __future__ import annotations

from collections.abc import Mapping

from lxml import etree
from lxml.html import builder as E

from tilewright.metamodel.typing import EObject
from tilewright.model.foreign.othello.ascii import discs, keys, names, require_othello

_STYLE = """
body { margin: 0; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; }
body.light { background: #f4efe3; color: #2b261c; }
body.dark { background: #20262b; color: #e9e4d8; }
table { border-collapse: collapse; margin: 1rem 0; }
td { width: 2.2rem; height: 2.2rem; padding: 0; text-align: center; border: 1px solid #173a29; background: #2f6f4f; }
body.light td { border-color: #5d8a63; background: #bcdcb6; }
body td.wall { border: 0; background: none; }
td i { display: inline-block; width: 1.7rem; height: 1.7rem; border-radius: 50%; vertical-align: middle; }
.black i { background: #26262a; }
.white i { background: #f7f7f2; }
"""


def html_form(game: EObject, owners: Mapping[tuple[int, int], str | None]) -> str:
    """Return the page. *owners* maps each cell, by row and column from 0, to the owner of its disc or None.

    ``NotOthello`` as in ``require_othello``.
    """
    require_othello(game)
    owners = discs(game, owners)
    colours = dict(zip((player.name for player in game.players), ("black", "white"), strict=True))
    table = E.TABLE()
    for row in range(game.board.height):
        line = etree.SubElement(table, "tr")
        for column in range(game.board.width):
            line.append(_cell((row, column), owners, colours))
    rules = E.DIV(E.CLASS("rules"), E.H2("Rules"), E.UL(*map(E.LI, _rules(game))))
    chosen = [f"{name} = {value}" for stage in ("Compile", "Run") for name, value in keys(game, stage)]
    body = E.BODY(E.CLASS(theme(game)), E.H1(game.name), table, rules, E.H2("Settings"), E.UL(*map(E.LI, chosen)))
    head = E.HEAD(E.META(charset="utf-8"), E.TITLE(game.name), E.STYLE(_STYLE))
    page = E.HTML(head, body, lang="en")
    return str(etree.tostring(page, encoding="unicode", method="html", doctype="<!DOCTYPE html>")) + "\n"


def theme(game: EObject) -> str:
    """Return ``dark`` or ``light``, the look of the page."""
    wanted = [theme.name for theme in game.themes][:1]
    wanted += [parameter.value for parameter in game.parameters if parameter.name == "Gtheme"]
    return next((name for name in wanted if name in ("dark", "light")), "light")


def _cell(
    cell: tuple[int, int], owners: Mapping[tuple[int, int], str | None], colours: Mapping[str, str]
) -> etree._Element:
    if cell not in owners:
        return E.TD(E.CLASS("wall"))
    owner = owners[cell]
    colour = colours.get(owner or "")
    return E.TD() if colour is None else E.TD(E.CLASS(colour), E.I(title=str(owner)))


def _rules(game: EObject) -> list[str]:
    """Return the rules of the game in sentences."""
    black, white = names(game)
    chosen = {parameter.name: parameter.value for parameter in game.parameters}
    lines = "a row, a column or a diagonal" if chosen.get("allowDiagonal") != "false" else "a row or a column"
    lines = "a line" if chosen.get("boardType") == "hexagon" else lines
    most = "fewer" if chosen.get("scoreGoal") == "min" else "more"
    captured = f"A disc must enclose discs of the other colour in {lines}; they change colour."
    if chosen.get("captureRule") == "adjacent":
        captured = "A disc must lie beside discs of the other colour; they change colour."
    found = [f"{black} has the black discs and begins; {white} has the white ones."]
    if chosen.get("initialPosition") == "dynamic":
        found.append("First the players place the discs in the middle, in turn, where they like.")
    found.append(captured)
    if chosen.get("movesPerTurn", "1") != "1":
        found.append(f"A turn has up to {chosen['movesPerTurn']} moves.")
    return [
        *found,
        "Who cannot do so passes. When nobody can, the game is over.",
        f"Who then has {most} discs has won.",
    ]
