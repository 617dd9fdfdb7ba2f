"""Where the parts of the project are: in a checkout, and in an unpacked source distribution."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "tilewright"
"""The package. In a checkout its subpackages are links to the folders at the root."""
GALLERY = SOURCE / "examples"
METAMODEL = SOURCE / "metamodel"
DOCS = ROOT / "docs"
EXTENSION = ROOT / "editors" / "vscode"
"""The extension for VS Code."""
GRAMMAR = EXTENSION / "syntaxes" / "tilewright.tmLanguage.json"
REGRESSIONS = ROOT / "tests" / "engine_regressions"
"""Games that engines once played otherwise than the interpreter."""
