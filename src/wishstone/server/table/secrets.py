"""Secrets and ids: how the secrets of seats, onlookers and players are made, hashed and compared.

Only hashes are stored. A secret has at least 128 random bits, so a plain hash is enough: it cannot be guessed.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # without letters that look alike
CODE_LENGTH = 8


def new_secret() -> str:
    """A new secret, to be written into a link."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """A new table id: hard to guess, but not a secret."""
    return secrets.token_hex(8)


def is_id(text: str) -> bool:
    """Whether this can be a table id."""
    return len(text) == 16 and set(text) <= set("0123456789abcdef")


def new_code() -> str:
    """A new code, short enough to be read out."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def new_number() -> str:
    """A random number of 16 bytes for the dice, in hexadecimal."""
    return secrets.token_hex(16)


def hash_secret(secret: str) -> str:
    """The hash of a secret, which is what is stored."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


def has_hash(secret: str, kept: str) -> bool:
    """Whether a secret has this hash, compared in constant time."""
    return bool(kept) and hmac.compare_digest(hash_secret(secret), kept)
