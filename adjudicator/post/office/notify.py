"""Commands are told what happens: one line of JSON on their standard input, without orders.

A line is a line of the journal, which holds no address, no token, no order and no word of a player;
with it the match's title. A command that fails, or takes too long, stops nothing.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from datetime import datetime

from adjudicator.post.office.folder import Office
from adjudicator.post.office.journal import Journal

__all__ = ["notify"]

_SECONDS = 20
_UNTOLD = frozenset({"file", "id", "template", "no", "once", "answers", "did", "date", "k"})
"""What of a line concerns nobody else."""


def notify(office: Office, journal: Journal, now: datetime) -> tuple[str, ...]:
    """Tells the commands of office.json of new lines; returns what is to be told of failures."""
    notices = office.settings.notify
    since = journal.book.notified
    if not notices:
        return ()
    failures: list[str] = []
    upto = since
    for entry in journal.entries():
        if entry["k"] <= since or entry["kind"] == "notified":
            continue
        upto = entry["k"]
        line = json.dumps({key: one for key, one in entry.items() if key not in _UNTOLD})
        for notice in notices:
            if entry["kind"] in notice.kinds:
                failures.extend(_told(office, list(notice.command), line))
    if upto > since:
        journal.write(now, {"kind": "notified", "upto": upto})
    return tuple(dict.fromkeys(failures))


def _told(office: Office, command: list[str], line: str) -> Iterator[str]:
    try:
        done = subprocess.run(
            command, input=f"{line}\n".encode(), capture_output=True, timeout=_SECONDS,
            check=False, cwd=office.folder,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        yield f"{command[0]} could not be told: {type(error).__name__}"
        return
    if done.returncode:
        yield f"{command[0]} ended with {done.returncode}"
