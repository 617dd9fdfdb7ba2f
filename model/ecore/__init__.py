"""Checking an ``.ecore`` file of a user before anything is built from it.

PyEcore makes code of what it reads: it pastes the texts of an operation into Python source, and opens the files and
addresses to which references lead. A file is therefore read here first, by a hardened parser. PyEcore gets it only if
every element and attribute is known, every name is an identifier, and every reference leads to one of the given files.

``shape`` makes a tree of a file; ``names``, ``references``, ``features``, ``inheritance`` and ``ocl`` check it;
``cleaning`` takes out what is not generated; ``checking`` calls them in order.
"""

from tilewright.model.ecore.checking import Checked, check_ecore, check_ecores

__all__ = ["Checked", "check_ecore", "check_ecores"]
