"""The map as a picture: which counter, colour and mark stands where. No rule is worked out here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from adjudicator.boards.area import AreaMap, Outlines
from adjudicator.core.game import Event
from adjudicator.core.report import USUAL_STYLE, Style
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america.event_digest import happened
from adjudicator.games.fortress_america.narrator import FortressNarrator
from adjudicator.games.fortress_america.ruleset import Ruleset, Supply
from adjudicator.games.fortress_america.state import (
    INVADERS,
    KINDS,
    SIDES,
    USA,
    Counts,
    Side,
    State,
    UnitKind,
)
from adjudicator.render.areas.board import area_map
from adjudicator.render.areas.picture import (
    AreaContent,
    AreaPicture,
    Caption,
    Fight,
    Mark,
    Places,
    Reserve,
    SideEntry,
    Stack,
    Strip,
    SupplyLines,
    Track,
)
from adjudicator.render.areas.tokens import fight_title

__all__ = ["PLACES", "SIDE_ENTRIES", "TINTS", "picture"]

SIDE_ENTRIES = (
    SideEntry(id="western", name="Western invader", look="yellow"),
    SideEntry(id="southern", name="Southern invader", look="blue"),
    SideEntry(id="eastern", name="Eastern invader", look="red"),
    SideEntry(id="usa", name="United States", look="green"),
)
"""The sides as pictures show them."""
TINTS: FrozenMap[str, str] = FrozenMap(
    {
        "western": "straw",
        "rocky-mountains": "clay",
        "southern": "peach",
        "plains": "spring",
        "eastern": "sage",
    }
)
"""The ground colours of the regions."""
PLACES = Places(
    title=(4900, 150, 3700, 1060),
    tracks=(8780, 150, 6200, 1330),
    legend=(150, 8500, 4620, 2400),
    reserves=(9900, 9700, 3180, 1180),
    lost=(4900, 9950, 2060, 930),
    compass=(15500, 8050),
    captions=(
        Caption(text="CANADA", at=(13550, 2030), size=300, turn=-22, water=False),
        Caption(text="MEXICO", at=(5560, 9500), size=230, turn=38, water=False),
        Caption(text="Gulf of Mexico", at=(11300, 9250), size=250),
        Caption(text="Atlantic Ocean", at=(16050, 5700), size=230, turn=-90),
        Caption(text="Pacific Ocean", at=(860, 7620), size=220, turn=54),
    ),
    strips=(
        Strip(title="Pacific", place=(180, 420, 4500, 7700)),
        Strip(title="Rocky Mountains", place=(4200, 1000, 4500, 8800)),
        Strip(title="Plains and Gulf", place=(7900, 1500, 4500, 9250)),
        Strip(title="Atlantic", place=(11750, 900, 4500, 9900)),
    ),
)
"""Where the board leaves room for what is no part of it."""
_LASER = (Stack(side="usa", kind="laser", count=1),)
_SHORT = (
    ("Northwest", "NW"),
    ("Northeast", "NE"),
    ("Southwest", "SW"),
    ("Southeast", "SE"),
    ("Northern", "N."),
    ("Southern", "S."),
    ("Western", "W."),
    ("Eastern", "E."),
    ("Central", "C."),
)

"""How the first words of names are written where room is scarce."""
_ROOM = 21
"""Letters for cards in hands beside the tracks."""
_SHORTEST_TRACK = 12
"""Cells of the turn track; it grows with the match."""


@lru_cache(maxsize=2)
def _outlines(raw: bytes) -> Outlines:
    """Returns what a shipped file says; it was checked when the match was made."""
    return Outlines.model_validate_json(raw)


def picture(
    of: FortressNarrator,
    view: State,
    events: Sequence[Event],
    *,
    style: Style = USUAL_STYLE,
    supply: Mapping[Side, Supply] = MappingProxyType({}),
) -> str:
    """Returns the map as SVG text.

    Args:
        events: those of the opening shown.
        supply: the lines of supply to show, by side.
    """
    book, told = of.book, happened(of, view, events, style)
    view = _settled(view)
    fights = dict(told.fights)
    cut_off = {area: side for side, found in supply.items() for area in found.cut_off}
    footholds = {
        area: (Stack(side=one.side, kind="foothold", count=1),)
        for one in view.in_force
        for area in one.areas
        if book.foothold_in(view, area) is one
    }
    setting_up = _set_up_areas(book, view)
    areas = {
        area: AreaContent(
            control=book.owner(view, area),
            stacks=_counters(view, area, cut_off.get(area)),
            tokens=(*(_LASER if area in view.lasers else ()), *footholds.get(area, ())),
            battle=view.side if area in view.declared else None,
            fight=fights.get(area),
            taken=area in told.taken,
            set_up=area in setting_up,
            notes=(*_earlier(told.fights, area), *_foothold_notes(book, view, area)),
        )
        for area in book.map.areas
    }
    return area_map(
        AreaPicture(
            board=book.map,
            outlines=_outlines(book.outlines),
            sides=SIDE_ENTRIES,
            tints=TINTS,
            kinds=(*KINDS, "laser", *(["foothold"] if footholds else [])),
            round=("laser", "foothold"),
            places=PLACES,
            title=(
                "Fortress America",
                f"{book.edition.cite} rules",
                _whose(of, view),
                *style.caption,
            ),
            description=_description(of, view),
            terms=_terms(book),
            names=_short_names(book.map) if style.layout == "phone" else FrozenMap(),
            style=style,
            areas=FrozenMap(areas),
            tracks=_tracks(book, view),
            notes=tuple(_notes(book, view)),
            reserves=tuple(_reserves(view)),
            lost=tuple(_lost(view)),
            arrows=told.arrows,
            shots=told.shots,
            supply=tuple(SupplyLines(side=side, ways=found.ways) for side, found in supply.items()),
        )
    )


def _set_up_areas(book: Ruleset, view: State) -> frozenset[str]:
    """Returns where units may be set up now: cities of the USA, then zones of invaders. (Set-up)"""
    if view.result is not None:
        return frozenset()
    if view.action == "setup-usa":
        return frozenset(book.map.areas_with("city"))
    if view.action == "setup-invaders":
        return frozenset(zone for side in INVADERS for zone in book.zones_of(side))
    return frozenset()


def _settled(view: State) -> State:
    """Returns the position of a match that a player-turn has ended, without what lasts that turn:
    what was declared and not taken, who was over a target or out of action."""
    if view.result is None or view.result.reason in ("conceded", "draw"):
        return view
    over: dict[str, object] = {name: FrozenMap() for name in ("bombing", "landed", "disengaged")}
    return view.model_copy(update={"declared": (), **over})


def _terms(book: Ruleset) -> FrozenMap[str, str]:
    words = book.edition.words
    return FrozenMap(
        {
            "first": words.maneuvers,
            "second": words.invasion,
            "landed": words.landed,
            "lost": "destroyed for ever",
            "shot-hit": "laser hits",
            "shot-missed": "laser misses",
            "supply": "way to a zone",
        }
    )


@lru_cache(maxsize=4)
def _short_names(board: AreaMap) -> FrozenMap[str, str]:
    """Returns the names that have a short form."""
    short: dict[str, str] = {}
    for area, facts in board.areas.items():
        for word, letters in _SHORT:
            if facts.kind == "land" and facts.name.startswith(f"{word} "):
                short[area] = facts.name.replace(word, letters, 1)
            elif facts.name.endswith(" South Carolina"):
                short[area] = facts.name.replace("South", "S.")
    return FrozenMap(short)


def _description(of: FortressNarrator, view: State) -> str:
    """Returns the picture in a few sentences."""
    book = of.book
    sentences = [f"The board of Fortress America. {_whose(of, view)}."]
    for side in SIDES:
        count = sum(sum(counts.values()) for _, counts in view.spaces_of(side))
        areas = sum(1 for owner in view.control.values() if owner == side)
        held = f", holds {areas} areas" if side != USA else ""
        sentences.append(f"{_name(side)}: {count} units on the map{held}.")
    sentences.append(
        f"The invaders hold {book.captured_cities(view)} of the "
        f"{book.options.cities_to_win} cities that win."
    )
    return " ".join(sentences)


def _whose(of: FortressNarrator, view: State) -> str:
    if view.result is not None:
        won = view.result.winners or tuple(filter(None, (view.result.winner,)))
        return f"Won by {of.seats(of.book, *won)}" if won else "A draw"
    if view.action == "setup-usa":
        return "Set-up of the United States"
    if view.action == "deal":
        return "Deal of the invader cards"
    if view.action == "setup-invaders":
        return "Set-up of the invaders"
    who = "Invaders" if of.book.is_together(view.side) else _name(view.side)
    return f"Turn {view.turn}: {who} to play"


def _name(side: Side) -> str:
    return next(entry.name for entry in SIDE_ENTRIES if entry.id == side)


def _foothold_notes(book: Ruleset, view: State, area: str) -> tuple[str, ...]:
    """Returns what a foothold says to whoever points at it. (2012 variants)"""
    one = book.foothold_in(view, area) if view.in_force else None
    return () if one is None else (f"Foothold: an invasion zone of the {_name(one.side)} too",)


def _earlier(fights: Sequence[tuple[str, Fight]], area: str) -> tuple[str, ...]:
    """Returns the battles for an area before the one that has its mark."""
    names = {entry.id: entry.name for entry in SIDE_ENTRIES}
    return tuple(
        fight_title(fight, (names[fight.attacker], names[fight.defender]))
        for where, fight in fights
        if where == area
    )[:-1]


def _counters(view: State, area: str, cut_off: Side | None) -> tuple[Stack, ...]:
    """Returns the counters in an area; those of the side that is cut off there say so."""
    here = view.units.get(area)
    if here is None:
        return ()
    return tuple(
        stack.model_copy(update={"marks": (*stack.marks, "cut-off")}) if side == cut_off else stack
        for side in SIDES
        if side in here
        for stack in _stacks(view, area, side, here[side])
    )


def _stacks(view: State, area: str, side: Side, counts: Counts) -> Iterator[Stack]:
    for kind in KINDS:
        left = counts.get(kind, 0)
        if left and side == view.side:
            for count, mark in _marked(view, area, kind):
                yield Stack(side=side, kind=kind, count=count, marks=(mark,))
                left -= count
        if left > 0:
            yield Stack(side=side, kind=kind, count=left)


def _marked(view: State, area: str, kind: UnitKind) -> Iterator[tuple[int, Mark]]:
    """Yields how many units of a kind are in a state of their own this turn, and in which."""
    out = view.disengaged.get(area, FrozenMap()).get(kind, 0)
    if out:
        yield out, "disengaged"
    special: Mark = "bombing" if kind == "bomber" else "landed"
    where = {"bomber": view.bombing, "helicopter": view.landed}.get(kind, FrozenMap())
    count = where.get(area, 0) - out
    if count > 0:
        yield count, special


def _tracks(book: Ruleset, view: State) -> tuple[Track, ...]:
    cities = sum(1 for area in book.map.areas if book.is_city(area))
    last = None if view.last_round else book.edition.last_turn
    turns = max(_SHORTEST_TRACK if last is None else last, view.turn)
    first = max(1, turns - 24)
    left = book.options.cities_to_win - book.captured_cities(view)
    to_go = f", {left} to go" if left > 0 else ""
    return (
        Track(
            id="turn",
            title="Turn" if last is None else f"Turn: the USA wins after turn {last}",
            cells=tuple(str(turn) for turn in range(first, turns + 1)),
            marker=view.turn - first,
            goal=None if last is None else last - first,
            side=view.side,
        ),
        Track(
            id="cities",
            title=f"Captured cities: {book.options.cities_to_win} win for the invaders{to_go}",
            cells=tuple(str(number) for number in range(cities + 1)),
            marker=book.captured_cities(view),
            goal=book.options.cities_to_win,
            words=tuple(_taken_cities(book, view)),
        ),
    )


def _taken_cities(book: Ruleset, view: State) -> Iterator[str]:
    """Yields which cities the invaders hold, a line a side."""
    for side in INVADERS:
        held = [
            book.map.areas[area].name
            for area, owner in sorted(view.control.items())
            if owner == side and book.is_city(area)
        ]
        if held:
            yield f"{_name(side)}: {', '.join(held)}"


def _notes(book: Ruleset, view: State) -> Iterator[str]:
    yield (
        f"Cards: {len(view.deck)} in the deck, {len(view.discards)} discarded, "
        f"{len(view.hand)} in hand"
    )
    yield f"Lasers: {len(view.lasers)} on the map, {view.lasers_left} to come"
    if view.invader_decks:
        yield f"Invader hands: {', '.join(_hands(view))}"
    if view.last_round:
        points = ", ".join(f"{_name(side)[:1]} {book.points(view, side)}" for side in INVADERS)
        yield f"{'Points' if view.result else 'The last round; points now'}: {points}"


def _hands(view: State) -> Iterator[str]:
    """Yields how many cards each invader holds, and as many of those known here as can be read."""
    room = _ROOM
    for side in INVADERS:
        held = view.invader_decks[side]
        known = [*held.known()]
        shown: list[str] = []
        while len(shown) < len(known) and room > len(known[len(shown)]):
            room -= len(known[len(shown)]) + 1
            shown.append(known[len(shown)])
        more = [f"{len(known) - len(shown)} more"] if len(known) > len(shown) else []
        cards = f" ({' '.join([*shown, *more])})" if shown else ""
        yield f"{_name(side)[:1]} {len(held.hand)}{cards}"


def _lost(view: State) -> Iterator[Reserve]:
    """Yields what is destroyed for ever: invading units and lasers."""
    for side in SIDES:
        counts = view.destroyed.get(side, FrozenMap())
        stacks = [
            Stack(side=side, kind=kind, count=counts[kind]) for kind in KINDS if kind in counts
        ]
        lasers = sum(view.lasers_destroyed.values())
        if side == USA and lasers:
            stacks.append(Stack(side=side, kind="laser", count=lasers))
        yield Reserve(id=side, title="USA" if side == USA else side.title(), stacks=tuple(stacks))


def _reserves(view: State) -> Iterator[Reserve]:
    for side in SIDES:
        counts = view.reserves.get(side, FrozenMap())
        stacks = [
            Stack(side=side, kind=kind, count=counts[kind]) for kind in KINDS if kind in counts
        ]
        if side == USA and view.lasers_left:
            stacks.append(Stack(side=side, kind="laser", count=view.lasers_left))
        yield Reserve(id=side, title="USA" if side == USA else side.title(), stacks=tuple(stacks))
