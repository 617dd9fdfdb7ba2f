"""Emission: from the operations of rules to the typed tree of a program, with what is known of each flow on the way."""
