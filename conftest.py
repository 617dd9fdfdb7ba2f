"""Makes the folders importable as ``tilewright.*`` in a checkout that is not installed."""

import pathlib
import sys
import types
from importlib.util import find_spec


def _is_installed() -> bool:
    try:
        return find_spec("tilewright.metamodel") is not None  # an uninstalled copy may leave an empty tilewright behind
    except ModuleNotFoundError:
        return False


if not _is_installed():
    package = types.ModuleType("tilewright")
    package.__path__ = [str(pathlib.Path(__file__).parent)]
    sys.modules["tilewright"] = package
