"""Makes the examples again: python -m tests.remake_examples [--anew]

For when a map or a report looks better than before: logs, sheets and states do not change. With
`--anew` also for when the rules changed: a new match with new secrets, whose name for itself then
goes into the sheet and into README.md.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

from typer.testing import CliRunner

from adjudicator.cli.app import app
from adjudicator.cli.shell import render_report
from adjudicator.files.match import Match
from adjudicator.registry import by_name

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "examples" / "fortress-america-1986"


def main() -> None:
    """Remakes the start views of `before`, and `after` as a whole."""
    if "--anew" in sys.argv[1:]:
        begin_anew()
    before = Match.open(EXAMPLE / "before", by_name(), render_report)
    start = before.rules.start
    before.write_views(0, "start", before.saved, before=start, state=start, events=())
    shutil.rmtree(EXAMPLE / "after")
    rolls = json.loads((EXAMPLE / "rolls.json").read_bytes())
    sheet = (EXAMPLE / "western.json").read_bytes()
    before.copy_to(EXAMPLE / "after").adjudicate([("western.json", sheet)], rolls)
    for path in EXAMPLE.rglob(".lock"):
        path.unlink()


def begin_anew() -> None:
    """Makes the match of the example again, by the command, and heads its sheet with it."""
    folder = EXAMPLE / "before"
    title = json.loads((folder / "match.json").read_bytes())["title"]
    shutil.rmtree(folder)
    words = [
        "new", "fortress-america-1986", str(folder), "--scenario", "western-first-turn",
        "--name", "example-western-first-turn", "--title", title, "--mode", "external",
    ]  # fmt: skip
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    # The example's secret is no secret.
    (folder / ".gitignore").unlink(missing_ok=True)
    saved = Match.open(folder, by_name(), render_report).saved
    sheet = EXAMPLE / "western.json"
    readme = ROOT / "README.md"
    was = json.loads(sheet.read_bytes())
    for name, value in (("game", saved.gid), ("head", saved.head)):
        _replace(sheet, was[name], value)
        _replace(readme, f"{was[name][:8]}…", f"{value[:8]}…")


def _replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text, (path, old)
    path.write_text(text.replace(old, new), encoding="utf-8")


if __name__ == "__main__":
    main()
