"""The migrations of the database, which Alembic runs: ``env`` sets it up, ``versions`` has one for each change."""
