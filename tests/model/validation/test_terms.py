"""Messages about models in XMI, which quote the notation, have the terms of XMI as well."""

from __future__ import annotations

import pytest

from tests.model.bad_inputs.sense import ROWS
from tilewright.metamodel import schema
from tilewright.model.codes import diagnose
from tilewright.model.document import Syntax
from tilewright.model.files import read_text, write
from tilewright.model.places import Place
from tilewright.model.service.words import WORDS
from tilewright.model.validation import validate
from tilewright.model.validation.terms import in_terms_of_xmi

TERMS = [
    ("write 'do each { … }'", "'do each' is ApplyFilter with forEach=\"Cell\""),
    ("write 'do as enemy { … }'", "'do as enemy' is ApplyFilter with perspective=\"Other\""),
    ("write 'has { … }' or 'no { … }'", "'has' is GuardFilter, 'no' is GuardFilter with negate=\"true\""),
    ("write 'where { … }'", "'where' is GuardFilter with perCell=\"true\""),
    ("write 'select from' or 'each'", "'select' is SelectFilter, 'each' is SelectFilter with record=\"false\""),
    ("write 'choose { a | b }'", "'choose' is ChoiceFilter with mode=\"All\""),
    ("write 'mark seen game'", "'mark game' is Mark with lifetime=\"Game\""),
    ("write 'mark seen +='", "'mark +=' is MarkFilter with combine=\"Union\""),
    ("write 'clear seen'", "'clear' is MarkFilter with combine=\"Clear\""),
    ("write 'move A owner'", "'move owner' is MoveRule with visibility=\"Owner\""),
    ("write 'move NAME = …'", "'move' is MoveRule"),
    ("write 'start Dice' or 'turn nature'", "'start' is initialPlayer of Game, 'turn nature' is TurnEffectFilter with player"),
    ("write 'each count { goto all }'", "'count each' is CountValue with perspective=\"Each\", "
     "'goto all' is CellsFilter with combine=\"Replace\" source=\"All\""),
    ("write 'do { if n == 0 -> lose }'", "'do' is ApplyFilter, 'if' is CompareFilter, "
     "'lose' is EndFilter with outcome=\"Loss\""),
    ("name a direction set, or bind one before with along", "'name a direction set' is the attribute directions, "
     "'bind one before with along' is DirectionFilter"),
    ("say which piece is set, as in 'set own'", "'which piece is set' is piece of StateEffectFilter, "
     "'set own' is StateEffectFilter with stateSelection=\"CurrentPlayer\""),
    ("write 'effect = own'", "'effect' is filters of EffectPipeline, 'own' is Pattern with stateSelection=\"CurrentPlayer\""),
]  # fmt: skip


@pytest.mark.parametrize(("message", "terms"), TERMS)
def test_the_terms_of_what_is_quoted(message: str, terms: str) -> None:
    found = diagnose("unused", message, Place("a.xmi", 1, 1))
    assert in_terms_of_xmi(found, {"n", "seen"}).message == f"{message}; in XMI {terms}"


@pytest.mark.parametrize(
    "message", ["the mark 'first' is empty", "'Go' is told, as it is Dice's turn", "no quotes", "'capture == most'"]
)
def test_names_are_no_notation(message: str) -> None:
    found = diagnose("unused", message, Place("a.xmi", 1, 1))
    assert in_terms_of_xmi(found, {"first", "most"}) is found


def test_every_word_has_a_term_or_is_no_beginning() -> None:
    """No word of the table makes the mechanism fail, and whatever it names is in the metamodel."""
    for word in WORDS:
        found = in_terms_of_xmi(diagnose("unused", f"'{word} { {} }'", Place("a.xmi", 1, 1)), ())
        if "; in XMI" in found.message:
            term = found.message.split(" is ")[1]
            assert term.split(" ")[-1 if " of " in term else 0] in schema().classes, found.message


def test_findings_have_them_in_xmi_alone() -> None:
    rows = [row for row in ROWS if row.syntax is Syntax.GAME and row.code in ("does-nothing", "perhaps-several-cells")]
    assert len(rows) > 2
    for row in rows:
        document = read_text(row.text, "a.game", row.syntax)
        told = [one.message for one in validate(document) if one.code == row.code]
        again = read_text(write(document, Syntax.XMI), "a.xmi", Syntax.XMI)
        in_xmi = [one.message for one in validate(again) if one.code == row.code]
        assert [message.split("; in XMI '")[0] for message in in_xmi] == told
        assert all("; in XMI '" in message for message in in_xmi) and not any("in XMI" in message for message in told)
