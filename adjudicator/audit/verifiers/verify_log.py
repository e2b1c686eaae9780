"""Checks the dice of a TFD1 log, alone: this one file and Python are all that is needed.

    python verify_log.py log.jsonl                 what the log proves, in plain words
    python verify_log.py log.jsonl --die LABEL     one roll, step by step

Exit code 0: sound; 1: refuted, or no such label; 3: not proven, as sheets are not in the log;
4: this cannot be read as a TFD1 log. One roll alone (--die) is proven or not: 0 or 1.

It shares no code with the program that writes the logs, on purpose: whoever doubts that program
can read these few hundred lines instead. The numbers in brackets are the paragraphs of the
specification of TFD1; those with an A are its amended rules (3.10).
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

__all__ = [
    "Broken",
    "Damaged",
    "Unreadable",
    "Verifier",
    "bare",
    "die",
    "draws",
    "explain",
    "hands",
    "jcs",
    "kind_of",
    "mac",
    "main",
    "parsed",
    "printf",
    "report",
    "sha",
    "shuffled",
    "text_of",
    "verdict_of",
    "verify",
    "well_formed",
]

NOTHING = "0" * 64
BIGGEST = 2**53 - 1
DEEPEST = 100


class Unreadable(Exception):
    """The bytes are no TFD1 log."""


class Damaged(Unreadable):
    """Once these bytes were a TFD1 log: their first line is damaged."""


class Broken(Exception):
    """What follows in the log has no meaning."""


# --- the formulas (3.1 to 3.5) ------------------------------------------------------------------


def sha(data: bytes) -> str:
    """H (3.1)."""
    return hashlib.sha256(data).hexdigest()


def text_of(tag: str, *fields: object) -> bytes:
    """M: the tag and the fields, a line feed after each (3.1)."""
    return ("tfd1:" + tag + "\n" + "".join(str(one) + "\n" for one in fields)).encode("ascii")


def mac(key: str, data: bytes) -> str:
    """HMAC-SHA-256 (3.1)."""
    return hmac.digest(bytes.fromhex(key), data, "sha256").hex()


def jcs(data: Any) -> bytes:
    """J: the canonical form (3.1)."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def draws(key: str, label: str, i: int, sides: int) -> list[tuple[int, bool]]:
    """All attempts at draw number i, as (x, taken); the last one is taken (3.5)."""
    attempts: list[tuple[int, bool]] = []
    while not attempts or not attempts[-1][1]:
        hashed = mac(key, text_of("draw", label, i, sides, len(attempts)))
        x = int.from_bytes(bytes.fromhex(hashed)[:4], "big")
        attempts.append((x, x < (2**32 // sides) * sides))
    return attempts


def die(key: str, label: str, i: int, sides: int) -> int:
    """Draw number i (3.5)."""
    return draws(key, label, i, sides)[-1][0] % sides + 1


def shuffled(key: str, label: str, cards: Sequence[str]) -> list[str]:
    """The cards in their new order (3.5)."""
    order = ["", *cards]
    for i in range(len(cards), 1, -1):
        j = die(key, label, i, i)
        order[i], order[j] = order[j], order[i]
    return order[1:]


# --- one line (3.1, 3.6) ------------------------------------------------------------------------


def _int(text: str) -> int:
    if len(text) > 17 or abs(int(text)) > BIGGEST:
        raise ValueError("an integer is too large")
    return int(text)


def _refuse(text: str) -> Any:
    raise ValueError("a number is not an integer: " + text[:20])


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names) or not all(name.isascii() for name in names):
        raise ValueError("an object has a key twice, or a key that is not ASCII")
    return dict(pairs)


def _too_deep(data: Any) -> bool:
    heap = [(data, 0)]
    while heap:
        one, depth = heap.pop()
        if depth > DEEPEST:
            return True
        inner = one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
        heap += [(child, depth + 1) for child in inner]
    return False


def parsed(raw: bytes) -> dict[str, Any]:
    """The object of a line; ValueError for what the profile forbids (3.1)."""
    try:
        data = json.loads(
            raw.decode("utf-8"),
            object_pairs_hook=_pairs,
            parse_int=_int,
            parse_float=_refuse,
            parse_constant=_refuse,
        )
        deep = _too_deep(data)
        jcs(data)
    except RecursionError:
        deep = True
    if deep:
        raise ValueError("it is nested too deeply")
    if not isinstance(data, dict):
        raise ValueError("it is no object")
    return data


Test = Callable[[Any], bool]


def _like(pattern: str) -> Test:
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


_hex, _field = _like("[0-9a-f]{64}"), _like("[!-~]{1,200}")


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _whole(least: int, most: int = BIGGEST) -> Test:
    return lambda value: type(value) is int and least <= value <= most


def _or_null(test: Test) -> Test:
    return lambda value: value is None or test(value)


def _list(test: Test) -> Test:
    return lambda value: isinstance(value, list) and all(test(one) for one in value)


def _map(test: Test) -> Test:
    return lambda value: (
        isinstance(value, dict) and all(_field(k) and test(v) for k, v in value.items())
    )


def _object(
    needed: dict[str, Test], more: dict[str, Test] | None = None, *, free: bool = False
) -> Test:
    """An object with all the needed fields, perhaps some of `more`, others only if free."""
    known = {**needed, **(more or {})}

    def test(value: Any) -> bool:
        return (
            isinstance(value, dict)
            and set(needed) <= set(value)
            and (free or set(value) <= set(known))
            and all(known[name](one) for name, one in value.items() if name in known)
        )

    return test


def _is(word: str) -> Test:
    return lambda value: isinstance(value, str) and value == word


NUMBER, DICE_SIDES, HEX_OR_NULL = _whole(1), _whole(1, 2**32), _or_null(_hex)
MODES = ("referee", "sealed", "beacon", "mutual", "public", "external")
RULES = _object({"id": _text, "sha256": _hex})
OFFER = _object(
    {
        "t": _is("offer"),
        "v": _is("tfd1"),
        "game": _field,
        "rules": RULES,
        "anchor": HEX_OR_NULL,
        "links": NUMBER,
        "hidden": HEX_OR_NULL,
        "start": _hex,
    },
    {
        "mode": lambda value: isinstance(value, str) and value in MODES,
        "amended": _whole(1, 1),
    },
    free=True,
)
JOIN = _object(
    {"t": _is("join"), "offer": _hex, "player": _field, "salt": _hex, "anchor": HEX_OR_NULL},
    {"public_key": _text},
    free=True,
)
SHEET = _object(
    {
        "t": _is("orders"),
        "game": _hex,
        "n": NUMBER,
        "head": _hex,
        "player": _field,
        "pledge": HEX_OR_NULL,
    },
    free=True,
)
LABELLED = {"n": NUMBER, "label": _field}
ROLLED = {**LABELLED, "sides": DICE_SIDES, "values": _list(NUMBER)}
LINES: dict[str, Test] = {
    "genesis": _object({"offer": OFFER, "joins": _list(JOIN), "gid": _hex}),
    "lock": _object({"n": NUMBER, "orders": _map(HEX_OR_NULL), "files": _map(SHEET)}),
    "open": _object(
        {
            "n": NUMBER,
            "ref": HEX_OR_NULL,
            "pledges": _map(HEX_OR_NULL),
            "beacon": _or_null(_field),
            "key": _hex,
        }
    ),
    "roll": _object(ROLLED),
    "shuffle": _object({**LABELLED, "cards": _list(_field), "order": _list(_field)}),
    "sealed-roll": _object({**LABELLED, "sides": DICE_SIDES, "seals": _list(_hex)}),
    "sealed-deck": _object({**LABELLED, "cards": _list(_field), "seals": _list(_hex)}),
    "unseal": _object(
        {**LABELLED, "i": NUMBER, "value": lambda v: _field(v) or NUMBER(v), "salt": _hex}
    ),
    "state": _object({"n": NUMBER, "sha256": _hex, "engine": _text}, {"secret": _hex}),
    "seat": _object({"n": _whole(0), "join": JOIN}),
    "annul": _object({"n": NUMBER, "reason": _text}),
    "end": _object({"hidden": _hex}),
}
NOTES: dict[str, Test] = {
    "sheets": _object({"n": NUMBER, "files": _map(SHEET)}),
    "external-roll": _object(ROLLED),
    "beacon-round": _object({"n": NUMBER, "round": NUMBER}),
    "rewind": _object({"to": _whole(0)}),
    "correction": _object(
        {"n": NUMBER, "reason": _text, "patch": _list(lambda one: isinstance(one, dict))}
    ),
}
# Free notes, but in matches under the amended rules.
MINUTE = _like("[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]Z")
LEAVE = _object({"begins": MINUTE, "days": _whole(1, 366)})
MOVED = _object({"was": MINUTE, "due": MINUTE, "why": _like("gap|agreed|referee")})
CLOCK = _object(
    {
        "n": NUMBER,
        "due": _map(MINUTE),
        "received": _map(MINUTE),
        "missed": _map(
            _object({"step": _like("wait|bank|default|built-in|replaced"), "count": NUMBER})
        ),
        "bank": _map(_whole(0)),
        "leave": _map(_list(LEAVE)),
        "moved": _list(MOVED),
        "brake": lambda value: isinstance(value, bool),
    },
    {"withheld": _list(_field)},
)
SIGNATURE = _object({"n": NUMBER, "signature": _like("[0-9a-f]{96}")})
BEACON = re.compile("drand-quicknet:([1-9][0-9]{0,15}):([0-9a-f]{64})")


def kind_of(line: dict[str, Any]) -> str:
    """The type of a line; of the kinds of note that mean something in every log, the kind."""
    t, kind = line.get("t"), line.get("kind")
    if t == "note" and isinstance(kind, str) and kind in NOTES:
        return kind
    return t if isinstance(t, str) else ""


def bare(line: dict[str, Any]) -> dict[str, Any]:
    """The fields of a line beside those that every line of its type has (3.6)."""
    common = {"k", "prev", "t", *(["kind"] if line.get("t") == "note" else [])}
    return {name: one for name, one in line.items() if name not in common}


def well_formed(line: dict[str, Any]) -> bool:
    """Whether a line has the fields of its type, and no others (3.6)."""
    kind = kind_of(line)
    if line.get("t") == "note":
        return _field(line.get("kind")) and NOTES.get(kind, lambda _: True)(bare(line))
    return kind in LINES and LINES[kind](bare(line))


# --- the whole log (3.7) ------------------------------------------------------------------------

WITHIN = {
    "roll",
    "shuffle",
    "sealed-roll",
    "sealed-deck",
    "unseal",
    "sheets",
    "external-roll",
    "correction",
    "note",
}


class Verifier:
    """Reads a log from its first line to its last, and keeps what it proves."""

    def __init__(self) -> None:
        self.failures: list[tuple[int, str]] = []
        self.k = 0
        self.total = 0
        self.torn = 0
        self.at: dict[str, int] = {}  # where each line hash stands
        self.awaited: set[str] = {"genesis"}
        self.offer: dict[str, Any] = {}
        self.offer_hash = self.gid = self.mode = ""
        self.players: list[str] = []
        self.referee: tuple[int, str] | None = None  # number and value last opened
        self.chains: dict[str, tuple[int, str] | None] = {}
        self.turns: list[dict[str, Any]] = []  # turns[n - 1] is opening n
        self.alive: list[int] = []
        self.newest = 0  # the line that a sheet of the next opening must have seen
        self.amended = False
        self.plays: list[str] = []  # the seats of the built-in player
        self.secret: str | None = None  # S, once `end` has published it
        self.uses: list[tuple[int, int, tuple[Any, ...]]] = []  # k, n, what may be used once
        self.drawn: list[dict[str, Any]] = []
        self.seals: dict[tuple[int, str], tuple[int, dict[str, Any], str]] = {}
        self.ended = False
        self.stray: int | None = None
        self.fixed: int | None = None  # the round of the beacon for the next opening
        self.highest = 0  # of all rounds so far
        self.cited: int | None = None
        self.counts = dict.fromkeys(
            ("rolls", "dice", "rolls_on_trust", "shuffles", "hidden_draws", "unsealed"), 0
        )
        self.missing: dict[str, int] = {}
        self.withheld: dict[str, int] = {}
        self.automatic: dict[str, int] = {}  # sheets that no player wrote
        self.drawing = self.alone = self.by_none = 0  # openings with draws; by how many hands
        self.joined_anew: list[tuple[int, str]] = []
        self.corrections: list[tuple[int, str]] = []
        self.annulled: list[tuple[int, str]] = []

    @property
    def sound(self) -> bool:
        """Whether nothing was refuted."""
        return not self.failures

    @property
    def verdict(self) -> str:
        """What the log is: refuted, not proven or sound (A10)."""
        doubt = self.not_shown or self.veiled
        return "refuted" if self.failures else "not proven" if doubt else "sound"

    @property
    def n(self) -> int:
        """The number of the newest opening."""
        return len(self.turns)

    @property
    def waits(self) -> bool:
        """Whether the newest opening is locked and not opened yet, in a mode that locks first."""
        locked = bool(self.turns) and self.turn["open"] is None
        return locked and self.mode in ("sealed", "mutual", "beacon")

    @property
    def turn(self) -> dict[str, Any]:
        """The newest opening."""
        return self.turns[-1]

    def must(self, good: bool, else_say: str) -> None:
        """Notes a failure of the present line unless `good`."""
        if not good:
            self.failures.append((self.k, else_say))

    def read(self, raw: bytes) -> None:
        """Reads the bytes of a log; raises Unreadable where they are none."""
        *rows, rest = raw.split(b"\n")
        self.torn = len(rest)
        self.total = len(rows)
        if not rows and rest:
            self.refuse(rest)
        before = NOTHING
        broken = False
        for self.k, row in enumerate(rows):
            try:
                line = parsed(row)
                self.must(jcs(line) == row, "the line is not in canonical form")
                place = line.get("k")
                self.must(type(place) is int and place == self.k, "k is not the line's number")
                self.must(line.get("prev") == before, "prev is not the hash of the line before")
            except ValueError as error:
                self.must(False, "the line cannot be read: " + str(error))
                line = {}
            if self.k == 0 and line.get("t") != "genesis":
                self.refuse(row)
            before = sha(row)
            if not well_formed(line):
                self.must(False, "this is no line of TFD1; the lines after it mean nothing")
                broken = True
            if not broken:
                try:
                    self.follow(line)
                    self.at[before] = self.k
                except Broken as error:
                    self.must(False, f"{error}; the lines after it mean nothing")
                    broken = True
        if not rows:
            raise Unreadable("there is no whole line")
        if not broken:
            self.close()
        self.check_uses()
        for n, turn in enumerate(self.turns, start=1):
            self.check_sheets(n, turn)
            self.check_open(n, turn)
        self.count_hands()
        self.failures.sort(key=lambda failure: failure[0])

    def refuse(self, first: bytes) -> None:
        """Says why bytes that do not begin with a genesis line are no log."""
        if b'"t":"genesis"' in first or b'"v":"tfd1"' in first:
            raise Damaged("REFUTED: the first line of the log is damaged")
        raise Unreadable("a TFD1 log begins with a genesis line")

    def follow(self, line: dict[str, Any]) -> None:
        """Takes one line for what it is, if it may stand here."""
        kind = kind_of(line)
        if kind not in self.awaited:
            raise Broken(f"a line {kind} may not stand here")
        steps: dict[str, Callable[[dict[str, Any]], None]] = {
            "genesis": self.genesis,
            "lock": self.lock,
            "open": self.open,
            "roll": self.roll,
            "external-roll": self.external_roll,
            "shuffle": self.shuffle,
            "sealed-roll": self.sealed,
            "sealed-deck": self.sealed,
            "unseal": self.unseal,
            "state": self.state,
            "sheets": self.sheets,
            "annul": self.annul,
            "rewind": self.rewind,
            "seat": self.seat,
            "end": self.end,
            "beacon-round": self.fix_round,
            "correction": self.correction,
            "note": self.note,
        }
        steps[kind](line)

    def between(self) -> None:
        """From here on an opening may begin, or something may happen between two."""
        self.awaited = {
            "lock",
            "annul",
            "seat",
            "sheets",
            "end",
            "note",
            "beacon-round",
        }

    # --- start and seats ---

    def genesis(self, line: dict[str, Any]) -> None:
        """Line 0: offer and joins fit together and make the gid (3.3)."""
        offer = self.offer = line["offer"]
        self.offer_hash = sha(jcs(offer))
        joins = line["joins"]
        self.players = [join["player"] for join in joins]
        self.must(
            all(a < b for a, b in zip(self.players, self.players[1:], strict=False)),
            "the joins are not one for each player in byte order",
        )
        parts: list[str] = [self.offer_hash]
        for join in joins:
            self.welcome(join, 0)
        for hashed in sorted((join["player"], sha(jcs(join))) for join in joins):
            parts += hashed
        self.gid = sha(text_of("gid", *parts))
        self.must(line["gid"] == self.gid, "the gid does not follow from offer and joins")
        self.must("referee" not in self.players, "a player has the name of the referee's chain")
        self.amended = "amended" in offer
        if self.amended and "plays" in offer:
            plays = offer["plays"]
            good = _list(_field)(plays) and plays == sorted(set(self.players) & set(plays))
            self.must(good, "plays does not list players of the match in byte order")
            self.plays = plays if good else []
        anchor = offer["anchor"]
        self.referee = None if anchor is None else (0, anchor)
        own = any(self.chains.values())
        self.mode = offer.get("mode") or ("referee" if anchor else "mutual" if own else "public")
        if self.mode in ("referee", "sealed", "external"):
            self.must(anchor is not None, f"{self.mode} mode without a chain of the referee's")
        if self.mode in ("public", "mutual"):
            self.must(anchor is None, f"{self.mode} mode with a chain of the referee's")
        if self.mode == "public":
            self.must(not own, "public mode with players' chains")
        self.missing = dict.fromkeys(self.players, 0)
        self.withheld = dict.fromkeys(self.players, 0)
        self.automatic = dict.fromkeys(self.players, 0)
        self.between()

    def welcome(self, join: dict[str, Any], n: int) -> None:
        """A join: it answers this offer, and its anchor is value number n (3.3, 3.9)."""
        self.must(join["offer"] == self.offer_hash, "a join does not answer this offer")
        self.chains[join["player"]] = None if join["anchor"] is None else (n, join["anchor"])

    def seat(self, line: dict[str, Any]) -> None:
        """A new join for a seat, whose anchor counts from here on (3.9)."""
        self.must(line["n"] == self.n, "n is not the last opening")
        self.must(line["join"]["player"] in self.players, "the new join is for an unknown player")
        brings = line["join"]["anchor"] is not None
        self.must(self.mode != "public" or not brings, "public mode with a player's chain")
        self.newest = self.k
        self.joined_anew.append((self.k, line["join"]["player"]))
        self.welcome(line["join"], self.n)

    # --- lock, sheets, open ---

    def lock(self, line: dict[str, Any]) -> None:
        """The sheets of an opening are locked before its secrets are opened (3.4)."""
        if line["n"] != self.n + 1:
            raise Broken(f"opening {line['n']} comes after opening {self.n}")
        self.turns.append(
            {"k": self.k, "since": self.newest, "orders": line["orders"], "key": NOTHING}
            | {"shown": {}, "open": None, "owing": [], "missed": set(), "signed": [], "state": None}
            | {"drawn": False, "mended": False}
        )
        self.alive.append(self.n)
        self.must(sorted(line["orders"]) == self.players, "the lock does not name every player")
        sent = {player for player, hashed in line["orders"].items() if hashed is not None}
        for player in self.players:
            self.missing[player] += player not in sent
        shown = set(line["files"])
        self.must(not shown or sent <= shown, "the lock shows some sheets and not others")
        for player, sheet in line["files"].items():
            self.sheet(self.n, player, sheet)
        self.awaited = {"open"}
        self.stray = None

    def sheet(self, n: int, player: str, sheet: dict[str, Any]) -> None:
        """A sheet that is shown: it is the locked one, for this match and this opening (3.7)."""
        turn = self.turns[n - 1]
        whose = f"the sheet of {player} for opening {n} "
        self.must(player not in turn["shown"], whose + "is shown twice")
        turn["shown"].setdefault(player, (self.k, sheet))
        self.must(sha(jcs(sheet)) == turn["orders"].get(player), whose + "is not the locked one")
        self.must(sheet["player"] == player, whose + "names another player")
        self.must(sheet["game"] == self.gid, whose + "is for another match")
        self.must(sheet["n"] == n, whose + "is for another opening")
        where = self.at.get(sheet["head"], self.total)
        self.must(where < turn["k"], whose + "answers no line of this log before its lock")
        # Nothing that changes position, chains or round may come between sheet and lock (A4).
        since = turn["since"]
        self.must(where >= since, whose + f"was written before line {since}, which it must answer")
        if since <= where < turn["k"]:
            self.cited = where if self.cited is None else max(self.cited, where)
        if turn["open"] is not None:
            self.pledged(turn, player, sheet)

    def pledged(self, turn: dict[str, Any], player: str, sheet: dict[str, Any]) -> None:
        """The pledge of a sheet is the one that was opened, unless it came later (3.8)."""
        said = sheet["pledge"]
        later = said is None and self.mode in ("sealed", "mutual")
        agrees = said == turn["open"]["pledges"].get(player)
        self.must(later or agrees, f"the sheet of {player} holds another pledge")

    def open(self, line: dict[str, Any]) -> None:
        """The secrets fit their chains, and make the key that the line names (3.4)."""
        self.must(line["n"] == self.n, "n is not that of the lock")
        turn, pledges = self.turn, line["pledges"]
        turn["open"], turn["opened"] = line, self.k
        self.take_beacon(line["beacon"])
        self.must(sorted(pledges) == self.players, "the pledges do not name every player")
        self.must(line["ref"] is not None or self.referee is None, "the referee opens nothing")
        if line["ref"] is not None:
            self.referee = self.step("referee", self.referee, line["ref"])
        parts: list[str] = []
        for player in sorted(self.players):
            pledge, orders = pledges.get(player), turn["orders"].get(player)
            parts += [player, orders or "-", pledge or "-"]
            if pledge is not None:
                self.chains[player] = self.step(player, self.chains[player], pledge)
            elif self.chains[player] is not None:
                turn["owing"].append(player)
        for player, (_, sheet) in turn["shown"].items():
            self.pledged(turn, player, sheet)
        said = text_of("turn", self.gid, self.n, line["beacon"] or "-", *parts)
        turn["key"] = mac(line["ref"] or NOTHING, said)
        self.must(line["key"] == turn["key"], "the turn key does not follow from lock and open")
        self.awaited = WITHIN | {"state"}

    def take_beacon(self, beacon: str | None) -> None:
        """A value of the beacon is of the round that was fixed before the lock (A1)."""
        if self.mode != "beacon":
            self.must(beacon is None, "a value of the beacon, but not in beacon mode")
        elif beacon is not None:
            value = BEACON.fullmatch(beacon)
            self.must(value is not None, "this is no value of the beacon")
            number = int(value[1]) if value else 0
            fixed = value is None or number == self.fixed
            self.must(fixed, f"round {number} was not fixed for this opening before its lock")
            self.highest = max(self.highest, number)
        self.fixed = None

    def step(self, who: str, last: tuple[int, str] | None, value: str) -> tuple[int, str] | None:
        """A chain value: it hashes down to the one opened last (3.2)."""
        if last is None or self.n > self.offer["links"]:
            self.must(False, f"{who} has no chain value number {self.n}")
            return last
        reached = value
        for i in range(self.n, last[0], -1):
            reached = sha(text_of("link", self.offer["game"], who, i, reached))
        self.must(reached == last[1], f"the value opened for {who} is not of their chain")
        return (self.n, value) if reached == last[1] else last

    # --- draws ---

    def touch(self) -> None:
        """Draws and unseals stand in no opening with a correction (A6)."""
        self.turn["drawn"] = True
        self.must(not self.turn["mended"], "an opening with a correction has no draws or unseals")

    def use(self, line: dict[str, Any]) -> None:
        """A line of draws belongs to the present opening; its label is used here."""
        self.touch()
        self.must(line["n"] == self.n, "n is not the present opening")
        bare = self.mode == "beacon" and self.turn["open"]["beacon"] in (None, "-")
        self.must(not bare, "dice in beacon mode, and no value of the beacon")
        self.uses.append((self.k, self.n, ("label", line["label"])))
        self.drawn.append({**line, "opening": self.n})

    def roll(self, line: dict[str, Any]) -> None:
        """A roll is derived again from the key and its label (3.5)."""
        self.use(line)
        self.counts["rolls"] += 1
        self.counts["dice"] += len(line["values"])
        self.must(self.mode != "external", "a roll of the program's own in external mode")
        for i, value in enumerate(line["values"], start=1):
            true = die(self.turn["key"], line["label"], i, line["sides"])
            self.must(value == true, f"die {i} of {line['label']} is {true}, not {value}")

    def external_roll(self, line: dict[str, Any]) -> None:
        """Dice rolled elsewhere are counted as taken on trust."""
        self.use(line)
        self.counts["rolls_on_trust"] += 1
        self.must(self.mode == "external", "a roll from elsewhere, but not in external mode")
        possible = all(value <= line["sides"] for value in line["values"])
        self.must(possible, f"{line['label']} has a value that its dice do not have")

    def shuffle(self, line: dict[str, Any]) -> None:
        """A shuffle is derived again from the key and its label (3.5)."""
        self.use(line)
        self.counts["shuffles"] += 1
        true = shuffled(self.turn["key"], line["label"], line["cards"])
        self.must(line["order"] == true, f"{line['label']} is shuffled otherwise: {true}")

    def sealed(self, line: dict[str, Any]) -> None:
        """The seals of a hidden roll or deck wait for the end (3.5)."""
        self.use(line)
        self.counts["hidden_draws"] += len(line["seals"])
        self.must(self.offer["hidden"] is not None, "seals, but no hidden-draw secret")
        if line["t"] == "sealed-deck":
            self.must(len(line["cards"]) == len(line["seals"]), "not one seal for each card")
        if (self.n, line["label"]) not in self.seals:
            self.seals[self.n, line["label"]] = (self.k, line, self.turn["key"])

    def unseal(self, line: dict[str, Any]) -> None:
        """A hidden draw made public fits its seal (3.5)."""
        n, label, i, value = line["n"], line["label"], line["i"], line["value"]
        self.touch()
        self.counts["unsealed"] += 1
        self.uses.append((self.k, self.n, ("seal", n, f"{label}/{i}")))
        _, sealed, _ = self.seals.get((n, label), (0, {"seals": []}, ""))
        if i > len(sealed["seals"]):
            self.must(False, f"there is no seal {i} of {label} in opening {n}")
            return
        if sealed["t"] == "sealed-deck":
            possible = value in sealed["cards"]
        else:
            possible = type(value) is int and value <= sealed["sides"]
        again = sha(text_of("seal", self.gid, n, label, i, value, line["salt"]))
        self.must(possible and again == sealed["seals"][i - 1], f"seal {i} of {label} is another")

    def end(self, line: dict[str, Any]) -> None:
        """The hidden secret fits the offer, and every seal follows from it (3.5)."""
        self.awaited = set()
        self.ended = True
        secret, here = line["hidden"], self.k
        if sha(text_of("hidden-commit", self.offer["game"], secret)) != self.offer["hidden"]:
            self.must(False, "this is not the hidden-draw secret of the offer")
            return
        self.secret = secret
        for (n, label), (k, sealed, key) in self.seals.items():
            self.k = k
            own = mac(secret, text_of("hidden", self.gid, n, key))
            values: list[Any]
            if sealed["t"] == "sealed-deck":
                values = shuffled(own, label, sealed["cards"])
            else:
                count = len(sealed["seals"])
                values = [die(own, label, i + 1, sealed["sides"]) for i in range(count)]
            true = []
            for i, value in enumerate(values, start=1):
                salt = mac(own, text_of("salt", label, i))
                true.append(sha(text_of("seal", self.gid, n, label, i, value, salt)))
            self.must(sealed["seals"] == true, f"{label} was not sealed as the secret says")
        self.k = here

    # --- states, notes, openings taken back ---

    def state(self, line: dict[str, Any]) -> None:
        """The last line of an opening (3.6)."""
        self.must(line["n"] == self.n, "n is not the present opening")
        self.turn["state"] = line
        self.newest = self.k
        self.between()

    def sheets(self, line: dict[str, Any]) -> None:
        """Sheets shown late fit the hashes of their lock (3.4)."""
        if "state" not in self.awaited:
            self.awaited = {"sheets", "annul", "end"}
        if line["n"] > self.n:
            self.must(False, f"there is no opening {line['n']} yet")
            return
        self.must(line["files"] != {}, "a sheets note without a sheet")
        for player, sheet in line["files"].items():
            self.sheet(line["n"], player, sheet)

    def note(self, line: dict[str, Any]) -> None:
        """A note touches no dice; two kinds mean something under the amended rules."""
        if "state" not in self.awaited:
            self.stray = self.k
        if self.amended and line["kind"] == "clock":
            self.clock(line)
        if self.amended and line["kind"] == "beacon-signature":
            self.signature(line)

    def clock(self, line: dict[str, Any]) -> None:
        """Which seats sent nothing in time, and what was done (A8)."""
        good = CLOCK(bare(line)) and line["n"] == self.n
        good = good and self.k == self.turn.get("opened", -1) + 1
        maps = ("due", "received", "missed", "bank", "leave")
        withheld = line.get("withheld", []) if good else []
        seats = {seat for name in maps for seat in line[name]} if good else set()
        good = good and seats | {*withheld} <= set(self.players)
        good = good and not any(self.turn["open"]["pledges"].get(seat) for seat in withheld)
        self.must(good, "a clock note has its form, and follows the open line of its opening")
        if good:
            missed = line["missed"].items()
            self.turn["missed"] = {p for p, one in missed if one["step"] in ("default", "built-in")}

    def signature(self, line: dict[str, Any]) -> None:
        """The value of the beacon is the hash of its signature (A11)."""
        if not SIGNATURE(bare(line)):
            self.must(False, "this is no signature of the beacon")
            return
        if "state" not in self.awaited:
            self.must(False, "a signature of the beacon outside an opening")
            return
        beacon = self.turn["open"]["beacon"]
        value = BEACON.fullmatch(beacon or "")
        self.must(line["n"] == self.n, "n is not the present opening")
        self.must(beacon is not None, "a signature, but no value of the beacon")
        self.must(not self.turn["signed"], "a second signature of the beacon")
        true = value is None or value[2] == sha(bytes.fromhex(line["signature"]))
        self.must(true, "the value of the beacon is not the hash of this signature")
        self.turn["signed"].append(line["n"])

    def correction(self, line: dict[str, Any]) -> None:
        """A mistake is mended in an opening of its own: no sheets, no dice (A6)."""
        turn = self.turn
        self.corrections.append((self.k, line["reason"]))
        self.must(line["n"] == self.n, "n is not the present opening")
        self.must(not turn["mended"], "a second correction in one opening")
        given = [*turn["orders"].values(), *turn["open"]["pledges"].values()]
        self.must(not any(given), "a correction in an opening with sheets or pledges")
        self.must(not turn["drawn"], "a correction in an opening with draws or unseals")
        turn["mended"] = True

    def fix_round(self, line: dict[str, Any]) -> None:
        """The round of the beacon is fixed before the lock; amended: before the sheets (A2)."""
        late = self.amended and self.mode == "beacon"  # sheets cite it; it may be postponed
        if late:
            self.newest = self.k
        else:
            self.stray = self.k
        self.must(self.mode == "beacon", "a round of the beacon, but not in beacon mode")
        self.must(line["n"] == self.n + 1, f"the next opening is number {self.n + 1}")
        self.must(late or self.fixed is None, "the round of this opening was fixed before")
        self.must(line["round"] > self.highest, "this round is no later than those before it")
        self.fixed = line["round"]
        self.highest = max(self.highest, line["round"])

    def annul(self, line: dict[str, Any]) -> None:
        """An opening is taken back, newest first (3.4)."""
        newest = self.alive.pop() if self.alive else 0
        self.annulled.append((self.k, line["reason"]))
        self.must(line["n"] == newest, f"not the newest opening that stands, {newest}")
        self.awaited = {"annul", "rewind"}

    def rewind(self, line: dict[str, Any]) -> None:
        """The match goes on from the newest opening that stands (3.4)."""
        newest = self.alive[-1] if self.alive else 0
        self.must(line["to"] == newest, f"the newest opening that stands is {newest}")
        self.newest = self.k
        self.between()

    # --- at the end of the log ---

    def close(self) -> None:
        """A log may end after any opening, and not within one (3.6)."""
        if (self.awaited == {"open"} and not self.waits) or "state" in self.awaited:
            self.must(False, f"the log ends within opening {self.n}, without its state line")
        self.must("rewind" not in self.awaited, "the log ends between annul and rewind")
        if self.stray is not None:
            self.k = self.stray
            self.must(False, "after the very last state line only sheets notes and end may stand")

    def check_uses(self) -> None:
        """Labels once in an opening, once in those that stand; each seal is opened once (3.5)."""
        openings: dict[tuple[Any, ...], list[int]] = {}
        for k, n, what in self.uses:
            self.k = k
            earlier = openings.setdefault(what, [])
            again = n in earlier or (n in self.alive and any(m in self.alive for m in earlier))
            self.must(not again, f"{what[0]} {what[-1]} is used a second time")
            earlier.append(n)

    def is_automatic(self, turn: dict[str, Any], player: str) -> bool:
        """Whether the log says that no player wrote this sheet (A8)."""
        return self.amended and (player in self.plays or player in turn["missed"])

    def check_sheets(self, n: int, turn: dict[str, Any]) -> None:
        """A sheet that no player wrote has no free bit, and no other has its blind (A8)."""
        if not self.amended or turn["state"] is None:
            return  # The clock's note may still be awaited.
        for player, (k, sheet) in turn["shown"].items():
            self.k = k
            whose, blind = f"the sheet of {player} for opening {n} ", sheet.get("blind")
            said = text_of("clock-blind", self.gid, n, player)
            plain, veiled = sha(said), None if self.secret is None else mac(self.secret, said)
            if not self.is_automatic(turn, player):
                own = blind is None or blind not in (plain, veiled)
                self.must(own, whose + "has the blind of one that no player wrote")
                continue
            bound = "$schema" not in sheet and sheet["pledge"] is None
            bound = bound and self.at.get(sheet["head"]) == turn["since"]
            self.must(bound, whose + "is automatic: no $schema, no pledge, the newest head")
            right = veiled if "secret" in turn["state"] else plain
            self.must(right in (None, blind), whose + "is automatic, and its blind is chosen")

    def check_open(self, n: int, turn: dict[str, Any]) -> None:
        """Pledges stand where sheets do (A3), signatures where values do (A11)."""
        if turn["open"] is None:
            return
        self.k = turn["opened"]
        beacon, pledges = turn["open"]["beacon"], turn["open"]["pledges"]
        for player in self.players:
            sent = turn["orders"].get(player) is not None
            if self.mode in ("sealed", "mutual"):
                asked = not turn["mended"] or any(turn["orders"].values())
                self.withheld[player] += asked and player in turn["owing"]
            elif self.mode != "public":
                alone = pledges.get(player) is not None and not sent
                self.must(not alone, f"a pledge of {player}, and no sheet")
                lacks = sent and player in turn["owing"] and player not in turn["missed"]
                self.must(not lacks, f"a sheet of {player}, and no pledge")
        lacks = self.amended and self.mode == "beacon" and beacon is not None
        self.must(not lacks or n in turn["signed"], "the value of the beacon has no signature")

    def count_hands(self) -> None:
        """How many sheets nobody wrote (A8), how many seats had a part in the dice (A12)."""
        drawing = {line["opening"] for line in self.drawn if line["t"] != "note"}
        for n, turn in enumerate(self.turns, start=1):
            hands = 0
            for player in self.players:
                sent = turn["orders"].get(player) is not None
                nobody = sent and self.is_automatic(turn, player)
                self.automatic[player] += nobody
                pledged = turn["open"] and turn["open"]["pledges"].get(player)
                hands += (sent and not nobody) or pledged is not None
            self.drawing += n in drawing
            self.alone += n in drawing and hands == 1
            self.by_none += n in drawing and hands == 0

    @property
    def not_shown(self) -> list[tuple[int, str]]:
        """Opening and player of the sheets that were locked and are not in the log."""
        return [
            (n, player)
            for n, turn in enumerate(self.turns, start=1)
            for player, hashed in sorted(turn["orders"].items())
            if hashed is not None and player not in turn["shown"]
        ]

    @property
    def veiled(self) -> list[int]:
        """Openings with hidden draws, or a secret state, while their secret is not public (A10)."""
        sealed = {n for n, _ in self.seals}
        told = {
            n for n, turn in enumerate(self.turns, start=1) if "secret" in (turn["state"] or {})
        }
        return [] if self.secret is not None else sorted(sealed | told)


def verify(raw: bytes) -> Verifier:
    """Reads the bytes of a log; raises Unreadable where they are none."""
    verifier = Verifier()
    verifier.read(raw)
    return verifier


# --- in plain words -----------------------------------------------------------------------------

REMAINS = {
    "external": "The dice were rolled elsewhere; nothing in the log shows that they were fair.",
    "public": "Friendly play: there is no secret at all. Whoever sends their sheet last can compute"
    " the dice first and order accordingly.",
    "mutual": "There is no referee's secret. Whoever opens their pledge last sees the dice first"
    " and may keep the pledge back.",
    "sealed": "Once the orders are locked a player may keep their pledge back; that is counted.",
    "beacon": "Beacon values: signature not checked, nor their time compared with the lock's.",
    "referee": "The referee, together with the player whose sheet comes last, could foresee the"
    " dice while that sheet may still change.",
}
NO_CHAINS = (
    "These players have no chain of their own: {}. The referee could have chosen the salts before"
    " the match; together with one player they could foresee the dice while orders may still"
    " change; alone they could try variants of a state line against orders that they expect."
)
ANY_REFEREE = (
    "No mode keeps the referee from saying that a mail never came, from telling a friend the dice"
    " before they are published, or from stopping the match."
)


UNPROVEN = (
    "Either the player-turn is not over, or the match has hidden information and no end yet, or"
    " the referee has kept a sheet back. Until then nobody can tell whether rolls were left out."
)
BEFORE = (
    "This match was made before the amended rules: sheets that the built-in player wrote could be"
    " chosen{}."
)


def verdict_of(found: Verifier) -> list[str]:
    """The verdict; where the proof ends, and why (A10)."""
    if found.verdict != "not proven":
        return [found.verdict.upper()]
    first = min([n for n, _ in found.not_shown] + found.veiled)
    names = " and ".join(player for n, player in found.not_shown if n == first)
    lacks = f"sheet of {names}" if names else "hidden-draw secret"
    after = found.n - first
    follow = f"{after or 'no'} opening{'s follow' if after > 1 else ' follows'} it"
    return [
        f"NOT PROVEN from opening {first} on: its {lacks} is not in the log; {follow}.",
        UNPROVEN,
    ]


def hands(found: Verifier) -> list[str]:
    """Who had a part in the dice (A12), and which sheets no player wrote (A8)."""
    said = []
    all_of, alone, none = found.drawing, found.alone, found.by_none
    if found.mode == "external" or not all_of:
        pass
    elif found.mode == "beacon":
        said.append(
            f"Of {all_of} openings with dice, {alone} had a part by one seat alone, {none} by none;"
            " the beacon had a part in them."
        )
    else:
        referee = found.mode not in ("public", "mutual")
        said.append(
            f"The dice of {alone} of {all_of} openings depended on one seat alone ("
            + ("the referee and that player together" if referee else "that player")
            + f" could have chosen them), those of {none} on no seat"
            + (" (the referee alone)." if referee else ".")
        )
    written = [f"{player} {count}" for player, count in found.automatic.items() if count]
    if written:
        said.append(
            f"Sheets written by the built-in player or for a silent seat: {', '.join(written)}."
        )
    if found.mode and not found.amended:
        chosen = ", and the referee chose the round with the sheets in hand"
        said.append(BEFORE.format(chosen if found.mode == "beacon" else ""))
    return said


def report(found: Verifier) -> list[str]:
    """What was found, in plain words (3.7 (9), 4)."""
    counts, said = found.counts, verdict_of(found)
    said += [f"line k={k}: {text}" for k, text in found.failures]
    if found.torn:
        said.append(f"A torn last line ({found.torn} bytes) was left out.")
    said.append(f"Lines: {found.total}. Mode: {found.mode or 'unknown'}.")
    said.append(
        f"Openings: {found.n}, annulled: {found.n - len(found.alive)}. Rolls: {counts['rolls']},"
        f" dice: {counts['dice']}, shuffles: {counts['shuffles']}, rolls taken on trust:"
        f" {counts['rolls_on_trust']}."
    )
    if counts["hidden_draws"]:
        checked = "all checked" if found.ended else "those still hidden not yet checkable"
        said.append(
            f"Hidden draws: {counts['hidden_draws']}, made public: {counts['unsealed']}; {checked}."
        )
    for player in found.players:
        lacks, keeps = found.missing.get(player), found.withheld.get(player)
        if lacks or keeps:
            kept = f"; pledges withheld, or said to be: {keeps}" if keeps else ""
            said.append(f"{player}: openings without a sheet: {lacks}{kept}.")
    said += hands(found)
    said += [f"Sheet of {player} for opening {n}: not published." for n, player in found.not_shown]
    said += [f"Opening taken back, line k={k}: {text!a}" for k, text in found.annulled]
    said += [f"New join of {player}, line k={k}" for k, player in found.joined_anew]
    said += [f"Correction by the referee, line k={k}: {text!a}" for k, text in found.corrections]
    if found.waits:
        said.append(f"Opening {found.n} is locked and not opened yet.")
    if found.cited is None:
        said.append("No sheet in the log cites a line of it: nothing is countersigned yet.")
    else:
        said.append(
            f"The sheets in the log cite its lines up to k={found.cited}. What follows is not yet"
            " countersigned: the referee could still put something else in its place."
        )
    without = [player for player in found.players if found.chains[player] is None]
    if without and found.mode in ("referee", "sealed"):
        said.append(NO_CHAINS.format(", ".join(without)))
    elif found.mode:
        said.append(REMAINS[found.mode])
    if found.mode in ("referee", "sealed", "beacon", "external"):
        said.append(ANY_REFEREE)
    said.append(
        "The rules of the game were not looked at: that no roll was left out, and that each has"
        " its right name, only a full audit shows, which plays the match again."
    )
    return said


def printf(message: bytes) -> str:
    """The shell command that prints a message (3.6)."""
    text = message.decode("ascii").replace("\\", "\\\\").replace("%", "%%")
    return "printf '" + text.replace("'", "'\\''").replace("\n", "\\n") + "'"


def explain(found: Verifier, label: str) -> list[str]:
    """The rolls and shuffles under a label, step by step; empty where there are none (3.5)."""
    said: list[str] = []
    for line in found.drawn:
        if line["label"] != label:
            continue
        n = line["opening"]
        key = found.turns[n - 1]["key"]
        kind = kind_of(line)
        said.append(f"{label}, {'an' if kind[0] in 'aeiou' else 'a'} {kind} line of opening {n}.")
        if kind_of(line) == "roll":
            said.append(f"The key of opening {n}: K={key}")
            for i, value in enumerate(line["values"], start=1):
                said += _attempts(key, label, i, line["sides"])
                said.append(f"  The log says {value}.")
        elif kind_of(line) == "shuffle":
            said.append(f"The key of opening {n}: K={key}")
            said.append("Before: " + " ".join(line["cards"]))
            for i in range(len(line["cards"]), 1, -1):
                said += _attempts(key, label, i, i)
                said.append(f"  Swap positions {i} and {die(key, label, i, i)}.")
            said.append("After: " + " ".join(line["order"]))
        elif kind_of(line) == "external-roll":
            said.append("It was rolled elsewhere and is taken on trust.")
        else:
            said.append("It is sealed: its values follow from the hidden-draw secret.")
    return said


def _attempts(key: str, label: str, i: int, sides: int) -> list[str]:
    """Draw number i: every attempt, with the command that repeats it."""
    said = [f"Draw {i}, {sides} sides; numbers from {2**32 // sides * sides} on are drawn again:"]
    for c, (x, taken) in enumerate(draws(key, label, i, sides)):
        command = printf(text_of("draw", label, i, sides, c))
        said.append(f"  {command} | openssl dgst -sha256 -mac HMAC -macopt hexkey:{key}")
        said.append(f"  begins with 0x{x:08x} = {x}")
        said.append(f"  {x} mod {sides} + 1 = {x % sides + 1}" if taken else "  too large: again")
    return said


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(description="Checks the dice of a TFD1 log.")
    parser.add_argument("log", help="the file log.jsonl of a match")
    parser.add_argument("--die", metavar="LABEL", help="show the roll of this label step by step")
    chosen = parser.parse_args(arguments)
    try:
        found = verify(Path(chosen.log).read_bytes())
    except (OSError, Unreadable) as error:
        print(f"{chosen.log}: {error}", file=sys.stderr)
        return 1 if isinstance(error, Damaged) else 4
    if chosen.die is None:
        print("\n".join(report(found)))
        return {"sound": 0, "refuted": 1, "not proven": 3}[found.verdict]
    said = explain(found, chosen.die)
    if not said:
        print(f"{chosen.log}: no roll has the label {chosen.die}", file=sys.stderr)
        return 1
    print("\n".join(said))
    if not found.sound:
        print(f"{chosen.log}: the log is refuted; run without --die", file=sys.stderr)
    return 0 if found.sound else 1


if __name__ == "__main__":
    sys.exit(main())
