"""How large a hidden match is in a repository: views, sealed sheets, what a turn pushes.

`python -m tests.repository.sizes GAME SCENARIO [OPENINGS]` plays a match by the built-in player and
commits each opening as `git submit` and `git turn` do (minutes).
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import adjudicator
from adjudicator.api.age_keys import age_key_in
from adjudicator.api.match import Match
from adjudicator.documents.keys.match_notes import Secret
from adjudicator.repository.sealing import seal_sheet
from adjudicator.repository.settings import RepositorySettings
from adjudicator.repository.throwaway import VIEWS
from adjudicator.repository.views import sealed_views
from tests.repository.clones import git

__all__ = ["main"]


def recipients(match: Match) -> dict[str, str]:
    """A recipient for each seat and the referee."""
    found = {}
    for who in ("referee", *match.seats):
        key = Secret(match="m", who=who, links=0, master=f"{len(who):064x}")
        found[who] = age_key_in(key.model_dump_json().encode(), who).recipient
    return found


def committed(match: Match, repository: Path, to: dict[str, str]) -> dict[str, int]:
    """Commits an opening and its sheets; returns the sizes of what was sealed."""
    sizes = {}
    for path in sorted((match.folder / "referee/orders" / f"n{match.n:04d}").glob("*.json")):
        sealed = seal_sheet(path.read_bytes(), None, [to["referee"]])
        place = repository / "inbox" / path.stem / f"n{match.n:04d}.age"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(sealed)
        sizes[f"sheet of {path.stem}"] = len(sealed)
    git(repository, "add", "-A")
    git(repository, "commit", "--quiet", "--allow-empty", "-m", "sheets")
    for name in ("log.jsonl", "match.json", *VIEWS):
        place = repository / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes((match.folder / name).read_bytes())
    for name, content in sealed_views(match, lambda: to).files.items():
        place = repository / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if content is None:
            place.unlink(missing_ok=True)
        else:
            place.write_bytes(content)
            sizes[name] = len(content)
    git(repository, "add", "-A")
    git(repository, "commit", "--quiet", "-m", f"Opening {match.n}")
    return sizes


def packed(repository: Path, *revisions: str) -> int:
    """How many bytes a pack of some commits has."""
    raw = subprocess.run(
        ["git", "pack-objects", "--revs", "--thin", "--stdout", "-q"], cwd=repository,
        input="".join(f"{one}\n" for one in revisions).encode(), capture_output=True, check=True,
        env={**os.environ, "GIT_CONFIG_GLOBAL": os.devnull},
    ).stdout  # fmt: skip
    return len(raw)


def main() -> None:
    """Prints the sizes of a match."""
    game, scenario, *rest = sys.argv[1:]
    most = int(rest[0]) if rest else 1000
    with tempfile.TemporaryDirectory() as folder:
        match = adjudicator.new_match(Path(folder) / "m", game, scenario)
        to, repository = recipients(match), Path(folder) / "r"
        repository.mkdir()
        git(repository, "init", "--quiet", "--initial-branch=main")
        (repository / "repository.json").write_text(RepositorySettings().model_dump_json())
        git(repository, "add", "-A")
        git(repository, "commit", "--quiet", "-m", "The match begins")
        views: list[int] = []
        sheets: list[int] = []
        turns: list[int] = []
        submits: list[int] = []
        while not match.is_over and match.n < most:
            match.adjudicate(play=("all",))
            for what, size in committed(match, repository, to).items():
                (views if what.startswith("views/") else sheets).append(size)
            turns.append(packed(repository, "HEAD", "^HEAD~1"))
            submits.append(packed(repository, "HEAD~1", "^HEAD~2"))
        for what, found in (
            ("a view", views), ("a sealed sheet", sheets), ("a push of a turn", turns),
            ("a push of its sheets", submits),
        ):  # fmt: skip
            print(f"{what}: median {statistics.median(found):.0f}, most {max(found)} bytes")
        whole = packed(repository, "HEAD")
        print(f"{match.n} openings; the whole history packed: {whole} bytes")


if __name__ == "__main__":
    main()
