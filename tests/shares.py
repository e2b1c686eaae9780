"""The workers of a run share what each of them would make for itself."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest

__all__ = ["load_own_share"]

ROOT = Path(__file__).resolve().parents[1]


def load_own_share(config: pytest.Config) -> None:
    """Loads the modules of tests, each worker another share of them first.

    All workers load all modules, in one order. In a fresh checkout each would compile each module,
    at the same time. So each begins elsewhere, and what it has compiled the others find. What
    cannot be loaded is told when it is collected.
    """
    number = os.environ.get("PYTEST_XDIST_WORKER", "").removeprefix("gw")
    if not number:
        return
    found = [*_modules(config)]
    begin = len(found) * int(number) // int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    for name in found[begin:] + found[:begin]:
        with suppress(Exception, pytest.skip.Exception):
            import_module(name)


def _modules(config: pytest.Config) -> Iterator[str]:
    """Yields the names of the modules that a run collects; only those of packages can be loaded."""
    for word in config.args:
        place = config.rootpath / word.partition("::")[0]
        for path in sorted(place.rglob("test_*.py")) if place.is_dir() else [place]:
            if path.is_relative_to(ROOT) and (path.parent / "__init__.py").exists():
                yield ".".join(path.relative_to(ROOT).with_suffix("").parts)
