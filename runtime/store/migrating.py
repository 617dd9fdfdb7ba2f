"""Running the migrations of a database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine

FOLDER = Path(__file__).parent / "migrations"
LOCK = 0x7469_6C65
"""The key of the advisory lock that is held in PostgreSQL during a migration."""


def upgrade(engine: Engine, revision: str = "head") -> None:
    """Run the migrations that a database has not yet had, up to a *revision*, in one transaction.

    A lock makes processes that open the database at the same time do so one after the other.
    """
    settings = Config()
    settings.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    settings.set_main_option("path_separator", "os")
    with engine.connect() as connection, _one_transaction(connection):
        settings.attributes["connection"] = connection
        command.upgrade(settings, revision)


@contextmanager
def _one_transaction(connection: Connection) -> Iterator[None]:
    """Open a transaction in which no other process migrates.

    For SQLite it is begun by hand, as Python's driver begins none for statements that change tables.
    """
    if connection.dialect.name != "sqlite":
        with connection.begin():
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
            yield
        return
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    usual, driver.isolation_level = driver.isolation_level, None
    try:
        with connection.begin():
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield
    finally:
        driver.isolation_level = usual
