"""Models as XMI: what EMF reads and writes, taken from nobody on trust and written in one canonical form."""

from tilewright.model.xmi.reader import read_xmi
from tilewright.model.xmi.writer import write_xmi

__all__ = ["read_xmi", "write_xmi"]
