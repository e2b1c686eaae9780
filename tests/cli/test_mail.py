"""`adjudicator mail`: a letter a seat, as drafts that nobody else reads, or sent."""

from __future__ import annotations

import json
import os
import stat
import sys
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

import pytest

import adjudicator
from tests.api.folders import joined_match, play_opening
from tests.cli.calls import call
from tests.cli.mailed import letter_parts

ADDRESSES = {"west": "anna@example.org", "east": "bert@example.org"}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def new(addresses: dict[str, str] = ADDRESSES) -> adjudicator.Match:
    """Makes a match of Nine Fields, in which west is awaited."""
    match = adjudicator.new_match(Path("m"), "nine-fields", name="spring")
    write_addresses(addresses)
    return match


def write_addresses(addresses: dict[str, str]) -> None:
    people = Path("m/referee/people.json")
    people.write_text(json.dumps({"format": 1, "addresses": addresses}))


def draft(path: str) -> EmailMessage:
    return message_from_bytes(Path(path).read_bytes(), policy=default)


def names_in(folder: str) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in Path(folder).rglob("*.*"))


def test_each_seat_gets_a_draft_and_its_parts_beside_it() -> None:
    new()
    done = call("mail", "m", "--due", "2026-11-29T20:00", "--zone", "Europe/Berlin")
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines() == [
        "wrote m/referee/mail/west.eml (to anna@example.org: turn 1 west: your sheet, "
        "due Sun 29 Nov 20:00)",
        "wrote m/referee/mail/east.eml (to bert@example.org: turn 1 west: nothing is asked of you)",
        "next: open each in your mail program and send it",
    ]
    assert names_in("m/referee/mail") == [
        "east.eml", "east/map.png", "east/spring-0-east.zip", "east/text.txt", "east/to.txt",
        "west.eml", "west/deadline.ics", "west/map.png", "west/spring-0-west.zip", "west/text.txt",
        "west/to.txt",
    ]  # fmt: skip
    mail = draft("m/referee/mail/west.eml")
    assert mail["X-Unsent"] == "1"
    assert (mail["To"], mail["From"], mail["Message-ID"]) == ("anna@example.org", None, None)
    beside = Path("m/referee/mail/west")
    (packed,) = (
        one for one in mail.iter_attachments() if one.get_filename() == "spring-0-west.zip"
    )
    assert (beside / "spring-0-west.zip").read_bytes() == packed.get_content()
    text = mail.get_body(("plain",))
    assert text is not None
    assert (beside / "text.txt").read_text() == text.get_content().replace("\r\n", "\n")
    to, subject = (beside / "to.txt").read_text().splitlines()
    assert (to, subject) == ("anna@example.org", mail["Subject"])
    assert "Welcome" in (beside / "text.txt").read_text()


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps others out by other means")
def test_nobody_else_reads_drafts() -> None:
    new()
    call("mail", "m")
    call("mail", "m", "--out", "drafts")
    for path in (*Path("m/referee/mail").rglob("*"), *Path("drafts").rglob("*"), Path("drafts")):
        assert not stat.S_IMODE(path.stat().st_mode) & 0o077, path


def test_drafts_of_the_opening_before_are_taken_away() -> None:
    match = new()
    call("mail", "m")
    play_opening(match)
    done = call("mail", "m", "--seat", "east", "--letters", "light")
    assert done.exit_code == 0, done.output
    assert names_in("m/referee/mail") == [
        "east.eml", "east/spring-1-east.zip", "east/text.txt", "east/to.txt",
    ]  # fmt: skip
    assert "Welcome" not in Path("m/referee/mail/east/text.txt").read_text()
    call("mail", "m", "--seat", "east", "--first")
    assert "Welcome" in Path("m/referee/mail/east/text.txt").read_text()


def test_who_has_no_address_is_named() -> None:
    new({"west": "anna@example.org"})
    done = call("mail", "m")
    assert done.exit_code == 0
    people = Path("m/referee/people.json")
    said = f"notice: no address is known of east: write it into {people}, under addresses\n"
    assert done.stderr == said
    assert draft("m/referee/mail/east.eml")["To"] is None
    write_addresses({"west": "anna@example.org\r\nBcc: eve@example.org"})
    done = call("mail", "m", "--seat", "west")
    assert done.exit_code == 1
    assert "not-an-address" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seat", "wst"), "no seat 'wst'; seats: west, east. Did you mean west?"),
        (("--send", "smtp.json"), "say who sends them, by --from"),
        (("--due", "tomorrow"), "write it as 2026-11-29T20:00"),
        (("--zone", "Berlin"), "no zone 'Berlin' is known"),
        (("--zone", "../../etc/passwd"), "no zone '../../etc/passwd' is known"),
        (("--pen", "javascript:alert(1)"), "give an address as https://"),
        (("--pen", "https://x/judge.html#s="), "without a #"),
        (("--letters", "short"), "full"),
    ],
)
def test_what_cannot_be_meant_is_said(words: tuple[str, ...], said: str) -> None:
    new()
    done = call("mail", "m", *words)
    assert done.exit_code == 2
    assert said in " ".join(done.stderr.replace("│", " ").split())
    assert not Path("m/referee/mail").exists()


def test_a_folder_that_is_published_takes_no_drafts() -> None:
    new()
    for out in ("m", "m/now", "m/../m/letters"):
        done = call("mail", "m", "--out", out)
        assert done.exit_code == 4
        assert "out-published" in done.stderr
    assert not Path("m/letters").exists()
    assert call("mail", "m", "--out", "m/referee/own").exit_code == 0


def test_a_copy_without_the_referees_folder_stays_one() -> None:
    match = new()
    play_opening(match)
    Path("m/referee").rename("kept")
    done = call("mail", "m")
    assert done.exit_code == 2
    assert not Path("m/referee").exists()
    assert call("mail", "m", "--out", "drafts").exit_code == 0


def test_seats_of_the_built_in_player_get_no_letter_unless_somebody_reads_it() -> None:
    new({"west": "anna@example.org"})
    notes = json.loads(Path("m/match.json").read_text())
    notes["seats"]["east"] = {"name": "", "plays": "built-in"}
    Path("m/match.json").write_text(json.dumps(notes))
    done = call("mail", "m")
    assert done.exit_code == 0
    assert "no letter: east is played by the built-in player" in done.stderr
    assert [path.name for path in sorted(Path("m/referee/mail").glob("*.eml"))] == ["west.eml"]


def test_an_offer_is_mailed_to_who_is_to_join() -> None:
    prepared = adjudicator.prepare_match("stratix", "two")
    prepared.offer(Path("m"), name="spring")
    one, *_ = prepared.seats
    write_addresses({one: "anna@example.org"})
    done = call("mail", "m")
    assert done.exit_code == 0, done.output
    parts = dict(letter_parts(Path(f"m/referee/mail/{one}.eml").read_bytes()))
    assert parts["offer.json"] == Path("m/offer.json").read_bytes()
    assert (
        f"To: anna@example.org\nSubject: [spring] you are invited to play {one}".encode()
        in (parts["headers.txt"])
    )


def test_a_locked_opening_is_mailed(tmp_path: Path) -> None:
    match = joined_match(tmp_path / "m", "fortress-america-1986", "standard-2", "sealed")
    play_opening(match, near=[tmp_path])
    done = call("mail", "m")
    assert done.exit_code == 0, done.output
    assert "opening 1: your pledge" in done.stdout


# -- sending ---------------------------------------------------------------------------------------

SENDMAIL = """\
import pathlib, sys
recipient = sys.argv[-1]
raw = sys.stdin.buffer.read()
if "refuse" in recipient:
    sys.exit("no such person")
pathlib.Path(recipient).write_bytes(b" ".join(a.encode() for a in sys.argv[1:]) + b"\\n" + raw)
"""


def sendmail() -> None:
    """Writes the file that says how letters are sent: by a program that keeps them here."""
    Path("sendmail.py").write_text(SENDMAIL)
    way: Any = {"by": "sendmail", "command": [sys.executable, str(Path("sendmail.py").resolve())]}
    Path("send.json").write_text(json.dumps(way))


def test_letters_are_sent_one_a_person() -> None:
    new()
    sendmail()
    done = call("mail", "m", "--send", "send.json", "--from", "ref@example.net")
    assert done.exit_code == 0, done.output
    assert "sent: west (anna@example.org: turn 1 west: your sheet)" in done.stdout
    assert not Path("m/referee/mail").exists(), "no drafts"
    words, _, raw = Path("anna@example.org").read_bytes().partition(b"\n")
    assert words == b"-i -f ref@example.net -- anna@example.org"
    mail = message_from_bytes(raw, policy=default)
    assert not mail.defects
    assert (mail["From"], mail["To"]) == ("ref@example.net", "anna@example.org")
    assert mail["X-Unsent"] is None
    assert mail["Message-ID"].endswith("@example.net>")
    (page,) = (told for name, told in letter_parts(raw) if name == "report.html")
    assert b'"reply":"ref@example.net"' in page


def test_what_was_not_sent_is_named_and_the_rest_goes() -> None:
    new({"west": "refuse@example.org", "east": "bert@example.org"})
    sendmail()
    done = call("mail", "m", "--send", "send.json", "--from", "ref@example.net")
    assert done.exit_code == 1
    assert "sent: east" in done.stdout
    assert "no such person" in done.stderr
    assert "not sent: west. Say the same again with --seat west" in done.stderr
    write_addresses({"east": "bert@example.org"})
    done = call("mail", "m", "--send", "send.json", "--from", "ref@example.net")
    assert done.exit_code == 3, "the referee is wanted: west has no address"
    Path("send.json").write_text('{"by": "pigeon"}')
    done = call("mail", "m", "--send", "send.json", "--from", "ref@example.net")
    assert done.exit_code == 1
    assert "send.json" in done.stderr
