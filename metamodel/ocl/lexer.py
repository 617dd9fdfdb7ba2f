"""Splits an OCL text into tokens.

The kind of a token is ``name``, ``integer``, ``real``, ``string`` or ``end``; for keywords and punctuation it is their
text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tilewright.metamodel.ocl.errors import OclError

KEYWORDS = frozenset(("and", "or", "xor", "implies", "not", "if", "then", "else", "endif", "let", "in")) | frozenset(
    ("true", "false", "null", "invalid", "self")
)

MAX_TEXT = 100_000
MAX_DIGITS = 300

_TOKEN = re.compile(
    r"""
      (?P<space>   \s+ | --[^\n]* | /\*(?s:.*?)\*/ )
    | (?P<real>    [0-9]+ (?: \.[0-9]+ (?: [eE][+-]?[0-9]+ )? | [eE][+-]?[0-9]+ ) )
    | (?P<integer> [0-9]+ )
    | (?P<quoted>  _'(?: [^'\\]++ | \\(?s:.) )*+' )
    | (?P<name>    [^\W\d]\w* )
    | (?P<string>  '(?: [^'\\]++ | \\(?s:.) | '' )*+' )
    | (?P<mark>    \?-> | \?\. | -> | :: | \.\. | <> | <= | >= | [-+*/=<>(){},;:|.] )
    """,
    re.VERBOSE,
)
_ESCAPE = re.compile(r"''|\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_ESCAPED = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "'": "'", "\\": "\\"}
_FOREIGN = {"==": "=", "!=": "<>", "&&": "and", "||": "or", "!": "not", '"': "'...' for a string", "%": "mod(...)"}
_ELSEWHERE = {"@pre": "postconditions", "^": "postconditions about messages", "[": "qualifiers"}


@dataclass(frozen=True, slots=True)
class Token:
    """A token. *value* is a number, a name, a string with its escapes resolved, or the text of the token."""

    kind: str
    value: str | int | float
    offset: int

    def __str__(self) -> str:
        if self.kind == "end":
            return "the end of the text"
        return f"'{self.value}'" if self.kind != "string" else f"the string '{str(self.value)[:20]}'"


def tokenize(text: str) -> list[Token]:
    """Return the tokens of *text*, the last of kind ``end``; ``OclError`` at the first character that starts none.

    Cost: linear in the text, which may have at most 100 000 characters.
    """
    if len(text) > MAX_TEXT:
        raise OclError(f"the text has {len(text)} characters; at most {MAX_TEXT} are allowed", text, 0)
    tokens: list[Token] = []
    offset = 0
    while offset < len(text):
        found = _TOKEN.match(text, offset)
        if found is None or (found.lastgroup == "mark" and text.startswith(("==", "||", "/*"), offset)):
            raise OclError(_no_token(text, offset), text, offset)
        kind, piece = str(found.lastgroup), found.group()
        if kind == "mark" or piece in KEYWORDS:
            tokens.append(Token(piece, piece, offset))
        elif kind == "name":
            tokens.append(Token("name", piece, offset))
        elif kind == "integer":
            if len(piece) > MAX_DIGITS:
                raise OclError(f"an integer may have at most {MAX_DIGITS} digits", text, offset)
            tokens.append(Token("integer", int(piece), offset))
        elif kind == "real":
            number = float(piece)
            if number > 1e300:
                raise OclError("the number is too large; at most 1e300 is allowed", text, offset)
            tokens.append(Token("real", number, offset))
        elif kind == "string":
            tokens.append(Token("string", _unescape(piece[1:-1], text, offset + 1), offset))
        elif kind == "quoted":
            tokens.append(Token("name", _unescape(piece[2:-1], text, offset + 2), offset))
        offset = found.end()
    tokens.append(Token("end", "", offset))
    return tokens


def _unescape(body: str, text: str, start: int) -> str:
    def replace(found: re.Match[str]) -> str:
        if found.group() == "''":
            return "'"
        code = found.group(1) or found.group(2)
        if code:
            return chr(int(code, 16))
        if found.group(3) not in _ESCAPED:
            raise OclError(
                f"unknown escape '{found.group()}' (known: \\' \\\\ \\\" \\n \\t \\r \\b \\f \\xhh \\uhhhh)",
                text,
                start + found.start(),
            )
        return _ESCAPED[found.group(3)]

    return _ESCAPE.sub(replace, body)


def _no_token(text: str, offset: int) -> str:
    if text.startswith(("'", "_'"), offset):
        return "the string is not closed (expected ')"
    if text.startswith("/*", offset):
        return "the comment is not closed (expected */)"
    for foreign, where in _ELSEWHERE.items():
        if text.startswith(foreign, offset):
            return f"'{foreign}' belongs to {where}, which are not evaluated"
    for foreign, ours in _FOREIGN.items():
        if text.startswith(foreign, offset):
            return f"'{foreign}' is not OCL (write {ours})"
    return f"unexpected character {text[offset]!r}"
