"""Interfaces to programs that were written for one game: the sl-hackathon-2026 game, and the ProjectLCore library.

This is no part of the engine, which knows no game and imports nothing from here. Its seats and formats are added by
entry points in ``pyproject.toml``, as any other package can add its own.
"""
