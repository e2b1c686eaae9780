"""Kept cards and looks at the deck of Four Fronts leave no trace in any byte that others get.

The same match is played twice with the same commands; what south-west keeps, which cards it looks
at and how it puts them back, and what north-east draws and keeps, differ in what the others may not
know. See test_galactic_secrecy.py.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from adjudicator.api.texts import render_report
from adjudicator.audit import tfd1
from adjudicator.cli.app import app
from adjudicator.core.game import Event
from adjudicator.games.stratix import StratixRules
from adjudicator.games.stratix.state import State
from adjudicator.matches.referee.new_match import new_match
from tests.cli.mailed import own, tell_all_in_choices
from tests.cli.test_galactic_secrecy import HEX, Desk, leaving
from tests.games.stratix.playing import GAME, THREE, board, deck, move, scenario

SW, NW, NE = THREE
START = board(
    "A: A f9, A g8, I c9, T e4, I d3; B: A e17, A d13, I c16; C: A n17, T m12, I l12, I p17",
    kept=dict.fromkeys(THREE, 1),
)
ARRANGE = "turn-1/south-west/move-1/card-1/arrange"


class Cards(Desk):
    """The referee's desk with a match whose recon deck lies as said."""

    def __init__(self, lying: Sequence[str], patch: pytest.MonkeyPatch) -> None:
        patch.setattr(tfd1, "shuffle", lambda key, label, cards: tuple(deck(*lying)))
        secrets = iter(f"{number:02}" * 32 for number in range(1, 9))
        self.match = new_match(
            Path("m"), GAME, scenario(START, THREE), name="secrecy", mode="external",
            title="Cards", render=render_report, make_secret=lambda: next(secrets),
        )  # fmt: skip
        self.printed = {}

    def look(self, *seats: str) -> None:
        """Looks at all that these seats can look at, and tries what they may not."""
        self.call("status", "m", "--json")
        self.call("report", "m")
        for seat in seats:
            self.call("report", "m", "--seat", seat, "--html")
            self.call("map", "m", "--seat", seat)
            mailed = str(own("m", seat))
            self.call("template", mailed, seat)
            view = json.loads(Path(mailed).read_bytes())
            sheet: dict[str, Any] = {**view["header"], "blind": "b1" * 32, "orders": {}}
            if view["state"]["side"] == seat:
                orders = {"play": [{"order": "play", "card": "r18"}], "move": [move("e17", "f14")]}
                sheet["orders"] = orders
            else:
                sheet["answers"] = {ARRANGE: {"order": "arrange", "cards": ["r12", "r23", "r07"]}}
            Path(f"{seat}-tries.json").write_text(json.dumps(sheet))
            for subject in ("m", mailed):
                self.call("check", subject, f"{seat}-tries.json")
                self.call("check", subject, f"{seat}-tries.json", "--json")


def play(desk: Cards, back: Sequence[str], others: Sequence[str]) -> None:
    """South-west looks at three cards and puts them back; north-east draws the first of them."""
    for seat in THREE:
        desk.send(seat, {})
    desk.look(*others)
    desk.send(SW, {}, orders={"move": [move("f9", "f6")]})
    desk.look(*others)
    desk.send(SW, {}, answers={ARRANGE: {"order": "arrange", "cards": [*back]}})
    desk.look(*others)
    desk.send(NW, {}, orders={"move": [move("e17", "e16")]})
    desk.send(NE, {}, orders={"move": [move("n17", "n14")]})
    desk.send(SW, {}, orders={"move": [move("f6", "f5")]})
    desk.look(*others)


class Hidden:
    """What may differ: the hands, the cards looked at as they lay, and as they were put back."""

    def __init__(self, own: str, lying: Sequence[str], back: Sequence[str]) -> None:
        self.lying = [own, "r13", "r16", "r03", *lying]
        self.back = [*back]


def played(folder: Path, patch: pytest.MonkeyPatch, hidden: Hidden, others: Sequence[str]) -> Cards:
    folder.mkdir()
    patch.chdir(folder)
    patch.setattr(tfd1, "LINKS", 16)
    patch.setattr(tfd1, "make_secret", lambda: "b1" * 32)
    desk = Cards(hidden.lying, patch)
    play(desk, hidden.back, others)
    return desk


PAIRS: dict[str, tuple[Hidden, Hidden, tuple[str, ...]]] = {
    "hands, looks, and what is drawn": (
        Hidden("r01", ("r12", "r15", "r07"), ("r15", "r12", "r07")),
        Hidden("r22", ("r28", "r09", "r14"), ("r09", "r28", "r14")),
        (NW,),
    ),
    "in which order cards went back": (
        Hidden("r01", ("r12", "r15", "r07"), ("r15", "r12", "r07")),
        Hidden("r01", ("r12", "r15", "r07"), ("r15", "r07", "r12")),
        (NW, NE),
    ),
}


def told_apart(
    tmp_path: Path, patch: pytest.MonkeyPatch, name: str, *, looks: bool = True
) -> list[str]:
    """Plays both matches; returns by what the other seats can tell them from one another.

    Args:
        looks: whether they also use every command, and not only get what an opening makes.
    """
    *pair, others = PAIRS[name]
    kept = []
    for number, hidden in enumerate(pair):
        assert isinstance(hidden, Hidden)
        desk = played(tmp_path / str(number), patch, hidden, others if looks else ())
        kept.append({**leaving(tmp_path / str(number)), **desk.printed})
    assert kept[0].keys() == kept[1].keys()
    not_theirs = [f"-{seat}." for seat in THREE if seat not in others]
    return [
        what
        for what, raw in kept[0].items()
        if raw != kept[1][what]
        and HEX.sub(b"#", raw) != HEX.sub(b"#", kept[1][what])
        and not any(part in what and "tries" not in what for part in not_theirs)
        and " adjudicate" not in what
    ]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(one, marks=[pytest.mark.exhaustive] if one.startswith("hands, look") else [])
        for one in PAIRS
    ],
)
def test_what_an_army_may_not_know_changes_no_byte_that_it_gets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    assert told_apart(tmp_path, monkeypatch, name) == []
    views = [
        json.loads(max(tmp_path.glob(f"{i}/m/referee/now/{SW}/state.json")).read_bytes())["state"]
        for i in (0, 1)
    ]
    assert (views[0]["side"], views[0]["turn"]) == (NW, 2), "the match got so far"
    assert len(views[0]["hands"][NE]) == 2, "north-east has drawn a card and keeps it"
    assert views[0] != views[1], "south-west sees what it keeps and arranged"


def _everything(rules: StratixRules, state: State, seat: str | None) -> State:
    return state


def _all_events(rules: StratixRules, event: Event, seat: str | None) -> Event:
    return event


LEAKS: tuple[tuple[str, Callable[..., Any], str], ...] = (
    ("view", _everything, "hands, looks, and what is drawn"),
    ("redact", _all_events, "in which order cards went back"),
)


@pytest.mark.usefixtures("usual_maps")
@pytest.mark.parametrize(("method", "leak", "name"), LEAKS)
def test_a_leak_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str, leak: Callable[..., Any],
    name: str,
) -> None:  # fmt: skip
    monkeypatch.setattr(StratixRules, method, leak)
    assert told_apart(tmp_path, monkeypatch, name, looks=False)


@pytest.mark.usefixtures("usual_maps")
def test_a_leak_in_the_choices_of_a_page_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell_all_in_choices(monkeypatch)
    assert told_apart(tmp_path, monkeypatch, "hands, looks, and what is drawn", looks=False)


def test_who_sees_which_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kept cards are their army's, cards turned up everybody's, and no salt leaves besides."""
    hidden = PAIRS["hands, looks, and what is drawn"][0]
    desk = played(tmp_path / "one", monkeypatch, hidden, ())

    def seen(path: Path) -> list[str]:
        order = json.loads(path.read_bytes())["state"]["decks"][0]["order"]
        return [card["value"] for card in order if card is not None]

    assert seen(Path("m/now/state.json")) == ["r03"]
    assert seen(own("m", NW)) == ["r13", "r03"]
    assert seen(own("m", NE)) == ["r16", "r03", "r15"]
    # What it looked at and others drew since is no longer its to see.
    assert seen(own("m", SW)) == ["r01", "r03", "r12", "r07"]
    state: State = desk.match.open(Path("m"), {GAME.name: GAME}, render_report).position()
    known = b"".join(
        raw for name, raw in leaving(tmp_path / "one").items() if f"-{SW}." not in name
    )
    for position, card in enumerate(state.decks[0].order):
        assert card is not None
        is_hidden = card.value not in ("r03", "r13", "r16", "r15")
        assert (card.salt.encode() in known) is not is_hidden, position
    done = CliRunner().invoke(app, ["verify", "m"])
    assert done.exit_code == 0, done.output
