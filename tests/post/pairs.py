"""Two runs of an office at once: `python -m tests.post.pairs [PAIRS]`.

Two processes run `tick` at the same moment, over new mails that are due an opening. One of them
does all, the other gives way; nothing is done twice.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import adjudicator
from adjudicator.api.match import open_match
from tests.post.kills import SENDMAIL
from tests.post.town import Posted, Town

__all__ = ["Pairs"]


class Pairs:
    """One office in which two runs meet again and again."""

    def __init__(self, folder: Path) -> None:
        self.spool = folder / "spool"
        self.spool.mkdir()
        script = folder / "sendmail"
        script.write_text(SENDMAIL)
        script.chmod(0o755)
        self.town = Town(folder, sending={"by": "sendmail", "command": [str(script)]})
        self.count = 0
        self.counted: Counter[str] = Counter()
        self.read: set[Path] = set()
        self._begin()

    def _begin(self) -> None:
        """Adds a match: when one is over, the next."""
        name = f"m{self.count}"
        self.folder = self.town.add(
            name, "nine-fields", letters={"west": "plain", "east": "plain"}
        )  # fmt: skip
        self.count += 1

    def pair(self) -> None:
        """Lets players answer, then two runs meet."""
        if open_match(self.folder, read_only=True).is_over:
            self._begin()
        for path in sorted({*self.spool.glob("[0-9]*")} - self.read):
            self.read.add(path)
            sender, to, raw = path.read_bytes().split(b"\n", 2)
            self.town.carrier.posted.append(Posted(raw, sender.decode(), to.decode()))
            if b"state:" in raw:
                with suppress(StopIteration):  # Nothing is asked: the match is over.
                    self.town.play(to.decode())
        self.town.now += timedelta(minutes=5)
        now = f"{self.town.now:%Y-%m-%dT%H:%M:%SZ}"
        command = [sys.executable, "-m", "adjudicator", "tick", str(self.town.folder), "--now", now]
        env = {"SPOOL": str(self.spool), "PATH": "/usr/bin:/bin"}
        runs = [
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)
            for _ in range(2)
        ]
        said = [run.communicate() for run in runs]
        assert [run.returncode for run in runs] == [0, 0], said
        self.counted["pairs"] += 1
        self.counted["gave way"] += sum(b"held by another run" in one[1] for one in said)

    def check(self) -> Counter[str]:
        """Checks that nothing was done twice; returns what was counted."""
        lines = self.town.journal()
        assert [line["k"] for line in lines] == list(range(len(lines)))
        mails = [line["no"] for line in lines if line["kind"] == "mail"]
        assert len(set(mails)) == len(mails) == self.town.count, "a mail was filed twice, or lost"
        letters = [line["file"] for line in lines if line["kind"] == "letter"]
        sent = [line["file"] for line in lines if line["kind"] == "sent"]
        assert sorted(letters) == sorted(sent) == sorted(set(sent)), "a letter was sent twice"
        assert len([*self.spool.glob("[0-9]*")]) == len(sent), "a letter left twice"
        opened = [(line["match"], line["n"]) for line in lines if line["kind"] == "opened"]
        assert len(set(opened)) == len(opened), "an opening was made twice"
        for folder in (self.town.folder / "matches").iterdir():
            assert adjudicator.verify(folder).verdict == "sound"
        self.counted.update(mails=len(mails), letters=len(letters), openings=len(opened))
        return self.counted


def main(pairs: int = 100) -> None:
    """Lets so many pairs of runs meet and says what was counted."""
    with tempfile.TemporaryDirectory() as folder:
        meeting = Pairs(Path(folder))
        for _ in range(pairs):
            meeting.pair()
        print(dict(meeting.check()))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
