"""Nearly valid files of every kind, some hundred: `--inputs 20000` or `python -m tests.fuzz`."""

from __future__ import annotations

import pytest

from tests.fuzz import tried
from tests.intake.bench import Workplace
from tests.intake.kinds import KINDS, Kind


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_no_hostile_file_breaks_a_command(
    workplace: Workplace, kind: Kind, pytestconfig: pytest.Config
) -> None:
    examples = max(1, pytestconfig.getoption("--inputs") // len(KINDS))
    ran, faulty = tried(kind, examples, workplace)
    assert len(ran) >= (examples + 1) // 2, "files were tried"
    for found, raw, one in faulty:
        print(raw[:2000], one.trace, one.err)
        raise AssertionError(f"{one.words}: {found}")
