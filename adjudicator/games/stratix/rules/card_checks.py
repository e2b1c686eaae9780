"""Checks of the recon cards: what is wrong with a map's file, all at once."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.problem import Path, Problem
from adjudicator.core.values import Value
from adjudicator.games.stratix.cards import CARDS_IN_DECK, CardFile, Ceasefire, Look, Nothing

__all__ = ["check_cards"]

_ONCE: tuple[type[Value], ...] = (Ceasefire, Look)
"""Effects that one card at most has: a state holds one look and one cease-fire. (Ruling 33)"""


def check_cards(file: CardFile) -> Iterator[Problem]:
    """Yields all that is wrong with the cards; paths lead into their file."""
    if len(file.cards) != CARDS_IN_DECK:
        yield _unusable(
            "deck-size",
            f"the deck has {CARDS_IN_DECK} recon cards, not {len(file.cards)}",
            ("cards",),
            f"Give {CARDS_IN_DECK} cards; those that do nothing count too.",
        )
    numbers: dict[int, str] = {}
    once: dict[type[Value], str] = {}
    under: list[str] = []
    for card, facts in file.cards.items():
        path = ("cards", card)
        first = numbers.setdefault(facts.number, card)
        if first != card:
            yield _unusable(
                "number-twice",
                f"{card} has the number {facts.number}, as {first} has",
                (*path, "number"),
                f"Give each card a number of its own, 1 to {CARDS_IN_DECK}.",
            )
        if isinstance(facts.effect, _ONCE):
            first = once.setdefault(type(facts.effect), card)
            if first != card:
                yield _unusable(
                    "effect-twice",
                    f'{card} has the effect "{facts.effect.op}", as {first} has',
                    (*path, "effect"),
                    "One card of the deck at most may do this; give it another effect.",
                )
        if isinstance(facts.effect, Nothing) and facts.effect.under_deck_from is not None:
            under.append(card)
            if under[0] != card:
                yield _unusable(
                    "effect-twice",
                    f"{card} goes back under the deck, as {under[0]} does",
                    (*path, "effect", "under_deck_from"),
                    "One card of the deck at most may do this; give it another effect.",
                )
        kinds = getattr(facts.effect, "kinds", ())
        for index, kind in enumerate(kinds):
            if kind in kinds[:index]:
                yield _unusable(
                    "kind-twice",
                    f"{card} names {kind} twice",
                    (*path, "effect", "kinds", index),
                    "Name each kind once.",
                )


def _unusable(code: str, message: str, path: Path, hint: str) -> Problem:
    return Problem(code, message, path, hint=hint, kind="unusable")
