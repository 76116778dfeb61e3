"""Static content: bytes that are compressed once, with a tag by which a browser asks whether they have changed."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

WORTH_IT = 0.95  # of the size without compression: what comes out larger is sent as it is
ASK_AGAIN = "no-cache"  # kept, and asked about before it is shown


class StaticContent:
    """A body that many are sent, as it is and compressed."""

    def __init__(self, body: bytes, media_type: str, cache: str = ASK_AGAIN, **headers: str) -> None:
        compressed = gzip.compress(body, 9, mtime=0)
        self.body = body
        self._compressed = compressed if len(compressed) < WORTH_IT * len(body) else None
        self._tag = f'W/"{sha256(body).hexdigest()[:16]}"'  # weak: one for both encodings, which mean the same
        self._headers = {"cache-control": cache, "etag": self._tag, "vary": "accept-encoding"}
        self._headers |= {name.replace("_", "-"): value for name, value in headers.items()}
        self._media_type = media_type

    @classmethod
    def of_json(cls, content: Any, cache: str = ASK_AGAIN) -> StaticContent:
        """JSON, written as every other answer is."""
        body = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return cls(body.encode(), "application/json", cache)

    def response(self, request: Request) -> Response:
        """The answer to a request: what has changed since the browser had it, compressed if it can be read so."""
        if _has_tag(request.headers, self._tag):
            return Response(status_code=304, headers=self._headers)
        if self._compressed is not None and accepts_gzip(request.headers):
            headers = {**self._headers, "content-encoding": "gzip"}
            return Response(self._compressed, headers=headers, media_type=self._media_type)
        return Response(self.body, headers=self._headers, media_type=self._media_type)


def accepts_gzip(headers: Mapping[str, str]) -> bool:
    """Whether whoever asks can read gzip (RFC 9110, 12.5.3): it is named, or `*` is, and not with weight 0."""
    weights: dict[str, float] = {}
    for part in headers.get("accept-encoding", "").lower().split(","):
        name, *parameters = (each.strip() for each in part.split(";"))
        weights[name] = min((_weight(each) for each in parameters), default=1.0)
    return max(weights.get("gzip", weights.get("*", 0.0)), weights.get("x-gzip", 0.0)) > 0


def _weight(parameter: str) -> float:
    """What `q=0.5` says; what cannot be read says nothing."""
    name, _, value = parameter.partition("=")
    try:
        return float(value) if name.strip() == "q" else 1.0
    except ValueError:
        return 1.0


def _has_tag(headers: Mapping[str, str], tag: str) -> bool:
    """Whether the browser has this already; a proxy may have made a weak tag of a strong one."""
    known = (each.strip() for each in headers.get("if-none-match", "").split(","))
    return any(each == "*" or each.removeprefix("W/") == tag.removeprefix("W/") for each in known)
