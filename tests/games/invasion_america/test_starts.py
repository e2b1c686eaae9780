"""Start positions from a file: all defects are told, nothing crashes, what passes is sound."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

from adjudicator.core.problem import Refused
from adjudicator.core.values import canonical
from adjudicator.games.invasion_america.state import State
from tests.games.galactic_conquest.chance import Chance
from tests.games.invasion_america.playing import GAME, MAP_FILES, TWO, opened, scenario, units
from tests.games.invasion_america.ready import FOLDER

POSITION = "us infantry s3427; esc infantry s2834"


def refused(
    start: Any, seats: Any = TWO, **options: Any
) -> list[tuple[str, tuple[str | int, ...]]]:
    """Returns the codes and paths of all that is wrong with a start."""
    with pytest.raises(Refused) as caught:
        GAME.open(scenario(start, seats, **options), MAP_FILES)
    return [(problem.code, problem.path[1:]) for problem in caught.value.problems]


def wrong(text: str, **more: Any) -> list[tuple[str, tuple[str | int, ...]]]:
    """Returns what is wrong with units written in words."""
    return refused({"units": units(text), **more}, garrison=False)


def test_units_must_exist() -> None:
    assert wrong("esc militia s2437") == [("no-such-counter", ("units", 0, "type"))]
    assert wrong("us infantry x0101") == [("unknown-hex", ("units", 0, "in"))]
    assert wrong("us infantry holding-box") == [("holding-box-of-pal", ("units", 0, "in"))]
    seats = {"aggressors": ["sau", "esc"], "us": ["us"]}
    found = refused({"units": units("pal infantry s3427")}, seats, scenario="three")
    assert found == [("nation-absent", ("units", 0, "nation"))]


def test_units_must_be_able_to_stand_there() -> None:
    cannot = [("cannot-stand", ("units", 0, "in"))]
    assert wrong("us infantry s2233") == cannot  # at sea
    assert wrong("us infantry s3739") == cannot  # in a lake
    assert wrong("esc transport s3427") == cannot  # on land
    assert wrong("esc hovercraft s3423") == cannot  # in a supply hex
    assert wrong("us infantry s3427; esc infantry s3427") == [("enemy-there", ("units", 1, "in"))]
    assert wrong("sau infantry s3427; esc infantry s3427") == [
        ("other-force-there", ("units", 1, "in"))
    ]
    assert wrong("us 2 infantry s3427; us 2 cas s3427") == [("stack-full", ("units", 1, "count"))]
    assert wrong("esc 2 carrier s3001; esc 2 transport s3001") == [
        ("fleet-full", ("units", 1, "count"))
    ]
    assert wrong("esc carrier s1742") == [("water-not-named", ("units", 0, "by"))]


def test_ships_carry_what_they_can() -> None:
    assert wrong("esc transport s1744 [infantry 4]") == [
        ("cargo-too-large", ("units", 0, "carrying"))
    ]
    assert wrong("esc transport s1744 [supply 1]") == [
        ("cannot-carry", ("units", 0, "carrying", "supply"))
    ]
    assert wrong("esc 2 transport s1744 [cas 1]") == [("one-ship-at-a-time", ("units", 0, "count"))]


def test_no_more_counters_than_there_are() -> None:
    assert wrong("us 3 rail s3427; us 2 rail s3428") == [("too-many-counters", ("units",))]
    start = [{"nation": "us", "type": "armour", "count": 3, "in": "s3427", "strength": 8}]
    more = [*start, {**start[0], "in": "s3428", "count": 2}]
    assert refused({"units": more}) == [("too-many-of-a-strength", ("units",))]
    known = {"us-armour": {"8": 2}}
    assert refused({"units": start, "destroyed": known}) == [("too-many-of-a-strength", ("units",))]
    assert refused({"units": [{**start[0], "strength": 7}]}) == [
        ("no-such-strength", ("units", 0, "strength"))
    ]
    assert refused({"units": [{"nation": "us", "type": "rail", "in": "s3427", "strength": 0}]}) == [
        ("strength-always-known", ("units", 0, "strength"))
    ]
    assert wrong(POSITION, destroyed={"us-armour": {"9": 1}, "us-carrier": {"6": 1}}) == [
        ("no-such-strength", ("destroyed", "us-armour", "9")),
        ("no-such-counter", ("destroyed", "us-carrier")),
    ]


def test_control_is_of_hexes_with_points() -> None:
    assert wrong(POSITION, control={"s3427": "esc", "x": "esc"}) == [
        ("without-points", ("control", "s3427")), ("unknown-hex", ("control", "x")),
    ]  # fmt: skip
    seats = {"aggressors": ["sau", "esc"], "us": ["us"]}
    found = refused(
        {"units": units(POSITION), "control": {"s3423": "pal"}}, seats, scenario="three"
    )
    assert found == [("side-absent", ("control", "s3423"))]


def test_the_moment_must_fit() -> None:
    assert refused({"turn": 3}) == [("setup-not-empty", ())]
    assert wrong(POSITION, turn=9) == [("after-the-last-turn", ("turn",))]
    seats = {"aggressors": ["sau", "esc"], "us": ["us"]}
    both = {"units": units(POSITION), "side": "pal"}
    assert refused(both, seats, scenario="three") == [("side-absent", ("side",))]
    frozen = {"units": units(POSITION), "side": "sau"}
    assert refused(frozen, seats, scenario="three") == [("side-does-not-play", ("side",))]


def test_options_must_fit() -> None:
    assert refused({}, scenario="four", garrison=True) == [("garrison-outside-area", ("garrison",))]
    # An option that is no option is told by its field. (Path as of `options`.)
    assert refused({}, scenario="seven") == [("not-understood", ("scenario",))]


def test_tried_units_leave_the_urn() -> None:
    """What is known is not drawn any more. (18.34)"""
    start = {
        "units": [
            {"nation": "us", "type": "armour", "count": 2, "in": "s3427", "strength": 8},
            {"nation": "us", "type": "armour", "in": "s3428"},
        ],
        "destroyed": {"us-armour": {"4": 1}},
    }
    state = opened(start, garrison=False).start
    urns = state.urns["us-armour"].to_json()
    assert urns == {
        "urns": {"1": {"strengths": {"4": 5, "6": 8, "8": 2}, "draws": {}}},
        "box": {"strengths": {"4": 1}, "draws": {"1": 14}},
    }
    assert state.units["us-armour-01"].strength == 8
    assert state.units["us-armour-03"].urn == 1


# -- anything may stand in a file ------------------------------------------------------------------

ODD: tuple[Any, ...] = (
    None, "", "s3427", "s9999", "holding-box", "us-armour-01", "us", "over", -1, 0, 1, 2, 99, 10**9,
    True, [], {}, ["us"], {"8": 1}, {"1": 2, "x": 3}, "us-armour-99", "esc",
)  # fmt: skip


def changed(document: Any, choose: Chance) -> Any:
    """Returns a document with one value put in another's place, or one field left out."""
    copy = json.loads(json.dumps(document))
    places = [*_places(copy)]
    holder, key = choose(places)
    how = choose(range(10))
    if how < 2 and isinstance(holder, dict):
        del holder[key]
    elif how < 5:
        other, that = choose(places)
        holder[key] = json.loads(json.dumps(other[that]))
    else:
        holder[key] = choose(ODD)
    return copy


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    keys = list(value) if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _places(value[key])


def test_any_start_is_told_or_sound() -> None:
    """Starts with one odd value: refused with problems, or a sound position that can be played."""
    choose = Chance("starts")
    texts = [json.loads(path.read_bytes()) for path in sorted(FOLDER.glob("*.json"))]
    ends = {"refused": 0, "opened": 0}
    for _ in range(200):
        one = choose(texts)
        document = {**one, "start": changed(one["start"], choose)} if one["start"] else one
        try:
            given = type(scenario({})).model_validate_json(canonical(document))
            rules = GAME.open(given, MAP_FILES)
        except (Refused, ValidationError):
            ends["refused"] += 1
            continue
        ends["opened"] += 1
        assert list(rules.check_state(rules.start)) == []
        assert rules.next_step(rules.start) is not None
    assert ends["refused"] > 40
    assert ends["opened"] > 40


def test_check_state_takes_nothing_for_granted() -> None:
    """States with odd values in them: whatever a file holds, broken invariants are told."""
    choose = Chance("states")
    rules = opened("early-assault")
    whole = rules.start.to_json()
    told = 0
    for _ in range(300):
        document = whole
        for _ in range(choose((1, 2, 3))):
            document = changed(document, choose)
        try:
            state = State.model_validate_json(canonical(document))
        except ValidationError:
            continue
        told += bool(list(rules.check_state(state)))
    assert told > 25
