"""The forms of characters, dates and bytes in files are those of EMF."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from tilewright.metamodel.forms import character, octets, written_character, written_date, written_octets
from tilewright.model.ecore.values import form_of

CHARACTERS = {"65": "A", "A": "A", "6": "\x06", "0": "\0", "'": "'", "é": "é", "9786": "☺", "65535": "\uffff", "٣": "٣"}
"""Characters by their texts, as EMF 2.29 reads them."""


@pytest.mark.parametrize(("text", "value"), CHARACTERS.items())
def test_a_character_is_its_code_or_itself(text: str, value: str) -> None:
    assert character(text) == form_of("char").parse(text) == form_of("ECharacterObject").parse(text) == value
    assert character(written_character(value)) == value


@pytest.mark.parametrize("text", ["", "AB", "'A'", "65536", "-1", "000065", " 65", "𝄞"])
def test_what_is_no_character(text: str) -> None:
    """EMF takes the first character of some of these, and part of the number of others, in silence."""
    with pytest.raises(ValueError):
        form_of("EChar").parse(text)


def test_written_forms() -> None:
    assert written_character("A") == "65" and written_character("") == ""
    moment = datetime(20, 1, 2, 3, 4, 5, 999_999, timezone(-timedelta(hours=3, minutes=30)))
    assert written_date(moment) == "0020-01-02T03:04:05.999-0330"
    assert written_date(datetime(2020, 12, 31)) == "2020-12-31T00:00:00.000"
    assert form_of("EDate").parse(written_date(moment)) == moment.replace(microsecond=999_000)
    assert (written_octets(b"\0\xff"), octets("00fF")) == ("00FF", bytearray(b"\0\xff"))
