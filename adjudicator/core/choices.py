"""What a seat may order now, as data from which a page composes a sheet by clicks.

Rules say it (`core/capabilities.Composes`), a page proposes by it, and `check` still judges: a
wrong proposal costs a refused sheet, never a wrong position. It has six ideas and no more:

* a *stock*: what the seat has, by place and kind. Boxes beside the map are places too;
* *sets* of places, joined by `|`, `&` and `!`: "own|declared&held&!city". `&` binds stronger than
  `|`; the empty expression is every place. An order may add its place to a set, so that later
  topics see it;
* *gestures*: how clicks become an order. `point` names a place, `draw` goes from place to place,
  `gather` brings several stacks to one target in one order, `pick` takes something from a list
  that the rules wrote, `reply` says what others do, and then what one does oneself;
* *templates*: a gesture fills one to write an order, and matches it to read one. A text in it that
  begins with `$` is a variable: `$place`, `$from`, `$to`, `$path`, `$kind`, `$count`, `$groups`,
  `$kinds` (a list of kinds of which there is but one each, that go together), or the name of a
  field. What no click gives a variable leaves its field out;
* *effects*: what an order takes from the stock, moves and gives, now or when its topic is through;
* *limits* on a topic as a whole.

The schema is published as `schemas/choices.json`, once: it is the same for all games.
`template --choices` prints a seat's.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, JsonValue

from adjudicator.core.values import FrozenMap, Id, Value

__all__ = [
    "Asked",
    "Choices",
    "Draw",
    "Gather",
    "Gesture",
    "Item",
    "Kind",
    "Left",
    "Limit",
    "Near",
    "Option",
    "Orders",
    "Pick",
    "Point",
    "Reach",
    "Reply",
    "Stack",
    "Sum",
    "TopicChoices",
    "packed",
]

Count: TypeAlias = Annotated[int, Field(ge=0)]
Expression: TypeAlias = Annotated[str, Field(max_length=2000)]
"""Sets joined by `|`, `&` and `!`; empty: every place."""


class Kind(Value):
    """What people call things of one kind, in the language of the page."""

    one: str
    """A single one: "infantry unit"."""
    more: str = ""
    """Several: "infantry units". Empty: they are called the same."""
    is_one: bool = False
    """Whether there is but one of it, as of a card: it is told without a number."""


class Option(Value):
    """One value that a gesture's variable may take."""

    text: str
    """What people read; `{x}` stands for the number or text that they give with it."""
    value: JsonValue = None
    """What is written; `$x` in it stands for what is given. Null: the field is left out."""
    x: Literal["", "count", "ratio", "given"] = ""
    """What is given with it: nothing, a whole number, a ratio such as "1/2", or whatever a sheet
    that was read has there: such an option is shown, and not offered."""
    usual: int | str | None = None
    """What `x` is to begin with."""


class Asked(Value):
    """What a gesture asks besides places and units: a variable with its values."""

    name: Id
    """The variable, as the template has it behind `$`."""
    text: str
    """What people read."""
    options: tuple[Option, ...] = Field(min_length=1)
    """The values; the first is the usual one."""


class Reach(Value):
    """How far something comes: over links, or as a table says."""

    kinds: tuple[Id, ...] = ()
    """For which kinds; empty: for all."""
    links: tuple[Id, ...] = ()
    """Over which links, by the names that `Choices.links` has."""
    points: Count = 1
    """How many links far."""
    through: Expression = ""
    """Which places may be passed."""
    end: Expression = ""
    """Where it may end."""
    begin: Expression = ""
    """Where it may begin."""
    table: FrozenMap[Id, tuple[Id, ...]] = FrozenMap()
    """Instead of links: by the place of its beginning, the places where it may end."""
    into: FrozenMap[Id, Expression] = FrozenMap()
    """Instead of links: by the place of its beginning, in which places it may end."""
    own: bool = False
    """Whether a script of the game's own says it once orders stand before; what is said here holds
    until then."""


class _Gesture(Value):
    """What all gestures have."""

    text: str
    """What people read on its button: "Invade"."""
    make: JsonValue
    """The order, with variables."""
    say: str
    """The order in a line of the sheet: "{count} {kind}: {from} to {to}"."""
    asks: tuple[Asked, ...] = ()
    """What it asks besides."""
    own: Id | None = None
    """What a script of the game's own knows of it better than can be said here: what may go, how
    far it comes, what is wrong with it, what it does."""
    at_most: Annotated[int, Field(ge=1)] | None = None
    """So many of these orders a topic takes at most; null: any number."""
    joins: Id | None = None
    """The set that the place of its end joins, for what comes later in the sheet."""
    leaves: Id | None = None
    """The set that the place of its end leaves, for what stands in its `then`."""
    pool: Id | None = None
    """The box from which it puts `$count` of `$kind` on its place; null: nothing is put."""
    parts: FrozenMap[Id, JsonValue] = FrozenMap()
    """Variables whose values are lists: how one thing of the list is written. What it `puts`
    stands in such a list, if it has one."""
    puts: Id | None = None
    """Which of the lists says what is put where: by `$kind`, `$count` and `$place`."""
    strikes: Id | None = None
    """Which of the lists says what it takes from others, in the same way."""
    clears: Id | None = None
    """Which of the lists says out of which places it drives others; they leave where it puts units,
    too."""
    takes: FrozenMap[Id, FrozenMap[Id, Count]] = FrozenMap()
    """By place, what each of these orders uses up besides."""
    room: Annotated[int, Field(ge=1)] | None = None
    """So many of one's own may stand where it puts or carries them; null: any number."""
    unsaid: JsonValue = None
    """The order that is carried out if the topic has none by this gesture; null: none is."""


class Point(_Gesture):
    """Names a place, and perhaps how many of a kind. With `parts` clicks add to one order."""

    by: Literal["point"]
    on: Expression = ""
    """Which places may be named."""
    kinds: tuple[Id, ...] = ()
    """Which kinds; empty: all that the box holds."""
    foes: bool = False
    """Whether `$kind` is one of the others' units that stand there."""
    once: bool = False
    """Whether a place is named once at most."""
    most: Annotated[int, Field(ge=1)] | None = None
    """Without a box: the largest `$count`."""


class Draw(_Gesture):
    """Leads from a place to another: units, or an attack."""

    by: Literal["draw"]
    on: Expression = ""
    """Where it may begin."""
    kinds: tuple[Id, ...] = ()
    """Which kinds may go; empty: all."""
    reach: tuple[Reach, ...] = ()
    """How far they come; the first entry that is for a kind counts. None: its script finds it."""
    least: Annotated[int, Field(ge=1)] = 1
    """So many must stand where it begins."""
    keep: Count = 0
    """So many stay where it begins."""
    gathers: bool = False
    """Whether it begins with its end: what can go there comes from wherever it stands. Its script
    says who can."""
    moves: Literal["no", "now", "later"] = "no"
    """Whether what goes stands at its end for the next order, or when the topic is through; "no":
    nobody can say yet where it will stand."""
    hangs: Expression = ""
    """Ends that hang on dice: what goes there may yet go elsewhere, so other orders may name it
    again; empty: none. An order hangs on the place `$won` in the same way."""
    carries: FrozenMap[Id, tuple[Id, ...]] = FrozenMap()
    """By kind, those that may ride along as `$with`, one on each."""
    then: tuple[Literal["then", "else"], ...] = ()
    """The fields of the order under which orders stand that follow it: if its end was taken, and if
    it was not. An order that begins at the end of another may stand in its `then`."""


class Reply(_Gesture):
    """Answers moves of others by a move of one's own, played when the next turn comes.

    A script of the game's own says who can go where behind the orders that stand before.
    """

    by: Literal["reply"]
    others: FrozenMap[Id, str]
    """Who moves before, as people call them."""
    condition: JsonValue
    """What stands for one move of others in `$if`: of `$side`, from `$from` to `$to`; it may have
    more fields."""
    always: JsonValue
    """What stands in `$if` where the reply answers anything."""
    texts: FrozenMap[Id, str]
    """What people read of conditions: `always`, `and` between two of them, `anybody` for one that
    names no side; and each field but the side by its name, with `{x}` for what it says."""
    besides: tuple[Asked, ...] = ()
    """What may be said of a move of others besides, by the fields that `condition` has for it."""
    then: tuple[Literal["then"]]
    """The field under which its replies to what comes next stand."""
    confirm: Id | None = None
    """The field of an outermost reply that says how many it is with all those under it."""
    deepest: Annotated[int, Field(ge=1)] = 1
    """So many may stand one inside the other."""
    most: Annotated[int, Field(ge=1)] | None = None
    """So many a sheet may hold with those inside others; null: any number."""


class Gather(_Gesture):
    """Brings stacks beside a place to it in one order: `$groups` has them by place and kind."""

    by: Literal["gather"]
    on: Expression = ""
    """The places to which they may go, each once."""
    links: tuple[Id, ...] = ()
    """Over which links."""
    begin: Expression = ""
    """Where they may stand."""
    over: tuple[Id, ...] = ()
    """Kinds that may also stand in the place itself; all of these that do must go along."""


class Item(Value):
    """One ready order of a list."""

    text: str
    """What people read."""
    order: JsonValue
    """The order."""
    takes: FrozenMap[Id, FrozenMap[Id, Count]] = FrozenMap()
    """By place, what it uses up."""
    gives: tuple[FrozenMap[Id, FrozenMap[Id, Count]], ...] = ()
    """By place, what it brings: as the first of these orders in the topic, as the second, and so
    on; the last one holds for all that follow."""


class Pick(_Gesture):
    """Takes something from a list.

    With `make` also what is not in the list is read: what it does is known then, and nobody here
    judges it.
    """

    by: Literal["pick"]
    items: tuple[Item, ...]
    """The list."""
    make: JsonValue = None
    """An order that is not in the list, with variables; null: there is no other. `$from` and `$to`
    carry all that stands in a place to another."""
    say: str = ""
    """What stands before the words of an order in a line of the sheet."""


Gesture: TypeAlias = Annotated[Point | Draw | Gather | Pick | Reply, Field(discriminator="by")]


class Left(Value):
    """How much may be left in a box when the topic is through."""

    limit: Literal["left"]
    box: Id
    """The box."""
    at_most: Count = 0
    """How much may be left there."""
    text: str
    """What is wrong otherwise; `{x}` is how much is left, or too much."""


class Orders(Value):
    """How many orders a topic must have."""

    limit: Literal["orders"]
    at_least: Count = 0
    """So many."""
    text: str
    """What is wrong otherwise; `{x}` is how many lack."""


class Sum(Value):
    """How many units the orders of a topic name together. A full sum takes no more orders."""

    limit: Literal["sum"]
    at_least: Count = 0
    """So many."""
    at_most: Count | None = None
    """And no more; null: any number."""
    given: Id | None = None
    """Only where the topic has such an order; null: always."""
    not_given: Id | None = None
    """Only where the topic has no such order; null: always."""
    text: str
    """What is wrong otherwise; `{x}` is how many lack, or are too many."""


class Stack(Value):
    """How many of one's own may stand in a place when the topic is through."""

    limit: Literal["stack"]
    on: Expression = ""
    """In which places."""
    at_most: Count
    """So many at most."""
    text: str
    """What is wrong otherwise; `{place}` is where, `{x}` how many stand there."""


class Near(Value):
    """Each place of a set must have own units in it or beside it when the topic is through."""

    limit: Literal["near"]
    each: Expression
    """Which places."""
    links: tuple[Id, ...]
    """What is beside what."""
    begin: Expression = ""
    """Where the units beside it may stand."""
    text: str
    """What is wrong otherwise; `{place}` is where."""


Limit: TypeAlias = Annotated[Left | Orders | Sum | Stack | Near, Field(discriminator="limit")]


class TopicChoices(Value):
    """A topic of the sheet that will be asked, in the order of play."""

    topic: Id
    """The key under `orders`."""
    text: str
    """Its title for people."""
    notes: tuple[str, ...] = ()
    """What who orders it has to know."""
    gestures: tuple[Gesture, ...] = ()
    """How its orders are made; none: by their form alone."""
    limits: tuple[Limit, ...] = ()
    """What must hold of it as a whole."""
    draft: tuple[JsonValue, ...] = ()
    """Orders to begin with, which people change."""


class Choices(Value):
    """What one seat may order now, as far as it may know."""

    places: FrozenMap[Id, str]
    """All places that orders can name, by id, as people call them. Those that are not on the board
    are `boxes`."""
    boxes: tuple[Id, ...] = ()
    """Places beside the map, in the order in which they are shown."""
    kinds: FrozenMap[Id, Kind] = FrozenMap()
    """What its units are called."""
    stock: FrozenMap[Id, FrozenMap[Id, Annotated[int, Field(ge=1)]]] = FrozenMap()
    """What the seat has, by place and kind."""
    foes: FrozenMap[Id, FrozenMap[Id, Annotated[int, Field(ge=1)]]] = FrozenMap()
    """What others have, by place and kind, where orders speak of it. The set `foes` is where any of
    it stands."""
    sets: FrozenMap[Id, tuple[str, ...]] = FrozenMap()
    """Places with something in common. Where ids differ in their last digits alone, "s0103..08" are
    those from s0103 to s0108; `packed` writes it so."""
    links: FrozenMap[Id, tuple[tuple[Id, Id], ...]] = FrozenMap()
    """Ways between places, each once; by what may use them."""
    topics: tuple[TopicChoices, ...] = ()
    """The topics in the order of play."""
    facts: FrozenMap[Id, Any] = FrozenMap()
    """What a script of the game's own needs to know besides."""


def packed(places: Iterable[str]) -> tuple[str, ...]:
    """Returns places in order, in the short form that `Choices.sets` may have.

    >>> packed(["s0103", "s0104", "s0105", "n0201", "box"])
    ('box', 'n0201', 's0103..05')
    """
    found: list[list[str]] = []
    for place in sorted(places):
        if found and _follows(found[-1][-1], place):
            found[-1].append(place)
        else:
            found.append([place])
    return tuple(run[0] if len(run) == 1 else f"{run[0]}..{run[-1][-_DIGITS:]}" for run in found)


_DIGITS = 2
"""How many digits at the end of an id are counted."""


def _follows(one: str, other: str) -> bool:
    """Whether ids differ by one in their last digits alone."""
    ends = one[-_DIGITS:], other[-_DIGITS:]
    if one[:-_DIGITS] != other[:-_DIGITS] or not all(end.isdecimal() for end in ends):
        return False
    return len(ends[0]) == _DIGITS and int(ends[0]) + 1 == int(ends[1])
