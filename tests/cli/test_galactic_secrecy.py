"""Hidden hands of Galactic Conquest leave no trace in any byte that another seat gets.

The same match is played twice with the same commands and dice; cards that azure holds, and of those
that it captures, differ in what the others may not know. What they get must be the same, byte for
byte, but for strings of 64 hexadecimal digits (see test_secrecy.py).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from adjudicator.api.texts import render_report
from adjudicator.audit import tfd1
from adjudicator.cli.app import app
from adjudicator.core.game import Event
from adjudicator.games.galactic_conquest import GalacticConquestRules
from adjudicator.games.galactic_conquest.state import State
from adjudicator.matches.referee.new_match import new_match
from tests.cli.mailed import mailed, own, tell_all_in_choices
from tests.games.galactic_conquest.playing import (
    GAME,
    THREE,
    deck,
    invade,
    place,
    planets,
    scenario,
)

HEX = re.compile(rb"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
START = planets(
    "aldine amber 9; umber amber 1; beryl azure 4; driftgate azure 9; tarn crimson 1",
    cards={"amber": 3, "azure": 5, "crimson": 3},
)
AMBER, AZURE, CRIMSON = ["f1", "f2", "b2"], ["f3", "b3", "c3", "f9"], ["b5", "c5"]
FORCED = "turn-1/azure/trade/set-1"
BATTLE = "turn-1/azure/invade-1/battle-1"


def trade(*cards: str) -> dict[str, Any]:
    return {"order": "trade", "cards": list(cards)}


class Desk:
    """The referee's desk: a match in the folder m, and all that was printed, call by call."""

    def __init__(self, hidden: Sequence[str], patch: pytest.MonkeyPatch) -> None:
        own, captured, drawn = hidden
        top = [*AMBER, *AZURE, own, *CRIMSON, captured, drawn]
        patch.setattr(tfd1, "shuffle", lambda key, label, cards: tuple(deck(*top)))
        secrets = iter(f"{number:02}" * 32 for number in range(1, 9))
        self.match = new_match(
            Path("m"), GAME, scenario(START, THREE, ask=["trade"]), name="secrecy",
            mode="external", title="Hands", render=render_report,
            make_secret=lambda: next(secrets),
        )  # fmt: skip
        self.own, self.captured = own, captured
        self.printed: dict[str, bytes] = {}

    def call(self, *words: str) -> None:
        done = CliRunner().invoke(app, list(words))
        assert isinstance(done.exception, SystemExit | None), done.exception
        number = len(self.printed)
        text = f"{done.exit_code}\n{done.stdout}\n--\n{done.stderr}"
        self.printed[f"{number:03} {' '.join(words)}"] = text.encode()
        if words[0] == "adjudicate":
            for name, raw in mailed(Path("m")).items():
                self.printed[f"{number:03} mailed {name}"] = raw

    def send(self, seat: str, rolls: Mapping[str, Sequence[int]], **parts: Any) -> None:
        """Sends a sheet of a seat, and the dice that it wants."""
        view = json.loads(own("m", seat).read_bytes())
        document = {**view["header"], "blind": "b1" * 32, "orders": {}, **parts}
        Path(f"{seat}.json").write_text(json.dumps(document))
        self.call("adjudicate", "m", f"{seat}.json")
        if rolls:
            Path("rolls.json").write_text(json.dumps(rolls))
            self.call("adjudicate", "m", "--rolls", "rolls.json")

    def look(self, *seats: str) -> None:
        """Looks at all that these seats can look at."""
        self.call("status", "m", "--json")
        self.call("report", "m")
        self.call("luck", "m")
        for seat in seats:
            self.call("report", "m", "--seat", seat, "--html")
            self.call("map", "m", "--seat", seat)
            mailed = str(own("m", seat))
            self.call("template", mailed, seat)
            view = json.loads(Path(mailed).read_bytes())
            orders = {"invade": [invade("aldine", "beryl", until={"chance": "1/2"})]}
            sheet = {**view["header"], "blind": "b1" * 32, "orders": {}, "standing": []}
            if view["state"]["seat"] == seat:
                sheet["orders"] = orders
            else:
                sheet["answers"] = {FORCED: trade("f3", "b3", "c3")}
            Path(f"{seat}-tries.json").write_text(json.dumps(sheet))
            for subject in ("m", mailed):
                self.call("check", subject, f"{seat}-tries.json")
                self.call("check", subject, f"{seat}-tries.json", "--json")


def play(desk: Desk, others: Sequence[str]) -> None:
    """Azure turns in a set, takes crimson's cards, turns in another one and draws a card."""
    for seat in THREE:
        standing = [{"standing": "trade", "keep": [desk.own]}] if seat == "azure" else []
        desk.send(seat, {}, standing=standing)
    desk.look(*others)
    amber = "turn-1/amber/invade-1/battle-1"
    desk.send(
        "amber", {f"{amber}/attacker": [1, 1, 1], f"{amber}/defender": [6, 6]},
        orders={"trade": [], "place": [place(3, "umber")], "invade": [invade("aldine", "beryl")]},
    )  # fmt: skip
    desk.look(*others)
    desk.send(
        "azure", {},
        orders={
            "trade": [], "place": [place(10, "driftgate")], "invade": [invade("driftgate", "tarn")],
        },
        standing=[{"standing": "trade", "keep": [desk.own]}],
    )  # fmt: skip
    desk.look(*others)
    desk.send(
        "azure", {f"{BATTLE}/attacker": [6, 5, 4], f"{BATTLE}/defender": [1]},
        answers={FORCED: trade("f3", "b3", "c3")},
    )  # fmt: skip
    desk.look(*others)
    answers = {
        f"{BATTLE}/set-1": trade("f9", "b5", "c5"),
        f"{BATTLE}/set-1/place-1": place(7, "tarn"),
    }
    desk.send("azure", {}, answers=answers)
    desk.look(*others)


def leaving(folder: Path) -> dict[str, bytes]:
    """Returns all files of the match that leave the desk, by name."""
    return mailed(folder / "m") | {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted((folder / "m").rglob("*"))
        if path.is_file() and "m/referee/" not in path.as_posix()
    }


def played(
    folder: Path, patch: pytest.MonkeyPatch, hidden: Sequence[str], others: Sequence[str]
) -> Desk:
    folder.mkdir()
    patch.chdir(folder)
    patch.setattr(tfd1, "LINKS", 16)
    patch.setattr(tfd1, "make_secret", lambda: "b1" * 32)
    desk = Desk(hidden, patch)
    play(desk, others)
    return desk


def told_apart(
    tmp_path: Path,
    patch: pytest.MonkeyPatch,
    pair: tuple[Sequence[str], Sequence[str]],
    others: Sequence[str],
    *,
    looks: bool = True,
) -> list[str]:
    """Plays both matches; returns by what the other seats can tell them from one another.

    Args:
        looks: whether they also use every command, and not only get what an opening makes.
    """
    looking = others if looks else ()
    desks = [played(tmp_path / str(i), patch, hidden, looking) for i, hidden in enumerate(pair)]
    kept = [{**leaving(tmp_path / str(i)), **desks[i].printed} for i in (0, 1)]
    assert kept[0].keys() == kept[1].keys()
    not_theirs = [f"-{seat}." for seat in THREE if seat not in others]
    return [
        name
        for name, raw in kept[0].items()
        if raw != kept[1][name]
        and HEX.sub(b"#", raw) != HEX.sub(b"#", kept[1][name])
        and not any(part in name and "tries" not in name for part in not_theirs)
        and not re.match(r"\d+ adjudicate", name)
    ]


PAIRS = {
    "what azure holds, captures and draws": (("b4", "c6", "f7"), ("c4", "f6", "b8"), ("amber",)),
    "what azure holds and draws": (("b4", "c6", "f7"), ("c4", "c6", "b8"), ("amber", "crimson")),
}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(one, marks=[pytest.mark.exhaustive] if "captures" in one else [])
        for one in PAIRS
    ],
)
def test_what_a_seat_may_not_know_changes_no_byte_that_it_gets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    one, other, others = PAIRS[name]
    assert told_apart(tmp_path, monkeypatch, (one, other), others) == []
    views = [
        json.loads(max(tmp_path.glob(f"{i}/m/referee/now/azure/state.json")).read_bytes())["state"]
        for i in (0, 1)
    ]
    assert views[0]["discards"] == ["f3", "b3", "c3", "f9", "b5", "c5"], "the match got so far"
    assert views[0] != views[1], "azure sees its own cards"


def _everything(rules: GalacticConquestRules, state: State, seat: str | None) -> State:
    return state


def _all_events(rules: GalacticConquestRules, event: Event, seat: str | None) -> Event:
    return event


@pytest.mark.usefixtures("usual_maps")
@pytest.mark.parametrize(("name", "leak"), [("view", _everything), ("redact", _all_events)])
def test_a_leak_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, leak: Callable[..., Any]
) -> None:
    monkeypatch.setattr(GalacticConquestRules, name, leak)
    one, other, _ = next(iter(PAIRS.values()))
    assert told_apart(tmp_path, monkeypatch, (one, other), ("amber",), looks=False)


@pytest.mark.usefixtures("usual_maps")
def test_a_leak_in_the_choices_of_a_page_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell_all_in_choices(monkeypatch)
    one, other, _ = next(iter(PAIRS.values()))
    assert told_apart(tmp_path, monkeypatch, (one, other), ("amber",), looks=False)


def test_who_sees_which_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Captured cards are the captor's, those turned in everybody's, and no salt leaves besides."""
    desk = played(tmp_path / "one", monkeypatch, ("b4", "c6", "f7"), ())

    def seen(path: Path) -> list[str]:
        order = json.loads(path.read_bytes())["state"]["decks"][0]["order"]
        return [card["value"] for card in order if card is not None]

    public = ["f3", "b3", "c3", "f9", "b5", "c5"]
    assert seen(Path("m/now/state.json")) == public
    assert sorted(seen(own("m", "amber"))) == sorted([*AMBER, *public])
    assert sorted(seen(own("m", "azure"))) == sorted([*public, "b4", "c6", "f7"])
    assert seen(own("m", "crimson")) == public, "captured cards are no longer crimson's to see"
    order = desk.match.open(Path("m"), {GAME.name: GAME}, render_report).position().decks[0].order
    mails = {name: raw for name, raw in desk.printed.items() if " mailed " in name}
    known = b"".join(
        raw for name, raw in {**leaving(tmp_path / "one"), **mails}.items() if "-azure" not in name
    )
    for position, card in enumerate(order):
        hidden = card.value not in (*public, *AMBER, "c6")
        assert (card.salt.encode() in known) is not hidden, position
    done = CliRunner().invoke(app, ["verify", "m"])
    assert done.exit_code == 0, done.output
