"""Honest matches of the games of the tests, written by the core; every secret here is published."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from typing import Any, TypeAlias

from adjudicator.audit import log, tfd1
from adjudicator.audit.automatic import BUILT_IN, DEFAULT, Automatic, WrittenBy
from adjudicator.audit.chance import ExternalDice
from adjudicator.audit.clock import ClockFacts, ClockPolicy, read_policy
from adjudicator.audit.opening import (
    LATE_PLEDGES,
    Locked,
    Opening,
    PlayedMode,
    SavedMatch,
    Secrets,
    hashes_of,
    is_locked_first,
    offer_of,
    open_next,
)
from adjudicator.audit.replay import replay
from adjudicator.audit.rewind import rewind_lines
from adjudicator.core.game import Rules
from adjudicator.core.sheet import Sheet, read_sheet
from adjudicator.core.values import FrozenMap
from tests.audit.demo_logs import secret
from tests.core.hand import HAND, hand_scenario
from tests.core.toy import TOY, toy_scenario

__all__ = [
    "HONEST",
    "SIGNED_ROUNDS",
    "HonestMatch",
    "Known",
    "TableDice",
    "honest",
    "missing",
    "saved_of",
    "written_by",
]

LINKS = 16
"""Short chains are verified fast."""
SIGNED_ROUNDS: Mapping[int, str] = {
    1000: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125"
    "e342b73a8dd2bacbe47e4b6b63ed5e39",
    657413: "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be"
    "41076862b98fad56e91a6b85b89cd97b",
}
"""Real rounds of drand quicknet with their signatures."""


class TableDice(ExternalDice):
    """Dice as they fall at a table; they never run out."""

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        return tfd1.roll(secret("table"), label, count, sides)


def written_by(clock: log.Clock | None, seat: str) -> WrittenBy:
    """Who writes the sheet of a seat: as the clock note says, else the built-in player."""
    named = {} if clock is None else clock.missed
    return DEFAULT if seat in named and named[seat].step == DEFAULT else BUILT_IN


def missing(n: int, **steps: str) -> log.Clock:
    """A clock note such as the referee writes by hand: whose sheets were written, and by whom."""
    silent = {seat: log.Missed.model_validate({"step": s, "count": 1}) for seat, s in steps.items()}
    return log.Clock(
        n=n, due=FrozenMap({}), received=FrozenMap({}),
        missed=FrozenMap(silent), bank=FrozenMap({}), leave=FrozenMap({}), moved=(), brake=False,
    )  # fmt: skip


@dataclass
class Known:
    """All that the referee knows: rules, chains, pledges mailed to him, the sheets."""

    rules: Rules[Any]
    genesis: log.Genesis
    master: str
    masters: Mapping[str, str]
    """By seat with a chain, its master secret."""
    sheets: dict[tuple[int, str], Mapping[str, Any]] = field(default_factory=dict)
    """Every sheet that was sent, by opening and seat."""

    @property
    def mode(self) -> PlayedMode:
        mode = self.genesis.offer.mode
        assert mode is not None
        return mode

    @property
    def name(self) -> str:
        return self.genesis.offer.game

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(join.player for join in self.genesis.joins)

    @cached_property
    def hidden(self) -> str | None:
        """S, where the match has one."""
        return tfd1.seed_hidden(self.name, self.master) if self.genesis.offer.hidden else None

    @cached_property
    def _values(self) -> dict[tuple[str, int], str]:
        return {}

    def value(self, who: str, n: int) -> str | None:
        """Value number n of the chain of the referee or a seat; None: there is none."""
        has_chain = self.genesis.offer.anchor if who == "referee" else self.masters.get(who)
        if not has_chain or n > LINKS:
            return None
        if (who, n) not in self._values:
            last = tfd1.seed_chain(self.name, self.masters.get(who, self.master))
            links = tfd1.LINKS if who == "referee" else LINKS
            self._values[who, n] = tfd1.chain_value(self.name, who, last, links=links, n=n)
        return self._values[who, n]

    def is_automatic(self, seat: str, clock: log.Clock | None) -> bool:
        """Whether a seat's sheet is one that no player writes."""
        offer = self.genesis.offer
        silent = clock.written_for if clock is not None and offer.amended else ()
        return seat in offer.plays or seat in silent

    def document(self, n: int, seat: str, hash_: str) -> Mapping[str, Any] | None:
        """A sheet by its hash."""
        found = self.sheets.get((n, seat))
        return found if found is not None and tfd1.json_hash(found) == hash_ else None


def saved_of(known: Known, raw: bytes) -> SavedMatch | None:
    """A match as it stands at the end of a log; None where the rules refute the log."""
    read = log.parse_log(raw)
    done = replay(known.rules, read, known.document, hidden=known.hidden)
    return None if read.problems or done.problems or done.waiting_for else done.saved


class HonestMatch:
    """A match whose log is written opening by opening, as an honest referee writes it."""

    def __init__(
        self,
        title: str,
        *,
        mode: PlayedMode = "referee",
        hidden: bool = False,
        chains: bool = False,
        anchor: bool = True,
        amended: bool = True,
        plays: Collection[str] = (),
        policy: ClockPolicy | None = None,
        start: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        self.title = title
        scenario = (hand_scenario if hidden else toy_scenario)(start, **options)
        rules: Rules[Any] = (HAND if hidden else TOY).open(scenario, {})
        master = secret(title) if anchor and mode not in ("public", "mutual") else None
        offer = offer_of(
            rules, scenario, {}, name="forged", mode=mode, master=master,
            plays=sorted(plays), amended=amended,
            more={"links": LINKS} | ({} if policy is None else {"clock": policy.to_json()}),
        )  # fmt: skip
        masters = {seat: secret(title, seat) for seat in rules.seats} if chains else {}
        joins = [
            log.Join(
                offer=tfd1.json_hash(offer.to_json()),
                player=seat,
                salt=secret(title, "salt", seat),
                anchor=_anchor(seat, masters.get(seat)),
            )
            for seat in rules.seats
        ]
        genesis = log.Genesis.of(offer, joins)
        self.known = Known(rules, genesis, master or tfd1.ZERO, masters)
        self.raw, _ = log.append(log.START, genesis)
        self.segment = 0
        """Where the forger begins: behind the state line before the last opening."""
        self.is_withheld = False

    @property
    def is_hidden(self) -> bool:
        return self.known.rules.is_hidden

    @property
    def has_chains(self) -> bool:
        return bool(self.known.masters)

    @property
    def is_amended(self) -> bool:
        return self.known.genesis.offer.amended is not None

    @property
    def saved(self) -> SavedMatch:
        """The match as it stands, out of its log."""
        saved = saved_of(self.known, self.raw)
        assert saved is not None, self.title
        return saved

    @property
    def is_asked_in_mid_turn(self) -> bool:
        """Whether a step is suspended: its sheets are kept back."""
        return bool(self.saved.withheld)

    def add(self, *payloads: log.Payload) -> None:
        """Adds lines between openings."""
        lines = self.raw.splitlines()
        self.raw += log.append(log.Head(len(lines) - 1, tfd1.digest(lines[-1])), *payloads)[0]

    def rewind(self, to: int) -> None:
        """Takes back what came after an opening."""
        self.add(*rewind_lines(self.saved, to, "two sheets were mixed up"))

    def sheet(self, saved: SavedMatch, seat: str, parts: Mapping[str, Any]) -> Sheet:
        """A player's sheet."""
        n, known = saved.n + 1, self.known
        late = known.mode in LATE_PLEDGES
        document = {
            "t": "orders", "game": saved.gid, "n": n, "head": saved.head, "player": seat,
            "pledge": None if late else known.value(seat, n), "orders": {},
            "blind": secret(self.title, "blind", seat, str(n)), **parts,
        }  # fmt: skip
        return self._sent(document)

    def automatic_sheet(self, saved: SavedMatch, seat: str, by: WrittenBy) -> Sheet:
        """The sheet of a seat that no player writes."""
        saved = saved.model_copy(update={"head": self._newest()})
        return self._sent(Automatic(self.known.rules, saved, self.known.hidden).sheet(seat, by))

    def _sent(self, document: Mapping[str, Any]) -> Sheet:
        sheet, problems = read_sheet(self.known.rules.game, document)
        assert sheet is not None, problems
        self.known.sheets[sheet.n, sheet.seat] = document
        return sheet

    def _newest(self) -> str:
        """The newest line that a sheet must cite (3.10 [A4])."""
        kinds = (log.Genesis, log.StateReached, log.Seat, log.Rewind)
        if self.known.mode == "beacon" and self.is_amended:
            kinds = (*kinds, log.BeaconRound)  # type: ignore[assignment]  # one kind more
        lines = log.parse_log(self.raw).lines
        return next(line.hash for line in reversed(lines) if isinstance(line.payload, kinds))

    def opens(
        self,
        parts: Mapping[str, Mapping[str, Any]],
        *,
        clock: Mapping[str, str] | ClockFacts | None = None,
        correction: log.Correction | None = None,
        beacon_round: int | None = None,
        silent_pledges: Collection[str] = (),
    ) -> None:
        """Opens the next number with players' sheets; those of automatic seats are written."""
        self.segment = len(self.raw.splitlines())
        if beacon_round is not None and self.is_amended:
            self.add(log.BeaconRound(n=self.saved.n + 1, round=beacon_round))
        self._opens(parts, clock, correction, beacon_round, silent_pledges)

    def _opens(
        self,
        parts: Mapping[str, Mapping[str, Any]],
        clock: Mapping[str, str] | ClockFacts | None,
        correction: log.Correction | None,
        beacon_round: int | None,
        silent_pledges: Collection[str],
    ) -> None:
        known, saved = self.known, self.saved
        n = saved.n + 1
        note = clock.note(n) if isinstance(clock, ClockFacts) else None
        if clock is not None and not isinstance(clock, ClockFacts):
            note = missing(n, **clock)
        sheets = {
            seat: self.automatic_sheet(saved, seat, written_by(note, seat))
            if known.is_automatic(seat, note)
            else self.sheet(saved, seat, said)
            for seat, said in parts.items()
        }
        if beacon_round is not None and not self.is_amended:
            self.add(log.BeaconRound(n=n, round=beacon_round))
            saved = self.saved
        if is_locked_first(known.genesis):
            orders = FrozenMap(hashes_of(known.genesis, sheets))
            self.add(log.Lock(n=n, orders=orders, files=FrozenMap()))
            lines = self.raw.splitlines()
            saved = saved.model_copy(
                update={
                    "k": len(lines) - 1,
                    "head": tfd1.digest(lines[-1]),
                    "locked": Locked(orders=orders, round=beacon_round),
                }
            )
        pledges = None
        if known.mode in LATE_PLEDGES:
            pledges = {s: known.value(s, n) for s in known.masters if s not in silent_pledges}
            pledges = {} if correction is not None else pledges
        signature = None if beacon_round is None else SIGNED_ROUNDS[beacon_round]
        value = None
        if signature is not None:
            randomness = hashlib.sha256(bytes.fromhex(signature)).hexdigest()
            value = f"drand-quicknet:{beacon_round}:{randomness}"
        opening = open_next(
            known.rules, known.genesis, saved, sheets,
            secrets=Secrets(
                known.value("referee", n), pledges, value,
                known.hidden if self.is_hidden else None,
                signature if self.is_amended else None,
            ),
            external=TableDice({}) if known.mode == "external" else None,
            earlier=self._earlier, correction=correction, clock=note,
        )  # fmt: skip
        assert isinstance(opening, Opening), (self.title, opening.save.pending)
        self.raw += opening.lines

    def _earlier(self) -> Mapping[int, Mapping[str, Mapping[str, Any]]]:
        found: dict[int, dict[str, Mapping[str, Any]]] = {}
        for (n, seat), document in sorted(self.known.sheets.items()):
            found.setdefault(n, {})[seat] = document
        return dict(found)


# --- the matches --------------------------------------------------------------------------------

Rounds: TypeAlias = tuple[int | None, int | None]
ROUNDS: Rounds = (1000, 657413)
BIDS = {"orders": {"bids": [{"order": "bid", "gold": 1}]}}
"""Both bid the same, and a die decides."""
MARCH = {"orders": {"march": [{"order": "march", "unit": "soldier", "count": 1}]}}
MARCH_ON = {
    "orders": {
        "march": [{"order": "march", "unit": unit, "count": 1} for unit in ("champion", "soldier")],
        "losses": [{"order": "lose", "unit": "soldier"}] * 2,
    }
}
LOSSES = {"standing": [{"standing": "losses", "first": ["champion", "soldier"]}]}
PLAYS: Mapping[str, Any] = {"orders": {"promises": [{"order": "promise", "tricks": 1}]}}


def toy_match(title: str, *, rounds: Rounds = (None, None), **how: Any) -> HonestMatch:
    """Bids that are equal; then one seat marches and fights, and the other says what it loses."""
    match = HonestMatch(title, **how)
    match.opens(dict.fromkeys(match.known.seats, BIDS), beacon_round=rounds[0])
    march(match, beacon_round=rounds[1])
    return match


def hand_under_way(title: str) -> HonestMatch:
    """Hands are dealt: nothing of them is shown yet."""
    match = HonestMatch(title, hidden=True, chains=True, start={"cards": 5, "turns": 1})
    match.opens({seat: {} for seat in match.known.seats})
    return match


def march(match: HonestMatch, **how: Any) -> None:
    mover = match.saved.position["mover"]
    match.opens({seat: MARCH if seat == mover else LOSSES for seat in match.known.seats}, **how)


def hand_match(title: str, *, rounds: Rounds = (None, None), **how: Any) -> HonestMatch:
    """Hands are dealt; then both play, and the match is over: all that was hidden is shown."""
    match = HonestMatch(title, hidden=True, start={"cards": 5, "turns": 1}, **how)
    for number in rounds:
        match.opens({seat: {} for seat in match.known.seats}, beacon_round=number)
    assert match.saved.is_over
    return match


def built_in_match(title: str, **how: Any) -> HonestMatch:
    """One opening: a player's bid and the built-in player's."""
    match = HonestMatch(title, plays=["red"], **how)
    match.opens(dict.fromkeys(match.known.seats, BIDS))
    return match


def built_in_alone_match(title: str, **how: Any) -> HonestMatch:
    """Two openings of the built-in player alone; the forger begins with the first."""
    match = HonestMatch(title, plays=["blue", "red"], **how)
    match.opens({seat: {} for seat in match.known.seats})
    match.opens({match.saved.position["mover"]: {}})
    match.segment = 1
    return match


def silent_match(title: str, **how: Any) -> HonestMatch:
    """A seat sent no sheet, and the built-in player wrote one: a clock note says so."""
    match = HonestMatch(title, chains=True, **how)
    match.opens(dict.fromkeys(match.known.seats, BIDS), clock={"red": "built-in"})
    return match


def clocked_match(title: str, **how: Any) -> HonestMatch:
    """With a clock: one bid is late and paid from the bank, one is written for a silent seat."""
    policy = read_policy(
        {"turn": "P7D", "answer": "P3D", "grace": "PT24H", "bank": "P14D", "leave": "P28D",
         "missed": ["bank", "built-in"]}
    )  # fmt: skip
    match = HonestMatch(title, chains=True, policy=policy, **how)
    said = ClockFacts(
        due=FrozenMap(dict.fromkeys(match.known.seats, "2026-11-29T19:00Z")),
        received=FrozenMap({"blue": "2026-12-02T19:00Z"}),
        missed=FrozenMap(
            {"blue": log.Missed(step="bank", count=1), "red": log.Missed(step="built-in", count=1)}
        ),
        bank=FrozenMap({"blue": 12, "red": 0}),
    )
    match.opens(dict.fromkeys(match.known.seats, BIDS), clock=said)
    return match


def silent_hand_match(title: str, **how: Any) -> HonestMatch:
    """In the last opening the draft of the template stands for a seat that sent no sheet."""
    match = HonestMatch(title, hidden=True, chains=True, start={"cards": 5, "turns": 1}, **how)
    match.opens({seat: {} for seat in match.known.seats})
    match.opens({seat: {} for seat in match.known.seats}, clock={"red": "default"})
    return match


def rewound_match(title: str, **how: Any) -> HonestMatch:
    """The march is taken back and given anew."""
    match = toy_match(title, **how)
    start = len(match.raw.splitlines())
    match.rewind(1)
    march(match)
    match.segment = start
    return match


def seated_match(title: str, **how: Any) -> HonestMatch:
    """Another player takes a seat over between the two openings."""
    match = HonestMatch(title, chains=True, **how)
    match.opens(dict.fromkeys(match.known.seats, BIDS))
    start = len(match.raw.splitlines())
    known = match.known
    masters = {**known.masters, "red": secret(title, "red", "again")}
    known.masters = masters
    last = tfd1.seed_chain(known.name, masters["red"])
    join = log.Join(
        offer=tfd1.json_hash(known.genesis.offer.to_json()),
        player="red",
        salt=secret(title, "salt", "red", "again"),
        anchor=tfd1.chain_value(known.name, "red", last, links=LINKS, n=1),
    )
    match.add(log.Seat(n=1, join=join))
    march(match)
    match.segment = start
    return match


def corrected_match(title: str, **how: Any) -> HonestMatch:
    """The last opening is the referee's, who mends what a seat has."""
    match = toy_match(title, **how)
    patch = {"op": "replace", "path": "/hosts/red/gold", "value": 3}
    mended = log.Correction(
        n=match.saved.n + 1, reason="gold miscounted", patch=(FrozenMap(patch),)
    )
    match.opens({}, correction=mended)
    return match


def open_turn_match(title: str, **how: Any) -> HonestMatch:
    """The last sheet is kept back: the player-turn is not over, as a seat is asked for a loss."""
    match = HonestMatch(title, ask=["losses"], start={"turns": 9}, **how)
    while not match.is_asked_in_mid_turn:
        if match.saved.position["phase"] == "bid":
            match.opens(dict.fromkeys(match.known.seats, BIDS))
        else:
            match.opens({match.saved.position["mover"]: MARCH_ON})
    return match


HONEST: Mapping[str, Callable[[str], HonestMatch]] = {
    "referee": toy_match,
    "referee+chains": partial(toy_match, chains=True),
    "referee+built-in": built_in_match,
    "referee+built-in-alone": built_in_alone_match,
    "referee+silent-seat": silent_match,
    "referee+clock+silent-seat": clocked_match,
    "referee+rewound": rewound_match,
    "referee+new-player": seated_match,
    "referee+corrected": corrected_match,
    "referee+mid-turn": open_turn_match,
    "referee+not-amended": partial(toy_match, amended=False),
    "sealed": partial(toy_match, mode="sealed", chains=True),
    "sealed+silent-seat": partial(silent_match, mode="sealed"),
    "mutual": partial(toy_match, mode="mutual", chains=True),
    "beacon": partial(toy_match, mode="beacon", rounds=ROUNDS),
    "beacon+chains": partial(toy_match, mode="beacon", chains=True, rounds=ROUNDS),
    "beacon+no-referee": partial(toy_match, mode="beacon", anchor=False, rounds=ROUNDS),
    "beacon+not-amended": partial(toy_match, mode="beacon", amended=False, rounds=ROUNDS),
    "public": partial(toy_match, mode="public"),
    "external": partial(toy_match, mode="external"),
    "external+chains": partial(toy_match, mode="external", chains=True),
    "hidden/referee": hand_match,
    "hidden/referee+chains": partial(hand_match, chains=True),
    "hidden/referee+built-in": partial(hand_match, plays=["red"]),
    "hidden/referee+silent-seat": silent_hand_match,
    "hidden/referee+under-way": hand_under_way,
    "hidden/sealed": partial(hand_match, mode="sealed", chains=True),
    "hidden/beacon": partial(hand_match, mode="beacon", rounds=ROUNDS),
    "hidden/external": partial(hand_match, mode="external"),
}
"""How each match is made, by its title."""


@cache
def honest(title: str) -> HonestMatch:
    """One of the matches, made once."""
    return HONEST[title](title)


def _anchor(seat: str, master: str | None) -> str | None:
    if master is None:
        return None
    last = tfd1.seed_chain("forged", master)
    return tfd1.chain_value("forged", seat, last, links=LINKS, n=0)
