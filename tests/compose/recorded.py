"""The sheets of example matches, each with what its seat could order then."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import adjudicator
from adjudicator.audit.automatic import topics_open
from adjudicator.audit.opening import first_match
from adjudicator.audit.replay import replay
from adjudicator.core.capabilities import Composes
from adjudicator.core.save import state_of

__all__ = ["Recorded", "recorded"]

EXAMPLES = Path(__file__).parents[2] / "examples"


class Recorded(NamedTuple):
    """A sheet of a match."""

    n: int
    seat: str
    choices: dict[str, Any]
    """As a page has them."""
    sheet: dict[str, Any]
    """The document that was sent."""


def recorded(match: str) -> Iterator[Recorded]:
    """Yields the sheets of a finished example match, in order."""
    opened = adjudicator.open_match(EXAMPLES / match, read_only=True)
    rules = opened.rules
    assert isinstance(rules, Composes)
    first = first_match(rules, opened.genesis, opened.saved.log_head)
    walked = replay(rules, opened.log_near(()))
    assert not walked.problems
    saved = {one.n: one.saved for one in walked.openings}
    published: dict[int, dict[str, Any]] = {}
    for opening in walked.openings:
        for n, sheets in opening.published.items():
            published.setdefault(n, {}).update(sheets)
    for n, sheets in published.items():
        before = saved.get(n - 1, first)
        for seat, sheet in sheets.items():
            view = rules.view(state_of(rules.game, before.position), seat)
            topics = topics_open(rules, before, seat)
            document = rules.choices(view, seat).model_dump(mode="json", exclude_defaults=True)
            document["topics"] = [
                one for one in document.get("topics", []) if one["topic"] in topics
            ]
            yield Recorded(n, seat, document, json.loads(json.dumps(sheet)))
