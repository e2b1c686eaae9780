"""How many mails a match takes: python -m tests.games.mails [GAME [SCENARIO]]

The built-in player plays all seats, once with a sheet for each player-turn, once with one sheet for
all that a seat plays one after another. The two matches differ: what it orders for later
player-turns it plans before the dice of the earlier ones.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from typing import Any, NamedTuple

from adjudicator.audit.chance import HiddenKey, OpenedDice
from adjudicator.core.game import OrderFailed, Rules
from adjudicator.core.later_turns import turns_ahead
from adjudicator.core.referee import Save, first_save, run
from adjudicator.core.save import state_of
from adjudicator.core.sheet import Sheet, read_sheet
from adjudicator.core.sheet_writer import awaited_seats, written_sheet
from adjudicator.documents.maps import map_files_of
from adjudicator.documents.scenarios import find_scenario, shipped_scenarios
from adjudicator.registry import by_name

__all__ = ["Mails", "played"]

GID = "ab" * 32


class Mails(NamedTuple):
    """What a match took."""

    openings: int
    mails: int
    failed: int
    """Orders that the dice made impossible."""
    is_over: bool


def played(rules: Rules[Any], seed: str, *, runs: bool, openings: int = 5000) -> Mails:
    """Plays a match, or its first openings."""
    save: Save = run(rules, first_save(rules), {}, 1, dice=_dice(seed, 0)).save
    n = mails = failed = 0
    while not save.is_over and n < openings:
        n += 1
        seats = awaited_seats(save.pending)
        mails += len(seats)
        sheets = {seat: _sheet(rules, save, seat, n, runs=runs) for seat in seats}
        done = run(rules, save, sheets, n, dice=_dice(seed, n))
        failed += sum(isinstance(event, OrderFailed) for event in done.events)
        save = done.save
    return Mails(n, mails, failed, save.is_over)


def _dice(seed: str, n: int) -> OpenedDice:
    key = sha256(f"{seed}/{n}".encode()).hexdigest()
    return OpenedDice(key, HiddenKey(key, n))


def _sheet(rules: Rules[Any], save: Save, seat: str, n: int, *, runs: bool) -> Sheet:
    state = state_of(rules.game, save.checkpoint)
    ahead = [turn.name for turn in turns_ahead(rules, rules.view(state, seat))] if runs else []
    blank: dict[str, Any] = {
        "t": "orders", "game": GID, "n": n, "head": GID, "player": seat, "pledge": None,
        "orders": {},
    }  # fmt: skip
    if ahead:
        blank["then"] = {turn: {"orders": {}} for turn in ahead}
    sheet, problems = read_sheet(rules.game, written_sheet(rules, save, blank).document)
    assert sheet is not None, problems
    return sheet


def main(names: list[str]) -> None:
    """Prints a line for each scenario."""
    for game in by_name().values():
        for scenario in shipped_scenarios(game):
            wanted = names[:1] in ([], [game.name]) and names[1:2] in ([], [scenario])
            if not wanted or (scenario == "campaign" and not names[1:]):
                continue
            given = find_scenario(game, scenario).scenario
            rules = game.open(given, map_files_of(game, given))
            one, all_ = (played(rules, "mails-1", runs=runs) for runs in (False, True))
            sys.stdout.write(
                f"{game.name} {scenario}, {len(rules.seats)} seats: {one.mails} mails; with one"
                f" sheet for a run {all_.mails}, in which {all_.failed} orders failed"
                f" ({one.failed} otherwise)\n"
            )
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
