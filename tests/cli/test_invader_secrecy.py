"""Hands of invader cards (2012) leave no trace in any byte that another seat gets.

The same match is played twice with the same commands and dice; cards that the southern invader
holds and draws differ in what the others may not know. See test_galactic_secrecy.py.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from adjudicator.api.texts import render_report
from adjudicator.audit import tfd1
from adjudicator.core.game import Event
from adjudicator.games.fortress_america import FORTRESS_AMERICA_2012, FortressAmericaRules
from adjudicator.games.fortress_america.state import State
from adjudicator.matches.referee.new_match import new_match
from tests.cli.mailed import own, tell_all_in_choices
from tests.cli.test_galactic_secrecy import HEX, Desk, leaving
from tests.games.fortress_america.playing import SEATS, TWO, declare, place, scenario, start

Parts = Callable[[Sequence[str]], Mapping[str, Any]]
POSITION = (
    "w1 western infantry 1; e1 eastern infantry 1; s4 southern mobile-unit 1; "
    "s5 southern infantry 3 helicopter 1; s6 southern infantry 2; trans-pecos southern infantry 1; "
    "houston usa infantry 1; san-antonio usa infantry 1"
)
HELD = ("trans-pecos", "south-texas", "san-diego", "phoenix", "memphis")
START = start(
    POSITION, side="southern", turn=2, control=dict.fromkeys(HELD, "southern"), lasers=["houston"],
    invader_cards=dict.fromkeys(("western", "southern", "eastern"), 2),
)  # fmt: skip
COMING = [{"order": "draw"}, place("infantry", 1, "s1"), place("infantry", 4, "s2")]
FIRED = {
    f"turn-2/southern/battle/houston/{role}/foot/infantry": values
    for role, values in (("defender", [3]), ("attacker", [3, 4]))
}


class Hands(Desk):
    """The referee's desk with a match whose southern deck lies as said."""

    def __init__(self, top: Sequence[str], seats: Any, patch: pytest.MonkeyPatch) -> None:
        def lying(key: bytes, label: str, cards: Sequence[str]) -> tuple[str, ...]:
            first = [*top] if label.endswith("southern") else []
            return (*first, *(card for card in sorted(cards) if card not in first))

        patch.setattr(tfd1, "shuffle", lying)
        patch.setattr(tfd1, "LINKS", 16)
        secrets = iter(f"{number:02}" * 32 for number in range(1, 9))
        given = scenario(START, seats, game=FORTRESS_AMERICA_2012, invader_cards=True)
        self.match = new_match(
            Path("m"), FORTRESS_AMERICA_2012, given, name="hands", mode="external", title="Hands",
            render=render_report, make_secret=lambda: next(secrets),
        )  # fmt: skip
        self.printed = {}

    def look(self, *seats: str) -> None:
        """Looks at all that the USA can look at, and tries what it may not."""
        (seat,) = seats
        mailed = str(own("m", seat))
        for words in (
            ("status", "m", "--json"), ("report", "m"), ("luck", "m"),
            ("report", "m", "--seat", seat, "--html"), ("map", mailed),
        ):  # fmt: skip
            self.call(*words)
        view = json.loads(Path(mailed).read_bytes())
        sheet = {
            **view["header"], "blind": "b1" * 32,
            "orders": {"cards": [{"order": "play", "card": "i12-s8"}]},
            "answers": {"turn-2/southern/cards/maneuvers/more-1": {"order": "play"}},
            "standing": [{"standing": "cards", "play": ["i12-s5"]}],
        }  # fmt: skip
        Path("tries.json").write_text(json.dumps(sheet))
        for subject in ("m", mailed):
            self.call("check", subject, "tries.json")


def _quiet(hand: Sequence[str]) -> Mapping[str, Any]:
    """A card is ordered that cannot be played, and meant to be played by standing order."""
    orders = {
        "reinforcements": COMING, "declare": declare("east-texas"),
        "cards": [{"order": "play", "card": hand[1]}],
    }  # fmt: skip
    return {"orders": orders, "standing": [{"standing": "cards", "play": [hand[1]]}]}


def _held(hand: Sequence[str]) -> Mapping[str, Any]:
    """A question is held back at the one moment at which a card could be played."""
    orders = {"reinforcements": COMING, "declare": declare("houston")}
    return {"orders": orders, "hold": ["play"]}


def played(
    folder: Path, patch: pytest.MonkeyPatch, hand: Sequence[str], match: tuple[Any, Parts]
) -> dict[str, bytes]:
    """Plays a southern turn; returns what leaves the desk and what was printed for the USA."""
    folder.mkdir()
    patch.chdir(folder)
    seats, parts = match
    desk = Hands(hand, seats, patch)
    south = "invaders" if "invaders" in seats else "southern"
    for seat in seats:
        desk.send(seat, {})
    desk.look("usa")
    desk.send(south, {}, **parts(hand))
    desk.look("usa")
    if parts is _held:
        answers = {"turn-2/southern/cards/maneuvers/more-1": {"order": "play"}}
        desk.send(south, FIRED, answers=answers)
        desk.look("usa")
    state = json.loads(Path("m/now/state.json").read_bytes())["state"]
    assert (state["side"], state["turn"]) == ("eastern", 2), "the match got so far"
    theirs = [f"-{seat}." for seat in seats if seat != "usa"]
    return {
        name: HEX.sub(b"#", raw)
        for name, raw in {**leaving(folder), **desk.printed}.items()
        if not any(part in name for part in theirs) and " adjudicate" not in name
    }


MATCHES: dict[str, tuple[Any, Parts, Sequence[Sequence[str]]]] = {
    "four seats": (SEATS, _quiet, (("i12-s6", "i12-s8", "i12-s1"), ("i12-s6", "i12-s4", "i12-s5"))),
    "two seats": (TWO, _quiet, (("i12-s6", "i12-s8", "i12-s1"), ("i12-s6", "i12-s4", "i12-s5"))),
    "held": (SEATS, _held, (("i12-s2", "i12-s1", "i12-s8"), ("i12-s5", "i12-s1", "i12-s8"))),
}


def _told_apart(tmp_path: Path, patch: pytest.MonkeyPatch, name: str) -> list[str]:
    seats, parts, hands = MATCHES[name]
    one, other = (
        played(tmp_path / str(number), patch, hand, (seats, parts))
        for number, hand in enumerate(hands)
    )
    assert one.keys() == other.keys()
    return [what for what, raw in one.items() if raw != other[what]]


@pytest.mark.parametrize("name", MATCHES)
def test_another_seats_hand_changes_no_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    assert _told_apart(tmp_path, monkeypatch, name) == []


def _everything(rules: FortressAmericaRules, state: State, seat: str | None) -> State:
    return state


def _all_events(rules: FortressAmericaRules, event: Event, seat: str | None) -> Event:
    return event


@pytest.mark.usefixtures("usual_maps")
@pytest.mark.parametrize(("name", "leak"), [("view", _everything), ("redact", _all_events)])
def test_a_leak_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, leak: Callable[..., Any]
) -> None:
    monkeypatch.setattr(FortressAmericaRules, name, leak)
    assert _told_apart(tmp_path, monkeypatch, "two seats")


def _pages(tmp_path: Path, patch: pytest.MonkeyPatch) -> list[bytes]:
    """Returns the page of the invader who is next, in two matches unlike in another one's hand."""
    seats, parts, hands = MATCHES["four seats"]
    found = []
    for number, hand in enumerate(hands):
        played(tmp_path / str(number), patch, hand, (seats, parts))
        page = own(tmp_path / str(number) / "m", "eastern", "report.html").read_bytes()
        assert b'id="pen-data"' in page
        found.append(HEX.sub(b"#", page))
    return found


def test_the_page_of_whoever_is_next_knows_no_other_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = _pages(tmp_path, monkeypatch)
    assert one == other


@pytest.mark.usefixtures("usual_maps")
def test_a_leak_in_the_choices_of_a_page_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell_all_in_choices(monkeypatch)
    one, other = _pages(tmp_path, monkeypatch)
    assert one != other
