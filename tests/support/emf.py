"""Eclipse EMF, where it is installed: the program that lets it judge a metamodel and models."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from tests.support.places import ROOT
from tests.support.tools import need

JARS = Path(os.environ.get("TILEWRIGHT_JARS", "/usr/share/java"))
"""Where the libraries of Java are."""

EMF = [JARS / f"eclipse-emf-{name}.jar" for name in ("common", "ecore", "ecore-xmi")]


def compiled_judge(folder: Path) -> list[str]:
    """Compile the judge into a folder; return the command that runs it, to be followed by a metamodel and models."""
    need(shutil.which("javac") is not None, "default-jdk-headless")
    need(all(jar.exists() for jar in EMF), "libeclipse-emf-ecore-xmi-java")
    path = ":".join(map(str, EMF))
    source = ROOT / "tests" / "metamodel" / "Judge.java"
    subprocess.run(["javac", "-cp", path, "-d", str(folder), str(source)], check=True, timeout=120)
    return ["java", "-cp", f"{path}:{folder}", "Judge"]


def run(command: list[str]) -> str:
    """Return what a command prints, which must end well."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
