"""OCL: calls of operations evaluate the body of the object's own class, and overloaded names are told apart."""

from __future__ import annotations

from typing import Any

import pytest
from pyecore.ecore import EAttribute, EClass, EInt, EOperation, EPackage, EParameter, EReference, EString

from tests.support.ocl_house import operation
from tilewright.metamodel.ocl import OclError, compile_expression, compile_operation, show
from tilewright.metamodel.operations import compile_operations


def shapes(body: str | None = "0", circle: str | None = "3", **more: Any) -> EPackage:
    """Return a package of shapes. *body* and *circle* are the bodies of ``area`` of Shape and Circle.

    abstract Shape { area() : Integer  twice() : Integer  of(Shape), of(Square), of(String) : String }
    Square : Shape { side; area() }   Circle : Shape   Tile : Square   Disc : Circle, Square
    Box { shapes : Shape[*] }
    """
    root = EPackage("shapes", "urn:shapes", "shapes")
    shape = EClass("Shape", abstract=True)
    square, circle_class = EClass("Square", superclass=(shape,)), EClass("Circle", superclass=(shape,))
    tile, disc = EClass("Tile", superclass=(square,)), EClass("Disc", superclass=(circle_class, square))
    box = EClass("Box")
    root.eClassifiers.extend([shape, square, circle_class, tile, disc, box])
    shape.eOperations.append(EOperation("area", EInt) if body is None else operation("area", EInt, body))
    shape.eOperations.append(operation("twice", EInt, "area() * 2"))
    for name, type_ in (("shape", shape), ("square", square), ("text", EString)):
        shape.eOperations.append(operation("of", EString, f"'{name}'", **{name: type_}))
    square.eStructuralFeatures.append(EAttribute("side", EInt))
    square.eOperations.append(operation("area", EInt, "side * side"))
    if circle is not None:
        circle_class.eOperations.append(operation("area", EInt, circle))
    box.eStructuralFeatures.append(EReference("shapes", shape, upper=-1, containment=True))
    return root


def box_of(root: EPackage, *names: str) -> Any:
    """Return a box with an object of each of these classes, of which squares have the sides 2, 3 and so on."""
    made = root.getEClassifier("Box")()
    for number, name in enumerate(names, 2):
        shape = root.getEClassifier(name)()
        if shape.eClass.findEStructuralFeature("side") is not None:
            shape.side = number
        made.shapes.append(shape)
    return made


CALLS = [
    ("shapes.area()", "Sequence{4, 3, 16}"),
    ("shapes->collect(area())", "Sequence{4, 3, 16}"),
    ("shapes->collect(s | s.area() + 1)", "Sequence{5, 4, 17}"),
    ("shapes.twice()", "Sequence{8, 6, 32}"),
    ("shapes->first().oclAsType(Square).area()", "4"),
    ("shapes->at(2).area()", "3"),
    ("shapes->select(area() > 3)->size()", "2"),
    ("shapes->closure(shapes.area()->sum() = 23 and false).area()", None),
    ("(if true then null else shapes->first() endif).area()", "invalid"),
]


@pytest.mark.parametrize(("text", "value"), CALLS)
@pytest.mark.parametrize("body", ["0", None], ids=["with a body", "without"])
def test_the_class_of_the_object_decides(text: str, value: str | None, body: str | None) -> None:
    root = shapes(body)
    made = box_of(root, "Square", "Circle", "Tile")
    if value is None:
        with pytest.raises(OclError, match="body of closure"):
            compile_expression(text, made.eClass)
    else:
        assert show(compile_expression(text, made.eClass).evaluate(made)) == value


def test_the_superclass_that_is_named_first_comes_first() -> None:
    """But none before its subclasses: Shape is behind Circle and Square."""
    root = shapes()
    made = box_of(root, "Disc")
    assert show(compile_expression("shapes.area()", made.eClass).evaluate(made)) == "Sequence{3}"
    root = shapes(circle=None)
    made = box_of(root, "Disc", "Circle")
    assert show(compile_expression("shapes.area()", made.eClass).evaluate(made)) == "Sequence{4, 0}"


def test_a_class_of_another_metamodel_has_the_body_of_its_superclass() -> None:
    root = shapes()
    own = EClass("Own", superclass=(root.getEClassifier("Square"),))
    made = box_of(root)
    made.shapes.append(own(side=5))
    assert show(compile_expression("shapes.area()", made.eClass).evaluate(made)) == "Sequence{25}"


def test_objects_of_another_copy_of_the_metamodel() -> None:
    made = box_of(shapes(), "Square", "Circle")
    expression = compile_expression("shapes.area()", shapes().getEClassifier("Box"))
    assert expression.context is not made.eClass
    assert show(expression.evaluate(made)) == "Sequence{4, 3}"


def test_an_operation_that_a_class_lacks_cannot_be_called() -> None:
    root = shapes(None, circle=None)
    message = "the operation 'area' of Shape has no body in OCL for Circle"
    for text in ("shapes.area()", "shapes->first().twice()"):
        with pytest.raises(OclError, match=message):
            compile_expression(text, root.getEClassifier("Box"))
    with pytest.raises(OclError, match=message):
        compile_operation(root.getEClassifier("Shape").eOperations[0])
    made = box_of(root, "Square")
    of_squares = compile_expression("shapes->selectByKind(Square).area()", made.eClass)
    assert show(of_squares.evaluate(made)) == "Sequence{4}", "all squares have it"


@pytest.mark.parametrize(
    ("circle", "message"),
    [
        (
            "area(",
            "in the body of the operation 'area' of Circle, 1:6: expected an expression, found the end of the text",
        ),
        ("'round'", "in the body of the operation 'area' of Circle, 1:1: the body must be Integer, not String"),
    ],
)
def test_a_bad_body_of_a_subclass_is_told_where_it_is_called(circle: str, message: str) -> None:
    with pytest.raises(OclError) as raised:
        compile_expression("shapes.area()", shapes(circle=circle).getEClassifier("Box"))
    assert raised.value.message == message


def test_the_result_of_an_overriding_operation_must_conform() -> None:
    root = shapes(circle=None)
    root.getEClassifier("Circle").eOperations.append(operation("area", EString, "'round'"))
    with pytest.raises(OclError, match=r"Circle\.area is String, but overrides Shape\.area, which is Integer"):
        compile_expression("shapes.area()", root.getEClassifier("Box"))


def test_the_result_of_an_overriding_operation_may_be_of_a_subclass() -> None:
    root = shapes()
    for name, body in (("Shape", "self"), ("Square", "oclAsType(Square)")):
        eclass = root.getEClassifier(name)
        eclass.eOperations.append(operation("same", eclass, body))
    made = box_of(root, "Square", "Circle")
    for text, value in (
        ("shapes->selectByKind(Square).same().side", "Sequence{2}"),
        ("shapes.same()", "Sequence{Square, Circle}"),
    ):
        assert show(compile_expression(text, made.eClass).evaluate(made)) == value


def test_functions_of_operations() -> None:
    """That of an operation with a body evaluates this body, as in Python; without one the object decides."""
    for body, of_circle in (("0", 0), (None, 3)):
        root = shapes(body)
        found = compile_operations(root, pytest.fail)
        area = root.getEClassifier("Shape").eOperations[0]
        assert found[area](root.getEClassifier("Circle")()) == of_circle


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("shapes->first().of('a')", "'text'"),
        ("shapes->first().of(shapes->first())", "'shape'"),
        ("shapes->first().of(shapes->first().oclAsType(Square))", "'square'"),
        ("shapes->first().of(Tile.allInstances()->any(true))", "'square'"),
    ],
)
def test_the_parameters_of_an_overloaded_name_decide(text: str, value: str) -> None:
    made = box_of(shapes(), "Square", "Tile")
    assert show(compile_expression(text, made.eClass).evaluate(made)) == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("shapes->first().of(1)", "of(Shape) or of(Square) or of(String) does not take (Integer)"),
        ("shapes->first().of(null)", "(OclVoid) fits of(Shape) or of(Square) or of(String) alike"),
        ("shapes->first().area(1)", "area() does not take (Integer)"),
    ],
)
def test_arguments_that_fit_none_or_several(text: str, message: str) -> None:
    with pytest.raises(OclError) as raised:
        compile_expression(text, shapes().getEClassifier("Box"))
    assert raised.value.message.startswith(message)


def test_a_parameter_of_another_type_does_not_override() -> None:
    root = shapes(None, circle=None)
    circle = root.getEClassifier("Circle")
    circle.eOperations.append(operation("area", EInt, "1"))
    circle.eOperations[-1].eParameters.append(EParameter("in", EInt))
    with pytest.raises(OclError, match="no body in OCL for Circle"):
        compile_expression("shapes.area()", root.getEClassifier("Box"))


def test_bodies_that_refer_to_one_that_fails_fail_as_well() -> None:
    """In whatever order they are compiled, also if they call each other."""
    for text in ("first() = 1", "second() = 1", "third() = 1"):
        node = EClass("Node")
        EPackage("p", "urn:p", "p").eClassifiers.append(node)
        bodies = (("first", "second()"), ("second", "first() + third()"), ("third", "first() + wrong"))
        node.eOperations.extend(operation(name, EInt, body) for name, body in bodies)
        for _ in range(2):
            with pytest.raises(OclError, match="unknown name 'wrong'"):
                compile_expression(text, node)
