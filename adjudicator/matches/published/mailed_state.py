"""Whether a mailed state.json goes with a log: `verify LOG --state state.json`.

Everybody's is hashed in the log. What a seat alone may know is not, but the cards that it sees are
sealed there. The numbers in brackets are the paragraphs of the TFD1 specification.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from adjudicator.audit import log, tfd1
from adjudicator.audit.chains import chains_after, first_chains
from adjudicator.audit.chance import seal_of
from adjudicator.audit.opening import LATE_PLEDGES
from adjudicator.core.decks import Deck, decks_in
from adjudicator.core.english import amount
from adjudicator.core.game import Game
from adjudicator.core.problem import Problem
from adjudicator.core.save import state_of
from adjudicator.documents.json_input import Document, read_json
from adjudicator.documents.problems import Located
from adjudicator.documents.views import View, read_view

__all__ = ["MailedState", "check_mailed_state"]

_TWO_LOGS = (
    "Ask for the newest log. If the referee has no log with that line, two were shown: keep this "
    "file and tell all players."
)


class MailedState(NamedTuple):
    """What a log says of a mailed state.json."""

    reports: tuple[str, ...]
    """In plain words, what was found to be right."""
    problems: tuple[Located, ...]
    """What the log says otherwise."""


class _Reached(NamedTuple):
    """How the match stood after a line of the log."""

    k: int
    n: int
    """The last opening, whether it stands or not."""
    stands: int
    """The opening whose state it is; 0: the start."""
    sha256: str
    """The hash of everybody's view of that state."""


def check_mailed_state(
    read: log.Log, raw: bytes, source: str, games: Mapping[str, Game]
) -> MailedState:
    """Compares a mailed state.json, everybody's or a seat's, with a sound log.

    Raises:
        RefusedFile: it is no state.json.
        UnusableFile: it is of a game that this program does not know.
    """
    document = read_json(raw, source=source)
    view, game = read_view(document, games)
    genesis = read.lines[0].payload
    assert isinstance(genesis, log.Genesis), "a sound log begins with it"
    if view.header.game != genesis.gid:
        return _refuted(document, [_other_match(genesis)])
    reached = _reached(read, genesis, view.header.head)
    if reached is None:
        return _refuted(document, [_other_head()])
    problems = list(_header_problems(read, genesis, view, reached))
    told = [_fits(source, read, reached)]
    if view.seat is None:
        if tfd1.json_hash(view.state) != reached.sha256:
            problems.append(_false("this is not the state whose hash stands in the log", "state"))
        told.append("Its state is the one whose hash stands there.")
    else:
        decks = tuple(decks_in(state_of(game, view.state)))
        cards, false = _cards(read, genesis.gid, decks)
        problems += false
        told += _cards_told(view.seat, cards)
    return _refuted(document, problems) if problems else MailedState(tuple(told), ())


def _refuted(document: Document, problems: list[Problem]) -> MailedState:
    return MailedState((), tuple(map(document.located, problems)))


def _reached(read: log.Log, genesis: log.Genesis, head: str) -> _Reached | None:
    """Returns how the match stood after the line with this hash; None: there is no such line."""
    states = [(0, genesis.offer.start)]
    n = 0
    for line in read.lines:
        if isinstance(line.payload, log.StateReached):
            n = line.payload.n
            states.append((n, line.payload.sha256))
        elif isinstance(line.payload, log.Annul) and len(states) > 1:
            states.pop()
        if line.hash == head:
            return _Reached(line.k, n, *states[-1])
    return None


def _fits(source: str, read: log.Log, reached: _Reached) -> str:
    where = f"after opening {reached.stands}" if reached.stands else "at the start"
    later = read.lines[reached.k + 1 :]
    age = f"{amount(len(later), 'line')} before its end" if later else "its end"
    taken_back = {line.payload.n for line in later if isinstance(line.payload, log.Annul)}
    if reached.stands in taken_back:
        age += "; that opening was taken back since"
    return f"{source} goes with this log: {where}, line k={reached.k}, {age}."


def _header_problems(
    read: log.Log, genesis: log.Genesis, view: View, reached: _Reached
) -> Iterator[Problem]:
    """Yields what the log says otherwise of what a player's tools rely on (3.4, 3.8)."""
    if view.header.n != reached.n + 1:
        yield _false(f"the opening after this line is {reached.n + 1}", "header", "n")
    if view.match not in (None, genesis.offer.game):
        yield _false(f"the name of the match is {genesis.offer.game}", "match")
    offered: dict[str, Any] = genesis.offer.to_json()["scenario"]
    for key, said in view.scenario.to_json().items():
        if said != offered.get(key, {}):
            yield _false(f"the offer says otherwise what the {key} is", "scenario", key)
    lines = read.lines[: reached.k + 1]
    if view.chains != chains_after(first_chains(genesis), genesis.offer, lines):
        yield _false("these are not the chains of the seats", "chains")
    if view.pledges_follow != (genesis.offer.mode in LATE_PLEDGES):
        when = "after the lock" if genesis.offer.mode in LATE_PLEDGES else "with the sheet"
        yield _false(f"in {genesis.offer.mode} mode a pledge is sent {when}", "pledges_follow")


def _cards(
    read: log.Log, gid: str, decks: tuple[Deck, ...]
) -> tuple[dict[str, list[str]], list[Problem]]:
    """Returns by deck the cards that are as they were sealed, and the problems of others (3.5)."""
    sealed = {
        (line.payload.n, line.payload.label): line.payload
        for line in read.lines
        if isinstance(line.payload, log.SealedDeck)
    }
    right: dict[str, list[str]] = {}
    problems = []
    for deck in decks:
        found = sealed.get((deck.n, deck.label))
        if found is None or found.cards != deck.cards or len(found.seals) != len(deck):
            problems.append(_card_false(f"{deck.label} is no deck that opening {deck.n} sealed"))
            continue
        for position, seal in enumerate(found.seals):
            card = deck.card(position)
            if card is None:
                continue
            if seal_of(deck, gid, position) == seal:
                right.setdefault(deck.label, []).append(card)
            else:
                what = f"card {position + 1} of {deck.label} was not sealed as {card}"
                problems.append(_card_false(what))
    return right, problems


def _cards_told(seat: str, cards: Mapping[str, list[str]]) -> Iterator[str]:
    for label, names in cards.items():
        yield f"The cards of {label} that {seat} sees are as they were sealed: {', '.join(names)}."
    if not cards:
        yield f"It shows no card of a sealed deck to {seat}."
    yield "What everybody may know is hashed in everybody's state.json alone: check that one too."


def _other_match(genesis: log.Genesis) -> Problem:
    return Problem(
        "other-match",
        f"this state.json is not of {genesis.offer.game}, the match of the log",
        ("header", "game"),
        "TFD1 3.3",
        hint="Name the log that was mailed with it.",
        kind="stale",
    )


def _other_head() -> Problem:
    message = "no line of this log has this hash: it is older, or another log"
    return Problem("other-head", message, ("header", "head"), "TFD1 3.6", _TWO_LOGS)


def _false(message: str, *path: str) -> Problem:
    hint = "Order nothing by this file; ask the referee, and show it to all players."
    return Problem("state-false", message, path, "TFD1 3.6", hint)


def _card_false(message: str) -> Problem:
    hint = "Keep this file, which proves it, and ask the referee or the director."
    return Problem("card-false", message, ("state",), "TFD1 3.5", hint)
