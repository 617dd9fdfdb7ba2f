"""Makes the folders importable as ``tilewright.*`` in a checkout that is not installed."""

import pathlib
import sys
import types

try:
    import tilewright.metamodel  # noqa: F401
except ModuleNotFoundError:
    package = types.ModuleType("tilewright")
    package.__path__ = [str(pathlib.Path(__file__).parent)]
    sys.modules["tilewright"] = package
