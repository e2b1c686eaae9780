"""What a game is made of, and the table through which its rules touch the world.

Rules are plain functions over a `Table`. They touch it by three verbs: `ask` a seat (or take the
`next` order of a topic), `roll` labelled dice (or `draw` from a public pile), `record` an event.
Nothing else happens in a rule. `Suspended` passes through rules: they hold no `except`, `finally`,
`with` or generator around the table.

Where seats know different things (`Rules.is_hidden`), cards lie in sealed decks. `Table.deck` makes
one; an event puts the `Deck` into the state, and hands there are positions in it: who draws takes
the next position, without dice. `Deck.card` tells what lies at a position, and None in the view of
a seat that may not know: so a question reads cards of the seat that it asks, and no others. Before
a card does something for all, `Table.unseal` makes it public, and the event behind it marks that by
`Deck.unsealed`. `view` shows a seat `Deck.shown` of what it may look at, `redact` takes out of
events what it may not know; labels and prompts say nothing of it. `games/HIDDEN.md` shows it all.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Generic,
    Literal,
    NamedTuple,
    Protocol,
    TypeAlias,
    TypeVar,
)

from pydantic import ConfigDict, Field, SerializerFunctionWrapHandler, model_serializer

from adjudicator.core.decks import Deck
from adjudicator.core.problem import Problem
from adjudicator.core.report import USUAL_STYLE, Report, Style
from adjudicator.core.values import FileName, FrozenMap, Hex32, Id, JSONValue, Value

if TYPE_CHECKING:  # for `luck` alone
    from adjudicator.core.trials import Trial

__all__ = [
    "AnswerUnused", "Ask", "Choose", "Event", "Game", "Order", "OrderCut", "OrderFailed", "Part",
    "Pending", "QuestionAnswered", "Reason", "Rules", "Scenario", "Seat", "Source",
    "StandingOrder", "State", "Step", "SubmittedOrders", "Suspended", "Table", "event_name",
    "example", "example_of", "kebab",
]  # fmt: skip


Source: TypeAlias = Literal["label", "topic", "only", "standing", "default", "end", "conceded"]
"""Where an answer came from; "only": no other was legal; "end": the topic is empty; "conceded": the
seat has conceded, and nothing more of the topic is taken."""

Reason: TypeAlias = Literal["conceded", "draw"]
"""Why a match ends before its rules end it: all but one gave it up, or all agreed to a draw."""


def example(document: dict[str, Any]) -> ConfigDict:
    """Returns the configuration of an order's class that shows one as players write it.

    It stands in the published schema, and `template` shows it.
    """
    return ConfigDict(json_schema_extra={"examples": [document]})


def example_of(model: type[Value]) -> JSONValue:
    """Returns the example that a class was given; None without one."""
    extra = model.model_config.get("json_schema_extra")
    shown: Any = extra.get("examples") if isinstance(extra, dict) else None
    return shown[0] if shown else None


class Order(Value):
    """What a seat tells the referee. Subclasses narrow `order` to their tag, without default."""

    brings: ClassVar[tuple[str, ...]] = ()
    """Topics that dispose of what it brings: while it is refused, nobody can say how much."""
    order: str
    """The tag: which kind of order it is."""


class StandingOrder(Value):
    """An order that answers future questions of a kind. Subclasses narrow `standing`."""

    standing: str
    """The tag: which kind of question it answers."""


class Event(Value):
    """What happened, in the past participle. Local to one rules_version, never hashed."""


class State(Value):
    """Everything true of a match. One subclass a game; mappings are FrozenMap.

    A field `result`, None until the end, tells programs how it ended (`status --json`): a value
    with `winner` (a seat or None) or `winners`, `reason`, and where they are counted `points` by
    side. A field that comes later joins `omitted_if_empty`, else older states hash otherwise.
    """

    conceded: tuple[Id, ...] = ()
    """Seats that gave the match up: nothing is due from them any more."""
    draw_offers: tuple[Id, ...] = ()
    """Seats that offer a draw or accept one."""

    @property
    def consent_not_needed(self) -> tuple[str, ...]:
        """Returns the seats that need not agree to a draw; a game may override it."""
        return self.conceded

    omitted_if_empty: ClassVar[tuple[str, ...]] = ("conceded", "draw_offers")
    """Fields that are not written while they are empty: states hash as they did before there were
    such fields. A game adds those that came later."""

    @model_serializer(mode="wrap")
    def _written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        document: dict[str, Any] = write(self)
        for name in self.omitted_if_empty:
            if not document[name]:
                del document[name]
        return document


class OrderFailed(Event):
    """An order in force was legal when it was written; the dice made it impossible."""

    seat: Id
    """Whose order it was."""
    topic: Id
    """The topic in which it stood."""
    index: int
    """Place in the topic's list in the sheet, from 0."""
    order: Any
    """The order."""
    code: str
    """Why it failed, for programs."""
    message: str
    """Why it failed, in words."""


class OrderCut(Event):
    """An order named more units than are left or fit; it was carried out with fewer."""

    seat: Id
    """Whose order it was."""
    topic: Id
    """The topic in which it stood."""
    index: int
    """Place in the topic's list in the sheet, from 0."""
    order: Any
    """The order as it was written."""
    done: Any
    """The order as it was carried out."""


class QuestionAnswered(Event):
    """A question was answered; what the answer was, the events that follow say."""

    seat: Id
    """Who was asked."""
    topic: Id
    """In which topic."""
    label: str
    """The name of the question."""
    source: Source
    """Where the answer came from."""
    index: int | None
    """Place in the topic's list in the sheet, from 0, where it came from there."""


class AnswerUnused(Event):
    """An answer in a sheet whose question was never asked, or that was illegal when it was."""

    seat: Id
    """Whose answer it was."""
    label: str
    """The question that it names."""
    order: Any
    """The answer."""
    message: str
    """Why it was not used."""


S = TypeVar("S", bound=State)
S_co = TypeVar("S_co", bound=State, covariant=True)
O = TypeVar("O", bound=Order)  # noqa: E741 - the usual letter for an order type
T = TypeVar("T")


class Choose(Protocol):
    """Chooses one of several things; lets rules sample legal answers without a random source."""

    def __call__(self, things: Sequence[T], /) -> T: ...


class Ask(NamedTuple, Generic[O]):
    """One question to one seat. The rule that asks is the rule that judges the answer.

    For `Table.next` the same question is put until the topic's queue is empty.
    """

    label: str
    """Stable name, made by the rules: "turn-3/western/battle/portland/attacker/air/target-1"."""
    topic: str
    """The key under which a sheet or a standing order may answer: "targets"."""
    seat: str
    """Who is asked."""
    expects: type[O]
    """The class of the answer."""
    prompt: str
    """The question in words."""
    rule: str
    """The paragraph: "1986 action 3"."""
    check: Callable[[O], Iterable[Problem]]
    """Problems of an answer, with paths relative to the order. Empty: legal."""
    options: Callable[[], Iterable[O]] | None = None
    """All legal answers where they are countable, best known first."""
    sample: Callable[[Choose], O | None] | None = None
    """A random legal answer (None: stop) where they are not countable."""
    clamped: Callable[[O], O | None] | None = None
    """The largest legal part of an order that names too many units, or None."""
    matches: Callable[[Order], bool] | None = None
    """For `next`, where a seat orders several things in one topic: which orders of the queue are
    meant for this question. Others stay in the queue for a later one. None: all."""
    check_complete: Callable[[], Iterable[Problem]] | None = None
    """For `next`: problems of the topic as a whole once its queue is empty."""
    by_standing: Callable[[Sequence[StandingOrder]], O | None] | None = None
    """What the standing orders of the seat answer; None, or returning None: nothing."""
    default: Callable[[], O | None] | None = None
    """The published default; None, or returning None: the match waits for an answer.

    A seat that has conceded is not waited for: without a default the first of `options` answers.
    """

    def default_answer(self) -> O | None:
        """Returns the default, else the first of `options`; None: only the seat can answer."""
        usual = self.default() if self.default is not None else None
        if usual is None and self.options is not None:
            usual = next(iter(self.options()), None)
        return usual


class Table(Protocol[S_co]):
    """All of the world that rules may touch."""

    @property
    def state(self) -> S_co:
        """The state as of the last recorded event."""

    def ask(self, question: Ask[O]) -> O:
        """Returns exactly one legal answer: by label > topic > standing > default, or suspends."""

    def next(self, question: Ask[O]) -> O | None:
        """Returns the next legal order of the topic's queue; None: no more."""

    def ask_all(self, questions: Sequence[Ask[O]]) -> tuple[O, ...]:
        """Returns simultaneous answers; nothing is journaled until all are in."""

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        """Returns `count` dice of `sides` sides, in the order rolled."""

    def draw(self, label: str, pile: Sequence[T]) -> T:
        """Returns one thing of a public pile in its stated order: one roll of len(pile) sides."""

    def deck(self, label: str, cards: Sequence[str]) -> Deck:
        """Returns a new sealed deck of cards given in their stated order.

        Its order is hidden, its positions are public: who draws takes the next one, without dice.
        """

    def unseal(self, deck: Deck, position: int) -> str:
        """Makes the card at a position of a sealed deck public, once, and returns it.

        An event that marks it by `Deck.unsealed` follows. Rules learn a card by this alone, unless
        they look at it for the seat that holds it.
        """

    def record(self, event: Event) -> None:
        """Makes the event part of the state."""


class Pending(Value):
    """Something asked and not answered. `topic` is "orders" for a whole sheet, "rolls" for dice."""

    label: str
    """The name under which a sheet answers it."""
    topic: str
    """The topic under which a sheet or a standing order answers it."""
    seat: Id | None
    """Who is asked; null: the table itself, for rolls made elsewhere."""
    prompt: str
    """The question in words."""
    rule: str
    """The paragraph of the rulebook."""
    options: tuple[Any, ...] | None = None
    """Every legal answer, as orders, where they can be listed."""


class Suspended(BaseException):
    """A step stopped at pending questions. Never caught in rules."""

    def __init__(self, pending: Iterable[Pending]) -> None:
        self.pending = tuple(pending)
        """What is awaited."""
        super().__init__(", ".join(question.label for question in self.pending))


class Part(NamedTuple, Generic[S]):
    """The share of one side in a player-turn that several sides play on sheets opened together.

    The parts are carried out one after another; each was planned without knowing the others. Where
    one side plays at a time, or all are asked at once (`Table.ask_all`), there are none.
    """

    label: str
    """"turn-1/southern"."""
    seat: str
    """Whose part it is. A seat may have several, all on one sheet."""
    sealed: tuple[str, ...]
    """Topics that nobody may hold back, or they would order them knowing the earlier parts."""
    queues: tuple[str, ...]
    """Topics of which every order is carried out, or told as failed."""
    assumed_outcome: Callable[[S], Sequence[Event]]
    """What leads to the next part as if nothing more happened in this one; empty: no part follows.
    A dry run goes on there, for the parts that follow were planned on the same position."""


class Step(NamedTuple, Generic[S]):
    """The smallest piece of the rulebook worth a checkpoint."""

    label: str
    """"turn-1/western/combat/portland"."""
    turn: str
    """The player-turn that it belongs to: "turn-1-western". A sheet lapses with it."""
    seats: tuple[str, ...]
    """Whose whole sheets the player-turn awaits; it begins when all are in."""
    topics: tuple[str, ...]
    """What a sheet of this player-turn may hold under `orders`, in the order of play."""
    run: Callable[[Table[S]], None]
    """Must leave the state in another step."""
    asks_all: tuple[str, ...] = ()
    """Topics of this player-turn in which seats are asked that do not play it."""
    without_default: tuple[str, ...] = ()
    """Topics in which those who play it may be asked and nothing answers but a sheet."""
    part: Part[S] | None = None
    """Of a player-turn in parts, the one that it belongs to."""
    follows: Callable[[S], Sequence[Event]] | None = None
    """What leads to the player-turn that follows, as if nothing more happened in this one, where
    the same seats play it in the same game-turn; empty: they play none. A sheet may be for all of
    them; None: for one only."""


class Seat(Value):
    """Who sends sheets; may lead several sides."""

    sides: tuple[Id, ...]
    """The sides that it leads."""


class Scenario(Value):
    """A starting position with its options; any position can be written down as one."""

    format: int
    """The format of the file."""
    scenario: Id
    """The name of the scenario."""
    game: Id
    """The full name: `fortress-america-1986`."""
    map: Id
    """The map, by its folder under maps/; or the id in a map.json that is not shipped."""
    own_files: FrozenMap[FileName, Hex32] = FrozenMap()
    """By name, the SHA-256 of each file of the map that is not the shipped one."""
    title: Annotated[str, Field(min_length=1, max_length=200)]
    """The title for people."""
    seats: FrozenMap[Id, Seat]
    """The seats, each with the sides that it leads."""
    options: FrozenMap[str, Any] = FrozenMap()
    """Departures from the game's defaults; the resolved options stand in the offer."""
    start: Any
    """The game's own model of a start."""

    @model_serializer(mode="wrap")
    def _written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """On a shipped map nothing is said of files."""
        document: dict[str, Any] = write(self)
        if not self.own_files:
            del document["own_files"]
        return document


class SubmittedOrders(NamedTuple):
    """All that a seat has said for a player-turn."""

    orders: Mapping[str, Sequence[Order]]
    """The orders in force of each topic, also those that were carried out."""
    standing: Sequence[StandingOrder]
    """The seat's standing orders."""
    held: Sequence[str] = ()
    """Topics that it holds back: what it says of them it may still change."""


class Rules(ABC, Generic[S]):
    """The rules of one game bound to one match's map, options and seats.

    What is abstract every game must say; all else has a default. What a game may say besides are
    the capabilities of `core/capabilities.py`. The smallest game that ships is `games/nine_fields`.
    """

    game: "Game"
    """The game whose rules these are."""
    seats: tuple[str, ...]
    """Who sends sheets, in the order of play."""
    start: S
    """The start position: no dice, no secrets."""
    options: Value
    """The resolved options; part of the offer."""
    is_hidden: bool = False
    """Whether the match has hidden information; see `capabilities.Hidden`."""

    @cached_property
    def always_ask(self) -> tuple[str, ...]:
        """Topics whose standing orders and defaults this match does without (option `ask`)."""
        return tuple(getattr(self.options, "ask", ()))

    # -- the rules ----------------------------------------------------------------------------

    @abstractmethod
    def next_step(self, state: S) -> Step[S] | None:
        """Which piece of the rulebook comes next; None: the game is over."""

    @abstractmethod
    def evolve(self, state: S, event: Event) -> S:
        """The only place where state changes."""

    @abstractmethod
    def ended(self, state: S, winner: str | None, reason: Reason) -> Sequence[Event]:
        """The end of the match, as events: a seat has won because the others conceded, or nobody.

        `conceded` and `draw_agreed` ask for it.
        """

    def conceded(self, state: S) -> Sequence[Event]:
        """The end of the match, if the seats in `state.conceded` decide it; else nothing.

        All seats may be among them. Between steps and in a suspended one alike. By default the
        last seat wins that is not silent; if none is left, nobody does.
        """
        left = [seat for seat in self.seats if seat not in state.consent_not_needed]
        if not left:
            return self.draw_agreed(state)
        return self.ended(state, left[0], "conceded") if len(left) == 1 else ()

    def draw_agreed(self, state: S) -> Sequence[Event]:
        """The end of the match as a draw that all seats left agreed to."""
        return self.ended(state, None, "draw")

    # -- checks -------------------------------------------------------------------------------

    @abstractmethod
    def check_static(self, state: S, topic: str, order: Order, *, seat: str) -> Iterable[Problem]:
        """What no die can change: the thing exists, is of the right kind, borders the other."""

    def check_standing(self, seat: str, order: StandingOrder) -> Iterable[Problem]:
        """What is wrong with one of the game's standing orders: no such area or kind."""
        return ()

    @abstractmethod
    def check_state(self, state: S) -> Iterable[str]:
        """Broken invariants, for assertions after each step; empty in a right program.

        A file may hold any state of the right form: nothing in it is taken for granted here.
        """

    # -- who knows what -----------------------------------------------------------------------

    def view(self, state: S, seat: str | None) -> S:
        """What one seat (None: everybody) may know; by default all. A view of a view is itself."""
        return state

    def redact(self, event: Event, seat: str | None) -> Event | None:
        """What one seat (None: everybody) may know of an event; by default all of it.

        See `core/redaction.py`.
        """
        return event

    # -- for people ---------------------------------------------------------------------------

    @abstractmethod
    def picture(self, view: S, events: Sequence[Event], style: Style = USUAL_STYLE) -> str:
        """The map as SVG text. `events` are those of the opening shown."""

    @abstractmethod
    def report(self, before: S, events: Sequence[Event], view: S) -> Report:
        """The opening told for people; without events, the start."""

    @abstractmethod
    def standings(self, state: S) -> tuple[str, ...]:
        """A few lines for `status`: who leads, what is left.

        The first line of a match that is over says how it ended.
        """

    def trials(self, before: S, events: Sequence[Event]) -> "Iterable[Trial]":
        """What the sides threw dice for in an opening, for `luck`; by default nothing.

        `before` and `events` are what everybody may know. The chances of a throw are those that it
        had when it was made, whatever came before it.
        """
        return ()

    # -- help with sheets ---------------------------------------------------------------------

    def draft(self, view: S, seat: str, topic: str) -> Sequence[Order]:
        """Legal orders of a topic that `template` writes, for players to change; mostly none."""
        return ()

    def order_examples(self, view: S, seat: str, topic: str) -> Sequence[Order]:
        """Orders that `template` shows of a topic for which the position has no legal example.

        They name what the seat has; mostly none: then those of the schema are shown.
        """
        return ()

    def standing_defaults(self, seat: str) -> Sequence[StandingOrder]:
        """The published defaults as standing orders, which `template` writes to be changed."""
        return ()

    def standing_examples(self, view: S, seat: str) -> Sequence[StandingOrder]:
        """A legal standing order of each kind, made for the position and the seat."""
        return self.standing_defaults(seat)


class Game(ABC):
    """One entry of the registry: a set of rules, not yet bound to a match."""

    name: str
    """The full name, as commands take it: `fortress-america-1986`."""
    title: str
    """The title for people."""
    rules_version: int = 1
    """Goes up with every change of a result."""
    maps: tuple[str, ...] = ()
    """Maps that it can be played on, the default first."""
    files: Mapping[str, type[Value]] = MappingProxyType({})
    """Files of a map folder, by name, with their models. The model of map.json has the map's id as
    `map`."""
    rule_files: tuple[str, ...] = ()
    """Those that decide rules; their hashes stand in the offer. By default all of `files`."""
    topics: Mapping[str, tuple[type[Order], ...]]
    """Every topic of a sheet, in the order of play, with the orders that it takes."""
    standing: tuple[type[StandingOrder], ...] = ()
    """The standing orders that a sheet may hold."""
    options: type[Value]
    """The model of what players may agree on."""
    state: type[State]
    """The model of the position."""
    start: type[Value]
    """The model of what a scenario may write under `start`."""
    package: str = ""
    """The package that brought it, as installers name it; empty: it ships with the program."""
    home: str = ""
    """The folder of that package; its maps lie in maps/ there."""

    def __init_subclass__(cls) -> None:
        """Of a game that does not say otherwise, all files decide rules."""
        super().__init_subclass__()
        if "files" in vars(cls) and "rule_files" not in vars(cls):
            cls.rule_files = tuple(cls.files)

    def check_files(self, files: Mapping[str, Any]) -> Iterable[tuple[str, Problem]]:
        """What is wrong with the files of a map by themselves and together.

        Args:
            files: all of `files` by name, each a value of its model.

        Returns:
            Problems, each with the name of its file; paths are those in the file. By default none.
        """
        return ()

    @abstractmethod
    def open(self, scenario: Scenario, map_files: Mapping[str, bytes]) -> Rules[Any]:
        """Binds the rules to a scenario and its map, whose files were checked.

        Raises:
            Refused: the scenario has problems; all of them.
        """


def kebab(name: str) -> str:
    """Returns a class name as a kebab id: `UnitsMoved` gives `units-moved`."""
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")


def event_name(event: Event | type[Event]) -> str:
    """Returns the kebab name under which an event stands in events.json and cases."""
    return kebab((event if isinstance(event, type) else type(event)).__name__)
