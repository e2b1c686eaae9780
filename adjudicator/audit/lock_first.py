"""The modes that lock first: sealed, mutual, beacon (TFD1 3.8).

The lock of an opening is published before the secrets exist that make its dice. So an opening has
two steps: the lock alone; then, when the pledges or the value of the beacon are there, the rest.
In beacon mode under the amended rules there is one before them: the round is fixed before the
sheets, which cite the note that says so, so that nobody chooses it with the sheets in hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeVar

from adjudicator.audit import log
from adjudicator.audit.chains import chains_after
from adjudicator.audit.opening import (
    LATE_PLEDGES,
    Files,
    FixedRound,
    Locked,
    Opening,
    SavedMatch,
    Secrets,
    fixes_round_first,
    hashes_of,
    open_next,
)
from adjudicator.core.game import Rules, State
from adjudicator.core.problem import Problem, Refused, ReplayDivergence
from adjudicator.core.referee import would_open
from adjudicator.core.sheet import Sheet
from adjudicator.core.values import FrozenMap, Hex32, Id, Value

__all__ = [
    "DRAND_GENESIS",
    "DRAND_PERIOD",
    "DRAND_ROUNDS",
    "Locking",
    "Pledge",
    "awaited_pledges",
    "beacon_value",
    "check_beacon",
    "check_pledge",
    "check_round",
    "is_beacon_value",
    "lock_next",
    "moved",
    "moves_head",
    "no_round",
    "open_locked",
    "round_at",
    "round_of_value",
]

S = TypeVar("S", bound=State)

DRAND_GENESIS = 1692803367
"""When round 1 of drand quicknet came, in seconds since 1970."""
DRAND_PERIOD = 3
"""How many seconds lie between its rounds."""
DRAND_ROUNDS = "https://api.drand.sh/v2/beacons/quicknet/rounds/"
"""Where drand gives its rounds, by number."""
_NEWEST = "Mail the log that ends with the lock again; `adjudicator pledge` answers it."
_SOURCE = "drand-quicknet:"
_BEACON = re.compile(_SOURCE + r"([1-9][0-9]{0,15}):[0-9a-f]{64}", re.ASCII)


class Pledge(Value):
    """A seat's chain value for an opening, sent after its lock was published (3.8)."""

    t: Literal["pledge"]
    game: Hex32
    """The id of the match."""
    n: int
    """The number of the locked opening."""
    player: Id
    """The seat."""
    lock: Hex32
    """The hash of the lock line that the seat has seen."""
    pledge: Hex32
    """The seat's chain value P[n]."""


class Locking(NamedTuple):
    """A lock that was made: the lines to publish, and the match after it."""

    lines: bytes
    saved: SavedMatch


def round_at(deadline: int) -> int:
    """Returns the first round of drand quicknet at or after a time, in seconds since 1970 (3.8)."""
    return -((DRAND_GENESIS - deadline) // DRAND_PERIOD) + 1


def beacon_value(number: int, digits: str) -> str:
    """Returns a value of the beacon as it enters the turn key (3.8)."""
    return f"{_SOURCE}{number}:{digits}"


def is_beacon_value(text: str) -> bool:
    """Whether a text is meant as such a value, whether well formed or not."""
    return text.startswith(_SOURCE)


def round_of_value(text: str) -> int | None:
    """Returns which round a value is of; None: it is no value."""
    found = _BEACON.fullmatch(text)
    return int(found[1]) if found is not None else None


def moves_head(genesis: log.Genesis, line: log.Line) -> bool:
    """Whether a line between two openings is one that later sheets must have seen (3.10 [A4])."""
    if isinstance(line.payload, log.BeaconRound):
        return fixes_round_first(genesis)
    return isinstance(line.payload, log.Seat)


def moved(saved: SavedMatch, genesis: log.Genesis, between: Sequence[log.Line]) -> SavedMatch:
    """Returns a match after more lines of its log, which made no opening that stands.

    A seat may be replaced there (3.9), or the round of the next opening be fixed (3.10 [A2]).
    """
    if not between:
        return saved
    fixed = saved.fixed
    for line in between:
        if isinstance(line.payload, log.BeaconRound) and fixes_round_first(genesis):
            fixed = FixedRound(n=line.payload.n, round=line.payload.round)
    last, chains = between[-1], chains_after(saved.chains, genesis.offer, between)
    update = {"k": last.k, "head": last.hash, "chains": chains, "fixed": fixed}
    if saved.clock:
        from adjudicator.audit.clock import seated

        update["clock"] = seated(genesis, saved.clock, between)
    return saved.model_copy(update=update)


def check_round(genesis: log.Genesis, saved: SavedMatch, number: int) -> Iterator[Problem]:
    """Yields why a round is not fixed for the next opening, before its sheets (3.10 [A2]).

    A later one than that in force postpones it; the values of earlier ones may be known.
    """
    if saved.n + 1 > genesis.offer.links and saved.chains:
        yield _at_the_end(genesis.offer.links)
    if saved.fixed is not None and number <= saved.fixed.round:
        last = saved.fixed
        yield Problem(
            "round-not-later",
            f"round {last.round} was fixed for opening {last.n}, and round {number} is not later",
            rule="TFD1 3.10 [A2]",
            hint="Who knows a value could choose by it: every round is later than all before it. "
            "One that is fixed may be postponed, and never brought forward.",
        )


def lock_next(
    rules: Rules[S],
    genesis: log.Genesis,
    saved: SavedMatch,
    sheets: Mapping[str, Sheet],
    *,
    beacon_round: int | None = None,
) -> Locking | None:
    """Locks the next opening; None: these sheets would make none, and nothing is locked.

    Args:
        beacon_round: the round of the beacon, where it is not fixed before the sheets.

    Raises:
        Refused: in beacon mode, the round is not given; or the chains have no value for it.
    """
    n = saved.n + 1
    if not would_open(rules, saved, sheets, n):
        return None
    if n > genesis.offer.links and saved.chains:
        raise Refused([_at_the_end(genesis.offer.links)])
    fixed: list[log.Payload] = []
    number = None
    if genesis.offer.mode == "beacon":
        is_fixed = fixes_round_first(genesis)
        number = saved.round_in_force if is_fixed else beacon_round
        if number is None:
            raise Refused([no_round(genesis, n)])
        fixed += [] if is_fixed else [log.BeaconRound(n=n, round=number)]
    orders = FrozenMap(hashes_of(genesis, sheets))
    lock = log.Lock(n=n, orders=orders, files=FrozenMap())
    lines, head = log.append(saved.log_head, *fixed, lock)
    locked = Locked(orders=orders, round=number)
    return Locking(
        lines, saved.model_copy(update={"k": head.k, "head": head.hash, "locked": locked})
    )


def _at_the_end(links: int) -> Problem:
    return Problem(
        "chain-at-its-end",
        f"the chains of this match end with opening {links}: nobody could pledge for the next",
        rule="TFD1 3.2",
        hint="Begin a new match with a scenario that starts where this one stands.",
    )


def no_round(genesis: log.Genesis, n: int) -> Problem:
    """Returns the problem of an opening of which nobody has said the round of the beacon."""
    if fixes_round_first(genesis):
        return Problem(
            "round-missing",
            f"no round of the beacon is fixed for opening {n}, and its sheets must cite it",
            rule="TFD1 3.10 [A2]",
            hint="Fix it first: `adjudicate MATCH --deadline TIME` without sheets, or --round. "
            "Then mail the new state.json; sheets are written by that one.",
        )
    return Problem(
        "round-missing",
        f"opening {n} would be locked, and no round of the beacon is named for it",
        rule="TFD1 3.8",
        hint="Give --deadline with the time at which the dice shall come, or --round: a round "
        "that is not published yet, late enough for the mail with the lock to arrive.",
    )


def open_locked(
    rules: Rules[S],
    genesis: log.Genesis,
    saved: SavedMatch,
    sheets: Mapping[str, Sheet],
    *,
    secrets: Secrets,
    earlier: Callable[[], Mapping[int, Files]] = dict,
    clock: log.Clock | None = None,
) -> Opening[S]:
    """Opens what is locked, with the very sheets that are; see `open_next`.

    Raises:
        ReplayDivergence: the rules make nothing of these sheets: they are not those of the lock.
    """
    assert saved.locked is not None
    made = open_next(rules, genesis, saved, sheets, secrets=secrets, earlier=earlier, clock=clock)
    if not isinstance(made, Opening):
        raise ReplayDivergence("nothing is answered or rolled in what was locked")
    return made


def awaited_pledges(genesis: log.Genesis, saved: SavedMatch) -> tuple[str, ...]:
    """Returns the seats whose pledges a locked opening takes: all that have a chain.

    Also those of which no sheet is locked: else a seat that orders alone would know all that makes
    the dice but the referee's value, and in mutual mode even that.
    """
    if saved.locked is None or genesis.offer.mode not in LATE_PLEDGES:
        return ()
    return tuple(sorted(saved.chains))


def check_pledge(genesis: log.Genesis, saved: SavedMatch, pledge: Pledge) -> Iterator[Problem]:
    """Yields what is wrong with a pledge for the locked opening."""
    n = saved.n + 1
    if pledge.game != saved.gid:
        message = "this pledge is for another match"
        yield Problem("other-match", message, ("game",), hint=_NEWEST, kind="stale")
        return
    awaited = awaited_pledges(genesis, saved)
    if pledge.player not in awaited:
        yield Problem(
            "pledge-not-awaited",
            f'no pledge of "{pledge.player}" is due',
            ("player",),
            "TFD1 3.8",
            hint=f"Due for opening {n}: {', '.join(awaited) or 'no pledge at all'}.",
        )
    elif pledge.n != n:
        message = f"this pledge is for opening {pledge.n}, locked is {n}"
        yield Problem("other-opening", message, ("n",), hint=_NEWEST, kind="stale")
    elif pledge.lock != saved.head:
        yield Problem(
            "other-lock",
            f"this pledge answers another lock of opening {n} than the one in this log",
            ("lock",),
            "TFD1 3.8",
            hint=f"The hash of this lock is {saved.head}; find out who has shown the other one.",
            kind="stale",
        )
    elif not saved.chains[pledge.player].holds(pledge.player, pledge.pledge, n):
        yield Problem(
            "pledge-false",
            f"this is not value number {n} of the chain of {pledge.player}",
            ("pledge",),
            "TFD1 3.7 (4)",
            hint="`adjudicator pledge` makes it from the seat's own key file.",
        )


def check_beacon(text: str, fixed: int | None) -> Iterator[Problem]:
    """Yields what is wrong with a value of the beacon; `fixed` is the round that was fixed."""
    number = round_of_value(text)
    if number is None:
        yield Problem(
            "beacon-malformed",
            "the value of the beacon is drand-quicknet:<round>:<64 hexadecimal digits>",
            rule="TFD1 3.8",
            hint="The digits are the field `randomness` of that round, in lower case.",
            kind="invalid",
        )
    elif number != fixed:
        yield Problem(
            "other-round",
            f"this is round {number} of the beacon; round {fixed} was fixed before the lock",
            rule="TFD1 3.8",
            hint=f"Take the value of round {fixed}, and no other.",
        )
