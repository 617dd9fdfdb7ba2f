"""Pictures of positions: how a board looks, and its picture and page."""
