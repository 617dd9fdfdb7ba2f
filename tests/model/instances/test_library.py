"""Models of a metamodel of one's own: what is wrong is found, with its place, and what is right is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyecore.resources.xmi import XMIResource

from tests.support.ecore_files import ECORE, PIVOT, TYPE, annotation, attribute, eclass, ecore, imported, reference
from tests.support.emf import compiled_judge, run
from tests.support.library import DEEP, HEAD, LIBRARY, ONE_END, RIGHT, UNSEEN, VIOLATED, WRONG
from tilewright.generator.classes import generate_classes
from tilewright.model import Metamodel, ordering, read_metamodel, validate
from tilewright.model.diagnostics import Severity
from tilewright.model.instances import validation


@pytest.fixture(scope="module")
def metamodel(tmp_path_factory: pytest.TempPathFactory) -> Metamodel:
    path = tmp_path_factory.mktemp("library") / "library.ecore"
    path.write_text(LIBRARY, encoding="utf-8")
    found = read_metamodel(path)
    assert found.warnings == ()
    return found


@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT)
def test_nothing_is_found_where_nothing_is_wrong(text: str, metamodel: Metamodel, tmp_path: Path) -> None:
    model = tmp_path / "model.xmi"
    model.write_text(text, encoding="utf-8")
    assert [str(found) for found in validate(model, metamodel)] == []


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "part"),
    [row[1:] for row in [*WRONG, *VIOLATED]],
    ids=[row[0] for row in [*WRONG, *VIOLATED]],
)
def test_what_is_wrong_is_told_once_and_with_its_place(
    text: str, code: str, line: int, column: int, part: str, metamodel: Metamodel, tmp_path: Path
) -> None:
    model = tmp_path / "model.xmi"
    model.write_text(text, encoding="utf-8")
    found = validate(str(model), metamodel)
    assert [one.code for one in found] == [code], list(map(str, found))
    assert part in found[0].message
    assert found[0].place.file == str(model)
    assert (found[0].place.line, found[0].place.column) == (line, column)


UNDEFINED = [
    ("12 / n > 2", "invalid, since something in it has no value"),
    ("note.size() > 1", "invalid, since something in it has no value"),
    ("parts-&gt;at(9).n = 3", "invalid, since something in it has no value"),
    ("self.oclAsType(B).n = 0", "invalid, since something in it has no value"),
    ("invalid", "invalid, since something in it has no value"),
    ("null", "null"),
    ("null and true", "null"),
]
"""Constraints that are neither true nor false for an element whose n is 0, without a note and parts."""


@pytest.mark.parametrize(("text", "what"), UNDEFINED, ids=[row[0] for row in UNDEFINED])
def test_a_constraint_that_is_neither_true_nor_false_does_not_hold(text: str, what: str, tmp_path: Path) -> None:
    """Files and objects are judged alike. While a value is missing nothing is said, since that may be the reason."""
    told = annotation(ECORE, constraints="c") + annotation(PIVOT, c=text.replace(" > ", " &gt; "))
    features = attribute("n", "{EInt}") + attribute("note") + attribute("name", more='lowerBound="1"')
    parts = reference("parts", "#//A", 'upperBound="-1" containment="true"')
    metamodel, model = tmp_path / "own.ecore", tmp_path / "model.xmi"
    metamodel.write_text(ecore(eclass("A", told + features + parts) + eclass("B", more='eSuperTypes="#//A"')), "utf-8")
    message = f"the constraint c is neither true nor false for this A: it is {what}"
    for named in (True, False):
        name = 'name="a"' if named else ""
        model.write_text(f"<p:A {HEAD}\n {name}/>", encoding="utf-8")
        found = [(one.code, one.message) for one in validate(model, metamodel)]
        assert found == ([("undefined-constraint", message)] if named else [("missing-feature", "this A needs name")])
    with imported(generate_classes(metamodel, tmp_path, name="undefined").folder) as package:
        judged = [[(one.name, one.message) for one in package.A(name=name).validate()] for name in ("a", None)]
    assert judged[0] == [("undefined-constraint", message)] and [name for name, _ in judged[1]] == ["missing-feature"]


def test_a_constraint_says_how_bad_it_is(tmp_path: Path) -> None:
    """As in Eclipse: a negative number is an error, a positive one a warning; 0 is worth to be known."""
    severities = {"a": "-1", "b": "0", "c": "n", "d": "null", "e": "12.div(0)", "f": "-n"}
    texts = {
        name: f"Tuple{{message = '{name}', severity = {text}, status = n &lt; 1}}.status"
        for name, text in severities.items()
    }
    told = annotation(ECORE, constraints=" ".join(texts)) + annotation(PIVOT, **texts)
    metamodel, model = tmp_path / "own.ecore", tmp_path / "model.xmi"
    metamodel.write_text(ecore(eclass("A", told + attribute("n", "{EInt}"))), "utf-8")
    model.write_text(f'<p:A {HEAD} n="2"/>', encoding="utf-8")
    found = validate(model, metamodel)
    assert {one.code for one in found if one.severity is Severity.WARNING} == {"b", "c"}
    assert {one.code for one in found if one.severity is Severity.ERROR} == {"a", "d", "e", "f"}
    with imported(generate_classes(metamodel, tmp_path, name="severities").folder) as package:
        assert {one.name: one.warning for one in package.A(n=2).validate()} == {
            name: name in "bc" for name in severities
        }
    metamodel.write_text(metamodel.read_text("utf-8").replace("severity = -1", "severity = 'bad'"), encoding="utf-8")
    (wrong,) = validate(model, metamodel)
    assert wrong.code == "bad-ocl" and "expected Integer, but this is String" in wrong.message


def test_what_depends_on_itself_is_given_up(tmp_path: Path) -> None:
    """It is said in which text, and other constraints are judged all the same."""
    told = annotation(ECORE, constraints="c d e") + annotation(PIVOT, c="f() = 1", d="derived = 1", e="1 = 2")
    body = f'<eOperations name="f" eType="{TYPE}EInt">{annotation(PIVOT, body="f() + 1")}</eOperations>'
    derived = attribute("derived", "{EInt}", 'derived="true"', annotation(PIVOT, derivation="derived   * 2"))
    metamodel, model = tmp_path / "own.ecore", tmp_path / "model.xmi"
    metamodel.write_text(ecore(eclass("A", told + body + derived)), "utf-8")
    model.write_text(f"<p:A {HEAD}/>", encoding="utf-8")
    reason = "was given up: derived features or operations depend on each other too deeply, or in a circle, as in"
    expected = {
        ("budget-exceeded", f"c {reason} 'f() + 1'"),
        ("budget-exceeded", f"d {reason} 'derived * 2'"),
        ("e", "the constraint e does not hold: 1 = 2"),
    }
    assert {(one.code, one.message) for one in validate(model, metamodel)} == expected
    with imported(generate_classes(metamodel, tmp_path, name="circles").folder) as package:
        assert {(one.name, one.message) for one in package.A().validate()} == expected


def test_a_reference_is_completed_at_its_other_end(tmp_path: Path) -> None:
    """Constraints see both ends, whichever is written."""
    ecore, model = tmp_path / "library.ecore", tmp_path / "model.xmi"
    text = annotation(ECORE, constraints="idle") + annotation(PIVOT, idle="reads->isEmpty()")
    ecore.write_text(LIBRARY.replace('name="Reader" >', f'name="Reader" >{text}'), encoding="utf-8")
    model.write_text(ONE_END, encoding="utf-8")
    assert [found.code for found in validate(model, ecore)] == ["idle"]


def test_emf_says_the_same(tmp_path: Path) -> None:
    judge = [*compiled_judge(tmp_path), str(tmp_path / "library.ecore")]
    (tmp_path / "library.ecore").write_text(LIBRARY, encoding="utf-8")
    texts = {**RIGHT, **{row[0]: row[1] for row in [*WRONG, *VIOLATED]}}
    files = {name: tmp_path / f"model-{number}.xmi" for number, name in enumerate(texts)}
    for name, file in files.items():
        file.write_text(texts[name], encoding="utf-8")
    said = run([*judge, *map(str, files.values())]).splitlines()
    complained = {
        name
        for name, file in files.items()
        if any(line.startswith(f"{file}: ") and "EMF saves other bytes" not in line for line in said)
    }
    assert complained == {row[0] for row in WRONG} - UNSEEN


def test_depth_is_bounded(metamodel: Metamodel, tmp_path: Path) -> None:
    model = tmp_path / "model.xmi"
    model.write_text(DEEP, encoding="utf-8")
    assert "nesting-too-deep" in {found.code for found in validate(model, metamodel)}


def test_the_default_of_an_enumeration_is_a_text_or_a_name_of_a_literal(tmp_path: Path) -> None:
    literals = '<eClassifiers xsi:type="ecore:EEnum" name="E"><eLiterals name="one" literal="the one"/><eLiterals name="two"/></eClassifiers>'
    texts = annotation(ECORE, constraints="c d") + annotation(PIVOT, c="e = E::two", d="f = E::one and g = E::one")
    values = [attribute(name, "#//E", f'defaultValueLiteral="{text}"') for name, text in (("e", "two"), ("f", "one"), ("g", "the one"))]  # fmt: skip
    ecore_file, model = tmp_path / "a.ecore", tmp_path / "a.xmi"
    ecore_file.write_text(ecore(literals + eclass("A", texts + "".join(values))), encoding="utf-8")
    model.write_text('<p:A xmlns:p="urn:p"/>', encoding="utf-8")
    assert validate(model, ecore_file) == []
    model.write_text('<p:A xmlns:p="urn:p" e="the one"/>', encoding="utf-8")
    assert [found.code for found in validate(model, ecore_file)] == ["c"]


def test_what_costs_too_much_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Constraints share one budget, which also bounds how often cheap ones are asked, and findings are counted."""
    ecore_file, model = tmp_path / "a.ecore", tmp_path / "a.xmi"
    parts = reference("parts", "#//A", 'upperBound="-1" containment="true"')
    model.write_text('<p:A xmlns:p="urn:p">' + "<parts/>" * 300 + "</p:A>", encoding="utf-8")
    for text, code in (("Sequence{1..9999999}->forAll(n | n > 0)", "budget-exceeded"), ("1 = 2", "c")):
        own = annotation(ECORE, constraints="c") + annotation(PIVOT, c=text.replace(">", "&gt;"))
        ecore_file.write_text(ecore(eclass("A", own + parts)), encoding="utf-8")
        assert {found.code for found in validate(model, ecore_file)} == {code}
    monkeypatch.setattr(ordering, "MOST_FINDINGS", 100)
    found = validate(model, ecore_file)
    assert len(found) == 101 and found[-1].code == "budget-exceeded"
    monkeypatch.setattr(validation, "MOST_STEPS", 50)
    assert len(validate(model, ecore_file)) == 51


def test_all_instances_are_those_of_the_file(tmp_path: Path) -> None:
    """Those of all roots, and of subclasses; PyEcore's objects tell the same of their resource."""
    rule = annotation(ECORE, constraints="single") + annotation(PIVOT, single="A.allInstances()->isUnique(name)")
    classes = eclass("A", rule + attribute("name") + reference("parts", "#//A", 'containment="true" upperBound="-1"'))
    file, model = tmp_path / "p.ecore", tmp_path / "model.xmi"
    file.write_text(ecore(classes + eclass("B", more='eSuperTypes="#//A"')), encoding="utf-8")
    head = '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:p="urn:p" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n'
    for second, found in (("x", [2, 2, 3]), ("z", [])):
        roots = f'<p:A name="x"><parts xsi:type="p:B" name="y"/></p:A>\n<p:B name="{second}"/>\n'
        model.write_text(f"{head}{roots}</xmi:XMI>", encoding="utf-8")
        assert [one.place.line for one in validate(model, file)] == found
        with imported(generate_classes(file, tmp_path, name=f"classes_{second}").folder) as p:
            first, other = p.A(name="x", parts=[p.B(name="y")]), p.B(name=second)
            assert first.validate() == []
            resource = XMIResource()
            resource.extend([first, other])
            assert [one.name for one in first.parts[0].validate()] == ["single"] * bool(found)
