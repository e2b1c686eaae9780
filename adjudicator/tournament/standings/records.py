"""What each player did, round by round: the entries that scores and tie-breaks are made from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from adjudicator.tournament.standings.scoring import match_scores, won
from adjudicator.tournament.standings.values import (
    MET,
    Event,
    Kind,
    Player,
    Result,
    Round,
    Seated,
    in_force,
)

__all__ = ["Entry", "EntryKind", "Records", "records_of"]

EntryKind: TypeAlias = Kind | Literal["open", "absent"]
"""A kind of result; `open`: still being played; `absent`: neither paired nor given a bye."""


class Entry(NamedTuple):
    """A match, a bye or an absence of one player."""

    round: int
    match: str
    """Empty: absent."""
    kind: EntryKind
    seated: Seated
    opponents: tuple[str, ...]
    """Who else sat there, by their ids; empty: nobody."""
    score: Fraction
    """What it gives in the event."""
    won: bool
    """Whether the player met others and was the first, alone."""

    @property
    def met(self) -> bool:
        """Whether players met."""
        return self.kind in MET

    @property
    def voluntary(self) -> bool:
        """Whether it is a round unplayed by the player's own doing (C.07, 16.2).

        That is a bye that they asked for, an absence, a forfeit of their own.
        """
        if self.kind == "forfeited":
            return self.seated.forfeits
        return self.kind in ("bye-asked", "absent", "double-forfeit")


class Records(NamedTuple):
    """All entries of an event up to a round."""

    by_player: Mapping[str, tuple[Entry, ...]]
    """By id, in the order of the players; entries by round, then match. Neither void results nor
    seats that do not count for their player are among them."""
    in_force: tuple[Result, ...]
    """The results that count, by round, then match."""
    open: tuple[str, ...]
    """The matches that are still being played."""
    length: int
    """How many matches somebody who missed none has played, rounds of two matches among them."""

    def total(self, player: str) -> Fraction:
        """Returns the sum of all a player's scores."""
        return sum((one.score for one in self.by_player[player]), Fraction(0))


def records_of(
    event: Event,
    players: Sequence[Player],
    rounds: Sequence[Round],
    results: Sequence[Result],
    *,
    after: int,
) -> Records:
    """Returns what each player did in the rounds up to one.

    Who was paired, and has no seat in the match's result (another took it over), was absent.

    Raises:
        ValueError: a player, a round or a match comes twice; somebody is not entered, or sits twice
            in one match; a result is of no round, has no seats or too many; or results contradict
            each other (`in_force`).
    """
    paired = _paired(rounds)
    found: dict[str, list[Entry]] = {one.id: [] for one in players}
    if len(found) != len(players):
        raise ValueError("a player is entered twice")
    standing = sorted(in_force(tuple(results)), key=lambda one: (one.round, one.match))
    decided = {one.match for one in standing}
    for result in standing:
        _check(event, result, found)
    standing = [one for one in standing if one.round <= after]
    there: set[tuple[str, int]] = set()
    for result in standing:
        there |= {(one.player, result.round) for one in result.seats}
        for entry in _entries(event, result):
            found[entry.seated.player].append(entry)
    still_open = sorted(
        match for match, (number, _) in paired.items() if number <= after and match not in decided
    )
    for match in still_open:
        number, seated = paired[match]
        there |= {(player, number) for player in seated}
        for entry in _still_open(match, number, seated):
            found[_entered(entry.seated.player, found)].append(entry)
    for one in rounds:
        if one.number <= after:
            for player, entries in found.items():
                if (player, one.number) not in there:
                    entries.append(_absence(player, one.number))
    by_player = {
        name: tuple(sorted(entries, key=lambda entry: (entry.round, entry.match)))
        for name, entries in found.items()
    }
    return Records(by_player, tuple(standing), tuple(still_open), _length(by_player))


def _paired(rounds: Sequence[Round]) -> dict[str, tuple[int, tuple[str, ...]]]:
    """Returns round and players of each match."""
    if len({one.number for one in rounds}) != len(rounds):
        raise ValueError("a round comes twice")
    found: dict[str, tuple[int, tuple[str, ...]]] = {}
    for one in rounds:
        for pairing in one.pairings:
            if pairing.match in found:
                raise ValueError(f"{pairing.match} is paired twice")
            found[pairing.match] = (one.number, pairing.players)
    return found


def _entered(player: str, known: Mapping[str, object]) -> str:
    if player not in known:
        raise ValueError(f"nobody is entered as {player}")
    return player


def _check(event: Event, result: Result, known: Mapping[str, object]) -> None:
    seated = [_entered(one.player, known) for one in result.seats]
    if len({*seated}) != len(seated):
        raise ValueError(f"{result.match}: somebody sits there twice")
    most = 1 if result.kind in ("bye-asked", "bye-given") else event.seats
    if not 1 <= len(seated) <= most:
        raise ValueError(f"{result.match}: {len(seated)} seats; 1 to {most}")
    if not 1 <= result.round <= event.rounds:
        raise ValueError(f"{result.match}: no round {result.round}; 1 to {event.rounds}")


def _entries(event: Event, result: Result) -> Iterator[Entry]:
    """Yields what a result is to each of its players; a void one is nothing to anybody."""
    if result.kind == "void":
        return
    scores = match_scores(event.scoring, event.unplayed, result)
    for one, score in zip(result.seats, scores, strict=True):
        if one.scores:
            others = tuple(other.player for other in result.seats if other is not one)
            yield Entry(
                result.round, result.match, result.kind, one, others, score, won(result, one)
            )


def _still_open(match: str, number: int, seated: tuple[str, ...]) -> Iterator[Entry]:
    for player in seated:
        others = tuple(one for one in seated if one != player)
        yield Entry(number, match, "open", Seated(player=player), others, Fraction(0), won=False)


def _absence(player: str, number: int) -> Entry:
    return Entry(number, "", "absent", Seated(player=player), (), Fraction(0), won=False)


def _length(by_player: Mapping[str, Sequence[Entry]]) -> int:
    """Returns the sum over rounds of the most matches that anybody has in it."""
    most: Counter[int] = Counter()
    for entries in by_player.values():
        most |= Counter(one.round for one in entries)
    return most.total()
