"""An opening in a line: who wins, who is out, what is lost, and what was done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.game import Event
from adjudicator.games.stratix import events as e
from adjudicator.games.stratix.english import SENTENCES
from adjudicator.games.stratix.narrative import Teller
from adjudicator.games.stratix.state import State
from adjudicator.games.stratix.words import army_name, in_order, kind_name, kinds_text
from adjudicator.narrate.english import ENGLISH
from adjudicator.narrate.narrator import WORDS, Narrator

__all__ = ["ArmyNarrator", "headline", "places"]


class ArmyNarrator(Narrator):
    """Tells matches of Stratix."""

    def __init__(self) -> None:
        super().__init__(ENGLISH.with_sentences(SENTENCES))

    def seat(self, seat: str) -> str:
        """Returns an army as players read it."""
        return army_name(seat)


_NARRATOR = ArmyNarrator()


def headline(teller: Teller, events: Sequence[Event], view: State) -> str:
    """Returns an opening in at most 100 characters.

    Args:
        teller: who has told the events.
    """
    narrator = _NARRATOR
    said = [
        *_ends(narrator, teller, events, view),
        *_pieces(narrator, "headline-loses", teller.lost),
        *_pieces(narrator, "headline-recovers", teller.recovered),
        *_deeds(narrator, teller, events),
    ]
    return narrator.headline(said or [narrator.say("headline-answered")])


def places(events: Sequence[Event]) -> Iterator[tuple[str, str]]:
    """Yields the squares where a piece was lost, or to which one came."""
    for event in events:
        match event:
            case e.PieceLost():
                values = {"army": army_name(event.side), "piece": kind_name(event.kind)}
                yield event.square, _NARRATOR.say("place-lost", **values)
            case e.PieceMoved():
                values = {"army": army_name(event.side), "piece": kind_name(event.kind)}
                yield event.target, _NARRATOR.say("place-moved", **values)


def _ends(
    narrator: Narrator, teller: Teller, events: Sequence[Event], view: State
) -> Iterator[str]:
    """Yields who has won, who is out, and what seats say about the match."""
    if view.result is not None:
        winner = view.result.winner
        yield (
            narrator.say("headline-drawn")
            if winner is None
            else narrator.say("headline-won", army=army_name(winner))
        )
    for gone in teller.fallen:
        yield narrator.say("headline-out", army=army_name(gone.side))
    if teller.has_assault_begun:
        yield narrator.say("headline-assault")
    for event in events:
        if type(event) in WORDS:
            yield narrator.of_the_core(event).removesuffix(".")


def _pieces(
    narrator: Narrator,
    key: str,
    by_army: Mapping[str, Sequence[e.PieceLost] | Sequence[e.PieceRecovered]],
) -> Iterator[str]:
    for side in in_order(tuple(by_army)):
        kinds = [one.kind for one in by_army[side]]
        counts: dict[str, int] = {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}
        yield narrator.say(key, army=army_name(side), pieces=kinds_text(counts))


def _deeds(narrator: Narrator, teller: Teller, events: Sequence[Event]) -> Iterator[str]:
    for side, done in teller.deeds:
        told = narrator.say("headline-did", army=army_name(side), deeds=done)
        yield (
            told
            if len(told) <= 90
            else narrator.say("headline-did", army=army_name(side), deeds=narrator.shortened(done))
        )
    for event in events:
        match event:
            case e.LotDrawn():
                yield narrator.say("headline-lot", army=army_name(event.side))
            case e.DeckShuffled():
                yield narrator.say("headline-shuffled")
            case e.TurnMissed():
                yield narrator.say("headline-misses", army=army_name(event.side))
            case e.TurnPassed():
                yield narrator.say("headline-passes", army=army_name(event.side))
