"""A match of Nine Fields in a bare repository, and a clone of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.repository.clones import Clone, Hub, call, hub_of


@pytest.fixture
def match(tmp_path: Path) -> Path:
    """A match of Nine Fields, with the referee's secret."""
    folder = tmp_path / "m"
    assert call("new", "nine-fields", folder).exit_code == 0
    return folder


@pytest.fixture
def hub(match: Path, tmp_path: Path) -> Hub:
    """A bare repository of it, without what is the referee's."""
    return hub_of(match, tmp_path / "hub.git")


@pytest.fixture
def west(hub: Hub, tmp_path: Path) -> Clone:
    """A clone of that."""
    return hub.clone(tmp_path / "west")
