"""What the names of the class form refer to.

Inside its container an element is known by its ``name`` and by its identifier. Containers farther out know it by
qualified names: the names of the elements on the way and its own, joined by dots; elements without a name are passed
over. A name is looked up from the referring element outwards: the first container that knows an element of the right
class by this name decides. An address, ``//@board/@tiles.0``, reaches every element, also one without a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice

from tilewright.metamodel import FeatureInfo, Kind, schema
from tilewright.metamodel.typing import EObject
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.document import Use
from tilewright.model.hints import Hint, Hints, did_you_mean, near_miss
from tilewright.model.objects import append, assign, element_at, fragment, holds, identifier_of, walk
from tilewright.model.places import Place, Places
from tilewright.model.printable import with_article
from tilewright.model.remedies import Remedy
from tilewright.model.text.caret import offer
from tilewright.model.text.scanner import readable

_LONGEST_QUALIFIER = 200  # characters; a longer name qualifies no other, which bounds the size of the table


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference that was read: *text* stands at *place* in a feature of an element."""

    obj: EObject
    feature: FeatureInfo
    text: str
    place: Place


class Scopes:
    """The names of the elements of a model, by container.

    Cost: one walk over the model to build; a look-up visits at most the containers of the referring element.
    """

    def __init__(self, root: EObject) -> None:
        self.root = root
        self._scopes: dict[EObject, dict[str, list[EObject]]] = {}
        self._called: dict[EObject, list[str]] = {}
        self._found: dict[tuple[EObject, str, str | None], list[EObject]] = {}
        for obj in walk(root):
            if not _referable().isdisjoint(schema().of(obj).supertypes):
                self._enter(obj)

    def _enter(self, obj: EObject) -> None:
        names = _labels(obj)
        called = self._called[obj] = list(names)
        container = obj.eContainer()
        while names:
            scope = self._scopes.setdefault(container, {})
            for name in names:
                scope.setdefault(name, []).append(obj)
            if container is None:
                return
            labels = _labels(container)
            if labels:
                names = [f"{label}.{name}" for label in labels if len(label) <= _LONGEST_QUALIFIER for name in names]
                called.extend(names)
            container = container.eContainer()

    def find(self, obj: EObject, name: str, of_class: str | None = None) -> list[EObject]:
        """Return the elements to which *name* refers in *obj*, of a class if that is given: none, one, or several."""
        scope: EObject = obj
        while True:
            found = self._found_in(scope, name, of_class)
            if found or scope is None:
                return found
            scope = scope.eContainer()

    def _found_in(self, scope: EObject, name: str, of_class: str | None) -> list[EObject]:
        called = self._scopes.get(scope, {}).get(name)
        if called is None:
            return []
        key = (scope, name, of_class)
        found = self._found.get(key)
        if found is None:
            found = [one for one in called if of_class is None or of_class in schema().of(one).supertypes]
            self._found[key] = found
        return found

    def name_of(self, target: EObject, obj: EObject, of_class: str) -> str:
        """Return the shortest name by which *obj* can refer to *target*, or its address if there is none."""
        for name in self._called.get(target, ()):
            if not name.startswith("/") and self.find(obj, name, of_class) == [target]:
                return name
        return fragment(target)

    def known(self, obj: EObject, of_class: str) -> Iterator[str]:
        """Yield the names by which *obj* can refer to elements of a class, those of the nearest container first."""
        scope = obj
        while scope is not None:
            for name in self._scopes.get(scope, {}):
                if self._found_in(scope, name, of_class):
                    yield name
            scope = scope.eContainer()


@cache
def _referable() -> frozenset[str]:
    """Return the names of the classes that some reference, other than a containment, has as its type."""
    features = (feature for info in schema().classes.values() for feature in info.features)
    return frozenset(feature.type for feature in features if feature.kind is Kind.REFERENCE)


def _labels(obj: EObject) -> list[str]:
    """Return the name and the identifier of an element, each if it has one."""
    info = schema().of(obj)
    values = [getattr(obj, f.name) for f in (identifier_of(info), info.by_name.get("name")) if f is not None]
    return [value for value in dict.fromkeys(values) if value is not None]


def resolve(root: EObject, references: Iterable[Reference], places: Places, uses: list[Use]) -> list[Diagnostic]:
    """Set the references of a model in the order given, and return what is wrong with them.

    Each one that is resolved is added to *uses*. Of two opposite references, texts are written with only one. If a text
    gives the other one, that is set last: it may complete the first one, but not contradict it.
    """
    return _Resolver(root, places, uses).resolve(references)


class _Resolver:
    """Sets the references of one model and collects diagnostics."""

    def __init__(self, root: EObject, places: Places, uses: list[Use]) -> None:
        self._uses = uses
        self._names = Scopes(root)
        self._places = places
        self._diagnostics: list[Diagnostic] = []
        self._hints = Hints()

    def resolve(self, references: Iterable[Reference]) -> list[Diagnostic]:
        later = []
        for reference in references:
            target = self._target(reference)
            if target is None:
                continue
            self._uses.append(Use(reference.place, target))
            if reference.feature.written or reference.feature.opposite is None:
                self._set(reference, target)
            else:
                later.append((reference, target))
        for reference, target in later:
            self._oppose(reference, target)
        return self._diagnostics

    def _report(
        self,
        code: str,
        message: str,
        reference: Reference,
        related: tuple[Related, ...] = (),
        remedies: tuple[Remedy, ...] = (),
    ) -> None:
        self._diagnostics.append(diagnose(code, message, reference.place, related, remedies))

    def _set(self, reference: Reference, target: EObject) -> None:
        obj, feature = reference.obj, reference.feature
        if not feature.many:
            assign(obj, feature, target)
        elif holds(obj, feature, target):
            self._report("duplicate-value", f"{feature.name} names the same element twice", reference)
        else:
            append(obj, feature, target)

    def _oppose(self, reference: Reference, target: EObject) -> None:
        """Set the opposite of a reference at its target, or report that it is set to another element."""
        back = schema().of(target).by_name[reference.feature.opposite or ""]
        if back.many:
            append(target, back, reference.obj)
        elif getattr(target, back.name) is None:
            assign(target, back, reference.obj)
        elif getattr(target, back.name) is not reference.obj:
            message = f"{reference.feature.name} names an element whose {back.name} is another; one of the two must go"
            related = (Related("that element", self._places.of(target)),)
            self._report("opposite-mismatch", message, reference, related)

    def _target(self, reference: Reference) -> EObject | None:
        """Return the element that a reference names; report if there is none, several, or one of a wrong class."""
        text, wanted = reference.text, reference.feature.type
        if text.startswith("/"):
            found = element_at(self._names.root, text)
            others = [] if found is None else [found]
            targets = [one for one in others if wanted in schema().of(one).supertypes]
        else:
            targets = self._names.find(reference.obj, text, wanted)
            others = targets or self._names.find(reference.obj, text)
        if len(targets) == 1:
            return targets[0]
        shown = readable(text)
        if targets:
            related = tuple(Related(f"a {wanted} '{shown}'", self._places.of(one)) for one in targets[:8])
            message = (
                f"{len(targets)} elements of class {wanted} are called '{shown}' here; write the names around one "
                f'before it, or its address: "{fragment(targets[0])}" is the first'
            )
            self._report("ambiguous-reference", message, reference, related)
        elif others:
            class_name = others[0].eClass.name
            message = (
                f"{reference.feature.name} refers to {with_article(wanted)}; '{shown}' is {with_article(class_name)}"
            )
            related = (Related(f"the {class_name}", self._places.of(others[0])),)
            self._report("wrong-reference-type", message, reference, related)
        elif text.startswith("/"):
            self._report("unresolved-reference", f"there is no element at '{shown}'", reference)
        else:
            hint = self._hint(reference)
            message = f"no {wanted} is called '{shown}' here{hint}"
            self._report("unresolved-reference", message, reference, remedies=hint.remedies)
        return None

    def _hint(self, reference: Reference) -> Hint:
        if not self._hints.take():
            return Hint()
        known = list(islice(self._names.known(reference.obj, reference.feature.type), 1000))
        offer(reference.text, known)
        longer = next((name for name in known if name.endswith(f".{reference.text}")), None)
        if longer is not None:
            return did_you_mean(reference.text, longer)
        return near_miss(reference.text, known)
