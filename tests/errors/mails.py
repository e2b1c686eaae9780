"""Sends a letter or fetches mails for an entry of the catalogue, with the faults of its patch.

What a command says of it: an office does this within `tick` and `fetch`, and goes on.
"""

from __future__ import annotations

import errno
import io
import smtplib
import socket
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest
import typer
from pydantic import TypeAdapter

from adjudicator.api.problems import Refused
from adjudicator.cli.common import errors_shown
from adjudicator.post.transport import mailbox, sending
from adjudicator.post.transport.fetching import fetch
from adjudicator.post.transport.sending import sender_of
from adjudicator.post.transport.settings import (
    ImapSettings,
    SendmailSettings,
    SendSettings,
    SmtpSettings,
)

__all__ = ["mailed"]

SEND: TypeAdapter[SendmailSettings | SmtpSettings] = TypeAdapter(SendSettings)


def mailed(mail: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    """Returns the exit code and what is shown.

    Args:
        mail: `send` or `fetch`, the settings; `to`, the recipients; `letter`, its text; `fault`,
            what happens (`FAULTS`).
    """
    monkeypatch.setenv("ADJUDICATOR_SMTP_PASSWORD", "secret")
    monkeypatch.setenv("ADJUDICATOR_IMAP_PASSWORD", "secret")
    if "fault" in mail:
        FAULTS[mail["fault"]](monkeypatch)
    err = io.StringIO()
    try:
        with redirect_stderr(err), errors_shown("nothing was sent or fetched"):
            if "send" in mail:
                sender = sender_of(SEND.validate_python(mail["send"]))
                letter = mail.get("letter", "Subject: turn 3\n\nYour turn.\n").encode()
                sender.send(letter, sender="judge@play.test", recipients=mail["to"])
            else:
                settings = ImapSettings.model_validate(mail["fetch"])
                raise Refused(fetch(settings, list[bytes]().append, seen=set()).problems)
    except typer.Exit as ended:
        return ended.exit_code, err.getvalue()
    raise AssertionError("nothing was wrong")


def _fails(error: Exception) -> Callable[..., NoReturn]:
    def failing(*_: object, **__: object) -> NoReturn:
        raise error

    return failing


def _ends(code: int, words: str) -> Callable[[pytest.MonkeyPatch], None]:
    """Returns a fault: the command ends so, with these words."""

    def ending(monkeypatch: pytest.MonkeyPatch) -> None:
        def run(argv: Sequence[str], *, stdout: Any, **_: object) -> SimpleNamespace:
            stdout.write(words.encode())
            return SimpleNamespace(returncode=code)

        monkeypatch.setattr(sending, "subprocess", SimpleNamespace(
            run=run, TimeoutExpired=subprocess.TimeoutExpired,
        ))  # fmt: skip

    return ending


def no_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command is not installed."""
    error = FileNotFoundError(errno.ENOENT, "No such file or directory")
    broken = SimpleNamespace(run=_fails(error), TimeoutExpired=subprocess.TimeoutExpired)
    monkeypatch.setattr(sending, "subprocess", broken)


def no_password(monkeypatch: pytest.MonkeyPatch) -> None:
    """No password stands anywhere."""
    monkeypatch.delenv("ADJUDICATOR_SMTP_PASSWORD")
    monkeypatch.setenv("HOME", "nowhere")
    monkeypatch.setenv("USERPROFILE", "nowhere")
    monkeypatch.setitem(sys.modules, "keyring", None)
    monkeypatch.setattr(sending, "_opened", lambda settings: smtplib.SMTP())
    monkeypatch.setattr(smtplib.SMTP, "ehlo_or_helo_if_needed", lambda client: None)


def netrc_false(monkeypatch: pytest.MonkeyPatch) -> None:
    """A word is wrong in ~/.netrc."""
    no_password(monkeypatch)
    Path("nowhere").mkdir()
    Path("nowhere", ".netrc").write_text("machine mx.play.test\nlogin judge pasword secret\n")
    Path("nowhere", ".netrc").chmod(0o600)


def not_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has signed the server's certificate but itself."""
    error = ssl.SSLCertVerificationError(1, "certificate verify failed")
    error.verify_message = "self-signed certificate"
    monkeypatch.setattr(sending, "_opened", _fails(error))


def wrong_password(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server knows another password."""
    error = smtplib.SMTPAuthenticationError(535, b"5.7.8 Error: authentication failed")
    monkeypatch.setattr(sending, "_opened", _fails(error))


def unreached(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine is offline."""
    error = socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")
    monkeypatch.setattr(sending, "_opened", _fails(error))
    monkeypatch.setattr(mailbox, "_connected", _fails(error))


def not_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mailbox is full."""

    class Folder:
        def contents(self) -> tuple[str, list[str]]:
            return "1", ["7"]

        def raw(self, uid: str) -> bytes:
            return b""

        def move(self, uid: str) -> str:
            return "[OVERQUOTA] Quota exceeded"

    @contextmanager
    def opened(settings: ImapSettings, limit: int) -> Iterator[Folder]:
        yield Folder()

    monkeypatch.setattr(mailbox, "opened", opened)


def no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """imap-tools is not installed."""
    monkeypatch.delitem(sys.modules, "adjudicator.post.transport.mailbox")
    monkeypatch.setitem(sys.modules, "imap_tools.errors", None)


FAULTS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "full-queue": _ends(75, "postdrop: warning: the queue is full"),
    "netrc-false": netrc_false,
    "no-command": no_command,
    "no-library": no_library,
    "no-password": no_password,
    "no-such-user": _ends(67, "sendmail: no such user here"),
    "not-moved": not_moved,
    "not-trusted": not_trusted,
    "unreached": unreached,
    "wrong-password": wrong_password,
}
