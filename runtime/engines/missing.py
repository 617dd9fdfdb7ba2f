"""The reasons why an engine cannot run on this computer."""

from __future__ import annotations


def missing(engine: str) -> str | None:
    """Return why the engine with a name cannot run here, and what to do; None if it can."""
    match engine:
        case "native":
            from tilewright.runtime.kernels.native import missing_native

            return missing_native()
        case "wasm":
            from tilewright.runtime.kernels.wasm import missing_wasm

            return missing_wasm()
        case _:
            return None
