"""Metamodels in several files that refer to each other: judged, and generated, as if they were one."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.ecore_files import ECORE, PIVOT, annotation, attribute, eclass, ecore, imported, reference
from tilewright.generator.classes import generate_classes
from tilewright.model import ModelError, read_metamodel, validate
from tilewright.runtime.cli import main

BASE = "wares/base.ecore"
SIZES = '<eClassifiers xsi:type="ecore:EEnum" name="Size"><eLiterals name="Small"/><eLiterals name="Large" value="1"/></eClassifiers>'
MODEL = """<shop:Shop xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:shop="urn:shop" name="corner">
  <wares name="Bread"/>
  <wares name="Piano" size="Large"/>
</shop:Shop>
"""


def package(name: str, body: str) -> str:
    return ecore(body).replace(
        'name="p" nsURI="urn:p" nsPrefix="p"', f'name="{name}" nsURI="urn:{name}" nsPrefix="{name}"'
    )


def rule(name: str, text: str) -> str:
    return annotation(ECORE, constraints=name) + annotation(PIVOT, **{name: text})


def named(shop: str = "shop.ecore") -> str:
    """Return the metamodel of what has a name; it refers to that of the shop, which refers to it."""
    inner = (
        rule("capital", "name.at(1) = name.at(1).toUpperCase()")
        + attribute("name")
        + reference("shop", f"{shop}#//Shop")
    )
    return package("base", eclass("Named", inner, 'abstract="true"') + SIZES)


def shop(base: str) -> str:
    """Return the metamodel of a shop, which calls that of names *base*."""
    small = rule("small", "wares->forAll(size = base::Size::Small and oclIsKindOf(base::Named))")
    wares = reference("wares", "#//Ware", 'containment="true" upperBound="-1"')
    ware = eclass("Ware", attribute("size", f"ecore:EEnum {base}#//Size"), f'eSuperTypes="{base}#//Named"')
    return package("shop", eclass("Shop", small + wares, f'eSuperTypes="{base}#//Named"') + ware)


def written(folder: Path, texts: dict[str, str]) -> list[Path]:
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]


@pytest.mark.parametrize(
    "base",
    [
        "wares/base.ecore",
        "./wares/../wares/base.ecore",
        "urn:base",
        "platform:/resource/some.project/model/base.ecore",
        "platform:/plugin/some.project/wares/base.ecore",
        "../../elsewhere/base.ecore",
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_each_form_of_a_reference_leads_to_the_other_file(base: str, turned: bool, tmp_path: Path) -> None:
    files = written(tmp_path, {"shop.ecore": shop(base), BASE: named("../shop.ecore")})
    (tmp_path / "model.xmi").write_text(MODEL, encoding="utf-8")
    metamodel = read_metamodel(*(reversed(files) if turned else files))
    assert metamodel.warnings == ()
    assert [found.code for found in validate(tmp_path / "model.xmi", metamodel)] == ["capital", "small"]


ROWS = {
    "not given": ({"shop.ecore": shop("base.ecore")}, "shop.ecore", "give its file"),
    "a name, not an address": ({"shop.ecore": shop("base.ecore").replace('"#//Ware"', '"Ware"'), "base.ecore": named()}, "shop.ecore", "#//Ware"),
    "an address on the web": ({"shop.ecore": shop("http://localhost/base.ecore"), "base.ecore": named()}, "shop.ecore", "give its file"),
    "two files of this name": ({"shop.ecore": shop("base.ecore"), "a/base.ecore": named("../shop.ecore"), "b/base.ecore": named("../shop.ecore").replace("urn:base", "urn:other").replace('name="base"', 'name="other"')}, "shop.ecore", "give its file"),
    "no such class there": ({"shop.ecore": shop("base.ecore"), "base.ecore": named().replace('"Named"', '"Nameds"')}, "shop.ecore", "did you mean 'Nameds'"),
    "no path at all": ({"shop.ecore": shop("http://["), "base.ecore": named()}, "shop.ecore", "give its file"),
    "one namespace": ({"shop.ecore": shop("base.ecore"), "base.ecore": named().replace("urn:base", "urn:shop")}, "base.ecore", "nsURI"),
    "one name": ({"shop.ecore": shop("base.ecore"), "base.ecore": named().replace('name="base"', 'name="shop"')}, "base.ecore", "shop"),
    "a mistake in the second": ({"shop.ecore": shop("base.ecore"), "base.ecore": named().replace("EString", "EStrin")}, "base.ecore", "EString"),
    "no metamodel": ({"shop.ecore": shop("base.ecore"), "base.ecore": "<x/>"}, "base.ecore", "EPackage"),
    "inheritance in a circle": ({"shop.ecore": shop("base.ecore"), "base.ecore": named().replace('abstract="true"', 'eSuperTypes="shop.ecore#//Shop"')}, "base.ecore", "itself"),
}  # fmt: skip


@pytest.mark.parametrize(("texts", "file", "word"), ROWS.values(), ids=ROWS)
def test_what_is_wrong_is_told_in_its_file(texts: dict[str, str], file: str, word: str, tmp_path: Path) -> None:
    with pytest.raises(ModelError) as refused:
        read_metamodel(*written(tmp_path, texts))
    assert any(
        Path(found.place.file) == tmp_path / file and found.place.line and word in found.message
        for found in refused.value.diagnostics
    ), list(map(str, refused.value.diagnostics))


def test_classes_of_several_are_one_package(tmp_path: Path) -> None:
    files = written(tmp_path, {"shop.ecore": shop("wares/base.ecore"), BASE: named("../shop.ecore")})
    made = generate_classes(files, tmp_path / "out", name="goods")
    with imported(made.folder) as goods:
        wares = [goods.shop.Ware(name="Bread"), goods.shop.Ware(name="Piano", size=goods.base.Size.Large)]
        corner = goods.shop.Shop(name="corner", wares=wares)
        assert [found.name for found in corner.validate()] == ["capital", "small"]
        assert (repr(wares[0]), repr(goods.shop.Ware())) == ("<Ware 'Bread'>", "<Ware>")
        with pytest.raises(TypeError, match=r"Ware has no feature 'nmae' \(did you mean 'name'"):
            goods.shop.Ware(nmae="Bread")


def test_the_command_line_takes_several(tmp_path: Path) -> None:
    files = [str(file) for file in written(tmp_path, {"shop.ecore": shop(BASE), BASE: named("../shop.ecore")})]
    (tmp_path / "model.xmi").write_text(MODEL, encoding="utf-8")
    options = [word for file in files for word in ("--metamodel", file)]
    judged = CliRunner().invoke(main, ["validate", *options, str(tmp_path / "model.xmi")])
    assert (judged.exit_code, judged.output.count("model.xmi:1:1: error:")) == (1, 2)
    generate = ["generate", "classes", *files, "-o", str(tmp_path / "out")]
    for name in ([], ["--name", "my-shop"], ["--name", "class"]):
        assert CliRunner().invoke(main, [*generate, *name]).exit_code == 2
        assert not (tmp_path / "out").exists()
    assert CliRunner().invoke(main, [*generate, "--name", "goods"]).exit_code == 0
    assert (tmp_path / "out" / "goods" / "shop" / "__init__.py").is_file()


SEVERAL = """<xmi:XMI xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:ecore="http://www.eclipse.org/emf/2002/Ecore">
  <ecore:EPackage name="a" nsURI="urn:a" nsPrefix="a"><eClassifiers xsi:type="ecore:EClass" name="A" eSuperTypes="{0}"/></ecore:EPackage>
  <xmi:Extension extender="x"/>
  <ecore:EPackage name="b" nsURI="urn:b" nsPrefix="b">
    <eClassifiers xsi:type="ecore:EClass" name="B"><eStructuralFeatures xsi:type="ecore:EReference" name="a" eType="{1}"/></eClassifiers>
  </ecore:EPackage>
</xmi:XMI>"""


@pytest.mark.parametrize("super_", ["/1/B", "#/1/B", "#/1/@eClassifiers.0", "urn:b#//B", "ecore:EClass urn:b#/"])
@pytest.mark.parametrize("type_", ["//A", "/0/A", "#//A", "urn:a#//A"])
def test_a_file_may_hold_several_packages(super_: str, type_: str, tmp_path: Path) -> None:
    (file,) = written(tmp_path, {"m.ecore": SEVERAL.format(super_, type_)})
    if super_.endswith("#/"):
        with pytest.raises(ModelError, match="must refer to EClass"):
            read_metamodel(file)
        return
    metamodel, model = read_metamodel(file), tmp_path / "m.xmi"
    assert (metamodel.prefix, metamodel.warnings) == ("a", ())
    model.write_text('<a:A xmlns:a="urn:a" a="/"/>', encoding="utf-8")
    assert validate(model, metamodel) == []
    model.write_text('<b:B xmlns:b="urn:b" a="/"/>', encoding="utf-8")
    assert [found.code for found in validate(model, metamodel)] == ["wrong-reference-type"]


def test_classes_of_a_file_with_several_packages(tmp_path: Path) -> None:
    (file,) = written(tmp_path, {"m.ecore": SEVERAL.format("/1/B", "//A")})
    with pytest.raises(ValueError, match="needs a name"):
        generate_classes(file, tmp_path)
    with pytest.raises(ValueError, match="several packages"):
        generate_classes(file, tmp_path, name="both", copy=False)
    with imported(generate_classes(file, tmp_path, name="both").folder) as both:
        obj = both.a.A()
        obj.a = obj
        assert isinstance(obj, both.b.B) and obj.validate() == []
    judged = CliRunner().invoke(main, ["generate", "classes", str(file), "-o", str(tmp_path)])
    assert judged.exit_code == 2 and "--name" in judged.output


@pytest.mark.parametrize("address", ["/2/B", "/x/B", "/1/C", "/99999999/B", "//B"])
def test_an_address_of_no_package_is_told(address: str, tmp_path: Path) -> None:
    with pytest.raises(ModelError) as refused:
        read_metamodel(*written(tmp_path, {"m.ecore": SEVERAL.format(address, "//A")}))
    assert [(d.code, d.place.line) for d in refused.value.diagnostics] == [("unresolved-reference", 2)]
