"""What pairing costs: CPU seconds of 500 players by gacrux, and of 300 at fours with the bound.

`python -m tests.tournament.speed`; at most 10 s and 2 s (tournaments.md 9).
"""

from __future__ import annotations

import resource
import time  # noqa: TID251 - how long it takes

from adjudicator.tournament.pairing.gacrux import Gacrux
from adjudicator.tournament.tables.seating import seat_round
from tests.tournament.swiss_events import event, rounds_of
from tests.tournament.table_events import table_round


def _cpu() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def main() -> None:
    begun, worst = _cpu(), 0.0
    for swiss, _ in rounds_of(event("speed", 500, rounds=7), Gacrux(), "speed"):
        spent, begun = _cpu() - begun, _cpu()
        worst = max(worst, spent)
        print(f"500 players, round {swiss.round}: {spent:.1f} s")
    for players in (24, 60, 300):
        asked, key = table_round("speed", players, 4, rounds=5)
        begun = _cpu()
        found = seat_round(asked, key)
        print(
            f"{players} at fours, round 6: {_cpu() - begun:.2f} s; cost {found.cost}, bound "
            f"{found.bound}, {len(found.repeats)} repeats, start {found.start} of {found.starts}"
        )
    if worst > 10 or _cpu() - begun > 2:
        raise SystemExit("too slow")


if __name__ == "__main__":
    main()
