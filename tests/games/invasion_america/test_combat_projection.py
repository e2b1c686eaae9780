"""What `check`, `odds` and `luck` tell of combat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import pytest

from adjudicator.core.game import StandingOrder, SubmittedOrders
from adjudicator.core.problem import Refused
from adjudicator.core.report import Line, Paragraph
from adjudicator.core.trials import Trial
from adjudicator.games.invasion_america import InvasionAmericaRules
from adjudicator.games.invasion_america.combat_orders import StandingExchange
from adjudicator.odds.result import Odds, Question
from tests.games.invasion_america.playing import GAME, MAP_FILES, checked, opened, play, units

FRONT = (
    "esc armour s2624; esc 2 infantry s2725; esc cas s2622; us 2 infantry s2625; us lrb s2629; "
    "esc mechanised s2630; esc amphibious s2233 [infantry 2]; us infantry s2333; esc supply s2230"
)
ASSAULT = {"order": "sail", "units": ["esc-amphibious-01"], "to": "s2333"}
ON_BOMBERS = {"order": "attack", "units": ["esc-mechanised-01"], "hexes": ["s2629"]}
WITH_AIR = {
    "order": "attack", "units": ["esc-armour-01", "esc-infantry-01", "esc-cas-01"],
    "hexes": ["s2625"],
}  # fmt: skip


def front() -> InvasionAmericaRules:
    """Returns rules at the beginning of the E.S.C.'s player-turn."""
    return opened({"side": "esc", "units": units(FRONT)}, garrison=False)


def told(seat: str, *attacks: Any, naval: Sequence[Any] = (ASSAULT,)) -> dict[str, list[str]]:
    """Returns what `check` tells of a sheet behind the first die, by heading."""
    rules = front()
    found = checked(rules, "aggressors", {"naval": [*naval], "combat": [*attacks]})
    assert not found.problems
    paragraphs = rules.projection(found.state, seat, found.submitted)
    return {one.heading: list(lines_of(one)) for one in paragraphs}


def lines_of(paragraph: Paragraph) -> Iterator[str]:
    """Yields all lines of a paragraph."""

    def inside(line: Line) -> Iterator[str]:
        yield line.text
        for below in line.lines:
            yield from inside(below)

    for line in paragraph.lines:
        yield from inside(line)


def test_attacks_with_their_odds() -> None:
    found = told("aggressors", ON_BOMBERS, WITH_AIR | {"if_won": ["s2629"]})
    lines = found["Attacks ahead"]
    assert lines[0] == (
        "1. s2629 (Dallas): esc-mechanised-01 (5, untried) against us-lrb-01 (8, untried): "
        "5 to 4, 1 to 1."
    )
    assert lines[1] == "Halved: us-lrb-01."
    assert lines[2].startswith("Over all unknown strengths: 1 to 2 in ")
    assert lines[4].startswith("2. s2625: esc-armour-01 (8, untried), ")
    assert lines[4].endswith("15 to 6, 2 to 1.")
    assert lines[-1] == "Made only if no enemy is left in s2629 (Dallas)."


def test_assaults_that_nobody_ordered() -> None:
    (line, *_) = told("aggressors")["Assaults that must be made"]
    assert line.startswith("s2333 is assaulted after all other attacks: esc-amphibious-01 (12), ")
    ordered = {"order": "attack", "units": ["esc-amphibious-01"], "hexes": ["s2333"]}
    assert "Assaults that must be made" not in told("aggressors", ordered)


def test_air_superiority_that_hangs_on_an_attack() -> None:
    found = told("aggressors", ON_BOMBERS, WITH_AIR)
    assert found["Air superiority"] == ["2. s2625: only after us-lrb-01 was attacked."]


def test_conditions() -> None:
    lines = told(
        "aggressors", ON_BOMBERS | {"at_least": "1-3"}, WITH_AIR | {"unless_won": ["s2629"]}
    )["Attacks ahead"]
    assert "Made only at 1 to 3 or better, when its turn comes." in lines
    assert lines[-1] == "Made only if enemies are left in s2629 (Dallas)."


def test_others_are_told_nothing() -> None:
    assert not told("us", ON_BOMBERS)


def test_an_attack_that_another_prevents() -> None:
    """What cannot be made as things stand is told with the reason."""
    rules = front()
    found = checked(rules, "aggressors", {"combat": [ON_BOMBERS]})
    attack = GAME.topics["combat"][0].model_validate(
        {"order": "attack", "units": ("esc-armour-01",), "hexes": ("s2629",)}
    )
    said = SubmittedOrders({"combat": [attack]}, tuple[StandingOrder, ...]())
    paragraphs = rules.projection(found.state, "aggressors", said)
    lines = [line for one in paragraphs for line in lines_of(one)]
    assert any(
        line.startswith("1. s2629 (Dallas): it cannot be made as things stand: ") for line in lines
    )


def test_chances_in_words() -> None:
    assert opened("scenario-five").narrator.chance(Fraction(0)) == "0 percent"
    assert opened("scenario-five").narrator.chance(Fraction(1, 1000)) == "less than 1 percent"
    assert opened("scenario-five").narrator.chance(Fraction(1, 6)) == "17 percent"
    assert opened("scenario-five").narrator.chance(Fraction(999, 1000)) == "99 percent"
    assert opened("scenario-five").narrator.chance(Fraction(1)) == "100 percent"


# -- odds ------------------------------------------------------------------------------------------


def asked(*forces: str, **options: Any) -> Odds:
    """Returns what `odds` tells."""
    return GAME.odds(Question(forces, map_files=lambda: MAP_FILES, **options))


def test_odds_of_two_strengths() -> None:
    found = asked("26", "9")
    assert found.notes == ("26 to 9, rounded off in favour of the defender: 2 to 1.",)
    assert {one.name[:2]: one.value for one in found.outcomes} == {
        "De": Fraction(1, 6), "Dx": Fraction(1, 6), "D2": Fraction(1, 6), "D1": Fraction(1, 3),
        "Ax": Fraction(1, 6),
    }  # fmt: skip
    assert sum(one.value for one in found.outcomes) == 1


@pytest.mark.parametrize(
    ("place", "odds"),
    [
        ("broken", "1 to 2"), ("clear", "2 to 1"), ("forest", "1 to 1"), ("river", "1 to 1"),
        ("great-river", "1 to 2"), ("3-2", "1 to 1"), ("6-3", "1 to 2"), ("air", "2 to 1"),
    ],
)  # fmt: skip
def test_odds_in_a_place(place: str, odds: str) -> None:
    assert asked("26", "9", place=place).notes[-1].endswith(f": {odds}.")


def test_odds_of_the_whole_table() -> None:
    found = asked(roll=True)
    assert sum(one.value for one in found.outcomes) == 10
    one = asked("26", "9", place="broken", roll=True)
    assert one.outcomes[0].name == "1 to 2: D1 (defender retreats 1 hex)"


@pytest.mark.parametrize(
    ("forces", "options", "code"),
    [
        (("26",), {}, "odds-not-understood"),
        (("26", "x"), {}, "odds-not-understood"),
        ((), {}, "odds-not-understood"),
        (("26", "9"), {"place": "moon"}, "odds-not-understood"),
        (("26", "9"), {"dice": 2}, "odds-option"),
    ],
)
def test_questions_that_are_not_understood(
    forces: tuple[str, ...], options: Any, code: str
) -> None:
    with pytest.raises(Refused) as refused:
        asked(*forces, **options)
    assert [problem.code for problem in refused.value.problems] == [code]


# -- luck ------------------------------------------------------------------------------------------


def test_trials() -> None:
    """The die for both sides; each reveal, with the chances of its urn at that moment."""
    rules = opened(
        {"side": "esc", "units": units("esc 2 lrb s2622; us 2 infantry s2625")}, garrison=False
    )
    attack = {
        "order": "attack", "units": ["esc-lrb-01", "esc-lrb-02"], "hexes": ["s2625"],
    }  # fmt: skip
    label = "turn-1/esc/combat/attack-1"
    dice = {
        f"{label}/reveal/esc-lrb-01/1": [6], f"{label}/reveal/esc-lrb-02/1": [1],
        f"{label}/reveal/us-infantry-01/1": [1], f"{label}/reveal/us-infantry-02/1": [21],
        f"{label}/die": [1],
    }  # fmt: skip
    done = play(rules, {"aggressors": {"combat": [attack]}}, dice)
    found = list(rules.trials(rules.start, done.events))
    assert [(one.label.removeprefix(label), one.side, one.came) for one in found] == [
        ("/reveal/esc-lrb-01/1", "esc", (7,)), ("/reveal/esc-lrb-02/1", "esc", (5,)),
        ("/reveal/us-infantry-01/1", "us", (2,)), ("/reveal/us-infantry-02/1", "us", (4,)),
        ("/die", "esc", (1,)), ("/die", "us", (1,)),
    ]  # fmt: skip
    first, second = found[:2]
    assert (first.chances, second.chances) == (((5, 1), (7, 1)), ((5, 3), (7, 2)))
    die: Trial = found[4]
    assert (die.role, die.wants, die.kind) == ("attacking", "fewer", "1 to 1")
    assert found[5].wants == "more"


def test_who_is_lost_in_an_exchange() -> None:
    """Those named go first, those that are to advance last among equals. (13.42, ruling 122)"""
    advance = [{"units": ["esc-infantry-02"], "to": "target"}]
    both = WITH_AIR | {"units": ["esc-armour-01", "esc-infantry-01", "esc-infantry-02"]}
    lines = told("aggressors", both | {"advance": advance})["Attacks ahead"]
    assert "Among units that cost as much esc-infantry-02 goes last in an exchange." in lines
    lines = told("aggressors", both | {"advance": advance, "lose": ["esc-infantry-01"]})[
        "Attacks ahead"
    ]
    assert "In an exchange esc-infantry-01 goes first." in lines


def test_the_example_of_an_exchange_names_a_twin() -> None:
    rules = front()
    for seat, twin in (("aggressors", "esc-infantry-02"), ("us", "us-infantry-02")):
        examples = rules.standing_examples(rules.start, seat)
        (exchange,) = [one for one in examples if isinstance(one, StandingExchange)]
        assert exchange.lose == (twin,)
        assert not any(problem for one in examples for problem in rules.check_standing(seat, one))
