"""Emission of chains of operations: in search, in effects, and as questions, for one cell or for all cells at once."""
