"""What a game need not say: defaults of the base classes, and capabilities that it may lack."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adjudicator import registry
from adjudicator.audit import log
from adjudicator.audit.automatic import BUILT_IN, DEFAULT, Automatic
from adjudicator.audit.opening import first_match
from adjudicator.core import capabilities
from adjudicator.core.capabilities import Hidden, Plays, Projects, player_of
from adjudicator.core.game import Game, Rules, Scenario
from adjudicator.core.problem import Refused
from adjudicator.core.questions import first_ranked
from adjudicator.documents.offers import rules_of
from tests.cli.calls import call
from tests.core.toy import (
    TOY,
    Lose,
    LoseFirst,
    Toy,
    ToyGame,
    ToyOptions,
    ToyRules,
    ToyStart,
    toy_scenario,
)
from tests.registered import registered

MUST = {
    "check_static", "check_state", "ended", "evolve", "next_step", "picture", "report", "standings",
}  # fmt: skip
BARE: Any = type(
    "Bare", (Rules,), {name: vars(ToyRules)[name] for name in (*MUST, "__init__", "seats")}
)
"""The toy with what is abstract and nothing else."""


class BareGame(ToyGame):
    """The toy without a built-in player."""

    def open(self, scenario: Scenario, map_files: Any) -> Any:
        rules = super().open(scenario, map_files)
        made = BARE.__new__(BARE)
        made.__dict__.update(vars(rules))
        return made


GAME = BareGame()


@pytest.fixture
def match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A match of the bare game."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "GAMES", registered(GAME))
    Path("duel.json").write_text(json.dumps(toy_scenario().to_json()))
    made = call("new", "toy", "m", "--scenario", "duel.json")
    assert made.exit_code == 0, made.output
    return Path("m")


def test_what_every_game_must_say_is_at_most_nine_methods() -> None:
    assert Rules.__abstractmethods__ == MUST
    assert Game.__abstractmethods__ == {"open"}
    assert Hidden.__abstractmethods__ == {*MUST, "view", "redact"}
    for name in MUST:
        said = {one: vars(ToyRules)[one] for one in MUST - {name}}
        with pytest.raises(TypeError, match=name):
            type("Lacking", (Rules,), said)()


def test_all_else_has_a_default() -> None:
    rules: Rules[Toy] = GAME.open(toy_scenario(ask=["losses"]), {})
    state = rules.start
    assert rules.view(state, "red") is state
    assert not rules.is_hidden
    assert rules.always_ask == ("losses",)
    for told in (
        rules.check_standing("red", LoseFirst(standing="losses", first=())),
        rules.trials(state, ()),
        rules.draft(state, "red", "march"),
        rules.order_examples(state, "red", "march"),
        rules.standing_defaults("red"),
        rules.standing_examples(state, "red"),
        GAME.check_files({}),
    ):
        assert not list(told)


def test_the_last_seat_that_has_not_conceded_wins() -> None:
    """And nobody does where all have."""
    told: list[tuple[str | None, str]] = []

    class Told(ToyRules):
        def ended(self, state: Toy, winner: str | None, reason: Any) -> Any:
            told.append((winner, reason))
            return ()

        def conceded(self, state: Toy) -> Any:
            return Rules.conceded(self, state)

    rules = Told(TOY, ToyStart(), ToyOptions())
    for seats in ((), ("red",), ("blue", "red")):
        rules.conceded(rules.start.model_copy(update={"conceded": seats}))
    rules.draw_agreed(rules.start)
    assert told == [("blue", "conceded"), (None, "draw"), (None, "draw")]


def test_capabilities_are_asked_for_by_their_name() -> None:
    toy = TOY.open(toy_scenario(), {})
    bare = GAME.open(toy_scenario(), {})
    assert isinstance(toy, Plays)
    assert not isinstance(toy, Projects)
    assert not isinstance(bare, Plays)
    for name in ("LooksAhead", "NamesQuestions", "Plays", "Projects", "TellsTopics"):
        assert not isinstance(bare, getattr(capabilities, name))
    assert player_of(toy) is toy
    with pytest.raises(Refused, match="no built-in player"):
        player_of(bare)


@pytest.mark.parametrize(
    "words",
    [
        ("template", "m", "red", "--play"),
        ("adjudicate", "m", "--play", "all"),
        ("new", "toy", "n", "--scenario", "duel.json", "--play", "red"),
    ],
    ids=lambda words: words[0],
)
def test_nobody_is_asked_to_play_for_a_seat(match: Path, words: tuple[str, ...]) -> None:
    told = call(*words)
    assert told.exit_code == 1
    assert "no-built-in-player: there is no built-in player of Toy" in told.stderr
    assert not Path("n/log.jsonl").exists()


def test_all_else_works_without_a_built_in_player(match: Path) -> None:
    for seat in ("blue", "red"):
        assert call("template", "m", seat, "--out", f"{seat}.json").exit_code == 0
        sheet = json.loads(Path(f"{seat}.json").read_bytes())
        bid = [{"order": "bid", "gold": len(seat)}]
        Path(f"{seat}.json").write_text(json.dumps({**sheet, "orders": {"bids": bid}}))
        assert call("check", "m", f"{seat}.json").exit_code == 0
    for words in (("adjudicate", "m", "blue.json", "red.json"), ("verify", "m"), ("luck", "m")):
        done = call(*words)
        assert done.exit_code == 0, done.output


def test_an_automatic_sheet_of_such_a_game_is_its_template(match: Path) -> None:
    read = log.parse_log((match / "log.jsonl").read_bytes())
    rules = rules_of(read.genesis, {GAME.name: GAME})
    saved = first_match(rules, read.genesis, read.lines[0].head)
    automatic = Automatic(rules, saved, None)
    assert automatic.writers == (DEFAULT,)
    assert automatic.sheet("red", DEFAULT)["orders"] == {"bids": []}
    with pytest.raises(Refused):
        automatic.sheet("red", BUILT_IN)


def test_a_standing_order_that_is_a_list_takes_the_first_that_is_there() -> None:
    answers = {kind: Lose(order="lose", unit=kind) for kind in ("soldier", "champion")}

    def ranked(*lists: tuple[str, ...]) -> Any:
        standing = [LoseFirst(standing="losses", first=first) for first in lists]
        found = first_ranked(standing, LoseFirst, answers)
        return None if found is None else found.unit

    assert ranked(("champion", "soldier")) == "champion"
    assert ranked(("dragon", "soldier"), ("champion",)) == "soldier"
    assert ranked((), ("champion",)) == "champion"
    assert ranked(("dragon",)) is None
