"""A save: all that going on with a match needs beside its log, as data and no code.

With it stands what a referee takes back or corrects: the save keeps that for reports and audits.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer
from pydantic_core import to_json

from adjudicator.core.decks import CardUnsealed, DeckSealed
from adjudicator.core.ending import MatchOrdersGiven
from adjudicator.core.game import Game, Pending, Rules
from adjudicator.core.problem import Problem, Refused
from adjudicator.core.standing import Marks
from adjudicator.core.table import Answered, Rolled
from adjudicator.core.values import FrozenMap, Hex32, Id, Value

__all__ = [
    "MAX_REASON",
    "Corrected",
    "Entry",
    "Rewound",
    "Save",
    "SheetInForce",
    "Standing",
    "check_reason",
    "first_save",
    "known_to",
    "state_of",
    "without_empty",
]

MAX_REASON = 200
"""The most characters of a reason; it stands in the log and in reports."""


class Corrected(Value):
    """A mistake that the referee corrected, in an opening of its own."""

    n: int
    """The number of that opening."""
    reason: str
    """Why."""
    patch: tuple[FrozenMap[str, Any], ...]
    """The JSON patch against the state."""


class Rewound(Value):
    """Openings that were taken back, and the opening from which the match goes on."""

    n: int
    """The last number used when the match was rewound."""
    to: int
    """The opening from which the match goes on; 0 is the start."""
    annulled: tuple[int, ...]
    """The openings taken back, newest first."""
    reason: str
    """Why."""
    before: Hex32
    """The head of the log before it was rewound: a sheet that cites it is stale."""


def check_reason(reason: str) -> None:
    """A reason is told to everybody: one printable line.

    Raises:
        Refused: it is not.
    """
    if reason.strip() and len(reason) <= MAX_REASON and reason.isprintable():
        return
    what = f"has {len(reason)}" if reason.isprintable() else "cannot be printed"
    problem = Problem(
        "reason-unfit",
        f"a reason is one line of 1 to {MAX_REASON} characters: this one {what}",
        hint="Everybody will read it: say in a few words why.",
        kind="invalid",
    )
    raise Refused([problem])


def without_empty(document: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """Returns a document without those of the named fields that are empty."""
    return {key: value for key, value in document.items() if value or key not in names}


V = TypeVar("V", bound="Save")

Entry: TypeAlias = Annotated[
    Answered | Rolled | DeckSealed | CardUnsealed | MatchOrdersGiven, Field(discriminator="t")
]


class SheetInForce(Value):
    """A sheet that acts in the present player-turn, as received, with the opening it came with."""

    n: int
    """The opening that it came with."""
    seat: Id
    """The seat that sent it."""
    document: Any
    """The sheet as received."""
    turn: Id | None = None
    """Of a sheet for several player-turns, the later one for which it acts now."""

    @property
    def said(self) -> Any:
        """What the sheet says for the player-turn in which it acts: `orders`, `answers`, `hold`."""
        return self.document if self.turn is None else self.document["then"][self.turn]

    @model_serializer(mode="wrap")
    def _written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Most sheets are for one player-turn."""
        return without_empty(write(self), "turn")


class Standing(Value):
    """A seat's standing orders, as received, with the opening they came with."""

    n: int
    """The opening that they came with."""
    orders: tuple[Any, ...]
    """The standing orders as received."""


class Save(Value):
    """All that going on needs beside the log: data only, no code."""

    checkpoint: Any
    """The state after the last finished step."""
    turn: str | None
    """The player-turn of the checkpoint; null before the first and after the last."""
    begun: bool
    """Whether anything of that player-turn was answered or rolled."""
    journal: tuple[Entry, ...] = ()
    """Answers, rolls, decks, unsealed cards and what was said about the match since the
    checkpoint."""
    position: Any
    """The state reached by the checkpoint and the journal."""
    pending: tuple[Pending, ...] = ()
    """The questions that await an answer."""
    sheets: tuple[SheetInForce, ...] = ()
    """The sheets in force."""
    to_come: tuple[SheetInForce, ...] = ()
    """Sheets that are for player-turns still to come, too."""
    standing: FrozenMap[Id, Standing] = FrozenMap()
    """By seat, its standing orders."""
    marks: Marks = Marks()
    """What was taken from the sheets, as of the checkpoint."""
    topics_begun: FrozenMap[Id, tuple[Id, ...]] = FrozenMap()
    """By seat, the topics whose first question was reached, as of the position."""
    events_reported: int = 0
    """How many events since the checkpoint stand in earlier reports."""
    is_over: bool = False
    """Whether the match is over."""


def first_save(rules: Rules[Any]) -> Save:
    """Returns the save of a match that has not begun."""
    start = rules.start.to_json()
    return Save(checkpoint=start, turn=None, begun=False, position=start)


def state_of(game: Game, document: Any) -> Any:
    """Returns a game's state from its JSON as it stands in saves and views.

    Of one position the same state is returned, as long as it is among the last that were read.
    """
    return _read(game.state, to_json(document))


@lru_cache(maxsize=4)
def _read(model: type[Any], raw: bytes) -> Any:
    """Reads a state. A run asks often for the position that it stands in; states are frozen."""
    return model.model_validate_json(raw)


def known_to(rules: Rules[Any], save: V, seat: str) -> V:
    """Returns a save, between two steps, as far as one seat may know it.

    Its states are the seat's views; of sheets and standing orders only the seat's own are there.
    """
    views = {
        name: rules.view(state_of(rules.game, document), seat).to_json()
        for name, document in (("checkpoint", save.checkpoint), ("position", save.position))
    }
    before = sum(entry.seat == seat for entry in save.sheets[: save.marks.sheets_before])
    own = {seat: save.standing[seat]} if seat in save.standing else {}
    return save.model_copy(
        update={
            **views,
            "sheets": tuple(entry for entry in save.sheets if entry.seat == seat),
            "to_come": tuple(entry for entry in save.to_come if entry.seat == seat),
            "standing": FrozenMap(own),
            "marks": save.marks.model_copy(update={"sheets_before": before}),
        }
    )
