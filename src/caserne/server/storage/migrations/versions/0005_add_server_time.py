"""Add server time to heartbeats, and the days on which a server ran"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("processes", sa.Column("time", sa.BigInteger(), nullable=True))
    op.create_table(
        "days",
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("day"),
    )


def downgrade() -> None:
    op.drop_table("days")
    op.drop_column("processes", "time")
