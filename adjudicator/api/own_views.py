"""What one seat alone may see after an opening: given out, and held to the log when it comes back.

These are the files that the match wrote through `view` and `redacted`, as a letter carries them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.api.named_files import MAX_LOG, MAX_SIZE, read_bytes, read_json
from adjudicator.api.problems import RefusedFile, Unusable, unusable_file
from adjudicator.audit import log
from adjudicator.matches.opening_files import views_missing

if TYPE_CHECKING:  # `git view` opens no match
    from adjudicator.api.match import Match

__all__ = ["OWN_FILES", "check_views", "own_views", "view_fault"]

OWN_FILES = ("state.json", "report.txt")
"""What a seat needs: map and page are made of the first, by `map` and `report`."""


def own_views(match: Match) -> dict[str, dict[str, bytes]]:
    """Returns by seat and name the files of the newest opening that differ from everybody's.

    Raises:
        UnusableFile: the views of the opening are not there.
    """
    own = {seat: one for seat, one in match.files_to_mail().own.items() if OWN_FILES[0] in one}
    if own:
        check_views(match)
    return {
        seat: {name: read_bytes(one[name], limit=MAX_LOG) for name in OWN_FILES if name in one}
        for seat, one in own.items()
    }


def check_views(match: Match) -> None:
    """Raises UnusableFile where the views of the newest opening are not there."""
    if missing := views_missing(match.folder, match.saved, match.head):
        raise unusable_file(
            match.folder,
            "no-such-file",
            f"map and report of opening {missing} are not there: a run was killed before that",
            "Open the match to write, or run `adjudicator mend`: they are made.",
        )


def view_fault(raw: bytes, seat: str, log_raw: bytes) -> str:
    """Returns why a state.json is not what a seat may see at the end of a log; empty if it is.

    What only its seat sees stands in no hash of the log, so this tells of an older one and of that
    of another match or seat. Who made it, nobody can tell: anybody can seal to a recipient.

    Args:
        raw: the state.json.
        log_raw: the whole log.
    """
    try:
        said = read_json(raw[: MAX_SIZE + 1], source="state.json").data
        lines = log.parse_log(log_raw).lines
    except (RefusedFile, Unusable):
        return "it, or the log, cannot be read"
    header: Any = said.get("header") if isinstance(said, dict) else None
    if not isinstance(said, dict) or not isinstance(header, dict) or not lines:
        return "it is no state.json"
    genesis = lines[0].payload
    if not isinstance(genesis, log.Genesis) or header.get("game") != genesis.gid:
        return "it is of another match"
    if said.get("seat") != seat:
        return "it is that of another seat"
    made = [line.payload.n for line in lines if isinstance(line.payload, log.StateReached)]
    if header.get("n") != max(made, default=0) + 1:
        return "it is of another opening than the last one in the log"
    if header.get("head") not in {line.hash for line in lines}:
        return "its head is no line of the log"
    return ""
