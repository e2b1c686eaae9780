"""Tables of an event for people: standings, ratings, balance, luck; as values and as plain text.

Names that players chose stand in cells and notes with what nobody sees replaced by its escape. A
page that shows a table escapes them once more for its own language.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import groupby

from adjudicator.api.texts import visible
from adjudicator.tournament.standings import english, german
from adjudicator.tournament.standings.balance import ENOUGH, Balance, SideBalance
from adjudicator.tournament.standings.luck import PlayerLuck
from adjudicator.tournament.standings.ratings import Rating, RatingRules
from adjudicator.tournament.standings.table import Standing, Standings
from adjudicator.tournament.standings.values import Event

__all__ = [
    "Column",
    "Table",
    "Words",
    "balance_tables",
    "luck_table",
    "ratings_table",
    "sides_table",
    "standings_table",
    "table_text",
    "teams_table",
]

_WORDS: Mapping[str, Mapping[str, str]] = {"en": english.WORDS, "de": german.WORDS}
_WIDEST = 30
"""Columns of a name in text; a longer one is cut."""
_LINE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of a table."""

    heading: str
    is_number: bool = True
    """Whether its cells stand at the right."""
    is_list: bool = False
    """Whether a cell holds several names: text does not cut it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table for people."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    """Sentences below it."""


class Words:
    """Words of a language, and the names that are shown."""

    def __init__(self, language: str = "en", names: Mapping[str, str] | None = None) -> None:
        """
        Args:
            language: its code; English where there are no words of it.
            names: what is shown of a player, a team or a seat, by its id; others show their id.
                Behind a name that is another's as well stands its id.
        """
        self._words = _WORDS.get(language, english.WORDS)
        shown = {id_: visible(name) for id_, name in (names or {}).items()}
        alike = Counter(_alike(name) for name in shown.values())
        self._names = {
            id_: name if alike[_alike(name)] == 1 else f"{name} ({id_})"
            for id_, name in shown.items()
        }

    def say(self, key: str, **values: object) -> str:
        """Returns a sentence with its values filled in."""
        return self._words[key].format(**values)

    def name(self, id_: str) -> str:
        """Returns what is shown of an id."""
        return self._names.get(id_, visible(id_))

    def names(self, ids: Iterable[str]) -> str:
        """Returns several, with commas."""
        return ", ".join(map(self.name, ids))

    def number(self, value: Fraction | float, digits: int | None = None) -> str:
        """Returns a number; without `digits` an exact one with two at most, where it needs them."""
        if digits is None:
            exact = Fraction(value)
            digits = next((n for n in (0, 1) if (exact * 10**n).denominator == 1), 2)
        shift = 10**digits
        rounded = int(abs(Fraction(value)) * shift + Fraction(1, 2))
        sign = "-" if value < 0 and rounded else ""
        whole, part = divmod(rounded, shift)
        return f"{sign}{whole}{self.say('point')}{part:0{digits}}" if digits else f"{sign}{whole}"

    def percent(self, value: Fraction | float) -> str:
        """Returns a share in percent."""
        return f"{self.number(value * 100, 1 if value < 0.0995 else 0)} %"


_LEFT = ("player", "team", "side", "members", "last")
_LISTS = ("members",)


def _columns(words: Words, *keys: str, lists: Sequence[str] = _LISTS) -> tuple[Column, ...]:
    return tuple(
        Column(heading=words.say(key), is_number=key not in _LEFT, is_list=key in lists)
        for key in keys
    )


def standings_table(found: Standings, event: Event, words: Words) -> Table:
    """Returns the standings: place, player, score, tie-breaks, what each round gave."""
    say = words.say
    columns = [
        Column(heading=say("place")),
        Column(heading=say("player"), is_number=False),
        Column(heading=say("score")),
        *(Column(heading=say(name)) for name in event.tie_breaks),
        *(Column(heading=say("round", number=n)) for n in range(1, found.after + 1)),
        Column(heading=say("met")),
        Column(heading=say("won")),
    ]
    rows = [
        (
            str(one.place),
            words.name(one.player),
            words.number(one.score),
            *map(words.number, one.tie_breaks),
            *("" if given is None else words.number(given) for given in one.by_round),
            str(one.met),
            str(one.won),
        )
        for one in found.rows
    ]
    title = say("standings", round=found.after) if found.after else say("standings-none")
    notes = tuple(_standings_notes(found, event, words))
    return Table(title=title, columns=tuple(columns), rows=tuple(rows), notes=notes)


def _standings_notes(found: Standings, event: Event, words: Words) -> Iterator[str]:
    say = words.say
    if found.open:
        yield say("open", matches=words.names(found.open))
    if found.appealed:
        yield say("appealed", matches=words.names(found.appealed))
    if event.best is not None:
        yield say("best", count=event.best)
    if event.top_board:
        yield say("top-board", match=words.name(event.top_board))
    for name in event.tie_breaks:
        yield say(f"{name}-what", sides=words.names(event.weaker))
    shared = _shared(found)
    if any(len({(one.score, one.tie_breaks) for one in rows}) == 1 for rows in shared):
        yield say("equal")
    if any(len({(one.score, one.tie_breaks) for one in rows}) > 1 for rows in shared):
        yield say("knock-out")
    if found.eliminators:
        yield say("no-places", names=words.names(found.eliminators))
    if found.standbys:
        yield say("standbys", names=words.names(found.standbys))
    yield say("met-what")


def _shared(found: Standings) -> list[list[Standing]]:
    """Returns the rows of each place that several share."""
    rows = sorted(found.rows, key=lambda one: one.place)
    groups = [[*same] for _, same in groupby(rows, key=lambda one: one.place)]
    return [same for same in groups if len(same) > 1]


def teams_table(found: Standings, words: Words) -> Table:
    """Returns the standings of teams, with the members who count."""
    rows = (
        (str(one.place), words.name(one.team), words.number(one.score), words.names(one.members))
        for one in found.teams
    )
    return Table(
        title=words.say("teams"),
        columns=_columns(words, "place", "team", "score", "members"),
        rows=tuple(rows),
    )


def sides_table(found: Standings, words: Words) -> Table:
    """Returns who made the best of each side."""
    rows = (
        (words.name(one.seat), words.names(one.players), words.number(one.score),
         words.number(one.points))
        for one in found.sides
    )  # fmt: skip
    return Table(
        title=words.say("sides"),
        columns=_columns(words, "side", "player", "score", "points", lists=("player",)),
        rows=tuple(rows),
        notes=(words.say("points-what"),),
    )


def ratings_table(found: Sequence[Rating], rules: RatingRules, day: date, words: Words) -> Table:
    """Returns ratings: three decimals, and between what they lie."""
    rows = []
    for one in found:
        low, high = (words.number(bound, 3) for bound in one.between)
        rows.append(
            (
                "" if one.rank is None else str(one.rank),
                words.name(one.player),
                words.number(one.mu, 3),
                words.say("between", low=low, high=high),
                str(one.matches),
                one.last.isoformat(),
            )
        )
    return Table(
        title=words.say("ratings", day=day.isoformat()),
        columns=_columns(words, "rank", "player", "rating", "range", "matches", "last"),
        rows=tuple(rows),
        notes=(words.say("ratings-what", sigma=words.number(rules.ranked_below)),),
    )


def balance_tables(found: Balance, words: Words) -> tuple[Table, ...]:
    """Returns the balance of sides, and one of matches with a built-in player where there are."""
    tables = [_balance_table("balance", found.people, words)]
    if found.built_in:
        tables.append(_balance_table("balance-built-in", found.built_in, words))
    return tuple(tables)


def _balance_table(title: str, sides: Sequence[SideBalance], words: Words) -> Table:
    rows = []
    for one in sides:
        bounds = words.say("between", low=words.percent(one.low), high=words.percent(one.high))
        rows.append(
            (
                words.name(one.seat),
                str(one.matches),
                words.number(one.wins),
                words.percent(one.share) if one.is_known else words.say("not-known"),
                bounds if one.is_known else "",
                words.percent(one.fair / one.matches),
            )
        )
    notes = [words.say("balance-what")]
    if not all(one.is_known for one in sides):
        notes.append(words.say("not-known-what", count=ENOUGH))
    return Table(
        title=words.say(title),
        columns=_columns(words, "side", "matches", "wins-of", "share", "range", "share-fair"),
        rows=tuple(rows),
        notes=tuple(notes),
    )


def luck_table(found: Sequence[PlayerLuck], words: Words) -> Table:
    """Returns the luck of an event's players, and who is worth telling of: a story, no evidence."""
    say = words.say
    rows = (
        (
            words.name(one.player),
            str(one.luck.throws),
            words.number(one.luck.expected, 2),
            str(one.luck.actual),
            words.percent(one.so_badly),
            words.percent(one.so_well),
        )
        for one in found
    )
    told = [
        say("luck-badly" if one.so_badly < one.so_well else "luck-well",
            name=words.name(one.player))
        for one in found
        if one.is_named
    ]  # fmt: skip
    return Table(
        title=say("luck"),
        columns=_columns(words, "player", "throws", "expected", "came", "so-badly", "so-well"),
        rows=tuple(rows),
        notes=(
            *(told or [say("luck-nobody" if found else "luck-none")]),
            say("luck-what"),
            say("luck-fair"),
        ),
    )


def table_text(table: Table) -> str:
    """Returns a table as plain text; a name of more than 30 columns is cut."""
    cells = [
        [
            cell if column.is_list else _cut(cell)
            for cell, column in zip(row, table.columns, strict=True)
        ]
        for row in table.rows
    ]
    headings = [column.heading for column in table.columns]
    widths = [max(map(_width, column)) for column in zip(headings, *cells, strict=True)]
    lines = [table.title, ""]
    for row in (headings, *cells):
        padded = (
            " " * (width - _width(cell)) + cell
            if column.is_number
            else cell + " " * (width - _width(cell))
            for cell, width, column in zip(row, widths, table.columns, strict=True)
        )
        lines.append("  ".join(padded).rstrip())
    if table.notes:
        lines.append("")
    for note in table.notes:
        lines += textwrap.wrap(note, _LINE, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines) + "\n"


def _alike(name: str) -> str:
    """Returns what is the same of names that people take for the same."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _width(text: str) -> int:
    """Returns how many columns a text takes on a screen."""
    return sum(
        0 if unicodedata.combining(one) else 2 if unicodedata.east_asian_width(one) in "WF" else 1
        for one in text
    )


def _cut(text: str) -> str:
    if _width(text) <= _WIDEST:
        return text
    kept = ""
    for one in text:
        if _width(kept + one) >= _WIDEST:
            break
        kept += one
    return f"{kept}…"
