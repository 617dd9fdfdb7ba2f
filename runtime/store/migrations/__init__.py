"""The migrations of the database. Alembic runs them: ``env`` says how, ``versions`` holds one for each change."""
