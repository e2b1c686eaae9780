"""Four Fronts: squares, bridges, recon cards and the final assault; two to four armies."""

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
    KeepsScore,
    NamesQuestions,
    Plays,
    Projects,
    Scores,
    TellsTopics,
)
from adjudicator.core.game import (
    Ask,
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
from adjudicator.core.values import Value
from adjudicator.games.stratix.board import ARMIES, Board
from adjudicator.games.stratix.cards import CardFile
from adjudicator.games.stratix.options import Options
from adjudicator.games.stratix.orders import STANDING, TOPICS
from adjudicator.games.stratix.rules.ends import ended
from adjudicator.games.stratix.rules.evolve import evolve
from adjudicator.games.stratix.rules.invariants import check_state
from adjudicator.games.stratix.rules.projected_checks import check_projected
from adjudicator.games.stratix.rules.questions import (
    check_standing,
    questions,
    standing_defaults,
    standing_examples,
)
from adjudicator.games.stratix.rules.start import begin, check_seats, check_start
from adjudicator.games.stratix.rules.static_checks import check_static
from adjudicator.games.stratix.rules.steps import next_step
from adjudicator.games.stratix.rules.views import redact, view
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import Start, State

if TYPE_CHECKING:  # what `--help` does without
    from adjudicator.core.choices import Choices
    from adjudicator.games.stratix.narrator import ArmyNarrator

__all__ = ["STRATIX", "Stratix", "StratixRules"]

O = TypeVar("O", bound=Order)  # noqa: E741 - the usual letter for an order type
V = TypeVar("V", bound=Value)


class StratixRules(
    Composes[State],
    Hidden[State],
    Plays[State],
    KeepsScore[State],
    Projects[State],
    NamesQuestions[State],
    TellsTopics[State],
):
    """The rules bound to one match's map, options and seats."""

    def __init__(self, of: Stratix, book: Ruleset, start: Start) -> None:
        self.game = of
        self.book = book
        self.start = begin(book, start)
        self.seats = book.seats
        self.options = book.options

    # -- the rules ----------------------------------------------------------------------------

    def next_step(self, state: State) -> Step[State] | None:
        """Which piece of the rulebook comes next; None: the match is over."""
        return next_step(self.book, state)

    def evolve(self, state: State, event: Event) -> State:
        """The only place where the state changes."""
        return evolve(state, event)

    def ended(self, state: State, winner: str | None, reason: Reason) -> Sequence[Event]:
        """The end of the match, because only one army is left, or none. (Rulings 16 and 25)"""
        return (ended(winner, reason),)

    # -- checks -------------------------------------------------------------------------------

    def check_static(
        self, state: State, topic: str, order: Order, *, seat: str
    ) -> Iterable[Problem]:
        """What no card and no move can change."""
        shape = list(check_static(self.book, order))
        return shape or check_projected(self.book, state, topic, order, seat=seat)

    def check_standing(self, seat: str, order: StandingOrder) -> Iterable[Problem]:
        """What is wrong with a standing order whatever will be asked."""
        return check_standing(order)

    def check_state(self, state: State) -> Iterable[str]:
        """Broken invariants."""
        return check_state(self.book, state)

    def questions(self, state: State) -> Iterable[Form]:
        """The questions that the player-turn may still ask, by the form of their labels."""
        return questions(state)

    # -- who knows what -----------------------------------------------------------------------

    def view(self, state: State, seat: str | None) -> State:
        """A seat knows the cards that it keeps or has looked at, and its own replies."""
        return view(state, seat)

    def redact(self, event: Event, seat: str | None) -> Event | None:
        """The order of the deck is hidden; replies and looks at it are for their seat alone."""
        return redact(event, seat)

    # -- for people ---------------------------------------------------------------------------

    def picture(self, view: State, events: Sequence[Event], style: Style = USUAL_STYLE) -> str:
        """The board as SVG text."""
        from adjudicator.games.stratix import picture  # half of all that is loaded

        return picture.picture(self.narrator, self.start, view, events, style=style)

    @cached_property
    def narrator(self) -> ArmyNarrator:
        """Who tells what happens, in the language of these rules."""
        from adjudicator.games.stratix.narrator import ArmyNarrator

        return ArmyNarrator(self.book)

    def languages(self) -> tuple[str, ...]:
        """The codes of the languages that the game speaks."""
        from adjudicator.games.stratix.narrator import LANGUAGES

        return tuple(LANGUAGES)

    def in_language(self, language: str) -> StratixRules:
        """The same rules with another narrator: what is asked, logged and hashed stays English."""
        from adjudicator.games.stratix.narrator import ArmyNarrator

        other = copy(self)
        other.narrator = ArmyNarrator(self.book, language)
        return other

    def report(self, before: State, events: Sequence[Event], view: State) -> Report:
        """The opening told for people; before the first one, the start."""
        from adjudicator.games.stratix import report  # what `--help` does without

        if not events and view == self.start:
            return report.start_report(self.narrator, view)
        return report.report(self.narrator, before, events, view)

    def places(
        self, before: State, events: Sequence[Event], view: State
    ) -> Iterable[tuple[str, str]]:
        """Where what happened, for `report --since`."""
        from adjudicator.games.stratix.headline import places

        return places(self.narrator, events)

    def scores(self, before: State, events: Sequence[Event], view: State) -> Scores:
        """What each army holds and lost, for graphs."""
        from adjudicator.games.stratix.scores import scores

        return scores(self.narrator, events, view)

    def standings(self, state: State) -> tuple[str, ...]:
        """Who has what left, in a few lines."""
        from adjudicator.games.stratix import report

        return report.standings(self.narrator, state)

    # -- the built-in player ------------------------------------------------------------------

    def bot_orders(self, view: State, seat: str, topic: str) -> Sequence[Order]:
        """What the built-in player orders under a topic."""
        from adjudicator.games.stratix.player import planned

        return planned(self.book, view, seat, topic)

    def bot_answer(self, view: State, question: Ask[O]) -> O | None:
        """The answer to a question: of cards, of a catch; None: the usual one."""
        from adjudicator.games.stratix.player import answered

        return answered(self.book, view, question)

    # -- help with sheets ---------------------------------------------------------------------

    def topic_notes(self, view: State, seat: str, topic: str) -> Iterable[str]:
        """What who orders a topic has to know."""
        from adjudicator.games.stratix.rules.topics import topic_notes  # for `template` alone

        return topic_notes(self.narrator, view, seat, topic)

    def why_not_now(self, view: State, seat: str, topic: str) -> str:
        """Why an order of a topic has no place now."""
        from adjudicator.games.stratix.rules.topics import why_not_now  # for `template` alone

        return why_not_now(self.narrator, view, seat, topic)

    def choices(self, view: State, seat: str) -> Choices:
        """What a seat may order, for a page on which sheets are made by clicks."""
        from adjudicator.games.stratix.choices import choices  # for pages alone

        return choices(self.narrator, view, seat)

    def standing_defaults(self, seat: str) -> Sequence[StandingOrder]:
        """The published defaults as standing orders."""
        return standing_defaults()

    def standing_examples(self, view: State, seat: str) -> Sequence[StandingOrder]:
        """A legal standing order of each kind, made for the position."""
        return standing_examples(view, seat)

    def projection(self, view: State, seat: str, said: SubmittedOrders) -> Sequence[Paragraph]:
        """What a sheet leads to."""
        from adjudicator.games.stratix.rules.projection import projection  # for `check` alone

        return projection(self.narrator, view, seat)


class Stratix(game.Game):
    """The game as an entry of the registry."""

    name = "stratix"
    title = "Four Fronts"
    rules_version = 2
    maps: tuple[str, ...] = ("four-fronts",)
    files: Mapping[str, type[Value]] = {"map.json": Board, "cards.json": CardFile}
    topics: Mapping[str, tuple[type[Order], ...]] = TOPICS
    standing: tuple[type[StandingOrder], ...] = STANDING
    options: type[Value] = Options
    state: type[game.State] = State
    start: type[Value] = Start

    def check_files(self, files: Mapping[str, Any]) -> Iterable[tuple[str, Problem]]:
        """What is wrong with the board and the cards."""
        from adjudicator.games.stratix.rules.board_checks import check_board  # for `new`
        from adjudicator.games.stratix.rules.card_checks import check_cards

        yield from (("map.json", problem) for problem in check_board(files["map.json"]))
        yield from (("cards.json", problem) for problem in check_cards(files["cards.json"]))

    def open(self, scenario: Scenario, map_files: Mapping[str, bytes]) -> StratixRules:
        """Binds the rules to a scenario and its map.

        Raises:
            Refused: the scenario has problems; all of them.
        """
        board = _loaded(Board, map_files["map.json"])
        cards = _loaded(CardFile, map_files["cards.json"])
        problems: list[Problem] = list(check_seats(scenario))
        options = read_part(Options, scenario.options, "options", problems)
        start = read_part(Start, scenario.start or {}, "start", problems)
        seats = tuple(army for army in ARMIES if army in scenario.seats)
        book = Ruleset(board, cards, options or Options(), seats)
        if start is not None:
            problems.extend(problem.under("start") for problem in check_start(book, start))
        if problems or start is None:
            raise Refused(problems)
        return StratixRules(self, book, start)


@functools.lru_cache(maxsize=6)
def _loaded(model: type[V], raw: bytes) -> V:
    """Returns what a shipped file says; it was checked when the match was made."""
    return model.model_validate_json(raw)


STRATIX = Stratix()
