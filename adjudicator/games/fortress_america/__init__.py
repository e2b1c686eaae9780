"""Fortress America: invaders on three sides of the United States. Its editions as games."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, TypeVar

from adjudicator.boards.area import AreaMap, Outlines
from adjudicator.core import game
from adjudicator.core.capabilities import (
    Composes,
    Hidden,
    Hopeless,
    KeepsScore,
    LooksAhead,
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
    example_of,
)
from adjudicator.core.problem import Problem, Refused
from adjudicator.core.pydantic_errors import read_part
from adjudicator.core.questions import Form
from adjudicator.core.report import USUAL_STYLE, Paragraph, Report, Style
from adjudicator.core.values import FrozenMap, Value
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.card_facts import CardFile, deck_of
from adjudicator.games.fortress_america.dice_facts import DiceFile, with_faces
from adjudicator.games.fortress_america.editions import FORTRESS_AMERICA_1986 as EDITION_1986
from adjudicator.games.fortress_america.editions import FORTRESS_AMERICA_2012 as EDITION_2012
from adjudicator.games.fortress_america.editions import Edition
from adjudicator.games.fortress_america.events import InvaderDeckShuffled
from adjudicator.games.fortress_america.invader_card_facts import (
    InvaderCardFile,
    invader_cards_of,
)
from adjudicator.games.fortress_america.narrator import LANGUAGES, FortressNarrator
from adjudicator.games.fortress_america.options import Options, Options1986, Options2012
from adjudicator.games.fortress_america.orders import (
    STANDING,
    STANDING_2012,
    TOPICS,
    TOPICS_2012,
)
from adjudicator.games.fortress_america.rules.evolve import evolve
from adjudicator.games.fortress_america.rules.invariants import check_state
from adjudicator.games.fortress_america.rules.standing import (
    check_standing,
    standing_defaults,
    standing_examples,
)
from adjudicator.games.fortress_america.rules.start import begin, check_start
from adjudicator.games.fortress_america.rules.steps import next_step
from adjudicator.games.fortress_america.rules.together import check_order
from adjudicator.games.fortress_america.rules.turns import conceded, ended
from adjudicator.games.fortress_america.rules.ways import supply_of
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import INVADERS, SIDES, USA, Start, State

if TYPE_CHECKING:  # for pages, `luck` and `odds` alone
    from adjudicator.core.choices import Choices
    from adjudicator.core.trials import Trial
    from adjudicator.odds.result import Odds, Question

__all__ = [
    "FORTRESS_AMERICA_1986",
    "FORTRESS_AMERICA_2012",
    "FortressAmerica",
    "FortressAmericaRules",
]

O = TypeVar("O", bound=Order)  # noqa: E741 - the usual letter for an order type
V = TypeVar("V", bound=Value)
_EMPTY: Mapping[str, object] = {"units": {}}


class FortressAmericaRules(
    Composes[State],
    Hidden[State],
    LooksAhead[State],
    Plays[State],
    KeepsScore[State],
    Projects[State],
    NamesQuestions[State],
    TellsTopics[State],
):
    """The rules bound to one match's map, options and seats."""

    def __init__(self, of: FortressAmerica, book: Ruleset, start: State) -> None:
        self.game = of
        self.book = book
        self.start = start
        self.seats = tuple(book.seats)
        self.options = book.options
        self.is_hidden = book.options.hands
        self.narrator = FortressNarrator(book)

    # -- the rules ----------------------------------------------------------------------------

    def next_step(self, state: State) -> Step[State] | None:
        """Which piece of the rulebook comes next; None: the match is over."""
        return next_step(self.book, state)

    def evolve(self, state: State, event: Event) -> State:
        """The only place where the state changes."""
        return evolve(state, event)

    def conceded(self, state: State) -> Sequence[Event]:
        """The end of the match, if the seats that conceded decide it."""
        return conceded(self.book, state)

    def ended(self, state: State, winner: str | None, reason: Reason) -> Sequence[Event]:
        """The end of the match, as agreed. (Ruling 52)"""
        return (ended(winner, reason),)

    # -- checks -------------------------------------------------------------------------------

    def check_static(
        self, state: State, topic: str, order: Order, *, seat: str
    ) -> Iterable[Problem]:
        """What no die can change."""
        return check_order(self.book, state, topic, order, seat=seat)

    def check_ahead(self, state: State, seat: str, said: SubmittedOrders) -> Iterable[Hopeless]:
        """What no dice can make legal of the orders behind them."""
        from adjudicator.games.fortress_america.rules.projection_checks import (
            check_projected,  # for sheets alone
        )

        return check_projected(self.book, state, seat, said)

    def check_standing(self, seat: str, order: StandingOrder) -> Iterable[Problem]:
        """What is wrong with a standing order whatever will be asked."""
        return check_standing(self.book, seat, order)

    def check_state(self, state: State) -> Iterable[str]:
        """Broken invariants."""
        return check_state(self.book, state)

    def questions(self, state: State) -> Iterable[Form]:
        """The questions that the player-turn may still ask, by the form of their labels."""
        from adjudicator.games.fortress_america.rules.questions import (
            questions,  # for views of others alone
        )

        return questions(self.book, state)

    # -- who knows what -----------------------------------------------------------------------

    def view(self, state: State, seat: str | None) -> State:
        """A seat knows the cards in the hands of its invaders; at the end all is known.

        Nothing else is hidden, and without invader cards nothing at all. (2012 variants)
        """
        if not state.invader_decks or state.result is not None:
            return state
        own = () if seat is None else self.book.seats[seat].sides
        decks = {
            side: held.model_copy(
                update={"deck": held.deck.shown(held.hand if side in own else ())}
            )
            for side, held in state.invader_decks.items()
        }
        return state.model_copy(update={"invader_decks": FrozenMap(decks)})

    def redact(self, event: Event, seat: str | None) -> Event | None:
        """The order of a deck is hidden from all; everybody may know everything else."""
        if isinstance(event, InvaderDeckShuffled):
            return event.model_copy(update={"deck": event.deck.shown(())})
        return event

    # -- for people ---------------------------------------------------------------------------

    def picture(self, view: State, events: Sequence[Event], style: Style = USUAL_STYLE) -> str:
        """The map as SVG text."""
        from adjudicator.games.fortress_america import picture  # half of all that is loaded

        supply = {
            side: supply_of(self.book, view, side) for side in INVADERS if side in style.supply
        }
        return picture.picture(self.narrator, view, events, style=style, supply=supply)

    def report(self, before: State, events: Sequence[Event], view: State) -> Report:
        """The opening told for people; before the first one, the start."""
        if not events and view == self.start:
            return self.narrator.start_report(view)
        return self.narrator.report(before, events, view)

    def places(
        self, before: State, events: Sequence[Event], view: State
    ) -> Iterable[tuple[str, str]]:
        """Where what happened, for `report --since`."""
        return self.narrator.places(events)

    def scores(self, before: State, events: Sequence[Event], view: State) -> Scores:
        """What each side holds and lost, for graphs."""
        from adjudicator.games.fortress_america.scores import scores

        return scores(self.narrator, self.book, events, view)

    def standings(self, state: State) -> tuple[str, ...]:
        """Who holds what, in a few lines."""
        return self.narrator.standings(state)

    def languages(self) -> tuple[str, ...]:
        """The languages whose sentences are there: each is a module."""
        return tuple(LANGUAGES)

    def in_language(self, language: str) -> FortressAmericaRules:
        """The same rules with another narrator: what is asked, logged and hashed stays English."""
        other = copy(self)
        other.narrator = FortressNarrator(self.book, language)
        return other

    def trials(self, before: State, events: Sequence[Event]) -> Iterable[Trial]:
        """Every die of a battle and of a laser, with its chances."""
        from adjudicator.games.fortress_america.rules.trials import trials  # for `luck` alone

        return trials(self.book, before, events)

    # -- the built-in player ------------------------------------------------------------------

    def bot_orders(self, view: State, seat: str, topic: str) -> Sequence[Order]:
        """What the built-in player orders under a topic."""
        from adjudicator.games.fortress_america.player import planned

        return planned(self.book, view, seat, topic)

    def bot_answer(self, view: State, question: Ask[O]) -> O | None:
        """Cards drawn in mid-turn are played as planned; what dice ask is answered as usual."""
        orders = self.bot_orders(view, question.seat, "cards") if question.topic == "cards" else ()
        return next((order for order in orders if isinstance(order, question.expects)), None)

    # -- help with sheets ---------------------------------------------------------------------

    def draft(self, view: State, seat: str, topic: str) -> Sequence[Order]:
        """What must not stay empty: a set-up, reinforcements, orders for the cards in the hand."""
        from adjudicator.games.fortress_america.rules import cards, reinforcements, setup

        is_usa = seat == self.book.seat_of(USA)
        match topic:
            case "setup":
                return setup.draft_setup(self.book, view, seat)
            case "reinforcements" if view.action == "setup-usa":
                return setup.draft_lasers(self.book)
            case "reinforcements" if view.action != "reinforcements":
                return ()
            case "reinforcements" if is_usa:
                return reinforcements.draft_laser(self.book, view, seat)
            case "reinforcements":
                return reinforcements.draft_reinforcements(self.book, view, seat)
            case "cards" if is_usa:
                return cards.draft_cards(self.book, view)
            case _:
                return ()

    def order_examples(self, view: State, seat: str, topic: str) -> Sequence[Order]:
        """Of reinforcements those of the seat's own kind; of the rest those of the position."""
        if topic != "reinforcements":
            return ()
        is_usa = seat == self.book.seat_of(USA)
        kinds: tuple[type[Order], ...] = (o.Laser,) if is_usa else (o.Place,)
        kinds += (o.Draw,) if self.book.invader_cards and not is_usa else ()
        return tuple(kind.model_validate(example_of(kind)) for kind in kinds)

    def topic_notes(self, view: State, seat: str, topic: str) -> Iterable[str]:
        """What is due of a topic, and where it may go."""
        from adjudicator.games.fortress_america.rules.topics import topic_notes  # for `template`

        return topic_notes(self.narrator, view, seat, topic)

    def why_not_now(self, view: State, seat: str, topic: str) -> str:
        """Why no order of a topic is legal now."""
        from adjudicator.games.fortress_america.rules.topics import why_not_now  # for `template`

        return why_not_now(self.narrator, view, seat, topic)

    def choices(self, view: State, seat: str) -> Choices:
        """What a seat may order, for a page on which sheets are made."""
        from adjudicator.games.fortress_america.choices import choices  # for pages alone

        return choices(self.narrator, view, seat)

    def standing_defaults(self, seat: str) -> Sequence[StandingOrder]:
        """The published defaults as standing orders."""
        return standing_defaults(self.book, seat)

    def standing_examples(self, view: State, seat: str) -> Sequence[StandingOrder]:
        """A legal standing order of each kind, made for the position."""
        return standing_examples(self.book, view, seat)

    def projection(self, view: State, seat: str, said: SubmittedOrders) -> Sequence[Paragraph]:
        """What a sheet leads to behind the first dice."""
        from adjudicator.games.fortress_america.rules.projection import (
            projection,  # for `check` alone
        )

        return projection(self.narrator, view, seat, said)


class FortressAmerica(game.Game):
    """One edition as an entry of the registry."""

    def __init__(
        self,
        edition: Edition,
        options: type[Options],
        topics: Mapping[str, tuple[type[Order], ...]],
        standing: tuple[type[StandingOrder], ...],
    ) -> None:
        self.edition = edition
        self.family = "fortress-america"
        self.name: str = edition.name
        self.title: str = edition.title
        self.rules_version = 3
        self.maps: tuple[str, ...] = ("fortress-america",)
        self.files: Mapping[str, type[Value]] = {
            "map.json": AreaMap, "outlines.json": Outlines, edition.card_file: CardFile,
            **({} if edition.dice_file is None else {edition.dice_file: DiceFile}),
            **(
                {} if edition.invader_card_file is None
                else {edition.invader_card_file: InvaderCardFile}
            ),
        }  # fmt: skip
        self.rule_files: tuple[str, ...] = tuple(
            sorted(name for name in self.files if name != "outlines.json")
        )
        self.topics = topics
        self.standing = standing
        self.options: type[Value] = options
        self._options = options
        self.state: type[game.State] = State
        self.start: type[Value] = Start

    def check_files(self, files: Mapping[str, Any]) -> Iterable[tuple[str, Problem]]:
        """What is wrong with the files of a map by themselves and together."""
        from adjudicator.games.fortress_america.rules.board import check_board  # for `new` alone

        return check_board(self.edition, self._options(), files)

    def open(self, scenario: Scenario, map_files: Mapping[str, bytes]) -> FortressAmericaRules:
        """Binds the rules to a scenario and its map.

        The map's files are those of `files`; `outlines.json` is for pictures alone.

        Raises:
            Refused: the scenario has problems; all of them.
        """
        area_map = _loaded(AreaMap, map_files["map.json"])
        cards = _loaded(CardFile, map_files[self.edition.card_file]).cards
        problems: list[Problem] = list(_check_seats(scenario))
        options = read_part(self._options, scenario.options, "options", problems) or self._options()
        # A mailed view binds the rules without a start.
        written = _EMPTY if scenario.start is None else scenario.start
        start = read_part(Start, written, "start", problems)
        book = Ruleset(
            edition=with_faces(self.edition, map_files).with_options(options),
            options=options,
            map=area_map,
            outlines=map_files["outlines.json"],
            cards=deck_of(cards, self.edition.cards),
            seats=scenario.seats,
            invader_cards=invader_cards_of(
                map_files, self.edition.invader_card_file if options.hands else None
            ),
        )
        if start is not None:
            problems.extend(problem.under("start") for problem in check_start(book, start))
        if problems or start is None:
            raise Refused(problems)
        return FortressAmericaRules(self, book, begin(book, start))

    def odds(self, question: Question) -> Odds:
        """What a battle will bring."""
        from adjudicator.games.fortress_america.odds import odds  # for `odds` alone

        return odds(self.edition, question)


@functools.lru_cache(maxsize=6)
def _loaded(model: type[V], raw: bytes) -> V:
    """Returns what a shipped file says; it was checked when the match was made."""
    return model.model_validate_json(raw)


def _check_seats(scenario: Scenario) -> Iterator[Problem]:
    """Each side is led by one seat; the USA's seat leads no other. (Number of players)"""
    leaders: dict[str, list[str]] = {side: [] for side in SIDES}
    for seat, facts in scenario.seats.items():
        for side in facts.sides:
            if side not in leaders:
                yield Problem(
                    "unknown-side",
                    f'there is no side "{side}"',
                    ("seats", seat, "sides"),
                    hint=f"Sides are {', '.join(SIDES)}.",
                    kind="invalid",
                )
            else:
                leaders[side].append(seat)
        if USA in facts.sides and len(facts.sides) > 1:
            yield Problem(
                "usa-and-invader",
                f"{seat} leads the USA and invaders",
                ("seats", seat, "sides"),
                hint="The seat of the USA leads no other side.",
                kind="invalid",
            )
    for side, seats in leaders.items():
        if len(seats) != 1:
            yield Problem(
                "side-without-seat" if not seats else "side-led-twice",
                f"{side} is led by {' and '.join(seats) or 'nobody'}",
                ("seats",),
                hint="Each side is led by one seat.",
                kind="invalid",
            )


FORTRESS_AMERICA_1986 = FortressAmerica(EDITION_1986, Options1986, TOPICS, STANDING)
FORTRESS_AMERICA_2012 = FortressAmerica(EDITION_2012, Options2012, TOPICS_2012, STANDING_2012)
