"""The model in another form: Python classes from a metamodel, and the compiler of games."""

if __name__ != "tilewright.generator":  # found by its folder: its classes would be there twice
    raise ImportError("import tilewright.generator, not generator", name=__name__)
