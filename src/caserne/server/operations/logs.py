"""Structured logs, one line an event: JSON for machines, or text for people. Nothing secret is ever given to them.

What is logged is chosen field by field: routes by their pattern (a path may hold the token of a link), never headers,
bodies, moves or names. Errors are logged with their places in the code and without their values.
"""

from __future__ import annotations

import logging
import sys
import traceback
from types import TracebackType
from typing import Any, TextIO

import structlog

Event = dict[str, Any]


def configure(form: str = "text", stream: TextIO | None = None) -> None:
    """Write all logs of this process, those of libraries included, in one form."""
    as_json = structlog.processors.JSONRenderer(ensure_ascii=False)
    as_text = structlog.dev.ConsoleRenderer(colors=(stream or sys.stderr).isatty())
    shared: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _without_values,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                as_json if form == "json" else as_text,
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers = []
        logging.getLogger(name).propagate = name != "uvicorn.access"
    for noisy in ("alembic", "sqlalchemy", "asyncio", "httpx", "uvicorn.error"):  # the last one logs whole paths
        logging.getLogger(noisy).setLevel(logging.WARNING)


def _without_values(_: Any, __: str, event: Event) -> Event:
    """An exception as its class and where it happened: its text may quote what somebody has sent."""
    event["event"] = str(event.get("event", "")).partition("\n")[0]
    found = event.pop("exc_info", None)
    if found is True:
        found = sys.exc_info()
    if isinstance(found, BaseException):
        found = (type(found), found, found.__traceback__)
    if found and found[0]:
        event["error"] = found[0].__name__
        event["where"] = _places(found[2])
    return event


def _places(trace: TracebackType | None) -> list[str]:
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(trace)]
