"""The names that are visible at a place of an expression: variables, implicit sources, and those of the metamodel."""

from __future__ import annotations

from typing import NamedTuple

from tilewright.metamodel.ocl.code import SELF, Typed
from tilewright.metamodel.ocl.errors import OclError
from tilewright.metamodel.ocl.names import Classifiers
from tilewright.metamodel.ocl.syntax import CollectionTypeName, Node, Path, TupleTypeName
from tilewright.metamodel.ocl.types import (
    OCL_ANY,
    ClassType,
    CollectionType,
    EnumType,
    TupleType,
    Type,
    classifier_type,
    resolved,
    tuple_type,
)
from tilewright.metamodel.typing import EClass


class Binding(NamedTuple):
    """A slot of the frame and its type. A binding without a name is an implicit source."""

    name: str | None
    type: Type
    slot: int

    def read(self) -> Typed:
        """Compile an expression that reads the slot."""
        slot = self.slot
        return Typed(self.type, lambda frame: frame[slot], slot=slot)


class Scope:
    """The bindings in force, innermost last. Slots are never reused; ``slots`` is the size of the frame."""

    def __init__(self, text: str, context: EClass, names: Classifiers) -> None:
        self.text = text
        self.names = names
        self.package = resolved(context).ePackage
        self._warnings: dict[tuple[str, int], OclError] = {}
        self.own: dict[str, None] = {}
        """The names of the features of ``self`` that are read, in the order of the text."""
        self.bindings = [Binding(None, classifier_type(context), SELF)]
        self.slots = SELF + 1

    def error(self, message: str, offset: int) -> OclError:
        """Return an error at an offset of the text."""
        return OclError(message, self.text, offset)

    def warn(self, code: str, message: str, offset: int) -> None:
        """Add a warning about an offset of the text, unless it was added already."""
        self._warnings.setdefault((message, offset), OclError(message, self.text, offset, code))

    @property
    def warnings(self) -> tuple[OclError, ...]:
        """What is allowed, but hardly meant."""
        return tuple(self._warnings.values())

    def bind(self, name: str | None, type_: Type) -> Binding:
        """Add a binding; the caller removes it from ``bindings`` where its scope ends."""
        self.bindings.append(Binding(name, type_, self.slots))
        self.slots += 1
        return self.bindings[-1]

    def variable(self, name: str) -> Binding | None:
        """Return the innermost variable of this name, or None."""
        return next((b for b in reversed(self.bindings) if b.name == name), None)

    def implicit_sources(self) -> list[Binding]:
        """Return the implicit sources, innermost first."""
        return [b for b in reversed(self.bindings) if b.name is None]

    def known(self) -> set[str]:
        """Return all names of variables, features and parts with which an expression could begin here."""
        known = {b.name for b in self.bindings if b.name}
        for source in self.implicit_sources():
            if isinstance(source.type, ClassType):
                known.update(self.names.features(source.type.eclass))
            elif isinstance(source.type, TupleType):
                known.update(name for name, _ in source.type.parts)
        return known

    def type(self, node: Node) -> Type:
        """Return the type that *node* names; ``OclError`` if it names none."""
        if isinstance(node, CollectionTypeName):
            return CollectionType(node.kind, OCL_ANY if node.element is None else self.type(node.element))
        if isinstance(node, TupleTypeName):
            return tuple_type((p.name, OCL_ANY if p.type is None else self.type(p.type)) for p in node.parts)
        if not isinstance(node, Path):
            raise self.error("expected the name of a type", node.offset)
        found = self.names.classifier(str(node), self.package)
        if found is None:
            raise self.error(self.names.no_classifier(str(node)), node.offset)
        return found

    def enum_of(self, path: Path) -> EnumType | None:
        """Return the enumeration in *path*, if it has the form ``Enum::Literal``; else None."""
        found = self.names.classifier("::".join(path.names[:-1]), self.package)
        return found if isinstance(found, EnumType) else None
