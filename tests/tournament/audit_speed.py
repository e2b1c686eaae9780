"""What audit, luck and site of an event cost: `python -m tests.tournament.audit_speed [MATCHES]`.

An event of groups, of short matches by the built-in player. Audit and luck with one worker and with
two by turns: seconds of the clock, and of the processors in this process, which with one is all.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time  # noqa: TID251 - how long it takes
from pathlib import Path

from adjudicator.matches.opening_files import OpeningFiles
from adjudicator.tournament.auditing import audit_event
from adjudicator.tournament.deciding import gather_results
from adjudicator.tournament.event_luck import luck_of_event
from adjudicator.tournament.folder import open_event
from adjudicator.tournament.site.making import make_site
from adjudicator.workers.driver import driver_of
from tests.errors.catalogue import _no_pictures
from tests.tournament.cup import after, cup, play, started

__all__ = ["main"]


def main(matches: int) -> None:
    """Makes an event of at least so many matches, in groups of five, and measures."""
    setattr(OpeningFiles, "write_views", _no_pictures)  # noqa: B010 - they take the time
    players = 5 * -(-matches // 10)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "cup"
        cup(folder, [f"N{number}" for number in range(players)], tie_breaks=["lot"],
            format={"kind": "groups", "size": 5})  # fmt: skip
        started(folder)
        play(folder)
        gather_results(folder, now=after(1))
        event = open_event(folder)
        for workers in (1, 2, 1, 2):
            began = _seconds()
            found = audit_event(event, workers=workers)
            _tell(f"audit of {len(found.matches)} matches: {found.verdict}", workers, began)
        for workers in (1, 2):
            began = _seconds()
            with driver_of(workers) as driver:
                luck_of_event(event, driver)
            _tell("luck", workers, began)
        began = _seconds()
        files = make_site(event, Path(place) / "site", audited=False)
        _tell(f"site of {files} files", 1, began)
        sizes = [one.stat().st_size for one in (Path(place) / "site").rglob("*") if one.is_file()]
        print(f"{sum(sizes) / 1e6:.1f} MB; the largest file {max(sizes) / 1e3:.0f} kB", flush=True)


def _seconds() -> tuple[float, float]:
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return time.monotonic(), sum(one.ru_utime + one.ru_stime for one in spent)


def _tell(what: str, workers: int, began: tuple[float, float]) -> None:
    clock, processors = (now - then for now, then in zip(_seconds(), began, strict=True))
    print(f"{what}; {workers} workers: {clock:.1f} s, {processors:.1f} s of processors", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
