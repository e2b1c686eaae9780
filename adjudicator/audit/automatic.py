"""Automatic sheets: those that no player wrote (TFD1 3.10 [A8]).

The built-in player writes the sheets of the seats that the offer gives it (`plays`); a sheet for
another seat that sent none is its, or the draft of `template`, and the clock note says which. A
sheet's hash is in the turn key: so nothing of an automatic sheet can be chosen. Header, blind and
orders are functions of the log and of what the seat may see, and the full audit writes it again.

Where the rules let nobody order nothing (in Four Fronts somebody must move) the draft would be
refused, and its match would wait for ever: there the built-in player's sheet is the default.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar

from adjudicator.audit import log, tfd1
from adjudicator.audit.opening import LATE_PLEDGES, SavedMatch
from adjudicator.core.capabilities import Plays
from adjudicator.core.game import Pending, Rules, State
from adjudicator.core.problem import Problem, Refused
from adjudicator.core.save import state_of
from adjudicator.core.sheet import Sheet, as_written
from adjudicator.core.values import FrozenMap, JSONValue, canonical

if TYPE_CHECKING:  # of a match with a clock alone
    from adjudicator.audit.clock import ClockFacts

__all__ = [
    "BUILT_IN",
    "DEFAULT",
    "Automatic",
    "WrittenBy",
    "as_listed",
    "clock_note",
    "drafted",
    "header_for",
    "told_note",
    "topics_open",
    "wrong_blinds",
    "wrong_locks",
    "wrong_note",
]

S = TypeVar("S", bound=State)
WrittenBy: TypeAlias = Literal["built-in", "default"]
"""Who writes an automatic sheet: the built-in player, or `template` with its draft."""
BUILT_IN: WrittenBy = "built-in"
DEFAULT: WrittenBy = "default"


def header_for(saved: SavedMatch, seat: str | None) -> dict[str, JSONValue]:
    """Returns the header block that a sheet for the next opening must carry."""
    return {
        "t": "orders",
        "game": saved.gid,
        "n": saved.n + 1,
        "head": saved.head,
        "player": seat,
        "pledge": None,
    }


# -- the draft of a seat ------------------------------------------------------------------------


def drafted(rules: Rules[Any], saved: SavedMatch, seat: str) -> dict[str, JSONValue]:
    """Returns what `template` begins a sheet with: topics in the order of play, questions asked.

    A topic that no player may leave empty holds a legal draft; a question, its first answer.
    """
    view = rules.view(state_of(rules.game, saved.checkpoint), seat)
    orders: dict[str, JSONValue] = {
        topic: [as_written(order) for order in rules.draft(view, seat, topic)]
        for topic in topics_open(rules, saved, seat)
    }
    answers: dict[str, JSONValue] = {
        pending.label: answer
        for pending in saved.pending
        if pending.seat == seat and pending.topic not in orders
        if (answer := _answer_to(rules, saved, pending)) is not None
    }
    parts: dict[str, JSONValue] = {"orders": orders}
    return parts | ({"answers": answers} if answers else {})


def _answer_to(
    rules: Rules[Any], saved: SavedMatch, pending: Pending
) -> dict[str, JSONValue] | None:
    """Returns the first legal answer to a question, or the draft of one that has no list."""
    if pending.options:
        return as_listed(pending)
    if pending.seat is None or pending.topic == "orders":
        return None
    view = rules.view(state_of(rules.game, saved.position), pending.seat)
    drafts = rules.draft(view, pending.seat, pending.topic)
    return as_written(drafts[0]) if drafts else None


def as_listed(pending: Pending) -> dict[str, JSONValue]:
    """Returns the first answer that a question lists."""
    assert pending.options, f"{pending.label} lists no answers"
    return {"order": pending.options[0]["order"], **pending.options[0]}


def topics_open(rules: Rules[Any], saved: SavedMatch, seat: str) -> list[str]:
    """Returns the topics for which orders are awaited from the seat, in the order of play.

    In the middle of a player-turn these are only those asked for: an empty list for another
    topic would take the place of what the seat ordered before.
    """
    step = rules.next_step(state_of(rules.game, saved.checkpoint))
    conceded = state_of(rules.game, saved.position).conceded
    if step is None or seat not in step.seats or seat in conceded:
        return []
    asked = {pending.topic for pending in saved.pending if pending.seat == seat}
    begun = saved.topics_begun.get(seat, ())
    return [
        topic for topic in step.topics if topic not in begun and (not saved.begun or topic in asked)
    ]


# -- automatic sheets ---------------------------------------------------------------------------


class Automatic(Generic[S]):
    """The automatic sheets that can be written for the next opening of a match."""

    def __init__(self, rules: Rules[S], saved: SavedMatch, hidden: str | None) -> None:
        """Takes the match with the newest line as its head.

        Args:
            hidden: the hidden-draw secret, where the match has hidden information and it is known.
        """
        self.rules, self.saved, self.hidden = rules, saved, hidden
        self._sheets: dict[tuple[str, WrittenBy], dict[str, Any]] = {}

    @property
    def can_be_written(self) -> bool:
        """Whether all is known that the sheets are made from."""
        return not self.rules.is_hidden or self.hidden is not None

    def blind(self, seat: str) -> str:
        """Returns the blind of the seat's automatic sheet; the secret must be known."""
        assert self.can_be_written
        hidden = self.hidden if self.rules.is_hidden else None
        return tfd1.clock_blind(self.saved.gid, self.saved.n + 1, seat, hidden=hidden)

    @property
    def writers(self) -> tuple[WrittenBy, ...]:
        """Who can write sheets: not every game has a built-in player."""
        return (BUILT_IN, DEFAULT) if isinstance(self.rules, Plays) else (DEFAULT,)

    def sheet(self, seat: str, by: WrittenBy) -> dict[str, Any]:
        """Returns the one automatic sheet of a seat: no byte of it is anybody's choice.

        Raises:
            Refused: it is the built-in player's, and the game has none.
        """
        made = self._sheets.get((seat, by))
        if made is None:
            made = self._played(seat) if by == BUILT_IN else self._default(seat)
            self._sheets[seat, by] = made
        return made

    def _played(self, seat: str) -> dict[str, Any]:
        """Returns the sheet of the built-in player."""
        from adjudicator.core.sheet_writer import written_sheet

        blank = {**self._blank(seat), "orders": {}}
        return written_sheet(self.rules, self.saved, blank).document

    def _default(self, seat: str) -> dict[str, Any]:
        """Returns the draft, or where the rules refuse it the built-in player's sheet.

        They do where it orders nothing, nothing but a sheet answers, and there is what to order.
        """
        draft = {**self._blank(seat), **drafted(self.rules, self.saved, seat)}
        step = self.rules.next_step(state_of(self.rules.game, self.saved.checkpoint))
        topics = () if step is None else step.without_default
        needed = [topic for topic in topics if draft["orders"].get(topic) == []]
        if not needed or BUILT_IN not in self.writers:
            return draft
        played = self.sheet(seat, BUILT_IN)
        return played if any(played["orders"].get(topic) for topic in needed) else draft

    def _blank(self, seat: str) -> dict[str, Any]:
        return {**header_for(self.saved, seat), "blind": self.blind(seat)}

    def hash(self, seat: str, by: WrittenBy) -> str:
        """Returns the hash under which a lock names the automatic sheet of a seat."""
        return tfd1.json_hash(self.sheet(seat, by))

    def has_derived_blind(self, document: Mapping[str, Any]) -> bool:
        """Whether a sheet has the blind of an automatic one, or what would be it without S."""
        blind, seat = document.get("blind"), str(document["player"])
        plain = tfd1.clock_blind(self.saved.gid, self.saved.n + 1, seat)
        return blind == plain or (self.can_be_written and blind == self.blind(seat))

    def writer_of(self, document: Mapping[str, Any]) -> WrittenBy | None:
        """Returns who wrote a sheet for the next opening; None: it is no automatic one.

        Of its head nothing is said: a lock may be newer.
        """
        if not self.can_be_written or not self.has_derived_blind(document):
            return None
        seat, head = str(document["player"]), {"head": document["head"]}
        sheets = ((by, {**self.sheet(seat, by), **head}) for by in self.writers)
        return next((by for by, sheet in sheets if canonical(sheet) == canonical(document)), None)


def clock_note(
    genesis: log.Genesis, automatic: Automatic[Any], sheets: Iterable[Sheet]
) -> log.Clock | None:
    """Returns the note that names the seats for which sheets were written; None: it names none.

    The seats that the offer gives to the built-in player need no note, but where one has a chain
    and its sheet should hold a pledge ([A3]).

    Args:
        sheets: those that are locked. That one is automatic, its own blind tells.
    """
    offer, saved = genesis.offer, automatic.saved
    if not offer.amended:
        return None
    missed: dict[str, log.Missed] = {}
    for seat, document in sorted((sheet.seat, sheet.document) for sheet in sheets):
        by = automatic.writer_of(document)
        can_pledge = seat in saved.chains and offer.mode not in LATE_PLEDGES
        if by is not None and (seat not in offer.plays or can_pledge):
            missed[seat] = log.Missed(step=by, count=1)
    if not missed:
        return None
    return log.Clock(
        n=saved.n + 1, due=FrozenMap(), received=FrozenMap(), missed=FrozenMap(missed),
        bank=FrozenMap(), leave=FrozenMap(), moved=(), brake=False,
    )  # fmt: skip


def told_note(
    genesis: log.Genesis,
    automatic: Automatic[Any],
    sheets: Mapping[str, Sheet],
    facts: ClockFacts | None,
    *,
    pledges: Mapping[str, str | None] | None = None,
) -> log.Clock | None:
    """Returns the clock note of an opening: what the clock says of it, or what is known without.

    Args:
        sheets: by seat, those that are locked.
        facts: what the clock says; None: no clock had a part in it.
        pledges: of a locked opening in the modes in which they follow, those that came.

    Raises:
        Refused: the policy does not give these facts, or the sheets are not as they say.
    """
    known, n = clock_note(genesis, automatic, sheets.values()), automatic.saved.n + 1
    if facts is None:
        return known
    if facts.n not in (0, n):
        message = f"the clock speaks of opening {facts.n}, and opening {n} would be made"
        hint = "Another run has made it: read the clock again."
        raise Refused([Problem("clock-false", message, rule="post 7", hint=hint)])
    if facts == type(facts)(n=facts.n):
        return known  # nobody with a clock was asked
    written = {} if known is None else dict(known.missed)
    played = {seat: one for seat, one in written.items() if seat in genesis.offer.plays}
    note = facts.note(n)
    note = note.model_copy(update={"missed": note.missed | played})
    wrong = list(wrong_note(genesis, automatic.saved, note, locked=[*sheets], pledges=pledges))
    wrong += [
        f"missed of {seat}: the sheet that is there is one of its own"
        for seat in note.written_for
        if seat in sheets and seat not in written
    ]
    wrong += [
        f"missed of {seat}: a sheet is written for it, and no step says so"
        for seat in sorted(written)
        if seat not in note.written_for
    ]
    if wrong:
        hint = "The clock is read from the match as it stands: `Match.clock`, `clock_standing`."
        raise Refused(
            Problem("clock-false", f"this is not what the clock gives: {why}", rule="post 7",
                    hint=hint)
            for why in wrong
        )  # fmt: skip
    return note


def wrong_note(
    genesis: log.Genesis,
    saved: SavedMatch,
    note: log.Clock,
    *,
    locked: Sequence[str],
    pledges: Mapping[str, str | None] | None,
) -> Iterator[str]:
    """Yields what a clock note says otherwise than the policy of the match gives (post, 7).

    Args:
        saved: the match before the opening.
        locked: the seats of which a sheet is locked.
        pledges: by seat, the pledge that is opened; None: it is not known yet.
    """
    from adjudicator.audit.clock import wrong_clock
    from adjudicator.core.sheet_writer import awaited_seats

    silent = None
    if genesis.offer.mode in LATE_PLEDGES and pledges is not None:
        owing = (seat for seat in sorted(saved.chains) if seat not in genesis.offer.plays)
        silent = [seat for seat in owing if pledges.get(seat) is None]
    yield from wrong_clock(
        genesis, saved.clock, note, locked=locked, asked=awaited_seats(saved.pending),
        silent_pledges=silent,
    )  # fmt: skip


# -- the audit of them --------------------------------------------------------------------------


def _written_for(genesis: log.Genesis, n: int, clock: log.Clock | None) -> dict[str, WrittenBy]:
    """Returns who writes the sheets of the automatic seats of an opening."""
    if not genesis.offer.amended:
        return {}
    named = {} if clock is None or clock.n != n else clock.missed
    found = {
        seat: by for seat in sorted(named) for by in (BUILT_IN, DEFAULT) if named[seat].step == by
    }
    return {**found, **dict.fromkeys(genesis.offer.plays, BUILT_IN)}


def wrong_locks(
    genesis: log.Genesis,
    automatic: Automatic[Any],
    orders: Mapping[str, str | None],
    clock: log.Clock | None,
) -> Iterator[str]:
    """Yields what a lock says otherwise of the automatic seats than the rules ([A8]).

    Args:
        orders: by seat, the hash of its sheet as it is locked.
    """
    if not genesis.offer.amended or not automatic.can_be_written:
        return
    from adjudicator.core.sheet_writer import awaited_seats

    saved = automatic.saved
    awaited = awaited_seats(saved.pending)
    for seat, by in sorted(_written_for(genesis, saved.n + 1, clock).items()):
        locked = orders.get(seat)
        whose = "the built-in player" if by == BUILT_IN else "its template"
        if by not in automatic.writers:
            yield f"the sheet of {seat} is said to be by {whose}, and the game has none"
        elif locked is None and seat in awaited and seat in genesis.offer.plays:
            yield f"the sheet of {seat} by {whose} is due, and none is locked"
        elif locked is not None and seat not in awaited:
            yield f"a sheet of {seat} by {whose} is locked, and none is due"
        elif locked is not None and locked != automatic.hash(seat, by):
            yield f"the sheet of {seat} is not the one by {whose}"


def wrong_blinds(
    genesis: log.Genesis,
    automatic: Automatic[Any],
    documents: Mapping[str, Mapping[str, Any]],
    clock: log.Clock | None,
) -> Iterator[str]:
    """Yields the sheets of players that have the blind of an automatic one ([A8])."""
    if not genesis.offer.amended:
        return
    named = _written_for(genesis, automatic.saved.n + 1, clock)
    for seat, document in sorted(documents.items()):
        if seat not in named and automatic.has_derived_blind(document):
            yield f"the sheet of {seat} has the blind of one that no player wrote; no note names it"
