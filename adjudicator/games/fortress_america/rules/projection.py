"""What a sheet leads to behind the first dice, told to the player who checks it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from adjudicator.core.english import either, joined, nth, sentence
from adjudicator.core.game import Intentions, StandingOrder
from adjudicator.core.report import Line, Paragraph
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.in_force import firing_lasers
from adjudicator.games.fortress_america.rules.calling_off import unmet
from adjudicator.games.fortress_america.rules.chances import BattleProjection, battle_projection
from adjudicator.games.fortress_america.rules.invasion import second_movement
from adjudicator.games.fortress_america.rules.movement import Plan, check_move, fitted_move
from adjudicator.games.fortress_america.rules.projection_checks import check_projected
from adjudicator.games.fortress_america.rules.retreat import Retreating, refuges
from adjudicator.games.fortress_america.rules.supply_lines import cut_off
from adjudicator.games.fortress_america.rules.together import concerns
from adjudicator.games.fortress_america.ruleset import Book
from adjudicator.games.fortress_america.state import (
    USA,
    Counts,
    Groups,
    Side,
    State,
    Units,
    groups_of,
)
from adjudicator.games.fortress_america.words import (
    article,
    chance_text,
    guard_text,
    order_text,
    percent_text,
    place,
    side_name,
    unit_name,
    units,
)

__all__ = ["projection"]

_AHEAD = ("lasers", "combat", "invasion")
"""Actions at which it is fixed who attacks where, and the second movement is still to come."""


def projection(book: Book, state: State, seat: str, plan: Intentions) -> tuple[Paragraph, ...]:
    """Returns what comes behind the first dice: battles, what hangs on them, what answers them.

    It is for the seat that plays; to others only the standing orders matter.
    """
    if book.seat_of(state.side) != seat or state.action not in _AHEAD or state.result is not None:
        return ()
    told = (
        ("Battles ahead", _battles(book, state)),
        ("Orders that hang on dice", _second_movement(book, state, plan)),
        ("Invader cards", _cards(book, state, plan)),
        ("What the orders leave open", _left_open(book, state, plan)),
        ("Supply", _supply(book, state, plan)),
    )
    is_one_of_several = concerns(book, state) is not None
    whose = f"{sentence(side_name(state.side))}: " if is_one_of_several else ""
    gathered = (
        (whose + (heading.lower() if whose else heading), tuple(lines)) for heading, lines in told
    )
    return tuple(Paragraph(heading=heading, lines=lines) for heading, lines in gathered if lines)


# -- battles ------------------------------------------------------------------------------------


def _battles(book: Book, state: State) -> Iterator[Line]:
    for area in state.battles:
        attackers: Groups = state.attacks.get(area, FrozenMap())
        enemy = state.enemy_in(area, state.side)
        if not attackers or enemy is None:
            yield Line(text=f"{place(book, area)}: nobody attacks.")
            continue
        defenders = state.units_in(area, enemy)
        found = battle_projection(book, area, groups_of(attackers), defenders=defenders)
        lines = [_chances(found), _averages(found)]
        if area in state.guards and area not in state.called_off:
            lines.append(_guard(book, state, area))
        stuck = [
            kind for kind in defenders if not refuges(book, state, Retreating(enemy, kind, area))
        ]
        if stuck:
            kinds = joined([unit_name(kind, 2) for kind in stuck])
            lines.append(f"No way to retreat for {kinds}: what is driven out is destroyed.")
        groups = [
            f"{units(counts)} {'over it' if space == area else f'from {place(book, space)}'}"
            for space, counts in attackers.items()
        ]
        yield Line(
            text=f"{place(book, area)}: {'; '.join(groups)} against {units(defenders)}.",
            lines=tuple(Line(text=text) for text in lines),
        )
    if state.battles and state.action == "lasers":
        yield Line(text="The lasers fire before the battles: these are the chances without them.")


def _chances(found: BattleProjection) -> str:
    alone = f", bombers alone {_chance(found.bombers_alone)}" if found.bombers_alone else ""
    return f"Won: {_chance(found.won)}{alone}, held: {_chance(found.held)}."


def _chance(chance: Fraction) -> str:
    return chance_text(chance.numerator, chance.denominator, to_nearest=True)


def _averages(found: BattleProjection) -> str:
    return (
        f"On average, of yours {_tenths(found.attackers_destroyed)} destroyed and "
        f"{_tenths(found.attackers_disengaged)} out of action; of theirs "
        f"{_tenths(found.defenders_destroyed)} destroyed and "
        f"{_tenths(found.defenders_driven_out)} driven out."
    )


def _tenths(number: Fraction) -> str:
    tenths = (number.numerator * 20 + number.denominator) // (number.denominator * 2)
    return f"{tenths // 10}.{tenths % 10}"


def _guard(book: Book, state: State, area: str) -> str:
    text = f"Condition: {guard_text(state.guards[area])}"
    lack = unmet(book, state, area, state.guards[area])
    if lack is None:
        return f"{text}; met as things stand."
    found = lack[2]
    if lack[0] == "chance":
        chance = Fraction(lack[2])
        found = chance_text(chance.numerator, chance.denominator)
    return f"{text}; not met as things stand, {found}: the attackers would stay out."


# -- what may not be carried out ----------------------------------------------------------------


def _second_movement(book: Book, state: State, plan: Intentions) -> Iterator[Line]:
    """Tells the moves that hang on a battle, or on who is left after one; alike ones together.

    What no dice can make legal hangs on nothing. (Ruling 100)
    """
    hanging: dict[tuple[str, ...], list[str]] = {}
    seat = book.seat_of(state.side)
    impossible = [
        one.place for one in check_projected(book, state, seat, plan) if one.topic == "invasion"
    ]
    for index, order in enumerate(plan.orders.get("invasion", ()), start=1):
        assert isinstance(order, o.Move)
        if index - 1 in impossible:
            continue
        ends = dict.fromkeys((order.path[-1], order.if_won or order.path[-1]))
        reasons = [reason for end in ends for reason in _hangs_on(book, state, end)]
        reasons += _thinned(book, state, order)
        if reasons:
            text = f"{nth(index)} invasion order, {order_text(book, order.to_json())}"
            hanging.setdefault(tuple(reasons), []).append(text)
    for why, texts in hanging.items():
        if len(texts) == 1:
            yield Line(text=f"{texts[0]}: {'; '.join(why)}.")
        else:
            lines = tuple(Line(text=f"{text}.") for text in texts)
            yield Line(text=f"{sentence('; '.join(why))}:", lines=lines)


def _hangs_on(book: Book, state: State, end: str) -> Iterator[str]:
    if end not in state.battles or state.enemy_in(end, state.side) is None:
        return
    attackers: Groups = state.attacks.get(end, FrozenMap())
    enemy = state.enemy_in(end, state.side)
    assert enemy is not None
    defenders = state.units_in(end, enemy)
    won = (
        battle_projection(book, end, groups_of(attackers), defenders=defenders).won
        if attackers
        else 0
    )
    if not won:
        yield f"only if no defender is left in {place(book, end)} before the battle"
        return
    percent = percent_text(won.numerator, won.denominator, to_nearest=True)
    yield f"only if the battle for {place(book, end)} is won, {percent}"


def _thinned(book: Book, state: State, order: o.Move) -> Iterator[str]:
    """Attackers may be lost or out of action."""
    start = order.path[0]
    fought = [
        area
        for area, groups in state.attacks.items()
        if order.unit in groups.get(start, FrozenMap())
    ]
    if fought:
        least = f", at least {order.at_least}" if order.at_least else ""
        battles = joined([place(book, area) for area in fought])
        # Bombers that must leave do so although they are out of action.
        left = "leaves" if start in state.bombing else "leaves in action"
        yield f"as many as the battle for {battles} {left}{least}"


def _cards(book: Book, state: State, plan: Intentions) -> Iterator[Line]:
    """Tells of cards whose moment is still to come: what they ask for, and the chances without
    them. (2012 variants)"""
    if not book.invader_cards or state.side == USA:
        return
    from adjudicator.games.fortress_america.card_words import invader_card_text
    from adjudicator.games.fortress_america.rules.invader_play import hand_of, lacking

    hand = hand_of(state, state.side)
    ordered = [order for order in plan.orders.get("cards", ()) if isinstance(order, o.Play)]
    for order in ordered:
        if order.card not in hand:
            continue
        where = f" in {place(book, order.in_)}" if order.in_ is not None else ""
        lacks = lacking(book, state, order.card)
        unless = f" Not as things stand: it needs {lacks}." if lacks else ""
        yield Line(text=f"To be played{where}: {invader_card_text(book, order.card)}.{unless}")
    if any(
        book.invader_cards[order.card].when == "battle" for order in ordered if order.card in hand
    ):
        yield Line(text="The chances of the battles are those without the cards.")


# -- what the orders leave open -----------------------------------------------------------------


def _left_open(book: Book, state: State, plan: Intentions) -> Iterator[Line]:
    given = [order.area for order in plan.orders.get("attacks", ()) if isinstance(order, o.Attack)]
    free = [place(book, area) for area in state.battles if area not in given]
    if free:
        yield Line(text=f"No attack is ordered on {joined(free)}: all that can attack there do.")
    if state.action == "lasers":
        yield from _lasers(book, state, plan)
    if not state.battles:
        return
    targets = _kinds_text(plan.standing, (o.StandingTargets,), "targets", plan)
    yield Line(text=f"What your hits destroy: {targets}.")
    ones = _kinds_text(plan.standing, (o.StandingRetreat,), "retreat", plan)
    yield Line(text=f"What your {book.edition.words.ones} drive away: {ones}.")
    mine = concerns(book, state)
    if not any(mine is None or mine(order) for order in plan.orders.get("invasion", ())):
        yield Line(text=f"No {book.edition.words.invasion} is ordered: nobody enters what is won.")
    if state.bombing:
        yield Line(text="Bombers that must leave and have no order land in the nearest space.")


def _kinds_text(
    standing: Sequence[StandingOrder],
    models: tuple[type[o.StandingTargets] | type[o.StandingRetreat], ...],
    topic: str,
    plan: Intentions,
) -> str:
    """Says which orders answer a question, in the order in which they are tried."""
    parts = []
    if plan.orders.get(topic):
        parts.append(f"what the sheet says under {topic}, as it fits")
    for order in standing:
        if isinstance(order, models) and order.first and order.as_ != "defender":
            kinds = ", ".join(unit_name(kind) for kind in order.first)
            where = f" for {either(order.in_)}" if order.in_ else ""
            parts.append(f"your standing order{where}, {kinds}")
    parts.append("the largest die")
    return ", then ".join(parts)


def _lasers(book: Book, state: State, plan: Intentions) -> Iterator[Line]:
    """Tells what lasers without an order fire at, if none before them empties a space."""
    from adjudicator.games.fortress_america.rules.lasers import aim_without_order

    aims = plan.orders.get("lasers", ())
    for place_of, laser in enumerate(firing_lasers(book, state)):
        if place_of < len(aims):
            aim = aims[place_of]
            assert isinstance(aim, o.Fire)
            state = state.model_copy(update={"fired_on": (*state.fired_on, aim.at)})
            continue
        found = aim_without_order(book, state, plan.standing)
        if found is None:
            yield Line(text=f"The laser in {place(book, laser)} has nothing left to fire at.")
            continue
        fire, is_standing = found
        by = "by standing order" if is_standing else "by default"
        target = f"{article(fire.unit)} in {place(book, fire.at)}"
        yield Line(text=f"The laser in {place(book, laser)} has no order: at {target}, {by}.")
        state = state.model_copy(update={"fired_on": (*state.fired_on, fire.at)})


# -- supply -------------------------------------------------------------------------------------


def _supply(book: Book, state: State, plan: Intentions) -> Iterator[Line]:
    """Tells which units would be cut off if no battle, and if every battle is won. (Action 7)"""
    if state.side == USA:
        return
    lost = cut_off(book, _moved(book, _without_raids(state), plan))
    won = cut_off(book, _moved(book, _all_won(state), plan))
    if lost == won:
        yield from _cut_off(book, lost, "whatever the battles bring")
    else:
        yield from _cut_off(book, won, "even if every battle is won")
        yield from _cut_off(book, lost, "if no battle is won")


def _cut_off(book: Book, cut: Mapping[str, Counts], when: str) -> Iterator[Line]:
    if cut:
        texts = [f"{units(counts)} in {place(book, area)}" for area, counts in cut.items()]
        yield Line(text=f"Out of supply {when}: {joined(texts)}.")


def _without_raids(state: State) -> State:
    """Bombers over enemies leave before the check."""
    return state.model_copy(
        update={"units": _taken_out(state, dict.fromkeys(state.bombing, state.side))}
    )


def _all_won(state: State) -> State:
    enemies = {
        area: enemy
        for area in state.battles
        if (enemy := state.enemy_in(area, state.side)) is not None
    }
    return state.model_copy(update={"units": _taken_out(state, enemies)})


def _taken_out(state: State, sides: Mapping[str, Side]) -> Units:
    return FrozenMap(
        {
            area: FrozenMap(
                {side: there for side, there in here.items() if side != sides.get(area)}
            )
            for area, here in state.units.items()
        }
    )


def _moved(book: Book, state: State, plan: Intentions) -> State:
    """Carries out the second movement as far as it is legal in a state."""
    movement: Plan = second_movement(book, state)
    for order in plan.orders.get("invasion", ()):
        assert isinstance(order, o.Move)
        part = fitted_move(movement, order)
        if part is not None and not any(check_move(movement, part)):
            movement = movement.with_move(part)
    return movement.after()
