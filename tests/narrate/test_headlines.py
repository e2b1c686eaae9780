"""Headlines: of all example matches, and of matches by chance in every game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import pytest

import adjudicator
from adjudicator.core.game import Ask, Event, Rules
from adjudicator.core.table import DiceRolled
from adjudicator.documents.library import map_folder
from adjudicator.documents.scenarios import find_scenario
from adjudicator.narrate.narrator import MAX_HEADLINE
from adjudicator.registry import by_name
from tests.games.chance import Chance, LeanTable, O
from tests.make_match import WHOLE_MATCHES, WholeMatch

T = TypeVar("T")
each = pytest.mark.parametrize("whole", WHOLE_MATCHES, ids=[whole.game for whole in WHOLE_MATCHES])
QUIET = "Nothing changes hands"
FIRST = {
    "fortress-america-1986": "Los Angeles and Portland fall; San Francisco holds; "
    "the western invader loses 3 units",
    "fortress-america-2012": "Los Angeles, Portland and San Francisco fall; "
    "the western invader loses 5 units",
    "galactic-conquest": "Crimson captures Mistral, Drumlin, Pinnacle, Ochre, Lastlight and 6 more",
    "nine-fields": "West takes Fold and Grove",
    "stratix": "What was answered changes nothing on the board",
    "invasion-america": "Washington, Raleigh and Norfolk fall to the P.A.L.; "
    "1 of 1 attack succeeds",
}
"""Of the third opening of each example."""


def check_headline(headline: str, where: str) -> None:
    assert headline, where
    assert len(headline) <= MAX_HEADLINE, where
    assert headline[0].isupper() or headline[0].isdigit(), where
    assert not headline.endswith((";", " ")), where
    assert "{" not in headline, where


@pytest.mark.usefixtures("examples_made_again_once")
@each
def test_headlines_of_whole_matches(whole: WholeMatch) -> None:
    """As everybody reads them, and as each seat does: what it may not know is not in them."""
    log = adjudicator.open_log(whole.path / "log.jsonl")
    texts = []
    for n in range(1, log.last + 1):
        lines = log.report(n=n, pictures=False).text.splitlines()
        at = next(place for place, line in enumerate(lines) if line and not line.strip("=")) + 2
        told = " ".join(lines[at : lines.index("", at)])
        headline = told if told.endswith("P.A.L.") else told.removesuffix(".")
        check_headline(headline, f"{whole.game}, opening {n}")
        assert headline != QUIET, f"{whole.game} has nothing to say of opening {n}"
        texts.append(headline)
    assert len({*texts}) > len(texts) // 2, "they tell openings apart"
    assert texts[2] == FIRST[whole.game]
    page = log.report(n=3, pictures=False).html
    assert f'<p class="headline">{texts[2]}</p>' in page
    start = log.report(n=0, pictures=False).html
    assert 'class="headline"' not in start, "at the start nothing has happened"


def opened(whole: WholeMatch) -> Rules[Any]:
    """Returns the rules of a shipped scenario."""
    game = by_name()[whole.game]
    scenario = find_scenario(game, whole.scenario).scenario
    folder = map_folder(scenario.map)
    return game.open(scenario, {name: (folder / name).read_bytes() for name in game.files})


class Table(LeanTable[Any]):
    """A table that tells its dice, and stops where chance finds no order."""

    def ask(self, question: Ask[O]) -> O:
        """Returns any legal answer, or the usual one."""
        if question.options is None and (usual := question.default_answer()) is not None:
            return usual
        return super().ask(question)

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        """Returns dice."""
        values = super().roll(label, count=count, sides=sides)
        self.events.append(DiceRolled(label=label, sides=sides, values=values))
        return values

    def draw(self, label: str, pile: Sequence[T]) -> T:
        """Returns one of a pile."""
        drawn = super().draw(label, pile)
        value = pile.index(drawn) + 1
        self.events.append(DiceRolled(label=label, sides=len(pile), values=(value,)))
        return drawn

    def next(self, question: Ask[O]) -> O | None:
        """Returns any legal order, or None."""
        return None if question.sample is None else super().next(question)


def by_chance(rules: Rules[Any], seed: str, steps: int) -> Iterator[tuple[Any, Any, Any]]:
    """Yields the position before, the events and the position after of each player-turn."""
    before = state = rules.start
    choose, events, turn = Chance(seed), list[Event](), ""
    for _ in range(steps):
        step = rules.next_step(state)
        if events and (step is None or step.turn != turn):
            yield before, tuple(events), state
            before, events = state, []
        if step is None:
            return
        table = Table(rules, state, choose)
        step.run(table)
        events += table.events
        state, turn = table.state, step.turn


@each
@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in (1, 2))]
)
def test_headlines_of_matches_by_chance(whole: WholeMatch, seed: int) -> None:
    rules, told = opened(whole), list[str]()
    for before, events, after in by_chance(rules, f"headline-{seed}", 150):
        for seat in (None, rules.seats[0]):
            heard = tuple(one for event in events if (one := rules.redact(event, seat)) is not None)
            if not heard:
                continue
            report = rules.report(rules.view(before, seat), heard, rules.view(after, seat))
            check_headline(report.headline, f"{whole.game}: {heard}"[:600])
            told.append(report.headline)
    assert len(told) > 5
    assert told.count(QUIET) <= len(told) // 10, told
