"""Certificates for tests: made on the spot, and trusted by nobody else."""

from __future__ import annotations

import subprocess
from pathlib import Path


def certificate(folder: Path, *more: str) -> tuple[Path, Path]:
    """A certificate of one's own, and its key."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    make = "openssl req -x509 -newkey rsa:2048 -days 2 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1"
    subprocess.run(
        [*make.split(), *(more or ["-nodes"]), "-keyout", key, "-out", cert], check=True, capture_output=True
    )
    return cert, key
