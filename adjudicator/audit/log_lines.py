"""The lines of a log behind line 0 as values: what each says, and which fields it has.

The numbers in brackets are the paragraphs of the TFD1 specification.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias, get_args

from pydantic import ConfigDict, StringConstraints, ValidationError
from pydantic import Field as Limits

from adjudicator.audit.genesis import (
    Days,
    Field,
    Genesis,
    Join,
    Leave,
    Minute,
    Number,
    OmitsEmpty,
)
from adjudicator.audit.tfd1 import MAX_SIDES
from adjudicator.core.values import MAX_INTEGER, FrozenMap, Hex32, Value

__all__ = [
    "WRITTEN_FOR",
    "Annul",
    "BeaconRound",
    "BeaconSignature",
    "Clock",
    "Correction",
    "End",
    "ExternalRoll",
    "Lock",
    "Missed",
    "Moved",
    "Note",
    "Open",
    "Payload",
    "Rewind",
    "Roll",
    "SealedDeck",
    "SealedRoll",
    "Seat",
    "Sheet",
    "Sheets",
    "Shuffle",
    "StateReached",
    "Unseal",
    "kind_of",
    "understood",
]

Sides = Annotated[int, Limits(ge=1, le=MAX_SIDES)]


class Sheet(Value):
    """What the dice protocol knows of an order sheet; other fields are kept and hashed (3.4)."""

    model_config = ConfigDict(extra="allow")

    t: Literal["orders"]
    game: Hex32
    """The match's id, not its name."""
    n: Number
    """The number of the opening that the sheet is for."""
    head: Hex32
    """The hash of the log line that the sheet answers."""
    player: Field
    """The seat that sends the sheet."""
    pledge: Hex32 | None
    """The seat's chain value for this opening."""


# --- an opening (3.4, 3.5) ----------------------------------------------------------------------


class Lock(Value):
    """The hashes of the sheets of an opening, and the sheets unless they are withheld (3.4)."""

    t: Literal["lock"] = "lock"
    n: Number
    """The number of the opening."""
    orders: FrozenMap[Field, Hex32 | None]
    """By seat, the hash of its sheet; null: none came."""
    files: FrozenMap[Field, Sheet]
    """By seat, the sheets; empty while they are withheld."""


class Open(Value):
    """The secrets of an opening and the turn key that they make (3.4)."""

    t: Literal["open"] = "open"
    n: Number
    """The number of the opening."""
    ref: Hex32 | None
    """The referee's chain value."""
    pledges: FrozenMap[Field, Hex32 | None]
    """By seat, the chain value that its sheet pledged."""
    beacon: Field | None
    """The public random value, in beacon mode."""
    key: Hex32
    """The turn key, from which every draw follows."""


class Roll(Value):
    """Dice rolled under a label (3.5)."""

    t: Literal["roll"] = "roll"
    n: Number
    """The number of the opening."""
    label: Field
    """The name of the roll."""
    sides: Sides
    """The number of sides of each die."""
    values: tuple[Number, ...]
    """What the dice show."""


class Shuffle(Value):
    """Cards shuffled for all to see, from the order in which they are stated (3.5)."""

    t: Literal["shuffle"] = "shuffle"
    n: Number
    """The number of the opening."""
    label: Field
    """The name of the shuffle."""
    cards: tuple[Field, ...]
    """The cards in their stated order."""
    order: tuple[Field, ...]
    """The cards as shuffled."""


class SealedRoll(Value):
    """The seals of a hidden roll (3.5)."""

    t: Literal["sealed-roll"] = "sealed-roll"
    n: Number
    """The number of the opening."""
    label: Field
    """The name of the roll."""
    sides: Sides
    """The number of sides of each die."""
    seals: tuple[Hex32, ...]
    """The seal of each die."""


class SealedDeck(Value):
    """The seals of a hidden deck, top card first; `cards` in their public starting order (3.5)."""

    t: Literal["sealed-deck"] = "sealed-deck"
    n: Number
    """The number of the opening."""
    label: Field
    """The name of the deck."""
    cards: tuple[Field, ...]
    """The cards in their public starting order."""
    seals: tuple[Hex32, ...]
    """The seal of each card, the top one first."""


class Unseal(Value):
    """One hidden draw made public; n, label and i are those of its seal (3.5)."""

    t: Literal["unseal"] = "unseal"
    n: Number
    """The number of the opening of the seal."""
    label: Field
    """The name of the hidden draw."""
    i: Number
    """Which of its seals, from 1."""
    value: Field | Number
    """What was drawn."""
    salt: Hex32
    """The salt of the seal."""


class StateReached(OmitsEmpty):
    """The last line of an opening: the hash of everybody's view of the state reached (3.6)."""

    t: Literal["state"] = "state"
    n: Number
    """The number of the opening."""
    sha256: Hex32
    """The hash of everybody's view of the state."""
    engine: str
    """The rules that reached it."""
    secret: Hex32 | None = None
    """A keyed hash of the whole state, where parts of it are hidden."""


# --- between openings, notes and the end --------------------------------------------------------


class Annul(Value):
    """An opening that is taken back; its number is never used again (3.4)."""

    t: Literal["annul"] = "annul"
    n: Number
    """The number of the opening."""
    reason: str
    """Why."""


class Seat(Value):
    """A new join for a seat whose player lost the chain or is replaced (3.9)."""

    t: Literal["seat"] = "seat"
    n: Annotated[int, Limits(ge=0, le=MAX_INTEGER)]
    """The last opening; the new anchor counts as the chain's value of that number."""
    join: Join
    """The new join."""


class Note(Value):
    """A line that touches no dice; other kinds than those below are free (3.6)."""

    model_config = ConfigDict(extra="allow")

    t: Literal["note"] = "note"
    kind: Field
    """What kind of note it is."""


class Sheets(Value):
    """Sheets that their lock withheld (3.4)."""

    t: Literal["note"] = "note"
    kind: Literal["sheets"] = "sheets"
    n: Number
    """The number of the opening."""
    files: FrozenMap[Field, Sheet]
    """By seat, the sheets."""


class ExternalRoll(Value):
    """Dice rolled elsewhere and taken on trust."""

    t: Literal["note"] = "note"
    kind: Literal["external-roll"] = "external-roll"
    n: Number
    """The number of the opening."""
    label: Field
    """The name of the roll."""
    sides: Sides
    """The number of sides of each die."""
    values: tuple[Number, ...]
    """What the dice showed."""


class BeaconRound(Value):
    """Fixes, before the lock, which round of the public random source an opening will take."""

    t: Literal["note"] = "note"
    kind: Literal["beacon-round"] = "beacon-round"
    n: Number
    """The number of the opening."""
    round: Number
    """The round of the source; its value is not known yet."""


class BeaconSignature(Value):
    """The source's own signature of a round, whose hash is the beacon's value (3.10 [A11])."""

    t: Literal["note"] = "note"
    kind: Literal["beacon-signature"] = "beacon-signature"
    n: Number
    """The number of the opening."""
    signature: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{96}$")]
    """48 bytes: a point of G1, compressed."""


WRITTEN_FOR: tuple[str, ...] = ("default", "built-in")
"""Steps of the clock in which a sheet is written for a silent seat."""


class Missed(Value):
    """What was done about a seat that sent no sheet in time."""

    step: Literal["wait", "bank", "default", "built-in", "replaced"]
    """What was done."""
    count: Number
    """How often in a row it has sent none."""


class Moved(Value):
    """A deadline that moved for all seats that had it."""

    was: Minute
    """When sheets were due before."""
    due: Minute
    """When they were due then."""
    why: Literal["gap", "agreed", "referee"]
    """The office did not run; all agreed; the referee said so."""


class Clock(OmitsEmpty):
    """What the clock did for an opening: the line right after its open line (3.10 [A8])."""

    t: Literal["note"] = "note"
    kind: Literal["clock"] = "clock"
    n: Number
    """The number of the opening."""
    due: FrozenMap[Field, Minute]
    """By seat, when its sheet was due."""
    received: FrozenMap[Field, Minute]
    """By seat, when its sheet came."""
    missed: FrozenMap[Field, Missed]
    """By seat that sent none, what was done."""
    bank: FrozenMap[Field, Days]
    """By seat, the days left to it."""
    leave: FrozenMap[Field, tuple[Leave, ...]]
    """By seat, the leaves that it took since the note before."""
    moved: tuple[Moved, ...]
    """Deadlines that moved for all."""
    brake: bool
    """Whether too many were silent for anything to be automatic."""
    withheld: tuple[Field, ...] | None = None
    """Seats whose pledges never came."""

    @property
    def written_for(self) -> tuple[str, ...]:
        """The seats for which a sheet was written, sorted."""
        return tuple(sorted(p for p, one in self.missed.items() if one.step in WRITTEN_FOR))


class Rewind(Value):
    """The opening from which the match goes on, after the annulled ones; 0 is the start (3.4)."""

    t: Literal["note"] = "note"
    kind: Literal["rewind"] = "rewind"
    to: Annotated[int, Limits(ge=0, le=MAX_INTEGER)]
    """The opening from which the match goes on; 0 is the start."""


class Correction(Value):
    """The referee corrects a mistake: a JSON patch against the state (3.4)."""

    t: Literal["note"] = "note"
    kind: Literal["correction"] = "correction"
    n: Number
    """The number of the opening in which it stands, which has no sheets and no dice."""
    reason: str
    """Why."""
    patch: tuple[FrozenMap[str, Any], ...]
    """A JSON patch against the state."""


class End(Value):
    """The match is over: the hidden-draw secret lets every seal be recomputed (3.5)."""

    t: Literal["end"] = "end"
    hidden: Hex32
    """The hidden-draw secret."""


Payload: TypeAlias = (
    Genesis
    | Lock
    | Open
    | Roll
    | Shuffle
    | SealedRoll
    | SealedDeck
    | Unseal
    | StateReached
    | Annul
    | Seat
    | Note
    | Sheets
    | ExternalRoll
    | BeaconRound
    | BeaconSignature
    | Clock
    | Rewind
    | Correction
    | End
)

_NOTES: dict[str, type[Payload]] = {
    "sheets": Sheets,
    "external-roll": ExternalRoll,
    "beacon-round": BeaconRound,
    "beacon-signature": BeaconSignature,
    "clock": Clock,
    "rewind": Rewind,
    "correction": Correction,
}
_LINES: dict[str, type[Payload]] = {
    get_args(model.model_fields["t"].annotation)[0]: model
    for model in get_args(Payload)
    if "kind" not in model.model_fields
}


def kind_of(data: Mapping[str, Any]) -> type[Payload] | None:
    """Returns the model of a line, by its type and kind; None: there is no such line."""
    t, kind = data.get("t"), data.get("kind")
    if t == "note":
        return _NOTES.get(kind, Note) if isinstance(kind, str) else Note
    return _LINES.get(t) if isinstance(t, str) else None


def understood(kind: type[Payload], bare: Mapping[str, Any], raw: bytes) -> Payload:
    """Returns a line of a kind from its fields without `k` and `prev`, and the same as JSON.

    A note that its kind cannot understand is a free one where it was before the amended rules; the
    audit knows which rules bind.

    Raises:
        ValidationError: it is no such line.
    """
    if kind not in (BeaconSignature, Clock):
        return kind.model_validate_json(raw)
    try:
        note = kind.model_validate_json(raw)
    except ValidationError:
        return Note.model_validate_json(raw)
    is_whole = kind is not Clock or note.to_json() == bare
    return note if is_whole else Note.model_validate_json(raw)
