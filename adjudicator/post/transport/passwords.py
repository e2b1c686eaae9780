"""Where the password of a server comes from: never from a file of ours, and nothing shows it."""

from __future__ import annotations

import netrc
import os
from typing import Literal, TypeAlias

from adjudicator.api.problems import Problem, TryAgain, shortened

__all__ = ["VARIABLES", "Protocol", "password_for"]

Protocol: TypeAlias = Literal["smtp", "imap"]
VARIABLES: dict[Protocol, str] = {
    "smtp": "ADJUDICATOR_SMTP_PASSWORD",
    "imap": "ADJUDICATOR_IMAP_PASSWORD",
}
"""The variable of the environment in which a password stands first of all."""


def password_for(protocol: Protocol, host: str, user: str) -> str:
    """Returns the password of a user of a server.

    It is looked for in the environment (`VARIABLES`), in `~/.netrc` (an entry of this host, with
    this login, in a file that nobody else may read), and in the system's keyring, if the library
    `keyring` is installed (service: the host).

    Raises:
        TryAgain: no-password.
    """
    found = os.environ.get(VARIABLES[protocol]) or _in_netrc(host, user) or _in_keyring(host, user)
    if not found:
        raise _lacking(protocol, host, user, "is nowhere")
    if any(char in found for char in "\0\r\n"):
        raise _lacking(protocol, host, user, "holds the end of a line: it cannot be sent")
    return found


def _lacking(protocol: Protocol, host: str, user: str, what: str) -> TryAgain:
    message = f"the password of {shortened(user)} at {host} {what}"
    hint = (
        f"Set {VARIABLES[protocol]}, or write `machine {host} login … password …` into ~/.netrc"
        f" (mode 600), or say `keyring set {host} …`."
    )
    return TryAgain(Problem("no-password", message, hint=hint, kind="unusable"))


def _in_netrc(host: str, user: str) -> str | None:
    try:
        entry = netrc.netrc().authenticators(host)
    except (OSError, UnicodeError):
        return None
    except netrc.NetrcParseError as error:
        # What it quotes of the file may be the password.
        where = f"in line {error.lineno}" if error.lineno else "as others may read it, or own it"
        message = f"~/.netrc cannot be used {where}"
        hint = "Mend that line; `chmod 600 ~/.netrc`."
        raise TryAgain(Problem("no-password", message, hint=hint, kind="unusable")) from None
    if entry is None or entry[0] != user:
        return None
    return entry[2]


def _in_keyring(host: str, user: str) -> str | None:
    try:
        import keyring
        import keyring.errors
    except ImportError:
        return None
    try:
        found: str | None = keyring.get_password(host, user)
    except (keyring.errors.KeyringError, RuntimeError):  # locked; or no service of the desktop
        return None
    return found
