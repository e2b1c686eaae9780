"""The odds of an attack, as the command `odds` asks for them: "26 9" with --in broken.

Strengths are those that count: halved already for what is out of supply, in the weather, or an air
unit attacked alone; a hex, a river or a landing multiplies the defender's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

from adjudicator.core.english import either
from adjudicator.core.problem import Problem, Refused
from adjudicator.games.invasion_america.narrator import game_language
from adjudicator.games.invasion_america.results_table import chances_of, column_of
from adjudicator.games.invasion_america.tables import DIE, Odds, Tables
from adjudicator.odds import result as told
from adjudicator.odds.result import Outcome, Question, check_options, not_understood

__all__ = ["odds"]

_KNOWN = ("place", "roll")
_FORCES = "Write the strength of the attacker, then that of the defender: 26 9."


def odds(question: Question) -> told.Odds:
    """Returns what an attack will bring; without strengths, every column of the table.

    Raises:
        Refused: the question is not understood.
    """
    problems = list(check_options(question, "Invasion: America", _KNOWN))
    tables = Tables.model_validate_json(question.map_files()["tables.json"])
    problems += _check(question, _multiples(tables))
    if problems:
        raise Refused(problems)
    if question.roll:
        return _table(tables, question)
    attack, defence = (int(word) for word in question.forces)
    place = question.place
    multiple = 1 if place is None else _multiples(tables)[place]
    column = column_of(tables.combat, attack, defence * multiple)
    notes = [_say("odds-column", attack=attack, defence=defence * multiple, column=_column(column))]
    if place is not None:
        notes.insert(0, _say("odds-multiplied", place=place, defence=defence, multiple=multiple))
    return told.Odds(
        title=_say("odds-title", attack=attack, defence=defence),
        notes=tuple(notes),
        outcomes=tuple(_outcomes(tables, column)),
        losses=(),
        rolls=Outcome(_say("odds-dice"), Fraction(1)),
    )


def _say(key: str, **values: object) -> str:
    return game_language().say(key, **values)


def _column(column: Odds) -> str:
    """Returns "3 to 1"."""
    attack, _, defence = column.partition("-")
    return _say("column", attack=attack, defence=defence)


def _outcomes(tables: Tables, column: Odds, before: str = "") -> Iterator[Outcome]:
    for result, faces in chances_of(tables.combat, column).items():
        meaning = _say(f"result-{result}")
        named = _say("result", code=result.capitalize(), meaning=meaning)
        if before:
            named = _say("odds-in-column", column=before, result=named)
        yield Outcome(named, Fraction(faces, len(DIE)))


def _table(tables: Tables, question: Question) -> told.Odds:
    """Returns the die's results in every column, or in that of two strengths."""
    columns = tables.combat.odds
    if question.forces:
        attack, defence = (int(word) for word in question.forces)
        multiple = 1 if question.place is None else _multiples(tables)[question.place]
        columns = (column_of(tables.combat, attack, defence * multiple),)
    outcomes = [
        outcome for column in columns for outcome in _outcomes(tables, column, _column(column))
    ]
    return told.Odds(_say("odds-one-die"), (), tuple(outcomes), ())


def _multiples(tables: Tables) -> Mapping[str, int]:
    """Returns the places that multiply a defender: terrain, rivers, landings, and none: `air`."""
    return {
        **{terrain: effect.defence for terrain, effect in tables.terrain.items()},
        "river": tables.river.defence,
        "great-river": tables.great_river.defence,
        **{landing: effect.defence for landing, effect in tables.amphibious.items()},
        "air": 1,
    }


def _check(question: Question, places: Mapping[str, int]) -> Iterator[Problem]:
    words = question.forces
    wrong = [word for word in words if not re.fullmatch("[1-9][0-9]{0,3}", word)]
    if not (question.roll and not words) and (wrong or len(words) != 2):
        yield not_understood(wrong[0] if wrong else " ".join(words), _FORCES)
    if question.place is not None and question.place not in places:
        yield not_understood(f"--in {question.place}", f"Write {either([*places])}.")
