"""Places on the disk that are not what they should be: links, pipes, folders, strange names."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.audit.tfd1 import json_hash
from adjudicator.core.values import canonical
from adjudicator.documents.storage import close_folder
from tests.intake.bench import Workplace, faults_of, run


def linked(path: str) -> Callable[[], None]:
    """Puts a link in the place of a part of the match, to a copy of it that lies outside."""

    def change() -> None:
        here, outside = Path(path), Path("outside").absolute()
        if here.exists():
            here.rename(outside)
        else:
            outside.mkdir()
            here.parent.mkdir(parents=True, exist_ok=True)
        here.symlink_to(outside)

    return change


LINKS = (
    "m/log.jsonl", "m/match.json", "m/.lock", "m/now", "m/orders", "m/referee",
    "m/referee/save.json", "m/referee/secret.json", "m/referee/orders", "m/referee/orders/n0001",
    "m/referee/orders/n0001/western.json", "m/now",
    "m/now/report.txt",
)  # fmt: skip
COMMANDS = ("status m", "check m western.json", "adjudicate m western.json", "map m", "report m")


@pytest.mark.parametrize("path", LINKS)
def test_no_part_of_a_match_is_a_link(workplace: Workplace, path: str) -> None:
    linked(path)()
    outside = Path("outside")
    before = sorted(outside.rglob("*")) if outside.is_dir() else outside.read_bytes()
    for words in COMMANDS:
        ran = run(words)
        assert ran.code == 4, ran.out
        assert f"{path}: unusable is-a-link: " in ran.err
        assert not ran.out
    assert before == (sorted(outside.rglob("*")) if outside.is_dir() else outside.read_bytes())


def test_a_sheet_may_be_a_link_and_so_may_the_folder_of_a_match(workplace: Workplace) -> None:
    Path("link.json").symlink_to(Path("western.json").absolute())
    Path("match").symlink_to(Path("m").absolute())
    assert run("check match link.json").code == 0


def test_pipes_devices_and_folders_are_no_files(workplace: Workplace) -> None:
    os.mkfifo("pipe.json")
    Path("folder.json").mkdir()
    Path("circle.json").symlink_to("circle.json")
    for name in ("pipe.json", "/dev/zero", "/dev/null", "folder.json", "circle.json", "", "."):
        for words in (
            ["check", "m", name], ["adjudicate", "m", name], ["status", name], ["case", name],
            ["new", "fortress-america-1986", "made", "--scenario", name],
            ["adjudicate", "x", "--rolls", name], ["template", name, "western"], ["verify", name],
            ["luck", name],
        ):  # fmt: skip
            ran = workplace.run(words)
            is_empty_folder = words[0] in ("case",) and ran.code == 0
            is_folder = words[0] == "case" and name in ("", ".")  # it tells of every file in it
            faults = [one for one in faults_of(ran) if not (is_folder and "prints" in one)]
            assert not faults, (words, faults, ran.trace)
            assert ran.code in (1, 2, 4) or is_empty_folder, (words, ran.out)
            assert ran.seconds < 5


PARTS = (
    "m/log.jsonl", "m/match.json", "m/referee/save.json", "m/referee/secret.json",
    "m/referee/orders/n0001/western.json", "m/.lock",
)  # fmt: skip


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir], ids=["pipe", "folder"])
@pytest.mark.parametrize("path", PARTS)
def test_pipes_and_folders_in_the_place_of_files(
    workplace: Workplace, path: str, make: Callable[[str], None]
) -> None:
    Path(path).unlink(missing_ok=True)
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    make(path)
    for words in ("status m", "adjudicate m western.json", "verify m", "check m western.json"):
        ran = run(words)
        assert not [one for one in faults_of(ran) if "disk" not in one], (words, ran.trace, ran.err)
        assert ran.seconds < 5


NAMES = (
    "..", "../..", "/", "a\\b", "-rf", "--", "x" * 300, "/".join(["x"] * 3000), "\u202etxt.json",
    "a\nb", "\udcff", "~", "western", "m/western.json", "<script>", "con",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES, ids=lambda name: ascii(name)[:20])
def test_strange_names(workplace: Workplace, name: str) -> None:
    """Of matches, sheets, seats, scenarios, maps and what is written: refused, nothing changed."""
    for words in (
        ["check", "m", "--", name], ["status", "--", name], ["template", "m", "--", name],
        ["new", "fortress-america-1986", "made", f"--scenario={name}"],
        ["adjudicate", "x", f"--rolls={name}"], ["adjudicate", "m", f"--play={name}"],
        ["report", "m", f"--seat={name}"], ["map", "m", f"--supply={name}"],
        ["schemas", "--", name], ["verify", "--", name], ["luck", "--", name],
        ["luck", "m", f"--side={name}"], ["luck", "m", f"--n={name}"],
    ):  # fmt: skip
        ran = workplace.run(words)
        assert not faults_of(ran), (words, faults_of(ran), ran.trace, ran.err)


OUTS = (
    "western.json", "m", "m/referee", "/dev/null", "western.json/x", "..", "/", "x" * 300,
    "\u202etxt.json", "\udcff", "m/copy",
)  # fmt: skip


@pytest.mark.parametrize("out", OUTS, ids=lambda name: ascii(name)[:20])
def test_new_folders_are_new(workplace: Workplace, out: str) -> None:
    for words in (
        ["adjudicate", "m", "western.json", f"--out={out}"],
        ["new", "--scenario=ready", "--name=made", "fortress-america-1986", "--", out],
    ):
        ran = workplace.run(words)
        assert not faults_of(ran), (words, faults_of(ran), ran.trace)


def test_two_sheets_of_one_seat(workplace: Workplace) -> None:
    shutil.copy("western.json", "copy.json")
    for words in (
        "western.json copy.json",
        "western.json western.json",
        "western.json ./western.json",
    ):
        ran = workplace.run(f"adjudicate m {words}")
        assert ran.code == 1
        assert " second-sheet: " in ran.err
        assert not ran.changed


def test_a_sheet_for_a_seat_that_does_not_exist(workplace: Workplace) -> None:
    raw = Path("western.json").read_bytes().replace(b'"player": "western"', b'"player": "martian"')
    Path("western.json").write_bytes(raw)
    for words in ("check m western.json", "adjudicate m western.json"):
        ran = workplace.run(words)
        assert (ran.code, ran.changed) == (1, False)
        assert " unknown-seat: " in ran.err


def test_a_shipped_map_that_somebody_changed(workplace: Workplace) -> None:
    """The files of a map are read when a match is made or opened: coded problems, no trace."""
    folder = Path("fortress-america")
    for name, old, new in (
        ("map.json", b'"rocky-mountains"', b'"rocky-mountain"'),
        ("cards.json", b'"cards"', b'"card"'),
        ("cards.json", b"{", b"["),
        ("outlines.json", b"{", b"["),
    ):
        whole = (folder / name).read_bytes()
        (folder / name).write_bytes(whole.replace(old, new))
        for words in ("new fortress-america-1986 made --name made", "status m"):
            ran = workplace.run(words)
            assert not faults_of(ran), (name, words, faults_of(ran))
            is_undrawn = name == "outlines.json" and words == "status m"
            assert ran.code in ((0,) if is_undrawn else (1, 4)), (name, words)
        (folder / name).write_bytes(whole)


def test_a_pledge_that_waits_and_was_changed(workplace: Workplace) -> None:
    path = Path("locked/referee/pledges/n0001/red.json")
    path.parent.mkdir(parents=True)
    for raw in (b"NaN", b"{}", Path("red-pledge.json").read_bytes().replace(b'"lock"', b'"look"')):
        path.write_bytes(raw)
        close_folder(Path("locked/referee"))
        for words in (
            "status locked",
            "status locked --json",
            "adjudicate locked blue-pledge.json",
        ):
            ran = workplace.run(words)
            assert ran.code in (1, 4), (words, ran.trace)
            assert not faults_of(ran), (words, faults_of(ran))


def test_a_save_of_hidden_hands_that_somebody_made_up(workplace: Workplace) -> None:
    """Its hash is right and what everybody sees of it, too: the rules find out, and the log."""
    path = Path("h/referee/save.json")
    whole = path.read_bytes()
    seen = set()
    for name in ("checkpoint", "position"):
        for place in (7, 99, -1):
            save = json.loads(whole)
            hands = save[name]["hands"]
            for seat in hands:
                hands[seat] = [{**card, "position": place} for card in hands[seat]]
            del save["sha256"]
            save["sha256"] = json_hash(save)
            path.write_bytes(canonical(save) + b"\n")
            for words in ("status h", "adjudicate h h-blue.json h-red.json"):
                ran = workplace.run(words)
                assert not faults_of(ran), (name, place, words, ran.trace)
                seen.add("save-diverges" if "save-diverges" in ran.err else ran.code)
    assert seen <= {"save-diverges", 0}


def test_shares_of_no_secret(workplace: Workplace) -> None:
    path = Path("share-1.json")
    whole = json.loads(path.read_bytes())
    for change in ({"links": 0}, {"of": 2**53 - 1}, {"share": 0}, {"match": "a b"}):
        path.write_text(json.dumps(whole | change))
        ran = workplace.run("escrow lost --restore share-1.json --restore share-2.json")
        assert (ran.code, ran.changed, faults_of(ran)) == (4, False, []), change
