"""What `template` says of each topic: what is due, where it may go, why nothing is possible now."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.games.galactic_conquest.narrator import StarNarrator
from adjudicator.games.galactic_conquest.rules.hands import CARDS_OF_A_SET, cards_of, sets_of
from adjudicator.games.galactic_conquest.rules.invade import LEAST_TO_INVADE
from adjudicator.games.galactic_conquest.rules.planets import planets_of
from adjudicator.games.galactic_conquest.rules.trade import (
    draft_trade,
    troops_to_come,
)
from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.state import State

__all__ = ["topic_notes", "why_not_now"]


def topic_notes(of: StarNarrator, view: State, seat: str, topic: str) -> Iterator[str]:
    """Yields what who orders a topic now has to know."""
    book, held = of.book, view.to_place.get(seat, 0)
    match topic:
        case "setup" if book.options.set_up == "claimed":
            free = [planet for planet in book.planets if planet not in view.owners]
            yield of.say("due-claims", planets=free)
            yield of.say("due-claim-troops", troops=of.troops(held))
        case "setup":
            planets = _planets(of, view, seat)
            yield of.say("due-troops", troops=of.troops(held), planets=planets)
        case "trade":
            if forced := draft_trade(book, view, seat):
                sets = "; ".join(
                    of.say("set-for", cards=list(order.cards), troops=of.troops(
                        book.value_of(order.cards, view.sets_traded + number)))
                    for number, order in enumerate(forced)
                )  # fmt: skip
                yield of.say("due-sets", count=len(view.hands[seat]), sets=sets)
                yield of.say("due-sets-troops")
        case "place":
            due = troops_to_come(book, view, seat)
            planets, troops = _planets(of, view, seat), of.troops(due)
            if due > held:
                count = due - held
                yield of.say("due-troops-of-sets", troops=troops, planets=planets, count=count)
            else:
                yield of.say("due-troops", troops=troops, planets=planets)


def _planets(of: StarNarrator, view: State, seat: str) -> list[str]:
    """Returns the planets of a seat with their troops, by the names that orders use."""
    own = planets_of(view, seat)
    return [of.say("due-planet", planet=one, troops=view.troops[one]) for one in own]


def why_not_now(of: StarNarrator, view: State, seat: str, topic: str) -> str:
    """Returns why no order of a topic is legal now; empty: there may be one."""
    match topic:
        case "trade":
            return _no_set(of, view, seat)
        case "invade":
            return "" if _can_invade(of.book, view, seat) else of.say("none-invade")
        case "fortify":
            return "" if _are_connected(of.book, view, seat) else of.say("none-fortify")
        case "defend":
            return of.say("none-defend")
        case _:
            return ""


def _no_set(of: StarNarrator, view: State, seat: str) -> str:
    cards = cards_of(view, seat)
    if len(cards) < len(view.hands[seat]):
        return ""  # A hand that is not known here.
    if len(cards) < CARDS_OF_A_SET:
        return of.say("none-few-cards", count=len(cards), set=CARDS_OF_A_SET)
    return "" if sets_of(of.book, view, cards) else of.say("none-no-set", cards=list(cards))


def _can_invade(book: Ruleset, view: State, seat: str) -> bool:
    """Whether some planet may attack, with new troops on it if there are any."""
    new = troops_to_come(book, view, seat)
    return any(
        view.troops[planet] + new >= LEAST_TO_INVADE and view.owners[beside] != seat
        for planet in planets_of(view, seat)
        for beside in book.chart.neighbours(planet)
    )


def _are_connected(book: Ruleset, view: State, seat: str) -> bool:
    """Whether two planets of a seat are adjacent: then troops may move between them."""
    own = planets_of(view, seat)
    return any(beside in own for planet in own for beside in book.chart.neighbours(planet))
