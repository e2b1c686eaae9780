"""The page for spectators, on a branch of one commit that each turn replaces (section 7).

It is made after a turn was pushed, from what was pushed; openings that the page before has are
taken from there. The date is that of the commit which has the log, so all who make the page of one
log onto one page make the same. No turn waits for it, and none fails by it: what keeps it from
being published is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from adjudicator.api.fetched import log_head
from adjudicator.api.problems import AdjudicatorError, Problem, Refused, TryAgain
from adjudicator.repository.git import ADJUDICATOR, Git
from adjudicator.repository.origin import LOG, Fetched, Origin
from adjudicator.repository.settings import PageSettings
from adjudicator.repository.sheets import match_at
from adjudicator.site.earlier import MAX_PAGE
from adjudicator.site.feed import PAGE
from adjudicator.site.page import Before, site_of

__all__ = ["Published", "publish"]

_HEAD = "Log-Head: "
_PLAIN = {".nojekyll": b""}
"""Says to forges that these files are the page, and nothing to make one of."""

_SOMETHING_ELSE = (
    "the branch {} holds something else than a page of a match: name another one under page in "
    "repository.json, or take that one away"
)


class Published(NamedTuple):
    """What became of the page for spectators."""

    branch: str
    """Its branch."""
    is_new: bool = False
    """Whether another page lies there now; else it is as before."""
    why_not: str = ""
    """What kept the page from being published, in words; empty: nothing, it is there."""


def publish(git: Git, origin: Origin, secret: bytes | None) -> Published | None:
    """Makes the page of a match as it stands and pushes it onto its branch, if that has another.

    Args:
        secret: the referee's; None: there is none.

    Returns:
        What became of it; None: repository.json wants no page.
    """
    branch = ""
    try:
        fetched = origin.fetch()
        settings = fetched.settings.page
        if settings is None:
            return None
        branch = settings.branch
        return _published(git, origin, fetched, settings=settings, secret=secret)
    except Refused as error:
        return Published(branch, why_not=_told(error.problems))
    except TryAgain as error:
        return Published(branch, why_not=error.problem.message)
    except AdjudicatorError as error:
        return Published(branch, why_not=str(error))


def _published(
    git: Git, origin: Origin, fetched: Fetched, *, settings: PageSettings, secret: bytes | None
) -> Published:
    head = f"{_HEAD}{log_head(fetched.log)}"
    old = origin.fetch_branch(settings.branch)
    if old is not None and head in git.commit(old).message.splitlines():
        return Published(settings.branch)
    before = None if old is None else git.file(old, PAGE, limit=MAX_PAGE)
    if old is not None and before is None:
        return Published(settings.branch, why_not=_SOMETHING_ELSE.format(settings.branch))
    sealed = fetched.settings.sheets == "sealed"
    made_by = git.run("rev-list", "-1", fetched.tip, "--", LOG).text
    seconds = git.commit(made_by).seconds
    with match_at(git, fetched.tip, secret=secret, sealed=sealed) as laid:
        site = site_of(
            laid.match.folder,
            now=datetime.fromtimestamp(seconds, UTC),
            before=None if before is None else Before(before, f"{settings.branch}:{PAGE}"),
            url=settings.url,
        )
    files = git.all_kept({**_PLAIN, **site.files})
    message = f"The page for spectators\n\n{head}\n"
    commit = git.commit_tree(
        git.tree_with(None, files), [], message, person=ADJUDICATOR, seconds=seconds
    )
    pushed = origin.replace_branch(settings.branch, commit, old)
    if pushed.outcome == "refused":
        told = "; ".join(pushed.told[-3:]) or "the other side does not say why"
        return Published(settings.branch, why_not=f"the push was refused: {told}")
    return Published(settings.branch, is_new=pushed.outcome == "taken")


def _told(problems: Sequence[Problem]) -> str:
    return "; ".join(one.message for one in problems)
