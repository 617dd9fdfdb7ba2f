"""The server: matches for browsers and programs, on one machine. It needs the extra ``server``."""
