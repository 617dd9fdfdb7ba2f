"""Passes on the rule IR."""
