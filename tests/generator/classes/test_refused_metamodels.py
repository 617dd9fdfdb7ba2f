"""Metamodels that no classes can be generated from: each is told what is wrong, and where."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.ecore_files import ECORE, HEAD, PIVOT, annotation, attribute, eclass, ecore, imported, reference
from tilewright.generator.classes import generate_classes
from tilewright.model.codes import CODES
from tilewright.model.diagnostics import ModelError, Severity
from tilewright.model.ecore import check_ecore
from tilewright.model.ecore.findings import MOST

A = eclass("A")
DEEP = (
    "".join(f'<eSubpackages name="s{n}" nsURI="urn:{n}" nsPrefix="s">\n' for n in range(210)) + "</eSubpackages>" * 210
)
ANCESTORS = "\n".join(eclass(f"C{n}", more=f'eSuperTypes="#//C{n - 1}"' if n else "") for n in range(110))
LETTERS = "ABCDEFGHIJKLMNOPQ"
BODIED = f'<eOperations name="{{}}" eType="{{{{EInt}}}}">{annotation(PIVOT, body="1")}</eOperations>'
VOID = '<eOperations name="{}" eType="{{EInt}}"/>'
OPERATION = '<eOperations name="{}"/>'


def literals(*texts: str) -> str:
    return (
        '<eClassifiers xsi:type="ecore:EEnum" name="E">'
        + "".join(f"\n<eLiterals {t}/>" for t in texts)
        + "</eClassifiers>"
    )


REFUSED: list[tuple[str, str | bytes, str, int, int, str]] = [
    # the text
    ("empty", "", "xml-syntax", 1, 1, "empty"),
    ("not XML", "class A", "xml-syntax", 1, 1, "should begin with <ecore:EPackage"),
    ("truncated", HEAD + "<eClassifiers", "xml-syntax", 2, 1, "not well-formed"),
    ("bad encoding", HEAD.encode() + b"\xff</ecore:EPackage>", "bad-encoding", 2, 1, "the bytes are not UTF-8"),
    ("another root", "<a/>", "unknown-namespace", 1, 1, "EPackage"),
    ("no root", '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI"/>', "unknown-namespace", 1, 1, "EPackage"),
    ("another root below XMI", '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI">\n<a/></xmi:XMI>', "unknown-namespace", 2, 1, "EPackage"),
    ("a document type", f"<!DOCTYPE a>{HEAD}</ecore:EPackage>", "doctype-refused", 1, 1, "remove it"),
    ("an entity", f"<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/hostname'>]>{HEAD}&x;</ecore:EPackage>", "doctype-refused", 1, 1, ""),
    ("another encoding's document type", f"<?xml version='1.0' encoding='UTF-16'?><!DOCTYPE a>{HEAD}</ecore:EPackage>".encode("utf-16"), "doctype-refused", 1, 52, ""),
    ("too large", b" " * (4 * 1024**2 + 1), "file-too-large", 1, 1, "4 MiB"),
    ("too many classes", ecore("".join(eclass(f"C{n}") for n in range(10_001))), "file-too-large", 1, 1, "10000"),
    ("too deep", ecore(DEEP), "nesting-too-deep", 201, 1, "200"),
    ("text", ecore("text"), "text-refused", 1, 1, "text inside"),
    ("an unknown element", ecore("<eClassifier/>"), "unknown-feature", 2, 1, "'eClassifiers'"),
    ("an unknown attribute", ecore(eclass("A", more='abstrakt="true"')), "unknown-feature", 2, 1, "'abstract'"),
    ("no xsi:type", ecore('<eClassifiers name="A"/>'), "abstract-class", 2, 1, "ecore:EClass"),
    ("a foreign xsi:type", ecore('<eClassifiers xsi:type="ecore:EClas" name="A"/>'), "wrong-class", 2, 1, "'EClass'"),
    ("no prefix", ecore('<eClassifiers xsi:type="EClass" name="A"/>'), "wrong-class", 2, 1, "EClass"),
    ("a boolean", ecore(eclass("A", more='abstract="yes"')), "bad-value", 2, 1, "true or false"),
    ("an integer", ecore(eclass("A", attribute("a", more='lowerBound="1_0"'))), "bad-value", 3, 1, "32 bits"),
    ("a long integer", ecore(literals('name="a" value="99999999999"')), "bad-value", 3, 1, "32 bits"),
    # names
    ("a package without a name", ecore("").replace('name="p" ', ""), "missing-feature", 1, 1, "name"),
    ("a package without a namespace", ecore("").replace('nsURI="urn:p" ', ""), "missing-feature", 1, 1, "nsURI"),
    ("a package without a prefix", ecore("").replace('nsPrefix="p"', ""), "missing-feature", 1, 1, "nsPrefix"),
    ("a namespace", ecore("").replace('"urn:p"', '"a b"'), "bad-value", 1, 1, "nsURI"),
    ("a prefix", ecore("").replace('nsPrefix="p"', 'nsPrefix="p:q"'), "bad-value", 1, 1, "nsPrefix"),
    ("an XML prefix", ecore("").replace('nsPrefix="p"', 'nsPrefix="xmlns"'), "bad-value", 1, 1, "nsPrefix"),
    ("a class without a name", ecore('<eClassifiers xsi:type="ecore:EClass"/>'), "missing-feature", 2, 1, "name"),
    ("a space", ecore(eclass("My Class")), "bad-name", 2, 1, "'My_Class'"),
    ("a digit", ecore(eclass("3D")), "bad-name", 2, 1, "'n3D'"),
    ("a keyword", ecore(eclass("A", attribute("class"))), "bad-name", 3, 1, "'class_'"),
    ("a dunder", ecore(eclass("A", attribute("__init__"))), "bad-name", 3, 1, "'init'"),
    ("a name that Python reads as another", ecore(eclass("ﬁn")), "bad-name", 2, 1, "'fin'"),
    ("a long name", ecore(eclass("a" * 101)), "bad-name", 2, 1, "100 characters"),
    ("a package's name", ecore("").replace('name="p"', 'name="../p"'), "bad-name", 1, 1, "'p'"),
    ("a literal's name", ecore(literals('name="None"')), "bad-name", 3, 1, "'None_'"),
    ("an operation's name", ecore(eclass("A", OPERATION.format("f(): pass #"))), "bad-name", 3, 1, "EOperation"),
    ("a parameter's name", ecore(eclass("A", '<eOperations name="f"><eParameters name="a=b"/></eOperations>')), "bad-name", 3, 23, "EParameter"),
    ("a type parameter's name", ecore(eclass("A", '<eTypeParameters name="T]"/>')), "bad-name", 3, 1, "ETypeParameter"),
    ("a data type's name", ecore('<eClassifiers xsi:type="ecore:EDataType" name="a.b"/>'), "bad-name", 2, 1, "'a_b'"),
    ("a feature of every object", ecore(eclass("A", attribute("eContainer"))), "reserved-name", 3, 1, "'eContainer_'"),
    ("a field of every object", ecore(eclass("A", attribute("listeners"))), "reserved-name", 3, 1, "PyEcore"),
    ("dyn_inst", ecore(eclass("A", attribute("dyn_inst"))), "reserved-name", 3, 1, "PyEcore"),
    ("validate", ecore(eclass("A", attribute("validate"))), "reserved-name", 3, 1, "generated class"),
    ("a class called as the module's own", ecore(eclass("_ecore")), "reserved-name", 2, 1, "module"),
    ("a class called as a type", ecore(eclass("str")), "reserved-name", 2, 1, "'str_'"),
    ("a package called as the module", ecore('<eSubpackages name="_classes" nsURI="urn:q" nsPrefix="q"/>'), "reserved-name", 2, 1, "package"),
    ("a literal of every enumeration", ecore(literals('name="eLiterals"')), "reserved-name", 3, 1, "enumeration"),
    ("two classes", ecore(A + "\n" + A), "duplicate-name", 3, 1, "'A'"),
    ("a class and a package", ecore(A + '\n<eSubpackages name="A" nsURI="urn:q" nsPrefix="q"/>'), "duplicate-name", 3, 1, "'A'"),
    ("two features", ecore(eclass("A", attribute("a") + "\n" + attribute("a"))), "duplicate-name", 4, 1, "'a'"),
    ("a feature of a superclass", ecore(eclass("A", attribute("a")) + "\n" + eclass("B", attribute("a"), 'eSuperTypes="#//A"')), "duplicate-name", 6, 1, "'A'"),
    ("features of two superclasses", ecore("\n".join([eclass("A", attribute("a")), eclass("B", attribute("a")), eclass("C", more='eSuperTypes="#//A #//B"')])), "duplicate-name", 8, 1, "inherits two"),
    ("two literals", ecore(literals('name="a"', 'name="a"')), "duplicate-name", 4, 1, "'a'"),
    ("two texts of literals", ecore(literals('name="a"', 'name="b" literal="a"')), "duplicate-name", 4, 1, "written 'a'"),
    ("two parameters", ecore(eclass("A", '<eOperations name="f"><eParameters name="a"/><eParameters name="a"/></eOperations>')), "duplicate-name", 3, 46, "'a'"),
    ("two packages of one namespace", ecore('<eSubpackages name="q" nsURI="urn:p" nsPrefix="q"/>'), "duplicate-name", 2, 1, "nsURI"),
    # references
    ("an unknown class", ecore(eclass("Tile", reference("a", "#//Tiel"))), "unresolved-reference", 3, 1, "'Tile'"),
    ("an unknown position", ecore(eclass("A", reference("a", "#//@eClassifiers.7"))), "unresolved-reference", 3, 1, "no such element"),
    ("an unknown type of Ecore", ecore(eclass("A", attribute("a", "http://www.eclipse.org/emf/2002/Ecore#//EStrin"))), "unresolved-reference", 3, 1, "'EString'"),
    ("an unknown type of Ecore's file", ecore(eclass("A", attribute("a", "platform:/plugin/org.eclipse.emf.ecore/model/Ecore.ecore#//EStrin"))), "unresolved-reference", 3, 1, "'EString'"),
    ("a file that is not Ecore's", ecore(eclass("A", attribute("a", "platform:/plugin/my.org.eclipse.emf.ecore/model/Ecore.ecore#//EString"))), "href-refused", 3, 1, "give its file"),
    ("a type of XML Schema without a counterpart", ecore(eclass("A", attribute("a", "http://www.eclipse.org/emf/2003/XMLType#//DateTime"))), "unresolved-reference", 3, 1, "no type of Ecore is like 'DateTime'"),
    ("a data type that PyEcore lacks", ecore(eclass("A", reference("a", "http://www.eclipse.org/emf/2002/Ecore#//EMap"))), "bad-type", 3, 1, "EMap, a data type"),
    ("another file", ecore(eclass("A", reference("a", "ecore:EClass other.ecore#//B"))), "href-refused", 3, 1, "none of"),
    ("an address", ecore(eclass("A", more='eSuperTypes="http://example.org/b.ecore#//B"')), "href-refused", 2, 1, "none of"),
    ("an element of another file", ecore('<eClassifiers xsi:type="ecore:EClass" href="other.ecore#//B"/>'), "href-refused", 2, 1, "another file"),
    ("a type as an element", ecore(eclass("A", '<eStructuralFeatures xsi:type="ecore:EReference" name="a"><eType href="b.ecore#//B"/></eStructuralFeatures>')), "href-refused", 3, 1, "none of"),
    ("a superclass that is an enumeration", ecore(literals() + "\n" + eclass("A", more='eSuperTypes="#//E"')), "wrong-reference-type", 3, 1, "EClass"),
    ("a class of Ecore as a superclass", ecore(eclass("A", more='eSuperTypes="http://www.eclipse.org/emf/2002/Ecore#//EClass"')), "wrong-reference-type", 2, 1, "Ecore's own"),
    ("a generic superclass that is an enumeration", ecore(literals() + "\n" + eclass("A", '<eGenericSuperTypes eClassifier="#//E"/>')), "wrong-reference-type", 4, 1, "EClass"),
    ("a generic superclass of Ecore's own", ecore(eclass("A", '<eGenericSuperTypes eClassifier="http://www.eclipse.org/emf/2002/Ecore#//EString"/>')), "wrong-reference-type", 3, 1, "EClass"),
    # features
    ("no type", ecore(eclass("A", '<eStructuralFeatures xsi:type="ecore:EAttribute" name="a"/>')), "missing-feature", 3, 1, "eType"),
    ("an empty type", ecore(eclass("A", attribute("a", ""))), "missing-feature", 3, 1, "eType"),
    ("a blank type", ecore(eclass("A", reference("a", " "))), "missing-feature", 3, 1, "eType"),
    ("a type without an address", ecore(eclass("A", attribute("a", "ecore:EDataType"))), "missing-feature", 3, 1, "eType"),
    ("an undeclared prefix that a warning follows", '<ecore:EPackage><s xmlns="x"/></ecore:EPackage>', "xml-syntax", 1, 1, "prefix"),
    ("a map of texts", ecore(eclass("A", reference("a", "http://www.eclipse.org/emf/2002/Ecore#//EStringToStringMapEntry"))), "bad-type", 3, 1, "declare a class of your own with attributes key and value"),
    ("an attribute of a class", ecore(eclass("A", attribute("a", "#//A"))), "bad-type", 3, 1, "data type"),
    ("a reference to a data type", ecore(eclass("A", reference("a", "{EInt}"))), "bad-type", 3, 1, "class"),
    ("two types", ecore(eclass("A", reference("a", "#//A #//A"))), "bad-type", 3, 1, "more than one"),
    ("no values", ecore(eclass("A", attribute("a", more='upperBound="0"'))), "bad-bounds", 3, 1, "at most 1"),
    ("negative values", ecore(eclass("A", attribute("a", more='lowerBound="-1"'))), "bad-bounds", 3, 1, "at least 0"),
    ("crossed bounds", ecore(eclass("A", attribute("a", more='lowerBound="3" upperBound="2"'))), "bad-bounds", 3, 1, "at least 3"),
    ("a default integer", ecore(eclass("A", attribute("a", "{EInt}", 'defaultValueLiteral="__import__(1)"'))), "bad-default", 3, 1, "integer"),
    ("a default number", ecore(eclass("A", attribute("a", "{EDouble}", 'defaultValueLiteral="one"'))), "bad-default", 3, 1, "number"),
    ("a default boolean", ecore(eclass("A", attribute("a", "{EBoolean}", 'defaultValueLiteral="yes"'))), "bad-default", 3, 1, "true or false"),
    ("a default character", ecore(eclass("A", attribute("a", "{EChar}", 'defaultValueLiteral="ab"'))), "bad-default", 3, 1, "character"),
    ("a default date", ecore(eclass("A", attribute("a", "{EDate}", 'defaultValueLiteral="soon"'))), "bad-default", 3, 1, "date"),
    ("a default decimal", ecore(eclass("A", attribute("a", "{EBigDecimal}", 'defaultValueLiteral="x"'))), "bad-default", 3, 1, "decimal"),
    ("default bytes", ecore(eclass("A", attribute("a", "{EByteArray}", 'defaultValueLiteral="x"'))), "bad-default", 3, 1, "none"),
    ("a default of a data type", ecore('<eClassifiers xsi:type="ecore:EDataType" name="D" instanceClassName="int"/>\n' + eclass("A", attribute("a", "#//D", 'defaultValueLiteral="x"'))), "bad-default", 4, 1, "integer"),
    ("a default literal", ecore(literals('name="red"') + "\n" + eclass("A", attribute("a", "#//E", 'defaultValueLiteral="rad"'))), "bad-default", 5, 1, "'red'"),
    ("a default reference", ecore(eclass("A", reference("a", "#//A", 'defaultValueLiteral="x"'))), "bad-default", 3, 1, "reference"),
    ("its own opposite contains", ecore(eclass("A", reference("a", "#//A", 'containment="true" eOpposite="#//A/a"'))), "bad-opposite", 3, 1, "contains"),
    ("half an opposite", ecore(eclass("A", reference("a", "#//A", 'eOpposite="#//A/b"') + "\n" + reference("b", "#//A"))), "bad-opposite", 3, 1, "another"),
    ("an opposite elsewhere", ecore(eclass("A", reference("a", "#//A", 'eOpposite="#//B/b"')) + "\n" + eclass("B", reference("b", "#//A", 'eOpposite="#//A/a"'))), "bad-opposite", 3, 1, "not its type"),
    ("both contain", ecore(eclass("A", reference("a", "#//A", 'containment="true" eOpposite="#//A/b"') + "\n" + reference("b", "#//A", 'containment="true" eOpposite="#//A/a"'))), "bad-opposite", 3, 1, "contains"),
    ("several containers", ecore(eclass("A", reference("a", "#//A", 'containment="true" eOpposite="#//A/b"') + "\n" + reference("b", "#//A", 'upperBound="-1" eOpposite="#//A/a"'))), "bad-opposite", 3, 1, "several"),
    # inheritance
    ("a cycle", ecore("\n".join([eclass("A", more='eSuperTypes="#//B"'), eclass("B", more='eSuperTypes="#//A"')])), "bad-inheritance", 2, 1, "itself"),
    ("itself", ecore(eclass("A", more='eSuperTypes="#//A"')), "bad-inheritance", 2, 1, "itself"),
    ("contradicting orders", ecore("\n".join([A, eclass("B"), eclass("C", more='eSuperTypes="#//A #//B"'), eclass("D", more='eSuperTypes="#//B #//A"'), eclass("F", more='eSuperTypes="#//C #//D"')])), "bad-inheritance", 6, 1, "contradict"),
    ("many superclasses", ecore("\n".join([*map(eclass, LETTERS), eclass("Z", more=f'eSuperTypes="{" ".join(f"#//{name}" for name in LETTERS)}"')])), "bad-inheritance", 19, 1, "16"),
    # OCL
    ("a constraint of another dialect", ecore(eclass("A", annotation(ECORE, constraints="c") + "\n" + annotation(ECORE + "/OCL/LPG", c="true"))), "bad-ocl", 4, 1, "its text in http://www.eclipse.org/emf/2002/Ecore/OCL/LPG is not"),
    ("commas", ecore(eclass("A", annotation(ECORE, constraints="b, c") + "\n" + annotation(PIVOT, b="true", c="true"))), "bad-ocl", 4, 1, "by blanks, not by commas"),
    ("a list of constraints that is misspelt", ecore(eclass("A", annotation(ECORE, constraint="c"))), "bad-ocl", 4, 1, "did you mean 'constraints'?"),
    ("a source that is misspelt", ecore(eclass("A", annotation(ECORE + "/OCL/pivot", c="true"))), "bad-ocl", 4, 1, "did you mean 'http://www.eclipse.org/emf/2002/Ecore/OCL/Pivot'?"),
    ("a key that is misspelt", ecore(eclass("A", attribute("a", "{EInt}", 'derived="true"', annotation(PIVOT, derivaton="3")))), "bad-ocl", 4, 1, "did you mean 'derivation'?"),
    ("a body that is misspelt", ecore(eclass("A", f'<eOperations name="f" eType="{{EInt}}">{annotation(PIVOT, boddy="1")}</eOperations>')), "bad-ocl", 4, 1, "did you mean 'body'?"),
    ("a derivation of what is not derived", ecore(eclass("A", attribute("a", "{EInt}", inner=annotation(PIVOT, derivation="3")))), "bad-ocl", 4, 1, "derived=\"true\""),
    ("an operation whose result is of another type", ecore(eclass("A", BODIED.format("f").replace('"1"', '"true"'))), "bad-ocl", 4, 1, "must be Integer"),
    ("a call that some class cannot answer", ecore("\n".join([eclass("A", annotation(ECORE, constraints="c") + annotation(PIVOT, c="f() = 1") + VOID.format("f"), 'abstract="true"'), eclass("B", BODIED.format("f"), 'eSuperTypes="#//A"'), eclass("C", more='eSuperTypes="#//A"')])), "bad-ocl", 5, 1, "the operation 'f' of A has no body in OCL for C"),
    ("an unsupported constraint", ecore(eclass("A", annotation(ECORE, constraints="c") + "\n" + annotation(PIVOT, c="A.allInstances@pre()->isEmpty()"))), "bad-ocl", 6, 1, "belongs to postconditions"),
    ("an ill-typed constraint", ecore(eclass("A", annotation(ECORE, constraints="c") + "\n" + annotation(PIVOT, c="size > 3"))), "bad-ocl", 6, 1, "size"),
    ("a constraint that is not Boolean", ecore(eclass("A", annotation(ECORE, constraints="c") + "\n" + annotation(PIVOT, c="3"))), "bad-ocl", 6, 1, "Boolean"),
    ("a text that no constraint names", ecore(eclass("A", annotation(PIVOT, c="true"))), "bad-ocl", 4, 1, "no 'constraints'"),
    ("a text that the constraints do not list", ecore(eclass("A", annotation(ECORE, constraints="uniqueName") + "\n" + annotation(PIVOT, uniqueName="true", uniqueNames="true"))), "bad-ocl", 7, 1, "has uniqueName; did you mean 'uniqueName'?"),
    ("a derivation of another type", ecore(eclass("A", attribute("a", "{EInt}", 'derived="true"', annotation(PIVOT, derivation="true")))), "bad-ocl", 4, 1, "must be Integer, not Boolean"),
    ("many ancestors", ecore(ANCESTORS), "bad-inheritance", 103, 1, "100"),
]  # fmt: skip

WARNED: list[tuple[str, str, str, int, int, str]] = [
    ("an operation", ecore(eclass("A", OPERATION.format("f"))), "operation-left-out", 3, 1, "A.f"),
    ("an operation of every object", ecore(eclass("A", BODIED.format("eClass"))), "operation-without-method", 3, 1, "'eClass'"),
    ("an operation and a feature of a subclass", ecore(eclass("A", BODIED.format("a")) + eclass("B", attribute("a"), 'eSuperTypes="#//A"')), "operation-without-method", 3, 1, "'a'"),
    ("two operations of one name", ecore(eclass("A", BODIED.format("f") + "\n" + BODIED.format("f"))), "operation-without-method", 5, 1, "an operation before it is called so"),
    ("a type parameter", ecore(eclass("A", '<eTypeParameters name="T"/>')), "generics-left-out", 3, 1, "T"),
    ("a type argument", ecore(eclass("A", '<eTypeParameters name="T"/>') + eclass("B", '<eGenericSuperTypes eClassifier="#//A"><eTypeArguments eClassifier="#//A"/></eGenericSuperTypes>')), "generics-left-out", 5, 1, "superclass of the EClass 'B'"),
    ("a data type that PyEcore lacks", ecore(eclass("A", attribute("a", "http://www.eclipse.org/emf/2002/Ecore#//EEnumerator"))), "type-left-out", 3, 1, "EJavaObject, since PyEcore has no EEnumerator"),
    ("a class that PyEcore lacks", ecore(eclass("A", reference("a", "http://www.eclipse.org/emf/2002/Ecore#//EFactory"))), "type-left-out", 3, 1, "EObject"),
    ("a redundant superclass", ecore("\n".join([A, eclass("B", more='eSuperTypes="#//A"'), eclass("C", more='eSuperTypes="#//A #//B"')])), "supertype-left-out", 4, 1, "through B"),
    ("an annotation's references", ecore('<eAnnotations source="x" references="#//A"/>' + A), "annotation-left-out", 2, 1, "references"),
    ("an annotation's contents", ecore('<eAnnotations source="x"><contents xsi:type="ecore:EObject"/></eAnnotations>'), "annotation-left-out", 2, 26, "contents"),
    ("keys", ecore(eclass("A", attribute("k") + "\n" + reference("a", "#//A", 'eKeys="#//A/k"'))), "annotation-left-out", 4, 1, "eKeys"),
    ("a constraint without text", ecore(eclass("A", annotation(ECORE, constraints="c"))), "ocl-left-out", 4, 1, "no OCL text"),
    ("another dialect", ecore(eclass("A", annotation(ECORE + "/OCL/LPG", c="true"))), "ocl-left-out", 4, 1, "Pivot"),
    ("an initial value", ecore(eclass("A", attribute("a", "{EInt}", inner=annotation(PIVOT, initial="3")))), "ocl-left-out", 4, 1, "initial"),
    ("an operation that a class lacks", ecore("\n".join([eclass("A", VOID.format("f"), 'abstract="true"'), eclass("B", BODIED.format("f"), 'eSuperTypes="#//A"'), eclass("C", more='eSuperTypes="#//A"')])), "operation-left-out", 3, 1, "A.f is left out: the operation 'f' of A has no body in OCL for C"),
    ("a comparison of what is never equal", ecore(eclass("A", annotation(ECORE, constraints="c") + "\n" + annotation(PIVOT, c="self &lt;&gt; 1"))), "never-equal", 6, 1, "1:6: A and Integer are never equal"),
    ("a position before the first", ecore(eclass("A", annotation(ECORE, constraints="c") + "\n" + annotation(PIVOT, c="Sequence{1}->at(0) = 1"))), "no-such-position", 6, 1, "1:14: the positions of at(...) begin with 1"),
    ("no derivation", ecore(eclass("A", attribute("a", "{EInt}", 'derived="true"'))), "derived-without-ocl", 3, 1, "ordinary"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "word"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_refused(text: str | bytes, code: str, line: int, column: int, word: str, tmp_path: Path) -> None:
    source = tmp_path / "p.ecore"
    source.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(ModelError) as refused:
        generate_classes(source, tmp_path / "out")
    first = next(found for found in refused.value.diagnostics if found.severity is Severity.ERROR)
    assert (first.code, first.place.line, first.place.column) == (code, line, column), str(first)
    assert first.place.file == str(source)
    assert word in first.message
    assert first.message.isprintable()
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "word"), [row[1:] for row in WARNED], ids=[row[0] for row in WARNED]
)
def test_left_out(text: str, code: str, line: int, column: int, word: str) -> None:
    warnings = check_ecore(text.encode(), "p.ecore").warnings
    found = [w for w in warnings if (w.code, w.place.line, w.place.column) == (code, line, column)]
    assert found, [str(w) for w in warnings]
    assert word in found[0].message
    assert all(warning.message.isprintable() for warning in warnings)


BAD_OCL = [row for row in REFUSED if row[2] == "bad-ocl"]


@pytest.mark.parametrize("row", BAD_OCL, ids=[row[0] for row in BAD_OCL])
def test_ocl_that_cannot_be_evaluated_may_be_left_out(row: tuple[str, str, str, int, int, str], tmp_path: Path) -> None:
    """Whoever asks for it is warned of the same, at the same place, and gets the rest."""
    _, text, code, line, column, word = row
    source = tmp_path / "p.ecore"
    source.write_text(text, encoding="utf-8")
    made = generate_classes(source, tmp_path, lenient=True)
    found = [w for w in made.warnings if (w.code, w.place.line, w.place.column) == (code, line, column)]
    assert found and word in found[0].message and found[0].severity is Severity.WARNING
    with imported(made.folder) as package:
        assert [package.B().validate() if hasattr(package, "B") else package.A().validate()] == [[]]


@pytest.mark.parametrize(
    "source", ["http://www.eclipse.org/emf/2002/GenModel", ECORE + "/1", ECORE + "/OCL/Import", "Ecore", ""]
)
def test_the_source_of_another_tool_is_no_slip(source: str) -> None:
    told = annotation(source, constraints="c", c="no OCL")
    assert check_ecore(ecore(told + eclass("A", told)).encode(), "p").warnings == ()


def test_what_depends_on_what_is_left_out_is_left_out_too(tmp_path: Path) -> None:
    """It would be judged with a default value. The message says because of what."""
    text = annotation(ECORE, constraints="c d e f") + annotation(
        PIVOT, c="a = 1", d="parts.b-&gt;sum() = 1", e="n = 1", f="x() = 1"
    )
    derived = [
        attribute(name, "{EInt}", 'derived="true"', annotation(PIVOT, derivation=ocl))
        for name, ocl in (("a", "b"), ("b", "a + c"))
    ]
    body = f'<eOperations name="x" eType="{{EInt}}">{annotation(PIVOT, body="a")}</eOperations>'
    parts = reference("parts", "#//A", 'upperBound="-1" containment="true"')
    found = check_ecore(
        ecore(eclass("A", text + body + "".join(derived) + parts + attribute("n", "{EInt}"))).encode(),
        "p",
        lenient=True,
    ).warnings
    bad = {w.message.split()[0]: w.message for w in found if w.code == "bad-ocl"}
    assert bad.keys() == {"c", "d", "f", "derivation", "body"}
    assert "A.a has no value, since its derivation is left out (1:1: A.b has no value, since its derivation" in bad["c"]
    assert "A.b has no value" in bad["d"] and "unknown name 'c'" in bad["d"]
    assert "in the body of the operation 'x', 1:1: A.a has no value" in bad["f"]


def test_every_problem_is_reported_in_the_order_of_the_file() -> None:
    text = ecore("\n".join([eclass("a b", attribute("class")), eclass("B", reference("r", "#//C")), eclass("B")]))
    with pytest.raises(ModelError) as refused:
        check_ecore(text.encode(), "p.ecore")
    found = [(d.code, d.place.line) for d in refused.value.diagnostics]
    assert found == [("bad-name", 2), ("bad-name", 3), ("unresolved-reference", 6), ("duplicate-name", 8)]


def test_warnings_do_not_push_out_errors() -> None:
    warned = f'<eAnnotations source="x">{"<contents/>" * (MOST + 1)}</eAnnotations>'
    with pytest.raises(ModelError) as refused:
        check_ecore(ecore(warned + eclass("A B")).encode(), "p.ecore")
    assert [found.code for found in refused.value.diagnostics].count("annotation-left-out") == MOST
    assert refused.value.diagnostics[-1].code == "bad-name"


def test_every_code_of_this_stage_has_a_row() -> None:
    stage = {code for code, meaning in CODES.items() if meaning.stage == "ecore"}
    errors = {code for code in stage if CODES[code].severity is Severity.ERROR}
    assert errors <= {row[2] for row in REFUSED}
    assert stage - errors == {row[2] for row in WARNED}


def test_a_wrong_derivation_is_told_once() -> None:
    """That it is generated as an ordinary feature is told only where there is none."""
    derived = attribute("a", "{EInt}", 'derived="true"', annotation(PIVOT, derivation="b"))
    with pytest.raises(ModelError) as refused:
        check_ecore(ecore(eclass("A", derived)).encode(), "p.ecore")
    assert [found.code for found in refused.value.diagnostics] == ["bad-ocl"]
