"""The same said another way: Python classes from a metamodel."""

if __name__ != "tilewright.generator":  # found by its folder: its classes would be there twice
    raise ImportError("import tilewright.generator, not generator", name=__name__)
