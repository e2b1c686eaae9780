"""What `check` tells of a turn behind the first dice: exact chances, and what depends on them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from adjudicator.core.game import SubmittedOrders
from adjudicator.core.report import Line
from adjudicator.core.values import canonical
from adjudicator.games.galactic_conquest import GalacticConquestRules
from adjudicator.games.galactic_conquest.orders import Invade
from adjudicator.games.galactic_conquest.rules import projected as following
from adjudicator.games.galactic_conquest.rules.chances import battles_of, chance_to_capture
from adjudicator.games.galactic_conquest.rules.projected import projected
from adjudicator.games.galactic_conquest.state import Held
from adjudicator.odds.battles import EXACT, chain
from tests.games.galactic_conquest.playing import checked, invade, opened, place, planets

START = "aldine amber 6; estmark amber 1; beryl azure 2; crown neutral 2; fenmoor azure 1"


def read(**parts: Any) -> Invade:
    return Invade.model_validate({"order": "invade", **parts})


def followed(*orders: Invade, **troops: int) -> following.Projected:
    """Follows orders; planets with a name in capitals are the enemy's."""
    owners = {name.lower(): "b" if name.isupper() else "a" for name in troops}
    counts = {name.lower(): count for name, count in troops.items()}
    found = projected(orders, owners, counts, seat="a")
    assert found is not None
    return found


def told(
    rules: GalacticConquestRules, orders: Any, seat: str = "amber", problems: Sequence[str] = ()
) -> dict[str, list[str]]:
    dry = checked(rules, seat, orders)
    assert [problem.code for problem in dry.problems] == [*problems]
    view = rules.view(dry.stops[-1], seat)
    return {part.heading: texts(part.lines) for part in rules.projection(view, seat, dry.submitted)}


def texts(lines: Sequence[Line]) -> list[str]:
    return [text for line in lines for text in (line.text, *texts(line.lines))]


def test_one_invasion_is_what_the_tables_say() -> None:
    order = read(**{"from": "x", "to": "y"}, until={"captured": True}, move="all")
    found = followed(order, x=8, Y=5)
    (one,) = found.outcomes
    assert one.tried == 1
    assert one.captured == chance_to_capture(8, 5) == found.chance_of("y")
    assert sum(chance for _, chance in one.left) == one.captured
    assert found.none_captured == 1 - one.captured
    assert found.chance_of("x") == 1


@pytest.mark.parametrize("move", ["all", 4, None])
@pytest.mark.parametrize("until", [{"captured": True}, {"own": 4}, {"chance": "1/2"}, None])
def test_chains_agree_with_the_chains_of_the_odds(move: Any, until: Any) -> None:
    """The same chain, followed another way, has the same chances."""
    last = read(**{"from": "z", "to": "w"}, until={"captured": True}, move="all")
    middle = read(**{"from": "y", "to": "z"}, until=until, move=move, then=(last,))
    order = read(**{"from": "x", "to": "y"}, until=until, move=move, then=(middle,))
    found = followed(order, x=12, Y=4, Z=2, W=1)
    other = chain(11, list(battles_of(order, {"y": 4, "z": 2, "w": 1})), EXACT)
    all_captured = sum(w for (_, _, left), w in other.weights.items() if not left)
    (first,) = found.outcomes
    (second,) = first.then
    (third,) = second.then
    assert third.captured == Fraction(all_captured, other.total)
    # Move-in alone decides whether the next attack is possible at all.
    assert third.tried <= second.captured
    assert second.tried <= first.captured


def test_else_then_and_orders_that_share_planets() -> None:
    """One roll of 3 against 2; whoever is beaten back tries once more from elsewhere."""
    again = read(**{"from": "v", "to": "y"}, until={"captured": True})
    order = read(**{"from": "x", "to": "y"}, **{"else": (again,)})
    found = followed(order, x=4, Y=2, v=2)
    (one,) = found.outcomes
    (second,) = one.else_
    assert one.captured == Fraction(2890, 7776)
    assert second.tried == 1 - one.captured
    # Two left: 1 v 2 must kill twice; one left: 1 v 1 once.
    one_left = Fraction(2611, 7776) * Fraction(15, 36)
    two_left = Fraction(2275, 7776) * Fraction(55, 216) * Fraction(15, 36)
    assert second.captured == one_left + two_left
    assert found.chance_of("y") == one.captured + second.captured
    # The same as two orders one after another.
    plain = read(**{"from": "x", "to": "y"})
    apart = followed(plain, again, x=4, Y=2, v=2)
    assert apart.chance_of("y") == found.chance_of("y")
    assert apart.outcomes[1].tried == second.tried


def test_losses_on_average() -> None:
    (one,) = followed(read(**{"from": "x", "to": "y"}), x=4, Y=2).outcomes
    assert one.own_lost == Fraction(2611 + 2 * 2275, 7776)
    assert one.enemy_lost == Fraction(2611 + 2 * 2890, 7776)


def test_what_cannot_be_tried() -> None:
    (one,) = followed(read(**{"from": "x", "to": "y"}), x=1, Y=2).outcomes
    nothing = Fraction(0)
    assert one[1:] == (nothing, nothing, nothing, nothing, (), (), ())


def test_a_sheet_told() -> None:
    rules = opened(planets(START))
    orders = {
        "place": [place(3, "aldine")],
        "invade": [
            invade("aldine", "beryl", until={"captured": True}, move="all",
                      else_=[invade("estmark", "beryl")]),
        ],
        "fortify": [{"order": "fortify", "from": "beryl", "to": "aldine", "count": 1}],
    }  # fmt: skip
    found = told(rules, orders, problems=["too-few-troops"])
    captured = chance_to_capture(9, 2)
    shown = rules.narrator.chance(captured)
    first, second, supposed = found["Invasions ahead"]
    assert first.startswith(
        f"1st order, Beryl (Azure, 2 troops) from Aldine (9 troops): captured {shown}; you lose "
    )
    assert " Left on both then: 9 (" in first
    assert (
        second == "If not captured, Beryl (Azure, 2 troops) from Estmark (1 troop): not possible."
    )
    assert supposed == (
        "These are the chances in the present position, if seats defend with 2 troops where they "
        "can."
    )
    assert found["What depends on them"] == [
        f"The move from Beryl to Aldine: only if Beryl is yours, {shown}; at most what is on "
        "Beryl by then, but one.",
        f"A card for a captured planet: {shown}.",
    ]


def _hand(count: int) -> tuple[Held, ...]:
    return tuple(Held(deck=0, position=position) for position in range(count))


def test_a_chain_in_one_column_and_a_seat_that_may_fall() -> None:
    rules = opened(planets(START))
    dealt = rules.start
    three = invade("crown", "fenmoor")
    then = [invade("beryl", "crown", move="all", then=[three])]
    order = invade("aldine", "beryl", until={"captured": True}, move="all", then=then)
    read_orders = Invade.model_validate_json(canonical(order))
    state = dealt.model_copy(
        update={
            "phase": "invade",
            "hands": dealt.hands | {"azure": _hand(3), "amber": _hand(2)},
        }
    )
    said = SubmittedOrders({"invade": (read_orders,)}, ())
    (ahead, depending) = rules.projection(state, "amber", said)
    assert [line.text.split(":")[0] for line in ahead.lines[0].lines] == [
        "If captured, Crown (the neutral army, 2 troops) from Beryl",
        "If captured, Fenmoor (Azure, 1 troop) from Crown",
    ]
    assert all(not line.lines for line in ahead.lines[0].lines)
    assert ahead.lines[-1].text == (
        "If Azure loses all its planets, you get its 3 cards, and turn in sets at once; their "
        "troops are not counted here."
    )
    assert depending.heading == "What depends on them"
    assert rules.projection(state, "azure", said)[0].heading == "Weak borders"


def test_weak_borders() -> None:
    """Beryl lies beside Aldine."""
    rules = opened(planets("aldine amber 1; beryl azure 9"))
    chance = chance_to_capture(9, 1)
    shown = rules.narrator.percent(chance)
    (part,) = rules.projection(rules.start, "amber", SubmittedOrders({}, ()))
    assert texts(part.lines) == [
        f"Aldine (1 troop): Azure from Beryl (9) captures it with {shown}."
    ]


def test_what_is_too_large_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "MOST_FOLLOWED", 10)
    rules = opened(planets(START))
    orders = {
        "place": [place(3, "aldine")],
        "invade": [invade("aldine", "beryl", until={"captured": True})],
    }
    found = told(rules, orders)
    assert found["Invasions ahead"][0].startswith(
        "1st order, Beryl (Azure, 2 troops) from Aldine (9 troops): too much can happen to follow ("
    )
    assert "What depends on them" not in found


@pytest.mark.parametrize(
    ("over", "under", "text"),
    [
        (5, 9, "55.6 percent (5/9)"),
        (0, 1, "0 percent"),
        (7, 7, "100 percent"),
        (10**9 - 1, 10**9, "over 99.9 percent"),
        (1, 10**9, "under 0.1 percent"),
    ],
)
def test_chances_in_words(over: int, under: int, text: str) -> None:
    assert opened(planets(START)).narrator.chance(Fraction(over, under)) == text
