"""What is wrong where git was called, in words of ours and the last words of git."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from adjudicator.api.problems import Problem, Unusable

__all__ = [
    "failed",
    "no_folder",
    "no_git",
    "ref_locked",
    "slow",
    "too_old",
    "unreached",
]


def _lines(err: str) -> str:
    """Returns the last words of git, for a message."""
    lines = [line.strip() for line in err.splitlines() if line.strip()]
    told = [line for line in lines if line.startswith(("fatal:", "error:"))] or lines
    return "; ".join(told[-2:])[:400].rstrip(".")


def failed(word: str, code: int, err: str) -> Problem:
    """Returns the problem of a call that ended as none should.

    Args:
        word: the command of git.
        code: its exit code.
        err: what it said.
    """
    message = f"git {word} ended with {code}: {_lines(err) or 'it said nothing'}"
    hint = "`git fsck` and `git status` say more about this repository."
    return Problem("git-failed", message, hint=hint, kind="unusable")


def slow(word: str, seconds: int) -> Problem:
    """Returns the problem of a call that did not come to an end."""
    message = f"git {word} did not end in {seconds} seconds"
    return Problem("git-slow", message, hint="Try it again later.", kind="unusable")


def unreached(remote: str, err: str) -> Problem:
    """Returns the problem of another repository that could not be reached."""
    message = f"the repository {remote!r} was not reached: {_lines(err) or 'git said nothing'}"
    hint = "Look at the network, and whether you may read and write there; then say it again."
    return Problem("no-network", message, hint=hint, kind="unusable")


def ref_locked(line: str) -> Problem:
    """Returns the problem of a ref that another git holds, from the line in which git says so."""
    what = line.removeprefix("error: ").partition(":")[0]
    message = f"another git is at work in this repository: {what[:200]}"
    hint = (
        "Say it again. If it stays like this, a killed git has left its lock: "
        "`adjudicator git doctor` names it."
    )
    return Problem("ref-locked", message, hint=hint, kind="unusable")


def no_git() -> Unusable:
    """Returns that there is no git."""
    message = "there is no git here"
    hint = "Install git 2.34 or newer: Debian `apt install git`, others git-scm.com."
    return Unusable([Problem("no-git", message, hint=hint, kind="unusable")])


def too_old(version: Sequence[int], oldest: Sequence[int]) -> Unusable:
    """Returns that git is older than it may be."""
    told = ".".join(map(str, version))
    message = f"this git is {told}; what is needed came with {'.'.join(map(str, oldest))}"
    hint = "Install a newer git: git-scm.com."
    return Unusable([Problem("git-too-old", message, hint=hint, kind="unusable")])


def no_folder(folder: Path) -> Unusable:
    """Returns that a folder lies in no repository."""
    message = f"{folder} lies in no git repository"
    hint = "Go into a clone of the match, or name it; `git clone ADDRESS` makes one."
    return Unusable([Problem("no-repository", message, hint=hint, kind="unusable")])
