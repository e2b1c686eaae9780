"""Nothing is said to a server that does not prove its name; how the network's faults are told."""

from __future__ import annotations

import ssl

from adjudicator.api.problems import Problem, TryAgain, shortened

__all__ = ["SHOWN", "TIMEOUT", "no_login", "reason", "trust", "unsafe", "words"]

TIMEOUT = 60
"""Seconds that a server may be silent."""
SHOWN = 300
"""How many characters of a server's words are told."""


def trust() -> ssl.SSLContext:
    """Returns whom to trust: the system's authorities, or those in the file SSL_CERT_FILE."""
    return ssl.create_default_context()


def unsafe(where: str, error: ssl.SSLError | str) -> TryAgain:
    """Returns why nothing is said to a server: no TLS, or a certificate that proves nothing."""
    said = error if isinstance(error, str) else reason(error)
    message = f"nothing was said to {where}: {said}"
    hint = (
        "Check the server's name, its port and `tls`; a certificate of your own is trusted if the"
        " variable SSL_CERT_FILE names it."
    )
    return TryAgain(Problem("mail-unsafe", message, hint=hint, kind="unusable"))


def no_login(where: str, told: str) -> TryAgain:
    """Returns why a server does not let us in; the letters are not at fault."""
    message = f"{where} lets nobody in: {told}"
    hint = "Check user and password; many providers want a password made for one program."
    return TryAgain(Problem("mail-login", message, hint=hint, kind="unusable"))


def reason(error: OSError) -> str:
    """Returns why the network refuses, in words that can be shown."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return words(error.verify_message)
    if isinstance(error, ssl.SSLError):
        return words(error.reason or str(error)).lower().replace("_", " ")
    if isinstance(error, TimeoutError):
        return f"it was silent for {TIMEOUT} s"
    return words(error.strerror or str(error) or type(error).__name__)


def words(said: bytes | str) -> str:
    """Returns a server's words on one line, shortened, nothing in them unseen."""
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    return shortened(text, SHOWN)
