"""The rule IR: the rules of a game as each player reads them, with a class for each operation."""
