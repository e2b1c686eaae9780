"""What to let go where a round has no pairing: wishes, then meeting again (tournaments.md 3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from adjudicator.tournament.pairing.check import (
    had_bye,
    in_order_of_boards,
    key_of,
    met,
    standings_of,
    topscorers,
)
from adjudicator.tournament.pairing.colours import first_of
from adjudicator.tournament.pairing.costs import scale_of
from adjudicator.tournament.pairing.matching import cheapest
from adjudicator.tournament.pairing.trf import Swiss, seeded
from adjudicator.tournament.pairing.values import BYE, MET_KINDS, Apart, Pair

__all__ = ["Relaxation", "relaxation_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Relaxation:
    """What a referee may let go so that a round can be paired: no fewer would do."""

    apart: tuple[Apart, ...] = ()
    """Wishes: pairs that were kept apart."""
    again: tuple[Apart, ...] = ()
    """Pairs that meet again, with the other side."""
    pairs: tuple[Pair, ...] = ()
    """Where players meet again: the pairs, for engines know no such round."""

    def in_words(self) -> str:
        """Returns what is offered, as a sentence."""
        parts = []
        if self.apart:
            parts.append(f"let {_listed(self.apart)} meet, who are kept apart")
        if self.again:
            parts.append(f"let {_listed(self.again)} meet again, with the other side")
        return f"With --relax you {' and '.join(parts)}; nothing less would do."


def _listed(pairs: tuple[Apart, ...]) -> str:
    return ", ".join(f"{one} and {two}" for one, two in pairs)


def relaxation_of(swiss: Swiss) -> Relaxation | None:
    """Returns the least that must go; empty: nothing; None: not even all of it helps.

    As few pairs kept apart as possible; where these do not suffice, as few meetings again as
    possible, then as few pairs kept apart; then the least squares of score differences.
    """
    players = [one.id for one in seeded(swiss.entrants) if not one.absent]
    if len(players) % 2:
        players.append(BYE)
    before = met(swiss.games)
    apart = {key_of(*pair) for pair in swiss.apart}
    no_bye = had_bye(swiss)
    standings, top = standings_of(swiss), topscorers(swiss)
    gap = _scaled_gaps({player: standing.score for player, standing in standings.items()})
    scale = 1 + sum(max(gap(one, two) for two in players) for one in players)

    def price(one: str, two: str, *, again: bool) -> int | None:
        if BYE in (one, two):
            return None if max(one, two) in no_bye else 0
        key = key_of(one, two)
        same = standings[one].preference
        met_before = key in before
        if met_before and not again:
            return None
        clash = same[0] == 3 and same == standings[two].preference and not top.intersection(key)
        if clash and not met_before:  # who meet again have the other side anyway
            return None
        broken = (key in apart) + met_before * (len(players) + 1)
        return broken * scale + gap(one, two)

    for again in (False, True):
        prices = {
            (one, two): cost
            for one, two in combinations(players, 2)
            if (cost := price(one, two, again=again)) is not None
        }
        chosen = cheapest(players, prices)
        if chosen is not None:
            return _offer(swiss, chosen, apart)
    return None


def _scaled_gaps(scores: Mapping[str, Fraction]) -> Callable[[str, str], int]:
    """Returns the function of squared score differences, in integers; a bye differs by nothing."""
    scale = scale_of(scores.values())
    whole = {player: int(score * scale) for player, score in scores.items()}

    def gap(one: str, two: str) -> int:
        return 0 if BYE in (one, two) else (whole[one] - whole[two]) ** 2

    return gap


def _offer(swiss: Swiss, chosen: tuple[Apart, ...], apart: set[Apart]) -> Relaxation:
    before = met(swiss.games)
    keys = sorted(key_of(*pair) for pair in chosen)
    again = tuple(key for key in keys if key in before)
    return Relaxation(
        apart=tuple(key for key in keys if key in apart),
        again=again,
        pairs=_sided(swiss, chosen, again) if again else (),
    )


def _sided(swiss: Swiss, chosen: tuple[Apart, ...], again: tuple[Apart, ...]) -> tuple[Pair, ...]:
    """Returns pairs with their sides, in the order of boards."""
    standings = standings_of(swiss)
    last = {
        key_of(game.first, game.second): game.first
        for game in sorted(swiss.games, key=lambda game: game.round)
        if game.second != BYE and game.kind in MET_KINDS
    }
    pairs = []
    for one, two in chosen:
        key = key_of(one, two)
        if BYE in key:
            pairs.append(Pair(first=max(key)))
            continue
        if key in again:
            second = last[key]
            first = one if second == two else two
        else:
            first = first_of(one, two, standings, top=swiss.top)
            second = two if first == one else one
        pairs.append(Pair(first=first, second=second))

    return in_order_of_boards(swiss, pairs)
