"""A sheet as one line of letters that any mail carries: `sheet:` and base64url of its zlib.

Pages write it for who cannot attach a file. What is packed are the bytes of the sheet's file, so
its hash is that of the file; line ends and blanks that a mail put in between are passed over.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib

from adjudicator.core.problem import Problem, Refused

__all__ = ["MOST_UNPACKED", "packed_sheet", "unpacked_sheet"]

MOST_UNPACKED = 64 * 1024
"""Bytes that a line may unpack to; the largest sheets of the examples have a tenth."""
_LINE = re.compile(rb"\s*sheet:([A-Za-z0-9_\-\s]*=*)\s*\Z")


def packed_sheet(raw: bytes) -> str:
    """Returns a sheet's file as one line."""
    return f"sheet:{base64.urlsafe_b64encode(zlib.compress(raw, 9)).decode().rstrip('=')}"


def unpacked_sheet(raw: bytes) -> bytes:
    """Returns the file that a line holds.

    Raises:
        Refused: it is cut, changed, or unpacks to more than `MOST_UNPACKED` bytes.
    """
    found = _LINE.match(raw)
    if found is None:
        raise _refused("holds something else beside one sheet in one line")
    letters = b"".join(found[1].split()).rstrip(b"=")
    try:
        packed = base64.urlsafe_b64decode(letters + b"=" * (-len(letters) % 4))
        unpacking = zlib.decompressobj()
        sheet = unpacking.decompress(packed, MOST_UNPACKED)
    except (binascii.Error, zlib.error):
        raise _refused("cannot be unpacked: letters of it are lost or changed") from None
    if unpacking.unconsumed_tail:
        raise _refused(f"unpacks to more than {MOST_UNPACKED} bytes")
    if not unpacking.eof or unpacking.unused_data:
        raise _refused("cannot be unpacked: letters of it are lost or added")
    return sheet


def _refused(why: str) -> Refused:
    hint = "Copy the whole line again, from sheet: to its last letter, or attach the file."
    return Refused([Problem("bad-sheet-line", f"this {why}", hint=hint, kind="malformed")])
