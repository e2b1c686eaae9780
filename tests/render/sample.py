"""Pictures of Fortress America at three moments, as a game would fill them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from adjudicator.boards.area import AreaMap, Outlines
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america.picture import TINTS, places, side_entries
from adjudicator.games.fortress_america.words import ENGLISH_WORDS
from adjudicator.render.areas.picture import (
    AreaContent,
    AreaPicture,
    Arrow,
    Fight,
    Manner,
    Mark,
    Outcome,
    Reserve,
    Shot,
    Stack,
    SupplyLines,
    Track,
)

MAP = Path(__file__).parents[2] / "maps" / "fortress-america"

KINDS = (
    "infantry",
    "partisan",
    "mobile-unit",
    "hovertank",
    "helicopter",
    "bomber",
    "laser",
)
TERMS = FrozenMap(
    {
        "lost": "destroyed for ever",
        "shot-hit": "laser hits",
        "shot-missed": "laser misses",
        "supply": "way to a zone",
    }
)
LETTERS = {
    "i": "infantry",
    "p": "partisan",
    "m": "mobile-unit",
    "h": "hovertank",
    "c": "helicopter",
    "b": "bomber",
}
NAMES = {"W": "western", "S": "southern", "E": "eastern", "U": "usa"}


@cache
def board() -> AreaMap:
    return AreaMap.model_validate_json((MAP / "map.json").read_bytes())


@cache
def outlines() -> Outlines:
    return Outlines.model_validate_json((MAP / "outlines.json").read_bytes())


def stacks(text: str) -> tuple[Stack, ...]:
    """Reads `W i2 h b1! | U i3`: a side, then kinds with counts and marks, sides apart by `|`."""
    marks: dict[str, Mark] = {"!": "bombing", "~": "disengaged", "_": "landed", ">": "moved"}
    found: list[Stack] = []
    for part in text.split("|"):
        side, *units = part.split()
        for unit in units:
            given = tuple(marks[char] for char in unit if char in marks)
            digits = "".join(char for char in unit if char.isdigit())
            found.append(
                Stack(
                    side=NAMES[side],
                    kind=LETTERS[unit[0]],
                    count=int(digits or 1),
                    marks=given,
                )
            )
    return tuple(found)


def content(
    text: str = "", control: str | None = None, *, laser: int = 0, battle: str | None = None
) -> AreaContent:
    return AreaContent(
        control=NAMES[control] if control else None,
        stacks=stacks(text) if text else (),
        tokens=(Stack(side="usa", kind="laser", count=laser),) if laser else (),
        battle=NAMES[battle] if battle else None,
    )


def picture(
    areas: dict[str, AreaContent], *, turn: int, cities: int, whose: str, names: tuple[str, ...]
) -> AreaPicture:
    tracks = (
        Track(
            id="turn",
            title="Turn",
            cells=tuple(str(number) for number in range(1, 13)),
            marker=max(turn - 1, 0),
            side=whose,
        ),
        Track(
            id="cities",
            title="Captured cities: 18 win for the invaders",
            cells=tuple(str(number) for number in range(31)),
            marker=cities,
            goal=18,
        ),
    )
    reserves = (
        Reserve(id="western", title="Western", stacks=stacks("W i9 m2 h3 c2 b1")),
        Reserve(id="southern", title="Southern", stacks=stacks("S i10 m3 h4 c3 b2")),
        Reserve(id="eastern", title="Eastern", stacks=stacks("E i8 m1 h2 c3")),
        Reserve(id="usa", title="United States", stacks=stacks("U p12 i6 m4 h1")),
    )
    return AreaPicture(
        board=board(),
        outlines=outlines(),
        sides=side_entries(ENGLISH_WORDS),
        tints=TINTS,
        kinds=KINDS,
        round=("laser", "foothold"),
        terms=TERMS,
        places=places(ENGLISH_WORDS),
        title=names,
        areas=FrozenMap(areas),
        tracks=tracks if turn else (),
        reserves=reserves if turn else (),
    )


def empty() -> AreaPicture:
    return picture({}, turn=0, cities=0, whose="usa", names=("Fortress America",))


def early() -> AreaPicture:
    areas = {area: content(control="U") for area in board().areas_of_kind("land")}
    pairs = ("U i2", "U p2", "U h1 i1", "U m1 i1", "U c1 p1", "U b1 i1")
    for index, city in enumerate(board().areas_with("city")):
        areas[city] = content(pairs[index % len(pairs)], "U")
    areas["denver"] = content("U h1 i1", "U", laser=1)
    forces = ("i3 h1 c1", "i2 m2 h1", "i1 h2 b1 c1", "i2 m1", "c1 b1", "i5")
    for letter in "WSE":
        for index, force in enumerate(forces, start=1):
            areas[f"{letter.lower()}{index}"] = content(f"{letter} {force}")
    return picture(
        areas,
        turn=1,
        cities=0,
        whose="western",
        names=("Fortress America", "Match oak-17", "Turn 1: Western invader to declare battles"),
    )


WEST = (
    "western-washington portland seattle northwest-california coastal-california "
    "sacramento-valley san-francisco los-angeles san-diego southern-california "
    "eastern-oregon western-nevada northeast-california eastern-california western-idaho"
)
SOUTH = (
    "phoenix southwest-new-mexico southeast-new-mexico trans-pecos san-antonio south-texas "
    "east-texas houston central-texas north-texas dallas west-texas northwest-new-mexico "
    "new-orleans"
)
EAST = (
    "washington-dc eastern-north-carolina lower-south-carolina southern-georgia tampa miami "
    "atlanta upper-south-carolina western-north-carolina central-virginia philadelphia "
    "southern-alabama"
)


def late() -> AreaPicture:
    """A busy middle of a match: battles on all fronts, full stacks, every mark."""
    areas = {area: content(control="U") for area in board().areas_of_kind("land")}
    for letter, names in (("W", WEST), ("S", SOUTH), ("E", EAST)):
        force = ("i2 h1", "i1", "m1 i1", "h1 c1", "", "i3 m1 h1", "i1 c1")
        for index, name in enumerate(names.split()):
            units = force[index % len(force)]
            areas[name] = content(f"{letter} {units}" if units else "", letter)
    pairs = ("U i2 p1", "U p2", "U h1 i1 p1", "U m1 i2", "U c1 p1", "U b1 i1 p2 h1")
    for index, city in enumerate(board().areas_with("city")):
        if areas[city].control == "usa":
            areas[city] = content(pairs[index % len(pairs)], "U", laser=1 if index % 3 else 0)
    areas |= {
        "salt-lake-city": content("W b2! | U i2 p1 m1 h1", "U", laser=1, battle="W"),
        "eastern-idaho": content("W i2 h1~ | U p2", "U", battle="W"),
        "northern-idaho": content("U p3", "U"),
        "eastern-nevada": content("W i2> m1 h1 c1", "W"),
        "southern-nevada": content("W i1 h1 | U p1", "U", battle="U"),
        "kansas-city": content("U i1 p1 m1 h1 c1", "U", laser=1),
        "denver": content("S b1! | U i2 p1 h1 c1", "U", laser=1, battle="S"),
        "southern-colorado": content("S i2 m1 h1 c1", "S"),
        "northern-arizona": content("W i1 c1_", "W"),
        "oklahoma": content("S i1 h1 | U p2", "U", battle="S"),
        "memphis": content("S i1 m1 h1 c1 b1! | U i1 p1 m1 h1 c1", "U", laser=1, battle="S"),
        "southern-missouri": content("S i1 m1 h1 c1 b1 | U i1 p1 m1 h1 c1", "U", laser=1,
                                     battle="S"),
        "buffalo": content("E i1 m1 h1 c1 b1! | U i1 p1 m1 h1 c1", "U", laser=1, battle="E"),
        "pittsburgh": content("E i2 h1 m1 b1! | U i3 p2", "U", laser=1, battle="E"),
        "new-york": content("E c1 b2! | U i2 p1 h1 b1", "U", laser=1, battle="E"),
        "kentucky": content("E i2 h2 | U p2", "E", battle="U"),
        "east-tennessee": content("E h1 c1", "E"),
        "southern-virginia": content("E i3 m1", "E"),
        "west-virginia": content("E i1~ m1~ | U p3", "U", battle="E"),
        "mississippi": content("S i2 m1 h1 c1", "S"),
        "northern-alabama": content("U p1", "U"),
        "southern-arkansas": content("S i3 h2", "S"),
        "boston-mountains": content("U p4", "U"),
        "w4": content("W i1 m1 h1 c1 b1", battle="U"),
        "w5": content("W i4 b1_"),
        "w2": content("W i2 m1"),
        "s5": content("S i2 h1 m1 b1_"),
        "s6": content("S i3 c2"),
        "s2": content("S i1"),
        "e1": content("E i1 m1 h1 c1 b1"),
        "e3": content("E i3 h2"),
        "e5": content("E i2 m1 h1 b1"),
    }  # fmt: skip
    return picture(
        areas,
        turn=6,
        cities=11,
        whose="eastern",
        names=(
            "Fortress America",
            "Match oak-17, opening 23",
            "Turn 6: Eastern invader to move",
        ),
    )


def arrow(side: str, path: str, count: int, manner: Manner, *, flies: bool = False) -> Arrow:
    words = f"{count} units of {side}"
    return Arrow(
        side=NAMES[side], path=tuple(path.split()), count=count, words=words, manner=manner,
        flies=flies,
    )  # fmt: skip


def fight(outcome: Outcome, attackers: int = 0, defenders: int = 0) -> Fight:
    return Fight(
        attacker="western", defender="usa", outcome=outcome, attackers_lost=attackers,
        defenders_lost=defenders,
    )  # fmt: skip


def turn() -> AreaPicture:
    """A turn of the western invader with everything that can happen in one."""
    late_areas = dict(late().areas)
    for area, text, told in (
        ("salt-lake-city", "W b2! | U i2", fight("air-only", 1, 12)),
        ("eastern-idaho", "W i2 h1", fight("won", 0, 2)),
        ("northern-idaho", "U p3", fight("held", 2)),
        ("southern-nevada", "U p1", fight("called-off")),
        ("denver", "U i2 p1 h1 c1", fight("goes-on")),
    ):
        control = "western" if told.outcome == "won" else "usa"
        late_areas[area] = AreaContent(
            control=control, stacks=stacks(text), fight=told, taken=told.outcome == "won"
        )
    late_areas["eastern-nevada"] = content("W i2 m1", "W").model_copy(
        update={
            "stacks": tuple(
                stack.model_copy(update={"marks": ("cut-off",)}) for stack in stacks("W i2 m1")
            )
        }
    )
    return late().model_copy(
        update={
            "description": "A turn of the western invader.",
            "areas": FrozenMap(late_areas),
            "notes": ("Cards: 12 in the deck", "Points: Western 4"),
            "lost": (
                Reserve(id="western", title="Western", stacks=stacks("W i12 h3")),
                Reserve(id="usa", title="USA", stacks=()),
            ),
            "arrows": (
                arrow("W", "western-idaho eastern-idaho", 3, "second"),
                arrow("W", "w1 western-washington", 1, "first"),
                arrow("W", "western-idaho eastern-oregon northeast-california", 2, "first"),
                arrow("W", "w5 salt-lake-city", 2, "first", flies=True),
                arrow("W", "salt-lake-city portland", 2, "second", flies=True),
                arrow("U", "eastern-idaho western-montana", 2, "retreat"),
                arrow("S", "s4 s4", 1, "first"),
            ),
            "shots": (
                Shot(side="usa", start="kansas-city", end="oklahoma", hit=True, words="hit"),
                Shot(side="usa", start="kansas-city", end="southern-colorado", hit=False,
                     words="missed"),
            ),
            "supply": (
                SupplyLines(
                    side="western",
                    ways=(("western-idaho", "eastern-oregon"), ("eastern-oregon", "portland"),
                          ("portland", "w2")),
                ),
                SupplyLines(side="southern", ways=()),
            ),
        }
    )  # fmt: skip
