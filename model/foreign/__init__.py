"""Readers and writers of the formats of other programs. Each knows its own format, and nothing else here does."""
