"""Operations in models of one's own metamodel: files and objects of generated classes are judged alike."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from pathlib import Path

import pytest

from tests.support.ecore_files import ECORE, PIVOT, TYPE, annotation, attribute, eclass, ecore, imported, reference
from tests.support.library import HEAD
from tilewright.generator.classes import generate_classes
from tilewright.model import validate
from tilewright.model.instances import read_metamodel


def area(body: str | None) -> str:
    """Return an operation ``area``, perhaps with a body."""
    return f'<eOperations name="area" eType="{TYPE}EInt">{"" if body is None else annotation(PIVOT, body=body)}</eOperations>'


def shapes(body: str | None) -> str:
    """Return a metamodel of shapes in a box; *body* is that of Shape's area, which its subclasses override."""
    doubled = attribute("doubled", "{EInt}", 'derived="true"', annotation(PIVOT, derivation="area() * 2"))
    told = annotation(ECORE, constraints="small") + annotation(PIVOT, small="shapes.area()-&gt;sum() &lt;= 12 and shapes-&gt;forAll(doubled = 2 * area())")  # fmt: skip
    own = annotation(ECORE, constraints="doubledOk") + annotation(PIVOT, doubledOk="doubled = 2 * side * side")
    return ecore(
        eclass("Shape", area(body) + doubled, 'abstract="true"')
        + eclass("Square", own + area("side * side") + attribute("side", "{EInt}"), 'eSuperTypes="#//Shape"')
        + eclass("Tile", more='eSuperTypes="#//Square"')
        + eclass("Dot", area("1"), 'eSuperTypes="#//Shape"')
        + eclass("Box", told + reference("shapes", "#//Shape", 'upperBound="-1" containment="true"'))
    )


@pytest.mark.parametrize("body", ["0", None])
def test_the_body_of_the_own_class_is_evaluated(body: str | None, tmp_path: Path) -> None:
    metamodel, model = tmp_path / "shapes.ecore", tmp_path / "model.xmi"
    metamodel.write_text(shapes(body), encoding="utf-8")
    report = generate_classes(metamodel, tmp_path, name="shapes_of_tests")
    assert report.warnings == ()
    with imported(report.folder) as p:
        for side, found in ((3, []), (4, ["small"])):
            parts = f'<shapes xsi:type="p:Square" side="1"/><shapes xsi:type="p:Tile" side="{side}"/><shapes xsi:type="p:Dot"/>'
            model.write_text(f"<p:Box {HEAD}>{parts}</p:Box>", encoding="utf-8")
            assert [one.code for one in validate(model, metamodel)] == found
            box = p.Box(shapes=[p.Square(side=1), p.Tile(side=side), p.Dot()])
            assert [one.name for one in box.validate()] == found
            assert [shape.area() for shape in box.shapes] == [1, side * side, 1]
            assert [p.Shape.area(shape) for shape in box.shapes] == ([1, side * side, 1] if body is None else [0, 0, 0])
            assert [shape.doubled for shape in box.shapes] == [2, 2 * side * side, 2]


def test_overloaded_operations_are_told_apart(tmp_path: Path) -> None:
    over = "".join(
        f'<eOperations name="over" eType="{TYPE}EInt">{annotation(PIVOT, body=body)}<eParameters name="x" eType="{TYPE}{type_}"/></eOperations>'
        for type_, body in (("EInt", "x"), ("EString", "x.size()"))
    )
    told = annotation(ECORE, constraints="c d") + annotation(PIVOT, c="over(7) = 7", d="over('ab') = 3")
    metamodel, model = tmp_path / "p.ecore", tmp_path / "model.xmi"
    metamodel.write_text(ecore(eclass("A", told + over)), encoding="utf-8")
    model.write_text(f"<p:A {HEAD}/>", encoding="utf-8")
    assert [one.code for one in validate(model, metamodel)] == ["d"]


def test_a_set_is_the_value_of_an_ordered_feature(tmp_path: Path) -> None:
    """As in Eclipse: a closure of one object is a Set, and a Bag loses what is repeated."""
    told = annotation(ECORE, constraints="c d e") + annotation(
        PIVOT,
        c="all-&gt;size() = 2 and all-&gt;first() = next",
        d="names-&gt;size() = 1",
        e="every()-&gt;at(1) = self",
    )
    features = [
        attribute("name"),
        reference("next", "#//A", 'containment="true"'),
        reference("all", "#//A", 'upperBound="-1" derived="true"', annotation(PIVOT, derivation="self->closure(next)->excluding(self)")),
        attribute("names", more='upperBound="-1" derived="true"', inner=annotation(PIVOT, derivation="self->closure(next).name")),
        f'<eOperations name="every" upperBound="-1" eType="#//A">{annotation(PIVOT, body="self->closure(next)")}</eOperations>',
    ]  # fmt: skip
    metamodel, model = tmp_path / "p.ecore", tmp_path / "model.xmi"
    metamodel.write_text(ecore(eclass("A", told + "".join(features))), encoding="utf-8")
    model.write_text(f'<p:A {HEAD} name="a">\n<next name="a">\n<next name="a"/></next></p:A>', encoding="utf-8")
    found = [(one.code, one.place.line) for one in validate(model, metamodel)]
    assert found == [("c", 2), ("c", 3)] or found == [("c", 3), ("c", 4)], found
    with imported(generate_classes(metamodel, tmp_path, name="sets_of_tests").folder) as p:
        inner = p.A(name="a")
        outer = p.A(name="a", next=inner)
        assert (outer.all, outer.names, outer.every()) == ((inner,), ("a",), (outer, inner))


def test_decimals_and_dates_are_compared_and_computed(tmp_path: Path) -> None:
    """A decimal is a Real, of which Python sees a decimal again; dates have an order."""
    texts = {"c": "price + 1 &gt; 2.5", "d": "price = 1.1 implies born &lt; parts-&gt;first().born", "e": "double = price * 2", "f": "half(prices-&gt;sum()) &lt; 3", "g": "parts-&gt;sortedBy(born)-&gt;first() = parts-&gt;last()"}  # fmt: skip
    decimal = TYPE + "EBigDecimal"
    features = [
        attribute("price", "{EBigDecimal}"),
        attribute("prices", "{EBigDecimal}", 'upperBound="-1"'),
        attribute("double", "{EBigDecimal}", 'derived="true"', annotation(PIVOT, derivation="price * 2")),
        attribute("born", "{EDate}"),
        reference("parts", "#//B", 'upperBound="-1" containment="true"'),
        f'<eOperations name="half" eType="{decimal}">{annotation(PIVOT, body="x / 2")}<eParameters name="x" eType="{decimal}"/></eOperations>',
    ]  # fmt: skip
    told = annotation(ECORE, constraints=" ".join(texts)) + annotation(PIVOT, **texts)
    metamodel, model = tmp_path / "p.ecore", tmp_path / "model.xmi"
    metamodel.write_text(
        ecore(eclass("A", told + "".join(features)) + eclass("B", attribute("born", "{EDate}"))), "utf-8"
    )
    rows = [
        ("1.1", ("2.5", "3.25"), (2, 1), ["c"]),
        ("1.6", ("2.5", "3.75"), (1, 2), ["f", "g"]),
        ("1.1", ("1",), (1, 0), ["c", "d"]),
    ]
    with imported(generate_classes(metamodel, tmp_path, name="decimals_of_tests").folder) as p:
        for price, prices, (first, last), found in rows:
            parts = "".join(f'<parts born="200{year}-01-01T00:00:00.000+0000"/>' for year in (first, last))
            values = "".join(f"<prices>{text}</prices>" for text in prices)
            model.write_text(
                f'<p:A {HEAD} price="{price}" born="2001-01-01T00:00:00.000+0000">{values}{parts}</p:A>', "utf-8"
            )
            assert [one.code for one in validate(model, metamodel)] == found
            dates = [p.B(born=datetime(2000 + year, 1, 1)) for year in (first, last)]
            made = p.A(price=Decimal(price), prices=map(Decimal, prices), born=datetime(2001, 1, 1), parts=dates)
            assert [one.name for one in made.validate()] == found
        assert (made.double, made.half(Decimal("3"))) == (Decimal("2.2"), Decimal("1.5"))
        assert {type(made.double), type(made.half(Decimal(3)))} == {Decimal}
        huge = p.A(price=Decimal("1e400"))
        assert {one.name for one in huge.validate()} == {"undefined-constraint"}


@pytest.mark.parametrize(
    "source", ["http://www.eclipse.org/emf/2002/Ecore/OCL", "http://www.eclipse.org/ocl/examples/OCL", PIVOT]
)
def test_ocl_under_the_common_source_is_evaluated(source: str, tmp_path: Path) -> None:
    metamodel, model = tmp_path / "p.ecore", tmp_path / "model.xmi"
    told = annotation(ECORE, constraints="small") + annotation(source, small="d &lt; 5")
    doubled = attribute("d", "{EInt}", 'derived="true"', annotation(source, derivation="n * 2"))
    metamodel.write_text(ecore(eclass("A", told + attribute("n", "{EInt}") + doubled)), encoding="utf-8")
    assert read_metamodel(metamodel).warnings == ()
    for number, found in ((2, []), (3, ["small"])):
        model.write_text(f'<p:A {HEAD} n="{number}"/>', encoding="utf-8")
        assert [one.code for one in validate(model, metamodel)] == found


def test_what_stands_under_a_further_source_is_left_out(tmp_path: Path) -> None:
    metamodel = tmp_path / "p.ecore"
    told = annotation(ECORE, constraints="c") + annotation(PIVOT, c="true")
    other = annotation("http://www.eclipse.org/emf/2002/Ecore/OCL", d="false")
    metamodel.write_text(ecore(eclass("A", told + "\n" + other)), encoding="utf-8")
    (found,) = read_metamodel(metamodel).warnings
    assert found.code == "ocl-left-out" and "'http://www.eclipse.org/emf/2002/Ecore/OCL'" in found.message


INVARIANT = (
    f'<eOperations name="{{}}" eType="{TYPE}EBoolean">{{}}<eParameters name="chain" eType="{TYPE}EDiagnosticChain"/>'
    f'<eParameters name="context"><eGenericType eClassifier="{TYPE}EMap"><eTypeArguments eClassifier="{TYPE}EJavaObject"/>'
    f'<eTypeArguments eClassifier="{TYPE}EJavaObject"/></eGenericType></eParameters></eOperations>'
)
"""An operation that EMF takes for an invariant: its name, and its annotations."""


@pytest.mark.parametrize("before", ["", annotation(ECORE, constraints="even") + annotation(PIVOT, even="n.mod(2) = 0")])
def test_invariants_as_operations_are_constraints(before: str, tmp_path: Path) -> None:
    metamodel, model = tmp_path / "p.ecore", tmp_path / "model.xmi"
    operation = INVARIANT.format("positive", annotation(PIVOT, body="n &gt; 0"))
    metamodel.write_text(ecore(eclass("A", before + operation + attribute("n", "{EInt}"))), encoding="utf-8")
    report = generate_classes(metamodel, tmp_path, name="invariants_of_tests")
    assert report.warnings == ()
    with imported(report.folder) as p:
        for number, found in ((2, []), (-2, ["positive"])):
            model.write_text(f'<p:A {HEAD} n="{number}"/>', encoding="utf-8")
            assert [one.code for one in validate(model, metamodel)] == found
            assert [one.name for one in p.A(n=number).validate()] == found


@pytest.mark.parametrize(
    ("operation", "code", "place"),
    [
        (INVARIANT.format("c", "\n" + annotation(PIVOT, body="m")), "bad-ocl", "p.ecore:5:1"),
        (INVARIANT.format("c", ""), "operation-left-out", "p.ecore:3:1"),
        (annotation(ECORE, constraints="c") + annotation(PIVOT, c="true") + INVARIANT.format("c", "\n" + annotation(PIVOT, body="false")), "ocl-left-out", "p.ecore:7:1"),
    ],
)  # fmt: skip
def test_invariants_that_cannot_be_evaluated_are_told(operation: str, code: str, place: str, tmp_path: Path) -> None:
    metamodel = tmp_path / "p.ecore"
    metamodel.write_text(ecore(eclass("A", operation)), encoding="utf-8")
    found = [one for one in read_metamodel(metamodel, lenient=True).warnings if one.code == code]
    assert [str(one.place).removeprefix(f"{tmp_path}/") for one in found] == [place]


@pytest.mark.parametrize(("bound", "second"), [("1", 'friend="/0"'), ("1", ""), ("-1", "")])
def test_a_reference_may_be_its_own_opposite(bound: str, second: str, tmp_path: Path) -> None:
    metamodel, model = tmp_path / "p.ecore", tmp_path / "model.xmi"
    told = annotation(ECORE, constraints="c") + annotation(PIVOT, c="friend-&gt;forAll(f | f.friend-&gt;includes(self)) and friend-&gt;notEmpty()")  # fmt: skip
    friend = reference("friend", "#//A", f'upperBound="{bound}" eOpposite="#//A/friend"')
    metamodel.write_text(ecore(eclass("A", told + friend)), encoding="utf-8")
    text = f'<xmi:XMI {HEAD}>\n<p:A friend="/1"/>\n<p:A {second}/>\n</xmi:XMI>'
    model.write_text(text, encoding="utf-8")
    assert validate(model, metamodel) == []
    report = generate_classes(metamodel, tmp_path, name="friends_of_tests")
    with imported(report.folder) as p:
        one, other = p.A(), p.A()
        one.friend = other if bound == "1" else [other]
        assert (other.friend if bound == "1" else other.friend[0]) is one
        assert [found.name for found in one.validate()] == []
