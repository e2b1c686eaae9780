"""An opening in a line: who wins, what falls to whom, what holds, who loses how much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.game import Event
from adjudicator.games.invasion_america import combat_events as c
from adjudicator.games.invasion_america import events as e
from adjudicator.games.invasion_america.english import SENTENCES
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import Side, State, side_of
from adjudicator.games.invasion_america.summary import Change, taken
from adjudicator.games.invasion_america.words import SIDE_NAMES, SIDE_WORDS, place
from adjudicator.narrate.english import ENGLISH
from adjudicator.narrate.narrator import WORDS, Narrator

__all__ = ["CONTINENT", "headline", "places", "set_up_headline"]

CONTINENT = Narrator(ENGLISH.with_sentences(SENTENCES))
"""Tells matches of Invasion: America."""


def headline(book: Ruleset, events: Sequence[Event], of: Change) -> str:
    """Returns an opening in at most 100 characters."""
    return CONTINENT.headline(
        [
            *_ends(events, of.after),
            *_hexes(book, of),
            *_holds(book, events, of),
            *_attacks(of),
            *_losses(of),
            *_landed(of),
            *_quiet(of.before.side),
        ]
    )


def set_up_headline(before: State, events: Sequence[Event]) -> str:
    """Returns in a line who sets up how many units."""
    units = sum(len(one.units) for one in events if isinstance(one, e.UnitsDeployed))
    seat = CONTINENT.seat(before.setting_up[0])
    told = CONTINENT.say("headline-sets-up", seat=seat, count=_number(seat), units=units)
    return CONTINENT.headline([*_words(events), told])


def places(book: Ruleset, events: Sequence[Event]) -> Iterator[tuple[str, str]]:
    """Yields the hexes that changed hands, and those in which units were lost."""
    lost: dict[tuple[str, Side], int] = {}
    for event in events:
        match event:
            case e.UnitEliminated():
                where = (event.at, side_of(event.unit))
                lost[where] = lost.get(where, 0) + 1
            case e.HexesTaken():
                for number in event.hexes:
                    what = CONTINENT.say("place-taken", side=SIDE_WORDS[event.side])
                    yield place(book, number), what
    for (at, side), units in lost.items():
        what = CONTINENT.say("place-lost", units=units, side=SIDE_WORDS[side])
        yield place(book, at), what


def _number(name: str) -> int:
    """Returns 1 or 2: one that does something, or many."""
    return 2 if name.endswith("ors") or " and " in name else 1


def _words(events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        if type(event) in WORDS:
            yield CONTINENT.of_the_core(event).removesuffix(".")


def _ends(events: Sequence[Event], view: State) -> Iterator[str]:
    if view.result is not None:
        winner = view.result.winner
        yield (
            CONTINENT.say("headline-drawn")
            if winner is None
            else CONTINENT.say("headline-won", seat=CONTINENT.seat(winner), count=_number(winner))
        )
    yield from _words(events)


def _name(book: Ruleset, number: str) -> str:
    """Returns the city of a hex; the number of one without."""
    city = book.name(number).partition(" (")[2].removesuffix(")")
    return city or CONTINENT.say("headline-hex", number=number)


def _is_bare(book: Ruleset, number: str) -> bool:
    """Whether a hex has no city."""
    return book.name(number) == number


def _hexes(book: Ruleset, of: Change) -> Iterator[str]:
    """Yields what fell to whom: cities first, then those with most points."""
    fallen: dict[Side, list[str]] = {}
    for number, (_, winner) in taken(of).items():
        if winner is not None:
            fallen.setdefault(winner, []).append(number)
    for side in sorted(fallen, key=lambda one: (one != of.before.side, one)):
        found = sorted(fallen[side], key=lambda at: (_is_bare(book, at), -book.valued[at], at))
        names = CONTINENT.shortened([_name(book, at) for at in found], room=40)
        count = len(found)
        yield CONTINENT.say("headline-falls", names=names, count=count, side=SIDE_WORDS[side])


def _holds(book: Ruleset, events: Sequence[Event], of: Change) -> Iterator[str]:
    """Yields which hexes with victory points were attacked and did not fall."""
    fallen = taken(of)
    held = [
        at
        for event in events
        if isinstance(event, c.AttackResolved)
        for at in event.hexes
        if at in book.valued and at not in fallen and of.stands.holders.get(at) != of.before.side
    ]
    names = [*dict.fromkeys(_name(book, at) for at in held)]
    if names:
        shown = CONTINENT.shortened(names, room=30)
        yield CONTINENT.say("headline-holds", names=shown, count=len(names))


def _attacks(of: Change) -> Iterator[str]:
    if of.happened.attacks:
        won = of.happened.for_attacker + of.happened.unrolled
        yield CONTINENT.say("headline-attacks", won=won, count=of.happened.attacks)


def _losses(of: Change) -> Iterator[str]:
    for side, lost in of.happened.lost.items():
        if count := sum(map(len, lost.values())):
            name, many = SIDE_WORDS[side], _number(SIDE_NAMES[side])
            yield CONTINENT.say("headline-loses", side=name, many=many, count=count)


def _landed(of: Change) -> Iterator[str]:
    if of.happened.landed:
        yield CONTINENT.say("headline-lands", count=len(of.happened.landed))


def _quiet(side: Side) -> Iterator[str]:
    name, many = SIDE_WORDS[side], _number(SIDE_NAMES[side])
    yield CONTINENT.say("headline-quiet-turn", side=name, many=many)
