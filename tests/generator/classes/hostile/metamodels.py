"""Generates, imports and uses the classes of hostile metamodels, and judges a model by them, in a watched process.

Run as a program with a folder to work in, and a number n to try each n-th attack only. Each payload is put into each
position of a metamodel. Whether it is refused or generated: no code of it may run, no other file may be opened, no
address may be reached.
"""

from __future__ import annotations

import ast
import builtins
import sys
import sysconfig
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from tests.support.places import ROOT

SECRET = "secret"
CANARY = "__import__('builtins').__dict__.__setitem__('owned', True)"

PAYLOADS = {
    "nothing": "",
    "a blank": " ",
    "an address of nothing": "#",
    "an enumeration": "#//E",
    "a data type": "#//D",
    "an expression": CANARY,
    "a call": f"x(), {CANARY}, (",
    "a single quote": f"' + str({CANARY}) + '",
    "a double quote": f'" + str({CANARY}) + "',
    "a docstring": f'"""\n{CANARY}\n"""',
    "a docstring in single quotes": f"'''\n{CANARY}\n'''",
    "a backslash": f'\\"\n{CANARY}\n#',
    "a backslash at the end": f'{CANARY}\\',
    "a line": f"x\n{CANARY}\n",
    "a carriage return": f"x\r{CANARY}\r",
    "a line separator": f"x\u2028{CANARY}\u2028",
    "an indented line": f"x\n    {CANARY}",
    "a function": f"f(self): pass\n{CANARY}\ndef g",
    "a parameter": f"a={CANARY}",
    "a template": "{{ ''.__class__.__mro__[1].__subclasses__() }}{% include '/etc/hostname' %}",
    "a format": "{0.__class__.__init__.__globals__}%s%(x)s",
    "a path": "../../owned",
    "an absolute path": "/owned",
    "a local file": f"file:{SECRET}.ecore#//A",
    "a relative file": f"{SECRET}.ecore#//A",
    "a type of a file": f"ecore:EClass {SECRET}.ecore#//A",
    "an address": "http://127.0.0.1:9/x.ecore#//A",
    "a secure address": "https://127.0.0.1:9/x.ecore#//A",
    "a dunder": "__class__",
    "a method": "__init__",
    "a keyword": "None",
    "OCL": "self.oclContainer().allInstances()",
    "a regular expression": "'" + "a" * 50 + "'.matches('(a+)+b')",
    "a deep expression": "(" * 5000,
    "a long text": "x" * 100_000,
    "bidirectional text": "x\u202e# \u2066",
}  # fmt: skip

METAMODEL = """<?xml version="1.0" encoding="UTF-8"?>
<ecore:EPackage xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xmlns:ecore="http://www.eclipse.org/emf/2002/Ecore" xsi:schemaLocation=@none@ name=@p@ nsURI=@urn:p@ nsPrefix=@p@>
  <eAnnotations source=@http://www.eclipse.org/emf/2002/GenModel@ references=@#//A@>
    <details key=@documentation@ value=@The package.@/>
  </eAnnotations>
  <eClassifiers xsi:type=@ecore:EClass@ name=@A@ instanceClassName=@java.util.Map$Entry@ instanceTypeName=@A@ abstract=@false@>
    <eAnnotations source=@http://www.eclipse.org/emf/2002/GenModel@><details key=@documentation@ value=@A class.@/></eAnnotations>
    <eAnnotations source=@http://www.eclipse.org/emf/2002/Ecore@><details key=@constraints@ value=@c@/></eAnnotations>
    <eAnnotations source=@http://www.eclipse.org/emf/2002/Ecore/OCL/Pivot@><details key=@c@ value=@text = 'x'@/></eAnnotations>
    <eTypeParameters name=@T@/>
    <eOperations name=@f@ eType=@#//A@ eExceptions=@#//A@>
      <eAnnotations source=@x@><details key=@body@ value=@1@/></eAnnotations>
      <eTypeParameters name=@T@/>
      <eParameters name=@x@ eType=@#//A@/>
    </eOperations>
    <eOperations name=@g@ eType=@ecore:EDataType http://www.eclipse.org/emf/2002/Ecore#//EString@ upperBound=@1@>
      <eAnnotations source=@http://www.eclipse.org/emf/2002/GenModel@><details key=@documentation@ value=@An operation.@/></eAnnotations>
      <eAnnotations source=@http://www.eclipse.org/emf/2002/Ecore/OCL/Pivot@><details key=@body@ value=@text.concat(x)@/></eAnnotations>
      <eParameters name=@x@ eType=@ecore:EDataType http://www.eclipse.org/emf/2002/Ecore#//EString@/>
    </eOperations>
    <eStructuralFeatures xsi:type=@ecore:EAttribute@ name=@text@ eType=@ecore:EDataType http://www.eclipse.org/emf/2002/Ecore#//EString@ defaultValueLiteral=@x@>
      <eAnnotations source=@http://www.eclipse.org/emf/2002/GenModel@><details key=@documentation@ value=@A feature.@/></eAnnotations>
    </eStructuralFeatures>
    <eStructuralFeatures xsi:type=@ecore:EAttribute@ name=@number@ lowerBound=@0@ upperBound=@1@ eType=@ecore:EDataType http://www.eclipse.org/emf/2002/Ecore#//EInt@ defaultValueLiteral=@1@/>
    <eStructuralFeatures xsi:type=@ecore:EAttribute@ name=@chosen@ eType=@#//E@ defaultValueLiteral=@one@/>
    <eStructuralFeatures xsi:type=@ecore:EAttribute@ name=@odd@ eType=@#//D@ defaultValueLiteral=@x@/>
    <eStructuralFeatures xsi:type=@ecore:EAttribute@ name=@derived@ derived=@true@ eType=@ecore:EDataType http://www.eclipse.org/emf/2002/Ecore#//EString@>
      <eAnnotations source=@http://www.eclipse.org/emf/2002/Ecore/OCL/Pivot@><details key=@derivation@ value=@text@/></eAnnotations>
    </eStructuralFeatures>
    <eStructuralFeatures xsi:type=@ecore:EReference@ name=@next@ eType=@#//A@ eOpposite=@#//A/last@/>
    <eStructuralFeatures xsi:type=@ecore:EReference@ name=@last@ eType=@#//A@ eOpposite=@#//A/next@ eKeys=@#//A/text@/>
  </eClassifiers>
  <eClassifiers xsi:type=@ecore:EClass@ name=@B@ eSuperTypes=@#//A@><eGenericSuperTypes eClassifier=@#//A@/></eClassifiers>
  <eClassifiers xsi:type=@ecore:EEnum@ name=@E@>
    <eLiterals name=@one@ value=@1@ literal=@one@>
      <eAnnotations source=@http://www.eclipse.org/emf/2002/GenModel@><details key=@documentation@ value=@A literal.@/></eAnnotations>
    </eLiterals>
  </eClassifiers>
  <eClassifiers xsi:type=@ecore:EDataType@ name=@D@ instanceClassName=@a.B@/>
  <eSubpackages name=@q@ nsURI=@urn:q@ nsPrefix=@q@>
    <eClassifiers xsi:type=@ecore:EClass@ name=@C@ eSuperTypes=@#//A@/>
  </eSubpackages>
</ecore:EPackage>
"""

WHOLE = {
    "a comment": METAMODEL.replace("<eClassifiers", "<!-- {} --><eClassifiers", 1),
    "an instruction": METAMODEL.replace("<eClassifiers", "<?python {} ?><eClassifiers", 1),
    "text": METAMODEL.replace("<eClassifiers", "{}<eClassifiers", 1),
    "an entity": "<!DOCTYPE x [<!ENTITY x SYSTEM 'secret.ecore'>]>" + METAMODEL.partition("\n")[2].replace("@p@", "'&x;'", 1),
    "a document type": "<!DOCTYPE x SYSTEM 'secret.ecore'>" + METAMODEL.partition("\n")[2],
    "a stylesheet": METAMODEL.replace("?>", "?><?xml-stylesheet href='secret.ecore'?>", 1),
    "an inclusion": METAMODEL.replace("<eClassifiers", '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="secret.ecore"/><eClassifiers', 1),
    "an element elsewhere": METAMODEL.replace("<eClassifiers", '<eClassifiers xsi:type="ecore:EClass" href="secret.ecore#//A"/><eClassifiers', 1),
}  # fmt: skip
"""Hostile files as a whole; ``{}`` is a payload."""


def filled(parts: list[str], position: int, payload: str) -> str:
    """Return the metamodel with a payload at one position; the parts with odd numbers are the values."""
    values = [quoteattr(part) if n % 2 else part for n, part in enumerate(parts)]
    values[2 * position + 1] = quoteattr(payload)
    return "".join(values)


def attacks() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of every hostile metamodel."""
    parts = METAMODEL.split("@")
    for position in range(len(parts) // 2):
        attribute = parts[2 * position].split()[-1]
        for name, payload in PAYLOADS.items():
            yield f"{name} in {attribute} {position}", filled(parts, position, payload)
    for name, text in WHOLE.items():
        whole = "".join(quoteattr(part) if n % 2 else part for n, part in enumerate(text.split("@")))
        yield name, whole.replace("{}", CANARY)


ALLOWED = (
    sysconfig.get_paths()["stdlib"],
    sysconfig.get_paths()["purelib"],
    str(ROOT),
    "/dev/null",
)


def watch(folder: Path) -> list[str]:
    """Return a list that will hold every event that must not happen."""
    seen: list[str] = []
    allowed = tuple(str(Path(path).resolve()) for path in (*ALLOWED, folder, sys.prefix, sys.base_prefix))

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event.startswith(
            ("socket.", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "subprocess.", "urllib.")
        ):
            seen.append(f"{event} {arguments}")
        elif event == "open" and isinstance(arguments[0], str | bytes):
            path = arguments[0] if isinstance(arguments[0], str) else arguments[0].decode(errors="replace")
            if SECRET in path or not str(Path(path).absolute()).startswith(allowed):
                seen.append(f"open {path}")

    sys.addaudithook(hook)
    return seen


def check_source(path: Path) -> None:
    """A generated module calls nothing but the declarations of the toolkit; its functions do nothing of their own."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        assert not isinstance(node, ast.AsyncFunctionDef | ast.Lambda | ast.Await | ast.JoinedStr), ast.dump(node)
        if isinstance(node, ast.FunctionDef):
            assert len(node.body) == 2, ast.dump(node)
            text, end = node.body
            assert isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant), ast.dump(node)
            assert ast.unparse(end) == "raise NotImplementedError", ast.dump(node)
            assert [ast.unparse(one) for one in node.decorator_list] == ["_ecore.operation"], ast.dump(node)
            assert not (node.args.defaults or node.args.kw_defaults or node.args.vararg or node.args.kwarg)
        assert not isinstance(node, ast.Import), ast.dump(node)
        if isinstance(node, ast.ImportFrom):
            assert node.level or node.module in ("__future__", "typing", "tilewright.metamodel"), ast.dump(node)
        if isinstance(node, ast.Call):
            function = node.func
            assert isinstance(function, ast.Attribute), ast.dump(node)
            assert isinstance(function.value, ast.Name), ast.dump(node)
            assert function.value.id == "_ecore", ast.dump(node)


def main(folder: Path, stride: int) -> None:
    """Try each *stride*-th attack; print how many were refused and how many were generated."""
    from pyecore.ecore import EClass
    from pyecore.resources import URI
    from pyecore.resources.xmi import XMIResource

    from tests.support.ecore_files import imported
    from tilewright.generator.classes import generate_classes
    from tilewright.metamodel.classes import _Operation
    from tilewright.model.diagnostics import ModelError
    from tilewright.model.instances import read_metamodel, validate_instance

    (folder / "secret.ecore").write_text("<a/>")
    (folder / "m.xmi").write_text('<p:A xmlns:p="urn:p" text="y" number="2" next="//"/>')
    source = folder / "m.ecore"
    counts = [0, 0]
    seen = watch(folder)
    for number, (name, text) in enumerate(islice(attacks(), 0, None, stride)):
        source.write_text(text, encoding="utf-8", newline="")
        try:
            report = generate_classes(source, folder / str(number))
        except ModelError as error:
            counts[0] += 1
            assert error.diagnostics, name
            assert not (folder / str(number)).exists(), name
        else:
            counts[1] += 1
            assert report.folder.parent == folder / str(number), name
            for module in report.folder.rglob("*.py"):
                check_source(module)
            with imported(report.folder) as found:
                for package in (found.eClass, *found.eClass.eSubpackages):
                    for eclass in package.eClassifiers:
                        if isinstance(eclass, EClass) and not eclass.abstract:
                            obj = eclass()
                            obj.validate()
                            for feature in eclass.eAllStructuralFeatures():
                                getattr(obj, feature.name)
                            for operation in eclass.eAllOperations():
                                if isinstance(vars(type(obj)).get(operation.name), _Operation):
                                    getattr(obj, operation.name)(*("x" for _ in operation.eParameters))
                            resource = XMIResource(URI(str(folder / "saved.xmi")))
                            resource.append(obj)
                            resource.save()
        try:
            validate_instance(folder / "m.xmi", read_metamodel(source))
        except ModelError as error:
            assert error.diagnostics, name
        assert not hasattr(builtins, "owned"), f"{name} ran code"
        assert not seen, f"{name}: {seen}"
    print(*counts)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
