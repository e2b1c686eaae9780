"""What a referee mails of a match folder: the views of everybody, and those of each seat."""

from __future__ import annotations

from pathlib import Path

__all__ = ["mailed", "own"]


def own(match: Path | str, seat: str, name: str = "state.json") -> Path:
    """Returns where a file lies that one seat gets in place of everybody's."""
    return Path(match, "referee", "now", seat, name)


def mailed(match: Path) -> dict[str, bytes]:
    """Returns what is mailed of the newest opening, by name; a seat's as `state-blue.json`."""
    found = {path.name: path.read_bytes() for path in sorted((match / "now").iterdir())}
    for path in sorted((match / "referee" / "now").glob("*/*")):
        found[f"{path.stem}-{path.parent.name}{path.suffix}"] = path.read_bytes()
    return found
