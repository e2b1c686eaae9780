"""A whole match played to find out what no case shows: for whoever writes a game.

The built-in player plays every seat. After each opening the rules are asked what they owe to the
core in silence: that views and events hold no card which is not public, that a view's view is that
view, that the same step comes next in every view. None of that makes a log unsound.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.api.beginning import prepare_match
from adjudicator.api.match import Match
from adjudicator.api.outcomes import Opened
from adjudicator.audit import log
from adjudicator.core.decks import Deck, decks_in
from adjudicator.core.limits import MAX_LOG
from adjudicator.documents.storage import read_bytes

__all__ = ["Rehearsed", "rehearse"]


class Rehearsed(NamedTuple):
    """What came of a rehearsal."""

    openings: int
    """How many openings were played."""
    is_over: bool
    """Whether the match came to its end."""
    faults: tuple[str, ...]
    """What is wrong with the rules, a sentence each, each once; empty: nothing was found."""


def rehearse(
    game: str,
    scenario: str | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    most: int = 1000,
) -> Rehearsed:
    """Plays a match by the built-in player to its end, and looks for faults of the rules.

    Args:
        game, scenario, options: as for `new_match`.
        most: how many openings are played at most.

    Raises:
        ValueError: there is no such game.
        Refused: the scenario has problems; the game has no built-in player.

    >>> adjudicator.rehearse("nine-fields", "standard").faults
    ()
    """
    found: dict[str, None] = {}
    with tempfile.TemporaryDirectory() as folder:
        prepared = prepare_match(game, scenario, options=options)
        match = prepared.make(Path(folder) / "match", name="rehearsal")
        found |= dict.fromkeys(_of_position(match, 0))
        while not match.is_over and match.n < most:
            opened = match.adjudicate(play="all")
            if opened.n is None:
                awaited = ", ".join(one.label for one in match.pending)
                found[f"opening {match.n + 1}: the built-in player leaves {awaited} open"] = None
                break
            found |= dict.fromkeys(_of_position(match, opened.n))
            found |= dict.fromkeys(_of_events(opened))
        verified = match.verify()
        if verified.verdict == "refuted":
            found[f"the log is not sound: {verified.again.told or verified.verdict}"] = None
        for fault in match.taken_faults():
            found[f"opening {fault.n}: {fault.what} failed: {fault.error}"] = None
        return Rehearsed(match.n, match.is_over, tuple(found))


def _of_position(match: Match, n: int) -> Iterator[str]:
    """Yields what is wrong with what seats, and everybody, see of the position."""
    rules, state = match.rules, match.store.position()
    step = rules.next_step(state)
    for seat in (None, *rules.seats):
        whose = f"opening {n}, the view of {seat or 'everybody'}"
        view = rules.view(state, seat)
        if rules.view(view, seat) != view:
            yield f"{whose}: the view of it is another one"
        yield from (f"{whose}: {one}" for one in rules.check_state(view))
        theirs = rules.next_step(view)
        if (theirs and theirs[:4]) != (step and step[:4]):
            yield f"{whose}: another step comes next than in the whole state"
    if match.is_over:
        return
    for deck in decks_in(rules.view(state, None).to_json()):
        if shown := _open(deck):
            yield f"opening {n}: everybody's view shows cards {shown} of {deck.label}, not unsealed"
    yield from _of_unseals(match, state, n)


def _of_unseals(match: Match, state: Any, n: int) -> Iterator[str]:
    """Yields which cards the state calls public that the log does not show, and the reverse."""
    if not (decks := [*decks_in(state.to_json())]):
        return
    lines = log.parse_log(read_bytes(match.folder / "log.jsonl", limit=MAX_LOG)).lines
    shown = {
        (one.payload.label, one.payload.i - 1)
        for one in lines
        if isinstance(one.payload, log.Unseal)
    }
    for deck in decks:
        for place in deck.public:
            if (deck.label, place) not in shown:
                yield f"opening {n}: card {place} of {deck.label} is public without Table.unseal"
        for label, place in sorted(shown):
            if label == deck.label and place not in deck.public:
                yield f"opening {n}: card {place} of {label} was unsealed, and the state hides it"


def _of_events(opened: Opened) -> Iterator[str]:
    """Yields which events tell everybody of cards that are not public."""
    for event in opened.events:
        for deck in decks_in(event):
            if shown := _open(deck):
                heard = f"everybody hears cards {shown} of {deck.label} in {event['event']}"
                yield f"opening {opened.n}: {heard}"


def _open(deck: Deck) -> str:
    """Returns which positions a deck shows that were not unsealed, in words; empty: none."""
    shown = (at for at, card in enumerate(deck.order) if card is not None)
    places = [at for at in shown if at not in deck.public]
    return ", ".join(map(str, places[:5])) + (", ..." if len(places) > 5 else "")
