"""Moves that the post-check cannot see are counted, not tried: as many as are legal, in games drawn at random."""
