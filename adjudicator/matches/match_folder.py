"""What a match folder holds when it is opened: by its save alone, or by its whole log.

The save is enough where the log has the size and the last line that it names; then no more of the
log is read than its ends, however long it is. Where anything differs, all of it is read, and what
is lost is to be made again.

A match that came from elsewhere may hold symbolic links: through one, a run would read or write
what lies outside of it. The files of a match are ordinary files in ordinary folders; what else lies
in its folder is nobody's business.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.audit import log
from adjudicator.audit.opening import SavedMatch
from adjudicator.core.game import Game, Rules
from adjudicator.core.limits import MAX_LOG
from adjudicator.core.problem import ReplayDivergence, Unusable
from adjudicator.documents.maps import places_in
from adjudicator.documents.offers import rules_of
from adjudicator.documents.printed import command
from adjudicator.documents.problems import UnusableFile, unusable_file
from adjudicator.documents.storage import has_unfinished, is_unfinished, read_bytes
from adjudicator.matches.log_file import WholeLog, log_end, unusable_log, whole_log
from adjudicator.matches.newest_views import are_there, restore_layout
from adjudicator.matches.opening_files import START_VIEWS, rewound_views, views_of
from adjudicator.matches.saves import load_save, sheet_keys, vouched_log
from adjudicator.matches.stored_sheets import orders_folder

__all__ = [
    "FoundMatch",
    "blame_stale_save",
    "check_links",
    "find_match",
    "is_offered",
    "is_whole",
    "no_match",
    "rules_in",
]


class FoundMatch(NamedTuple):
    """A match as it lies in its folder."""

    rules: Rules[Any]
    genesis: log.Genesis
    saved: SavedMatch
    views: str | None
    """The name of the last opening's views; None: not known."""
    keys: Mapping[str, str]
    """By seat, the SSH key with which its sheets must be signed."""
    whole: WholeLog | None
    """The log, if all of it was read; None: the match is whole."""
    mended: str = ""
    """What to tell of a save that has to be written; empty if there is one."""


def find_match(folder: Path, games: Mapping[str, Game]) -> FoundMatch:
    """Returns the match in a folder; nothing is written.

    Raises:
        NotHere: its save, and the sheets or the secret that would make it again, are elsewhere.
        Unusable: there is no match here, or its log, game or map cannot be used.
    """
    if is_unfinished(folder) or not (folder / "log.jsonl").exists():
        raise no_match(folder)
    return _by_its_save(folder, games) or _by_its_log(folder, games)


def _by_its_save(folder: Path, games: Mapping[str, Game]) -> FoundMatch | None:
    """Returns the match, None where its save does not fit the log or something is to be mended."""
    end = log_end(folder)
    if end is None:
        return None
    rules = rules_in(folder, end.genesis, games)
    loaded = load_save(_save(folder), rules, end)
    if loaded is None or loaded.log_size != end.size:
        return None
    if not is_whole(folder, loaded.saved, loaded.views, head=end.head.hash):
        return None
    return FoundMatch(rules, end.genesis, loaded.saved, loaded.views, loaded.keys, None)


def _by_its_log(folder: Path, games: Mapping[str, Game]) -> FoundMatch:
    from adjudicator.audit.verify import audit_dice

    found = whole_log(folder, vouched_log(_save(folder)))
    # The rules read no more than openings: what else stands in the log, the audit knows.
    if false := audit_dice(found.log).failures:
        raise unusable_log(folder, false)
    genesis = found.end.genesis
    rules = rules_in(folder, genesis, games)
    loaded = load_save(_save(folder), rules, found.end)
    keys = sheet_keys(found.log.lines)
    if loaded is not None:
        return FoundMatch(rules, genesis, loaded.saved, loaded.views, keys, found)
    from adjudicator.matches.played_again import played_again

    replayed = played_again(folder, rules, found.log, "the save is lost or was changed")
    saved, newest = replayed.saved, replayed.openings[-1:]
    views = next((views_of(one) for one in newest if one.n == saved.n), None)
    if saved.reached != saved.n:
        views = rewound_views(saved)
    mended = "referee/save.json was made again from the log and the sheets"
    return FoundMatch(rules, genesis, saved, views, keys, found.completed(replayed.missing), mended)


def is_whole(
    folder: Path, saved: SavedMatch, views: str | None, *, head: str | None = None
) -> bool:
    """Whether the last opening's views are there, and nothing that was not finished.

    Args:
        views: their name; None: it is not known.
        head: the head of the log that they name; None: it is not known.
    """
    referee = folder / "referee"
    written = (folder, folder / "heads", referee, orders_folder(folder, saved.n + 1))
    if any(map(has_unfinished, written)):
        return False
    return are_there(folder, saved, views if saved.n else START_VIEWS, head=head)


def _save(folder: Path) -> Path:
    return folder / "referee" / "save.json"


def rules_in(folder: Path, genesis: log.Genesis, games: Mapping[str, Game]) -> Rules[Any]:
    """Returns the rules of a match, whose map may lie in its folder.

    Raises:
        UnusableFile: its game or map cannot be used.
    """
    try:
        rules = rules_of(genesis, games, places_in(folder))
    except UnusableFile:
        raise
    except Unusable as error:
        raise unusable_log(folder, error.problems) from None
    restore_layout(folder, rules)
    return rules


def no_match(folder: Path) -> UnusableFile:
    """Returns the problem of a folder that holds no log."""
    return unusable_file(folder, "no-match", *_why_no_match(folder))


def is_offered(folder: Path) -> bool:
    """Whether this is the referee's folder of a match that has not begun."""
    if not folder.is_dir() or is_unfinished(folder):
        return False
    has_offer = (folder / "offer.json").exists() and (folder / "referee").is_dir()
    return has_offer and not (folder / "log.jsonl").exists()


def _why_no_match(folder: Path) -> tuple[str, str]:
    """Returns why there is no match in what was named as its folder, and what to name."""
    hint = "Name the folder that `adjudicator new` made; to a player, the mailed state.json does."
    if is_unfinished(folder):
        return "the making of this match was broken off", "Run the command again that made it."
    if is_offered(folder):
        hint = f"`{command('begin', folder)} JOIN...` takes the joins in."
        return "this match has not begun: it waits for joins", hint
    if folder.is_file():
        return "this is a file, not the folder of a match", hint
    if not folder.exists():
        return "there is no such file or folder", hint
    return "this folder holds no match: log.jsonl is not there", hint


@contextmanager
def blame_stale_save(folder: Path, rules: Rules[Any], saved: SavedMatch) -> Iterator[None]:
    """If the rules fail in the block: says so where it is for a save that is not of this log.

    The hash of a save shows that it was changed, not that somebody made a new hash too; to play the
    whole match again whenever it is opened would take too long.

    Raises:
        ReplayDivergence: the match as made again from its log stands otherwise.
    """
    try:
        yield
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
        from adjudicator.matches.played_again import played_again

        raw = read_bytes(folder / "log.jsonl", limit=MAX_LOG)
        replayed = played_again(folder, rules, log.parse_log(raw), "the save is in doubt")
        has_moved = replayed.saved.k != saved.k  # the log went on in the block
        if has_moved or replayed.waiting_for or replayed.saved == saved:
            raise
        raise ReplayDivergence("the log and the sheets lead elsewhere") from None


_FILES = (
    ".gitignore", "log.jsonl", "match.json", ".lock", "map", "referee", "orders", "now",
    "openings",
)  # fmt: skip
_FOLDERS = ("map", "referee", "orders", "now", "openings")
_DEEPEST = 3
"""How deep the folders of a match nest: referee/orders/n0001."""


def check_links(folder: Path) -> None:
    """Raises `UnusableFile` (`is-a-link`) if a part of a match is a symbolic link."""
    for name in _FILES:
        if (folder / name).is_symlink():
            raise _is_a_link(folder / name)
    for name in _FOLDERS:
        _check_folder(folder / name, 1)


def _check_folder(folder: Path, depth: int) -> None:
    try:
        with os.scandir(folder) as entries:
            found = sorted(entries, key=lambda entry: entry.name)
    except OSError:  # whoever needs the folder says what is wrong with it
        return
    for entry in found:
        if entry.is_symlink():
            raise _is_a_link(folder / entry.name)
        if depth < _DEEPEST and entry.is_dir(follow_symlinks=False):
            _check_folder(folder / entry.name, depth + 1)


def _is_a_link(path: Path) -> Exception:
    return unusable_file(
        path,
        "is-a-link",
        "this is a symbolic link: it may lead out of the match",
        "Put the file or folder itself here.",
    )
