"""repository.json: what the referee decides of a repository. It holds no secret and no address."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)

from adjudicator.api.named_files import MAX_SIZE, model_schema, read_model_in
from adjudicator.api.problems import Problem, Unusable
from adjudicator.repository.git import Git, is_ref

__all__ = [
    "SETTINGS",
    "Account",
    "Branch",
    "PageSettings",
    "Recipient",
    "RepositorySettings",
    "Seat",
    "read_settings",
    "settings_of",
    "settings_schema",
]

SETTINGS = "repository.json"
"""Where it lies: at the top of the repository."""


def _plain_branch(name: str) -> str:
    if not is_ref(f"refs/heads/{name}"):
        raise ValueError("no plain name of a branch, such as main")
    return name


Branch = Annotated[
    str,
    StringConstraints(pattern=r"^[A-Za-z0-9_][A-Za-z0-9._/-]*$", max_length=100),
    AfterValidator(_plain_branch),
]
"""A name of a branch, of letters, digits, `.`, `_`, `-` and `/`."""
Seat = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,40}$")]
"""A seat, or `referee`."""
Account = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$")]
"""A name by which the server knows who pushes; no address."""
Recipient = Annotated[str, StringConstraints(pattern=r"^age1[02-9ac-hj-np-z]{58}$")]
"""An age recipient: the public half of a key."""


class PageSettings(BaseModel):
    """Where the page for spectators lies."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    branch: Branch = "gh-pages"
    """A branch of its own, of one commit: each turn replaces it."""
    url: Annotated[
        str, StringConstraints(pattern=r"^(https?://[A-Za-z0-9._~:/-]+)?$", max_length=200)
    ] = ""
    """The address at which it can be read; empty: unknown."""


class RepositorySettings(BaseModel):
    """All that repository.json says."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    schema_version: Literal[1] = 1
    """The format of the file."""
    branch: Branch = "main"
    """The branch on which the match is played."""
    sheets: Literal["open", "sealed"] = "open"
    """Whether sheets lie in the repository for all to read, or sealed for the referee."""
    due: Literal["sheets", "clock"] = "sheets"
    """What makes a turn due: all that is awaited is there; or else the clock of the offer, too."""
    accounts: dict[Seat, Annotated[list[Account], Field(max_length=20)]] = {}
    """By seat, the accounts that may push for it; a seat that is not named: any may."""
    recipients: dict[Seat, Recipient] = {}
    """By seat, and `referee`, for whom things are sealed where neither offer nor join says it."""
    page: PageSettings | None = None
    """The page for spectators that turns publish; null: none."""

    @model_validator(mode="after")
    def _apart(self) -> Self:
        if self.page is not None and self.page.branch == self.branch:
            raise ValueError("the page needs a branch of its own: it is replaced each turn")
        return self


def read_settings(raw: bytes, source: str = SETTINGS) -> RepositorySettings:
    """Returns what a repository.json says.

    Raises:
        RefusedFile: it is malformed or invalid; every problem with its place.
    """
    return read_model_in(RepositorySettings, raw, source)


def settings_of(git: Git, commit: str) -> RepositorySettings:
    """Returns what the repository.json of a commit says.

    Raises:
        RefusedFile: it is malformed or invalid.
        Unusable: `no-settings`, it is not there.
    """
    raw = git.file(commit, SETTINGS, limit=MAX_SIZE)
    if raw is None:
        message = f"there is no {SETTINGS} in this repository: no match is played in it by git"
        hint = (
            "`adjudicator git init MATCH` makes a repository of a match; else clone the right one."
        )
        raise Unusable([Problem("no-settings", message, hint=hint, kind="unusable")])
    return read_settings(raw)


def settings_schema() -> bytes:
    """Returns the JSON Schema of repository.json, as it lies in schemas/."""
    return model_schema(
        RepositorySettings, "Settings of a repository", "urn:adjudicator:repository"
    )
