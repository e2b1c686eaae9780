"""CPU time of opening and verifying a long match: python -m tests.benchmarks.match [OPENINGS]

The match is played by chance; times are taken at a quarter, half and the whole of its length, so
that whatever grows faster than the match shows.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from adjudicator.cli.shell import render_report
from adjudicator.core import tfd1
from adjudicator.core.game import Ask, Order
from adjudicator.core.log import parse_log
from adjudicator.core.opening import Opening, open_next
from adjudicator.core.replay import replay
from adjudicator.core.sheet import read_sheet
from adjudicator.core.values import canonical
from adjudicator.core.verify import audit_dice
from adjudicator.files.match import Match, new_match, stored_sheets
from adjudicator.files.scenarios import find_scenario
from adjudicator.files.sheets import header_for
from adjudicator.games.fortress_america import FORTRESS_AMERICA_1986 as GAME
from adjudicator.games.fortress_america import FortressAmericaRules
from adjudicator.games.fortress_america.state import State
from tests.benchmarks.clock import cpu_ms
from tests.games.fortress_america.chance import Chance, O, RandomTable

MASTER = "5a" * 32


class Drafting(RandomTable):
    """A table that keeps the orders that it was given, by topic."""

    def __init__(self, rules: FortressAmericaRules, state: State, choose: Chance) -> None:
        super().__init__(rules, state, choose)
        self.orders: dict[str, list[Order]] = {}

    def next(self, question: Ask[O]) -> O | None:
        order = super().next(question)
        if order is not None:
            self.orders.setdefault(question.topic, []).append(order)
        return order


def drafted(rules: FortressAmericaRules, state: State, choose: Chance) -> dict[str, object]:
    """Returns the orders of one player-turn, played by chance with other dice."""
    orders: dict[str, object] = {}
    step = rules.next_step(state)
    turn = step.turn if step else None
    while step is not None and step.turn == turn:
        table = Drafting(rules, state, choose)
        step.run(table)
        orders |= {topic: [o.to_json() for o in listed] for topic, listed in table.orders.items()}
        state = table.state
        step = rules.next_step(state)
    return orders


def long_match(folder: Path, openings: int) -> Match:
    """Returns a match after so many openings, or at its end; invaders attack every fifth time."""
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
        orders = drafted(rules, state, choose)
        if state.side != "usa" and saved.n % 5:
            orders = {topic: orders[topic] for topic in ("reinforcements",) if topic in orders}
        sheet, problems = read_sheet(GAME, {**header_for(saved, seat), "orders": orders})
        assert sheet is not None, problems
        ref = tfd1.chain_value("long", "referee", last, links=tfd1.LINKS, n=saved.n + 1)
        opening = open_next(rules, match.genesis, saved, {seat: sheet}, ref=ref)
        assert isinstance(opening, Opening)
        raw, saved = raw + opening.lines, opening.saved
    (folder / "log.jsonl").write_bytes(raw)
    match.saved = saved
    match.write_save()
    # The first time that it is opened, maps and reports are made.
    return Match.open(folder, {GAME.name: GAME}, render_report)


def measure(folder: Path, openings: int) -> tuple[int, ...]:
    """Returns openings, KB of log, and the milliseconds of opening, dice audit and full audit."""
    match = long_match(folder, openings)
    raw = (folder / "log.jsonl").read_bytes()
    read, games = parse_log(raw), {GAME.name: GAME}
    replayed = replay(match.rules, read, stored_sheets(folder))
    assert not replayed.problems
    times = (
        cpu_ms(lambda: Match.open(folder, games, render_report)),
        cpu_ms(lambda: audit_dice(read)),
        cpu_ms(lambda: replay(match.rules, read)),
    )
    return len(replayed.openings), len(raw) // 1024, *map(round, times)


def main() -> None:
    """Prints the times of each step at three lengths of a match."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 140
    print(f"{'openings':>8} {'KB of log':>9} {'open ms':>9} {'dice ms':>9} {'rules ms':>9}")
    for openings in (most // 4, most // 2, most):
        with tempfile.TemporaryDirectory() as folder:
            print(" ".join(f"{number:>9}" for number in measure(Path(folder), openings))[1:])


if __name__ == "__main__":
    main()
