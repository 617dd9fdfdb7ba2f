"""The database of matches: SQLite or PostgreSQL, with migrations. It needs the extra ``server``."""
