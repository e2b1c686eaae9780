"""The map of shipped positions: what is shown of it, and what is shown on demand."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from itertools import pairwise
from math import dist
from typing import Any

import pytest

from adjudicator.core.problem import Refused
from adjudicator.core.referee import Run
from adjudicator.core.report import Style
from adjudicator.core.values import FrozenMap
from adjudicator.games.invasion_america import InvasionAmericaRules
from adjudicator.games.invasion_america.combat_events import AttackMade
from adjudicator.games.invasion_america.events import PhaseBegun, ShipsSailed
from adjudicator.games.invasion_america.picture_events import fights, marches
from adjudicator.games.invasion_america.rules.shown import supply_ways, zones_of
from adjudicator.games.invasion_america.rules.supply import is_supplied
from adjudicator.games.invasion_america.state import HOLDING_BOX, State, side_of
from adjudicator.render.hexes.ground import outline_of
from adjudicator.render.hexes.picture import Crop
from adjudicator.render.hexes.space import space_of
from tests.games.invasion_america import pictures
from tests.games.invasion_america.playing import opened, play, units
from tests.render.hex_sample import board

SVG = "{http://www.w3.org/2000/svg}"
INLAND = "inland-campaign"
"""A position in which all sides are ashore."""


def by_id(text: str) -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring(text.encode())
    return {found: one for one in root.iter() if (found := one.get("id"))}


def title_of(one: ElementTree.Element) -> str:
    return one.findtext(f"{SVG}title") or ""


def drawn(scenario: str, **style: object) -> dict[str, ElementTree.Element]:
    """Returns the elements of a picture of a scenario's start, by id."""
    rules = opened(scenario)
    return by_id(rules.picture(rules.start, (), Style.model_validate(style)))


@pytest.mark.parametrize("scenario", ["three-pronged-invasion", INLAND, "partisan-revolt"])
def test_every_unit_on_the_map_is_in_a_stack_of_its_hex(scenario: str) -> None:
    rules = opened(scenario)
    found = drawn(scenario)
    for name, unit in rules.start.units.items():
        if unit.at == HOLDING_BOX or unit.aboard is not None:
            continue
        titles = [
            one.findtext(f"{SVG}title") or ""
            for element_id, one in found.items()
            if re.match(rf"(stack|fleet)-{unit.at}-", element_id)
        ]
        assert any(f"({name})" in title for title in titles)


def test_a_part_is_shown_around_a_hex_or_where_a_side_stands() -> None:
    near = drawn(INLAND, around="n0146", radius=3)
    assert "hex-n0146" in near
    assert "hex-s3011" not in near
    south = drawn(INLAND, near=("sau",))
    rules = opened(INLAND)
    at = {unit.at for name, unit in rules.start.units.items() if side_of(name) == "sau"}
    assert {f"hex-{number}" for number in at if number in rules.book.charts.map.hexes} <= {*south}
    assert "rulers" not in south
    # The units of a side that stands everywhere fit into no part.
    assert "rulers" in drawn(INLAND, near=("us",))
    assert "rulers" in drawn("three-pronged-invasion", near=("pal",))


@pytest.mark.parametrize("number", ["n3746", "s0057", "boston", "N0146"])
def test_a_hex_that_the_map_does_not_have_is_refused(number: str) -> None:
    with pytest.raises(Refused) as refused:
        drawn(INLAND, around=number)
    (problem,) = refused.value.problems
    assert problem.code == "unknown-hex"
    assert problem.hint == "Rows are s01 to s38 and n01 to n36, columns 01 to 56."


@pytest.mark.parametrize("side", ["us", "esc", "sau", "pal"])
def test_lines_of_supply_lead_to_sources_over_open_hexes(side: str) -> None:
    rules = opened(INLAND)
    book, state = rules.book, rules.start
    ways = list(supply_ways(book, state, side))  # type: ignore[arg-type]  # a side's name
    assert ways
    for nation, path in ways:
        hexes = [book.hex_of(number) for number in path]
        for here, there in pairwise(hexes):
            assert there in book.charts.trace[here]
        names = book.occupation(state).units[hexes[0]]
        assert any(
            name.startswith(f"{nation}-") and is_supplied(book, state, name) for name in names
        )
        if nation in ("us", "canada"):
            assert hexes[-1] in book.charts.supply_hexes
    found = drawn(INLAND, supply=(side,))
    assert f"supply-{side}" in found
    assert not [
        one for one in found if one.startswith("supply-") and not one.endswith((side, "canada"))
    ]


def small(*, side: str = "esc", units_: str = "", **more: Any) -> InvasionAmericaRules:
    """Returns rules of a small position."""
    return opened({"side": side, "units": units(units_), **more}, garrison=False)


def test_lines_of_supply_go_around_enemy_zones_and_end_at_their_source() -> None:
    """The straight way leads through the zone of s2532; what stands in s2926 is surrounded."""
    free = small(units_="esc supply s2332; esc armour s2731")
    barred = small(
        units_="esc supply s2332; esc armour s2731; esc armour s2926; us 2 infantry s2532; "
        "us infantry s2925; us infantry s2927"
    )
    ways = {way[0]: way for _, way in supply_ways(free.book, free.start, "esc")}
    assert len(ways["s2731"]) == 5
    assert ways["s2731"][-1] == "s2332"
    shut = {*zones_of(barred.book, barred.start, "us")} | {"s2532"}
    found = {way[0]: way for _, way in supply_ways(barred.book, barred.start, "esc")}
    assert set(found) == {"s2731"}
    assert len(found["s2731"]) > 5
    assert not shut & {*found["s2731"][1:]}
    assert found["s2731"][-1] == "s2332"
    drawn_lines = by_id(barred.picture(barred.start, (), Style(supply=("esc",))))["supply-esc"]
    points = {tuple(pair) for pair in _points(drawn_lines.get("d") or "")}
    space = space_of(barred.book.charts.grid, None)
    for number in (found["s2731"][0], found["s2731"][-1]):
        x, y = space.centre(barred.book.hex_of(number))
        assert (x / 10, y / 10) in points


def _points(d: str) -> list[list[float]]:
    """Returns the first points of the absolute commands of a path, and those that follow them."""
    points: list[list[float]] = []
    for command, body in re.findall(r"([A-Za-z])([^A-Za-z]*)", d):
        values = [float(one) for one in re.findall(r"-?[0-9.]+", body)]
        for x, y in zip(values[::2], values[1::2], strict=True):
            last = points[-1] if command.islower() and points else [0.0, 0.0]
            points.append([round(last[0] + x, 1), round(last[1] + y, 1)])
    return points


def test_zones_of_control_are_exactly_the_hexes_beside() -> None:
    """Not over a great river: the Mississippi flows at the east of s2633. (Ruling 13)"""
    rules = small(units_="esc infantry s2633")
    grid = rules.book.charts.grid
    here = grid.hex_of("s2633")
    over = {
        there
        for there in grid.neighbours[here]
        if grid.hexside(here, there) in rules.book.charts.great_rivers
    }
    assert over
    wanted = {grid.number_of(there) for there in {*grid.neighbours[here]} - over}
    assert {*zones_of(rules.book, rules.start, "esc")} == wanted
    found = by_id(rules.picture(rules.start, (), Style(zones=("esc",), around="s2633", radius=3)))
    (zone,) = found["zones"].findall(f"{SVG}path")
    space = space_of(grid, Crop(around="s2633", radius=3))
    assert zone.get("d") == outline_of([grid.hex_of(number) for number in sorted(wanted)], space)


def test_zones_of_control_are_those_of_units_that_have_them() -> None:
    rules = opened("three-pronged-invasion")
    book, state = rules.book, rules.start
    assert zones_of(book, state, "pal") == ()
    zones = zones_of(book, state, "esc")
    grid = book.charts.grid
    cuba = {number for number, facts in book.charts.map.hexes.items() if facts.country == "cuba"}
    assert {*zones} <= {
        grid.number_of(there)
        for number in cuba
        for there in (*grid.neighbours[grid.hex_of(number)], grid.hex_of(number))
    }
    assert not drawn("three-pronged-invasion")["zones"].findall(f"{SVG}path")
    shown = drawn("three-pronged-invasion", zones=("esc", "us"))["zones"]
    assert len(shown.findall(f"{SVG}path")) == 2


def test_the_shipped_board_is_the_one_that_is_drawn() -> None:
    rules = opened(INLAND)
    assert space_of(board().grid, None).grid == rules.book.charts.grid


# -- an opening ------------------------------------------------------------------------------------


def landing() -> tuple[InvasionAmericaRules, Run[State]]:
    """Returns an assault whose defenders retreat two hexes, and who follows them. (15.16)"""
    written = units(
        "esc amphibious s1939 [hovercraft 2]; us infantry s2333; esc armour s2633; "
        "us infantry s2732; us infantry s2831"
    )
    written[1]["strength"] = 4
    rules = opened({"side": "esc", "units": written}, garrison=False)
    assault = {
        "order": "attack", "units": ["esc-amphibious-01"], "hexes": ["s2333"],
        "advance": [{"units": ["esc-hovercraft-01"], "to": "end"}],
    }  # fmt: skip
    called_off = {
        "order": "attack", "units": ["esc-armour-01"], "hexes": ["s2732"], "at_least": "7-1",
    }  # fmt: skip
    orders = {
        "naval": [{"order": "sail", "units": ["esc-amphibious-01"], "to": "s2333"}],
        "combat": [assault, called_off],
    }
    done = play(
        rules,
        {
            "aggressors": orders,
            "us": {"orders": {}, "standing": [{"standing": "retreat", "prefer": ["s2532"]}]},
        },
        {"turn-1/esc/combat/attack-1/die": [3]},
    )
    return rules, done


def test_attacks_retreats_and_advances_are_drawn_where_they_were() -> None:
    rules, done = landing()
    found = by_id(rules.picture(done.state, done.events, Style(around="s2333", radius=6)))
    titles = {title_of(one) for name, one in found.items() if name.startswith("march-")}
    assert titles == {
        "esc-amphibious-01: s1939 to s2333",
        "us-infantry-01: s2333 to s2532",
        "esc-hovercraft-01: s2333 to s2432",
    }
    (fight,) = (one for name, one in found.items() if name.startswith("fight-"))
    assert title_of(fight).startswith("attack 1 on s2333: ")
    shown = ["".join(one.itertext()) for one in fight.iter(f"{SVG}text")]
    assert shown == ["1"]
    listed = ["".join(one.itertext()) for one in found["attacks"].iter(f"{SVG}text")]
    assert listed[0] == "Attacks of the E.S.C. in turn 1"
    assert listed[2].startswith("s2333: ")
    assert listed[2].endswith(", die 3, D2")
    # Here and now, nothing is drawn of them.
    plain = rules.picture(done.state, done.events, Style(arrows="none"))
    assert not re.search(r'id="(march|fight)-', plain)
    assert 'id="attacks"' not in plain


def test_the_map_of_an_opening_says_whose_moves_it_shows() -> None:
    rules, done = landing()
    for arrows, words in (
        ("all", "moves and attacks"), ("moves", "moves"), ("battles", "attacks"),
    ):  # fmt: skip
        text = rules.picture(done.state, done.events, Style.model_validate({"arrows": arrows}))
        assert f"Arrows: {words} of the E.S.C. in turn 1" in text
    assert "Arrows:" not in rules.picture(done.state, ())


def test_ships_are_drawn_over_the_sea() -> None:
    """From the Pacific to the Gulf there is no way; around a cape the way bends."""
    rules, done = landing()
    book = rules.book
    (march,) = (one for one in marches(rules.narrator, done.events) if one.manner == "sea")
    assert march.path[0] == "s1939"
    assert march.path[-1] == "s2333"
    bent = [ShipsSailed(units=("esc-transport-01",), origin="s1740", to="s2245", water=None,
                        hexes=9)]  # fmt: skip
    (around,) = marches(rules.narrator, bent)
    assert len(around.path) > 2
    grid = book.charts.grid
    centre = space_of(grid, None).centre
    for here, there in pairwise(map(grid.hex_of, around.path)):
        (x, y), (end_x, end_y) = centre(here), centre(there)
        nearby = grid.within(here, grid.distance(here, there))
        for step in range(1, 20):
            at = x + (end_x - x) * step / 20, y + (end_y - y) * step / 20
            under = min(nearby, key=lambda hex_: dist(centre(hex_), at))
            assert under in (here, there) or under not in book.charts.open_land


def test_an_attack_that_goes_on_is_not_decided_yet() -> None:
    rules, done = landing()
    (made,) = (event for event in done.events if isinstance(event, AttackMade))
    (open_,) = fights(rules.narrator, [made])
    assert open_.told == "s2333: not decided yet"
    (ended,) = fights(rules.narrator, [made, PhaseBegun(phase="second-supply")])
    assert ended.told == "s2333: no roll"
    assert ended.result == ""
    # What was made in an earlier opening is told where it is resolved.
    after = done.events[done.events.index(made) + 1 :]
    (resolved,) = fights(rules.narrator, after)
    assert resolved.result == "D2"
    assert resolved.origins == ("s2333",)


# -- parts, secrets, bytes -------------------------------------------------------------------------


@pytest.mark.parametrize(("around", "radius"), [("n0146", 3), ("s3640", 8), ("s2335", 5)])
def test_a_part_holds_the_stacks_in_its_window_and_no_others(around: str, radius: int) -> None:
    rules = opened(INLAND)
    found = drawn(INLAND, around=around, radius=radius)
    grid = rules.book.charts.grid
    space = space_of(grid, Crop(around=around, radius=radius))
    there = {one.split("-")[1] for one in found if one.startswith(("stack-", "fleet-"))}
    at = {unit.at for unit in rules.start.units.values() if unit.at in rules.book.hexes}
    centres = {number: space.centre(grid.hex_of(number)) for number in at}
    assert {number for number, place in centres.items() if space.shows(place)} <= there
    assert there <= {number for number, place in centres.items() if space.shows(place, 640)}


def test_a_side_is_shown_where_most_of_it_stands() -> None:
    """Ships far away do not make the part larger; it says how many they are."""
    rules = small(
        units_="esc 2 armour n0246; esc 3 infantry n0145; esc 3 infantry n0245; esc supply n0246; "
        "esc transport s0309; us infantry s3224"
    )
    text = rules.picture(rules.start, (), Style(near=("esc",)))
    found = by_id(text)
    assert "Outside this part: 1 unit of the E.S.C." in text
    assert {"hex-n0246", "hex-n0145"} <= {*found}
    assert "rulers" not in found
    assert "box-holding-box" not in found


def test_no_map_tells_a_strength_that_nobody_knows() -> None:
    """Whatever the urns hold, the picture is the same for every seat; untried units have a `?`."""
    rules = opened(INLAND)
    start = rules.start
    other = start.model_copy(update={"urns": FrozenMap()})
    plain = rules.picture(start, ())
    assert rules.picture(other, ()) == plain
    for seat in (*rules.seats, None):
        assert rules.picture(rules.view(start, seat), ()) == plain
    for found in re.findall(r": ([^:<\n]*) \(([a-z-]+-[0-9]{2})\)", plain):
        words, name = found
        unit = start.units[name]
        is_known = rules.book.strength_of(name, unit) is not None
        assert ("untried" not in words) is is_known
        assert ("?" not in words) is is_known


def test_the_same_position_gives_the_same_bytes() -> None:
    program = (
        "import sys; from adjudicator.core.report import Style;"
        "from tests.games.invasion_america.test_picture import landing;"
        "rules, done = landing();"
        "style = Style(around='s2333', supply=('esc',), zones=('us', 'esc'));"
        "sys.stdout.write(rules.picture(done.state, done.events, style))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONHASHSEED": "1", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=True,
    )
    rules, done = landing()
    style = Style(around="s2333", supply=("esc",), zones=("us", "esc"))
    assert rules.picture(done.state, done.events, style) == run.stdout.decode()


def test_the_pictures_of_the_readme_are_those_of_the_rules() -> None:
    for name, text in pictures.files():
        assert (pictures.FOLDER / name).read_text(encoding="utf-8") == text, name
