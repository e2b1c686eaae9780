"""The pages of an event put in place: whole, or not at all; and a club's own templates read."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from adjudicator.api.named_files import read_bytes, write_atomically
from adjudicator.api.problems import unusable_file
from adjudicator.api.texts import MAX_TEMPLATE
from adjudicator.tournament.event import EVENT
from adjudicator.tournament.site.pages import TEMPLATES, template_names

__all__ = ["read_templates", "write_pages"]

_TOLD = f"files/{EVENT}"


def write_pages(out: Path, files: Mapping[str, bytes], event: str) -> None:
    """Puts pages in the place of those that lie there.

    They are written into a folder beside it, which then takes its name. A run that is killed in
    between leaves the old pages, or none: the next one makes them.

    Args:
        out: the folder; it is not there, is empty, or holds pages of the same event.
        files: by path.
        event: the event's id.

    Raises:
        UnusableFile: something else lies there (`file-exists`), or it cannot be written.
        TryAgain: the disk is full.
    """
    _check_ours(out, event)
    new, old = (out.parent / f".{out.name}.{word}" for word in ("new", "old"))
    for left in (new, old):
        shutil.rmtree(left, ignore_errors=True)
    try:
        for path, raw in files.items():
            (new / path).parent.mkdir(parents=True, exist_ok=True)
            write_atomically(new / path, raw, lasting=False)
        if out.exists():
            os.replace(out, old)
        os.replace(new, out)
    except OSError as error:
        raise unusable_file(
            out, "cannot-write", f"the folder cannot be written: {error.strerror}",
            "Check who may write there.",
        ) from error  # fmt: skip
    finally:
        for left in (new, old):
            shutil.rmtree(left, ignore_errors=True)


def _check_ours(out: Path, event: str) -> None:
    if not out.exists() or (out.is_dir() and not any(out.iterdir())):
        return
    if (out / _TOLD).is_file():
        try:
            told = json.loads(read_bytes(out / _TOLD, limit=MAX_TEMPLATE))
        except ValueError:
            told = None
        if isinstance(told, dict) and told.get("id") == event:
            return
    raise unusable_file(
        out, "file-exists", "something lies here that is no site of this event",
        "Name another folder, or move this one away.",
    )  # fmt: skip


def read_templates(folder: Path) -> dict[str, str]:
    """Returns a club's own templates of a folder: files NAME.html.j2, named as the usual ones.

    Raises:
        UnusableFile: the folder has none (`no-templates`), or a file cannot be read.
    """
    found = {
        name: read_bytes(folder / file, limit=MAX_TEMPLATE).decode(errors="replace")
        for name, file in template_names().items()
        if (folder / file).is_file()
    }
    if not found:
        raise unusable_file(
            folder, "no-templates", "no template lies here",
            f"Call them NAME.html.j2: {', '.join(TEMPLATES)}.",
        )  # fmt: skip
    return found
