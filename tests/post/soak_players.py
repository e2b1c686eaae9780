"""Players of the soak: they see their letters alone, and answer by chance, well or badly."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from random import Random  # noqa: TID251 - by chance, from a seed
from typing import Any, Protocol

import adjudicator
from adjudicator.api.problems import AdjudicatorError
from adjudicator.api.sheet_text import said_hash
from adjudicator.api.signing import make_pledge
from tests.post.forms import FORMS, Answer, composed
from tests.post.soak_model import Item, Sent
from tests.post.town import JUDGE, Posted, reply_address, state_in

__all__ = ["Person", "World", "tag_of"]


class World(Protocol):
    """What players have around them."""

    random: Random
    """All chances."""
    home: Path
    """Where players keep what is theirs."""
    counted: Counter[str]
    """What was done."""
    seats: Mapping[str, Sequence[str]]
    """By match, its seats."""
    blinds: dict[str, tuple[str, str, str]]
    """By blind, whose it is, in which match, under which head."""
    press: dict[str, tuple[str, str, str]]
    """By mark, in which match words were sent, to whom, by whom."""

    @property
    def now(self) -> datetime:
        """The moment."""

    def at(self, moment: datetime, what: Callable[[], None]) -> None:
        """Does something at a moment."""

    def new_id(self) -> str:
        """Returns a Message-ID."""

    def receive(self, sent: Sent, before: bytes) -> None:
        """Takes a mail to the office."""

    def swap(self, person: Person, letter: Posted, tag: tuple[str, str, str], plan: str) -> None:
        """Lets a person use what is somebody else's."""


def tag_of(letter: Posted) -> tuple[str, str, str] | None:
    """Returns match, seat and token of the address to which a letter is answered."""
    local = reply_address(letter).partition("@")[0].partition("+")[2]
    parts = local.split(".")
    return (parts[0], parts[1], parts[2]) if len(parts) == 3 else None


class Person:
    """Somebody with a mailbox, and seats in some matches."""

    def __init__(self, world: World, address: str) -> None:
        self.world, self.address = world, address
        self.random = world.random
        self.letters: list[Posted] = []
        self.logs: dict[tuple[str, str], bytes] = {}
        self.sheets: dict[str, bytes] = {}
        self.old: dict[tuple[str, str], Posted] = {}
        """By match and seat, an earlier letter with a position."""
        self.vacation = ""
        """What their responder does: "" nothing, "marked", "plain"."""
        self.full = ""
        """What their mailbox does: "" takes all, "550", "450", "bounce"."""
        self.is_good = False
        """Whether they do what they should from now on."""

    def home(self, match: str, seat: str) -> Path:
        """Returns the folder in which they keep key and sheets of a seat."""
        folder: Path = self.world.home / "homes" / f"{match}.{seat}"
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    # -- letters --------------------------------------------------------------------------------

    def get(self, letter: Posted) -> None:
        """Reads a letter, and decides what to do about it, and when."""
        self.letters.append(letter)
        if self.vacation and not self.is_good:
            self._respond(letter)
        tag = tag_of(letter)
        if tag is None:
            return
        files = letter.files()
        if "did you send this?" in letter.subject:
            if self.is_good or self.random.random() < 0.6:
                self.later(2, lambda: self.command(letter, "confirm"))
            return
        if "offer.json" in files:
            self.later(8, lambda: self.join(letter, tag, files))
        elif f"{tag[1]}.json" in files:
            self.later(3, lambda: self.fill(letter, tag, files[f"{tag[1]}.json"]))
        elif any(one in letter.subject for one in ("NOT taken", "too late", "leaves open")):
            if tag[:2] in self.old and self.random.random() < 0.5:
                newest = self.old[tag[0], tag[1]]
                self.later(5, lambda: self.order(newest, tag))
        elif state_in(letter) or "log.jsonl" in files or "log-new.jsonl" in files:
            self._keep_log(tag, files)
            self._turn(letter, tag)

    def _keep_log(self, tag: tuple[str, str, str], files: dict[str, bytes]) -> None:
        if "log.jsonl" in files:
            self.logs[tag[0], tag[1]] = files["log.jsonl"]
        elif "log-new.jsonl" in files:
            known = self.logs.get((tag[0], tag[1]), b"")
            lines = known.splitlines(keepends=True)
            for line in files["log-new.jsonl"].splitlines(keepends=True):
                if json.loads(line)["k"] >= len(lines):
                    lines.append(line)
            self.logs[tag[0], tag[1]] = b"".join(lines)

    def later(self, hours: float, what: Callable[[], None]) -> None:
        """Does something within so many hours."""
        wait = timedelta(minutes=self.random.uniform(1, 60 * hours))
        self.world.at(self.world.now + wait, what)

    def _respond(self, letter: Posted) -> None:
        """Lets a program answer."""
        headers = {"Auto-Submitted": "auto-replied"} if self.vacation == "marked" else {}
        self.post(
            Answer(self.address, reply_address(letter), self.world.now, self.world.new_id(),
                   letter, "I am away and read no mail.", headers=headers),
            Sent(b"", self.address, tag_of(letter), is_automatic=bool(headers), why="vacation"),
        )  # fmt: skip

    # -- what they do ---------------------------------------------------------------------------

    def _turn(self, letter: Posted, tag: tuple[str, str, str]) -> None:
        """Decides about a letter with a position, or of a lock."""
        earlier, self.old[tag[0], tag[1]] = self.old.get((tag[0], tag[1])), letter
        if self.is_good:
            self.later(6, lambda: self.order(letter, tag))
            return
        plan = self.random.choices(
            ["good", "late", "twice", "again", "bare", "bad", "wrong", "stale", "stolen", "other",
             "elsewhere", "press", "check", "silent", "command", "withdraw", "renew", "crossed",
             "empty"],
            [40, 8, 5, 4, 7, 4, 4, 5, 3, 3, 4, 6, 4, 4, 8, 4, 3, 3, 4],
        )[0]  # fmt: skip
        order = self.order
        self.world.counted[f"plan {plan}"] += 1
        if plan in (
            "good", "elsewhere", "press", "check", "bare", "bad", "wrong", "again", "empty"
        ):  # fmt: skip
            self.later(30, lambda: order(letter, tag, plan))
        if plan == "late":
            self.later(24 * 9, lambda: order(letter, tag))
        elif plan == "twice":
            self.later(10, lambda: order(letter, tag))
            self.later(20, lambda: order(letter, tag))
        elif plan == "stale" and earlier is not None:
            self.later(10, lambda: order(earlier, tag))
        elif plan in ("stolen", "other"):
            self.later(10, lambda: self.world.swap(self, letter, tag, plan))
        elif plan == "crossed":
            self.later(10, lambda: order(letter, tag, "crossed"))
        elif plan in ("command", "withdraw", "renew"):
            if plan == "withdraw":
                self.later(3, lambda: order(letter, tag))
            words = ["status", "mine", "help", "report 0", "report 99", "map", "log", "sheet",
                     "leave 3", "extend 48h", "extend 1d", "offers", "confirm"]  # fmt: skip
            word = self.random.choice(words) if plan == "command" else plan
            self.later(6, lambda: self.command(letter, word))
            if self.random.random() < 0.3:
                self.later(6, lambda: self.command(None, word))
        if plan not in ("good", "silent", "late", "elsewhere", "press", "again", "twice"):
            self.world.at(
                self.world.now + timedelta(hours=self.random.uniform(31, 60)),
                lambda: order(letter, tag),
            )

    def sheet(self, letter: Posted, tag: tuple[str, str, str]) -> dict[str, Any] | None:
        """Makes a sheet of what a letter holds; None: nothing is asked."""
        raw = state_in(letter)
        if not raw:
            return None
        state, seat = adjudicator.read_state(raw), tag[1]
        key = self.home(tag[0], seat) / "key.json"
        own = key if key.exists() else None
        if state.is_over or all(one.seat != seat for one in state.awaited):
            return None
        try:
            return dict(state.template(seat, play=True, key=own))
        except ValueError:  # The player-turn has begun: an answer is asked.
            return dict(state.template(seat, key=own))

    def order(self, letter: Posted, tag: tuple[str, str, str], plan: str = "good") -> None:
        """Sends a sheet, or the pledge that a lock asks for."""
        tag = tag_of(letter) or tag  # The token of an older letter may not count any more.
        match, seat, _ = tag
        if not state_in(letter):
            self.pledge(letter, tag)
            return
        sheet = self.sheet(letter, tag)
        if sheet is None:
            return
        item = Item("orders", match, seat, sheet["head"])
        if plan == "empty":
            sheet["orders"] = {}
            sheet.pop("answers", None)
            item = item._replace(is_good=None)
        elif plan == "wrong":
            others = [one for one in self.world.seats[match] if one != seat]
            sheet["player"] = self.random.choice(others)
            item = item._replace(seat=sheet["player"], is_good=None)
        raw = json.dumps(sheet).encode()
        if plan == "bad":
            raw = raw[: self.random.randint(40, len(raw) - 2)]
            item = Item("broken")
        else:
            self.sheets[said_hash(sheet)] = raw
            self.world.blinds[sheet["blind"]] = (self.address, match, sheet["head"])
        sender = f"{seat}@mobile.test" if plan == "elsewhere" else self.address
        to = JUDGE if plan == "bare" else reply_address(letter)
        words, press = ("check", 0) if plan == "check" else ("", 0)
        if plan == "press":
            words, press = self.words(match, seat)
        form = "attached" if plan == "bad" else self.random.choice(FORMS)
        at = self.world.now - timedelta(days=1) * (plan == "crossed")
        sent = self.post(
            Answer(sender, to, at, self.world.new_id(), letter, words, raw, form),
            Sent(b"", sender, None if plan == "bare" else tag, (item,),
                 word="check" if plan == "check" else "", press=press, why=f"{plan} {form}"),
        )  # fmt: skip
        if plan == "again":
            self.world.receive(sent, b"Received: from elsewhere by here; now\r\n")
            self.later(30, lambda: self.world.receive(sent, b""))

    def words(self, match: str, seat: str) -> tuple[str, int]:
        """Returns words to be passed on, and how many passages they are."""
        others = [one for one in self.world.seats[match] if one != seat]
        to = self.random.choice(["all", *others])
        mark = f"PRESS{len(self.world.press)}X"
        self.world.press[mark] = (match, to, self.address)
        return f"--- to {to}\nI tell you {mark}.\n---", 1

    def pledge(self, letter: Posted, tag: tuple[str, str, str]) -> None:
        """Answers a lock."""
        match, seat, _ = tag
        log = self.logs.get((match, seat), b"")
        last = json.loads(log.splitlines()[-1]) if log else {}
        if last.get("t") != "lock":
            return
        home = self.home(match, seat)
        (home / "log.jsonl").write_bytes(log)
        own = None
        if (hash_ := last["orders"].get(seat)) is not None:
            if hash_ not in self.sheets:
                return
            own = home / "locked.json"
            own.write_bytes(self.sheets[hash_])
        try:
            made = make_pledge(home / "log.jsonl", seat, sheet=own, key=home / "key.json")
        except AdjudicatorError as error:
            self.world.counted[f"no pledge: {error}"[:60]] += 1
            return
        item = Item("pledge", match, seat, str(made.pledge["lock"]))
        self.post(
            Answer(self.address, reply_address(letter), self.world.now, self.world.new_id(),
                   letter, "", json.dumps(made.pledge).encode(), self.random.choice(FORMS)),
            Sent(b"", self.address, tag, (item,), why="pledge"),
        )  # fmt: skip

    def join(self, letter: Posted, tag: tuple[str, str, str], files: dict[str, bytes]) -> None:
        """Answers an offer."""
        match, seat, _ = tag
        home = self.home(match, seat)
        if not (home / "key.json").exists():
            (home / "offer.json").write_bytes(files["offer.json"])
            adjudicator.invitation(home / "offer.json").join(
                seat, out=home / "join.json", key=home / "key.json"
            )
        raw = (home / "join.json").read_bytes()
        self.post(
            Answer(self.address, reply_address(letter), self.world.now, self.world.new_id(),
                   letter, "", raw, self.random.choice(FORMS)),
            Sent(b"", self.address, tag, (Item("join", match, seat),), why="join"),
        )  # fmt: skip

    def fill(self, letter: Posted, tag: tuple[str, str, str], raw: bytes) -> None:
        """Sends a blank sheet back as it came; who does what they should fills it in."""
        if self.is_good and state_in(letter):
            self.order(letter, tag)
            return
        sheet = json.loads(raw)
        key = self.home(tag[0], tag[1]) / "key.json"
        if key.exists():
            return
        item = Item("orders", tag[0], tag[1], sheet["head"], is_good=None)
        self.post(
            Answer(self.address, reply_address(letter), self.world.now, self.world.new_id(),
                   letter, "", raw, self.random.choice(FORMS)),
            Sent(b"", self.address, tag, (item,), why="blank"),
        )  # fmt: skip

    def command(self, letter: Posted | None, words: str) -> None:
        """Sends a command, as an answer or by address alone."""
        to = JUDGE if letter is None else reply_address(letter)
        self.post(
            Answer(self.address, to, self.world.now, self.world.new_id(), letter, words),
            Sent(b"", self.address, None if letter is None else tag_of(letter),
                 word=words.split()[0], why=f"command {words}"),
        )  # fmt: skip

    def post(self, answer: Answer, sent: Sent) -> Sent:
        """Sends a mail."""
        sent.raw = composed(answer)
        self.world.receive(sent, b"")
        return sent
