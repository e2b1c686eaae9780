"""Drafts of forgeries that take more than one change: the attacks of TFD1 3.10."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator

from adjudicator.audit import tfd1
from adjudicator.audit.automatic import BUILT_IN, DEFAULT, Automatic, WrittenBy
from adjudicator.audit.opening import LATE_PLEDGES
from adjudicator.core.sheet_writer import awaited_seats
from tests.audit.forgeries.drafts import (
    OTHER_HASH,
    Draft,
    Line,
    Pin,
    Workshop,
    automatic_in,
    is_clock_of,
    is_drawn,
    value_of,
)
from tests.audit.forgeries.matches import SIGNED_ROUNDS, HonestMatch, missing, saved_of
from tests.audit.log_changes import chained, lines_of

__all__ = ["drafts"]

WRITERS: tuple[WrittenBy, ...] = (BUILT_IN, DEFAULT)


def drafts(match: HonestMatch) -> Iterator[Draft]:
    """Yields every draft of a match, in a fixed order."""
    workshop = _Attacks(match, lines_of(match.raw))
    yield from workshop.attacks()
    yield from workshop.leaves()
    yield from workshop.fields()
    yield from workshop.whole_lines()
    yield from workshop.insertions()


class _Attacks(Workshop):
    """Makes what takes several changes too."""

    def attacks(self) -> Iterator[Draft]:
        """What takes more than one change."""
        lock = self.lines[self.lock]
        for seat in self.known.seats:
            yield from self._called_silent(seat)
        yield from self._all_called_silent()
        for seat in self.known.seats:
            if lock["orders"].get(seat) is not None:
                yield from self._without_sheet(seat)
            yield from self._chosen_pledges(seat)
        yield from self._fuller_sheets()
        yield from self._other_steps()
        yield from self._kept_back()
        yield from self._swallowed()
        yield from self._renumbered()
        yield from self._rounds()
        yield from self._new_chains()
        yield from self._spliced_beacon()

    def _without(self, seat: str, lines: Iterable[Line]) -> list[Line]:
        """The lines of a log in which a seat sent nothing for the last opening."""
        made = copy.deepcopy(list(lines))
        made[self.lock]["orders"][seat] = None
        for line in made:
            if line.get("n") == self.n:
                line.get("files", {}).pop(seat, None)
        return [line for line in made if line.get("kind") != "sheets" or line["files"]]

    def _without_sheet(self, seat: str) -> Iterator[Draft]:
        pledged = self.lines[self.open]["pledges"].get(seat) is not None
        automatic = seat in automatic_in(self.match, self.lines[self.lock], self.lines)
        what = "an automatic sheet" if automatic else "a sheet"
        made = self._without(seat, self.lines)
        nothing: Pin = (self.lock, "orders", seat)
        if pledged:
            yield self.draft(f"{what} dropped, its pledge kept", made, nothing)
            made[self.open]["pledges"][seat] = None
        yield self.draft(f"{what} dropped", made, nothing)
        for step in ("wait", "built-in"):
            clocked = self._clocked(made, missing(self.n, **{seat: step}).to_json())
            yield self.draft(f"{what} dropped", clocked, nothing)
        if pledged:
            yield from self._pledge_denied(seat)
        if not automatic:
            clocked = self._clocked(self.lines, missing(self.n, **{seat: "built-in"}).to_json())
            yield self.draft("a player's sheet called automatic", clocked)

    def _pledge_denied(self, seat: str) -> Iterator[Draft]:
        """The sheet stands, its pledge does not."""
        made = copy.deepcopy(self.lines)
        made[self.open]["pledges"][seat] = None
        denied: Pin = (self.open, "pledges", seat)
        yield self.draft("a pledge nulled", made, denied)
        for step in ("wait", "built-in"):
            clocked = self._clocked(made, missing(self.n, **{seat: step}).to_json())
            yield self.draft("a pledge nulled, and a clock note says so", clocked, denied)
        yield self.draft("a pledge nulled", self._hidden_sheets(made), denied)

    def _called_silent(self, seat: str) -> Iterator[Draft]:
        """An automatic sheet in place of a player's, or for a seat that sent none."""
        line = self.lines[self.lock]
        automatic = seat in automatic_in(self.match, line, self.lines)
        sent = line["orders"].get(seat) is not None
        raw = b"".join(self.match.raw.splitlines(keepends=True)[: self.lock])
        saved = saved_of(self.known, raw)
        if (automatic and sent) or saved is None or not self.match.is_amended:
            return
        newest = next(
            tfd1.digest(one)
            for one, said in zip(
                reversed(raw.splitlines()), reversed(self.lines[: self.lock]), strict=True
            )
            if said["t"] in ("genesis", "state", "seat") or said.get("kind") == "rewind"
            or (said.get("kind") == "beacon-round" and self.known.mode == "beacon")
        )  # fmt: skip
        written = Automatic(
            self.known.rules, saved.model_copy(update={"head": newest}), self.known.hidden
        )
        for by in WRITERS:
            document = written.sheet(seat, by)
            made = copy.deepcopy(self.lines)
            made[self.lock]["orders"][seat] = tfd1.json_hash(document)
            for one in made:
                if one.get("n") == self.n and one.get("files"):
                    one["files"][seat] = document
            if self.known.mode not in LATE_PLEDGES:
                made[self.open]["pledges"][seat] = None
            if not automatic:
                made = self._clocked(made, missing(self.n, **{seat: by}).to_json())
            kind = (
                "a player called silent" if sent else "a sheet of no player, where none is awaited"
            )
            yield self.draft(kind, made)

    def _all_called_silent(self) -> Iterator[Draft]:
        """No player has a part in the opening any more: automatic sheets behind a chosen line."""
        if not self.match.is_amended:
            return
        join = self.known.genesis.joins[0]
        anchor = self.known.value(join.player, self.n - 1)
        fields = {**join.to_json(), "salt": OTHER_HASH, "anchor": anchor}
        chosen: Line = {"t": "seat", "n": self.n - 1, "join": fields}
        raw = chained([*self.lines[: self.lock], chosen])
        saved = saved_of(self.known, raw)
        if saved is None:
            return
        written = Automatic(self.known.rules, saved, self.known.hidden)
        awaited = awaited_seats(saved.pending)
        documents = {seat: written.sheet(seat, BUILT_IN) for seat in awaited}
        made = copy.deepcopy(self.lines)
        for seat in self.known.seats:
            made[self.lock]["orders"][seat] = (
                tfd1.json_hash(documents[seat]) if seat in awaited else None
            )
            if self.known.mode not in LATE_PLEDGES:
                made[self.open]["pledges"][seat] = None
        for one in made:
            if one.get("n") == self.n and one.get("files"):
                one["files"] = documents
        note = missing(self.n, **dict.fromkeys(awaited, BUILT_IN)).to_json()
        clocked = self._clocked(made, note)
        behind = [*clocked[: self.lock], chosen, *clocked[self.lock :]]
        yield self.draft("every player called silent, behind a chosen line", behind)

    def _fuller_sheets(self) -> Iterator[Draft]:
        """A sheet that no player wrote, with a field more."""
        for k in self.segment:
            line = self.lines[k]
            for seat in line.get("files") or ():
                if seat not in automatic_in(self.match, line, self.lines):
                    continue
                for name in ("$schema", "hold", "more"):
                    value: str | list[str] = [] if name == "hold" else "urn:adjudicator:toy:sheet"
                    fuller = {**line["files"][seat], name: value}
                    made = {**line, "files": {**line["files"], seat: fuller}}
                    kind = "$schema" if name == "$schema" else "a field"
                    pin: Pin = (k, "files", seat)
                    yield self.with_line(k, made, f"automatic sheet: {kind} more", pin)

    def _other_steps(self) -> Iterator[Draft]:
        """A silent seat for which another step of the clock is said to have been taken."""
        note = self.lines[self.open + 1]
        if not is_clock_of(note, self.n):
            return
        for seat, how in note["missed"].items():
            for step in ("wait", "bank", "default", "built-in", "replaced"):
                told = {**note["missed"], seat: {**how, "step": step}}
                pin: Pin = (self.open + 1, "missed", None)
                changed = {**note, "missed": told}
                yield self.with_line(self.open + 1, changed, "clock note: step changed", pin)

    def _clocked(self, lines: Iterable[Line], note: Line) -> list[Line]:
        """The lines with a clock note in place of any other of the last opening."""
        kept = [line for line in lines if not is_clock_of(line, self.n)]
        return [*kept[: self.open + 1], note, *kept[self.open + 1 :]]

    def _hidden_sheets(self, lines: Iterable[Line]) -> list[Line]:
        """The lines without the sheets of the last opening."""
        made = copy.deepcopy(list(lines))
        for line in made:
            if line.get("n") == self.n and line.get("files"):
                line["files"] = {}
        return [line for line in made if line.get("kind") != "sheets" or line["files"]]

    def _chosen_pledges(self, seat: str) -> Iterator[Draft]:
        """The pledge of a seat without a sheet, where it has a chain."""
        value = self.known.value(seat, self.n)
        made = self._without(seat, self.lines)
        if value is not None and self.lines[self.lock]["orders"].get(seat) is None:
            made[self.open]["pledges"][seat] = value
            yield self.draft("the pledge of a seat without a sheet", made)

    def _kept_back(self) -> Iterator[Draft]:
        """Sheets are not shown; then their hashes can be anything, and rolls are struck out."""
        made = self._hidden_sheets(self.lines)
        rolls = [line for k, line in enumerate(made) if k < self.lock or not is_drawn(line)]
        yield self.draft("sheets kept back", made)
        yield self.draft("sheets kept back, and draws left out", rolls)
        for seat, hash_ in self.lines[self.lock]["orders"].items():
            if hash_ is not None:
                ground = copy.deepcopy(made)
                ground[self.lock]["orders"][seat] = OTHER_HASH
                pin: Pin = (self.lock, "orders", seat)
                yield self.draft("sheets kept back, and a hash chosen", ground, pin)
        struck = [line for k, line in enumerate(self.lines) if k < self.lock or not is_drawn(line)]
        yield self.draft("draws left out", struck)

    def _swallowed(self) -> Iterator[Draft]:
        """A correction in an opening that has sheets, in place of its draws."""
        note = {
            "t": "note", "kind": "correction", "n": self.n, "reason": "mended",
            "patch": [{"op": "replace", "path": "/turn", "value": 2}],
        }  # fmt: skip
        after = [line for line in self.lines[self.open + 1 :] if not is_drawn(line)]
        yield self.draft(
            "the sheets swallowed by a correction", [*self.lines[: self.open + 1], note, *after]
        )
        made = copy.deepcopy([*self.lines[: self.open + 1], note, *after])
        for seat in self.known.seats:
            made[self.lock]["orders"][seat] = made[self.open]["pledges"][seat] = None
        made = [
            {**line, "files": {}} if line.get("n") == self.n and "files" in line else line
            for line in made
        ]
        made = [line for line in made if line.get("kind") != "sheets" or line["files"]]
        yield self.draft("the sheets dropped for a correction", made)

    def _renumbered(self) -> Iterator[Draft]:
        """The whole last opening under another number: other chain values, another key."""
        made = copy.deepcopy(self.lines)
        for k in range(self.match.segment, len(made)):
            if made[k].get("n") == self.n and made[k]["t"] != "unseal":
                made[k]["n"] = self.n + 1
            if made[k]["t"] == "open":
                made[k]["pledges"] = {
                    seat: self.known.value(seat, self.n + 1) if pledge else None
                    for seat, pledge in made[k]["pledges"].items()
                }
        yield self.draft("the opening under the next number", made)

    def _rounds(self) -> Iterator[Draft]:
        """Another round of the beacon, with all that belongs to it."""
        fixed = [
            k
            for k in self.segment
            if self.lines[k].get("kind") == "beacon-round" and self.lines[k]["n"] == self.n
        ]
        for k in fixed:
            for number in (7, self.lines[k]["round"] + 1):
                made = copy.deepcopy(self.lines)
                made[k]["round"] = number
                digits = made[self.open]["beacon"].rsplit(":", 1)[1]
                made[self.open]["beacon"] = f"drand-quicknet:{number}:{digits}"
                kind = "another round of the beacon, earlier" if number == 7 else (
                    "another round of the beacon, later"
                )  # fmt: skip
                yield self.draft(kind, made)
                second = copy.deepcopy(made)
                second[k]["round"] = self.lines[k]["round"]
                second.insert(k + 1, {**second[k], "round": number})
                yield self.draft("a second round of the beacon, before the lock", second)

    def _spliced_beacon(self) -> Iterator[Draft]:
        """A chosen value with a signature of which it is the hash; the value of another round."""
        opened = self.lines[self.open]
        if not opened["beacon"]:
            yield from self._brought_beacon()
            return
        made = copy.deepcopy(self.lines)
        number = opened["beacon"].split(":")[1]
        signed = [line for line in made if line.get("kind") == "beacon-signature"]
        chosen = "c0" * 48
        for note in signed[-1:]:
            note["signature"] = chosen
        made[self.open]["beacon"] = value_of(int(number), chosen)
        yield self.draft("the beacon's value and signature chosen", made)
        made = copy.deepcopy(self.lines)
        for note in [line for line in made if line.get("kind") == "beacon-signature"][-1:]:
            note["signature"] = SIGNED_ROUNDS[1000]
        made[self.open]["beacon"] = value_of(int(number), SIGNED_ROUNDS[1000])
        yield self.draft("the beacon's value and signature of another round", made)
        without = copy.deepcopy(self.lines)
        without[self.open]["beacon"] = None
        without = [
            line
            for k, line in enumerate(without)
            if k < self.lock or line.get("kind") != "beacon-signature"
        ]
        yield self.draft("the opening without its beacon", without)

    def _brought_beacon(self) -> Iterator[Draft]:
        """A value in an opening that has none, with its signature or another."""
        for signature in SIGNED_ROUNDS.values():
            made = copy.deepcopy(self.lines)
            made[self.open]["beacon"] = value_of(1000, SIGNED_ROUNDS[1000])
            note = {
                "t": "note", "kind": "beacon-signature", "n": self.n, "signature": signature,
            }  # fmt: skip
            made.insert(self.open + 1, note)
            yield self.draft("a value of the beacon where there is none", made)

    def _new_chains(self) -> Iterator[Draft]:
        """A new chain between sheet and lock, with a pledge that belongs to it."""
        n = self.n
        for join in self.known.genesis.joins:
            pledge = "5a" * 32
            anchor = tfd1.chain_value(self.known.name, join.player, pledge, links=n, n=n - 1)
            fields = {**join.to_json(), "salt": OTHER_HASH, "anchor": anchor}
            seat: Line = {"t": "seat", "n": n - 1, "join": fields}
            made = [*self.lines[: self.lock], seat, *self.lines[self.lock :]]
            made = copy.deepcopy(made)
            made[self.open + 1]["pledges"][join.player] = pledge
            yield self.draft("a new chain between sheet and lock", made)
