"""An office from its first letters to a match's end, by mails alone."""

from __future__ import annotations

import json
import shutil
from datetime import timedelta
from pathlib import Path

import pytest

import adjudicator
from adjudicator.api.match import open_match
from adjudicator.post.office.backup import back_up, restore_to
from adjudicator.post.office.folder import keep_mail
from tests.post.town import Posted, Town, reply_address, sheet_for

pytestmark = pytest.mark.usefixtures("usual_maps")


def test_a_match_is_played_to_its_end_by_mails(tmp_path: Path) -> None:
    """Nine Fields: letters go out, sheets come back, the match ends, and its log is sound."""
    town = Town(tmp_path)
    folder = town.add("spring", "nine-fields")
    town.tick()
    for _ in range(60):
        match = open_match(folder, read_only=True)
        if match.is_over:
            break
        for one in match.awaited:
            if not one.is_in:
                town.play(f"{one.seat}@spring.test")
        town.tick()
    match = open_match(folder, read_only=True)
    assert match.is_over
    assert adjudicator.verify(folder).verdict == "sound"
    for seat in match.seats:
        assert "over" in town.newest(f"{seat}@spring.test").text
    assert not town.office.new_mails()
    assert town.tick(timedelta(days=30)).sent == 0


def _begun(tmp_path: Path, **settings: object) -> Town:
    town = Town(tmp_path, **settings)
    town.add("spring", "galactic-conquest", "two")
    town.tick()
    return town


def test_a_receipt_goes_to_the_registered_address_alone(tmp_path: Path) -> None:
    """A sheet with the token counts from any address; a stolen seat shows itself."""
    town = _begun(tmp_path)
    letter = town.turn_letter("amber@spring.test")
    raw = json.dumps(sheet_for(letter)).encode()
    town.send("other@elsewhere.test", reply_address(letter), files=[("s.json", raw)])
    town.tick()
    assert not town.box("other@elsewhere.test")
    assert "It is in, for amber in opening 1" in town.newest("amber@spring.test").text
    assert open_match(town.office.match_folder("spring"), read_only=True).waiting == ("amber",)


def test_an_address_alone_is_asked_before_anything_is_filed(tmp_path: Path) -> None:
    """From can be forged: the sheet is held until the seat's own mailbox confirms it."""
    town = _begun(tmp_path)
    letter = town.turn_letter("amber@spring.test")
    raw = json.dumps(sheet_for(letter)).encode()
    town.send("amber@spring.test", "judge@play.test", files=[("s.json", raw)])
    town.tick()
    folder = town.office.match_folder("spring")
    assert open_match(folder, read_only=True).waiting == ()
    asked = town.newest("amber@spring.test")
    assert "did you send this?" in asked.subject
    town.answer(asked, "I am away until Monday.\n")
    town.tick()
    assert open_match(folder, read_only=True).waiting == ()
    town.answer(asked, "confirm\n")
    town.tick()
    assert open_match(folder, read_only=True).waiting == ("amber",)
    assert town.last_mail()["did"][0]["confirmed"]


def test_strangers_get_no_answer_and_change_nothing(tmp_path: Path) -> None:
    """No backscatter: a mail of nobody stays where the referee finds it."""
    town = _begun(tmp_path)
    before = len(town.carrier.posted)
    sheet = sheet_for(town.turn_letter("amber@spring.test"))
    for text, files in (("help\n", []), ("", [("s.json", json.dumps(sheet).encode())])):
        town.send("nobody@elsewhere.test", "judge@play.test", text=text, files=files)
    town.send(
        "nobody@elsewhere.test", "judge+spring.amber.aaaaaaaaaaaaaaaa@play.test", text="mine\n"
    )
    town.tick()
    assert len(town.carrier.posted) == before
    assert len(list((town.folder / "mail" / "strangers").iterdir())) == 3
    assert open_match(town.office.match_folder("spring"), read_only=True).waiting == ()


def test_another_seat_cannot_be_ordered_by_a_token(tmp_path: Path) -> None:
    """The token of amber gives no right over azure, and tells nothing of its sheet."""
    town = _begun(tmp_path)
    amber, azure = (town.turn_letter(f"{seat}@spring.test") for seat in ("amber", "azure"))
    sheet = json.dumps({**sheet_for(amber), "player": "azure"}).encode()
    town.send("amber@spring.test", reply_address(amber), files=[("s.json", sheet)])
    town.tick()
    assert "not your seat" in town.newest("amber@spring.test").subject
    assert open_match(town.office.match_folder("spring"), read_only=True).waiting == ()
    assert reply_address(azure) != reply_address(amber)


def test_a_mail_that_comes_twice_is_done_once(tmp_path: Path) -> None:
    """The same mail by two ways, with other trace headers, has one receipt."""
    town = _begun(tmp_path)
    letter = town.turn_letter("amber@spring.test")
    raw = town.answer(letter, files=[("s.json", json.dumps(sheet_for(letter)).encode())])
    keep_mail(town.folder, b"Received: from elsewhere by here\r\n" + raw, town.now)
    before = len(town.box("amber@spring.test"))
    town.tick()
    assert len(town.box("amber@spring.test")) == before + 1
    assert town.last_mail()["did"] == [{"what": "again"}]


def test_automatic_mails_get_no_answer(tmp_path: Path) -> None:
    """A vacation note, a list and a second office: over after one mail."""
    town = _begun(tmp_path)
    letter = town.turn_letter("amber@spring.test")
    before = len(town.carrier.posted)
    town.answer(letter, "help\n", headers={"Auto-Submitted": "auto-replied"})
    town.answer(letter, "help\n", headers={"List-Id": "<players.example.org>"})
    town.answer(letter, "help\n", headers={"Precedence": "bulk"})
    for one in (letter.raw, town.newest("amber@spring.test").raw):
        keep_mail(town.folder, one, town.now)  # the office gets its own letters
    town.tick()
    assert len(town.carrier.posted) == before


def test_a_loop_without_headers_ends(tmp_path: Path) -> None:
    """A responder that answers everything, and says so nowhere, gets one last word a day."""
    town = _begun(tmp_path, limits={"seat_hour": 5, "day": 50})
    town.answer(town.turn_letter("amber@spring.test"), "I got your mail.\n")
    for _ in range(40):
        before = len(town.box("amber@spring.test"))
        town.tick(timedelta(minutes=1))
        for letter in town.box("amber@spring.test")[before:]:
            town.answer(letter, f"I got your mail {town.count}.\n")
    assert len(town.box("amber@spring.test")) <= 5 + 2
    assert "too many mails" in town.newest("amber@spring.test").subject


def test_commands_answer_what_a_person_may_know(tmp_path: Path) -> None:
    """Each command has its answer; what changes something needs a letter's token."""
    town = _begun(tmp_path)
    letter = town.turn_letter("amber@spring.test")
    for word, told in (
        ("status", "is awaited"), ("mine", "YOUR sheet"), ("sheet", '"t": "orders"'),
        ("report 0", "Galactic"), ("map", "attached"), ("log", "whole log"),
        ("withdraw", "No sheet of yours"), ("help", "extend 48h"), ("offers", "No seat is free"),
        ("confirm", "Nothing of yours"), ("leave 3", "no clock"), ("extend 48h", "no clock"),
        ("report 77", "no such opening"),
    ):  # fmt: skip
        town.answer(letter, f"{word}\n")
        town.tick(timedelta(hours=1))
        newest = town.newest("amber@spring.test")
        assert told.lower() in newest.text.lower(), (word, newest.text)
    town.send("amber@spring.test", "judge@play.test", text="withdraw\n")
    town.tick(timedelta(hours=1))
    assert "no answer to a letter of mine" in " ".join(
        town.newest("amber@spring.test").text.split()
    )


def test_a_blank_sheet_that_was_asked_for_is_nothing_where_it_is_quoted(tmp_path: Path) -> None:
    """Whoever is away has a program that quotes all letters; as a file it is what they mean."""
    town = Town(tmp_path)
    folder = town.add("spring", "fortress-america-1986", "ready")
    town.tick()
    match = open_match(folder, read_only=True)
    seat = next(one for one in match.seats if not match.is_asked(one))
    address = f"{seat}@spring.test"
    town.answer(town.turn_letter(address), "sheet\n")
    town.tick()
    letter = town.newest(address)
    quoted = "".join(f"> {line}\n" for line in letter.text.splitlines())
    town.answer(letter, f"I am away.\n\nOn Mon, 1 Mar 2027, adjudicator wrote:\n{quoted}")
    town.tick()
    assert [one["what"] for one in town.last_mail()["did"]] == ["nothing"]
    assert open_match(folder, read_only=True).waiting == ()
    town.answer(letter, files=[(f"{seat}.json", letter.files()[f"{seat}.json"])])
    town.tick()
    assert [one["what"] for one in town.last_mail()["did"]] == ["filed"]


def test_renew_ends_older_tokens(tmp_path: Path) -> None:
    """After `renew` the old address counts no more than any other."""
    town = _begun(tmp_path)
    old = town.turn_letter("amber@spring.test")
    town.answer(old, "renew\n")
    town.tick()
    new = town.newest("amber@spring.test")
    assert reply_address(new) != reply_address(old)
    raw = json.dumps(sheet_for(old)).encode()
    town.send("elsewhere@spring.test", reply_address(old), files=[("s.json", raw)])
    town.tick()
    assert open_match(town.office.match_folder("spring"), read_only=True).waiting == ()
    town.send("elsewhere@spring.test", reply_address(new), files=[("s.json", raw)])
    town.tick()
    assert open_match(town.office.match_folder("spring"), read_only=True).waiting == ("amber",)


def test_a_sheet_is_taken_back(tmp_path: Path) -> None:
    """`withdraw` before the lock: the sheet is awaited again."""
    town = _begun(tmp_path)
    town.play("amber@spring.test")
    town.tick()
    town.answer(town.turn_letter("amber@spring.test"), "withdraw\n")
    town.tick()
    match = open_match(town.office.match_folder("spring"), read_only=True)
    assert match.waiting == ()
    assert not match.is_ready
    assert "taken back" in town.newest("amber@spring.test").subject


def test_words_are_passed_on_with_the_next_letter(tmp_path: Path) -> None:
    """To all, or to one seat; never in the log."""
    town = _begun(tmp_path)
    letter = town.turn_letter("amber@spring.test")
    sheet = json.dumps(sheet_for(letter)).encode()
    words = "--- to azure\nI know what you plan.\n---\n--- to all\nGood luck!\n---\n"
    town.answer(letter, words, files=[("s.json", sheet)])
    town.play("azure@spring.test")
    town.tick()
    azure, amber = (town.turn_letter(f"{seat}@spring.test").text for seat in ("azure", "amber"))
    assert "I know what you plan." in azure
    assert "Good luck!" in azure
    assert "I know what you plan." not in amber
    folder = town.office.match_folder("spring")
    assert b"Good luck" not in (folder / "log.jsonl").read_bytes()
    assert b"Good luck" not in (town.folder / "journal.jsonl").read_bytes()


def test_a_letter_that_comes_back_marks_its_seat(tmp_path: Path) -> None:
    """Only what comes back to the envelope's own address counts as a bounce."""
    town = _begun(tmp_path)
    letter = town.turn_letter("amber@spring.test")
    assert letter.sender not in ("", reply_address(letter))
    keep_mail(town.folder, bounce_of(letter, reply_address(letter)), town.now)
    town.tick()
    assert not town.office.journal().book.match("spring").bounces
    keep_mail(town.folder, bounce_of(letter, letter.sender), town.now)
    town.tick()
    assert list(town.office.journal().book.match("spring").bounces) == ["amber"]


def bounce_of(letter: Posted, to: str) -> bytes:
    """Returns what a server says of a letter that it cannot deliver (RFC 3464)."""
    return f"""\
Return-Path: <>
From: MAILER-DAEMON@mx.test
To: {to}
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

I could not deliver it.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.test

Final-Recipient: rfc822; {letter.to}
Action: failed
Status: 5.1.1
--b
Content-Type: text/rfc822-headers

Message-ID: {letter.mail["Message-ID"]}
--b--
""".replace("\n", "\r\n").encode()


def test_free_seats_are_listed_and_taken_by_mail(tmp_path: Path) -> None:
    """A stranger asks, shows that the mailbox is theirs, and gets the letter of the match."""
    town = Town(tmp_path)
    town.add(
        "spring", "galactic-conquest", "two", people={"amber": "amber@spring.test"}, is_open=True
    )
    town.tick()
    town.send("anna@new.test", "judge@play.test", text="offers\n")
    town.tick()
    assert "spring: azure" in town.newest("anna@new.test").text
    town.send("anna@new.test", "judge@play.test", text="join spring azure\n")
    town.tick()
    line = next(
        one for one in town.newest("anna@new.test").text.split("\n") if one.startswith("join")
    )
    town.send("eve@new.test", "judge@play.test", text=line)
    town.tick()
    assert "state.json" not in town.newest("eve@new.test").files()
    town.send("anna@new.test", "judge@play.test", text=line)
    town.tick()
    town.tick()
    assert "state.json" in town.turn_letter("anna@new.test").files()
    town.send("eve@new.test", "judge@play.test", text="offers\n")
    before = len(town.carrier.posted)
    town.tick()
    assert len(town.carrier.posted) == before  # Nothing is free: strangers get no answer.


def test_an_office_is_restored_elsewhere(tmp_path: Path) -> None:
    """Tokens stand, and nothing is asked twice."""
    town = _begun(tmp_path)
    letter = town.turn_letter("amber@spring.test")
    back_up(town.office, tmp_path / "copy.tar.gz")
    restore_to(tmp_path / "copy.tar.gz", tmp_path / "second" / "office")
    shutil.rmtree(town.folder)
    town.folder = tmp_path / "second" / "office"
    assert town.tick().sent == 0
    town.answer(letter, files=[("s.json", json.dumps(sheet_for(letter)).encode())])
    town.tick()
    assert open_match(town.office.match_folder("spring"), read_only=True).waiting == ("amber",)


def test_two_people_never_see_what_is_the_others(tmp_path: Path) -> None:
    """No address, token or order of one stands in a letter to another, or in the journal."""
    town = Town(tmp_path)
    town.add("stars", "galactic-conquest", "two")
    town.tick()
    for _ in range(4):
        for seat in ("amber", "azure"):
            address = f"{seat}@stars.test"
            if any(f"{seat}: sheet" in one or "YOUR" in one for one in [town.newest(address).text]):
                town.play(address)
        town.tick()
    tokens = {
        seat: reply_address(town.turn_letter(f"{seat}@stars.test")) for seat in ("amber", "azure")
    }
    for one in town.carrier.posted:
        whole = one.raw + b"".join(one.files().values())
        for seat, address in tokens.items():
            other = f"{seat}@stars.test"
            if one.to != other:
                assert address.partition("+")[2].split(".")[2][:16].encode() not in whole
                assert other.encode() not in whole
    people = [f"{seat}@stars.test" for seat in tokens]
    journal = (town.folder / "journal.jsonl").read_bytes()
    for address in people:
        assert address.encode() not in journal
    for address in tokens.values():
        assert address.split(".")[2].partition("@")[0].encode() not in journal


def test_what_could_not_be_read_is_told_beside_what_was(tmp_path: Path) -> None:
    """Words to all and a sheet that is cut off: both have their answer."""
    town = _begun(tmp_path)
    letter = town.turn_letter("amber@spring.test")
    cut = json.dumps(sheet_for(letter))[:200]
    town.answer(letter, f"--- to all\nHello!\n---\n\n{cut}\n")
    town.tick()
    assert "cut off" in town.newest("amber@spring.test").text
    town.answer(letter, "status\n\n--- to all\nThis has no end.\n")
    town.tick()
    told = town.newest("amber@spring.test").text
    assert "is awaited" in told
    assert "Also in your mail" in told
