"""Programs that some tests need and not every machine has."""

from __future__ import annotations

import os
import shutil
from typing import Literal, TypeAlias

import pytest

from tests.audit.chromium import find_chromium

__all__ = ["REQUIRED", "BrowserName", "browser_program", "needed"]

BrowserName: TypeAlias = Literal["chromium", "firefox", "webkit"]
REQUIRED = "REQUIRED_BROWSERS"
"""The variable that names the browsers that must be there, spaces between; `.ci/run` sets it."""


def needed(program: str) -> str:
    """Returns the path of a program; skips the test where it is not installed."""
    path = shutil.which(program)
    if path is None:
        pytest.skip(f"{program} is not installed")
    return path


def browser_program(name: BrowserName) -> str:
    """Returns the path of a browser, of WebKit that of its driver.

    Skips the test where there is none; fails it where the environment requires that browser.
    """
    match name:
        case "chromium":
            path = find_chromium()
        case "firefox":
            path = shutil.which("firefox-esr") or shutil.which("firefox")
        case "webkit":  # It shows windows only: it needs a screen.
            path = shutil.which("Xvfb") and shutil.which("WebKitWebDriver")
    if path is None:
        assert name not in os.environ.get(REQUIRED, "").split(), f"{REQUIRED}: no {name} is here"
        pytest.skip(f"no {name} is installed")
    return path
