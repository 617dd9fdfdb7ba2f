"""The elements of a metamodel as pieces of Python source.

A text of a metamodel leaves this module only as a checked identifier or as a Python literal, so that a hostile
metamodel cannot inject code.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator
from itertools import compress

from pyecore import ecore

from tilewright.metamodel.constraints import annotation, packages_of
from tilewright.metamodel.derived import compile_derivations
from tilewright.metamodel.judging import fragment, left_out
from tilewright.metamodel.ocl.types import resolved
from tilewright.metamodel.operations import compile_operations, methods
from tilewright.metamodel.typing import EClass, EFeature, EObject, EPackage
from tilewright.model.ecore.names import element_names

GENMODEL = "http://www.eclipse.org/emf/2002/GenModel"
"""The source URI of the annotations that hold documentation."""

_WIDTH = 120
_PLAIN = {kind.__name__: kind.__name__ for kind in (str, int, float, bool, bytearray)}
_SHARED = {"datetime": "_ecore.datetime", "Decimal": "_ecore.Decimal"}
_FLAGS = (
    ("ordered", True),
    ("unique", True),
    ("changeable", True),
    ("volatile", False),
    ("transient", False),
    ("unsettable", False),
    ("derived", False),
)


class Source:
    """Writes the elements of one metamodel, the package *root* and its subpackages, as Python source."""

    def __init__(self, root: EPackage) -> None:
        self.packages = list(packages_of(root))
        self.classifiers = [classifier for package in self.packages for classifier in package.eClassifiers]
        self._names = _different_names(self.classifiers)
        self._derived = set(compile_derivations(root, left_out))
        self._evaluated = set(compile_operations(root, left_out))
        classes = (c for c in self.classifiers if isinstance(c, ecore.EClass))
        self._features = {str(feature.name) for eclass in classes for feature in eclass.eStructuralFeatures}

    @property
    def classes(self) -> list[EClass]:
        """All classes in topological order: each after those that it inherits from."""
        done: dict[EClass, None] = {}
        rest = [c for c in self.classifiers if isinstance(c, ecore.EClass)]
        while rest:
            done.update(dict.fromkeys(c for c in rest if all(parent in done for parent in c.eSuperTypes)))
            rest = [c for c in rest if c not in done]
        return list(done)

    def python_name(self, classifier: EObject) -> str:
        """Return the name of a classifier in the module that holds all classes."""
        return self._names[classifier]

    def bases(self, eclass: EClass) -> str:
        """Return the base classes of a class, separated by commas."""
        return ", ".join(self._names[parent] for parent in eclass.eSuperTypes) or "_ecore.Element"

    def methods(self, eclass: EClass) -> list[EObject]:
        """Return the operations of a class that become methods: those with an OCL body, the first of each name."""
        own = [operation for operation in eclass.eOperations if operation in self._evaluated]
        kept = methods([operation.name for operation in own], self._features, element_names())
        return list(compress(own, kept))

    def parameters(self, operation: EObject) -> str:
        """Return the annotated parameters of a method after ``self``, each preceded by a comma."""
        taken = self._taken(operation.eContainingClass)
        said = []
        names = {"self"}
        for parameter in operation.eParameters:
            name = str(parameter.name)
            while name in names:
                name += "_"
            names.add(name)
            single = "_ecore.Any" if parameter.eType is None else self._single_type(parameter, taken)
            said.append(f", {name}: {f'_ecore.Iterable[{single}]' if parameter.many else single}")
        return "".join(said)

    def result_type(self, operation: EObject) -> str:
        """Return the annotation of a method's result."""
        taken = self._taken(operation.eContainingClass)
        if operation.eType is None:
            return "_ecore.Any"
        single = self._single_type(operation, taken)
        if operation.many:
            return f"{self._said_inside('tuple', taken)}[{single}, ...]"
        is_certain = getattr(operation.eType, "default_value", None) is not None
        return single if is_certain or single == "_ecore.Any" else f"{single} | None"

    def _taken(self, eclass: EClass) -> set[str]:
        """Return the names that the members of a class hide within its body."""
        return {other.name for other in eclass.eStructuralFeatures} | {other.name for other in self.methods(eclass)}

    def literal_type(self, enumeration: EObject) -> str:
        """Return the annotation of an enumeration's literals, for use within its body."""
        return self._said_inside(self._names[enumeration], {declared.name for declared in enumeration.eLiterals})

    def feature_type(self, feature: EFeature) -> str:
        """Return the annotation of a feature, for use within the body of its class."""
        taken = self._taken(feature.eContainingClass)
        single = self._single_type(feature, taken)
        derived = feature in self._derived
        if feature.many:
            if derived:
                tuple_ = self._said_inside("tuple", taken)
                return f"_ecore.Derived[{tuple_}[{single}, ...]]"
            kind = "MutableSet" if feature.unique and not feature.ordered else "MutableSequence"
            return f"_ecore.{kind}[{single}]"
        if feature.lowerBound == 0 and (feature.is_reference or feature.get_default_value() is None):
            single = f"{single} | None" if single != "_ecore.Any" else single
        return f"_ecore.Derived[{single}]" if derived else single

    def _single_type(self, feature: EFeature, taken: set[str]) -> str:
        """Return the annotation of a single value of a typed element; ``Any`` if Python has no such type."""
        type_ = feature.eType
        if type_ in self._names and type(type_) is not ecore.EDataType:
            return self._said_inside(self._names[type_], taken)
        if isinstance(resolved(type_), ecore.EClass):
            return "_ecore.Any"
        python = getattr(type_.eType, "__name__", "")
        if python in _PLAIN:
            return self._said_inside(python, taken)
        return _SHARED.get(python, "_ecore.Any")

    def _said_inside(self, name: str, taken: set[str]) -> str:
        """Return a name, qualified with its module if one of the names *taken* would hide it."""
        if name not in taken:
            return name
        return f"_classes.{name}" if name in self._names.values() else f"_ecore.builtins.{name}"

    def feature_call(self, feature: EFeature) -> str:
        """Return the call that declares a feature, in several lines if one would be too long."""
        arguments = [literal(self._type(feature.eType))]
        if feature.lowerBound:
            arguments.append(f"lower={int(feature.lowerBound)}")
        if feature.upperBound != 1:
            arguments.append(f"upper={int(feature.upperBound)}")
        arguments += [f"{flag}={not usual}" for flag, usual in _FLAGS if bool(getattr(feature, flag)) is not usual]
        if feature.is_attribute and feature.iD:
            arguments.append("id=True")
        if feature.is_reference:
            arguments += self._reference_arguments(feature)
        if feature.is_attribute and feature.defaultValueLiteral is not None:
            arguments.append(f"default={literal(feature.defaultValueLiteral)}")
        else:
            arguments.append("default=()" if feature.many else "default=None")
        if feature.derived:
            arguments.append("init=False")
        call = f"_ecore.{'reference' if feature.is_reference else 'attribute'}"
        line = f"    {feature.name}: {self.feature_type(feature)} = {call}({', '.join(arguments)})"
        if len(line) <= _WIDTH:
            return f"{call}({', '.join(arguments)})"
        return f"{call}(\n" + "".join(f"        {argument},\n" for argument in arguments) + "    )"

    @staticmethod
    def _reference_arguments(feature: EFeature) -> Iterator[str]:
        if feature.containment:
            yield "containment=True"
        if feature.eIsSet("resolveProxies"):
            yield f"resolve_proxies={bool(feature.resolveProxies)}"
        if feature.eOpposite is not None:
            yield f"opposite={literal(fragment(feature.eOpposite))}"

    def _type(self, classifier: EObject) -> str:
        """Return how a declaration names a type: by its URI fragment, or by its name if it is not of this metamodel."""
        return fragment(classifier) if classifier in self._names else str(classifier.name)

    def package_call(self, package: EPackage, indent: str = "") -> str:
        """Return the call that builds a package, with its subpackages, from its classifiers."""
        inner = indent + "    "
        classifiers = "".join(f"{inner}    {self._names[c]},\n" for c in package.eClassifiers)
        subpackages = "".join(f"{inner}    {self.package_call(p, inner + '    ')},\n" for p in package.eSubpackages)
        lines = [*map(literal, (package.name, package.nsURI, package.nsPrefix)), f"[\n{classifiers}{inner}]"]
        if subpackages:
            lines.append(f"[\n{subpackages}{inner}]")
        return "_ecore.package(\n" + "".join(f"{inner}{line},\n" for line in lines) + f"{indent})"


def literal(text: str) -> str:
    """Return a text as a Python literal, in double quotes unless it contains one."""
    shown = repr(text)
    return f'"{shown[1:-1]}"' if '"' not in shown else shown


def literal_arguments(declared: EObject) -> str:
    """Return the arguments that declare an enumeration literal: its value, and its text if it has one."""
    text = declared.literal
    return f"{int(declared.value)}" if text is None else f"{int(declared.value)}, {literal(text)}"


def datatype_arguments(datatype: EObject) -> str:
    """Return the arguments that declare a data type: its name, and its Java class if it has one."""
    java = datatype.instanceClassName
    return ", ".join(literal(text) for text in (datatype.name, java) if text is not None)


def document(element: EObject) -> str:
    """Return the documentation of an element, or an empty string."""
    return (annotation(element, GENMODEL, "documentation") or "").strip()


def docstring(element: EObject, indent: int = 4) -> str:
    """Return the documentation of an element as a wrapped docstring, *indent* blanks before each line but the first."""
    text = document(element) or f"The {element.eClass.name} {element.name}."
    lines = text.split("\n")
    if not all(line.isprintable() for line in lines) or "\\" in text or '"""' in text or text.endswith('"'):
        return literal(text)
    wrapped = [part for line in lines for part in (textwrap.wrap(line, _WIDTH - 4 - indent) or [""])]
    margin = " " * indent
    body = "\n".join(f"{margin}{line}" if line else "" for line in wrapped).removeprefix(margin)
    return f'"""{body}\n{margin}"""' if len(wrapped) > 1 else f'"""{body}"""'


def _different_names(classifiers: list[EObject]) -> dict[EObject, str]:
    """Return a unique name for each classifier: its own, prefixed with its packages if several packages use it."""
    count = Counter(classifier.name for classifier in classifiers)
    taken = {name for name, times in count.items() if times == 1}
    names = {}
    for classifier in classifiers:
        name = str(classifier.name)
        if count[name] > 1:
            name = fragment(classifier).removeprefix("//").replace("/", "_")
            if name == classifier.name:
                name = f"{classifier.ePackage.name}_{name}"
            while name in taken:
                name += "_"
            taken.add(name)
        names[classifier] = name
    return names
