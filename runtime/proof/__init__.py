"""What is known of a game, and whether it still holds: counts, recorded games, invariants."""
