"""Signatures of drand quicknet: real rounds, forged ones, and those of a key pair of our own."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from py_ecc.bls.hash_to_curve import hash_to_G1
from py_ecc.bls.point_compression import compress_G1, compress_G2, decompress_G1
from py_ecc.bls.typing import G1Compressed
from py_ecc.optimized_bls12_381.optimized_curve import G2, add, curve_order, multiply, neg

from adjudicator.audit.lock_first import DRAND_GENESIS, DRAND_PERIOD
from adjudicator.documents.keys import beacon_signature
from adjudicator.documents.keys.beacon_signature import Signed, false_ones, read_beacon
from adjudicator.documents.problems import RefusedFile

sys.setrecursionlimit(1000)  # As it was: the library changes it for the whole process.

PINNED = json.loads((Path(__file__).parents[1] / "audit" / "drand-quicknet.json").read_bytes())
REAL = [Signed(one["round"], one["signature"]) for one in PINNED["rounds"]]
FIELD = int(
    "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
    16,
)
SECRET = int(hashlib.sha256(b"TEST ONLY beacon").hexdigest(), 16) % curve_order


OTHER_HASH = '{"round": 1000, "signature": "%s", "randomness": "' + "00" * 32 + '"}'


def is_genuine(number: int, signature: str) -> bool:
    return not false_ones([Signed(number, signature)])


@cache
def own_key() -> str:
    high, low = compress_G2(multiply(G2, SECRET))
    return f"{high:096x}{low:096x}"


@cache
def signed(number: int) -> Signed:
    """A round as the key pair of our own signs it."""
    message = hashlib.sha256(number.to_bytes(8, "big")).digest()
    # type: the stubs want a hash that was begun
    point = hash_to_G1(message, beacon_signature.DST, hashlib.sha256)  # type: ignore[arg-type] # as above
    return Signed(number, f"{compress_G1(multiply(point, SECRET)):096x}")


def test_what_is_pinned_is_what_the_program_has() -> None:
    assert PINNED["public_key"] == beacon_signature.GROUP_KEY
    assert PINNED["dst"].encode() == beacon_signature.DST
    assert PINNED["chain"] == beacon_signature.CHAIN
    assert (PINNED["genesis"], PINNED["period"]) == (DRAND_GENESIS, DRAND_PERIOD)


def test_real_rounds_are_genuine() -> None:
    assert beacon_signature.is_checkable()
    for one in REAL:
        assert is_genuine(*one)
    assert false_ones(REAL) == ()
    for said in PINNED["rounds"]:
        value, signature = read_beacon(json.dumps(said).encode(), "round.json")
        assert value == f"drand-quicknet:{said['round']}:{said['randomness']}"
        assert signature == said["signature"]


def test_the_library_does_not_let_other_files_nest_deeper() -> None:
    """It raises the limit of recursion when it is loaded, and hostile files would crash us."""
    program = (
        "import sys; from adjudicator.documents.keys.beacon_signature import Signed, false_ones;"
        f"print(false_ones([Signed(1000, {REAL[0].signature!r})]), sys.getrecursionlimit())"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert ran.stdout.split() == [b"()", b"1000"]


def test_another_round_is_refused() -> None:
    first, second = REAL
    for number, signature in (
        (first.round + 1, first.signature),
        (first.round - 1, first.signature),
        (first.round, second.signature),
        (second.round, first.signature),
    ):
        assert not is_genuine(number, signature)


@pytest.mark.parametrize("bit", [0, 1, 7, 63, 190, 379, 380, 381, 382, 383])
def test_a_flipped_bit_is_refused(bit: int) -> None:
    for one in REAL:
        assert not is_genuine(one.round, f"{int(one.signature, 16) ^ (1 << bit):096x}")


def test_points_that_are_none_of_the_group_are_refused() -> None:
    number, signature = REAL[0]
    outside = PINNED["outside_subgroup"]["signature"]
    assert not is_genuine(number, outside)
    point = decompress_G1(G1Compressed(int(signature, 16)))
    stray = decompress_G1(G1Compressed(int(outside, 16)))
    # What the cofactor kills is added: the same point to a pairing, and not the same bytes.
    small = multiply(stray, curve_order)
    assert not is_genuine(number, f"{compress_G1(add(point, small)):096x}")
    negated = f"{compress_G1(neg(point)):096x}"
    assert int(negated, 16) ^ int(signature, 16) == 1 << 381
    assert not is_genuine(number, negated)


def test_encodings_that_are_not_canonical_are_refused() -> None:
    number, signature = REAL[0]
    whole = int(signature, 16)
    x, flags = whole % (1 << 381), whole >> 381 << 381
    infinity = 0b110 << 381
    wrong = [
        infinity, infinity | 1, 0b111 << 381, 0b010 << 381, 0, 0b100 << 381,
        whole & ~(1 << 383), whole | (1 << 382), flags | FIELD,
    ]  # fmt: skip
    if x + FIELD < 1 << 381:
        wrong.append(flags | (x + FIELD))
    small = next(n for n in range(2, 99) if pow(n**3 + 4, (FIELD - 1) // 2, FIELD) == 1)
    assert small + FIELD < 1 << 381
    wrong.append(0b100 << 381 | (small + FIELD))
    for one in wrong:
        assert not is_genuine(number, f"{one:096x}")


def test_a_key_pair_of_our_own(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = [signed(number) for number in (1, 2, 3, 5, 8, 13)]
    assert false_ones(rounds[:1]) == (0,)
    monkeypatch.setattr(beacon_signature, "GROUP_KEY", own_key())
    assert false_ones(rounds) == ()
    assert false_ones([]) == ()
    assert false_ones(REAL[:1]) == (0,)
    swapped = [rounds[0], Signed(2, rounds[2].signature), Signed(3, rounds[1].signature)]
    assert false_ones([*swapped, *rounds[3:]]) == (1, 2)
    outside = Signed(4, PINNED["outside_subgroup"]["signature"])
    assert false_ones([outside, *rounds[:2]]) == (0,)


def test_false_signatures_do_not_make_up_for_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both differ from the real ones by the same point, once added and once taken away."""
    monkeypatch.setattr(beacon_signature, "GROUP_KEY", own_key())
    stray = decompress_G1(G1Compressed(int(signed(9).signature, 16)))
    forged = []
    for number, point in ((1, stray), (2, neg(stray))):
        real = decompress_G1(G1Compressed(int(signed(number).signature, 16)))
        forged.append(Signed(number, f"{compress_G1(add(real, point)):096x}"))
    assert false_ones(forged) == (0, 1)


def test_answers_of_the_beacon() -> None:
    number, signature = REAL[0]
    value = hashlib.sha256(bytes.fromhex(signature)).hexdigest()
    newer = json.dumps({"round": number, "signature": signature}).encode()
    assert read_beacon(newer, "-") == (f"drand-quicknet:{number}:{value}", signature)
    more = {"round": number, "signature": signature, "randomness": value, "previous": None}
    assert read_beacon(json.dumps(more).encode(), "-")[1] == signature


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("", "empty-file"),
        ("<html>", "value-expected"),
        ("[]", "wrong-type"),
        ('{"round": 1000}', "missing-field"),
        ('{"round": "1000", "signature": "%s"}', "wrong-type"),
        ('{"round": 0, "signature": "%s"}', "too-small"),
        ('{"round": 1000, "signature": "%s00"}', "bad-pattern"),
        (
            OTHER_HASH,
            "randomness-false",
        ),
        ('{"round": 1000, "round": 1001, "signature": "%s"}', "duplicate-key"),
        (" " * (1 << 21), "file-too-large"),
    ],
)
def test_what_is_no_answer_of_the_beacon_is_refused(written: str, code: str) -> None:
    raw = written.replace("%s", REAL[0].signature).encode()
    with pytest.raises(RefusedFile) as refused:
        read_beacon(raw, "round.json")
    assert [one.problem.code for one in refused.value.located] == [code]
