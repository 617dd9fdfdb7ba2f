"""The model in another form: Python classes from a metamodel, and the compiler of games."""

if __name__ != "tilewright.generator":  # imported by the folder's name: each class would exist twice
    raise ImportError("import tilewright.generator, not generator", name=__name__)
