"""What spectators see of a match: every opening as everybody may know it, its map and its report.

A front end that shows whole matches (the page of `site`, a tournament's) gets values here and makes
pages of them. Nothing that a seat alone may know is among them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.api.logged import open_log
from adjudicator.api.mailed import Clone
from adjudicator.api.match import NotHere, open_folder
from adjudicator.api.named_files import read_bytes
from adjudicator.api.problems import Unusable
from adjudicator.api.shown import Faults
from adjudicator.audit import log
from adjudicator.audit.opening import SavedMatch
from adjudicator.core.capabilities import KeepsScore, Score, Scores
from adjudicator.core.game import Event, Rules
from adjudicator.core.limits import MAX_LOG
from adjudicator.core.redaction import redacted
from adjudicator.core.report import Style
from adjudicator.matches.fallbacks import picture_or_plain, standings_or_plain, told_or_nothing
from adjudicator.matches.opening_report import opening_report
from adjudicator.matches.people import caption_of
from adjudicator.matches.published.logged import Logged, Past
from adjudicator.matches.published.rolled import openings_standing, rolls_in
from adjudicator.narrate.html import report_html
from adjudicator.narrate.languages import narrator_of
from adjudicator.narrate.narrator import MAX_HEADLINE
from adjudicator.odds.luck import mean_of, variance_of
from adjudicator.render.looks import looks_of

__all__ = ["LuckOf", "Score", "Scores", "Watched", "WatchedOpening", "colours_of", "watch"]

_FINE = 10_000
"""Luck is told in so many parts of a throw."""


class LuckOf(NamedTuple):
    """The luck of one side in one opening, in one thing that its throws count."""

    side: str
    """The side, or the seat in a game where seats fight."""
    counts: str
    """What a throw counts: "hits", "troops lost"."""
    good: int
    """How much better it did than expected, in ten-thousandths."""
    variance: int
    """The variance of that with fair dice, in ten-thousandths."""


class WatchedOpening(NamedTuple):
    """One opening as everybody may know it."""

    n: int
    """Its number; 0 is the start."""
    state: str
    """The hash of the log line that ends it; of the start, that of line 0."""
    turn: str
    """The player-turn that it played, such as `turn-4-western`; empty: it cannot be told here."""
    next_turn: str
    """The player-turn that was awaited or in progress after it; empty: the match was over."""
    title: str
    """The title of its report."""
    headline: str
    """What happened, in at most 100 characters; empty at the start."""
    due: tuple[str, ...]
    """The seats that were to act next, as the match calls them."""
    is_over: bool
    """Whether the match was over."""
    standings: tuple[str, ...]
    """How the match stood, in a few lines; once it is over, the first says how it ended."""
    dice: int
    """How many dice fell."""
    scores: Scores | None
    """What each side held, and lost in this opening; None: the game does not count, or it cannot
    be told here."""
    luck: tuple[LuckOf, ...]
    """How lucky each side was that threw dice."""
    map: str
    """The map as SVG text, as `map --n` draws it."""
    report: str
    """The report, made from the template that was given; empty: it is there as text alone."""
    text: str
    """The report as it came as text, where it cannot be told again here; else empty."""


class Watched(NamedTuple):
    """A match as everybody may know it."""

    id: str
    """The id of the match."""
    name: str
    """The name of the match, as its offer says."""
    title: str
    """What people call it, else the title of the game."""
    people: tuple[str, ...]
    """Who plays, in a line or none."""
    game: str
    """The title of the game."""
    language: str
    """The code of the language in which it is told."""
    states: Mapping[int, str]
    """By the number of each opening of the log the hash of the line that ends it."""
    annulled: tuple[int, ...]
    """The openings that were taken back."""
    stands: int
    """The opening whose position stands."""
    openings: tuple[WatchedOpening, ...]
    """Those that were made, by their number."""
    missing: tuple[int, ...]
    """Those that cannot be made here: of a match with hidden information before its end, or while
    sheets are withheld."""
    log: bytes
    """The log."""
    faults: Faults
    """What the program failed to draw or to tell; something plain stands in for it."""


def watch(
    match: Path | str,
    *,
    template: str,
    known: Mapping[int, str] | None = None,
    newest: bool = False,
) -> Watched:
    """Returns what everybody may know of a match, from its folder, a clone of it or its log.

    The dice are not audited: `verify` does that.

    Args:
        template: of what a report's page is made; see `standard_template`.
        known: by opening the hash of the line that ended it, of those that are at hand already and
            need not be made again.
        newest: whether the opening whose position stands is wanted alone.

    Raises:
        RefusedFile: lines of the log are damaged, or its rules do not give what it says.
        UnusableFile: there is no match, or its game or map cannot be used.
    """
    match = Path(match)
    logged, faults = open_log(match).logged, Faults()
    states = _states(logged.read)
    annulled = openings_standing(logged.read)[1]
    stands = max((n for n in states if n not in annulled), default=0)
    wanted = [n for n, state in states.items() if (known or {}).get(n) != state]
    if newest:
        wanted = [stands]
    shown = _Shown(logged, states, template, faults)
    annulled = openings_standing(logged.read)[1]
    stands = max((n for n in states if n not in annulled), default=0)
    if newest:
        wanted = [n for n in wanted if n == stands]
    made = list(shown.made(wanted))
    missing = [n for n in wanted if n not in {one.n for one in made}]
    if missing and missing[-1] == logged.last and (file := _of_a_clone(shown, match)):
        made.append(file)
        missing.pop()
    caption = caption_of(logged.folder) if logged.folder is not None else ()
    return Watched(
        id=logged.genesis.gid,
        name=logged.genesis.offer.game,
        title=caption[0] if caption else logged.rules.game.title,
        people=caption[1:],
        game=logged.rules.game.title,
        language=narrator_of(shown.rules).language.code,
        states=states,
        annulled=annulled,
        stands=stands,
        openings=tuple(made),
        missing=tuple(missing),
        log=read_bytes(logged.path, limit=MAX_LOG)[: len(logged.raw)],
        faults=faults,
    )


def colours_of(looks: Sequence[str | None]) -> tuple[str, ...]:
    """Returns the colour in which the map draws the lines of each side, as `#rrggbb`.

    Args:
        looks: of each side its look, as its score says.

    Raises:
        ValueError: there is no such look.
    """
    return tuple(look.line for look in looks_of(tuple(looks)))


def _states(read: log.Log) -> dict[int, str]:
    """Returns by opening the hash of the line that ends it."""
    ends = {
        line.payload.n: line.hash
        for line in read.lines
        if isinstance(line.payload, log.StateReached)
    }
    return {0: read.lines[0].hash, **dict(sorted(ends.items()))}


class _Shown(NamedTuple):
    """Makes openings of one log again, as everybody may know them."""

    logged: Logged
    states: Mapping[int, str]
    template: str
    faults: Faults

    @property
    def rules(self) -> Rules[Any]:
        """The rules, in the language of the match."""
        from adjudicator.matches.people import in_match_language

        return in_match_language(self.logged.rules, self.logged.folder, None)

    def made(self, wanted: Sequence[int]) -> Iterator[WatchedOpening]:
        """Yields the openings that can be made again."""
        if not wanted:
            return
        rules, again = self.rules, self.logged.past
        if len(wanted) > 1:
            again = partial(self.logged.past_in, self.logged.replayed())
        for n in wanted:
            try:
                past = again(n)
            except Unusable:
                continue
            yield self._opening(rules, n, past)

    def _opening(self, rules: Rules[Any], n: int, past: Past) -> WatchedOpening:
        """Returns one opening."""
        events = redacted(rules, past.events, None)
        before, view = rules.view(past.before, None), rules.view(past.state, None)
        told = opening_report(
            rules, past.saved, before=past.before, events=past.events, state=past.state,
            on_fault=self.faults, pictures=False,
        )  # fmt: skip
        # What is due next goes to players; what stands where is on the map.
        told = told._replace(
            paragraphs=told.paragraphs[:-1],
            tables=tuple(one for one in told.tables if not one.folded),
        )
        caption = caption_of(self.logged.folder) if self.logged.folder is not None else ()
        step = rules.next_step(past.before) if n else None
        return WatchedOpening(
            n=n,
            state=self.states[n],
            turn=step.turn if step is not None else "",
            next_turn=past.saved.turn or "",
            title=told.title,
            headline=told.headline,
            due=_due(rules, past.saved),
            is_over=past.saved.is_over,
            standings=standings_or_plain(rules, view, n=n, on_fault=self.faults),
            dice=_dice(self.logged.read, n),
            scores=self._scores(rules, n, (before, events, view)),
            luck=self._luck(rules, n, (before, events)),
            map=picture_or_plain(
                rules, view, events, n=n, on_fault=self.faults, style=Style(caption=caption)
            ),
            report=report_html(told, self.template),
            text="",
        )

    def _scores(
        self, rules: Rules[Any], n: int, of: tuple[Any, Sequence[Event], Any]
    ) -> Scores | None:
        if not isinstance(rules, KeepsScore):
            return None
        found = told_or_nothing(lambda: (rules.scores(*of),), "luck", n=n, on_fault=self.faults)
        return next(iter(found), None)

    def _luck(
        self, rules: Rules[Any], n: int, of: tuple[Any, Sequence[Event]]
    ) -> tuple[LuckOf, ...]:
        """Returns the luck of each side in each thing that its throws count."""
        trials = told_or_nothing(
            lambda: tuple(rules.trials(*of)), "luck", n=n, on_fault=self.faults
        )
        good: dict[tuple[str, str], Any] = {}
        spread: dict[tuple[str, str], Any] = {}
        for one in trials:
            what = one.side, one.counts
            more = sum(one.came) - len(one.came) * mean_of(one.chances)
            good[what] = good.get(what, 0) + (more if one.wants == "more" else -more)
            wide = len(one.came) * variance_of(one.chances)
            spread[what] = spread.get(what, 0) + wide
        return tuple(
            LuckOf(*what, round(good[what] * _FINE), round(spread[what] * _FINE)) for what in good
        )


def _dice(read: log.Log, n: int) -> int:
    return sum(len(roll.values) for roll in rolls_in(read) if roll.n == n)


def _due(rules: Rules[Any], saved: SavedMatch) -> tuple[str, ...]:
    """Returns the names of the seats that are awaited."""
    narrator = narrator_of(rules)
    seats = dict.fromkeys(one.seat for one in saved.pending if one.seat is not None)
    return () if saved.is_over else tuple(narrator.seat(seat) for seat in seats)


def _of_a_clone(shown: _Shown, match: Path) -> WatchedOpening | None:
    """Returns the newest opening as its files came, where it cannot be made again; None: no files.

    What stands in a file is taken as it is: whoever shows the map must look at it.
    """
    try:
        clone = open_folder(match) if match.is_dir() else None
    except NotHere:
        return None
    if not isinstance(clone, Clone):
        return None
    n, (svg, text) = clone.n, clone.newest_files()
    title, _, rest = text.partition("\n")
    parts = rest.split("\n\n")
    headline = " ".join(parts[1].split()).removesuffix(".") if len(parts) > 2 else ""
    return WatchedOpening(
        n=n,
        state=shown.states[n],
        turn="",
        next_turn=clone.turn or "",
        title=title,
        headline=headline if len(headline) <= MAX_HEADLINE else "",
        due=_due(shown.rules, clone.saved),
        is_over=clone.is_over,
        standings=clone.standings,
        dice=_dice(shown.logged.read, n),
        scores=None,
        luck=(),
        map=svg,
        report="",
        text=text,
    )
