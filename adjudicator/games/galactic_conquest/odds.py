"""The odds of invasions, as the command `odds` asks for them: "10 5", "12 4 3 2"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple, TypeVar

from adjudicator.core.problem import Problem, Refused
from adjudicator.games.galactic_conquest.narrator import game_language
from adjudicator.games.galactic_conquest.rules.chances import (
    MOST_DEFENDING,
    MOST_INVADING,
    roll_table,
)
from adjudicator.odds.battles import (
    EXACT,
    ROUNDED,
    Battle,
    Chain,
    Ends,
    Number,
    Until,
    chain,
    moved_in,
    share,
)
from adjudicator.odds.result import (
    Odds,
    Outcome,
    Question,
    Spread,
    averaged,
    check_options,
    not_understood,
    spread_of,
)
from adjudicator.odds.rolls import RollTable
from adjudicator.odds.sampling import SeededDice, plays_within, standard_error

__all__ = ["odds"]

N = TypeVar("N", int, float)
MOST_STATES = 400_000
"""Attackers times defenders of the largest battles that are followed; larger ones are sampled."""
_MOST_EXACT = 400_000_000
"""Attackers and defenders, to the power of three, of those that are followed in exact numbers."""
_WORK = 400_000
"""So many rolls of a sample take about a second."""
SEED = "adjudicator-odds"
_FORCES = "Write the troops on the planet that attacks, then those on each planet attacked: 10 5."
_UNTIL = "Write captured, own=3 or chance=1/2."
_KNOWN = ("until", "dice", "defence", "behind", "roll", "rounded", "plays")


def odds(question: Question) -> Odds:
    """Returns what an invasion, or a chain of them, will bring.

    Raises:
        Refused: the question is not understood.
    """
    problems = [*check_options(question, "Galactic Conquest", _KNOWN), *_check(question)]
    if problems:
        raise Refused(problems)
    if question.roll:
        return _rolls(question)
    own, *enemies = (int(word) for word in question.forces)
    table = roll_table(question.dice or MOST_INVADING, question.defence or MOST_DEFENDING)
    until = _until(question)
    # One troop stays behind in any case.
    behind = (question.behind or 1) - 1
    battles = [Battle(table, enemy, until, behind) for enemy in enemies]
    asked = _Asked(question, table, own, tuple(battles))
    if _states(question.forces) > MOST_STATES:
        plays = question.plays or plays_within(_WORK, (own + sum(enemies)) // 2)
        sample = _sampled(asked, plays)
        return _told(asked, sample, plays, rolls=sum(battle.rolls for battle in sample.battles))
    rounded = chain(own - 1, battles, ROUNDED)
    rolls = sum(battle.rolls for battle in rounded.battles)
    if question.rounded or sum((own + enemy) ** 3 for enemy in enemies) > _MOST_EXACT:
        return _told(asked, rounded, rolls=rolls)
    return _told(asked, chain(own - 1, battles, EXACT), rolls=rolls)


def _states(words: Sequence[str]) -> int:
    """Returns how many states the battles of a question have at most."""
    own, *enemies = (int(word) for word in words)
    return own * sum(enemies)


def _sampled(asked: _Asked, plays: int) -> Chain[int]:
    """Plays a chain of battles so often with seeded dice, and counts how they end."""
    dice = SeededDice(SEED)
    ended: dict[tuple[int, int, int], int] = {}
    fought: list[dict[tuple[int, int], int]] = [{} for _ in asked.battles]
    rolls = [0] * len(fought)
    for _ in range(plays):
        here = asked.own - 1
        for number, battle in enumerate(asked.battles):
            here, there, rolled = _played(here, battle, dice)
            end = here, there
            rolls[number] += rolled
            fought[number][end] = fought[number].get(end, 0) + 1
            if there or number == len(asked.battles) - 1:
                last = (number, here, there)
                ended[last] = ended.get(last, 0) + 1
                break
            here = moved_in(here, battle) - 1
    battles = (Ends(ends, plays, share(of, plays)) for ends, of in zip(fought, rolls, strict=True))
    return Chain(tuple(battles), ended, plays)


def _played(own: int, battle: Battle, dice: SeededDice) -> tuple[int, int, int]:
    """Plays one battle to its end; returns who may still fight, who defends, and the rolls."""
    table, enemy, rolls = battle.table, battle.enemy, 0
    while enemy and own > battle.until.own:
        outcomes, ways = table.at(own, enemy)
        drawn, rolls = dice.below(ways), rolls + 1
        for lost, fallen, of in outcomes:
            drawn -= of
            if drawn < 0:
                own, enemy = own - lost, enemy - fallen
                break
    return own, enemy, rolls


def _rolls(question: Question) -> Odds:
    """The first roll between two forces; without forces, every roll."""
    table = roll_table(question.dice or MOST_INVADING, question.defence or MOST_DEFENDING)
    if question.forces:
        own, enemy, *_ = (int(word) for word in question.forces)
        pairs = [(min(own - 1, table.most_own), min(enemy, table.most_enemy))] if own > 1 else []
    else:
        pairs = list(product(range(table.most_own, 0, -1), range(table.most_enemy, 0, -1)))
    outcomes = [
        Outcome(
            _say("odds-roll", dice=dice, defence=defence, lost=lost, fallen=fallen),
            Fraction(ways, table.at(dice, defence).ways),
        )
        for dice, defence in pairs
        for lost, fallen, ways in table.at(dice, defence).outcomes
    ]
    return Odds(_say("odds-one-roll"), (), tuple(outcomes), ())


class _Asked(NamedTuple):
    """A question that was understood."""

    question: Question
    table: RollTable
    own: int
    """All troops on the planet that attacks."""
    battles: tuple[Battle, ...]


def _check(question: Question) -> Iterator[Problem]:
    words = question.forces
    wrong = [word for word in words if not re.fullmatch("[1-9][0-9]{0,3}", word)]
    if question.roll and not words:
        pass
    elif wrong or len(words) < 2:
        yield not_understood(wrong[0] if wrong else " ".join(words), _FORCES)
    elif (states := _states(words)) > MOST_STATES and "chance=" in " ".join(question.until):
        yield Problem(
            "odds-too-large",
            f"a battle with {states} states is too large to follow, so no chance is known at which "
            "to break it off",
            hint="Leave --until chance out: then the battle is sampled. Or ask about fewer troops: "
            f"attackers times defenders may be {MOST_STATES} at most.",
            kind="invalid",
        )
    for name, value, most in (
        ("dice", question.dice, MOST_INVADING), ("defence", question.defence, MOST_DEFENDING),
    ):  # fmt: skip
        if value is not None and not 1 <= value <= most:
            yield not_understood(f"--{name} {value}", f"Write 1 to {most}.")
    if question.behind is not None and question.behind < 1:
        yield not_understood(f"--garrison {question.behind}", "At least 1 stays behind.")
    for word in question.until:
        if not re.fullmatch("captured|own=[0-9]{1,4}|chance=[1-9][0-9]{0,2}/[1-9][0-9]{0,2}", word):
            yield not_understood(word, _UNTIL)


def _until(question: Question) -> Until:
    """Returns when each battle is broken off; the troop that stays behind may not fight."""
    said = dict(word.partition("=")[::2] for word in question.until)
    return Until(
        own=max(int(said.get("own", "0")) - 1, 0),
        chance=Fraction(said.get("chance", "0")),
    )


# -- in words -----------------------------------------------------------------------------------


def _told(asked: _Asked, found: Chain[N], plays: int = 0, *, rolls: Number) -> Odds:
    """Tells how a chain of battles ends.

    Args:
        plays: of a sample, how often it was played; 0: it was followed.
        rolls: how often is rolled on average.
    """
    outcomes = _outcomes(found, asked.battles)
    if plays:
        outcomes = (
            one._replace(error=standard_error(Fraction(one.value), plays)) for one in outcomes
        )
    losses = tuple(_losses(found, asked))
    is_rounded: bool = not asked.question.rounded and isinstance(found.total + 0, float)
    return Odds(
        title=_title(asked),
        notes=(*_notes(asked), *_how(plays, is_rounded=is_rounded)),
        outcomes=tuple(outcomes),
        losses=losses,
        spreads=tuple(_spreads(found, asked.battles)),
        rolls=Outcome(_say("odds-rolls"), rolls),
    )


def _how(plays: int, *, is_rounded: bool) -> Iterator[str]:
    """Says how it was found, where that is not exact."""
    if plays:
        yield _say("odds-sampled", plays=plays, seed=SEED)
    if is_rounded:
        yield _say("odds-rounded")


def _say(key: str, **values: object) -> str:
    return game_language().say(key, **values)


def _title(asked: _Asked) -> str:
    enemies = [str(battle.enemy) for battle in asked.battles]
    return _say("odds-title", own=asked.own, enemies=enemies)


def _notes(asked: _Asked) -> Iterator[str]:
    table, until = asked.table, asked.battles[0].until
    yield _say(
        "odds-forces", own=asked.own, fighting=asked.own - 1, dice=table.most_own,
        against=table.most_enemy,
    )  # fmt: skip
    if len(asked.battles) > 1:
        yield _say("odds-behind", count=asked.battles[0].behind + 1)
    if until.own:
        yield _say("odds-until-own", count=until.own + 1)
    if until.chance:
        yield _say("odds-until-chance", chance=until.chance)


def _outcomes(found: Chain[N], battles: tuple[Battle, ...]) -> Iterator[Outcome]:
    """How far the chain comes."""
    last = len(battles) - 1
    nothing = found.total * 0
    captured = sum((w for (_, _, left), w in found.weights.items() if not left), nothing)
    yield Outcome(_captured(last), share(captured, found.total))
    for number in range(last, -1, -1):
        held = [w for (at, _, left), w in found.weights.items() if at == number and left]
        yield Outcome(_held(number, last), share(sum(held, nothing), found.total))


def _captured(last: int) -> str:
    return _say("odds-all-captured" if last else "odds-captured")


def _held(number: int, last: int) -> str:
    return _say("odds-held-at", number=number + 1) if last else _say("odds-held")


def _losses(found: Chain[N], asked: _Asked) -> Iterator[Outcome]:
    """What each side loses on average: what comes into a battle less what comes out of it."""
    own: Number = Fraction(0)
    enemy: Number = Fraction(0)
    begun: list[tuple[int, Number]] = [(asked.own - 1, share(found.total, found.total))]
    for battle, ended in zip(asked.battles, found.battles, strict=False):
        shares = [(end, share(weight, ended.total)) for end, weight in ended.weights.items()]
        reached = averaged((1, chance) for _, chance in begun)
        own += averaged(begun) - averaged((here, chance) for (here, _), chance in shares)
        enemy += battle.enemy * reached
        enemy -= averaged((there, chance) for (_, there), chance in shares)
        begun = [
            (moved_in(here, battle) - 1, chance) for (here, there), chance in shares if not there
        ]
    yield Outcome(_say("odds-attacker"), own)
    yield Outcome(_say("odds-defender"), enemy)


def _spreads(found: Chain[N], battles: tuple[Battle, ...]) -> Iterator[Spread]:
    """Who is left where it ended. Troops that stayed on planets on the way are not counted."""
    last = len(battles) - 1
    shares = [(end, share(weight, found.total)) for end, weight in found.weights.items()]
    yield from spread_of(
        _say("odds-attackers-left", ended=_captured(last)),
        "attacker",
        ((here + 1, chance) for (_, here, there), chance in shares if not there),
    )
    for number in range(last, -1, -1):
        held = [(end[1:], chance) for end, chance in shares if end[0] == number and end[2]]
        name = _held(number, last)
        left = _say("odds-defenders-left", ended=name)
        yield from spread_of(left, "defender", ((there, chance) for (_, there), chance in held))
        if any(here for (here, _), _ in held):
            yield from spread_of(
                _say("odds-attackers-left", ended=name),
                "attacker",
                ((here + 1, chance) for (here, _), chance in held),
                is_beside=True,
            )
