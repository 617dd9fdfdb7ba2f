"""Passes on rules."""
