"""What references in models of any metamodel may say: keys, the file itself; and what of a file is passed over."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.ecore_files import attribute, eclass, ecore, reference
from tests.support.emf import compiled_judge, run
from tilewright.generator.classes import generate_classes
from tilewright.model import Diagnostic, validate

PARTS = 'upperBound="-1" containment="true"'
ITEM = attribute("n") + attribute("m", "{EInt}") + attribute("e", "#//E") + reference("parts", "#//Item", PARTS)
METAMODEL = ecore(
    '<eClassifiers xsi:type="ecore:EEnum" name="E"><eLiterals name="a"/><eLiterals name="b" value="1" literal="the b"/></eClassifiers>'
    + eclass("Item", ITEM)
    + eclass("Sub", more='eSuperTypes="#//Item"')
    + eclass(
        "Root",
        reference("items", "#//Item", f'{PARTS} eKeys="#//Item/n #//Item/m"')
        + reference("letters", "#//Item", f'{PARTS} eKeys="#//Item/e"')
        + reference("others", "#//Item", PARTS)
        + reference("one", "#//Item", 'containment="true"')
        + reference("ref", "#//Item", 'upperBound="-1"'),
    )
)
HEAD = 'xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:p="urn:p"'
ITEMS = """
  <items n="a" m="7"/>
  <items n="a b/c,d='e'" m="7"/>
  <items m="8" xsi:type="p:Sub"><parts n="x"/></items>
  <items n="null"/>
  <items n="a" m="9"><parts/></items>
  <letters/>
  <letters e="the b"/>
  <others n="a"/>
  <one n="q"/>
"""
KEYED = {
    "both": "//@items[n='a',m='7']",
    "in the other order": "//@items[m='7',n='a']",
    "in other quotes": "//@items[n=&quot;a&quot;,m=&quot;07&quot;]",
    "escaped": "//@items[n='a%20b%2Fc%2Cd=%27e%27',m='7']",
    "null, and below it": "//@items[n=null,m='8']/@parts.0",
    "the text null, and a default": "//@items[n='null',m='0']",
    "a literal": "//@letters[e='the%20b']",
    "the default of an enumeration": "//@letters[e='a']",
    "numbers as well": "//@items.4/@parts.0 //@one",
    "all of them": "//@items[n='a',m='7'] //@items[n=null,m='8'] //@letters[e='a']",
}
"""References by keys, as EMF saves or reads them."""


@pytest.fixture(scope="module")
def metamodel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("addresses") / "p.ecore"
    path.write_text(METAMODEL, encoding="utf-8")
    return path


def judged(text: str, metamodel: Path, folder: Path, name: str = "model.xmi") -> list[Diagnostic]:
    (folder / name).write_text(text, encoding="utf-8")
    return validate(folder / name, metamodel)


def root(attributes: str, inner: str = ITEMS) -> str:
    return f"<p:Root {HEAD} {attributes}>{inner}</p:Root>"


@pytest.mark.parametrize("address", KEYED.values(), ids=KEYED)
def test_references_by_keys(address: str, metamodel: Path, tmp_path: Path) -> None:
    assert [str(found) for found in judged(root(f'ref="{address}"'), metamodel, tmp_path)] == []


def test_a_key_names_the_element_that_emf_finds(metamodel: Path, tmp_path: Path) -> None:
    """What is named twice is told; and EMF reads all of these addresses, too."""
    twice = judged(root("ref=\"//@items.0 //@items[n='a',m='7']\""), metamodel, tmp_path)
    assert [found.code for found in twice] == ["duplicate-value"]
    files = [tmp_path / f"m{number}.xmi" for number in range(len(KEYED))]
    for file, address in zip(files, KEYED.values(), strict=True):
        file.write_text(root(f'ref="{address}"'), encoding="utf-8")
    said = run([*compiled_judge(tmp_path), str(metamodel), *map(str, files)]).splitlines()
    assert [line for line in said if ".xmi: " in line and "EMF saves other bytes" not in line] == []


def test_keys_are_distinct_and_the_first_of_several_is_found(metamodel: Path, tmp_path: Path) -> None:
    """EMF tells it, too. What has no keys may be alike, and so may those in another list."""
    alike = ITEMS.replace('m="9"', 'm="7"').replace('<letters e="the b"/>', '<letters e="a"/><letters e="the b"/>')
    alike += '<others n="a"/><one n="a" m="7"/>'.replace("<one", "<others")
    text = root("ref=\"//@items.4 //@items[n='a',m='7']\"", alike)
    found = judged(text, metamodel, tmp_path)
    assert [one.message for one in found] == [
        "two of items of this Root have the same n and m",
        "two of letters of this Root have the same e",
    ]
    assert [one.related[0].place.line for one in found] == [2, 7]
    said = run([*compiled_judge(tmp_path), str(metamodel), str(tmp_path / "model.xmi")])
    assert said.count("collides with that of") == 2


NOT_THERE = {
    "another value": ("//@items[n='b',m='7']", ": the Root: none of its items has n and m like that"),
    "no value": ("//@items[n='a',m='x']", "like that"),
    "one key of two": ("//@items[n='a']", "like that"),
    "a key that is none": ("//@items[n='a',e='a']", "like that"),
    "no quotes": ("//@items[n=a,m=7]", "like that"),
    "no bracket": ("//@items[n='a',m='7'", "like that"),
    "no keys": ("//@others[n='a']", "there is only @others.0"),
    "a single one": ("//@one[n='q']", "one, without a number: @one"),
    "no such feature": ("//@item[n='a']", "did you mean 'items'?"),
    "nothing there": ("//@one/@parts[n='a']", "has no parts"),
}
"""References by keys that name nothing, and what is said of them."""


@pytest.mark.parametrize(("address", "part"), NOT_THERE.values(), ids=NOT_THERE)
def test_keys_that_name_nothing(address: str, part: str, metamodel: Path, tmp_path: Path) -> None:
    found = judged(root(f'ref="{address}"'), metamodel, tmp_path)
    assert [one.code for one in found] == ["unresolved-reference"]
    assert part in found[0].message


def test_many_references_by_keys_take_linear_time(metamodel: Path, tmp_path: Path) -> None:
    """Each of many elements is looked up: 400 million steps if each lookup went through all."""
    items = "".join(f'<items n="i{number}"/>' for number in range(20_000))
    refs = " ".join(f"//@items[n='i{number}',m='0']" for number in range(20_000))
    assert judged(root(f'ref="{refs}"', items), metamodel, tmp_path) == []


def test_generated_classes_say_that_they_do_not_know_keys(metamodel: Path, tmp_path: Path) -> None:
    told = [one for one in generate_classes(metamodel, tmp_path).warnings if one.code == "annotation-left-out"]
    assert len(told) == 2 and all("reads no references by keys" in one.message for one in told)


OWN = {
    "its name": "model.xmi#//@items.0",
    "a path to it": "./model.xmi#//@items.0",
    "another path to it": "../{0}/model.xmi#//@items.0",
    "several": "model.xmi#//@items.0 #//@items.1 //@items.2",
}


@pytest.mark.parametrize("address", OWN.values(), ids=OWN)
def test_a_reference_may_name_its_own_file(address: str, metamodel: Path, tmp_path: Path) -> None:
    said = address.format(tmp_path.name)
    assert judged(root(f'ref="{said}"'), metamodel, tmp_path) == []
    elements = "".join(f'<ref xsi:type="p:Item" href="{word}"/>' for word in said.split())
    assert judged(root("", ITEMS + elements), metamodel, tmp_path) == []


def test_a_file_whose_name_is_escaped(metamodel: Path, tmp_path: Path) -> None:
    assert judged(root('ref="my%20model.xmi#//@one"'), metamodel, tmp_path, "my model.xmi") == []


@pytest.mark.parametrize("address", ["other.xmi#//@one", "sub/model.xmi#//@one", "file:model.xmi#//@one", "model.xmi#//@one#x", "http://x/model.xmi#//@one"])  # fmt: skip
def test_no_other_file_is_meant(address: str, metamodel: Path, tmp_path: Path) -> None:
    found = judged(root(f'ref="{address}"'), metamodel, tmp_path)
    assert [one.code for one in found] == ["href-refused"]


def test_extensions_are_passed_over(metamodel: Path, tmp_path: Path) -> None:
    """As by EMF. What stands behind them keeps its place."""
    extension = '<xmi:Extension extender="x"> text <foo a="1"><p:Root/>more</foo> end</xmi:Extension>'
    inner = f"{extension}{ITEMS}<others>{extension}</others>\n<others wrong='1'/>"
    found = judged(root("", inner), metamodel, tmp_path)
    assert [(one.code, one.place.line) for one in found] == [("unknown-feature", inner.count("\n") + 1)]
    several = f"<xmi:XMI {HEAD}>\n{extension}\n<p:Root/>\n<p:Rot/></xmi:XMI>"
    found = judged(several, metamodel, tmp_path)
    assert [(one.code, one.place.line) for one in found] == [("unknown-class", 4)]
    told = judged(root("", f"text{extension}"), metamodel, tmp_path)
    assert [one.code for one in told] == ["text-refused"]


def test_another_namespace_of_xsi_is_told_once(metamodel: Path, tmp_path: Path) -> None:
    """Then the types are read all the same, and what else is wrong is told."""
    text = root("", ITEMS + '<others xsi:type="p:Sub"/>' * 3 + '\n<others xsi:type="p:Sup"/>')
    wrong = text.replace("XMLSchema-instance", "XMLSchema")
    found = judged(wrong, metamodel, tmp_path)
    assert [one.code for one in found] == ["unknown-namespace", "unknown-class"]
    assert "http://www.w3.org/2001/XMLSchema; it must be http://www.w3.org/2001/XMLSchema-instance" in found[0].message
    assert judged(root("").replace("xsi", "s").replace("XMLSchema-instance", "XMLSchemas"), metamodel, tmp_path)[0].code == "unknown-namespace"  # fmt: skip
    assert judged(root("", "<others/>").replace("XMLSchema-instance", "XMLSchema"), metamodel, tmp_path) == []


def test_a_type_without_a_prefix_is_told_with_one(metamodel: Path, tmp_path: Path) -> None:
    (found,) = judged(root("", '<others xsi:type="Sub"/>'), metamodel, tmp_path)
    assert (found.code, 'write xsi:type="p:Sub"' in found.message) == ("unknown-namespace", True)
    (found,) = judged(root("", '<others xsi:type="q:Sub"/>'), metamodel, tmp_path)
    assert "the prefix of the type 'q:Sub' names no namespace" in found.message


@pytest.mark.parametrize(("more", "names"), [("", "//@as.{}"), ('name="{}"', "'{}'"), ('key="{}"', "'{}'")])
def test_opposites_that_contradict_each_other_are_named(more: str, names: str, tmp_path: Path) -> None:
    """By their names or identifiers, or else by their addresses."""
    features = attribute("name") + attribute("key", more='iD="true"') + reference("as", "#//A", PARTS) + reference("next", "#//A", 'eOpposite="#//A/prev"') + reference("prev", "#//A", 'eOpposite="#//A/next"')  # fmt: skip
    (tmp_path / "p.ecore").write_text(ecore(eclass("A", features)), encoding="utf-8")
    parts = [f"<as {more.format(number)} {{}}/>" for number in range(3)]
    text = f"<p:A {HEAD}>" + parts[0].format('next="//@as.1"') + parts[1].format('prev="//@as.2"') + parts[2].format("") + "</p:A>"  # fmt: skip
    (found,) = judged(text, tmp_path / "p.ecore", tmp_path)
    zero, one, two = (f"the A {names.format(number)}" for number in range(3))
    assert found.message == f"next of {zero} names {one}, whose prev is {two}; one of the two must go"


@pytest.mark.parametrize("address", ["//items.0", "/@items.0", "/items.0", "#//items.0"])
def test_an_address_without_its_signs_is_told_with_them(address: str, metamodel: Path, tmp_path: Path) -> None:
    (found,) = judged(root(f'ref="{address}"', ITEMS), metamodel, tmp_path)
    assert found.code == "unresolved-reference" and found.message.endswith("; did you mean '//@items.0'?")


@pytest.mark.parametrize(
    ("inner", "places"),
    [
        ("words" + ITEMS, ["1:{end}"]),
        ("\n  words\n" + ITEMS, ["2:3"]),
        (ITEMS + "\n  words", ["{lines}:3"]),
        ("é " + ITEMS + "<!-- no text -->\n<others/>  more\n", ["1:{end}", "{lines}:12"]),
    ],
)
def test_a_text_is_told_where_it_stands(inner: str, places: list[str], metamodel: Path, tmp_path: Path) -> None:
    text = root("", inner)
    start, lines = text[: text.index(inner)], text[: text.rindex("\n") if inner.endswith("\n") else len(text)]
    found = judged(text, metamodel, tmp_path)
    told = [f"{one.place.line}:{one.place.column}" for one in found if one.code == "text-refused"]
    assert told == [one.format(end=len(start) + 1, lines=lines.count("\n") + 1) for one in places]


def test_a_metamodel_without_classes_has_no_models(tmp_path: Path) -> None:
    metamodel = tmp_path / "p.ecore"
    metamodel.write_text(ecore(""), encoding="utf-8")
    (found,) = judged("<a/>", metamodel, tmp_path)
    assert found.message == "the metamodel has no classes, so that nothing is a model of it"
