"""Tokens: what a text is made of, for both notations."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.model.text.scanner import Scanner, Token, TokenKind, decode, readable, tokens

TEXTS = [
    ("", ""),
    ("a b_1 Zürich 將棋", "a|b_1|Zürich|將棋"),
    ("3x3", "3|x3"),
    ("3 x 3", "3|x|3"),
    ("3x 3", "3|x|3"),
    ("-1 - 1 a-1", "-1|-|1|a|-1"),
    ("a->b:=1+=2-=3&=4", "a|->|b|:=|1|+=|2|-=|3|&=|4"),
    ("a==b!=c<=d>=e<f>g=h", "a|==|b|!=|c|<=|d|>=|e|<|f|>|g|=|h"),
    ("1..3 a..* T.S game::Game", "1|..|3|a|..|*|T|.|S|game|::|Game"),
    ("{}()[],:;|!@#*/+-", "{|}|(|)|[|]|,|:|;|||!|@|#|*|/|+|-"),
    ('"a b" \'c"d\' "e\\"f" ""', '"a b"|\'c"d\'|"e\\"f"|""'),
    ("a// b\nc/* d */e/**/f", "a|c|e|f"),
    ("a\rb\r\nc\x0bd\u00a0e\u2028f", "a|b|c|d|e|f"),
]


@pytest.mark.parametrize(("text", "expected"), TEXTS, ids=[repr(row[0]) for row in TEXTS])
def test_tokens_of_a_text(text: str, expected: str) -> None:
    scanned = list(tokens(text, "t"))
    assert "|".join(token.text for token in scanned[:-1]) == expected
    assert scanned[-1].kind is TokenKind.END
    assert [text[token.offset :].startswith(token.text) for token in scanned] == [True] * len(scanned)


VALUES = [
    (r'"\n\t\r\\\"\'"', "\n\t\r\\\"'"),
    (r"'\u0041\u00fc'", "Aü"),
    (r'"\x \u12"', "x u12"),
    ('"two\nlines"', "two\nlines"),
    ("'🎲'", "🎲"),
    ("name", "name"),
    ("-12", "-12"),
]


@pytest.mark.parametrize(("text", "value"), VALUES, ids=[repr(row[0]) for row in VALUES])
def test_the_value_of_a_token(text: str, value: str) -> None:
    assert Scanner(text, "t").next().value == value


BAD = [
    ("§ a", [(1, 1)], "a"),
    ("a §§\n$", [(1, 3), (2, 1)], "a"),
    ('a "b\nc', [(1, 3)], "a|c"),
    ("a /* b\nc", [(1, 3)], "a|c"),
    (r'"\ud800" a', [(1, 1)], '"\\ud800"|a'),
    (r'"\u0000"', [(1, 1)], '"\\u0000"'),
    ("'\x01'", [(1, 1)], "'\x01'"),
    ("a\x00b", [(1, 2)], "a|b"),
    ("\\", [(1, 1)], ""),
]


@pytest.mark.parametrize(("text", "places", "expected"), BAD, ids=[repr(row[0]) for row in BAD])
def test_characters_that_are_no_tokens(text: str, places: list[tuple[int, int]], expected: str) -> None:
    scanner = Scanner(text, "t")
    found: list[Token] = []
    while scanner.peek().kind is not TokenKind.END:
        found.append(scanner.next())
    assert "|".join(token.text for token in found) == expected
    assert [(d.code, d.place.line, d.place.column) for d in scanner.diagnostics] == [
        ("bad-token", *at) for at in places
    ]


def test_comments_belong_to_the_token_behind_them() -> None:
    text = "// first\na // second\n/* third */ b /* fourth\n*/ c /* fifth */, // sixth"
    shown = [(token.text, [(c.text, c.trailing) for c in token.comments]) for token in tokens(text, "t")]
    assert shown == [
        ("a", [("// first", False)]),
        ("b", [("// second", True), ("/* third */", False)]),
        ("c", [("/* fourth\n*/", True)]),
        (",", [("/* fifth */", True)]),
        ("", [("// sixth", True)]),
    ]


def test_places_and_lines() -> None:
    shown = [(t.text, t.place.line, t.place.column, t.first_on_line) for t in tokens("a b\r\n c\rd /*\n*/ e\n\nf", "t")]
    assert shown == [
        ("a", 1, 1, True),
        ("b", 1, 3, False),
        ("c", 2, 2, True),
        ("d", 3, 1, True),
        ("e", 4, 4, True),
        ("f", 6, 1, True),
        ("", 6, 2, True),
    ]


def test_symbols_are_raw_characters() -> None:
    scanner = Scanner('A:" B:{ C:/\n//D', "t")
    found = []
    while scanner.peek().kind is TokenKind.NAME:
        found.append(scanner.next().text)
        assert scanner.accept(":")
        symbol = scanner.symbol()
        assert symbol is not None
        found.append(symbol.text)
    assert found == ["A", '"', "B", "{", "C", "/"]
    assert scanner.symbol() is None
    scanner = Scanner("a  #b", "t")
    scanner.next()
    symbol = scanner.symbol()
    assert symbol is not None
    assert (symbol.text, symbol.place.column, scanner.raw()) == ("#", 4, "b")


@given(st.text())
def test_going_back_gives_the_same_tokens(text: str) -> None:
    scanner = Scanner(text, "t")
    start = scanner.mark()
    first = [scanner.peek(k) for k in range(5)]
    problems = scanner.diagnostics
    scanner.reset(start)
    assert [scanner.next() for _ in range(5)] == first
    assert scanner.diagnostics[: len(problems)] == problems


@given(st.text())
def test_nothing_is_lost_between_tokens(text: str) -> None:
    scanned = list(tokens(text, "t"))
    assert [token.offset for token in scanned] == sorted(token.offset for token in scanned)
    assert len(scanned) <= len(text) + 1


@given(st.one_of(st.binary(), st.text()))
def test_any_bytes_are_decoded_or_refused(data: bytes | str) -> None:
    text, problems = decode(data, "t")
    assert text == "" or problems == []
    assert len(problems) <= 1


def test_what_is_readable() -> None:
    assert readable("a\nb\u202e") == "a\\nb\\u202E"
    assert readable("x" * 61) == "x" * 60 + "…"
