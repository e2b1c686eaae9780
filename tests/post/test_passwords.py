"""Where passwords come from, and where none is ever seen; what settings may hold."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from adjudicator.api.problems import Problem, TryAgain
from adjudicator.post.transport.passwords import password_for
from adjudicator.post.transport.settings import (
    ImapSettings,
    SendmailSettings,
    SendSettings,
    SmtpSettings,
)

NETRC = "machine mx.play.test login judge password from-netrc\n"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder without passwords, a system without a keyring."""
    for name in ("ADJUDICATOR_SMTP_PASSWORD", "ADJUDICATOR_IMAP_PASSWORD"):
        monkeypatch.delenv(name, raising=False)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setitem(sys.modules, "keyring", None)
    return tmp_path


def write_netrc(home: Path, text: str, mode: int = 0o600) -> None:
    (home / ".netrc").write_text(text)
    (home / ".netrc").chmod(mode)


def lacking(host: str = "mx.play.test", user: str = "judge") -> Problem:
    with pytest.raises(TryAgain) as caught:
        password_for("smtp", host, user)
    assert caught.value.problem.code == "no-password"
    return caught.value.problem


def test_the_environment_first(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_netrc(home, NETRC)
    monkeypatch.setenv("ADJUDICATOR_SMTP_PASSWORD", "from-environment")
    assert password_for("smtp", "mx.play.test", "judge") == "from-environment"
    assert password_for("imap", "mx.play.test", "judge") == "from-netrc"


def test_netrc_of_another(home: Path) -> None:
    """A password goes to the host and the login for which it stands there, to nobody else."""
    write_netrc(home, NETRC)
    lacking(host="play.test")
    lacking(user="judge2")


def test_netrc_that_cannot_be_used(home: Path) -> None:
    """No message quotes the file: the word that is wrong may be the password."""
    write_netrc(home, "machine mx.play.test login judge pasword hunter2\n")
    problem = lacking()
    assert "in line 1" in problem.message
    assert "hunter2" not in str(problem)
    assert "pasword" not in str(problem)


@pytest.mark.skipif(sys.platform == "win32", reason="no modes of files")
def test_netrc_open_to_others(home: Path) -> None:
    write_netrc(home, NETRC, 0o644)
    assert "others" in lacking().message


def test_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the library is installed it is asked last; a locked one has no password."""
    keyring: Any = ModuleType("keyring")
    errors: Any = ModuleType("keyring.errors")
    errors.KeyringError = type("KeyringError", (Exception,), {})
    keyring.errors = errors
    monkeypatch.setitem(sys.modules, "keyring", keyring)
    monkeypatch.setitem(sys.modules, "keyring.errors", errors)
    keyring.get_password = lambda host, user: f"{user} at {host}"
    assert password_for("imap", "mx.play.test", "judge") == "judge at mx.play.test"

    def locked(host: str, user: str) -> str:
        raise errors.KeyringError("locked")

    keyring.get_password = locked
    lacking()


def test_nowhere() -> None:
    problem = lacking(user="judge\x1b[2J")
    assert problem.message.isprintable()
    assert "ADJUDICATOR_SMTP_PASSWORD" in problem.hint


def test_ends_of_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """A password cannot say a command of its own; such a one is not shown either."""
    monkeypatch.setenv("ADJUDICATOR_SMTP_PASSWORD", "x\r\nRCPT TO:<a@b>")
    assert "RCPT" not in str(lacking())


# -- settings ---------------------------------------------------------------------------------

SEND: TypeAdapter[SendmailSettings | SmtpSettings] = TypeAdapter(SendSettings)


def test_how_letters_are_sent() -> None:
    assert SEND.validate_json('{"by": "sendmail"}') == SendmailSettings()
    read = SEND.validate_json(
        '{"by": "smtp", "host": "mx.play.test", "port": 587, "tls": "starttls", "user": "judge"}'
    )
    assert read == SmtpSettings(host="mx.play.test", port=587, tls="starttls", user="judge")
    assert SEND.validate_json(SEND.dump_json(read)) == read
    command = {"by": "sendmail", "command": ["msmtp", "--account=judge"]}
    assert SEND.validate_python(command) == SEND.validate_json(json.dumps(command))
    assert SmtpSettings(host="mx.play.test", port=465).tls == "tls"


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.0.0.2", "::1"])
def test_without_tls_on_loopback(host: str) -> None:
    assert SmtpSettings(host=host, port=25, tls="none").host == host


@pytest.mark.parametrize(
    "host", ["mx.play.test", "localhost.play.test", "10.0.0.1", "0.0.0.0", "::2", "127.0.0.1.org"]
)  # fmt: skip
def test_not_without_tls_elsewhere(host: str) -> None:
    for kind in (SmtpSettings, ImapSettings):
        with pytest.raises(ValidationError, match="in the open"):
            kind(host=host, port=25, tls="none", user="judge")


STRANGE = [
    '{"by": "smtp", "host": "-oProxy", "port": 25}',
    '{"by": "smtp", "host": "mx.play.test\\r\\nQUIT", "port": 25}',
    '{"by": "smtp", "host": "mx.play.test", "port": 0}',
    '{"by": "smtp", "host": "mx.play.test", "port": 65536}',
    '{"by": "smtp", "host": "mx.play.test", "port": "25"}',
    '{"by": "smtp", "host": "mx.play.test", "port": 25, "user": "a\\nb"}',
    '{"by": "smtp", "host": "mx.play.test", "port": 25, "password": "hunter2"}',
    '{"by": "sendmail", "command": []}',
    '{"by": "sendmail", "command": "sendmail -t"}',
    '{"by": "sendmail", "command": ["-oQ"]}',
    '{"by": "sendmail", "command": ["sendmail", "\\u0000"]}',
    '{"by": "fax"}',
    "{}",
]


@pytest.mark.parametrize("written", STRANGE)
def test_strange_settings(written: str) -> None:
    """A password has no place in a file, and nothing reaches a protocol as a line of its own."""
    with pytest.raises(ValidationError):
        SEND.validate_json(written)


@pytest.mark.parametrize(
    "more",
    [{"folder": "a\r\nb"}, {"done": ""}, {"done": "INBOX"}, {"folder": "x", "done": "x"},
     {"folder": "Inbox", "done": "INBOX"}, {"user": ""}, {"tls": "starttls"}],
)  # fmt: skip
def test_strange_mailboxes(more: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        ImapSettings.model_validate({"host": "mx.play.test", "port": 993, "user": "judge"} | more)
