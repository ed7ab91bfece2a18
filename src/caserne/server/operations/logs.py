"""Structured logs, one line per event, as JSON or text, without secrets.

Every logged field is chosen: routes by their pattern (a path may contain the token of a link), never headers, bodies,
moves or names. Errors are logged with their class and traceback locations, without their message.
"""

from __future__ import annotations

import logging
import sys
import traceback
from types import TracebackType
from typing import Any, TextIO

import structlog

LogEvent = dict[str, Any]


def configure(form: str = "text", stream: TextIO | None = None) -> None:
    """Format all logs of this process alike, those of libraries included."""
    as_json = structlog.processors.JSONRenderer(ensure_ascii=False)
    as_text = structlog.dev.ConsoleRenderer(colors=(stream or sys.stderr).isatty())
    shared: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _remove_error_message,
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
    logging.getLogger("uvicorn.error").addFilter(_is_no_traceback)  # the application has logged the reason
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers = []
        logging.getLogger(name).propagate = name != "uvicorn.access"
    for noisy in ("alembic", "sqlalchemy", "asyncio", "httpx", "uvicorn.error"):  # uvicorn.error logs whole paths
        logging.getLogger(noisy).setLevel(logging.WARNING)


def _is_no_traceback(record: logging.LogRecord) -> bool:
    return not str(record.msg).startswith("Traceback")


def _remove_error_message(_: Any, __: str, event: LogEvent) -> LogEvent:
    """Replace an exception by its class and locations: its message may quote user input."""
    event["event"] = str(event.get("event", "")).partition("\n")[0]
    found = event.pop("exc_info", None)
    if found is True:
        found = sys.exc_info()
    if isinstance(found, BaseException):
        found = (type(found), found, found.__traceback__)
    if found and found[0]:
        event["error"] = found[0].__name__
        event["where"] = _locations(found[2])
    return event


def _locations(trace: TracebackType | None) -> list[str]:
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(trace)]
