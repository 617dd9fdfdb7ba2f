"""Models of any metamodel, which is given as ``.ecore`` files with constraints in OCL.

``metamodel`` makes classes of the files, ``reader`` reads XMI by them, ``validation`` validates what was read.
"""

from tilewright.model.instances.metamodel import Metamodel, read_metamodel
from tilewright.model.instances.validation import validate_instance

__all__ = ["Metamodel", "read_metamodel", "validate_instance"]
