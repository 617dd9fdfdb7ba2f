"""OCL: the regular expressions of ``matches`` agree with Python's, and never backtrack."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.metamodel.regex import MAX_STATES, Regex, RegexError

atoms = st.sampled_from(["a", "b", ".", "[ab]", "[^a]", "[a-c]", "\\d", "\\w", "\\.", "\\S", "[\\d_-]", "#", "]"])
quantifiers = st.sampled_from(["", "*", "+", "?", "{2}", "{0,2}", "{1,}", "{0}"])
patterns = st.recursive(
    st.tuples(atoms, quantifiers).map("".join),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map("".join),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: f"({'|'.join(parts)})"),
        st.tuples(inner, quantifiers).map(lambda pair: f"(?:{pair[0]}){pair[1]}"),
    ),
    max_leaves=6,
)


@given(patterns, st.lists(st.text(alphabet="abc0._#\n]-", max_size=6), min_size=1, max_size=8))
def test_agrees_with_python(pattern: str, subjects: list[str]) -> None:
    try:
        regex = Regex(pattern)
    except RegexError as error:
        assert "too large" in str(error)
        return
    for subject in subjects:
        assert regex.matches(subject) == (re.fullmatch(pattern, subject, re.ASCII) is not None), subject


@pytest.mark.parametrize(
    ("pattern", "subject", "result"),
    [
        ("^#[0-9a-fA-F]{6}$", "#00fFaA", True),
        ("^#[0-9a-fA-F]{6}$", "#00fFa", False),
        ("^a|b$", "b", True),
        ("\\^\\$", "^$", True),
        ("a\\$", "a$", True),
        ("[]a]+", "]a", True),
        ("[a\\]]+", "]a", True),
        ("[a-]+", "a-a", True),
        ("", "", True),
        ("", "a", False),
        ("()*", "", True),
        ("a{2,}", "a", False),
        (".", "\n", False),
        ("\\w+", "é", False),
        ("é+", "éé", True),
    ],
)
def test_matches(pattern: str, subject: str, result: bool) -> None:
    assert Regex(pattern).matches(subject) is result


@pytest.mark.parametrize("pattern", ["(a*)*b", "(a|a)*b", "(a+)+b", "(.*)*(.*)*b", "(a?){30}a{30}b", "a*a*a*a*a*a*b"])
def test_catastrophes_do_not_happen(pattern: str) -> None:
    assert not Regex(pattern).matches("a" * 10_000)


@pytest.mark.parametrize(
    ("pattern", "message", "offset"),
    [
        ("(a", "the group is not closed", 0),
        ("a)", "')' closes nothing", 1),
        ("[a", "the bracket is not closed", 0),
        ("*a", "'*' repeats nothing", 0),
        ("a|+", "'+' repeats nothing", 2),
        ("a**", "a quantifier after a quantifier", 2),
        ("a+?", "a quantifier after a quantifier", 2),
        ("a{2", "expected {n}, {n,} or {n,m}", 1),
        ("a{x}", "expected {n}, {n,} or {n,m}", 1),
        ("a{3,2}", "the wrong way round", 1),
        ("a{9999}", "at most 500 repetitions", 1),
        ("((a{99}){99}){99}", "too large", 0),
        ("((){500}){500}", "too large", 0),
        ("(?=a)", "look-around, flags and named groups are not supported", 0),
        ("(?i)a", "look-around, flags and named groups are not supported", 0),
        ("(a)\\1", "the escape '\\1' is not supported", 3),
        ("\\bx", "the escape '\\b' is not supported", 0),
        ("a\\", "the escape '\\' is not supported", 1),
        ("a^b", "'^' is supported only at the start", 1),
        ("a$b", "'$' is supported only at the end", 1),
        ("[b-a]", "the range in the brackets is not one", 0),
        ("[\\d-z]", "the range in the brackets is not one", 0),
        ("[[:alpha:]]", "classes inside brackets are not supported", 1),
        ("[a&&b]", "classes inside brackets are not supported", 2),
        ("[\\D]", "a negated class inside brackets", 1),
        ("a" * 1001, "longer than 1000 characters", 0),
        ("(" * 100 + ")" * 100, "nest more than 40 levels", 40),
    ],
)
def test_refused(pattern: str, message: str, offset: int) -> None:
    with pytest.raises(RegexError) as raised:
        Regex(pattern)
    assert message in str(raised.value)
    assert raised.value.offset == offset


def test_size_is_bounded() -> None:
    assert Regex("a{490}").states <= MAX_STATES


def test_what_matches_is_replaced_as_python_does_it() -> None:
    """The longest match counts; without alternatives that is the one of Java and of Python."""
    for pattern in ("a+", "[ab]", "x*", "a?b", "^a", "b$", "^", "(ab)+", "a{2}"):
        for subject in ("", "a", "ab", "xabab", "aab xb", "bbb"):
            for most in (None, 1):
                found = Regex(pattern).replace(subject, "-", most)
                assert found == re.sub(pattern, "-", subject, count=most or 0), (pattern, subject)
    assert Regex("a|ab").replace("ab", "-") == "-"
    with pytest.raises(RegexError, match="alternatives beside"):
        Regex("^a|b").replace("ab", "-")
