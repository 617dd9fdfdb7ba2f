"""Databases as earlier versions have left them, with games in them: the tables and rows, word by word."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from tests.support.servers import file_store

MODEL = """<?xml version="1.0" encoding="UTF-8"?>
<game:Game xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:game="urn:tilewright:game" name="Mine" initialPlayer="//@players.0">
  <players name="A" hexColor="#f0f0f0"/>
  <players name="B" hexColor="#202020"/>
  <board width="3" height="1">
    <tiles name="Cell" tileType="Cell">
      <initialState name="Empty"/>
      <states name="AMan" hexColor="#f0f0f0" owner="//@players.0" piece="//@pieces.0" symbol="M"/>
      <states name="BMan" hexColor="#202020" owner="//@players.1" piece="//@pieces.0" symbol="m"/>
    </tiles>
    <tileplacement tile="Cell"/>
    <tileplacement column="1" tile="Cell"/>
    <tileplacement column="2" tile="Cell"/>
    <legalMovesPipeline>
      <filters xsi:type="game:PatternFilter" name="Put">
        <patterns stateSelection="Empty"/>
      </filters>
    </legalMovesPipeline>
    <effectPipeline>
      <filters xsi:type="game:StateEffectFilter" piece="//@pieces.0"/>
    </effectPipeline>
  </board>
  <pieces name="Man" symbol="m"/>
</game:Game>
"""
TERMS = (
    '{"seats": ["human", "human"], "seed": 7, "move_time": null, "game_time": null, "increment": 0.0, '
    '"undo": "asked", "hints": true, "start": null}'
)
MATCH, SECRET = "aMatchOfOldTimes", "b-secret"

SCHEMAS = {
    "1": f"""
CREATE TABLE alembic_version (
  version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE models (
  digest VARCHAR(64) NOT NULL, name TEXT NOT NULL, source VARCHAR(16) NOT NULL, text TEXT NOT NULL, at FLOAT NOT NULL,
  PRIMARY KEY (digest)
);
CREATE TABLE matches (
  id VARCHAR(32) NOT NULL, digest VARCHAR(64) NOT NULL, terms TEXT NOT NULL, at FLOAT NOT NULL,
  PRIMARY KEY (id), FOREIGN KEY(digest) REFERENCES models (digest)
);
CREATE TABLE seats (
  "match" VARCHAR(32) NOT NULL, seat INTEGER NOT NULL, secret VARCHAR(64) NOT NULL,
  PRIMARY KEY ("match", seat), FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE events (
  "match" VARCHAR(32) NOT NULL, number INTEGER NOT NULL, kind VARCHAR(16) NOT NULL, seat INTEGER NOT NULL,
  text TEXT NOT NULL, at FLOAT NOT NULL,
  PRIMARY KEY ("match", number), FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO alembic_version VALUES ('1');
INSERT INTO models VALUES ('15ebffe9774f213e3d7e25879b9fcd60286d498aaceb0d67ce7197e9e82cb459', 'Mine', 'ours', '{MODEL}', 1.5);
INSERT INTO matches VALUES
  ('{MATCH}', '15ebffe9774f213e3d7e25879b9fcd60286d498aaceb0d67ce7197e9e82cb459', '{TERMS}', 2.5);
INSERT INTO seats VALUES ('{MATCH}', 1, '60a8476a0e58815b61bbcdcdb8db2c1ec1b4f339897f4af2a0401b4115f5d662');
INSERT INTO events VALUES ('{MATCH}', 0, 'move', 0, 'b1', 3.5);
INSERT INTO events VALUES ('{MATCH}', 1, 'move', 1, 'a1', 4.5);
""",
}
"""By the number of the last migration. The match has had two moves; one is left, by the first player."""


def sqlite_of(revision: str, folder: Path) -> str:
    """Return the address of such a database of SQLite in a folder."""
    url = file_store(folder)
    connection = sqlite3.connect(url.removeprefix("sqlite:///"))
    connection.executescript(SCHEMAS[revision])
    connection.close()
    return url


def postgresql_of(revision: str, url: str) -> str:
    """Return the address of such a database beside another one of PostgreSQL."""
    import psycopg
    from sqlalchemy.engine import make_url

    name = f"schema_{revision}"
    plain = make_url(url).set(drivername="postgresql")
    with psycopg.connect(plain.render_as_string(False), autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name}")  # type: ignore[call-overload]
        connection.execute(f"CREATE DATABASE {name}")  # type: ignore[call-overload]
    with psycopg.connect(plain.set(database=name).render_as_string(False)) as connection:
        connection.execute(SCHEMAS[revision])  # type: ignore[call-overload]
    return make_url(url).set(database=name).render_as_string(False)
