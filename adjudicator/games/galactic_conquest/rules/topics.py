"""What `template` says of each topic: what is due, where it may go, why nothing is possible now."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.english import joined
from adjudicator.games.galactic_conquest.rules.hands import CARDS_OF_A_SET, cards_of, sets_of
from adjudicator.games.galactic_conquest.rules.invade import LEAST_TO_INVADE
from adjudicator.games.galactic_conquest.rules.planets import planets_of
from adjudicator.games.galactic_conquest.rules.trade import (
    draft_trade,
    forced_text,
    troops_to_come,
)
from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.state import State
from adjudicator.games.galactic_conquest.words import troops_text

__all__ = ["topic_notes", "why_not_now"]


def topic_notes(book: Ruleset, view: State, seat: str, topic: str) -> Iterator[str]:
    """Yields what who orders a topic now has to know."""
    match topic:
        case "setup" if book.options.set_up == "claimed":
            free = [planet for planet in book.planets if planet not in view.owners]
            yield f"planets to claim: {', '.join(free)}"
            yield f"{troops_text(view.to_place.get(seat, 0))} for what you claim and for more there"
        case "setup":
            yield _to_place(view, seat, view.to_place.get(seat, 0))
        case "trade":
            if forced := draft_trade(book, view, seat):
                text = forced_text(book, view, forced)
                yield f"you hold {len(view.hands[seat])} cards and must turn in sets; best {text}"
                yield "their troops are placed with the others"
        case "place":
            due = troops_to_come(book, view, seat)
            of_sets = due - view.to_place.get(seat, 0)
            more = f"; {of_sets} of them come from the sets that you must turn in"
            yield _to_place(view, seat, due) + (more if of_sets else "")


def _to_place(view: State, seat: str, troops: int) -> str:
    stand = [f"{planet} ({view.troops[planet]})" for planet in planets_of(view, seat)]
    return f"{troops_text(troops)} to place on {', '.join(stand)}"


def why_not_now(book: Ruleset, view: State, seat: str, topic: str) -> str:
    """Returns why no order of a topic is legal now; empty: there may be one."""
    match topic:
        case "trade":
            cards = cards_of(view, seat)
            if len(cards) < len(view.hands[seat]):
                return ""  # A hand that is not known here.
            if len(cards) < CARDS_OF_A_SET:
                return f"you hold {len(cards)} cards, and a set has {CARDS_OF_A_SET}"
            return "" if sets_of(book, view, cards) else f"{joined(list(cards))} hold no set"
        case "invade":
            return (
                "no planet of yours with 2 troops or more is adjacent to another's"
                if not _can_invade(book, view, seat)
                else ""
            )
        case "fortify":
            return "" if _are_connected(book, view, seat) else "no planets of yours are connected"
        case "defend":
            return "only who is attacked is asked that"
        case _:
            return ""


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
