"""Copies and pickles of objects of generated classes."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyecore.resources import URI, ResourceSet
from pyecore.resources.xmi import XMIResource

from tests.support.ecore_files import attribute, eclass, ecore, imported, reference
from tests.support.gallery import EXAMPLES
from tests.support.places import ROOT
from tilewright.generator.classes import generate_classes
from tilewright.metamodel import generated
from tilewright.model.files import read, save

MANY = 'upperBound="-1"'
SUB = '<eSubpackages name="q" nsURI="urn:q" nsPrefix="q">\n{}\n</eSubpackages>'
LITERALS = '<eClassifiers xsi:type="ecore:EEnum" name="E"><eLiterals name="one"/><eLiterals name="two" value="2" literal="2nd"/></eClassifiers>'
BODY = LITERALS + eclass(
    "A",
    attribute("name", more='iD="true"')
    + attribute("n", "{EInt}", 'defaultValueLiteral="3"')
    + attribute("texts", more=f'{MANY} unique="false"')
    + attribute("e", "#//E")
    + attribute("es", "#//E", MANY)
    + attribute("day", "{EDate}")
    + attribute("bytes", "{EByteArray}")
    + reference("whole", "#//A", 'eOpposite="#//A/parts"')
    + reference("parts", "#//A", f'{MANY} containment="true" eOpposite="#//A/whole"')
    + reference("sole", "#//A", 'containment="true"')
    + reference("plain", "#//A")
    + reference("repeated", "#//A", f'{MANY} unique="false"')
    + reference("teacher", "#//A", 'eOpposite="#//A/pupils"')
    + reference("pupils", "#//A", f'{MANY} eOpposite="#//A/teacher"')
    + reference("likes", "#//A", f'{MANY} eOpposite="#//A/liked"')
    + reference("liked", "#//A", f'{MANY} eOpposite="#//A/likes"'),
) + eclass("B", more='eSuperTypes="#//A"') + SUB.format(eclass("A") + LITERALS)  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("copies")
    (found / "p.ecore").write_text(ecore(BODY), encoding="utf-8")
    return generate_classes(found / "p.ecore", found, name="copied").folder


@pytest.fixture(scope="module")
def p(folder: Path) -> Iterator[ModuleType]:
    with imported(folder) as found:
        yield found


class _Memory(URI):  # type: ignore[misc]
    """A file in memory."""

    def create_outstream(self) -> BytesIO:
        self.written = BytesIO()
        return self.written

    def close_stream(self) -> None:
        """Keep what was written."""


def text_of(*roots: Any) -> str:
    """Return the text of a file with these roots, which are in no file afterwards."""
    resource = XMIResource(_Memory("nowhere.xmi"))
    resource.extend(roots)
    resource.save()
    for root in roots:
        resource.remove(root)
    return str(resource.uri.written.getvalue().decode())


def family(p: ModuleType) -> tuple[Any, Any]:
    """Return an object with contents and references inside them, and an object outside that refers to them."""
    b = p.B(n=4, sole=p.A(name="c"), texts=["x y", "x y"], name="b")
    d = p.A(name="d", e=p.E.two, es=[p.E.two, p.E.one])
    a = p.A(parts=[d, b], name="a", bytes=bytearray(b"1"))
    a.plain, b.plain, b.sole.repeated = a, d, [a, a, b]
    d.pupils.extend([b, a, b.sole])
    a.likes.extend([b, d])
    b.liked.insert(0, d)
    other = p.A(name="other", plain=b)
    d.plain = other
    other.likes.extend([d, a])
    b.sole.repeated.append(other)
    return a, other


def test_a_deep_copy_is_like_that_of_emf(p: ModuleType) -> None:
    a, other = family(p)
    before = text_of(a, other)
    twin = copy.deepcopy(a)
    assert text_of(a, other) == before
    assert type(twin.parts[1]) is p.B and twin.eContainer() is twin.eResource is None
    assert twin.parts[0].plain is other and list(twin.parts[1].sole.repeated)[3] is other
    assert (list(twin.liked), list(twin.parts[0].liked)) == ([], [twin]), "no copy is given to what is not copied"
    assert list(other.likes) == [a.parts[0], a]
    assert twin.parts[0].e is p.E.two and twin.bytes == a.bytes and twin.bytes is not a.bytes
    other.likes.clear()
    other.plain = None
    assert text_of(twin, other) == text_of(a, other)
    part = copy.deepcopy(a.parts[1])
    assert (part.whole, part.eContainer(), part.name, part.plain) == (None, None, "b", a.parts[0])
    assert [x.name for x in a.parts] == ["d", "b"]


def test_copies_share_what_is_copied_twice(p: ModuleType) -> None:
    a, _ = family(p)
    one, other, inner = copy.deepcopy([a, a, a.parts[1]])
    assert one is other and inner is one.parts[1]


def test_a_shallow_copy_is_refused(p: ModuleType) -> None:
    with pytest.raises(TypeError, match=r"use copy\.deepcopy"):
        copy.copy(p.A())


def test_a_pickle_keeps_everything_that_is_reached(p: ModuleType) -> None:
    a, other = family(p)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        inner, twin, outer = pickle.loads(pickle.dumps((a.parts[1].sole, a, other), protocol))
        assert text_of(twin, outer) == text_of(a, other)
        assert inner is twin.parts[1].sole and outer.plain is twin.parts[1]
    inner = pickle.loads(pickle.dumps(a.parts[1].sole))
    root = inner.eContainer().eContainer()
    assert text_of(root, root.parts[0].plain) == text_of(a, other)
    assert copy.deepcopy(pickle.loads(pickle.dumps(p.A()))).eContents == []


def test_a_pickle_is_read_in_another_process(p: ModuleType, folder: Path, tmp_path: Path) -> None:
    a, _ = family(p)
    (tmp_path / "a.pickle").write_bytes(pickle.dumps(a))
    program = "import pickle, sys; a = pickle.load(open(sys.argv[1], 'rb')); import copied; print(a.parts[0].e is copied.E.two, a.parts[1].sole.name)"
    command = [sys.executable, "-c", program, str(tmp_path / "a.pickle")]
    paths = f"{ROOT / 'src'}:{folder.parent}"
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, env={"PYTHONPATH": paths})
    assert (done.stdout, done.stderr) == ("True c\n", "")


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["parts", "sole", "plain", "repeated", "teacher", "likes"]), st.integers(0, 7), st.integers(0, 7)), max_size=25))  # fmt: skip
def test_copies_of_any_objects(p: ModuleType, links: list[tuple[str, int, int]]) -> None:
    objects = [p.A(name=f"o{number}") for number in range(8)]
    for name, one, other in links:
        try:
            if objects[one].eClass.findEStructuralFeature(name).many:
                getattr(objects[one], name).append(objects[other])
            else:
                setattr(objects[one], name, objects[other])
        except ValueError as error:
            assert "Recursive" in str(error)
    roots = [x for x in objects if x.eContainer() is None]
    twins = pickle.loads(pickle.dumps(objects))
    assert text_of(*(x for x in twins if x.eContainer() is None)) == text_of(*roots)
    holder = p.A(parts=roots)
    assert text_of(copy.deepcopy(holder)) == text_of(holder)


def test_enumerations(p: ModuleType) -> None:
    assert list(p.E) == [p.E.one, p.E.two] and [x.name for x in p.q.E] == ["one", "two"]
    for literal in (p.E.two, p.q.E.one):
        assert pickle.loads(pickle.dumps(literal)) is copy.deepcopy(literal) is literal
    assert pickle.loads(pickle.dumps(p.q.E)) is copy.deepcopy(p.q.E) is p.q.E


def test_our_own_games_as_generated_objects_are_copied(tmp_path: Path) -> None:
    save(read(EXAMPLES[0].file("xmi")), tmp_path / "game.xmi")
    files = ResourceSet()
    files.metamodel_registry[generated.nsURI] = generated
    game = files.get_resource(URI(str(tmp_path / "game.xmi"))).contents[0]
    assert isinstance(game, generated.Game)
    game.eResource.remove(game)
    assert text_of(copy.deepcopy(game)) == text_of(pickle.loads(pickle.dumps(game))) == text_of(game)
