"""Random US turns with every card: the invariants hold after every event, each effect is seen."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core.game import Event
from adjudicator.games.fortress_america import events as e
from adjudicator.games.fortress_america.orders import Card
from adjudicator.games.fortress_america.rules.card_play import CardPlay
from adjudicator.games.fortress_america.rules.cards import default_card_order, draft_cards
from adjudicator.games.fortress_america.state import KINDS, USA
from tests.games.fortress_america.chance import Chance, RandomTable, random_match
from tests.games.fortress_america.playing import CheckedRules, opened, start

CARDS = tuple(opened("ready").book.cards)
"""All thirty, by id."""


def random_position(choose: Chance) -> str:
    """Returns units in words: every area holds nothing, or units of one side by lot."""
    board = opened("ready").book
    left = {side: dict(board.units_of(side)) for side in ("western", "southern", "eastern", USA)}
    placed = []
    for area in board.map.areas:
        if board.is_zone(area):
            continue
        side = choose(("western", "southern", "eastern", USA, USA, None))
        counts: dict[str, int] = {}
        for _ in range(0 if side is None else choose((1, 2, 3, 5))):
            assert side is not None
            kinds = [kind for kind in KINDS if left[side].get(kind)]
            if kinds:
                kind = choose(kinds)
                left[side][kind] -= 1
                counts[kind] = counts.get(kind, 0) + 1
        if counts:
            words = " ".join(f"{kind} {count}" for kind, count in counts.items())
            placed.append(f"{area} {side} {words}")
    return "; ".join(placed)


def with_four_cards(seed: str, **options: Any) -> CheckedRules:
    """Returns a match before a US turn with a random board and four cards, two of them bonus."""
    choose = Chance(seed)
    hand: list[str] = []
    while len(hand) < 4:
        card = choose(CARDS)
        if card not in hand:
            hand.append(card)
    empty = ("memphis", "denver", "boston", "iowa", "kansas", "maine")
    position = "; ".join(
        part for part in random_position(choose).split("; ") if part.split()[0] not in empty
    )
    control = {area: choose(("western", "southern", "eastern")) for area in empty[:4]}
    rules = opened(
        start(
            position, side=USA, hand=[] if options else hand, control=control,
            bonus_cards=2 if options else 0,
        ),
        **options,
    )  # fmt: skip
    assert isinstance(rules, CheckedRules)
    return rules


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("cards", [None, "one-at-a-time"])
def test_random_turns_with_all_cards_keep_the_invariants(seed: int, cards: str | None) -> None:
    rules = with_four_cards(f"cards-{seed}", **({} if cards is None else {"cards": cards}))
    state, events = random_match(rules, f"cards-{seed}", turns=1)
    played = [event.card for event in events if isinstance(event, e.CardPlayed)]
    assert len(played) == 4
    assert not state.hand
    assert state.laser_threshold is None
    report = rules.report(rules.start, events, state)
    told = "\n".join(line.text for part in report.paragraphs for line in part.lines)
    for card in played:
        assert f"({card})" in told


def up_to_the_declarations(rules: CheckedRules, seed: str) -> list[Event]:
    """Plays the laser and the cards of a US turn by chance; returns what happened."""
    choose, state, events = Chance(seed), rules.start, list[Event]()
    while state.action in ("reinforcements", "cards"):
        table = RandomTable(rules, state, choose)
        step = rules.next_step(state)
        assert step is not None
        step.run(table)
        state = table.state
        events += table.events
    return events


def test_every_card_and_every_effect_is_met_by_chance() -> None:
    cards: set[str] = set()
    told: set[str] = set()
    for seed in range(40):
        for event in up_to_the_declarations(with_four_cards(f"cards-{seed}"), f"cards-{seed}"):
            told.add(type(event).__name__)
            if isinstance(event, e.CardPlayed):
                cards.add(event.card)
            if isinstance(event, e.UnitDestroyed | e.UnitRetreated):
                told.add(f"{type(event).__name__} {event.reason}")
    assert sorted(cards) == list(CARDS)
    assert told >= {
        "AreaTaken", "LaserThresholdSet", "UnitDestroyed card", "UnitDestroyed no-retreat",
        "UnitRetreated card", "UnitsAirlifted", "UnitsPlaced",
    }  # fmt: skip


def said(order: Card) -> tuple[str, ...]:
    """Returns what an order says, however its lists are sorted."""
    return (*sorted(map(repr, (*order.place, *order.destroy, *order.retreat))), repr(order.to))


@pytest.mark.parametrize("card", CARDS)
def test_usual_and_random_orders_are_legal(card: str) -> None:
    """Also with preferred areas, and a draft for a card that leaves a choice."""
    for seed in range(4):
        choose = Chance(f"{card}-{seed}")
        rules = opened(start(random_position(choose), side=USA, hand=[card]))
        play = CardPlay.of(rules.book, rules.start, card)
        areas = list(rules.book.map.areas)
        orders: list[Card] = [
            default_card_order(rules.book, rules.start, card),
            default_card_order(rules.book, rules.start, card, prefer=areas[::-1]),
            default_card_order(rules.book, rules.start, card, prefer=len),
            *(play.sample(choose) for _ in range(10)),
        ]
        for order in orders:
            assert not list(play.check(order)), (order, list(play.check(order)))
        drafted = draft_cards(rules.book, rules.start)
        assert drafted == ([] if play.is_forced() else orders[:1])
        assert list(rules.draft(rules.start, "usa", "cards")) == drafted
        if play.is_forced():
            assert len({said(order) for order in orders}) == 1, orders
