"""Fold conditions that are known: comparisons of numbers, what they decide, and the branches that are never taken.

    before   if 0 >= 150 or T0:               after   if T0:
                 n0 = 1 if 1 == 0 else 2                  n0 = 2
             if 1:                                    return n0
                 return n0

Conditions: (1) both sides of a comparison are numbers; (2) what ``and`` and ``or`` leave out is never computed, or is a
number; (3) of a conditional the branch that is taken stands in its place.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable

from tilewright.generator.compiler.emit.code import Assign, If, Line, Statement, While

RELATIONS: dict[type, Callable[[int, int], bool]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}  # fmt: skip

_NUMBER = r"\(?-?(?:\d+|0x[0-9a-f]+)\)?"
_WORTH_A_LOOK = re.compile(
    rf"(?<![\w.]){_NUMBER} (?:[=!<>]=|[<>]) {_NUMBER}(?!\w)|\bif {_NUMBER} else\b|\bnot {_NUMBER}(?!\w)"
    rf"|(?<![\w.]){_NUMBER} (?:and|or)\b|\b(?:and|or) {_NUMBER}(?= and| or| if| else|\)|$)"
)
"""What every expression has that can be folded; most have not."""


def fold_constants(body: list[Statement]) -> list[Statement]:
    """Fold conditions that are known."""
    kept: list[Statement] = []
    for statement in body:
        match statement:
            case Assign():
                kept.append(Assign(statement.targets, folded(statement.value)))
            case Line() if statement.text.startswith("return "):
                kept.append(Line(f"return {folded(statement.text[7:])}"))
            case Line():
                kept.append(statement)
            case If():
                condition = folded(statement.condition)
                known = _number(condition)
                if known is None:
                    branches = fold_constants(statement.then), fold_constants(statement.otherwise)
                    kept.append(If(condition, *branches))
                else:
                    kept += fold_constants(statement.then if known else statement.otherwise)  # (3)
            case While():
                condition = folded(statement.condition)
                if _number(condition) != 0:
                    kept.append(While(condition, fold_constants(statement.body)))
    return kept


def _number(text: str) -> int | None:
    bare = text.strip("()")
    return int(bare, 0) if re.fullmatch(r"-?(?:\d+|0x[0-9a-f]+)", bare) else None


def folded(text: str) -> str:
    """Return an expression without what is known of it."""
    while _WORTH_A_LOOK.search(text):
        tree = ast.parse(text, mode="eval").body
        found = next(filter(None, map(_simpler, ast.walk(tree))), None)
        if found is None:
            break
        node, new = found
        assert node.end_col_offset is not None
        text = _replaced(text, node.col_offset, node.end_col_offset, new if isinstance(new, str) else _text(text, new))
    return text


def _simpler(node: ast.AST) -> tuple[ast.expr, ast.expr | str] | None:
    """Return an expression and what may stand in its place."""
    match node:
        case ast.Compare(left=left, ops=[relation], comparators=[right]):
            one, other = _constant(left), _constant(right)
            if one is not None and other is not None:  # (1)
                return node, str(int(RELATIONS[type(relation)](one, other)))
        case ast.UnaryOp(op=ast.Not(), operand=operand) if (known := _constant(operand)) is not None:
            return node, str(int(not known))
        case ast.IfExp() if (known := _constant(node.test)) is not None:
            return node, node.body if known else node.orelse
        case ast.BoolOp():
            return _shorter(node)
    return None


def _shorter(node: ast.BoolOp) -> tuple[ast.expr, ast.expr | str] | None:
    """Return what is left of a conjunction or disjunction of which a part is known."""
    decides = isinstance(node.op, ast.Or)
    for place, value in enumerate(node.values):
        known = _constant(value)
        if known is None:
            continue
        if bool(known) is decides:  # (2)
            before = node.values[:place]
            if any(isinstance(inner, ast.Call) for part in before for inner in ast.walk(part)):
                continue
            return node, str(int(decides))
        rest = [part for part in node.values if part is not value]
        sign = " or " if decides else " and "
        return node, rest[0] if len(rest) == 1 else sign.join(ast.unparse(part) for part in rest)
    return None


def _constant(node: ast.expr) -> int | None:
    match node:
        case ast.Constant(value=int(value)):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
            return -value
    return None


def _text(text: str, node: ast.expr) -> str:
    return text[node.col_offset : node.end_col_offset]


def _replaced(text: str, begin: int, end: int, new: str) -> str:
    """Return a text with another one in a place of it, in parentheses where there are none and it needs some."""
    enclosed = text[:begin].endswith("(") and text[end:].startswith(")")
    whole = begin == 0 and end == len(text)
    called = enclosed and re.search(r"\w\($", text[:begin]) is not None
    if re.fullmatch(r"\w+|\(.*\)", new) is None and not enclosed and not whole:
        new = f"({new})"
    if enclosed and not called and re.fullmatch(r"\w+", new):
        begin, end = begin - 1, end + 1
    return text[:begin] + new + text[end:]
