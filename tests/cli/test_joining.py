"""join, begin, seat and what template does with keys, as players and referee use them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from adjudicator.audit import log
from adjudicator.audit.verifiers import verify_log
from adjudicator.cli.app import app
from tests.cli.calls import forced
from tests.core.toy import toy_scenario
from tests.core.toy_orders import BIDS, MARCH

pytestmark = pytest.mark.usefixtures("toy_registered")

LESS: dict[str, Any] = {"bids": [{"order": "bid", "gold": 1}]}
PUBLIC_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB8Vp4oHKTV5Ll1mWv6cVYbZvE4kqmX1fM2JpTqUk3rM"


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Runs a command in the folder of a person."""

    def call(who: str, *words: str | Path, code: int = 0) -> Result:
        (tmp_path / who).mkdir(exist_ok=True)
        with monkeypatch.context() as patch:
            patch.chdir(tmp_path / who)
            done = CliRunner().invoke(app, forced([str(word) for word in words]))
        assert done.exit_code == code, done.output
        return done

    return call


def offered(at: Any, *options: str) -> None:
    Path("referee").mkdir()
    Path("referee/duel.json").write_text(json.dumps(toy_scenario({}).to_json()))
    at("referee", "new", "toy", "m", "--scenario", "duel.json", "--joins", *options)
    for seat in ("blue", "red"):
        Path(seat).mkdir()
        shutil.copy("referee/m/offer.json", seat)


def begun(at: Any) -> None:
    """Both seats have joined, and each has the state.json that was mailed."""
    offered(at)
    for seat in ("blue", "red"):
        at(seat, "join", "offer.json", seat)
    at("referee", "begin", "m", "../blue/join-m-blue.json", "../red/join-m-red.json")
    mailed()


def mailed() -> None:
    for seat in ("blue", "red"):
        shutil.copy("referee/m/now/state.json", seat)
        shutil.copy("referee/m/log.jsonl", seat)


def written(at: Any, seat: str, orders: dict[str, Any]) -> dict[str, Any]:
    """The sheet of a seat, begun by template and filled in by its player."""
    at(seat, "template", "state.json", seat, "--out", "sheet.json")
    path = Path(seat, "sheet.json")
    document: dict[str, Any] = json.loads(path.read_bytes()) | {"orders": orders}
    path.write_text(json.dumps(document))
    return document


def opened(at: Any) -> None:
    """The first opening: blue is to march."""
    for seat, orders in (("blue", BIDS), ("red", LESS)):
        written(at, seat, orders)
        at(seat, "check", "state.json", "sheet.json")
    at("referee", "adjudicate", "m", "../blue/sheet.json", "../red/sheet.json")
    mailed()


def test_two_players_start_a_match_and_play_it(at: Any) -> None:
    begun(at)
    opened(at)
    written(at, "blue", MARCH)
    at("referee", "adjudicate", "m", "../blue/sheet.json")
    said = at("referee", "verify", "m").output
    assert "could, together, foresee dice" in " ".join(said.split())
    assert "Without a chain" not in said
    raw = Path("referee/m/log.jsonl").read_bytes()
    assert verify_log.verify(raw).sound
    pledges = [line.payload.pledges for line in log.parse_log(raw).lines
               if isinstance(line.payload, log.Open)]  # fmt: skip
    assert [[seat for seat, value in one.items() if value] for one in pledges] == [
        ["blue", "red"],
        ["blue"],
    ]


def test_what_new_and_begin_say(at: Any) -> None:
    offered(at)
    at("blue", "join", "offer.json", "blue")
    said = at("referee", "begin", "m", "../blue/join-m-blue.json", code=3).output
    assert said.splitlines() == ["in: the join of blue", "due: the join of red"]
    assert "offered, and not begun" in at("referee", "status", "m").output
    at("red", "join", "offer.json", "red", "--without-chain")
    assert not list(Path("red").glob("key-*"))
    said = at("referee", "begin", "m", "../red/join-m-red.json").output
    assert "begun, with chains of their own: blue" in said
    assert "due: the order sheet of red" in said
    again = at("referee", "begin", "m").output
    assert again == f"notice: begun already: these are the joins in line 0 of its log\n{said}"


def test_who_joins_is_warned_of_an_offer_without_the_amended_rules(at: Any) -> None:
    """A referee who leaves them out keeps choices that verifiers then must allow."""
    offered(at)
    assert "WARNING" not in at("blue", "join", "offer.json", "blue").stderr
    path = Path("red/offer.json")
    offer = json.loads(path.read_bytes())
    assert offer.pop("amended") == 1
    path.write_text(json.dumps(offer))
    assert (
        "leaves the amended rules of the dice out" in at("red", "join", "offer.json", "red").stderr
    )


def test_a_join_may_replace_an_earlier_one_before_the_match_begins(at: Any) -> None:
    offered(at)
    at("red", "join", "offer.json", "red")
    at("referee", "begin", "m", "../red/join-m-red.json", code=3)
    at("red", "join", "offer.json", "red", "--out", "new.json", "--key", "new-key.json")
    said = at("referee", "begin", "m", "../red/new.json", code=3).output
    assert "notice: red had joined before; the new join counts" in said
    said = at("referee", "begin", "m", "../red/new.json", code=3).output
    assert "notice" not in said


def test_a_key_file_is_for_its_owner_alone_and_never_overwritten(at: Any) -> None:
    offered(at)
    said = at("blue", "join", "offer.json", "blue").output
    assert "keep it, back it up, show nobody" in said
    key = Path("blue/key-m-blue.json")
    assert key.stat().st_mode & 0o777 == 0o600
    before = key.read_bytes()
    at("blue", "join", "offer.json", "blue", "--out", "again.json", code=4)
    assert key.read_bytes() == before
    assert not Path("blue/again.json").exists()
    # A join that is there already leaves no key behind.
    at("blue", "join", "offer.json", "blue", "--key", "other-key.json", code=4)
    assert not Path("blue/other-key.json").exists()
    at("blue", "join", "offer.json", "green", code=2)
    at("blue", "join", "offer.json", "red", "--without-chain", "--key", "k.json", code=2)


def test_a_public_key_stands_in_the_join_without_its_comment(at: Any) -> None:
    offered(at)
    Path("blue/id.pub").write_text(f"{PUBLIC_KEY} blue@example.org\n")
    at("blue", "join", "offer.json", "blue", "--public-key", "id.pub")
    join = json.loads(Path("blue/join-m-blue.json").read_bytes())
    assert join["public_key"] == PUBLIC_KEY
    at("red", "join", "offer.json", "red")
    assert "public_key" not in json.loads(Path("red/join-m-red.json").read_bytes())
    at("referee", "begin", "m", "../blue/join-m-blue.json", "../red/join-m-red.json")
    assert verify_log.verify(Path("referee/m/log.jsonl").read_bytes()).sound


def test_the_name_of_a_match_that_no_file_may_have(at: Any) -> None:
    offered(at, "--name", "../a/b:c")
    at("blue", "join", "offer.json", "blue")
    assert sorted(path.name for path in Path("blue").glob("*-blue.json")) == [
        "join-..-a-b-c-blue.json",
        "key-..-a-b-c-blue.json",
    ]


def test_template_finds_the_key_or_says_what_to_do(at: Any) -> None:
    begun(at)
    key = Path("blue/key-m-blue.json")
    # Beside the state.json, from another folder; then by its name; then not at all.
    at("desk", "template", "../blue/state.json", "blue", "--out", "sheet.json")
    assert json.loads(Path("desk/sheet.json").read_bytes())["pledge"]
    key.rename("desk/blue.key")
    said = at("blue", "template", "state.json", "blue", code=4).output
    assert "Name it with --key FILE, or put its backup here." in said
    at("blue", "template", "state.json", "blue", "--key", "../desk/blue.key")
    said = at("blue", "template", "state.json", "blue", "--key", "../red/key-m-red.json", code=4)
    assert "this is the key of red in m, not of blue in m" in said.output
    assert "a chain of its own, and the sheet pledges" in _without_pledge(at)


def _without_pledge(at: Any) -> str:
    sheet = json.loads(Path("desk/sheet.json").read_bytes()) | {"pledge": None}
    Path("blue/sheet.json").write_text(json.dumps(sheet))
    said: str = at("blue", "check", "state.json", "sheet.json", code=1).output
    return said


def test_a_seat_without_a_chain_needs_no_key(at: Any) -> None:
    offered(at)
    for seat in ("blue", "red"):
        at(seat, "join", "offer.json", seat, "--without-chain")
    at("referee", "begin", "m", "../blue/join-m-blue.json", "../red/join-m-red.json")
    mailed()
    assert written(at, "blue", BIDS)["pledge"] is None
    at("blue", "template", "state.json", "blue", "--key", "k.json", code=4)
    at("blue", "template", "state.json", "blue", "--make-key")
    assert written(at, "blue", BIDS)["pledge"] is None


def test_a_stale_sheet_is_written_anew_without_touching_a_hash(at: Any) -> None:
    begun(at)
    opened(at)
    old = json.loads(Path("blue/sheet.json").read_bytes())
    old |= {"orders": MARCH, "standing": [{"standing": "losses", "first": ["soldier"]}],
            "hold": ["losses"]}  # fmt: skip
    Path("blue/old.json").write_text(json.dumps(old))
    said = at("blue", "check", "state.json", "old.json", code=1).output
    command = "adjudicator template state.json blue --from old.json --out old.json"
    assert command in said
    assert "Or paste" not in said
    at("blue", *command.split()[1:])
    new = json.loads(Path("blue/old.json").read_bytes())
    at("blue", "check", "state.json", "old.json")
    for name in ("n", "head", "pledge", "blind"):
        assert new[name] != old[name]
    for name in ("orders", "standing", "hold"):
        assert new[name] == old[name]
    said = at("blue", "template", "state.json", "red", "--from", "old.json", code=1).output
    assert "this is a sheet of blue, not of red" in said
    at("blue", "template", "state.json", "blue", "--from", "old.json", "--play", code=2)


def test_a_lost_chain_is_replaced_in_the_middle_of_a_match(at: Any) -> None:
    begun(at)
    opened(at)
    Path("blue/key-m-blue.json").unlink()
    said = at("blue", "join", "log.jsonl", "blue").output
    assert "It replaces the join of blue after opening 1" in said
    assert Path("blue/key-m-blue-after-1.json").exists()
    said = at("referee", "seat", "m", "../blue/join-m-blue-after-1.json").output
    assert "blue: a new chain from opening 2 on; the log says so to all" in said
    log = Path("referee/m/log.jsonl").read_bytes()
    said = at("referee", "seat", "m", "../blue/join-m-blue-after-1.json", code=1).output
    assert "stale second-join: this join stands in the log already: line k=" in said
    assert Path("referee/m/log.jsonl").read_bytes() == log
    mailed()
    written(at, "blue", MARCH)
    at("referee", "adjudicate", "m", "../blue/sheet.json")
    assert at("referee", "verify", "m").exit_code == 0
    assert verify_log.verify(Path("referee/m/log.jsonl").read_bytes()).sound


def test_sheets_that_a_new_join_makes_stale_are_named(at: Any) -> None:
    begun(at)
    written(at, "red", LESS)
    at("referee", "adjudicate", "m", "../red/sheet.json")
    at("blue", "join", "../referee/m", "blue", "--without-chain")
    said = at("referee", "seat", "m", "../blue/join-m-blue-after-0.json").output
    assert "blue: no chain from opening 1 on" in said
    assert "stale: the sheet of red answered the log before" in said
    said = at("referee", "adjudicate", "m").output
    assert "due: the order sheet of red" in said
    mailed()
    at("red", "template", "state.json", "red", "--from", "sheet.json", "--out", "sheet.json")
    written(at, "blue", BIDS)
    at("referee", "adjudicate", "m", "../red/sheet.json", "../blue/sheet.json")
    at("referee", "verify", "m")


def test_the_built_in_player_plays_a_seat_with_a_chain_and_the_log_says_so(at: Any) -> None:
    """Its sheet pledges nothing; the clock's note says why."""
    begun(at)
    notes = Path("referee/m/match.json")
    document = json.loads(notes.read_bytes())
    document["seats"]["blue"]["plays"] = "built-in"
    notes.write_text(json.dumps(document))
    written(at, "red", LESS)
    at("referee", "adjudicate", "m", "../red/sheet.json")
    mailed()
    read = log.parse_log(Path("referee/m/log.jsonl").read_bytes())
    opened, note = read.lines[2].payload, read.lines[3].payload
    assert isinstance(opened, log.Open)
    assert [seat for seat, value in opened.pledges.items() if value] == ["red"]
    assert isinstance(note, log.Clock)
    assert dict(note.missed) == {"blue": log.Missed(step="built-in", count=1)}
    at("referee", "verify", "m")
    # With the key, its owner may let the program write his sheet: then it is his own.
    state = json.loads(Path("red/state.json").read_bytes())
    mover = state["state"]["mover"]
    at(mover, "template", "state.json", mover, "--play", "--out", "sheet.json")
    at("referee", "adjudicate", "m", f"../{mover}/sheet.json")
    last = log.parse_log(Path("referee/m/log.jsonl").read_bytes()).lines[5:]
    (opened,) = (line.payload for line in last if isinstance(line.payload, log.Open))
    assert opened.pledges[mover] is not None
    assert not any(isinstance(line.payload, log.Clock) for line in last)
    at("referee", "verify", "m")


def test_status_lets_a_seat_with_a_chain_begin_its_sheet_itself(at: Any) -> None:
    begun(at)
    said = at("referee", "status", "m").output
    assert "adjudicator template state.json blue --out blue-1.json" in said
    assert "or paste" not in said
    report = Path("referee/m/now/report.txt").read_text()
    assert "with the pledge of blue, red out of the key" in " ".join(report.split())


def test_public_mode_has_no_chains(at: Any) -> None:
    offered(at, "--mode", "public")
    at("blue", "join", "offer.json", "blue")
    said = at("referee", "begin", "m", "../blue/join-m-blue.json", code=1).output
    assert "Join with --without-chain." in said
