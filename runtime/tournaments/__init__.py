"""Tournaments: programs that play all against all, and how strong that shows them to be."""
