"""What this game says: reading and writing models, and telling what is wrong with them."""
