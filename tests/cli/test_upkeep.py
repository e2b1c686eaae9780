"""What is the referee's is closed to others, addresses lie there, and git takes nothing of it.

Older folders, made before that, get it all at their next write.
"""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator import registry
from adjudicator.documents import storage
from adjudicator.matches import people as people_files
from tests.cli.calls import call
from tests.cli.toy_commands import new, sheet
from tests.core.toy import SEATS, TOY, toy_scenario
from tests.core.toy_orders import BIDS, MARCH, NO_BIDS
from tests.programs import needed
from tests.registered import registered

OLD_IGNORED = b"/referee/\n.lock\n.new-*\nkey-*.json\n"
ANNA, BEN = "anna@example.org", "ben@example.org"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(registry, "GAMES", registered(TOY))
    monkeypatch.chdir(tmp_path)
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """The modes of a folder and all that lies in it."""
    paths = [folder, *sorted(folder.rglob("*"))]
    return {str(path): stat.S_IMODE(path.lstat().st_mode) for path in paths}


def is_closed(folder: Path) -> bool:
    """Whether nobody but the owner may read anything of a folder."""
    found = modes(folder)
    wrong = {
        path: oct(mode)
        for path, mode in found.items()
        if mode != (0o700 if Path(path).is_dir() else 0o600)
    }
    assert not wrong
    return len(found) > 2


def bid() -> tuple[Path, Path]:
    return sheet("blue", {"orders": BIDS}), sheet("red", {"orders": NO_BIDS})


def grown_old(match: Path = Path("m")) -> None:
    """Makes a match folder what it would be of an older program: open, with addresses."""
    notes = {
        "format": 1,
        "title": "Old",
        "seats": {
            "blue": {"name": "Anna", "address": ANNA, "plays": None},
            "red": {"name": "", "address": BEN, "plays": None},
        },
    }
    (match / "match.json").write_text(json.dumps(notes))
    (match / "referee/people.json").unlink()
    (match / ".gitignore").write_bytes(OLD_IGNORED)
    for path in (match / "referee", *(match / "referee").rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)


def addresses(match: Path = Path("m")) -> dict[str, str]:
    """Who gets mails where, as status says."""
    people = json.loads(call("status", match, "--json").stdout)["people"]
    return {seat: sits["address"] for seat, sits in people.items()}


# -- the folder referee/ ---------------------------------------------------------------------------


def test_whatever_makes_it_nobody_else_may_read_what_is_the_referees() -> None:
    new()
    assert is_closed(Path("m/referee"))
    blue, red = bid()
    assert call("adjudicate", "m", blue).exit_code == 0
    assert is_closed(Path("m/referee"))
    assert call("adjudicate", "m", red, "--out", "copy").exit_code == 0
    assert is_closed(Path("copy/referee"))
    for words in (
        ("adjudicate", "m", red),
        ("rewind", "m", "--to", "0", "--reason", "again"),
        ("escrow", "m", "--out", "m/referee/copy.json"),
        ("new", "--continue", "m", "next", "--name", "toy-2027"),
        ("escrow", "m", "--out", "copy.json"),
    ):
        done = call(*words)
        assert done.exit_code == 0, done.output
        assert is_closed(Path("m/referee"))
    assert is_closed(Path("next/referee"))
    shutil.rmtree("m/referee")
    assert call("escrow", "m", "--restore", "copy.json").exit_code == 0
    assert Path("m/referee/secret.json").exists()
    assert is_closed(Path("m/referee"))


def test_joins_and_pledges_are_closed_to_others_too() -> None:
    Path("duel.json").write_text(json.dumps(toy_scenario({}).to_json()))
    call("new", "toy", "m", "--scenario", "duel.json", "--mode", "sealed", "--joins")
    for seat in SEATS:
        assert call("join", "m/offer.json", seat, "--out", f"{seat}-join.json").exit_code == 0
        call("begin", "m", f"{seat}-join.json")
        assert is_closed(Path("m/referee"))
    blue, red = bid()
    assert call("adjudicate", "m", blue, red).exit_code == 3
    made = call("pledge", "m", "blue", "--sheet", blue, "--out", "pledge.json")
    assert made.exit_code == 0, made.output
    assert call("adjudicate", "m", "pledge.json").exit_code == 3
    assert Path("m/referee/pledges/n0001/blue.json").exists()
    assert is_closed(Path("m/referee"))


def test_sheets_set_aside_are_closed_to_others() -> None:
    Path("duel.json").write_text(json.dumps(toy_scenario({}).to_json()))
    call("new", "toy", "m", "--scenario", "duel.json", "--joins")
    joins = []
    for seat in SEATS:
        joins.append(f"{seat}-join.json")
        call("join", "m/offer.json", seat, "--out", joins[-1], "--without-chain")
    assert call("begin", "m", *joins).exit_code == 0
    _, red = bid()
    assert call("adjudicate", "m", red).exit_code == 0
    call("join", "m/log.jsonl", "blue", "--out", "again.json", "--key", "key-again.json")
    done = call("seat", "m", "again.json")
    assert done.exit_code == 0, done.output
    (aside,) = Path("m/referee/orders").glob("stale-*")
    assert [path.name for path in aside.iterdir()] == ["red.json"]
    assert is_closed(Path("m/referee"))


@pytest.mark.parametrize("words", ["adjudicate m blue.json", "rewind m --to 0 --reason again"])
def test_an_old_folder_is_closed_by_the_next_write(words: str) -> None:
    new()
    blue, red = bid()
    call("adjudicate", "m", blue, red)
    sheet("blue", {"orders": MARCH})
    grown_old()
    was = modes(Path("m/referee"))
    assert call("status", "m").exit_code == 0
    assert modes(Path("m/referee")) == was, "reading changes nothing"
    done = call(*words.split())
    assert done.exit_code == 0, done.output
    assert "notice: others on this computer could read what lies in referee/" in done.stderr
    assert is_closed(Path("m/referee"))
    assert "notice" not in call("adjudicate", "m").stderr


def test_a_copy_of_an_old_folder_is_closed_and_the_old_one_left_alone() -> None:
    new()
    blue, red = bid()
    grown_old()
    before = {path: path.read_bytes() for path in Path("m").rglob("*") if path.is_file()}
    was = modes(Path("m"))
    done = call("adjudicate", "m", blue, red, "--out", "copy")
    assert done.exit_code == 0, done.output
    assert "the addresses in match.json (blue, red) were moved" in done.stderr
    assert is_closed(Path("copy/referee"))
    assert modes(Path("m")) == was
    assert {path: path.read_bytes() for path in before} == before
    assert addresses(Path("copy")) == {"blue": ANNA, "red": BEN}
    assert ANNA not in Path("copy/match.json").read_text()


def test_where_modes_mean_nothing_new_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    made = os.mkdir
    monkeypatch.setattr(os, "mkdir", lambda path, mode=0o777: made(path, 0o755))
    monkeypatch.setattr(os, "chmod", lambda *args, **named: None)
    Path("duel.json").write_text(json.dumps(toy_scenario({}).to_json()))
    for words in ((), ("--joins",)):
        name = f"m{len(words)}"
        done = call("new", "toy", name, "--scenario", "duel.json", *words)
        assert done.exit_code == 0, done.output
        assert f"notice: this file system does not keep others out of {name}/ref" in done.stderr
    blue, red = (sheet(seat, {"orders": BIDS}, "m0") for seat in SEATS)
    played = call("adjudicate", "m0", blue, red)
    assert (played.exit_code, played.stderr) == (0, "")
    monkeypatch.undo()
    monkeypatch.setattr(registry, "GAMES", registered(TOY))


def test_a_folder_that_keeps_others_out_is_nothing_to_tell_of() -> None:
    Path("duel.json").write_text(json.dumps(toy_scenario({}).to_json()))
    assert call("new", "toy", "m", "--scenario", "duel.json").stderr == ""


# -- addresses -------------------------------------------------------------------------------------


def test_addresses_are_read_from_the_referees_folder() -> None:
    new()
    people = json.loads(Path("m/referee/people.json").read_bytes())
    assert people == {"format": 1, "addresses": {"blue": "", "red": ""}}
    assert "address" not in Path("m/match.json").read_text()
    people["addresses"]["blue"] = ANNA
    Path("m/referee/people.json").write_text(json.dumps(people))
    notes = json.loads(Path("m/match.json").read_bytes())
    notes["seats"]["blue"]["name"] = "Anna"
    Path("m/match.json").write_text(json.dumps(notes))
    assert f"  to        Anna <{ANNA}> (blue)\n" in call("status", "m").stdout
    assert addresses() == {"blue": ANNA, "red": ""}
    Path("m/match.json").unlink()
    assert f"  to        <{ANNA}> (blue)\n" in call("status", "m").stdout
    Path("m/referee/people.json").write_text('{"format": 1, "addresses": {"blue": 7}}')
    refused = call("status", "m")
    assert refused.exit_code == 1
    assert "m/referee/people.json" in refused.stderr


def test_an_old_match_json_is_understood_and_moved_by_the_next_write() -> None:
    new()
    blue, red = bid()
    grown_old()
    assert addresses() == {"blue": ANNA, "red": BEN}
    assert ANNA in Path("m/match.json").read_text()
    done = call("adjudicate", "m", blue, red)
    assert done.exit_code == 0, done.output
    assert "were moved to referee/people.json: match.json is public" in done.stderr
    assert "@" not in Path("m/match.json").read_text()
    assert addresses() == {"blue": ANNA, "red": BEN}
    assert json.loads(Path("m/match.json").read_bytes())["seats"]["blue"]["name"] == "Anna"


def test_an_address_written_into_match_json_by_hand_counts_and_moves() -> None:
    new()
    Path("m/referee/people.json").write_text(
        json.dumps({"format": 1, "addresses": {"blue": "old@example.org", "red": BEN}})
    )
    notes = json.loads(Path("m/match.json").read_bytes())
    notes["seats"]["blue"] = {"address": ANNA}
    Path("m/match.json").write_text(json.dumps(notes))
    assert addresses() == {"blue": ANNA, "red": BEN}
    blue, red = bid()
    done = call("adjudicate", "m", blue, red)
    assert "notice: the addresses in match.json (blue) were moved" in done.stderr
    people = json.loads(Path("m/referee/people.json").read_bytes())
    assert people["addresses"] == {"blue": ANNA, "red": BEN}
    assert ANNA not in Path("m/match.json").read_text()


def test_killed_in_the_middle_no_address_is_lost_and_none_stays_in_both(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    new()
    blue, red = bid()
    grown_old()
    written = storage.write_atomically

    def killed(path: Path, content: bytes, *, mode: int = 0o644) -> None:
        if path.name == "match.json":
            raise KeyboardInterrupt
        written(path, content, mode=mode)

    with monkeypatch.context() as patch:
        patch.setattr(people_files, "write_atomically", killed)
        with pytest.raises(KeyboardInterrupt):
            people_files.move_addresses(Path("m"))
    for name in ("match.json", "referee/people.json"):
        assert ANNA in Path("m", name).read_text()
    assert addresses() == {"blue": ANNA, "red": BEN}
    assert call("adjudicate", "m", blue, red).exit_code == 0
    assert ANNA not in Path("m/match.json").read_text()
    assert addresses() == {"blue": ANNA, "red": BEN}


def test_addresses_that_cannot_be_added_are_not_taken_away() -> None:
    new()
    blue, red = bid()
    grown_old()
    Path("m/referee/people.json").write_text("{")
    refused = call("adjudicate", "m", blue, red)
    assert refused.exit_code == 1
    assert "m/referee/people.json" in refused.stderr
    assert ANNA in Path("m/match.json").read_text()


def test_a_match_that_goes_on_takes_names_and_addresses_along() -> None:
    new()
    grown_old()
    done = call("new", "--continue", "m", "next", "--name", "toy-2027")
    assert done.exit_code == 0, done.output
    assert "@" not in Path("next/match.json").read_text()
    assert "Anna" in Path("next/match.json").read_text()
    assert addresses(Path("next")) == {"blue": ANNA, "red": BEN}


# -- git -------------------------------------------------------------------------------------------


def git(*words: str) -> str:
    """What git says in the match folder."""
    settings = ("-c", "user.name=referee", "-c", "user.email=referee@localhost")
    done = subprocess.run(
        [needed("git"), "-C", "m", *settings, *words], capture_output=True, check=True, text=True
    )
    return done.stdout


def taken() -> set[str]:
    """The files of the match folder that git takes."""
    git("add", "-A")
    return set(git("ls-files").splitlines())


PUBLIC = ("map.svg", "report.txt", "report.html", "state.json", "events.json")
FOLDERS = ("n0000-start", "n0007-turn-2-western", "n0004.1-rewound-to-2", "n0012-turn-1.blue-x")


def test_git_takes_everybodys_files_and_none_of_a_single_seat() -> None:
    new()
    git("init", "--quiet")
    seats = ("blue", "esc-2", "-", "a-b-c", "svg", "new", "0", "x" * 40)
    public, own = set(), set()
    for folder in FOLDERS:
        for name in PUBLIC:
            stem, _, extension = name.partition(".")
            public.add(f"openings/{folder}/{name}")
            own |= {f"openings/{folder}/{stem}-{seat}.{extension}" for seat in seats}
    # A seat may not be called so; if one could, its files would stay out too.
    own |= {"openings/n0000-start/state-a.b.json", "openings/n0000-start/map-A B.svg"}
    own |= {f"referee/now/{seat}/{name}" for seat in seats for name in PUBLIC}
    for path in (*public, *own):
        Path("m", path).parent.mkdir(parents=True, exist_ok=True)
        Path("m", path).write_text("x")
    found = taken()
    assert public <= found
    assert not own & found
    now = {f"now/{name}" for name in (*PUBLIC, "stamp.json")}
    assert found - public - now == {".gitattributes", ".gitignore", "log.jsonl", "match.json"}


def test_an_older_gitignore_gets_what_lacks_and_keeps_the_lines_of_people() -> None:
    new()
    git("init", "--quiet")
    mine = OLD_IGNORED + b"# mine\n/notes/\n*.bak"
    Path("m/.gitignore").write_bytes(mine)
    blue, red = bid()
    done = call("adjudicate", "m", blue, red)
    assert ".gitignore names the files of single seats now" in done.stderr
    assert Path("m/.gitignore").read_bytes() == mine + b"\n/openings/*/*-*.*\nkey-*.json*\n"
    own = Path("m/openings/n0001-turn-1/state-blue.json")
    own.parent.mkdir(parents=True)
    own.write_text("{}")
    assert str(own.relative_to("m")) not in taken()
    again = Path("m/.gitignore").read_bytes()
    assert ".gitignore" not in call("adjudicate", "m", sheet("blue", {"orders": {}})).stderr
    assert Path("m/.gitignore").read_bytes() == again


def test_git_puts_back_what_was_taken_once_as_the_notice_says() -> None:
    new()
    git("init", "--quiet")
    Path("m/.gitignore").write_bytes(OLD_IGNORED)
    own = Path("m/openings/n0000-start/state-blue.json")
    own.parent.mkdir(parents=True)
    own.write_text("{}")
    own.with_name("state.json").write_text("{}")
    assert "openings/n0000-start/state-blue.json" in taken()
    blue, red = bid()
    told = call("adjudicate", "m", blue, red).stderr
    (words,) = (line.split("before: git ")[1] for line in told.splitlines() if "git rm" in line)
    git(*words.replace("'", "").split())
    assert "openings/n0000-start/state-blue.json" not in taken()
    assert "openings/n0000-start/state.json" in taken()


def test_who_wants_no_gitignore_gets_none() -> None:
    new()
    Path("m/.gitignore").unlink()
    blue, red = bid()
    assert call("adjudicate", "m", blue, red).exit_code == 0
    assert not Path("m/.gitignore").exists()
