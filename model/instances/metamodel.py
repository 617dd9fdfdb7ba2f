"""A metamodel of a user, as the reader and the validation of its models need it: classes, namespaces, constraints."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pyecore import ecore

from tilewright.metamodel.constraints import Constraint, classes_of, compile_constraints, packages_of
from tilewright.metamodel.derived import compile_derivations, getter
from tilewright.metamodel.features import ClassInfo, Kind
from tilewright.metamodel.instances import InstanceClass, InstanceFeature
from tilewright.metamodel.judging import fragment, left_out
from tilewright.metamodel.ocl import Expression
from tilewright.metamodel.schema import Schema
from tilewright.metamodel.typing import EClass, EFeature, EObject, EPackage
from tilewright.model.ecore import Checked, check_ecores
from tilewright.model.ecore.checking import read_files
from tilewright.model.ecore.nodes import shown
from tilewright.model.ecore.values import ANY_TEXT, form_of
from tilewright.model.hints import near_miss
from tilewright.model.values import BadValue


class Metamodel:
    """A metamodel that was read from ``.ecore`` files and checked.

    ``warnings`` says what of the files has no effect, such as OCL of a kind that is not evaluated, and parts of Ecore
    that are left out. ``schema`` has the classes by key, ``namespaces`` has them by the ``nsURI`` of their package and
    by name, and ``constraints`` has the constraints of each class. ``files`` are the paths of the files, ``prefix`` is
    the ``nsPrefix`` of the first package.
    """

    def __init__(self, checked: Checked, files: tuple[str, ...]) -> None:
        self.package = package = checked.package
        self.files = files
        self.prefix = str(package.eSubpackages[0].nsPrefix if checked.joined else package.nsPrefix)
        self.warnings = checked.warnings
        made = _Classes(package, checked.keys)
        self.schema = Schema(made.by_key)
        self.namespaces: Mapping[str, Mapping[str, InstanceClass]] = {
            str(p.nsURI): {str(c.name): made.of(c) for c in p.eClassifiers if isinstance(c, ecore.EClass)}
            for p in packages_of(package)
            if any(isinstance(c, ecore.EClass) for c in p.eClassifiers)
        }
        self.constraints: Mapping[ClassInfo, tuple[Constraint, ...]] = {
            made.of(eclass): found for eclass, found in compile_constraints(package, left_out).items()
        }

    def __repr__(self) -> str:
        return f"<Metamodel {self.package.name} of {', '.join(self.files)}>"


def read_metamodel(file: str | os.PathLike[str], *others: str | os.PathLike[str], lenient: bool = False) -> Metamodel:
    """Read a metamodel from an ``.ecore`` file, or from several that may refer to each other.

    Constraints, derivations and bodies of operations that cannot be evaluated are errors; if *lenient*, they are left
    out with a warning, with all that depends on them.

    ``ModelError`` with everything that is wrong with it, each with its place; ``OSError`` if a file cannot be read. No
    other file is opened, and nothing in them is run. Cost: linear in the size of the files.
    """
    files = read_files([Path(one) for one in (file, *others)])
    checked = check_ecores(files, for_python=False, lenient=lenient)
    return Metamodel(checked, tuple(files))


class _Classes:
    """Makes the classes of a metamodel.

    The key of a class is its name; if several classes have that name, it is the address, as in ``parts::Bolt``.
    """

    def __init__(self, package: EPackage, keys: Mapping[str, tuple[str, ...]]) -> None:
        self._reference_keys = keys
        classes = list(classes_of(package))
        times = Counter(str(eclass.name) for eclass in classes)
        self._keys = {c: str(c.name) if times[str(c.name)] == 1 else _address(c) for c in classes}
        self._derivations = compile_derivations(package, left_out)
        self._object = InstanceClass("EObject of Ecore", None, True, (), ())
        self.by_key: dict[str, InstanceClass] = {self._object.name: self._object}
        while classes:  # each after its superclasses
            ready = [c for c in classes if all(self._keys[parent] in self.by_key for parent in _parents(c))]
            for eclass in ready:
                self._make(eclass)
            classes = [c for c in classes if self._keys[c] not in self.by_key]

    def of(self, eclass: EClass) -> InstanceClass:
        return self.by_key[self._keys[eclass]]

    def _make(self, eclass: EClass) -> None:
        parents = tuple(self.of(parent) for parent in _parents(eclass)) or (self._object,)
        own = tuple(self._feature(feature) for feature in eclass.eStructuralFeatures)
        key = self._keys[eclass]
        self.by_key[key] = InstanceClass(key, eclass, bool(eclass.abstract or eclass.interface), parents, own)

    def _feature(self, feature: EFeature) -> InstanceFeature:
        many = bool(feature.many)
        said: dict[str, Any] = {
            "name": str(feature.name),
            "many": many,
            "lower": int(feature.lowerBound),
            "upper": int(feature.upperBound),
            "unique": bool(feature.unique),
            "unsettable": bool(feature.unsettable),
            "derived": feature in self._derivations,
            "derivation": _computed(feature, self._derivations.get(feature)),
        }
        if feature.is_reference:
            kind = Kind.CONTAINMENT if feature.containment else Kind.REFERENCE
            opposite = None if feature.eOpposite is None else str(feature.eOpposite.name)
            default = () if many else None
            return InstanceFeature(
                **said,
                kind=kind,
                type=self._key(feature.eType),
                opposite=opposite,
                default=default,
                keys=self._reference_keys.get(fragment(feature), ()),
            )
        parse = _parser(feature.eType)
        default = () if many else _default(feature, parse)
        return InstanceFeature(
            **said, kind=Kind.ATTRIBUTE, type=str(feature.eType.name), default=default, identifier=bool(feature.iD),
            parse=parse,
        )  # fmt: skip

    def _key(self, type_: EObject) -> str:
        """Return the key of the type of a reference: a class of the metamodel, ``EObject``, or a class of Ecore.

        All elements are instances of ``EObject``; other classes of Ecore have no instances.
        """
        if type_ in self._keys:
            return self._keys[type_]
        eclass: EClass = getattr(type_, "eClass", type_) if isinstance(type_, type) else type_
        if eclass is ecore.EObject.eClass:
            return self._object.name
        key = f"{eclass.name} of Ecore"
        self.by_key.setdefault(key, InstanceClass(key, None, True, (), ()))
        return key


def _default(feature: EFeature, parse: Callable[[str], Any]) -> Any:
    """Return the default value of an attribute; that of an enumeration may be written as the name of a literal."""
    text = feature.defaultValueLiteral
    if text is None:
        return feature.get_default_value()
    try:
        return parse(text)
    except ValueError:
        return feature.eType.getEEnumLiteral(name=text)


def _parents(eclass: EClass) -> list[EClass]:
    return [parent for parent in eclass.eSuperTypes if parent is not ecore.EObject.eClass]


def _address(classifier: EObject) -> str:
    return fragment(classifier).removeprefix("//").replace("/", "::")


def _computed(feature: EFeature, derivation: Expression | None) -> Callable[[Any], Any] | None:
    return None if derivation is None else getter(feature, derivation)


def _parser(type_: EObject) -> Callable[[str], Any]:
    """Return the parser of texts of an enumeration or a data type; its ``BadValue`` says what is expected."""
    if isinstance(type_, ecore.EEnum):
        return _literal_parser(type_)
    own = type_.name if type_.ePackage is ecore.eClass else getattr(type_, "instanceClassName", None)
    form = ANY_TEXT if own is None else form_of(str(own))

    def parse(text: str) -> Any:
        try:
            return form.parse(text)
        except ValueError:
            raise BadValue(f"'{shown(text, 40)}' is no {form.name}") from None

    return parse


def _literal_parser(enumeration: EObject) -> Callable[[str], Any]:
    literals = {str(literal.literal or literal.name): literal for literal in enumeration.eLiterals}

    def parse(text: str) -> Any:
        found = literals.get(text)
        if found is None:
            hint = near_miss(text, literals)
            raise BadValue(f"'{shown(text, 40)}' is no {enumeration.name}{hint}", hint.remedies)
        return found

    return parse
