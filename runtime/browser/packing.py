"""The parts of a page of one file, packed as one text, which ``unpack.js`` unpacks in the browser.

The texts of the page and the facts of the game as JSON, each followed by a byte 0, and then the module of the game are
compressed as one stream by LZMA, which finds again what is said far away: the functions of two players are much alike.
Browsers unpack Deflate by themselves, but it looks back by 32 kB only. Thirteen bits of the result are written as two
of 91 ASCII letters (base 91), the lower digit first. None of the letters needs an escape in a script. Base64 has twelve
bits in two letters.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator, Mapping
from typing import Any

BITS = 13
"""The number of bits that two letters hold."""
COUNT = 91
"""The number of letters: its square is a little more than ``1 << BITS``."""
FIRST = "#"
"""The letter of 0; the others follow it in ASCII, except ``TAG``."""
TAG, INSTEAD = "<", "!"
"""The letter that could begin a tag, and the one that is written in its place."""

TEXTS = ("style", "markup", "script")
"""The parts of a page that are texts; all others are written as JSON."""

FILTERS = (
    {
        "id": lzma.FILTER_LZMA1,
        "preset": 9 | lzma.PRESET_EXTREME,
        "dict_size": 1 << 22,
        "nice_len": 273,
        "lc": 2,
        "lp": 0,
        "pb": 0,
    },
)
"""How LZMA compresses. The last three numbers are also in ``unpack.js``."""


def packed(parts: Mapping[str, Any], code: bytes) -> str:
    """Return the parts of a page and the module of its game as letters.

    *parts* has the texts of ``TEXTS``, and under other names what JSON can express. The same parts give the same
    letters.
    """
    facts = {name: part for name, part in parts.items() if name not in TEXTS}
    told = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    texts = [text.encode("utf-8", "surrogatepass") for text in (*(parts[name] for name in TEXTS), told)]
    data = lzma.compress(b"\0".join([*texts, code]), format=lzma.FORMAT_RAW, filters=FILTERS)
    return "".join(_letters(data)).replace(TAG, INSTEAD)


def unpacked(letters: str) -> tuple[dict[str, Any], bytes]:
    """Return the parts and the module that ``packed`` was given."""
    reader = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=FILTERS)
    found = reader.decompress(bytes(_bytes(letters.replace(INSTEAD, TAG))))
    *texts, told, code = found.split(b"\0", len(TEXTS) + 1)
    return dict(zip(TEXTS, (text.decode() for text in texts), strict=True)) | json.loads(told), code


def _letters(data: bytes) -> Iterator[str]:
    """Yield the letters of some bytes, whose bits are taken from the lowest one on."""
    held = count = 0
    for byte in data + b"\0\0":  # so that the last bits are written
        held |= byte << count
        count += 8
        if count >= BITS:
            for digit in reversed(divmod(held & (1 << BITS) - 1, COUNT)):
                yield chr(ord(FIRST) + digit)
            held >>= BITS
            count -= BITS


def _bytes(letters: str) -> Iterator[int]:
    """Yield the bytes that letters encode, and perhaps a few more at the end."""
    held = count = 0
    for low, high in zip(letters[::2], letters[1::2], strict=True):
        held |= ord(low) - ord(FIRST) + COUNT * (ord(high) - ord(FIRST)) << count
        count += BITS
        while count >= 8:
            yield held & 255
            held >>= 8
            count -= 8
