"""Makes pictures and reports of the examples again: python -m tests.remake_examples

For when a map or a report looks better than before. Logs, sheets and states do not change.

With `--anew` the match itself is made again, with the same secrets: for when the game has another
option, which then stands in the offer. Only what follows from that changes.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

from adjudicator.cli.shell import render_report
from adjudicator.core.game import Scenario
from adjudicator.core.log import Genesis, parse_log
from adjudicator.core.values import canonical
from adjudicator.files.match import Match, new_match
from adjudicator.registry import by_name

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "examples" / "fortress-america-1986"
README = ROOT / "README.md"


def main() -> None:
    """Remakes the start views of `before`, and `after` as a whole."""
    if "--anew" in sys.argv:
        _make_anew()
    before = Match.open(EXAMPLE / "before", by_name(), render_report)
    start = before.rules.start
    before.write_views(0, "start", before.saved, before=start, state=start, events=())
    shutil.rmtree(EXAMPLE / "after")
    rolls = json.loads((EXAMPLE / "rolls.json").read_bytes())
    sheet = (EXAMPLE / "western.json").read_bytes()
    before.copy_to(EXAMPLE / "after").adjudicate([("western.json", sheet)], rolls)
    for path in EXAMPLE.rglob(".lock"):
        path.unlink()


def _make_anew() -> None:
    """Makes `before` again from its offer and its secrets, and puts its header on the sheet.

    Also on the sheet that README.md shows.
    """
    folder = EXAMPLE / "before"
    genesis = parse_log((folder / "log.jsonl").read_bytes()).lines[0].payload
    assert isinstance(genesis, Genesis)
    offer = genesis.offer
    scenario = Scenario.model_validate_json(canonical(offer.to_json()["scenario"]))
    secret = json.loads((folder / "referee" / "secret.json").read_bytes())
    secrets = iter([secret["master"], *(join.salt for join in genesis.joins)])
    title = json.loads((folder / "match.json").read_bytes())["title"]
    shutil.rmtree(folder)
    made = new_match(
        folder, by_name()[offer.rules.id], scenario, name=offer.game, mode="external",
        title=title, render=render_report, make_secret=lambda: next(secrets),
    )  # fmt: skip
    path = EXAMPLE / "western.json"
    sheet = path.read_text()
    header = json.loads(sheet)
    for name, value in (("game", made.saved.gid), ("head", made.saved.head)):
        sheet = sheet.replace(header[name], value)
    path.write_text(sheet)
    readme = README.read_text()
    for name, value in (("game", made.saved.gid), ("head", made.saved.head)):
        readme = re.sub(f'"{name}": "[0-9a-f]{{8}}…"', f'"{name}": "{value[:8]}…"', readme)
    README.write_text(readme)


if __name__ == "__main__":
    main()
