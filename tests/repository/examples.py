"""Writes examples/repository anew: what `git init` writes for each way to play."""

from __future__ import annotations

import shutil

from adjudicator.repository.beginning import WAYS
from tests.repository.test_ways import EXAMPLES, written

if __name__ == "__main__":
    for way in WAYS:
        shutil.rmtree(EXAMPLES / way, ignore_errors=True)
        for path, raw in written(way).items():
            target = EXAMPLES / way / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(raw)
            if path.startswith("hooks/"):
                target.chmod(0o755)
