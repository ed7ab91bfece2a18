"""The tables of the database. Times are milliseconds since 1970."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text, false

metadata = MetaData()

visitors = Table(
    "visitors",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", Text, nullable=False, default=""),
    Column("account", String(24), ForeignKey("accounts.id", ondelete="SET NULL")),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("banned", Boolean, nullable=False, default=False),
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False, unique=True),  # the name as names are compared
    Column("password", Text, nullable=False),  # an argon2 hash
    Column("created", BigInteger, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", String(43), primary_key=True),
    Column("visitor", String(24), ForeignKey("visitors.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("device", Text, nullable=False, default=""),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("access", Text),  # the fingerprint of the access code that was entered
)

devices = Table(
    "devices",
    metadata,
    Column("token", String(64), primary_key=True),  # a hash of the link's token
    Column("visitor", String(24), ForeignKey("visitors.id", ondelete="CASCADE"), nullable=False),
    Column("expires", BigInteger, nullable=False),
)
"""Links that sign another device in as a visitor."""

matches = Table(
    "matches",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("header", Text, nullable=False),  # JSON: the first line of the record
    Column("settings", Text, nullable=False),  # JSON: time control, spectators, chat, ...
    Column("host", String(24), ForeignKey("visitors.id", ondelete="SET NULL")),
    Column("state", String(8), nullable=False),  # open, playing or over
    Column("version", Integer, nullable=False),  # the number of events
    Column("clocks", Text),  # JSON
    Column("waiting", Text, nullable=False, default="[]"),  # JSON: the seats that are to act
    Column("ending", Text),  # JSON: the last line of the record
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("removed", Boolean, nullable=False, default=False),
    Column("public", Boolean, nullable=False, default=False, server_default=false()),  # shown in the lobby
    Column("evening", String(24), key="series"),  # the first match of a series of rematches
    Column("rematch", String(24)),  # the match that follows this one
    Index("matches_by_state", "state", "changed"),
    Index("matches_by_evening", "series"),
)

seats = Table(
    "seats",
    metadata,
    Column("match", String(24), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # person, bot or team
    Column("bot", String(64)),  # the bot's name, such as a level
    Column("places", Integer, nullable=False, default=1),  # how many people share it
)

members = Table(
    "members",
    metadata,
    Column("match", String(24), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("visitor", String(24), ForeignKey("visitors.id", ondelete="SET NULL"), index=True),
    Column("name", Text, nullable=False),
    Column("process", String(24)),  # the server process that holds the socket; null: offline
    Column("offline_since", BigInteger),
)

events = Table(
    "events",
    metadata,
    Column("match", String(24), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", Text, nullable=False),  # JSON: a line of the record
    Column("at", BigInteger, nullable=False),
    Column("request", Text),  # who asked for it and under which id, on the last event of a request
    sqlite_with_rowid=False,
)

secrets = Table(
    "secrets",
    metadata,
    Column("match", String(24), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("private", Text, nullable=False),  # JSON: the secret of the dice and the sealed set-ups
)

drafts = Table(
    "drafts",
    metadata,
    Column("match", String(24), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("moves", Text, nullable=False),  # JSON: the moves of the unfinished turn
    Column("requests", Text, nullable=False),  # JSON: the ids of their requests
)

chat = Table(
    "chat",
    metadata,
    Column("match", String(24), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer),
    Column("visitor", String(24)),
    Column("name", Text, nullable=False),
    Column("preset", String(32)),
    Column("text", Text),
    Column("at", BigInteger, nullable=False),
    Column("request", Text),
)

reviews = Table(
    "reviews",
    metadata,
    Column("match", String(24), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("body", Text, nullable=False),  # JSON: a bot's judgement of every decision
)

boards = Table(
    "boards",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("title", Text, nullable=False),
    Column("text", Text, nullable=False),  # as a value of the game's option
    Column("visitor", String(24), ForeignKey("visitors.id", ondelete="SET NULL"), index=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),  # when somebody last opened it
)
"""Boards that people share; a row is never changed, so that a link always shows the same board."""

setups = Table(
    "setups",
    metadata,
    Column("visitor", String(24), ForeignKey("visitors.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("name", Text, primary_key=True),
    Column("setup", Text, nullable=False),  # as a move of the game
    Column("changed", BigInteger, nullable=False),
)
"""Set-ups that people save in their account."""

processes = Table(
    "processes",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("started", BigInteger, nullable=False),
    Column("beat", BigInteger, nullable=False),
    Column("time", BigInteger),  # the same moment in server time; null: written by an older version
)
"""One row per server process; `beat` is the time of its last heartbeat."""

outages = Table(
    "outages",
    metadata,
    Column("began", BigInteger, primary_key=True),
    Column("ended", BigInteger, nullable=False),
)
"""Times when no move could be stored, in server time; clocks stand still then."""

days = Table("days", metadata, Column("day", Integer, primary_key=True, autoincrement=False))
"""The days on which a server ran, counted from 1970: the second sign of how old something is."""

keys = Table(
    "keys",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)
"""Values that all processes share, such as the fingerprint of the access code."""
