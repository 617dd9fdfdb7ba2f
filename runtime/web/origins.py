"""Origins, as browsers name the pages that ask: scheme, host, and the port unless it is the usual one."""

from __future__ import annotations

from urllib.parse import urlsplit

_USUAL = {"http": 80, "https": 443}
"""The ports that browsers leave out, by their schemes."""
_WRONG = frozenset("*@?#% \t\r\n\\")
"""Characters that no origin has."""


def origin_of(text: str) -> str:
    """Return an origin as browsers write it. ``ValueError`` if the text is none, or an address of more than that."""
    wrong = ValueError(f"'{text}' is no origin: write https://NAME, or http://NAME:PORT")
    try:
        found = urlsplit(text)
        host, port = found.hostname, found.port
    except ValueError:
        raise wrong from None
    is_bare = found.path in ("", "/") and text.isascii() and not set(text) & _WRONG
    if not host or found.scheme not in _USUAL or not is_bare:
        raise wrong
    named = f"[{host}]" if ":" in host else host
    return f"{found.scheme}://{named}" + ("" if port in (None, _USUAL[found.scheme]) else f":{port}")
