"""What tests of the commands ask for: the toy game as the only one, and interrupts as before."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator import registry
from tests.core.toy import TOY
from tests.registered import registered


@pytest.fixture
def interrupts_restored() -> Iterator[None]:
    """Interrupts are met after the test as they were before it."""
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def toy_registered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The toy game is the only one, and the present folder is empty."""
    monkeypatch.setattr(registry, "GAMES", registered(TOY))
    monkeypatch.chdir(tmp_path)
