"""Which parts of the continent a report shows, and what a map says of held land."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from adjudicator.core.capabilities import ShowsParts
from adjudicator.core.report import Style
from adjudicator.games.invasion_america.rules.shown import held_by, zones_of
from adjudicator.games.invasion_america.theatre import clusters, parts
from adjudicator.matches.opening_report import _figures, _parts
from adjudicator.narrate.languages import narrator_of
from adjudicator.render.hexes.picture import Fight
from tests.games.invasion_america.playing import opened
from tests.games.invasion_america.test_picture import landing, small


def attack(number: int, at: str, *origins: str) -> Fight:
    return Fight(at=(at,), number=number, force="esc", origins=origins, odds="3-1", result="D1")


def test_attacks_that_lie_near_each_other_stand_in_one_part() -> None:
    book = opened("inland-campaign").book
    made = (
        attack(1, "s3543", "s3544"), attack(2, "s2334", "s2335"), attack(3, "s3643", "s3644"),
        attack(4, "s3340", "s3341"), attack(5, "s2634"),
    )  # fmt: skip
    found = clusters(book, made)
    assert [[fight.number for fight in group] for group in found] == [[1, 3, 4], [2, 5]]
    # A chain of attacks, each near the next one, is cut where a part would become too large.
    chain = tuple(attack(number, f"s32{10 + 3 * number}") for number in range(1, 9))
    groups = clusters(book, chain)
    assert len(groups) > 1
    assert sorted(fight.number for group in groups for fight in group) == list(range(1, 9))
    for group in groups:
        columns = [int(fight.at[0][3:]) for fight in group]
        assert max(columns) - min(columns) <= 10


def test_a_report_opens_with_the_theatre() -> None:
    rules, done = landing()
    theatre, part = parts(rules.narrator, done.events)
    assert part.on_paper_only  # a screen shows as much of it in the theatre
    assert part.style.alone
    assert theatre.style.radius <= 8
    assert theatre.caption.startswith(f"The theatre ({theatre.style.radius} hexes around s2")
    space = ElementTree.fromstring(rules.picture(done.state, done.events, theatre.style).encode())
    shown = "".join(space.itertext())
    for number in ("s2333", "s2532", "s2432"):
        assert f"{number}" in shown
    assert list(parts(rules.narrator, ())) == []


def test_where_attacks_lie_far_apart_each_cluster_has_its_part() -> None:
    rules, done = landing()
    far = [event for event in done.events if type(event).__name__ == "AttackMade"]
    other = far[0].model_copy(
        update={"number": 2, "hexes": ("s3543",), "units": {"us-armour-01": "s3544"}}
    )
    shown = list(parts(rules.narrator, [*far, other]))
    names = [part.caption.split(" (")[0] for part in shown]
    assert names == ["The theatre", "Part 1: attack 1", "Part 2: attack 2"]
    assert not any(part.on_paper_only for part in shown)
    assert [part.style.alone for part in shown] == [False, True, True]
    assert "s3543 (Washington): " in shown[2].caption
    # Over the whole continent: the whole map first.
    north = other.model_copy(update={"number": 3, "hexes": ("n3205",), "units": {}})
    first, *others = parts(rules.narrator, [*far, north])
    assert first.style == Style()
    assert len(others) == 2


def test_the_figures_of_a_report_share_no_ids() -> None:
    rules, done = landing()
    assert isinstance(rules, ShowsParts)

    def unexpected(fault: object) -> None:
        pytest.fail(str(fault))

    shown = _parts(rules, done.state, done.events, n=1, on_fault=unexpected)
    drawn = rules.picture

    def picture(view: object, events: object, style: Style) -> str:
        return drawn(view, events, style)  # type: ignore[arg-type]  # states and events they are

    figures = list(
        _figures(
            picture,
            (rules.start, done.state),
            done.events,
            narrator=narrator_of(rules),
            caption=(),
            parts=shown,
        )
    )
    captions = [(figure.caption, figure.screen, figure.folded) for figure in figures]
    name = shown[0].caption
    assert captions == [
        (name, "wide", False), (name, "narrow", False), (name, "print", False),
        (shown[1].caption, "print", False),
        ("The whole map", "any", True),
        (f"{name}, before", "any", True),
    ]  # fmt: skip
    ids = [one for figure in figures for one in re.findall(r' id="([^"]+)"', figure.svg)]
    assert len(ids) == len({*ids})
    known = {*ids}
    for figure in figures:
        used = re.findall(r'(?:href="#|url\(#)([^")]+)', figure.svg)
        assert {*used} <= known
    # The map that lies beside the report is the whole one, as it is drawn everywhere.
    (usual,) = (figure.svg for figure in figures if figure.is_usual)
    assert usual == rules.picture(done.state, done.events, Style())
    # Only what was before uses what the theatre defines: the rest can stand alone.
    for figure in figures[:-1]:
        own = {*re.findall(r' id="([^"]+)"', figure.svg)}
        assert {*re.findall(r'(?:href="#|url\(#)([^")]+)', figure.svg)} <= own


# -- land that is held -----------------------------------------------------------------------------


def test_held_land_is_where_units_stand_and_zones_reach_alone() -> None:
    rules = small(units_="esc infantry s2633; us infantry s2531; esc armour s2332")
    book, state = rules.book, rules.start
    held = {*held_by(book, state, "esc")}
    assert {"s2633", "s2332"} <= held
    zoned, barred = {*zones_of(book, state, "esc")}, {*zones_of(book, state, "us")}
    assert zoned & barred
    assert not held & barred
    land = {book.number_of(hex_) for hex_ in book.charts.open_land}
    assert held == ({"s2633", "s2332"} | zoned - barred) & land
    # At home nobody is told to hold what lies around.
    assert held_by(book, state, "us") == ()


def test_points_that_are_controlled_are_held() -> None:
    rules = small(units_="esc infantry s2633; us infantry s2831")
    state = rules.start.model_copy(update={"control": {"s3543": "pal", "s2633": "esc"}})
    assert held_by(rules.book, state, "pal") == ("s3543",)
