"""The parts of a page of one file, packed as one text, which ``unpack.js`` unpacks in the browser.

The texts of the page and the facts of the game as JSON, each followed by a byte 0, and then the module of the game are
deflated as one stream, in which each part has Huffman codes of its own. Thirteen bits of the result are written as two
of 91 ASCII letters (base 91), the lower digit first. None of the letters needs an escape in a script. Base64 has twelve
bits in two letters.
"""

from __future__ import annotations

import json
import zlib
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


def packed(parts: Mapping[str, Any], code: bytes) -> tuple[str, int]:
    """Return the parts of a page and the module of its game as letters, and the number of bytes that these encode.

    *parts* has the texts of ``TEXTS``, and under other names what JSON can express. The same parts give the same
    letters.
    """
    facts = {name: part for name, part in parts.items() if name not in TEXTS}
    told = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    deflate = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    found = b""
    for text in (*(parts[name] for name in TEXTS), told):
        found += deflate.compress(text.encode("utf-8", "surrogatepass") + b"\0") + deflate.flush(zlib.Z_BLOCK)
    found += deflate.compress(code) + deflate.flush()
    return "".join(_letters(found)).replace(TAG, INSTEAD), len(found)


def unpacked(letters: str, size: int) -> tuple[dict[str, Any], bytes]:
    """Return the parts and the module that ``packed`` was given; *size* is the number of bytes that it returned."""
    found = zlib.decompress(bytes(_bytes(letters.replace(INSTEAD, TAG)))[:size], wbits=-zlib.MAX_WBITS)
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
