"""Generated classes say and do what the metamodel says: beside the dynamic metamodel, in files, to type checkers."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta, timezone
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest
from pyecore import ecore as pyecore_ecore
from pyecore.resources import URI, ResourceSet, global_registry
from pyecore.resources.xmi import XMIResource

from tests.regenerate import generate_own_classes
from tests.support.ecore_files import (
    ECORE,
    PIVOT,
    TYPE,
    annotation,
    attribute,
    described,
    eclass,
    ecore,
    imported,
    reference,
)
from tests.support.emf import compiled_judge, run
from tests.support.gallery import EXAMPLES
from tests.support.places import METAMODEL, ROOT
from tilewright.generator import classes as generator
from tilewright.generator.classes import generate_classes
from tilewright.metamodel import generated, package
from tilewright.metamodel.isolated import load
from tilewright.metamodel.ocl import OclBudgetError, compile_operation
from tilewright.model.document import Document, Syntax
from tilewright.model.ecore import check_ecore
from tilewright.model.eobjects import eobject_of
from tilewright.model.files import read, write
from tilewright.model.instances.metamodel import read_metamodel
from tilewright.model.instances.validation import validate_instance
from tilewright.model.validation import validate
from tilewright.model.validation.multiplicities import ABSENCES

ENUM = '<eClassifiers xsi:type="ecore:EEnum" name="E">\n{}</eClassifiers>'
SUB = '<eSubpackages name="q" nsURI="urn:q" nsPrefix="q">\n{}\n</eSubpackages>'
DOC = "http://www.eclipse.org/emf/2002/GenModel"

ACCEPTED: dict[str, str] = {
    "nothing": "",
    "an empty class": eclass("A"),
    "bounds": eclass("A", attribute("a", "{EInt}", 'lowerBound="1" upperBound="2"') + reference("b", "#//A", 'upperBound="3"')),
    "flags": eclass("A", attribute("a", more='ordered="false" unique="false" changeable="false" volatile="true" transient="true" unsettable="true" upperBound="-1"')),
    "an identifier": eclass("A", attribute("a", more='iD="true"')),
    "defaults": eclass("A", attribute("a", "{EInt}", 'defaultValueLiteral="-7"') + attribute("b", "{EBoolean}", 'defaultValueLiteral="true"') + attribute("c", more='defaultValueLiteral="it\'s &quot;&#10;\\"') + attribute("d", "{EDouble}", 'defaultValueLiteral="1e3"')),
    "dates and decimals": eclass("A", attribute("a", "{EDate}", 'defaultValueLiteral="2020-02-29"') + attribute("b", "{EBigDecimal}", 'defaultValueLiteral="1.10"') + attribute("c", "{EChar}", 'defaultValueLiteral="x"') + attribute("d", "{EByteArray}")),
    "an enumeration": ENUM.format('<eLiterals name="a" value="-1" literal="an a"/><eLiterals name="b" value="5"/><eLiterals name="E" value="6"/><eLiterals name="value" value="7"/>') + eclass("A", attribute("e", "#//E", 'defaultValueLiteral="an a"') + attribute("f", "#//E", 'upperBound="-1"')),
    "an empty enumeration": ENUM.format(""),
    "data types": '<eClassifiers xsi:type="ecore:EDataType" name="D" instanceClassName="int"/><eClassifiers xsi:type="ecore:EDataType" name="O"/><eClassifiers xsi:type="ecore:EDataType" name="F" instanceClassName="a.b.C" serializable="false"/>' + eclass("A", attribute("d", "#//D", 'defaultValueLiteral="3"') + attribute("o", "#//O") + attribute("f", "#//F")),
    "opposites": eclass("A", reference("a", "#//B", 'containment="true" upperBound="-1" eOpposite="#//B/b"')) + eclass("B", reference("b", "#//A", 'eOpposite="#//A/a" lowerBound="1"')),
    "opposites in one class": eclass("A", reference("next", "#//A", 'eOpposite="#//A/last"') + reference("last", "#//A", 'eOpposite="#//A/next"')),
    "inheritance": eclass("C", more='eSuperTypes="#//A #//B"') + eclass("A", attribute("a"), 'abstract="true" interface="true"') + eclass("B", attribute("b"), 'eSuperTypes="#//X"') + eclass("X"),
    "a diamond": eclass("D", more='eSuperTypes="#//B #//C"') + eclass("B", more='eSuperTypes="#//A"') + eclass("C", more='eSuperTypes="#//A"') + eclass("A", attribute("a")),
    "packages that inherit from each other": eclass("A", more='eSuperTypes="#//q/B"') + SUB.format(eclass("B", more='eSuperTypes="#//C"') + eclass("E", reference("a", "#//A"))) + eclass("C"),
    "a name in two packages": eclass("A", reference("other", "#//q/A")) + SUB.format(eclass("A", reference("other", "#//A")) + ENUM.format('<eLiterals name="x"/>')) + ENUM.format('<eLiterals name="y"/>'),
    "names that hide types": eclass("A", attribute("str") + attribute("int", "{EInt}") + reference("A", "#//A") + reference("B", "#//B", 'upperBound="-1"') + attribute("self") + attribute("attribute") + attribute("reference") + attribute("type", "{EInt}") + attribute("property", "{EBoolean}") + attribute("default")) + eclass("B"),
    "soft keywords": eclass("match", attribute("case") + attribute("type") + attribute("_")),
    "letters of other languages": eclass("Größe", attribute("名前")),
    "names of Ecore's": eclass("EObject", attribute("eType")) + eclass("Element") + eclass("Path") + eclass("Any"),
    "Ecore's own types": eclass("A", reference("a", "ecore:EClass http://www.eclipse.org/emf/2002/Ecore#//EObject") + reference("b", "http://www.eclipse.org/emf/2002/Ecore#//EClass"), 'eSuperTypes="http://www.eclipse.org/emf/2002/Ecore#//EObject"'),
    "Ecore by its files": eclass("A", attribute("a", "ecore:EDataType platform:/plugin/org.eclipse.emf.ecore/model/Ecore.ecore#//EString") + attribute("b", "../../org.eclipse.emf.ecore/model/Ecore.ecore#//EInt") + reference("c", "ecore:EClass platform:/resource/org.eclipse.emf.ecore/model/Ecore.ecore#//EObject")),
    "types of XML Schema": eclass("A", attribute("a", "http://www.eclipse.org/emf/2003/XMLType#//NCName") + attribute("b", "platform:/plugin/org.eclipse.emf.ecore/model/XMLType.ecore#//UnsignedShort", 'defaultValueLiteral="70000"')),
    "references by position": eclass("A", reference("b", "#//@eClassifiers.1") + reference("c", "#/0/B", 'eOpposite="#//@eClassifiers.1/@eStructuralFeatures.0"')) + eclass("B", reference("a", "/0/A", 'eOpposite="#//A/c"')),
    "references as elements": eclass("A", '<eStructuralFeatures xsi:type="ecore:EAttribute" name="a"><eType xsi:type="ecore:EDataType" href="http://www.eclipse.org/emf/2002/Ecore#//EInt"/></eStructuralFeatures><eSuperTypes href="#//B"/>') + eclass("B"),
    "documents": f'<eAnnotations source="{DOC}"><details key="documentation" value="all&#10;of it"/></eAnnotations>' + eclass("A", annotation(DOC, documentation="&quot;&quot;&quot; \\ &#10;&#10; long " + "word " * 60) + attribute("a", inner=annotation(DOC, documentation="ends in &quot;"))),
    "annotations in annotations": '<eAnnotations source="a"><details key="k"/><details/><eAnnotations source="b"><details key="k" value="v"/></eAnnotations></eAnnotations>',
    "a constraint": eclass("A", annotation(ECORE, constraints="c") + annotation(PIVOT, c="Tuple{message = 'no ' + a, status = a = 'x'}.status") + attribute("a")),
    "a derivation of an enumeration": ENUM.format('<eLiterals name="a"/><eLiterals name="b"/>') + eclass("A", attribute("e", "#//E", 'derived="true"', annotation(PIVOT, derivation="E::b"))),
    "operations": ENUM.format('<eLiterals name="a"/>') + eclass("A", annotation(ECORE, constraints="c") + annotation(PIVOT, c="Tuple{message = 'no', status = two(E::a)->size() = 2}.status") + f'<eOperations name="two" upperBound="-1" unique="false" eType="#//E">{annotation(PIVOT, body="Sequence{e, e}")}<eParameters name="e" eType="#//E"/></eOperations>' + f'<eOperations name="int" eType="{TYPE}EInt">{annotation(PIVOT, body="1") + annotation(DOC, documentation="Ends in &quot;")}<eParameters name="self" eType="#//A"/><eParameters name="last" lowerBound="1" eType="#//A"/></eOperations><eOperations name="match" eType="#//A">{annotation(PIVOT, body="null")}<eParameters name="all" upperBound="-1" eType="{TYPE}EString"/></eOperations>'),
    "operations that are overridden": eclass("S", f'<eOperations name="area" eType="{TYPE}EInt"/><eOperations name="same" eType="#//S">{annotation(PIVOT, body="self")}</eOperations>', 'abstract="true"') + eclass("Q", f'<eOperations name="area" eType="{TYPE}EInt">{annotation(PIVOT, body="1")}</eOperations><eOperations name="same" eType="#//Q">{annotation(PIVOT, body="self")}</eOperations>', 'eSuperTypes="#//S"') + eclass("R", more='eSuperTypes="#//Q"'),
    "a derived collection": eclass("A", reference("a", "#//A", 'upperBound="-1" containment="true"') + reference("d", "#//A", 'upperBound="-1" derived="true"', annotation(PIVOT, derivation="a->reject(a->isEmpty())->asOrderedSet()"))),
}  # fmt: skip
"""Metamodels without fault, by what is particular about them."""


def generate(text: str, folder: Path) -> Path:
    """Generate the classes of a metamodel and return the folder of their package."""
    source = folder / "p.ecore"
    source.write_text(text, encoding="utf-8")
    report = generate_classes(source, folder / "out")
    assert [str(warning) for warning in report.warnings] == []
    return report.folder


def objects_of(found: Any) -> list[Any]:
    """Return an object of each class that can be instantiated."""
    classes = [c for p in [found.eClass, *found.eClass.eSubpackages] for c in p.eClassifiers]
    return [c() for c in classes if isinstance(c, pyecore_ecore.EClass) and not c.abstract]


def resources(*packages: Any) -> ResourceSet:
    found = ResourceSet()
    found.metamodel_registry.update((p.nsURI, p) for p in packages)
    return found


def saved(root: Any, path: Path) -> str:
    resource = XMIResource(URI(str(path)))
    resource.append(root)
    resource.save()
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("body", ACCEPTED.values(), ids=ACCEPTED)
def test_generated_classes_equal_the_dynamic_metamodel(body: str, tmp_path: Path) -> None:
    folder = generate(ecore(body), tmp_path)
    dynamic = load(check_ecore(ecore(body).encode(), "p.ecore").data, "p.ecore")
    with imported(folder) as found:
        assert described(found.eClass) == described(dynamic)
        for obj in objects_of(found):
            for feature in obj.eClass.eAllStructuralFeatures():
                value = getattr(obj, feature.name)
                default = feature.get_default_value()
                assert (
                    list(value) == [] if feature.many else value == default or feature.derived or type(value) is object
                )
            assert all(finding.name in ("c", "missing-feature") for finding in obj.validate())


def test_other_prefixes_mean_the_same() -> None:
    text = ecore(eclass("A", attribute("a", "{EInt}")))
    other = text.replace("xmlns:ecore", "xmlns:e").replace("<ecore:", "<e:").replace("</ecore:", "</e:")
    other = other.replace('"ecore:', '"e:').replace("xsi:", "i:").replace("xmlns:xsi", "xmlns:i")
    assert other != text
    assert check_ecore(other.encode(), "a").data == check_ecore(text.encode(), "b").data


def test_any_type_of_ecore_may_stand_in_the_signature_of_an_operation() -> None:
    """As in the operations that EMF calls invariants, which are left out like all without a body."""
    types = [
        "EDiagnosticChain",
        "EEList",
        "EEnumerator",
        "EFeatureMap",
        "EFeatureMapEntry",
        "EMap",
        "EResource",
        "EResourceSet",
        "ETreeIterator",
        "EInvocationTargetException",
        "EFactory",
        "EStringToStringMapEntry",
        "EGenericType",
    ]
    parameters = "".join(f'<eParameters name="p{n}"><eGenericType eClassifier="ecore:EDataType http://www.eclipse.org/emf/2002/Ecore#//{name}"><eTypeArguments/></eGenericType></eParameters>' for n, name in enumerate(types))  # fmt: skip
    body = eclass("A", f'<eOperations name="invariant" eType="{TYPE}EBoolean">{parameters}</eOperations>')
    assert [one.code for one in check_ecore(ecore(body).encode(), "p.ecore").warnings] == ["operation-left-out"]
    kept = f'<eOperations name="f" eType="{TYPE}EInt">{annotation(PIVOT, body="1")}<eParameters name="m" eType="{TYPE}EMap"/></eOperations>'
    assert [one.code for one in check_ecore(ecore(eclass("A", kept)).encode(), "p").warnings] == ["type-left-out"]


def test_what_is_left_out_is_gone_from_the_package(tmp_path: Path) -> None:
    body = eclass(
        "A", '<eOperations name="f" eType="#//A"><eParameters name="x"/></eOperations><eTypeParameters name="T"/>'
    )
    source = tmp_path / "p.ecore"
    source.write_text(ecore(body + "<!-- a comment --><?python print(1)?>"))
    report = generate_classes(source, tmp_path / "out")
    copy = (report.folder / "p.ecore").read_text()
    assert {warning.code for warning in report.warnings} == {"operation-left-out", "generics-left-out"}
    assert not any(word in copy for word in ("eOperations", "eTypeParameters", "comment", "python"))
    assert check_ecore(copy.encode(), "p.ecore").warnings == ()


def test_our_own_classes_are_current(tmp_path: Path) -> None:
    metamodel = tmp_path / "metamodel"
    metamodel.mkdir()
    (metamodel / "game.ecore").write_bytes((METAMODEL / "game.ecore").read_bytes())
    written = {path.name: path.read_bytes() for path in generate_own_classes(metamodel).files}
    ours = METAMODEL / "generated"
    assert written == {path.name: path.read_bytes() for path in ours.iterdir() if path.is_file()}


def test_our_own_classes_equal_our_metamodel() -> None:
    assert described(generated.eClass) == described(package())


def test_generating_twice_gives_the_same_and_replaces(tmp_path: Path) -> None:
    body = ecore(ACCEPTED["packages that inherit from each other"])
    folder = generate(body, tmp_path)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "x.pyc").touch()
    assert generate(body, tmp_path) == folder
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    assert sorted(path.name for path in tmp_path.joinpath("out").iterdir()) == ["p"]


def test_defaults_are_values_of_their_types(tmp_path: Path) -> None:
    with imported(generate(ecore(ACCEPTED["data types"]), tmp_path)) as found:
        assert (found.A().d, found.A().o, found.A().f) == (3, None, None)
        assert found.A(d=4).d == 4
        with pytest.raises(TypeError):
            found.A(d="4")
    with imported(generate(ecore(ACCEPTED["an enumeration"]), tmp_path)) as found:
        assert found.A().e is found.E.a
        assert [(x.name, x.value, str(x)) for x in found.E.eLiterals][:2] == [("a", -1, "a"), ("b", 5, "b")]
    with imported(generate(ecore(ACCEPTED["a derivation of an enumeration"]), tmp_path)) as found:
        assert found.A().e is found.E.b


def test_operations_are_called_by_constraints_and_derivations(tmp_path: Path) -> None:
    texts = annotation(ECORE, constraints="few") + annotation(PIVOT, few="count(parts) &lt; 2")
    body = f'<eOperations name="count" eType="{TYPE}EInt">{annotation(PIVOT, body="all->size()")}<eParameters name="all" upperBound="-1" eType="#//A"/></eOperations>'
    more = attribute("size", "{EInt}", 'derived="true"', annotation(PIVOT, derivation="count(parts)"))
    text = eclass("A", texts + body + reference("parts", "#//A", 'upperBound="-1" containment="true"') + more)
    with imported(generate(ecore(text), tmp_path)) as found:
        obj = found.A(parts=[found.A(), found.A()])
        assert [operation.name for operation in found.A.eClass.eOperations] == ["count"]
        assert (obj.size, [finding.name for finding in obj.validate()]) == (2, ["few"])


def test_operations_are_methods(tmp_path: Path) -> None:
    """With a document, types, and the values of OCL in Python; a subclass has them as well."""
    doc = annotation(DOC, documentation="Those that weigh more.")
    heavier = f'<eOperations name="heavier" upperBound="-1" eType="#//A">{doc}{annotation(PIVOT, body="all->select(weight &gt; most + self.weight)")}<eParameters name="most" eType="{TYPE}EInt"/><eParameters name="all" upperBound="-1" eType="#//A"/></eOperations>'
    lighter = f'<eOperations name="lightest" eType="#//A">{annotation(PIVOT, body="all->sortedBy(weight)->first()")}<eParameters name="all" upperBound="-1" eType="#//A"/></eOperations>'
    kind = f'<eOperations name="kind" eType="#//E">{annotation(PIVOT, body="if weight &gt; 2 then E::b else E::a endif")}</eOperations>'
    endless = f'<eOperations name="endless" eType="{TYPE}EInt">{annotation(PIVOT, body="endless()")}</eOperations>'
    text = ENUM.format('<eLiterals name="a"/><eLiterals name="b"/>') + eclass("A", heavier + lighter + kind + endless + attribute("weight", "{EInt}")) + eclass("B", more='eSuperTypes="#//A"')  # fmt: skip
    with imported(generate(ecore(text), tmp_path)) as found:
        one, two, three = found.A(weight=1), found.A(weight=2), found.B(weight=3)
        assert one.heavier(1, [two, three]) == one.heavier(most=1, all=iter([two, three])) == (three,)
        assert (three.heavier(0, []), three.lightest([two, one]), one.lightest([])) == ((), one, None)
        assert (one.kind(), three.kind()) == (found.E.a, found.E.b)
        assert (found.A.heavier.__doc__, found.A.heavier.__name__) == ("Those that weigh more.", "heavier")
        assert str(inspect.signature(one.heavier)) == "(most: 'int', all: '_ecore.Iterable[A]') -> 'tuple[A, ...]'"
        for wrong, reason in (
            ((), "missing"),
            ((1, [], 2), "too many"),
            (("1", []), "most of heavier"),
            ((1, [1]), "all of"),
        ):
            with pytest.raises(TypeError, match=reason):
                one.heavier(*wrong)
        with pytest.raises(OclBudgetError, match="too deeply"):
            one.endless()
        assert [operation.name for operation in found.A.eClass.eOperations] == [
            "heavier",
            "lightest",
            "kind",
            "endless",
        ]


def test_of_overloaded_operations_the_first_is_a_method(tmp_path: Path) -> None:
    """That the second is none is told, as that it has the name of the first."""
    over = '<eOperations name="over" eType="{0}EInt">{1}<eParameters name="n" eType="{0}{2}"/></eOperations>'
    bodies = ("n + 1", "EInt"), ("n.size()", "EString")
    body = eclass("A", "\n".join(over.format(TYPE, annotation(PIVOT, body=text), type_) for text, type_ in bodies))
    (tmp_path / "p.ecore").write_text(ecore(body), encoding="utf-8")
    report = generate_classes(tmp_path / "p.ecore", tmp_path / "out")
    told = [one for one in report.warnings if one.code == "operation-without-method"]
    assert [one.place.line for one in told] == [5] and "an operation before it is called so" in told[0].message
    with imported(report.folder) as found:
        assert found.A().over(1) == 2
        assert [[p.eType.name for p in o.eParameters] for o in found.A.eClass.eOperations] == [["EInt"], ["EString"]]
        with pytest.raises(TypeError, match="n of over must be Integer"):
            found.A().over("abc")


def test_our_own_operations_are_methods_of_both_kinds_of_classes() -> None:
    keys = ["a", "b", "a", "b"]
    document = read(EXAMPLES[0].file("xmi"))
    twin, game = document.game, eobject_of(document.root)
    generated_game = generated.Game(name="x")
    assert twin.repeated(keys) == twin.repeated(keys=keys) == generated_game.repeated(keys) == (3, 4)
    assert twin.originals(keys) == generated_game.originals(keys) == (1, 2)
    steps = package().getEClassifier("Game").findEOperation("effectSteps")
    assert [x.eClass.name for x in twin.effectSteps()] == [x.eClass.name for x in compile_operation(steps)(game).items]
    assert twin.effectSteps() and generated_game.effectSteps() == ()
    assert twin.originals.__doc__ == generated_game.originals.__doc__
    with pytest.raises(TypeError, match="missing"):
        twin.repeated()  # type: ignore[call-arg]


def test_derived_features(tmp_path: Path) -> None:
    size = attribute("size", "{EInt}", 'derived="true"', annotation(PIVOT, derivation="parts->size()"))
    leaves = annotation(PIVOT, derivation="parts->select(size = 0)")
    body = eclass("A", reference("parts", "#//A", 'upperBound="-1" containment="true"') + size + reference("leaves", "#//A", 'upperBound="-1" derived="true"', leaves))  # fmt: skip
    with imported(generate(ecore(body), tmp_path)) as found:
        inner, outer = found.A(parts=[found.A()]), found.A()
        obj = found.A(parts=[inner, outer])
        assert (obj.size, obj.leaves, obj.eGet("size")) == (2, (outer,), 2)
        with pytest.raises(AttributeError):
            obj.size = 3
        with pytest.raises(TypeError, match="size of A is derived"):
            found.A(size=3)
        with pytest.raises(TypeError, match="no feature 'sise'"):
            found.A(sise=3)
        assert "size" not in saved(obj, tmp_path / "a.xmi")


def test_validate_covers_contents_bounds_and_constraints(tmp_path: Path) -> None:
    texts = annotation(ECORE, constraints="even") + annotation(
        PIVOT, even="Tuple{message = 'odd: ' + n.toString(), status = n.mod(2) = 0}.status"
    )
    body = eclass("A", texts + attribute("n", "{EInt}") + attribute("m", more='lowerBound="1"') + reference("parts", "#//A", 'upperBound="2" containment="true"') + reference("next", "#//A", 'containment="true"') + attribute("two", "{EInt}", 'lowerBound="2" upperBound="3"'))  # fmt: skip
    with imported(generate(ecore(body), tmp_path)) as found:
        good = found.A(n=2, m="x", two=[1, 2])
        assert good.validate() == []
        part = found.A(n=3, m="x", two=[1])
        root = found.A(n=2, two=[1, 2], parts=[part, good, found.A(m="x", two=[1, 2])])
        named = [(finding.name, finding.object) for finding in root.validate()]
        assert named == [("missing-feature", root), ("too-many-values", root), ("too-few-values", part), ("even", part)]
        assert str(root.validate()[-1]) == "A //@parts.0: odd: 3 [even]"
        assert str(root.validate()[0]) == "A /: this A needs m [missing-feature]"
        good.m = None
        assert [str(finding)[:13] for finding in good.validate()] == ["A //@parts.1:"]


def test_validate_covers_the_range_of_integers(tmp_path: Path) -> None:
    body = eclass("A", attribute("n", "{EInt}") + attribute("b", "{EByte}") + attribute("g", "{EBigInteger}") + attribute("l", "{ELong}", 'upperBound="-1"'))  # fmt: skip
    with imported(generate(ecore(body), tmp_path)) as found:
        assert found.A(n=2**31 - 1, b=b"x", g=2**99, l=[-(2**63), 2**63 - 1]).validate() == []
        told = [finding.message for finding in found.A(n=2**40, l=[1, 2**63]).validate()]
        assert told == [
            "n of this A is 1099511627776, which is no integer of 32 bits",
            "l of this A is 9223372036854775808, which is no integer of 64 bits",
        ]


def test_validate_covers_what_no_file_can_hold(tmp_path: Path) -> None:
    kinds = {"s": "EString", "c": "EChar", "i": "EInt", "b": "EByte", "o": "EBoolean"}
    body = eclass("A", "".join(attribute(name, TYPE + kind) for name, kind in kinds.items()))
    with imported(generate(ecore(body), tmp_path)) as found:
        assert found.A(s="a\tb\n", c="x", i=1, b=b"\x80", o=True).validate() == [] == found.A().validate()
        told = [one.message for one in found.A(s="a\x01b", c="xy", i=True, b=b"xy").validate()]
        assert told == [
            "s of this A is 'a\\x01b', with the character U+0001, which no file can hold",
            "c of this A is 'xy', which is no single character",
            "i of this A is True, which is no integer",
            "b of this A is b'xy', which is no single byte",
        ]


def test_bytes_and_numbers_that_are_not_finite_are_written_as_by_java(tmp_path: Path) -> None:
    """And read again, as the metamodel's own validation does."""
    kinds = {"b": "EByte", "d": "EDouble", "f": "EFloat", "o": "EDoubleObject"}
    body = eclass("A", "".join(attribute(name, TYPE + kind) for name, kind in kinds.items()))
    package = generate(ecore(body), tmp_path)
    with imported(package) as found:
        assert (found.A().d, found.A().f, found.A().o, found.A().b) == (0.0, 0.0, None, None)
        for values in ((b"\x05", inf, -inf, nan), (b"\x80", 1e300, 0.5, -0.0), (b"\xff", 1.0, 2.0, inf)):
            file = tmp_path / "a.xmi"
            files = ResourceSet()
            files.metamodel_registry[found.nsURI] = found
            saved = files.create_resource(URI(str(file)))
            saved.append(found.A(**dict(zip(kinds, values, strict=True))))
            saved.save()
            assert validate_instance(file, read_metamodel(tmp_path / "p.ecore")) == []
            again = ResourceSet()
            again.metamodel_registry[found.nsURI] = found
            read = again.get_resource(URI(str(file))).contents[0]
            assert repr((read.b, read.d, read.f, read.o)) == repr(values)
        assert 'b="-1"' in file.read_text() and 'o="Infinity"' in file.read_text()


def test_a_feature_that_there_is_not_cannot_be_set(tmp_path: Path) -> None:
    with imported(generate(ecore(eclass("A", attribute("name") + attribute("n", "{EInt}"))), tmp_path)) as found:
        obj = found.A(name="x")
        with pytest.raises(AttributeError, match=r"A has no feature 'nme' \(did you mean 'name'\?\)"):
            obj.nme = 3
        obj.name, obj._mine = "y", 3
        assert (obj.name, obj._mine, obj.eIsSet("n")) == ("y", 3, False)


def test_files_are_read_and_written(tmp_path: Path) -> None:
    literals = ENUM.format('<eLiterals name="a"/><eLiterals name="b" value="3" literal="a b"/>')
    body = literals + eclass("A", reference("parts", "#//q/B", 'upperBound="-1" containment="true" eOpposite="#//q/B/whole"') + attribute("e", "#//E")) + SUB.format(eclass("B", reference("whole", "#//A", 'eOpposite="#//A/parts"') + attribute("es", "#//E", 'upperBound="-1" unique="false"') + attribute("n", "{EInt}", 'upperBound="-1" unique="false"') + attribute("x", "{EDouble}") + reference("peer", "#//q/B")))  # fmt: skip
    with imported(generate(ecore(body), tmp_path)) as found:
        e, sub = found.E, found.eClass.eSubpackages[0]
        part = sub.getEClassifier("B")(es=[e.b, e.a], n=[3, -1], x=1.5)
        part.peer = part
        text = saved(found.A(e=e.b, parts=[part]), tmp_path / "a.xmi")
        assert 'e="a b"' in text
        root = resources(found, sub).get_resource(URI(str(tmp_path / "a.xmi"))).contents[0]
        assert isinstance(root, found.A)
        assert root.e is e.b
        again = root.parts[0]
        assert ([x.name for x in again.es], list(again.n), again.x) == (["b", "a"], [3, -1], 1.5)
        assert again.whole is root
        assert again.peer is again
        assert saved(root, tmp_path / "b.xmi") == text


def test_characters_dates_and_bytes_are_written_as_emf_writes_them(tmp_path: Path) -> None:
    """A character as its code; three digits of a second, since EMF takes six as so many milliseconds."""
    own = '<eClassifiers xsi:type="ecore:EDataType" name="{}" instanceClassName="{}"/>'
    types = "".join(own.format(*pair) for pair in (("C", "char"), ("D", "java.util.Date"), ("B", "byte[]")))
    both = attribute("cs", "{EChar}", 'upperBound="-1" unique="false"') + attribute("b", "{EByteArray}")
    body = types + eclass("A", attribute("c", "{EChar}", 'defaultValueLiteral="66"') + attribute("d", "{EDate}") + both) + eclass("O", attribute("c", "#//C") + attribute("d", "#//D") + attribute("b", "#//B"))  # fmt: skip
    with imported(generate(ecore(body), tmp_path)) as found:
        day = datetime(2020, 1, 2, 3, 4, 5, 67_899, timezone(timedelta(hours=1)))
        assert (found.A().c, found.A.c.eType, found.A.d.eType) == ("B", pyecore_ecore.EChar, pyecore_ecore.EDate)
        one = found.A(c="A", d=day, cs=["é", "7"], b=bytearray(b"\0\xff"))
        own = found.O(c="A", d=day.replace(tzinfo=None), b=bytearray(b"1"))
        texts = [saved(one, tmp_path / "one.xmi"), saved(own, tmp_path / "own.xmi")]
        assert all(
            part in texts[0] for part in ('c="65"', 'cs="233 55"', 'd="2020-01-02T03:04:05.067+0100"', 'b="00FF"')
        )
        assert all(part in texts[1] for part in ('c="65"', 'd="2020-01-02T03:04:05.067"', 'b="31"'))
        again = resources(found).get_resource(URI(str(tmp_path / "one.xmi"))).contents[0]
        assert (again.c, list(again.cs), again.d, again.b) == ("A", ["é", "7"], day.replace(microsecond=67_000), one.b)
        metamodel = tmp_path / "p.ecore"
        for name in ("one", "own"):
            assert [str(one) for one in validate(tmp_path / f"{name}.xmi", metamodel)] == []
        judge = [*compiled_judge(tmp_path), str(metamodel), str(tmp_path / "one.xmi")]
        said = [line for line in run(judge).splitlines() if "one.xmi" in line]
        assert all("EMF saves other bytes" in line for line in said), said


def as_generated(document: Document, folder: Path) -> Any:
    """Return a model as objects of our generated classes."""
    path = folder / "model.xmi"
    path.write_text(write(document, Syntax.XMI), encoding="utf-8")
    return resources(generated).get_resource(URI(str(path))).contents[0]


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_our_examples_as_objects_of_generated_classes(example: Any, tmp_path: Path) -> None:
    document = read(example.file("xmi"))
    model = as_generated(document, tmp_path)
    twin = document.root
    assert twin is not None
    assert isinstance(model, generated.Game)
    assert model.board.size == twin.board.size == model.board.width * model.board.height
    assert [p.darker for p in model.board.tileplacement] == [p.darker for p in twin.board.tileplacement]
    assert model.activePlayer is model.initialPlayer
    assert model.validate() == []
    once = saved(model, tmp_path / "once.xmi")
    again = resources(generated).get_resource(URI(str(tmp_path / "once.xmi"))).contents[0]
    assert saved(again, tmp_path / "twice.xmi") == once


def every(objects: Iterable[Any], feature: str, value: object) -> None:
    for obj in objects:
        setattr(obj, feature, value)


BREAKS: dict[str, Callable[[Any], object]] = {
    "board": lambda game: setattr(game.board, "width", 0),
    "colours": lambda game: every(game.players, "hexColor", "red"),
    "names": lambda game: every(game.players, "name", "same"),
    "places": lambda game: every(game.board.tileplacement, "row", 1),
    "no players": lambda game: game.players.clear(),
    "no first player": lambda game: setattr(game, "initialPlayer", None),
    "states": lambda game: every([state for tile in game.board.tiles for state in tile.states], "name", "s"),
    "unnamed": lambda game: setattr(game, "name", None),
}


@pytest.mark.parametrize("break_", BREAKS.values(), ids=BREAKS)
def test_constraints_are_judged_as_in_the_dynamic_metamodel(break_: Callable[[Any], object], tmp_path: Path) -> None:
    document = read(EXAMPLES[0].file("xmi"))
    model = as_generated(document, tmp_path)
    break_(model)
    break_(document.root)
    constraints = {detail for c in package().eClassifiers for a in c.eAnnotations for detail in a.details}
    multiplicities = {"missing-feature", "too-few-values", "too-many-values"}
    expected = sorted(d.code for d in validate(document) if d.code in constraints | multiplicities)
    assert expected
    found = sorted(finding.name for finding in model.validate())
    if not ABSENCES.keys().isdisjoint(expected):  # validation says once what the constraint says of a missing feature
        found = [name for name in found if name not in multiplicities]
    assert found == expected


def test_nothing_of_pyecore_is_changed(tmp_path: Path) -> None:
    def state() -> tuple[object, ...]:
        return (
            pyecore_ecore.ENamedElement.__dict__.get("__getattribute__"),
            pyecore_ecore.Metasubinstance.__dict__.get("mro"),
            dict(global_registry),
        )

    before = state()
    folder = generate(ecore(ACCEPTED["a diamond"]), tmp_path)
    with imported(folder):
        assert state() == before


def test_a_fresh_process_imports_it_and_type_checkers_understand_it(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    generate_classes(METAMODEL / "game.ecore", folder)
    for name, body in ACCEPTED.items():
        source = tmp_path / "p.ecore"
        source.write_text(ecore(body).replace('name="p"', f'name="p{list(ACCEPTED).index(name)}"'), encoding="utf-8")
        generate_classes(source, folder)
    names = sorted(path.name for path in folder.iterdir())
    code = "import sys\nsys.path.insert(0, sys.argv[1])\n" + "".join(f"import {name}\n" for name in names)
    run = [sys.executable, "-W", "error", "-c", code, str(folder)]
    subprocess.run(run, cwd=ROOT, check=True, timeout=120)
    (tmp_path / "use.py").write_text(
        "from game import Board, Game, TurnType, Transform\n"
        "game = Game(name='x', turnPolicy=TurnType.Simultaneous, board=Board(width=3))\n"
        "size: int = game.board.size\n"
        "game.board.size = 3\n"
        "game.turnPolicy = Transform.Identity\n"
        "game.nmae\n"
        "Board(widht=3)\n"
        "Board(size=3)\n"
    )
    config = tmp_path / "mypy.ini"
    config.write_text(
        f"[mypy]\nstrict = true\nmypy_path = {ROOT / 'src'}:{folder}\n"
        "[mypy-pyecore.*,lxml.*]\nignore_missing_imports = true\nfollow_imports = skip\n"
        "[mypy-tilewright.*]\nfollow_imports = silent\n"
    )
    check = [sys.executable, "-m", "mypy", "--config-file", str(config), "--cache-dir", str(tmp_path / "cache")]
    done = subprocess.run([*check, str(folder)], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout
    done = subprocess.run([*check, "use.py"], cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert [line.split(":")[1] for line in done.stdout.splitlines() if ": error:" in line] == [
        "4",
        "5",
        "6",
        "7",
        "8",
    ], done.stdout


def test_what_was_not_generated_is_not_replaced(tmp_path: Path) -> None:
    body = ecore(eclass("A"))
    folder = generate(body, tmp_path)
    (folder / "mine.py").write_text("mine = True\n")
    before = sorted(folder.iterdir())
    with pytest.raises(FileExistsError, match=r"what was not generated \(mine.py\)"):
        generate(body, tmp_path)
    assert sorted(folder.iterdir()) == before
    (folder / "mine.py").unlink()
    generate(body, tmp_path)
    (folder / "GENERATED").write_text("__init__.py\n_classes.py\n")
    with pytest.raises(FileExistsError, match="what was not generated"):
        generate(body, tmp_path)


def test_something_else_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "p").write_text("a file")
    with pytest.raises(FileExistsError, match="something else"):
        generate(ecore(""), tmp_path)
    (tmp_path / "out" / "p").unlink()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out" / "p").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FileExistsError, match="something else"):
        generate(ecore(""), tmp_path)


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    with pytest.raises(OSError, match="out"):
        generate(ecore(""), tmp_path)


def test_a_failure_leaves_the_old_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = generate(ecore(eclass("A")), tmp_path)
    before = (folder / "_classes.py").read_bytes()
    monkeypatch.setattr("tilewright.generator.packages.PackageGenerator.generate", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        generate(ecore(eclass("B")), tmp_path)
    assert (folder / "_classes.py").read_bytes() == before
    assert list((tmp_path / "out").iterdir()) == [folder]


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        generate_classes(tmp_path / "none.ecore", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_without_pyecoregen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generator, "find_spec", lambda _: None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'pyecoregen>=0.5.1'"):
        generate(ecore(""), tmp_path)


def test_a_metamodel_that_needs_changes_is_not_used_where_it_is(tmp_path: Path) -> None:
    source = tmp_path / "p.ecore"
    source.write_text(ecore(eclass("A", '<eOperations name="f"/>')))
    with pytest.raises(ValueError, match="operation-left-out"):
        generate_classes(source, tmp_path / "out", copy=False)
