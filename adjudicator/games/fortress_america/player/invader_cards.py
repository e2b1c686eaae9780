"""The player's invader cards: when it draws one, and which it plays. (2012 variants)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.invader_card_facts import When
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import Action, State, total_of

if TYPE_CHECKING:  # only matches with invader cards need it
    from adjudicator.games.fortress_america.rules.invader_play import InvaderPlay

__all__ = ["draws", "planned_draw", "planned_plays"]


def planned_draw(book: Ruleset, view: State) -> list[o.Draw]:
    """Returns the draw of a card, if one is to be drawn."""
    return [o.Draw(order="draw")] if draws(book, view) else []


def draws(book: Ruleset, view: State) -> bool:
    """Says whether the invader draws a card: if it costs no unit, and every other turn."""
    if not book.invader_cards or view.card_drawn:
        return False
    from adjudicator.games.fortress_america.rules.invader_cards import may_draw

    held = view.invader_decks.get(view.side)
    if held is None or not may_draw(book, view):
        return False
    reserve = total_of(view.reserves.get(view.side, {}))
    fewer = book.edition.reinforcements_with_card
    return min(reserve, book.options.reinforcements) <= fewer or 2 * held.drawn < view.turn


def planned_plays(book: Ruleset, view: State) -> list[o.Play]:
    """Returns a play of every card in the hand whose moment is now or later, if it can be played.

    The side must hold what the card asks for. A card for a battle is for the first one in which it
    does something; which battles there are shows when the first is to be fought.
    """
    if not book.invader_cards:
        return []
    from adjudicator.games.fortress_america.rules.invader_play import (
        InvaderPlay,
        hand_of,
        lacking,
    )

    plays = []
    here = _ACTIONS.index(view.action) if view.action in _ACTIONS else 0
    for card in hand_of(view, view.side):
        play = InvaderPlay(book, view, card)
        moment = _ACTIONS.index(_MOMENTS[play.facts.when])
        if moment < here or lacking(book, view, card):
            continue
        if moment > here:
            plays.append(play.default())
        elif view.action == "combat":
            fit = (area for area in view.battles if _fits(play._replace(battle=area)))
            area = next(fit, None)
            if area is not None:
                plays.append(play._replace(battle=area).default())
        elif _fits(play):
            plays.append(play.default())
    return plays


def _fits(play: InvaderPlay) -> bool:
    return not any(play.check(play.default()))


_ACTIONS: tuple[Action, ...] = (
    "reinforcements",
    "declare",
    "maneuvers",
    "combat",
    "supply",
    "capture",
)
_MOMENTS: Mapping[When, Action] = {
    "reinforcements": "reinforcements",
    "declare": "declare",
    "maneuvers": "maneuvers",
    "battle": "combat",
    "supply": "supply",
    "usa-reinforcements": "capture",
    "usa-lasers": "capture",
}
"""The action in which a card is played."""
