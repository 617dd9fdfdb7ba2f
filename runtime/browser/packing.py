"""What a page of one file is made of, packed as one text, which ``unpack.js`` takes apart in the browser.

Texts of the page, what is known of the game in JSON, each with a byte 0 behind it, and the module of the game are
deflated together, each with codes of its own. Thirteen bits of that are two of 91 letters, the lower digit first:
letters that stand for themselves in a script, wherever a page is sent or kept. Base64 has twelve bits in two.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

BITS = 13
"""The bits of two letters."""
COUNT = 91
"""How many letters there are: their square is a little more than ``1 << BITS``."""
FIRST = "#"
"""The letter of 0; the others follow it in ASCII, but for the one that begins a tag."""
TAG, INSTEAD = "<", "!"

TEXTS = ("style", "markup", "script")
"""The parts of a page that are texts; all others are told in JSON."""


def packed(parts: Mapping[str, Any], code: bytes) -> tuple[str, int]:
    """Return the parts of a page and the module of its game as letters, and of how many bytes these are made. The same
    parts have the same letters.
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
    """Return what was packed as so many bytes."""
    found = zlib.decompress(bytes(_bytes(letters.replace(INSTEAD, TAG)))[:size], wbits=-zlib.MAX_WBITS)
    *texts, told, code = found.split(b"\0", len(TEXTS) + 1)
    return dict(zip(TEXTS, (text.decode() for text in texts), strict=True)) | json.loads(told), code


def _letters(data: bytes) -> Iterator[str]:
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
    held = count = 0
    for low, high in zip(letters[::2], letters[1::2], strict=True):
        held |= ord(low) - ord(FIRST) + COUNT * (ord(high) - ord(FIRST)) << count
        count += BITS
        while count >= 8:
            yield held & 255
            held >>= 8
            count -= 8
