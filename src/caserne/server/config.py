"""The settings of a server, from flags or environment variables: `CASERNE_PORT`, `CASERNE_DATABASE`, ..."""

from __future__ import annotations

import os
import types
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Self, get_args, get_type_hints

from platformdirs import user_data_path

PREFIX = "CASERNE_"


@dataclass(frozen=True)
class Settings:
    """The settings of one server, the same in all its processes."""

    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""
    """The address in invitations; empty: the one that the visitor used."""
    allowed_hosts: str = ""
    """Further names of the server, separated by commas; addresses and local names need none."""
    database: str = ""
    """`sqlite:///FILE` or `postgresql://...`; empty: a file in the data folder."""
    data: str = ""
    """The folder for the database and the secret key; empty: the database's own, or the user's data folder."""
    redis: str = ""
    """`redis://...`: the bus between processes; empty: there is only one process."""
    workers: int = 1
    secret: str = ""
    """The key that signs cookies; empty: generated once in the data folder. Several machines must share it."""
    access_code: str = ""
    """The code that visitors must enter; empty: the one set with `caserne admin access-code`, if any."""
    guest_days: int = 90
    """Days without activity after which the matches of guests are deleted."""
    rate_limits: bool = True
    password_memory: int = 64
    """MiB of memory that hashing a password takes, so that guessing is expensive."""
    log_format: str = "text"
    """`text` or `json`."""
    bot_processes: int = 0
    """How many bots may think at once in each server process; 0: the number of cores minus one."""
    bot_pace: float = 0.8
    """Bot moves are shown after a multiple of so many seconds, so that thinking time reveals nothing."""
    spectators_per_match: int = 500
    """How many may watch one match in each server process."""
    spectators_per_address: int = 100
    """How many windows may watch from one address, all matches together."""
    heartbeat: float = 20.0
    """Seconds without a message after which a socket is pinged."""
    frames_per_second: int = 20
    echo: bool = False
    """Add a websocket that only echoes, to measure the network."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None, **given: Any) -> Self:
        """Read settings from variables such as CASERNE_PORT; keyword arguments win unless they are None."""
        environment = os.environ if environment is None else environment
        kinds = get_type_hints(cls)
        values = {
            field.name: _read(kinds[field.name], environment[PREFIX + field.name.upper()])
            for field in fields(cls)
            if PREFIX + field.name.upper() in environment
        }
        return cls(**{**values, **{name: value for name, value in given.items() if value is not None}})

    def as_environment(self) -> dict[str, str]:
        """Return the settings as environment variables, for child processes."""
        return {PREFIX + name.upper(): str(value) for name, value in asdict(self).items()}

    @property
    def data_folder(self) -> Path:
        if self.data:
            return Path(self.data)
        if self.database.startswith("sqlite:///"):
            return Path(self.database.removeprefix("sqlite:///")).parent
        return user_data_path("caserne", appauthor=False)

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite:///{self.data_folder / 'caserne.db'}"

    @property
    def database_file(self) -> Path | None:
        """The file of an SQLite database; None for PostgreSQL."""
        scheme, _, path = self.database_url.partition(":///")
        return Path(path) if scheme.startswith("sqlite") else None

    def is_secure(self) -> bool:
        """Check whether visitors use HTTPS."""
        return self.public_url.startswith("https://")


def _read(kind: Any, text: str) -> Any:
    if isinstance(kind, types.UnionType):
        kind = next(choice for choice in get_args(kind) if choice is not type(None))
    if kind is bool:
        return text.lower() in ("1", "true", "yes")
    return kind(text)
