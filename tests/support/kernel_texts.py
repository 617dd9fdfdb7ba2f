"""Pieces of text in the language of kernels, as nodes."""

from __future__ import annotations

import ast

from tilewright.generator.compiler.kernel.nodes import Expression, Statement
from tilewright.generator.compiler.kernel.reader import Reader


def fragment(text: str) -> Expression:
    """Return the expression of a text."""
    return Reader().expression(ast.parse(text, mode="eval").body)


def statements(text: str) -> list[Statement]:
    """Return the statements of a text."""
    return Reader().block(ast.parse(text).body)
