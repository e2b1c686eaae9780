"""An opening in a line: who wins, who is out, what is lost, and what was done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.game import Event
from adjudicator.games.stratix import events as e
from adjudicator.games.stratix.narrative import OpeningNarrator
from adjudicator.games.stratix.narrator import ArmyNarrator
from adjudicator.games.stratix.state import State
from adjudicator.games.stratix.words import in_order
from adjudicator.narrate.narrator import WORDS

__all__ = ["headline", "places"]


def headline(narrator: OpeningNarrator, events: Sequence[Event], view: State) -> str:
    """Returns an opening in at most 100 characters.

    Args:
        narrator: who has told the events.
    """
    said = [
        *_ends(narrator, events, view),
        *_pieces(narrator, "headline-loses", narrator.lost),
        *_pieces(narrator, "headline-recovers", narrator.recovered),
        *_deeds(narrator, events),
    ]
    return narrator.headline(said or [narrator.say("headline-answered")])


def places(narrator: ArmyNarrator, events: Sequence[Event]) -> Iterator[tuple[str, str]]:
    """Yields the squares where a piece was lost, or to which one came."""
    for event in events:
        match event:
            case e.PieceLost():
                values = {"army": narrator.seat(event.side), "piece": narrator.kind(event.kind)}
                yield event.square, narrator.say("place-lost", **values)
            case e.PieceMoved():
                values = {"army": narrator.seat(event.side), "piece": narrator.kind(event.kind)}
                yield event.target, narrator.say("place-moved", **values)


def _ends(narrator: OpeningNarrator, events: Sequence[Event], view: State) -> Iterator[str]:
    """Yields who has won, who is out, and what seats say about the match."""
    if view.result is not None:
        winner = view.result.winner
        yield (
            narrator.say("headline-drawn")
            if winner is None
            else narrator.say("headline-won", army=narrator.seat(winner))
        )
    for gone in narrator.fallen:
        yield narrator.say("headline-out", army=narrator.seat(gone.side))
    if narrator.has_assault_begun:
        yield narrator.say("headline-assault")
    for event in events:
        if type(event) in WORDS:
            yield narrator.of_the_core(event).removesuffix(".")


def _pieces(
    narrator: OpeningNarrator,
    key: str,
    by_army: Mapping[str, Sequence[e.PieceLost] | Sequence[e.PieceRecovered]],
) -> Iterator[str]:
    for side in in_order(tuple(by_army)):
        kinds = [one.kind for one in by_army[side]]
        counts: dict[str, int] = {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}
        yield narrator.say(key, army=narrator.seat(side), pieces=narrator.kinds(counts))


def _deeds(narrator: OpeningNarrator, events: Sequence[Event]) -> Iterator[str]:
    for side, done in narrator.deeds:
        told = narrator.say("headline-did", army=narrator.seat(side), deeds=done)
        yield (
            told
            if len(told) <= 90
            else narrator.say(
                "headline-did", army=narrator.seat(side), deeds=narrator.shortened(done)
            )
        )
    for event in events:
        match event:
            case e.LotDrawn():
                yield narrator.say("headline-lot", army=narrator.seat(event.side))
            case e.DeckShuffled():
                yield narrator.say("headline-shuffled")
            case e.TurnMissed():
                yield narrator.say("headline-misses", army=narrator.seat(event.side))
            case e.TurnPassed():
                yield narrator.say("headline-passes", army=narrator.seat(event.side))
