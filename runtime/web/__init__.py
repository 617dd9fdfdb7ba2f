"""The server of matches, for browsers and programs. It needs the extra ``server``."""
