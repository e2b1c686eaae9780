"""What git takes of a match holds nothing that somebody who clones it may not know.

Each game with hidden information is played by the built-in player, most to their end. Every few
openings all is committed that git takes, and every object of the repository is searched for the
values that are secret at that time: salts of cards, blinds of sheets, secrets, addresses, and what
only one seat reads in its report. What is public is told by the log alone: a salt or a blind that
stands in it is shown to all.
"""

from __future__ import annotations

import json
import re
import secrets
import subprocess
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from adjudicator import registry
from adjudicator.audit import tfd1
from adjudicator.games.fortress_america import FORTRESS_AMERICA_2012
from adjudicator.games.galactic_conquest import GALACTIC_CONQUEST
from adjudicator.games.stratix import STRATIX
from adjudicator.matches import upkeep
from tests.cli.calls import call
from tests.core.hand import HAND, hand_scenario
from tests.programs import needed
from tests.registered import registered
from tests.usual_maps import draw_usual_maps

HEX = re.compile(rb"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
SALT = re.compile(rb'"salt":"([0-9a-f]{64})"')
OVER = 150
"""More openings than any of these matches has."""


class Hidden(NamedTuple):
    """A match with hidden information, and how often it is committed."""

    name: str
    new: Sequence[str]
    every: int
    openings: int = OVER
    """As a rule no more than these are played; exhaustively all."""


MATCHES = (
    Hidden("galactic", ("galactic-conquest", "m", "--scenario", "two"), 3),
    Hidden("four-fronts", ("stratix", "m", "--scenario", "skirmish"), 12),
    Hidden("invader-cards", ("fortress-america-2012", "m", "--scenario", "ready",
                             "--option", "invader_cards=true"), 9, 18),
    Hidden("hand", ("hand", "m", "--scenario", "hands.json"), 1),
)  # fmt: skip


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same match every time, in a folder of its own."""
    games = registered(HAND, GALACTIC_CONQUEST, STRATIX, FORTRESS_AMERICA_2012)
    monkeypatch.setattr(registry, "GAMES", games)
    counted = iter(range(10**6))
    monkeypatch.setattr(
        secrets, "token_hex", lambda size: tfd1.digest(b"TEST %d" % next(counted))[: 2 * size]
    )
    monkeypatch.chdir(tmp_path)


def git(*words: str) -> bytes:
    """What git says in the match folder."""
    settings = ("-c", "user.name=referee", "-c", "user.email=referee", "-c", "gc.auto=0")
    command = [needed("git"), "-C", "m", *settings, *words]
    return subprocess.run(command, capture_output=True, check=True).stdout


def committed() -> bytes:
    """Commits all that git takes, and returns every object that it has."""
    git("add", "-A")
    git("commit", "--quiet", "--allow-empty", "-m", "a turn")
    return git("cat-file", "--batch-all-objects", "--batch", "--unordered")


def played(match: Hidden) -> Iterator[bool]:
    """Plays a match to its end by the built-in player; yields after each opening if it is over."""
    Path("hands.json").write_text(json.dumps(hand_scenario({"cards": 9, "turns": 4}).to_json()))
    made = call("new", *match.new)
    assert made.exit_code == 0, made.output
    write_addresses()
    git("init", "--quiet")
    for _ in range(OVER):
        done = call("adjudicate", "m", "--play", "all", "--json")
        assert done.exit_code in (0, 3), done.output
        is_over = json.loads(done.stdout)["over"]
        yield is_over
        if is_over:
            return
    raise AssertionError("the match does not end")


def write_addresses() -> None:
    """Some addresses stand where they belong, others where they stood once."""
    people = json.loads(Path("m/referee/people.json").read_bytes())
    first, *others = people["addresses"]
    people["addresses"][first] = f"{first}@example.org"
    Path("m/referee/people.json").write_text(json.dumps(people))
    notes = json.loads(Path("m/match.json").read_bytes())
    for seat in others:
        notes["seats"][seat]["address"] = f"{seat}@example.org"
    Path("m/match.json").write_text(json.dumps(notes))


def has_ended() -> bool:
    """Whether the log has the end of the match."""
    return b'"t":"end"' in Path("m/log.jsonl").read_bytes()


class Secret(NamedTuple):
    """What nobody who clones the match may find in it now."""

    values: dict[str, str]
    """Strings of 64 hexadecimal digits, with what they are."""
    texts: dict[bytes, str]
    """Other strings, with where they were found."""


def secret_now(*, is_over: bool) -> Secret:
    referee = Path("m/referee")
    shown = {value.decode() for value in HEX.findall(Path("m/log.jsonl").read_bytes())}
    save: dict[str, Any] = json.loads((referee / "save.json").read_bytes())
    key = json.loads((referee / "secret.json").read_bytes())
    name, master, links = key["match"], key["master"], key["links"]
    last = tfd1.seed_chain(name, master)
    values = {master: "the master", last: "the end of the chain"}
    for n in (save["n"] + 1, save["n"] + 2):
        value = tfd1.chain_value(name, "referee", last, links=links, n=n)
        values[value] = f"the chain value of opening {n}"
    texts = {f"{seat}@example.org".encode(): "an address" for seat in save_seats()}
    if is_over:
        return Secret(values, texts)
    values[tfd1.seed_hidden(name, master)] = "the hidden-draw secret"
    for path in (referee / "save.json", *sorted((referee / "states").glob("*.json"))):
        for salt in SALT.findall(path.read_bytes()):
            values.setdefault(salt.decode(), f"a salt in {path}")
    for path in sorted((referee / "orders").rglob("*.json")):
        values.setdefault(json.loads(path.read_bytes())["blind"], f"the blind of {path}")
    return Secret({v: what for v, what in values.items() if v not in shown}, texts | own_lines())


def save_seats() -> list[str]:
    people = json.loads(Path("m/referee/people.json").read_bytes())["addresses"]
    assert all(people.values())
    return list(people)


def own_lines() -> dict[bytes, str]:
    """What a report tells one seat and no report tells everybody, line by line."""
    public = {*Path("m/now/report.txt").read_bytes().splitlines()}
    return {
        line: f"a line of {path}"
        for path in Path("m/referee/now").glob("*/report.txt")
        for line in path.read_bytes().splitlines()
        if line not in public
    }


def found_in(objects: bytes, secret: Secret) -> list[str]:
    """What of it stands in the objects of a repository."""
    there = {value.decode() for value in HEX.findall(objects)}
    values = [what for value, what in secret.values.items() if value in there]
    lines = set(objects.splitlines())
    texts = [
        f"{what}: {text.decode()}"
        for text, what in secret.texts.items()
        if (text in objects if text.endswith(b"@example.org") else text in lines)
    ]
    return values + texts


@pytest.mark.parametrize(
    "match",
    [pytest.param(one, marks=[pytest.mark.exhaustive] if one.name == "four-fronts" else [])
     for one in MATCHES],
    ids=lambda match: str(match.name),
)  # fmt: skip
def test_no_object_of_git_holds_what_is_secret_when_it_is_made(
    match: Hidden, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    """All pictures are drawn where they are committed, in other openings the usual maps alone."""
    kinds = set()
    draw_usual_maps(monkeypatch, but_in=lambda n: n % match.every == 0 or has_ended())
    most = OVER if pytestconfig.getoption("--exhaustive") else match.openings
    for number, is_over in enumerate(islice(played(match), most), start=1):
        if number % match.every and not is_over:
            continue
        secret = secret_now(is_over=is_over)
        kinds |= {what.split(" in ")[0].split(" of ")[0] for what in secret.values.values()}
        kinds |= {what.split(" of ")[0] for what in secret.texts.values()}
        objects = committed()
        assert found_in(objects, secret) == []
        assert b"map.svg" in objects
        assert b"There is no map" not in objects
        if is_over:
            assert b'"t":"end"' in objects
    assert {"a salt", "the blind", "the master", "the hidden-draw secret"} <= kinds
    assert {"the chain value", "an address", "a line"} <= kinds


def test_a_gitignore_without_the_referees_folder_lets_hands_and_salts_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What the search is worth: without that one line it finds what it looks for."""
    monkeypatch.setattr(upkeep, "IGNORED", (b".lock", b".lock"))
    hand = MATCHES[-1]
    for is_over in played(hand):
        Path("m/.gitignore").write_bytes(b".lock\n.new-*\nkey-*.json\n")
        secret = secret_now(is_over=is_over)
        if found := found_in(committed(), secret):
            assert any(what.startswith("a salt in") for what in found)
            assert any(what.startswith("a line of") for what in found)
            return
    raise AssertionError("nothing was found")
