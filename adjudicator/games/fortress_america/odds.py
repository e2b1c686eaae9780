"""The odds of battles, as the command `odds` asks for them: "3 infantry 1 bomber" "2 infantry"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from pydantic import ValidationError

from adjudicator.boards.area import AreaMap
from adjudicator.core.game import StandingOrder
from adjudicator.core.problem import Problem, Refused
from adjudicator.core.pydantic_errors import not_understood as words_of
from adjudicator.core.sheet import tag_of
from adjudicator.core.values import FrozenMap, canonical
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.dice_facts import with_faces
from adjudicator.games.fortress_america.editions import Edition
from adjudicator.games.fortress_america.options import Options
from adjudicator.games.fortress_america.rules.chances import (
    MOST_FOLLOWED,
    Preferences,
    Survivors,
    outcome_of,
    sampled,
    survivors,
)
from adjudicator.games.fortress_america.rules.standing import (
    check_place,
    check_standing,
    fits,
    fitting,
)
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import KINDS, Counts, UnitKind, total_of
from adjudicator.games.fortress_america.words import ENGLISH_WORDS, place, unit_name, units
from adjudicator.odds.result import (
    Odds,
    Outcome,
    Question,
    Spread,
    check_options,
    not_understood,
    spread_of,
)
from adjudicator.odds.sampling import SeededDice, plays_within, standard_error

__all__ = ["odds"]

Narrowed = TypeVar("Narrowed", o.StandingTargets, o.StandingDisengage, o.StandingRetreat)
SEED = "adjudicator-odds"
_FORCES = 'Write two forces in quotes, the attacker\'s first: "3 infantry 1 bomber" "2 infantry".'
_KINDS = f"Kinds are {', '.join(KINDS)}."
_MOST_UNITS = 99
_WORK = 500_000
"""So many dice are thrown in about a second."""


def odds(edition: Edition, question: Question) -> Odds:
    """Returns what a battle will bring.

    Raises:
        Refused: the question is not understood.
    """
    files = question.map_files()
    book = Ruleset(
        edition=with_faces(edition, files),
        options=Options(),
        map=AreaMap.model_validate_json(files["map.json"]),
        outlines=b"",
        cards=FrozenMap(),
        seats=FrozenMap(),
    )
    problems = list(check_options(question, "Fortress America", ("place", "standing", "plays")))
    forces = [_read_force(words, problems) for words in question.forces]
    if len(forces) != 2:
        problems.append(not_understood(" ".join(question.forces), _FORCES))
    area = _read_area(book, question.place, problems)
    standing = _read_standing(book, question.standing, problems)
    if problems:
        raise Refused(problems)
    battle = _Battle(book, area, (forces[0], forces[1]), _wishes(book, area, standing))
    return _told(battle, question)


class _Battle(NamedTuple):
    """A question that was understood."""

    book: Ruleset
    area: str
    forces: tuple[Counts, Counts]
    wishes: Preferences


# -- reading ------------------------------------------------------------------------------------


def _read_force(text: str, problems: list[Problem]) -> Counts:
    """Reads "3 infantry 1 bomber"; commas and "and" may stand between."""
    words = [word for word in re.split(r"[\s,]+", text.strip()) if word != "and"]
    named: dict[str, UnitKind] = {}
    for kind in KINDS:
        for name in (kind, unit_name(kind, 2)):
            named[name.replace(" ", "-")] = kind
    counts: dict[UnitKind, int] = {}
    groups = re.findall(r"(\d+)-(\D+?)(?=-\d|$)", "-".join(words))
    if "-".join(f"{count}-{name}" for count, name in groups) != "-".join(words) or not groups:
        problems.append(not_understood(text, _FORCES))
    for count, name in groups:
        if name not in named:
            near = get_close_matches(name, list(named), 1)
            meant = f"Did you mean {near[0]}? " if near else ""
            problems.append(not_understood(name, f"{meant}{_KINDS}"))
        elif not 1 <= int(count) <= _MOST_UNITS:
            problems.append(not_understood(f"{count} {name}", f"Write 1 to {_MOST_UNITS}."))
        else:
            counts[named[name]] = counts.get(named[name], 0) + int(count)
    return FrozenMap(counts)


def _read_area(book: Ruleset, word: str | None, problems: list[Problem]) -> str:
    """Returns an area that a word stands for; without a word, one of open country."""
    areas = [area for area in book.map.areas if not book.is_zone(area)]
    if word is None:
        return next(area for area in areas if not book.is_hard(area))
    found = list(check_place(book, word, ()))
    problems.extend(found)
    meant = [area for area in areas if fits(book, word, area)]
    if not found and len({book.is_hard(area) for area in meant}) != 1:
        hint = "Name an area, `city` or `mountain`; leave it out for open country."
        problems.append(not_understood(f"--in {word}", hint))
    return next(iter(meant), areas[0])


def _read_standing(
    book: Ruleset, documents: Sequence[Any], problems: list[Problem]
) -> list[StandingOrder]:
    models = {tag_of(model): model for model in o.STANDING}
    orders: list[StandingOrder] = []
    for index, document in enumerate(documents):
        tag = document.get("standing") if isinstance(document, dict) else None
        if tag not in models:
            hint = f"It is one of {', '.join(models)}."
            problems.append(not_understood(f"standing order {index + 1}", hint))
            continue
        try:
            order = models[tag].model_validate_json(canonical(document))
        except ValidationError as error:
            problems.extend(words_of(error, ("standing", index)))
        else:
            orders.append(order)
            if isinstance(order, o.StandingInBattles):
                found = check_standing(book, "", order)
                problems.extend(problem.under("standing", index) for problem in found)
    return orders


def _wishes(book: Ruleset, area: str, standing: Sequence[StandingOrder]) -> Preferences:
    """Returns what standing orders prefer in this battle, `as` telling the sides apart."""

    def first(kind: type[Narrowed], role: o.Role) -> tuple[UnitKind, ...]:
        found = fitting(book, standing, kind, (area, role))
        return tuple(unit for order in found for unit in order.first)

    return Preferences(
        attacker_hits=first(o.StandingTargets, "attacker"),
        attacker_ones=first(o.StandingRetreat, "attacker"),
        defender_hits=first(o.StandingTargets, "defender"),
        defender_ones=first(o.StandingDisengage, "defender"),
    )


# -- in words -----------------------------------------------------------------------------------


def _told(battle: _Battle, question: Question) -> Odds:
    attackers, defenders = battle.forces
    is_followed = total_of(attackers) * total_of(defenders) <= MOST_FOLLOWED
    dice = total_of(attackers) + total_of(defenders)
    plays = 0 if is_followed else question.plays or plays_within(_WORK, dice)
    if is_followed:
        found = survivors(
            battle.book, battle.area, attackers, defenders=defenders, wishes=battle.wishes
        )
    else:
        found = sampled(
            battle.book, battle.area, battle.forces,
            wishes=battle.wishes, plays=plays, die=SeededDice(SEED),
        )  # fmt: skip
    projection = found.projection
    ended = (
        ("won", projection.won),
        ("bombers-alone", projection.bombers_alone),
        ("held", projection.held),
    )
    return Odds(
        title=_say("odds-title", attackers=units(attackers), defenders=units(defenders)),
        notes=tuple(_notes(battle, question.place, plays)),
        outcomes=tuple(
            Outcome(_say(f"odds-{name}"), chance, standard_error(chance, plays) if plays else None)
            for name, chance in ended
            if chance or name != "bombers-alone"
        ),
        losses=(
            Outcome(_say("odds-attacker-destroyed"), projection.attackers_destroyed),
            Outcome(_say("odds-attacker-out"), projection.attackers_disengaged),
            Outcome(_say("odds-defender-destroyed"), projection.defenders_destroyed),
            Outcome(_say("odds-defender-driven"), projection.defenders_driven_out),
        ),
        spreads=tuple(_spreads(found)),
        rolls=Outcome(
            _say("odds-dice"),
            dice - projection.attackers_destroyed - projection.attackers_disengaged,
        ),
    )


def _say(key: str, **values: object) -> str:
    return ENGLISH_WORDS.say(key, **values)


def _notes(battle: _Battle, word: str | None, plays: int) -> Iterator[str]:
    book, area = battle.book, battle.area
    where = place(book, area) if word == area else word or _say("odds-open-country")
    if book.edition.dice_file is None:
        key = "odds-column-1" if book.is_hard(area) else "odds-column-2"
    else:
        key = "odds-combined-only" if book.is_hard(area) else "odds-combined"
    yield _say(key, place=where)
    if battle.wishes == Preferences():
        yield _say("odds-by-defaults")
    else:
        yield _say("odds-by-standing")
    if plays:
        yield _say("odds-sampled", plays=plays, seed=SEED)


def _spreads(found: Survivors) -> Iterator[Spread]:
    ended: dict[str, list[tuple[int, int, Fraction]]] = {"won": [], "bombers-alone": [], "held": []}
    for (here, there), weight in found.weights.items():
        left = (sum(here), sum(there), Fraction(weight, found.total))
        ended[outcome_of(here, there)].append(left)
    for name, lefts in ended.items():
        ended_so = _say(f"odds-{name}")
        heading = _say("odds-attackers-left", ended=ended_so)
        if name == "held":
            defenders = ((there, chance) for _, there, chance in lefts)
            yield from spread_of(_say("odds-defenders-left", ended=ended_so), "defender", defenders)
        attackers = ((here, chance) for here, _, chance in lefts)
        yield from spread_of(heading, "attacker", attackers, is_beside=name == "held")
