"""Passes on programs."""
