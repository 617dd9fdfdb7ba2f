"""The language server for editors that speak the Language Server Protocol. It needs the extra ``lsp``."""
