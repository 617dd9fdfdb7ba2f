"""The classes of elements and their constraints were made of game.ecore: they say what PyEcore and the evaluator say."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from pyecore.resources import URI, ResourceSet
from pyecore.resources.xmi import XMIResource

from tests.model.bad_inputs import choices
from tests.model.bad_inputs import constraints as bad_constraints
from tests.regenerate import own_modules
from tests.support.gallery import EXAMPLES
from tests.support.generated_models import models
from tests.support.ocl_house import evaluate
from tests.support.places import METAMODEL
from tilewright.metamodel import Kind, package, schema
from tilewright.metamodel.budget import Meter
from tilewright.metamodel.checking import INVALID, attempt, conjunction, disjunction, implication
from tilewright.metamodel.checking import given as given_value
from tilewright.metamodel.elements import Element
from tilewright.metamodel.loading import constraints
from tilewright.metamodel.ocl import INVALID as OCL_INVALID
from tilewright.metamodel.typing import EObject
from tilewright.model.document import Syntax
from tilewright.model.eobjects import element_of, eobject_of
from tilewright.model.files import read, read_text, write
from tilewright.model.objects import create, difference, fragment, set_value, values_of, walk
from tilewright.model.validation.constraints import checks_of, violations
from tilewright.runtime import load


def test_the_modules_are_current() -> None:
    assert {file: file.read_text(encoding="utf-8") for file in own_modules()} == own_modules()


def test_the_constraints_assign_and_import_only_what_they_use() -> None:
    """A plain function does without what OCL computes for the message only."""
    for file in ("checks.py", "verdicts.py"):
        module = ast.parse((METAMODEL / file).read_text(encoding="utf-8"))
        for function in (node for node in module.body if isinstance(node, ast.FunctionDef)):
            nodes = list(ast.walk(function))
            assigned = {
                node.target.id
                for node in nodes
                if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
            }
            assert assigned <= loaded(nodes), function.name
        imported = {alias.name for node in module.body if isinstance(node, ast.ImportFrom) for alias in node.names}
        assert imported - {"annotations"} <= loaded(ast.walk(module))


def loaded(nodes: Iterable[ast.AST]) -> set[str]:
    return {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}


# -- the metamodel


def said(feature: Any) -> tuple[object, ...]:
    """Return what PyEcore says of a feature."""
    kind = Kind.ATTRIBUTE
    if feature.is_reference:
        kind = Kind.CONTAINMENT if feature.containment else Kind.REFERENCE
    default = None if feature.many or feature.is_reference else feature.get_default_value()
    literals = [x.name for x in feature.eType.eLiterals] if feature.eType.eClass.name == "EEnum" else None
    bounds = (feature.many, feature.lowerBound, feature.upperBound)
    opposite = feature.is_reference and feature.eOpposite and feature.eOpposite.name
    identifier = feature.is_attribute and feature.iD
    return (feature.name, kind, bounds, str(default), feature.derived, bool(identifier), opposite or None, literals)


def test_the_schema_is_that_of_pyecore() -> None:
    classes = [c for c in package().eClassifiers if c.eClass.name == "EClass"]
    assert list(schema().classes) == [c.name for c in classes]
    for eclass in classes:
        info = schema().classes[eclass.name]
        assert info.abstract == eclass.abstract
        assert info.supertypes == {eclass.name, *(c.name for c in eclass.eAllSuperTypes())}
        assert {f.name for f in info.own} == {f.name for f in eclass.eStructuralFeatures}
        features = {f.name: f for f in eclass.eAllStructuralFeatures()}
        assert set(info.by_name) == set(features)
        for feature in info.features:
            default = getattr(feature.default, "name", feature.default)
            bounds = (feature.many, feature.lower, feature.upper)
            literals = None if feature.literals is None else list(feature.literals)
            ours = (feature.name, feature.kind, bounds, str(default), feature.derived, feature.identifier)
            assert (*ours, feature.opposite, literals) == said(features[feature.name])
            assert getattr(create_of(info), feature.name) == (() if feature.many else feature.default)


def create_of(info: Any) -> Element:
    found: Element = info.python_class()
    return found


# -- models


def assert_same(element: Element, twin: EObject, twins: dict[Element, EObject]) -> None:
    """Assert that PyEcore gives for every feature of an object what its element has."""
    assert twin.eClass.name == element.eClass.name
    container, feature = element.eContainer(), element.eContainmentFeature()
    assert twin.eContainer() is (None if container is None else twins[container])
    assert getattr(twin.eContainmentFeature(), "name", None) == getattr(feature, "name", None)
    assert {id(child) for child in twin.eContents} == {id(twins[child]) for child in element.eContents()}
    for feature in element.eClass.features:
        value = twin.eGet(feature.name)
        values = list(value) if feature.many else [] if value is None else [value]
        ours = getattr(element, feature.name)
        ours = list(ours) if feature.many else [] if ours is None else [ours]
        if feature.literals is not None:
            assert [v.name for v in values] == [v.name for v in ours]
        elif feature.kind is Kind.ATTRIBUTE:
            assert values == ours
        elif feature.written:
            assert [id(v) for v in values] == [id(twins[v]) for v in ours]
        else:
            assert {id(v) for v in values} == {id(twins[v]) for v in ours}


def paired(root: Element, converted: EObject) -> dict[Element, EObject]:
    """Return the objects that PyEcore has for elements: they stand at the same places."""
    found = {root: converted}
    pending = [root]
    while pending:
        element = pending.pop()
        for feature in element.eClass.containments:
            value = getattr(found[element], feature.name)
            children = list(value) if feature.many else [] if value is None else [value]
            found.update(zip(values_of(element, feature), children, strict=True))
            pending.extend(values_of(element, feature))
    return found


def assert_pyecore_sees_the_same(root: Element) -> EObject:
    converted = eobject_of(root)
    twins = paired(root, converted)
    for element, twin in twins.items():
        assert_same(element, twin, twins)
    assert difference(root, element_of(converted)) is None
    return converted


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_pyecore_sees_the_examples_as_we_do(example: Any, tmp_path: Any) -> None:
    document = read(example.file("xmi"))
    assert document.root is not None
    converted = assert_pyecore_sees_the_same(document.root)
    resource = XMIResource(URI(str(tmp_path / "saved.xmi")))
    resource.append(converted)
    resource.save()
    resources = ResourceSet()
    resources.metamodel_registry[package().nsURI] = package()
    again = resources.get_resource(URI(str(tmp_path / "saved.xmi"))).contents[0]
    assert difference(document.root, element_of(again)) is None


def test_objects_of_pyecore_are_written_and_played() -> None:
    document = read(EXAMPLES[0].file("game"))
    converted = eobject_of(document.game)
    for syntax in (Syntax.XMI, Syntax.GAME, Syntax.BGDSL):
        assert write(converted, syntax) == write(document.game, syntax)
    assert str(load(converted).initial_state()) == str(load(document).initial_state())


@given(models(distinct=True))
@settings(max_examples=40)
def test_pyecore_sees_any_model_as_we_do(root: Element) -> None:
    assert_pyecore_sees_the_same(root)


def test_what_is_no_model_is_no_element() -> None:
    game = package().getEClassifier("Game")(name="Twice")
    with pytest.raises(ValueError, match="of no class of the metamodel"):
        element_of(package())
    board = package().getEClassifier("Board")()
    game.board = board
    chain = package().getEClassifier("MovableFilter")()
    board.ensure = chain
    chain.nextFilter = chain
    with pytest.raises(ValueError, match="contained twice"):
        element_of(game.board.ensure)


# -- constraints


VALUES: list[tuple[str, Callable[[], object]]] = [
    ("true", lambda: True),
    ("false", lambda: False),
    ("null", lambda: None),
    ("invalid", lambda: given_value(None)),
]
LOGIC = {"and": conjunction, "or": disjunction, "implies": implication}


@pytest.mark.parametrize("operator", LOGIC)
@pytest.mark.parametrize("left", VALUES, ids=[name for name, _ in VALUES])
@pytest.mark.parametrize("right", VALUES, ids=[name for name, _ in VALUES])
def test_logic_is_that_of_ocl(operator: str, left: tuple[str, Any], right: tuple[str, Any]) -> None:
    found = attempt(lambda: LOGIC[operator](left[1], right[1]))
    expected = evaluate(f"{left[0]} {operator} {right[0]}")
    assert found is expected or (found is INVALID and expected is OCL_INVALID)


def judged(root: Element) -> list[tuple[str, str, str, str]]:
    """Return what the generated functions find: the constraint, the element, the message, the other element."""
    return sorted(
        (v.constraint, fragment(v.element), v.message, "" if v.related is None else fragment(v.related))
        for element in walk(root)
        for name, check in checks_of(element.eClass)
        for v in violations(element, name, check, Meter(10_000_000))
    )


def evaluated(root: Element, *, broken: bool = False) -> list[tuple[str, str, str, str]]:
    """Return the same as the evaluator of OCL finds it in PyEcore's objects.

    Of a model that is *broken* constraints without a result are left out, as they are in ``judged``.
    """
    from tilewright.metamodel.ocl import Meter

    converted = eobject_of(root)
    elements = {twin: element for element, twin in paired(root, converted).items()}
    known = constraints()
    return sorted(
        (v.constraint, fragment(elements[v.element]), v.message, (v.related and fragment(elements[v.related])) or "")
        for obj in elements
        for constraint in known[obj.eClass.name]
        for v in constraint.violations(obj, Meter(50_000_000))
        if not (v.undefined and broken)
    )


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_valid_models_are_judged_alike(example: Any) -> None:
    root = read(example.file("xmi")).root
    assert root is not None
    assert judged(root) == evaluated(root) == []


def test_every_constraint_is_judged_alike_where_it_is_violated() -> None:
    found = set()
    for bad in (*bad_constraints.ROWS, *choices.ROWS):
        root = read_text(bad.text, "bad", bad.syntax).root
        if root is not None:
            told = judged(root)
            assert told == evaluated(root, broken=True), str(bad)
            found.update(name for name, *_ in told)
    assert len(found) > 80


@given(models(most=60))
@settings(max_examples=60)
def test_any_models_are_judged_alike(root: Element) -> None:
    assert judged(root) == evaluated(root, broken=True)


def test_elements_alone_are_judged_alike() -> None:
    for info in schema().classes.values():
        if not info.abstract:
            assert judged(create(info.name)) == evaluated(create(info.name), broken=True)


def test_a_feature_that_is_null_is_judged_alike() -> None:
    for feature in (f for f in schema().classes["TilePlacement"].stored if not f.many):
        root = read(EXAMPLES[0].file("xmi")).root
        assert root is not None
        for cell in root.board.tileplacement[:3]:
            set_value(cell, feature, None)
            assert values_of(cell, feature) == []
        assert judged(root) == evaluated(root, broken=True)
