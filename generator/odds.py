"""The bound on the weights and shares of chance rules."""

LARGEST = (1 << 31) - 1
"""The greatest sum of all weights, and of all shares of one rule: the product of two such sums fits into a word."""
