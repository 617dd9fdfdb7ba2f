"""Models of any metamodel: an ``.ecore`` file of one's own says what they may be, its constraints what must hold.

``metamodel`` makes classes of the file, ``reader`` reads XMI by them, ``validation`` judges what was read.
"""

from tilewright.model.instances.metamodel import Metamodel, read_metamodel
from tilewright.model.instances.validation import validate_instance

__all__ = ["Metamodel", "read_metamodel", "validate_instance"]
