"""How chains of operations become text: in search, in effects, and as questions, for one cell or for all at once."""
