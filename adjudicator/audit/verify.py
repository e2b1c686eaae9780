"""The dice audit: what a log proves about its dice without knowing the rules of any game.

The checks are those of the TFD1 specification 3.7, (1) to (9), with the amended rules of 3.10;
their numbers stand in brackets. Only the full audit, which plays the match again, proves that no
roll was left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from adjudicator.audit import tfd1
from adjudicator.audit.audited_opening import AuditedOpening
from adjudicator.audit.automatic_audit import AutomaticAudit
from adjudicator.audit.beacon_audit import BeaconAudit
from adjudicator.audit.dice_audit import DiceAudit
from adjudicator.audit.log import (
    LOCKED_FIRST,
    Annul,
    BeaconRound,
    BeaconSignature,
    Clock,
    Correction,
    End,
    ExternalRoll,
    Genesis,
    Head,
    Line,
    Lock,
    Log,
    Mode,
    Note,
    Open,
    Payload,
    Reading,
    Rewind,
    Roll,
    SealedDeck,
    SealedRoll,
    Seat,
    Sheet,
    Sheets,
    Shuffle,
    StateReached,
    Unseal,
    is_rolled,
)
from adjudicator.audit.random_audit import DrawAudit
from adjudicator.core.problem import Path, Problem
from adjudicator.core.values import FrozenMap

__all__ = ["audit_dice", "audit_reading"]


def audit_dice(log: Log) -> DiceAudit:
    """Returns what a log proves (3.7).

    It may end after any opening. What cannot be understood, or stands where it must not, is a
    failure at which the audit stops; all other failures are gathered.
    """
    audit = _Audit()
    for _ in audit.run(log.lines):
        pass
    return audit.result(log, is_understood=len(log.lines) == log.total)


def audit_reading(
    reading: Reading, keeps: tuple[type[Payload], ...]
) -> tuple[DiceAudit, tuple[Line, ...]]:
    """Returns what a log proves, as `audit_dice` does, in the one pass in which it is read.

    Rolls that follow from the key of their opening are made again and not read: of a long log
    they are nearly all lines.

    Args:
        keeps: of which kinds the lines are returned too.
    """
    audit = _Audit()
    lines = audit.run(reading.lines(audit.takes))
    kept = tuple(line for line in lines if isinstance(line.payload, keeps))
    return audit.result(reading, is_understood=reading.is_understood), kept


_LATE_PLEDGES: tuple[Mode | None, ...] = ("sealed", "mutual")
_DRAWN = (Roll, Shuffle, SealedRoll, SealedDeck)
_INSIDE = (*_DRAWN, Unseal, ExternalRoll)
_NOTES = (Note, Clock, BeaconSignature)
_MAY_FOLLOW: dict[str, tuple[type[Payload], ...]] = {
    "nothing": (Genesis,),
    "between": (Lock, Annul, Seat, Sheets, End, BeaconRound, *_NOTES),
    "locked": (Open,),
    "open": (StateReached, *_INSIDE, Sheets, Correction, *_NOTES),
    "annulling": (Annul, Rewind),
    "closing": (Sheets, Annul, End),
    "ended": (),
}
"""Which lines may stand at each stage of a log (3.4, 3.6)."""


class _Audit:
    """One pass over the lines of a log."""

    def __init__(self) -> None:
        self.failures: list[Problem] = []
        self.k = 0
        self.stage = "nothing"
        self.stopped = False
        self.known_lines: dict[str, int] = {}
        self.genesis: Genesis | None = None
        self.mode: Mode | None = None
        self.gid = ""
        self.players: tuple[str, ...] = ()
        self.referee_chain: tuple[int, str] | None = None
        self.chains: dict[str, tuple[int, str] | None] = {}
        self.openings: dict[int, AuditedOpening] = {}
        self.standing: list[int] = []
        self.rolling: AuditedOpening | None = None
        """The open one in which any roll may stand that its key makes."""
        self.loose_note: int | None = None
        self.newest = (0, "")
        """Line and hash of the newest line that changes position, chains or round."""
        self.joined_anew: list[tuple[int, str]] = []
        self.beacon = BeaconAudit(is_played=False, is_amended=False)
        self.automatic = AutomaticAudit()
        self.draws: DrawAudit
        self.last_cited: int | None = None
        self.missing: Counter[str] = Counter()
        self.withheld: Counter[str] = Counter()
        self.hands: Counter[str] = Counter()
        self.corrections: list[tuple[int, str]] = []
        self.annulments: list[tuple[int, str]] = []

    # --- the pass -------------------------------------------------------------------------------

    def run(self, lines: Iterable[Line]) -> Iterator[Line]:
        """Judges every line in turn, and passes it on."""
        for line in lines:
            if not self.stopped:
                self._judge(line)
            yield line

    def _judge(self, line: Line) -> None:
        self.k = line.k
        if type(line.payload) not in _MAY_FOLLOW[self.stage]:
            self._fail("line-order", f"{_name(line.payload)} may not stand here", "3.4")
            self.stopped = True
        else:
            self._read(line)
        if self.stopped:
            self.rolling = None
        else:
            self.known_lines[line.hash] = line.k
            self._move_newest(line)

    def takes(self, piece: bytes, before: Head, hash_: str) -> bool:
        """Takes in a roll of the open opening that its key makes again, byte for byte (6)."""
        of, k = self.rolling, before.k + 1
        if of is None:
            return False
        rolled = is_rolled(piece, k=k, prev=before.hash, n=of.n, key=of.key)
        if rolled is None:
            return False
        self.draws.take_roll(*rolled, k, of)
        self.known_lines[hash_] = self.k = k
        return True

    def _read(self, line: Line) -> None:
        match line.payload:
            case Roll() as roll:  # first: most lines are rolls
                self._read_draws(roll)
            case Genesis() as genesis:
                self._read_genesis(genesis)
            case Lock() as lock:
                self._read_lock(lock)
            case Open() as opened:
                self._read_open(opened)
            case Shuffle() | ExternalRoll() | SealedRoll() | SealedDeck() as drawn:
                self._read_draws(drawn)
            case Unseal() as unseal:
                self.draws.read_unseal(unseal, self.k, self.openings[self.n])
            case StateReached() as state:
                self._check_number(state.n)
                self.openings[self.n].is_veiled = state.secret is not None
                self.stage, self.rolling = "between", None
            case Annul() | Rewind() as back:
                self._read_back(back)
            case Seat() as seat:
                self._read_seat(seat)
            case Sheets() as sheets:
                self._read_sheets(sheets)
            case End() as end:
                self.draws.read_end(end, self.k)
                self.stage = "ended"
            case BeaconRound() as fixed:
                self._read_round(fixed)
            case Correction() as correction:
                self._read_correction(correction)
            case note:
                self._read_note(note)

    def _move_newest(self, line: Line) -> None:
        """What changes position or chains, the next sheets must have seen (3.10 [A4], [A2])."""
        moves = isinstance(line.payload, Genesis | StateReached | Seat | Rewind)
        if moves or (isinstance(line.payload, BeaconRound) and self.beacon.is_fixed_early):
            self.newest = (line.k, line.hash)

    def _fail(self, code: str, message: str, rule: str, *path: str | int) -> None:
        self._fail_at(self.k, code, message, rule, *path)

    def _fail_at(self, k: int, code: str, message: str, rule: str, *path: str | int) -> None:
        place: Path = (k, *path)
        facts = (("line", k + 1),)
        self.failures.append(Problem(code, message, place, f"TFD1 {rule}", facts=facts))

    @property
    def n(self) -> int:
        """The number of the newest opening; 0 before the first."""
        return len(self.openings)

    def _check_number(self, n: int) -> None:
        if n != self.n:
            self._fail("wrong-opening", f"this is opening {self.n}, not {n}", "3.7 (6)", "n")

    # --- genesis and seats (2) ------------------------------------------------------------------

    def _read_genesis(self, genesis: Genesis) -> None:
        offer = genesis.offer
        self.genesis = genesis
        self.mode = genesis.mode
        self.players = tuple(join.player for join in genesis.joins)
        joins = [join.to_json() for join in genesis.joins]
        self.gid = tfd1.gid(offer.to_json(), joins)
        if genesis.gid != self.gid:
            self._fail("genesis-false", f"the gid must be {self.gid}", "3.7 (2)", "gid")
        if list(self.players) != sorted(set(self.players)):
            message = "the joins are not one for each player in byte order"
            self._fail("genesis-false", message, "3.3", "joins")
        for index, join in enumerate(genesis.joins):
            self._check_join(join.offer, "joins", index, "offer")
            self.chains[join.player] = (0, join.anchor) if join.anchor else None
        self.referee_chain = (0, offer.anchor) if offer.anchor else None
        needs_chain = self.mode in ("referee", "sealed", "external")
        if needs_chain and not offer.anchor:
            message = f"{self.mode} mode needs the anchor of the referee's chain"
            self._fail("mode-false", message, "3.8", "offer", "anchor")
        if self.mode in ("public", "mutual") and offer.anchor:
            message = f"{self.mode} mode has no chain of the referee's"
            self._fail("mode-false", message, "3.8", "offer", "anchor")
        if self.mode == "public" and any(self.chains.values()):
            self._fail("mode-false", "public mode has no players' chains", "3.8", "joins")
        if "referee" in self.players:
            message = "no player is called referee: the referee's chain has that name"
            self._fail("genesis-false", message, "3.10 [A7]", "joins")
        self.draws = DrawAudit(offer, self.gid, self.mode, self._fail_at)
        self.beacon = BeaconAudit(
            is_played=self.mode == "beacon", is_amended=offer.amended is not None
        )
        self.automatic = AutomaticAudit(genesis, self.gid)
        for wrong in self.automatic.begin(genesis):
            self._fail("genesis-false", wrong, "3.10 [A8]", "offer", "plays")
        self.stage = "between"

    def _check_join(self, offer_hash: str, *path: str | int) -> None:
        assert self.genesis is not None
        expected = tfd1.json_hash(self.genesis.offer.to_json())
        if offer_hash != expected:
            message = f"the join does not answer this offer, {expected}"
            self._fail("genesis-false", message, "3.7 (2)", *path)

    def _read_seat(self, seat: Seat) -> None:
        self._check_number(seat.n)
        self._check_join(seat.join.offer, "join", "offer")
        if seat.join.player not in self.players:
            message = f"{seat.join.player} is no player of this match"
            self._fail("seat-false", message, "3.9", "join", "player")
        if self.mode == "public" and seat.join.anchor:
            self._fail("mode-false", "public mode has no players' chains", "3.8", "join", "anchor")
        self.chains[seat.join.player] = (self.n, seat.join.anchor) if seat.join.anchor else None
        self.joined_anew.append((self.k, seat.join.player))

    # --- lock and open (3), (4), (5) ------------------------------------------------------------

    def _read_lock(self, lock: Lock) -> None:
        if lock.n != self.n + 1:
            message = f"the next opening is number {self.n + 1}, not {lock.n}"
            self._fail("wrong-opening", message, "3.7 (3)", "n")
            self.stopped = True
            return
        opening = AuditedOpening(lock.n, self.k, lock.orders, lock.files, *self.newest)
        self.openings[lock.n] = opening
        self.standing.append(lock.n)
        self.stage, self.loose_note = "locked", None
        if tuple(lock.orders) != self.players:
            message = f"the lock must name {', '.join(self.players)} and nobody else"
            self._fail("lock-false", message, "3.7 (3)", "orders")
        sent = {player for player, sheet in lock.orders.items() if sheet is not None}
        self.missing.update(player for player in self.players if player not in sent)
        if lock.files and sent - set(lock.files):
            message = "a lock holds all sheets or none"
            self._fail("lock-false", message, "3.4", "files")
        for player, sheet in lock.files.items():
            self._check_sheet(opening, player, sheet)

    def _check_sheet(self, opening: AuditedOpening, player: str, sheet: Sheet) -> None:
        """Checks one published sheet against its lock (3.7 (3), (4))."""
        n, place = opening.n, ("files", player)
        locked = opening.orders.get(player)
        if player in opening.shown:
            message = f"the sheet of {player} for opening {n} stands in the log already"
            self._fail("sheet-false", message, "3.4", *place)
        opening.show(player, sheet, self.k)
        if tfd1.json_hash(sheet.to_json()) != locked:
            message = f"the sheet does not hash to the entry of the lock, {locked}"
            self._fail("sheet-false", message, "3.7 (3)", *place)
        if sheet.player != player:
            message = f"the sheet of {player} says that it is of {sheet.player}"
            self._fail("sheet-false", message, "3.7 (3)", *place, "player")
        if sheet.game != self.gid:
            self._fail("sheet-false", "the sheet is for another match", "3.7 (3)", *place, "game")
        if sheet.n != n:
            message = f"the sheet is for opening {sheet.n}, not {n}"
            self._fail("sheet-false", message, "3.7 (3)", *place, "n")
        cited = self.known_lines.get(sheet.head)
        if cited is None or cited >= opening.k:
            message = "the head that the sheet answers is no line of this log before its lock"
            self._fail("sheet-false", message, "3.7 (3)", *place, "head")
        elif cited < opening.since:
            # Else whoever holds all sheets already could choose a new chain, position or round.
            message = (
                f"the sheet was written before line {opening.since + 1}, "
                "and whoever held it could choose what stands there"
            )
            self._fail("sheet-false", message, "3.10 [A4]", *place, "head")
        else:
            self.last_cited = max(cited, self.last_cited or 0)
        if opening.pledges is not None:
            self._check_pledge(opening, player, sheet)

    def _check_pledge(self, opening: AuditedOpening, player: str, sheet: Sheet) -> None:
        assert opening.pledges is not None
        if sheet.pledge is None and self.mode in _LATE_PLEDGES:
            return  # Pledges are sent after the lock (3.8).
        if sheet.pledge != opening.pledges.get(player):
            message = f"the pledge of {player} is not the one in the sheet"
            self._fail("chain-false", message, "3.7 (4)", "pledges", player)

    def _read_open(self, opened: Open) -> None:
        assert self.genesis is not None
        self._check_number(opened.n)
        opening = self.openings[self.n]
        files = opening.take_open(opened, self.k)
        self.stage = "open"
        for wrong in self.beacon.take(opened.beacon):
            self._fail("beacon-false", wrong, "3.10 [A1]", "beacon")
        if tuple(opened.pledges) != self.players:
            message = f"the pledges must name {', '.join(self.players)} and nobody else"
            self._fail("lock-false", message, "3.4", "pledges")
        if opened.ref is None and self.referee_chain is not None:
            self._fail("chain-false", "the referee's value is missing", "3.7 (4)", "ref")
        self.referee_chain = self._opened("referee", self.referee_chain, opened.ref, "ref")
        without_pledge = []
        for player in self.players:
            pledge, chain = opened.pledges.get(player), self.chains[player]
            if pledge is None and chain is not None:
                without_pledge.append(player)
            self.chains[player] = self._opened(player, chain, pledge, "pledges", player)
        opening.without_pledge = tuple(without_pledge)
        for player, sheet in files.items():
            self._check_pledge(opening, player, sheet)
        shares = [
            tfd1.Share(player, opening.orders.get(player), opened.pledges.get(player))
            for player in self.players
        ]
        opening.key = tfd1.turn_key(
            opened.ref, self.gid, self.n, beacon=opened.beacon, shares=shares
        )
        if opened.key != opening.key:
            self._fail("key-false", f"the turn key must be {opening.key}", "3.7 (5)", "key")
        self.rolling = opening if self.draws.may_roll(opening) else None

    def _opened(
        self, who: str, chain: tuple[int, str] | None, value: str | None, *path: str
    ) -> tuple[int, str] | None:
        """Returns the last opened value of a chain, which an opened one must hash down to (4)."""
        assert self.genesis is not None
        offer = self.genesis.offer
        if value is None:
            return chain
        if chain is None:
            message = f"{who} has no chain, and nothing to open"
        elif self.n > offer.links:
            message = f"the chains end with value number {offer.links}"
        elif tfd1.chain_value(offer.game, who, value, links=self.n, n=chain[0]) != chain[1]:
            message = f"this is not value number {self.n} of the chain of {who}"
        else:
            return self.n, value
        self._fail("chain-false", message, "3.7 (4)", *path)
        return chain

    # --- beacons (3.8) --------------------------------------------------------------------------

    def _read_round(self, fixed: BeaconRound) -> None:
        if not self.beacon.is_fixed_early:
            self.loose_note = self.k
        if fixed.n != self.n + 1:
            message = f"the next opening is number {self.n + 1}, not {fixed.n}"
            self._fail("wrong-opening", message, "3.8", "n")
        for wrong in self.beacon.fix(fixed.round):
            self._fail("beacon-false", wrong, "3.10 [A1]", "round")

    # --- draws (6), (7), (8) --------------------------------------------------------------------

    def _read_draws(self, line: Roll | Shuffle | ExternalRoll | SealedRoll | SealedDeck) -> None:
        self._check_number(line.n)
        if isinstance(line, SealedRoll | SealedDeck):
            self.draws.read_seals(line, self.k, self.openings[self.n])
        else:
            self.draws.read_draws(line, self.k, self.openings[self.n])

    # --- notes, annulled openings ---------------------------------------------------------------

    def _read_sheets(self, note: Sheets) -> None:
        if self.stage == "between":
            self.stage = "closing"
        opening = self.openings.get(note.n)
        if opening is None:
            self._fail("wrong-opening", f"there is no opening {note.n} yet", "3.4", "n")
            return
        if not note.files:
            self._fail("sheet-false", "a sheets note holds at least one sheet", "3.4", "files")
        for player, sheet in note.files.items():
            self._check_sheet(opening, player, sheet)

    def _read_correction(self, correction: Correction) -> None:
        self.corrections.append((self.k, correction.reason))
        self._check_number(correction.n)
        opening = self.openings[self.n]
        for wrong in opening.correction_faults():
            self._fail("correction-false", wrong, "3.10 [A6]", "kind")
        opening.is_corrected, self.rolling = True, None

    def _read_note(self, note: Note | Clock | BeaconSignature) -> None:
        """Reads a note: a free one, or, under the amended rules, one of the clock or beacon."""
        opening = self.openings[self.n] if self.stage == "open" else None
        if opening is None:
            self.loose_note = self.k
        if not self.automatic.is_amended:
            return
        if isinstance(note, BeaconSignature) or note.kind == "beacon-signature":
            assert not isinstance(note, Clock)
            self._read_signature(note, opening)
        elif note.kind == "clock":
            follows = opening is not None and opening.opened_at == self.k - 1
            faults = list(
                self.automatic.clock_faults(note, opening, n=self.n, follows_open=follows)
            )
            for wrong in faults:
                self._fail("clock-false", wrong, "3.10 [A8]", "kind")
            if not faults and opening is not None and isinstance(note, Clock):
                opening.clock = note

    def _read_signature(self, note: Note | BeaconSignature, opening: AuditedOpening | None) -> None:
        if not isinstance(note, BeaconSignature):
            message = "this is no signature of the beacon: n and 96 hexadecimal digits"
            self._fail("beacon-false", message, "3.10 [A11]", "kind")
            return
        if opening is None:
            message = "the signature stands between the open line and the state line"
            self._fail("beacon-false", message, "3.10 [A11]", "kind")
            return
        self._check_number(note.n)
        for wrong in self.beacon.sign(note.signature):
            self._fail("beacon-false", wrong, "3.10 [A11]", "signature")
        opening.is_signed = opening.is_signed or note.n == self.n

    def _read_back(self, line: Annul | Rewind) -> None:
        newest = self.standing[-1] if self.standing else 0
        if isinstance(line, Rewind):
            self.stage = "between"
            if line.to != newest:
                message = f"after these annulments the match goes on from {newest}"
                self._fail("rewind-false", message, "3.4", "to")
            return
        self.stage = "annulling"
        if line.n != newest:
            message = f"the newest opening that stands is {newest}, not {line.n}"
            self._fail("rewind-false", message, "3.4", "n")
        self.annulments.append((newest, line.reason))
        if self.standing:
            self.openings[self.standing.pop()].stands = False

    # --- what only the whole log shows ----------------------------------------------------------

    def _check_last_stage(self) -> None:
        if self.stage == "annulling":
            message = "the log ends among openings taken back, without the note of the rewind"
            self._fail("rewind-false", message, "3.10 [A5]")
        locked_first = self.stage == "locked" and self.mode in LOCKED_FIRST
        if self.stage in ("locked", "open") and not locked_first:
            message = f"the log ends in the middle of opening {self.n}, without its state line"
            self._fail("opening-unfinished", message, "3.6")
        if self.loose_note is not None:
            self.k = self.loose_note
            message = "only sheets notes and end may follow the very last state line"
            self._fail("line-order", message, "3.6", "kind")

    def _check_whole(self, opening: AuditedOpening) -> None:
        """Judges of an opening what needs the lines behind it (3.10 [A3], [A8], [A11], [A12])."""
        automatic = self.automatic.seats(opening)
        self.automatic.written.update(opening.sent & automatic)
        for player in opening.shown:
            for wrong in self.automatic.sheet_faults(opening, player, hidden=self.draws.hidden):
                k = opening.shown[player].k
                self._fail_at(k, "sheet-false", wrong, "3.10 [A8]", "files", player)
        if opening.pledges is None:
            return
        if self.mode in _LATE_PLEDGES:
            # The referee's own opening: nobody was asked for a pledge.
            own = opening.is_corrected and not opening.sent
            self.withheld.update(() if own else opening.without_pledge)
        elif self.mode != "public":
            for player, wrong in opening.pledge_faults():
                self._fail_at(
                    opening.opened_at, "chain-false", wrong, "3.10 [A3]", "pledges", player
                )
        if self.beacon.is_fixed_early and opening.beacon is not None and not opening.is_signed:
            message = "the signature of the beacon's value is missing"
            self._fail_at(opening.opened_at, "beacon-false", message, "3.10 [A11]", "beacon")
        if opening.draws and self.mode != "external":
            hands = opening.hands(automatic)
            self.hands["drawing"] += 1
            self.hands["alone"] += hands == 1
            self.hands["by_none"] += hands == 0

    def _check_end(self, *, is_understood: bool) -> None:
        """Judges what only the whole log can show."""
        if not self.stopped and is_understood:
            self._check_last_stage()
        if self.genesis is not None:
            self.draws.check_labels()
        for opening in self.openings.values():
            self._check_whole(opening)

    def _veiled(self) -> tuple[int, ...]:
        if self.genesis is None or self.draws.hidden is not None:
            return ()
        return tuple(n for n, one in self.openings.items() if one.is_veiled or one.has_seals)

    def result(self, log: Log | Reading, *, is_understood: bool) -> DiceAudit:
        """Returns what was found, all lines being read."""
        self._check_end(is_understood=is_understood)
        counts: Counter[str] = self.draws.counts if self.genesis is not None else Counter()
        return DiceAudit(
            mode=self.mode,
            lines=log.total,
            torn=log.torn,
            openings=self.n,
            annulments=tuple(self.annulments),
            rolls=counts["rolls"],
            dice=counts["dice"],
            rolls_on_trust=counts["rolls_on_trust"],
            shuffles=counts["shuffles"],
            hidden_draws=counts["hidden_draws"],
            unsealed=counts["unsealed"],
            ended=self.stage == "ended",
            locked=self.n if self.stage == "locked" and self.mode in LOCKED_FIRST else None,
            is_amended=self.automatic.is_amended,
            drawing=self.hands["drawing"],
            alone=self.hands["alone"],
            by_none=self.hands["by_none"],
            automatic=FrozenMap({p: self.automatic.written[p] for p in self.players}),
            by_hand=self.automatic.by_hand(self.openings.values()),
            penalty=self.genesis.offer.penalty if self.genesis else "",
            players_without_chain=tuple(p for p in self.players if self.chains[p] is None),
            missing_orders=FrozenMap({p: self.missing[p] for p in self.players}),
            withheld_pledges=FrozenMap({p: self.withheld[p] for p in self.players}),
            sheets_not_published=tuple(
                (n, player) for n, opening in self.openings.items() for player in opening.not_shown
            ),
            veiled=self._veiled(),
            seated=tuple(self.joined_anew),
            corrections=tuple(self.corrections),
            last_cited=self.last_cited,
            failures=tuple(sorted([*log.problems, *self.failures], key=_place_of)),
        )


def _place_of(problem: Problem) -> int:
    return int(problem.path[0])


def _name(payload: Payload) -> str:
    return f"the note {payload.kind}" if payload.t == "note" else f"the line {payload.t}"
