"""What is said of an order sheet: problems, what it does, its chances, the mails it may cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.api.problems import Located, RefusedFile, as_json
from adjudicator.core.capabilities import Projects
from adjudicator.core.redaction import redacted
from adjudicator.core.report import Line, Paragraph
from adjudicator.core.save import state_of
from adjudicator.matches.fallbacks import report_or_plain, standings_or_plain, told_or_nothing

if TYPE_CHECKING:  # both load this module
    from adjudicator.api.position import Position
    from adjudicator.documents.sheets import CheckedSheet

__all__ = ["Checked", "ForeseenTurn", "Line", "MailStop", "Paragraph", "Stop"]


class Stop(NamedTuple):
    """How far the rules could follow a sheet without dice."""

    why: str
    """"dice", "awaited", or how else it ended."""
    at: str
    """What it stopped at; empty: nothing is left."""


class MailStop(NamedTuple):
    """A decision for which the player-turn could still stop and ask for another mail."""

    seat: str
    """Who would be asked."""
    topic: str
    """In which topic."""
    why: str
    """"hold", "option", "standing" or "no-default"."""


class ForeseenTurn(NamedTuple):
    """What a sheet does in a later player-turn, if nothing more happens before it."""

    turn: str
    """The player-turn: "turn-1-esc"."""
    preview: tuple[Paragraph, ...]
    """What the sheet does in it, in words."""
    chances: tuple[Paragraph, ...]
    """The chances of its battles, in words."""


class Checked:
    """What the rules say of one sheet. What costs time is made when it is asked for."""

    def __init__(
        self,
        position: Position,
        judged: CheckedSheet | None,
        problems: Sequence[Located],
        source: str,
    ) -> None:
        self._position, self._judged = position, judged
        self.source = source
        """What problems call the sheet."""
        self.problems = tuple(problems)
        """All that is wrong with it, and warnings."""

    @property
    def is_read(self) -> bool:
        """Whether the sheet could be understood at all."""
        return self._judged is not None

    @property
    def is_acceptable(self) -> bool:
        """Whether `adjudicate` would take it: there is nothing but warnings."""
        return self._judged is not None and self._judged.is_acceptable

    def check_read(self) -> None:
        """Raises RefusedFile with its problems if the sheet could not be understood."""
        if self._judged is None:
            raise RefusedFile(self.problems)

    @property
    def _sheet(self) -> Any:
        self.check_read()
        assert self._judged is not None
        return self._judged.sheet

    @property
    def document(self) -> Mapping[str, Any]:
        """The sheet as a value. Like all below: RefusedFile, if it could not be understood."""
        document: Mapping[str, Any] = self._sheet.document
        return document

    @property
    def seat(self) -> str:
        """Whose it is."""
        return str(self._sheet.seat)

    @property
    def hash(self) -> str:
        """The hash under which the log will name it."""
        self.check_read()
        assert self._judged is not None
        return self._judged.hash

    @property
    def orders(self) -> dict[str, int]:
        """How many orders it gives, by topic."""
        return _counted(self._sheet.orders)

    @property
    def later_orders(self) -> dict[str, dict[str, int]]:
        """By later player-turn, how many orders it gives for that."""
        return {turn: _counted(part.orders) for turn, part in self._sheet.then.items()}

    @property
    def is_empty(self) -> bool:
        """Whether it orders and answers nothing."""
        return not (any(self._sheet.orders.values()) or self._sheet.answers or self._sheet.then)

    @property
    def about_empty(self) -> str:
        """What a sheet that orders and answers nothing does."""
        from adjudicator.audit.automatic import topics_open

        position, seat = self._position, self.seat
        asked = [pending.topic for pending in position.saved.pending if pending.seat == seat]
        if not asked:
            return f"nothing is due from {seat} in this opening"
        if asked == ["orders"] and not topics_open(position.rules, position.saved, seat):
            return "there is nothing to order now: send the sheet as it stands"
        return "mailed like this, it leaves the turn of this seat empty"

    # -- what it does ---------------------------------------------------------------------------

    @property
    def _dry(self) -> Any:
        return None if self._judged is None else self._judged.dry

    @property
    def stop(self) -> Stop | None:
        """How far the rules followed it; None: it was judged by its form alone, or is refused."""
        dry = self._dry
        return None if dry is None else Stop(dry.why, dry.stopped_at)

    @property
    def mails(self) -> tuple[MailStop, ...]:
        """What could still ask for another mail; empty: this one is enough."""
        dry = self._dry
        return () if dry is None else tuple(MailStop(s.seat, s.topic, s.why) for s in dry.mails)

    @property
    def others_may_ask(self) -> bool:
        """Whether other seats could want to be asked, of which nothing can be known here."""
        return not self._position.holds_sheets or self._position.is_hidden

    @cached_property
    def preview(self) -> tuple[Paragraph, ...]:
        """What it does up to the first dice, as the report will tell it."""
        if self._dry is None:
            return ()
        before = state_of(self._position.rules.game, self._position.saved.position)
        return self._preview(before, self._dry.events, self._dry.state)

    @cached_property
    def chances(self) -> tuple[Paragraph, ...]:
        """What lies behind the first dice: chances, what orders depend on, who answers what."""
        if self._dry is None or not self.is_acceptable:
            return ()
        return self._chances(self._dry.stops, self._dry.submitted)

    @cached_property
    def foreseen(self) -> tuple[ForeseenTurn, ...]:
        """What it does in later player-turns, if nothing more happens before each."""
        if self._dry is None or not self.is_acceptable:
            return ()
        return tuple(
            ForeseenTurn(
                one.turn,
                self._preview(one.before, one.events, one.state),
                self._chances(one.stops, one.submitted),
            )
            for one in self._dry.foreseen
        )

    def _preview(self, before: Any, events: Any, state: Any) -> tuple[Paragraph, ...]:
        rules, seat, on_fault = self._position.rules_in(), self.seat, self._position.faults
        n = self._position.n + 1
        reached = rules.view(state, seat)
        known = standings_or_plain(rules, reached, n=n, on_fault=on_fault)
        report = report_or_plain(
            rules,
            rules.view(before, seat),
            redacted(rules, events, seat),
            reached,
            n=n,
            on_fault=on_fault,
        )
        return tuple(
            paragraph
            for paragraph in report.paragraphs
            if any(line.text not in known for line in paragraph.lines)
        )

    def _chances(self, stops: Any, said: Any) -> tuple[Paragraph, ...]:
        rules, seat = self._position.rules_in(), self.seat
        if not isinstance(rules, Projects):
            return ()
        return told_or_nothing(
            lambda: (
                paragraph
                for state in stops
                for paragraph in rules.projection(rules.view(state, seat), seat, said)
            ),
            "outlook",
            n=self._position.n + 1,
            on_fault=self._position.faults,
        )

    def to_json(self) -> dict[str, Any]:
        """Returns all of it as data, the same keys always."""
        stop = self.stop
        return {
            "source": self.source,
            "seat": self.seat,
            "acceptable": self.is_acceptable,
            "hash": self.hash,
            "problems": [as_json(one) for one in self.problems],
            "stops": None if stop is None else stop._asdict(),
            "mails": [one._asdict() for one in self.mails],
            "outlook": [paragraph.to_json() for paragraph in self.chances],
            "foreseen": [
                {"turn": one.turn, "outlook": [part.to_json() for part in one.chances]}
                for one in self.foreseen
            ],
        }


def _counted(orders: Mapping[str, Sequence[Any]]) -> dict[str, int]:
    return {topic: len(listed) for topic, listed in orders.items() if listed}
