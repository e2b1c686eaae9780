"""What the dice of a match were for, and what they brought."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from adjudicator.api.problems import Unusable
from adjudicator.api.shown import Faults
from adjudicator.audit import log
from adjudicator.core.trials import Chances, Trial
from adjudicator.documents.offers import rules_of, scenario_offered
from adjudicator.matches.published.logged import Logged
from adjudicator.matches.published.rolled import (
    MatchTrials,
    Rolled,
    match_trials_in,
    openings_standing,
    rolls_in,
    sound_log,
)
from adjudicator.odds.luck import Luck, luck_of
from adjudicator.registry import by_name

__all__ = [
    "Chances",
    "DiceOf",
    "Luck",
    "Rolled",
    "Trial",
    "dice_of",
    "drawn_luck",
    "luck_of",
    "throws_for",
]

_NO_DICE = (log.Shuffle, log.SealedDeck, log.SealedRoll)


class DiceOf(NamedTuple):
    """A log whose dice are sound, and what they were for."""

    read: log.Log
    """The log."""
    title: str
    """The game's title, or its name where it is not known here."""
    standing: tuple[int, ...]
    """The numbers of the openings that stand."""
    annulled: tuple[int, ...]
    """Those that were taken back."""
    match_trials: MatchTrials
    """What was thrown for, opening by opening."""
    faults: Faults
    """What failed to be told of it."""

    @property
    def name(self) -> str:
        """The name of the match."""
        return self.read.genesis.offer.game

    @property
    def game(self) -> str:
        """The full name of the game."""
        return self.read.genesis.offer.rules.id

    @property
    def rolls(self) -> tuple[Rolled, ...]:
        """All rolls that the log shows, of annulled openings too."""
        return rolls_in(self.read)

    @property
    def sides_by_seat(self) -> dict[str, tuple[str, ...]]:
        """The sides that each seat leads."""
        seats = scenario_offered(self.read.genesis.offer).seats
        return {seat: tuple(led.sides) for seat, led in seats.items()}

    @property
    def unknown(self) -> str:
        """Why the purpose of some rolls is not known; empty: all are known."""
        return self.match_trials.unknown

    @property
    def has_other_draws(self) -> bool:
        """Whether decks were shuffled or sealed, or rolls hidden: these are no dice."""
        return any(isinstance(line.payload, _NO_DICE) for line in self.read.lines)

    def trials(self, numbers: Iterable[int]) -> list[Trial]:
        """Returns what the rolls of some openings were for."""
        return [one for n in numbers for one in self.match_trials.by_opening.get(n, ())]


def dice_of(match: Path | str) -> DiceOf:
    """Reads a log, audits its dice, and plays it again where its rules are at hand.

    Args:
        match: a match folder, or a log.jsonl.

    Raises:
        RefusedFile: the log is refuted, or lines are damaged.
        UnusableFile: it is no log, or is not there.
    """
    match, faults = Path(match), Faults()
    path, raw, read = sound_log(match)
    folder = match if match.is_dir() else None
    standing, annulled = openings_standing(read)
    title = read.genesis.offer.rules.id
    try:
        rules = rules_of(read.genesis, by_name())
    except Unusable as error:
        match_trials = MatchTrials({}, "; ".join(problem.message for problem in error.problems))
    else:
        title = rules.game.title
        match_trials = match_trials_in(Logged(path, raw, read, rules, folder), faults)
    return DiceOf(read, title, standing, annulled, match_trials, faults)


def throws_for(trials: Iterable[Trial]) -> Iterator[tuple[Chances, int]]:
    """Yields throws one by one, turned so that more is better for whoever threw, for `luck_of`.

    What wants fewer (troops lost) counts below 0.

    >>> two = Trial("loss", "red", "", "", "lost", "fewer", ((0, 1), (2, 1)), (2,))
    >>> [*throws_for([two])]
    [(((-2, 1), (0, 1)), -2)]
    """
    for trial in trials:
        if trial.wants == "more":
            yield from ((trial.chances, came) for came in trial.came)
        else:
            turned = tuple((-value, weight) for value, weight in reversed(trial.chances))
            yield from ((turned, -came) for came in trial.came)


def drawn_luck(found: DiceOf, openings: tuple[int, ...], side: str | None = None) -> str:
    """Returns a chart of how luck went over some openings, as SVG text."""
    from adjudicator.api.luck_rows import panels
    from adjudicator.render.luck_plot import luck_plot

    by_opening = [[one for one in found.trials([n]) if side in (None, one.side)] for n in openings]
    return luck_plot(f"{found.name}: luck of the dice", panels(by_opening), openings)
