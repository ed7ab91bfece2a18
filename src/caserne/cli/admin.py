"""`caserne admin`: administer a server, also while it runs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from caserne.cli.common import Json, print_json
from caserne.core.game.words import SHARED_WORDS

if TYPE_CHECKING:
    from caserne.server.config import Settings
    from caserne.server.storage.store import Store

T = TypeVar("T")

Database = Annotated[
    str | None,
    typer.Option("--database", metavar="URL", help="The server's database, as given to `caserne serve`."),
]
Data = Annotated[str | None, typer.Option("--data", metavar="FOLDER", help="As given to `caserne serve`.")]
BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="A backup.", dir_okay=False)]


def add_to(app: typer.Typer) -> None:
    """Add these commands to the application."""
    admin = typer.Typer(help="Look after a server, also while it runs.", no_args_is_help=True)
    admin.command(epilog="Example: `caserne admin backup caserne.backup`")(backup)
    admin.command(epilog="Example: `caserne admin restore caserne.backup`")(restore)
    admin.command(epilog="Example: `caserne admin stats --json`")(stats)
    admin.command("remove-match", epilog="Example: `caserne admin remove-match Zl0pQ4d3sWkT`")(remove_match)
    admin.command("remove-name", epilog="Example: `caserne admin remove-name 'Rude Word'`")(remove_name)
    admin.command("remove-visitor", epilog="Example: `caserne admin remove-visitor --name Troll`")(remove_visitor)
    admin.command("access-code", epilog="Example: `caserne admin access-code sesame`")(access_code)
    app.add_typer(admin, name="admin")


def backup(file: BackupFile, database: Database = None, data: Data = None) -> None:
    """Write everything to one file; the server may go on meanwhile."""
    from caserne.server.operations.backup import back_up

    rows = _with_store(lambda store, settings: back_up(store, settings, file), database, data)
    print(SHARED_WORDS("admin.backed_up", rows=rows, file=file))


def restore(
    file: BackupFile,
    database: Database = None,
    data: Data = None,
    replace: Annotated[bool, typer.Option("--replace", help="Throw away what is there.")] = False,
) -> None:
    """Fill an empty database from a backup, before the server is started."""
    from caserne.server.operations.backup import restore as fill

    rows = _with_store(lambda store, settings: fill(store, settings, file, replace=replace), database, data)
    print(SHARED_WORDS("admin.restored", rows=rows, file=file))


def stats(database: Database = None, data: Data = None, as_json: Json = False) -> None:
    """How many visitors, matches and events there are."""
    from caserne.server.operations.administration import statistics

    found = _with_store(lambda store, _: statistics(store), database, data)
    if as_json:
        print_json(found)
        return
    for name, value in found.items():
        listed = ", ".join(f"{key} {count}" for key, count in value.items()) if isinstance(value, dict) else value
        print(f"{name:15} {listed if listed != '' else '-'}")


def remove_match(
    match: Annotated[str, typer.Argument(metavar="MATCH", help="The id at the end of its address.")],
    database: Database = None,
    data: Data = None,
) -> None:
    """Take a match out of everybody's sight."""
    from caserne.server.operations import administration

    _with_store(lambda store, _: administration.remove_match(store, match), database, data)
    print(SHARED_WORDS("admin.done"))


def remove_name(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Exactly as it is shown.")],
    database: Database = None,
    data: Data = None,
) -> None:
    """Take a name, and what was said under it, from everybody who bears it."""
    from caserne.server.operations import administration

    matches = _with_store(lambda store, _: administration.remove_name(store, name), database, data)
    print(SHARED_WORDS("admin.name_removed", matches=matches))


def remove_visitor(
    visitor: Annotated[str | None, typer.Argument(metavar="VISITOR", help="Their id.")] = None,
    name: Annotated[str | None, typer.Option("--name", help="Or everybody of that name.")] = None,
    database: Database = None,
    data: Data = None,
) -> None:
    """Show somebody out for good."""
    from caserne.server.operations import administration

    async def remove(store: Store, _: Settings) -> None:
        given = [visitor] if visitor else []
        for found in given + (await administration.visitors_named(store, name) if name else []):
            await administration.remove_visitor(store, found)

    _with_store(remove, database, data)
    print(SHARED_WORDS("admin.done"))


def access_code(
    code: Annotated[str | None, typer.Argument(metavar="CODE", help="The new code; none lets everybody in.")] = None,
    database: Database = None,
    data: Data = None,
) -> None:
    """Ask everybody for a code from now on, or nobody for any."""
    from caserne.server.operations import administration

    _with_store(lambda store, settings: administration.change_code(store, settings, code), database, data)
    print(SHARED_WORDS("admin.done"))


def _with_store(work: Callable[[Any, Any], Awaitable[T]], database: str | None, data: str | None) -> T:
    """Run `work` with the server's database."""
    import asyncio

    from caserne.server.config import Settings
    from caserne.server.operations.administration import open_store

    settings = Settings.from_environment(database=database, data=data)

    async def run() -> T:
        async with open_store(settings) as store:
            return await work(store, settings)

    return asyncio.run(run())
