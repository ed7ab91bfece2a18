"""Migrates a database to the current schema."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

if TYPE_CHECKING:
    from alembic.config import Config

FOLDER = Path(__file__).parent / "migrations"


def upgrade(connection: Connection) -> None:
    """Run the migrations that this database lacks; only then is Alembic loaded, which takes long."""
    if current_revision(connection) != newest_revision():
        from alembic import command

        command.upgrade(config(connection), "head")


def current_revision(connection: Connection) -> str | None:
    """Return the number of the last migration of a database; None if it has no tables yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def newest_revision() -> str:
    """Return the number of our last migration, with which the name of its file begins."""
    return max(path.name.partition("_")[0] for path in (FOLDER / "versions").glob("*.py"))


def differences(connection: Connection) -> list[object]:
    """Return how the migrated schema differs from the tables that the code declares."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from caserne.server.storage.tables import metadata

    return list(compare_metadata(MigrationContext.configure(connection), metadata))


def config(connection: Connection | None = None) -> Config:
    """Return how Alembic finds our migrations, and the database to run them on."""
    from alembic.config import Config

    made = Config()
    made.set_main_option("script_location", str(FOLDER))
    made.attributes["connection"] = connection
    return made
