"""Galactic Conquest: planets, lanes and dice; hidden hands of cards; two to five seats."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from adjudicator.core import game
from adjudicator.core.capabilities import (
    Composes,
    Hidden,
    Hopeless,
    KeepsScore,
    LaysOut,
    LooksAhead,
    NamesQuestions,
    Plays,
    Projects,
    Scores,
    TellsTopics,
)
from adjudicator.core.game import (
    Event,
    Order,
    Reason,
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
from adjudicator.games.galactic_conquest.chart import Chart
from adjudicator.games.galactic_conquest.events import (
    DeckShuffled,
    InvasionBegun,
    InvasionSkipped,
    InvasionStopped,
    PlacementFailed,
    PlanetTaken,
)
from adjudicator.games.galactic_conquest.options import Options
from adjudicator.games.galactic_conquest.orders import STANDING, TOPICS
from adjudicator.games.galactic_conquest.rules.ends import ended
from adjudicator.games.galactic_conquest.rules.evolve import evolve
from adjudicator.games.galactic_conquest.rules.invariants import check_state
from adjudicator.games.galactic_conquest.rules.place import draft_places
from adjudicator.games.galactic_conquest.rules.projected_checks import check_projected
from adjudicator.games.galactic_conquest.rules.questions import (
    check_standing,
    questions,
    standing_defaults,
    standing_examples,
)
from adjudicator.games.galactic_conquest.rules.start import (
    begin,
    check_options,
    check_seats,
    check_start,
)
from adjudicator.games.galactic_conquest.rules.static_checks import check_static
from adjudicator.games.galactic_conquest.rules.steps import next_step
from adjudicator.games.galactic_conquest.rules.trade import draft_trade, troops_to_come
from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.state import Start, State

if TYPE_CHECKING:  # for `odds` alone
    from adjudicator.odds.result import Odds, Question
if TYPE_CHECKING:  # what `--help` does without
    from adjudicator.core.choices import Choices
    from adjudicator.games.galactic_conquest.narrator import StarNarrator

__all__ = ["GALACTIC_CONQUEST", "GalacticConquest", "GalacticConquestRules"]

V = TypeVar("V", bound=Value)


class GalacticConquestRules(
    Composes[State],
    Hidden[State],
    LaysOut,
    LooksAhead[State],
    Plays[State],
    KeepsScore[State],
    Projects[State],
    NamesQuestions[State],
    TellsTopics[State],
):
    """The rules bound to one match's map, options and seats."""

    def __init__(self, of: GalacticConquest, book: Ruleset, start: Start) -> None:
        self.game = of
        self.book = book
        self.start = begin(book, start)
        self.seats = book.seats
        self.options = book.options
        self.layout = ""

    # -- the rules ----------------------------------------------------------------------------

    def next_step(self, state: State) -> Step[State] | None:
        """Which piece of the rulebook comes next; None: the match is over."""
        return next_step(self.book, state)

    def evolve(self, state: State, event: Event) -> State:
        """The only place where the state changes."""
        return evolve(state, event)

    def ended(self, state: State, winner: str | None, reason: Reason) -> Sequence[Event]:
        """The end of the match, because only one seat is left, or none. (Rulings 18, 31, 32)"""
        return (ended(winner, reason),)

    # -- checks -------------------------------------------------------------------------------

    def check_static(
        self, state: State, topic: str, order: Order, *, seat: str
    ) -> Iterable[Problem]:
        """What no die can change."""
        return check_static(self.book, order)

    def check_ahead(self, state: State, seat: str, said: SubmittedOrders) -> Iterable[Hopeless]:
        """What no dice can make legal of invasions and of the move at the end."""
        return check_projected(self.book, state, seat, said)

    def check_standing(self, seat: str, order: StandingOrder) -> Iterable[Problem]:
        """What is wrong with a standing order whatever will be asked."""
        return check_standing(self.book, order)

    def check_state(self, state: State) -> Iterable[str]:
        """Broken invariants."""
        return check_state(self.book, state)

    def questions(self, state: State) -> Iterable[Form]:
        """The questions that the player-turn may still ask, by the form of their labels."""
        return questions(state)

    # -- who knows what -----------------------------------------------------------------------

    def view(self, state: State, seat: str | None) -> State:
        """A seat knows the cards of its hand, all know those turned in; at the end all is known."""
        if state.result is not None:
            return state
        own = state.hands.get(seat, ()) if seat is not None else ()
        decks = (
            deck.shown(held.position for held in own if held.deck == number)
            for number, deck in enumerate(state.decks)
        )
        return state.model_copy(update={"decks": tuple(decks)})

    def redact(self, event: Event, seat: str | None) -> Event | None:
        """The order of a deck is hidden from all; who holds what, views show.

        What a sheet wanted in vain is its seat's own business, as an order that failed is: an
        invasion that no battle came of, and what it was to stop for. (Ruling 37)
        """
        match event:
            case DeckShuffled():
                return event.model_copy(update={"deck": event.deck.shown(())})
            case InvasionBegun() | InvasionSkipped() | PlacementFailed() if event.seat != seat:
                return None
            case InvasionStopped() if event.seat != seat:
                if not event.battles:
                    return None
                if event.reason in ("one-battle", "own", "chance"):
                    return event.model_copy(update={"reason": "called-off"})
            case PlanetTaken() if event.seat != seat and event.wanted is not None:
                return event.model_copy(update={"wanted": None})
        return event

    # -- for people ---------------------------------------------------------------------------

    def choices(self, view: State, seat: str) -> Choices:
        """What a seat may order now, for a page on which sheets are made by clicks."""
        from adjudicator.games.galactic_conquest import choices  # only pages need it

        return choices.choices(self.narrator, view, seat)

    def picture(self, view: State, events: Sequence[Event], style: Style = USUAL_STYLE) -> str:
        """The star chart as SVG text."""
        from adjudicator.games.galactic_conquest import picture  # half of all that is loaded

        return picture.picture(self.narrator, view, events, style=style, layout=self.layout)

    def laid_out(self) -> str:
        """Where everything stands on a chart of one's own."""
        from adjudicator.games.galactic_conquest import picture

        return picture.laid_out(self.narrator, self.start, self.layout)

    @cached_property
    def narrator(self) -> StarNarrator:
        """Who tells what happens, in the language of these rules."""
        from adjudicator.games.galactic_conquest.narrator import StarNarrator

        return StarNarrator(self.book)

    def languages(self) -> tuple[str, ...]:
        """The codes of the languages that the game speaks."""
        from adjudicator.games.galactic_conquest.narrator import LANGUAGES

        return tuple(LANGUAGES)

    def in_language(self, language: str) -> GalacticConquestRules:
        """The same rules with another narrator: what is asked, logged and hashed stays English."""
        from adjudicator.games.galactic_conquest.narrator import StarNarrator

        other = copy(self)
        other.narrator = StarNarrator(self.book, language)
        return other

    def report(self, before: State, events: Sequence[Event], view: State) -> Report:
        """The opening told for people; before the first one, the start."""
        from adjudicator.games.galactic_conquest import report  # what `--help` does without

        if not events and view == self.start:
            return report.start_report(self.narrator, view)
        return report.report(self.narrator, before, events, view)

    def places(
        self, before: State, events: Sequence[Event], view: State
    ) -> Iterable[tuple[str, str]]:
        """Where what happened, for `report --since`."""
        from adjudicator.games.galactic_conquest.headline import places

        return places(self.narrator, events)

    def scores(self, before: State, events: Sequence[Event], view: State) -> Scores:
        """What each seat holds and lost, for graphs."""
        from adjudicator.games.galactic_conquest.scores import scores

        return scores(self.narrator, events, view)

    def standings(self, state: State) -> tuple[str, ...]:
        """Who holds what, in a few lines."""
        from adjudicator.games.galactic_conquest import report

        return report.standings(self.narrator, state)

    def trials(self, before: State, events: Sequence[Event]) -> Iterable[Trial]:
        """The losses of every battle, with their chances."""
        from adjudicator.games.galactic_conquest.rules.trials import trials  # for `luck` alone

        return trials(events)

    # -- the built-in player ------------------------------------------------------------------

    def bot_orders(self, view: State, seat: str, topic: str) -> Sequence[Order]:
        """What the built-in player orders under a topic."""
        from adjudicator.games.galactic_conquest.player import planned

        return planned(self.book, view, seat, topic)

    # -- help with sheets ---------------------------------------------------------------------

    def draft(self, view: State, seat: str, topic: str) -> Sequence[Order]:
        """What must not stay empty: troops to place, sets that must be turned in."""
        match topic:
            case "setup" if view.phase == "set-up" and self.book.options.set_up == "dealt":
                return draft_places(view, seat, view.to_place.get(seat, 0))
            case "trade" if view.phase == "trade":
                return draft_trade(self.book, view, seat)
            case "place" if view.phase in ("trade", "place"):
                return draft_places(view, seat, troops_to_come(self.book, view, seat))
            case _:
                return ()

    def topic_notes(self, view: State, seat: str, topic: str) -> Iterable[str]:
        """What is due of a topic, and where it may go."""
        from adjudicator.games.galactic_conquest.rules.topics import topic_notes  # for `template`

        return topic_notes(self.narrator, view, seat, topic)

    def why_not_now(self, view: State, seat: str, topic: str) -> str:
        """Why no order of a topic is legal now."""
        from adjudicator.games.galactic_conquest.rules.topics import why_not_now  # for `template`

        return why_not_now(self.narrator, view, seat, topic)

    def standing_defaults(self, seat: str) -> Sequence[StandingOrder]:
        """The published defaults as standing orders."""
        return standing_defaults()

    def standing_examples(self, view: State, seat: str) -> Sequence[StandingOrder]:
        """A legal standing order of each kind, made for the position."""
        return standing_examples(view, seat)

    def projection(self, view: State, seat: str, said: SubmittedOrders) -> Sequence[Paragraph]:
        """What a sheet leads to behind the first dice."""
        from adjudicator.games.galactic_conquest.rules.projection import (
            projection,  # for `check` alone
        )

        return projection(self.narrator, view, seat, said)


class GalacticConquest(game.Game):
    """The game as an entry of the registry."""

    name = "galactic-conquest"
    title = "Galactic Conquest"
    rules_version = 1
    maps: tuple[str, ...] = ("galactic-conquest",)
    files: Mapping[str, type[Value]] = {"map.json": Chart}
    topics: Mapping[str, tuple[type[Order], ...]] = TOPICS
    standing: tuple[type[StandingOrder], ...] = STANDING
    options: type[Value] = Options
    state: type[game.State] = State
    start: type[Value] = Start

    def check_files(self, files: Mapping[str, Any]) -> Iterable[tuple[str, Problem]]:
        """What is wrong with the chart."""
        from adjudicator.games.galactic_conquest.rules.chart_checks import check_chart  # for `new`

        return (("map.json", problem) for problem in check_chart(files["map.json"]))

    def open(self, scenario: Scenario, map_files: Mapping[str, bytes]) -> GalacticConquestRules:
        """Binds the rules to a scenario and its map.

        Raises:
            Refused: the scenario has problems; all of them.
        """
        chart = _loaded(map_files["map.json"])
        problems: list[Problem] = list(check_seats(scenario))
        options = read_part(Options, scenario.options, "options", problems)
        start = read_part(Start, scenario.start or {}, "start", problems)
        book = Ruleset(chart, options or Options(), tuple(scenario.seats))
        problems.extend(check_options(book))
        if start is not None:
            problems.extend(problem.under("start") for problem in check_start(book, start))
        if problems or start is None:
            raise Refused(problems)
        return GalacticConquestRules(self, book, start)

    def odds(self, question: Question) -> Odds:
        """Returns what an invasion, or a chain of them, will bring.

        Raises:
            Refused: the question is not understood.
        """
        from adjudicator.games.galactic_conquest.odds import odds  # for `odds` alone

        return odds(question)


@functools.lru_cache(maxsize=6)
def _loaded(raw: bytes) -> Chart:
    """Returns what a shipped file says; it was checked when the match was made."""
    return Chart.model_validate_json(raw)


GALACTIC_CONQUEST = GalacticConquest()
