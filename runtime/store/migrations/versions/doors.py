"""Migration 2: the interface by which a match was begun, and an index on the time of its creation."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Add the column ``door``, which is null for existing matches, and two indices."""
    op.add_column("matches", sa.Column("door", sa.String(16)))
    op.create_index("ix_matches_at", "matches", ["at"])
    op.create_index("ix_matches_door", "matches", ["door"])
