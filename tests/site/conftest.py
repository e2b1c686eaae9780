"""Pages of the example matches, each made once, and browsers for them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock

from tests.compose.conftest import browser, downloads, firefox
from tests.site.pages import made_site

__all__ = ["browser", "downloads", "firefox"]


@pytest.fixture(scope="session")
def site_in(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Gives the folder with the page of an example match; the workers of a run share it."""
    base = tmp_path_factory.getbasetemp()
    base = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "sites"

    def found(match: str) -> Path:
        folder = base / match
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(base / f"{match}.lock"):
            if not (folder / "index.html").exists():
                made_site(match, folder)
        return folder

    return found
