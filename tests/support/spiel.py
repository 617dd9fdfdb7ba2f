"""The gallery, as OpenSpiel sees it."""

from __future__ import annotations

from typing import Any


def spiel(name: str, **parameters: Any) -> Any:
    """Return a game of the gallery as one of OpenSpiel."""
    import pyspiel

    import tilewright.envs.openspiel  # noqa: F401

    return pyspiel.load_game(f"tilewright_{name.replace('-', '_')}", parameters)
