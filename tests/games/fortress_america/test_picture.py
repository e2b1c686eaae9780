"""The map of Fortress America: what is special about units in mid-turn is marked."""

from __future__ import annotations

from typing import Literal

import pytest

from adjudicator.core.referee import Run
from adjudicator.core.report import USUAL_STYLE, Style
from adjudicator.core.values import FrozenMap, canonical
from adjudicator.games.fortress_america import FortressAmericaRules
from adjudicator.games.fortress_america.event_digest import happened
from adjudicator.games.fortress_america.events import (
    BattleBegun,
    BattleCalledOff,
    BattleEnded,
    LaserFired,
    Movement,
    MoveUndone,
    UnitsAirlifted,
    UnitsFired,
    UnitsMoved,
)
from adjudicator.games.fortress_america.rules.ways import supply_of
from adjudicator.games.fortress_america.state import State, UnitKind
from tests.games.fortress_america.playing import attack, declare, move, opened, play, start

_MOVEMENTS: tuple[tuple[Literal["maneuvers", "invasion"], UnitKind], ...] = (
    ("maneuvers", "mobile-unit"), ("invasion", "infantry"),
)  # fmt: skip


def test_units_in_a_state_of_their_own_are_marked() -> None:
    rules = opened(start("portland usa infantry 1; w2 western helicopter 2 infantry 2 bomber 1"))
    quiet = rules.picture(rules.start, ())
    assert "Turn 1: Western" in quiet
    document = rules.start.to_json() | {
        "action": "combat",
        "declared": ["portland", "northwest-california"],
        "units": {
            "northwest-california": {"western": {"helicopter": 1}},
            "portland": {"usa": {"infantry": 1}, "western": {"bomber": 1}},
            "w2": {"western": {"helicopter": 1, "infantry": 2}},
        },
        "landed": {"northwest-california": 1},
        "bombing": {"portland": 1},
        "disengaged": {"w2": {"infantry": 1}},
    }
    state = State.model_validate_json(canonical(document))
    drawn = rules.picture(state, ())
    for words in ("landed", "bombing", "disengaged"):
        assert drawn.count(words) > quiet.count(words), words


def test_the_title_says_whose_turn_it_is() -> None:
    rules = opened("standard")
    setup = rules.start
    assert "Set-up of the United States" in rules.picture(setup, ())
    invaders = setup.model_copy(update={"action": "setup-invaders"})
    assert "Set-up of the invaders" in rules.picture(invaders, ())
    won = State.model_validate_json(
        canonical(setup.to_json() | {"result": {"winner": "usa", "reason": "invaders-destroyed"}})
    )
    assert "Won by the USA" in rules.picture(won, ())


def turn_of_the_west() -> tuple[FortressAmericaRules, Run[State]]:
    """A bomber alone, a flight, moves of both kinds, a retreat, land taken."""
    rules = opened(
        start(
            "w2 western hovertank 1 infantry 2 helicopter 1; portland usa infantry 2; "
            "w3 western infantry 1 mobile-unit 1"
        )
    )
    orders = {
        "declare": declare("portland", "eastern-oregon", "northwest-california"),
        "maneuvers": [
            move("helicopter", 1, "w2", "portland", "eastern-oregon"),
            move("mobile-unit", 1, "w3", "w4"),
        ],
        "attacks": [attack("portland", w2={"hovertank": 1, "infantry": 2})],
        "invasion": [
            move("hovertank", 1, "w2", "portland"),
            move("infantry", 2, "w2", "portland"),
            move("infantry", 1, "w3", "northwest-california"),
        ],
    }
    battle = "turn-1/western/battle/portland"
    dice = {
        f"{battle}/defender/foot/infantry": [2, 6],
        f"{battle}/attacker/mechanized/hovertank": [8],
        f"{battle}/attacker/foot/infantry": [1],
    }
    return rules, play(rules, {"western": orders}, dice)


def test_moves_battles_and_land_taken_are_drawn() -> None:
    rules, done = turn_of_the_west()
    told = happened(rules.narrator, done.state, done.events, USUAL_STYLE)
    assert [(arrow.path, arrow.count, arrow.manner, arrow.flies) for arrow in told.arrows] == [
        (("w2", "eastern-oregon"), 1, "first", True),
        (("w3", "w4"), 1, "first", False),
        (("portland", "western-washington"), 1, "retreat", False),
        (("w2", "portland"), 2, "second", False),
        (("w3", "northwest-california"), 1, "second", False),
    ]
    assert told.arrows[3].words == (
        "The western invader, second movement: a hovertank and an infantry unit, W2 to Portland"
    )
    [(area, fight)] = told.fights
    assert (area, fight.outcome, fight.attackers_lost, fight.defenders_lost) == (
        "portland", "won", 1, 1,
    )  # fmt: skip
    assert set(told.taken) == {"portland", "eastern-oregon", "northwest-california"}
    drawn = rules.picture(done.state, done.events)
    assert "Battle won: Western invader against United States, losses 1 and 1" in drawn
    assert 'id="taken-portland"' in drawn


@pytest.mark.parametrize(
    ("wanted", "arrows", "fights"),
    [("none", False, False), ("moves", True, False), ("battles", False, True), ("all", True, True)],
)
def test_what_is_drawn_of_the_events_can_be_chosen(
    wanted: str,
    arrows: bool,
    fights: bool,
) -> None:
    rules, done = turn_of_the_west()
    style = Style.model_validate({"arrows": wanted})
    drawn = rules.picture(done.state, done.events, style)
    assert ('id="arrows"' in drawn) == arrows
    assert ('id="fight-at-portland"' in drawn) == fights
    assert ('id="taken-portland"' in drawn) == (wanted != "none")


def test_the_taken_cities_are_named_and_counted() -> None:
    rules = opened("standard")
    quiet = rules.picture(rules.start, ())
    assert "18 win for the invaders, 18 to go" in quiet
    assert "Western invader: Portland" not in quiet
    held = {"portland": "western", "seattle": "western", "miami": "eastern", "iowa": "southern"}
    state = rules.start.model_copy(update={"control": FrozenMap(held)})
    for layout in ("board", "phone", "print"):
        drawn = rules.picture(state, (), style=Style.model_validate({"layout": layout}))
        assert "18 win for the invaders, 15 to go" in drawn
        assert ">Western invader: Portland, Seattle</text>" in drawn
        assert ">Eastern invader: Miami</text>" in drawn
        assert "Southern invader: Iowa" not in drawn


def test_a_move_that_found_no_room_takes_nothing_from_an_earlier_one() -> None:
    """What found no room is told before the moves that are made, and is not among them."""
    path = ("w3", "w4")
    rules = opened("standard")
    first, second = (
        UnitsMoved(side="western", action=action, moves=(Movement(unit=kind, count=1, path=path),))
        for action, kind in _MOVEMENTS
    )
    undone = MoveUndone(side="western", unit="mobile-unit", count=1, path=path)
    told = happened(rules.narrator, rules.start, (first, undone, second), USUAL_STYLE)
    assert [(arrow.count, arrow.manner) for arrow in told.arrows] == [(1, "first"), (1, "second")]


def test_an_airlift_is_an_arrow() -> None:
    rules = opened("standard")
    carried: dict[UnitKind, int] = {"infantry": 2, "partisan": 1}
    event = UnitsAirlifted(side="usa", area="denver", to="chicago", units=FrozenMap(carried))
    [arrow] = happened(rules.narrator, rules.start, (event,), USUAL_STYLE).arrows
    assert (arrow.count, arrow.manner, arrow.flies) == (3, "airlift", True)
    assert arrow.words == "The USA, airlift: 2 infantry and a partisan, Denver to Chicago"
    assert ">Airlift<" in rules.picture(rules.start, (event,))


def test_battles_of_other_openings_and_without_fire() -> None:
    rules = opened(start("portland usa infantry 1; w2 western infantry 1"))
    area = "portland"
    fired = UnitsFired(
        label="turn-1/x", area=area, side="usa", role="defender", unit="infantry",
        unit_class="foot", die=6, values=(6,), column=2, hits=1, ones=0,
    )  # fmt: skip
    by_usa = fired.model_copy(update={"role": "attacker"})
    ended = BattleEnded(area=area, attacker="western", outcome="held")
    for events, attacker, outcome in (
        ((fired,), "western", "goes-on"),
        ((by_usa,), "usa", "goes-on"),
        ((fired, ended), "western", "held"),
        ((ended.model_copy(update={"outcome": "emptied"}),), "western", "called-off"),
        ((ended.model_copy(update={"attacker": "usa", "outcome": "won"}),), "usa", "won"),
    ):
        [(where, fight)] = happened(rules.narrator, rules.start, events, USUAL_STYLE).fights
        assert (where, fight.attacker, fight.outcome) == (area, attacker, outcome)


def test_lasers_are_drawn_as_they_fired() -> None:
    rules = opened(start("denver usa infantry 1; w2 western infantry 1", lasers=["denver"]))
    shot = LaserFired(
        label="turn-1/usa/laser/denver", laser="denver", at="eastern-idaho", side="western",
        unit="infantry", value=3, hit=False,
    )  # fmt: skip
    drawn = rules.picture(rules.start, (shot, shot.model_copy(update={"hit": True})))
    assert "Laser in Denver at Eastern Idaho: miss" in drawn
    assert "Laser in Denver at Eastern Idaho: hit" in drawn


def test_the_last_round_shows_points() -> None:
    rules = opened(start("w1 western bomber 1; e1 eastern infantry 1", side="eastern",
                         control={"portland": "western"}, last_round=True))  # fmt: skip
    assert "The last round; points now: W 10, S 0, E 0" in rules.picture(rules.start, ())
    done = play(rules, {"eastern": {}}, {})
    assert ">Points: W 10, S 0, E 0<" in rules.picture(done.state, ())


def test_supply_is_drawn_on_demand() -> None:
    rules = opened(
        start(
            "eastern-oregon western infantry 1; denver western infantry 1",
            control={"portland": "western"},
        )
    )
    found = supply_of(rules.book, rules.start, "western")
    assert found.ways == (("eastern-oregon", "portland"), ("portland", "w2"))
    assert found.cut_off == ("denver",)
    drawn = rules.picture(rules.start, (), Style(supply=("western", "usa")))
    assert 'id="supply-western"' in drawn
    assert 'id="supply-usa"' not in drawn
    assert 'id="counter-denver-western-infantry-cut-off"' in drawn
    assert "supply-" not in rules.picture(rules.start, ())


def test_names_are_short_on_a_phone() -> None:
    rules = opened("standard")
    phone = rules.picture(rules.start, (), Style(layout="phone"))
    assert "NW" in phone
    assert "Lower" in phone
    assert "Northwest</" not in phone


def test_two_battles_for_an_area_are_both_told() -> None:
    rules = opened(start("portland usa infantry 1; w2 western infantry 1", side="western"))
    attackers = FrozenMap({"w2": rules.start.units_in("w2", "western")})
    defenders = rules.start.units_in("portland", "usa")
    begun = BattleBegun(area="portland", attacker="western", defender="usa", attackers=attackers,
                        defenders=defenders)  # fmt: skip
    held = BattleEnded(area="portland", attacker="western", outcome="held")
    called_off = BattleCalledOff(
        area="portland", attacker="southern", defender="usa", guard="units", wanted="2", found="1",
        out=FrozenMap(), bombers=0,
    )  # fmt: skip
    off = held.model_copy(update={"attacker": "southern", "outcome": "called-off"})
    events = (begun, held, called_off, off)
    fights = happened(rules.narrator, rules.start, events, USUAL_STYLE).fights
    assert [(fight.attacker, fight.outcome) for _, fight in fights] == [
        ("western", "held"), ("southern", "called-off"),
    ]  # fmt: skip
    drawn = rules.picture(rules.start, events)
    assert "Area held: Western invader against United States, losses 0 and 0</title>" in drawn
    assert "Not fought: Southern invader against United States, losses 0 and 0" in drawn


def test_invaders_who_play_together_are_named_together() -> None:
    position = start("w2 western infantry 1; portland usa infantry 1")
    rules = opened(position, invader_turns="simultaneous")
    assert "Turn 1: Invaders to play" in rules.picture(rules.start, ())
