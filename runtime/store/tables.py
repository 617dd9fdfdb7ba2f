"""The tables of the database. A match is stored as its events; its state is found by replaying them.

A change of a table needs a migration in ``migrations/versions``; a test compares the two.
"""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Integer, MetaData, String, Table, Text

metadata = MetaData()

models = Table(
    "models",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("name", Text, nullable=False),
    Column("source", String(16), nullable=False),  # see ``Source``
    Column("text", Text, nullable=False),  # XMI, with the chosen values of parameters
    Column("at", Float, nullable=False),
)

matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("digest", String(64), ForeignKey("models.digest"), nullable=False),
    Column("terms", Text, nullable=False),  # JSON
    Column("at", Float, nullable=False, index=True),
    Column("door", String(16), index=True),  # the external interface by which it was begun
)

seats = Table(
    "seats",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("secret", String(64), nullable=False),  # the hash of the secret that opens the seat
)

events = Table(
    "events",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)
