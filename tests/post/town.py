"""A small town for tests: an office, a carrier that loses nothing, and players who answer mails.

Nothing here reads a clock: each run is told its time. Players see what a mail program shows them,
and nothing of the office's folder.
"""

from __future__ import annotations

import base64
import copy
import io
import json
import shutil
import zipfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import Any, NamedTuple

import adjudicator
from adjudicator.api.beginning import register_address
from adjudicator.api.clock import ClockPolicy
from adjudicator.api.sheet_text import lines_in
from adjudicator.post.office.adding import add_match
from adjudicator.post.office.folder import Office, keep_mail, new_office, open_office
from adjudicator.post.office.settings import OfficeSettings
from adjudicator.post.office.tick import Ticked, tick
from adjudicator.workers.driver import Driver

START = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)
JUDGE = "judge@play.test"
REFEREE = "referee@play.test"


class Posted(NamedTuple):
    """A letter as it arrived."""

    raw: bytes
    sender: str
    """Of its envelope."""
    to: str

    @property
    def mail(self) -> EmailMessage:
        """The letter, parsed."""
        mail = message_from_bytes(self.raw, policy=SMTP)
        assert isinstance(mail, EmailMessage)
        return mail

    @property
    def subject(self) -> str:
        """Its subject."""
        return str(self.mail["Subject"])

    @property
    def text(self) -> str:
        """Its text."""
        body = self.mail.get_body(("plain",))
        assert body is not None
        return str(body.get_content()).replace("\r\n", "\n")

    def files(self) -> dict[str, bytes]:
        """What is attached; an archive unpacked."""
        found: dict[str, bytes] = {}
        for part in self.mail.iter_attachments():
            content = part.get_content()
            raw = content.encode() if isinstance(content, str) else content
            name = str(part.get_filename())
            if name.endswith(".zip"):
                with zipfile.ZipFile(io.BytesIO(raw)) as archive:
                    found |= {one: archive.read(one) for one in archive.namelist()}
            else:
                found[name] = raw
        return found


class Carrier:
    """Takes every letter, and remembers it."""

    def __init__(self) -> None:
        self.posted: list[Posted] = []

    def send(self, raw: bytes, *, sender: str, recipients: Sequence[str]) -> None:
        """Takes a letter."""
        (to,) = recipients
        self.posted.append(Posted(raw, sender, to))


class Town:
    """An office with its matches, and everybody's mailbox."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        given = {"address": JUDGE, "referee": REFEREE, **settings}
        chosen = OfficeSettings.model_validate_json(json.dumps(given))
        self.home = folder
        self.folder = folder / "office"
        new_office(self.folder, chosen, secret=bytes(range(32)))
        self.carrier = Carrier()
        self.now = START
        self.faults: list[str] = []
        self.count = 0
        self.driver: Driver | None = None

    def copied_to(self, folder: Path) -> Town:
        """Returns a town that has the same behind it, and may go another way."""
        other = copy.copy(self)
        other.home, other.folder = folder, folder / "office"
        shutil.copytree(self.folder, other.folder)
        other.carrier, other.faults = Carrier(), []
        other.carrier.posted += self.carrier.posted
        return other

    @property
    def office(self) -> Office:
        """The office, opened anew."""
        return open_office(self.folder)

    def add(
        self,
        name: str,
        game: str,
        scenario: str | None = None,
        *,
        people: Mapping[str, str] | None = None,
        clock: ClockPolicy | None = None,
        is_open: bool = False,
        letters: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> Path:
        """Makes a match and adds it; every seat gets the address SEAT@NAME.test unless told.

        Letters are light unless told: pictures take most of the time, and tests of letters look
        at them.
        """
        folder = self.folder / "matches" / name
        if clock is not None:
            more["clock"] = clock
        match = adjudicator.new_match(folder, game, scenario, name=name, **more)
        usual = {seat: f"{seat}@{name}.test" for seat in match.seats if seat not in match.plays}
        letters = dict.fromkeys(match.seats, "light") if letters is None else letters
        for seat, address in (usual if people is None else people).items():
            register_address(folder, seat, address)
        add_match(
            self.office, folder, name="", modes=dict(letters), is_open=is_open, press=True,
            now=self.now,
        )  # fmt: skip
        return folder

    def tick(self, later: timedelta = timedelta(minutes=5)) -> Ticked:
        """Runs the office, some time later; no fault of the program is passed over."""
        self.now += later
        done = tick(
            self.office, self.now, carrier=self.carrier, fault=self.faults.append,
            driver=self.driver,
        )  # fmt: skip
        assert not self.faults, self.faults[0]
        return done

    def box(self, address: str) -> list[Posted]:
        """Returns all letters to an address, the newest last."""
        return [one for one in self.carrier.posted if one.to == address]

    def newest(self, address: str) -> Posted:
        """Returns the newest letter to an address."""
        return self.box(address)[-1]

    def turn_letter(self, address: str) -> Posted:
        """Returns the newest letter with a position."""
        return next(one for one in reversed(self.box(address)) if state_in(one))

    def send(
        self,
        sender: str,
        to: str,
        *,
        text: str = "",
        files: Iterable[tuple[str, bytes]] = (),
        headers: Mapping[str, str] | None = None,
        subject: str = "Re: your letter",
    ) -> bytes:
        """Sends a mail to the office; returns it as it came there."""
        self.count += 1
        mail = EmailMessage(policy=SMTP)
        given = {
            "From": sender, "To": to, "Subject": subject, "Date": self.now,
            "Message-ID": f"<{self.count}@sender.test>", **(headers or {}),
        }  # fmt: skip
        for key, value in given.items():
            mail[key] = value
        mail.set_content(text or "Here it is.\n")
        for name, raw in files:
            mail.add_attachment(raw, maintype="application", subtype="json", filename=name)
        raw = mail.as_bytes()
        keep_mail(self.folder, raw, self.now)
        return raw

    def answer(self, letter: Posted, text: str = "", **more: Any) -> bytes:
        """Answers a letter, as its reader."""
        return self.send(letter.to, reply_address(letter), text=text, **more)

    def play(self, address: str, *, change: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Answers the newest turn letter with a sheet made from what came with it."""
        letter = self.turn_letter(address)
        sheet = sheet_for(letter, change)
        self.answer(letter, files=[("sheet.json", json.dumps(sheet).encode())])
        return sheet

    def journal(self) -> list[dict[str, Any]]:
        """Returns all lines of the journal."""
        return [
            json.loads(line) for line in (self.folder / "journal.jsonl").read_bytes().splitlines()
        ]

    def last_mail(self) -> dict[str, Any]:
        """Returns the line on the mail that was filed last."""
        return next(line for line in reversed(self.journal()) if line["kind"] == "mail")


def reply_address(letter: Posted) -> str:
    """Returns the address to which a letter is answered."""
    mail = letter.mail
    (address,) = (mail["Reply-To"] or mail["From"]).addresses
    return str(address.addr_spec)


def sheet_for(letter: Posted, change: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Returns a sheet of the built-in player for whoever got a letter, by its state.json alone."""
    state = adjudicator.read_state(state_in(letter))
    seat = next(one.seat for one in state.awaited if one.seat and one.seat in letter_seat(letter))
    sheet = dict(state.template(seat, play=True))
    return {**sheet, **(change or {})}


def state_in(letter: Posted) -> bytes:
    """Returns the position that a letter brings, attached or as its packed line; empty: none."""
    found = letter.files().get("state.json")
    if found is not None:
        return found
    for line in lines_in(letter.text.encode()):
        if line.startswith(b"state:"):
            packed = line.partition(b":")[2]
            return zlib.decompress(base64.urlsafe_b64decode(packed + b"=" * (-len(packed) % 4)))
    return b""


def letter_seat(letter: Posted) -> list[str]:
    """Returns the seat that a letter's address for answers names."""
    local = reply_address(letter).partition("@")[0]
    return local.partition("+")[2].split(".")[1:2]
