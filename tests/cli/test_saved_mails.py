"""Saved mails wherever a command takes sheets, pledges or joins: .eml, mbox, standard input."""

from __future__ import annotations

import json
import mailbox
import shutil
import subprocess
import sys
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from adjudicator.audit import tfd1
from adjudicator.cli.app import app
from tests.cli.calls import forced
from tests.core.toy import toy_scenario
from tests.core.toy_orders import BIDS
from tests.keys import make_key, sign

LESS: dict[str, Any] = {"bids": [{"order": "bid", "gold": 1}]}
BEFORE = ["new", "toy", "m", "--scenario", "duel.json"]


@pytest.fixture(autouse=True)
def folder(toy_registered: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A folder with the scenario; chains are short."""
    monkeypatch.setattr(tfd1, "LINKS", 8)
    monkeypatch.chdir(tmp_path)
    Path("duel.json").write_text(json.dumps(toy_scenario({}).to_json()))


def call(*words: str | Path, code: int = 0, typed: bytes = b"") -> Result:
    """Runs a command, and compares its exit code."""
    done = CliRunner().invoke(app, forced([str(word) for word in words]), input=typed)
    assert done.exit_code == code, done.output
    return done


def written(seat: str, orders: dict[str, Any]) -> bytes:
    """Returns the sheet of a seat, as its player filled it in."""
    call("template", "m/now/state.json", seat, "--out", f"{seat}.json")
    document = json.loads(Path(f"{seat}.json").read_bytes()) | {"orders": orders}
    Path(f"{seat}.json").write_text(json.dumps(document, indent=2) + "\n")
    return Path(f"{seat}.json").read_bytes()


def mail(*files: str, text: str = "Orders attached.\n", sender: str = "ann@example.org") -> bytes:
    """Returns a mail with files, as another program writes it."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, "judge@play.test", "Re: turn 1"
    message["Message-ID"] = f"<1.{sender}>"
    message.set_content(text)
    for name in files:
        message.add_attachment(
            Path(name).read_bytes(), maintype="application", subtype="octet-stream",
            filename=Path(name).name,
        )  # fmt: skip
    return message.as_bytes()


def both_sheets() -> tuple[bytes, bytes]:
    """A match, and the sheets of both seats; returns their mails: attached, and pasted."""
    call(*BEFORE)
    written("blue", BIDS)
    pasted = written("red", LESS).decode()
    blue = mail("blue.json")
    red = mail(text=f"Mine:\n{pasted}\n-- \nBob\n", sender="bob@example.org")
    Path("blue.eml").write_bytes(blue)
    Path("red.eml").write_bytes(red)
    return blue, red


def test_mails_are_taken_as_files_are() -> None:
    """The same log, to the last byte."""
    both_sheets()
    shutil.copytree("m", "files")
    call("adjudicate", "files", "blue.json", "red.json")
    call("adjudicate", "m", "blue.eml", "red.eml")
    assert Path("m/log.jsonl").read_bytes() == Path("files/log.jsonl").read_bytes()
    call("verify", "m")


def test_one_mail_of_several_seats_and_an_mbox() -> None:
    """One act in: the whole folder of a mail program."""
    blue, red = both_sheets()
    for name in ("both", "box", "typed", "box-typed"):
        shutil.copytree("m", name)
    Path("both.eml").write_bytes(mail("blue.json", "red.json"))
    box = mailbox.mbox("inbox")
    for one in (blue, mail(text="Nice turn!\n\nFrom here on it gets hard.\n"), red):
        box.add(one)
    box.close()
    call("adjudicate", "both", "both.eml")
    said = call("adjudicate", "box", "inbox").output
    assert "notice: inbox: mail 2: this mail holds no sheet, and its first line is no comm" in said
    call("adjudicate", "typed", "-", "red.eml", typed=blue)
    call("adjudicate", "box-typed", "-", typed=Path("inbox").read_bytes())
    logs = {Path(name, "log.jsonl").read_bytes() for name in ("both", "box", "typed", "box-typed")}
    assert len(logs) == 1
    assert b'"t":"open"' in logs.pop()


def test_an_mbox_without_a_sheet_or_with_a_wrong_one() -> None:
    """Chatter alone is a problem, and what was meant as a sheet is one beside good sheets too."""
    blue, _ = both_sheets()
    for others in ([], [blue]):
        box = mailbox.mbox("inbox")
        box.clear()
        for one in (*others, mail(text="Hello"), mail(text='{"t":"orders", ')):
            box.add(one)
        box.close()
        said = call("adjudicate", "m", "inbox", code=1).output
        assert "sheet-cut-off" in said
    box = mailbox.mbox("inbox")
    box.clear()
    box.add(mail(text="Hello"))
    box.add(mail(text="Bye"))
    box.close()
    said = call("adjudicate", "m", "inbox", code=1).output
    assert said.count("mail-without-sheet") == 2


def test_a_sheet_itself_comes_by_standard_input() -> None:
    both_sheets()
    assert "standard input: good for blue" in call(
        "check", "m", "-", typed=Path("blue.json").read_bytes()
    ).output  # fmt: skip
    assert "nothing was adjudicated" in call(
        "adjudicate", "m", "-", code=1, typed=b'{"t": "orders"'
    ).output  # fmt: skip
    said = call("adjudicate", "m", "-", "--rolls", "-", code=2).output
    assert "standard input can be read once" in said


def test_a_problem_has_its_place_in_the_sheet() -> None:
    """Line and column of the JSON text itself, and the name of its mail."""
    both_sheets()
    wrong = Path("blue.json").read_text().replace('"gold"', '"silver"')
    Path("blue.json").write_text(wrong)
    line = next(n for n, text in enumerate(wrong.splitlines(), 1) if "silver" in text)
    Path("wrong.eml").write_bytes(mail("blue.json"))
    assert (
        f"wrong.eml: attachment blue.json:{line}:" in call("check", "m", "wrong.eml", code=1).output
    )
    Path("pasted.eml").write_bytes(mail(text=f"My orders\n\n{wrong}\n"))
    said = call("check", "m", "pasted.eml", code=1).output
    assert f"pasted.eml: the text of the mail:{line}:" in said


def test_two_sheets_of_one_seat_that_differ_are_refused() -> None:
    both_sheets()
    other = json.dumps(json.loads(Path("blue.json").read_bytes()) | {"orders": LESS})
    Path("two.eml").write_bytes(mail("blue.json", text=other))
    before = Path("m/log.jsonl").read_bytes()
    said = call("adjudicate", "m", "two.eml", "red.eml", code=1).output
    assert "two.eml: invalid second-sheet: this mail holds two sheets of blue that differ" in said
    assert Path("m/log.jsonl").read_bytes() == before


def test_check_is_a_word_for_check_alone() -> None:
    """Nothing is filed of a mail whose player asked what the rules say."""
    both_sheets()
    text = Path("blue.json").read_text()
    Path("ask.eml").write_bytes(mail(text=f"check\n\n{text}"))
    assert "good for blue" in call("check", "m", "ask.eml").output
    assert "only-check-asked" in call("adjudicate", "m", "ask.eml", code=1).output


def test_what_was_repaired_is_told() -> None:
    both_sheets()
    text = Path("blue.json").read_text().replace('"', "\u201d")
    Path("typed.eml").write_bytes(mail(text=f"--- to all\nHello\n---\n{text}"))
    said = call("check", "m", "typed.eml").output
    assert "notice: typed.eml: mended: typographic quotes" in said
    assert "notice: typed.eml: its words to all are passed on by nobody" in said


def test_a_mail_of_a_list_is_taken_by_hand() -> None:
    """Whoever names a mail has looked at it; what only quotes a template is refused."""
    both_sheets()
    listed = b"List-Id: <spring.example.org>\nPrecedence: list\n" + mail("blue.json")
    Path("listed.eml").write_bytes(listed)
    assert "good for blue" in call("check", "m", "listed.eml").output
    quoted = "".join(f"> {line}\n" for line in Path("blue.json").read_text().splitlines())
    Path("thanks.eml").write_bytes(mail(text=f"Thanks!\n\n{quoted}"))
    assert "sheet-quoted" in call("adjudicate", "m", "thanks.eml", code=1).output


def test_a_letter_that_is_sent_back_is_no_sheet() -> None:
    """Also where a program puts no marks before what it quotes, and says nothing above it."""
    both_sheets()
    template = json.loads(call("template", "m/now/state.json", "blue").stdout)
    template.pop("blind")
    Path("thanks.eml").write_bytes(mail(text=f"Thanks!\n\n{json.dumps(template, indent=1)}\n"))
    said = call("adjudicate", "m", "thanks.eml", code=1).output
    assert "blank-sheet: this is the blank sheet as it was mailed" in said
    Path("blank.json").write_text(json.dumps(template))
    Path("meant.eml").write_bytes(mail("blank.json"))
    call("adjudicate", "m", "meant.eml")


def test_a_signature_comes_along(tmp_path: Path) -> None:
    """A seat with a key in the log: the file and its .sig in one mail."""
    key = make_key(tmp_path / "key")
    call(*BEFORE, "--seat-key", f"blue={key}")
    written("blue", BIDS)
    written("red", LESS)
    sign(Path("blue.json"), tmp_path / "key", "tfd1-sheet")
    Path("unsigned.eml").write_bytes(mail("blue.json", "red.json"))
    assert "unsigned-sheet" in call("adjudicate", "m", "unsigned.eml", code=1).output
    Path("signed.eml").write_bytes(mail("blue.json", "blue.json.sig", "red.json"))
    call("adjudicate", "m", "signed.eml")


def test_joins_pledges_and_a_new_join_come_by_mail() -> None:
    """A sealed match, from its offer to an opening and a replaced seat."""
    call(*BEFORE, "--joins", "--mode", "sealed")
    for seat in ("blue", "red"):
        call("join", "m/offer.json", seat)
        Path(f"{seat}.eml").write_bytes(mail(f"join-m-{seat}.json"))
    call("begin", "m", "blue.eml", code=3)
    call("begin", "m", "-", typed=Path("red.eml").read_bytes())
    for seat, orders in (("blue", BIDS), ("red", LESS)):
        written(seat, orders)
    Path("sheets.eml").write_bytes(mail("blue.json", "red.json"))
    call("adjudicate", "m", "sheets.eml", code=3)
    for seat in ("blue", "red"):
        own = ("--key", f"key-m-{seat}.json", "--sheet", f"{seat}.json")
        call("pledge", "m/log.jsonl", seat, *own, "--out", f"pledge-{seat}.json")
    pledged = Path("pledge-red.json").read_text()
    Path("pledges.eml").write_bytes(mail("pledge-blue.json", text=pledged))
    call("adjudicate", "m", "pledges.eml")
    assert b'"t":"open"' in Path("m/log.jsonl").read_bytes()
    call("join", "m/log.jsonl", "red")
    Path("seat.eml").write_bytes(mail("join-m-red-after-1.json"))
    assert "red: a new chain from opening 2 on" in call("seat", "m", "seat.eml").output
    two = mail("join-m-red-after-1.json", "blue.json")
    Path("two.eml").write_bytes(two)
    assert "several files" in call("seat", "m", "two.eml", code=2).output


def test_where_no_mail_is_named_nothing_of_mails_is_loaded() -> None:
    example = Path(__file__).resolve().parents[2] / "examples" / "fortress-america-1986"
    code = (
        "import atexit, sys; from adjudicator.__main__ import main;"
        "atexit.register(lambda: sys.stderr.write(' '.join(sys.modules))); main()"
    )
    words = ["check", str(example / "before"), str(example / "western.json")]
    ran = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=True
    )
    loaded = set(ran.stderr.split())
    assert "adjudicator.cli.mails" not in loaded
    assert not {name for name in loaded if name.startswith("adjudicator.post")}
