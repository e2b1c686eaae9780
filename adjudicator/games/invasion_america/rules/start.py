"""From a start position as it is written down to a state: all defects are told at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.core.english import joined
from adjudicator.core.game import Scenario
from adjudicator.core.problem import Path, Problem
from adjudicator.core.values import FrozenMap
from adjudicator.games.invasion_america.options import Options
from adjudicator.games.invasion_america.rules.control import still_frozen
from adjudicator.games.invasion_america.rules.placing import (
    Party,
    check_cargo,
    check_known,
    check_stand,
    placed,
    unknown_hex,
)
from adjudicator.games.invasion_america.rules.turns import first_turn, plays
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.scenario_facts import CAMPAIGN_STARTS, Within
from adjudicator.games.invasion_america.state import (
    US,
    Bag,
    Side,
    Start,
    State,
    Unit,
    Urns,
    Written,
    side_of,
)
from adjudicator.games.invasion_america.urns import Chit, boxed, full_mix, size_of
from adjudicator.games.invasion_america.words import NATION_WORDS, mix_text, place

__all__ = ["before_set_up", "begin", "check_options", "check_seats", "check_start"]


# -- seats and options -----------------------------------------------------------------------------


def check_seats(scenario: Scenario, options: Options) -> Iterator[Problem]:
    """Yields what is wrong with the seats.

    Every side of the scenario is led once, the U.S. by a seat of its own. (18.1, 19.91, ruling 47)
    """
    sides = options.facts.sides
    led: dict[str, str] = {}
    for seat, facts in scenario.seats.items():
        for index, side in enumerate(facts.sides):
            path: Path = ("seats", seat, "sides", index)
            if side not in sides:
                yield _seats_problem(
                    "unknown-side", f'this scenario has no side "{side}"', path, sides
                )
            elif side in led:
                yield _seats_problem("side-led-twice", f"{side} is led twice", path, sides)
            led[side] = seat
        if US in facts.sides and len(facts.sides) > 1:
            yield _seats_problem(
                "us-with-others", "the U.S. and Canada are led by a seat of their own",
                ("seats", seat, "sides"), sides,
            )  # fmt: skip
        if not facts.sides:
            path = ("seats", seat, "sides")
            yield _seats_problem("seat-without-side", f"{seat} leads no side", path, sides)
    missing = [side for side in sides if side not in led]
    if missing:
        yield _seats_problem("side-not-led", f"nobody leads {joined(missing)}", ("seats",), sides)


def _seats_problem(code: str, message: str, path: Path, sides: tuple[Side, ...]) -> Problem:
    return Problem(
        code, message, path, "19.91",
        hint=f"Sides are {joined(list(sides))}; one seat leads the U.S., one or more the others.",
        kind="invalid",
    )  # fmt: skip


def check_options(options: Options) -> Iterator[Problem]:
    """Yields options that do not go together."""
    if options.campaign and options.scenario not in CAMPAIGN_STARTS:
        yield Problem(
            "no-campaign",
            "a campaign begins with one of the invasion scenarios",
            ("options", "campaign"),
            "19.8",
            hint='Choose the scenario "one", "two" or "three".',
            kind="invalid",
        )
    if options.campaign and options.points is not None:
        yield Problem(
            "points-in-campaign",
            "a campaign is not decided by points",
            ("options", "points"),
            "19.84",
            hint="Leave the option out.",
            kind="invalid",
        )
    area = options.facts.areas["us"]
    if options.facts.garrison and not (isinstance(area, Within) and "annexation" in area.countries):
        yield Problem(
            "garrison-outside-area",
            "no U.S. units begin in the Central American Annexation in this scenario",
            ("options", "garrison"),
            "17.1",
            hint="Leave the option out.",
            kind="invalid",
        )


# -- the start position ----------------------------------------------------------------------------


def begin(book: Ruleset, start: Start) -> State:
    """Returns the state that a start position without defects describes.

    Without units the match begins with the set-up. (18.1)
    """
    state = before_set_up(book, start)
    if not start.units:
        sides = book.sides_of(book.set_up_order[0])
        return state.model_copy(update={"setting_up": book.set_up_order, "side": sides[0]})
    for written in start.units:
        state, _ = _with_units(book, state, written)
    for mix in book.counters:
        state = _with_box(book, state, mix, start.destroyed.get(mix, FrozenMap()))
    control = dict(start.control) | _occupied(book, state)
    home = {number: side for number, side in control.items() if book.home_of(number) != side}
    state = state.model_copy(update={"control": FrozenMap(home)})
    state = state.model_copy(update={"frozen": still_frozen(book, state)})
    turn, side = start.turn, start.side
    if side is None:
        turn, side = first_turn(book, state, start.turn)
    return state.model_copy(
        update={
            "turn": turn,
            "side": side,
            "phase": "replacement" if side == US else "naval",
        }
    )


def before_set_up(book: Ruleset, start: Start) -> State:
    """Returns the state before anything is set up. (18.36, ruling 31)"""
    is_set_up = not start.units
    urns: dict[str, Urns] = {}
    destroyed: dict[str, int] = {}
    for mix, counters in book.counters.items():
        rest = max(counters.made - book.initial(mix), 0) if _is_boxed(book, mix) else 0
        count = rest if is_set_up else 0
        if counters.is_untried:
            urns[mix] = full_mix(dict(counters.facts.counters), boxed=count)
        elif count:
            destroyed[mix] = count
    frozen = start.frozen
    if frozen is None:
        frozen = tuple(
            freeze.nation
            for freeze in book.facts.freezes
            if not (freeze.two_seats_only and len(book.seats) > 2)
        )
    return State(
        turn=start.turn,
        side=book.facts.sides[0],
        phase="set-up",
        result=None,
        units=FrozenMap(),
        urns=FrozenMap(urns),
        destroyed=FrozenMap(destroyed),
        frozen=tuple(sorted(frozen)),
        annexation_cut=start.annexation_cut,
        partisans=book.facts.partisans or start.partisans,
    )


def _is_boxed(book: Ruleset, mix: str) -> bool:
    """Whether other counters of a nation and type begin in the box. (18.36, 19.65)"""
    return book.facts.boxed is None or book.counters[mix].type in book.facts.boxed


def _party(written: Written) -> Party:
    return Party(
        written.nation, written.type, written.count, written.in_, written.carrying, written.by
    )


def _with_units(
    book: Ruleset, state: State, written: Written
) -> tuple[State, FrozenMap[str, Unit]]:
    """Returns the state with units written down; tried ones leave their urn. (18.34)"""
    party = _party(written)
    urns = state.urns
    chits: Mapping[str, Chit] = {}
    if written.strength is not None:
        chits = {party.mix: Chit(written.strength, None)}
        urns = urns | {party.mix: _without(urns[party.mix], written.strength, written.count)}
    units = placed(book, state, party, chits)
    return state.model_copy(update={"units": state.units | units, "urns": urns}), units


def _without(urns: Urns, strength: int, count: int) -> Urns:
    """Returns the urns without so many counters of the mix: everybody knows them."""
    mix = urns.urns["1"] if "1" in urns.urns else Bag()
    left = mix.strengths.get(str(strength), 0) - count
    strengths = mix.strengths
    strengths = strengths | {str(strength): left} if left > 0 else strengths.without(str(strength))
    bag = Bag(strengths=strengths)
    return urns.model_copy(update={"urns": FrozenMap({"1": bag} if size_of(bag) else {})})


def _with_box(book: Ruleset, state: State, mix: str, known: Mapping[str, int]) -> State:
    """Returns the state with the counters in the box that are not in play. (18.36)

    Those of known strength are what the position says; the others are draws from the mix. In
    Scenario VI only militia are there beside the known ones. (19.65)
    """
    counters = book.counters[mix]
    in_play = sum(name[:-3] == mix for name in state.units)
    rest = counters.made - in_play
    if not counters.is_untried:
        count = rest if _is_boxed(book, mix) else sum(known.values())
        destroyed = state.destroyed | {mix: count} if count else state.destroyed
        return state.model_copy(update={"destroyed": destroyed})
    urns = state.urns[mix]
    for strength, count in known.items():
        urns = boxed(_without(urns, int(strength), count), Chit(int(strength), None), count)
    if _is_boxed(book, mix):
        urns = boxed(urns, Chit(None, 1), rest - sum(known.values()))
    return state.model_copy(update={"urns": state.urns | {mix: urns}})


def _occupied(book: Ruleset, state: State) -> dict[str, Side]:
    """Returns by whom hexes with victory points are occupied. (18.4, ruling 53)"""
    return {
        unit.at: side_of(name)
        for name, unit in state.units.items()
        if unit.at in book.valued
        and unit.aboard is None
        and book.of(name).unit_class not in ("naval", "rail")
    }


# -- its defects -----------------------------------------------------------------------------------


def check_start(book: Ruleset, start: Start) -> Iterator[Problem]:
    """Yields every defect of a start position."""
    moment = list(_check_moment(book, start))
    yield from moment
    unknown = list(_check_names(book, start))
    yield from unknown
    if unknown:
        return
    defects = [*_check_units(book, start), *_check_counters(book, start)]
    yield from defects
    if not moment and not defects and not _begins(book, start, begin(book, start)):
        yield _does_not_play(start)


def _check_moment(book: Ruleset, start: Start) -> Iterator[Problem]:
    """Yields what does not fit the moment at which the match begins."""
    if not start.units and start != Start():
        yield _invalid(
            "setup-not-empty",
            "a match that begins with the set-up begins in turn 1 with nothing on the map",
            (),
            'Name all units in "units", or leave the rest out.',
        )
    if start.turn > book.facts.turns:
        yield _invalid(
            "after-the-last-turn",
            f"the match ends after game-turn {book.facts.turns}",
            ("turn",),
            "Give an earlier one.",
            rule="4.3",
        )
    side = start.side
    if side is not None and side not in book.facts.sides:
        yield _invalid(
            "side-absent",
            f"{side} takes no part in this scenario",
            ("side",),
            f"Sides are {joined(list(book.facts.sides))}.",
            rule="4.1",
        )
    elif not _begins(book, start, before_set_up(book, start).model_copy(update={"frozen": ()})):
        yield _does_not_play(start)
    for index, nation in enumerate(start.frozen or ()):
        if nation not in [freeze.nation for freeze in book.facts.freezes]:
            yield _invalid(
                "never-frozen",
                f"{NATION_WORDS[nation]} units function from the start in this scenario",
                ("frozen", index),
                "Leave it out.",
                rule="19.35",
            )


def _begins(book: Ruleset, start: Start, state: State) -> bool:
    """Whether the side that is said to begin has a player-turn then. (4.1, 19.35, 19.65)"""
    return start.side is None or plays(book, state, start.side, start.turn)


def _does_not_play(start: Start) -> Problem:
    return _invalid(
        "side-does-not-play",
        f"{start.side} has no player-turn in game-turn {start.turn}",
        ("side",),
        "Name another side or another game-turn.",
        rule="4.1, ruling 31",
    )


def _check_names(book: Ruleset, start: Start) -> Iterator[Problem]:
    """Yields what a start position names that there is not."""
    for index, written in enumerate(start.units):
        path: Path = ("units", index)
        for problem in check_known(book, _party(written)):
            yield problem.under(*path)
        yield from _check_strength(book, written, path)
    for mix, known in start.destroyed.items():
        yield from _check_known_box(book, mix, known)
    for number, side in start.control.items():
        path = ("control", number)
        yield from unknown_hex(book, number, path)
        if number in book.hexes and number not in book.valued:
            yield _invalid(
                "without-points",
                f"{place(book, number)} brings no victory points: its control does not matter",
                path,
                "Leave it out.",
                rule="18.4",
            )
        if side not in book.facts.sides:
            yield _invalid(
                "side-absent",
                f"{side} takes no part in this scenario",
                path,
                f"Sides are {joined(list(book.facts.sides))}.",
                rule="4.1",
            )


def _check_strength(book: Ruleset, written: Written, path: Path) -> Iterator[Problem]:
    """Yields what is wrong with a tried strength."""
    counters = book.counters.get(f"{written.nation}-{written.type}")
    if counters is None or written.strength is None:
        return
    printed = [strength for strength, _ in counters.facts.counters]
    if not counters.is_untried:
        yield _invalid(
            "strength-always-known",
            "all counters of this type have the same strength",
            (*path, "strength"),
            "Leave it out.",
            rule="3.37",
        )
    elif written.strength not in printed:
        yield _invalid(
            "no-such-strength",
            f"no such counter has the strength {written.strength}",
            (*path, "strength"),
            f"Strengths are {joined([str(one) for one in sorted(printed)])}.",
            rule="3.36",
        )


def _check_known_box(book: Ruleset, mix: str, known: Mapping[str, int]) -> Iterator[Problem]:
    path = ("destroyed", mix)
    counters = book.counters.get(mix)
    if counters is None:
        yield _invalid(
            "no-such-counter",
            f'there are no counters "{mix}" in this scenario',
            path,
            f"There are {joined(list(book.counters))}.",
            rule="3.36",
        )
        return
    printed = {str(strength) for strength, _ in counters.facts.counters}
    for strength in known:
        if strength not in printed:
            yield _invalid(
                "no-such-strength",
                f"no such counter has the strength {strength}",
                (*path, strength),
                f"Strengths are {joined(sorted(printed, key=int))}.",
                rule="3.36",
            )


def _check_units(book: Ruleset, start: Start) -> Iterator[Problem]:
    """Yields units that cannot stand where they are written down."""
    state = before_set_up(book, start)
    for index, written in enumerate(start.units):
        party = _party(written)
        side = book.counters[party.mix].side
        problems = [*check_cargo(book, party), *check_stand(book, state, side, party)]
        yield from (problem.under("units", index) for problem in problems)
        if not problems:
            units = placed(book, state, party)
            state = state.model_copy(update={"units": state.units | units})


def _check_counters(book: Ruleset, start: Start) -> Iterator[Problem]:
    """Yields counters that are not in the mix: too many in all, or of one strength. (3.36)"""
    in_play: dict[str, int] = {}
    tried: dict[tuple[str, int], int] = {}
    for written in start.units:
        party = _party(written)
        cargo = {f"{party.nation}-{one}": count for one, count in party.carrying.items()}
        for mix, count in {party.mix: party.size, **cargo}.items():
            in_play[mix] = in_play.get(mix, 0) + count
        if written.strength is not None:
            key = (party.mix, written.strength)
            tried[key] = tried.get(key, 0) + written.count
    for mix, known in start.destroyed.items():
        for strength, count in known.items():
            in_play[mix] = in_play.get(mix, 0) + count
            key = (mix, int(strength))
            tried[key] = tried.get(key, 0) + count
    for mix, count in in_play.items():
        if count > book.counters[mix].made:
            yield _invalid(
                "too-many-counters",
                f"there are {mix_text(book, mix, book.counters[mix].made)}, not {count}",
                ("units",),
                "Take some away.",
                rule="3.36",
            )
    for (mix, value), count in tried.items():
        there = dict(book.counters[mix].facts.counters).get(value, 0)
        if book.counters[mix].is_untried and count > there:
            yield _invalid(
                "too-many-of-a-strength",
                f"there are {mix_text(book, mix, there)} of strength {value}, not {count}",
                ("units",),
                "Give others another strength, or none.",
                rule="3.36",
            )


def _invalid(code: str, message: str, path: Path, hint: str, *, rule: str = "18.3") -> Problem:
    return Problem(code, message, path, rule, hint=hint, kind="invalid")
