"""The typed program: its nodes, and the reader of its text, a small part of Python with whole numbers."""
