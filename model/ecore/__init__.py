"""Checking an ``.ecore`` file of a user before anything is built from it.

PyEcore runs code on what it reads: the texts of an operation are pasted into Python source, references open files and
addresses. A file is therefore read here first: parsed by a hardened parser, every element and attribute known, every
name an identifier, every reference resolved inside the file. What is handed on to PyEcore is only what was checked.

``shape`` takes the file apart; ``names``, ``references``, ``features``, ``inheritance`` and ``ocl`` judge it;
``cleaning`` leaves out what is not generated; ``checking`` does one after the other.
"""

from tilewright.model.ecore.checking import Checked, check_ecore, check_ecores

__all__ = ["Checked", "check_ecore", "check_ecores"]
