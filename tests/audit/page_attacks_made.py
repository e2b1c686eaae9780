"""More cases beside `page_attacks`: corrections, sheets of no player, clock notes, signatures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.audit import tfd1
from adjudicator.audit.log import (
    Annul,
    BeaconSignature,
    Correction,
    End,
    Open,
    Rewind,
    Sheet,
    Sheets,
)
from adjudicator.core.values import FrozenMap
from tests.audit.demo_logs import secret
from tests.audit.log_changes import chained, lines_of
from tests.audit.page_attacks import (
    CASES,
    OLD,
    AmendedMatch,
    Case,
    Made,
    case,
    cases,
    clock,
    signature_of,
    value_of,
)

__all__ = ["made_sheets", "notes_of_another_form"]

CHANGES: Mapping[str, Mapping[str, Any]] = {
    "schema": {"$schema": "x"},
    "blind": {"blind": secret("chosen")},
    "no blind": {"blind": None},
    "blind of another kind": {"blind": 7},
}


# --- [A6] corrections ---------------------------------------------------------------------------


def correction(n: int) -> Correction:
    return Correction(n=n, reason="x", patch=(FrozenMap({"op": "test"}),))


@cases
def a_correction_where_it_may_not_stand() -> Iterator[tuple[str, bytes, Sequence[int]]]:
    match = AmendedMatch()
    match.add(correction(1))
    noted = match.k
    match.turn()
    yield "between openings", match.raw, [noted]
    for n in (1, 3):
        match = AmendedMatch()
        match.turn()
        match.opens([])
        match.add(correction(n))
        noted = match.k
        match.state()
        yield f"of opening {n} in 2", match.raw, [noted]
    match = AmendedMatch()
    match.opens([])
    match.add(correction(1), correction(1))
    noted = match.k
    match.state()
    yield "twice", match.raw, [noted]
    match = AmendedMatch()
    match.opens([match.sheet("alice")])
    match.add(correction(1))
    noted = match.k
    match.state()
    yield "with a sheet", match.raw, [noted]
    match = AmendedMatch(chains=True, mode="sealed")
    match.opens([])
    pledges = FrozenMap({**dict.fromkeys(match.players), "bob": match.pledge("bob", 1)})
    shares = [tfd1.Share(player, None, pledges[player]) for player in match.players]
    key = tfd1.turn_key(match.ref(1), match.gid, 1, beacon=None, shares=shares)
    match.replaces_last(Open(n=1, ref=match.ref(1), pledges=pledges, beacon=None, key=key))
    match.add(correction(1))
    noted = match.k
    match.state()
    yield "with a pledge", match.raw, [noted]


@cases
def a_correction_beside_dice() -> Iterator[tuple[str, bytes, Sequence[int]]]:
    for more in (OLD, {}):
        match = AmendedMatch(**more)
        match.opens([])
        match.roll("a")
        match.add(correction(1))
        noted = match.k
        match.state()
        yield f"after a roll {more}", match.raw, [noted]
        match = AmendedMatch(**more)
        match.opens([])
        match.add(correction(1))
        match.roll("a")
        match.shuffle("b")
        rolled = match.k
        match.state()
        yield f"before draws {more}", match.raw, [rolled - 1, rolled]


@cases
def a_correction_of_another_form() -> Iterator[tuple[str, bytes, Sequence[int]]]:
    match = AmendedMatch(**OLD)
    match.opens([])
    match.add(correction(1))
    noted = match.k
    match.state()
    for name, change in (("no n", {"n": None}), ("a free field", {"more": 1}),
                         ("a patch that is none", {"patch": [1]}),
                         ("no patch", {"patch": {}})):  # fmt: skip
        lines = lines_of(match.raw)
        lines[noted] = {
            key: one for key, one in {**lines[noted], **change}.items() if one is not None
        }
        yield name, chained(lines), [noted]


# --- [A8] sheets that no player wrote -----------------------------------------------------------


@cases
def made_sheets() -> Iterator[tuple[str, bytes, Sequence[int]]]:
    for name, fields in CHANGES.items():
        match = AmendedMatch(plays=["alice"])
        locked = match.sends(match.made("alice", **fields)) - 1
        yield f"plays, {name}", match.ends(), [locked]
        match = AmendedMatch()
        locked = match.sends(match.made("alice", **fields)) - 1
        match.note(clock(1, {"alice": "built-in"}))
        yield f"clock, {name}", match.ends(), [locked]
        match = AmendedMatch(plays=["alice"], amended="absent")
        match.sends(match.made("alice", **fields))
        yield f"old, {name}", match.ends(), []
    match = AmendedMatch(plays=["alice"], chains=True)
    sheet = match.made("alice", pledge=match.pledge("alice", 1))
    locked = match.sends(sheet) - 1
    yield "pledge", match.ends(), [locked]
    match = AmendedMatch(plays=["alice"])
    match.note({"kind": "remark"})
    locked = match.sends(match.made("alice")) - 1
    yield "head of a later line", match.ends(), [locked]


def without_blind(sheet: Sheet) -> Sheet:
    return Sheet.model_validate(
        {name: one for name, one in sheet.to_json().items() if name != "blind"}
    )


@case
def a_made_sheet_has_no_blind_at_all() -> Made:
    match = AmendedMatch(plays=["alice"])
    locked = match.sends(without_blind(match.made("alice"))) - 1
    return match.ends(), [locked]


@case
def a_players_sheet_may_lack_the_blind() -> Made:
    match = AmendedMatch(plays=["alice"])
    match.sends(match.made("alice"), without_blind(match.sheet("bob")))
    return match.ends(), []


@cases
def a_made_sheet_called_a_players_own() -> Iterator[tuple[str, bytes, Sequence[int]]]:
    for step in ("", "wait", "bank", "replaced"):
        match = AmendedMatch()
        locked = match.sends(match.made("alice")) - 1
        if step:
            match.note(clock(1, {"alice": step}))
        yield step or "no note", match.ends(), [locked]
    match = AmendedMatch(amended="absent")
    match.sends(match.made("alice"))
    yield "old", match.ends(), []


def hidden(
    change: Callable[[AmendedMatch], Sheet], *, missed: bool = True, end: bool = True
) -> Made:
    """A hidden match whose first opening has a sheet of alice; the note is what is blamed."""
    match = AmendedMatch(hidden=True)
    sheets = {player: match.sheet(player) for player in match.players}
    sheets["alice"] = change(match)
    match.opens(sheets.values(), withheld=True)
    match.note(clock(1, {"alice": "default"} if missed else {}))
    match.state()
    match.add(Sheets(n=1, files=FrozenMap(sheets)))
    shown = match.k
    if end:
        match.add(End(hidden=match.hidden))
    return match.raw, [shown]


def plain(match: AmendedMatch) -> Sheet:
    said = tfd1.message("clock-blind", match.gid, 1, "alice")
    return match.made("alice", blind=tfd1.digest(said))


@cases
def sheets_of_a_hidden_match() -> Iterator[tuple[str, bytes, Sequence[int]]]:
    yield "blind that all can compute", *hidden(plain)
    yield "the same, and no end", hidden(plain, end=False)[0], []
    yield "chosen blind", *hidden(lambda match: match.made("alice", blind=secret("chosen")))
    yield (
        "schema, and no end",
        *hidden(lambda match: match.made("alice", **{"$schema": "x"}), end=False),
    )
    yield "not named", *hidden(lambda match: match.made("alice"), missed=False)
    yield (
        "not named, and no end",
        hidden(lambda match: match.made("alice"), missed=False, end=False)[0],
        [],
    )
    yield "not named, with the plain blind", *hidden(plain, missed=False, end=False)


@case
def a_hidden_match_whose_end_is_false() -> Made:
    raw, _ = hidden(lambda match: match.made("alice", blind=secret("chosen")), end=False)
    match = AmendedMatch(hidden=True)
    match.raw = raw
    match.head = type(match.head)(raw.count(b"\n") - 1, tfd1.digest(raw.splitlines()[-1]))
    match.add(End(hidden=secret("another")))
    return match.raw, [match.k]


@case
def a_made_sheet_that_is_shown_twice() -> Made:
    match = AmendedMatch(plays=["alice"])
    sheet = match.made("alice", blind=secret("chosen"))
    locked = match.sends(sheet) - 1
    match.roll("a")
    match.add(Sheets(n=1, files=FrozenMap({"alice": match.made("alice")})))
    again = match.k
    match.state()
    return match.raw, [locked, again]


# --- [A8] the note of the clock -----------------------------------------------------------------


def excused(fields: Mapping[str, Any] | None, *, late: bool = False) -> Made:
    """A match in which a clock note excuses alice's pledge, if it is valid."""
    match = AmendedMatch(chains=True)
    opened = match.sends(match.made("alice"), silent=["alice"])
    if late:
        match.note({"kind": "remark"})
    noted = [] if fields is None else [match.note(fields)]
    # Without the note alice owes a pledge, and her sheet is one that a player did not write.
    return match.ends(), [opened - 1, opened, *noted]


MOVED = {"was": "2026-11-28T19:00Z", "due": "2026-11-29T19:00Z", "why": "referee"}


@cases
def notes_of_another_form() -> Iterator[tuple[str, bytes, Sequence[int]]]:
    good = clock(1, {"alice": "default"})
    yield "none", *excused(None)
    yield "of another opening", *excused({**good, "n": 2})
    yield "late", *excused(good, late=True)
    yield "of a stranger", *excused(clock(1, {"alice": "default", "zoe": "wait"}))
    for name in [field for field in good if field != "kind"]:
        yield f"without {name}", *excused({key: one for key, one in good.items() if key != name})
    step = {"step": "default", "count": 1}
    for name, one in (
        ("n", "1"), ("n", True), ("n", 0), ("due", {"alice": "2026-11-29 19:00"}),
        ("due", {"alice": "2026-11-29T19:00:00Z"}), ("due", {"a b": "2026-11-29T19:00Z"}),
        ("received", []), ("received", {"alice": None}),
        ("due", {"alice": "٢026-11-29T19:00Z"}), ("due", {"alice": "2026-11-29T19:00Z\n"}),
        ("missed", {"alice": {"step": "default"}}), ("missed", {"alice": {**step, "why": "x"}}),
        ("missed", {"alice": {**step, "count": 0}}), ("missed", {"alice": {**step, "step": "x"}}),
        ("missed", {"alice": {**step, "count": True}}), ("missed", {"alice": "default"}),
        ("bank", {"alice": -1}), ("bank", {"alice": None}), ("leave", []), ("leave", None),
        ("moved", {}), ("brake", None), ("brake", 0), ("withheld", "bob"), ("withheld", [1]),
        ("withheld", None),
        ("withheld", ["a b"]), ("more", 1), ("due", {"zoe": "2026-11-29T19:00Z"}),
        ("due", {"alice": "2026-13-29T19:00Z"}), ("due", {"alice": "2026-11-29T24:00Z"}),
        ("received", {"zoe": "2026-11-29T19:00Z"}), ("bank", {"zoe": 1}), ("withheld", ["zoe"]),
        ("leave", {"zoe": []}), ("leave", {"alice": {}}), ("leave", {"alice": [1]}),
        ("leave", {"alice": [{"begins": "2026-11-29T19:00Z", "days": 0}]}),
        ("leave", {"alice": [{"begins": "2026-11-29T19:00Z", "days": 367}]}),
        ("leave", {"alice": [{"begins": "2026-11-29T19:00Z"}]}), ("moved", ["P1D"]),
        ("moved", [{**MOVED, "why": "rain"}]), ("moved", [{**MOVED, "why": ["gap"]}]),
        ("moved", [{**MOVED, "was": "now"}]), ("moved", [{**MOVED, "words": "x"}]),
    ):  # fmt: skip
        yield f"{name} is {one}", *excused({**good, name: one})


@cases
def notes_that_stand_well() -> Iterator[tuple[str, bytes, Sequence[int]]]:
    good = clock(1, {"alice": "default"})
    for name, one in (
        ("due", {"bob": "9999-12-31T23:59Z"}), ("bank", {}), ("leave", {"bob": []}),
        ("moved", [MOVED, MOVED]), ("moved", [{**MOVED, "why": "gap"}]),
        ("withheld", ["alice", "alice"]), ("withheld", []), ("brake", True),
    ):  # fmt: skip
        yield f"{name} is {one}", excused({**good, name: one})[0], []


@case
def a_second_clock_note() -> Made:
    match = AmendedMatch(chains=True)
    match.sends(match.made("alice"), silent=["alice"])
    match.note(clock(1, {"alice": "default"}))
    second = match.note(clock(1, {}))
    return match.ends(), [second]


@case
def a_clock_note_between_openings() -> Made:
    match = AmendedMatch()
    match.turn()
    first = match.note(clock(2))
    match.turn()
    last = match.note(clock(2))
    return match.raw, [first, last]


# --- [A11] the beacon's signature ---------------------------------------------------------------


@cases
def signatures() -> Iterator[tuple[str, bytes, Sequence[int]]]:
    def opened(*, signed: bool = True) -> tuple[AmendedMatch, int]:
        match = AmendedMatch(mode="beacon")
        match.fixes(1)
        return match, match.shines(1, signed=signed)

    match, k = opened(signed=False)
    yield "none", match.ends(), [k]
    match, k = opened(signed=False)
    match.add(BeaconSignature(n=1, signature=signature_of(2)))
    yield "another", match.ends(), [match.k - 2]
    match, k = opened(signed=False)
    match.add(BeaconSignature(n=2, signature=signature_of(1)))
    yield "of another opening", match.ends(), [k, k + 1]
    match, k = opened()
    match.add(BeaconSignature(n=1, signature=signature_of(1)))
    yield "twice", match.ends(), [k + 2]
    for name, fields in (
        ("short", {"signature": signature_of(1)[:-2]}), ("null", {"signature": None}),
        ("upper", {"signature": signature_of(1).upper()}), ("no n", {"n": None}),
        ("more", {"round": 1}),
    ):  # fmt: skip
        match, k = opened(signed=False)
        match.note({"kind": "beacon-signature", "n": 1, "signature": signature_of(1), **fields})
        yield f"{name} alone", match.ends(), [k, k + 1]
        match, k = opened()
        match.note({"kind": "beacon-signature", "n": 1, "signature": signature_of(1), **fields})
        yield f"{name} beside another", match.ends(), [k + 2]
    match, k = opened()
    match.ends()
    match.add(BeaconSignature(n=1, signature=signature_of(1)))
    yield "after the opening", match.raw, [match.k]
    match = AmendedMatch(mode="beacon")
    match.opens()
    match.add(BeaconSignature(n=1, signature=signature_of(1)))
    match.state()
    yield "of no value", match.raw, [match.k - 1]
    match = AmendedMatch()
    match.opens()
    match.add(BeaconSignature(n=1, signature=signature_of(1)))
    yield "outside beacon mode", match.ends(), [match.k - 2]


@case
def a_signature_whose_value_has_another_form() -> Made:
    match = AmendedMatch(mode="beacon")
    match.fixes(1)
    match.opens(beacon=value_of(1).replace("quicknet", "default"))
    opened = match.k
    match.add(BeaconSignature(n=1, signature=signature_of(3)))
    return match.ends(), [opened]


# --- [A10] sheets that are not in the log -------------------------------------------------------


def kept_back(players: Sequence[str], more: int) -> bytes:
    match = AmendedMatch()
    match.turn()
    match.opens([match.sheet(player) for player in players], withheld=True)
    match.ends()
    for _ in range(more):
        match.turn()
    return match.raw


CASES["a sheet is kept back"] = Case(kept_back(["bob"], 3), proven=False)
CASES["two sheets are kept back"] = Case(kept_back(["alice", "bob"], 1), proven=False)
CASES["the last sheets are kept back"] = Case(kept_back(["bob"], 0), proven=False)


def annulled() -> bytes:
    match = AmendedMatch()
    match.turn(withheld=True)
    match.add(Annul(n=1, reason="x"), Rewind(to=0))
    match.turn()
    return match.raw


def waiting() -> bytes:
    match = AmendedMatch(mode="sealed", chains=True)
    match.turn()
    match.opens(withheld=True)
    return b"".join(match.raw.splitlines(keepends=True)[:-1])


CASES["the sheets of an annulled opening are kept back"] = Case(annulled(), proven=False)
CASES["locked and not opened yet"] = Case(waiting(), proven=False)


def silent_and_locked() -> bytes:
    """Who was silent stands in the note after the open line, which is not written yet."""
    match = AmendedMatch(mode="sealed", chains=True)
    match.turn()
    match.opens([match.made("alice")], silent=["alice"])
    return b"".join(match.raw.splitlines(keepends=True)[:-1])


CASES["a silent seat's sheet in a lock that is not opened yet"] = Case(silent_and_locked())
