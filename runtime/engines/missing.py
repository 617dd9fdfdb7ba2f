"""What an engine needs that may not be installed."""

from __future__ import annotations


def missing(engine: str) -> str | None:
    """Return why an engine of a name does not run here, and what to do; None if it does."""
    match engine:
        case "native":
            from tilewright.runtime.kernels.native import missing_native

            return missing_native()
        case "wasm":
            from tilewright.runtime.kernels.wasm import missing_wasm

            return missing_wasm()
        case _:
            return None
