"""The run-time library of generated classes: the functions that declare them.

``tilewright generate classes`` writes a package of declarations::

    class Board(_ecore.Element):
        width: int = _ecore.attribute("EInt", lower=1, default=None)
        tiles: _ecore.MutableSequence[Tile] = _ecore.reference("//Tile", upper=-1, containment=True, default=())

        @_ecore.operation
        def neighbours(self, tile: Tile) -> tuple[Tile, ...]:
            raise NotImplementedError

Its classes are ordinary static classes of PyEcore, described by an ``EClass`` that equals the one of the metamodel:
``complete`` resolves their types, copies the annotations from the packaged ``.ecore`` file, and lets derived features
and operations evaluate their OCL. ``Element.validate`` checks objects against that file. Nothing is registered
globally: to read files, register the package with your own ``ResourceSet``.
"""

from __future__ import annotations

import builtins
import inspect
from collections.abc import Callable, Collection, Iterable, Iterator, MutableSequence, MutableSet
from datetime import datetime
from decimal import Decimal
from functools import partial, update_wrapper
from pathlib import Path
from types import MethodType
from typing import TYPE_CHECKING, Any, Generic, Never, TypeVar, dataclass_transform, overload

from pyecore import ecore

from tilewright.metamodel.constraints import packages_of
from tilewright.metamodel.copying import duplicate, reduced, restore
from tilewright.metamodel.derived import compile_derivations, derive
from tilewright.metamodel.forms import (
    character,
    octet,
    octets,
    written_character,
    written_date,
    written_number,
    written_octet,
    written_octets,
)
from tilewright.metamodel.isolated import load, without_code
from tilewright.metamodel.judging import Finding, appoint, findings, fragment, left_out
from tilewright.metamodel.linking import Reference, Unregistered, erase
from tilewright.metamodel.ocl.errors import suggest
from tilewright.metamodel.operations import compile_operations, method
from tilewright.metamodel.typing import EClass, EObject, EPackage

__all__ = [
    "Any",
    "Collection",
    "Decimal",
    "Derived",
    "Element",
    "Enumeration",
    "Finding",
    "Iterable",
    "MutableSequence",
    "MutableSet",
    "abstract",
    "attribute",
    "builtins",
    "complete",
    "datatype",
    "datetime",
    "interface",
    "literal",
    "named",
    "operation",
    "package",
    "reference",
]

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
C = TypeVar("C", bound=type)
F = TypeVar("F", bound=Callable[..., Any])


class Derived(Generic[T_co]):
    """The type of a derived feature for type checkers: it can be read, but not set."""

    if TYPE_CHECKING:

        @overload
        def __get__(self, obj: None, owner: type) -> Any: ...
        @overload
        def __get__(self, obj: object, owner: type) -> T_co: ...
        def __get__(self, obj: object, owner: type) -> Any: ...
        def __set__(self, obj: object, value: Never) -> None: ...


def attribute(
    type: str, *, default: str | Collection[Any] | None, init: bool = True, id: bool = False, **features: Any
) -> Any:
    """Declare an attribute. *type* is the fragment of a classifier of the package, or the name of a type of Ecore.

    *default* is the text of the default value. *init* tells type checkers whether the constructor takes the attribute.
    *features* are the other features of ``EAttribute``, such as ``lower`` and ``upper``.
    """
    text = default if isinstance(default, str) else None
    found = ecore.EAttribute(iD=id, defaultValueLiteral=text, **features)
    found.declared = (type, None)
    return found


def reference(
    type: str, *, default: Collection[Any] | None, init: bool = True, opposite: str | None = None, **features: Any
) -> Any:
    """Declare a reference; see ``attribute``. *opposite* is the fragment of the opposite reference."""
    resolved = features.pop("resolve_proxies", None)
    found = Reference(**features)
    if resolved is not None:
        found.resolveProxies = resolved
    found.declared = (type, opposite)
    return found


def literal(value: int, text: str | None = None) -> Any:
    """Declare a literal of an enumeration; *text* is its spelling in files, if that is not its name."""
    found = ecore.EEnumLiteral(value=value)
    if text is not None:
        found.literal = text
    return found


def datatype(name: str, java: str | None = None) -> Any:
    """Return a data type. *java* names the Java class of its values, which determines the class in Python."""
    python, _, default = ecore.EDataType.transmap.get(java, (object, False, None))
    found = ecore.EDataType(name, eType=python, default_value=default)
    found.instanceClassName_ = java
    parse = _CHARACTER if java in ("char", "java.lang.Character") else _PARSERS.get(python)
    if parse is not None:
        found.from_string, found.to_string = parse
    return found


_CHARACTER = (character, written_character)
_DATE = (ecore.EDate.from_string, written_date)
_OCTETS = (octets, written_octets)
_OCTET = (octet, written_octet)
_NUMBER = (float, written_number)
_PARSERS = {
    int: (int, str),
    float: _NUMBER,
    bool: (ecore.EBoolean.from_string, ecore.EBoolean.to_string),
    datetime: _DATE,
    bytearray: _OCTETS,
}

_WRITTEN = {
    name: ecore.EDataType(
        name, eType=python, default_value=ecore.eClassifiers[name].default_value, from_string=parse, to_string=write
    )
    for name, python, (parse, write) in (
        ("EChar", str, _CHARACTER),
        ("ECharacterObject", str, _CHARACTER),
        ("EDate", datetime, _DATE),
        ("EByteArray", bytearray, _OCTETS),
        *((name, bytes, _OCTET) for name in ("EByte", "EByteObject")),
        *((name, float, _NUMBER) for name in ("EDouble", "EDoubleObject", "EFloat", "EFloatObject")),
    )
}
"""By the names of those types of Ecore that PyEcore reads and writes otherwise than EMF: types that do it as EMF."""


class _Operation:
    """A declared operation as a method. ``complete`` replaces ``invoke`` by the function that evaluates its OCL."""

    def __init__(self, declared: Callable[..., Any]) -> None:
        self.signature = inspect.signature(declared)
        self.invoke: Callable[..., Any] = declared
        update_wrapper(self, declared)

    def __get__(self, obj: Any, owner: type) -> Any:
        return self if obj is None else MethodType(self, obj)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self.invoke(*self.signature.bind(*arguments, **named).arguments.values())


def operation(declared: F) -> F:
    """Declare an operation by a method that has its parameters, its types and its docstring.

    The body of the method runs only if the operation has no OCL text that compiles.
    """
    return _Operation(declared)  # type: ignore[return-value]


def abstract(found: C) -> C:
    """Declare a class abstract."""
    found.eClass.abstract = True  # type: ignore[attr-defined]
    return found


def interface(found: C) -> C:
    """Declare a class an interface."""
    found.eClass.interface = True  # type: ignore[attr-defined]
    return found


class named:
    """Declare the name of a classifier in the metamodel, if its Python class has another name.

    This happens when classifiers of several packages have the same name.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __call__(self, found: C) -> C:
        if isinstance(found, ecore.EEnum):
            found.name = self._name
        else:
            found.eClass.name = found.__name__ = self._name  # type: ignore[attr-defined]
        return found


class _Enum(ecore.EEnum, metaclass=Unregistered):  # type: ignore[misc]
    """An enumeration: iterating over it yields its literals. It is pickled by its name."""

    def __iter__(self) -> Iterator[Any]:
        return iter(self.eLiterals)

    def __reduce__(self) -> str:
        return str(self.__qualname__)


class _EnumerationClass(type):
    """Turns the declaration of an enumeration into the ``EEnum`` that PyEcore works with."""

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        if not bases:
            return super().__new__(mcs, name, bases, body)
        found = _Enum(name)
        found.__module__, found.__qualname__ = body["__module__"], body["__qualname__"]
        for key, value in body.items():
            if isinstance(value, ecore.EEnumLiteral):
                value.name = key
                # no subclass says it, since OCL knows literals by PyEcore's class
                value.__reduce_ex__ = partial(_reduced_literal, found, key)
                found.eLiterals.append(value)
        found.from_string, found.to_string = _literal_reader(found), _written_literal
        return found

    if TYPE_CHECKING:

        def __iter__(cls: type[T]) -> Iterator[T]: ...


def _reduced_literal(enumeration: EObject, name: str, protocol: int) -> tuple[Any, ...]:
    """Pickle a literal by its name."""
    return getattr, (enumeration, name)


def _literal_reader(enumeration: EObject) -> Any:
    """Return a function from the text of a literal, or else its name, to the literal."""

    def read(text: str) -> EObject:
        for known in enumeration.eLiterals:
            if text == (known.literal or known.name):
                return known
        found = enumeration.getEEnumLiteral(name=text)
        if found is None:
            raise ValueError(f"{enumeration.name} has no literal '{text}'")
        return found

    return read


def _written_literal(value: Any) -> str:
    return str(getattr(value, "literal", None) or value)


class Enumeration(metaclass=_EnumerationClass):
    """The base of declared enumerations. To a type checker its literals are its instances."""

    if TYPE_CHECKING:
        name: str
        value: int
        literal: str | None


if TYPE_CHECKING:

    class _Object:
        """The public part of PyEcore's ``EObject``, for type checkers."""

        eClass: Any
        eContents: list[Any]
        eResource: Any

        def __init__(self, **features: Any) -> None: ...
        def eContainer(self) -> Any: ...
        def eContainmentFeature(self) -> Any: ...
        def eAllContents(self) -> Iterator[Any]: ...
        def eGet(self, feature: Any) -> Any: ...
        def eSet(self, feature: Any, value: Any) -> None: ...
        def eIsSet(self, feature: Any) -> bool: ...
        def eURIFragment(self) -> str: ...
        def delete(self, recursive: bool = True) -> None: ...

    _ObjectClass = type
else:
    _Object, _ObjectClass = ecore.EObject, ecore.MetaEClass


class _ElementClass(_ObjectClass):
    """Describes each declared class by an ``EClass``, without registering it with its module as PyEcore would."""

    eClass: EClass

    def __init__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> None:
        type.__init__(cls, name, bases, body)
        if _Object not in bases:
            ecore.Core._promote(cls)
            with_base = cls.eClass.eSuperTypes
            if ecore.EObject.eClass in with_base:
                with_base.remove(ecore.EObject.eClass)


@dataclass_transform(kw_only_default=True, field_specifiers=(attribute, reference))
class Element(_Object, metaclass=_ElementClass):
    """The base of generated classes. The constructor takes features by name, but no derived ones."""

    def __init__(self, /, **features: Any) -> None:
        super().__init__()
        for name, value in features.items():
            feature = self.eClass.findEStructuralFeature(name)
            if feature is None:
                raise TypeError(self._unknown(name))
            if feature.derived:
                raise TypeError(f"{name} of {self.eClass.name} is derived and cannot be given")
            if feature.many:
                getattr(self, name).extend(value)
            else:
                setattr(self, name, value)

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name.startswith("_") or name == "listeners" or hasattr(type(self), name)):  # PyEcore sets listeners
            raise AttributeError(self._unknown(name))
        super().__setattr__(name, value)

    def _unknown(self, name: str) -> str:
        """Return a sentence that says that the class has no such feature."""
        known = (str(known.name) for known in self.eClass.eAllStructuralFeatures() if not known.derived)
        return f"{self.eClass.name} has no feature {name!r}{suggest(name, known)}"

    def delete(self, recursive: bool = True) -> None:
        """Take the object out of its container and of all references, and everything out of it.

        With *recursive* the same is done to all that it contains. Cost: linear in the objects and their references.
        """
        for part in list(self.eAllContents()) if recursive else ():
            erase(part)
        erase(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        """Return a copy of the object and all that it contains, which is in no container.

        References to what is copied lead to the copies. Others lead where they led before, but those with an opposite
        are left out, as by ``EcoreUtil.copy`` of EMF.
        """
        return duplicate(self, memo)

    def __copy__(self) -> Never:
        raise TypeError(f"a copy of this {self.eClass.name} cannot share its contents: use copy.deepcopy")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the object with all that it contains, its containers, and all objects to which these refer."""
        return reduced(self, lambda container: isinstance(container, Element))

    def __setstate__(self, state: Any) -> None:
        restore(self, state)

    def __repr__(self) -> str:
        name = getattr(vars(self).get("name"), "_value", None)
        return f"<{self.eClass.name} {name!r}>" if isinstance(name, str) else f"<{self.eClass.name}>"

    def validate(self) -> list[Finding]:
        """Return what is wrong with this object and all its contents.

        The packaged ``.ecore`` file says what is right: the multiplicity of each feature, the bits of integers, and the
        constraints in OCL.
        Cost: the first call compiles all constraints; each call is linear in the contents, the OCL apart.
        """
        return list(findings(self))


def package(
    name: str, uri: str, prefix: str, classifiers: Collection[Any], subpackages: Collection[EPackage] = ()
) -> EPackage:
    """Return a package of declared classifiers, in the order of its file."""
    found = ecore.EPackage(name, nsURI=uri, nsPrefix=prefix)
    found.eClassifiers.extend(c.eClass if isinstance(c, _ElementClass) else c for c in classifiers)
    found.eSubpackages.extend(subpackages)
    return found


def complete(root: EPackage, module: str, file: str) -> dict[str, EPackage]:
    """Complete declared classes from their ``.ecore`` file: types, opposites, annotations and OCL.

    *module* is the path of the module that declares them; *file* is the path of the file relative to its folder.

    Return the packages by their fragments: the root is ``//``, a sub-package of it ``//NAME``.
    """
    for feature in [
        f for p in packages_of(root) for c in p.eClassifiers for f in getattr(c, "eStructuralFeatures", ())
    ]:
        type_, opposite = feature.declared
        del feature.declared
        feature.eType = _at(root, type_) if type_.startswith("//") else _ecore_type(type_)
        feature._eType = _WRITTEN.get(type_, feature._eType)  # what PyEcore's readers and writers ask
        if opposite is not None and feature._eopposite is None:
            feature.eOpposite = _at(root, opposite)
    path = Path(module).parent / file
    judge = load(path.read_bytes(), str(path))
    _annotate(root, judge)
    for feature, derivation in compile_derivations(root, left_out).items():
        derive(feature.eContainingClass.python_class, feature, derivation)
    for found, call in reversed(compile_operations(root, left_out).items()):  # of several of one name the first stays
        declared = vars(found.eContainingClass.python_class).get(found.name)
        if isinstance(declared, _Operation):
            declared.invoke = method(found, call)
    appoint(judge, root)
    return {fragment(found): found for found in packages_of(root)}


def _members(element: EObject) -> Iterator[EObject]:
    """Yield the named elements inside a package, class or enumeration."""
    for feature in ("eClassifiers", "eSubpackages", "eStructuralFeatures", "eLiterals"):
        yield from getattr(element, feature, ())


def _at(root: EPackage, fragment: str) -> EObject:
    """Return the element of a package at a fragment of names, such as ``//inner/Class/feature``."""
    found = root
    for name in fragment.removeprefix("//").split("/"):
        found = next(member for member in _members(found) if member.name == name)
    return found


def _ecore_type(name: str) -> EObject:
    found = ecore.eClassifiers[name]
    is_class = isinstance(found, type)
    return found.eClass if is_class else found


_UNSEEN = {"EClass": ("instanceClassName",), "EDataType": ("serializable",), "EEnum": ("serializable",)}
"""The attributes of classifiers that declarations leave to the file, since they make no difference to Python."""


def _annotate(root: EPackage, source: EPackage) -> None:
    """Copy annotations and operations from the elements of *source* to those of the same names in *root*."""
    pending = [(root, source)]
    while pending:
        element, twin = pending.pop()
        for found in twin.eAnnotations:
            element.eAnnotations.append(_copied(found))
        for operation in getattr(twin, "eOperations", ()):
            element.eOperations.append(_copied_operation(operation, root))
        for attribute in _UNSEEN.get(element.eClass.name, ()):
            if twin.eIsSet(attribute):
                setattr(element, attribute, getattr(twin, attribute))
        twins = {member.name: member for member in _members(twin)}
        pending.extend((member, twins[member.name]) for member in _members(element))


def _copied_operation(operation: EObject, root: EPackage) -> EObject:
    found = without_code(_copied_type(ecore.EOperation(operation.name), operation, root))
    for parameter in operation.eParameters:
        found.eParameters.append(_copied_type(ecore.EParameter(parameter.name), parameter, root))
    return found


def _copied_type(found: EObject, typed: EObject, root: EPackage) -> EObject:
    """Return *found*, an operation or parameter, with the type, bounds and annotations of *typed*."""
    for attribute in ("lowerBound", "upperBound", "ordered", "unique"):
        setattr(found, attribute, getattr(typed, attribute))
    type_ = typed.eType
    if type_ is not None:
        is_own = getattr(type_, "ePackage", None) not in (None, ecore.eClass)
        found.eType = _at(root, fragment(type_)) if is_own else type_
    for annotation in typed.eAnnotations:
        found.eAnnotations.append(_copied(annotation))
    return found


def _copied(annotation: EObject) -> EObject:
    found = ecore.EAnnotation(annotation.source)
    found.details.update(annotation.details)
    for inner in annotation.eAnnotations:
        found.eAnnotations.append(_copied(inner))
    return found
