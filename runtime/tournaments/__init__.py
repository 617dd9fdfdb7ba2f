"""Tournaments: round robins of programs, and ratings from their results."""
