"""What odds are made of."""

LARGEST = (1 << 31) - 1
"""What all weights, and all shares of one rule, are together at most: their product fits into a word."""
