"""Opposites and containers of objects of generated classes: whatever is done, both ends agree, in memory and in files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyecore import ecore as pyecore_ecore
from pyecore.notification import EObserver
from pyecore.resources import URI, ResourceSet
from pyecore.resources.xmi import XMIResource
from pyecore.valuecontainer import BadValueError

from tests.support.ecore_files import attribute, eclass, ecore, imported, reference
from tilewright.generator.classes import generate_classes
from tilewright.model import validate

MANY = 'upperBound="-1"'
PAIRS = (
    attribute("name", more='lowerBound="1" iD="true"')
    + reference("man", "#//A", 'eOpposite="#//A/wife"')
    + reference("wife", "#//A", 'eOpposite="#//A/man"')
    + reference("teacher", "#//A", 'eOpposite="#//A/pupils"')
    + reference("pupils", "#//A", f'{MANY} eOpposite="#//A/teacher"')
    + reference("likes", "#//A", f'{MANY} eOpposite="#//A/liked"')
    + reference("liked", "#//A", f'{MANY} ordered="false" eOpposite="#//A/likes"')
    + reference("whole", "#//A", 'eOpposite="#//A/parts"')
    + reference("parts", "#//A", f'{MANY} containment="true" eOpposite="#//A/whole"')
    + reference("head", "#//A", 'containment="true" eOpposite="#//A/body"')
    + reference("body", "#//A", 'eOpposite="#//A/head"')
    + reference("kept", "#//A", f'{MANY} containment="true" unique="false"')
    + reference("sole", "#//A", 'containment="true"')
    + reference("plain", "#//A")
    + reference("several", "#//A", MANY)
    + reference("repeated", "#//A", f'{MANY} unique="false"')
)
"""References of a class to itself: 1:1, 1:n, n:m, two containments with a container, two without, three without a pair."""

CONTAINERS = ("whole", "body")


@pytest.fixture(scope="module")
def p(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    folder = tmp_path_factory.mktemp("pairs")
    (folder / "p.ecore").write_text(ecore(eclass("A", PAIRS)), encoding="utf-8")
    with imported(generate_classes(folder / "p.ecore", folder, name="pairs").folder) as found:
        yield found


def objects(p: ModuleType) -> dict[str, Any]:
    """Return six objects by name, of which none is in another one."""
    return {name: p.A(name=name) for name in "abcdef"}


def values(obj: Any, feature: Any) -> list[Any]:
    value = getattr(obj, feature.name)
    return list(value) if feature.many else [value] * (value is not None)


def told(known: dict[str, Any]) -> dict[str, list[str]]:
    """Return the names that each reference of each object holds, without those that hold nothing."""
    return {
        f"{name}.{feature.name}": [value.name for value in values(obj, feature)]
        for name, obj in known.items()
        for feature in obj.eClass.eStructuralFeatures
        if feature.is_reference and values(obj, feature)
    }


def check(known: dict[str, Any]) -> None:
    """Check that all ends of pairs agree, and that each object is where its container says, and nowhere else."""
    for obj in known.values():
        holders = []
        for feature in obj.eClass.eStructuralFeatures:
            if not feature.is_reference:
                continue
            for value in values(obj, feature):
                if feature.eOpposite is not None:
                    assert values(value, feature.eOpposite).count(obj) == 1, (obj, feature.name, value)
            for other in known.values():
                if feature.containment and obj in values(other, feature):
                    holders.append((other, feature))
            if feature.many and feature.name != "repeated":
                held = getattr(obj, feature.name)
                assert [held.index(value) for value in held] == list(range(len(held)))
        assert holders == ([(obj.eContainer(), obj.eContainmentFeature())] if obj.eContainer() is not None else [])
        above, seen = obj.eContainer(), set()
        while above is not None:
            assert above is not obj and above not in seen
            seen.add(above)
            above = above.eContainer()


def same_after_a_file(known: dict[str, Any], p: ModuleType, folder: Path) -> None:
    """Check that a file keeps everything, and that it is right."""
    resource = XMIResource(URI(str(folder / "saved.xmi")))
    resource.extend([obj for obj in known.values() if obj.eContainer() is None])
    resource.save()
    found = ResourceSet()
    found.metamodel_registry[p.nsURI] = p
    again = found.get_resource(URI(str(folder / "saved.xmi")))
    loaded = {obj.name: obj for root in again.contents for obj in (root, *root.eAllContents())}
    assert told({name: loaded[name] for name in known}) == told(known)
    assert [str(one) for one in validate(folder / "saved.xmi", Path(p.__file__ or "").parent / "p.ecore")] == []


Step = Callable[[Any, Any, Any, Any], object]


def _set(name: str) -> Step:
    return lambda obj, b, c, d: setattr(obj, name, b)


OPERATIONS: dict[str, tuple[list[Step], dict[str, list[str]]]] = {
    "1:1": ([_set("man")], {"a.man": ["b"], "b.wife": ["a"]}),
    "1:1, a new partner": ([_set("man"), lambda a, b, c, d: setattr(a, "man", c)], {"a.man": ["c"], "c.wife": ["a"]}),
    "1:1, of another": ([_set("man"), lambda a, b, c, d: setattr(c, "man", b)], {"c.man": ["b"], "b.wife": ["c"]}),
    "1:1, of two pairs": ([_set("man"), lambda a, b, c, d: setattr(c, "man", d), lambda a, b, c, d: setattr(a, "man", d)], {"a.man": ["d"], "d.wife": ["a"]}),
    "1:1, set again": ([_set("man"), _set("man")], {"a.man": ["b"], "b.wife": ["a"]}),
    "1:1, none": ([_set("man"), lambda a, b, c, d: setattr(b, "wife", None)], {}),
    "1:1, deleted": ([_set("man"), lambda a, b, c, d: delattr(a, "man")], {}),
    "1:1, itself": ([lambda a, b, c, d: setattr(a, "man", a)], {"a.man": ["a"], "a.wife": ["a"]}),
    "1:1, itself, and another": ([lambda a, b, c, d: setattr(a, "man", a), _set("man")], {"a.man": ["b"], "b.wife": ["a"]}),
    "n:1": ([_set("teacher")], {"a.teacher": ["b"], "b.pupils": ["a"]}),
    "n:1, another": ([_set("teacher"), lambda a, b, c, d: setattr(a, "teacher", c)], {"a.teacher": ["c"], "c.pupils": ["a"]}),
    "n:1, none": ([_set("teacher"), lambda a, b, c, d: setattr(a, "teacher", None)], {}),
    "1:n, appended elsewhere": ([_set("teacher"), lambda a, b, c, d: c.pupils.append(a)], {"a.teacher": ["c"], "c.pupils": ["a"]}),
    "1:n, added": ([lambda a, b, c, d: a.pupils.add(b)], {"a.pupils": ["b"], "b.teacher": ["a"]}),
    "1:n, twice": ([lambda a, b, c, d: a.pupils.extend([b, c, b])], {"a.pupils": ["b", "c"], "b.teacher": ["a"], "c.teacher": ["a"]}),
    "1:n, appended again": ([lambda a, b, c, d: a.pupils.extend([b, c]), lambda a, b, c, d: a.pupils.append(b)], {"a.pupils": ["b", "c"], "b.teacher": ["a"], "c.teacher": ["a"]}),
    "1:n, removed": ([lambda a, b, c, d: a.pupils.extend([b, c]), lambda a, b, c, d: a.pupils.remove(b)], {"a.pupils": ["c"], "c.teacher": ["a"]}),
    "1:n, discarded": ([lambda a, b, c, d: a.pupils.extend([b, c]), lambda a, b, c, d: (a.pupils.discard(b), a.pupils.discard(d))], {"a.pupils": ["c"], "c.teacher": ["a"]}),
    "1:n, popped": ([lambda a, b, c, d: a.pupils.extend([b, c, d]), lambda a, b, c, d: a.pupils.pop(), lambda a, b, c, d: a.pupils.pop(0)], {"a.pupils": ["c"], "c.teacher": ["a"]}),
    "1:n, inserted": ([lambda a, b, c, d: a.pupils.extend([b, c]), lambda a, b, c, d: a.pupils.insert(0, d), lambda a, b, c, d: a.pupils.insert(-1, a)], {"a.pupils": ["d", "b", "a", "c"], "a.teacher": ["a"], "b.teacher": ["a"], "c.teacher": ["a"], "d.teacher": ["a"]}),
    "1:n, replaced": ([lambda a, b, c, d: a.pupils.extend([b, c]), lambda a, b, c, d: a.pupils.__setitem__(0, d)], {"a.pupils": ["d", "c"], "c.teacher": ["a"], "d.teacher": ["a"]}),
    "1:n, a slice": ([lambda a, b, c, d: a.pupils.extend([b, c]), lambda a, b, c, d: a.pupils.__setitem__(slice(1, 2), [d, a])], {"a.pupils": ["b", "d", "a"], "a.teacher": ["a"], "b.teacher": ["a"], "d.teacher": ["a"]}),
    "1:n, deleted": ([lambda a, b, c, d: a.pupils.extend([b, c, d]), lambda a, b, c, d: a.pupils.__delitem__(0), lambda a, b, c, d: a.pupils.__delitem__(slice(1, None))], {"a.pupils": ["c"], "c.teacher": ["a"]}),
    "1:n, cleared": ([lambda a, b, c, d: a.pupils.extend([b, c]), lambda a, b, c, d: a.pupils.clear()], {}),
    "1:n, assigned": ([lambda a, b, c, d: a.pupils.extend([b, c]), lambda a, b, c, d: setattr(a, "pupils", [d, c])], {"a.pupils": ["d", "c"], "c.teacher": ["a"], "d.teacher": ["a"]}),
    "1:n, assigned from itself": ([lambda a, b, c, d: a.pupils.extend([b, c]), lambda a, b, c, d: setattr(a, "pupils", (x for x in a.pupils if x is c))], {"a.pupils": ["c"], "c.teacher": ["a"]}),
    "1:n, reversed": ([lambda a, b, c, d: a.pupils.extend([b, c]), lambda a, b, c, d: a.pupils.reverse()], {"a.pupils": ["c", "b"], "b.teacher": ["a"], "c.teacher": ["a"]}),
    "1:n, what sets can do": ([lambda a, b, c, d: a.pupils.update([b, c, d]), lambda a, b, c, d: a.pupils.difference_update([b]), lambda a, b, c, d: a.pupils.__iand__({c}), lambda a, b, c, d: a.pupils.__ior__([b]), lambda a, b, c, d: a.pupils.__isub__([c])], {"a.pupils": ["b"], "b.teacher": ["a"]}),
    "n:m": ([lambda a, b, c, d: a.likes.extend([b, c]), lambda a, b, c, d: d.likes.append(c)], {"a.likes": ["b", "c"], "b.liked": ["a"], "c.liked": ["a", "d"], "d.likes": ["c"]}),
    "n:m, removed": ([lambda a, b, c, d: a.likes.extend([b, c]), lambda a, b, c, d: c.liked.remove(a)], {"a.likes": ["b"], "b.liked": ["a"]}),
    "n:m, itself": ([lambda a, b, c, d: a.likes.extend([a, b])], {"a.likes": ["a", "b"], "a.liked": ["a"], "b.liked": ["a"]}),
    "n:m, the order of each": ([lambda a, b, c, d: (b.liked.extend([d, a]), c.liked.extend([a, d])), lambda a, b, c, d: setattr(d, "likes", [c, b])], {"a.likes": ["b", "c"], "b.liked": ["d", "a"], "c.liked": ["a", "d"], "d.likes": ["c", "b"]}),
    "a container": ([_set("whole")], {"a.whole": ["b"], "b.parts": ["a"]}),
    "a container, another": ([_set("whole"), lambda a, b, c, d: setattr(a, "whole", c)], {"a.whole": ["c"], "c.parts": ["a"]}),
    "a container, none": ([_set("whole"), lambda a, b, c, d: setattr(a, "whole", None)], {}),
    "a container of another kind": ([_set("whole"), lambda a, b, c, d: setattr(c, "head", a)], {"c.head": ["a"], "a.body": ["c"]}),
    "contents, moved": ([lambda a, b, c, d: b.parts.extend([a, c]), lambda a, b, c, d: d.parts.append(a)], {"a.whole": ["d"], "d.parts": ["a"], "b.parts": ["c"], "c.whole": ["b"]}),
    "contents, without a pair": ([_set("whole"), lambda a, b, c, d: c.kept.append(a), lambda a, b, c, d: c.kept.append(a)], {"c.kept": ["a"]}),
    "contents, moved within one": ([lambda a, b, c, d: a.kept.append(b), _set("sole")], {"a.sole": ["b"]}),
    "contents, the single one": ([_set("sole"), lambda a, b, c, d: setattr(a, "sole", c)], {"a.sole": ["c"]}),
    "contents, the single one with a pair": ([_set("head"), lambda a, b, c, d: setattr(a, "head", c), lambda a, b, c, d: setattr(d, "head", c)], {"d.head": ["c"], "c.body": ["d"]}),
    "contents, none": ([_set("head"), lambda a, b, c, d: setattr(b, "body", None)], {}),
    "no pair": ([_set("plain"), lambda a, b, c, d: setattr(a, "plain", c), lambda a, b, c, d: a.several.extend([b, c, b]), lambda a, b, c, d: a.several.pop(0), lambda a, b, c, d: a.repeated.extend([b, c, b])], {"a.plain": ["c"], "a.several": ["c"], "a.repeated": ["b", "c", "b"]}),
    "an object that goes": ([_set("teacher"), _set("plain"), lambda a, b, c, d: a.repeated.extend([b, b]), lambda a, b, c, d: c.parts.append(b), lambda a, b, c, d: b.parts.append(d), lambda a, b, c, d: a.likes.append(d), lambda a, b, c, d: b.delete()], {}),
    "an object that goes alone": ([_set("whole"), lambda a, b, c, d: c.likes.append(b), lambda a, b, c, d: c.likes.append(a), lambda a, b, c, d: b.delete(recursive=False)], {"c.likes": ["a"], "a.liked": ["c"]}),
}  # fmt: skip
"""What is done with four objects, and what each holds afterwards."""


@pytest.mark.parametrize(("steps", "expected"), OPERATIONS.values(), ids=OPERATIONS)
def test_both_ends_agree(steps: list[Step], expected: dict[str, list[str]], p: ModuleType, tmp_path: Path) -> None:
    known = objects(p)
    for step in steps:
        step(*(known[name] for name in "abcd"))
        check(known)
    assert told(known) == expected
    same_after_a_file(known, p, tmp_path)


NAMES = [f.split('"')[0] for f in PAIRS.split('EReference" name="')[1:]]
changes = st.tuples(
    st.sampled_from(NAMES),
    st.sampled_from("abcdef"),
    st.lists(st.sampled_from("abcdef"), max_size=3),
    st.sampled_from(["set", "append", "insert", "remove", "pop", "delete", "put"]),
    st.integers(-3, 3),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(changes, max_size=12))
def test_both_ends_agree_after_any_changes(p: ModuleType, done: list[tuple[str, str, list[str], str, int]]) -> None:
    known = objects(p)
    for name, owner, others, how, index in done:
        obj, values = known[owner], [known[other] for other in others]
        held = getattr(obj, name)
        before = told(known)
        try:
            if not obj.eClass.findEStructuralFeature(name).many:
                setattr(obj, name, values[0] if values else None)
            elif how == "set":
                setattr(obj, name, values)
            elif how == "append":
                held.extend(values)
            elif how == "insert" and values:
                held.insert(index, values[0])
            elif how == "remove" and values:
                held.remove(values[0])
            elif how == "pop":
                held.pop(index)
            elif how == "delete":
                del held[index:]
            elif values:
                held[index] = values[0]
        except (ValueError, KeyError, IndexError):
            assert told(known) == before
        check(known)


CYCLES: dict[str, Step] = {
    "itself": lambda a, b, c, d: a.parts.append(a),
    "itself without a pair": lambda a, b, c, d: a.kept.append(a),
    "itself as the only one": lambda a, b, c, d: setattr(a, "sole", a),
    "itself by its container": lambda a, b, c, d: setattr(a, "whole", a),
    "what contains it": lambda a, b, c, d: c.parts.append(a),
    "what contains it, by an index": lambda a, b, c, d: c.kept.insert(0, a),
    "what contains it, by its container": lambda a, b, c, d: setattr(a, "body", b),
    "one of several": lambda a, b, c, d: c.parts.extend([d, a]),
    "one of several that are set": lambda a, b, c, d: setattr(b, "parts", [d, a]),
    "none": lambda a, b, c, d: a.parts.append(None),
    "another class": lambda a, b, c, d: a.parts.extend([d, "x"]),
    "no collection": lambda a, b, c, d: setattr(a, "parts", d),
    "a text": lambda a, b, c, d: setattr(a, "parts", "bc"),
    "what is not there": lambda a, b, c, d: a.parts.remove(c),
}  # fmt: skip
"""What is refused of a, which contains b, which contains c."""


@pytest.mark.parametrize("step", CYCLES.values(), ids=CYCLES)
def test_what_is_refused_changes_nothing(step: Step, p: ModuleType) -> None:
    known = objects(p)
    known["a"].parts.append(known["b"])
    known["b"].parts.append(known["c"])
    before = told(known)
    with pytest.raises((ValueError, BadValueError, KeyError)) as error:
        step(*(known[name] for name in "abcd"))
    assert told(known) == before
    check(known)
    if error.type is ValueError:
        assert str(error.value).startswith("Recursive containment not allowed: ")
        assert "would put <A 'a'> into" in str(error.value)


def test_a_root_that_is_contained_leaves_its_resource(p: ModuleType) -> None:
    a, b, c = p.A(name="a"), p.A(name="b"), p.A(name="c")
    resource = XMIResource(URI("nowhere.xmi"))
    resource.extend([a, b, c])
    a.parts.append(b)
    c.whole = a
    assert list(resource.contents) == [a] and b.eResource is c.eResource is resource
    resource.append(b)
    assert (list(resource.contents), list(a.parts), b.eContainer(), b.whole) == ([a, b], [c], None, None)


def test_observers_are_told_after_the_change(p: ModuleType) -> None:
    a, b, c = p.A(name="a"), p.A(name="b"), p.A(name="c")
    a.teacher = b
    seen: list[tuple[str, str, str]] = []

    def observe(change: Any) -> None:
        check({"a": a, "b": b, "c": c})
        seen.append((change.notifier.name, change.feature.name, change.kind.name))

    for obj in (a, b, c):
        EObserver(obj, notifyChanged=observe)
    a.teacher = c
    assert seen == [("a", "teacher", "SET"), ("b", "pupils", "REMOVE"), ("c", "pupils", "ADD")]
    seen.clear()
    c.pupils.extend([b, c])
    c.pupils.clear()
    assert seen == [
        *(
            ("b", "teacher", "SET"),
            ("c", "teacher", "SET"),
            ("c", "pupils", "ADD_MANY"),
            ("c", "pupils", "REMOVE_MANY"),
        ),
        *(("a", "teacher", "UNSET"), ("b", "teacher", "UNSET"), ("c", "teacher", "UNSET")),
    ]


def test_what_sets_return_is_no_reference(p: ModuleType) -> None:
    a, b, c = p.A(name="a"), p.A(name="b"), p.A(name="c")
    a.pupils.extend([b, c])
    assert (list(a.pupils - {b}), list(a.pupils | [a]), a.pupils[:1] == {b}) == ([c], [b, c, a], True)
    assert list(a.pupils) == [b, c]


def test_references_say_what_they_are(p: ModuleType) -> None:
    """They are no classes of another metamodel, and PyEcore knows them as its own."""
    assert {f.eClass for f in p.A.eClass.eReferences} == {pyecore_ecore.EReference.eClass}
