"""The dice protocol against its published vectors, an independent J, and its limits."""

from __future__ import annotations

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.audit import tfd1
from adjudicator.audit.tfd1 import Share
from adjudicator.core.values import MAX_INTEGER, canonical

VECTORS: dict[str, Any] = json.loads((Path(__file__).parent / "tfd1-vectors.json").read_text())
GAME: str = VECTORS["chain"]["game"]
GID: str = VECTORS["gid"]
KEY: str = VECTORS["turn1"]["key"]
HIDDEN: str = VECTORS["hidden_secret"]
HASHES: dict[str, str] = VECTORS["turn1"]["orders_hashes"]
PLEDGES: dict[str, list[str]] = VECTORS["pledges"]


def shares(n: int = 1) -> list[Share]:
    return [Share(player, HASHES[player], PLEDGES[player][n]) for player in ("bob", "alice")]


def test_message_has_a_final_line_feed_after_every_field() -> None:
    expected = VECTORS["message"]
    assert tfd1.message(expected["tag"], *expected["fields"]).hex() == expected["hex"]


def test_mac_agrees_with_rfc_4231() -> None:
    expected = VECTORS["hmac_rfc4231_case2"]
    assert tfd1.mac(expected["key"], bytes.fromhex(expected["data"])) == expected["mac"]


@pytest.mark.parametrize("n", range(9))
@pytest.mark.parametrize("who", ["referee", "alice", "bob"])
def test_chain_values(who: str, n: int) -> None:
    values = VECTORS["chain"]["R"] if who == "referee" else PLEDGES[who]
    assert tfd1.chain_value(GAME, who, values[8], links=8, n=n) == values[n]


def test_the_referees_last_value_is_the_published_test_secret() -> None:
    assert VECTORS["chain"]["R"][8] == tfd1.digest(b"TEST ONLY referee")


@pytest.mark.parametrize("n", [-1, 9])
def test_a_chain_has_no_value_outside_its_links(n: int) -> None:
    with pytest.raises(ValueError, match=f"8 links has no value number {n}"):
        tfd1.chain_value(GAME, "referee", tfd1.ZERO, links=8, n=n)


def test_hidden_commit() -> None:
    assert tfd1.hidden_commit(GAME, HIDDEN) == VECTORS["hidden_commit"]


def test_offer_hash() -> None:
    offer = json.loads(VECTORS["offer_jcs"])
    assert canonical(offer).decode() == VECTORS["offer_jcs"]
    assert tfd1.json_hash(offer) == VECTORS["offer_hash"]


def test_gid_message_lists_offer_and_joins_in_byte_order() -> None:
    joins = VECTORS["join_hashes"]
    fields = [VECTORS["offer_hash"], "alice", joins["alice"], "bob", joins["bob"]]
    assert tfd1.digest(tfd1.message("gid", *fields)) == GID


def test_gid_takes_the_joins_in_any_order() -> None:
    offer = json.loads(VECTORS["offer_jcs"])
    joins = [{"player": player} for player in ("b", "B", "a")]
    hashes = {join["player"]: tfd1.json_hash(join) for join in joins}
    listed = f"B\n{hashes['B']}\na\n{hashes['a']}\nb\n{hashes['b']}"
    expected = tfd1.digest(f"tfd1:gid\n{VECTORS['offer_hash']}\n{listed}\n".encode())
    assert tfd1.gid(offer, joins) == tfd1.gid(offer, reversed(joins)) == expected


def test_order_sheet_hash() -> None:
    sheet = json.loads(VECTORS["turn1"]["orders_jcs_alice"])
    assert canonical(sheet).decode() == VECTORS["turn1"]["orders_jcs_alice"]
    assert tfd1.json_hash(sheet) == HASHES["alice"]


def test_turn_key_with_a_referee() -> None:
    ref = VECTORS["chain"]["R"][1]
    assert tfd1.mac(ref, VECTORS["turn1"]["message"].encode()) == KEY
    assert tfd1.turn_key(ref, GID, 1, beacon=None, shares=shares()) == KEY


def test_turn_key_without_a_referee() -> None:
    assert (
        tfd1.turn_key(None, GID, 1, beacon=None, shares=shares()) == VECTORS["turn1_key_no_referee"]
    )


def test_turn_key_with_a_beacon_and_an_absent_player_follow_the_formula() -> None:
    beacon = "drand-quicknet:1:00"
    got = tfd1.turn_key(
        None, GID, 7, beacon=beacon, shares=[Share("bob"), Share("alice", HASHES["alice"])]
    )
    text = f"tfd1:turn\n{GID}\n7\n{beacon}\nalice\n{HASHES['alice']}\n-\nbob\n-\n-\n"
    assert got == hmac.new(bytes(32), text.encode(), hashlib.sha256).hexdigest()


@pytest.mark.parametrize(
    "vector", VECTORS["draws_under_turn1_key"], ids=lambda vector: str(vector["label"])
)
def test_rolls(vector: dict[str, Any]) -> None:
    assert tfd1.roll(KEY, vector["label"], 8, vector["sides"]) == tuple(vector["values"])


@pytest.mark.parametrize("row", VECTORS["rejections"]["rows"])
def test_rejected_draws(row: list[int]) -> None:
    i, value, attempts = row
    label, sides = VECTORS["rejections"]["label"], VECTORS["rejections"]["sides"]
    assert tfd1.draw(KEY, label, i, sides) == value
    last = tfd1.message("draw", label, i, sides, attempts - 1)
    assert int(tfd1.mac(KEY, last)[:8], 16) % sides + 1 == value


def test_public_shuffle() -> None:
    expected = VECTORS["public_shuffle"]
    assert tfd1.shuffle(KEY, expected["label"], expected["cards"]) == tuple(expected["order"])
    assert tfd1.shuffle(KEY, "none", []) == ()


def test_sealed_deck() -> None:
    expected = VECTORS["sealed_deck_turn1"]
    key = tfd1.hidden_key(HIDDEN, GID, 1, KEY)
    assert key == VECTORS["hidden_key_turn1"]
    deck = tfd1.sealed_deck(key, GID, 1, "deck/events", cards=VECTORS["public_shuffle"]["cards"])
    assert [card.value for card in deck] == expected["order"]
    assert deck[0].salt == expected["salt1"]
    assert [card.seal for card in deck] == expected["seals"]


def test_sealed_roll_is_a_roll_under_the_hidden_key() -> None:
    key = VECTORS["hidden_key_turn1"]
    first, second = tfd1.sealed_roll(key, GID, 1, "scout", count=2, sides=6)
    assert (first.value, second.value) == tfd1.roll(key, "scout", 2, 6)
    assert second.salt == tfd1.salt(key, "scout", 2)
    text = f"tfd1:seal\n{GID}\n1\nscout\n2\n{second.value}\n{second.salt}\n"
    assert second.seal == tfd1.digest(text.encode())


def test_state_secret_is_salted_by_the_hidden_secret() -> None:
    state = {"hands": {"usa": ["c01"]}}
    key = tfd1.mac(HIDDEN, f"tfd1:state-salt\n{GID}\n3\n".encode())
    text = f"tfd1:state\n{GID}\n3\n{tfd1.json_hash(state)}\n"
    assert tfd1.state_secret(HIDDEN, GID, 3, state) == tfd1.mac(key, text.encode())


def test_seeds_follow_from_the_master_secret() -> None:
    master = tfd1.digest(b"master")
    chain = tfd1.digest(f"tfd1:seed-chain\n{GAME}\n{master}\n".encode())
    hidden = tfd1.digest(f"tfd1:seed-hidden\n{GAME}\n{master}\n".encode())
    assert tfd1.seed_chain(GAME, master) == chain
    assert tfd1.seed_hidden(GAME, master) == hidden


def test_new_secrets_are_32_bytes_and_differ() -> None:
    first, second = tfd1.make_secret(), tfd1.make_secret()
    assert len(bytes.fromhex(first)) == 32
    assert first != second


def test_head_text() -> None:
    assert tfd1.head_text("g", 12, "h") == b"tfd1 head\ng\n12\nh\n"


@pytest.mark.parametrize("sides", [0, -1, 2**32 + 1])
def test_sides_outside_the_limits_are_refused(sides: int) -> None:
    with pytest.raises(ValueError, match="a die has 1 to 4294967296 sides"):
        tfd1.draw(KEY, "x", 1, sides)


@pytest.mark.parametrize("field", ["", "a b", "a\n", "\x7f", "ä", "x" * 201])
def test_what_is_no_field_is_refused(field: str) -> None:
    with pytest.raises(ValueError, match="1-200 characters"):
        tfd1.message("draw", field)
    with pytest.raises(ValueError, match="1-200 characters"):
        tfd1.draw(KEY, field, 1, 6)


@pytest.mark.parametrize("field", [-1, True, False])
def test_only_natural_numbers_are_fields(field: int) -> None:
    with pytest.raises(ValueError, match="neither text nor a natural number"):
        tfd1.message("draw", field)


def test_the_longest_field_is_taken() -> None:
    assert tfd1.message("t", "x" * 200, 0) == b"tfd1:t\n" + b"x" * 200 + b"\n0\n"


KEYS = st.text(st.characters(min_codepoint=0, max_codepoint=127), max_size=6)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-MAX_INTEGER, MAX_INTEGER)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(KEYS, JSON, max_size=5))
def test_j_agrees_with_an_independent_rfc_8785(data: dict[str, Any]) -> None:
    assert canonical(data) == rfc8785.dumps(data)


@given(st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=200))
def test_every_field_of_the_alphabet_is_taken(field: str) -> None:
    assert tfd1.message("t", field) == b"tfd1:t\n" + field.encode() + b"\n"


@given(st.integers(1, 2**32), st.integers(1, 50))
def test_draws_stay_within_their_sides(sides: int, i: int) -> None:
    assert 1 <= tfd1.draw(KEY, "p", i, sides) <= sides


@given(
    st.binary(min_size=32, max_size=32),
    st.from_regex(r"[!-~]{1,200}", fullmatch=True),
    st.integers(0, 5),
    st.integers(1, tfd1.MAX_SIDES) | st.sampled_from([1, 6, 3221225472, 2**31 + 1, 2**32]),
)
def test_rolls_follow_the_formula_by_the_library_of_python(
    key: bytes, label: str, count: int, sides: int
) -> None:
    expected = []
    for i in range(1, count + 1):
        for c in range(100):
            asked = tfd1.message("draw", label, i, sides, c)
            x = int.from_bytes(hmac.digest(key, asked, "sha256")[:4], "big")
            if x < 2**32 // sides * sides:
                expected.append(x % sides + 1)
                break
    assert tfd1.roll(key.hex(), label, count, sides) == tuple(expected)
    assert tuple(tfd1.draw(key.hex(), label, i + 1, sides) for i in range(count)) == tuple(expected)


def test_there_is_no_draw_below_nothing() -> None:
    with pytest.raises(ValueError, match="no draw number -1"):
        tfd1.draw("00" * 32, "label", -1, 6)


def test_a_seats_blind_is_two_hashes_of_its_master() -> None:
    """As `openssl` gives them for the messages of 3.10 [A9]."""
    seed = tfd1.seed_blind("demo", "11" * 32)
    assert seed == "2772f548f7ee623b49b2dbe0ed47968842502e67b53c6ec537a931aadfe30c5e"
    blind = "b99a4ff85f95c169c6c71fa5ca94a22b4e5cd6cd2edd297f25688893a1862ae4"
    assert tfd1.own_blind(seed, "22" * 32, 7) == blind
