"""The language service for every editor that speaks the Language Server Protocol."""
