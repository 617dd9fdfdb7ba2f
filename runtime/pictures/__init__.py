"""Pictures of positions: what a board looks like, and its picture as SVG, PNG or a page (HTML)."""
