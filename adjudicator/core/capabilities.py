"""Capabilities: what a game may say beyond what every game must; each is one small class.

Nobody must have any of them. Whoever wants to know asks `isinstance(rules, Plays)` and does without
where the answer is no. Rules name those they have as base classes before `Rules`; a class that just
has the methods counts too. Of the entries in the registry there are two more: `TellsOdds` in
`odds/result.py` and `HasEditions` in `documents/edition_table.py`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from adjudicator.core.game import Ask, Event, Order, Rules, State, SubmittedOrders
from adjudicator.core.problem import Problem, Refused
from adjudicator.core.questions import Form
from adjudicator.core.report import Paragraph, Style

__all__ = [
    "Composes",
    "Hidden",
    "Hopeless",
    "KeepsScore",
    "LaysOut",
    "LooksAhead",
    "NamesQuestions",
    "Part",
    "Plays",
    "Projects",
    "Score",
    "Scores",
    "ShowsParts",
    "TellsTopics",
    "player_of",
]

if TYPE_CHECKING:  # for pages alone
    from adjudicator.core.choices import Choices

S = TypeVar("S", bound=State)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)
O = TypeVar("O", bound=Order)  # noqa: E741 - the usual letter for an order type


class Hidden(Rules[S]):
    """Rules of a game in which seats may know different things of the state.

    Where `is_hidden` holds, dry runs see what `view` shows the seat and nothing else, so rules must
    run on views; and `next_step` gives for every view the step that it gives for the whole state.
    A game in which an option decides it sets `is_hidden` when it is opened.
    """

    is_hidden = True
    """Yes; a game in which an option decides sets it when it is opened."""

    @abstractmethod
    def view(self, state: S, seat: str | None) -> S:
        """What one seat (None: everybody) may know. The view of a view is that view again."""

    @abstractmethod
    def redact(self, event: Event, seat: str | None) -> Event | None:
        """What one seat (None: everybody) may know of an event. See `core/redaction.py`."""


@runtime_checkable
class Plays(Protocol[S_contra]):
    """Rules with a built-in player. Without one whoever asks for its sheets is refused."""

    def bot_orders(self, view: S_contra, seat: str, topic: str) -> Sequence[Order]:
        """What the built-in player orders under a topic, in the order to be carried out.

        `view` is what the seat sees when the topic begins; or, of a topic behind the first die,
        what it sees before that die: then these are orders for what it hopes for.
        """
        raise NotImplementedError

    def bot_answer(self, view: S_contra, question: Ask[O]) -> O | None:
        """The built-in player's answer to one question; None: the usual one will do."""
        return None


def player_of(rules: Rules[Any]) -> Plays[Any]:
    """Returns the rules as those of a game with a built-in player.

    Raises:
        Refused: it has none.
    """
    if isinstance(rules, Plays):
        return rules
    problem = Problem(
        "no-built-in-player",
        f"there is no built-in player of {rules.game.title}",
        hint="Every seat of it needs a person who writes its sheets.",
        kind="invalid",
    )
    raise Refused([problem])


@runtime_checkable
class Composes(Protocol[S_contra]):
    """Rules that say what a seat may order now, for a page on which sheets are made by clicks.

    Of others the page makes orders by their forms alone.
    """

    def choices(self, view: S_contra, seat: str) -> Choices:
        """What a seat may order of the player-turn that stands in what it may see.

        Nothing is proposed that the rules surely refuse, and nothing legal is left out that the
        words of a gesture could say. Topics that will not be asked are left out by whoever asks.
        """


@runtime_checkable
class Projects(Protocol[S_contra]):
    """Rules that tell what a sheet leads to. Of others `check` tells what no die can change."""

    def projection(self, view: S_contra, seat: str, said: SubmittedOrders) -> Sequence[Paragraph]:
        """What a sheet leads to behind `view`, which it reaches without dice.

        Its chances, what its later orders depend on, who answers what. It may be a sheet that only
        answers: `seat` need not be the one that plays.
        """


class Hopeless(NamedTuple):
    """An order, or a whole topic, behind a die that no dice can make legal."""

    topic: str
    """The topic."""
    place: int | None
    """Its place in the topic's list, from 0; None: the topic as a whole."""
    problem: Problem
    """Why; its path is relative to the order, or to the topic."""
    is_sure: bool = False
    """Whether it holds whatever other seats choose before it, also of what is left of an order that
    is being carried out."""


@runtime_checkable
class LooksAhead(Protocol[S_contra]):
    """Rules that judge what a sheet orders behind a die. Of others its form alone is judged."""

    def check_ahead(self, state: S_contra, seat: str, said: SubmittedOrders) -> Iterable[Hopeless]:
        """What no dice, and no card that comes, can make legal of the orders that are left.

        `state` is what the seat sees where a dry run of its sheet stopped. Each order is judged
        against what is best for it, so an order that could work is never told.
        """


@runtime_checkable
class LaysOut(Protocol):
    """Rules whose map is laid out by a search before it can be drawn.

    What it finds is kept beside the views of the newest opening, in `now/layout.json`, so that the
    next run need not search again.
    """

    layout: str
    """What an earlier search found. It may come from anywhere: what does not fit is not used."""

    def laid_out(self) -> str:
        """What is to be kept, as `layout` takes it; empty: the map needs no search."""


class Part(NamedTuple):
    """A part of a map that a report shows."""

    caption: str
    """What stands below the picture."""
    style: Style
    """How it is drawn; layout and ids are the report's to choose."""
    on_paper_only: bool = False
    """Whether a screen does without it, for the part before shows as much there."""


@runtime_checkable
class ShowsParts(Protocol[S_contra]):
    """Rules whose map is too large to be read at once. Of others a report shows the whole map."""

    def parts(self, view: S_contra, events: Sequence[Event]) -> Iterable[Part]:
        """What a report shows of an opening: the part in which it all lies, then closer ones.

        The whole map can be unfolded below. None at all: it shows the whole map, as it does of
        other rules.
        """


@runtime_checkable
class NamesQuestions(Protocol[S_contra]):
    """Rules that say which questions may come. Of others no labels of answers are judged."""

    def questions(self, state: S_contra) -> Iterable[Form]:
        """Every question that the player-turn in which a view stands may still put to a seat.

        Too many forms do no harm, a missing one would refuse an answer that could work.
        """


@runtime_checkable
class TellsTopics(Protocol[S_contra]):
    """Rules that say more of topics than examples do. Of others examples are shown."""

    def topic_notes(self, view: S_contra, seat: str, topic: str) -> Iterable[str]:
        """What who orders a topic now has to know: what is due, and where it may go."""

    def why_not_now(self, view: S_contra, seat: str, topic: str) -> str:
        """Why no order of a topic is legal now, in words that follow "because"; empty: unknown."""


class Score(NamedTuple):
    """What one side of a match has, and what an opening cost it."""

    side: str
    """The side, or the seat in a game where seats fight."""
    name: str
    """What it is called where its name stands alone, in the language of the rules."""
    look: str | None
    """Its colour on the map, a key of `render.looks.LOOKS`; None: the next one that is free."""
    held: int
    """What it holds in the position that was reached."""
    lost: int
    """What it lost in the opening; whoever draws a graph adds it up."""


class Scores(NamedTuple):
    """How the sides of a match stand, counted alike for all of them."""

    held: str
    """What is counted as held, as the heading of a graph: "Cities"."""
    lost: str
    """What is counted as lost: "Units lost"."""
    sides: tuple[Score, ...]
    """The sides in the order of the game, the same in every opening."""


@runtime_checkable
class KeepsScore(Protocol[S_contra]):
    """Rules that count how the sides stand, for graphs. Of others graphs show the dice alone."""

    def scores(self, before: S_contra, events: Sequence[Event], view: S_contra) -> Scores:
        """What each side holds in `view`, and lost in the opening that led to it.

        All that it is given is what everybody may know; without events it is the start.
        """
