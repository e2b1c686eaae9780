"""Positions by chance with kept cards, full red squares among them: nothing ends in a trace.

Drafts of `template`, `check`, the built-in player and sheets by chance are made in all of them.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from adjudicator.core.dry_run import dry_run
from adjudicator.core.examples import example_orders
from adjudicator.core.referee import Save
from adjudicator.core.sheet_writer import awaited_seats, written_sheet
from adjudicator.games.stratix import StratixRules
from adjudicator.games.stratix.board import ARMIES
from tests.games.chance import Chance
from tests.games.matches import GID
from tests.games.stratix.chance import RandomTable
from tests.games.stratix.playing import begun, opened, sheet, state_of
from tests.games.stratix.positions import by_chance, set_up, slow_of
from tests.games.stratix.slow import SlowPosition

KEPT = ("r01", "r09", "r13", "r15", "r16", "r18", "r20", "r22", "r26", "r29")
AT_ONCE = ("r02", "r04", "r14", "r17", "r21", "r30")


def _started(position: SlowPosition, side: str, **fields: Any) -> tuple[StratixRules, Save]:
    """Returns rules and a save in which an army of a position is to move."""
    pieces: dict[str, dict[str, str]] = {}
    for square, (army, kind) in position.pieces.items():
        pieces.setdefault(army, {})[square] = kind
    rules = opened({"pieces": pieces, "side": side, **fields}, position.order)
    return rules, begun(rules)


def _looked_at(rules: StratixRules, save: Save) -> None:
    """Makes drafts, examples, forecasts, and the built-in player's sheet, which is checked."""
    state = state_of(save)
    for seat in rules.seats:
        view = rules.view(state, seat)
        example_orders(rules, view, seat)
        rules.standing_examples(view, seat)
        for topic in rules.game.topics:
            assert not rules.draft(view, seat, topic)
            rules.order_examples(view, seat, topic)
    for seat in awaited_seats(save.pending):
        blank = {
            "t": "orders", "game": GID, "n": 2, "head": GID, "player": seat, "pledge": None,
            "orders": {},
        }  # fmt: skip
        written = written_sheet(rules, save, blank)
        assert not written.left_out
        parts = {
            key: written.document[key] for key in ("orders", "answers") if key in written.document
        }
        said = sheet(seat, 2, **parts)
        dry = dry_run(rules, save, {seat: said}, 2, seat=seat)
        assert not dry.problems
        rules.projection(dry.state, seat, dry.submitted)


def _played_by_chance(rules: StratixRules, save: Save, seed: str) -> None:
    state, choose = state_of(save), Chance(seed)
    for _ in range(6):
        step = rules.next_step(state)
        if step is None:
            return
        table = RandomTable(rules, state, choose)
        step.run(table)
        state = table.state


@pytest.mark.parametrize("kept", KEPT)
@pytest.mark.parametrize("side", ["south-west", "north-east"])
def test_every_kept_card_on_full_red_squares(kept: str, side: str) -> None:
    """The army that keeps the card is to move, or another one that may draw the last card."""
    home = set_up(["south-west"]).pieces
    others = {"o13": ("north-east", "infantry"), "p13": ("north-east", "tank")}
    position = SlowPosition({**home, **others}, ("south-west", "north-east"))
    rules, save = _started(position, side, deck=[kept, "r12"], kept={"south-west": 1})
    _looked_at(rules, save)
    for number in range(4):
        _played_by_chance(rules, save, f"home-{kept}-{number}")


@pytest.mark.parametrize("number", range(12))
def test_positions_by_chance_with_kept_cards(number: int) -> None:
    strewn = slow_of(by_chance(f"kept-{number}"))
    owners = {army for army, _ in strewn.pieces.values()}
    alive = [army for army in ARMIES if army in owners]
    assert len(alive) > 1, "another seed: one army alone has won"
    choose = Chance(f"kept-{number}")
    pair = choose(list(combinations(KEPT, 2)))
    cards = {"deck": [*pair, choose(AT_ONCE), "r12"], "kept": dict.fromkeys(alive[:2], 1)}
    position = SlowPosition(strewn.pieces, tuple(alive))
    rules, save = _started(position, choose(alive), **cards)
    _looked_at(rules, save)
    for play in range(3):
        _played_by_chance(rules, save, f"kept-{number}-{play}")
