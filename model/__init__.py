"""One model: reading and writing it, and reporting what is wrong with it."""

if __name__ != "tilewright.model":  # found by its folder: its classes would be there twice
    raise ImportError("import tilewright.model, not model", name=__name__)
