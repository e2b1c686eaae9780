"""Invaders who play at the same time: sealed sheets, one opening, one part after another."""

from __future__ import annotations

import json
from functools import reduce
from pathlib import Path
from typing import Any, get_args

import pytest

from adjudicator.audit import log
from adjudicator.audit.automatic import header_for
from adjudicator.audit.chance import OpenedDice
from adjudicator.audit.replay import replay
from adjudicator.core.dry_run import dry_run
from adjudicator.core.game import OrderFailed
from adjudicator.core.referee import first_save, run
from adjudicator.documents.scenarios import find_scenario
from adjudicator.documents.templates import template_for
from adjudicator.games.fortress_america import FortressAmericaRules
from adjudicator.games.fortress_america.options import Question
from adjudicator.matches.match import Match
from adjudicator.matches.referee.new_match import new_match
from adjudicator.narrate.text import report_text
from tests.games.fortress_america.chance import Chance, RandomTable, random_match
from tests.games.fortress_america.playing import (
    GAME,
    SEATS,
    TWO,
    CheckedRules,
    checked,
    declare,
    opened,
    play,
    scenario,
    sheet,
    start,
)
from tests.games.fortress_america.suspended import (
    Rules,
    both_ways,
    by_chance,
)

THREE = {
    "outer": {"sides": ["western", "eastern"]},
    "southern": {"sides": ["southern"]},
    "usa": {"sides": ["usa"]},
}
SEATINGS: dict[int, Any] = {2: TWO, 3: THREE, 4: SEATS}


def together(begin: Any, seats: int = 2, **options: Any) -> Rules:
    """Returns the rules of a match in which invaders play at the same time."""
    if isinstance(begin, str):
        begin = find_scenario(GAME, begin).scenario.start
    made = opened(begin, SEATINGS[seats], invader_turns="simultaneous", **options)
    return Rules(GAME, made.book, made.start)


# -- by chance ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "seats",
    [pytest.param(one, marks=[pytest.mark.exhaustive] if one == 3 else []) for one in SEATINGS],
)
def test_random_matches_keep_the_invariants(seats: int) -> None:
    rules = opened(
        find_scenario(GAME, "ready").scenario.start, SEATINGS[seats], invader_turns="simultaneous"
    )
    state, events = random_match(rules, f"together-{seats}", turns=4)
    assert state.turn > 1
    assert len(rules.report(rules.start, events, state).paragraphs) > 20


@pytest.mark.parametrize("seats", SEATINGS)
def test_the_referee_plays_what_chance_played(seats: int) -> None:
    quiet, asking = together("ready", seats), together("ready", seats, ask=get_args(Question))
    mails, events = both_ways(quiet, asking, f"together-{seats}", 4)
    assert not [event for event in events if isinstance(event, OrderFailed)]
    assert mails > 8, "the questions did stop the match"


def planned(rules: FortressAmericaRules, seed: str) -> dict[str, dict[str, list[Any]]]:
    """Plays each invader's part by chance from one and the same position; returns all orders."""
    orders: dict[str, dict[str, list[Any]]] = {}
    step = rules.next_step(rules.start)
    state = rules.start
    while step is not None and step.part is not None:
        table = RandomTable(rules, state, Chance(f"{seed}/{step.part.label}"))
        mine: Any = step
        while mine is not None and mine.part is not None and mine.part.label == step.part.label:
            mine.run(table)
            mine = rules.next_step(table.state)
        for seat in rules.seats:
            for topic, listed in table.orders_of(seat).items():
                orders.setdefault(seat, {}).setdefault(topic, []).extend(listed)
        events = step.part.assumed_outcome(state)
        if not events:
            break
        state = reduce(rules.evolve, events, state)
        step = rules.next_step(state)
    return orders


MADE_IMPOSSIBLE = {
    "no-battle", "not-friendly", "not-in-position", "not-open", "other-holder", "too-many-units",
}  # fmt: skip
"""Why orders fail that were legal on the position on which they were planned."""


@pytest.mark.parametrize("seats", SEATINGS)
def test_sheets_planned_on_one_position_are_good_and_carried_out(seats: int) -> None:
    plain = together("ready", seats)
    failed: set[str] = set()
    for turns in range(5):
        state, _ = random_match(plain, f"crowded-{seats}", turns)
        begin = CheckedRules(GAME, plain.book, state)
        orders = planned(begin, f"planned-{seats}-{turns}")
        sheets = {seat: sheet(seat, orders=orders[seat]) for seat in orders}
        for seat in orders:
            found = dry_run(plain, first_save(begin), sheets, 1, seat=seat).problems
            assert found == (), (seat, found)
        dice = OpenedDice(f"{seats}{turns}".ljust(64, "0"))
        done = run(begin, first_save(begin), sheets, 1, dice=dice)
        assert done.state.side == "usa"
        failed |= {event.code for event in done.events if isinstance(event, OrderFailed)}
    assert failed <= MADE_IMPOSSIBLE
    assert "too-many-units" in failed


# -- what check, template and report tell -------------------------------------------------------

LAND = (
    "w2 western infantry 1; s1 southern infantry 1; e1 eastern infantry 1; portland usa infantry 1"
)


def named(area: str, side: str) -> dict[str, Any]:
    return {"order": "declare", "area": area, "side": side}


def test_a_dry_run_goes_on_beyond_the_first_die_for_every_part_of_the_seat() -> None:
    rules = opened(start(LAND), TWO, invader_turns="simultaneous")
    orders = {"declare": [named("portland", "western"), named("san-diego", "southern")]}
    dry = checked(rules, "invaders", orders)
    assert dry.problems == ()
    assert (dry.why, dry.stopped_at) == (
        "dice", "turn-1/western/battle/portland/defender/foot/infantry",
    )  # fmt: skip
    told = report_text(rules.report(rules.start, dry.events, dry.state))
    assert "The southern invader declares San Diego." in told


def test_what_stands_behind_the_first_die_of_a_part_is_judged_for_the_invaders() -> None:
    # Cards that are drawn one at a time let the last part end without a die.
    rules = opened(start(LAND), TWO, invader_turns="simultaneous", cards="one-at-a-time")
    on = {"order": "move", "unit": "infantry", "count": 1, "path": ["w2", "portland"]}
    orders = {
        "declare": [named("portland", "western")],
        "invasion": [on | {"side": "western"}],
    }
    dry = checked(rules, "invaders", orders)
    assert dry.why == "dice", "the parts of the others need none, and the USA would be next"
    assert dry.problems == ()


def test_a_dry_run_does_not_tell_what_another_seat_plans() -> None:
    rules = opened(start(LAND), SEATS, invader_turns="simultaneous")
    sheets = {
        "western": sheet("western", orders={"declare": declare("portland")}),
        "southern": sheet("southern", orders={"declare": declare("san-diego")}),
    }
    dry = dry_run(rules, first_save(rules), sheets, 1, seat="southern")
    told = report_text(rules.report(rules.start, dry.events, dry.state))
    assert "San Diego" in told
    assert "Portland" not in told
    assert (dry.why, dry.stopped_at) == ("end", "turn-1-invaders")


def test_the_parts_of_one_seat_are_judged_on_one_position() -> None:
    land = "w6 western infantry 1; s1 southern infantry 1; e1 eastern infantry 1"
    rules = opened(start(land), TWO, invader_turns="simultaneous")
    taken = {"order": "move", "unit": "infantry", "count": 1, "path": ["w6", "los-angeles"]}
    orders = {
        "declare": [named("los-angeles", "western"), named("los-angeles", "southern")],
        "invasion": [taken],
    }
    codes = [problem.code for problem in checked(rules, "invaders", orders).problems]
    assert codes == ["no-combat-position"], "the southern invader may declare it, but is too far"


def test_the_report_has_headings_for_every_side() -> None:
    rules = opened(start(LAND), TWO, invader_turns="simultaneous")
    orders = {
        "declare": [named("san-diego", "southern"), named("western-washington", "western")],
        "invasion": [],
    }
    rules = opened(start(LAND.replace("w2", "w1")), TWO, invader_turns="simultaneous")
    done = play(rules, {"invaders": orders}, OpenedDice("1" * 64))
    told = report_text(rules.report(rules.start, done.events, done.state))
    assert told.startswith("Turn 1 of the invaders\n======")
    assert "\nTurn 1 of the western invader: declarations\n" in told
    assert "\nTurn 1 of the southern invader: capture\n" in told
    assert "Turn 1 of the invaders is next." in rules.standings(rules.start)


def test_orders_that_nothing_asked_for_are_told() -> None:
    rules = opened(
        start(
            "los-angeles western infantry 1; san-diego southern infantry 1; e1 eastern infantry 1",
            turn=7,
            destroyed={
                side: {"infantry": 23, "hovertank": 12, "mobile-unit": 9, "helicopter": 9,
                       "bomber": 6}
                for side in ("western", "southern", "eastern")
            },
        ),
        SEATS,
        invader_turns="simultaneous",
    )  # fmt: skip
    against = {"order": "declare", "area": "san-diego", "against": "southern"}
    home = {"order": "move", "unit": "infantry", "count": 1, "path": ["san-diego", "s1"]}
    battle = "turn-7/western/battle/san-diego"
    dice = {
        f"{battle}/defender/foot/infantry": [3], f"{battle}/attacker/foot/infantry": [6],
        "turn-7/usa/cards/1": [1], "turn-7/usa/cards/2": [1],
    }  # fmt: skip
    sheets = {"western": {"declare": [against]}, "southern": {"invasion": [home]}, "eastern": {}}
    done = play(rules, sheets, dice)
    told = report_text(rules.report(rules.start, done.events, done.state))
    assert "\nOrders not carried out\n----" in told
    assert "Southern's 1st invasion order" in told


# -- a match on disk ------------------------------------------------------------------------------


def sent(match: Match, seat: str, orders: dict[str, Any], **parts: Any) -> tuple[str, bytes]:
    document = {**header_for(match.saved, seat), "blind": "0" * 64, "orders": orders, **parts}
    return seat, json.dumps(document).encode()


@pytest.mark.parametrize(
    ("seats", "mode"),
    [
        pytest.param(2, "referee", marks=pytest.mark.exhaustive),
        (3, "public"),
        (4, "referee"),
    ],
)
def test_a_match_is_sound_for_every_auditor(seats: int, mode: Any, tmp_path: Path) -> None:
    begin = scenario(
        find_scenario(GAME, "ready").scenario.start, SEATINGS[seats], invader_turns="simultaneous"
    )
    match = new_match(
        tmp_path / "m", GAME, begin, name="together", mode=mode, title="",
        render=lambda report: (report_text(report), ""), make_secret=lambda: "5" * 64,
    )  # fmt: skip
    assert isinstance(match.rules, FortressAmericaRules)
    book = match.rules.book
    for turn in range(2):
        rules = CheckedRules(GAME, book, match.position())
        orders = planned(rules, f"match-{seats}-{turn}")
        invaders = [seat for seat in match.rules.seats if seat != "usa"]
        assert sorted(p.seat or "" for p in match.saved.pending) == sorted(invaders)
        for seat in invaders:
            topics = template_for(match.rules, match.saved, seat, "0" * 64)["orders"]
            assert isinstance(topics, dict)
            assert list(topics)[:3] == ["reinforcements", "declare", "maneuvers"]
            played = match.adjudicate([sent(match, seat, orders[seat])])
            assert (played.opening is not None) == (seat == invaders[-1])
        laser = by_chance(
            Rules(GAME, book, match.position()), match.position(), f"usa-{turn}"
        ).orders_of("usa")
        played = match.adjudicate([sent(match, "usa", laser)])
        assert played.opening is not None
    assert match.saved.turn == "turn-3-invaders"
    again = Match.open(tmp_path / "m", {GAME.name: GAME}, lambda report: ("", ""))
    assert again.notices == ()
    read = log.parse_log((tmp_path / "m" / "log.jsonl").read_bytes())
    replayed = replay(match.rules, read)
    assert (replayed.problems, replayed.waiting_for) == ((), ())
    assert replayed.saved == match.saved


def test_a_seat_whose_part_comes_later_may_send_answers_while_another_is_asked() -> None:
    rules = opened(
        start(
            "los-angeles western infantry 1 hovertank 1; e1 eastern infantry 1;"
            "san-diego southern infantry 1 hovertank 1"
        ),
        SEATS, invader_turns="simultaneous", ask=["targets", "disengage"],
    )  # fmt: skip
    against = {"order": "declare", "area": "san-diego", "against": "southern"}
    battle = "turn-1/western/battle/san-diego"
    asked = play(
        rules,
        {"western": {"declare": [against]}, "southern": {}, "eastern": {}},
        {f"{battle}/defender/mechanized/hovertank": [1]},
    )
    assert [(p.seat, p.topic) for p in asked.save.pending] == [("southern", "disengage")]
    for seat in ("eastern", "southern"):
        given = sheet(
            seat, 2, answers={f"{battle}/other": {"order": "disengage", "unit": "infantry"}}
        )
        assert dry_run(rules, asked.save, {seat: given}, 2, seat=seat).problems == ()
    label = asked.save.pending[0].label
    wrong = sheet("southern", 2, answers={label: {"order": "disengage", "unit": "bomber"}})
    dry = dry_run(rules, asked.save, {"southern": wrong}, 2, seat="southern")
    assert [problem.code for problem in dry.problems] == ["illegal-target"]


def test_answers_by_topic_that_nothing_asked_for_are_told_in_every_turn() -> None:
    rules = opened(start("w2 western infantry 1"))
    orders = {"targets": [{"order": "target", "unit": "infantry"}]}
    done = play(rules, {"western": orders}, OpenedDice("1" * 64))
    failed = [event for event in done.events if isinstance(event, OrderFailed)]
    assert [(event.topic, event.code) for event in failed] == [("targets", "not-asked-for")]
