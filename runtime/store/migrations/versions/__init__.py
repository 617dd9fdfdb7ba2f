"""One module for each change of the tables. ``down_revision`` names the change before it."""
