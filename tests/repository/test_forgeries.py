"""Every forgery of a sheet or a history that we could think of is refused, and named.

Section 4 of the design: path = player in the sheet = account that pushed = signer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from adjudicator.api.age_keys import AgeKey, age_key
from adjudicator.api.problems import render
from adjudicator.repository.commits import Judged, RefUpdate, judge_commits, judge_push
from adjudicator.repository.git import Git
from adjudicator.repository.sealing import seal_sheet
from tests.repository.ground import Entry, Ground, git, made_ground

SHEET, SIGNATURE = "inbox/west/n0001.json", "inbox/west/n0001.json.sig"
EAST = "inbox/east/n0001.json"
MAIN = "refs/heads/main"
NONE = "0" * 40


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Ground:
    """Accounts are known: anna plays west, boris east."""
    accounts = {"west": ["anna"], "east": ["boris"]}
    return made_ground(tmp_path_factory.mktemp("ground"), settings={"accounts": accounts})


@pytest.fixture(scope="module")
def good(ground: Ground) -> dict[str, Entry]:
    """A good sheet of west and its signature."""
    return ground.good()


def judged(ground: Ground, tip: str, *accounts: str, since: str | None = None) -> Judged:
    return judge_commits(Git(ground.folder), since or ground.base, tip, accounts=accounts)


def codes(found: Judged) -> list[str]:
    """The codes of what refuses, each once."""
    return sorted({one.problem.code for one in found.problems if not one.problem.warning})


def test_a_good_sheet_is_good(ground: Ground, good: dict[str, Entry]) -> None:
    found = judged(ground, ground.commit(good, ground.base), "anna")
    assert found.is_good, found.problems
    ((path, seat, n, hash_),) = found.good
    assert (path, seat, n, len(hash_)) == (SHEET, "west", 1, 64)
    assert judged(ground, ground.commit(good, ground.base)).is_good, "nobody says who pushed"


def test_a_sheet_may_be_replaced_and_signed_later(ground: Ground) -> None:
    """Plain `git commit`: a first try, a better one, the signature; all pushed at once."""
    first = ground.commit({SHEET: b"{ not yet"}, ground.base)
    second = ground.commit({SHEET: ground.sheet(orders={"march": [{"order": "march"}]})}, first)
    raw = ground.sheet()
    third = ground.commit({SHEET: raw}, second)
    fourth = ground.commit({SIGNATURE: ground.signed(raw)}, third)
    assert judged(ground, fourth, "anna").is_good
    assert codes(judged(ground, third, "anna")) == ["unsigned-sheet"]
    assert "unsigned-sheet" not in codes(judged(ground, first, "anna")), "told of what can be read"


# -- paths ---------------------------------------------------------------------------------------

X = b"x"
PLEDGE = b'{"t": "pledge"}'
SUB = ("160000", b"1" * 40)


class Written(NamedTuple):
    """What is written where; what is wrong with it."""

    changes: Mapping[str, Entry]
    code: str = "foreign-path"


PATHS = {
    "the log": Written({"log.jsonl": X}),
    "the log goes": Written({"log.jsonl": None}),
    "page": Written({"README.md": X}),
    "settings": Written({"repository.json": b'{"accounts": {}}'}),
    "attributes": Written({".gitattributes": b"* filter=x\n"}),
    "attributes below": Written({"inbox/west/.gitattributes": b"* filter=x\n"}),
    "modules": Written({".gitmodules": X}),
    "workflow": Written({".github/workflows/turn.yml": X}),
    "views": Written({"now/state.json": X}),
    "kept orders": Written({"orders/n0001/west.json": X}),
    "heads": Written({"heads/referee-1.sig": X}),
    "referee": Written({"referee/secret.json": X}),
    "a new file": Written({"x": X}),
    "the inbox is a file": Written({"inbox": X}),
    "the folder is a file": Written({"inbox/west": X}),
    "the sheet is a folder": Written({f"{SHEET}/x": X}, "bad-file-mode"),
    "a folder": Written({"inbox/west/more/n0001.json": X}),
    "a folder within": Written({"inbox/west/a/b/c": X}),
    "no seat": Written({"inbox/north/n0001.json": X}),
    "the referee's seat": Written({"inbox/referee/n0001.json": X}),
    "another name": Written({"inbox/west/sheet.json": X}),
    "a short number": Written({"inbox/west/n1.json": X}),
    "a long number": Written({"inbox/west/n00001.json": X}),
    "other digits": Written({"inbox/west/n\u0660\u0660\u0660\u0661.json": X}),
    "another case": Written({"inbox/west/N0001.json": X}),
    "a seat in another case": Written({"inbox/West/n0001.json": X}),
    "an inbox in another case": Written({"Inbox/west/n0001.json": X}),
    "windows": Written({"inbox/west/con.json": X}),
    "windows end": Written({"inbox/west/n0001.json ": X}),
    "windows dot": Written({"inbox/west/n0001.json.": X}),
    "windows stream": Written({"inbox/west/n0001.json:x": X}),
    "windows folders": Written({"inbox\\west\\n0001.json": X}),
    "a newline": Written({"inbox/west/n0001.json\n": X}),
    "a newline within": Written({"inbox/west/n0001\n.json": X}),
    "an escape": Written({"inbox/west/\x1b[2J.json": X}),
    "no text": Written({"inbox/west/\udcff.json": X}),
    "turned around": Written({"inbox/west/\u202en0001.json": X}),
    "an option": Written({"inbox/west/--output=x": X}),
    "a command": Written({"inbox/west/$(touch x).json": X}),
    "an annotation": Written({"inbox/west/::error::x": X}),
    "lock": Written({"inbox/west/n0001.json.lock": X}),
    "a link": Written({SHEET: ("120000", b"../../log.jsonl")}, "bad-file-mode"),
    "a link to a folder": Written({"inbox/west": ("120000", b"../referee")}),
    "a program": Written({SHEET: ("100755", X)}, "bad-file-mode"),
    "a repository": Written({SHEET: SUB}, "bad-file-mode"),
    "a repository below": Written({"inbox/west": SUB}),
    "another opening": Written({"inbox/west/n0002.json": X}, "other-opening"),
    "an opening of the past": Written({"inbox/west/n0000.json": X}, "other-opening"),
    "a signature alone": Written({SIGNATURE: X}, "signature-alone"),
    "too large a sheet": Written({SHEET: b" " * ((1 << 20) + 1)}, "file-too-large"),
    "too large a signature": Written({SIGNATURE: b" " * 20_000}, "file-too-large"),
    "no hash": Written({"inbox/west/n0001.sha256": b"abc"}, "bad-hash-file"),
    "not sealed": Written({"inbox/west/n0001.age": b"{}"}, "not-sealed"),
    "a pledge before a lock": Written({"inbox/west/n0001-pledge.json": PLEDGE}, "not-locked"),
}  # fmt: skip


ALWAYS = ("foreign-path", "bad-file-mode", "file-too-large", "other-opening")
"""What refuses a commit whatever comes next; `test_undone_by_the_next_commit` has it all."""


@pytest.mark.parametrize(
    "name",
    [
        name
        if path.code not in ALWAYS or name in ("the log", "a link", "a newline")
        else pytest.param(name, marks=pytest.mark.exhaustive)
        for name, path in PATHS.items()
    ],
)
def test_what_a_player_does_not_write(ground: Ground, name: str) -> None:
    changes, code = PATHS[name]
    tip = ground.commit(changes, ground.base)
    accounts = ["anna"] if len(name) % 2 else []  # whether the server tells plays no part
    assert code in codes(judged(ground, tip, *accounts))


@pytest.mark.parametrize("part", range(3))
def test_undone_by_the_next_commit(ground: Ground, good: dict[str, Entry], part: int) -> None:
    """What is undone stays in the history: everybody's clone has it for ever."""
    names = [name for name, path in PATHS.items() if path.code in ALWAYS][part::3]
    tip, bad = ground.base, {}
    for name in names:
        bad[name] = ground.commit(PATHS[name].changes, tip)
        tip = ground.commit(good, bad[name], whole=ground.base)
    assert git(ground.folder, "diff", "--name-only", ground.base, tip).split() == sorted(good)
    found = judged(ground, tip, "anna")
    for name in names:
        told = [one.problem for one in found.problems if bad[name][:10] in one.problem.message]
        assert PATHS[name].code in {problem.code for problem in told}, name


def test_a_bomb_of_trees_is_not_walked(ground: Ground) -> None:
    """Sixteen trees in one another, each 16 times: 10^19 files in a few hundred bytes."""
    blob = git(ground.folder, "hash-object", "-w", "--stdin", stdin=X)
    tree = git(ground.folder, "mktree", stdin=f"100644 blob {blob}\tx\n".encode())
    for _ in range(16):
        lines = "".join(f"040000 tree {tree}\t{name}\n" for name in "abcdefghijklmnop")
        tree = git(ground.folder, "mktree", stdin=lines.encode())
    for path in ("x", "inbox", "inbox/west", "inbox/west/n0001.json"):
        top = tree
        for name in reversed(path.split("/")):
            whole = f"040000 tree {top}\t{name}\n"
            if name == path.split("/")[0]:
                whole += git(ground.folder, "ls-tree", ground.base) + "\n"
            top = git(ground.folder, "mktree", stdin=whole.encode())
        tip = git(ground.folder, "commit-tree", "-p", ground.base, "-m", "bomb", top)
        assert "foreign-path" in codes(judged(ground, tip, "anna")) or path.endswith(".json")
        assert not judged(ground, tip, "anna").is_good


def test_a_tree_whose_names_hold_paths(ground: Ground, good: dict[str, Entry]) -> None:
    """One entry of the top tree is called `inbox/west/n0001.json`: no folder, and no such file."""
    blob = git(ground.folder, "hash-object", "-w", "--stdin", stdin=ground.sheet())
    lines = git(ground.folder, "ls-tree", ground.base).splitlines()
    raw = b"".join(
        _raw_entry(line)
        for line in sorted(
            [*lines, f"100644 blob {blob}\t{SHEET}"], key=lambda line: line.partition("\t")[2]
        )
    )
    tree = git(ground.folder, "hash-object", "-w", "-t", "tree", "--literally", "--stdin",
               stdin=raw)  # fmt: skip
    tip = git(ground.folder, "commit-tree", "-p", ground.base, "-m", "path", tree)
    assert codes(judged(ground, tip, "anna")) == ["bad-file-mode"]


def test_a_tree_that_names_a_file_twice(ground: Ground, good: dict[str, Entry]) -> None:
    tip = ground.commit(good, ground.base)
    raw = git(ground.folder, "ls-tree", tip)
    twice = ground.commit({"log.jsonl": X}, ground.base)
    evil = next(one for one in git(ground.folder, "ls-tree", twice).splitlines() if "log" in one)
    lines = sorted([*raw.splitlines(), evil], key=lambda line: line.partition("\t")[2])
    listed = b"".join(_raw_entry(line) for line in lines)
    tree = git(ground.folder, "hash-object", "-w", "-t", "tree", "--literally", "--stdin",
               stdin=listed)  # fmt: skip
    made = git(ground.folder, "commit-tree", "-p", ground.base, "-m", "twice", tree)
    assert codes(judged(ground, made, "anna")) == ["foreign-path"]


def _raw_entry(line: str) -> bytes:
    said, _, name = line.partition("\t")
    mode, _, id_ = said.split()
    return mode.lstrip("0").encode() + b" " + name.encode() + b"\0" + bytes.fromhex(id_)


# -- whose ---------------------------------------------------------------------------------------


class Claim(NamedTuple):
    """Who pushes what, as whom."""

    made: Callable[[Ground], Mapping[str, Entry]]
    accounts: Sequence[str]
    codes: Sequence[str]


def _says(
    ground: Ground, seat: str, by: str, *, at: str = SHEET, **changes: object
) -> dict[str, Entry]:
    raw = ground.sheet(seat, **changes)
    return {at: raw, f"{at}.sig": ground.signed(raw, by)}


def _signature_changed(ground: Ground) -> dict[str, Entry]:
    raw = ground.sheet()
    return {SHEET: raw + b" ", SIGNATURE: ground.signed(raw)}


CLAIMS = {
    "another account": Claim(lambda g: g.good(), ["boris"], ["other-account"]),
    "an account of nobody": Claim(lambda g: g.good(), ["mallory"], ["other-account"]),
    "an account with a newline": Claim(lambda g: g.good(), ["anna\n"], ["other-account"]),
    "an empty account": Claim(lambda g: g.good(), [""], ["other-account"]),
    "two accounts that differ": Claim(lambda g: g.good(), ["anna", "boris"], ["other-account"]),
    "a sheet of another in one's own folder":
        Claim(lambda g: _says(g, "west", "west", at=EAST), ["boris"], ["other-seat"]),
    "one's own sheet in another's folder":
        Claim(lambda g: _says(g, "east", "east"), ["boris"], ["other-account", "other-seat"]),
    "nobody pushes it into another's folder":
        Claim(lambda g: _says(g, "east", "east"), [], ["other-seat"]),
    "another's signature": Claim(lambda g: _says(g, "west", "east"), ["anna"], ["wrong-signature"]),
    "a stranger's signature":
        Claim(lambda g: _says(g, "west", "stranger"), [], ["wrong-signature"]),
    "no signature": Claim(lambda g: {SHEET: g.sheet()}, ["anna"], ["unsigned-sheet"]),
    "a signature for git": Claim(
        lambda g: {SHEET: (raw := g.sheet()), SIGNATURE: g.signed(raw, "west", "git")},
        ["anna"], ["wrong-signature"]),
    "changed after it was signed": Claim(_signature_changed, ["anna"], ["wrong-signature"]),
    "no signature but junk": Claim(
        lambda g: {SHEET: g.sheet(), SIGNATURE: b"junk"}, ["anna"], ["wrong-signature"]),
    "a signature of an empty file": Claim(
        lambda g: {SHEET: g.sheet(), SIGNATURE: b""}, ["anna"], ["wrong-signature"]),
    "a player twice": Claim(
        lambda g: {SHEET: g.sheet()[:-1] + b', "player": "east"}'}, ["anna"], ["duplicate-key"]),
    "for another opening":
        Claim(lambda g: _says(g, "west", "west", n=2), ["anna"], ["other-opening"]),
    "for another match": Claim(
        lambda g: _says(g, "west", "west", game="0" * 64), ["anna"], ["other-match"]),
    "for another head": Claim(
        lambda g: _says(g, "west", "west", head="0" * 64), ["anna"], ["other-head"]),
}  # fmt: skip


@pytest.mark.parametrize("name", CLAIMS)
def test_who_orders_for_whom(ground: Ground, name: str) -> None:
    claim = CLAIMS[name]
    found = judged(ground, ground.commit(claim.made(ground), ground.base), *claim.accounts)
    assert set(claim.codes) <= set(codes(found)), found.problems
    assert not found.good


def test_of_another_seats_sheet_nothing_is_told(ground: Ground) -> None:
    """What the rules say of a sheet is its own seat's business."""
    wrong = {"march": [{"order": "march", "from": "brook", "to": "moon", "count": 99}]}
    raw = ground.sheet("west", orders=wrong)
    tip = ground.commit({EAST: raw, f"{EAST}.sig": ground.signed(raw)}, ground.base)
    assert codes(judged(ground, tip, "boris")) == ["other-seat"]


def test_a_name_that_a_commit_carried_for_a_while(ground: Ground, good: dict[str, Entry]) -> None:
    """East writes a sheet in west's name into its own folder, and takes it back."""
    first = ground.commit({EAST: ground.sheet("west")}, ground.base)
    second = ground.commit({EAST: ground.sheet("east")}, first)
    assert "other-seat" in codes(judged(ground, second, "boris"))


def test_a_signature_of_another_is_no_place_for_junk(
    ground: Ground, good: dict[str, Entry]
) -> None:
    """Nobody says who pushes; who breaks a signature would take the sheet out of the turn."""
    standing = ground.commit(good, ground.base)
    tip = ground.commit({SIGNATURE: b"junk"}, standing)
    assert codes(judged(ground, tip, since=standing)) == ["wrong-signature"]


def test_an_older_sheet_is_not_played_again(ground: Ground) -> None:
    """Its signature is good for ever: who may push could bring a withdrawn sheet back."""
    older, newer = ground.good(), ground.good()
    first = ground.commit(older, ground.base)
    second = ground.commit(newer, first)
    tip = ground.commit(older, second)
    assert codes(judged(ground, tip, since=second)) == ["sheet-replayed"]
    assert codes(judged(ground, tip, since=first)) == ["sheet-replayed"]


def test_a_sheet_that_a_merge_replaced_does_not_come_back(ground: Ground) -> None:
    here, there = ground.good(), ground.good()
    main, own = ground.commit(here, ground.base), ground.commit(there, ground.base)
    merge = ground.commit(there, own, main, whole=main)
    tip = ground.commit(here, merge)
    assert codes(judged(ground, tip, since=merge)) == ["sheet-replayed"]


def test_who_takes_a_sheet_away(ground: Ground, good: dict[str, Entry]) -> None:
    standing = ground.commit(good, ground.base)
    gone = ground.commit(dict.fromkeys(good), standing)
    assert judged(ground, gone, "anna", since=standing).is_good
    assert codes(judged(ground, gone, "boris", since=standing)) == ["other-account"]
    assert codes(judged(ground, gone, since=standing)) == ["file-taken-away"], "nobody tells who"
    half = ground.commit({SHEET: None}, standing)
    assert codes(judged(ground, half, "anna", since=standing)) == ["signature-alone"]


def test_seats_that_no_account_is_named_for(tmp_path: Path) -> None:
    ground = made_ground(tmp_path, settings={"accounts": {"east": ["boris"]}})
    assert judged(ground, ground.commit(ground.good(), ground.base), "anna").is_good
    foreign = ground.commit({EAST: X}, ground.base)
    assert "other-account" in codes(judged(ground, foreign, "anna"))


# -- history -------------------------------------------------------------------------------------


def test_a_merge_that_only_merges_is_good(ground: Ground, good: dict[str, Entry]) -> None:
    """Main has gone on: a turn was made, east's sheet came; west merges it and pushes."""
    raw = ground.sheet("east")
    main = ground.commit({"README.md": b"turn\n", EAST: raw}, ground.base)
    own = ground.commit(good, ground.base)
    merge = ground.commit(good, own, main, whole=main)
    assert judged(ground, merge, "anna", since=main).is_good
    forge = ground.commit(good, main, own, whole=main)
    assert judged(ground, forge, since=main).is_good


MERGES: dict[str, tuple[dict[str, Entry], str]] = {
    "the log as it was": ({"README.md": b"a match\n"}, "foreign-path"),
    "the log as nobody wrote it": ({"README.md": b"evil\n"}, "foreign-path"),
    "a new file": ({"x": X}, "foreign-path"),
    "without the other's sheet": ({EAST: None}, "other-account"),
    "with another sheet of the other": ({EAST: b"{}"}, "other-account"),
    "with a link": ({SHEET: ("120000", b"x")}, "bad-file-mode"),
}


@pytest.mark.parametrize("name", MERGES)
def test_a_merge_that_smuggles(ground: Ground, good: dict[str, Entry], name: str) -> None:
    changes, code = MERGES[name]
    main = ground.commit({"README.md": b"turn\n", EAST: ground.sheet("east")}, ground.base)
    own = ground.commit(good, ground.base)
    for parents in ((own, main), (main, own)):
        merge = ground.commit({**good, **changes}, *parents, whole=main)
        assert code in codes(judged(ground, merge, "anna", since=main))
        after = ground.commit(good, merge, whole=main)
        assert code in codes(judged(ground, after, "anna", since=main)), "undone by the next"
    if code == "other-account":
        merge = ground.commit({**good, **changes}, own, main, whole=main)
        assert not judged(ground, merge, since=main).is_good, "nobody tells who pushed"


def test_a_merge_takes_one_side_of_what_both_changed(ground: Ground) -> None:
    """One player, two machines: either of their sheets, but for nobody else's eyes."""
    here, there = ground.good(), ground.good()
    main = ground.commit(here, ground.base)
    own = ground.commit(there, ground.base)
    merge = ground.commit(there, own, main, whole=main)
    assert judged(ground, merge, "anna", since=main).is_good
    assert codes(judged(ground, merge, "boris", since=main)) == ["other-account"]


def test_histories_that_are_no_one_elses(ground: Ground, good: dict[str, Entry]) -> None:
    root = ground.commit(good, whole=ground.base)
    assert codes(judged(ground, root, "anna")) == ["unrelated-history"]
    joined = ground.commit(good, ground.base, root, whole=ground.base)
    assert "unrelated-history" in codes(judged(ground, joined, "anna"))
    sides = [
        ground.commit({f"inbox/{seat}/n0001.json": X}, ground.base) for seat in ("west", "east")
    ]
    octopus = ground.commit(good, ground.base, *sides, whole=ground.base)
    assert "merge-unclear" in codes(judged(ground, octopus, "anna"))


def test_a_merge_with_two_bases_is_not_guessed(ground: Ground, good: dict[str, Entry]) -> None:
    a = ground.commit(good, ground.base)
    b = ground.commit({EAST: ground.sheet("east")}, ground.base)
    both = {**good, EAST: ground.sheet("east")}
    left, right = ground.commit(both, a, b, whole=a), ground.commit(both, b, a, whole=a)
    cross = ground.commit(both, left, right, whole=left)
    assert "merge-unclear" in codes(judged(ground, cross))


def test_too_many_commits(ground: Ground) -> None:
    tip = ground.base
    for n in range(65):
        tip = git(ground.folder, "commit-tree", "-p", tip, "-m", str(n), f"{ground.base}^{{tree}}")
    assert codes(judged(ground, tip)) == ["too-many-commits"]


def test_nothing_is_nothing(ground: Ground) -> None:
    found = judged(ground, ground.base)
    assert found.is_good
    assert not found.good


# -- pushes --------------------------------------------------------------------------------------


class Push(NamedTuple):
    """What a push asks for, made of the ground's commits."""

    updates: Callable[[str, str, str], Sequence[RefUpdate]]
    """Given main, a good commit on it, and one beside it."""
    code: str


PUSHES = {
    "by force": Push(lambda main, good, aside: [RefUpdate(main, aside, MAIN)], "history-rewritten"),
    "main moves back":
        Push(lambda main, good, aside: [RefUpdate(good, main, MAIN)], "history-rewritten"),
    "main goes": Push(lambda main, good, aside: [RefUpdate(main, NONE, MAIN)], "foreign-ref"),
    "main is made": Push(lambda main, good, aside: [RefUpdate(NONE, good, MAIN)], "foreign-ref"),
    "another branch":
        Push(lambda main, good, aside: [RefUpdate(NONE, good, "refs/heads/x")], "foreign-ref"),
    "a branch that looks the same":
        Push(lambda main, good, aside: [RefUpdate(main, good, "refs/heads/Main")], "foreign-ref"),
    "a tag": Push(lambda main, good, aside: [RefUpdate(NONE, good, "refs/tags/v1")], "foreign-ref"),
    "the lock": Push(
        lambda main, good, aside: [RefUpdate(NONE, good, "refs/tags/lock/n0001")], "foreign-ref"),
    "a replacement": Push(
        lambda main, good, aside: [RefUpdate(NONE, good, f"refs/replace/{main}")], "foreign-ref"),
    "notes": Push(
        lambda main, good, aside: [RefUpdate(NONE, good, "refs/notes/commits")], "foreign-ref"),
    "main and a tag": Push(
        lambda main, good, aside: [
            RefUpdate(main, good, MAIN), RefUpdate(NONE, good, "refs/tags/x")], "foreign-ref"),
    "a name that is no word": Push(
        lambda main, good, aside: [RefUpdate(NONE, good, "refs/heads/\x1b[2J::error::")],
        "foreign-ref"),
}  # fmt: skip


@pytest.mark.parametrize("name", PUSHES)
def test_what_a_push_may_move(ground: Ground, good: dict[str, Entry], name: str) -> None:
    commit = ground.commit(good, ground.base)
    beside = ground.commit(good, whole=ground.base)
    push = PUSHES[name]
    found = judge_push(
        Git(ground.folder), push.updates(ground.base, commit, beside), accounts=["anna"]
    )
    assert push.code in codes(found)
    assert not found.is_good


def test_a_good_push(ground: Ground, good: dict[str, Entry]) -> None:
    update = RefUpdate(ground.base, ground.commit(good, ground.base), MAIN)
    assert judge_push(Git(ground.folder), [update], accounts=["anna"]).is_good


@pytest.mark.parametrize("line", [
    "", "x", "a b c", f"{NONE} {NONE}", f"{NONE} {NONE} {MAIN} x", f"{NONE} --x {MAIN}",
])  # fmt: skip
def test_lines_that_are_no_updates(line: str) -> None:
    with pytest.raises(ValueError, match="no update of a ref"):
        RefUpdate.of_line(line)


def test_settings_of_the_push_are_not_believed(ground: Ground, good: dict[str, Entry]) -> None:
    """The accounts that count are those that stand on the branch, not those that come."""
    settings = json.dumps({"schema_version": 1, "accounts": {"west": ["mallory"]}}).encode()
    tip = ground.commit({**good, "repository.json": settings}, ground.base)
    assert codes(judged(ground, tip, "mallory")) == ["foreign-path", "other-account"]


def test_a_sheet_behind_the_lock_is_late(ground: Ground, good: dict[str, Entry]) -> None:
    """It is taken: the turn says that it is late; a push that is refused would wake no turn."""
    git(ground.folder, "update-ref", "refs/tags/lock/n0001", ground.base)
    found = judged(ground, ground.commit(good, ground.base), "anna")
    git(ground.folder, "update-ref", "-d", "refs/tags/lock/n0001")
    assert found.is_good
    assert [one.problem.code for one in found.problems] == ["late-sheet"]


# -- sealed --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Ground, AgeKey]:
    """A ground in which sheets are sealed to the referee, whose key is at hand."""
    ground = made_ground(tmp_path_factory.mktemp("sealed"), settings={"sheets": "sealed"})
    return ground, age_key(ground.match / "referee" / "secret.json")


def test_a_copy_of_a_sealed_sheet_says_nothing(sealed: tuple[Ground, AgeKey]) -> None:
    """Who copies it into their own folder would read in the answer what it says."""
    ground, key = sealed
    wrong = {"march": [{"order": "march", "count": 4, "from": "brook", "to": "heath"}]}
    raw = ground.sheet("west", orders=wrong)
    copied = seal_sheet(raw, ground.signed(raw), [key.recipient])
    for seat in ("west", "east"):
        tip = ground.commit({f"inbox/{seat}/n0001.age": copied}, ground.base)
        found = judge_commits(Git(ground.folder), ground.base, tip, identity=key.identity)
        assert not found.is_good
        assert (codes(found) == ["other-seat"]) == (seat == "east")
        assert ("heath" in "".join(map(render, found.problems))) == (seat == "west")
        outside = judge_commits(Git(ground.folder), ground.base, tip)
        assert outside.is_good, "a runner without the secret sees a sealed file"
        assert [one.hash for one in outside.good] == [""]


def test_nobody_asks_what_anothers_sealed_sheet_says(sealed: tuple[Ground, AgeKey]) -> None:
    """By a file beside it, by bringing an older one back, or by pushing it once more."""
    ground, key = sealed
    path = "inbox/east/n0001.age"

    def told(tip: str, since: str) -> Judged:
        git_ = Git(ground.folder)
        return judge_commits(git_, since, tip, identity=key.identity, accounts=["anna"])

    wrong = [ground.sheet("east", orders={"march": [{"count": n}]}) for n in (1, 2)]
    older, newer = (seal_sheet(raw, ground.signed(raw, "east"), [key.recipient]) for raw in wrong)
    first = ground.commit({path: older}, ground.base)
    assert codes(told(first, ground.base)) != [], "its own player is told"
    second = ground.commit({path: newer}, first)
    beside = ground.commit({"inbox/east/n0001.sha256": b"0" * 64}, second)
    assert told(beside, second).is_good
    assert codes(told(ground.commit({path: older}, second), second)) == ["sheet-replayed"]
    away = ground.commit({path: None}, second)
    again = ground.commit({path: newer}, away)
    assert set(codes(told(again, second))) == {"file-taken-away", "sheet-replayed"}


def test_who_is_not_its_player_is_told_nothing_of_a_sealed_sheet(tmp_path: Path) -> None:
    settings = {"sheets": "sealed", "accounts": {"east": ["boris"], "west": ["anna"]}}
    ground = made_ground(tmp_path, settings=settings)
    key = age_key(ground.match / "referee" / "secret.json")
    raw = ground.sheet("east", orders={"march": [{"count": 1}]})
    content = seal_sheet(raw, ground.signed(raw, "east"), [key.recipient])
    tip = ground.commit({"inbox/east/n0001.age": content}, ground.base)
    for account, few in (("anna", True), ("boris", False)):
        found = judge_commits(
            Git(ground.folder), ground.base, tip, accounts=[account], identity=key.identity
        )
        assert (codes(found) == ["other-account"]) == few


@pytest.mark.parametrize("made", ["for somebody else", "of junk", "of nothing"])
def test_what_is_sealed_and_cannot_be_read(sealed: tuple[Ground, AgeKey], made: str) -> None:
    ground, key = sealed
    other = "age1x0rezyzd6y3ltcp2m97fscjqwmu0jnny69utvl2eggxly9nlsq4qytd69m"
    content = {
        "for somebody else": seal_sheet(ground.sheet(), None, [other]),
        "of junk": seal_sheet(b"junk", None, [key.recipient]),
        "of nothing": b"age-encryption.org/v1\n",
    }[made]
    tip = ground.commit({"inbox/west/n0001.age": content}, ground.base)
    found = judge_commits(Git(ground.folder), ground.base, tip, identity=key.identity)
    assert not found.is_good
    assert {one.source for one in found.problems} == {"inbox/west/n0001.age"}
