"""A small metamodel and model for the OCL tests: a house with rooms and people.

    package house { enum Mood { Calm, Cross }
      abstract class Thing { name : String }
      class House : Thing { storeys, height : Real, open, built : EDate; rooms, people contained; owner }
      class Room  : Thing { area; tags : String[*] nonunique; doors : Room[*]; inside : Room contained; door()
                            within(least : Integer) : Integer, ever() : Boolean }
      class Person: Thing { age, mood, friends : Person[*] unordered; scores : Integer[*] unordered nonunique; best; in }
      package pets { class Dog : Thing { tricks; master : Person }  class Statue { weight } } }

The model: house 'Hill' with rooms 'hall' (area 10), 'loft' (20), 'shed' (30, containing 'nook'), doors in a circle
hall -> loft -> shed -> hall, and people 'Ann' (30, Calm), 'Bob' (40, Cross), 'Cy' (no age set: 0).
"""

from __future__ import annotations

from functools import cache
from typing import Any

from pyecore.ecore import (
    EAnnotation,
    EAttribute,
    EBoolean,
    EClass,
    EDate,
    EDouble,
    EEnum,
    EInt,
    EOperation,
    EPackage,
    EParameter,
    EReference,
    EString,
)

from tilewright.metamodel.ocl import Value, compile_expression
from tilewright.metamodel.typing import EObject


@cache
def package() -> Any:
    """Return the metamodel."""
    house = EPackage("house", "urn:test:house", "house")
    pets = EPackage("pets", "urn:test:house:pets", "pets")
    house.eSubpackages.append(pets)
    mood = EEnum("Mood", literals=["Calm", "Cross"])
    thing = EClass("Thing", abstract=True)
    classes = {name: EClass(name, superclass=(thing,)) for name in ("House", "Room", "Person", "Dog")}
    statue = EClass("Statue")
    house.eClassifiers.extend([mood, thing, classes["House"], classes["Room"], classes["Person"]])
    pets.eClassifiers.extend([classes["Dog"], statue])
    room, person = classes["Room"], classes["Person"]
    thing.eStructuralFeatures.append(EAttribute("name", EString))
    classes["House"].eStructuralFeatures.extend(
        [
            EAttribute("storeys", EInt),
            EAttribute("height", EDouble),
            EAttribute("open", EBoolean),
            EAttribute("built", EDate),
            EReference("rooms", room, upper=-1, containment=True),
            EReference("people", person, upper=-1, containment=True),
            EReference("owner", person),
        ]
    )
    room.eStructuralFeatures.extend(
        [
            EAttribute("area", EInt),
            EAttribute("tags", EString, upper=-1, unique=False),
            EReference("doors", room, upper=-1),
            EReference("inside", room, containment=True),
        ]
    )
    room.eOperations.append(EOperation("door"))
    room.eOperations.append(
        operation("within", EInt, "if inside = null then least else inside.within(least + 1) endif", least=EInt)
    )
    room.eOperations.append(operation("ever", EBoolean, "ever()"))
    person.eStructuralFeatures.extend(
        [
            EAttribute("age", EInt),
            EAttribute("mood", mood),
            EReference("friends", person, upper=-1, ordered=False),
            EAttribute("scores", EInt, upper=-1, ordered=False, unique=False),
            EReference("best", person),
            EAttribute("in", EBoolean),
        ]
    )
    classes["Dog"].eStructuralFeatures.extend([EAttribute("tricks", EInt), EReference("master", person)])
    statue.eStructuralFeatures.append(EAttribute("weight", EInt))
    return house


def operation(name: str, type_: Any, body: str, **parameters: Any) -> Any:
    """Return an operation that is said in OCL."""
    said = EAnnotation("http://www.eclipse.org/emf/2002/Ecore/OCL/Pivot")
    said.details["body"] = body
    found = EOperation(name, type_, params=[EParameter(name, parameter) for name, parameter in parameters.items()])
    found.eAnnotations.append(said)
    return found


def eclass(name: str) -> Any:
    """Return the class called *name*."""
    house = package()
    return house.getEClassifier(name) or house.eSubpackages[0].getEClassifier(name)


def make(class_name: str, /, **values: Any) -> EObject:
    """Return a new object of the class called *class_name*."""
    made = eclass(class_name)()
    for feature, value in values.items():
        if isinstance(value, list):
            getattr(made, feature).extend(value)
        else:
            setattr(made, feature, value)
    return made


@cache
def model() -> EObject:
    """Return the house."""
    mood = package().getEClassifier("Mood")
    calm, cross = mood.eLiterals
    hall = make("Room", name="hall", area=10, tags=["red", "wide", "red"])
    loft = make("Room", name="loft", area=20)
    shed = make("Room", name="shed", area=30, inside=make("Room", name="nook", area=5))
    hall.doors.append(loft)
    loft.doors.append(shed)
    shed.doors.append(hall)
    ann = make("Person", name="Ann", age=30, mood=calm, scores=[3, 1, 3])
    bob = make("Person", name="Bob", age=40, mood=cross, friends=[ann], best=ann)
    cy = make("Person", name="Cy", friends=[ann, bob])
    return make(
        "House",
        name="Hill",
        storeys=2,
        height=7.5,
        open=True,
        rooms=[hall, loft, shed],
        people=[ann, bob, cy],
        owner=ann,
    )


def evaluate(text: str, obj: EObject | None = None) -> Value:
    """Return the value of *text* for *obj*, or for the house."""
    obj = model() if obj is None else obj
    return compile_expression(text, obj.eClass).evaluate(obj)
