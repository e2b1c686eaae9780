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
from adjudicator.games.fortress_america.words import Words
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

__all__ = ["TINTS", "picture", "places", "side_entries"]

_LOOKS: Mapping[Side, str] = {
    "western": "yellow",
    "southern": "blue",
    "eastern": "red",
    "usa": "green",
}
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
_PLACES = Places(
    title=(4900, 150, 3700, 1060),
    tracks=(8780, 150, 6200, 1330),
    legend=(150, 8500, 4620, 2400),
    reserves=(9900, 9700, 3180, 1180),
    lost=(4900, 9950, 2060, 930),
    compass=(15500, 8050),
    captions=(
        Caption(text="caption-canada", at=(13550, 2030), size=300, turn=-22, water=False),
        Caption(text="caption-mexico", at=(5560, 9500), size=230, turn=38, water=False),
        Caption(text="caption-gulf", at=(11300, 9250), size=250),
        Caption(text="caption-atlantic", at=(16050, 5700), size=230, turn=-90),
        Caption(text="caption-pacific", at=(860, 7620), size=220, turn=54),
    ),
    strips=(
        Strip(title="strip-pacific", place=(180, 420, 4500, 7700)),
        Strip(title="strip-mountains", place=(4200, 1000, 4500, 8800)),
        Strip(title="strip-plains", place=(7900, 1500, 4500, 9250)),
        Strip(title="strip-atlantic", place=(11750, 900, 4500, 9900)),
    ),
)
"""Where everything stands beside the map; texts are keys of sentences."""
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
            notes=(*_earlier(of, told.fights, area), *_foothold_notes(of, view, area)),
        )
        for area in book.map.areas
    }
    return area_map(
        AreaPicture(
            board=book.map,
            outlines=_outlines(book.outlines),
            sides=side_entries(of),
            tints=TINTS,
            kinds=(*KINDS, "laser", *(["foothold"] if footholds else [])),
            round=("laser", "foothold"),
            places=places(of),
            title=(
                of.say("map-title"),
                of.say("map-rules", edition=book.edition.cite),
                _whose(of, view),
                *style.caption,
            ),
            description=_description(of, view),
            terms=_terms(of),
            names=_short_names(book.map) if style.layout == "phone" else FrozenMap(),
            style=style,
            areas=FrozenMap(areas),
            tracks=_tracks(of, view),
            notes=tuple(_notes(of, view)),
            reserves=tuple(_reserves(of, view)),
            lost=tuple(_lost(of, view)),
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


def side_entries(of: Words) -> tuple[SideEntry, ...]:
    """Returns the sides as pictures show them."""
    return tuple(SideEntry(id=side, name=_name(of, side), look=_LOOKS[side]) for side in SIDES)


def places(of: Words) -> Places:
    """Returns where everything stands, lettered in a language."""
    return _PLACES.model_copy(
        update={
            "captions": tuple(
                one.model_copy(update={"text": of.say(one.text)}) for one in _PLACES.captions
            ),
            "strips": tuple(
                one.model_copy(update={"title": of.say(one.title)}) for one in _PLACES.strips
            ),
        }
    )


def _terms(of: FortressNarrator) -> FrozenMap[str, str]:
    words = of.book.edition.words
    return FrozenMap(
        of.terms("legend-")
        | {kind: of.unit_name(kind) for kind in KINDS}
        | {
            "first": of.term(words.maneuvers),
            "second": of.term(words.invasion),
            "landed": words.landed,
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
    sentences = [of.say("map-description", whose=_whose(of, view))]
    for side in SIDES:
        count = sum(sum(counts.values()) for _, counts in view.spaces_of(side))
        areas = sum(1 for owner in view.control.values() if owner == side)
        if side == USA:
            sentences.append(of.say("map-units", side=_name(of, side), count=count))
        else:
            name = _name(of, side)
            sentences.append(of.say("map-units-and-areas", side=name, count=count, areas=areas))
    goal = book.options.cities_to_win
    sentences.append(of.say("map-cities", count=book.captured_cities(view), goal=goal))
    return " ".join(sentences)


def _whose(of: FortressNarrator, view: State) -> str:
    if view.result is not None:
        won = view.result.winners or tuple(filter(None, (view.result.winner,)))
        return of.say("map-won", seats=of.seats(of.book, *won)) if won else of.say("map-draw")
    if view.action in ("setup-usa", "deal", "setup-invaders"):
        return of.say(f"whose-{view.action}")
    is_together = of.book.is_together(view.side)
    who = of.say("map-invaders") if is_together else _name(of, view.side)
    return of.say("map-turn", turn=view.turn, side=who)


def _name(of: Words, side: str) -> str:
    return of.say(f"map-side-{side}")


def _foothold_notes(of: FortressNarrator, view: State, area: str) -> tuple[str, ...]:
    """Returns what a foothold says to whoever points at it. (2012 variants)"""
    one = of.book.foothold_in(view, area) if view.in_force else None
    return () if one is None else (of.say("map-foothold", side=_name(of, one.side)),)


def _earlier(
    of: FortressNarrator, fights: Sequence[tuple[str, Fight]], area: str
) -> tuple[str, ...]:
    """Returns the battles for an area before the one that has its mark."""
    earlier = [fight for where, fight in fights if where == area][:-1]
    return tuple(
        fight_title(one, (_name(of, one.attacker), _name(of, one.defender))) for one in earlier
    )


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


def _tracks(of: FortressNarrator, view: State) -> tuple[Track, ...]:
    book = of.book
    cities = sum(1 for area in book.map.areas if book.is_city(area))
    last = None if view.last_round else book.edition.last_turn
    turns = max(_SHORTEST_TRACK if last is None else last, view.turn)
    first, goal = max(1, turns - 24), book.options.cities_to_win
    left = goal - book.captured_cities(view)
    turn_title = of.say("track-turn") if last is None else of.say("track-turn-last", turn=last)
    city_title = of.say("track-cities-won", goal=goal)
    if left > 0:
        city_title = of.say("track-cities", goal=goal, left=left)
    return (
        Track(
            id="turn",
            title=turn_title,
            cells=tuple(str(turn) for turn in range(first, turns + 1)),
            marker=view.turn - first,
            goal=None if last is None else last - first,
            side=view.side,
        ),
        Track(
            id="cities",
            title=city_title,
            cells=tuple(str(number) for number in range(cities + 1)),
            marker=book.captured_cities(view),
            goal=goal,
            words=tuple(_taken_cities(of, view)),
        ),
    )


def _taken_cities(of: FortressNarrator, view: State) -> Iterator[str]:
    """Yields which cities the invaders hold, a line a side."""
    book = of.book
    for side in INVADERS:
        held = [
            book.map.areas[area].name
            for area, owner in sorted(view.control.items())
            if owner == side and book.is_city(area)
        ]
        if held:
            yield of.say("track-taken", side=_name(of, side), cities=held)


def _notes(of: FortressNarrator, view: State) -> Iterator[str]:
    yield of.say("map-cards", deck=len(view.deck), discards=len(view.discards), hand=len(view.hand))
    yield of.say("map-lasers", here=len(view.lasers), left=view.lasers_left)
    if view.invader_decks:
        yield of.say("map-hands", hands=[*_hands(of, view)])
    if view.last_round:
        points = [
            of.say("map-points-of", side=_initial(of, side), points=of.book.points(view, side))
            for side in INVADERS
        ]
        yield of.say("map-points" if view.result else "map-points-now", points=points)


def _initial(of: FortressNarrator, side: Side) -> str:
    return of.say(f"initial-{side}")


def _hands(of: FortressNarrator, view: State) -> Iterator[str]:
    """Yields how many cards each invader holds, and as many of those known here as can be read."""
    room = _ROOM
    for side in INVADERS:
        held = view.invader_decks[side]
        known = [*held.known()]
        shown: list[str] = []
        while len(shown) < len(known) and room > len(known[len(shown)]):
            room -= len(known[len(shown)]) + 1
            shown.append(known[len(shown)])
        if len(known) > len(shown):
            shown.append(of.say("headline-more", count=len(known) - len(shown)))
        initial, count = _initial(of, side), len(held.hand)
        if shown:
            yield of.say("map-hand-known", side=initial, count=count, cards=" ".join(shown))
        else:
            yield of.say("map-hand", side=initial, count=count)


def _lost(of: FortressNarrator, view: State) -> Iterator[Reserve]:
    """Yields what is destroyed for ever: invading units and lasers."""
    for side in SIDES:
        counts = view.destroyed.get(side, FrozenMap())
        stacks = [
            Stack(side=side, kind=kind, count=counts[kind]) for kind in KINDS if kind in counts
        ]
        lasers = sum(view.lasers_destroyed.values())
        if side == USA and lasers:
            stacks.append(Stack(side=side, kind="laser", count=lasers))
        yield Reserve(id=side, title=of.say(f"short-{side}"), stacks=tuple(stacks))


def _reserves(of: FortressNarrator, view: State) -> Iterator[Reserve]:
    for side in SIDES:
        counts = view.reserves.get(side, FrozenMap())
        stacks = [
            Stack(side=side, kind=kind, count=counts[kind]) for kind in KINDS if kind in counts
        ]
        if side == USA and view.lasers_left:
            stacks.append(Stack(side=side, kind="laser", count=view.lasers_left))
        yield Reserve(id=side, title=of.say(f"short-{side}"), stacks=tuple(stacks))
