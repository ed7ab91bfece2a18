"""Bringing a database to the present shape of the tables."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

FOLDER = Path(__file__).parent / "migrations"


def upgrade(connection: Connection) -> None:
    """Carry out the migrations that this database has not seen yet."""
    command.upgrade(_configured(connection), "head")


def differences(connection: Connection) -> list[object]:
    """What the migrations leave different from the tables that the code declares."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from caserne.server.storage.tables import metadata

    return list(compare_metadata(MigrationContext.configure(connection), metadata))


def _configured(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["connection"] = connection
    return config
