"""How letters leave an office: refused, deferred, sent again plain; what commands are told."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from adjudicator.api.problems import Problem, Refused, TryAgain
from tests.post.town import Carrier, Posted, Town


class Fussy(Carrier):
    """A server that refuses some letters, for good or for now."""

    def __init__(self) -> None:
        super().__init__()
        self.refuses: dict[str, str] = {}
        """By recipient, with which words it refuses letters that have an archive."""
        self.defers: set[str] = set()

    def send(self, raw: bytes, *, sender: str, recipients: Sequence[str]) -> None:
        """Takes a letter, or does not."""
        (to,) = recipients
        if to in self.defers:
            raise TryAgain(Problem("mail-deferred", "the server says: 451 later"))
        if to in self.refuses and b"application/zip" in raw:
            raise Refused([Problem("mail-refused", f"no mail to {to}; {self.refuses[to]}")])
        if self.refuses.get(to, "").startswith("550 5.1.1"):
            raise Refused([Problem("mail-refused", f"no mail to {to}; {self.refuses[to]}")])
        self.posted.append(Posted(raw, sender, to))


def _town(tmp_path: Path, **settings: object) -> tuple[Town, Fussy]:
    town = Town(tmp_path, **settings)
    town.carrier = carrier = Fussy()
    town.add("spring", "galactic-conquest", "two")
    return town, carrier


def test_a_letter_refused_for_what_it_carries_is_sent_again_plain(tmp_path: Path) -> None:
    """At once, and from then on; the other seat's letters stay as they were."""
    town, carrier = _town(tmp_path)
    carrier.refuses["amber@spring.test"] = "the server says: 552 5.2.3 attachment not allowed"
    town.tick()
    (letter,) = carrier.posted[-1:]
    assert letter.to == "amber@spring.test"
    assert "state:" in letter.text
    assert not any(name.endswith((".html", ".jsonl")) for name in letter.files())
    assert "state.json" in town.newest("azure@spring.test").files()
    assert not town.office.journal().book.match("spring").bounces
    assert len(list((town.folder / "mail" / "out" / "failed").iterdir())) == 1


def test_a_mailbox_that_is_not_there_calls_the_referee(tmp_path: Path) -> None:
    """Its seat is awaited and cannot be reached; the office goes on for the others."""
    town, carrier = _town(tmp_path)
    carrier.refuses["amber@spring.test"] = "550 5.1.1 no such user"
    town.tick()
    book = town.office.journal().book.match("spring")
    assert list(book.bounces) == ["amber"]
    town.tick()
    assert "letters to amber come back" in town.newest("referee@play.test").text
    town.play("azure@spring.test")
    assert town.tick().mails == 1


def test_a_server_that_says_later_gets_the_same_bytes_later(tmp_path: Path) -> None:
    """Nothing is lost, and no clock or count suffers."""
    town, carrier = _town(tmp_path)
    carrier.defers = {"amber@spring.test", "azure@spring.test"}
    done = town.tick()
    assert done.sent == 0
    assert len(done.problems) == 2
    waiting = {path.name: path.read_bytes() for path in (town.folder / "mail/out/new").iterdir()}
    carrier.defers = set()
    assert town.tick(timedelta(hours=3)).sent == 2
    sent = {path.name: path.read_bytes() for path in (town.folder / "mail/out/sent").iterdir()}
    assert sent == waiting


def test_nobody_sends_and_letters_wait(tmp_path: Path) -> None:
    """Without a way of sending they lie in mail/out/new, each a mail with its envelope."""
    town, _ = _town(tmp_path)
    town.carrier = None  # type: ignore[assignment]  # an office whose letters somebody else sends
    town.tick()
    files = sorted((town.folder / "mail" / "out" / "new").iterdir())
    assert len(files) == 2
    assert all(path.read_bytes().startswith(b"Return-Path: <judge+spring.") for path in files)


@pytest.mark.parametrize("fails", [False, True])
def test_commands_are_told_what_happens(tmp_path: Path, *, fails: bool) -> None:
    """One line of JSON each, without hands, orders and addresses; a failure stops nothing."""
    told = tmp_path / "told.jsonl"
    program = (
        f"import sys; open({str(told)!r}, 'a').write(sys.stdin.read()); sys.exit({int(fails)})"
    )
    notices = [{"kinds": ["opened", "mail"], "command": [sys.executable, "-c", program]}]
    town, _ = _town(tmp_path, notify=notices)
    town.tick()
    for seat in ("amber", "azure"):
        town.play(f"{seat}@spring.test")
    done = town.tick()
    assert done.openings == 1
    assert bool(done.notices) == fails
    lines = [json.loads(line) for line in told.read_text().splitlines()]
    assert [line["kind"] for line in lines] == ["mail", "mail", "opened"]
    assert lines[-1]["match"] == "spring"
    assert "@" not in told.read_text()
    town.tick()
    assert len(told.read_text().splitlines()) == 3
