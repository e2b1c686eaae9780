"""The games that this program knows: scenarios, rulings, editions, chances, schemas, cases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple, get_args

from adjudicator.api.named_files import MAX_SIZE, located_in, read_bytes, read_json
from adjudicator.api.problems import Problem, Refused
from adjudicator.audit.opening import PlayedMode
from adjudicator.core.game import Game
from adjudicator.documents.edition_table import Difference, HasEditions, differences_of
from adjudicator.documents.game_help import (
    STANDING,
    FieldHelp,
    GameHelp,
    OrderHelp,
    Ruling,
    TopicHelp,
    rulings_of,
)
from adjudicator.odds.battles import Number
from adjudicator.odds.result import Odds, Outcome, Question, Spread, TellsOdds
from adjudicator.odds.sampling import interval_of
from adjudicator.registry import by_name, loadable

__all__ = [
    "MODES",
    "STANDING",
    "CaseRun",
    "Difference",
    "FieldHelp",
    "GameHelp",
    "HasEditions",
    "Number",
    "Odds",
    "OrderHelp",
    "Outcome",
    "Question",
    "Ruling",
    "Spread",
    "TopicHelp",
    "answered_case",
    "battle_odds",
    "decimal",
    "difference_table",
    "editions_of",
    "families",
    "game_named",
    "help_for",
    "help_topics",
    "interval_of",
    "map_files",
    "odds_plot",
    "rulings",
    "run_case",
    "schemas",
    "standing_in",
]

MODES: Mapping[str, PlayedMode] = {mode: mode for mode in get_args(PlayedMode)}
"""The ways to make dice, by their names."""


def game_named(name: str) -> Game:
    """Returns a game by its full name.

    Raises:
        ValueError: there is none.
    """
    known = by_name()
    if name not in known:
        raise ValueError(f"no game {name!r}; known: {', '.join(known)}")
    return known[name]


def rulings(game: str) -> tuple[Ruling, ...]:
    """Returns the numbered rulings of a game: our answers where its rulebook is silent."""
    return tuple(rulings_of(game_named(game)))


# -- what a newcomer asks -----------------------------------------------------------------------


def help_topics(game: str) -> tuple[str, ...]:
    """Returns what `help_for` can be asked for: a game's topics, then `match` and `standing`.

    Raises:
        ValueError: there is no such game.
    """
    from adjudicator.documents.game_help import help_topics

    return help_topics(game_named(game))


def help_for(game: str, topic: str = "") -> GameHelp:
    """Returns a game in 20 lines, and its orders with their fields and an example each.

    Args:
        topic: a topic of its sheets, `match`, or `standing` for standing orders; empty: all.

    Raises:
        ValueError: there is no such game, or it has no such topic.

    >>> told = adjudicator.help_for("nine-fields", "march")
    >>> print(told.primer.splitlines()[0])
    AIM       Take the other side's city. West begins in Brook, East in Heath, each
    >>> march = told.topics[0].orders[0]
    >>> march.says
    'Companies march to a field beside theirs. (Chapter 2)'
    >>> march.fields[0]
    FieldHelp(name='count', says='How many.', takes='1 to 999', is_needed=True)
    >>> march.example
    {'order': 'march', 'count': 2, 'from': 'brook', 'to': 'elm'}
    """
    from adjudicator.documents.game_help import help_of

    known = help_topics(game)
    if topic and topic not in known:
        raise ValueError(f"no topic {topic!r} of {game}; topics: {', '.join(known)}")
    return help_of(game_named(game), topic)


# -- editions -----------------------------------------------------------------------------------


def families() -> tuple[str, ...]:
    """Returns the names that editions of one game share."""
    printed = (one for one in loadable() if isinstance(one, HasEditions))
    return tuple(dict.fromkeys(one.family for one in printed))


def editions_of(name: str) -> tuple[HasEditions, ...]:
    """Returns the editions of a game, by its own name or the one that they share; mostly none."""
    printed = [one for one in loadable() if isinstance(one, HasEditions)]
    family = next((one.family for one in printed if one.name == name), name)
    return tuple(one for one in printed if one.family == family)


def difference_table(editions: Iterable[HasEditions]) -> tuple[Difference, ...]:
    """Returns what editions differ in, read from the values that their rules read."""
    return tuple(differences_of(list(editions)))


# -- chances ------------------------------------------------------------------------------------


def battle_odds(game: str, question: Question) -> Odds:
    """Returns what a battle will bring. Chances are exact, or say between what bounds they lie.

    Raises:
        ValueError: there is no such game.
        Refused: the game tells no odds, or the question has problems.
    """
    found = game_named(game)
    if not isinstance(found, TellsOdds):
        telling = [one.name for one in loadable() if isinstance(one, TellsOdds)]
        hint = f"These do: {', '.join(telling) or 'none'}."
        raise Refused([Problem("no-odds", f"{game} tells no odds", hint=hint, kind="invalid")])
    return found.odds(question)


def decimal(number: Number, digits: int) -> str:
    """Returns a number with so many digits behind the point, rounded to the nearest."""
    if isinstance(number, float):
        return f"{number:.{digits}f}"
    shift = 10**digits
    whole = (number.numerator * shift * 2 + number.denominator) // (number.denominator * 2)
    return f"{whole // shift}.{whole % shift:0{digits}d}"


def odds_plot(found: Odds) -> str:
    """Returns who is left after a battle, with which chance, as a chart in SVG text."""
    from adjudicator.render.plot import Bar, Plot, plot

    sides: dict[str, dict[int, Number]] = {"attacker": {}, "defender": {}}
    for spread in found.spreads:
        for count, chance in spread.left if not spread.is_beside else ():
            side = sides[spread.side]
            side[count] = side.get(count, 0) + chance
    shares = {name: sum(left.values(), Fraction(0)) for name, left in sides.items()}
    counts = sorted({*sides["attacker"], *sides["defender"]}, reverse=True)
    bars = (
        Bar(
            count,
            round(sides["attacker"].get(count, 0) * 1_000_000),
            round(sides["defender"].get(count, 0) * 1_000_000),
        )
        for count in counts
    )
    shown = Plot(
        title=found.title,
        notes=found.notes,
        attacker=f"attacker {decimal(shares['attacker'] * 100, 1)} %",
        defender=f"defender {decimal(shares['defender'] * 100, 1)} %",
        bars=tuple(bars),
    )
    return plot(shown)


def map_files(game: str) -> Callable[[], dict[str, bytes]]:
    """Returns what reads the files of a game's shipped map, when they are needed."""

    def read() -> dict[str, bytes]:
        from adjudicator.documents.maps import shipped_map_files

        return shipped_map_files(game_named(game))

    return read


def standing_in(path: Path) -> tuple[Any, ...]:
    """Returns the standing orders of a sheet, or of a file that is a bare list of them.

    Raises:
        RefusedFile: it is no JSON.
        UnusableFile: it is not there.
    """
    document = read_json(read_bytes(path, limit=MAX_SIZE), source=str(path)).data
    orders = document.get("standing", []) if isinstance(document, dict) else document
    return tuple(orders) if isinstance(orders, list) else (orders,)


# -- for authors --------------------------------------------------------------------------------


class CaseRun(NamedTuple):
    """What came of a rule case."""

    case: str
    """The name of the case."""
    why: str
    """What it shows."""
    rule: str
    """The paragraph."""
    differences: tuple[str, ...]
    """Where what happens is not what the case says; empty: it holds."""


def run_case(path: Path, own_map: Path | None = None) -> CaseRun:
    """Runs a rule case.

    Raises:
        RefusedFile: it is malformed or invalid; or its position has problems.
        UnusableFile: it is not there; its game or map is not known here.
    """
    from adjudicator.documents.cases import differences, read_case

    one = read_case(path, by_name())
    with located_in(path, "start"):
        found = differences(one, by_name(), own_map)
    return CaseRun(one.case, one.why, one.rule, tuple(found))


def answered_case(raw: bytes) -> dict[str, Any]:
    """Returns the answer to one question of a case, as data; what cannot be read is one too."""
    from adjudicator.documents.case_answers import Answer, answer_to

    try:
        told = answer_to(raw, "the question", by_name())
    except Refused as error:
        words = "; ".join(f"{one.code}: {one.message}" for one in error.problems)
        told = Answer(case="unread", failed=words)
    document: dict[str, Any] = told.to_json()
    return document


def schemas() -> Mapping[str, Callable[[], bytes]]:
    """Returns by path what makes each published JSON Schema."""
    from adjudicator.matches.published_schemas import schema_makers

    return schema_makers(loadable())
