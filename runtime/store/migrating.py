"""Bringing the tables of a database up to date."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine

FOLDER = Path(__file__).parent / "migrations"


def upgrade(engine: Engine, revision: str = "head") -> None:
    """Run the migrations that a database has not seen, in one transaction, up to a *revision*."""
    settings = Config()
    settings.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    settings.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        settings.attributes["connection"] = connection
        command.upgrade(settings, revision)
