"""Models of every shape that the metamodel allows, for properties that must hold for all of them.

They are well formed, but hardly ever valid games: elements of every class where one may stand, names that are missing,
odd or alike, any value of an attribute's type, references to any element of the right class. ``models()`` draws one;
``models("StepFilter")`` one that has an element of a class; ``models(complete=True)`` one in which every feature that
must be set is set. What is left to chance shrinks to little.

Values are set in document order, so that a model and what is read from its text have the same order at the end of a
reference that texts leave out.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from tilewright.metamodel import ClassInfo, FeatureInfo, Kind, schema
from tilewright.metamodel.typing import EObject
from tilewright.model.objects import create, set_value, values_of, walk

ODD_TEXTS = (
    "",
    " ",
    "a b",
    "A.B",
    "B",
    "//@board",
    "/",
    "null",
    "true",
    "name",
    "tiles",
    "Tile",
    "game",
    "with",
    "own",
    "->",
    "3",
    "-1",
    "line\nbreak\r\n\ttab",
    "\"'`\\",
    "\\n",
    "// no comment",
    "/* nor this */",
    "<&]]>",
    "{}()[],;",
    "Zürich",
    "Żółw_2",
    "²",
    "將棋",
    "🎲",
    "\u202eback",
    "a\u0301",
    "\u2028",
    "\u00a0",
    "\u0085",
    "\ufeff",
)
"""Texts that a notation may stumble over."""

NUMBERS = (0, 1, 2, 3, -1, 7, 19, 32767, -32768, 2**31 - 1, -(2**31))


@st.composite
def models(
    draw: st.DrawFn,
    *class_names: str,
    complete: bool = False,
    most: int = 40,
    plain: bool = False,
    distinct: bool = False,
) -> EObject:
    """Draw a Game with about *most* elements, among them one of each class named.

    *plain* texts are names; *distinct* identifiers are not used twice.
    """
    root = _Generator(draw(st.randoms(use_true_random=False)), complete, most, plain).game(class_names)
    if distinct:
        _tell_apart(root)
    return root


OWNING = frozenset({"OfPlayer", "Pattern", "PlayerFilter"})
"""The classes that name a player by what is his own. Nature has nothing, and the notation refuses its name there."""


class _Generator:
    def __init__(self, rng: random.Random, complete: bool, most: int, plain: bool) -> None:
        self.rng = rng
        self.complete = complete
        self.left = most
        self.texts = [f"N{i}" for i in range(200)] if plain else [*"ABCDE", "north", "Stone", *ODD_TEXTS]

    def game(self, class_names: tuple[str, ...]) -> EObject:
        root = create("Game")
        for name in class_names:
            self._with(root, name)
        self._grow(root)
        if self.complete:
            self._complete(root)
        elements = list(walk(root))
        for obj in elements:
            self._attributes(obj)
        for obj in elements:
            self._references(obj, elements)
        return root

    # -- contents

    def _with(self, root: EObject, name: str) -> None:
        """Put an element of a class into the model, with the containers that it needs."""
        obj = root
        for feature, class_name in path_to(name):
            held = values_of(obj, feature)
            fitting = [child for child in held if child.eClass.name == class_name]
            if fitting and class_name != name:
                obj = fitting[-1]
            elif held and not feature.many:
                return
            else:
                obj = self._put(obj, feature, class_name)

    def _put(self, obj: EObject, feature: FeatureInfo, class_name: str) -> EObject:
        child = create(class_name)
        set_value(obj, feature, child)
        self.left -= 1
        return child

    def _grow(self, root: EObject) -> None:
        growing = list(walk(root))
        while growing and self.left > 0:
            obj = growing.pop(self.rng.randrange(len(growing)))
            for feature in _contained(schema().of(obj)):
                number = self._number(feature)
                if not feature.many and values_of(obj, feature):
                    number = 0
                for _ in range(min(number, self.left)):
                    growing.append(self._put(obj, feature, self.rng.choice(schema().concrete[feature.type])))

    def _number(self, feature: FeatureInfo) -> int:
        """Return how many elements a feature gets; filters and values, of which there are many classes, get more."""
        rich = schema().classes[feature.type].abstract
        if feature.many:
            return self.rng.choice((0, 1, 2, 3) if rich else (0, 0, 1, 2))
        return self.rng.choice((0, 1) if rich or feature.type.endswith("Pipeline") else (0, 0, 1))

    def _complete(self, root: EObject) -> None:
        pending = list(walk(root))
        while pending:
            obj = pending.pop()
            for feature in _contained(schema().of(obj)):
                if feature.lower > 0 and not values_of(obj, feature):
                    possible = schema().concrete[feature.type]
                    least = min(map(_needs, possible))
                    leaf = self.rng.choice([name for name in possible if _needs(name) == least])
                    pending.append(self._put(obj, feature, leaf))

    # -- values

    def _attributes(self, obj: EObject) -> None:
        for feature in schema().of(obj).stored:
            if feature.kind is not Kind.ATTRIBUTE:
                continue
            if feature.many:
                for _ in range(max(self.rng.choice((0, 1, 2, 5)), feature.lower if self.complete else 0)):
                    set_value(obj, feature, self._value(feature))
            elif self.rng.random() < 0.6 or (self.complete and feature.lower > 0):
                set_value(obj, feature, self._value(feature))

    def _value(self, feature: FeatureInfo) -> object:
        if feature.literals is not None:
            return self.rng.choice(list(feature.literals.values()))
        if feature.type == "int":
            return self.rng.choice(NUMBERS)
        if feature.type == "boolean":
            return self.rng.random() < 0.5
        return self.rng.choice(self.texts)

    def _references(self, obj: EObject, elements: list[EObject]) -> None:
        for feature in schema().of(obj).stored:
            if feature.kind is not Kind.REFERENCE or not feature.written:
                continue
            possible = [one for one in elements if feature.type in schema().of(one).supertypes]
            if feature.type == "Player" and not OWNING.isdisjoint(schema().of(obj).supertypes):
                possible = list(elements[0].players)
            number = self.rng.choice((0, 1, 2)) if feature.many else self.rng.choice((0, 1, 1))
            number = max(number, feature.lower if self.complete else 0)
            for target in self.rng.sample(possible, min(number, len(possible))):
                set_value(obj, feature, target)


def _tell_apart(root: EObject) -> None:
    known: set[str] = set()
    for obj in walk(root):
        for feature in schema().of(obj).stored:
            if feature.identifier and getattr(obj, feature.name) is not None:
                if getattr(obj, feature.name) in known:
                    set_value(obj, feature, f"identifier {len(known)}")
                known.add(getattr(obj, feature.name))


def _contained(info: ClassInfo) -> Iterator[FeatureInfo]:
    return (feature for feature in info.stored if feature.kind is Kind.CONTAINMENT)


def _needs(class_name: str) -> int:
    """Return how many contained elements a class needs."""
    return sum(feature.lower for feature in _contained(schema().classes[class_name]))


def path_to(class_name: str) -> list[tuple[FeatureInfo, str]]:
    """Return a shortest way from a Game to an element of a class: features, each with the class of its element."""
    reached: dict[str, list[tuple[FeatureInfo, str]]] = {"Game": []}
    pending = ["Game"]
    for current in pending:
        for feature in _contained(schema().classes[current]):
            for child in schema().concrete[feature.type]:
                if child not in reached:
                    reached[child] = [*reached[current], (feature, child)]
                    pending.append(child)
    return reached[class_name]


CONCRETE = tuple(name for name, info in schema().classes.items() if not info.abstract)
"""The names of all classes of which there are elements."""
