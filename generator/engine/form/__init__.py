"""The rules as the compiler sees them: the intermediate form of each player, and how a model becomes it."""
