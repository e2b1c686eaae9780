"""Whole matches to their end: by chance straight through the rules, and by mail.

The seed of a match that fails stands in its name; `python -m pytest --matches 1000` plays more, and
all of them from the set-up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, get_args

import pytest

from adjudicator.core.game import Event
from adjudicator.core.values import canonical
from adjudicator.games.stratix import StratixRules
from adjudicator.games.stratix import events as e
from adjudicator.games.stratix.board import ARMIES
from adjudicator.games.stratix.options import Question
from adjudicator.games.stratix.rules.generate import moves
from adjudicator.games.stratix.rules.places import position_of
from adjudicator.games.stratix.ruleset import COUNTS
from adjudicator.games.stratix.state import State
from tests.games.chance import Chance
from tests.games.stratix import slow
from tests.games.stratix.chance import RandomTable
from tests.games.stratix.matches import plain, played
from tests.games.stratix.playing import FOUR, GAME, MAP_FILES, THREE, TWO, scenario
from tests.games.stratix.positions import named, set_positions, slow_of

SCENARIOS = {"two": TWO, "three": THREE, "four": FOUR}
A_MATCH = 12
"""A match by chance is as long as so many of other games: of the number that `--matches` says, one
in so many is played, but each number of armies once."""
A_MATCH_BY_MAIL = 20
FEW_CARDS = 10
LONGEST = 400
"""Rounds; of 60 matches of the built-in player the longest took 131."""
A_FEW, SOME = 7, 40
"""Steps after which costly checks are made again, and more costly ones."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Numbers the random matches; the number is the seed."""
    matches = metafunc.config.getoption("matches")
    for name, each in (("seed", A_MATCH), ("number", A_MATCH_BY_MAIL)):
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, range(max(len(SCENARIOS), matches // each)))


def _is_long(request: pytest.FixtureRequest) -> bool:
    """Whether matches begin with the set-up, as more are asked for than usual."""
    return bool(request.config.getoption("matches") > 100)


def _middle(name: str, cards: int, **options: Any) -> StratixRules:
    """Returns the rules of a match that begins with all in action and few cards left."""
    position = set_positions()[f"middle-{name}"].position
    pieces: dict[str, dict[str, str]] = {side: {} for side in SCENARIOS[name]}
    for square, (side, kind) in position.pieces.items():
        pieces[side][square] = kind
    given = {"pieces": pieces, "cards": cards}
    return GAME.open(scenario(given, SCENARIOS[name], **options), MAP_FILES)


# -- by chance ------------------------------------------------------------------------------------


def _next(rules: StratixRules, state: State) -> tuple[Any, ...] | None:
    """Returns what is known of the next step but for what it does."""
    step = rules.next_step(state)
    if step is None:
        return None
    return step.label, step.turn, step.seats, step.topics, step.asks_all, step.without_default


def _check_views(rules: StratixRules, state: State) -> None:
    """Whoever sees less of the state finds nothing broken either, and the same step next."""
    for seat in (*rules.seats, None):
        view = rules.view(state, seat)
        assert not list(rules.check_state(view)), (seat, view)
        assert _next(rules, view) == _next(rules, state), seat


def _check_state(rules: StratixRules, state: State) -> None:
    """Nothing is broken, and no piece is missing."""
    assert not list(rules.check_state(state)), state
    for side in state.order:
        standing = sum(piece.side == side for piece in state.pieces.values())
        assert standing + sum(state.captured[side].values()) == sum(COUNTS.values()), side


def _check_moves(rules: StratixRules, state: State) -> None:
    """Both generators know the same moves, and the state is what its file says."""
    position, plainly = position_of(rules.book, state), slow.shipped()
    for army in position.alive:
        found = {named(move) for move in moves(rules.book.geometry, position, army)}
        assert found == plainly.moves(slow_of(position), ARMIES[army]), army
    assert State.model_validate_json(canonical(state.to_json())) == state


def _random_match(rules: StratixRules, seed: str) -> tuple[State, list[Event]]:
    choose, state, events, steps = Chance(seed), rules.start, list[Event](), 0
    while (step := rules.next_step(state)) is not None:
        table = RandomTable(rules, state, choose)
        step.run(table)
        assert table.state != state, step.label
        state, steps = table.state, steps + 1
        events += table.events
        _check_state(rules, state)
        if steps % A_FEW == 0:
            _check_views(rules, state)
        if steps % SOME == 0 and state.result is None:
            _check_moves(rules, state)
    return state, events


def _counted(events: Sequence[Event]) -> Counter[str]:
    return Counter(type(event).__name__ for event in events)


def test_a_random_match_ends_with_all_invariants_kept(
    seed: int, request: pytest.FixtureRequest
) -> None:
    """It ends with one army, or where nothing happens any more; every card was turned once."""
    name, is_long = [*SCENARIOS][seed % len(SCENARIOS)], _is_long(request)
    rules = plain(name) if is_long else _middle(name, FEW_CARDS)
    state, events = _random_match(rules, f"match-{seed}")
    assert state.result is not None
    counts = _counted(events)
    if state.result.reason == "last-army":
        assert state.order == (state.result.winner,)
        assert {piece.side for piece in state.pieces.values()} == {state.result.winner}
    else:
        assert state.result.reason == "dead-end"
        assert len(state.order) > 1
        assert state.quiet >= 20 * len(state.order) - 1
    assert counts["FinalAssaultBegun"] == state.assault
    if state.assault:
        drawn = counts["CardDrawn"] + counts["CardDiscardedUnread"]
        assert drawn == (36 if is_long else FEW_CARDS) + counts["CardReturnedToBottom"]
        kept = [event for event in events if isinstance(event, e.CardKept)]
        used = counts["CardPlayed"] + counts["CardDiscarded"]
        assert used <= len(kept), "those of armies that fell leave the match unseen"
    folded = rules.start
    for event in events:
        folded = rules.evolve(folded, event)
    assert folded == state


@pytest.mark.parametrize("which", range(2))
def test_a_random_match_keeps_to_its_options(which: int) -> None:
    """Where breaches are refused nobody is caught; an ICBM that strikes is gone."""
    rules = _middle("two", FEW_CARDS, catch="strict", icbm_expended=True)
    state, events = _random_match(rules, f"options-{which}")
    assert state.result is not None
    lost = Counter(event.reason for event in events if isinstance(event, e.PieceLost))
    assert not {"caught", "duty"} & {*lost}
    assert lost["strike"]


# -- by mail --------------------------------------------------------------------------------------


def test_a_match_by_mail_ends(number: int, request: pytest.FixtureRequest) -> None:
    """Played by the built-in player and by chance: each sheet of the player passes the check."""
    name = [*SCENARIOS][number % len(SCENARIOS)]
    rules = plain(name) if _is_long(request) else _middle(name, 4)
    seats = rules.seats
    by_chance = frozenset(seats[: number // len(SCENARIOS) % len(seats)])
    match = played(rules, f"mail-{number}", LONGEST, by_chance)
    result = match.state.result
    assert result is not None
    if by_chance and result.reason == "last-army":
        assert result.winner not in by_chance


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("two", {"catch": "strict"}),
        ("three", {"catch": "strict", "icbm_expended": True}),
        ("two", {"ask": list(get_args(Question))}),
    ],
    ids=str,
)
def test_the_built_in_player_knows_the_options(name: str, options: Mapping[str, Any]) -> None:
    match = played(_middle(name, 8, **options), "options", 8)
    assert match.state.turn > 8 or match.state.result is not None
    kinds = _counted(match.events)
    assert kinds["CardDrawn"] > 0
    assert not any(
        isinstance(event, e.PieceLost) and event.reason in ("caught", "duty")
        for event in match.events
    )


def test_the_built_in_player_beats_chance() -> None:
    match = played(_middle("two", 4), "chance", LONGEST, frozenset({"north-east"}))
    assert match.state.result is not None
    assert match.state.result.winner == "south-west"
