"""A messenger for developers of apps, which runs an `.xdc` file as Delta Chat does."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

__all__ = ["messenger"]


@contextmanager
def messenger(app: Path) -> Iterator[str]:
    """Runs an app in webxdc-dev, two players of it; gives the address of one.

    Skips the test where it is not installed: `npm install webxdc-dev`, in a folder that
    WEBXDC_DEV names.
    """
    folder = os.environ.get("WEBXDC_DEV")
    path = f"{folder}/node_modules/.bin" if folder else None
    program = shutil.which("webxdc-dev", path=path)
    if program is None:
        pytest.skip("WEBXDC_DEV names no folder with node_modules/webxdc-dev")
    port = 7000 + os.getpid() % 20000
    words = [program, "run", str(app), "--port", str(port)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        try:
            assert any(f"port {port + 2}" in line for line in run.stdout), "it does not start"
            yield f"http://localhost:{port + 1}/"
        finally:
            run.terminate()
