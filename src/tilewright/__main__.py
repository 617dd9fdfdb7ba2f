"""``python -m tilewright``: the command line, where its script is not on the path."""

from tilewright.runtime.cli import main

main(prog_name="tilewright")
