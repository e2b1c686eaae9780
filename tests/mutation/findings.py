"""Tries every change of a table's functions, and tells what its rows notice."""

from __future__ import annotations

import gc
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tests.coverage_table import Rulebook
from tests.mutation.changes import Change
from tests.mutation.kept import Verdicts, walked
from tests.mutation.rows import Row, Show, Target, all_shows
from tests.mutation.trial import IMPORT, Paths, differs, tried, wants_import

__all__ = [
    "EQUIVALENTS",
    "Findings",
    "RowFound",
    "blind_rows",
    "equivalents",
    "findings",
    "strangers",
]

EQUIVALENTS = Path(__file__).with_name("equivalents.json")


class Told(NamedTuple):
    """What became of one change."""

    target: str
    line: int
    change: str
    known: Mapping[str, bool]
    """By case, whether it notices; without those that do not come past."""
    is_tried: bool
    """False: there was no time for it."""


class RowFound(NamedTuple):
    """What the cases of a row notice."""

    citation: str
    changes: int
    """Without those that are equivalent."""
    noticed: int
    untried: int
    unfelt: tuple[str, ...]
    """Functions of the row of which its cases notice no change."""

    @property
    def is_blind(self) -> bool:
        """Could the cases have noticed something, and none did?"""
        return bool(self.changes) and not self.noticed and not self.untried


@dataclass
class Findings:
    """What the rows of a game notice."""

    game: str
    rows: list[RowFound] = field(default_factory=list)
    changes: int = 0
    noticed: int = 0
    """By a case of a row that names the function."""
    elsewhere: int = 0
    """Only by other cases of the game."""
    untried: int = 0
    survivors: list[Told] = field(default_factory=list)
    """Noticed by no case of the game."""
    equivalent: dict[str, str] = field(default_factory=dict)
    """By function and change, why it changes nothing."""

    @property
    def blind(self) -> list[RowFound]:
        """The rows none of whose cases notices a change."""
        return [row for row in self.rows if row.is_blind]


def equivalents(game: str) -> dict[str, str]:
    """Returns the changes of a game that change nothing, as function and change, with reasons."""
    listed = json.loads(EQUIVALENTS.read_bytes())
    return {f"{one['function']} | {one['change']}": one["reason"] for one in listed.get(game, ())}


def strangers(listed: Mapping[str, str], rows: Sequence[Row]) -> list[str]:
    """Returns the listed equivalents that are no change of the functions: nobody uses them."""
    made = {
        f"{t.name} | {change.text}" for row in rows for t in row.targets for change in t.changes
    }
    return [one for one in listed if one not in made]


def findings(
    book: Rulebook, rows: Sequence[Row], listed: Mapping[str, str], *,
    folder: Path | None, has_time: Callable[[], bool], everywhere: bool = True,
) -> Findings:  # fmt: skip
    """Tries every change of the rows' functions.

    Args:
        listed: changes that are equivalent, with their reasons; they are not tried.
        folder: where verdicts are kept; None: nowhere.
        has_time: asked before each change.
        everywhere: whether what no row notices is tried with all cases of the game.

    Raises:
        ValueError: a case differs with nothing changed.
    """
    targets = list({target.name: target for row in rows for target in row.targets}.values())
    shows = all_shows(book) if everywhere else _shows_of(rows)
    trial = _Trial(rows, shows, walked(folder, shows, targets), folder, listed)
    gc.freeze()
    told = {}
    anew = [target for target in targets if trial.is_imported(target)]
    cold = [target for target in targets if target not in anew and trial.is_cold(target)]
    for target in cold:
        told[target.name] = list(trial.told(target, has_time))
    for show in shows[:1]:
        differs(show)  # fills the caches that every child would fill; none holds what is changed
    for target in (*(one for one in targets if one not in cold and one not in anew), *anew):
        told[target.name] = list(trial.told(target, has_time))
    if everywhere:
        told = {name: trial.elsewhere(name, found, has_time) for name, found in told.items()}
    return _found(book.game.name, rows, told, listed)


def blind_rows(
    rows: Sequence[Row], listed: Mapping[str, str], *,
    folder: Path | None, has_time: Callable[[], bool],
) -> list[RowFound]:  # fmt: skip
    """Tries changes of each row's functions until its cases notice one; returns what was found.

    Much faster than `findings`, and tells the rows that show nothing, but no survivors.

    Raises:
        ValueError: a case differs with nothing changed.
    """
    targets = list({target.name: target for row in rows for target in row.targets}.values())
    shows = _shows_of(rows)
    trial = _Trial(rows, shows, walked(folder, shows, targets), folder, listed)
    gc.freeze()
    anew = {target.name for target in targets if trial.is_imported(target)}
    cold = {target.name for target in targets if trial.is_cold(target)} - anew
    told: list[list[Told]] = [[] for _ in rows]
    for group in (cold, {target.name for target in targets} - cold - anew, anew):
        for row, ones in zip(rows, told, strict=True):
            for target in row.targets:
                if target.name in group:
                    ones.extend(trial.until_noticed(row, target, ones, has_time))
        for show in shows[:1]:
            differs(show)  # as in `findings`, once what is kept has been tried
    return [
        RowFound(
            row.citation, len(ones), sum(any(one.known.values()) for one in ones),
            sum(not one.is_tried for one in ones), (),
        )
        for row, ones in zip(rows, told, strict=True)
    ]  # fmt: skip


def _shows_of(rows: Sequence[Row]) -> tuple[Show, ...]:
    """Returns the cases of some rows, in the order in which a game has them."""
    named = {show.key: show for row in rows for show in row.shows}
    return tuple(named[key] for key in sorted(named))


class _Trial:
    """The changes of some rows, tried."""

    def __init__(
        self, rows: Sequence[Row], shows: Sequence[Show], paths: Paths, folder: Path | None,
        listed: Mapping[str, str],
    ) -> None:  # fmt: skip
        self._rows = rows
        self._shows = shows
        self._paths = paths
        self._folder = folder
        self._listed = listed
        self._targets = {target.name: target for row in rows for target in row.targets}
        self._keen: Counter[str] = Counter()
        """By case, how many changes of the present function it noticed: whoever noticed many is
        asked first."""

    def is_cold(self, target: Target) -> bool:
        """May this run to fill a cache, and not again?"""
        first, last = target.span
        return any(
            name == target.path and first <= line <= last for name, line in self._paths.cached
        )

    def is_imported(self, target: Target) -> bool:
        """Does this run while the game is imported? Then that is done for each change: slow."""
        if not isinstance(target.node.end_lineno, int) or not target.is_function:
            return True
        ran = self._paths.lines[IMPORT].get(target.path, frozenset())
        body = target.node.body  # type: ignore[attr-defined]  # a function, as asked above
        return any(body[0].lineno <= line <= target.node.end_lineno for line in ran)

    def _past(self, target: Target, change: Change, shows: Sequence[Show]) -> list[Show]:
        """Returns the cases that may come past a change."""
        if self.is_imported(target) or self.is_cold(target):
            return list(shows)
        lines = range(change.first, change.last + 1)
        return [
            show
            for show in shows
            if not self._paths.lines[show.fingerprint]
            .get(target.path, frozenset())
            .isdisjoint(lines)
        ]

    def told(self, target: Target, has_time: Callable[[], bool]) -> Iterator[Told]:
        """Yields what the rows of a function say of each of its changes."""
        verdicts = Verdicts(self._folder, target)
        self._keen.clear()
        rows = [row.shows for row in self._rows if any(t.name == target.name for t in row.targets)]
        for change in target.changes:
            if f"{target.name} | {change.text}" in self._listed:
                continue
            yield self._tried(target, change, rows, verdicts.of(change.text), has_time)
        verdicts.keep()

    def until_noticed(
        self, row: Row, target: Target, before: Sequence[Told], has_time: Callable[[], bool]
    ) -> Iterator[Told]:
        """Yields what a row says of changes of one of its functions, until one is noticed."""
        if any(any(one.known.values()) for one in before):
            return
        verdicts = Verdicts(self._folder, target)
        own = {show.fingerprint for show in row.shows}
        for change in target.changes:
            if f"{target.name} | {change.text}" in self._listed:
                continue
            known = verdicts.of(change.text)
            one = self._tried(target, change, [row.shows], known, has_time)
            said = {key: verdict for key, verdict in known.items() if key in own}
            yield one._replace(known=said)
            if any(said.values()):
                break
        verdicts.keep()

    def elsewhere(
        self, name: str, told: Sequence[Told], has_time: Callable[[], bool]
    ) -> list[Told]:
        """Has all cases of the game say of what no row noticed."""
        target = self._targets[name]
        verdicts = Verdicts(self._folder, target)
        by_text = {change.text: change for change in target.changes}
        found = [
            one
            if any(one.known.values()) or not one.is_tried
            else self._tried(
                target, by_text[one.change], [self._shows], verdicts.of(one.change), has_time
            )
            for one in told
        ]
        verdicts.keep()
        return found

    def _tried(
        self, target: Target, change: Change, rows: Sequence[Sequence[Show]],
        known: dict[str, bool], has_time: Callable[[], bool],
    ) -> Told:  # fmt: skip
        past = [
            sorted(
                self._past(target, change, shows), key=lambda show: -self._keen[show.fingerprint]
            )
            for shows in rows
        ]
        wanted = any(
            not any(known.get(show.fingerprint) for show in row)
            and any(show.fingerprint not in known for show in row)
            for row in past
        )
        if wanted and not has_time():
            return Told(target.name, change.first, change.text, known, is_tried=False)
        if wanted:
            anew = self.is_imported(target) or wants_import(target, change)
            tried(target, change, past, known, anew=anew)
        self._keen.update(show for show, notices in known.items() if notices)
        return Told(target.name, change.first, change.text, known, is_tried=True)


def _found(
    game: str, rows: Sequence[Row], told: Mapping[str, Sequence[Told]], listed: Mapping[str, str]
) -> Findings:
    found = Findings(game)
    own: dict[str, set[str]] = {}
    for row in rows:
        prints = {show.fingerprint for show in row.shows}
        changes = noticed = untried = 0
        unfelt = []
        for target in row.targets:
            own.setdefault(target.name, set()).update(prints)
            felt = [_is_noticed(one, prints) for one in told[target.name]]
            changes += len(felt)
            noticed += sum(felt)
            untried += sum(not one.is_tried for one in told[target.name])
            if felt and not any(felt):
                unfelt.append(target.name)
        found.rows.append(RowFound(row.citation, changes, noticed, untried, tuple(unfelt)))
    for name, ones in told.items():
        for one in ones:
            found.changes += 1
            if _is_noticed(one, own[name]):
                found.noticed += 1
            elif any(one.known.values()):
                found.elsewhere += 1
            elif one.is_tried:
                found.survivors.append(one)
            else:
                found.untried += 1
    found.equivalent = {
        key: reason for key, reason in listed.items() if key.split(" | ")[0] in told
    }
    return found


def _is_noticed(told: Told, prints: set[str]) -> bool:
    return any(verdict and show in prints for show, verdict in told.known.items())
