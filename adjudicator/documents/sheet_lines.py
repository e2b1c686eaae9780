"""A file as one line of letters that any mail carries: a word, then base64url of its zlib.

The word is `sheet:` or `state:`.

Pages write a sheet so for who cannot attach a file; a report brings its position along so, and an
address of the judge's page holds one behind `#s=`. What is packed are the bytes of the file, so its
hash is that of the file; line ends and blanks that a mail put in between are passed over.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib

from adjudicator.core.limits import MAX_SIZE
from adjudicator.core.problem import Problem, Refused

__all__ = [
    "MOST_UNPACKED",
    "packed_sheet",
    "packed_state",
    "state_in_address",
    "unpacked_sheet",
    "unpacked_state",
]

MOST_UNPACKED = 64 * 1024
"""Bytes that a line may unpack to; the largest sheets of the examples have a tenth."""
_LINE = re.compile(rb"\s*(sheet|state):([A-Za-z0-9_\-\s]*=*)\s*\Z")
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
    """Returns the file that a line holds.

    Raises:
        Refused: it is cut, changed, or unpacks to more than `MOST_UNPACKED` bytes.
    """
    return _unpacked(raw, "sheet", "bad-sheet-line", MOST_UNPACKED)


def unpacked_state(raw: bytes) -> bytes:
    """Returns the state.json that a line holds.

    Raises:
        Refused: it is cut, changed, or unpacks to more than a state.json may have.
    """
    return _unpacked(raw, "state", "bad-state-line", MAX_SIZE)


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
