"""The proof that a game is right: known perft counts, recorded games, invariants, agreement of engines, leaks."""
