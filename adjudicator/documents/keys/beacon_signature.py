"""The beacon's answers and their signatures: drand quicknet (TFD1 3.8, 3.10 [A11]).

A value of the beacon is the SHA-256 of the signature of its round, which only the beacon can make:
a point of G1 on BLS12-381 that its group key verifies. No network is needed for that, but the
library py_ecc, which comes with `pip install 'wargame-adjudicator[beacon]'`.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple

from pydantic import ConfigDict, StringConstraints

from adjudicator.audit import log
from adjudicator.audit.beacon_audit import SignaturesChecked
from adjudicator.audit.lock_first import DRAND_ROUNDS, beacon_value, round_of_value
from adjudicator.audit.opening import fixes_round_first
from adjudicator.core.english import amount
from adjudicator.core.problem import Problem
from adjudicator.core.values import Hex32, Value
from adjudicator.documents.json_input import read_json
from adjudicator.documents.problems import RefusedFile
from adjudicator.documents.schemas import understood

if TYPE_CHECKING:  # the library is not everybody's
    from py_ecc.bls.typing import G1Uncompressed, G2Uncompressed

__all__ = [
    "CHAIN",
    "DST",
    "GROUP_KEY",
    "NOT_CHECKED",
    "Signed",
    "check_signatures",
    "false_ones",
    "is_checkable",
    "read_beacon",
    "signature_false",
]

CHAIN = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
"""The hash by which drand names the chain quicknet."""
GROUP_KEY = (
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
)
"""Its public key: a point of G2, compressed."""
DST = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
"""What keeps its signatures apart from those of other schemes (RFC 9380)."""
NOT_CHECKED = (
    "signature not checked: `pip install 'wargame-adjudicator[beacon]'` brings the library that "
    "checks it without a network"
)
_FACTOR_BYTES = 16


class _DrandRound(Value):
    """What drand answers of a round; further fields are its own business."""

    model_config = ConfigDict(extra="allow")

    round: log.Number
    """The round."""
    signature: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{96}$")]
    """Its signature: 48 bytes."""
    randomness: Hex32 | None = None
    """The hash of the signature; newer answers leave it out."""


class Signed(NamedTuple):
    """A round and what is said to be its signature, in hexadecimal digits."""

    round: int
    signature: str


def read_beacon(raw: bytes, source: str) -> tuple[str, str]:
    """Returns the value of the beacon that a file of drand gives, and its signature.

    Raises:
        RefusedFile: it is malformed or invalid, or its randomness is not that of its signature.
    """
    document = read_json(raw, source=source)
    said = understood(_DrandRound, document)
    value = hashlib.sha256(bytes.fromhex(said.signature)).hexdigest()
    if said.randomness not in (None, value):
        problem = Problem(
            "randomness-false",
            "the randomness is not the SHA-256 of the signature",
            ("randomness",),
            "TFD1 3.10 [A11]",
            hint=f"The signature gives {value}: fetch the file anew, from another relay.",
            kind="invalid",
        )
        raise RefusedFile([document.located(problem)])
    return beacon_value(said.round, value), said.signature


def is_checkable() -> bool:
    """Whether the library is installed that checks signatures."""
    return importlib.util.find_spec("py_ecc") is not None


def _load() -> None:
    """Loads the library. It lets the whole program nest a hundred times deeper, which is undone.

    Else a deeply nested file, which is refused, would overflow the stack of the process.
    """
    depth = sys.getrecursionlimit()
    importlib.import_module("py_ecc")
    sys.setrecursionlimit(depth)


def false_ones(signed: Sequence[Signed]) -> tuple[int, ...]:
    """Returns the places of those signatures that are not the beacon's, sorted.

    All together are checked at the cost of one; where something is false, both halves are.
    """
    _load()
    points = [_point(one.signature) for one in signed]
    real = [(place, point) for place, point in enumerate(points) if point is not None]
    outside = [place for place, point in enumerate(points) if point is None]
    return tuple(sorted([*outside, *_false_among(real, signed)]))


def _false_among(
    points: Sequence[tuple[int, G1Uncompressed]], signed: Sequence[Signed]
) -> list[int]:
    if not points or _is_genuine(points, signed):
        return []
    if len(points) == 1:
        return [points[0][0]]
    half = len(points) // 2
    return _false_among(points[:half], signed) + _false_among(points[half:], signed)


def _point(signature: str) -> G1Uncompressed | None:
    """Returns the point that a signature names; None: none, or none of the group."""
    from py_ecc.bls.point_compression import decompress_G1
    from py_ecc.bls.typing import G1Compressed
    from py_ecc.optimized_bls12_381.optimized_curve import curve_order, is_inf, multiply

    try:
        point = decompress_G1(G1Compressed(int(signature, 16)))
    except ValueError:  # wrong flags, x too large, or no such point
        return None
    return point if is_inf(multiply(point, curve_order)) and not is_inf(point) else None


def _is_genuine(points: Sequence[tuple[int, G1Uncompressed]], signed: Sequence[Signed]) -> bool:
    """Whether the group key verifies all of these signatures.

    e(S, g2) = e(H, key) for each is checked as one equation of their sums, each taken as often as
    a number says that depends on all of them: so false ones cannot make up for each other.
    """
    from py_ecc.fields import optimized_bls12_381_FQ12 as FQ12
    from py_ecc.optimized_bls12_381.optimized_curve import G2, Z1, add, multiply, neg
    from py_ecc.optimized_bls12_381.optimized_pairing import final_exponentiate, pairing

    said = "".join(f"{signed[place].round}:{signed[place].signature}\n" for place, _ in points)
    signatures = messages = Z1
    for place, point in points:
        factor = hashlib.sha256(f"{place}\n{said}".encode()).digest()[:_FACTOR_BYTES]
        times = int.from_bytes(factor, "big") | 1
        signatures = add(signatures, multiply(point, times))
        messages = add(messages, multiply(_hashed(signed[place].round), times))
    both = pairing(G2, signatures, False) * pairing(_group_key(), neg(messages), False)
    return bool(final_exponentiate(both) == FQ12.one())


def _hashed(number: int) -> G1Uncompressed:
    """Returns the point that the beacon signs for a round."""
    from py_ecc.bls.hash_to_curve import hash_to_G1

    message = hashlib.sha256(number.to_bytes(8, "big")).digest()
    return hash_to_G1(message, DST, hashlib.sha256)  # type: ignore[arg-type] # meant: a function


def _group_key() -> G2Uncompressed:
    from py_ecc.bls.point_compression import decompress_G2
    from py_ecc.bls.typing import G2Compressed

    halves = (int(GROUP_KEY[:96], 16), int(GROUP_KEY[96:], 16))
    return decompress_G2(G2Compressed(halves))


# -- in the log of a match ------------------------------------------------------------------------


def check_signatures(read: log.Log) -> SignaturesChecked:
    """Returns whether the signatures in a log are the beacon's own (3.10 [A11]).

    That the values are their hashes, and of the rounds that were fixed, the dice audit knows.
    """
    lines, signed = _signed_in(read)
    if not signed:
        return SignaturesChecked(())
    if not is_checkable():
        told = f"In {amount(len(signed), 'opening')} with the beacon: {NOT_CHECKED}."
        return SignaturesChecked((), not_checked=told)
    false = false_ones(signed)
    if false:
        problems = (
            signature_false(signed[place].round)
            .under(lines[place].k, "signature")
            ._replace(facts=(("line", lines[place].k + 1),))
            for place in false
        )
        return SignaturesChecked(tuple(problems))
    told = f"The group key of drand quicknet, chain {CHAIN[:8]}…, verifies the signatures of all "
    return SignaturesChecked((), f"{told}{amount(len(signed), 'value')} of the beacon.")


def _signed_in(read: log.Log) -> tuple[list[log.Line], list[Signed]]:
    """Returns the notes of signatures that count, and what each says of which round."""
    lines, signed, number = [], [], None
    is_binding = bool(read.lines) and fixes_round_first(read.genesis)
    for line in read.lines if is_binding else ():
        if isinstance(line.payload, log.Open):
            number = round_of_value(line.payload.beacon or "")
        elif isinstance(line.payload, log.BeaconSignature) and number is not None:
            lines.append(line)
            signed.append(Signed(number, line.payload.signature))
    return lines, signed


def signature_false(number: int) -> Problem:
    """Returns the problem of a signature that the group key does not verify."""
    return Problem(
        "beacon-signature-false",
        f"this is not the beacon's signature of round {number}",
        rule="TFD1 3.10 [A11]",
        hint=f"{DRAND_ROUNDS}{number} gives it.",
    )
