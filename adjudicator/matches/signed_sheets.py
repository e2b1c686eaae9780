"""Which seats must sign their sheets, and the signatures that came with sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from adjudicator.audit import tfd1
from adjudicator.documents.json_input import MAX_SIZE
from adjudicator.documents.sheets import CheckedSheet
from adjudicator.documents.storage import read_bytes
from adjudicator.matches.stored_sheets import Received, stored_signature

__all__ = ["Signing", "ignored_signatures"]


class Signing:
    """The keys of seats as they stand in the log now, and signatures by what they must sign."""

    def __init__(self, keys: Mapping[str, str]) -> None:
        self.keys = keys
        """By seat, the key with which its sheets must be signed; a seat without one signs none."""
        self.signatures: dict[str, bytes] = {}
        """Signatures that came with sheets, by the hash of the bytes that each must be of."""

    def came_with(self, raw: bytes) -> bytes | None:
        """Returns the signature that came with a sheet."""
        return self.signatures.get(tfd1.digest(raw))

    def judged(self, checked: CheckedSheet, raw: bytes) -> CheckedSheet:
        """Adds what is wrong with the signature of a sheet that comes in."""
        return self._judged(checked, raw, self.came_with(raw))

    def judged_again(self, folder: Path, n: int, checked: CheckedSheet) -> CheckedSheet:
        """Verifies the signature of a sheet that waits: somebody may have changed a file."""
        seat = checked.sheet.seat
        if seat not in self.keys:
            return checked
        raw = read_bytes(Path(checked.document.source), limit=MAX_SIZE)
        return self._judged(checked, raw, stored_signature(folder, n, seat, raw))

    def to_keep(self, checked: CheckedSheet, raw: bytes) -> bytes | None:
        """Returns the signature that is stored with a sheet: one that was verified."""
        return self.came_with(raw) if checked.sheet.seat in self.keys else None

    def received(
        self, files: Sequence[tuple[str, bytes]], checked: Sequence[CheckedSheet]
    ) -> list[Received]:
        """Returns sheets that were judged as they are stored, with their signatures."""
        return [
            Received(entry.sheet.seat, raw, self.to_keep(entry, raw))
            for entry, (_, raw) in zip(checked, files, strict=True)
        ]

    def _judged(self, checked: CheckedSheet, raw: bytes, signature: bytes | None) -> CheckedSheet:
        seat = checked.sheet.seat
        key = self.keys.get(seat)
        if key is None and signature is None:
            return checked
        from adjudicator.documents.keys.signatures import sheet_fault

        source = checked.document.source
        fault = sheet_fault(source, seat, key, raw=raw, signature=signature)
        return checked if fault is None else checked._replace(located=(*checked.located, fault))


def ignored_signatures(checked: Sequence[CheckedSheet]) -> Iterator[str]:
    """Yields that a signature was not looked at."""
    for one in checked:
        for place in one.located:
            if place.problem.code == "signature-ignored":
                yield f"{place.source} is ignored: {place.problem.message}"
