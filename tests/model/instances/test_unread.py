"""What could not be read hides the constraints that depend on it, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.ecore_files import ECORE, PIVOT, annotation, attribute, eclass, ecore, reference
from tests.support.library import HEAD
from tilewright.model import Metamodel, read_metamodel, validate

TEXTS = {
    "ofNumber": "number > 5",
    "ofDerived": "twice > 10",
    "ofNote": "note = 'x'",
    "ofParts": "parts->size() > 9",
    "ofOthers": "parts.number->sum() > 99",
    "ofNext": "next <> null",
    "ofContents": "oclContents()->size() > 9",
    "ofAll": "A.allInstances()->size() > 9",
    "decided": "number = 0 and note = 'x'",
    "told": "Tuple{message = 'number ' + number.toString(), status = note = 'x'}.status",
}
"""Constraints of A; none holds for an empty one."""

ALL = set(TEXTS)


@pytest.fixture(scope="module")
def metamodel(tmp_path_factory: pytest.TempPathFactory) -> Metamodel:
    texts = {name: text.replace(">", "&gt;").replace("<", "&lt;") for name, text in TEXTS.items()}
    told = annotation(ECORE, constraints=" ".join(TEXTS)) + annotation(PIVOT, **texts)
    derived = annotation(PIVOT, derivation="number * 2")
    features = [
        attribute("number", "{EInt}"),
        attribute("twice", "{EInt}", 'derived="true" transient="true" volatile="true"', derived),
        attribute("note"),
        reference("parts", "#//B", 'upperBound="-1" containment="true"'),
        reference("next", "#//B"),
    ]
    path = tmp_path_factory.mktemp("unread") / "own.ecore"
    path.write_text(ecore(eclass("A", told + "".join(features)) + eclass("B", attribute("number", "{EInt}"))), "utf-8")
    return read_metamodel(path)


OF_NUMBER = {"ofNumber", "ofDerived", "decided"}
OF_PARTS = {"ofParts", "ofOthers", "ofContents"}

UNREAD: dict[str, tuple[str, str, set[str]]] = {
    "nothing": ('number="1"/>', "", set()),
    "a value": ('number="one"/>', "bad-value", OF_NUMBER),
    "a value of a part": ('><parts number="one"/></p:A>', "bad-value", {"ofOthers"}),
    "a reference": ('next="//@parts.7"><parts/></p:A>', "unresolved-reference", {"ofNext"}),
    "a part": ('><parts xsi:type="p:C"/></p:A>', "unknown-class", {*OF_PARTS, "ofAll"}),
    "a part of another file": ('><parts href="x.xmi#/"/></p:A>', "href-refused", {*OF_PARTS, "ofAll"}),
    "a part as a text": ('parts="b"/>', "bad-value", {*OF_PARTS, "ofAll"}),
    "an attribute by a wrong name": ('nubmer="7"/>', "unknown-feature", {*OF_NUMBER, "ofNote", "ofNext", "told"}),
    "an attribute by a wrong name beside others": ('number="1" note="y" nubmer="7"/>', "unknown-feature", {"ofNext"}),
    "a part by a wrong name": ('number="1" note="y"><prats/></p:A>', "unknown-feature", {*OF_PARTS, "ofNext", "ofAll"}),
    "a value within an element": ("><number><b/></number></p:A>", "text-refused", OF_NUMBER),
    "null": ('><number xsi:nil="true"/></p:A>', "bad-value", OF_NUMBER),
    "a reference as an element": ("><next/></p:A>", "bad-value", {"ofNext"}),
}
"""A model after ``<p:A``, the code of what is wrong with it, and the constraints that depend on it."""


@pytest.mark.parametrize(("text", "code", "hidden"), UNREAD.values(), ids=UNREAD)
def test_constraints_that_do_not_depend_on_it_are_judged(
    text: str, code: str, hidden: set[str], metamodel: Metamodel, tmp_path: Path
) -> None:
    model = tmp_path / "model.xmi"
    model.write_text(f"<p:A {HEAD} {text}", encoding="utf-8")
    found = validate(model, metamodel)
    assert {one.code for one in found} == ({code} if code else set()) | (ALL - hidden), list(map(str, found))
    told = [one.message for one in found if one.code == "told"]
    assert told in ([], ["number 1"], ["number 0"], ["the constraint told does not hold"])


def test_keys_that_could_not_be_read_are_not_compared(tmp_path: Path) -> None:
    parts = reference("parts", "#//B", 'upperBound="-1" containment="true" eKeys="#//B/number"')
    metamodel, model = tmp_path / "own.ecore", tmp_path / "model.xmi"
    metamodel.write_text(ecore(eclass("A", parts) + eclass("B", attribute("number", "{EInt}"))), "utf-8")
    model.write_text(f'<p:A {HEAD}><parts number="x"/><parts number="y"/></p:A>', encoding="utf-8")
    assert [one.code for one in validate(model, metamodel)] == ["bad-value", "bad-value"]


def test_a_reference_that_its_opposite_contradicts_is_not_judged(tmp_path: Path) -> None:
    told = annotation(ECORE, constraints="c d") + annotation(PIVOT, c="after = null and before = null", d="1 = 2")
    ends = reference("after", "#//A", 'eOpposite="#//A/before"') + reference("before", "#//A", 'eOpposite="#//A/after"')
    parts = reference("parts", "#//A", 'upperBound="-1" containment="true"')
    metamodel, model = tmp_path / "own.ecore", tmp_path / "model.xmi"
    metamodel.write_text(ecore(eclass("A", told + ends + parts)), "utf-8")
    inner = '<parts after="//@parts.1"/><parts before="//@parts.2"/><parts/>'
    model.write_text(f"<p:A {HEAD}>{inner}</p:A>", encoding="utf-8")
    codes = [one.code for one in validate(model, metamodel)]
    assert codes.count("opposite-mismatch") == 1 and codes.count("d") == 4 and codes.count("c") == 1
