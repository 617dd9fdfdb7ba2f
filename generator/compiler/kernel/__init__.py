"""The language of compiled programs: its typed tree, the reader and verifier of its text, templates, liveness."""
