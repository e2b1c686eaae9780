"""A whole match as a repository, to be cloned: `python -m tests.repository.whole FOLDER [GAME]`.

Players use `template`, `git submit` and `git pull`, the referee `git init` and `git turn`, from the
first opening to the end; every turn publishes the page for spectators. Then a stranger clones it
and says two commands more. FOLDER/match.git stays.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.repository.clones import Hub, call, git

__all__ = ["main"]

BRANCH = "gh-pages"
SCENARIOS = {"nine-fields": "standard", "fortress-america-1986": "standard", "stratix": "skirmish"}


def made(folder: Path, game: str) -> Hub:
    """Begins a match, and its repository."""
    words = ("new", game, folder / "m", "--scenario", SCENARIOS[game])
    begun = call(*words)
    assert begun.exit_code == 0, begun.output
    begun = call("git", "init", folder / "m", "--open", "--page", BRANCH)
    assert begun.exit_code == 0, begun.output
    git(folder, "clone", "--quiet", "--bare", str(folder / "m"), "match.git")
    return Hub(folder / "match.git")


def main(folder: Path, game: str = "nine-fields") -> None:
    """Plays a match to its end, and prints what a stranger sees of it."""
    folder.mkdir(parents=True)
    hub = made(folder, game)
    player, referee = hub.clone(folder / "player"), hub.clone(folder / "referee")
    said = referee.does("turn", "--secret", folder / "m")
    while "the match is over" not in said:
        player.pulls()
        for seat in player.awaited:
            player.writes(seat)
            player.does("submit")
        said = referee.does("turn", "--secret", folder / "m")
        assert f"on the branch {BRANCH}" in said, said
    print(*hub.turns, sep="\n")
    stranger = folder / "stranger"
    print(f"\n$ git clone {hub.folder.name} {stranger.name}")
    hub.clone(stranger)
    for words in (("verify", stranger), ("git", "doctor", "--in", stranger)):
        done = call(*words)
        print(f"$ adjudicator {' '.join(map(str, words))}\n{done.output}")
        assert done.exit_code == 0
    hub.git("gc", "--quiet", "--prune=now")
    print(hub.git("count-objects", "-vH"))


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:3])
