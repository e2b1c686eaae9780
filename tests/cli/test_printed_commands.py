"""Every command that the program prints can be copied as it stands, from any folder.

The match lies in a folder whose name has a blank, a quote and a dollar; another begins with a dash.
All commands that are found in what was printed are read by a shell, and given.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from adjudicator.cli.app import app
from adjudicator.documents.printed import command
from tests.core.toy import SEATS, toy_scenario
from tests.core.toy_orders import BIDS, MARCH, NO_BIDS

pytestmark = pytest.mark.usefixtures("toy_registered")

NAMES = ("it's $HOME here", "-m")
PRINTED = re.compile(r"`(adjudicator [^`]*)`|(?<![`\w])(adjudicator [a-z].*)$", re.MULTILINE)
PLACES = re.compile(
    r"(?:FILE|SHEET\.\.\.|JOIN\.\.\.|JOIN|COPY|KEY|TIME|NAME|FOLDER|LOG|PLEDGE\.\.\.|MATCH)"
)
USED_WRONGLY = 2


def printed(text: str) -> Iterator[list[str]]:
    """Yields the commands in what was printed, as a shell reads them."""
    for found in PRINTED.finditer(text):
        yield shlex.split(found[1] or found[2])[1:]


def ran(words: list[str]) -> Result:
    return CliRunner().invoke(app, words)


def said(*words: str | Path, code: int = 0) -> str:
    """Gives a command; returns all that it printed."""
    given = shlex.split(command(str(words[0]), *words[1:]))[1:]
    done = ran(given)
    assert done.exit_code == code, done.output
    return done.output


def copied(text: str, least: int = 1) -> None:
    """Gives each command that was printed, if nothing in it is to be filled in."""
    found = list(printed(text))
    assert len(found) >= least, text
    for words in found:
        if any(PLACES.fullmatch(word) for word in words):
            continue
        done = ran(words)
        assert done.exit_code != USED_WRONGLY, (words, done.output)
        elsewhere = {*words} & {"round.json", "log.jsonl", "state.json"}
        assert elsewhere or "no-such-file" not in done.output, (words, done.output)


def sheet(folder: Path, seat: str, orders: object) -> Path:
    path = Path(f"-{seat}'s sheet.json")
    copied(said("template", folder, seat, "--out", path, "--force"))
    path.write_text(json.dumps(json.loads(path.read_bytes()) | {"orders": orders}))
    return path


@pytest.mark.parametrize("name", NAMES)
def test_commands_of_a_match_can_be_copied(name: str) -> None:
    folder = Path(name)
    Path("duel.json").write_text(json.dumps(toy_scenario().to_json()))
    copied(said("new", "toy", "--scenario", "duel.json", "--", name))
    copied(said("status", folder), least=2)
    state = folder / "now/state.json"
    copied(said("status", state), least=2)
    files = [sheet(folder, "blue", BIDS), sheet(folder, "red", NO_BIDS)]
    copied(said("adjudicate", folder, *files))
    stale = ran(["check", f"./{folder}", f"./{files[0]}"])
    assert stale.exit_code == 1
    copied(stale.output)
    Path("-the head.txt.sig").touch()
    copied(said("head", folder, "--out", Path("-the head.txt")))
    copied(said("escrow", folder, "--out", Path("-the copy.json")))
    (folder / "now/events.json").unlink()
    assert "not whole" in said("status", folder)
    copied(said("status", folder), least=2)
    assert "not whole" not in said("status", folder)
    (folder / "referee/secret.json").unlink()
    lost = ran(["adjudicate", f"./{folder}", f"./{sheet(folder, 'blue', MARCH)}"])
    assert lost.exit_code == 4, lost.output
    copied(lost.output, least=2)


def test_commands_of_joins_and_locks_can_be_copied() -> None:
    folder = Path(NAMES[0])
    Path("duel.json").write_text(json.dumps(toy_scenario().to_json()))
    made = said("new", "toy", folder, "--scenario", "duel.json", "--mode", "sealed", "--joins")
    assert len(list(printed(made))) == 1 + len(SEATS)
    Path("offer.json").write_bytes((folder / "offer.json").read_bytes())
    copied(said("status", folder), least=3)
    joins = sorted(Path().glob("join-*.json"))
    assert len(joins) == len(SEATS), "as printed, they were made"
    copied(said("begin", folder, *joins))
    for seat in SEATS:
        sheet(folder, seat, BIDS).rename(f"{seat}-1.json")
    locked = said("adjudicate", folder, *(Path(f"{seat}-1.json") for seat in SEATS), code=3)
    Path("log.jsonl").write_bytes((folder / "log.jsonl").read_bytes())
    copied(locked, least=3)
    pledges = sorted(Path().glob("pledge-*.json"))
    assert len(pledges) == len(SEATS), "as printed, they were made"
    copied(said("adjudicate", folder, *pledges))


def test_words_of_a_command() -> None:
    assert command("status", Path("-x y"), "JOIN...", "it's") == (
        "adjudicator status './-x y' JOIN... 'it'\"'\"'s'"
    )
