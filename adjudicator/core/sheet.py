"""Order sheets as values: what one seat sends for one player-turn.

The document is kept exactly as received (its bytes are hashed); the typed orders are read from it
once. Positions in the file, JSON Schema and friendly messages are the business of `files/`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeVar, get_args

from pydantic import Field, ValidationError

from adjudicator.core.ending import MATCH, MATCH_ORDERS
from adjudicator.core.game import Game, Order, StandingOrder
from adjudicator.core.problem import Problem
from adjudicator.core.pydantic_errors import not_understood
from adjudicator.core.values import FrozenMap, Hex32, Id, JSONValue, Label, Value, canonical

__all__ = [
    "AskAgain",
    "Envelope",
    "LaterTurn",
    "Sheet",
    "as_written",
    "ask_example",
    "read_sheet",
    "read_standing",
    "sheet_schema_id",
    "standing_types",
    "tag_of",
    "topics_of",
]

V = TypeVar("V", bound=Value)


class AskAgain(StandingOrder):
    """Ask me every time: no standing order and no default answers for me on these topics."""

    standing: Literal["ask"]
    topics: tuple[Id, ...]
    """The topics, as they stand in the prompts of questions."""


class LaterTurn(Value):
    """What a sheet says for a later player-turn of its seat."""

    orders: FrozenMap[Id, tuple[FrozenMap[str, Any], ...]]
    """By topic, the orders of that player-turn."""
    answers: FrozenMap[Label, FrozenMap[str, Any]] = FrozenMap()
    """By label, the answer to one question of that player-turn."""
    hold: tuple[Id, ...] | None = None
    """Topics of that player-turn before which the seat wants to be asked again."""


class Envelope(Value):
    """An order sheet: the header block, and what the seat orders, answers and leaves standing."""

    schema_: str | None = Field(default=None, alias="$schema")
    """For editors: absent, or the id of the game's sheet schema."""
    t: Literal["orders"]
    game: Hex32
    """The gid of the match."""
    n: int
    """The number of the opening that the sheet is for."""
    head: Hex32
    """The hash of the last log line seen."""
    player: Id
    """The seat that sends the sheet."""
    pledge: Hex32 | None
    """The seat's chain value for this opening; null without a chain."""
    orders: FrozenMap[Id, tuple[FrozenMap[str, Any], ...]]
    """By topic, the orders in the order in which they are to be carried out."""
    answers: FrozenMap[Label, FrozenMap[str, Any]] = FrozenMap()
    """By label, the answer to one question."""
    standing: tuple[FrozenMap[str, Any], ...] | None = None
    """Standing orders; they replace all earlier ones of the seat. Absent: those stay."""
    hold: tuple[Id, ...] | None = None
    """Topics before which the seat wants to be asked again."""
    then: FrozenMap[Id, LaterTurn] = FrozenMap()
    """By name, the player-turns of the seat that follow directly, if this sheet is for them too."""
    blind: Hex32 | None = None
    """Random, so that a short sheet cannot be guessed from its hash; `template` writes it."""


class Sheet(NamedTuple):
    """A sheet that was understood. `document` is the JSON as received."""

    document: Mapping[str, Any]
    n: int
    seat: str
    orders: Mapping[str, tuple[Order, ...]]
    answers: Mapping[str, Order]
    standing: tuple[StandingOrder, ...] | None
    hold: tuple[str, ...] | None
    then: "Mapping[str, Sheet]" = FrozenMap()
    """By player-turn, what it says for later ones: sheets that share its document."""

    @property
    def is_about_match(self) -> bool:
        """Whether it says something about the match and nothing else.

        Then it is not the sheet that a player-turn awaits from the seat.
        """
        only_match = self.orders.keys() == {MATCH} and not self.answers
        return only_match and self.hold is None and not self.then

    def of_turn(self, turn: str | None) -> "Sheet":
        """Returns what it says for a later player-turn; None: for the one it was sent in."""
        return self if turn is None else self.then[turn]


def sheet_schema_id(game: Game) -> str:
    """Returns the only value that `$schema` may have in a sheet of this game."""
    return f"urn:adjudicator:{game.name}:sheet"


def as_written(order: Order | StandingOrder) -> dict[str, JSONValue]:
    """Returns an order as players write it: without what it need not say."""
    written: dict[str, JSONValue] = order.model_dump(
        mode="json", by_alias=True, exclude_defaults=True
    )
    return written


def tag_of(model: type[Order] | type[StandingOrder]) -> str:
    """Returns the tag of an order type: the value of its `order` (or `standing`) field."""
    name = "order" if issubclass(model, Order) else "standing"
    (tag,) = get_args(model.model_fields[name].annotation)
    assert isinstance(tag, str)
    return tag


def topics_of(game: Game) -> dict[str, tuple[type[Order], ...]]:
    """Returns all topics that a sheet may give, with their orders: the game's, then `match`."""
    return {**game.topics, MATCH: MATCH_ORDERS}


def standing_types(game: Game) -> dict[str, type[StandingOrder]]:
    """Returns the standing orders of a game by tag, the general `ask` among them."""
    models: tuple[type[StandingOrder], ...] = (AskAgain, *game.standing)
    return {tag_of(model): model for model in models}


def ask_example(game: Game) -> AskAgain:
    """Returns the standing order "ask" as an example: for a topic with standing orders."""
    answering = {tag_of(model) for model in game.standing}
    topics = [topic for topic in game.topics if topic in answering] or [*game.topics]
    return AskAgain(standing="ask", topics=(topics[-1],))


def read_sheet(game: Game, document: Mapping[str, Any]) -> tuple[Sheet | None, list[Problem]]:
    """Reads a sheet's document into typed orders.

    Returns:
        The sheet and no problems, or None and every problem (kind "invalid").
    """
    try:
        Envelope.model_validate_json(canonical(document))
    except ValidationError as error:
        return None, list(not_understood(error))
    problems: list[Problem] = []
    if document.get("$schema", sheet_schema_id(game)) != sheet_schema_id(game):
        problems.append(
            Problem(
                "other-schema",
                "this sheet names the schema of something else",
                ("$schema",),
                hint=f'Leave it out, or write "{sheet_schema_id(game)}".',
                kind="invalid",
            )
        )
    said = _said(game, document, document, problems)
    standing = read_standing(game, document.get("standing"), problems)
    then: dict[str, Sheet] = {}
    for turn, part in document.get("then", {}).items():
        found: list[Problem] = []
        then[turn] = _said(game, document, part, found)
        problems += (problem.under("then", turn) for problem in found)
    sheet = said._replace(standing=standing, then=then)
    return (None, problems) if problems else (sheet, [])


def _said(
    game: Game, document: Mapping[str, Any], part: Mapping[str, Any], problems: list[Problem]
) -> Sheet:
    """Returns what a document, or its part for one player-turn, orders, answers and holds."""
    hold = part.get("hold")
    return Sheet(
        document=document,
        n=document["n"],
        seat=document["player"],
        orders=_orders(game, part["orders"], problems),
        answers=_answers(game, part.get("answers", {}), problems),
        standing=None,
        hold=None if hold is None else tuple(hold),
    )


def _orders(
    game: Game, documents: Mapping[str, Sequence[Mapping[str, Any]]], problems: list[Problem]
) -> Mapping[str, tuple[Order, ...]]:
    orders: dict[str, tuple[Order, ...]] = {}
    topics = topics_of(game)
    for topic, listed in documents.items():
        if topic not in topics:
            problems.append(
                Problem(
                    "unknown-topic",
                    f'{game.title} has no topic "{topic}"',
                    ("orders", topic),
                    hint=f"Possible here: {', '.join(topics)}.",
                    kind="invalid",
                )
            )
            continue
        allowed = {tag_of(model): model for model in topics[topic]}
        read = [
            _tagged(allowed, "order", item, ("orders", topic, index), problems=problems)
            for index, item in enumerate(listed)
        ]
        orders[topic] = tuple(order for order in read if order is not None)
    return orders


def _answers(
    game: Game, documents: Mapping[str, Mapping[str, Any]], problems: list[Problem]
) -> Mapping[str, Order]:
    known = {tag_of(model): model for models in game.topics.values() for model in models}
    read = {
        label: _tagged(known, "order", item, ("answers", label), problems=problems)
        for label, item in documents.items()
    }
    return {label: answer for label, answer in read.items() if answer is not None}


def read_standing(
    game: Game, documents: Sequence[Mapping[str, Any]] | None, problems: list[Problem]
) -> tuple[StandingOrder, ...] | None:
    """Returns the standing orders of a document; adds to `problems` what is not understood."""
    if documents is None:
        return None
    known = standing_types(game)
    read = [
        _tagged(known, "standing", item, ("standing", index), problems=problems)
        for index, item in enumerate(documents)
    ]
    return tuple(item for item in read if item is not None)


def _tagged(
    models: Mapping[str, type[V]],
    name: str,
    item: Mapping[str, Any],
    path: tuple[str | int, ...],
    *,
    problems: list[Problem],
) -> V | None:
    tag = item.get(name)
    model = models.get(tag) if isinstance(tag, str) else None
    if model is None:
        problems.append(
            Problem(
                f"unknown-{name}",
                f'there is no {"order" if name == "order" else "standing order"} "{tag}" here',
                (*path, name) if name in item else path,
                hint=f"Possible here: {', '.join(models)}.",
                kind="invalid",
            )
        )
        return None
    try:
        return model.model_validate_json(canonical(item))
    except ValidationError as error:
        problems.extend(not_understood(error, path))
        return None
