"""Migrates a database to the current schema."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

FOLDER = Path(__file__).parent / "migrations"


def upgrade(connection: Connection) -> None:
    """Run the migrations that this database lacks."""
    command.upgrade(_config(connection), "head")


def differences(connection: Connection) -> list[object]:
    """Return how the migrated schema differs from the tables that the code declares."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from caserne.server.storage.tables import metadata

    return list(compare_metadata(MigrationContext.configure(connection), metadata))


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["connection"] = connection
    return config
