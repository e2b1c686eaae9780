"""Forges logs of every mode and has them judged: python -m tests.audit.forgeries"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.audit.chromium import Page, browser, find_chromium
from tests.audit.forgeries.allowed import differences
from tests.audit.forgeries.findings import Findings, findings, judged_by_page
from tests.audit.forgeries.matches import HONEST
from tests.audit.forgeries.stays import STAYS
from tests.audit.forgeries.table import kinds, table
from tests.audit.mutations import PAGE

__all__ = ["main"]


def main() -> int:
    """Prints the tables, and what is not as it is listed; returns the exit code."""
    program = find_chromium()
    if program is None:
        found = {title: findings(title) for title in HONEST}
    else:
        with tempfile.TemporaryDirectory() as folder, browser(program, Path(folder)) as page:
            page.show(PAGE.as_uri())
            found = {title: _judged(title, page) for title in HONEST}
    print("\n".join(table(found)), end="\n\n")
    print("\n".join(kinds(found, STAYS)))
    wrong = [
        f"{title}: {told}"
        for title, one in found.items()
        for told in (
            *differences(STAYS, title, one.stays, with_page=program is not None),
            *(f"the judges of the dice blame other lines: {kind}" for kind in one.disagreeing),
        )
    ]
    print("\n".join(("", *wrong)) if wrong else "\nWhat stays is what is listed.")
    return 1 if wrong else 0


def _judged(title: str, page: Page) -> Findings:
    return findings(title, judged_by_page(page, title))


if __name__ == "__main__":
    sys.exit(main())
