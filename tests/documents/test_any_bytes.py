"""Whatever is handed in as a sheet: `check` raises nothing but RefusedFile and changes nothing."""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from adjudicator.core.report import Report
from adjudicator.documents.problems import RefusedFile, render
from adjudicator.matches.match import Match
from adjudicator.registry import by_name

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "fortress-america-1986"
WHOLE: dict[str, Any] = json.loads((EXAMPLE / "western.json").read_bytes())
SHEET: dict[str, Any] = {
    **WHOLE,
    "orders": {topic: listed[:2] for topic, listed in WHOLE["orders"].items()},
    "answers": {"turn-1/western/battle/portland/target-1": {"order": "target", "unit": "bomber"}},
    "hold": ["targets"],
}
RAW = json.dumps(SHEET, indent=1).encode()
FILE_AS_A_WHOLE = {"file-too-large"}
"""Problems that have no line."""

bounded = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Match]:
    folder = tmp_path_factory.mktemp("example") / "m"
    shutil.copytree(EXAMPLE / "before", folder)
    opened = Match.open(folder, by_name(), _render)
    before = files(folder)
    yield opened
    assert files(folder) == before


def _render(report: Report) -> tuple[str, str]:
    raise AssertionError("a check tells nothing")


def files(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Content and time of every file."""
    return {
        str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def judged(match: Match, raw: bytes) -> bool:
    """Checks any bytes; says whether they would be accepted."""
    try:
        checked = match.check(raw, "sheet.json")
    except RefusedFile as refused:
        located, accepted = refused.located, False
        assert located
    else:
        located, accepted = checked.located, checked.is_acceptable
    for one in located:
        assert one.problem.code
        assert one.problem.message
        assert one.source == "sheet.json"
        assert (one.line > 0 and one.column > 0) or one.problem.code in FILE_AS_A_WHOLE
        assert one.problem.code != "not-understood", render(one)
        assert render(one).replace("\n", "").isprintable()
    return accepted


def test_the_sheet_itself_is_good(match: Match) -> None:
    whole = copy.deepcopy(WHOLE)
    assert judged(match, json.dumps(whole).encode())


@bounded
@given(st.binary(max_size=300))
@example(b"")
@example(b"\x00")
@example(b"\xef\xbb\xbf")
@example(b"\xff\xfe{\x00}\x00")
@example(b"[" * 200_000)
@example(b'{"a":' * 100_000)
@example(b'"' + b"\\" * 99_999)
@example(b"1" * 300_000)
@example(b"-" * 100_000)
@example(b"{}" * 100_000)
@example(b" " * ((1 << 20) + 1))
@example(b'{"orders": 1e400}')
@example(b'{"n": -0}')
@example(b'"\\ud800"')
@example(b'"t":"genesis"')
@example(b'{"t":"genesis"')
def test_random_bytes(match: Match, raw: bytes) -> None:
    assert not judged(match, raw)


@bounded
@given(st.data())
def test_mutated_sheets(match: Match, data: st.DataObject) -> None:
    raw = bytearray(RAW)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(raw) - 1))
        length = data.draw(st.integers(0, 20))
        raw[place : place + length] = data.draw(st.binary(max_size=6))
    judged(match, bytes(raw))


def test_truncated_sheets(match: Match) -> None:
    for length in range(0, len(RAW.rstrip()), 41):
        assert not judged(match, RAW[:length])


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["order", "standing", "t", "a", "orders", "é"]), inner)
    ),
    max_leaves=6,
)


@bounded
@given(json_values, st.sampled_from([*SHEET, "more"]))
def test_any_json_in_any_field(match: Match, value: Any, field: str) -> None:
    judged(match, json.dumps({**SHEET, field: value}).encode())
    judged(match, json.dumps(value).encode())


OTHERS: tuple[Any, ...] = (
    None, True, 0, -1, 2**53, 10**40, "", "x", "X y", "a" * 5000, [], [[]], {}, {"order": "move"},
)  # fmt: skip


def test_wrong_types_in_every_field(match: Match) -> None:
    for number, place in enumerate(_places(SHEET)):
        # Each place gets five of the values, each value comes to every fifth of the places.
        for value in OTHERS[number % 3 :: 3]:
            changed = copy.deepcopy(SHEET)
            parent: Any = changed
            for step in place[:-1]:
                parent = parent[step]
            parent[place[-1]] = value
            judged(match, json.dumps(changed).encode())
            if isinstance(parent, dict):
                parent[str(value)[:50]] = parent.pop(place[-1])
                judged(match, json.dumps(changed).encode())


def _places(data: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if place:
        yield place
    inner = dict(enumerate(data)) if isinstance(data, list) else data
    for key, value in inner.items() if isinstance(inner, dict) else ():
        yield from _places(value, (*place, key))
