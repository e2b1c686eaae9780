"""What no dice can make legal of invader cards that are ordered for later. (2012 variants)"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.capabilities import Hopeless
from adjudicator.core.game import SubmittedOrders
from adjudicator.core.problem import Problem
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america import invader_card_facts as f
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.rules.invader_play import hand_of, lacking
from adjudicator.games.fortress_america.rules.together import concerned
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import State, total_of
from adjudicator.games.fortress_america.words import units_text

__all__ = ["check_projected_plays"]

_LATER = ("battle", "supply", "usa-reinforcements", "usa-lasers")
"""Moments that come behind the first die of an invader's turn."""


def check_projected_plays(book: Ruleset, state: State, said: SubmittedOrders) -> Iterator[Hopeless]:
    """Yields why cards can never be played in the moments that are still to come.

    Land is captured before the cards for the US turn are played, and not before the others. A card
    that was drawn this turn may be any. (Rulings 91 to 94)
    """
    hand, side = hand_of(state, state.side), state.side
    rule = book.cite("invader cards")
    hoped = state.model_copy(
        update={
            "control": state.control
            | FrozenMap({area: side for area in state.declared if not book.is_closed(state, area)})
        }
    )
    for index, order in concerned(book, state, said, "cards"):
        assert isinstance(order, o.Play)
        facts = book.invader_cards.get(order.card or "")
        if order.card is None or facts is None or facts.when not in _LATER:
            continue
        is_last = facts.when.startswith("usa-")
        lacks = lacking(book, hoped if is_last else state, order.card)
        most = _most_taken(facts)
        wanted = total_of(order.units)
        if order.card not in hand and (not state.card_drawn or _is_known(state, order.card)):
            problem = Problem(
                "card-not-in-hand", f"{order.card} is not in your hand", ("card",), rule,
                hint="Leave the order out.",
            )  # fmt: skip
        elif lacks:
            problem = Problem(
                "requirement-not-met",
                f"to play {order.card} ({facts.title}) {side} must control {lacks}, and cannot by "
                "then",
                ("card",),
                f"{rule}, ruling 93",
                hint="Take that first, or keep the card.",
            )
        elif most is not None and wanted > most:
            problem = Problem(
                "too-many-units",
                f"{order.card} takes at most {units_text(most)}, not {wanted}",
                ("units",),
                book.cite("invader cards, ruling 94"),
                hint='Leave "units" out: the largest dice come first.',
            )
        else:
            continue
        yield Hopeless("cards", index, problem)


def _is_known(state: State, card: str) -> bool:
    """Says whether a card was played before, or is one of a hand in which all is known."""
    held = state.invader_decks[state.side]
    known = [held.deck.card(place) for place in range(held.drawn)]
    return None not in known or any(held.deck.card(place) == card for place in held.deck.public)


def _most_taken(facts: f.InvaderCard) -> int | None:
    """Returns how many units a card takes at most; None: it takes none."""
    match facts.effect:
        case f.RecoverUnits() | f.DestroyUsUnits() | f.IgnoreSupply():
            return facts.effect.amount
        case _:
            return None
