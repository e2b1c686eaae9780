"""Logs under the amended rules (TFD1 3.10), as plain lines that an attacker may change.

A log is first a list of lines in which hashes are only named; `written` makes all of them, keys and
dice last. So a change stays sound unless a rule forbids it: nobody repairs a log better.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from adjudicator.audit import tfd1
from tests.audit.demo_logs import secret
from tests.audit.log_changes import chained, lines_of

__all__ = ["GAME", "LINKS", "Lines", "Script", "as_hash", "name_of", "signature", "written"]

GAME = "amended"
LINKS = 16
HIDDEN = secret("hidden")
CARDS = ["c1", "c2", "c3"]

Lines = list[dict[str, Any]]


def as_hash(text: object) -> str:
    """Text that is a hash already, or one of it."""
    good = isinstance(text, str) and len(text) == 64 and not set(text) - set("0123456789abcdef")
    return str(text) if good else tfd1.digest(repr(text).encode())


def chain(who: str, n: int) -> str | None:
    return tfd1.chain_value(GAME, who, secret(who), links=LINKS, n=n) if n <= LINKS else None


def signature(number: int) -> str:
    """What stands for the beacon's signature of a round; nobody checks more than its hash."""
    return (tfd1.digest(f"round {number}".encode()) * 2)[:96]


def value(number: int) -> str:
    return f"drand-quicknet:{number}:{tfd1.digest(bytes.fromhex(signature(number)))}"


def name_of(line: Mapping[str, Any]) -> str:
    """How a sheet's head names a line: its type or kind, and its opening."""
    kind = line["kind"] if line["t"] == "note" else line["t"]
    return f"{kind} {line.get('n', line.get('to', 0))}"


@dataclass
class Script:
    """Writes down an honest match, line by line."""

    mode: str | None = "referee"
    chains: bool = True
    hidden: bool = False
    amended: bool = True
    plays: Sequence[str] | None = ("carol",)
    players: Sequence[str] = ("alice", "bob", "carol")
    lines: Lines = field(default_factory=list)
    n: int = 0
    newest: str = "genesis 0"
    held: Lines = field(default_factory=list)

    def __post_init__(self) -> None:
        offer: dict[str, Any] = {
            "t": "offer", "v": "tfd1", "game": GAME, "links": LINKS, "start": secret("start"),
            "rules": {"id": "demo", "sha256": secret("rules")},
            "anchor": chain("referee", 0) if self.mode not in ("mutual", "public") else None,
            "hidden": tfd1.hidden_commit(GAME, HIDDEN) if self.hidden else None,
        }  # fmt: skip
        if self.mode is not None:
            offer["mode"] = self.mode
        if self.amended:
            offer["amended"] = 1
        if self.plays is not None:
            offer["plays"] = list(self.plays)
        joins = [self.join(player, 0) for player in self.players]
        self.lines.append({"t": "genesis", "offer": offer, "joins": joins, "gid": ""})

    @property
    def late(self) -> bool:
        return self.mode in ("sealed", "mutual")

    def join(self, player: str, n: int) -> dict[str, Any]:
        anchor = chain(player, n) if self.chains and player not in (self.plays or ()) else None
        return {
            "t": "join", "offer": "", "player": player, "salt": secret("salt", player),
            "anchor": anchor,
        }  # fmt: skip

    def has_chain(self, player: str) -> bool:
        return self.chains and player not in (self.plays or ())

    def sheet(self, player: str, *, automatic: bool = False) -> dict[str, Any]:
        """The sheet of the next opening; automatic: one that no player wrote."""
        n = self.n + 1
        blind: Any = secret("blind", player, str(n))
        if automatic:
            blind = "veiled" if self.hidden else "plain"
        held_back = automatic or self.late or not self.has_chain(player)
        return {
            "t": "orders", "game": "", "n": n, "head": self.newest, "player": player,
            "pledge": None if held_back else chain(player, n), "blind": blind,
            "orders": {"moves": [n]},
        }  # fmt: skip

    def fix_round(self, number: int) -> None:
        self.lines.append({"t": "note", "kind": "beacon-round", "n": self.n + 1, "round": number})
        self.newest = f"beacon-round {self.n + 1}"

    def clock(self, **missed: str) -> dict[str, Any]:
        """The clock note of the next opening, or of the present one after `opens`."""
        return {
            "t": "note", "kind": "clock", "n": self.n, "due": {"alice": "2026-11-29T19:00Z"},
            "received": {"alice": "2026-11-28T10:11Z"}, "leave": {}, "moved": [], "brake": False,
            "missed": {seat: {"step": step, "count": 1} for seat, step in missed.items()},
            "bank": {"alice": 12},
        }  # fmt: skip

    def opens(
        self,
        own: Sequence[str] = ("alice", "bob"),
        automatic: Sequence[str] = ("carol",),
        *,
        beacon: int | None = None,
        shows: bool = True,
    ) -> None:
        """Lock, open, a clock note where a seat was silent, the beacon's signature."""
        sheets = {player: self.sheet(player) for player in own}
        sheets |= {player: self.sheet(player, automatic=True) for player in automatic}
        self.n += 1
        n = self.n
        shows = shows and not self.hidden
        pledged = set(own) | (set(self.players) if self.late else set())
        pledges = {
            player: chain(player, n) if player in pledged and self.has_chain(player) else None
            for player in self.players
        }
        orders = {player: "" if player in sheets else None for player in self.players}
        self.lines += [
            {"t": "lock", "n": n, "orders": orders, "files": sheets if shows else {}},
            {
                "t": "open", "n": n,
                "ref": chain("referee", n) if self.lines[0]["offer"]["anchor"] else None,
                "pledges": pledges, "beacon": beacon and value(beacon), "key": "",
            },
        ]  # fmt: skip
        if silent := [player for player in automatic if player not in (self.plays or ())]:
            self.lines.append(self.clock(**dict.fromkeys(silent, "default")))
        if beacon:
            self.lines.append(self.signed(beacon))
        if sheets and not shows:
            self.held.append({"t": "note", "kind": "sheets", "n": n, "files": sheets})

    def signed(self, number: int) -> dict[str, Any]:
        return {
            "t": "note", "kind": "beacon-signature", "n": self.n, "signature": signature(number),
        }  # fmt: skip

    def roll(self, label: str) -> None:
        self.lines.append({"t": "roll", "n": self.n, "label": label, "sides": 6, "values": [1, 1]})

    def deals(self) -> None:
        deck = {"t": "sealed-deck", "n": self.n, "label": "deck", "cards": CARDS, "seals": ""}
        self.lines.append(deck)

    def state(self) -> None:
        line = {"t": "state", "n": self.n, "sha256": secret("state", str(self.n)), "engine": "d 1"}
        self.lines.append(line | ({"secret": secret("full", str(self.n))} if self.hidden else {}))
        self.newest = f"state {self.n}"

    def turn(self, *own: str, **more: Any) -> None:
        """A whole opening with two rolls."""
        self.opens(own or ("alice", "bob"), **more)
        self.roll(f"turn-{self.n}/att")
        self.roll(f"turn-{self.n}/def")
        self.state()

    def corrects(self) -> None:
        """An opening that holds nothing but a correction."""
        self.opens((), ())
        for player in self.players:
            self.lines[-1]["pledges"][player] = None
        self.lines.append(
            {
                "t": "note",
                "kind": "correction",
                "n": self.n,
                "reason": "lost",
                "patch": [{"op": "x"}],
            }
        )
        self.state()

    def rewinds(self) -> None:
        """The newest opening is taken back."""
        self.lines += [
            {"t": "annul", "n": self.n, "reason": "a mistake"},
            {"t": "note", "kind": "rewind", "to": self.n - 1},
        ]
        self.newest = f"rewind {self.n - 1}"

    def seats(self, player: str) -> None:
        join = self.join(player, self.n)
        self.lines.append({"t": "seat", "n": self.n, "join": join})
        self.newest = f"seat {self.n}"

    def ends(self) -> None:
        self.lines += self.held
        self.held = []
        if self.hidden:
            self.lines.append({"t": "end", "hidden": HIDDEN})

    @property
    def raw(self) -> bytes:
        return written(self.lines)


# --- from names to hashes -----------------------------------------------------------------------


class _Writer:
    """Makes all hashes, keys and dice of a log whose lines only name them."""

    def __init__(self, lines: Sequence[dict[str, Any]]) -> None:
        self.lines = copy.deepcopy(list(lines))
        self.heads: dict[str, str] = {}
        self.gid = ""
        self.offer_hash = ""
        self.players: list[str] = []
        self.orders: dict[str, str | None] = {}
        self.key = tfd1.ZERO

    def write(self) -> bytes:
        done: Lines = []
        for place, line in enumerate(self.lines):
            step: Callable[[int, dict[str, Any]], None] | None = getattr(
                self, "_" + str(line.get("t")).replace("-", "_"), None
            )
            if step is not None:
                step(place, line)
            done.append(line)
            raw = chained(done)
            self.heads[self._name(place)] = tfd1.digest(raw.splitlines()[-1])
        return chained(done)

    def _name(self, place: int) -> str:
        return name_of(self.lines[place])

    def _genesis(self, place: int, line: dict[str, Any]) -> None:
        self.offer_hash = tfd1.json_hash(line["offer"])
        for join in line["joins"]:
            join["offer"] = self.offer_hash
        self.players = [join["player"] for join in line["joins"]]
        self.gid = line["gid"] = tfd1.gid(line["offer"], line["joins"])

    def _seat(self, place: int, line: dict[str, Any]) -> None:
        line["join"]["offer"] = self.offer_hash

    def _lock(self, place: int, line: dict[str, Any]) -> None:
        known = dict(line["files"])
        self._finish(line)
        for later in self.lines[place + 1 :]:
            if later.get("kind") == "sheets" and later.get("n") == line["n"]:
                self._finish(later)
                known = {**later["files"], **known}
        for player, hashed in line["orders"].items():
            if hashed is not None:
                sheet = known.get(player)
                line["orders"][player] = as_hash("unknown") if sheet is None else _json_hash(sheet)
        self.orders = line["orders"]

    def _finish(self, line: dict[str, Any]) -> None:
        """Puts gid, head and derived blind into sheets; the head by the name of its line."""
        for player, sheet in line["files"].items():
            if not isinstance(sheet, dict):
                continue
            if sheet.get("game") == "":
                sheet["game"] = self.gid
            if isinstance(sheet.get("head"), str) and " " in sheet["head"]:
                sheet["head"] = self.heads.get(sheet["head"], as_hash(sheet["head"]))
            said = tfd1.message("clock-blind", self.gid, sheet["n"], player)
            derived = {"plain": tfd1.digest(said), "veiled": tfd1.mac(HIDDEN, said)}
            if sheet.get("blind") in ("plain", "veiled"):
                sheet["blind"] = derived[sheet["blind"]]

    def _open(self, place: int, line: dict[str, Any]) -> None:
        shares = [
            tfd1.Share(player, self.orders.get(player), line["pledges"].get(player))
            for player in self.players
        ]
        self.key = line["key"] = tfd1.turn_key(
            line["ref"], self.gid, line["n"], beacon=line["beacon"], shares=shares
        )

    def _roll(self, place: int, line: dict[str, Any]) -> None:
        values = tfd1.roll(self.key, line["label"], len(line["values"]), line["sides"])
        line["values"] = list(values)

    def _sealed_deck(self, place: int, line: dict[str, Any]) -> None:
        own = tfd1.hidden_key(HIDDEN, self.gid, line["n"], self.key)
        deck = tfd1.sealed_deck(own, self.gid, line["n"], line["label"], cards=line["cards"])
        line["seals"] = [one.seal for one in deck]
        self.top = deck[0]

    def _unseal(self, place: int, line: dict[str, Any]) -> None:
        line["value"], line["salt"] = self.top.value, self.top.salt


def _json_hash(sheet: Any) -> str:
    return tfd1.json_hash(sheet) if isinstance(sheet, dict) else as_hash(sheet)


def written(lines: Sequence[dict[str, Any]]) -> bytes:
    """The bytes of a log, with all hashes, keys and dice made."""
    raw = _Writer(lines).write()
    assert len(lines_of(raw)) == len(lines)
    return raw
