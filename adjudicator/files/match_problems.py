"""Why a folder cannot be used as a match, or a match not as it was meant."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adjudicator.core import log
from adjudicator.core.game import Game, Rules
from adjudicator.core.problem import Unusable
from adjudicator.files.log_file import unusable_log
from adjudicator.files.offers import rules_of
from adjudicator.files.problems import UnusableFile, unusable_file
from adjudicator.files.storage import is_unfinished

__all__ = ["no_match", "rolls_not_external", "rules_in_log", "sheets_missing"]


def rules_in_log(folder: Path, genesis: log.Genesis, games: Mapping[str, Game]) -> Rules[Any]:
    """Returns the rules of a match; raises UnusableFile with the place in its log."""
    try:
        return rules_of(genesis, games)
    except Unusable as error:
        raise unusable_log(folder, error.problems) from None


def rolls_not_external(folder: Path, mode: str) -> UnusableFile:
    """Returns the problem of rolls for a match that takes none, to be raised."""
    return unusable_file(
        folder,
        "rolls-not-external",
        f"this match is played in {mode} mode: its dice come from the log",
        "Rolls are taken only in a match made with `new --mode external`.",
    )


def sheets_missing(folder: Path, why: str, n: int) -> UnusableFile:
    """Returns the problem of withheld sheets that are lost, to be raised."""
    return unusable_file(
        folder / "referee" / "orders",
        "sheets-missing",
        f"{why}, and the sheets of opening {n} are not here",
        "Put the sheets back there as they were received.",
    )


def no_match(folder: Path) -> UnusableFile:
    """Returns the problem of a folder that is no match, to be raised."""
    return unusable_file(folder, "no-match", *_why_no_match(folder))


def _why_no_match(folder: Path) -> tuple[str, str]:
    """Returns why there is no match in what was named as its folder, and what to name."""
    hint = "Name the folder that `adjudicator new` made; to a player, the mailed state.json does."
    if (folder / "offer.json").exists():
        hint = f"`adjudicator begin {folder} JOIN...` takes the joins in."
        return "this match has not begun: it awaits joins", hint
    if folder.is_file():
        return "this is a file, not the folder of a match", hint
    if not folder.exists():
        return "there is no such folder", hint
    if is_unfinished(folder):
        return "the making of this match was broken off", "Run the command again that made it."
    return "this folder holds no match: log.jsonl is not there", hint
