"""Writes examples/repository anew: what `git init` writes for each way to play."""

from __future__ import annotations

import shutil

from adjudicator.repository.beginning import WAYS
from tests.repository.test_ways import EXAMPLES, folder_of, written

if __name__ == "__main__":
    for way in WAYS:
        folder = EXAMPLES / folder_of(way)
        shutil.rmtree(folder, ignore_errors=True)
        for path, raw in written(way).items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(raw)
            if path.startswith("hooks/"):
                target.chmod(0o755)
