"""Parses OCL tokens to a syntax tree: a Pratt parser.

Precedence, loosest first: ``implies`` | ``xor`` | ``or`` | ``and`` | ``= <>`` | ``< <= > >=`` | ``+ -`` | ``* /`` |
unary ``not -`` | ``. -> ?. ?->``. All binary operators associate to the left; ``let`` reaches as far right as it can.
"""

from __future__ import annotations

from collections.abc import Callable

from tilewright.metamodel.ocl.errors import OclError
from tilewright.metamodel.ocl.lexer import KEYWORDS, Token, tokenize
from tilewright.metamodel.ocl.syntax import (
    COLLECTION_KINDS,
    Binary,
    Call,
    CollectionLiteral,
    CollectionTypeName,
    If,
    InvalidLiteral,
    Let,
    Literal,
    Navigation,
    Node,
    Path,
    Range,
    Self,
    TupleLiteral,
    TupleTypeName,
    Unary,
    Variable,
)

MAX_NESTING = 100
"""How deeply brackets, conditions, lets and signs may nest."""

MAX_HEIGHT = 200
"""The greatest height of the syntax tree; a chain ``a + b + c`` counts one for each operator."""

_BINDING = {"implies": 1, "xor": 2, "or": 3, "and": 4, "=": 5, "<>": 5}
_BINDING |= dict.fromkeys(("<", "<=", ">", ">="), 6) | {"+": 7, "-": 7, "*": 8, "/": 8}
_KINDS_OF_TEXT = ("inv", "def", "derive", "init", "body", "pre", "post")
_CONSTANTS = {"true": True, "false": False, "null": None}


def parse(text: str) -> Node:
    """Return the syntax tree of the expression *text*; ``OclError`` with the place of the first fault."""
    return _Parser(text).whole(_Parser.expression)


def parse_type(text: str) -> Node:
    """Return the syntax tree of the type *text*, such as ``Set(bg::State)``; ``OclError`` as in ``parse``."""
    return _Parser(text).whole(_Parser.type_name)


def height(node: Node) -> int:
    """Return the number of nodes on the longest path from *node* down. It does not recurse."""
    highest = 0
    pending = [(node, 1)]
    while pending:
        current, level = pending.pop()
        highest = max(highest, level)
        pending.extend((child, level + 1) for child in current.children())
    return highest


class _Parser:
    """Parses one text; the methods below read one rule of the grammar each."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokenize(text)
        self.position = 0
        self.nesting = 0

    # -- tokens

    @property
    def token(self) -> Token:
        return self.tokens[self.position]

    def peek(self, distance: int) -> str:
        return self.tokens[min(self.position + distance, len(self.tokens) - 1)].kind

    def advance(self) -> Token:
        token = self.token
        if token.kind != "end":
            self.position += 1
        return token

    def accept(self, kind: str) -> bool:
        if self.token.kind != kind:
            return False
        self.advance()
        return True

    def expect(self, kind: str, why: str) -> Token:
        if self.token.kind != kind:
            raise self.error(f"expected '{kind}' {why}, found {self.token}")
        return self.advance()

    def name(self, what: str) -> Token:
        if self.token.kind == "name":
            return self.advance()
        hint = f" (a keyword: write _'{self.token.kind}')" if self.token.kind in KEYWORDS else ""
        raise self.error(f"expected {what}, found {self.token}{hint}")

    def error(self, message: str, offset: int | None = None) -> OclError:
        return OclError(message, self.text, self.token.offset if offset is None else offset)

    # -- expressions

    def whole(self, rule: Callable[[_Parser], Node]) -> Node:
        node = rule(self)
        if self.token.kind != "end":
            self.refuse_head()
            hint = ""
            if self.token.value in ("div", "mod"):
                hint = f" (write a.{self.token.value}(b))"
            elif self.token.kind == "in":
                hint = " (write collection->includes(element))"
            raise self.error(f"expected an operator or the end of the text, found {self.token}{hint}")
        if height(node) > MAX_HEIGHT:
            raise self.error(f"the expression chains or nests more than {MAX_HEIGHT} levels", 0)
        return node

    def refuse_head(self) -> None:
        """Raise ``OclError`` if the text begins as in a file of OCL, with a context or the kind of the expression."""
        first, second, third = (self.tokens[min(n, len(self.tokens) - 1)] for n in range(3))
        is_kind = first.value in _KINDS_OF_TEXT and (
            second.kind == ":" or (second.kind == "name" and third.kind == ":")
        )
        if first.kind == "name" and (is_kind or (first.value == "context" and second.kind == "name")):
            message = f"'{first.value}' belongs to files of OCL; here stands only the expression, after 'inv:' there"
            raise self.error(message, first.offset)

    def expression(self, binding: int = 0) -> Node:
        self.nesting += 1
        if self.nesting > MAX_NESTING:
            raise self.error(f"the expression nests more than {MAX_NESTING} levels")
        node = self.operators(binding)
        self.nesting -= 1
        return node

    def operators(self, binding: int) -> Node:
        left = self.prefix()
        while (power := _BINDING.get(self.token.kind, 0)) > binding:
            operator = self.advance()
            left = Binary(operator.offset, operator.kind, left, self.operators(power))
        return left

    def prefix(self) -> Node:
        if self.token.kind not in ("not", "-"):
            return self.postfix()
        operator = self.advance()
        return Unary(operator.offset, operator.kind, self.expression(8))

    def postfix(self) -> Node:
        node = self.primary()
        while self.token.kind in (".", "->", "?.", "?->"):
            mark = self.advance().kind
            arrow, safe = mark.endswith("->"), mark.startswith("?")
            name = self.name(f"a name after '{mark}'" if arrow else f"a feature or operation after '{mark}'")
            if self.token.kind == "(":
                node = self.call(node, arrow, name, safe=safe)
            elif arrow:
                raise self.error(f"expected '(' after '{mark}{name.value}', found {self.token}")
            else:
                node = Navigation(name.offset, node, str(name.value), safe)
        return node

    def primary(self) -> Node:
        token = self.advance()
        kind, offset = token.kind, token.offset
        if kind in _CONSTANTS:
            return Literal(offset, _CONSTANTS[kind])
        if kind in ("integer", "real", "string"):
            return Literal(offset, token.value)
        if kind == "invalid":
            return InvalidLiteral(offset)
        if kind == "self":
            return Self(offset)
        if kind == "(":
            node = self.expression()
            self.expect(")", "to close the bracket")
            return node
        if kind == "if":
            return self.condition(offset)
        if kind == "let":
            return self.let(offset)
        if kind == "name":
            return self.named(token)
        if kind == "end" and self.position == 0:
            raise self.error("the text is empty; expected an expression", offset)
        raise self.error(f"expected an expression, found {token}", offset)

    def condition(self, offset: int) -> Node:
        condition = self.expression()
        self.expect("then", "after the condition of the if")
        yes = self.expression()
        if self.token.kind == "name" and self.token.value == "elseif":
            return If(offset, condition, yes, self.condition(self.advance().offset))
        self.expect("else", "(an if without else has no value)")
        no = self.expression()
        self.expect("endif", "to close the if")
        return If(offset, condition, yes, no)

    def let(self, offset: int) -> Node:
        variables = [self.variable("a variable after 'let'", valued=True)]
        while self.accept(","):
            variables.append(self.variable("a variable after ','", valued=True))
        self.expect("in", "after the variables of the let")
        return Let(offset, tuple(variables), self.expression())

    def variable(self, what: str, *, valued: bool = False) -> Variable:
        name = self.name(what)
        declared = self.type_name() if self.accept(":") else None
        value = None
        if valued:
            self.expect("=", f"and a value for '{name.value}'")
            value = self.expression()
        return Variable(name.offset, str(name.value), declared, value)

    def named(self, token: Token) -> Node:
        name = str(token.value)
        if name in COLLECTION_KINDS and self.token.kind == "{":
            return self.collection(token.offset, name)
        if name == "Tuple" and self.token.kind == "{":
            return self.tuple(token.offset)
        if name in (*COLLECTION_KINDS, "Tuple") and self.token.kind == "(":
            self.position -= 1
            type_ = self.type_name()
            if isinstance(type_, CollectionTypeName) and self.token.kind == "{":
                return self.collection(token.offset, name, type_.element)
            return type_
        if self.token.kind == "(":
            return self.call(None, False, token)
        return self.path(token)

    def path(self, first: Token) -> Path:
        names = [first]
        while self.accept("::"):
            names.append(self.name("a name after '::'"))
        if self.token.kind == "(" and len(names) > 1 and names[-1].value == "allInstances":
            owner = "::".join(str(name.value) for name in names[:-1])
            raise self.error(f"an operation stands after a dot (write {owner}.allInstances())", names[-1].offset)
        return Path(first.offset, tuple(str(name.value) for name in names), names[-1].offset)

    def collection(self, offset: int, kind: str, element: Node | None = None) -> Node:
        if kind == "Collection":
            raise self.error("Collection is abstract (write Set, OrderedSet, Bag or Sequence)", offset)
        self.advance()
        items: list[Node] = []
        while not self.accept("}"):
            if items:
                self.expect(",", f"or '}}' in the {kind}")
            item = self.expression()
            if self.token.kind == "..":
                item = Range(self.advance().offset, item, self.expression())
            items.append(item)
        return CollectionLiteral(offset, kind, tuple(items), element)

    def tuple(self, offset: int) -> Node:
        self.advance()
        parts = [self.variable("a part of the Tuple", valued=True)]
        while self.accept(","):
            parts.append(self.variable("a part of the Tuple", valued=True))
        self.expect("}", "to close the Tuple")
        return TupleLiteral(offset, tuple(parts))

    # -- calls

    def call(self, source: Node | None, arrow: bool, name: Token, *, safe: bool = False) -> Node:
        self.expect("(", "")
        variables: list[Variable] = []
        accumulator = None
        if self.declares_iterators():
            variables.append(self.variable("an iterator"))
            while self.accept(","):
                variables.append(self.variable("an iterator"))
            if self.accept(";"):
                accumulator = self.variable("the result variable", valued=True)
            self.expect("|", "after the iterators")
        arguments: list[Node] = []
        if variables or not self.accept(")"):
            arguments.append(self.expression())
            while not self.accept(")"):
                self.expect(",", f"or ')' in {name.value}(...)")
                arguments.append(self.expression())
        declared = tuple(variables)
        return Call(name.offset, source, arrow, str(name.value), declared, accumulator, tuple(arguments), safe)

    def declares_iterators(self) -> bool:
        ahead = 0
        while self.peek(ahead) == "name" and self.peek(ahead + 1) == ",":
            ahead += 2
        return self.peek(ahead) == "name" and self.peek(ahead + 1) in ("|", ":", ";")

    # -- types

    def type_name(self) -> Node:
        self.nesting += 1
        if self.nesting > MAX_NESTING:
            raise self.error(f"the type nests more than {MAX_NESTING} levels")
        name = self.name("a type")
        node: Node = self.type_after(name)
        self.nesting -= 1
        return node

    def type_after(self, name: Token) -> Node:
        if name.value in COLLECTION_KINDS:
            if not self.accept("("):
                return CollectionTypeName(name.offset, str(name.value), None)
            element = self.type_name()
            self.expect(")", "to close the type")
            return CollectionTypeName(name.offset, str(name.value), element)
        if name.value == "Tuple" and self.accept("("):
            parts = [self.variable("a part of the Tuple type")]
            while self.accept(","):
                parts.append(self.variable("a part of the Tuple type"))
            self.expect(")", "to close the type")
            return TupleTypeName(name.offset, tuple(parts))
        return self.path(name)
