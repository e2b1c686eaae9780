"""Runs every rule case under tests/cases; see its README."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.files.written.cases import differences, read_case
from adjudicator.registry import by_name

CASES = Path(__file__).parent / "cases"
FILES = sorted(CASES.rglob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(CASES)))
def test_case(path: Path) -> None:
    case = read_case(path)
    assert case.case.endswith(path.stem), "a case is named as its file, its chapter may precede"
    assert case.rule, "a case cites a rule"
    assert differences(case, by_name()) == []


def test_no_case_is_there_twice() -> None:
    names = [(path.relative_to(CASES).parts[0], read_case(path).case) for path in FILES]
    assert len(names) == len(set(names)) > 0
