"""What happened since an opening, by place, in at most 25 lines; and a seat's standing orders.

Nothing is told but what `view` shows the seat and `redact` lets it hear.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from adjudicator.audit.opening import SavedMatch
from adjudicator.core.game import Rules
from adjudicator.core.redaction import redacted
from adjudicator.core.visible import visible
from adjudicator.matches.published.logged import Past
from adjudicator.narrate.languages import narrator_of
from adjudicator.narrate.narrator import TellsPlaces

__all__ = ["MOST_LINES", "since_lines"]

MOST_LINES = 25
"""No more lines are told."""
_WIDTH = 72
_MOST_ORDERS = 6
"""So many standing orders are shown; of more, how many there are."""


def since_lines(
    rules: Rules[Any],
    pasts: Sequence[Past],
    now: SavedMatch,
    *,
    since: int,
    seat: str | None,
    is_last_turn: bool,
) -> list[str]:
    """Returns what happened, at most 25 lines of at most 72 columns.

    Args:
        pasts: the openings that stand, in order, from the one after `since` on.
        now: the match as it stands.
        seat: as this seat may know it; None: as everybody may.
        is_last_turn: whether `since` is the last opening with a sheet of the seat.
    """  # fmt: skip
    narrator = narrator_of(rules)
    title = narrator.say("since", n=since) if since else narrator.say("since-start")
    if is_last_turn and since:
        title = narrator.say("since-seat", n=since, seat=seat)
    lines = [title, "=" * len(title)]
    orders = _standing(rules, now, seat)
    room = MOST_LINES - len(lines) - len(orders)
    told = _by_place(rules, pasts, seat, room)
    return [*lines, *(told or [narrator.say("since-nothing")]), *orders]


def _by_place(rules: Rules[Any], pasts: Iterable[Past], seat: str | None, room: int) -> list[str]:
    """Returns a line for each place; the newest ones, where there are too many."""
    if not isinstance(rules, TellsPlaces):
        return _by_opening(rules, pasts, seat, room)
    narrator = narrator_of(rules)
    places: dict[str, list[str]] = {}
    for past in pasts:
        views = rules.view(past.before, seat), rules.view(past.state, seat)
        for name, what in rules.places(views[0], redacted(rules, past.events, seat), views[1]):
            found = places.pop(name, [])  # what happened last stands at the end
            places[name] = [*found, *([what] if what not in found[-1:] else [])]
    newest = [*reversed(places.items())]
    more = len(newest) - room
    lines = [_fitted(rules, name, said) for name, said in newest[: room - (more > 0)]]
    if more > 0:
        lines.append(narrator.say("since-more", count=more + 1))
    return lines


def _fitted(rules: Rules[Any], name: str, said: Sequence[str]) -> str:
    """Returns what happened in a place in one line: the newest of it, as much as fits."""
    narrator, told = narrator_of(rules), [*said[:-1], said[-1].removesuffix(".")]
    line = narrator.say("since-place", place=name, what="; ".join(told))
    while len(line) > _WIDTH and len(told) > 1:
        del told[0]
        line = narrator.say("since-place", place=name, what="; ".join(["...", *told]))
    return _cut(line)


def _by_opening(rules: Rules[Any], pasts: Iterable[Past], seat: str | None, room: int) -> list[str]:
    """Returns the headline of each opening, the newest first."""
    narrator, lines = narrator_of(rules), list[str]()
    for past in reversed([*pasts]):
        views = rules.view(past.before, seat), rules.view(past.state, seat)
        report = rules.report(views[0], redacted(rules, past.events, seat), views[1])
        what = (report.headline or report.title).removesuffix(".")
        lines.append(_cut(narrator.say("since-opening", n=past.saved.reached, what=what)))
    more = len(lines) - room
    if more > 0:
        lines[room - 1 :] = [narrator.say("since-more-openings", count=more + 1)]
    return lines


def _standing(rules: Rules[Any], now: SavedMatch, seat: str | None) -> list[str]:
    """Returns the standing orders of a seat, a line each; nothing for everybody."""
    if seat is None:
        return []
    narrator, given = narrator_of(rules), now.standing.get(seat)
    if given is None or not given.orders:
        return ["", narrator.say("standing-none", seat=seat)]
    orders = [{"standing": one["standing"], **dict(sorted(one.items()))} for one in given.orders]
    texts = [json.dumps(order, ensure_ascii=False) for order in orders]
    shown = [_cut(f"  {text}") for text in texts[:_MOST_ORDERS]]
    if len(texts) > _MOST_ORDERS:
        shown.append(f"  {narrator.say('headline-more', count=len(texts) - _MOST_ORDERS)}")
    return ["", narrator.say("standing-orders", seat=seat), *shown]


def _cut(line: str) -> str:
    """Returns a line that is no longer than 72 columns, and shows what is not seen."""
    shown = visible(line)
    return shown if len(shown) <= _WIDTH else f"{shown[: _WIDTH - 3]}..."
