"""Tests: tables and properties. ``make test`` runs all but the slow proofs, which ``make prove`` runs."""
