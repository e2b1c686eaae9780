"""Frozen maps: mappings that compare, sort and read as the mappings that they are made of."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from adjudicator.core.values import FrozenMap, Id, Value, canonical, shifted

MAPS = st.dictionaries(st.text("abc-", min_size=1, max_size=3), st.integers(0, 3))


class Holder(Value):
    counts: FrozenMap[Id, int]


@given(MAPS, MAPS)
def test_a_map_is_what_a_mapping_of_its_items_is(one: dict[str, int], two: dict[str, int]) -> None:
    frozen = FrozenMap(one)
    assert isinstance(frozen, Mapping)
    assert dict(frozen) == one
    assert list(frozen) == list(frozen.keys()) == sorted(one)
    assert list(frozen.items()) == sorted(one.items())
    assert list(frozen.values()) == [one[key] for key in sorted(one)]
    assert len(frozen) == len(one)
    assert dict(frozen | two) == one | two
    assert dict(frozen.without(*two)) == {k: v for k, v in one.items() if k not in two}
    assert (frozen == FrozenMap(two)) == (one == two)
    for key in {*one, *two}:
        put = {**one, key: value} if (value := two.get(key, 0)) else {**frozen.without(key)}
        assert dict(frozen.put(key, value)) == put
        assert shifted(frozen, key, -one.get(key, 0)) == frozen.without(key)
        assert shifted(frozen, key, 1).get(key, 0) == one.get(key, 0) + 1
        assert (key in frozen) == (key in one)
        assert frozen.get(key) == one.get(key)
        assert frozen.get(key, 7) == one.get(key, 7)


@given(MAPS)
def test_a_map_has_one_hash_and_one_json(one: dict[str, int]) -> None:
    backwards = FrozenMap(reversed(one.items()))
    assert backwards == FrozenMap(one)
    assert hash(backwards) == hash(FrozenMap(one))
    held = Holder(counts=backwards)
    assert Holder.model_validate_json(canonical(held.to_json())) == held
    assert held.to_json() == {"counts": one}


def test_a_map_is_no_dict() -> None:
    assert FrozenMap({"a": 1}) != {"a": 1}
    assert eval(repr(FrozenMap({"b": 1, "a": 2}))) == FrozenMap({"a": 2, "b": 1})


@pytest.mark.parametrize("raw", [b'{"counts":{"A":1}}', b'{"counts":{"a":"1"}}', b'{"counts":[]}'])
def test_keys_and_values_are_checked_where_they_enter(raw: bytes) -> None:
    with pytest.raises(ValidationError):
        Holder.model_validate_json(raw)
