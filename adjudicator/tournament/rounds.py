"""rounds/NN: the draw, what a pairing engine got, and who meets whom (tournaments.md 2, 4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    StringConstraints,
    model_serializer,
)

from adjudicator.api.problems import Problem
from adjudicator.tournament.event import (
    Amount,
    PlayerId,
    RefereeId,
    Seat,
    Text,
    without_unused,
)

__all__ = [
    "DRAW",
    "INPUT",
    "PAIRING",
    "ROUNDS",
    "TRF",
    "Bye",
    "Draw",
    "Engine",
    "MatchId",
    "PairedMatch",
    "RoundPairing",
    "Swap",
    "bye_id",
    "check_draw",
    "check_pairing",
    "match_id",
    "round_folder",
    "swapped",
]

ROUNDS = "rounds"
"""The folder of all rounds."""
DRAW, PAIRING, TRF, INPUT = "draw.json", "pairing.json", "input.trf", "input.json"
"""What lies in the folder of a round; of TRF and INPUT, one."""

MatchId = Annotated[str, StringConstraints(pattern=r"^[0-9]{2}-[0-9]{2,4}$")]
"""Round and number: `01-03`."""
Digest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""A SHA-256, or 32 bytes, in hexadecimal."""


_Package = Annotated[str, StringConstraints(pattern=r"^[a-z0-9._-]{1,60}$")]
_Version = Annotated[str, StringConstraints(pattern=r"^[a-zA-Z0-9._+-]{1,60}$")]
_Slot = Annotated[str, StringConstraints(pattern=r"^(p[0-9]{3,5})?$")]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Draw(_Part):
    """draw.json: where the lots of a round come from. It is fixed before its value is known."""

    schema_version: Literal[1] = 1
    """The format of the file."""
    round: int = Field(ge=1, le=99)
    """The round of the event."""
    beacon: int | None = Field(default=None, ge=1)
    """The round of the beacon (drand, as for dice); null: the referee committed themself."""
    commitment: Digest | None = None
    """The end of the referee's chain, the same for all rounds; null: a beacon decides."""
    signature: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{96}$")] | None = None
    """The beacon's signature of its round, whose SHA-256 is the value; null: there is none."""
    value: Digest | None = None
    """The beacon's randomness, or the link of the chain; null: not known yet."""


class Engine(_Part):
    """What proposed a pairing."""

    name: Annotated[str, StringConstraints(pattern=r"^[a-zA-Z0-9 ._-]{1,60}$")]
    """What it is called."""
    version: Annotated[str, StringConstraints(pattern=r"^[a-zA-Z0-9 .:_+-]{0,80}$")] = ""
    """Its version, or the hash of its file; empty: not told."""
    uses: Annotated[dict[_Package, _Version], Field(max_length=8)] = {}
    """By library, the version on which the pairs depend besides: `networkx`."""

    @model_serializer(mode="wrap")
    def _written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Libraries that there are not are not written."""
        return without_unused(write(self), uses={})


class PairedMatch(_Part):
    """A match of a round."""

    match: MatchId
    """Round and number."""
    seats: Annotated[dict[Seat, PlayerId], Field(min_length=2, max_length=5)]
    """By seat, who has it."""
    uncounted: Annotated[list[PlayerId], Field(max_length=5)] = []
    """For whom it does not count."""
    group: int | None = Field(default=None, ge=1)
    """The group that it belongs to, where there are groups."""


class Bye(_Part):
    """Somebody who has no match in a round."""

    player: PlayerId
    """Who has none."""
    kind: Literal["bye-asked", "bye-given"]
    """Whether they asked for it."""


class Swap(_Part):
    """Two players whom a referee exchanged."""

    players: tuple[PlayerId, PlayerId]
    """Who took whose place."""
    by: RefereeId
    """Who did it."""
    reason: Text
    """Why."""
    before: Amount | None = None
    """The cost before; null: the format has none."""
    after: Amount | None = None
    """The cost after; null: the format has none."""


class RoundPairing(_Part):
    """pairing.json: who meets whom in a round; a proposal until it has started."""

    schema_version: Literal[1] = 1
    """The format of the file."""
    round: int = Field(ge=1, le=99)
    """The round."""
    event: Digest
    """The hash of what tournament.json fixes (`folder.event_hash`)."""
    engine: Engine
    """What proposed it."""
    cost: Amount | None = None
    """What it costs (tournaments.md 4); null: the format has no cost."""
    bound: Amount | None = None
    """No pairing costs less; null: not known."""
    matches: Annotated[list[PairedMatch], Field(max_length=10_000)]
    """All matches, in the order of their numbers."""
    byes: Annotated[list[Bye], Field(max_length=10_000)] = []
    """Who has no match."""
    swaps: Annotated[list[Swap], Field(max_length=1_000)] = []
    """What a referee changed, in order."""
    relaxed: Annotated[list[Annotated[str, StringConstraints(pattern=r"^[a-z-]{1,40}$")]],
                       Field(max_length=5)] = []  # fmt: skip
    """What had to be given up, as the referee agreed: `wishes`, `meetings`."""
    bracket: Annotated[list[tuple[_Slot, _Slot]], Field(max_length=10_000)] = []
    """Of a knock-out, who meets whom in the bracket's order; empty: nobody."""
    started: date | None = None
    """When it was published; null: it is a proposal."""

    def of(self, player: str) -> PairedMatch | None:
        """Returns the first match of a player; None: they have none."""
        return next((one for one in self.matches if player in one.seats.values()), None)


def round_folder(number: int) -> str:
    """Returns the name of a round's folder: `01`."""
    return f"{number:02d}"


def match_id(number: int, place: int) -> str:
    """Returns the id of a match: its round, and its place in it, from 1."""
    return f"{number:02d}-{place:02d}"


def bye_id(number: int, player: str) -> str:
    """Returns what a bye is called where matches are named."""
    return f"{number:02d}-bye-{player}"


def swapped(paired: RoundPairing, other: Mapping[str, str]) -> RoundPairing:
    """Returns a pairing in which players have the places of others; its costs stay.

    Args:
        other: by player, who takes their place.
    """

    def of(player: str) -> str:
        return other.get(player, player)

    matches = [
        PairedMatch(
            match=one.match, seats={seat: of(player) for seat, player in one.seats.items()},
            uncounted=[of(player) for player in one.uncounted], group=one.group,
        )
        for one in paired.matches
    ]  # fmt: skip
    byes = [Bye(player=of(one.player), kind=one.kind) for one in paired.byes]
    bracket = [(of(one), of(two)) for one, two in paired.bracket]
    return paired.model_copy(update={"matches": matches, "byes": byes, "bracket": bracket})


def check_draw(draw: Draw, number: int) -> Iterator[Problem]:
    """Yields what is wrong with the draw of a round, by the folder's number."""
    hint = "Put the copy back: a draw is fixed before it is known."
    if draw.round != number:
        yield Problem("draw-contradicts", f"this is the folder of round {number}", ("round",),
                      "event", hint=hint, kind="invalid")  # fmt: skip
    if (draw.beacon is None) == (draw.commitment is None):
        yield Problem("draw-contradicts", "either a beacon or a commitment fixes a draw", (),
                      "event", hint=hint, kind="invalid")  # fmt: skip


def check_pairing(
    pairing: RoundPairing,
    number: int,
    sizes: Mapping[int, Sequence[str]],
    players: Sequence[str],
) -> Iterator[Problem]:
    """Yields what is wrong with a pairing of a round of an event.

    Args:
        number: the round's, by its folder.
        sizes: the seats of a match by their number (`Event.sizes`).
        players: the ids of all who are entered.
    """
    if pairing.round != number:
        yield _wrong(f"this is the folder of round {number}", ("round",))
    for place, one in enumerate(pairing.matches):
        at = ("matches", place)
        if one.match != match_id(number, place + 1):
            yield _wrong(f"{one.match} stands in place {place + 1}", (*at, "match"))
        seats = sizes.get(len(one.seats), max(sizes.values(), key=len))
        for seat, player in one.seats.items():
            if seat not in seats:
                yield _wrong(f"there is no seat {seat}", (*at, "seats", seat))
            if player not in players:
                yield _wrong(f"there is no player {player}", (*at, "seats", seat))
        if len({*one.seats.values()}) < len(one.seats):
            yield _wrong("somebody sits there twice", (*at, "seats"))
        if lacking := [seat for seat in seats if seat not in one.seats]:
            yield _wrong(f"nobody has {', '.join(lacking)}", (*at, "seats"))
    for place, bye in enumerate(pairing.byes):
        if bye.player not in players:
            yield _wrong(f"there is no player {bye.player}", ("byes", place, "player"))


def _wrong(message: str, path: tuple[str | int, ...]) -> Problem:
    return Problem(
        "pairing-contradicts", message, path, "event", kind="invalid",
        hint="A proposal: take the file away and `tournament pair` again. One that has started: put"
        " the copy back.",
    )  # fmt: skip
