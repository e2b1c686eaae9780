"""The dice audit: what a log proves about its dice without knowing the rules of any game.

The checks are those of the TFD1 specification 3.7, (1) to (9), whose numbers stand in brackets.
Only the full audit, which plays the match again, proves that no roll was left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from adjudicator.core import tfd1
from adjudicator.core.beacon_audit import BeaconAudit, is_value
from adjudicator.core.dice_audit import DiceAudit
from adjudicator.core.log import (
    LOCKED_FIRST,
    Annul,
    BeaconRound,
    Correction,
    End,
    ExternalRoll,
    Genesis,
    Line,
    Lock,
    Log,
    Mode,
    Note,
    Open,
    Payload,
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
)
from adjudicator.core.problem import Path, Problem
from adjudicator.core.values import FrozenMap

__all__ = ["audit_dice"]

_Thing = TypeVar("_Thing", bound=Hashable)


def audit_dice(log: Log) -> DiceAudit:
    """Returns what a log proves (3.7).

    It may end after any opening. What cannot be understood, or stands where it must not, is a
    failure at which the audit stops; all other failures are gathered.
    """
    audit = _Audit(log)
    audit.run()
    return audit.result()


def _mode_of(genesis: Genesis) -> Mode:
    """Returns the mode that an offer names, else the one that its anchors make (3.8)."""
    if genesis.offer.mode is not None:
        return genesis.offer.mode
    if genesis.offer.anchor is not None:
        return "referee"
    return "mutual" if any(join.anchor for join in genesis.joins) else "public"


_INSIDE = (Roll, Shuffle, SealedRoll, SealedDeck, Unseal)
_FREE_NOTES = (Note, Correction)
_MAY_FOLLOW: dict[str, tuple[type[Payload], ...]] = {
    "nothing": (Genesis,),
    "between": (Lock, Annul, Seat, Sheets, End, BeaconRound, *_FREE_NOTES),
    "locked": (Open,),
    "open": (StateReached, *_INSIDE, Sheets, ExternalRoll, *_FREE_NOTES),
    "annulling": (Annul, Rewind),
    "closing": (Sheets, Annul, End),
    "ended": (),
}
"""Which lines may stand at each stage of a log (3.4, 3.6)."""


@dataclass(slots=True)
class _Opening:
    """An opening under audit."""

    k: int
    lock: Lock
    open: Open | None = None
    key: str = ""
    seated: int = 0
    """The line of the last `seat` before it, which its sheets must have seen; 0: there is none."""
    published: set[str] = field(default_factory=set)


@dataclass(slots=True)
class _Seals:
    """A line of seals under audit."""

    k: int
    line: SealedRoll | SealedDeck
    key: str


class _Audit:
    """One pass over the lines of a log."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.failures: list[Problem] = list(log.problems)
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
        self.openings: dict[int, _Opening] = {}
        self.standing: list[int] = []
        self.loose_note: int | None = None
        self.seated = 0
        self.joined_anew: list[tuple[int, str]] = []
        self.beacon = BeaconAudit()
        self.labels: list[tuple[str, int, int]] = []
        self.unseals: list[tuple[tuple[int, str, int], int, int]] = []
        self.seals: dict[tuple[int, str], _Seals] = {}
        self.last_cited: int | None = None
        self.missing: Counter[str] = Counter()
        self.withheld: Counter[str] = Counter()
        self.owing: list[str] = []
        self.counts: Counter[str] = Counter()
        self.corrections: list[tuple[int, str]] = []
        self.annulments: list[tuple[int, str]] = []

    # --- the pass -------------------------------------------------------------------------------

    def run(self) -> None:
        """Reads every line in turn, then what only the whole log can show."""
        for line in self.log.lines:
            self.k = line.k
            if type(line.payload) not in _MAY_FOLLOW[self.stage]:
                self._fail("line-order", f"{_name(line.payload)} may not stand here", "3.4")
                self.stopped = True
            else:
                self._read(line)
            if self.stopped:
                break
            self.known_lines[line.hash] = line.k
        if not self.stopped and len(self.log.lines) == self.log.count:
            self._check_last_stage()
        self._check_labels()

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
            case Shuffle() | ExternalRoll() as drawn:
                self._read_draws(drawn)
            case SealedRoll() | SealedDeck() as sealed:
                self._read_seals(sealed)
            case Unseal() as unseal:
                self._read_unseal(unseal)
            case StateReached() as state:
                self._check_number(state.n)
                self.stage = "between"
            case Annul() | Rewind() as back:
                self._read_back(back)
            case Seat() as seat:
                self._read_seat(seat)
            case Sheets() as sheets:
                self._read_sheets(sheets)
            case End() as end:
                self._read_end(end)
            case BeaconRound() as fixed:
                self._read_round(fixed)
            case Note() | Correction() as note:
                self._read_note(note)
            case _:  # clock and beacon-signature
                pass

    def _fail(self, code: str, message: str, rule: str, *path: str | int) -> None:
        place: Path = (self.k, *path)
        facts = (("line", self.k + 1),)
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
        self.mode = _mode_of(genesis)
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
        self.seated = self.k
        self.joined_anew.append((self.k, seat.join.player))

    # --- lock and open (3), (4), (5) ------------------------------------------------------------

    def _read_lock(self, lock: Lock) -> None:
        if lock.n != self.n + 1:
            message = f"the next opening is number {self.n + 1}, not {lock.n}"
            self._fail("wrong-opening", message, "3.7 (3)", "n")
            self.stopped = True
            return
        opening = _Opening(self.k, lock, seated=self.seated)
        self.seated = 0
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

    def _check_sheet(self, opening: _Opening, player: str, sheet: Sheet) -> None:
        """Checks one published sheet against its lock (3.7 (3), (4))."""
        n, place = opening.lock.n, ("files", player)
        locked = opening.lock.orders.get(player)
        if player in opening.published:
            message = f"the sheet of {player} for opening {n} stands in the log already"
            self._fail("sheet-false", message, "3.4", *place)
        opening.published.add(player)
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
        elif cited < opening.seated:
            # Else a new chain could be chosen by somebody who holds all sheets already.
            message = (
                f"the sheet was written before line {opening.seated + 1}, which seats a player"
            )
            self._fail("sheet-false", message, "3.9", *place, "head")
        else:
            self.last_cited = max(cited, self.last_cited or 0)
        if opening.open is not None:
            self._check_pledge(opening, player, sheet)

    def _check_pledge(self, opening: _Opening, player: str, sheet: Sheet) -> None:
        assert opening.open is not None
        if sheet.pledge is None and self.mode in ("sealed", "mutual"):
            return  # Pledges are sent after the lock (3.8).
        if sheet.pledge != opening.open.pledges.get(player):
            message = f"the pledge of {player} is not the one in the sheet"
            self._fail("chain-false", message, "3.7 (4)", "pledges", player)

    def _read_open(self, opened: Open) -> None:
        assert self.genesis is not None
        self._check_number(opened.n)
        opening = self.openings[self.n]
        lock = opening.lock
        opening.open = opened
        self.stage = "open"
        for wrong in self.beacon.take(opened.beacon, self.n):
            self._fail("beacon-false", wrong, "3.8", "beacon")
        self.owing = []
        if tuple(opened.pledges) != self.players:
            message = f"the pledges must name {', '.join(self.players)} and nobody else"
            self._fail("lock-false", message, "3.4", "pledges")
        if opened.ref is None and self.referee_chain is not None:
            self._fail("chain-false", "the referee's value is missing", "3.7 (4)", "ref")
        self.referee_chain = self._opened("referee", self.referee_chain, opened.ref, "ref")
        for player in self.players:
            pledge, chain = opened.pledges.get(player), self.chains[player]
            owes = lock.orders.get(player) is not None or self.mode in ("sealed", "mutual")
            if pledge is None and chain is not None and owes:
                self.owing.append(player)
            self.chains[player] = self._opened(player, chain, pledge, "pledges", player)
        self.withheld.update(self.owing)
        for player, sheet in lock.files.items():
            self._check_pledge(opening, player, sheet)
        shares = [
            tfd1.Share(player, lock.orders.get(player), opened.pledges.get(player))
            for player in self.players
        ]
        opening.key = tfd1.turn_key(
            opened.ref, self.gid, self.n, beacon=opened.beacon, shares=shares
        )
        if opened.key != opening.key:
            self._fail("key-false", f"the turn key must be {opening.key}", "3.7 (5)", "key")

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
        self.loose_note = self.k
        if fixed.n != self.n + 1:
            message = f"the next opening is number {self.n + 1}, not {fixed.n}"
            self._fail("wrong-opening", message, "3.8", "n")
        for wrong in self.beacon.fix(fixed.round):
            self._fail("beacon-false", wrong, "3.8", "round")

    # --- draws (6), (7), (8) --------------------------------------------------------------------

    def _label(self, n: int, label: str) -> None:
        self._check_number(n)
        opened = self.openings[self.n].open
        if self.mode == "beacon" and (opened is None or not is_value(opened.beacon)):
            message = f"opening {self.n} has no value of the beacon, and draws need one"
            self._fail("mode-false", message, "3.8", "n")
        self.labels.append((label, self.n, self.k))

    def _read_draws(self, line: Roll | Shuffle | ExternalRoll) -> None:
        self._label(line.n, line.label)
        key = self.openings[self.n].key
        if isinstance(line, Roll):
            self.counts["rolls"] += 1
            self.counts["dice"] += len(line.values)
            if self.mode == "external":
                self._fail("mode-false", "external mode rolls no dice of its own", "3.8", "t")
            values = tfd1.roll(key, line.label, len(line.values), line.sides)
            self._check_draw(line.label, line.values, values, "values")
        elif isinstance(line, ExternalRoll):
            self.counts["rolls_on_trust"] += 1
            if self.mode != "external":
                self._fail("mode-false", "rolls from elsewhere need external mode", "3.8", "kind")
            if any(value > line.sides for value in line.values):
                message = f"{line.label}: a value lies above {line.sides}"
                self._fail("draw-false", message, "3.5", "values")
        else:
            self.counts["shuffles"] += 1
            order = tfd1.shuffle(key, line.label, line.cards)
            self._check_draw(line.label, line.order, order, "order")

    def _check_draw(
        self, label: str, given: Sequence[object], expected: Sequence[object], name: str
    ) -> None:
        if given != expected:
            message = f"{label}: the {name} must be {list(expected)}, not {list(given)}"
            self._fail("draw-false", message, "3.7 (6)", name)

    def _read_seals(self, line: SealedRoll | SealedDeck) -> None:
        assert self.genesis is not None
        self._label(line.n, line.label)
        self.counts["hidden_draws"] += len(line.seals)
        if self.genesis.offer.hidden is None:
            self._fail("seal-false", "the offer fixes no hidden-draw secret", "3.3", "t")
        if isinstance(line, SealedDeck) and len(line.cards) != len(line.seals):
            self._fail("seal-false", "a deck has one seal for each card", "3.5", "seals")
        seals = _Seals(self.k, line, self.openings[self.n].key)
        self.seals.setdefault((self.n, line.label), seals)

    def _read_unseal(self, line: Unseal) -> None:
        self.counts["unsealed"] += 1
        self.unseals.append(((line.n, line.label, line.i), self.n, self.k))
        found = self.seals.get((line.n, line.label))
        if found is None or line.i > len(found.line.seals):
            message = f"there is no seal {line.i} of {line.label} in opening {line.n}"
            self._fail("unseal-false", message, "3.7 (7)", "i")
            return
        if isinstance(found.line, SealedDeck):
            possible = line.value in found.line.cards
        else:
            possible = isinstance(line.value, int) and line.value <= found.line.sides
        seal = tfd1.seal(self.gid, line.n, line.label, line.i, value=line.value, salt=line.salt)
        if not possible or seal != found.line.seals[line.i - 1]:
            message = f"value and salt do not make seal {line.i} of {line.label}"
            self._fail("unseal-false", message, "3.7 (7)", "value")

    def _read_end(self, end: End) -> None:
        assert self.genesis is not None
        offer = self.genesis.offer
        self.stage = "ended"
        if tfd1.hidden_commit(offer.game, end.hidden) != offer.hidden:
            message = "this is not the hidden-draw secret that the offer fixed"
            self._fail("secret-false", message, "3.7 (8)", "hidden")
            return
        for (n, label), seals in self.seals.items():
            self.k = seals.k
            key = tfd1.hidden_key(end.hidden, self.gid, n, seals.key)
            line = seals.line
            if isinstance(line, SealedDeck):
                drawn = tfd1.sealed_deck(key, self.gid, n, label, cards=line.cards)
            else:
                count, sides = len(line.seals), line.sides
                drawn = tfd1.sealed_roll(key, self.gid, n, label, count=count, sides=sides)
            if line.seals != tuple(draw.seal for draw in drawn):
                message = f"{label}: the seals are not those of the hidden-draw secret"
                self._fail("seal-false", message, "3.7 (8)", "seals")

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

    def _read_note(self, note: Note | Correction) -> None:
        if self.stage == "between":
            self.loose_note = self.k
        if note.kind != "correction":
            return
        self.corrections.append((self.k, note.reason if isinstance(note, Correction) else ""))
        if self.stage == "open" and not any(self.openings[self.n].lock.orders.values()):
            # The referee's own opening: nobody was asked for a pledge.
            self.withheld.subtract(self.owing)
            self.owing = []

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
        self.standing = self.standing[:-1]

    # --- what only the whole log shows ----------------------------------------------------------

    def _check_last_stage(self) -> None:
        locked_first = self.stage == "locked" and self.mode in LOCKED_FIRST
        if self.stage in ("locked", "open") and not locked_first:
            message = f"the log ends in the middle of opening {self.n}, without its state line"
            self._fail("opening-unfinished", message, "3.6")
        if self.loose_note is not None:
            self.k = self.loose_note
            message = "only sheets notes and end may follow the very last state line"
            self._fail("line-order", message, "3.6", "kind")

    def _check_labels(self) -> None:
        """A label is used once per opening, and once among those that stand (3.5)."""
        for label, n, k in self._repeated(self.labels):
            self.k = k
            message = f"the label {label} is used a second time, in opening {n}"
            self._fail("label-reused", message, "3.7 (6)", "label")
        for (n, label, i), _, k in self._repeated(self.unseals):
            self.k = k
            message = f"seal {i} of {label} in opening {n} is opened a second time"
            self._fail("unseal-false", message, "3.7 (7)", "i")

    def _repeated(
        self, uses: Iterable[tuple[_Thing, int, int]]
    ) -> Iterator[tuple[_Thing, int, int]]:
        once: set[tuple[_Thing, int]] = set()
        of_standing: set[_Thing] = set()
        standing = set(self.standing)
        for thing, n, k in uses:
            stands = n in standing
            if (thing, n) in once or (stands and thing in of_standing):
                yield thing, n, k
            once.add((thing, n))
            if stands:
                of_standing.add(thing)

    def result(self) -> DiceAudit:
        """Returns what was found."""
        return DiceAudit(
            mode=self.mode,
            lines=self.log.count,
            torn=self.log.torn,
            openings=self.n,
            annulments=tuple(self.annulments),
            rolls=self.counts["rolls"],
            dice=self.counts["dice"],
            rolls_on_trust=self.counts["rolls_on_trust"],
            shuffles=self.counts["shuffles"],
            hidden_draws=self.counts["hidden_draws"],
            unsealed=self.counts["unsealed"],
            ended=self.stage == "ended",
            locked=self.n if self.stage == "locked" and self.mode in LOCKED_FIRST else None,
            rounds_not_fixed=tuple(self.beacon.not_fixed),
            penalty=self.genesis.offer.penalty if self.genesis else "",
            players_without_chain=tuple(p for p in self.players if self.chains[p] is None),
            missing_orders=FrozenMap({p: self.missing[p] for p in self.players}),
            withheld_pledges=FrozenMap({p: self.withheld[p] for p in self.players}),
            sheets_not_published=tuple(
                (n, player)
                for n, opening in self.openings.items()
                for player, sheet in opening.lock.orders.items()
                if sheet is not None and player not in opening.published
            ),
            seated=tuple(self.joined_anew),
            corrections=tuple(self.corrections),
            last_cited=self.last_cited,
            failures=tuple(sorted(self.failures, key=_place_of)),
        )


def _place_of(problem: Problem) -> int:
    return int(problem.path[0])


def _name(payload: Payload) -> str:
    return f"the note {payload.kind}" if payload.t == "note" else f"the line {payload.t}"
