"""Logging: one JSON object per line, with nothing in it that would open a seat."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any

AGAIN = 60.0  # seconds until the same message about the database is logged again
PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class JsonFormatter(logging.Formatter):
    """Formats a log record as a JSON object: time, level, logger, message, and its extra fields."""

    def format(self, record: logging.LogRecord) -> str:
        """The line for a record."""
        told: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
            **{key: value for key, value in vars(record).items() if key not in PLAIN},
        }
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)


# What the web server says of a client's nonsense, which only ends its connection; there is no end to it.
NONSENSE = ("Invalid UTF-8 sequence", "Invalid HTTP request", "Unsupported upgrade request")


def is_about_us(record: logging.LogRecord) -> bool:
    """Whether a message of the web server concerns us."""
    return not str(record.msg).startswith(NONSENSE)


class RepeatFilter(logging.Filter):
    """Lets the same message through once a minute: a fault of the database affects every request at once."""

    def __init__(self) -> None:
        super().__init__()
        self._logged_at: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the message was not logged for a while."""
        what = f"{record.getMessage()} {getattr(record, 'reason', '')}"
        if record.created - self._logged_at.get(what, -AGAIN) < AGAIN:
            return False
        self._logged_at[what] = record.created
        return True


def configure_logging(level: str) -> None:
    """Log to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("wishstone").setLevel(level.upper())
    for name in ("wishstone.store", "wishstone.limits"):
        logging.getLogger(name).addFilter(RepeatFilter())
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(is_about_us)
    logging.getLogger("uvicorn.access").disabled = True  # our own request log has what we need, and no query strings
