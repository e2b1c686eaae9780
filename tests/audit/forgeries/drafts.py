"""Drafts of forgeries: one thing of a log changed, before all that depends on it is made anew.

What is changed lies between the state line before the last opening and the end of the log. Sheets
that players wrote keep their bytes: a forger who is no player of the match cannot write them. Those
that nobody wrote are the referee's own work, and are changed like everything else.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from adjudicator.audit import log
from tests.audit.forgeries.matches import SIGNED_ROUNDS, HonestMatch, missing
from tests.audit.log_changes import leaves, other

__all__ = [
    "DRAWN",
    "OTHER_HASH",
    "Draft",
    "Line",
    "Pin",
    "Workshop",
    "automatic_in",
    "is_clock_of",
    "is_drawn",
    "value_of",
]

Line = dict[str, Any]
Pin = tuple[int, str, str | None]
"""The place in a line that stays as the draft has it: line, field, and the seat, if only its."""
BY_SEAT = ("orders", "files", "pledges", "due", "received", "missed", "bank", "leave")
"""Fields that hold something for each seat."""
DRAWN = ("roll", "shuffle", "sealed-roll", "sealed-deck")
OTHER_HASH = "ab" * 32
FREE_PARTS = "clock note: times, days, leave"


@dataclass(frozen=True)
class Draft:
    """A log with one thing changed."""

    kind: str
    """What was changed, told so that the same change in another match has the same name."""
    lines: tuple[Line, ...]
    pins: frozenset[Pin] = frozenset()
    """What is not made anew, because it is the change."""


def name_of(line: Line) -> str:
    """How a line is called in kinds."""
    if line["t"] in DRAWN:
        return "draw"
    if line.get("kind") == "external-roll":
        return "draw on trust"
    return f"{line['kind']} note" if line["t"] == "note" else str(line["t"])


def automatic_in(match: HonestMatch, line: Line, lines: Iterable[Line]) -> tuple[str, ...]:
    """The seats of a line's opening whose sheets no player wrote."""
    clock = next((one for one in lines if is_clock_of(one, line.get("n"))), None)
    named = clock["missed"] if clock is not None else {}
    offer = match.known.genesis.offer
    written = (seat for seat, how in named.items() if how.get("step") in log.WRITTEN_FOR)
    return tuple(sorted({*offer.plays, *written})) if offer.amended else ()


def is_clock_of(line: Line, n: Any) -> bool:
    return line.get("kind") == "clock" and line.get("n") == n


class Workshop:
    """Makes the drafts of one match."""

    def __init__(self, match: HonestMatch, lines: list[Line]) -> None:
        self.match, self.known, self.lines = match, match.known, lines
        self.segment = range(match.segment, len(lines))
        self.lock = max(k for k, line in enumerate(lines) if line["t"] == "lock")
        self.open = self.lock + 1
        self.state = max(k for k, line in enumerate(lines) if line["t"] == "state")
        self.n: int = lines[self.lock]["n"]
        self.shown = {
            (line["n"], seat) for line in lines for seat in line.get("files", {}) if "n" in line
        }

    def draft(self, kind: str, lines: Iterable[Line], *pins: Pin) -> Draft:
        return Draft(kind, tuple(copy.deepcopy(list(lines))), frozenset(pins))

    def with_line(self, k: int, line: Line, kind: str, *pins: Pin) -> Draft:
        return self.draft(kind, [*self.lines[:k], line, *self.lines[k + 1 :]], *pins)

    # --- values ---------------------------------------------------------------------------------

    def leaves(self) -> Iterator[Draft]:
        """Every value that holds no other: changed, set where it is null, nulled."""
        for k in self.segment:
            line = self.lines[k]
            for place in leaves(line):
                if place == ("t",) or self._is_players(line, place):
                    continue
                value: Any = line
                for step in place:
                    value = value[step]
                pin: Pin = (k, str(place[0]), str(place[1]) if self._is_by_seat(place) else None)
                named = self._named(line, place)
                if value is not None:
                    yield self.leaf(k, place, other(value), f"{named} changed", pin)
                    yield self.leaf(k, place, None, f"{named} nulled", pin)
                else:
                    for given in self._plausible(line, place):
                        yield self.leaf(k, place, given, f"{named} set", pin)
            yield from self._special(k, line)

    def leaf(self, k: int, place: tuple[Any, ...], value: Any, kind: str, pin: Pin) -> Draft:
        made = self.with_line(k, self.lines[k], kind, pin)
        parent: Any = made.lines[k]
        for step in place[:-1]:
            parent = parent[step]
        parent[place[-1]] = value
        return made

    def _is_by_seat(self, place: tuple[Any, ...]) -> bool:
        return len(place) > 1 and place[0] in BY_SEAT

    def _is_players(self, line: Line, place: tuple[Any, ...]) -> bool:
        """Whether a value stands in a sheet that a player wrote."""
        if place[0] != "files" or len(place) < 2:
            return False
        return place[1] not in automatic_in(self.match, line, self.lines)

    def _named(self, line: Line, place: tuple[Any, ...]) -> str:
        """The place of a value, the same for every seat and every item of a list."""
        n, seat = line.get("n"), place[1] if self._is_by_seat(place) else None
        told, value = [str(place[0])], line["orders"][place[1]] if place[0] == "orders" else ""
        if place[0] == "files" and seat is not None:
            part = str(place[2]) if len(place) > 2 else "sheet"
            return f"automatic sheet: {'orders' if part == 'answers' else part}"
        if place[0] == "orders" and seat is not None:
            shown = (n, seat) in self.shown
            return f"lock: hash of a sheet{'' if shown or value is None else ' not shown'}"
        if name_of(line) == "clock note" and "step" not in place and told[0] != "n":
            return FREE_PARTS
        return f"{name_of(line)}: {told[0]}"

    def _plausible(self, line: Line, place: tuple[Any, ...]) -> Iterator[Any]:
        """Values that could stand where null does."""
        if place[0] == "beacon":
            for number, signature in SIGNED_ROUNDS.items():
                yield value_of(number, signature)
            yield "-"
            yield OTHER_HASH
        elif place[0] == "pledges":
            yield self.known.value(str(place[1]), line["n"]) or OTHER_HASH
        elif place[0] == "ref":
            yield self.known.value("referee", line["n"]) or OTHER_HASH
        else:
            yield OTHER_HASH

    def _special(self, k: int, line: Line) -> Iterator[Draft]:
        """Values of a certain form, where any other is no value at all."""
        if line["t"] == "open" and line["beacon"]:
            number, digits = line["beacon"].rsplit(":", 1)
            yield self.leaf(
                k, ("beacon",), f"{number}:{other(digits)}", "open: beacon changed",
                (k, "beacon", None),
            )  # fmt: skip
            for text in (f"drand-quicknet:{round_}:{digits}" for round_ in ("7", "07", "999999")):
                yield self.leaf(k, ("beacon",), text, "open: beacon changed", (k, "beacon", None))

    # --- fields ---------------------------------------------------------------------------------

    def fields(self) -> Iterator[Draft]:
        """Every field left out, one added, the names of seats changed."""
        for k in self.segment:
            line = self.lines[k]
            for name in line:
                if name in ("k", "prev", "t"):
                    continue
                less = {key: value for key, value in line.items() if key != name}
                yield self.with_line(k, less, f"{name_of(line)}: {name} left out", (k, name, None))
            yield self.with_line(k, {**line, "more": 1}, f"{name_of(line)}: a field more")
            if line["t"] == "state" and "secret" not in line:
                more = {**line, "secret": OTHER_HASH}
                yield self.with_line(k, more, "state: secret set", (k, "secret", None))
            for name in BY_SEAT:
                for seat in line.get(name) or ():
                    yield from self._renamed(k, name, seat)
            for name in ("due", "received", "bank", "leave"):
                if name in line and not line[name]:
                    away = [{"begins": "2026-11-28T00:00Z", "days": 3}]
                    told = {"bank": 3, "leave": away}.get(name, "2026-11-29T18:00Z")
                    more = {**line, name: {self.known.seats[0]: told}}
                    yield self.with_line(k, more, f"{FREE_PARTS} set", (k, name, None))
            if line.get("kind") == "clock":
                put_off = {"was": "2026-11-28T19:00Z", "due": "2026-11-29T19:00Z", "why": "gap"}
                more = {**line, "moved": [put_off]}
                yield self.with_line(k, more, f"{FREE_PARTS} set", (k, "moved", None))
                more = {**line, "withheld": [self.known.seats[0]]}
                yield self.with_line(k, more, f"{FREE_PARTS} set", (k, "withheld", None))

    def _map(self, line: Line, name: str) -> str:
        free = name_of(line) == "clock note" and name != "missed"
        return FREE_PARTS if free else f"{name_of(line)}: a seat of {name}"

    def _renamed(self, k: int, name: str, seat: str) -> Iterator[Draft]:
        line = self.lines[k]
        if name == "orders" and line["t"] != "lock":
            return
        for told in (other_seat(self.known.seats, seat), "nobody"):
            kept = {key: value for key, value in line[name].items() if key != seat}
            renamed = {**line, name: {**kept, told: line[name][seat]}}
            kind = f"{self._map(line, name)} changed"
            yield self.with_line(k, renamed, kind, (k, name, None))
        less = {**line, name: {key: one for key, one in line[name].items() if key != seat}}
        kind = f"{self._map(line, name)} left out"
        yield self.with_line(k, less, kind, (k, name, None))

    # --- lines ----------------------------------------------------------------------------------

    def whole_lines(self) -> Iterator[Draft]:
        """Every line left out, doubled, swapped with the next."""
        for k in self.segment:
            line, before, after = self.lines[k], self.lines[:k], self.lines[k + 1 :]
            name = "draws" if is_drawn(line) else f"{name_of(line)} line"
            yield self.draft(f"{name} left out", [*before, *after])
            yield self.draft(f"{name_of(line)} line doubled", [*before, line, line, *after])
            if after:
                swapped = [*before, after[0], line, *after[1:]]
                yield self.draft(_swap(name_of(line), name_of(after[0])), swapped)

    def insertions(self) -> Iterator[Draft]:
        """Lines that do not belong there, at every place."""
        for k in (*self.segment, len(self.lines)):
            where = self._where(k)
            for name, added in self._strangers(k):
                lines = [*self.lines[:k], *added, *self.lines[k:]]
                yield self.draft(f"{name} inserted {where}", lines)

    def _where(self, k: int) -> str:
        before = self.lines[k - 1]
        if before["t"] == "lock":
            return "between lock and open"
        behind = [line["t"] for line in self.lines[k:] if line["t"] in ("lock", "state", "open")]
        if behind[:1] == ["state"]:
            return "in an opening"
        return "before a lock" if behind else "at the end"

    def _strangers(self, k: int) -> Iterator[tuple[str, list[Line]]]:
        """Lines and blocks that a forger could wish to have before line k."""
        openings = [line for line in self.lines[:k] if line["t"] == "open"]
        n = openings[-1]["n"] if openings else 0
        key = openings[-1]["key"] if openings else OTHER_HASH
        note: Line = {"t": "note"}
        yield "free note", [{**note, "kind": "remark", "text": "grind"}]
        for number in sorted({n, n + 1} - {0}):
            yield (
                "beacon-round note",
                [{**note, "kind": "beacon-round", "n": number, "round": 700_000}],
            )
            signature = {**note, "kind": "beacon-signature", "n": number}
            yield "beacon-signature note", [{**signature, "signature": SIGNED_ROUNDS[1000]}]
            yield "correction note", [
                {**note, "kind": "correction", "n": number, "reason": "mended",
                 "patch": [{"op": "replace", "path": "/turn", "value": 2}]}
            ]  # fmt: skip
            for seat in self.known.seats:
                clock = missing(number, **{seat: "built-in"}).to_json()
                yield "clock note", [clock]
        yield "rewind note", [{**note, "kind": "rewind", "to": n}]
        yield from self._seats(n)
        yield from self._rewinds(k)
        if n:
            yield "annul line", [{"t": "annul", "n": n, "reason": "mistake"}]
            yield "sheets note", [{**note, "kind": "sheets", "n": n, "files": {}}]
            drawn = {"n": n, "label": "forged"}
            yield "draw", [{"t": "roll", **drawn, "sides": 6, "values": [0]}]
            yield "draw", [{"t": "shuffle", **drawn, "cards": ["a", "b"], "order": []}]
            yield "draw", [{"t": "sealed-roll", **drawn, "sides": 6, "seals": [OTHER_HASH]}]
            deck = {"t": "sealed-deck", **drawn, "cards": ["a", "b"], "seals": [OTHER_HASH] * 2}
            yield "draw", [deck]
            external = {**note, "kind": "external-roll", **drawn, "sides": 6, "values": [6]}
            yield "draw on trust", [external]
            state = next(line for line in reversed(self.lines) if line["t"] == "state")
            yield "state line", [{**state, "n": n}]
            yield from self._unseals()
            yield "whole opening", self._empty_opening(n + 1, key)
        if self.known.hidden:
            yield "end line", [{"t": "end", "hidden": self.known.hidden}]

    def _seats(self, n: int) -> Iterator[tuple[str, list[Line]]]:
        """New joins: with the chain as it stands, a new one, none."""
        for join in self.known.genesis.joins:
            plain = {**join.to_json(), "salt": OTHER_HASH}
            same = self.known.value(join.player, n)
            if same:
                yield "seat line", [{"t": "seat", "n": n, "join": {**plain, "anchor": same}}]
            yield "seat line", [{"t": "seat", "n": n, "join": {**plain, "anchor": None}}]
            yield "seat line", [{"t": "seat", "n": n, "join": {**plain, "anchor": OTHER_HASH}}]

    def _rewinds(self, k: int) -> Iterator[tuple[str, list[Line]]]:
        """A block that takes back what stands, as far as it goes."""
        standing: list[int] = []
        for line in self.lines[:k]:
            if line["t"] == "lock":
                standing.append(line["n"])
            elif line["t"] == "annul":
                standing.remove(line["n"])
        for left in range(len(standing)):
            block: list[Line] = [
                {"t": "annul", "n": n, "reason": "mistake"} for n in reversed(standing[left:])
            ]
            to = standing[left - 1] if left else 0
            yield "rewind", [*block, {"t": "note", "kind": "rewind", "to": to}]

    def _unseals(self) -> Iterator[tuple[str, list[Line]]]:
        deck = next((line for line in self.lines if line["t"] == "sealed-deck"), None)
        if deck is None:
            return
        for i in (1, len(deck["cards"])):
            place = {"n": deck["n"], "label": deck["label"], "i": i}
            yield "unseal", [{"t": "unseal", **place, "value": "c01", "salt": OTHER_HASH}]

    def _empty_opening(self, n: int, key: str) -> list[Line]:
        nobody = dict.fromkeys(self.known.seats)
        ref = self.known.value("referee", n)
        state = next(line for line in reversed(self.lines) if line["t"] == "state")
        return [
            {"t": "lock", "n": n, "orders": nobody, "files": {}},
            {"t": "open", "n": n, "ref": ref, "pledges": nobody, "beacon": None, "key": key},
            {**state, "n": n},
        ]


INSIDE = ("draw", "draw on trust", "unseal", "beacon-signature note", "sheets note")


def _swap(one: str, other_one: str) -> str:
    """How two neighbours that change places are called."""
    if one in INSIDE and other_one in INSIDE:
        return "lines of an opening swapped"
    if "sheets note" in (one, other_one):
        return f"sheets note and {one if other_one == 'sheets note' else other_one} swapped"
    return f"{one} and {other_one} swapped"


def is_drawn(line: Line) -> bool:
    return line["t"] in DRAWN or line.get("kind") == "external-roll"


def value_of(number: int, signature: str) -> str:
    """The beacon's value that belongs to a signature."""
    return f"drand-quicknet:{number}:{hashlib.sha256(bytes.fromhex(signature)).hexdigest()}"


def other_seat(seats: Iterable[str], seat: str) -> str:
    return next(one for one in seats if one != seat)
