"""What only people can do, to make a repository a place where a match is played.

Nobody but the owner of a server or of a project on a forge can say who may push, what is protected
and where the secret lies. Lines for a shell begin with `$ `.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from adjudicator.api.dice import DRAND_ROUNDS
from adjudicator.api.named_files import word

__all__ = ["steps_to_play"]


def steps_to_play(
    way: str, *, folder: Path, branch: str, bare: Path | None, secret: Path | None,
    program: Sequence[str], has_clock: bool, by_beacon: bool, page: str | None = None,
) -> Iterator[str]:  # fmt: skip
    """Yields what is left to people, a sentence or a line for a shell each.

    Args:
        way: "bare", "github", "gitlab", "forgejo" or "none".
        folder: the match folder.
        branch: the branch on which the match is played.
        bare: the bare repository, if there is one.
        secret: the folder of the referee's secret; None: nobody has one.
        program: how this program is called.
        has_clock: whether a turn can be due because time has passed.
        by_beacon: whether the dice come from a public beacon.
        page: the branch of the page for spectators; None: there is none.
    """
    if bare is not None:
        told = "" if secret is None else f" --secret {word(secret)}"
        turn = f"{' '.join(map(word, program))} git turn{told}"
        timed = "sh adjudicator/turn" if by_beacon else turn if has_clock else ""
        yield from _on_a_server(bare, secret, timed=timed)
    else:
        yield f"Make an empty {'repository' if way == 'none' else 'project'}, and push the match:"
        yield f"$ git -C {word(folder)} remote add origin ADDRESS"
        yield f"$ git -C {word(folder)} push -u origin {branch}"
    if way == "github":
        yield from _on_github(branch, secret)
    elif way == "forgejo":
        yield from _on_forgejo(branch, secret)
    elif way == "gitlab":
        yield from _on_gitlab(branch, secret)
    elif way == "none":
        yield "Whoever plays makes the turns, each time one is due:"
        yield "$ adjudicator git turn"
        if by_beacon:
            yield "Its dice come from drand: fix a round ahead, and open by it when it has come:"
            yield "$ adjudicator git turn --round ROUND"
            yield f"$ curl -o round.json {DRAND_ROUNDS}ROUND"
            yield "$ adjudicator git turn --beacon round.json"
    if page is not None:
        yield from _for_spectators(way, page)
    if secret is not None:
        yield "Keep a copy of the secret elsewhere: without it the match cannot go on."
        yield f"$ adjudicator escrow {word(folder)}"


def _on_a_server(bare: Path, secret: Path | None, *, timed: str) -> Iterator[str]:
    yield f"Players clone it: `git clone USER@HOST:{bare}`."
    yield (
        "Let no player into a shell here. One account a player: lines for authorized_keys, or for "
        f"gitolite, lie in {bare / 'adjudicator'}."
    )
    if secret is not None:
        yield f"The hooks read the secret in {secret}: keep it where their user alone may read it."
    if timed:
        yield "What is due because time has passed needs a line in the crontab of the same user:"
        yield f"$ */10 * * * * cd {word(bare)} && {timed}"


def _on_github(branch: str, secret: Path | None) -> Iterator[str]:
    if secret is not None:
        yield (
            "Settings, Environments: make `adjudicator`, and let it be used by the branch "
            f"{branch} alone. Then the secret:"
        )
        yield (
            f"$ gh secret set ADJUDICATOR_SECRET --env adjudicator < {word(secret / 'secret.json')}"
        )
    yield from _protected(branch, bypass="GitHub Actions")
    yield from _only_sheets()


def _on_forgejo(branch: str, secret: Path | None) -> Iterator[str]:
    if secret is not None:
        yield (
            "Settings, Actions, Secrets: add ADJUDICATOR_SECRET, with the content of "
            f"{secret / 'secret.json'}."
        )
    yield from _protected(branch, bypass="the user of Actions")
    yield from _only_sheets()


def _on_gitlab(branch: str, secret: Path | None) -> Iterator[str]:
    if secret is not None:
        yield (
            "Settings, CI/CD, Variables: add ADJUDICATOR_SECRET, protected and hidden, with the "
            f"content of {secret / 'secret.json'}."
        )
    yield "Settings, CI/CD, Job token permissions: allow Git push requests to the repository."
    yield "Build, Pipeline schedules: one an hour, if the match has a clock."
    yield from _protected(branch, bypass="the job token")
    yield from _only_sheets()


def _for_spectators(way: str, page: str) -> Iterator[str]:
    yield {
        "bare": f"Spectators need the branch {page} on a web space; after each turn, for instance:",
        "github": f"Settings, Pages: deploy from the branch {page}.",
        "gitlab": f"GitLab shows no branch as a page: a job named pages has to take {page}.",
    }.get(way, f"Let your forge show the branch {page} as a page.")
    if way == "bare":
        yield f"$ git archive {page} | tar -x -C /var/www/match"


def _protected(branch: str, *, bypass: str) -> Iterator[str]:
    yield (
        f"Protect {branch}: no force, no deletion, merges only where `check` has passed; "
        f"but {bypass} may push, or no turn is made."
    )
    yield f"Let nobody but {bypass} make the tags lock/* and turn/*."


def _only_sheets() -> Iterator[str]:
    yield (
        "Merge nothing that changes anything but inbox/: whoever changes a workflow can read the "
        "secret, and is the referee."
    )
