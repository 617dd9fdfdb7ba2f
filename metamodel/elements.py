"""Elements: the parts of a model, as plain objects.

Their classes are in ``language``, which is generated from the metamodel. A feature that is not set has no entry in the
``__dict__`` of its element; reading it finds the default in the class. ``model.objects`` builds elements and keeps both
ends of references consistent; unlike in PyEcore, setting a value checks nothing and notifies nobody.
``model.eobjects`` converts elements to PyEcore's objects.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, TypeVar

from tilewright.metamodel.features import ClassInfo, FeatureInfo

T = TypeVar("T")


def present(value: T | None) -> T:
    """Return *value*, which a model without errors does not lack; for type checkers."""
    assert value is not None
    return value


class Element:
    """The base of the classes of elements. Elements are compared by identity."""

    eClass: ClassVar[ClassInfo]
    own_features: ClassVar[tuple[FeatureInfo, ...]] = ()
    """The features that a class declares itself."""
    container: Element | None = None
    """The element that contains this one."""
    containing: FeatureInfo | None = None
    """The feature of the container that holds this element."""

    def __init_subclass__(cls, abstract: bool = False) -> None:
        parents = tuple(base.eClass for base in cls.__bases__ if issubclass(base, Element) and base is not Element)
        cls.eClass = ClassInfo(cls.__name__, cls, abstract, parents, cls.__dict__.get("own_features", ()))

    def eContainer(self) -> Any:
        """Return the element that contains this one; None for a root."""
        return self.container

    def eContainmentFeature(self) -> Any:
        """Return the feature of the container that holds this element; None for a root."""
        return self.containing

    def eContents(self) -> list[Element]:
        """Return the contained elements in metamodel order."""
        found: list[Element] = []
        fields = self.__dict__
        for feature in self.eClass.containments:
            value = fields.get(feature.name)
            if value is None:
                continue
            if feature.many:
                found += value
            else:
                found.append(value)
        return found

    def eAllContents(self) -> Iterator[Element]:
        """Yield all that this element contains, each before its own contents, in metamodel order."""
        pending = self.eContents()[::-1]
        while pending:
            element = pending.pop()
            yield element
            pending.extend(element.eContents()[::-1])

    def __repr__(self) -> str:
        name = getattr(self, "name", None)
        return f"<{self.eClass.name} {name!r}>" if isinstance(name, str) else f"<{self.eClass.name}>"
