"""Draws of an event: beacon and commitment, and that nobody has a choice in them."""

from __future__ import annotations

import pytest

from adjudicator.api.drawing import (
    DRAWS,
    beacon_draw_key,
    draw_commitment,
    drawn_order,
    opened_draw,
    opened_draw_key,
)
from adjudicator.api.problems import Refused

SECRET = "5e" * 32
VALUE = f"drand-quicknet:1000:{'ab' * 32}"


def test_beacon() -> None:
    """The same round gives the same key; another label, event or value another one."""
    key = beacon_draw_key("cup", "round-1", value=VALUE, number=1000)
    assert key == "c33472c8fc00e51a8ce7773ce12b3c6abc4e320843c953e318516c005e479b32"
    others = [
        beacon_draw_key("cup", "round-2", value=VALUE, number=1000),
        beacon_draw_key("cop", "round-1", value=VALUE, number=1000),
        beacon_draw_key("cup", "round-1", value=VALUE.replace("ab", "ac"), number=1000),
    ]
    assert len({key, *others}) == 4
    for value, number in ((VALUE, 999), ("drand-quicknet:1000:ab", 1000), ("", 1000)):
        with pytest.raises(Refused):
            beacon_draw_key("cup", "round-1", value=value, number=number)
    with pytest.raises(ValueError, match="blank"):
        beacon_draw_key("my cup", "round-1", value=VALUE, number=1000)


def test_commitment() -> None:
    """Each value proves itself by the commitment, and only as its own draw of its own event."""
    commitment = draw_commitment("cup", SECRET)
    keys = set()
    for number in (1, 2, DRAWS):
        value = opened_draw("cup", SECRET, number)
        key = opened_draw_key("cup", "round", value=value, number=number, commitment=commitment)
        keys.add(key)
        assert SECRET not in (value, key) or number == DRAWS
        for event, wrong in (("cup", number % DRAWS + 1), ("cap", number)):
            with pytest.raises(Refused) as raised:
                opened_draw_key(event, "round", value=value, number=wrong, commitment=commitment)
            assert raised.value.problems[0].code == "wrong-draw"
    assert len(keys) == 3
    with pytest.raises(Refused):
        opened_draw_key("cup", "round", value="zz" * 32, number=1, commitment=commitment)
    with pytest.raises(Refused):
        opened_draw_key("cup", "round", value=value + "\n", number=1, commitment=commitment)
    for number in (0, DRAWS + 1):
        with pytest.raises(ValueError, match="a number from 1"):
            opened_draw("cup", SECRET, number)
        with pytest.raises(ValueError, match="a number from 1"):
            opened_draw_key("cup", "round", value=value, number=number, commitment=commitment)


def test_order() -> None:
    """An order is a permutation; each label has its own."""
    ids = tuple(f"p{number:03d}" for number in range(1, 9))
    orders = {drawn_order(SECRET, f"start/{number}", ids) for number in range(20)}
    assert len(orders) == 20
    assert all(sorted(order) == list(ids) for order in orders)
