"""What one seat alone may see: sealed to it, read by it, and found nowhere else."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pyrage
import pytest

from adjudicator import registry
from adjudicator.api.age_keys import AgeKey, age_key
from adjudicator.audit import tfd1
from adjudicator.repository.sealing import VIEW_MEMBERS, seal
from adjudicator.repository.views import unsealed_view
from tests.core.hand import HAND, SEATS
from tests.registered import registered
from tests.repository.clones import Clone, call, git
from tests.repository.hidden import HiddenMatch, begun, key_of
from tests.repository.leaks import leaks, of_keys, of_referee, of_sheets

LOCKED_UP = "nothing was decrypted"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAMES", registered(HAND))
    monkeypatch.setattr(tfd1, "LINKS", 16)
    monkeypatch.chdir(tmp_path)


def secrets_of(played: HiddenMatch) -> list[Any]:
    made = played.referee.folder / ".git/adjudicator/made"
    keys = [key_of(clone, seat) for seat, clone in played.players.items()]
    there = of_referee(played.match, log=played.hub.log, made=made)
    return [*there, *of_keys(keys)]


def decrypted(clone: Clone, seat: str) -> dict[str, Any]:
    path = clone.folder / "decrypted" / seat / "state.json"
    document: dict[str, Any] = json.loads(path.read_bytes())
    return document


@pytest.mark.parametrize("joins", [True, False])
def test_hands_are_played_by_git_and_nobody_reads_them(joins: bool) -> None:
    played = begun(joins=joins)
    (played.match / "referee/people.json").write_text(
        json.dumps({"format": 1, "addresses": {"blue": "blue@example.org", "red": ""}})
    )
    kinds: set[str] = set()
    for _ in range(3):
        played.plays()
        sheets = [Path(f"{seat}-sheet.json") for seat in SEATS]
        named = [one for one in of_sheets(sheets) if one.value not in played.hub.log.decode()]
        secrets = [*secrets_of(played), *named]
        assert leaks(played.hub.folder, secrets) == []
        kinds |= {one.what.split(" of ")[0].split(" in ")[0] for one in secrets}
    assert {"the master", "the age identity", "the hidden-draw secret", "a salt"} <= kinds
    assert "the address" in kinds
    blue, red = (played.players[seat] for seat in SEATS)
    paths = played.hub.git("ls-tree", "-r", "--name-only", "main").splitlines()
    assert {"views/blue.age", "views/red.age", "inbox/blue/n0001.age"} <= {*paths}
    assert not [path for path in paths if path.startswith(("referee", "decrypted", "key-"))]
    for clone, seat in ((blue, "blue"), (red, "red")):
        told = clone.does("view", "--key", key_of(clone, seat))
        assert f"{seat}/decrypted/{seat}/state.json" in told
        assert decrypted(clone, seat)["seat"] == seat
        state = clone.folder / "decrypted" / seat / "state.json"
        key = ("--key", key_of(clone, seat))
        for words in (("map", state), ("report", state), ("template", state, seat, *key)):
            assert call(*words).exit_code == 0
        assert clone.git("status", "--porcelain") == ""
        assert (state.stat().st_mode & 0o777) == 0o600
    hands = [json.dumps(decrypted(clone, seat)["state"]["decks"])
             for clone, seat in ((blue, "blue"), (red, "red"))]  # fmt: skip
    assert hands[0] != hands[1]


def sealed_to(key: AgeKey, files: dict[str, bytes]) -> bytes:
    """What anybody can make who knows a recipient."""
    return seal(files, VIEW_MEMBERS, [key.recipient], is_packed=True)


def put(clone: Clone, path: str, content: bytes) -> None:
    """Commits a file here, as a server could that gives out another tree."""
    place = clone.folder / path
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(content)
    clone.git("add", "-f", path)
    clone.git("commit", "--quiet", "-m", "x")


def test_another_view_than_ones_own_of_now_is_refused() -> None:
    played = begun()
    played.plays()
    blue = played.players["blue"]
    key = age_key(key_of(blue, "blue"))
    first = (blue.folder / "views/blue.age").read_bytes()
    reds = (blue.folder / "views/red.age").read_bytes()
    referee = age_key(played.match / "referee/secret.json")
    of_red = unsealed_view(reds, [referee.identity])
    played.plays()
    mine = unsealed_view((blue.folder / "views/blue.age").read_bytes(), [key.identity])
    document = json.loads(mine["state.json"])

    def other(**header: Any) -> bytes:
        changed = {**document, "header": {**document["header"], **header}}
        return sealed_to(key, {"state.json": json.dumps(changed).encode()})

    forged = {
        "it is sealed to somebody else": reds,
        "it is of another opening than the last one": first,
        "it is that of another seat": sealed_to(key, of_red),
        "it is of another match": other(game="5e" * 32),
        "its head is no line of the log": other(head="5e" * 32),
        "it is no state.json": sealed_to(key, {"state.json": b"[]"}),
        "cannot be read": sealed_to(key, {"state.json": b"{"}),
        "it is no file that age has encrypted": b"{}",
        "it holds a file that is none of": _other(key),
    }
    for why, content in forged.items():
        put(blue, "views/blue.age", content)
        told = " ".join(blue.does("view", "--key", key_of(blue, "blue"), ok=1).split())
        assert why in told, told
        assert LOCKED_UP in told
    assert decrypted(blue, "blue")["header"]["n"] == document["header"]["n"] - 1


def test_escapes_in_a_report_do_not_reach_the_terminal() -> None:
    played = begun()
    played.plays()
    blue = played.players["blue"]
    key = age_key(key_of(blue, "blue"))
    mine = unsealed_view((blue.folder / "views/blue.age").read_bytes(), [key.identity])
    put(blue, "views/blue.age", sealed_to(key, {**mine, "report.txt": b"A\n\x1b[2J\xe2\x80\xaex"}))
    blue.does("view", "--key", key_of(blue, "blue"))
    text = (blue.folder / "decrypted/blue/report.txt").read_text()
    assert text == "A\n\\u001b[2J\\u202ex"


def _other(key: AgeKey) -> bytes:
    """A view with a file of another name in it."""
    from adjudicator.repository.sealing import Member

    members = {"state.json": Member(9), "x": Member(9)}
    return seal({"state.json": b"{}", "x": b""}, members, [key.recipient], is_packed=True)


def test_nothing_is_decrypted_into_what_git_takes() -> None:
    """A server could give out a folder of that name, to have the hand committed and pushed."""
    played = begun()
    played.plays()
    blue = played.players["blue"]
    key = ("--key", key_of(blue, "blue"))
    blue.does("view", *key)
    assert blue.git("ls-files", "--others", "--exclude-standard", "decrypted") == ""
    (blue.folder / ".gitignore").write_text("")
    assert blue.git("ls-files", "--others", "--exclude-standard", "decrypted") == ""
    before = (blue.folder / "decrypted/blue/state.json").read_bytes()
    put(blue, "decrypted/blue/state.json", b"{}")
    assert "decrypted-tracked" in blue.does("view", *key, ok=4)
    assert (blue.folder / "decrypted/blue/state.json").read_bytes() == b"{}"
    blue.git("rm", "-r", "--cached", "--quiet", "decrypted")
    blue.does("view", *key)
    assert (blue.folder / "decrypted/blue/state.json").read_bytes() == before
    elsewhere = Path("elsewhere")
    elsewhere.mkdir()
    for link in (blue.folder / "decrypted/blue", blue.folder / "decrypted"):
        git(Path(), "-C", str(blue.folder), "clean", "-fdxq", "decrypted")
        link.parent.mkdir(exist_ok=True)
        link.symlink_to(elsewhere.resolve())
        assert "decrypted-tracked" in blue.does("view", *key, ok=4)
        link.unlink()
    assert not list(elsewhere.iterdir())


def test_which_key_reads_is_said_or_found() -> None:
    played = begun()
    blue, bare = played.players["blue"], Clone(played.hub.folder)
    played.submits("blue")
    played.submits("red")
    assert "no-view" in blue.does("view", ok=1), "nothing was dealt yet"
    played.turns()
    # An older key of the seat, another match's and another file lie there too.
    others = blue.folder / "key-a.json", blue.folder / "key-b.json", blue.folder / "key-c.json"
    key = json.loads(key_of(blue, "blue").read_bytes())
    for path, change in zip(others, ({"master": "5e" * 32}, {"match": "other"}, {}), strict=True):
        path.write_text(json.dumps(key | change if change else {}))
    assert "blue/decrypted/blue/state.json" in blue.does("view")
    told = blue.does("view", "--key", others[0], ok=1)
    assert "sealed-unreadable" in told
    assert "no-key" in blue.does("view", "--key", played.match / "referee/secret.json", ok=4)
    assert "no-key" in played.referee.does("view", ok=4)
    assert "no-work-tree" in bare.does("view", "--key", key_of(blue, "blue"), ok=4)


def test_whose_recipient_counts_is_said_by_the_log() -> None:
    """Whoever may write repository.json cannot read along by it."""
    played = begun()
    stranger = pyrage.x25519.Identity.generate().to_public()
    told = {"schema_version": 1, "sheets": "sealed", "recipients": {"red": str(stranger)}}
    put(played.referee, "repository.json", json.dumps(told).encode())
    played.referee.git("push", "--quiet")
    refused = played.players["blue"]
    sheet = call("template", refused.folder, "blue", "--play", "--out", "blue-sheet.json")
    assert sheet.exit_code == 0, sheet.output
    assert "other-recipient" in refused.does("submit", "blue-sheet.json", ok=1)


def test_a_seat_without_a_recipient_is_named_by_the_turn() -> None:
    played = begun(joins=False)
    settings = json.loads((played.referee.folder / "repository.json").read_bytes())
    del settings["recipients"]["red"]
    put(played.referee, "repository.json", json.dumps(settings).encode())
    played.referee.git("push", "--quiet")
    for seat in SEATS:
        played.players[seat].pulls()
        played.submits(seat)
    told = played.turns()
    assert "red cannot see what it alone may see" in told
    assert "blue cannot" not in told
    assert not (played.referee.folder / "views/red.age").exists()


def test_the_page_of_the_match_says_how_a_hidden_hand_is_played() -> None:
    played = begun()
    readme = played.referee.folder / "README.md"
    played.plays()
    seat = played.referee.awaited[0]
    text = readme.read_text()
    assert f"adjudicator git view\nadjudicator template decrypted/{seat}/state.json {seat}" in text
    for step in re.findall(r"```sh\ngit pull\n(.*?)```", text, re.DOTALL)[0].splitlines()[:2]:
        assert step.startswith("adjudicator ")


def test_an_open_sheet_is_not_added_where_sheets_are_sealed(tmp_path: Path) -> None:
    """`git add -A` in a clone in which somebody has just written their orders."""
    played = begun()
    assert call("git", "init", played.match).exit_code == 0
    player = tmp_path / "player"
    git(tmp_path, "clone", "--quiet", str(played.match), str(player))
    clone = Clone(player)
    for ending in (".json", ".json.sig", "-pledge.json"):
        (player / f"inbox/blue/n0001{ending}").write_text("{}")
    clone.git("add", "-A")
    staged = clone.git("diff", "--cached", "--name-only").split()
    assert staged == ["inbox/blue/n0001-pledge.json"]
