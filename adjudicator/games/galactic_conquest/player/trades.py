"""When a set of cards is turned in, and which."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from adjudicator.games.galactic_conquest import orders as o
from adjudicator.games.galactic_conquest.player.campaign import best_campaign
from adjudicator.games.galactic_conquest.player.worth import Evaluation
from adjudicator.games.galactic_conquest.rules.hands import MOST_CARDS, cards_of
from adjudicator.games.galactic_conquest.ruleset import Ruleset, class_of
from adjudicator.games.galactic_conquest.state import CARDS, State

__all__ = ["trades"]

_HASTE = 4
"""Troops now are worth more than later: waiting must bring one part in so many."""

_Set = tuple[str, str, str]


def trades(book: Ruleset, view: State, seat: str) -> tuple[o.Trade, ...]:
    """Returns the sets to turn in: those that must be, and those that pay now. (Step 2)"""
    evaluation = Evaluation(book, view, seat)
    cards, traded = tuple(cards_of(view, seat)), list[o.Trade]()
    free = view.to_place.get(seat, 0)
    while (best := _best(book, view, cards, len(traded))) is not None:
        value = book.value_of(best, view.sets_traded + len(traded))
        if len(cards) <= MOST_CARDS and not _pays(evaluation, cards, value, free):
            break
        traded.append(o.Trade(order="trade", cards=best))
        cards = tuple(card for card in cards if card not in best)
        free += value
    return tuple(traded)


def _best(book: Ruleset, view: State, cards: Sequence[str], traded: int) -> _Set | None:
    """Returns the set that brings most, of equal ones that which leaves the most classes."""
    found: tuple[int, int, _Set] | None = None
    for three in combinations(cards, 3):
        value = book.value_of(three, view.sets_traded + traded)
        classes = len({class_of(card) for card in cards if card not in three})
        if value and (found is None or (value, classes) > found[:2]):
            found = value, classes, three
    return None if found is None else found[2]


def _pays(evaluation: Evaluation, cards: Sequence[str], value: int, free: int) -> bool:
    """Whether a set that need not be turned in brings more now than with one card more."""
    book, view = evaluation.book, evaluation.view
    if book.options.set_values == "rising":
        # It will bring more later: it is kept for the turn in which it decides something.
        return _decides(evaluation, free, value)
    gone = {*cards, *view.discards}
    unseen = [card for card in CARDS if card not in gone]
    later = 0
    for card in unseen:
        best = _best(book, view, (*cards, card), 0)
        later += book.value_of(best, view.sets_traded) if best else 0
    more = later - value * len(unseen)
    return more * _HASTE <= value * len(unseen) or _decides(evaluation, free, value)


def _decides(evaluation: Evaluation, free: int, value: int) -> bool:
    """Whether the troops of a set complete a region or eliminate a seat that stands without."""
    after = best_campaign(evaluation, free + value)
    if after is None or not evaluation.completes(after.route):
        return False
    before = best_campaign(evaluation, free)
    return before is None or not evaluation.completes(before.route)
