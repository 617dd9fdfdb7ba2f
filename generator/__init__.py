"""The same said another way: Python classes from a metamodel."""
