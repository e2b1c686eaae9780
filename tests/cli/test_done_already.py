"""A command given again whose work stands in the log says so, and what the first run said."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import Result

from adjudicator import registry
from adjudicator.audit import tfd1
from tests.cli.calls import call
from tests.cli.toy_commands import new, sheet
from tests.core.hand import HAND, hand_scenario
from tests.core.toy import SEATS, TOY, toy_scenario
from tests.core.toy_orders import BIDS, MARCH, NO_BIDS
from tests.registered import registered


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAMES", registered(TOY, HAND))
    monkeypatch.setattr(tfd1, "LINKS", 16)
    monkeypatch.chdir(tmp_path)


def content() -> dict[str, bytes]:
    return {
        str(path): path.read_bytes()
        for path in sorted(Path("m").rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


def given_twice(*words: str | Path, n: int | None) -> tuple[Result, Result]:
    """Gives a command, loses what is made behind the log, and gives it again; nothing differs.

    Args:
        n: the opening that it makes; None: it does not say so.
    """
    first = call(*words)
    assert first.exit_code in (0, 3), first.output
    after = content()
    Path("m/referee/save.json").unlink()
    shutil.rmtree(Path("m/now"))
    again = call(*words)
    assert again.exit_code == first.exit_code, again.output
    assert again.stdout == first.stdout
    assert content() == after
    if n is not None:
        assert f"notice: already adjudicated as opening {n}\n" in again.stderr
    return first, again


def bids() -> tuple[Path, Path]:
    return sheet("blue", {"orders": BIDS}), sheet("red", {"orders": NO_BIDS})


def test_the_same_sheets_again_are_the_same_opening() -> None:
    new()
    blue, red = bids()
    given_twice("adjudicate", "m", blue, red, n=1)
    # One of them says as much: the other one waited.
    alone = call("adjudicate", "m", red)
    assert (alone.exit_code, "already adjudicated as opening 1" in alone.stderr) == (0, True)
    march = sheet("blue", {"orders": MARCH})
    given_twice("adjudicate", "m", march, n=2)
    last = sheet("blue", {"orders": {"match": [{"order": "concede"}]}})
    _, again = given_twice("adjudicate", "m", last, n=3)
    assert "The match is over" in again.stdout


def test_as_data_it_is_the_same_too() -> None:
    new()
    blue, red = bids()
    first = call("adjudicate", "m", blue, red, "--json")
    again = call("adjudicate", "m", blue, red, "--json")
    one, other = json.loads(first.stdout), json.loads(again.stdout)
    assert other["notices"] == ["already adjudicated as opening 1"]
    names = [{Path(path).name for path in told["written"]} for told in (one, other)]
    assert names[0] - {"0001.json"} == names[1]
    for told in (one, other):
        del told["notices"], told["written"]
    assert one == other


def refused(*words: str | Path, code: str) -> None:
    before = content()
    done = call(*words)
    assert done.exit_code == 1, done.output
    assert code in done.stderr
    assert content() == before


def test_anything_else_is_refused_as_before() -> None:
    new()
    blue, red = bids()
    other = Path("other.json")
    other.write_text(json.dumps(json.loads(blue.read_text()) | {"blind": "00" * 32}))
    assert call("adjudicate", "m", blue, red).exit_code == 0
    refused("adjudicate", "m", other, code="other-opening")
    refused("adjudicate", "m", other, red, code="other-opening")
    march = sheet("blue", {"orders": MARCH}).rename("march.json")
    refused("adjudicate", "m", march, red, code="other-opening")
    assert call("adjudicate", "m", march).exit_code == 0
    refused("adjudicate", "m", red, code="other-opening")  # of the opening before
    assert call("rewind", "m", "--to", "1", "--reason", "again").exit_code == 0
    refused("adjudicate", "m", march, code="other-")


def test_a_replaced_seat_makes_them_stale() -> None:
    Path("duel.json").write_text(json.dumps(toy_scenario({}).to_json()))
    call("new", "toy", "m", "--scenario", "duel.json", "--joins")
    joins = [f"{seat}-join.json" for seat in SEATS]
    for seat, join in zip(SEATS, joins, strict=True):
        call("join", "m/offer.json", seat, "--out", join, "--without-chain")
    call("begin", "m", *joins)
    blue, red = bids()
    assert call("adjudicate", "m", blue, red).exit_code == 0
    call("join", "m/log.jsonl", "blue", "--out", "again.json", "--key", "key.json")
    assert call("seat", "m", "again.json").exit_code == 0
    refused("adjudicate", "m", blue, red, code="other-opening")


def test_a_question_that_stopped_the_first_run_stops_the_second() -> None:
    new("--mode", "external")
    blue, red = bids()
    call("adjudicate", "m", blue, red)
    march = sheet("blue", {"orders": MARCH})
    first, _ = given_twice("adjudicate", "m", march, n=None)
    assert "due: roll" in first.stdout


def test_a_hidden_match_is_told_again_too() -> None:
    Path("hands.json").write_text(json.dumps(hand_scenario({"cards": 9, "turns": 2}).to_json()))
    call("new", "hand", "m", "--scenario", "hands.json")
    call("adjudicate", "m", "--play", "all")
    sheets = []
    for seat in SEATS:
        sheets.append(f"{seat}.json")
        call("template", "m", seat, "--play", "--out", sheets[-1])
    given_twice("adjudicate", "m", *sheets, n=2)


def test_played_seats_and_until_go_on_from_there() -> None:
    new()
    blue = sheet("blue", {"orders": BIDS})
    words = ("adjudicate", "m", blue, "--play", "red")
    first = call(*words)
    assert first.exit_code == 0
    again = call(*words)
    assert (again.exit_code, "already adjudicated as opening 1" in again.stderr) == (0, True)
    assert "sheet by the built-in player" not in again.stdout
    on = call("adjudicate", "m", blue, "--play", "all", "--until", "over")
    assert on.exit_code == 0, on.output
    assert "already adjudicated as opening 1" in on.stderr
    assert "The match is over" in on.stdout


# -- the modes that lock first ----------------------------------------------------------------


def sealed() -> None:
    Path("duel.json").write_text(json.dumps(toy_scenario({}).to_json()))
    call("new", "toy", "m", "--scenario", "duel.json", "--mode", "sealed", "--joins")
    joins = [f"{seat}-join.json" for seat in SEATS]
    for seat, join in zip(SEATS, joins, strict=True):
        key = f"key-{seat}.json"
        assert call("join", "m/offer.json", seat, "--out", join, "--key", key).exit_code == 0
    assert call("begin", "m", *joins).exit_code == 0


def own(seat: str, orders: object) -> str:
    path = f"{seat}.json"
    made = call("template", "m", seat, "--key", f"key-{seat}.json", "--out", path)
    assert made.exit_code == 0, made.output
    Path(path).write_text(json.dumps(json.loads(Path(path).read_text()) | {"orders": orders}))
    return path


def pledges(seats: Sequence[str] = SEATS) -> list[str]:
    made = []
    for seat in seats:
        made.append(f"{seat}-pledge.json")
        words = ("--sheet", f"{seat}.json", "--key", f"key-{seat}.json", "--out", made[-1])
        done = call("pledge", "m", seat, *words)
        assert done.exit_code == 0, done.output
    return made


def locked_again(*words: str) -> None:
    first = call(*words)
    assert first.exit_code == 3, first.output
    after = content()
    Path("m/referee/save.json").unlink()
    again = call(*words)
    assert (again.exit_code, again.stdout) == (3, first.stdout)
    assert content() == after


def test_a_lock_and_its_opening_may_be_given_again() -> None:
    sealed()
    sheets = [own("blue", BIDS), own("red", NO_BIDS)]
    locked_again("adjudicate", "m", *sheets)
    made = pledges()
    given_twice("adjudicate", "m", *made, n=1)
    for files in (sheets, made, [*sheets, *made], made[:1]):
        again = call("adjudicate", "m", *files)
        assert (again.exit_code, "already adjudicated as opening 1" in again.stderr) == (0, True)
    false = json.loads(Path(made[0]).read_text()) | {"pledge": "00" * 32}
    Path("false.json").write_text(json.dumps(false))
    refused("adjudicate", "m", "false.json", code="not-locked")
    false = json.loads(Path(made[0]).read_text()) | {"lock": "00" * 32}
    Path("false.json").write_text(json.dumps(false))
    refused("adjudicate", "m", *made, "false.json", code="not-locked")


def test_a_withheld_pledge_is_withheld_again() -> None:
    sealed()
    assert call("adjudicate", "m", own("blue", BIDS), own("red", NO_BIDS)).exit_code == 3
    (blue,) = pledges(["blue"])
    given_twice("adjudicate", "m", blue, "--withheld", "red", n=1)
    again = call("adjudicate", "m", "--withheld", "red")
    assert (again.exit_code, "already adjudicated as opening 1" in again.stderr) == (0, True)
    refused("adjudicate", "m", blue, "--withheld", "blue", code="not-locked")


# -- begin -----------------------------------------------------------------------------------------


def test_begin_given_again_mends_and_says_so() -> None:
    Path("duel.json").write_text(json.dumps(toy_scenario({}).to_json()))
    call("new", "toy", "m", "--scenario", "duel.json", "--joins")
    joins = [f"{seat}-join.json" for seat in SEATS]
    for seat, join in zip(SEATS, joins, strict=True):
        call("join", "m/offer.json", seat, "--out", join, "--key", f"key-{seat}.json")
    _, again = given_twice("begin", "m", *joins, n=None)
    assert "notice: begun already: these are the joins in line 0 of its log" in again.stderr
    for words in (joins[:1], []):
        assert call("begin", "m", *words).exit_code == 0
    another = json.loads(Path(joins[0]).read_text()) | {"salt": "00" * 32}
    Path("another.json").write_text(json.dumps(another))
    before = content()
    done = call("begin", "m", "another.json")
    assert (done.exit_code, "begun-already" in done.stderr) == (4, True)
    assert content() == before
    sheets = [own(seat, BIDS) for seat in SEATS]
    assert call("adjudicate", "m", *sheets).exit_code == 0
    done = call("begin", "m", *joins)
    assert (done.exit_code, "begun-already" in done.stderr) == (4, True)
