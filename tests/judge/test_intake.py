"""What is dropped: archives, mails, reports and lines are unpacked harmlessly, within bounds."""

from __future__ import annotations

import io
import json
import zipfile
from email.message import EmailMessage
from pathlib import PurePosixPath

import pytest

from adjudicator.core.problem import Refused
from adjudicator.documents.sheet_lines import packed_sheet, packed_state
from adjudicator.judge.inside import intake
from adjudicator.judge.inside.intake import unpacked

STATE = json.dumps({"t": "view", "format": 1}).encode()
SHEET = json.dumps({"t": "orders", "game": "ab", "n": 1, "player": "west"}).encode()


def _zip(files: dict[str, bytes], links: tuple[str, ...] = ()) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, raw in files.items():
            entry = zipfile.ZipInfo(name)
            entry.external_attr = (0o120777 if name in links else 0o100644) << 16
            archive.writestr(entry, raw)
    return stream.getvalue()


def _names(name: str, raw: bytes) -> list[str]:
    return [str(one.path) for one in unpacked(name, raw)]


def _code(name: str, raw: bytes) -> str:
    with pytest.raises(Refused) as caught:
        unpacked(name, raw)
    return caught.value.problems[0].code


def _report(text: str) -> bytes:
    data = json.dumps({"position": text})
    return f'<!DOCTYPE html><script type="application/json" id="pen-data">{data}</script>'.encode()


def test_a_file_stays_one() -> None:
    """Its name is made one that every system can keep."""
    assert _names("state.json", STATE) == ["state.json"]
    assert _names("C:\\a\\west 1.json", SHEET) == ["west 1.json"]
    assert _names("../../etc/pass\nwd", b"x") == ["pass-wd"]
    assert _names("-rf", b"x") == ["rf"]
    assert _names("..", b"x") == ["dropped"]


def test_a_match_keeps_its_folder() -> None:
    """With one folder in it, or else below the archive's own name."""
    inside = {"match.json": b"{}", "log.jsonl": b"", "now/state.json": STATE}
    assert _names("spring.zip", _zip({f"mine/{name}": raw for name, raw in inside.items()})) == [
        "mine/match.json", "mine/log.jsonl", "mine/now/state.json",
    ]  # fmt: skip
    assert _names("spring.zip", _zip(inside))[0] == "spring/match.json"


def test_a_letter_is_laid_out() -> None:
    """Files of an archive without folders lie beside each other; a report gives its position."""
    found = unpacked("letter.zip", _zip({"log.jsonl": b"", "report.html": _report(STATE.decode())}))
    assert [(str(one.path), one.raw) for one in found][:2] == [
        ("log.jsonl", b""),
        ("state.json", STATE),
    ]
    assert str(found[2].path) == "report.html"


@pytest.mark.parametrize("path", ["../out", "a/../../out", "/etc/passwd", "C:/out", "a\\..\\..\\b"])
def test_no_path_leads_out(path: str) -> None:
    """An archive with such a path is refused as a whole."""
    assert _code("a.zip", _zip({"fine": b"", path: b"x"})) == "archive-leads-out"


def test_links_are_left_out() -> None:
    """A link in an archive is not followed, and not made."""
    assert _names("a.zip", _zip({"log": b"", "link": b"/etc/passwd"}, links=("link",))) == ["log"]


def test_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """What unpacks to too much is refused before it is all there: of many, of one large one."""
    monkeypatch.setattr(intake, "MAX_UNPACKED", 1000)
    assert _code("a.zip", _zip({"one": b"x" * 600, "two": b"y" * 600})) == "archive-too-large"
    monkeypatch.setattr(intake, "MAX_FILES", 2)
    assert _code("a.zip", _zip({"1": b"", "2": b"", "3": b""})) == "archive-too-large"
    monkeypatch.setattr(intake, "MAX_DROPPED", 10)
    assert _code("a", b"x" * 11) == "dropped-too-large"


def test_damaged_archives_are_told() -> None:
    """Cut short, or with a byte changed: refused, not a fault."""
    raw = _zip({"one": bytes(range(256)) * 20})
    assert _code("a.zip", raw[: len(raw) // 2]) == "archive-unreadable"
    broken = bytearray(raw)
    broken[60] ^= 255
    assert _code("a.zip", bytes(broken)) == "archive-unreadable"


def _mail() -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "Referee <r@example.org>", "Turn 2"
    line = packed_sheet(SHEET)
    mail.set_content(f"Move: elm to oak\n\n{line}\n\nBye")
    mail.add_attachment(STATE, maintype="application", subtype="json", filename="../state.json")
    mail.add_attachment(_report(STATE.decode()).decode(), subtype="html", filename="report.html")
    return mail


def test_a_saved_mail_is_laid_out() -> None:
    """Attachments lie beside each other, and sheets that stand in its text."""
    for name in ("turn.eml", "turn"):  # By its name, or by how it begins.
        raw = bytes(_mail()).replace(b"\n", b"\r\n")
        found = {str(one.path): one.raw for one in unpacked(name, raw)}
        assert [*found] == ["sheet-1.txt", "state.json", "report.html"]
        assert found["state.json"] == STATE
        assert found["sheet-1.txt"].strip() == packed_sheet(SHEET).encode()


def test_a_mail_in_a_mail() -> None:
    """A forwarded mail is laid out too, however it is attached."""
    outer = EmailMessage()
    outer.set_content("see below")
    outer.add_attachment(_mail())
    assert "state.json" in _names("outer.eml", bytes(outer))
    wrapped = bytes(_mail())
    for _ in range(12):
        outer = EmailMessage()
        outer.set_content("see below")
        outer.add_attachment(wrapped, maintype="application", subtype="x", filename="in.eml")
        wrapped = bytes(outer)
    assert _code("outer.eml", wrapped) == "mail-too-deep"


def test_a_mail_has_so_many_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """And no more bytes than an archive."""
    mail = EmailMessage()
    mail.set_content("x")
    for number in range(250):
        mail.add_attachment(b"", maintype="a", subtype="b", filename=f"{number}")
    assert _code("a.eml", bytes(mail)) == "mail-too-large"
    monkeypatch.setattr(intake, "MAX_UNPACKED", 10)
    assert _code("a.eml", bytes(_mail())) == "mail-too-large"


def test_a_report_gives_its_position() -> None:
    """Of one without, or with a block that is cut, there is the report alone."""
    assert _names("report.html", _report(STATE.decode())) == ["state.json", "report.html"]
    assert _names("west.html", _report(STATE.decode()))[0] == "state-west.json"
    assert _names("report.html", b"<!DOCTYPE html><p>no data</p>") == ["report.html"]
    assert _names("report.html", _report("")[:-20] + b"</script>") == ["report.html"]


def test_a_line_gives_a_position() -> None:
    """As it stands in an address or was pasted."""
    (found,) = unpacked("pasted.txt", f" {packed_state(STATE)}\n".encode())
    assert found == (PurePosixPath("pasted.txt"), STATE)
