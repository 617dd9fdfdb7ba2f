"""What this game says: reading and writing models, and telling what is wrong with them."""

if __name__ != "tilewright.model":  # found by its folder: its classes would be there twice
    raise ImportError("import tilewright.model, not model", name=__name__)
