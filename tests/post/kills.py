"""The office killed at random moments: `python -m tests.post.kills [KILLS] [SEED]`.

Players' mails come in, `receive` and `tick` run as processes and are killed with SIGKILL; then the
office runs to the end, and nothing may be lost or filed twice. A doubled letter has the same
Message-ID and the same bytes.
"""

from __future__ import annotations

import json
import os
import random  # noqa: TID251 - moments by chance, from a seed
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from datetime import timedelta
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import adjudicator
from adjudicator.api.clock import clock_named
from tests.post.town import Posted, Town, reply_address, sheet_for

__all__ = ["SENDMAIL", "Killed"]

SENDMAIL = """\
#!/bin/sh
# -i -f SENDER -- RECIPIENT: a letter is one file that is there or not.
file=$(mktemp "$SPOOL/.XXXXXXXX")
printf '%s\\n%s\\n' "$3" "$5" > "$file"
cat >> "$file"
mv "$file" "$SPOOL/$(date +%s%N)-$$"
"""
"""A command that puts each letter into the folder $SPOOL, with its envelope in front."""


class Killed:
    """One office that is killed again and again."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.random = random.Random(seed)
        self.spool = folder / "spool"
        self.spool.mkdir()
        script = folder / "sendmail"
        script.write_text(SENDMAIL)
        script.chmod(0o755)
        self.town = Town(folder, sending={"by": "sendmail", "command": [str(script)]})
        self.matches = [
            self.town.add("spring", "galactic-conquest", "two"),
            self.town.add("summer", "nine-fields", clock=clock_named("fast")),
        ]
        self.sent: list[bytes] = []
        self.answered: set[str] = set()
        self.kills = 0

    # -- processes ------------------------------------------------------------------------------

    def run(self, *words: str, given: bytes = b"", after: float | None = None) -> int:
        """Runs a command as a process; kills it after some seconds. Returns its code."""
        env = {**os.environ, "SPOOL": str(self.spool)}
        with subprocess.Popen(
            [sys.executable, "-m", "adjudicator", *words], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env, start_new_session=True,
        ) as process:  # fmt: skip
            try:
                _, errors = process.communicate(given, timeout=after)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
                self.kills += 1
        if process.returncode not in (0, 3, 75, -signal.SIGKILL):
            raise AssertionError(errors.decode())
        return process.returncode

    def tick(self, *, after: float | None = None) -> int:
        """Runs the office five minutes later."""
        self.town.now += timedelta(minutes=5)
        now = f"{self.town.now:%Y-%m-%dT%H:%M:%SZ}"
        return self.run("tick", str(self.town.folder), "--now", now, after=after)

    def receive(self, raw: bytes) -> None:
        """Hands a mail to the office as a server does: again until it is taken."""
        self.sent.append(raw)
        while True:
            after = self.random.uniform(0.1, 1.5) if self.random.random() < 0.2 else None
            if self.run("receive", str(self.town.folder), given=raw, after=after) == 0:
                return

    # -- players --------------------------------------------------------------------------------

    def letters(self) -> list[Posted]:
        """Returns what was sent, in order."""
        found = []
        for path in sorted(self.spool.glob("[0-9]*")):
            sender, to, raw = path.read_bytes().split(b"\n", 2)
            found.append(Posted(raw, sender.decode(), to.decode()))
        return found

    def answer(self) -> int:
        """Lets every player answer each turn letter once; returns how many mails they sent."""
        count = 0
        for letter in self.letters():
            name = str(letter.mail["Message-ID"])
            if name in self.answered:
                continue
            self.answered.add(name)
            if "state.json" not in letter.files():
                continue
            try:
                sheet = sheet_for(letter)
            except StopIteration:
                continue  # Nothing is asked of its reader.
            mail = EmailMessage(policy=SMTP)
            mail["From"], mail["To"] = letter.to, reply_address(letter)
            mail["Message-ID"] = f"<answer.{len(self.sent)}@player.test>"
            mail.set_content("Here.\n")
            mail.add_attachment(json.dumps(sheet).encode(), maintype="application",
                                subtype="json", filename="sheet.json")  # fmt: skip
            self.receive(mail.as_bytes())
            count += 1
        return count

    def go_on(self, kills: int) -> None:
        """Plays until the office was killed so often."""
        while self.kills < kills:
            self.tick(after=self.random.uniform(0.2, 2.5))
            if self.random.random() < 0.4:
                self.tick()
                self.answer()
        for _ in range(4):
            self.tick()

    def check(self) -> Counter[str]:
        """Checks that nothing was lost and nothing done twice; returns what was counted."""
        town, counted = self.town, Counter[str]()
        lines = town.journal()
        mails = [line for line in lines if line["kind"] == "mail"]
        assert len({line["no"] for line in mails}) == len(mails), "a mail was filed twice"
        assert not town.office.new_mails(), "mails wait"
        identities = [line["id"] for line in mails if line["did"] != [{"what": "again"}]]
        assert len(set(identities)) == len(identities), "one mail was done twice"
        assert len(identities) >= len(set(self.sent)), "a mail was lost"
        filed = [one["hash"] for line in mails for one in line["did"] if one["what"] == "filed"]
        assert len(set(filed)) == len(filed), "a sheet was filed twice"
        written = [line["file"] for line in lines if line["kind"] == "letter"]
        sent = [line["file"] for line in lines if line["kind"] == "sent"]
        assert sorted(written) == sorted(sent), "a letter was lost, or written twice"
        by_name: dict[str, set[bytes]] = {}
        for letter in self.letters():
            by_name.setdefault(str(letter.mail["Message-ID"]), set()).add(letter.raw)
        assert len(by_name) == len(set(written)), "letters and Message-IDs differ in number"
        assert all(len(versions) == 1 for versions in by_name.values()), "a doubled letter differs"
        for folder in self.matches:
            assert adjudicator.verify(folder).verdict != "refuted"
        counted.update(
            kills=self.kills, mails=len(mails), sheets=len(filed), letters=len(written),
            doubled=len(self.letters()) - len(by_name),
        )  # fmt: skip
        return counted


def main(kills: int = 300, seed: int = 1) -> None:
    """Kills an office so often and says what was counted."""
    with tempfile.TemporaryDirectory() as folder:
        killed = Killed(Path(folder), seed)
        killed.go_on(kills)
        print(dict(killed.check()))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
