"""Matches that begin and go on by joins and pledges, all of them mailed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import adjudicator
from adjudicator.api.amending import replace_seat
from adjudicator.api.beginning import prepare_match, register_address
from adjudicator.api.clock import ClockPolicy, clock_named
from adjudicator.api.match import open_match
from adjudicator.api.signing import make_pledge
from adjudicator.post.office.adding import add_match
from adjudicator.post.office.journal import Journal
from tests.post.town import Posted, Town, letter_seat

pytestmark = pytest.mark.usefixtures("usual_maps")


class Player:
    """Somebody with the program on their own machine: a folder, a key, sheets that they sent."""

    def __init__(self, town: Town, seat: str) -> None:
        self.town, self.seat, self.address = town, seat, f"{seat}@final.test"
        self.home = town.home / f"home-{seat}"
        self.home.mkdir()
        self.sheet: Path | None = None
        self.seen = 0

    def answer(self) -> None:
        """Answers all new letters, as each of them asks."""
        for letter in self.town.box(self.address)[self.seen :]:
            self.seen += 1
            files = letter.files()
            if "offer.json" in files:
                self._join(letter, files)
            elif "state.json" in files:
                self._order(letter, files)
            elif "log.jsonl" in files:
                self._pledge(letter, files)

    def _join(self, letter: Posted, files: dict[str, bytes]) -> None:
        offer = self.home / "offer.json"
        offer.write_bytes(files["offer.json"])
        made = adjudicator.invitation(offer).join(
            self.seat, out=self.home / "join.json", key=self.home / "key.json"
        )
        self.town.answer(letter, files=[("join.json", made.join.read_bytes())])

    def _order(self, letter: Posted, files: dict[str, bytes]) -> None:
        assert letter_seat(letter) == [self.seat]
        state = adjudicator.read_state(files["state.json"])
        if not any(one.seat == self.seat for one in state.awaited):
            return
        sheet = state.template(self.seat, play=True, key=self.home / "key.json")
        self.sheet = self.home / f"sheet-{state.n + 1}.json"
        self.sheet.write_text(json.dumps(sheet))
        self.town.answer(letter, files=[("sheet.json", self.sheet.read_bytes())])

    def _pledge(self, letter: Posted, files: dict[str, bytes]) -> None:
        log = self.home / "log.jsonl"
        log.write_bytes(files["log.jsonl"])
        own = self.sheet if self._is_locked(files["log.jsonl"]) else None
        made = make_pledge(log, self.seat, sheet=own, key=self.home / "key.json")
        self.town.answer(letter, files=[("pledge.json", json.dumps(made.pledge).encode())])

    def _is_locked(self, log: bytes) -> bool:
        lock = json.loads(log.splitlines()[-1])
        return lock["orders"][self.seat] is not None


def sealed_match(
    tmp_path: Path, clock: ClockPolicy | None = None
) -> tuple[Town, Path, list[Player]]:
    """Returns a sealed match whose joins are awaited, and its two players."""
    town = Town(tmp_path)
    folder = town.folder / "matches" / "final"
    offered = prepare_match("nine-fields", "standard")
    offered.offer(folder, name="final", mode="sealed", clock=clock)
    for seat in ("west", "east"):
        register_address(folder, seat, f"{seat}@final.test")
    add_match(
        town.office, folder, name="", modes={"west": "light", "east": "light"}, is_open=False,
        press=True, now=town.now,
    )  # fmt: skip
    town.tick()
    return town, folder, [Player(town, seat) for seat in ("west", "east")]


def test_a_sealed_match_from_offer_to_end(tmp_path: Path) -> None:
    """Joins begin it, each opening is locked and then pledged; the log is sound to its end."""
    town, folder, players = sealed_match(tmp_path)
    for _ in range(120):
        for player in players:
            player.answer()
        town.tick()
        if not adjudicator.is_offered(folder) and open_match(folder, read_only=True).is_over:
            break
    match = open_match(folder, read_only=True)
    assert match.is_over
    assert adjudicator.verify(folder).verdict == "sound"
    what = [one["what"] for line in town.journal() for one in line.get("did", ())]
    assert what.count("joined") == 2
    assert "refused" not in what
    kinds = [line["kind"] for line in town.journal()]
    assert kinds.count("locked") == kinds.count("opened") == match.n


def test_a_pledge_that_never_comes_is_given_up_in_time(tmp_path: Path) -> None:
    """After its deadline and grace the opening is made without it, and the log says so."""
    policy = clock_named("fast").model_copy(update={"missed": ("default",)})
    town, folder, (west, east) = sealed_match(tmp_path, policy)
    for _ in range(3):
        west.answer()
        east.answer()
        town.tick()
    while not open_match(folder, read_only=True).is_locked:
        west.answer()
        east.answer()
        town.tick()
    n = open_match(folder, read_only=True).n
    west.answer()
    town.tick()
    assert open_match(folder, read_only=True).is_locked
    for _ in range(3 * 24):
        town.tick(timedelta(hours=1))
    match = open_match(folder, read_only=True)
    assert match.n == n + 1
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_bytes().splitlines()]
    note = next(line for line in lines if line.get("kind") == "clock" and line["n"] == n + 1)
    assert note["withheld"] == ["east"]
    assert adjudicator.verify(folder).verdict != "refuted"


def test_a_replaced_seat_voids_the_sheets_that_wait(tmp_path: Path) -> None:
    """The others get their orders back as a draft; nobody gets those of another person."""
    town = Town(tmp_path)
    folder = town.add("stars", "galactic-conquest", "two")
    town.tick()
    sheet = town.play("amber@stars.test")
    town.tick()
    assert open_match(folder, read_only=True).waiting == ("amber",)
    made = adjudicator.invitation(folder / "log.jsonl").join(
        "azure", out=tmp_path / "join.json", key=tmp_path / "key.json"
    )
    with open_match(folder) as match:
        replace_seat(match, made.join.read_bytes())
    register_address(folder, "azure", "new@stars.test")
    town.tick()
    told = town.newest("amber@stars.test")
    assert "must be sent again" in told.subject
    draft = json.loads(told.files()["amber.json"])
    assert draft["head"] != sheet["head"]
    assert draft["orders"] == sheet["orders"]
    assert "blind" not in draft
    town.answer(told, files=[("amber.json", told.files()["amber.json"])])
    town.tick()
    assert open_match(folder, read_only=True).waiting == ("amber",)
    assert not any("must be sent again" in one.subject for one in town.box("new@stars.test"))
    assert "state.json" in town.turn_letter("new@stars.test").files()


def test_a_run_killed_behind_the_last_join_takes_it_as_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The match began; the journal does not say yet which mail did it."""
    town, folder, (west, east) = sealed_match(tmp_path)
    west.answer()
    town.tick()
    east.answer()
    _die_at_the_next_mail(town, monkeypatch)
    assert not adjudicator.is_offered(folder)
    town.tick()
    assert [one["what"] for one in town.last_mail()["did"]] == ["joined"]
    (receipt,) = (one for one in town.box("east@final.test") if "join" in one.subject)
    assert "your join is in" in receipt.subject


def test_a_token_that_was_renewed_by_a_run_that_was_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mail is taken once more with the token that it has, and renews it once."""
    town = Town(tmp_path)
    town.add("spring", "nine-fields")
    town.tick()
    town.answer(town.turn_letter("west@spring.test"), "renew\n")
    _die_at_the_next_mail(town, monkeypatch)
    town.tick()
    assert [one["what"] for one in town.last_mail()["did"]] == ["renewed"]
    letter = town.newest("west@spring.test")
    assert "renewed" in letter.subject
    town.answer(letter, "withdraw\n")
    town.tick()
    assert town.last_mail()["did"][0]["what"] == "command"  # No sheet waits; the token is known.
    assert "no sheet" in town.newest("west@spring.test").subject


def _die_at_the_next_mail(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets a run die before the journal says what became of a mail."""
    write = Journal.write

    def broken(self: Journal, at: datetime, *entries: Mapping[str, Any]) -> None:
        if any(entry["kind"] == "mail" for entry in entries):
            raise KeyboardInterrupt
        write(self, at, *entries)

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "write", broken)
        with pytest.raises(KeyboardInterrupt):
            town.tick()


def test_a_run_killed_behind_a_lock_tells_its_opening_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock's facts of a lock stand in the journal before the lock stands in the log."""
    policy = clock_named("fast").model_copy(update={"missed": ("default",)})
    town, folder, (west, east) = sealed_match(tmp_path, policy)
    west.answer()
    east.answer()
    town.tick()
    killed: list[bool] = []
    write = Journal.write

    def broken(self: Journal, at: datetime, *entries: Mapping[str, Any]) -> None:
        if any(entry["kind"] == "locked" for entry in entries) and not killed:
            killed.append(True)
            raise KeyboardInterrupt
        write(self, at, *entries)

    monkeypatch.setattr(Journal, "write", broken)
    for _ in range(6 * 24):
        try:
            town.tick(timedelta(hours=1))
        except KeyboardInterrupt:
            assert open_match(folder, read_only=True).is_locked
        east.answer()
        if open_match(folder, read_only=True).n:
            break
    assert killed
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_bytes().splitlines()]
    note = next(line for line in lines if line.get("kind") == "clock")
    assert note["missed"]["west"]["step"] == "default"
    assert adjudicator.verify(folder).verdict != "refuted"
