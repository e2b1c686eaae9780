"""What the search for secrets is worth: whatever is planted in a repository is found.

By the tool of the tests and by `git doctor`, which share nothing.
"""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from adjudicator.repository import leaks as program
from adjudicator.repository.git import open_git
from adjudicator.repository.leaks import Held, leaks_in
from tests.repository.clones import git
from tests.repository.leaks import Secret, leaks, spellings

MASTER = "5eaf" * 16
LINE = "In hand: two bombers, and what nobody else knows of."


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "r"
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch=main")
    commit(folder, "log.jsonl", b"{}\n")
    return folder


def commit(folder: Path, path: str, content: bytes, message: str = "x") -> None:
    place = folder / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(content)
    git(folder, "add", "-f", "--", path)
    git(folder, "commit", "--quiet", "-m", message)


def told(folder: Path, *held: Held, sealed: bool = False) -> list[str]:
    """What the program finds, without where."""
    found = leaks_in(open_git(folder), held, is_sealed=sealed)
    return [problem.message.partition(" can be read")[0] for problem in found]


RAW = bytes.fromhex(MASTER)
PLANTED = {
    "as it is": MASTER.encode(),
    "in capitals": MASTER.upper().encode(),
    "as bytes": RAW,
    "in base64": base64.b64encode(RAW),
    "in base64 for addresses": base64.urlsafe_b64encode(RAW),
    "the digits in base64": base64.b64encode(MASTER.encode()),
}


def test_a_secret_is_found_however_it_is_spelled(repository: Path) -> None:
    secret, held = Secret("the master", MASTER), Held("the master", MASTER)
    assert leaks(repository, [secret]) == []
    assert told(repository, held) == []
    for how, spelled in PLANTED.items():
        other = repository.with_name(how)
        git(repository.parent, "clone", "--quiet", str(repository), str(other))
        commit(other, "notes.txt", b"here: " + spelled + b" there")
        assert leaks(other, [secret]) == ["the master"], how
        assert told(other, held) == ["the master"], how


@pytest.mark.parametrize("shift", range(3))
def test_in_the_middle_of_base64_a_secret_is_found(shift: int, repository: Path) -> None:
    commit(repository, "f", base64.b64encode(b"x" * (shift + 30) + bytes.fromhex(MASTER) + b"yy"))
    assert leaks(repository, [Secret("the master", MASTER)]) == ["the master"]


def test_what_was_taken_out_again_can_still_be_reached(repository: Path) -> None:
    commit(repository, "f", MASTER.encode())
    commit(repository, "f", b"nothing")
    secret, held = Secret("the master", MASTER), Held("the master", MASTER)
    assert leaks(repository, [secret]) == ["the master"]
    assert told(repository, held) == ["the master"]


def test_messages_names_tags_and_merges_are_looked_at(repository: Path) -> None:
    secret = Secret("the master", MASTER)
    held = Held("the master", MASTER)
    places = []
    for number in range(4):
        other = repository.with_name(f"r{number}")
        git(repository.parent, "clone", "--quiet", str(repository), str(other))
        places.append(other)
    commit(places[0], "f", b"f", message=f"see {MASTER}")
    git(places[1], "tag", "-a", "-m", MASTER, "lock/n0001")
    # A file that only a merge brings.
    git(places[2], "checkout", "--quiet", "-b", "side")
    commit(places[2], "side", b"side")
    git(places[2], "checkout", "--quiet", "main")
    commit(places[2], "ours", b"ours")
    git(places[2], "merge", "--quiet", "--no-commit", "side")
    commit(places[2], "evil", MASTER.encode())
    git(places[3], "checkout", "--quiet", "-b", "hidden")
    commit(places[3], "f", MASTER.encode())
    git(places[3], "checkout", "--quiet", "main")
    for place in places:
        assert leaks(place, [secret]) == ["the master"], place
        assert told(place, held) == ["the master"], place
    assert leaks(repository, [secret]) == []


def test_a_line_of_a_report_is_found(repository: Path) -> None:
    commit(repository, "report.txt", f"x\n{LINE}\ny".encode())
    assert leaks(repository, [Secret("a line", LINE)]) == ["a line"]
    assert leaks(repository, [Secret("another", LINE[:-1] + "!")]) == []
    assert all(spelled for spelled in spellings(LINE))


KINDS = {
    "referee/save.json": (b"{}", "the folder of the referee"),
    "a/referee/x": (b"x", "the folder of the referee"),
    "decrypted/red/state.json": (b"{}", "what one seat alone may see"),
    "openings/n0001-x/state-red.json": (b"{}", "what one seat alone may see"),
    "key-m-red.json": (b"{}", "a key file, or what it remembers"),
    "key-m-red.seen.jsonl": (b"{}", "a key file, or what it remembers"),
    "sub/people.json": (b"{}", "a secret or the addresses"),
    "harmless.json": (json.dumps({"t": "secret", "master": MASTER}).encode(), "a key file"),
    "share.txt": (b' {"t": "secret-share"}', "a share of a secret"),
    "other.json": (b'{"t": "save"}', "a save, with all that is hidden"),
    "now/state.json": (b'{"t": "view", "seat": "red"}', "what one seat alone may see"),
    "match.json": (b'{"format": 1, "seats": {"red": {"address": "a@b.org"}}}', "an address"),
    "who.json": (b'{"format": 1, "addresses": {"red": "a@b.org"}}', "an address"),
    "id": (b"AGE-SECRET-KEY-1" + b"Q" * 58, "a private key"),
    "id_ed25519": (b"-----BEGIN OPENSSH PRIVATE KEY-----\n", "a private key"),
}


def test_what_says_itself_what_it_is_is_found(repository: Path) -> None:
    for path, (content, what) in KINDS.items():
        other = repository.with_name(path.replace("/", "-"))
        git(repository.parent, "clone", "--quiet", str(repository), str(other))
        commit(other, path, content)
        assert told(other) == [what], path


def test_what_everybody_may_read_is_no_leak(repository: Path) -> None:
    for path, content in (
        ("now/state.json", b'{"t": "view", "seat": null}'),
        ("match.json", b'{"format": 1, "seats": {"red": {"name": "R", "address": ""}}}'),
        ("openings/n0001-x/state.json", b"{}"),
        ("inbox/red/n0001.json", b'{"t": "orders", "player": "red"}'),
        ("views/red.age", b"age-encryption.org/v1\n"),
        ("map/refereed.json", b'["referee/"]'),
    ):
        commit(repository, path, content)
    assert told(repository) == []
    assert told(repository, sealed=True) == ["a sheet that is not sealed"]


def test_what_is_too_large_to_be_looked_at_is_named(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "MAX_LOG", 100)
    commit(repository, "large", bytes(101))
    assert told(repository) == ["a file that is too large to be looked at"]


def test_a_path_of_a_stranger_does_not_reach_the_terminal(repository: Path) -> None:
    commit(repository, "referee/\x1b[2J\n\u202e", b"x")
    (found,) = leaks_in(open_git(repository))
    assert found.message.isprintable()
    assert "\u202e" not in found.message
