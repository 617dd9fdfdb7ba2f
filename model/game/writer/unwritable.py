"""What parts of the writer raise, and whoever writes a part of a rule for a message handles."""

from __future__ import annotations


class Unwritable(Exception):
    """The shorthand cannot express something; the class form can."""
