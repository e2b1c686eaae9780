"""The western invader's first turn, as the rulebook plays it from action to action."""

from __future__ import annotations

from adjudicator.games.fortress_america.events import (
    AreaTaken,
    ClaimDropped,
    UnitDestroyed,
    UnitsFired,
)
from tests.games.fortress_america.playing import of_type, opened, play
from tests.games.fortress_america.running_example import DECLARED, DICE, ORDERS, USA


def test_the_running_example() -> None:
    rules = opened("western-first-turn")
    done = play(rules, {"western": ORDERS, "usa": {"orders": {}, "answers": USA}}, DICE)
    state = done.state
    assert (state.side, state.turn) == ("southern", 1)
    # Seven of eight areas are captured, all by the western invader.
    taken = [event.area for event in of_type(done, AreaTaken)]
    assert taken == [area for area in DECLARED if area != "san-francisco"]
    assert [event.area for event in of_type(done, ClaimDropped)] == ["san-francisco"]
    lost = [(e.side, e.unit, e.area, e.reason) for e in of_type(done, UnitDestroyed)]
    assert lost == [
        ("western", "hovertank", "w2", "combat"),
        ("usa", "hovertank", "portland", "combat"),
        ("usa", "infantry", "portland", "no-retreat"),
        ("western", "hovertank", "w5", "combat"),
        ("usa", "hovertank", "san-francisco", "combat"),
    ]
    columns = {(e.area, e.role): e.column for e in of_type(done, UnitsFired)}
    assert columns == {
        ("portland", "defender"): 2,
        ("portland", "attacker"): 2,
        ("san-francisco", "defender"): 2,
        ("san-francisco", "attacker"): 1,
    }
    assert dict(state.units_in("san-francisco", "usa")) == {"mobile-unit": 1}
    # Both bombers have joined one helicopter; nothing is disengaged any more.
    joined = dict(state.units_in("northeast-california", "western"))
    assert joined == {"bomber": 2, "helicopter": 1}
    assert not state.disengaged
    assert not state.bombing


def test_the_report_tells_the_turn() -> None:
    rules = opened("western-first-turn")
    done = play(rules, {"western": ORDERS, "usa": {"orders": {}, "answers": USA}}, DICE)
    report = rules.report(done.before, done.events, done.state)
    headings = [paragraph.heading for paragraph in report.paragraphs]
    assert headings == ["Declarations", "First movement", "Attacks", "Battles", "Second movement",
                        "Capture", "How the match stands"]  # fmt: skip
    assert "<svg" in rules.picture(done.state, done.events)
