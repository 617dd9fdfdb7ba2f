"""Why the rules do what they do: explanations, traces, coverage, and what is said of them."""
