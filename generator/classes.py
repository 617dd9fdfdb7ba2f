"""``generate classes``: from ``.ecore`` files to a Python package."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from tilewright.generator.folders import replaced
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.ecore import check_ecores
from tilewright.model.ecore.checking import JOINED, read_files


@dataclass(frozen=True, slots=True)
class Report:
    """What was generated: the folder of the package, its files, and warnings about what was left out."""

    folder: Path
    files: tuple[Path, ...]
    warnings: tuple[Diagnostic, ...]


class Unnamed(ValueError):
    """Several packages would become one without a name."""

    def __init__(self) -> None:
        super().__init__("the package of several metamodels needs a name")


def generate_classes(
    ecore: Path | Sequence[Path], out: Path, *, name: str | None = None, copy: bool = True, lenient: bool = False
) -> Report:
    """Generate the Python package of a metamodel as a subfolder of *out*; an older version there is replaced.

    *name* names the subfolder; by default it is the name of the root package. Several files may refer to each other:
    their packages become subpackages of one called *name*, which is then required; those of one file below ``xmi:XMI``
    do so, too.

    With *copy* the package holds a copy of the checked metamodel. Otherwise it reads the original file by its path
    relative to the package; there must be one file, in which nothing had to be left out.

    OCL that cannot be evaluated is an error of the metamodel; if *lenient*, it is left out with a warning.

    Raises ``ModelError`` with all problems of the metamodel; ``Unnamed``, a ``ValueError``, if several packages come
    without *name*; ``ValueError`` if something was left out and *copy* is false; ``OSError`` if a file cannot be read
    or written, or if the subfolder holds files that were not generated; ``ModuleNotFoundError`` if pyecoregen is not
    installed. If an exception is raised, nothing has changed on disk.
    """
    if find_spec("pyecoregen") is None:
        message = "generating classes needs pyecoregen: pip install 'pyecoregen>=0.5.1'"
        raise ModuleNotFoundError(message, name="pyecoregen")
    from tilewright.generator.packages import PackageGenerator

    sources = read_files([ecore] if isinstance(ecore, Path) else ecore)
    if len(sources) > 1 and name is None:
        raise Unnamed
    checked = check_ecores(sources, name or JOINED, lenient=lenient)
    if checked.joined and name is None:
        raise Unnamed
    folder = out / (name or checked.package.name)
    path = f"{checked.package.name}.ecore"
    if not copy:
        if checked.warnings:
            raise ValueError(f"the metamodel cannot be used as it is: {checked.warnings[0]}")
        if checked.joined:
            raise ValueError("the metamodel cannot be used as it is: it has several packages")
        (file,) = sources
        path = Path(os.path.relpath(file, folder)).as_posix()
    with replaced(folder) as fresh:
        PackageGenerator(checked.package, str(fresh), path).generate(checked.package)
        (fresh / "py.typed").touch()
        if copy:
            (fresh / path).write_bytes(checked.data)
    files = tuple(sorted(found for found in folder.rglob("*") if found.is_file()))
    return Report(folder, files, checked.warnings)
