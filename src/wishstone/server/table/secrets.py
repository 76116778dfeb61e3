"""Who may come in? Secrets of seats, onlookers and players: what they look like, and how they are compared.

Only hashes are kept. A secret has 128 random bits or more, so a plain hash is enough: there is nothing to guess.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that looks like another
CODE_LENGTH = 8


def new_secret() -> str:
    """A new secret, to be written into a link."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """A new id of a table: nobody guesses it, but it is no secret."""
    return secrets.token_hex(8)


def is_id(text: str) -> bool:
    """Whether this can be the id of a table."""
    return len(text) == 16 and set(text) <= set("0123456789abcdef")


def new_code() -> str:
    """A code that can be read out across a table."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def new_number() -> str:
    """A number of 16 bytes for the dice, in hexadecimal."""
    return secrets.token_hex(16)


def hash_secret(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


def has_hash(secret: str, kept: str) -> bool:
    """Whether this is the secret of which a hash is kept, in a time that tells nothing."""
    return bool(kept) and hmac.compare_digest(hash_secret(secret), kept)
