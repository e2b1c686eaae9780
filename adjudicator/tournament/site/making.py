"""The site of an event: gathered by workers, and written as a whole folder."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from adjudicator.api.folders import sync_names
from adjudicator.api.named_files import MAX_SIZE, pretty, read_bytes, write_atomically
from adjudicator.api.problems import Unusable, unusable_file
from adjudicator.site.atom import uuid_of
from adjudicator.tournament.auditing import audit_folder
from adjudicator.tournament.event_luck import luck_of_event
from adjudicator.tournament.folder import MARK, OpenEvent, held
from adjudicator.tournament.site.pages import Known, pages_of
from adjudicator.tournament.site.public import PublicMatch, public_match
from adjudicator.tournament.site.shown import Shown
from adjudicator.workers.driver import Driver, driver_of
from adjudicator.workers.outcomes import Outcome

__all__ = [
    "check_place",
    "is_site_of",
    "known_of",
    "make_site",
    "publish",
    "remake_site",
    "write_site",
]


def make_site(
    event: OpenEvent,
    out: Path,
    *,
    audited: bool = True,
    url: str = "",
    language: str = "en",
) -> int:
    """Makes the site of an event anew, in a folder of its own; returns how many files it has.

    Args:
        out: the folder; one that is there must be a site of this event, or empty.
        audited: whether every log is audited and luck is told, which takes most of the time.
        url: as `pages_of`.

    Raises:
        UnusableFile: the folder is something else (`no-site`).
        TryAgain: another run holds the event, or the disk is full.
    """
    check_place(event, out)
    with driver_of(1) as driver:
        known = known_of(event, driver, audited=audited)
    return publish(event, out, known, url=url, language=language)


def publish(
    event: OpenEvent,
    out: Path,
    known: Known,
    *,
    templates: Path | None = None,
    url: str = "",
    language: str = "en",
) -> int:
    """Writes the site of an event out of what is known; returns how many files it has.

    Args:
        out: as `make_site`.
        templates, url: as `pages_of`.

    Raises:
        UnusableFile: the folder is something else (`no-site`), or a template cannot be used.
        TryAgain: another run holds the event, or the disk is full.
    """
    files = pages_of(Shown(event, language), known, templates=templates, url=url)
    write_site(event, out, files, {"audited": known.audit is not None, "url": url,
                                   "language": language})  # fmt: skip
    return len(files) + 1


def remake_site(event: OpenEvent, out: Path) -> int:
    """Makes a site anew as it was made, with our own templates; returns how many files it has."""
    check_place(event, out)
    how = _mark(out) or {}
    language = how.get("language")
    url = how.get("url")
    return make_site(
        event, out, audited=how.get("audited") is not False,
        url=url if isinstance(url, str) else "",
        language=language if isinstance(language, str) else "en",
    )  # fmt: skip


def known_of(
    event: OpenEvent,
    driver: Driver,
    *,
    audited: bool = True,
    told: Callable[[Outcome[PublicMatch]], None] = lambda outcome: None,
) -> Known:
    """Returns what pages show beside the event's own files: matches, audit, luck."""
    begun = [one for one in event.matches if (event.match_folder(one) / "log.jsonl").is_file()]
    outcomes = driver.run(public_match, [event.match_folder(one) for one in begun], told=told)
    matches = {
        match: outcome.done
        for match, outcome in zip(begun, outcomes, strict=True)
        if outcome.kind == "done"
    }
    if not audited:
        return Known(matches=matches)
    return Known(
        matches=matches, audit=audit_folder(event.folder, driver=driver),
        luck=luck_of_event(event, driver),
    )  # fmt: skip


# -- written ------------------------------------------------------------------------------------


def _id(event: OpenEvent) -> str:
    """Returns what tells the sites of two events apart, also of the same name."""
    draw = event.draws[1]
    return uuid_of(f"adjudicator:tournament:{event.event.id}:{draw.commitment or draw.beacon}")


def _mark(folder: Path) -> dict[str, object] | None:
    try:
        found = json.loads(read_bytes(folder / MARK, limit=MAX_SIZE))
    except (Unusable, ValueError):
        return None
    return found if isinstance(found, dict) else None


def is_site_of(event: OpenEvent, folder: Path) -> bool:
    """Whether a folder is a site of this event, by the mark in it."""
    found = _mark(folder)
    return found is not None and found.get("event") == _id(event)


def check_place(event: OpenEvent, out: Path) -> None:
    """Refuses a place where something else lies.

    Raises:
        UnusableFile: `no-site`, the folder holds something that is no site of this event.
    """
    is_there = out.is_symlink() or out.exists()
    is_empty = out.is_dir() and not out.is_symlink() and not any(out.iterdir())
    if is_there and not is_empty and (out.is_symlink() or not is_site_of(event, out)):
        raise unusable_file(
            out, "no-site", "this holds something else than a site of this event",
            "Name a new folder by --out; only a site of the same event is replaced.",
        )  # fmt: skip


def write_site(
    event: OpenEvent, out: Path, files: Mapping[str, bytes], how: Mapping[str, object]
) -> None:
    """Writes a site beside the place where it goes, and exchanges the folders.

    Whoever looks meanwhile sees the old one, for a blink none, then the new one. A run that is
    killed leaves the old one, or a folder `.new-...` or `.old-...` beside it, which the next run
    takes away.

    Raises:
        UnusableFile: `no-site`; or it cannot be written.
        TryAgain: another run holds the event, or the disk is full.
    """
    out = out.absolute()
    out.parent.mkdir(parents=True, exist_ok=True)
    with held(event.folder):
        check_place(event, out)
        for left in out.parent.glob(f".[no][el][wd]-{_plain(out.name)}-*"):
            if left.is_dir() and not left.is_symlink() and is_site_of(event, left):
                shutil.rmtree(left)
        new = Path(tempfile.mkdtemp(prefix=f".new-{out.name}-", dir=out.parent))
        new.chmod(0o755)
        write_atomically(new / MARK, pretty({"event": _id(event), **how}))
        for path, raw in files.items():
            target = new / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(raw)
        sync_names(new)
        old = new.with_name(new.name.replace(".new-", ".old-", 1))
        if out.exists():
            out.rename(old)
        new.rename(out)
        sync_names(out.parent)
        if old.exists():
            shutil.rmtree(old)


def _plain(name: str) -> str:
    """Returns a name as a pattern that finds it alone."""
    return "".join(f"[{one}]" if one in "*?[" else one for one in name)
