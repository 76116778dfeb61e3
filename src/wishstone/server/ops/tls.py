"""TLS: the certificate of a server, checked with sentences that say what is wrong, and read anew on request."""

from __future__ import annotations

import logging
import ssl
from pathlib import Path

from wishstone.game.errors import UsageError, unreadable
from wishstone.server.config.settings import ServerSettings
from wishstone.server.config.words import LEXICON

log = logging.getLogger("wishstone.tls")

WEAK = ("EE_KEY_TOO_SMALL", "CA_KEY_TOO_SMALL", "CA_MD_TOO_WEAK")  # OpenSSL's reasons for refusing a certificate


class Certificate:
    """The certificate with which a server shows who it is; connections keep the one that they began with."""

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings
        self.context = load_context(settings)  # None: without TLS

    def read_anew(self) -> None:
        """Read certificate and key again; where they do not do, those from before stay."""
        try:
            self.context = load_context(self._settings)
        except UsageError as error:
            log.error("the certificate cannot be read anew; the one from before stays", extra={"reason": str(error)})
        else:
            log.info("the certificate was read anew")


def load_context(settings: ServerSettings) -> ssl.SSLContext | None:
    """The TLS of these settings, or a `UsageError` if certificate and key are not both there and match."""
    if bool(settings.tls_cert) != bool(settings.tls_key):
        raise UsageError("tls-half", LEXICON)
    if not settings.tls_cert:
        return None
    for path in (settings.tls_cert, settings.tls_key):
        _check_readable(path)
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_verify_locations(cafile=settings.tls_cert)
    except ssl.SSLError as error:
        raise UsageError("tls-cert", LEXICON, path=settings.tls_cert) from error
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.options |= ssl.OP_NO_RENEGOTIATION  # each would cost as much as a connection
    context.set_alpn_protocols(["http/1.1"])
    try:
        # With no password at all, OpenSSL would ask for one.
        context.load_cert_chain(settings.tls_cert, settings.tls_key, password="")
    except (ssl.SSLError, ValueError) as error:
        raise _unusable(settings, getattr(error, "reason", None) or "") from error
    return context


def _unusable(settings: ServerSettings, reason: str) -> UsageError:
    """What is wrong with a certificate and a key, by OpenSSL's reason."""
    if reason == "KEY_VALUES_MISMATCH":
        return UsageError("tls-pair", LEXICON, key=settings.tls_key, cert=settings.tls_cert)
    if reason in WEAK:
        readable = reason.lower().replace("_", " ")
        return UsageError("tls-weak", LEXICON, path=settings.tls_cert, reason=readable)
    return UsageError("tls-key", LEXICON, path=settings.tls_key)


def _check_readable(path: str) -> None:
    try:
        Path(path).read_bytes()
    except OSError as error:
        raise unreadable(path, error) from error
