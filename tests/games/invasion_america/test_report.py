"""Reports: every event in a line, what it came to in sum, beside the position before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import adjudicator
from adjudicator.core.english import amount
from adjudicator.core.referee import Run
from adjudicator.core.report import Listing, Report
from adjudicator.games.invasion_america import InvasionAmericaRules
from adjudicator.games.invasion_america.combat_events import AttackMade
from adjudicator.games.invasion_america.events import (
    HexesTaken,
    UnitEliminated,
    UnitMoved,
    UnitRevealed,
    UnitsReplaced,
)
from adjudicator.games.invasion_america.state import State, side_of
from adjudicator.narrate.html import report_html
from adjudicator.narrate.text import report_text
from tests.games.invasion_america.chance import Chance
from tests.games.invasion_america.matches import opened_match
from tests.games.invasion_america.playing import draft, opened, play
from tests.games.invasion_america.suspended import by_chance

ARMOUR = ["esc-armour-01", "esc-armour-02", "esc-armour-03"]


def unit(nation: str, unit_type: str, at: str, **more: object) -> dict[str, object]:
    return {"nation": nation, "type": unit_type, "in": at, **more}


def start(*units: Mapping[str, object], **more: object) -> dict[str, object]:
    """Returns a position before the turn of the E.S.C., which holds a port for its supply."""
    return {"side": "esc", "units": [*units, unit("esc", "supply", "s2334")], **more}


def reported(
    rules: InvasionAmericaRules, orders: Mapping[str, Any], dice: Mapping[str, Sequence[int]]
) -> tuple[Report, Run[State]]:
    """Returns the report of an opening in which the aggressors give orders."""
    done = play(rules, {"aggressors": orders}, dice)
    return rules.report(rules.start, done.events, done.state), done


def sums(report: Report) -> list[str]:
    """Returns what a report says in sum."""
    (paragraph,) = (one for one in report.paragraphs if one.heading == "In sum")
    return [line.text for line in paragraph.lines]


def row(listing: Listing, name: str) -> tuple[str, ...]:
    return next(cells[1:] for cells in listing.rows if cells[0] == name)


def attack(at: str, *units: str, **more: object) -> dict[str, object]:
    return {"order": "attack", "units": [*units], "hexes": [at], **more}


def jackson() -> tuple[Report, Run[State]]:
    """Returns the report of a city that is taken, and of militia that are lost in it."""
    rules = opened(
        start(
            unit("esc", "armour", "s2633", strength=10, count=3),
            unit("us", "militia", "s2634", strength=2),
            unit("us", "rail", "s2634"),
            unit("us", "infantry", "s3224"),
        ),
        garrison=False,
    )
    advance = [{"units": ["esc-armour-01"], "to": "target"}]
    orders = {"combat": [attack("s2634", *ARMOUR, advance=advance)]}
    return reported(rules, orders, {"turn-1/esc/combat/attack-1/die": [1]})


def test_a_city_that_is_taken_and_what_was_lost_in_it() -> None:
    report, _ = jackson()
    gain = "The E.S.C. gains from the U.S. and Canada: s2634 (Jackson) for 3."
    points = (
        "Victory points: S.A.U. 0, E.S.C. 8 (+3), P.A.L. 0 and U.S. and Canada 520 (-3). The U.S. "
        "and Canada are 180 above the 340 with which they win at the end."
    )
    assert report.summary == (
        "Losses: U.S. and Canada 2 units.", gain, points,
        "Game-turn 1 of 8 (Mar): the P.A.L., naval movement.",
        "Replacements that may come: 1 P.A.L. mechanised infantry unit, 2 P.A.L. infantry units "
        "and 1 P.A.L. close air support unit.",
    )  # fmt: skip
    assert sums(report) == [
        "Of 1 attack, 1 went against the defenders.",
        "The U.S. and Canada lose 1 U.S. militia unit (2) and 1 U.S. rail unit; strength 2 in all.",
        "All units of all sides are in supply, as before.",
        "Units in the Destroyed Units Boxes: S.A.U. 66, E.S.C. 85, P.A.L. 66 and U.S. and Canada "
        "170 (+2).",
    ]  # fmt: skip
    assert report.changes is not None
    assert report.changes.rows == (("s2634 (Jackson)", "U.S. and Canada", "E.S.C.", "3"),)
    sides = report.tables[0]
    assert sides.columns == ("Now", "S.A.U.", "E.S.C.", "P.A.L.", "U.S. and Canada")
    assert row(sides, "Victory points") == ("0", "8 (+3)", "0", "520 (-3)")
    assert row(sides, "Units in play") == ("0", "4", "0", "1 (-2)")
    assert row(sides, "Lost") == ("0", "0", "0", "2")


def test_the_sum_stands_in_the_text_and_in_the_page() -> None:
    report, _ = jackson()
    text, page = report_text(report), report_html(report)
    assert "In sum" not in text, "what the summary does not say, a page shows"
    assert "Attack 1 on s2634 (Jackson) (us-militia-01 and us-rail-01), 3 units:" in text, (
        "in a line with its odds and its die"
    )
    assert "5 to 1" in text
    for words in ("In sum", "Before and after", "What changed hands", "180 above the 340"):
        assert words in page


def test_what_goes_down_unseen_stays_untried() -> None:
    """A ship goes down with what is aboard; nobody learns how strong that was. (6.25)"""
    rules = opened(
        {
            "side": "us",
            "units": [
                unit("us", "armour", "s2432", strength=8, count=3),
                unit("esc", "transport", "s2332", carrying={"infantry": 2}),
                unit("esc", "infantry", "s2332", strength=2),
                unit("esc", "infantry", "s2334"),
            ],
        },
        garrison=False,
    )
    orders = {"combat": [attack("s2332", "us-armour-01", "us-armour-02", "us-armour-03")]}
    done = play(rules, {"us": orders}, {"turn-1/us/combat/attack-1/die": [1]})
    told = sums(rules.report(rules.start, done.events, done.state))
    assert (
        "The E.S.C. loses 3 E.S.C. infantry units (2, untried, untried) and 1 E.S.C. transport; "
        "known strength 8." in told
    )


def test_units_that_came_ashore() -> None:
    """By assault, by a move, and a supply unit in the naval movement phase."""
    rules = opened(
        {
            "side": "esc",
            "units": [
                unit("esc", "amphibious", "s2233", carrying={"hovercraft": 2}),
                unit("us", "infantry", "s2333", strength=4),
                unit("esc", "transport", "s2334", carrying={"infantry": 2}),
                unit("esc", "amphibious", "s2334", carrying={"supply": 1}),
            ],
        },
        garrison=False,
    )
    assault = attack("s2333", "esc-amphibious-01")
    orders = {
        "naval": [
            {"order": "unload", "unit": "esc-supply-01"},
            {"order": "sail", "units": ["esc-amphibious-01"], "to": "s2333"},
        ],
        "movement": [{"order": "move", "units": ["esc-infantry-01"]}],
        "combat": [assault],
    }
    report, _ = reported(rules, orders, {"turn-1/esc/combat/attack-1/die": [3]})
    (told,) = (one for one in sums(report) if one.startswith("Landed"))
    assert told == (
        "Landed from ships: 2 E.S.C. hovercraft units in s2333; 1 E.S.C. supply unit and 1 E.S.C. "
        "infantry unit in s2334."
    )


def test_what_was_lost_for_good_and_what_was_called_off() -> None:
    rules = opened(
        start(
            unit("esc", "armour", "n0624", strength=8),
            unit("us", "infantry", "n0625", strength=3),
            unit("us", "infantry", "s2634", strength=3),
            unit("esc", "infantry", "s2633", strength=2),
            turn=9,
        ),
        garrison=False, weather=True, turns=12,
    )  # fmt: skip
    orders = {
        "combat": [
            attack("n0625", "esc-armour-01"),
            attack("s2634", "esc-infantry-01", at_least="7-1"),
        ]
    }
    report, _ = reported(rules, orders, {"turn-9/esc/combat/attack-1/die": [1]})
    told = sums(report)
    assert told[:3] == [
        "Of 1 attack, 1 went against the defenders.",
        "Not made: 1 attack that had been ordered.",
        "The U.S. and Canada lose 1 U.S. infantry unit (3); for good.",
    ]
    assert not any(line.startswith("Nobody") for line in told)


def test_where_nothing_was_lost_and_nobody_has_a_threshold() -> None:
    rules = opened("partisan-revolt")
    written = by_chance(rules, rules.start, Chance("quiet"))
    quiet = [one for one in written.events if not isinstance(one, UnitEliminated)]
    report = rules.report(rules.start, quiet[:1], rules.start)
    assert report.summary[0] == "Losses: none."
    assert "The aggressors win with 50 at the end; they are 69 above." in report.summary
    assert sums(report)[0] == "Nobody loses a unit."


def test_a_set_up_is_not_summed_up() -> None:
    rules = opened("inland-campaign-set-up")
    seat = rules.start.setting_up[0]
    done = play(rules, {seat: {"setup": draft(rules, rules.start, seat)}}, {})
    for events in ((), done.events):
        report = rules.report(rules.start, events, done.state)
        assert [one.heading for one in report.paragraphs if one.heading == "In sum"] == []
        assert report.summary[0].startswith(("To set up: the U.S. and Canada.", "Game-turn"))


def _figure(cell: str) -> tuple[int, int]:
    """Returns what a cell says: "8 (+3)"."""
    now, _, change = cell.partition(" ")
    return int(now), int(change.strip("()") or 0)


def test_sums_agree_with_the_events_whatever_happens() -> None:
    """Units before, come and lost; points won are points lost; and so is each hex that changed."""
    rules = opened("inland-campaign")
    state, attacks, losses = rules.start, 0, 0
    for number in range(4):
        written = by_chance(rules, state, Chance(f"sums/{number}"))
        report = rules.report(state, written.events, written.state)
        lost = Counter(
            side_of(event.unit) for event in written.events if isinstance(event, UnitEliminated)
        )
        come = sum(len(event.units) for event in written.events if isinstance(event, UnitsReplaced))
        sides = rules.book.facts.sides
        listing = report.tables[0]
        assert row(listing, "Lost") == tuple(str(lost[side]) for side in sides)
        play_now = [_figure(cell) for cell in row(listing, "Units in play")]
        for side, (now, change) in zip(sides, play_now, strict=True):
            assert now == sum(side_of(name) == side for name in written.state.units)
            assert change == -lost[side] + come * (side == state.side)
        boxes = [_figure(cell) for cell in row(listing, "In the boxes")]
        assert [-change for _, change in boxes] == [change for _, change in play_now]
        points = [_figure(cell)[1] for cell in row(listing, "Victory points")]
        assert sum(points) == 0
        changed = report.changes.rows if report.changes is not None else ()
        assert {cells[0].split()[0] for cells in changed} <= {
            number
            for event in written.events
            if isinstance(event, HexesTaken)
            for number in event.hexes
        }
        made = [event for event in written.events if isinstance(event, AttackMade)]
        if made:
            assert sums(report)[0].startswith(f"Of {amount(len(made), 'attack')}, ")
        attacks, losses = attacks + len(made), losses + sum(lost.values())
        state = written.state
    assert attacks > 5
    assert losses > 5


def test_who_only_goes_aboard_or_ashore() -> None:
    """(7.0) A move in a single hex is told as what it is."""
    rules = opened(
        start(
            unit("esc", "transport", "s2334", carrying={"cas": 1}),
            unit("esc", "infantry", "s2334"),
            unit("us", "infantry", "s3224"),
        ),
        garrison=False,
    )
    report, _ = reported(
        rules,
        {
            "movement": [
                {"order": "move", "units": ["esc-infantry-01"], "aboard": "esc-transport-01"},
                {"order": "move", "units": ["esc-cas-01"]},
            ]
        },
        {},
    )
    lines = [line.text for one in report.paragraphs for line in one.lines]
    assert "esc-infantry-01 goes aboard esc-transport-01 in s2334, 6 points left." in lines
    assert "esc-cas-01 goes ashore in s2334, 2 points left." in lines


def test_the_page_lists_all_units_by_name_and_place() -> None:
    """Whoever writes orders without a mouse finds them there."""
    rules = opened(
        start(
            unit("esc", "amphibious", "s3043", carrying={"infantry": 2}),
            unit("us", "armour", "s2634"),
            unit("pal", "transport", "holding-box"),
        )
    )
    report = rules.report(rules.start, (), rules.start)
    (listing,) = (one for one in report.tables if one.caption.startswith("All units"))
    assert ("s2634 (Jackson)", "U.S. and Canada", "us-armour-01 (6, untried)") in listing.rows
    ship = "esc-amphibious-01 (12) with esc-infantry-01 (4, untried) and esc-infantry-02 (4, "
    assert ("s3043 (Wilmington)", "E.S.C.", f"{ship}untried) aboard") in listing.rows
    assert listing.rows[-2][0] == "the holding box"
    assert "esc-infantry-02" in report_html(report)


NEXT = 17
"""How many lines tell what comes next, and how a sheet begins."""


def lines_told(report: Report) -> int:
    """Returns how many lines a report has as text, blank ones and the list of rolls too."""
    return len(report_text(report).splitlines())


def test_a_turn_is_told_in_ninety_lines(pytestconfig: pytest.Config) -> None:
    """Over a match of the built-in player; the page tells every move and every strength.

    The first twelve openings are told as a rule, exhaustively the whole match.
    """
    most = None if pytestconfig.getoption("--exhaustive") else 12
    match = opened_match(opened("scenario-five"), "lines")
    told = list[int]()
    while not match.save.is_over and len(told) != most:
        before, count = match.state, len(match.events)
        match.play_opening()
        events = match.events[count:]
        report = match.rules.report(before, events, match.state)
        told.append(lines_told(report) + NEXT)
        assert "The page tells" in report_text(report), "where the rest stands"
        page = " ".join(report_html(report).split())
        for event in events:
            if isinstance(event, UnitMoved | UnitRevealed | UnitEliminated):
                assert event.unit.rpartition("-")[2] in page
    assert len(told) == (most or 32)
    assert max(told) <= 90


def test_no_opening_of_the_example_takes_more_than_ninety_lines(
    pytestconfig: pytest.Config,
) -> None:
    every = 1 if pytestconfig.getoption("--exhaustive") else 3
    log = adjudicator.open_log(Path("examples/invasion-america-match/log.jsonl"))
    told = [
        log.report(n=n, pictures=False).text.splitlines() for n in range(1, log.last + 1, every)
    ]
    assert max(map(len, told)) <= 90
    assert all("Next" in lines for lines in told)


def test_a_loss_of_an_attack_is_told_once() -> None:
    report, _ = jackson()
    page = " ".join(report_html(report).split())
    assert page.count("Lost: us-militia-01 and us-rail-01.") == 1
    assert "Eliminated in" not in page
    assert "Lost: us-militia-01 and us-rail-01." in " ".join(report_text(report).split())


def test_units_that_go_the_same_way_stand_in_one_line() -> None:
    rules = opened("three-pronged-invasion", garrison=False)
    moved = [
        UnitMoved(unit=f"us-armour-{number}", path=path, aboard=None, spent=1, left=2, in_zone=zone)
        for number, path, zone in (
            ("01", ("s2931", "s3031"), False), ("02", ("s2931", "s3031"), False),
            ("04", ("s2930", "s3031"), False), ("03", ("s2930", "s2931"), True),
            ("05", ("s2930", "s2929"), False),
        )
    ]  # fmt: skip
    state = rules.start.model_copy(update={"side": "us", "phase": "movement"})
    report = rules.report(state, moved, state)
    text = " ".join(report_text(report).split())
    assert "5 units move; into enemy zones: us-armour-03 to s2931." in text
    assert "from s2930" not in text
    lines = [line for told in report.paragraphs[0].lines for line in told.lines]
    assert [line.text for line in lines] == [
        "To s3031: us-armour-01/02 from s2931 and us-armour-04 from s2930, 2 points left.",
        "us-armour-03: s2930 to s2931, 2 points left, in an enemy zone.",
        "us-armour-05: s2930 to s2929 (Oklahoma City), 2 points left.",
    ]
    assert all(line.text in report_html(report) for line in lines)
