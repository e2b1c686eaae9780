"""Logs under the amended rules (TFD1 3.10), honest and attacked, and the lines to be blamed.

A case is the name of what was done, the log, and the lines that a verifier must blame. An empty
set of lines and no locked sheet kept back: the log is sound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.audit import tfd1
from adjudicator.audit.log import (
    START,
    Annul,
    BeaconRound,
    BeaconSignature,
    Correction,
    End,
    ExternalRoll,
    Genesis,
    Head,
    Mode,
    Note,
    Offer,
    Open,
    Payload,
    Rewind,
    Seat,
    Sheet,
    Sheets,
    append,
)
from adjudicator.core.values import FrozenMap
from tests.audit.demo_logs import DemoMatch, secret
from tests.audit.log_changes import chained, lines_of

__all__ = [
    "CASES", "OLD", "AmendedMatch", "Case", "Made", "case", "cases", "clock", "signature_of",
    "value_of",
]  # fmt: skip


def signature_of(n: int) -> str:
    return (secret("signature", str(n)) * 2)[:96]


def value_of(n: int) -> str:
    """A value of the beacon as it follows from a signature."""
    return f"drand-quicknet:{n}:{tfd1.digest(bytes.fromhex(signature_of(n)))}"


def clock(n: int, missed: Mapping[str, str] | None = None, **fields: Any) -> dict[str, Any]:
    """The fields of a clock note, by player the step that was taken."""
    return {
        "kind": "clock", "n": n, "due": {"alice": "2026-11-29T19:00Z"},
        "received": {"bob": "2026-11-28T10:11Z"},
        "missed": {seat: {"step": step, "count": 1} for seat, step in (missed or {}).items()},
        "bank": {"bob": 0}, "leave": {"carol": [{"begins": "2026-11-28T10:11Z", "days": 3}]},
        "moved": [{"was": "2026-11-28T19:00Z", "due": "2026-11-29T19:00Z", "why": "agreed"}],
        "brake": False, **fields,
    }  # fmt: skip


class AmendedMatch(DemoMatch):
    """A demo match whose offer has more fields, at first that of the amended rules."""

    def __init__(
        self,
        *,
        mode: Mode = "referee",
        chains: bool = False,
        hidden: bool = False,
        players: Sequence[str] = ("alice", "bob", "carol"),
        **offered: Any,
    ) -> None:
        super().__init__(players, mode=mode, chains=chains, hidden=hidden)
        more = {name: one for name, one in {"amended": 1, **offered}.items() if one != "absent"}
        self.offer = Offer.model_validate({**self.offer.to_json(), **more})
        self.genesis = Genesis.of(self.offer, [self.join(player) for player in self.players])
        self.gid = self.genesis.gid
        self.raw, self.head = append(START, self.genesis)
        self.since = self.head

    @property
    def k(self) -> int:
        """The number of the last line."""
        return self.head.k

    def note(self, fields: Mapping[str, Any]) -> int:
        """Adds a note of any form and returns its line."""
        self.add(Note.model_validate({**fields, "t": "note"}))
        return self.k

    def blind(self, player: str) -> str:
        """The blind of a sheet that no player wrote, for the next opening."""
        said = tfd1.message("clock-blind", self.gid, self.n + 1, player)
        if self.offer.hidden is None:
            return tfd1.digest(said)
        return tfd1.mac(self.hidden, said)

    def made(self, player: str, **fields: Any) -> Sheet:
        """A sheet for the next opening that no player wrote, perhaps with other fields."""
        written = {**self.sheet(player).to_json(), "pledge": None, "blind": self.blind(player)}
        return Sheet.model_validate({**written, **fields})

    def sends(self, *sheets: Sheet, silent: Sequence[str] = (), withheld: bool = False) -> int:
        """Adds lock and open with sheets; the other players send their own. Returns the open."""
        given = {sheet.player for sheet in sheets}
        others = [self.sheet(player) for player in self.players if player not in given]
        self.opens([*others, *sheets], silent=silent, withheld=withheld)
        return self.k

    def ends(self, *, roll: bool = True) -> bytes:
        """Adds perhaps a roll, then the state line; returns the log."""
        if roll:
            self.roll(f"turn-{self.n}/last")
        self.state()
        return self.raw

    def fixes(self, number: int) -> int:
        """Fixes the round of the beacon for the next opening."""
        self.add(BeaconRound(n=self.n + 1, round=number))
        return self.k

    def shines(self, number: int, *, signed: bool = True) -> int:
        """Opens by a value of the beacon, whose round was fixed before; returns the open."""
        self.opens(beacon=value_of(number))
        opened = self.k
        if signed:
            self.add(BeaconSignature(n=self.n, signature=signature_of(number)))
        return opened

    def replaces_last(self, payload: Payload) -> None:
        """Takes back the last line of the log and writes another."""
        *kept, _ = self.raw.splitlines(keepends=True)
        head = Head(self.k - 1, tfd1.digest(kept[-1].rstrip(b"\n")))
        more, self.head = append(head, payload)
        self.raw = b"".join(kept) + more


class Case(NamedTuple):
    """A log, and what a verifier must say of it."""

    raw: bytes
    blamed: frozenset[int] = frozenset()
    proven: bool = True

    @property
    def verdict(self) -> str:
        """sound, refuted or not proven"""
        return "refuted" if self.blamed else "sound" if self.proven else "not proven"


CASES: dict[str, Case] = {}
OLD: dict[str, Any] = {"amended": "absent"}
Made = tuple[bytes, Sequence[int]]


def case(build: Callable[[], Made]) -> Callable[[], Made]:
    """Keeps what a function builds as a case of its name."""
    raw, blamed = build()
    _keep(build.__name__, raw, blamed)
    return build


def cases(build: Callable[[], Iterator[tuple[str, bytes, Sequence[int]]]]) -> None:
    """Keeps all that a function yields as cases."""
    for name, raw, blamed in build():
        _keep(f"{build.__name__}: {name}", raw, blamed)


def _keep(name: str, raw: bytes, blamed: Sequence[int]) -> None:
    """Keeps a case; one of a hidden match that has no end is not proven, and its name says so."""
    has_end = "no end" not in name.replace("_", " ")
    CASES[name] = Case(raw, frozenset(blamed), proven=has_end)


# --- honest matches -----------------------------------------------------------------------------


@case
def chains_clock_and_built_in_player() -> Made:
    match = AmendedMatch(chains=True, plays=["carol"])
    for _ in range(2):
        match.sends(match.made("alice"), match.made("carol"), silent=["alice", "carol"])
        match.note(clock(match.n, {"alice": "default", "carol": "built-in"}))
        match.ends()
    match.sends(match.made("carol"), silent=["carol"])
    match.note(clock(3, {"carol": "built-in"}, withheld=["carol"], brake=True))
    return match.ends(), []


@case
def a_built_in_player_without_a_chain_needs_no_clock_note() -> Made:
    match = AmendedMatch(plays=["alice", "bob", "carol"])
    match.sends(*map(match.made, match.players))
    return match.ends(), []


@case
def nobody_plays_by_itself() -> Made:
    match = AmendedMatch(plays=[])
    match.turn()
    match.turn()
    return match.raw, []


def hidden_with_end(end: bool, **fields: Any) -> tuple[bytes, int]:
    """Alice's sheet is made in opening 1; all sheets are shown at the end."""
    match = AmendedMatch(hidden=True, chains=True)
    sheets = {player: match.sheet(player) for player in match.players}
    sheets["alice"] = match.made("alice", **fields)
    match.opens(sheets.values(), silent=["alice"], withheld=True)
    match.note(clock(1, {"alice": "default"}))
    match.sealed_deck("deck", ("c1", "c2", "c3"))
    match.state()
    match.add(Sheets(n=1, files=FrozenMap(sheets)))
    shown = match.k
    if end:
        match.add(End(hidden=match.hidden))
    return match.raw, shown


@case
def hidden_sheets_shown_and_the_secret_too() -> Made:
    return hidden_with_end(end=True)[0], []


@case
def hidden_sheets_shown_and_no_end_yet() -> Made:
    return hidden_with_end(end=False, blind=secret("anything"))[0], []


@case
def beacon_with_a_postponed_round_and_a_waiting_one() -> Made:
    match = AmendedMatch(mode="beacon", chains=True)
    match.fixes(5)
    match.fixes(7)
    match.shines(7)
    match.roll("a")
    match.state()
    match.opens()  # no draws, no beacon
    match.ends(roll=False)
    match.fixes(8)
    return match.raw, []


@case
def beacon_with_clock_note_before_the_signature() -> Made:
    match = AmendedMatch(mode="beacon")
    match.fixes(1)
    match.opens([match.made("alice")], beacon=value_of(1))
    match.note(clock(1, {"alice": "built-in"}))
    match.add(BeaconSignature(n=1, signature=signature_of(1)))
    return match.ends(), []


@case
def beacon_before_the_amended_rules() -> Made:
    match = AmendedMatch(mode="beacon", **OLD)
    match.fixes(1)
    match.shines(1, signed=False)
    return match.ends(), []


@case
def the_new_notes_were_free_before_the_amended_rules() -> Made:
    match = AmendedMatch(**OLD)
    match.opens()
    match.note({"kind": "clock", "n": "now"})
    match.note(clock(7, {"nobody": "default"}, withheld=None))
    match.note({"kind": "beacon-signature", "withheld": None})
    match.ends()
    match.note({"kind": "clock", "withheld": None})
    match.turn()
    return match.raw, []


@case
def plays_was_a_free_field_before_the_amended_rules() -> Made:
    return AmendedMatch(amended="absent", plays=["zoe", 1]).raw, []


@case
def a_correction_in_an_opening_of_its_own() -> Made:
    match = AmendedMatch(chains=True)
    match.turn()
    match.opens([])
    match.add(Correction(n=2, reason="a unit was lost", patch=(FrozenMap({"op": "test"}),)))
    match.note({"kind": "remark"})
    match.state()
    match.turn()
    return match.raw, []


@case
def sealed_pledges_may_stay_out() -> Made:
    match = AmendedMatch(mode="sealed", chains=True)
    match.opens(silent=["bob"])
    return match.ends(), []


@case
def openings_taken_back() -> Made:
    match = AmendedMatch(chains=True)
    match.turn()
    match.turn()
    match.add(Annul(n=2, reason="x"), Rewind(to=1))
    match.turn()
    return match.raw, []


# --- [A1], [A2] the beacon ----------------------------------------------------------------------


@cases
def a_value_outside_beacon_mode() -> Iterator[tuple[str, bytes, Sequence[int]]]:
    modes: tuple[Mode, ...] = ("referee", "sealed", "mutual", "public", "external")
    for mode in modes:
        for more in (OLD, {}):
            match = AmendedMatch(mode=mode, chains=mode == "mutual", **more)
            match.opens(beacon=value_of(1))
            opened = match.k
            raw = match.ends(roll=mode != "external")
            yield f"{mode} {more}", raw, [opened]


@cases
def a_round_outside_beacon_mode() -> Iterator[tuple[str, bytes, Sequence[int]]]:
    for more in (OLD, {}):
        match = AmendedMatch(**more)
        match.turn()
        noted = match.fixes(1)
        yield f"last {more}", match.raw, [noted]
        match.turn()
        yield f"between {more}", match.raw, [noted]


@cases
def a_value_of_another_form() -> Iterator[tuple[str, bytes, Sequence[int]]]:
    digits = secret("x")
    for said in (f"drand-quicknet:01:{digits}", f"drand:1:{digits}", f"drand-quicknet:1:{digits}0",
                 f"drand-quicknet:1:{digits.upper()}", f"drand-quicknet:{'1' * 17}:{digits}",
                 f"drand-quicknet:0:{digits}", f"drand-quicknet:1:{digits}:", "-"):  # fmt: skip
        match = AmendedMatch(mode="beacon", **OLD)
        match.fixes(1)
        match.opens(beacon=said)
        opened = match.k
        raw = match.ends()
        yield said, raw, [opened, *([opened + 1] if said == "-" else [])]


@cases
def a_round_that_was_not_fixed_before_the_lock() -> Iterator[tuple[str, bytes, Sequence[int]]]:
    for more in (OLD, {}):
        for fixed, taken in ((None, 1), (1, 2), (9007199254740991, 9007199254740992)):
            match = AmendedMatch(mode="beacon", **more)
            if fixed is not None:
                match.fixes(fixed)
            opened = match.shines(taken, signed=not more)
            yield f"{fixed} {taken} {more}", match.ends(), [opened]


@case
def a_round_serves_one_opening() -> Made:
    match = AmendedMatch(mode="beacon")
    match.fixes(1)
    match.opens()
    match.ends(roll=False)
    opened = match.shines(1)
    return match.ends(), [opened]


@cases
def a_round_note_that_is_wrong() -> Iterator[tuple[str, bytes, Sequence[int]]]:
    match = AmendedMatch(mode="beacon")
    match.add(BeaconRound(n=2, round=3))
    other = match.k
    match.shines(3)
    yield "of another opening", match.ends(), [other]
    match = AmendedMatch(mode="beacon")
    match.fixes(3)
    again = match.fixes(3)
    match.shines(3)
    yield "not later", match.ends(), [again]
    match = AmendedMatch(mode="beacon")
    match.fixes(5)
    match.shines(5)
    match.ends()
    early = match.fixes(4)
    match.shines(4)
    yield "earlier", match.ends(), [early]
    match = AmendedMatch(mode="beacon", **OLD)
    match.fixes(5)
    twice = match.fixes(6)
    match.shines(6, signed=False)
    yield "twice before the amended rules", match.ends(), [twice]
    match = AmendedMatch(mode="beacon", **OLD)
    match.fixes(5)
    yield "last before the amended rules", match.raw, [match.k]


@case
def draws_without_a_value() -> Made:
    match = AmendedMatch(mode="beacon")
    match.fixes(1)
    match.opens()
    match.roll("a")
    first = match.k
    match.add(ExternalRoll(n=1, label="b", sides=6, values=(1,)))
    match.state()
    return match.raw, [first, first + 1]


@cases
def sheets_older_than_the_round() -> Iterator[tuple[str, bytes, Sequence[int]]]:
    for amended in (True, False):
        match = AmendedMatch(mode="beacon", **({} if amended else OLD))
        if amended:
            match.fixes(1)
        old = match.sheet("bob")
        match.fixes(2)
        match.opens([match.sheet("alice"), old], beacon=value_of(2))
        lock = match.k - 1
        if amended:
            match.add(BeaconSignature(n=1, signature=signature_of(2)))
        yield str(amended), match.ends(), [lock] if amended else []


# --- [A3] pledges -------------------------------------------------------------------------------


@cases
def a_sheet_without_its_pledge() -> Iterator[tuple[str, bytes, Sequence[int]]]:
    modes: tuple[Mode, ...] = ("referee", "external")
    for mode in modes:
        match = AmendedMatch(mode=mode, chains=True, **OLD)
        bob = match.sheet("bob").model_copy(update={"pledge": None})
        opened = match.sends(bob, silent=["bob"])
        yield f"{mode}, old", match.ends(roll=False), [opened]
    for name, note in (("no note", None), ("other step", clock(1, {"bob": "bank"})),
                       ("other seat", clock(1, {"alice": "default"}))):  # fmt: skip
        match = AmendedMatch(chains=True)
        bob = match.sheet("bob").model_copy(update={"pledge": None})
        opened = match.sends(bob, silent=["bob"])
        if note is not None:
            match.note(note)
        alice = [] if name != "other seat" else [opened - 1]  # hers is no automatic one
        yield name, match.ends(), [opened, *alice]
    match = AmendedMatch(chains=True, plays=["bob"])
    opened = match.sends(match.made("bob"), silent=["bob"])
    yield "plays, and no note", match.ends(), [opened]


@cases
def a_pledge_without_a_sheet() -> Iterator[tuple[str, bytes, Sequence[int]]]:
    modes: tuple[Mode, ...] = ("referee", "external", "sealed", "mutual")
    for mode in modes:
        match = AmendedMatch(mode=mode, chains=True)
        alone = match.sheet("alice")
        match.opens([alone])
        pledges = {player: match.pledge(player, 1) for player in match.players}
        hashed = tfd1.json_hash(alone.to_json())
        shares = [
            tfd1.Share(player, hashed if player == "alice" else None, pledges[player])
            for player in match.players
        ]
        match.key = tfd1.turn_key(match.ref(1), match.gid, 1, beacon=None, shares=shares)
        match.replaces_last(
            Open(n=1, ref=match.ref(1), pledges=FrozenMap(pledges), beacon=None, key=match.key)
        )
        opened = match.k
        yield mode, match.ends(roll=False), [opened] if mode in ("referee", "external") else []


# --- [A4], [A5] the newest line, openings taken back --------------------------------------------


@cases
def a_sheet_older_than_the_newest_line() -> Iterator[tuple[str, bytes, Sequence[int]]]:
    for more in (OLD, {}):
        match = AmendedMatch(**more)
        start = match.head
        match.turn()
        late = match.sends(match.sheet("bob", start))
        yield f"state {more}", match.ends(), [late - 1]
        match = AmendedMatch(**more)
        match.turn()
        match.turn()
        old = match.sheet("bob").model_copy(update={"n": 3})
        match.add(Annul(n=2, reason="x"), Rewind(to=1))
        late = match.sends(old)
        yield f"rewind {more}", match.ends(), [late - 1]
        match = AmendedMatch(**more)
        match.turn()
        old = match.sheet("bob")
        match.add(Seat(n=1, join=match.join("carol", 1)))
        late = match.sends(old)
        yield f"seat {more}", match.ends(), [late - 1]
        match = AmendedMatch(**more)
        old = match.sheet("bob")
        match.note({"kind": "remark"})
        match.sends(old)
        yield f"free note {more}", match.ends(), []


@cases
def an_unfinished_rewind() -> Iterator[tuple[str, bytes, Sequence[int]]]:
    for more in (OLD, {}):
        match = AmendedMatch(**more)
        match.turn()
        match.add(Annul(n=1, reason="x"))
        yield f"end {more}", match.raw, [match.k]
        between = match.note({"kind": "remark"})
        match.add(Rewind(to=0))
        yield f"a note {more}", match.raw, [between]


# --- [A7] forms ---------------------------------------------------------------------------------


@case
def a_player_called_referee() -> Made:
    match = AmendedMatch(players=("alice", "referee"), **OLD)
    match.turn()
    return match.raw, [0]


@cases
def optional_fields_that_are_null() -> Iterator[tuple[str, bytes, Sequence[int]]]:
    for name, one in (("amended", None), ("amended", True), ("amended", 2), ("amended", 0),
                      ("mode", None)):  # fmt: skip
        (line,) = lines_of(AmendedMatch().raw)
        offer = {**line["offer"], name: one}
        joins = [{**join, "offer": tfd1.json_hash(offer)} for join in line["joins"]]
        gid = tfd1.gid(offer, joins)
        yield f"{name} {one}", chained([{**line, "offer": offer, "joins": joins, "gid": gid}]), [0]
    match = AmendedMatch(**OLD)
    match.turn()
    lines = lines_of(match.raw)
    lines[-1]["secret"] = None
    yield "secret", chained(lines), [match.k]


@cases
def plays_that_lists_no_players() -> Iterator[tuple[str, bytes, Sequence[int]]]:
    for plays in ("bob", None, ["zoe"], ["bob", "bob"], ["bob", "alice"], [1], {"bob": 1}):
        match = AmendedMatch(plays=plays)
        match.turn()
        yield str(plays), match.raw, [0]
