"""What is said of a mail in which no sheet can be read: why, and how to send it right."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from adjudicator.api.problems import Problem
from adjudicator.post.reading.headers import Head
from adjudicator.post.reading.parts import MOST_BYTES, Part

__all__ = [
    "blank_sheet",
    "command_beside_sheet",
    "cut_off",
    "damaged",
    "nothing_found",
    "quoted_sheet",
    "too_large",
    "too_large_sheet",
    "two_sheets",
]

_PLAIN = (
    ("Outlook", r"outlook|exchange", "Format Text, then Plain Text"),
    ("Apple Mail", r"apple mail|iphone mail|ipad mail", "Format, then Make Plain Text"),
    ("Thunderbird", r"thunderbird", "Options, then Delivery Format, then Plain Text Only"),
    ("Evolution", r"evolution", "Format, then Plain Text"),
    ("KMail", r"kmail", "Options, then Rich Text, switched off"),
    ("Yahoo Mail", r"yahoo", "the three dots below, then Plain text"),
    ("Gmail", r"gmail|googlemail", "the three dots below, then Plain text mode"),
    ("Proton Mail", r"proton", "the three dots below, then Plain text"),
)
"""By program: how its mails name it, and how it writes without HTML."""
_ARCHIVE = re.compile(r".*\.(?:zip|7z|rar|tar|gz|tgz|bz2|xz|zst|lz|arj)", re.IGNORECASE)
_ARCHIVE_TYPES = re.compile(
    r"application/(?:x-)?(?:zip|gzip|7z|rar|tar|bzip2?|xz|zstd)(?:-compressed)?|application/vnd\.rar"
)
_DOCUMENT = re.compile(
    r".*\.(?:docx?|odt|rtf|pdf|pages|html?|png|jpe?g|heic|gif|webp|xlsx?|ods)", re.IGNORECASE
)
_DOCUMENT_TYPES = re.compile(r"image/.*|application/(?:pdf|rtf|msword|vnd\..*)|text/(?:html|rtf)")
_TNEF = ("application/ms-tnef", "application/vnd.ms-tnef")
_HIDDEN = ("application/pkcs7-mime", "application/x-pkcs7-mime", "multipart/encrypted",
           "application/pgp-encrypted")  # fmt: skip
_MAILS = ("message/rfc822", "message/global", "message/partial")
_ATTACH = "attach the sheet as a file"


def blank_sheet() -> Problem:
    """Returns the problem of a blank sheet as the office mailed it, among other words."""
    return Problem(
        "blank-sheet",
        "this is the blank sheet as it was mailed, among other words: nobody can say if it is "
        "meant",
        hint="To send it as it stands, send it alone: pasted with nothing around it, or attached.",
        kind="invalid",
    )


def nothing_found(head: Head, parts: Sequence[Part], own: str, forwarded: str) -> Iterator[Problem]:
    """Yields why nothing can be taken of a mail; at least one reason.

    Args:
        own: the sender's own words.
        forwarded: what they passed on, if it holds something like a sheet; else empty.
    """
    reasons = tuple(_reasons(head, parts, own, forwarded))
    yield from reasons
    if not reasons:
        yield Problem(
            "mail-without-sheet",
            "this mail holds no sheet, and its first line is no command",
            hint="Attach the sheet as a file, or paste it above what you answer, "
            "from its first { to its last }; a mail with the word help brings all commands.",
            kind="invalid",
        )


def _reasons(head: Head, parts: Sequence[Part], own: str, forwarded: str) -> Iterator[Problem]:
    if any(kind in _HIDDEN for part in parts for kind in (part.kind, *part.of)) or (
        "-----BEGIN PGP MESSAGE-----" in own
    ):
        yield Problem(
            "mail-sealed",
            "this mail is encrypted, or its text is packed in its signature: nothing is read of it",
            hint="Send it again unencrypted; a signature of its own (PGP/MIME) may stay.",
            kind="unusable",
        )
    if any(part.kind in _TNEF or part.name.lower() == "winmail.dat" for part in parts):
        yield Problem(
            "mail-winmail",
            "this mail is packed into a file that only Outlook reads (winmail.dat)",
            hint="In Outlook: File, Options, Mail, Message format, then convert to HTML or Plain "
            "Text for mails to the Internet; or paste the sheet into the text.",
            kind="unusable",
        )
    for part in parts:
        named = bool(part.name)
        if (named and _ARCHIVE.fullmatch(part.name)) or _ARCHIVE_TYPES.fullmatch(part.kind):
            yield _packed(part.name)
        elif part.kind == "text/html" and not part.is_attached:
            continue
        elif part.head.get("content-id"):
            continue  # A picture in HTML.
        elif (named and _DOCUMENT.fullmatch(part.name)) or _DOCUMENT_TYPES.fullmatch(part.kind):
            yield _document(part.name)
    if forwarded or any(part.kind in _MAILS for part in parts):
        yield Problem(
            "mail-forwarded",
            "the sheet may stand in a mail that was forwarded: that is somebody else's",
            hint="Attach your sheet as a file, or paste it into a mail of your own.",
            kind="invalid",
        )
    html = any(part.kind == "text/html" and not part.is_attached for part in parts)
    if html and not own.strip():
        yield _html_only(head)


def _packed(name: str) -> Problem:
    called = f'"{name}"' if name else "what is attached"
    return Problem(
        "mail-archive",
        f"{called} is an archive, and nothing is unpacked",
        hint=f"Take the sheet out of it: {_ATTACH}.",
        kind="unusable",
    )


def _document(name: str) -> Problem:
    called = f'"{name}"' if name else "what is attached"
    return Problem(
        "mail-document",
        f"{called} is a document or a picture, and no sheet is read out of one",
        hint="Save the sheet as a text file and attach that, or paste it into the text.",
        kind="unusable",
    )


def _html_only(head: Head) -> Problem:
    program = " ".join(head.get(name) for name in ("x-mailer", "user-agent", "message-id")).lower()
    where = next((f" (in {name}: {found})" for name, pattern, found in _PLAIN
                  if re.search(pattern, program)), "")  # fmt: skip
    return Problem(
        "mail-html-only",
        "this mail has no plain text, only HTML, which programs write in their own ways",
        hint=f"Send it as plain text{where}, or {_ATTACH}.",
        kind="unusable",
    )


def cut_off(where: str) -> Problem:
    """Returns the problem of a sheet that begins and does not end."""
    return Problem(
        "sheet-cut-off",
        f"a sheet begins in {where}, and its end cannot be found: it is cut off, a bracket is "
        "missing, or a quotation mark is",
        hint="Send all of it, from its first { to its last }; as an attached file nothing of it "
        "is wrapped or cut.",
        kind="malformed",
    )


def too_large_sheet(source: str, most: int) -> Problem:
    """Returns the problem of a sheet with more bytes than one may have."""
    return Problem(
        "sheet-too-large",
        f"what stands in {source} has more than {most} bytes: no sheet is so long",
        hint="Check that it is the right file.",
        kind="malformed",
    )


def two_sheets(seat: str, first: str, second: str) -> Problem:
    """Returns the problem of two sheets of one seat in a mail that say different things."""
    places = f"both in {first}" if first == second else f"in {first} and in {second}"
    return Problem(
        "second-sheet",
        f"this mail holds two sheets of {seat} that differ, {places}",
        hint="Send the one that counts, alone.",
        kind="invalid",
    )


def quoted_sheet() -> Problem:
    """Returns the problem of a sheet in what a mail answers, where nobody knows who wrote it."""
    return Problem(
        "sheet-quoted",
        "a sheet stands in what this mail quotes: it may be the template that was mailed, or "
        "filled in by its player",
        hint="Look at it; if it is filled in, save it as a file and name that.",
        kind="invalid",
    )


def command_beside_sheet(word: str) -> Problem:
    """Returns the notice that a mail with a sheet asked for something else too."""
    return Problem(
        "command-beside-sheet",
        f'the sheet is taken; "{word}", in the first line, is not carried out',
        hint="Send it in a mail of its own.",
        kind="invalid",
        warning=True,
    )


def too_large(why: str) -> Problem:
    """Returns the problem of a mail beyond a limit.

    Args:
        why: which limit, as a sentence without a period.
    """
    return Problem(
        "mail-too-large",
        f"nothing is read of this mail: {why}",
        hint=f"Send the sheet alone, in a mail of less than {MOST_BYTES // 1024} kB.",
        kind="unusable",
    )


def damaged() -> Problem:
    """Returns the problem of a mail whose parts cannot be told apart."""
    return Problem(
        "mail-damaged",
        "this mail has several parts, and the lines that part them are missing or changed",
        hint="Send it again.",
        kind="malformed",
    )
