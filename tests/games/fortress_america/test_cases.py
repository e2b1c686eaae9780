"""Every rule case of Fortress America holds; names are unique and a rule is cited."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.files.cases import differences, read_case
from adjudicator.registry import by_name

FOLDER = Path(__file__).parents[2] / "cases" / "fortress-america-1986"
PATHS = sorted(FOLDER.rglob("*.json"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: str(path.relative_to(FOLDER)))
def test_case(path: Path) -> None:
    assert differences(read_case(path), by_name()) == []


def test_names_are_unique() -> None:
    names = [read_case(path).case for path in PATHS]
    assert len(set(names)) == len(names) > 0


def test_every_case_cites_a_rule() -> None:
    assert [path.name for path in PATHS if not read_case(path).rule.startswith("1986 ")] == []
