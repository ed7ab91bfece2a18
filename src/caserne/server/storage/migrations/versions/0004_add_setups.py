"""Add set-ups saved in accounts"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "setups",
        sa.Column("visitor", sa.String(length=24), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("setup", sa.Text(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["visitor"], ["visitors.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("visitor", "game", "name"),
    )


def downgrade() -> None:
    op.drop_table("setups")
