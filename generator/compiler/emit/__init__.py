"""How text is written: set expressions, statements and functions, and what is known of a flow while that is done."""
