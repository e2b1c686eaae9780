"""The judges of a forgery: package, file and page judge the dice, the full audit all of it."""

from __future__ import annotations

from adjudicator.audit.dice_audit import NOT_PROVEN, SOUND
from adjudicator.audit.log import BeaconSignature, Genesis, Line, Log, Open
from adjudicator.audit.proof import unproven
from adjudicator.audit.replay import replay
from adjudicator.documents.keys.beacon_signature import check_signatures
from tests.audit.forgeries.matches import HonestMatch
from tests.audit.log_changes import Judged

__all__ = ["full_judges", "package_judges"]

REFUTED = Judged("refuted")


def package_judges(said: Judged, read: Log | None) -> Judged:
    """What the package says of the dice, with the signatures of the beacon (3.10 [A11]).

    Args:
        said: what it says without them.
        read: the log; None: it is none.
    """
    if said.is_noticed or read is None:
        return said
    lines = [one for one in read.lines if isinstance(one.payload, BeaconSignature | Genesis | Open)]
    told = tuple(map(_said_of_beacon, lines))
    if told not in _FALSE:
        problems = check_signatures(Log(tuple(lines))).problems
        places = [one.k for one in lines]
        _FALSE[told] = tuple(places.index(int(problem.path[0])) for problem in problems)
    false = tuple(lines[place].k for place in _FALSE[told])
    return Judged("refuted", false) if false else said


def _said_of_beacon(line: Line) -> tuple[str, str]:
    match line.payload:
        case Genesis() as genesis:
            return "amended", str(genesis.offer.amended)
        case Open() as opened:
            return "value", str(opened.beacon)
        case BeaconSignature() as note:
            return "signature", note.signature
    raise AssertionError(line)


_FALSE: dict[tuple[tuple[str, str], ...], tuple[int, ...]] = {}
"""Which lines of values and signatures are false; few of them differ in many logs."""


def full_judges(match: HonestMatch, read: Log | None, of_dice: Judged) -> Judged:
    """What the full audit says to a stranger who has the log alone.

    Args:
        read: the log; None: it is none.
        of_dice: what the package says of the dice; the full audit begins with it.
    """
    if of_dice.is_noticed or read is None:
        return REFUTED
    replayed = replay(match.known.rules, read)
    if replayed.problems:
        return REFUTED
    return Judged(SOUND if unproven(match.known.rules, read, replayed) is None else NOT_PROVEN)
