"""The lines of a log as values: what each says, and which fields it has.

The numbers in brackets are the paragraphs of the TFD1 specification.
"""

from collections.abc import Iterable
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import ConfigDict, SerializerFunctionWrapHandler, StringConstraints, model_serializer
from pydantic import Field as Limits

from adjudicator.core.tfd1 import MAX_SIDES
from adjudicator.core.tfd1 import gid as gid_of
from adjudicator.core.values import MAX_INTEGER, FrozenMap, Hex32, Value

__all__ = [
    "LOCKED_FIRST",
    "WRITTEN_FOR",
    "Annul",
    "BeaconRound",
    "BeaconSignature",
    "Clock",
    "Correction",
    "End",
    "ExternalRoll",
    "Field",
    "Genesis",
    "Join",
    "Lock",
    "Missed",
    "Mode",
    "Note",
    "Number",
    "Offer",
    "Open",
    "Payload",
    "Rewind",
    "Roll",
    "Rules",
    "SealedDeck",
    "SealedRoll",
    "Seat",
    "Sheet",
    "Sheets",
    "Shuffle",
    "StateReached",
    "Unseal",
]

Field = Annotated[str, StringConstraints(pattern=r"^[!-~]{1,200}$")]
"""A field of a message: 1-200 characters in `!`..`~` (3.1)."""
Number = Annotated[int, Limits(ge=1, le=MAX_INTEGER)]
Sides = Annotated[int, Limits(ge=1, le=MAX_SIDES)]
Mode: TypeAlias = Literal["referee", "sealed", "beacon", "mutual", "public", "external"]
"""How the dice are made safe (3.8); external: they are rolled elsewhere and taken on trust."""
LOCKED_FIRST: tuple[Mode, ...] = ("sealed", "mutual", "beacon")
"""Modes in which the lock of an opening is published before its secrets exist (3.8)."""


class _Lean(Value):
    """A value whose optional fields are left out of its JSON where they are None."""

    @model_serializer(mode="wrap")
    def _leave_out(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        optional = {
            name for name, info in type(self).model_fields.items() if not info.is_required()
        }
        written: dict[str, Any] = handler(self)
        return {
            key: value for key, value in written.items() if value is not None or key not in optional
        }


# --- before the first opening (3.3) -------------------------------------------------------------


class Rules(Value):
    """Which rules are played, and the hash of everything that belongs to them."""

    id: str
    """The full name of the game."""
    sha256: Hex32
    """The hash of all that decides the rules of the match."""


class Offer(_Lean):
    """What the referee fixes before anybody joins; further fields are free, and hashed (3.3)."""

    model_config = ConfigDict(extra="allow")

    t: Literal["offer"] = "offer"
    v: Literal["tfd1"] = "tfd1"
    game: Field
    """The name of the match, new for each match."""
    rules: Rules
    """The rules of the match."""
    anchor: Hex32 | None
    """R[0] of the referee's chain."""
    links: Number
    """How many openings the chains last for."""
    hidden: Hex32 | None
    """C, the fingerprint of the hidden-draw secret."""
    start: Hex32
    """The hash of the start state."""
    mode: Mode | None = None
    """How the dice are made."""
    amended: Literal[1] | None = None
    """Whether the amended rules bind that older logs could not follow (3.10 [A2], [A8], [A11])."""

    @property
    def plays(self) -> tuple[str, ...]:
        """The seats of the built-in player: the free field `plays` (3.10 [A8])."""
        said = (self.__pydantic_extra__ or {}).get("plays")
        if not self.amended or not isinstance(said, list):
            return ()
        return tuple(seat for seat in said if isinstance(seat, str))

    @property
    def package(self) -> str:
        """The package that brought the game: the free field `package`; empty: the program did."""
        said = (self.__pydantic_extra__ or {}).get("package")
        return said if isinstance(said, str) else ""

    @property
    def penalty(self) -> str:
        """What a pledge costs that is withheld after a lock: the free field `withheld_pledge`."""
        said = (self.__pydantic_extra__ or {}).get("withheld_pledge")
        return said if isinstance(said, str) else ""


class Join(_Lean):
    """A seat's answer to the offer; further fields are free, and hashed (3.3)."""

    model_config = ConfigDict(extra="allow")

    t: Literal["join"] = "join"
    offer: Hex32
    """The hash of the offer."""
    player: Field
    """The seat."""
    salt: Hex32
    """Random bytes of the seat."""
    anchor: Hex32 | None
    """P[0] of the seat's own chain."""
    public_key: str | None = None
    """A key to sign mails with."""


class Genesis(Value):
    """Line 0: offer, joins and the match's id (3.3)."""

    t: Literal["genesis"] = "genesis"
    offer: Offer
    """What the referee fixes."""
    joins: tuple[Join, ...]
    """One for each seat, in order of their names."""
    gid: Hex32
    """The id of the match: the hash of offer and joins."""

    @property
    def mode(self) -> Mode:
        """The mode that the offer names, else the one that its anchors make (3.8)."""
        if self.offer.mode is not None:
            return self.offer.mode
        if self.offer.anchor is not None:
            return "referee"
        return "mutual" if any(join.anchor for join in self.joins) else "public"

    @classmethod
    def of(cls, offer: Offer, joins: Iterable[Join]) -> "Genesis":
        """Returns line 0 of a new match."""
        listed = tuple(sorted(joins, key=lambda join: join.player))
        gid = gid_of(offer.to_json(), [join.to_json() for join in listed])
        return cls(offer=offer, joins=listed, gid=gid)


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


class StateReached(_Lean):
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


Minute = Annotated[
    str, StringConstraints(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}Z$")
]
"""A minute in UTC, as a clock note says it."""
Days = Annotated[int, Limits(ge=0, le=MAX_INTEGER)]
WRITTEN_FOR: tuple[str, ...] = ("default", "built-in")
"""Steps of the clock in which a sheet is written for a silent seat."""


class Missed(Value):
    """What was done about a seat that sent no sheet in time."""

    step: Literal["wait", "bank", "default", "built-in", "replaced"]
    """What was done."""
    count: Number
    """How often in a row it has sent none."""


class Clock(_Lean):
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
    leave: FrozenMap[Field, Any]
    """By seat, its leave."""
    moved: tuple[Any, ...]
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
    """The referee mends a mistake: a JSON patch against the state (3.4)."""

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
