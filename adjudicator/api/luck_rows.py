"""What `luck` shows: throws added up by side and role, dice by their kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.core.trials import Trial
from adjudicator.matches.published.rolled import Rolled
from adjudicator.odds.faces import Oddest, oddest_face
from adjudicator.odds.luck import Luck, die, luck_of, mean_of, variance_of
from adjudicator.odds.sums import Between

if TYPE_CHECKING:  # drawing takes a moment to load
    from adjudicator.render.luck_plot import Panel

__all__ = ["MOST_POINTS", "FacesRow", "ThrowsRow", "faces_rows", "panels", "throws_rows"]

MOST_POINTS = 250_000
"""The sum of dice that could show more points than this in all is not counted out: it takes long,
and a log may hold dice of billions of sides."""


class ThrowsRow(NamedTuple):
    """Throws of one side that count the same thing."""

    side: str
    """Who threw."""
    counts: str
    """What a throw counts: hits, losses."""
    role: str
    """Empty: all that it did."""
    kind: str
    """Empty: all kinds."""
    wants: str
    """Which of it helps them: more or fewer."""
    luck: Luck
    """Expected against actual, with p-values."""

    @property
    def so_badly(self) -> Between:
        """The chance of what came or something worse for the side."""
        return self.luck.at_most if self.wants == "more" else self.luck.at_least

    @property
    def so_well(self) -> Between:
        """The chance of what came or something better for the side."""
        return self.luck.at_least if self.wants == "more" else self.luck.at_most

    def as_json(self) -> dict[str, Any]:
        """Returns what --json prints of it."""
        return {
            "side": self.side,
            "counts": self.counts,
            "role": self.role or None,
            "kind": self.kind or None,
            "wants": self.wants,
            **_luck_as_json(self.luck),
            "so_badly": _chance_as_json(self.so_badly),
            "so_well": _chance_as_json(self.so_well),
        }


class FacesRow(NamedTuple):
    """Dice of one kind, or the few of several kinds, whoever rolled them and for what."""

    sides: tuple[int, ...]
    """The kinds, by their sides."""
    dice: int
    """How many dice of this kind fell."""
    luck: Luck | None
    """None: too many points to be counted out."""
    oddest: Oddest | None
    """None: too few dice of a kind for its faces."""

    def as_json(self) -> dict[str, Any]:
        """Returns what --json prints of it."""
        found: dict[str, Any] = {"sides": list(self.sides), "dice": self.dice}
        if self.luck is not None:
            found |= _luck_as_json(self.luck)
            found["at_most"] = _chance_as_json(self.luck.at_most)
            found["at_least"] = _chance_as_json(self.luck.at_least)
        if self.oddest is not None:
            found["oddest_face"] = {
                "face": self.oddest.face,
                "times": self.oddest.times,
                "expected": float(self.oddest.expected),
                "so_odd": _chance_as_json(self.oddest.chance),
            }
        return found


def _luck_as_json(luck: Luck) -> dict[str, Any]:
    return {
        "throws": luck.throws,
        "expected": float(luck.expected),
        "expected_exact": str(luck.expected),
        "actual": luck.actual,
    }


def _chance_as_json(chance: Between) -> dict[str, Any]:
    """Returns a chance; `exact` is null where it is known to 20 decimal places and no further."""
    return {"chance": chance.about, "exact": str(chance.low) if chance.is_exact else None}


def throws_rows(trials: Iterable[Trial], *, kinds: bool) -> tuple[ThrowsRow, ...]:
    """Returns rows for each side and thing that is counted.

    First all its throws; then those of each role, if there are several; behind each role those of
    each kind, where `kinds` are wanted.
    """
    grouped: dict[tuple[str, str, str, str], list[Trial]] = {}
    for trial in trials:
        counted = (trial.side, trial.counts)
        places = [("", ""), (trial.role, "")]
        if kinds:
            places.append((trial.role, trial.kind))
        for place in places:
            grouped.setdefault((*counted, *place), []).append(trial)
    roles = Counter((side, counts) for side, counts, role, kind in grouped if role and not kind)
    first = {key[:2]: place for place, key in reversed([*enumerate(grouped)])}
    sides = {side: place for place, (side, *_) in reversed([*enumerate(grouped)])}

    def rank(key: tuple[str, str, str, str]) -> tuple[int, int, str, str]:
        return sides[key[0]], first[key[:2]], key[2], key[3]

    return tuple(
        ThrowsRow(*key, grouped[key][0].wants, _luck_of(grouped[key]))
        for key in sorted(grouped, key=rank)
        if kinds or not key[2] or roles[key[:2]] > 1
    )


def _luck_of(trials: Sequence[Trial]) -> Luck:
    return luck_of((trial.chances, came) for trial in trials for came in trial.came)


def faces_rows(rolls: Iterable[Rolled]) -> tuple[FacesRow, ...]:
    """Returns a row for each kind of die.

    Kinds of which there are fewer dice than sides, so that no face is to be expected even once,
    are added up in a last row.
    """
    values: dict[int, list[int]] = {}
    for roll in rolls:
        if roll.values:
            values.setdefault(roll.sides, []).extend(roll.values)
    many = [sides for sides in sorted(values) if 1 < sides <= len(values[sides])]
    few = [sides for sides in sorted(values) if sides > len(values[sides])]
    rows = [_faces_row((sides,), {sides: values[sides]}) for sides in many]
    if few:
        rows.append(_faces_row(tuple(few), {sides: values[sides] for sides in few}))
    return tuple(rows)


def _faces_row(kinds: tuple[int, ...], values: dict[int, list[int]]) -> FacesRow:
    dice = sum(map(len, values.values()))
    points = sum((sides - 1) * len(thrown) for sides, thrown in values.items())
    luck = oddest = None
    if points <= MOST_POINTS:
        luck = luck_of((die(sides), value) for sides in kinds for value in values[sides])
        if len(kinds) == 1 and kinds[0] <= dice:
            counts = Counter(values[kinds[0]])
            oddest = oddest_face([counts[face] for face in range(1, kinds[0] + 1)])
    return FacesRow(kinds, dice, luck, oddest)


def panels(by_opening: Sequence[Sequence[Trial]]) -> tuple[Panel, ...]:
    """Returns for each side how its luck went, opening by opening, in what it throws for first."""
    first: dict[str, str] = {}
    for one in (one for trials in by_opening for one in trials):
        first.setdefault(one.side, one.counts)
    return tuple(_panel(side, counts, by_opening) for side, counts in first.items())


def _panel(side: str, counts: str, by_opening: Sequence[Sequence[Trial]]) -> Panel:
    good = square = Fraction(0)
    line: list[int] = []
    fan: list[int] = []
    for trials in by_opening:
        for one in trials:
            if (one.side, one.counts) == (side, counts):
                more = sum(one.came) - len(one.came) * mean_of(one.chances)
                good += more if one.wants == "more" else -more
                square += len(one.came) * variance_of(one.chances)
        line.append(round(100 * good))
        fan.append(isqrt(int(10_000 * square)))
    from adjudicator.render.luck_plot import Panel

    return Panel(f"{side}: {counts}", tuple(line), tuple(fan))
