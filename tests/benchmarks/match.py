"""CPU time of opening and verifying a long match: python -m tests.benchmarks.match [OPENINGS]

The match is played by chance, one player-turn in each opening; times are taken at a quarter, half
and the whole of its length, so that whatever grows faster than the match shows.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from adjudicator.api.texts import render_report
from adjudicator.audit import tfd1
from adjudicator.audit.automatic import header_for
from adjudicator.audit.log import parse_log
from adjudicator.audit.opening import Opening, Secrets, open_next
from adjudicator.audit.replay import replay
from adjudicator.audit.verify import audit_dice
from adjudicator.core.sheet import read_sheet
from adjudicator.core.values import canonical
from adjudicator.documents.scenarios import find_scenario
from adjudicator.games.fortress_america import FORTRESS_AMERICA_1986 as GAME
from adjudicator.games.fortress_america import FortressAmericaRules
from adjudicator.games.fortress_america.state import State
from adjudicator.matches.match import Match
from adjudicator.matches.referee.new_match import new_match
from tests.benchmarks.clock import cpu_ms
from tests.benchmarks.play import LeanTable
from tests.games.fortress_america.chance import Chance

MASTER = "5a" * 32
SELDOM = 5
"""All attack in one turn of so many only: else the match is over too early."""


class Verified(NamedTuple):
    """How long a match is, and what its verification takes."""

    openings: int
    log_kb: int
    opening_ms: float
    """To open the match's folder, as every command does."""
    dice_ms: float
    rules_ms: float


def long_match(folder: Path, openings: int) -> Match:
    """Returns a match after so many openings, or at its end, as it lies on disk."""
    match = new_match(
        folder, GAME, find_scenario(GAME, "ready").scenario, name="long", mode="referee",
        title="Long", render=render_report, make_secret=lambda: MASTER,
    )  # fmt: skip
    saved, raw, choose = match.saved, (folder / "log.jsonl").read_bytes(), Chance("long")
    last = tfd1.seed_chain("long", MASTER)
    rules = match.rules
    assert isinstance(rules, FortressAmericaRules)
    while saved.n < openings and not saved.is_over:
        state = State.model_validate_json(canonical(saved.checkpoint))
        seat = rules.book.seat_of(state.side)
        orders = LeanTable(rules, state, choose).play_turn().orders_of(seat)
        if state.turn % SELDOM:
            kept = ("cards",) if state.side == "usa" else ("reinforcements",)
            orders = {topic: orders[topic] for topic in kept if topic in orders}
        sheet, problems = read_sheet(GAME, {**header_for(saved, seat), "orders": orders})
        assert sheet is not None, problems
        ref = tfd1.chain_value("long", "referee", last, links=tfd1.LINKS, n=saved.n + 1)
        opening = open_next(rules, match.genesis, saved, {seat: sheet}, secrets=Secrets(ref))
        assert isinstance(opening, Opening)
        raw, saved = raw + opening.lines, opening.saved
    (folder / "log.jsonl").write_bytes(raw)
    match.saved = saved
    match.write_save()
    return match


def measure(match: Match) -> Verified:
    """Returns what it takes to open and to verify a match."""
    raw = (match.folder / "log.jsonl").read_bytes()
    read, games = parse_log(raw), {GAME.name: GAME}
    replayed = replay(match.rules, read)
    assert not replayed.problems
    # The first time that it is opened, maps and reports are made.
    Match.open(match.folder, games, render_report)
    return Verified(
        len(replayed.openings),
        len(raw) // 1024,
        cpu_ms(lambda: Match.open(match.folder, games, render_report)),
        cpu_ms(lambda: audit_dice(read)),
        cpu_ms(lambda: replay(match.rules, read)),
    )


def main(most: int) -> None:
    """Prints the times of each step at three lengths of a match."""
    print(f"{'openings':>8} {'KB of log':>9} {'open ms':>9} {'dice ms':>9} {'rules ms':>9}")
    for openings in (most // 4, most // 2, most):
        with tempfile.TemporaryDirectory() as folder:
            found = measure(long_match(Path(folder), openings))
        print(" ".join(f"{round(number):>9}" for number in found)[1:])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
