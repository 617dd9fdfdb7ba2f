"""Lowering: from a model to the rule IR, once for each player, with all constants resolved."""
