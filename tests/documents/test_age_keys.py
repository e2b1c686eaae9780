"""age keys: Bech32 by its own vectors, identities of masters, recipients in offers and joins."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pyrage
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import registry
from adjudicator.api.age_keys import age_key, held_secrets, recipients_of
from adjudicator.api.problems import Unusable, UnusableFile
from adjudicator.audit import log, tfd1
from adjudicator.documents.joins import OwnJoin
from adjudicator.documents.keys.age_keys import (
    bech32,
    identity_of,
    no_recipient,
    recipient_fault,
    recipients_in,
    unspelled,
)
from adjudicator.documents.keys.match_notes import Secret
from adjudicator.repository.sealing import seal_sheet
from tests.audit.log_changes import chained, lines_of, package_says, stand_alone_says
from tests.cli.test_lock_first import begun, call
from tests.core.toy import TOY, toy_scenario
from tests.registered import registered

MASTER = "5e" * 32

# BIP 173, "Test vectors": valid Bech32, in lower case; those whose bits make whole bytes.
VALID = {
    "a12uel5l": ("a", ""),
    "an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs": (
        "an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio", "",
    ),
    "abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw": (
        "abcdef", "00443214c74254b635cf84653a56d7c675be77df",
    ),
    "split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w": (
        "split", "c5f38b70305f519bf66d85fb6cf03058f3dde463ecd7918f2dc743918f2d",
    ),
}  # fmt: skip
INVALID = (
    "1pzry9x0s0muk", "pzry9x0s0muk", "x1b4n0q5v", "li1dgmt3", "a1g7sgd8", "10a06t8", "1qzzfhee",
    "abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxx", "A12UEL5L",
)  # fmt: skip


def test_the_vectors_of_bip_173() -> None:
    for text, (name, raw) in VALID.items():
        assert unspelled(name, text) == bytes.fromhex(raw), text
        assert bech32(name, bytes.fromhex(raw)) == text
    for text in INVALID:
        assert unspelled(text.rpartition("1")[0] or "age", text) is None, text


@given(st.binary(min_size=32, max_size=32))
def test_what_is_spelled_is_what_age_reads(seed: bytes) -> None:
    identity = pyrage.x25519.Identity.from_str(bech32("age-secret-key-", seed).upper())
    recipient = str(identity.to_public())
    assert str(identity) == bech32("age-secret-key-", seed).upper()
    assert recipient_fault(recipient) == ""
    raw = unspelled("age", recipient)
    assert raw is not None
    assert bech32("age", raw) == recipient


@given(st.binary(min_size=32, max_size=32), st.integers(4, 61), st.sampled_from("qpzry9x8gf2tvdw0"))
def test_a_wrong_letter_is_noticed(raw: bytes, place: int, letter: str) -> None:
    good = bech32("age", raw)
    changed = good[:place] + letter + good[place + 1 :]
    assert (unspelled("age", changed) == raw) == (changed == good)
    assert changed == good or recipient_fault(changed)


def test_what_is_no_recipient_is_said_why() -> None:
    good = bech32("age", bytes(31) + b"x")
    assert recipient_fault(good) == ""
    for text in (
        good.upper(), good[:-1], good + "q", "", "age1", f" {good}", f"{good}\n", "age1" + "é" * 58,
        bech32("age", bytes(31)), bech32("bge", bytes(32)), "AGE-SECRET-KEY-1", "x" * 10_000,
    ):  # fmt: skip
        assert recipient_fault(text), text


SMALL = (
    *(bytes([value]) + bytes(31) for value in (0, 1)),
    bytes.fromhex("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"),
    bytes.fromhex("5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"),
    *((2**255 - 19 + more).to_bytes(32, "little") for more in (-1, 0, 1)),
)
"""Points of Curve25519 of small order (RFC 7748, 7; cr.yp.to/ecdh.html#validate)."""


def test_a_recipient_to_which_age_cannot_seal_is_none() -> None:
    """One seat could end a match by it: age panics, in every turn."""
    for raw in SMALL:
        for high in (raw, raw[:-1] + bytes([raw[-1] | 0x80])):
            spelled = bech32("age", high)
            assert "small order" in recipient_fault(spelled)
            with pytest.raises(ValueError, match="no recipient"):
                seal_sheet(b"", None, [spelled])
    with pytest.raises(BaseException, match="all-zero"):  # Else it need not be refused.
        pyrage.encrypt(b"", [pyrage.x25519.Recipient.from_str(bech32("age", SMALL[0]))])


def test_an_identity_follows_from_the_master_and_the_match_alone() -> None:
    """The derivation of the other seeds: `H(M("seed-age", game, m))`, in the vectors' form."""
    key = Secret(match="spring", who="blue", links=16, master=MASTER)
    seed = hashlib.sha256(f"tfd1:seed-age\nspring\n{MASTER}\n".encode()).digest()
    assert tfd1.seed_age("spring", MASTER) == seed.hex()
    assert identity_of(key) == bech32("age-secret-key-", seed).upper()
    assert identity_of(key) == identity_of(key.model_copy(update={"who": "red", "links": 0}))
    assert identity_of(key) != identity_of(key.model_copy(update={"match": "autumn"}))
    others = (tfd1.seed_chain, tfd1.seed_hidden, tfd1.seed_blind)
    assert tfd1.seed_age("spring", MASTER) not in {one("spring", MASTER) for one in others}


# -- offers and joins -----------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAMES", registered(TOY))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tfd1, "LINKS", 16)


LOG = Path("m/log.jsonl")


def test_a_join_without_a_recipient_is_what_it_was() -> None:
    fields: dict[str, Any] = {"offer": "0" * 64, "player": "a", "salt": "1" * 64, "anchor": None}
    assert OwnJoin(**fields).to_json() == log.Join(**fields).to_json()
    assert "age" not in OwnJoin(**fields).to_json()
    assert no_recipient_of(fields) == []


def no_recipient_of(said: dict[str, Any]) -> list[str]:
    return [problem.code for problem in no_recipient(said)]


@pytest.mark.parametrize("mode", ["referee", "sealed"])
def test_offer_and_joins_name_recipients_where_the_offer_wants_it(folder: None, mode: str) -> None:
    begun(mode, "--age")
    raw = LOG.read_bytes()
    offer, joins = lines_of(raw)[0]["offer"], lines_of(raw)[0]["joins"]
    found = recipients_of(raw)
    referee = age_key(Path("m/referee/secret.json"))
    keys = {seat: age_key(Path(f"{seat}/key-{seat}.json")) for seat in ("blue", "red")}
    assert found == {"referee": referee.recipient} | {s: k.recipient for s, k in keys.items()}
    assert offer["age"] == referee.recipient
    assert [join["age"] for join in joins] == [keys["blue"].recipient, keys["red"].recipient]
    assert package_says(raw) == stand_alone_says(raw) == "sound"
    held = dict(held_secrets([Path("blue"), Path("m")]))
    assert held["the age identity of blue"] == keys["blue"].identity
    assert held["the secret of referee"] in Path("m/referee/secret.json").read_text()
    assert keys["blue"].identity not in repr(keys["blue"])


def test_without_the_word_nothing_of_it_stands_anywhere(folder: None) -> None:
    begun("sealed")
    assert b'"age"' not in LOG.read_bytes() + Path("blue/join.json").read_bytes()
    assert recipients_of(LOG.read_bytes()) == {}


def test_a_seat_without_a_chain_has_a_key_where_things_are_sealed(folder: None) -> None:
    begun("referee", "--age")
    call("join", "m/offer.json", "blue", "--without-chain", "--out", "j.json")
    join = json.loads(Path("j.json").read_bytes())
    assert join["anchor"] is None
    (made,) = Path().glob("key-*-blue.json")
    assert join["age"] == age_key(made).recipient
    assert json.loads(made.read_bytes())["links"] == 0


def test_a_new_join_takes_the_place_of_the_recipient(folder: None) -> None:
    begun("sealed", "--age")
    before = recipients_of(LOG.read_bytes())
    call("join", LOG, "blue", "--out", "seat.json", "--key", "new-key.json")
    call("seat", "m", "seat.json")
    raw = LOG.read_bytes()
    assert recipients_of(raw) == before | {"blue": age_key(Path("new-key.json")).recipient}
    lines = lines_of(raw)
    del lines[-1]["join"]["age"]
    assert recipients_of(chained(lines)) == {w: r for w, r in before.items() if w != "blue"}
    # What a sheet or a note holds further in is nobody's join.
    note = {"t": "note", "kind": "x", "said": {"t": "seat", "join": lines[-1]["join"] | before}}
    assert recipients_of(chained([*lines_of(raw)[:1], note])) == before


def test_a_forged_recipient_is_refused_where_it_comes_in(folder: None) -> None:
    Path("duel.json").write_text(json.dumps(toy_scenario({}).to_json()))
    call("new", "toy", "m", "--scenario", "duel.json", "--joins", "--age")
    call("join", "m/offer.json", "red", "--out", "join.json")
    offer = json.loads(Path("m/offer.json").read_bytes())
    join = json.loads(Path("join.json").read_bytes())
    wrong: Any
    for wrong in ("age1" + "q" * 58, offer["age"].upper(), 5, []):
        Path("o.json").write_text(json.dumps(offer | {"age": wrong}))
        refused = call("join", "o.json", "red", "--out", "x.json", code=1)
        assert "no-age-recipient" in refused.stderr
        Path("j.json").write_text(json.dumps(join | {"age": wrong}))
        told = call("begin", "m", "j.json", code=1).stderr
        assert ("no-age-recipient" in told) == isinstance(wrong, str), told
        genesis = {"offer": offer | {"age": wrong}, "joins": (), "gid": "0" * 64}
        assert recipients_in(log.Genesis.model_validate(genesis)) == {}
    call("begin", "m", "join.json", code=3)


def test_what_is_no_key_and_no_log_is_said(tmp_path: Path) -> None:
    (tmp_path / "key.json").write_text("{}")
    with pytest.raises(UnusableFile):
        age_key(tmp_path / "key.json")
    with pytest.raises(Unusable):
        recipients_of(b"{}\n")
    assert held_secrets([tmp_path]) == []
