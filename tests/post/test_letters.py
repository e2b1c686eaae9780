"""Letters: the same bytes every time, whole, for one seat alone, and no trap for who answers."""

from __future__ import annotations

import email
import io
import json
import re
import shutil
import zipfile
from collections.abc import Sequence
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import default
from html import unescape
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from icalendar import Calendar

import adjudicator
from adjudicator.api.letters import Letter, lean_page
from adjudicator.api.problems import Refused
from adjudicator.documents.sheet_lines import lines_in, unpacked_state
from adjudicator.post.letters import english, german
from adjudicator.post.letters.others import Invitation, text_letter
from adjudicator.post.letters.passages import harmless
from adjudicator.post.letters.turn import TurnLetter, blank_sheet, turn_letter
from adjudicator.post.letters.way import Way, message_id
from adjudicator.post.letters.words import words_of
from adjudicator.post.reading.mail import Mail, Passage
from tests.api.folders import joined_match, play_opening
from tests.narrate.catalogues import said
from tests.post.letter_sizes import MOST, sizes_of, way

PEN = "https://play.example/judge.html"
TOKEN = "judge+spring.western.K7Q2ABCDEFGHJKLM@play.example"


@pytest.fixture(scope="module")
def galactic(tmp_path_factory: pytest.TempPathFactory) -> adjudicator.Match:
    """A match in which seats know different things, after two openings."""
    folder = tmp_path_factory.mktemp("letters") / "m"
    match = adjudicator.new_match(folder, "galactic-conquest", "two", name="m-and-more")
    for _ in range(2):
        play_opening(match)
    return match


@pytest.fixture(scope="module")
def fields(tmp_path_factory: pytest.TempPathFactory) -> adjudicator.Match:
    """A match of Nine Fields in which west is awaited, and east is not."""
    folder = tmp_path_factory.mktemp("letters") / "fields"
    return adjudicator.new_match(folder, "nine-fields")


def read(raw: bytes) -> EmailMessage:
    return email.message_from_bytes(raw, policy=default)


def text_of(raw: bytes, kind: str = "plain") -> str:
    found = read(raw).get_body((kind,))
    assert found is not None
    content: str = found.get_content()
    return content.replace("\r\n", "\n")


def archive_of(raw: bytes) -> dict[str, bytes]:
    for part in read(raw).iter_attachments():
        if part.get_content_type() == "application/zip":
            with zipfile.ZipFile(io.BytesIO(part.get_content())) as archive:
                return {name: archive.read(name) for name in archive.namelist()}
    return {}


def own_letter(match: adjudicator.Match, seat: str) -> Letter:
    return match.letter_to(seat)


def owing(match: adjudicator.Match) -> str:
    """Returns a seat that owes a sheet; the lot decides which one goes first."""
    seat = match.awaited[0].seat
    assert seat is not None
    return seat


@pytest.mark.parametrize("letters", ["full", "light", "plain"])
def test_a_letter_is_a_whole_mail_and_the_same_every_time(
    galactic: adjudicator.Match, tmp_path: Path, letters: Any
) -> None:
    made = turn_letter(galactic, owing(galactic), way(letters))
    again = shutil.copytree(galactic.folder, tmp_path / "elsewhere")
    assert made == turn_letter(adjudicator.open_match(again), owing(galactic), way(letters))
    mail = read(made)
    assert not mail.defects
    assert all(not part.defects for part in mail.walk())
    assert made.replace(b"\r\n", b"").count(b"\n") == 0, "lines end in CR LF"
    assert max(map(len, made.split(b"\r\n"))) <= 78
    assert made.isascii()
    assert not mail["Cc"]
    assert not mail["Bcc"]
    told = [part.get_content_type() for part in mail.walk() if not part.is_multipart()]
    packed = ["application/zip", "application/ics"] if letters != "plain" else []
    picture = ["image/png"] if letters != "light" else []
    assert told == ["text/plain", "text/html", *picture, *packed]


def test_an_archive_holds_the_views_of_its_seat(galactic: adjudicator.Match) -> None:
    seat = owing(galactic)
    (other,) = {*galactic.seats} - {seat}
    files = archive_of(turn_letter(galactic, seat, way()))
    assert [*files] == ["report.html", "map.svg", "state.json", "log.jsonl"]
    own = own_letter(galactic, seat)
    for attached in own.attachments:
        assert files[attached.name] == attached.raw
    assert files["state.json"] != own_letter(galactic, other).attachments[1].raw
    page = files["report.html"].decode()
    assert TOKEN in page
    assert page.replace(f'"reply":"{TOKEN}",', "") != own.html, "the seat's alone"
    data = pen_data(page)
    assert data["reply"] == TOKEN
    assert [*data["seats"]] == [seat]
    assert "reply" not in pen_data(own.html)


def pen_data(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="pen-data">(.*?)</script>', page, re.S)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_a_page_for_all_becomes_one_for_a_seat_that_is_awaited(fields: adjudicator.Match) -> None:
    west, east = (archive_of(turn_letter(fields, seat, way()))["report.html"].decode()
                  for seat in ("west", "east"))  # fmt: skip
    assert pen_data(west)["reply"] == TOKEN
    assert TOKEN not in east, "nothing is asked of it: its page mails no sheet"
    assert adjudicator.verify(fields.folder).verdict != "refuted"


def test_a_light_letter_has_only_what_is_new(fields: adjudicator.Match, tmp_path: Path) -> None:
    match = adjudicator.open_match(shutil.copytree(fields.folder, tmp_path / "m"))
    names = []
    for _ in range(5):
        play_opening(match)
        files = archive_of(turn_letter(match, "west", way("light")))
        names.append([*files])
        log = (match.folder / "log.jsonl").read_bytes()
        if match.n < 5:
            assert log.endswith(files["log-new.jsonl"])
            lines = [json.loads(line) for line in files["log-new.jsonl"].splitlines()]
            assert {line["n"] for line in lines} == {match.n}
    assert names[:4] == [["map.svg", "state.json", "log-new.jsonl"]] * 4
    assert names[4] == ["map.svg", "state.json", "log.jsonl"], "the fifth"
    since = archive_of(turn_letter(match, "west", way("light"), since=0))["log.jsonl"]
    assert since == log
    first = way("light")._replace(is_first=True)
    assert "log.jsonl" in archive_of(turn_letter(match, "west", first))


def test_a_plain_letter_holds_the_position_as_a_line(galactic: adjudicator.Match) -> None:
    raw = turn_letter(galactic, "amber", way("plain"))
    (line,) = lines_in(text_of(raw).encode())
    state = next(one.raw for one in own_letter(galactic, "amber").attachments
                 if one.name == "state.json")  # fmt: skip
    assert unpacked_state(line) == state
    assert f"state:{line.decode().partition(':')[2]}" in text_of(raw, "html")


def test_a_link_opens_the_seats_own_position(galactic: adjudicator.Match) -> None:
    seat = owing(galactic)
    raw = turn_letter(galactic, seat, way())
    found = re.search(r'href="([^"]+)"', text_of(raw, "html"))
    assert found is not None
    address = unescape(found[1])
    assert address.startswith(f"{PEN}#s=")
    assert text_of(raw).rstrip().endswith(address)
    state = unpacked_state(b"state:" + address.partition("#s=")[2].encode())
    assert json.loads(state)["seat"] == seat
    body = text_of(raw, "html").partition("<body")[2]
    assert body.index("href=") < body.index("Wanted"), "the letter begins with it"
    without = turn_letter(galactic, seat, way()._replace(pen=""))
    assert "#s=" not in text_of(without) + text_of(without, "html")


def test_the_text_begins_with_what_is_wanted_by_when(fields: adjudicator.Match) -> None:
    west, east = (turn_letter(fields, seat, way()) for seat in ("west", "east"))
    assert read(west)["Subject"] == "[spring] turn 1 west: your sheet, due Sun 29 Nov 20:00"
    text = " ".join(text_of(west).split())
    assert text.startswith(
        "Wanted from west: the order sheet for turn 1 west. "
        "By: Sun 29 Nov 2026, 20:00 Europe/Berlin (19:00 UTC)."
    )
    assert read(east)["Subject"] == "[spring] turn 1 west: nothing is asked of you"
    text = " ".join(text_of(east).split())
    assert text.startswith("Nothing is asked of east now. Awaited: west. By: Sun 29 Nov")
    assert '"$schema"' not in text
    assert [part.get_filename() for part in read(east).iter_attachments()] == [
        "fields-0-east.zip"
    ], "who owes nothing has no deadline"
    moved = way()._replace(due_was=datetime(2026, 11, 28, 23, 30, tzinfo=UTC))
    assert "it was Sun 29 Nov 2026, 00:30 Europe/Berlin (Sat 28 Nov 23:30 UTC)" in " ".join(
        text_of(turn_letter(fields, "west", moved)).split()
    )


def test_the_sheet_in_a_letter_is_taken_once_it_is_pasted(fields: adjudicator.Match) -> None:
    sheet = blank_sheet(fields, "west")
    assert sheet is not None
    assert "blind" not in sheet
    text = text_of(turn_letter(fields, "west", way()))
    start = text.index('{\n  "$schema"')
    pasted = json.JSONDecoder().raw_decode(text[start:])[0]
    assert pasted == sheet
    assert fields.check(pasted).is_acceptable
    assert blank_sheet(fields, "east") is None


def test_the_page_says_all_that_the_report_does(galactic: adjudicator.Match) -> None:
    page = re.sub(r"<[^>]+>", " ", text_of(turn_letter(galactic, "amber", way()), "html"))
    shown = " ".join(unescape(page).split())
    report = own_letter(galactic, "amber").text
    for word in re.sub(r"^[=-]+$", "", report, flags=re.MULTILINE).split():
        assert word in shown
    for paragraph in report.split("\n\n")[1:3]:
        assert " ".join(paragraph.split()) in shown


def test_a_first_letter_welcomes_in_few_lines(fields: adjudicator.Match, tmp_path: Path) -> None:
    match = adjudicator.open_match(shutil.copytree(fields.folder, tmp_path / "m"))
    notes = json.loads((match.folder / "match.json").read_text())
    for language, welcome, title in (
        ("en", "Welcome", "To answer"), ("de", "Willkommen", "Antworten"),
    ):  # fmt: skip
        (match.folder / "match.json").write_text(json.dumps(notes | {"language": language}))
        for letters in ("full", "light", "plain"):
            first = way(letters)._replace(is_first=True, ask="the referee, anna@example.org")
            lines = text_of(turn_letter(match, "west", first)).splitlines()
            begin = lines.index(welcome)
            end = next(n for n, line in enumerate(lines) if "anna@example.org" in line)
            assert end - begin < 25
            assert max(map(len, lines[begin:end])) <= 72
            assert any(line == title for line in lines[end:])
        assert welcome not in text_of(turn_letter(match, "west", way()))


def test_languages_say_the_same() -> None:
    def values(sentence: str) -> set[str]:
        return {name for _, name, _, _ in Formatter().parse(sentence) if name}

    assert [*english.SENTENCES] == [*german.SENTENCES]
    for key, sentence in english.SENTENCES.items():
        assert values(sentence) == values(german.SENTENCES[key]), key
    assert len(german.DAYS) == len(english.DAYS) == 7
    assert len(german.MONTHS) == len(english.MONTHS) == 12
    assert words_of("de").soon(way(), datetime(2026, 3, 5, 9, tzinfo=UTC)) == "Do 5. März 10:00"
    assert words_of("fr").code == "en"


def test_every_sentence_is_said_with_its_values_and_no_other() -> None:
    used = set()
    for one in said("post"):
        keys = [key for key in english.SENTENCES
                if key == one.key or (one.is_prefix and key.startswith(one.key))]  # fmt: skip
        assert keys, one.where
        used |= {*keys}
        for key in keys:
            takes = {name for _, name, _, _ in Formatter().parse(english.SENTENCES[key]) if name}
            assert one.is_open or takes <= one.values, one.where
    assert used == {*english.SENTENCES}


# -- names that somebody chose ---------------------------------------------------------------------

HOSTILE = (
    "x\r\nBcc: eve@example.org", "x\nSubject: y\n\nbody", "\x00\x1b[2J\u202egnirts", "a" * 5000,
    "=?utf-8?q?=0D=0ABcc:_eve@example.org?=", '"Anna" <eve@example.org>, ', "Zo\u00eb \U0001f600",
)  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_names_stay_in_their_header(fields: adjudicator.Match, name: str) -> None:
    hostile = way()._replace(name=name, sender_name=name, tag=name, ask=name)
    quiet = turn_letter(fields, "west", way("light"))
    for raw in (
        turn_letter(fields, "west", hostile._replace(letters="light", is_first=True)),
        text_letter(hostile, key=(name, 3, "west", name), subject=name, text=name),
    ):
        mail = read(raw)
        assert {*mail.keys()} <= {*read(quiet).keys(), "Content-Transfer-Encoding"}
        assert not mail.defects
        (to,) = mail["To"].addresses
        assert to.addr_spec == "anna@example.org"
        (sender,) = mail["From"].addresses
        assert sender.addr_spec == "judge@play.example"
        assert max(map(len, raw.split(b"\r\n"))) <= 998
        assert re.fullmatch(r"<[\w.-]{1,300}@play\.example>", mail["Message-ID"].strip())


@pytest.mark.parametrize(
    "address",
    [
        "", "eve", "a@b\r\nBcc: eve@example.org", "a@b, eve@example.org", "-oQ/tmp@example.org",
        "|sh@example.org", "a b@example.org", "a@b@c", "<a@example.org>", "a@-example.org",
        "a\x00@example.org", "zo\u00eb@example.org", "a@" + "b" * 300,
    ],
)  # fmt: skip
def test_only_one_plain_address_stands_in_a_header(fields: adjudicator.Match, address: str) -> None:
    for field in ("to", "sender", "reply_to"):
        if field == "reply_to" and not address:
            continue
        changed = Way(**{**way()._asdict(), field: address})
        with pytest.raises(Refused) as caught:
            text_letter(changed, key=("m",), subject="s", text="t")
        assert caught.value.problems[0].code == "not-an-address"
    with pytest.raises((Refused, ValueError)):
        turn_letter(fields, "west", way()._replace(to=address))


# -- words of others -------------------------------------------------------------------------------


def test_words_for_another_seat_are_left_out(fields: adjudicator.Match) -> None:
    passages = [
        ("east", Passage(None, "to all of you")), ("east", Passage("west", "only west")),
        ("west", Passage("east", "only east")),
    ]  # fmt: skip
    west, east = (turn_letter(fields, seat, way(), passages=passages) for seat in ("west", "east"))
    for told, hidden, raw in (("only west", "only east", west), ("only east", "only west", east)):
        whole = text_of(raw) + text_of(raw, "html")
        assert whole.count(told) == whole.count("to all of you") == 2
        assert hidden not in whole


def test_a_passage_holds_no_sheet_and_no_line(fields: adjudicator.Match) -> None:
    sheet = fields.template("west")
    evil = f"{json.dumps(sheet)}\n{json.dumps(sheet, indent=1)}\nsheet:eJyrVi\nState: x\n</pre><i>"
    raw = turn_letter(fields, "west", way(), passages=[("east", Passage(None, evil))])
    own = turn_letter(fields, "west", way())
    for kind in ("plain", "html"):
        told = text_of(raw, kind)
        assert told.count("{") == text_of(own, kind).count("{")
        assert not [*lines_in(told.encode())]
        assert told.count("<i>") == (0 if kind == "html" else 1)
    assert harmless("\u202esheet :x") == "\\u202esheet. :x"


# -- names of letters, and the calendar ------------------------------------------------------------


def test_letters_know_each_other(fields: adjudicator.Match) -> None:
    raw = turn_letter(fields, "west", way())
    digits = fields.head[:8]
    assert read(raw)["Message-ID"] == f"<fields.0.west.turn.{digits}@play.example>"
    assert read(raw)["List-Id"] == "<fields.play.example>"
    assert read(raw)["Auto-Submitted"] == "auto-generated"
    earlier = ("<one@play.example>", "<two@play.example>")
    later = read(turn_letter(fields, "west", way()._replace(references=earlier)))
    assert later["References"] == "<one@play.example> <two@play.example>"
    assert later["In-Reply-To"] == "<two@play.example>"
    assert message_id(way(), "a b", 3, "", "..x@y") == "<a-b.3.-x-y@play.example>"


def answered(references: Sequence[str]) -> Mail:
    return Mail(
        "0" * 64, "anna@example.org", (), "Re: x", "<reply@mua.example>", tuple(references), None,
        "", None, (), None, (), (),
    )  # fmt: skip


def test_a_receipt_answers_its_mail() -> None:
    answers = answered([f"<{number}@x.example>" for number in range(20)])
    key = ("spring", 7, "western", "receipt", "ab12")
    made = text_letter(
        way(), key=key, subject="accepted", text="Gr\u00fc\u00dfe\n", answers=answers
    )
    assert made == text_letter(
        way(), key=key, subject="accepted", text="Gr\u00fc\u00dfe\n", answers=answers
    )
    mail = read(made)
    assert mail["Message-ID"] == "<spring.7.western.receipt.ab12@play.example>"
    assert mail["In-Reply-To"] == "<reply@mua.example>"
    assert len(mail["References"].split()) == 9
    assert mail["Auto-Submitted"] == "auto-replied"
    assert mail["X-Auto-Response-Suppress"] == "All"
    assert text_of(made) == "Gr\u00fc\u00dfe\n"
    draft = read(text_letter(way()._replace(is_draft=True), key=key, subject="s", text="t"))
    assert draft["X-Unsent"] == "1"
    assert draft["Auto-Submitted"] is None


def event_of(raw: bytes) -> Any:
    for part in read(raw).iter_attachments():
        if part.get_filename() == "deadline.ics":
            (event,) = Calendar.from_ical(part.get_content()).walk("VEVENT")
            return event
    raise AssertionError


def test_a_later_deadline_takes_the_place_of_an_earlier_one(
    fields: adjudicator.Match, tmp_path: Path
) -> None:
    match = adjudicator.open_match(shutil.copytree(fields.folder, tmp_path / "fields"))
    first = event_of(turn_letter(match, "west", way()))
    moved = event_of(turn_letter(match, "west", way()._replace(moves=1)))
    play_opening(match)
    play_opening(match)
    next_one = event_of(turn_letter(match, "west", way()))
    assert first["UID"] == moved["UID"] == next_one["UID"]
    assert first["SEQUENCE"] < moved["SEQUENCE"] < next_one["SEQUENCE"]
    assert first["SUMMARY"] == "[spring] turn 1 west: your sheet"
    assert first["DTSTART"].dt == datetime(2026, 11, 29, 19, tzinfo=UTC)


# -- locks, ends, offers ---------------------------------------------------------------------------


def test_a_lock_asks_for_pledges_and_shows_no_orders(tmp_path: Path) -> None:
    match = joined_match(tmp_path / "m", "fortress-america-1986", "standard-2", "sealed")
    play_opening(match, near=[tmp_path])
    assert match.is_locked
    whose = {one.seat for one in match.awaited}
    for seat in match.seats:
        raw = turn_letter(match, seat, way())
        asked = "your pledge" in read(raw)["Subject"]
        assert asked == (seat in whose)
        assert [*archive_of(raw)] == ["log.jsonl"]
        assert "image/png" not in [part.get_content_type() for part in read(raw).walk()]
        assert ".lock." in read(raw)["Message-ID"]
        assert ("adjudicator pledge log.jsonl" in text_of(raw).partition("To answer")[2]) == asked


def test_the_last_letter_thanks_and_says_how_to_verify() -> None:
    match = adjudicator.open_match("examples/stratix-match", read_only=True)
    raw = turn_letter(match, match.seats[0], way("light"))
    assert read(raw)["Subject"] == "[spring] the match is over"
    text = " ".join(text_of(raw).split())
    assert text.startswith(f"{match.standings[0]} Thank you for playing. Every die can be checked")
    log = archive_of(raw)["log.jsonl"]
    assert log == Path("examples/stratix-match/log.jsonl").read_bytes()


def test_an_invitation_brings_the_offer(tmp_path: Path) -> None:
    prepared = adjudicator.prepare_match("stratix", "two")
    folder = tmp_path / "m"
    offered = prepared.offer(folder, name="spring")
    for seat in offered.seats:
        raw = Invitation(offered, seat, way()).to_bytes()
        assert read(raw)["Subject"] == f"[spring] you are invited to play {seat}"
        assert archive_of(raw) == {"offer.json": (folder / "offer.json").read_bytes()}
        assert f"adjudicator join offer.json {seat}" in " ".join(text_of(raw).split())
    assert (
        Invitation(offered, offered.seats[0], way()).to_bytes()
        == Invitation(offered, offered.seats[0], way()).to_bytes()
    )


# -- sizes -----------------------------------------------------------------------------------------


def test_letters_of_a_large_example_stay_small(tmp_path: Path) -> None:
    """All openings of all examples: python -m tests.post.letter_sizes."""
    found = [*sizes_of("fortress-america-1986-match", tmp_path / "m", only=(4,))]
    assert len(found) == 1
    for one in found:
        assert all(one.bytes_of[kind] <= most for kind, most in MOST.items()), one


def test_a_lean_page_keeps_its_map_and_all_that_it_refers_to() -> None:
    page = Path("examples/invasion-america-match/now/report.html").read_text()
    lean = lean_page(page)
    assert len(lean) < len(page) / 2
    assert lean.count("<figure") == 1
    assert "data-usual" in lean
    named = {*re.findall(r'\bid="([^"]+)"', lean)}
    assert {*re.findall(r'href="#([^"]+)"', lean)} <= named
    assert {*re.findall(r"url\(#([^)]+)\)", lean)} <= named
    assert lean_page("<p>") == "<p>"


def test_a_letter_is_made_by_what_is_given(fields: adjudicator.Match) -> None:
    with pytest.raises(ValueError, match="no seat"):
        turn_letter(fields, "nobody", way())
    letter = TurnLetter(fields, "west", Way("a@example.org", way().date, is_draft=True))
    assert letter.message_id == ""
    assert read(letter.to_bytes())["From"] is None
