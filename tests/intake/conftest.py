"""One workplace for all tests of intake: making it costs more than most of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.intake.bench import Workplace


@pytest.fixture(scope="package")
def made() -> Iterator[Workplace]:
    """The workplace; commands that change it put it back."""
    workplace = Workplace()
    yield workplace
    workplace.close()


@pytest.fixture
def workplace(made: Workplace, monkeypatch: pytest.MonkeyPatch) -> Workplace:
    """The workplace as it was made, with the test in its folder."""
    monkeypatch.chdir(made.folder)
    made.renew()
    return made
