"""Models as XMI, as EMF reads and writes it: no file is trusted, and a model is written in one canonical form."""

from tilewright.model.xmi.reader import read_xmi
from tilewright.model.xmi.writer import write_xmi

__all__ = ["read_xmi", "write_xmi"]
