"""Letters are sent: by a command such as sendmail, or by SMTP."""

from __future__ import annotations

import re
import ssl
import subprocess
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from smtplib import (
    SMTP,
    SMTP_SSL,
    SMTPAuthenticationError,
    SMTPDataError,
    SMTPException,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPSenderRefused,
)
from tempfile import TemporaryFile
from typing import NamedTuple, Protocol

from adjudicator.api.problems import Problem, Refused, TryAgain, shortened
from adjudicator.post.transport.addresses import check_envelope
from adjudicator.post.transport.passwords import password_for
from adjudicator.post.transport.safe import SHOWN, TIMEOUT, no_login, reason, trust, unsafe, words
from adjudicator.post.transport.settings import SendmailSettings, SmtpSettings

__all__ = ["Sender", "Sent", "sender_of"]

PATIENCE = 120
"""Seconds that a command may take with one letter."""
MAX_LINE = 998
"""Octets in a line of a mail (RFC 5322 2.1.1); servers break longer ones, and what is in them."""
PLAIN = "Write it as RFC 5322 says: headers, an empty line, lines of at most 998 bytes."
ENCODED = "Write letters and addresses in ASCII, encoded as mail programs do it."
LATER = "Try again later; `tick` does so by itself."
GIVES_UP = (65, 67)
"""With what a command says that it will never send this letter: EX_DATAERR and EX_NOUSER of
sysexits.h. 69 is none of them: msmtp ends so where the server says 450. 64, 68, 77 and 78 are no
fault of the letter: options, a server that is not found, rights, configuration."""
LOGIN_WANTED = (530, 534, 535, 538)
"""With what a server says that it does not know us (RFC 4954): no fault of the letter."""


class Sent(NamedTuple):
    """What became of a letter that at least one recipient gets."""

    taken: tuple[str, ...]
    """For whom it was taken."""
    later: tuple[str, ...]
    """Who did not get it now and may be tried again, with the same bytes."""
    problems: tuple[Problem, ...]
    """Why, one for each recipient who does not get it: `mail-refused` or `mail-deferred`, with the
    address under the fact "recipient"."""


class Sender(Protocol):
    """A way to send letters. In a `with` it keeps its connection from letter to letter."""

    def send(self, raw: bytes, *, sender: str, recipients: Sequence[str]) -> Sent:
        """Sends one letter.

        Args:
            raw: the whole message (RFC 5322); the ends of its lines are made what the way wants.
            sender: the envelope's sender, to whom bounces go; empty: nobody (RFC 5321 4.5.5).
            recipients: the envelope's recipients; what To says is not looked at.

        Raises:
            TryAgain: it was not sent now: `mail-deferred` (the server says so, or is not reached),
                `mail-login`, `mail-unsafe` (certificate, no TLS) or `no-password`. With the fact
                "recipient" it is about this letter, without it about the way. If the connection
                broke behind the last byte it may have been sent all the same.
            Refused: it will never be sent so: `mail-refused` with the server's words, one problem
                for each recipient; `mail-unfit`; `not-an-address`.
            ValueError: no recipient.
        """

    def __enter__(self) -> Sender:
        """Returns itself."""

    def __exit__(self, *ended: object) -> None:
        """Ends the connection."""


def sender_of(settings: SendmailSettings | SmtpSettings) -> Sender:
    """Returns the way that settings name. Nothing is connected before the first letter."""
    return _Sendmail(settings) if isinstance(settings, SendmailSettings) else _Smtp(settings)


# -- by a command -----------------------------------------------------------------------------


class _Sendmail:
    def __init__(self, settings: SendmailSettings) -> None:
        self._command = settings.command

    def __enter__(self) -> _Sendmail:
        return self

    def __exit__(self, *ended: object) -> None:
        pass

    def send(self, raw: bytes, *, sender: str, recipients: Sequence[str]) -> Sent:
        to = tuple(recipients)
        check_envelope(sender, to)
        letter = _lines_checked(raw, b"\n")
        argv = [*self._command, "-i", "-f", sender or "<>", "--", *to]
        name = shortened(self._command[0])
        # Into a file: what the command leaves running may keep a pipe open for ever.
        with TemporaryFile() as out:
            try:
                code = subprocess.run(
                    argv, input=letter, stdout=out, stderr=out, timeout=PATIENCE, check=False
                ).returncode
            except subprocess.TimeoutExpired:
                raise _deferred(f"{name} did not end within {PATIENCE} s") from None
            except OSError as error:
                hint = "Name an installed program that takes what sendmail takes."
                raise _deferred(f"{name} cannot be run: {reason(error)}", hint) from None
            out.seek(0)
            said = out.read(4 * SHOWN).strip() or b"it says nothing"
        if not code:
            return Sent(to, (), ())
        told = f"{name} ends with {code}: {words(said)}"
        if code in GIVES_UP:
            raise Refused(_refused(address, told) for address in to)
        raise TryAgain(_postponed(to[0], told))


def _lines_checked(raw: bytes, end: bytes) -> bytes:
    """Returns a letter whose lines end as its way wants it; refuses one that would be changed."""
    letter = re.sub(rb"\r\n|\r|\n", end, raw)
    if b"\0" in letter:
        raise _unfit("the letter holds a byte 0")
    if max(map(len, letter.split(end))) > MAX_LINE:
        raise _unfit(f"a line of the letter is longer than {MAX_LINE} bytes")
    if not re.match(rb"[!-9;-~]+[ \t]*:", letter):
        raise _unfit("the letter does not begin with a header")
    return letter if letter.endswith(end) else letter + end


# -- by SMTP ----------------------------------------------------------------------------------


class _Smtp:
    def __init__(self, settings: SmtpSettings) -> None:
        self._settings = settings
        self._client: SMTP | None = None
        self._stays = False

    def __enter__(self) -> _Smtp:
        self._stays = True
        return self

    def __exit__(self, *ended: object) -> None:
        self._stays = False
        self._leave()

    def send(self, raw: bytes, *, sender: str, recipients: Sequence[str]) -> Sent:
        to = tuple(recipients)
        check_envelope(sender, to)
        letter = _lines_checked(raw, b"\r\n")
        whole = False
        try:
            client = self._connected()
            options = _options(client, letter, (sender, *to))
            with _server_errors(self._where, to):
                unsent = client.sendmail(sender, to, letter, options)
            whole = self._stays
        finally:
            if not whole:
                self._leave()
        return _sent(to, unsent)

    @property
    def _where(self) -> str:
        return f"{self._settings.host}:{self._settings.port}"

    def _connected(self) -> SMTP:
        """Returns the client that still stands, or a new one that has logged in."""
        if self._client is not None:
            try:
                if self._client.noop()[0] == 250:
                    return self._client
            except (SMTPException, OSError):
                pass  # closed in the meantime, as servers do
            self._leave()
        with _server_errors(self._where, ()):
            self._client = client = _opened(self._settings)
            client.ehlo_or_helo_if_needed()
        if self._settings.user:
            password = password_for("smtp", self._settings.host, self._settings.user)
            with _server_errors(self._where, ()):
                _log_in(client, self._settings.user, password)
        return client

    def _leave(self) -> None:
        client, self._client = self._client, None
        if client is None:
            return
        try:
            client.quit()
        except (SMTPException, OSError):
            client.close()


def _opened(settings: SmtpSettings) -> SMTP:
    """Connects; where TLS is wanted, nothing but EHLO and STARTTLS is said without it."""
    # The literal of RFC 5321 4.1.3: to ask DNS for our own name may take seconds.
    own = "[127.0.0.1]"
    if settings.tls == "tls":
        return SMTP_SSL(settings.host, settings.port, own, timeout=TIMEOUT, context=trust())
    client = SMTP(settings.host, settings.port, own, timeout=TIMEOUT)
    try:
        client.ehlo_or_helo_if_needed()
        if settings.tls == "starttls":
            if not client.has_extn("starttls"):
                raise unsafe(f"{settings.host}:{settings.port}", "it offers no STARTTLS")
            client.starttls(context=trust())
    except BaseException:
        client.close()
        raise
    return client


def _log_in(client: SMTP, user: str, password: str) -> None:
    if not client.has_extn("auth"):
        raise SMTPAuthenticationError(530, b"it offers no login")
    if f"{user}{password}".isascii():
        client.login(user, password)
        return
    # smtplib encodes in ASCII; RFC 4616 says UTF-8.
    answer = b64encode(f"\0{user}\0{password}".encode()).decode()
    code, said = client.docmd("AUTH", f"PLAIN {answer}")
    if code != 235:
        raise SMTPAuthenticationError(code, said)


def _options(client: SMTP, letter: bytes, addresses: Sequence[str]) -> list[str]:
    """Returns what MAIL is to say of a letter beyond ASCII (RFC 6152, 6531)."""
    head = letter.partition(b"\r\n\r\n")[0]
    if not (head.isascii() and "".join(addresses).isascii()):
        if not client.has_extn("smtputf8"):
            raise _unfit(
                "the server takes no letters beyond ASCII in addresses and headers", ENCODED
            )
        return ["SMTPUTF8", "BODY=8BITMIME"]
    if letter.isascii():
        return []
    if not client.has_extn("8bitmime"):
        raise _unfit("the server takes no bytes beyond ASCII", ENCODED)
    return ["BODY=8BITMIME"]


def _sent(to: Sequence[str], unsent: Mapping[str, tuple[int, bytes | str]]) -> Sent:
    """Returns what became of a letter; raises if nobody gets it.

    Args:
        unsent: what the server said of those who do not get it.
    """
    problems, later = [], []
    for address, (code, said) in unsent.items():
        problem = _of_reply(address, code, said)
        problems.append(problem)
        if problem.code == "mail-deferred":
            later.append(address)
    taken = tuple(address for address in to if address not in unsent)
    if taken:
        return Sent(taken, tuple(later), tuple(problems))
    if later:
        raise TryAgain(next(one for one in problems if one.code == "mail-deferred"))
    raise Refused(problems)


@contextmanager
def _server_errors(where: str, to: Sequence[str]) -> Iterator[None]:
    """Gives what smtplib and the network raise as exceptions of ours."""
    try:
        yield
    except SMTPRecipientsRefused as error:
        # After 421 nothing is said of the rest, and nobody gets it.
        _sent(to, dict.fromkeys(to, (421, b"the connection was closed")) | error.recipients)
    except SMTPAuthenticationError as error:
        raise no_login(where, f"{error.smtp_code} {words(error.smtp_error)}") from None
    except SMTPResponseException as error:
        if error.smtp_code in LOGIN_WANTED:
            raise no_login(where, f"{error.smtp_code} {words(error.smtp_error)}") from None
        if isinstance(error, SMTPSenderRefused | SMTPDataError):
            _sent(to, dict.fromkeys(to, (error.smtp_code, error.smtp_error)))
        raise _deferred(f"{where} says: {error.smtp_code} {words(error.smtp_error)}") from None
    except SMTPException as error:
        raise _deferred(f"{where}: {words(str(error))}") from None
    except ssl.SSLError as error:
        raise unsafe(where, error) from None
    except OSError as error:
        raise _deferred(f"{where} is not reached: {reason(error)}") from None


def _of_reply(address: str, code: int, said: bytes | str) -> Problem:
    """Returns what a server's reply to one recipient means: 5yz is for ever (RFC 5321 4.2.1)."""
    told = f"the server says: {code} {words(said)}"
    return _refused(address, told) if 500 <= code <= 599 else _postponed(address, told)


def _postponed(address: str, told: str) -> Problem:
    return Problem(
        "mail-deferred",
        f"no mail to {shortened(address)} now; {told}",
        hint=LATER,
        kind="unusable",
        facts=(("recipient", address),),
    )


def _refused(address: str, told: str) -> Problem:
    return Problem(
        "mail-refused",
        f"no mail to {shortened(address)}; {told}",
        hint="Ask that person for another address, or the server's postmaster what it wants.",
        kind="unusable",
        facts=(("recipient", address),),
    )


def _deferred(message: str, hint: str = LATER) -> TryAgain:
    return TryAgain(Problem("mail-deferred", message, hint=hint, kind="unusable"))


def _unfit(message: str, hint: str = PLAIN) -> Refused:
    return Refused([Problem("mail-unfit", message, hint=hint, kind="unusable")])
