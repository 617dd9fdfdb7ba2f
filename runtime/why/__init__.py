"""Why the rules do what they do: explanations and traces of moves, coverage of filters, and their texts."""
