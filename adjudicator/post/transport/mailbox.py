"""A folder of a mailbox, by imap-tools: read as it is, and nothing changed but what is moved."""

from __future__ import annotations

import imaplib
import re
import ssl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from imap_tools.errors import ImapToolsError, MailboxLoginError, UnexpectedCommandStatusError
from imap_tools.mailbox import BaseMailBox, MailBox, MailBoxUnencrypted
from imap_tools.utils import encode_folder

from adjudicator.api.problems import Problem, TryAgain
from adjudicator.post.transport.passwords import password_for
from adjudicator.post.transport.safe import TIMEOUT, no_login, reason, trust, unsafe, words
from adjudicator.post.transport.settings import ImapSettings

__all__ = ["Folder", "opened"]


class Folder:
    """The folder in which mails come in, selected."""

    def __init__(self, box: BaseMailBox, settings: ImapSettings, limit: int) -> None:
        self._client: imaplib.IMAP4 = box.client
        self._box = box
        self._settings = settings
        self._limit = limit
        self._can: frozenset[str] = frozenset()
        self._done_is_there = False

    def contents(self) -> tuple[str, list[str]]:
        """Returns UIDVALIDITY, and the UIDs of what is not marked as deleted, oldest first."""
        with _imap_errors(self._settings):
            # Servers tell what they can do once they know whom they talk to.
            (*_, can) = self._client.capability()[1]
            self._can = frozenset(bytes(can or b"").decode("ascii", "replace").upper().split())
            self._box.folder.set(self._settings.folder)
            (*_, told) = self._client.response("UIDVALIDITY")[1]
            validity = bytes(told or b"").decode("ascii", "replace")
            uids = self._box.uids("UNDELETED", charset=None)
        if not all(word.isascii() and word.isdigit() for word in (validity, *uids)):
            raise _unreached(self._settings, "it tells no UIDVALIDITY, or no numbers as UIDs")
        return validity, sorted(uids, key=int)

    def raw(self, uid: str) -> bytes | str | None:
        """Returns a mail as it came, as many bytes as are wanted.

        None: it is no longer there. A text says why it is not given.
        """
        with _imap_errors(self._settings):
            wanted = f"(BODY.PEEK[]<0.{self._limit}>)"
            status, items = self._client.uid("FETCH", uid, wanted)
        if refusal := _refusal(status, items):
            return refusal
        for item in items:
            if isinstance(item, tuple) and b"BODY[]" in item[0]:  # what comes as a literal
                return bytes(item[1])
            if isinstance(item, bytes) and (found := _QUOTED.search(item)):
                return re.sub(rb"\\(.)", rb"\1", found[1])
        return None if items in ([], [None]) else "the server's answer is not understood"

    def move(self, uid: str) -> str:
        """Moves a mail to `done`; returns why the server refuses, or nothing."""
        with _imap_errors(self._settings):
            self._make_done()
            done = encode_folder(self._settings.done).decode("ascii")
            if "MOVE" in self._can:  # RFC 6851: all or nothing
                return _refusal(*self._client.uid("MOVE", uid, done))
            if refusal := _refusal(*self._client.uid("COPY", uid, done)):
                return refusal
            if refusal := _refusal(*self._client.uid("STORE", uid, "+FLAGS.SILENT", r"(\Deleted)")):
                return refusal
            if "UIDPLUS" in self._can:  # a plain EXPUNGE would take away what others have marked
                return _refusal(*self._client.uid("EXPUNGE", uid))
            return ""

    def _make_done(self) -> None:
        if self._done_is_there:
            return
        if not self._box.folder.exists(self._settings.done):
            # Refused: another program has just made it, or the move says why.
            with suppress(UnexpectedCommandStatusError):
                self._box.folder.create(self._settings.done)
        self._done_is_there = True


_QUOTED = re.compile(rb'BODY\[\](?:<0>)? "((?:[^"\\]|\\.)*)"', re.DOTALL)
"""A short mail may come in quotes (nstring of RFC 3501)."""


@contextmanager
def opened(settings: ImapSettings, limit: int) -> Iterator[Folder]:
    """Logs in, and out in the end.

    Args:
        limit: as many bytes of a mail are wanted.

    Raises:
        TryAgain: as `fetch` says it.
    """
    password = password_for("imap", settings.host, settings.user)
    with _imap_errors(settings):
        box = _connected(settings)
    try:
        if settings.tls == "starttls":
            _start_tls(box, settings)
        _log_in(box, settings, password)
        yield Folder(box, settings, limit)
        with suppress(imaplib.IMAP4.error, ImapToolsError, OSError):
            box.logout()
    finally:
        # Who broke off, or is silent, is not waited for once more.
        with suppress(OSError):
            box.client.shutdown()


def _connected(settings: ImapSettings) -> BaseMailBox:
    if settings.tls == "tls":
        return MailBox(settings.host, settings.port, TIMEOUT, ssl_context=trust())
    return MailBoxUnencrypted(settings.host, settings.port, TIMEOUT)


def _start_tls(box: BaseMailBox, settings: ImapSettings) -> None:
    if "STARTTLS" not in box.client.capabilities:
        raise unsafe(f"{settings.host}:{settings.port}", "it offers no STARTTLS")
    with _imap_errors(settings):
        box.client.starttls(trust())


def _log_in(box: BaseMailBox, settings: ImapSettings, password: str) -> None:
    log_in = box.login if f"{settings.user}{password}".isascii() else box.login_utf8
    where = f"{settings.host}:{settings.port}"
    with _imap_errors(settings):
        try:
            log_in(settings.user, password, initial_folder=None)
        except imaplib.IMAP4.abort:  # the connection broke
            raise
        except imaplib.IMAP4.error as error:
            raise no_login(where, words(str(error))) from None
        except MailboxLoginError as error:
            raise no_login(where, _said(error.command_result[1])) from None


@contextmanager
def _imap_errors(settings: ImapSettings) -> Iterator[None]:
    """Gives what imaplib, imap-tools and the network raise as exceptions of ours."""
    try:
        yield
    except UnexpectedCommandStatusError as error:
        raise _unreached(settings, _said(error.command_result[1])) from None
    except ssl.SSLError as error:  # some are a ValueError, too
        raise unsafe(f"{settings.host}:{settings.port}", error) from None
    except (imaplib.IMAP4.error, ImapToolsError, ValueError) as error:
        raise _unreached(settings, words(str(error))) from None
    except OSError as error:
        raise _unreached(settings, reason(error)) from None


def _refusal(status: str, items: Sequence[Any]) -> str:
    """Returns why the server refuses a command; nothing: it does not.

    That the mail is no longer there (RFC 5530) is no refusal: another program moved it.
    """
    if status == "OK" or _said(items).startswith("[EXPUNGEISSUED]"):
        return ""
    return _said(items)


def _said(items: Sequence[Any]) -> str:
    return words(b" ".join(item for item in items if isinstance(item, bytes)) or b"it says nothing")


def _unreached(settings: ImapSettings, told: str) -> TryAgain:
    message = f"no mail is fetched from {settings.host}:{settings.port}: {told}"
    hint = "Try again later; check server, port and folder if that does not help."
    return TryAgain(Problem("mailbox-unreached", message, hint=hint, kind="unusable"))
