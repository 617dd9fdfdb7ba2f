"""Where matches are kept: a database, SQLite or PostgreSQL, with migrations. It needs the extra ``server``."""
