"""The stand-in for rpds, held to rpds itself: step by step, and by jsonschema's own use."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import rpds
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.judge.inside import rpds as own

ROOT = Path(__file__).parents[2]
KEYS = st.sampled_from(["a", "b", "c", "d"])
STEPS = st.lists(st.tuples(st.sampled_from(["insert", "remove", "discard", "update"]), KEYS,
                           st.integers(0, 3)), max_size=12)  # fmt: skip


def _mapped(module: object, steps: list[tuple[str, str, int]]) -> list[object]:
    one = module.HashTrieMap({"a": 0})  # type: ignore[attr-defined] # either module
    told: list[object] = []
    for step, key, value in steps:
        try:
            match step:
                case "insert":
                    one = one.insert(key, value)
                case "update":
                    one = one.update({key: value}, d=value)
                case _:
                    one = getattr(one, step)(key)
        except KeyError as error:
            told.append(type(error))
        told.append((sorted(one.items()), len(one), key in one, one.get(key, "none"),
                     sorted(one), sorted(one.keys()), sorted(one.values())))  # fmt: skip
    return told


@given(STEPS)
def test_maps(steps: list[tuple[str, str, int]]) -> None:
    """Each step gives the same entries; what was there before stays."""
    assert _mapped(own, steps) == _mapped(rpds, steps)


def _collected(module: object, steps: list[tuple[str, str, int]]) -> list[object]:
    one = module.HashTrieSet(["a"])  # type: ignore[attr-defined] # either module
    told: list[object] = []
    for step, key, _ in steps:
        before = sorted(one)
        try:
            next_one = one.update([key, "d"]) if step == "update" else getattr(one, step)(key)
            assert sorted(one) == before
            one = next_one
        except KeyError as error:
            told.append(type(error))
        told.append((sorted(one), len(one), key in one, bool(one)))
    return told


@given(STEPS)
def test_sets(steps: list[tuple[str, str, int]]) -> None:
    """Each step gives the same members."""
    assert _collected(own, steps) == _collected(rpds, steps)


@given(st.lists(KEYS, max_size=6))
def test_lists(members: list[str]) -> None:
    """They grow at the front, from members or from one thing to walk over."""
    for module in (own, rpds):
        one = module.List()
        for member in members:
            one = one.push_front(member)
        assert list(one) == members[::-1]
        assert list(reversed(one)) == members
        assert len(one) == len(members)
        assert list(module.List(members)) == members
        assert list(module.List(*members, "x", "y")) == [*members, "x", "y"]
        if members:
            assert one.first == members[-1]
            assert list(one.rest) == list(one.drop_first()) == members[-2::-1]


def test_a_map_is_not_copied_when_it_is_one() -> None:
    """Both hand back what they are given, and make a map of anything else."""
    for module in (own, rpds):
        one = module.HashTrieMap({"a": 1})
        assert module.HashTrieMap.convert(one) is one
        assert dict(module.HashTrieMap.convert({"b": 2})) == {"b": 2}
        assert module.HashTrieMap({"a": 1}) == one
        assert module.HashTrieMap({"a": 2}) != one


WHAT_JSONSCHEMA_SAYS = """
import json, pathlib, sys
import jsonschema, rpds
from jsonschema import Draft202012Validator
root = pathlib.Path(sys.argv[1])
said = []
for path in sorted((root / "schemas").rglob("*.json")):
    schema = json.loads(path.read_text())
    Draft202012Validator.check_schema(schema)
    judge = Draft202012Validator(schema)
    tried = [*schema.get("examples", ()), {}, [], {"t": "orders", "orders": {"x": 1}}, None]
    tried += [json.loads(one.read_text()) for one in sorted(root.glob("examples/*/now/state.json"))]
    tried += [json.loads(one.read_text()) for one in sorted(root.glob("examples/*/*.json"))]
    for value in tried:
        faults = sorted(judge.iter_errors(value), key=lambda one: (one.json_path, one.message))
        told = [[one.json_path, str(one.validator), one.message[:300]] for one in faults[:20]]
        said.append([path.name, told])
print(json.dumps([rpds.__file__, said]))
"""
"""Judges the files of the examples by each published schema, and says what is wrong with them."""


def _said(path: str) -> tuple[str, list[tuple[str, list[object]]]]:
    done = subprocess.run(
        [sys.executable, "-c", WHAT_JSONSCHEMA_SAYS, str(ROOT)],
        env={"PYTHONPATH": path}, capture_output=True, check=True, timeout=300,
    )  # fmt: skip
    where, said = json.loads(done.stdout)
    return where, said


def test_jsonschema_says_the_same(tmp_path: Path) -> None:
    """Of every published schema, and of all files of the examples judged by each of them."""
    shutil.copy(Path(own.__file__), tmp_path / "rpds.py")
    where, said = _said(str(tmp_path))
    assert where == str(tmp_path / "rpds.py")
    _, expected = _said("")
    assert said == expected
    assert sum(1 for _, faults in said if faults) > 100
