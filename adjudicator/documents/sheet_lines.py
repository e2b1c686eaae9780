"""A file as one line of letters that any mail carries: a word, then base64url of its zlib.

The word is `sheet:` or `state:`.

Pages write a sheet so for who cannot attach a file; a report brings its position along so, and an
address of the judge's page holds one behind `#s=`. What is packed are the bytes of the file, so its
hash is that of the file; line ends and blanks that a mail put in between are passed over. The whole
text of a mail will do: its words stand around the line.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Iterator

from adjudicator.core.limits import MAX_SIZE
from adjudicator.core.problem import Problem, Refused

__all__ = [
    "MOST_UNPACKED",
    "has_sheet_line",
    "lines_in",
    "packed_sheet",
    "packed_state",
    "state_in_address",
    "unpacked_sheet",
    "unpacked_state",
]

MOST_UNPACKED = 64 * 1024
"""Bytes that a line may unpack to; the largest sheets of the examples have a tenth."""
_LINE = re.compile(rb"\s*(sheet|state):([A-Za-z0-9_\-\s]*=*)\s*\Z")
_BEGIN = re.compile(rb"^[ \t>]*((?:sheet|state):[A-Za-z0-9_\-]+=*)[ \t\r]*$", re.MULTILINE)
"""Where a line begins in a text; mails that are answered put > before."""
_MORE = re.compile(rb"\n[ \t>]*([A-Za-z0-9_\-]+=*)[ \t]*(?=\n|\Z)")
_FRAGMENT = "s="
"""What stands behind the # of an address, before the letters of a state.json."""


def packed_sheet(raw: bytes) -> str:
    """Returns a sheet's file as one line."""
    return f"sheet:{_packed(raw)}"


def packed_state(raw: bytes) -> str:
    """Returns a state.json as one line: some 2 to 7 kB."""
    return f"state:{_packed(raw)}"


def state_in_address(raw: bytes, address: str = "judge.html") -> str:
    """Returns the address of the judge's page that opens with a state.json.

    What stands behind the # of an address no browser sends to a server.

    Args:
        address: where the page lies, without a #.
    """
    return f"{address}#{_FRAGMENT}{_packed(raw)}"


def unpacked_sheet(raw: bytes) -> bytes:
    """Returns the file that a line holds, or the one line of a text.

    Raises:
        Refused: it is cut, changed, or unpacks to more than `MOST_UNPACKED` bytes; the text holds
            several sheets.
    """
    lines = [one for one in lines_in(raw) if one.startswith(b"sheet:")]
    if len(lines) > 1:
        raise _refused(f"holds {len(lines)} sheets", "sheet", "bad-sheet-line")
    # Blanks inside a line stand in it where nothing else stands in the file.
    whole = lines[0] if lines and (_is_whole(lines[0]) or not _LINE.match(raw)) else raw
    return _unpacked(whole, "sheet", "bad-sheet-line", MOST_UNPACKED)


def unpacked_state(raw: bytes) -> bytes:
    """Returns the state.json that a line holds.

    Raises:
        Refused: it is cut, changed, or unpacks to more than a state.json may have.
    """
    return _unpacked(raw, "state", "bad-state-line", MAX_SIZE)


def has_sheet_line(raw: bytes) -> bool:
    """Whether a file is no JSON, but a text that holds a sheet in a line."""
    start = raw.lstrip()
    if start[:1] == b"{":
        return False
    return start[:6] == b"sheet:" or any(one[:6] == b"sheet:" for one in _BEGIN.findall(raw))


def lines_in(text: bytes) -> Iterator[bytes]:
    """Yields the sheets and positions of a text, each as the one line that it was.

    Of what stands below a line so much belongs to it as makes it whole: zlib's checksum tells. A
    line that nothing makes whole comes as it stands.
    """
    text = text.replace(b"\r\n", b"\n")
    for found in _BEGIN.finditer(text):
        yield _whole(found[1], text, found.end()) or found[1]


def _is_whole(line: bytes) -> bool:
    return bool(_whole(line, b"", 0))


def _whole(line: bytes, text: bytes, at: int) -> bytes:
    """Returns a line with what belongs to it of the lines from a place on; empty: nothing does."""
    unpacking, parts, letters = zlib.decompressobj(), [line], line.partition(b":")[2]
    left, rest = MOST_UNPACKED if line.startswith(b"sheet") else MAX_SIZE, b""
    try:
        while True:
            rest += letters.rstrip(b"=")
            even = len(rest) // 4 * 4
            left -= len(unpacking.decompress(base64.urlsafe_b64decode(rest[:even]), left + 1))
            rest = rest[even:]
            end = unpacking.copy()
            if len(rest) > 1:  # One letter alone is no byte yet.
                end.decompress(base64.urlsafe_b64decode(rest + b"=" * (-len(rest) % 4)), left + 1)
            if end.eof and not end.unused_data:
                return b"".join(parts)
            more = _MORE.match(text, at)
            if more is None or end.eof or left < 0:
                return b""
            letters, at = more[1], more.end()
            parts.append(letters)
    except (binascii.Error, zlib.error):
        return b""


def _packed(raw: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(raw, 9)).decode().rstrip("=")


def _unpacked(raw: bytes, kind: str, code: str, most: int) -> bytes:
    found = _LINE.match(raw)
    if found is None or found[1] != kind.encode():
        raise _refused(f"holds something else beside one {kind} in one line", kind, code)
    letters = b"".join(found[2].split()).rstrip(b"=")
    try:
        packed = base64.urlsafe_b64decode(letters + b"=" * (-len(letters) % 4))
        unpacking = zlib.decompressobj()
        content = unpacking.decompress(packed, most)
    except (binascii.Error, zlib.error):
        raise _refused(
            "cannot be unpacked: letters of it are lost or changed", kind, code
        ) from None
    if unpacking.unconsumed_tail:
        raise _refused(f"unpacks to more than {most} bytes", kind, code)
    if not unpacking.eof or unpacking.unused_data:
        raise _refused("cannot be unpacked: letters of it are lost or added", kind, code)
    return content


def _refused(why: str, kind: str, code: str) -> Refused:
    hint = f"Copy the whole line again, from {kind}: to its last letter, or attach the file."
    return Refused([Problem(code, f"this {why}", hint=hint, kind="malformed")])
