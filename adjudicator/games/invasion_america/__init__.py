"""Invasion: America: a continent of hexes; landings, supply and zones of control."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any

from adjudicator.boards.shores import Shores
from adjudicator.core import game
from adjudicator.core.capabilities import (
    Composes,
    Hopeless,
    KeepsScore,
    LooksAhead,
    NamesQuestions,
    Part,
    Plays,
    Projects,
    Scores,
    ShowsParts,
    TellsTopics,
)
from adjudicator.core.game import (
    Event,
    Order,
    Reason,
    Rules,
    Scenario,
    StandingOrder,
    Step,
    SubmittedOrders,
)
from adjudicator.core.problem import Problem, Refused
from adjudicator.core.pydantic_errors import read_part
from adjudicator.core.questions import Form
from adjudicator.core.report import USUAL_STYLE, Paragraph, Report, Style
from adjudicator.core.trials import Trial
from adjudicator.core.values import Value
from adjudicator.games.invasion_america.board import HexMap
from adjudicator.games.invasion_america.charts import charts_of
from adjudicator.games.invasion_america.counter_mix import CounterMix
from adjudicator.games.invasion_america.options import Options
from adjudicator.games.invasion_america.orders import STANDING, TOPICS
from adjudicator.games.invasion_america.rules.combat_static import (
    check_combat_standing,
    combat_defaults,
    combat_examples,
)
from adjudicator.games.invasion_america.rules.control import points_by_side
from adjudicator.games.invasion_america.rules.ends import conceded, ended
from adjudicator.games.invasion_america.rules.evolve import evolve
from adjudicator.games.invasion_america.rules.invariants import check_state
from adjudicator.games.invasion_america.rules.kinds import check_kinds, check_whose
from adjudicator.games.invasion_america.rules.needs import (
    check_counters_suffice,
    check_map_suffices,
)
from adjudicator.games.invasion_america.rules.questions import questions
from adjudicator.games.invasion_america.rules.start import (
    begin,
    check_options,
    check_seats,
    check_start,
)
from adjudicator.games.invasion_america.rules.static_checks import check_static
from adjudicator.games.invasion_america.rules.steps import next_step
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import NATIONS_OF, Start, State
from adjudicator.games.invasion_america.tables import Tables

if TYPE_CHECKING:  # for `odds`, pages and the built-in player alone
    from adjudicator.core.choices import Choices
    from adjudicator.games.invasion_america.narrator import ContinentNarrator
    from adjudicator.games.invasion_america.player import Player
    from adjudicator.odds.result import Odds, Question

__all__ = ["INVASION_AMERICA", "InvasionAmerica", "InvasionAmericaRules"]


class InvasionAmericaRules(
    Composes[State],
    LooksAhead[State],
    Plays[State],
    KeepsScore[State],
    Projects[State],
    NamesQuestions[State],
    ShowsParts[State],
    TellsTopics[State],
    Rules[State],
):
    """The rules bound to one match's map, options and seats."""

    def __init__(self, of: InvasionAmerica, book: Ruleset, start: Start) -> None:
        self.game = of
        self.book = book
        self.start = begin(book, start)
        self.seats = tuple(book.seats)
        self.options = book.options
        self._player: Player | None = None

    # -- the rules ----------------------------------------------------------------------------

    def next_step(self, state: State) -> Step[State] | None:
        """Which piece of the rulebook comes next; None: the match is over."""
        return next_step(self.book, state)

    def evolve(self, state: State, event: Event) -> State:
        """The only place where the state changes."""
        return evolve(self.book, state, event)

    def conceded(self, state: State) -> Sequence[Event]:
        """The end of the match, if the seats that conceded decide it."""
        return conceded(self.book, state)

    def ended(self, state: State, winner: str | None, reason: Reason) -> Sequence[Event]:
        """The end of the match, as agreed. (Ruling 50)"""
        return (ended(self.book, state, winner, reason),)

    # -- checks -------------------------------------------------------------------------------

    def check_static(
        self, state: State, topic: str, order: Order, *, seat: str
    ) -> Iterable[Problem]:
        """What no die can change."""
        shape = list(check_static(self.book, order))
        kinds = check_kinds(self.book, state.side, topic, order)
        return shape or (*kinds, *check_whose(self.book, seat, order))

    def check_ahead(self, state: State, seat: str, said: SubmittedOrders) -> Iterable[Hopeless]:
        """What no dice can make legal of the orders behind them."""
        from adjudicator.games.invasion_america.rules.projection_checks import (
            check_ahead,
        )  # for sheets alone

        return check_ahead(self.book, state, seat, said)

    def check_standing(self, seat: str, order: StandingOrder) -> Iterable[Problem]:
        """What is wrong with a standing order whatever will be asked."""
        return check_combat_standing(self.book, seat, order)

    def check_state(self, state: State) -> Iterable[str]:
        """Broken invariants."""
        return check_state(self.book, state)

    def questions(self, state: State) -> Iterable[Form]:
        """The questions that the player-turn may still ask, by the form of their labels."""
        return questions(self.book, state)

    # -- for people ---------------------------------------------------------------------------

    @functools.cached_property
    def narrator(self) -> ContinentNarrator:
        """Tells what happens, in the language of these rules."""
        from adjudicator.games.invasion_america.narrator import ContinentNarrator

        return ContinentNarrator(self.book)

    def languages(self) -> tuple[str, ...]:
        """English alone; another language is a module of sentences."""
        from adjudicator.games.invasion_america.narrator import LANGUAGES

        return tuple(LANGUAGES)

    def in_language(self, language: str) -> InvasionAmericaRules:
        """The same rules with another narrator: what is asked, logged and hashed stays English."""
        from adjudicator.games.invasion_america.narrator import ContinentNarrator

        other = copy(self)
        other.narrator = ContinentNarrator(self.book, language)
        return other

    def picture(self, view: State, events: Sequence[Event], style: Style = USUAL_STYLE) -> str:
        """The map as SVG text."""
        from adjudicator.games.invasion_america import picture  # much to load
        from adjudicator.games.invasion_america.rules.shown import (
            areas_of,
            held_by,
            supply_ways,
            zones_of,
        )
        from adjudicator.render.hexes.picture import SupplyWay, Zone

        points = points_by_side(self.book, view)
        supply = [
            SupplyWay(force=nation, path=path)
            for side in self.book.facts.sides
            if side in style.supply
            for nation, path in supply_ways(self.book, view, side)
        ]
        zones = [
            Zone(force=side, hexes=zones_of(self.book, view, side))
            for side in self.book.facts.sides
            if side in style.zones
        ]
        held = tuple(
            Zone(force=NATIONS_OF[side][0], hexes=hexes)
            for side in self.book.facts.sides
            if (hexes := held_by(self.book, view, side))
        )
        areas: tuple[Zone, ...] = ()
        if view.phase == "set-up":
            areas = tuple(
                Zone(force=NATIONS_OF[side][0], hexes=hexes)
                for side, hexes in areas_of(self.book, view)
            )
        return picture.picture(
            self.narrator, view, events, points=points, supply=supply, zones=zones, areas=areas,
            held=held, style=style,
        )  # fmt: skip

    def parts(self, view: State, events: Sequence[Event]) -> Iterable[Part]:
        """The theatre, and a part for each cluster of attacks."""
        from adjudicator.games.invasion_america.theatre import parts  # for reports alone

        return tuple(parts(self.narrator, events))

    def report(self, before: State, events: Sequence[Event], view: State) -> Report:
        """The opening told for people; before the first one, the start."""
        from adjudicator.games.invasion_america import report  # what `--help` does without
        from adjudicator.games.invasion_america.rules.reminders import due
        from adjudicator.games.invasion_america.rules.shown import standing_of

        stood, stands = standing_of(self.book, before), standing_of(self.book, view)
        duties = tuple(due(self.narrator, view))
        return report.report(
            self.narrator, before, events, view, stood=stood, stands=stands, next_duties=duties
        )

    def places(
        self, before: State, events: Sequence[Event], view: State
    ) -> Iterable[tuple[str, str]]:
        """Where what happened, for `report --since`."""
        from adjudicator.games.invasion_america.headline import places

        return places(self.narrator, events)

    def scores(self, before: State, events: Sequence[Event], view: State) -> Scores:
        """What each side holds and lost, for graphs."""
        from adjudicator.games.invasion_america.scores import scores

        return scores(self.narrator, events, points_by_side(self.book, view))

    def standings(self, state: State) -> tuple[str, ...]:
        """Who is next, who controls how many points, and what lies before the next."""
        from adjudicator.games.invasion_america import report
        from adjudicator.games.invasion_america.rules.reminders import due, supply_text

        points = points_by_side(self.book, state)
        duties = (*due(self.narrator, state), *supply_text(self.narrator, state))
        return report.standings(self.narrator, state, points, duties)

    def trials(self, before: State, events: Sequence[Event]) -> Iterable[Trial]:
        """What the sides threw dice for."""
        from adjudicator.games.invasion_america.rules.trials import trials  # for `luck` alone

        return trials(self.book, before, events)

    # -- the built-in player ------------------------------------------------------------------

    def bot_orders(self, view: State, seat: str, topic: str) -> Sequence[Order]:
        """What the built-in player orders under a topic."""
        if topic == "setup":
            return self.draft(view, seat, topic)
        if self._player is None:
            from adjudicator.games.invasion_america.player import Player  # for the player alone

            self._player = Player(self.book)
        return self._player.planned(view, seat, topic)

    # -- help with sheets ---------------------------------------------------------------------

    def choices(self, view: State, seat: str) -> Choices:
        """What a seat may order, for a page on which sheets are made by clicks."""
        from adjudicator.games.invasion_america.choices import choices  # for pages alone

        return choices(self.narrator, view, seat)

    def draft(self, view: State, seat: str, topic: str) -> Sequence[Order]:
        """What must not stay empty: a set-up."""
        if topic != "setup" or view.phase != "set-up" or seat != view.setting_up[0]:
            return ()
        from adjudicator.games.invasion_america.rules.draft import draft_set_up  # seldom wanted

        return draft_set_up(self.book, view, seat)

    def order_examples(self, view: State, seat: str, topic: str) -> Sequence[Order]:
        """Orders of the combat phase with the seat's own units."""
        from adjudicator.games.invasion_america.rules.order_examples import order_example

        return tuple(order_example(self.book, view, seat, topic))

    def topic_notes(self, view: State, seat: str, topic: str) -> Iterable[str]:
        """What is due of a topic, and where it may go."""
        from adjudicator.games.invasion_america.rules.topics import topic_notes  # for `template`

        return topic_notes(self.narrator, view, seat, topic)

    def why_not_now(self, view: State, seat: str, topic: str) -> str:
        """Why no order of a topic is legal now."""
        from adjudicator.games.invasion_america.rules.topics import why_not_now  # for `template`

        return why_not_now(self.narrator, view, seat, topic)

    def standing_defaults(self, seat: str) -> Sequence[StandingOrder]:
        """The published defaults as standing orders."""
        return combat_defaults()

    def standing_examples(self, view: State, seat: str) -> Sequence[StandingOrder]:
        """A legal standing order of each kind, made for the position."""
        return combat_examples(self.book, view, seat)

    def projection(self, view: State, seat: str, said: SubmittedOrders) -> Sequence[Paragraph]:
        """What a sheet leads to."""
        from adjudicator.games.invasion_america.rules.combat_projection import combat_projection
        from adjudicator.games.invasion_america.rules.projection import (
            projection,
        )  # for `check` alone

        return (
            *projection(self.narrator, view, seat, said),
            *combat_projection(self.narrator, view, seat, said),
        )


class InvasionAmerica(game.Game):
    """The game as an entry of the registry."""

    name = "invasion-america"
    title = "Invasion: America"
    rules_version = 3
    maps: tuple[str, ...] = ("invasion-america",)
    files: Mapping[str, type[Value]] = {
        "map.json": HexMap,
        "counters.json": CounterMix,
        "tables.json": Tables,
        "shores.json": Shores,
    }
    rule_files: tuple[str, ...] = ("map.json", "counters.json", "tables.json")
    topics: Mapping[str, tuple[type[Order], ...]] = TOPICS
    standing: tuple[type[StandingOrder], ...] = STANDING
    options: type[Value] = Options
    state: type[game.State] = State
    start: type[Value] = Start

    def check_files(self, files: Mapping[str, Any]) -> Iterable[tuple[str, Problem]]:
        """What is wrong with the files of the map by themselves and together."""
        from adjudicator.games.invasion_america.board_checks import check_board  # for `new` alone

        return check_board(files)

    def open(self, scenario: Scenario, map_files: Mapping[str, bytes]) -> InvasionAmericaRules:
        """Binds the rules to a scenario and its map.

        Raises:
            Refused: the scenario has problems; all of them.
        """
        problems: list[Problem] = []
        options = read_part(Options, scenario.options, "options", problems)
        start = read_part(Start, scenario.start or {}, "start", problems)
        if options is not None:
            problems.extend(check_options(options))
            problems.extend(check_seats(scenario, options))
        if problems or options is None or start is None:
            raise Refused(problems)
        charts = charts_of(map_files["map.json"], map_files["tables.json"])
        mix, shores = _mix(map_files["counters.json"]), map_files["shores.json"]
        problems.extend(check_counters_suffice(mix, options.facts))
        if not start.units:
            problems.extend(check_map_suffices(charts, options.facts))
        if problems:
            raise Refused(problems)
        book = Ruleset(charts, mix, options, scenario.seats, shores)
        problems.extend(problem.under("start") for problem in check_start(book, start))
        if problems:
            raise Refused(problems)
        return InvasionAmericaRules(self, book, start)

    def odds(self, question: Question) -> Odds:
        """Returns what an attack will bring.

        Raises:
            Refused: the question is not understood.
        """
        from adjudicator.games.invasion_america.odds import odds  # for `odds` alone

        return odds(question)


@functools.lru_cache(maxsize=4)
def _mix(raw: bytes) -> CounterMix:
    """Returns what a shipped file says; it was checked when the match was made."""
    return CounterMix.model_validate_json(raw)


INVASION_AMERICA = InvasionAmerica()
