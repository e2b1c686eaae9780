"""Makes pictures and reports of the examples again: python -m tests.remake_examples

For when a map or a report looks better than before. Logs, sheets and states do not change.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from adjudicator.cli.shell import render_report
from adjudicator.files.match import Match
from adjudicator.registry import by_name

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "fortress-america-1986"


def main() -> None:
    """Remakes the start views of `before`, and `after` as a whole."""
    before = Match.open(EXAMPLE / "before", by_name(), render_report)
    start = before.rules.start
    before.write_views(0, "start", before.saved, before=start, state=start, events=())
    shutil.rmtree(EXAMPLE / "after")
    rolls = json.loads((EXAMPLE / "rolls.json").read_bytes())
    sheet = (EXAMPLE / "western.json").read_bytes()
    before.copy_to(EXAMPLE / "after").adjudicate([("western.json", sheet)], rolls)
    for path in EXAMPLE.rglob(".lock"):
        path.unlink()


if __name__ == "__main__":
    main()
