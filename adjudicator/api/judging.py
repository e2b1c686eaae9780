"""The judge's page: the program in one HTML page, for whoever installs nothing."""

from __future__ import annotations

from pathlib import Path

from adjudicator.api.mailed import read_state
from adjudicator.core.limits import MAX_SIZE
from adjudicator.documents.sheet_lines import state_in_address
from adjudicator.documents.storage import read_bytes
from adjudicator.judge.assembly import MAX_PAGE, judge_app, judge_page, judge_site

__all__ = ["MAX_PAGE", "judge_address", "judge_app", "judge_page", "judge_site"]


def judge_address(state: Path, page: str = "judge.html") -> str:
    """Returns the address of the judge's page that opens with a mailed state.json.

    Args:
        state: the state.json.
        page: the address at which the page lies.

    Raises:
        RefusedFile: it is no state.json, or invalid.
        UnusableFile: it cannot be read; its game or map is not known here.
    """
    raw = read_bytes(state, limit=MAX_SIZE)
    read_state(state)
    return state_in_address(raw, page)
