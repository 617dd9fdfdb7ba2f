"""The environment of Alembic: migrations run on the connection that ``migrating`` passes to it."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
