"""The commands of an office, as a referee and a mail server call them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from adjudicator.cli.app import app


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An office with one match of Nine Fields, in the folder `office`."""
    monkeypatch.chdir(tmp_path)
    done = _run("office new office --address judge@play.test --referee gm@play.test")
    assert done.exit_code == 0, done.output
    assert _run("new nine-fields office/matches/spring --clock week").exit_code == 0
    added = _run(
        "office add office office/matches/spring --player west=anna@example.org "
        "--player east=bert@example.org --letters east=light"
    )
    assert added.exit_code == 0, added.output
    return Path("office")


def _run(words: str, given: str = "") -> Result:
    return CliRunner().invoke(app, words.split(), input=given)


def test_an_office_is_made_and_looks_after_its_matches(office: Path) -> None:
    """The first tick writes a letter for each seat; without a way of sending they wait."""
    assert office.stat().st_mode & 0o077 == 0
    assert (office / "office.key").stat().st_mode & 0o777 == 0o600
    dry = json.loads(_run("tick office --dry-run --json").stdout)
    assert dry == {"early": False, "letters": 0, "mails": 0, "matches": ["spring"]}
    assert not list((office / "mail" / "out" / "new").iterdir())
    done = json.loads(_run("tick office --json").stdout)
    assert done["sent"] == 0
    letters = sorted(path.name for path in (office / "mail" / "out" / "new").iterdir())
    assert [name.split(".")[1] for name in letters] == ["east", "west"]
    assert json.loads(_run("office status office --json").stdout)["letters"] == 2
    assert "spring: running, after opening 0; awaited: west" in _run("office status office").stdout


def test_letters_that_wait_are_counted(office: Path) -> None:
    """And why they wait; where all left, nothing is said."""
    assert _run("tick office").stdout.splitlines() == [
        "0 mails filed, 0 openings made, 0 letters sent",
        "2 letters wait in mail/out/new: office.json does not say how they are sent (`sending`)",
    ]  # fmt: skip
    assert json.loads(_run("tick office --json").stdout)["waiting"] == 2
    assert _run("tick office --quiet").stdout == ""
    path = office / "office.json"
    told = json.loads(path.read_bytes())
    program = Path("send").resolve()
    told["sending"] = {"by": "sendmail", "command": [str(program)]}
    path.write_text(json.dumps(told))
    program.write_text("#!/bin/sh\nexit 75\n")
    program.chmod(0o755)
    assert "2 letters wait in mail/out/new; the next tick tries again" in _run("tick office").stdout
    program.write_text("#!/bin/sh\ncat > /dev/null\n")
    done = _run("tick office")
    assert done.stdout == "0 mails filed, 0 openings made, 2 letters sent\n"


def test_a_mail_comes_by_the_pipe(office: Path) -> None:
    """What `receive` kept, `tick` files and answers."""
    _run("tick office")
    mail = "From: anna@example.org\nTo: judge@play.test\n\nstatus\n"
    assert _run("receive office sender extension", mail).exit_code == 0
    assert json.loads(_run("tick office --json").stdout)["mails"] == 1
    answers = [path for path in (office / "mail/out/new").iterdir() if ".answer." in path.name]
    assert len(answers) == 1
    assert b"anna@example.org" in answers[0].read_bytes()


@pytest.mark.parametrize("where", ["nowhere", "office/mail"])
def test_any_fault_of_receive_is_75(office: Path, where: str) -> None:
    """70 would be bounced to the player."""
    done = _run(f"receive {where}", "From: a@b.test\n\nx\n")
    assert done.exit_code == 75
    assert "a@b.test" not in done.output


def test_receive_that_cannot_write_is_75(office: Path) -> None:
    """A folder that is a file: no traceback, no 70."""
    new = office / "mail" / "in" / "new"
    new.rmdir()
    new.write_text("in the way")
    assert _run("receive office", "From: a@b.test\n\nx\n").exit_code == 75


def test_a_deadline_is_moved_by_the_referee(office: Path) -> None:
    """All are told at the next tick."""
    _run("tick office")
    moved = _run("office extend office spring 48")
    assert moved.exit_code == 0, moved.output
    _run("tick office")
    told = [path for path in (office / "mail/out/new").iterdir() if ".notice." in path.name]
    assert len(told) == 2


def test_a_match_of_no_clock_is_extended_by_nobody(office: Path) -> None:
    """It says what to do instead."""
    assert _run("new nine-fields plain").exit_code == 0
    assert _run("office add office plain").exit_code == 0
    done = _run("office extend office plain 48")
    assert done.exit_code == 4
    assert "no-clock" in done.output


def test_names_that_cannot_stand_in_an_address_are_refused_all_at_once(office: Path) -> None:
    """Every problem at once, and nothing is written."""
    _run("new nine-fields Summer_2027")
    done = _run("office add office Summer_2027 --player north=anna@example.org --player west=no")
    assert done.exit_code == 1
    for code in ("bad-match-name", "unknown-seat", "not-an-address"):
        assert code in done.output
    assert "Summer" not in (office / "office.json").read_text()


def test_a_copy_is_an_office_again(office: Path) -> None:
    """With matches that lie elsewhere, modes and secrets."""
    _run("new nine-fields elsewhere")
    _run("office add office elsewhere")
    _run("tick office")
    assert _run("office backup office copy.tar.gz").exit_code == 0
    assert Path("copy.tar.gz").stat().st_mode & 0o077 == 0
    done = _run("office restore copy.tar.gz again")
    assert done.exit_code == 0, done.output
    again = Path("again")
    assert (again / "office.key").read_bytes() == (office / "office.key").read_bytes()
    assert (again / "matches" / "elsewhere" / "log.jsonl").is_file()
    assert (again / "office.key").stat().st_mode & 0o777 == 0o600
    assert json.loads(_run("tick again --json").stdout)["sent"] == 0
    assert _run("office status again").stdout == _run("office status office").stdout
    assert _run("office restore copy.tar.gz again").exit_code == 4


def test_two_ticks_at_once(office: Path) -> None:
    """The second does nothing and says so; no letter is written twice."""
    words = [sys.executable, "-m", "adjudicator", "tick", str(office), "--json"]
    both = [subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in "12"]
    results = [process.communicate() for process in both]
    assert [process.returncode for process in both] in ([0, 0], [0, 75], [75, 0])
    lines = (office / "journal.jsonl").read_text().splitlines()
    kinds = [json.loads(line)["kind"] for line in lines]
    assert kinds.count("letter") == 2, results


def test_a_kind_that_no_line_has_is_refused_where_it_stands(office: Path) -> None:
    """A command that waits for a misspelt kind would never be told of anything."""
    path = office / "office.json"
    settings = json.loads(path.read_text())
    settings["notify"] = [{"kinds": ["openned"], "command": ["true"]}]
    path.write_text(json.dumps(settings))
    done = _run("tick office")
    assert done.exit_code == 1
    assert "openned" in done.output
    assert "opened" in done.output
