"""How a model becomes rules: what is constant is worked out, once for each player."""
