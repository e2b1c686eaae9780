"""Where the files lie out of which the page is assembled; who has none skips what needs them.

They lie in the folder that `ADJUDICATOR_JUDGE` names: `node_modules/pyodide` and `wheels`, as the
two commands leave them that `adjudicator judge` tells; `.ci/run` fetches them.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

__all__ = ["PARTS", "found_parts", "needed_parts"]

PARTS = "ADJUDICATOR_JUDGE"


def found_parts() -> tuple[Path, Path] | None:
    """Returns the folders of Pyodide and of the wheels; None: they are not here."""
    named = os.environ.get(PARTS)
    folder = Path(named) if named else None
    if folder is None or not (folder / "wheels").is_dir():
        return None
    return folder / "node_modules" / "pyodide", folder / "wheels"


def needed_parts() -> tuple[Path, Path]:
    """Returns the same, or skips the test."""
    found = found_parts()
    if found is None:
        pytest.skip(f"{PARTS} names no folder with node_modules/pyodide and wheels")
    return found
