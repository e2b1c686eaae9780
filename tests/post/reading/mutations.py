"""Mails damaged by chance: python -m tests.post.reading.mutations --count 20000

Two ways, each held to its own rule.

* **Around the sheet**: whatever is no line of JSON or of base64 is changed: fields, marks between
  parts, prose, who wrote what. A sheet that is found then says exactly what one in the mail said.
* **Anywhere**: bytes of the sheet too. What is found and can be read stands so in the mail: another
  decoder (`email` of the standard library) gives the same letters in the same order.

Never does anything raise, and never is the template taken that the office mailed, but of somebody
who sends it as a file or in their own text.
"""

from __future__ import annotations

import argparse
import base64
import email
import json
import quopri
import random  # noqa: TID251 - mails are damaged by chance
import re
import sys
import time  # noqa: TID251 - how long reading takes
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.api.sheet_text import said_hash, value_of
from adjudicator.post.reading.intake import read_mail
from adjudicator.post.reading.mail import Mail
from tests.post.reading import by_content, by_desktop, by_machine, by_program, by_trouble
from tests.post.reading.shape import OWN, Shape

__all__ = ["SHAPES", "faults_of", "mutated", "tried"]

SENT_BLANK = (
    "template-attached",
    "template-alone",
    "template-among-words",
    "template-in-a-letter-sent-back",
)
"""The shapes of people who send the blank sheet: damage may leave it alone in their text."""
SHAPES: tuple[Shape, ...] = (
    *by_program.SHAPES,
    *by_desktop.SHAPES,
    *by_content.SHAPES,
    *by_machine.SHAPES,
    *by_trouble.SHAPES,
)
_JSON_LINE = re.compile(
    rb'["{}\[\]]|\xe2\x80[\x9c\x9d]|[\x93\x94]|=E2=80|=[89][0-9A-F]|=C2=A[B0]|\xc2[\xab\xbb]|&quot;|[A-Za-z0-9+/_-]{18}|^[A-Za-z0-9+/]+=*\s*$'
)
"""Lines that may be of a sheet, in whatever encoding; a word of a text that is one is no loss."""
_FIELD = re.compile(rb"[A-Za-z-]+: |[ \t]+[a-z]+=")
_IN_WORDS: Mapping[str, Any] = {"t": "orders"}
"""What one of the shapes says in words to all; without the line before, it is a sheet."""
_FIELDS = (
    b"Content-Type: text/plain; charset=utf-16",
    b"Content-Type: text/plain; charset=utf-7",
    b"Content-Type: text/plain; charset=unicode_escape",
    b"Content-Type: text/plain; charset=cp037",
    b'Content-Type: text/plain; charset="x-unknown"; format=flowed; delsp=yes',
    b"Content-Type: text/plain; format=flowed",
    b"Content-Type: text/html",
    b"Content-Type: message/rfc822",
    b"Content-Type: multipart/mixed",
    b'Content-Type: multipart/mixed; boundary=""',
    b"Content-Type: application/octet-stream; name*=utf-8''%FF%FE",
    b"Content-Transfer-Encoding: base64",
    b"Content-Transfer-Encoding: quoted-printable",
    b"Content-Transfer-Encoding: x-uuencode",
    b"Content-Disposition: attachment; filename*0*=idna''%; filename*1=\xff",
    b"From: other@example.org",
    b"Subject: =?utf-8?B?//////8=?= =?x?Q?=ZZ?=",
    b"Subject: Fwd: x",
    b"Date: Fri, 99 Nov 99999999999 99:99:99 +9999",
    b"Auto-Submitted: no",
    b"Message-ID: <<>>",
    b"\xff\xfe\x00: \x00",
    b": ",
)
_LINES = (
    b"", b">", b"-- ", b"status", b"check", b"--- to all", b"---", b"{", b"}", b"sheet:", b"\xff",
    b"-----Original Message-----", b"---------- Forwarded message ---------", b"------------",
    b"On Fri, 27 Nov 2026 at 20:00, X <x@y.z> wrote:", b"-----BEGIN PGP SIGNED MESSAGE-----",
    b"-----BEGIN PGP SIGNATURE-----", b"--=_mark_1", b"--=_mark_1--", b"________________", b"\x0c",
)  # fmt: skip


def _flipped(line: bytes, chance: random.Random) -> bytes:
    if not line:
        return bytes([chance.randrange(256)])
    at = chance.randrange(len(line))
    change = chance.randrange(3)
    if change == 0:
        return line[:at] + bytes([chance.randrange(256)]) + line[at + 1 :]
    if change == 1:
        return line[:at] + line[at + 1 :]
    return line[:at] + bytes([line[at] ^ (1 << chance.randrange(8))]) + line[at + 1 :]


def _change_line(lines: list[bytes], at: int, chance: random.Random) -> None:
    lines[at] = _flipped(lines[at], chance).replace(b"\n", b"")


def _cut_line(lines: list[bytes], at: int, _: random.Random) -> None:
    del lines[at]


def _double_line(lines: list[bytes], at: int, chance: random.Random) -> None:
    lines.insert(chance.randrange(at + 1) if lines[at][:2] == b"--" else at, lines[at])


def _shorten_line(lines: list[bytes], at: int, chance: random.Random) -> None:
    lines[at] = lines[at][: chance.randrange(len(lines[at]) + 1)]


def _insert_field(lines: list[bytes], at: int, chance: random.Random) -> None:
    lines.insert(at, chance.choice(_FIELDS))


def _replace_field(lines: list[bytes], at: int, chance: random.Random) -> None:
    lines[at] = chance.choice(_FIELDS)


def _insert_line(lines: list[bytes], at: int, chance: random.Random) -> None:
    lines.insert(at, chance.choice(_LINES))


LINE_CHANGES: Sequence[Callable[[list[bytes], int, random.Random], None]] = (
    _change_line, _cut_line, _double_line, _shorten_line, _insert_field, _replace_field,
    _insert_line,
)  # fmt: skip


def _drop_part(raw: bytes, chance: random.Random) -> bytes:
    marks = [found.start() for found in re.finditer(rb"(?m)^--[^\s-]", raw)]
    if len(marks) < 2:
        return raw
    at = chance.randrange(len(marks) - 1)
    return raw[: marks[at]] + raw[marks[at + 1] :]


def _nest(raw: bytes, chance: random.Random) -> bytes:
    top, _, _ = raw.partition(b"\n\n")
    deep = chance.randrange(1, 14)
    kind = chance.choice((b"multipart/mixed", b"multipart/alternative", b"message/rfc822"))
    for number in range(deep):
        mark = b"nest%d" % number
        if kind == b"message/rfc822":
            raw = b"Content-Type: message/rfc822\n\n" + raw
        raw = (b"Content-Type: multipart/mixed; boundary=%b\n\n--%b\n" % (mark, mark) + raw
               + b"\n--%b--\n" % mark)  # fmt: skip
    return b"From: ann@example.org\nSubject: x\n" + raw if top else raw


def _many_parts(raw: bytes, _: random.Random) -> bytes:
    found = re.search(rb'boundary="?([^"\s;]+)', raw)
    return raw if found is None else raw + (b"\n--" + found[1] + b"\n\nx") * 60


def _cut_end(raw: bytes, chance: random.Random) -> bytes:
    return raw[: chance.randrange(len(raw))]


def _double_mail(raw: bytes, _: random.Random) -> bytes:
    return raw + raw


WHOLE_CHANGES = (_drop_part, _nest, _many_parts, _cut_end, _double_mail)


def mutated(raw: bytes, chance: random.Random, *, around: bool) -> bytes:
    """Returns a mail, with line ends LF, that is damaged in one to four places.

    Args:
        around: whether lines that may be of a sheet stay as they are.
    """
    raw = raw.replace(b"\r\n", b"\n")
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        if chance.randrange(5) == 0:
            raw = chance.choice(WHOLE_CHANGES)(raw, chance)
            continue
        lines = raw.split(b"\n")
        places = [at for at, line in enumerate(lines)
                  if not around or not _JSON_LINE.search(line)
                  or _FIELD.match(line)]  # fmt: skip
        if places:
            chance.choice(LINE_CHANGES)(lines, chance.choice(places), chance)
        raw = b"\n".join(lines)
    return raw


def _letters(text: str) -> str:
    """Returns the letters of a text that no program changes, wraps, or marks as quoted."""
    return re.sub(
        r'&quot;|[\s>"\u00ab\u00bb\u202f\u201c-\u201f\u00a0\u2009\u200b\ufeff\u00ad-]|\ue000',
        "",
        text,
    )


def _payloads(raw: bytes) -> Iterator[str]:
    """Yields what other decoders find in a mail, each part and the whole, in several charsets."""
    found = [raw, quopri.decodestring(raw)]
    for part in email.message_from_bytes(raw).walk():
        payload = part.get_payload(decode=True)
        if isinstance(payload, bytes):
            found.append(payload)
    for run in re.findall(rb"(?:^[A-Za-z0-9+/]{4,}=*[ \t]*$\n*)+", raw, re.MULTILINE):
        letters = b"".join(run.split()).partition(b"=")[0]
        letters = letters[: len(letters) - (len(letters) % 4 == 1)]
        found.append(base64.b64decode(letters + b"=" * (-len(letters) % 4)))
    for one in found:
        for charset in ("utf-8", "cp1252", "utf-16", "iso-2022-jp"):
            yield _letters(one.decode(charset, "replace"))


def faults_of(shape: Shape, raw: bytes, *, around: bool, known: frozenset[str]) -> list[str]:
    """Returns what is wrong with what is read in a damaged mail."""
    read = read_mail(raw, own=OWN)
    by_hand = read_mail(raw, own=OWN, by_hand=True)
    faults = []
    for one in (*read.found, *by_hand.found):
        value = value_of(one.raw)
        if not isinstance(value, dict):
            continue  # The strict reader refuses it.
        if said_hash(value) in OWN and shape.name in SENT_BLANK:
            continue
        if said_hash(value) in OWN:
            faults.append("the office's own template is taken")
        elif said_hash(value) in known:
            continue
        elif around or one.where == "line":
            faults.append(f"a sheet that nobody wrote: {json.dumps(value)[:300]}")
        elif not any(_letters(one.raw.decode()) in payload for payload in _payloads(raw)):
            faults.append(f"a sheet that does not stand in the mail: {one.raw[:300]!r}")
    return faults


def tried(count: int, start: int = 0) -> tuple[Counter[str], list[str]]:
    """Tries damaged mails; returns how they were read, and what is wrong."""
    known = frozenset(said_hash(value) for shape in SHAPES for value in (*shape.sheets, _IN_WORDS))
    outcomes: Counter[str] = Counter()
    faults: list[str] = []
    for number in range(start, start + count):
        chance = random.Random(number)
        shape = SHAPES[number % len(SHAPES)]
        around = chance.randrange(2) == 0
        raw = mutated(shape.raw, chance, around=around)
        began = time.perf_counter()
        faults += (f"{number} ({shape.name}): {one}"
                   for one in faults_of(shape, raw, around=around, known=known))  # fmt: skip
        took = time.perf_counter() - began
        if took > 2:
            faults.append(f"{number} ({shape.name}): {took:.1f} s")
        outcomes[_outcome(shape, read_mail(raw, own=OWN))] += 1
    return outcomes, faults


def _outcome(shape: Shape, read: Mail) -> str:
    if read.automatic:
        return "automatic"
    if read.found:
        said = [value_of(one.raw) for one in read.found]
        if said == list(shape.sheets):
            return "the same sheets"
        return "other sheets than before" if shape.sheets else "a sheet where none was taken"
    if read.problems:
        return "refused, with a reason"
    return "a command" if read.command else "words"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--start", type=int, default=0)
    given = parser.parse_args(arguments)
    outcomes, faults = tried(given.count, given.start)
    for outcome, number in outcomes.most_common():
        print(f"{number:7} {outcome}")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
