"""ZIP archives that are the same bytes each time, on every system with the same zlib."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping

__all__ = ["zipped"]

_FIRST = (1980, 1, 1, 0, 0, 0)
"""When all files were made: the first time that a ZIP archive can say."""
_UNIX = 3


def zipped(
    files: Iterable[tuple[str, bytes]],
    *,
    modes: Mapping[str, int] | None = None,
    is_packed: bool = True,
) -> bytes:
    """Returns files as a ZIP archive, in their order.

    Args:
        files: by name, with / between folders.
        modes: by name who may read and write a file, where not everybody may read it.
        is_packed: whether they are made smaller; not where what holds the archive is, as a whole.
    """
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, raw in files:
            about = zipfile.ZipInfo(name, _FIRST)
            about.create_system = _UNIX  # else it differs with the machine
            about.external_attr = (modes or {}).get(name, 0o644) << 16
            how = zipfile.ZIP_DEFLATED if is_packed else zipfile.ZIP_STORED
            archive.writestr(about, raw, how, compresslevel=9)
    return made.getvalue()
