"""What a sheet leads to behind the first dice, told to the player who checks it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from adjudicator.core.game import SubmittedOrders
from adjudicator.core.report import Line, Paragraph
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.battle_lines import attackers_text
from adjudicator.games.fortress_america.in_force import firing_lasers
from adjudicator.games.fortress_america.narrator import FortressNarrator
from adjudicator.games.fortress_america.rules.battle_order import unmet
from adjudicator.games.fortress_america.rules.chances import BattleProjection, battle_projection
from adjudicator.games.fortress_america.rules.invasion import second_movement
from adjudicator.games.fortress_america.rules.movement import Plan, check_move, clamped_move
from adjudicator.games.fortress_america.rules.projection_checks import check_projected
from adjudicator.games.fortress_america.rules.retreat import Retreating, refuges
from adjudicator.games.fortress_america.rules.together import concerns
from adjudicator.games.fortress_america.rules.ways import cut_off
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import (
    USA,
    Counts,
    Groups,
    Side,
    State,
    Units,
    groups_of,
)
from adjudicator.games.fortress_america.words import place

__all__ = ["projection"]

_AHEAD = ("lasers", "combat", "invasion")
"""Actions at which it is fixed who attacks where, and the second movement is still to come."""


def projection(
    of: FortressNarrator, state: State, seat: str, plan: SubmittedOrders
) -> tuple[Paragraph, ...]:
    """Returns what comes behind the first dice: battles, what depends on them, what answers them.

    It is for the seat that plays; to others only the standing orders matter.
    """
    book = of.book
    if book.seat_of(state.side) != seat or state.action not in _AHEAD or state.result is not None:
        return ()
    told: tuple[tuple[str, Iterator[Line]], ...] = (
        (of.say("battles-to-come"), _battles(of, state)),
        (of.say("depend-on-dice"), _second_movement(of, state, plan)),
        (of.say("invader-cards"), _cards(of, state, plan)),
        (of.say("left-open"), _left_open(of, state, plan)),
        (of.say("supply"), _supply(of, state, plan)),
    )
    if concerns(book, state) is not None:  # one of several invaders
        side = of.side(state.side)
        told = tuple((of.say("of-one-side", side=side, part=part), it) for part, it in told)
    gathered = ((heading, tuple(lines)) for heading, lines in told)
    return tuple(Paragraph(heading=heading, lines=lines) for heading, lines in gathered if lines)


# -- battles ------------------------------------------------------------------------------------


def _battles(of: FortressNarrator, state: State) -> Iterator[Line]:
    book = of.book
    for area in state.battles:
        attackers: Groups = state.attacks.get(area, FrozenMap())
        enemy, name = state.enemy_in(area, state.side), place(book, area)
        if not attackers or enemy is None:
            yield of.line("nobody-attacks", place=name)
            continue
        defenders = state.units_in(area, enemy)
        found = battle_projection(book, area, groups_of(attackers), defenders=defenders)
        lines = [_chances(of, found), _averages(of, found)]
        if area in state.guards and area not in state.called_off:
            lines.append(_guard(of, state, area))
        stuck = [
            kind for kind in defenders if not refuges(book, state, Retreating(enemy, kind, area))
        ]
        if stuck:
            lines.append(
                of.line("no-way-to-retreat", kinds=[of.unit_name(one, 2) for one in stuck])
            )
        groups = [attackers_text(of, book, area, group) for group in attackers.items()]
        yield of.line(
            "battle-to-come", place=name, groups="; ".join(groups), defenders=of.units(defenders),
            lines=lines,
        )  # fmt: skip
    if state.battles and state.action == "lasers":
        yield of.line("lasers-fire-first")


def _chances(of: FortressNarrator, found: BattleProjection) -> Line:
    won, held = _chance(of, found.won), _chance(of, found.held)
    if found.bombers_alone:
        alone = _chance(of, found.bombers_alone)
        return of.line("chances-with-bombers", won=won, alone=alone, held=held)
    return of.line("chances", won=won, held=held)


def _chance(of: FortressNarrator, chance: Fraction) -> str:
    return of.chance(chance.numerator, chance.denominator, to_nearest=True)


def _averages(of: FortressNarrator, found: BattleProjection) -> Line:
    return of.line(
        "averages",
        lost=_tenths(found.attackers_destroyed),
        out=_tenths(found.attackers_disengaged),
        destroyed=_tenths(found.defenders_destroyed),
        driven=_tenths(found.defenders_driven_out),
    )


def _tenths(number: Fraction) -> str:
    tenths = (number.numerator * 20 + number.denominator) // (number.denominator * 2)
    return f"{tenths // 10}.{tenths % 10}"


def _guard(of: FortressNarrator, state: State, area: str) -> Line:
    guard = state.guards[area]
    lack = unmet(of.book, state, area, guard)
    if lack is None:
        return of.line("condition-met", guard=of.guard(guard))
    found = lack[2]
    if lack[0] == "chance":
        chance = Fraction(lack[2])
        found = of.chance(chance.numerator, chance.denominator)
    return of.line("condition-not-met", guard=of.guard(guard), found=found)


# -- what may not be carried out ----------------------------------------------------------------


def _second_movement(of: FortressNarrator, state: State, plan: SubmittedOrders) -> Iterator[Line]:
    """Tells the moves that depend on a battle, or on who is left after one; alike ones together.

    What no dice can make legal depends on nothing. (Ruling 100)
    """
    book, dependent = of.book, dict[tuple[str, ...], list[str]]()
    seat = book.seat_of(state.side)
    impossible = [
        one.place for one in check_projected(book, state, seat, plan) if one.topic == "invasion"
    ]
    for index, order in enumerate(plan.orders.get("invasion", ()), start=1):
        assert isinstance(order, o.Move)
        if index - 1 in impossible:
            continue
        ends = dict.fromkeys((order.path[-1], order.if_won or order.path[-1]))
        reasons = [reason for end in ends for reason in _depends_on(of, state, end)]
        reasons += _thinned(of, state, order)
        if reasons:
            told = of.order(book, order.to_json())
            text = of.say("invasion-order", number=index, order=told)
            dependent.setdefault(tuple(reasons), []).append(text)
    for why, texts in dependent.items():
        reason = "; ".join(why)
        if len(texts) == 1:
            yield of.line("hangs", order=texts[0], why=reason)
        else:
            lines = [of.line("told", told=text) for text in texts]
            yield of.line("all-hang", why=reason, lines=lines)


def _depends_on(of: FortressNarrator, state: State, end: str) -> Iterator[str]:
    enemy = state.enemy_in(end, state.side)
    if end not in state.battles or enemy is None:
        return
    book, name = of.book, place(of.book, end)
    attackers: Groups = state.attacks.get(end, FrozenMap())
    defenders, forces = state.units_in(end, enemy), groups_of(attackers)
    won = battle_projection(book, end, forces, defenders=defenders).won if attackers else 0
    if not won:
        yield of.say("only-if-emptied", place=name)
        return
    percent = of.percent(won.numerator, won.denominator, to_nearest=True)
    yield of.say("only-if-won", place=name, percent=percent)


def _thinned(of: FortressNarrator, state: State, order: o.Move) -> Iterator[str]:
    """Attackers may be lost or out of action."""
    start = order.path[0]
    fought = [
        area
        for area, groups in state.attacks.items()
        if order.unit in groups.get(start, FrozenMap())
    ]
    if fought:
        battles = of.place_names(of.book, fought)
        # Bombers that must leave do so although they are out of action.
        left = (
            of.say("as-many-as-left", areas=battles)
            if start in state.bombing
            else of.say("as-many-as-in-action", areas=battles)
        )
        yield of.say("and-at-least", left=left, count=order.at_least) if order.at_least else left


def _cards(of: FortressNarrator, state: State, plan: SubmittedOrders) -> Iterator[Line]:
    """Tells of cards whose moment is still to come: what they ask for, and the chances without
    them. (2012 variants)"""
    book = of.book
    if not book.invader_cards or state.side == USA:
        return
    from adjudicator.games.fortress_america.card_words import invader_card_text
    from adjudicator.games.fortress_america.rules.invader_play import hand_of, lacking

    hand = hand_of(state, state.side)
    ordered = [order for order in plan.orders.get("cards", ()) if isinstance(order, o.Play)]
    for order in ordered:
        if order.card not in hand:
            continue
        card = invader_card_text(book, order.card, of)
        lacks = lacking(book, state, order.card, of)
        told = (
            of.say("to-be-played-in", place=place(book, order.in_), card=card)
            if order.in_ is not None
            else of.say("to-be-played", card=card)
        )
        yield of.line("lacks", told=told, lacks=lacks) if lacks else Line(text=told)
    if any(
        book.invader_cards[order.card].when == "battle" for order in ordered if order.card in hand
    ):
        yield of.line("without-cards")


# -- what the orders leave open -----------------------------------------------------------------


def _left_open(of: FortressNarrator, state: State, plan: SubmittedOrders) -> Iterator[Line]:
    book = of.book
    given = [order.area for order in plan.orders.get("attacks", ()) if isinstance(order, o.Attack)]
    free = of.place_names(book, [area for area in state.battles if area not in given])
    if free:
        yield of.line("no-attack-ordered", areas=free)
    if state.action == "lasers":
        yield from _lasers(of, state, plan)
    if not state.battles:
        return
    targets = _kinds_text(of, (o.StandingTargets,), "targets", plan)
    yield of.line("hits-destroy", answers=targets)
    words = book.edition.words
    ones = _kinds_text(of, (o.StandingRetreat,), "retreat", plan)
    yield of.line("ones-drive-away", ones=of.term(words.ones), answers=ones)
    mine = concerns(book, state)
    if not any(mine is None or mine(order) for order in plan.orders.get("invasion", ())):
        yield of.line("nobody-enters", movement=of.term(words.invasion))
    if state.bombing:
        yield of.line("bombers-land")


def _kinds_text(
    of: FortressNarrator,
    models: tuple[type[o.StandingTargets] | type[o.StandingRetreat], ...],
    topic: str,
    plan: SubmittedOrders,
) -> str:
    """Says which orders answer a question, in the order in which they are tried."""
    parts = []
    if plan.orders.get(topic):
        parts.append(of.say("answer-of-sheet", topic=topic))
    for order in plan.standing:
        if isinstance(order, models) and order.first and order.as_ != "defender":
            kinds = [of.unit_name(kind) for kind in order.first]
            parts.append(
                of.say("answer-standing-for", areas=order.in_, kinds=kinds)
                if order.in_
                else of.say("answer-standing", kinds=kinds)
            )
    parts.append(of.say("answer-default"))
    return of.say("answers-in-order", answers=parts)


def _lasers(of: FortressNarrator, state: State, plan: SubmittedOrders) -> Iterator[Line]:
    """Tells what lasers without an order fire at, if none before them empties a space."""
    from adjudicator.games.fortress_america.rules.lasers import aim_without_order

    book, aims = of.book, plan.orders.get("lasers", ())
    for place_of, laser in enumerate(firing_lasers(book, state)):
        if place_of < len(aims):
            aim = aims[place_of]
            assert isinstance(aim, o.Fire)
            state = state.model_copy(update={"fired_on": (*state.fired_on, aim.at)})
            continue
        found = aim_without_order(book, state, plan.standing)
        if found is None:
            yield of.line("laser-idle", place=place(book, laser))
            continue
        fire, is_standing = found
        target = of.say("units-in", units=of.article(fire.unit), place=place(book, fire.at))
        yield of.line(
            "laser-by-standing" if is_standing else "laser-by-default",
            place=place(book, laser), target=target,
        )  # fmt: skip
        state = state.model_copy(update={"fired_on": (*state.fired_on, fire.at)})


# -- supply -------------------------------------------------------------------------------------


def _supply(of: FortressNarrator, state: State, plan: SubmittedOrders) -> Iterator[Line]:
    """Tells which units would be cut off if no battle, and if every battle is won. (Action 7)"""
    if state.side == USA:
        return
    book = of.book
    lost = cut_off(book, _moved(book, _without_raids(state), plan))
    won = cut_off(book, _moved(book, _all_won(state), plan))
    if lost == won:
        if lost:
            yield of.line("cut-off-anyhow", units=_cut_off(of, lost))
        return
    if won:
        yield of.line("cut-off-if-won", units=_cut_off(of, won))
    if lost:
        yield of.line("cut-off-if-lost", units=_cut_off(of, lost))


def _cut_off(of: FortressNarrator, cut: Mapping[str, Counts]) -> list[str]:
    return [
        of.say("units-in", units=of.units(counts), place=place(of.book, area))
        for area, counts in cut.items()
    ]


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


def _moved(book: Ruleset, state: State, plan: SubmittedOrders) -> State:
    """Carries out the second movement as far as it is legal in a state."""
    movement: Plan = second_movement(book, state)
    for order in plan.orders.get("invasion", ()):
        assert isinstance(order, o.Move)
        part = clamped_move(movement, order)
        if part is not None and not any(check_move(movement, part)):
            movement = movement.with_move(part)
    return movement.after()
