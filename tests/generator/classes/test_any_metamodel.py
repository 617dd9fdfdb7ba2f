"""Whatever well-formed metamodel is thrown at it: the generated classes equal the dynamic metamodel."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.ecore_files import described, eclass, ecore, imported
from tilewright.generator.classes import generate_classes
from tilewright.metamodel.isolated import load
from tilewright.model.diagnostics import ModelError
from tilewright.model.ecore import check_ecore

DOC = "http://www.eclipse.org/emf/2002/GenModel"
DEFAULTS = {
    "EInt": ["0", "-12", "+7"],
    "EString": ["", "x", 'it\'s """ \\', "{{ 1 }}", "\u2028"],
    "EBoolean": ["true", "false"],
    "EDouble": ["1.5", "-1e3"],
    "EChar": ["'", "\\"],
}
texts = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]) | st.just("\n"), max_size=40)
booleans = st.sampled_from(["true", "false"])


def documented(draw: st.DrawFn) -> str:
    if not draw(st.booleans()):
        return ""
    return f'<eAnnotations source="{DOC}"><details key="documentation" value={quoteattr(draw(texts))}/></eAnnotations>'


def feature(draw: st.DrawFn, name: str, classes: list[str], enums: list[str]) -> str:
    flags = draw(st.sets(st.sampled_from(["ordered", "unique", "changeable", "volatile", "transient", "unsettable"])))
    said = {flag: draw(booleans) for flag in sorted(flags)}
    lower, more = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    said["lowerBound"] = str(lower)
    said["upperBound"] = draw(st.sampled_from(["-1", str(max(1, lower) + more)]))
    if draw(st.booleans()):
        kind = "EReference"
        said |= {"eType": f"#{draw(st.sampled_from(classes))}", "containment": draw(booleans)}
    else:
        kind = "EAttribute"
        type_ = draw(st.sampled_from([*DEFAULTS, *enums]))
        said["eType"] = f"#{type_}" if type_ in enums else f"{{{type_}}}"
        if draw(st.booleans()):
            said["defaultValueLiteral"] = draw(st.sampled_from(DEFAULTS.get(type_, ["first", "the second"])))
    attributes = " ".join(f"{key}={quoteattr(value)}" for key, value in said.items())
    inner = documented(draw)
    return f'<eStructuralFeatures xsi:type="ecore:{kind}" name="{name}" {attributes}>{inner}</eStructuralFeatures>'


@st.composite
def metamodels(draw: st.DrawFn) -> str:
    """Metamodels of one to three packages whose classes refer to and inherit from each other across packages."""
    packages = ["", "/q", "/q/r"][: draw(st.integers(1, 3))]
    enums = [f"/{package}/E" for package in packages]
    classes = [f"/{draw(st.sampled_from(packages))}/C{n}" for n in range(draw(st.integers(1, 6)))]
    order = draw(st.permutations(classes))
    inside: dict[str, list[str]] = {package: [] for package in packages}
    for package in packages:
        inside[package].append(
            f'<eClassifiers xsi:type="ecore:EEnum" name="E">{documented(draw)}<eLiterals name="first"/>'
            f'<eLiterals name="second" value="{draw(st.integers(-9, 9))}" literal="the second"/></eClassifiers>'
        )
    for path in order:
        package, _, name = path[1:].rpartition("/")
        earlier = classes[: classes.index(path)]
        supers = draw(st.lists(st.sampled_from(earlier), max_size=3, unique=True)) if earlier else []
        features = [feature(draw, f"{name.lower()}_{n}", classes, enums) for n in range(draw(st.integers(0, 4)))]
        more = f'abstract="{draw(booleans)}" interface="{draw(booleans)}"'
        if supers:
            more += f' eSuperTypes="{" ".join(f"#{parent}" for parent in supers)}"'
        inside[package].append(eclass(name, documented(draw) + "\n".join(features), more))
    body = ""
    for package in reversed(packages):
        own = "\n".join([*inside[package], body])
        name = package.rpartition("/")[2]
        body = (
            f'<eSubpackages name="{name}" nsURI="urn:{name}" nsPrefix="{name}">{own}</eSubpackages>' if package else own
        )
    return ecore(body)


def check_same(text: str, folder: Path) -> None:
    (folder / "p.ecore").write_text(text, encoding="utf-8")
    try:
        report = generate_classes(folder / "p.ecore", folder)
    except ModelError as error:  # superclasses whose orders contradict each other cannot be had in Python
        assert {found.code for found in error.diagnostics if found.severity.value == "error"} == {"bad-inheritance"}
        return
    assert {found.code for found in report.warnings} <= {"supertype-left-out"}
    dynamic: Any = load(check_ecore(text.encode(), "p.ecore").data, "p.ecore")
    with imported(report.folder) as found:
        assert described(found.eClass) == described(dynamic)


@settings(max_examples=60, deadline=None)
@given(metamodels())
def test_generated_classes_equal_the_dynamic_metamodel(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        check_same(text, Path(folder))


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_changed_file_is_read_or_refused(data: st.DataObject) -> None:
    """Whatever becomes of a well-formed file, the check ends with a metamodel or with diagnostics."""
    text = data.draw(metamodels())
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = start + data.draw(st.integers(0, 12))
        text = (
            text[:start]
            + data.draw(st.sampled_from(["", '"', "x", "#//", "E", "-", "<", "/>", " ", "é", "true"]))
            + text[end:]
        )
    try:
        check_ecore(text.encode(), "p.ecore")
    except ModelError as error:
        assert error.diagnostics
