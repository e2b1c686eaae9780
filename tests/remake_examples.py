"""Makes pictures and reports of the examples again: python -m tests.remake_examples [--afresh]

For when a map or a report looks better than before. Logs, sheets and states do not change, but for
`--afresh`: it makes the match itself anew, for when a state or the rules have changed.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from adjudicator.api.texts import render_report
from adjudicator.audit.automatic import header_for
from adjudicator.core.game import Scenario
from adjudicator.core.values import canonical
from adjudicator.documents.printed import pretty
from adjudicator.matches.match import Match
from adjudicator.matches.referee.new_match import new_match
from adjudicator.registry import by_name

ROOT = Path(__file__).resolve().parents[1]
GUIDE = ROOT / "examples" / "guides" / "player.md"
EXAMPLE = ROOT / "examples" / "fortress-america-1986"
BEFORE, AFTER, SHEET = EXAMPLE / "before", EXAMPLE / "after", EXAMPLE / "western.json"


def main() -> None:
    """Remakes the start views of `before`, and `after` as a whole."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--afresh", action="store_true")
    if parser.parse_args().afresh:
        _make_match()
    before = Match.open(BEFORE, by_name(), render_report)
    start = before.rules.start
    before.files.write_views(0, "start", before.saved, before=start, state=start, events=())
    shutil.rmtree(AFTER, ignore_errors=True)
    rolls = json.loads((EXAMPLE / "rolls.json").read_bytes())
    before.copy_to(AFTER).adjudicate([("western.json", SHEET.read_bytes())], rolls)
    for path in EXAMPLE.rglob(".lock"):
        path.unlink()


def _make_match() -> None:
    """Makes `before` from its own scenario, and gives the sheet the header of the new match.

    The player's guide shows the beginning of that header.
    """
    offer = json.loads((BEFORE / "log.jsonl").read_bytes().splitlines()[0])["offer"]
    scenario = Scenario.model_validate_json(canonical(offer["scenario"]))
    title = json.loads((BEFORE / "match.json").read_bytes())["title"]
    shutil.rmtree(BEFORE)
    made = new_match(
        BEFORE, by_name()[scenario.game], scenario, name=offer["game"], mode=offer["mode"],
        title=title, render=render_report, make_secret=_example_secrets(),
        amended=offer.get("amended") == 1,
    )  # fmt: skip
    for name in (".gitattributes", ".gitignore"):  # the repository has its own
        (BEFORE / name).unlink()
    sheet = json.loads(SHEET.read_bytes())
    SHEET.write_bytes(pretty(sheet | header_for(made.saved, sheet["player"])))
    guide = GUIDE.read_text()
    for name, value in (("game", made.saved.gid), ("head", made.saved.head)):
        guide = re.sub(f'"{name}": "[0-9a-f]{{8}}…"', f'"{name}": "{value[:8]}…"', guide)
    GUIDE.write_text(guide)


def _example_secrets() -> Callable[[], str]:
    """Secrets that everybody knows, the same each time: the match is an example."""
    made: list[str] = []

    def secret() -> str:
        made.append(sha256(f"example {len(made)}".encode()).hexdigest())
        return made[-1]

    return secret


if __name__ == "__main__":
    main()
