"""Static analyses of the rule IR: what may fail, what branches, which moves are distinct."""
