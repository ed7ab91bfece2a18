"""Services shared by all running matches of a process."""

from __future__ import annotations

from dataclasses import dataclass, field

from caserne.server.config import Settings
from caserne.server.live.board_art import Drawings
from caserne.server.live.bus import Bus
from caserne.server.live.clock import Outage
from caserne.server.live.compiler import Compiler
from caserne.server.live.server_time import ServerTime
from caserne.server.live.slices import Slices
from caserne.server.live.worker_pool import WorkerPool
from caserne.server.people.rate_limits import Limiter
from caserne.server.storage.store import Store


@dataclass
class MatchServices:
    """Everything a running match needs from its process."""

    settings: Settings
    store: Store
    bus: Bus
    workers: WorkerPool
    compiler: Compiler
    limiter: Limiter
    process: str
    """The id of this process."""
    drawings: Drawings = field(default_factory=Drawings)
    time: ServerTime = field(default_factory=ServerTime)
    slices: Slices = field(default_factory=Slices)
    spectator_turns: Slices = field(default_factory=Slices)
    """Spectators are sent their messages one after another, because a crowd must not keep players waiting."""
    live_processes: set[str] = field(default_factory=set)
    """The processes with a recent heartbeat."""
    dead_processes: dict[str, int] = field(default_factory=dict)
    """The last heartbeat of each of the others."""

    @property
    def outages(self) -> list[Outage]:
        """The times that count against no clock."""
        return self.time.outages
