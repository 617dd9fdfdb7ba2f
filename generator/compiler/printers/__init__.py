"""Printers: programs as Python, LLVM's assembly language, WebAssembly, or a stand-alone Python file."""
