"""The repository of a match: made once, from the folder of a match that has begun (section 1).

Into it goes what everybody may know, and nothing else: what the referee keeps, and what one seat
alone may see, stays where it is. Said twice, it does what is left to do. What only people can do,
on a server or on the pages of a forge, is told as steps.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from importlib import resources
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from pydantic import ValidationError

from adjudicator import __version__
from adjudicator.api.age_keys import age_key
from adjudicator.api.beginning import addresses_in
from adjudicator.api.begun import BegunMatch
from adjudicator.api.fetched import seats_that_sign, secret_in, withheld_files
from adjudicator.api.match import Match, open_folder, open_match
from adjudicator.api.named_files import (
    MAX_LOG,
    MAX_SIZE,
    REFEREE,
    pretty,
    read_bytes,
    read_json,
    write_atomically,
)
from adjudicator.api.problems import Problem, Refused, Unusable, unusable_file
from adjudicator.repository.git import ADJUDICATOR, Git, open_git
from adjudicator.repository.inbox import INBOX, inbox_path
from adjudicator.repository.leaks import Held, leaks_in
from adjudicator.repository.origin import LOG
from adjudicator.repository.page import README, match_page
from adjudicator.repository.sealing import recipients_in_force, seal_sheet
from adjudicator.repository.settings import (
    SETTINGS,
    PageSettings,
    RepositorySettings,
    read_settings,
)
from adjudicator.repository.steps import steps_to_play
from adjudicator.repository.throwaway import VIEWS
from adjudicator.repository.views import NO_VIEWS, SealedViews, sealed_views

__all__ = ["BARE", "WAYS", "Begun", "Place", "Way", "begin_repository", "way_files"]

Way = Literal["bare", "github", "gitlab", "forgejo", "none"]
"""Where a match is played: in a bare repository of one's own with hooks; on a forge, with its
workflows; "none": anywhere, and whoever plays makes the turns."""
WAYS: tuple[Way, ...] = get_args(Way)
BARE = {
    "pre-receive": "hooks/pre-receive",
    "post-receive": "hooks/post-receive",
    "authorized_keys": "adjudicator/authorized_keys",
    "gitolite.conf": "adjudicator/gitolite.conf",
}
"""By template, where it lies in a bare repository."""

BEACON = (".adjudicator/turn", "adjudicator/turn")
"""Where the script lies that asks the beacon: in a tree, and in a bare repository."""

_IN_TREE: Mapping[Way, Mapping[str, str]] = {
    "bare": {},
    "none": {},
    "github": {
        "github-check.yml": ".github/workflows/check.yml",
        "github-turn.yml": ".github/workflows/turn.yml",
    },
    "forgejo": {
        "forgejo-check.yml": ".forgejo/workflows/check.yml",
        "forgejo-turn.yml": ".forgejo/workflows/turn.yml",
    },
    "gitlab": {"gitlab-ci.yml": ".gitlab-ci.yml"},
}
_PUBLIC = ("log.jsonl", "match.json", "offer.json")
_FOLDERS = ("map", "orders", "heads", "before")
_ATTRIBUTES = (
    "* -text",
    "log.jsonl -text -merge linguist-generated",
    "now/** linguist-generated",
)
_IGNORED = (
    "/referee/", "/openings/", ".lock", ".new-*", "key-*.json*", "/decrypted/", "/now/events.json",
    "/now/layout.json", "/now/report.html", "/now/stamp.json",
)  # fmt: skip
_SEALED = ("/inbox/*/n[0-9][0-9][0-9][0-9].json", "/inbox/*/n[0-9][0-9][0-9][0-9].json.sig")
"""What lies in a clone where sheets are sealed, and `git submit` alone reads: `git add` would have
it published."""
_RECEIVE = {
    "receive.denyNonFastForwards": "true",
    "receive.denyDeletes": "true",
    "receive.fsckObjects": "true",
    "receive.maxInputSize": "2m",
    "core.logAllRefUpdates": "always",
    "core.hooksPath": "hooks",
}
"""Settings of the server's repository (git-config), so that no push takes anything back."""
_NEW = "refs/tags/adjudicator/new"
"""Holds what is made until it was looked through."""


class Place(NamedTuple):
    """Where and how a match is to be played."""

    way: Way = "none"
    """Where."""
    bare: Path | None = None
    """The bare repository to make."""
    branch: str = "main"
    """The branch."""
    accounts: Mapping[str, Sequence[str]] = {}
    """By seat, the accounts that may push for it."""
    is_open: bool = False
    """Whether sheets lie open, though the referee could unseal them."""
    program: Sequence[str] = ("adjudicator",)
    """How a hook calls this program."""
    page: str | None = None
    """The branch on which turns publish the page for spectators; None: on none."""
    url: str = ""
    """Where that page can be read; empty: unknown."""


class Begun(NamedTuple):
    """What was made."""

    commit: str
    """The commit at the tip of the branch."""
    is_new: bool
    """Whether it was made now; False: all of it was there."""
    files: tuple[str, ...]
    """What was written: paths in the match folder, and in the bare repository."""
    steps: tuple[str, ...]
    """What is left to people, each a sentence or a line for a shell."""
    notices: tuple[str, ...]
    """What else is to be told."""


def begin_repository(folder: Path, place: Place, now: datetime) -> Begun:
    """Makes the repository of a match in its folder, and where it is to be played.

    Args:
        folder: the referee's folder of a match that has begun.
        now: the date of the first commit.

    Raises:
        Refused: `would-publish`, something secret would be, or is, in the repository; sheets must
            be sealed here, and cannot be; another branch or way than before.
        RefusedFile: repository.json is malformed or invalid.
        UnusableFile: there is no match in the folder, or the bare repository is something else.
        ValueError: accounts are named for no seat, or are no names.
    """
    if not (folder / SETTINGS).is_file():  # what is to be public is put in order first
        open_match(folder)
    match = open_folder(folder)
    settings = _settings(match, place)
    git = _git_of(folder, settings.branch)
    files = dict(_files(match, settings, place))
    tip = git.commit_named(f"refs/heads/{settings.branch}")
    is_begun = tip is not None and git.file(tip, SETTINGS, limit=MAX_SIZE) is not None
    views = NO_VIEWS if is_begun else _views(match, settings)
    files |= {path: one for path, one in views.files.items() if one is not None}
    files |= {} if is_begun else _withheld(match, settings)
    commit, is_new = _committed(git, match, files, settings=settings, now=now)
    written = tuple(sorted(files)) if is_new else ()
    secret = _secret_of(folder)
    if place.bare is not None:
        written += tuple(_made_bare(git, match, place, branch=settings.branch, secret=secret))
    steps = steps_to_play(
        place.way, folder=folder, branch=settings.branch, secret=secret,
        bare=None if place.bare is None else place.bare.resolve(),
        page=None if settings.page is None else settings.page.branch,
        program=place.program, has_clock=match.clock is not None, by_beacon=match.mode == "beacon",
    )  # fmt: skip
    notices = *_notices(match, settings), *map(_cannot_see, views.lacking)
    return Begun(commit, is_new, written, tuple(steps), notices)


def _views(match: BegunMatch, settings: RepositorySettings) -> SealedViews:
    """Returns what single seats may see of a match under way, where it is put into a repository."""
    if not isinstance(match, Match):
        return NO_VIEWS
    log = read_bytes(match.folder / "log.jsonl", limit=MAX_LOG)
    return sealed_views(match, lambda: recipients_in_force(log, settings))


def _withheld(match: BegunMatch, settings: RepositorySettings) -> dict[str, bytes]:
    """Returns the sheets that the log withholds, sealed: whoever makes turns needs them.

    They came by mail, for the referee alone, so they may not lie there open.

    Raises:
        Refused: `sheets-withheld`, there are some, and nothing is sealed here.
    """
    found = withheld_files(match.folder)
    if not found:
        return {}
    if settings.sheets == "open":
        raise Refused([_sheets_withheld(sorted({named.seat for named in found}))])
    log = read_bytes(match.folder / "log.jsonl", limit=MAX_LOG)
    to = [recipients_in_force(log, settings)[REFEREE]]
    return {
        inbox_path(named.seat, named.n, "sealed"): seal_sheet(file.raw, file.signature, to)
        for named, file in found.items()
    }


def _sheets_withheld(seats: Sequence[str]) -> Problem:
    message = f"the log does not show the sheets of {', '.join(seats)} yet, and here they would "
    message += "lie open"
    hint = "Go on as before until the player-turn is over; then say it again."
    return Problem("sheets-withheld", message, hint=hint, kind="stale")


def _cannot_see(seat: str) -> str:
    return (
        f"{seat} cannot see what it alone may see: neither its join nor {SETTINGS} names an age "
        f"key; {seat} says it by `adjudicator git view --recipient`"
    )


def way_files(
    way: Way, *, branch: str, program: Sequence[str], secret: Path | None, by_beacon: bool = False
) -> dict[str, bytes]:
    """Returns the files of a way to play, by path: in the tree, or in a bare repository.

    Args:
        branch: the branch on which the match is played.
        program: how a hook calls this program.
        secret: the folder of the referee's secret, for hooks; None: there is none.
        by_beacon: whether the dice come from a public beacon, which somebody must ask.
    """
    named = dict(BARE if way == "bare" else _IN_TREE[way])
    called = shlex.join(program if way == "bare" else ["adjudicator"])
    told = "" if secret is None or way != "bare" else f" --secret {shlex.quote(str(secret))}"
    turn = f"{called} git turn{told}"
    if by_beacon:
        named["beacon-turn"] = BEACON[way == "bare"]
        turn = f"sh {named['beacon-turn']}"
    words = {
        "@BRANCH@": branch,
        "@PACKAGE@": f"wargame-adjudicator[git]=={__version__}",
        "@TURN@": turn,
        "@ADJUDICATOR@": called,
        "@SECRET@": told,
    }
    found = {}
    for template, path in named.items():
        text = (resources.files(__package__) / "ways" / template).read_text(encoding="utf-8")
        for word, value in words.items():
            text = text.replace(word, value)
        found[path] = text.encode()
    return found


# -- in the folder of the match ------------------------------------------------------------------


def _git_of(folder: Path, branch: str) -> Git:
    """Returns the repository of a match folder, which is made where there is none."""
    if not (folder / ".git").exists():
        Git(folder).run("init", "--quiet", f"--initial-branch={branch}")
    return open_git(folder)


def _settings(match: BegunMatch, place: Place) -> RepositorySettings:
    """Returns what repository.json says, or is to say."""
    path = match.folder / SETTINGS
    if path.is_file():
        settings = read_settings(read_bytes(path, limit=MAX_SIZE), str(path))
        asked = {seat: list(names) for seat, names in place.accounts.items()}
        page = None if place.page is None else PageSettings(branch=place.page, url=place.url)
        is_other = page is not None and page != settings.page
        if settings.branch != place.branch or (asked and asked != settings.accounts) or is_other:
            raise Refused([_said_otherwise(settings.branch)])
        return settings
    secret = _secret_of(match.folder)
    can_seal = match.has_secret and secret is not None
    is_sealed = can_seal and not place.is_open
    if match.is_hidden and not is_sealed:
        raise Refused([_must_seal(can_seal=can_seal)])
    for seat in place.accounts:
        match.check_seat(seat)
    recipients = {}
    if is_sealed and secret is not None:
        recipients[REFEREE] = age_key(secret / "secret.json").recipient
    try:
        return RepositorySettings(
            branch=place.branch,
            sheets="sealed" if is_sealed else "open",
            due="sheets" if match.clock is None else "clock",
            accounts={seat: list(names) for seat, names in place.accounts.items()},
            recipients=recipients,
            page=None if place.page is None else PageSettings(branch=place.page, url=place.url),
        )
    except ValidationError as error:
        raise ValueError(_why_not(error)) from None


def _why_not(error: ValidationError) -> str:
    """Returns what is wrong with what was asked for."""
    place = error.errors()[0]["loc"]
    if "accounts" in place:
        return "accounts are names of letters, digits, dots and hyphens"
    if "url" in place:
        return "an address begins with https:// or http://, and has nothing behind ? or #"
    return "the page needs a branch of its own: each turn replaces it"


def _secret_of(folder: Path) -> Path | None:
    found = (folder / REFEREE).resolve()
    return found if (found / "secret.json").is_file() else None


def _files(
    match: BegunMatch, settings: RepositorySettings, place: Place
) -> Iterator[tuple[str, bytes]]:
    """Yields all that goes into the repository, by path."""
    folder = match.folder
    public = [folder / name for name in (*_PUBLIC, *VIEWS)]
    for name in _FOLDERS:
        public += sorted(path for path in (folder / name).rglob("*") if path.is_file())
    for path in public:
        if path.is_file() and not path.is_symlink():
            yield path.relative_to(folder).as_posix(), read_bytes(path, limit=MAX_LOG)
    # git keeps no empty folder, and players write into theirs.
    yield from ((f"{INBOX}/{seat}/.gitkeep", b"") for seat in match.seats)
    yield README, match_page(match, settings)
    written = folder / SETTINGS
    is_there = written.is_file()
    yield (
        SETTINGS,
        read_bytes(written, limit=MAX_SIZE) if is_there else pretty(settings.model_dump()),
    )
    yield ".gitattributes", _with_lines(folder / ".gitattributes", _ATTRIBUTES)
    ignored = (*_IGNORED, *(_SEALED if settings.sheets == "sealed" else ()))
    yield ".gitignore", _with_lines(folder / ".gitignore", ignored)
    if place.way != "bare":
        yield from way_files(
            place.way, branch=settings.branch, program=place.program, secret=None,
            by_beacon=match.mode == "beacon" and place.way != "none",
        ).items()  # fmt: skip


def _with_lines(path: Path, lines: Iterable[str]) -> bytes:
    """Returns a file with lines that it must have; those of people stay."""
    raw = read_bytes(path, limit=MAX_SIZE) if path.is_file() else b""
    there = {line.rstrip() for line in raw.split(b"\n")}
    lacking = [line.encode() for line in lines if line.encode() not in there]
    end = b"" if raw.endswith(b"\n") or not raw else b"\n"
    return raw + (end if lacking else b"") + b"".join(line + b"\n" for line in lacking)


def _committed(
    git: Git,
    match: BegunMatch,
    files: Mapping[str, bytes],
    *,
    settings: RepositorySettings,
    now: datetime,
) -> tuple[str, bool]:
    """Commits the files, if they are not there; returns the tip, and whether it is new."""
    branch = f"refs/heads/{settings.branch}"
    tip = git.commit_named(branch)
    tree = git.tree_with(tip, {path: git.kept(raw) for path, raw in files.items()})
    is_new = tip is None or git.commit(tip).tree != tree
    commit = tip or ""
    if is_new:
        commit = git.commit_tree(
            tree, [tip] if tip else [], f"Opening {match.n}: the repository of the match\n",
            person=ADJUDICATOR, seconds=int(now.timestamp()),
        )  # fmt: skip
    git.run("update-ref", _NEW, commit)
    try:
        leaks = list(leaks_in(git, _held(match), is_sealed=settings.sheets == "sealed"))
    finally:
        git.run("update-ref", "-d", _NEW)
    if leaks:
        raise Unusable(_would_publish(one) for one in leaks)
    if is_new:
        for path, content in files.items():
            _write(match.folder / path, content)
        if not git.set_refs({branch: (commit, tip)}):
            raise Unusable([_moved()])
        git.run("symbolic-ref", "HEAD", branch)
        git.run("reset", "--quiet")
    return commit, is_new


def _write(path: Path, content: bytes, *, mode: int = 0o644) -> bool:
    """Writes a file unless it is there and says the same; returns whether it did."""
    if path.is_file() and read_bytes(path, limit=MAX_LOG) == content:
        return False
    path.parent.mkdir(mode=0o755 if mode & 0o4 else 0o700, parents=True, exist_ok=True)
    write_atomically(path, content, mode=mode)
    return True


def _held(match: BegunMatch) -> list[Held]:
    """Returns what is secret and at hand: the referee's master, and addresses of players."""
    held = [Held(f"the address of {seat}", one) for seat, one in addresses_in(match.folder).items()]
    raw = secret_in(match.folder)
    document = None if raw is None else read_json(raw, source="secret.json").data
    master = document.get("master") if isinstance(document, dict) else None
    if isinstance(master, str):
        held.append(Held("the referee's secret", master))
    return held


# -- on a server ---------------------------------------------------------------------------------


def _made_bare(
    git: Git, match: BegunMatch, place: Place, *, branch: str, secret: Path | None
) -> Iterator[str]:
    """Makes the bare repository with its settings and hooks; yields what was written."""
    assert place.bare is not None, "the way says so"
    bare = place.bare.resolve()
    if not bare.exists():
        words = ("--quiet", "--bare", "--template=", f"--initial-branch={branch}")
        Git(git.top).run("init", *words, str(bare))
    server = open_git(bare)
    if not server.is_bare:
        message = "this is a repository with a work tree: a server's has none"
        hint = "Name a folder that is not there yet, such as spring.git."
        raise unusable_file(place.bare, "not-bare", message, hint)
    ref = f"refs/heads/{branch}"
    _check_same_match(git, server, ref, place.bare)
    if server.commit_named(ref) is None:
        git.push(str(bare), {ref: git.commit_named(ref) or ""})
        server.run("symbolic-ref", "HEAD", ref)
    for name, value in _RECEIVE.items():
        server.run("config", name, value)
    if git.config("remote.origin.url") is None:
        git.run("remote", "add", "origin", str(bare))
        git.fetch("origin", [f"+{ref}:refs/remotes/origin/{branch}"])
        git.run("branch", "--quiet", f"--set-upstream-to=origin/{branch}", branch)
    # Players know the server: nobody is to push past the hooks, into the referee's own folder.
    git.run("config", "transfer.hideRefs", "refs")
    files = way_files(
        "bare", branch=branch, program=place.program, secret=secret,
        by_beacon=match.mode == "beacon",
    )  # fmt: skip
    for path, content in files.items():
        if _write(bare / path, content, mode=0o755 if path.startswith("hooks/") else 0o600):
            yield str(bare / path)


def _check_same_match(git: Git, server: Git, ref: str, bare: Path) -> None:
    """Raises UnusableFile where the server's repository holds another match, or no match at all."""
    tip, own = server.commit_named(ref), git.commit_named(ref)
    if tip is None or own is None:
        return
    there, here = (
        (one.file(commit, LOG, limit=MAX_LOG) or b"").partition(b"\n")[0]
        for one, commit in ((server, tip), (git, own))
    )
    if there != here:
        message = "this repository holds something else than this match"
        raise unusable_file(bare, "other-match", message, "Name a folder that is not there yet.")


# -- problems ------------------------------------------------------------------------------------


def _notices(match: BegunMatch, settings: RepositorySettings) -> Iterator[str]:
    """Yields what does not stop anybody, and should be known."""
    signing = seats_that_sign(read_bytes(match.folder / "log.jsonl", limit=MAX_LOG))
    for seat in match.seats:
        if seat not in signing and seat not in settings.accounts and seat not in match.plays:
            yield (
                f"nothing proves who orders for {seat}: it has no SSH key in the log, and no "
                f"account is named for it (--account {seat}=NAME)"
            )
    if match.mode == "external":
        yield "dice are rolled elsewhere: `git turn` waits for them, and nobody else rolls"


def _said_otherwise(branch: str) -> Problem:
    message = (
        f"{SETTINGS} is there already, and says otherwise: the branch {branch}, its accounts, "
    )
    message += "its page"
    hint = "Leave --branch, --account and --page out, or write into the file; all can read it."
    return Problem("settings-there", message, hint=hint, kind="invalid")


def _must_seal(*, can_seal: bool) -> Problem:
    hint = (
        "Leave --open out."
        if can_seal
        else "Somebody must hold a secret to whom sheets are sealed: `new --mode sealed`."
    )
    message = "hands are hidden in this match, and open sheets would show them"
    return Problem("must-seal", message, hint=hint, kind="invalid")


def _would_publish(leak: Problem) -> Problem:
    return Problem(
        "would-publish",
        f"this would be for all to read: {leak.message}",
        leak.path,
        hint="Take it out; where it was committed before, begin anew without the old .git.",
        kind="unusable",
    )


def _moved() -> Problem:
    message = "somebody else commits in this folder at the same time"
    return Problem("moved-meanwhile", message, hint="Say it again.", kind="unusable")
