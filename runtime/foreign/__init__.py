"""Programs and viewers that were written for a game of their own: the sl-hackathon-2026 game.

This is no part of the engine, which knows no game and imports nothing of it. It is added as any package can add seats
and forms: by entry points, in ``pyproject.toml``.
"""
