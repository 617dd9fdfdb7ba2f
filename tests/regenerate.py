"""Rewrites what is generated: ``make generate``.

The generated classes and constraints of the metamodel, the grammar for editors, the table of constraints and the stages of the compiler in the
docs, the XMI twins of the examples, from their ``.game`` texts, the page about the gallery, and the pictures of it.
Tests prove each of them current. A playthrough is recorded where there is none.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.docs import (
    api_page,
    commands_page,
    compiler_page,
    constraints_page,
    gallery_page,
    pictures_page,
    reference_page,
)
from tests.support.gallery import EXAMPLES
from tests.support.places import GRAMMAR, METAMODEL, ROOT
from tilewright.generator import checks, language
from tilewright.generator.classes import Report, generate_classes
from tilewright.metamodel.isolated import load as load_metamodel
from tilewright.model.document import Syntax
from tilewright.model.files import read, replace_file, write
from tilewright.model.service.colouring import grammar
from tilewright.runtime import load
from tilewright.runtime.proof.proving import record_playthrough


def generate_own_classes(metamodel: Path) -> Report:
    """Generate the classes of game.ecore, in the folder *metamodel*, beside it; they refer to that file itself."""
    return generate_classes(metamodel / "game.ecore", metamodel, name="generated", copy=False)


def own_modules() -> dict[Path, str]:
    """Return the modules that are made of game.ecore beside its classes for PyEcore, with their texts."""
    root = load_metamodel((METAMODEL / "game.ecore").read_bytes(), "game.ecore")
    return {
        METAMODEL / "language.py": language.source(root),
        METAMODEL / "checks.py": checks.source(root, plain=True),
        METAMODEL / "verdicts.py": checks.source(root, plain=False),
    }


def main() -> None:
    """Rewrite everything, saying what."""
    for file in generate_own_classes(METAMODEL).files:
        print(file.relative_to(ROOT))
    for file, text in own_modules().items():
        replace_file(file, text.encode("utf-8"))
        print(file.relative_to(ROOT))
    replace_file(GRAMMAR, (json.dumps(grammar(), indent=2) + "\n").encode("utf-8"))
    print(GRAMMAR.relative_to(ROOT))
    for page in (api_page, constraints_page, compiler_page, reference_page, commands_page):
        replace_file(page.PAGE, page.page().encode("utf-8"))
        print(page.PAGE.relative_to(ROOT))
    for example in EXAMPLES:
        document = read(example.file("game"))
        assert document.diagnostics == [], [str(diagnostic) for diagnostic in document.diagnostics]
        for extension, syntax in (("xmi", Syntax.XMI), ("game", Syntax.GAME)):
            if extension == "xmi" or not example.extends:
                replace_file(example.file(extension), write(document, syntax).encode("utf-8"))
                print(example.file(extension).relative_to(ROOT))
        if not example.file("playthrough").exists():
            print(record_playthrough(load(example.file("game"))).relative_to(ROOT))
    replace_file(gallery_page.PAGE, gallery_page.page().encode("utf-8"))
    print(gallery_page.PAGE.relative_to(ROOT))
    for file in pictures_page.write():
        print(file.relative_to(ROOT))


if __name__ == "__main__":
    main()
