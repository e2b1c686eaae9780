"""A match as somebody may know it, on which sheets are written and judged.

The folder of a match, a clone of it and a mailed state.json answer the same questions: who owes
what, what a sheet would do, how one begins. Nothing here writes, and nothing prints.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from adjudicator.api.named_files import SheetFile, SheetLike, as_sheet_file
from adjudicator.api.problems import Located, Problem, Refused, RefusedFile, UnusableFile
from adjudicator.api.shown import Shown
from adjudicator.audit.opening import SavedMatch
from adjudicator.core.ending import MATCH
from adjudicator.core.game import Pending
from adjudicator.core.redaction import asked, is_unread
from adjudicator.core.save import state_of
from adjudicator.core.values import JSONValue
from adjudicator.matches.fallbacks import standings_or_plain, told_or_nothing

if TYPE_CHECKING:  # each is loaded by the method that needs it
    from adjudicator.api.checking import Checked
    from adjudicator.api.own_keys import Own
    from adjudicator.audit.log import Log
    from adjudicator.documents.keys.seat_keys import Played

__all__ = [
    "MATCH",
    "Awaited",
    "Pending",
    "Position",
    "ReadSheet",
    "TopicForms",
    "is_unread",
]


class Awaited(NamedTuple):
    """Something that is owed before the next opening can be made."""

    seat: str | None
    """Who owes it; None: whoever holds the match."""
    what: Literal["sheet", "answer", "roll", "pledge", "beacon", "round"]
    """A whole sheet; the answer to a question; dice rolled elsewhere; the pledge or the beacon's
    value that opens what is locked; a round to be fixed before sheets are written."""
    opening: int
    """The opening that it is for."""
    label: str = ""
    """By what it is answered, where it is an answer or a roll."""
    prompt: str = ""
    """What is asked, in words that everybody may read."""
    is_in: bool = False
    """Whether it has come and waits: of an answer, whether a sheet of the seat does."""
    as_is: bool = False
    """Whether nothing is to be decided: a sheet as `template` writes it is complete."""


class TopicForms(NamedTuple):
    """What a sheet may say under one topic now."""

    topic: str
    """The topic, as it stands under `orders`."""
    forms: tuple[JSONValue, ...]
    """Examples of its orders, one of each kind."""
    because: str = ""
    """Why no such order is legal now; empty: these are."""
    notes: tuple[str, ...] = ()
    """What is due, and where it may go."""


class ReadSheet(NamedTuple):
    """A sheet that could be read; nobody has judged it."""

    seat: str
    """Whose sheet it is."""
    document: Mapping[str, Any]
    """The sheet as JSON data, as it was written."""
    located: Callable[[Problem], Located]
    """Gives a problem, with its path in the sheet, its line and column."""


class Position(Shown):
    """A match as far as somebody may know it."""

    @property
    @abstractmethod
    def saved(self) -> SavedMatch:
        """Where the match stands, as data: for tests and tools, their form may change."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the match; empty where an old state.json does not say it."""

    @property
    def file_name(self) -> str:
        """The name of the match as a file or folder may have it anywhere, and nothing else.

        Two matches may share it; their `id` they do not.
        """
        return re.sub(r"[^A-Za-z0-9._-]", "-", self.name).strip(".") or "match"

    @property
    @abstractmethod
    def played(self) -> Played:
        """Which match it is, as far as it says so: what a key file serves."""

    @property
    @abstractmethod
    def holds_sheets(self) -> bool:
        """Whether the sheets in force are at hand; a mailed state does not hold them."""

    @property
    def has_log(self) -> bool:
        """Whether the log itself was opened, and not something that was mailed with it."""
        return False

    @abstractmethod
    def log_near(self, near: Sequence[Path]) -> Log | None:
        """Returns the log that belongs to it; None: it is not at hand."""

    # -- where it stands ------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The id of the match: what its sheets and pledges cite as `game`."""
        return self.saved.gid

    @property
    def n(self) -> int:
        """The number of the newest opening; 0 before the first."""
        return self.saved.n

    @property
    def reached(self) -> int:
        """The opening whose position stands: another than `n` after a rewind."""
        return self.saved.reached

    @property
    def head(self) -> str:
        """The hash of the log line that the next sheets cite."""
        return self.saved.head

    @property
    def turn(self) -> str | None:
        """The player-turn in progress or awaited; None: the match is over."""
        return self.saved.turn

    @property
    def begun(self) -> bool:
        """Whether anything of that player-turn was answered or rolled."""
        return self.saved.begun

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.saved.is_over

    @property
    def is_locked(self) -> bool:
        """Whether the sheets of the next opening are locked."""
        return self.saved.locked is not None

    @property
    def seats_with_chain(self) -> tuple[str, ...]:
        """The seats that pledge values of chains of their own."""
        return tuple(self.saved.chains)

    @property
    def pending(self) -> tuple[Pending, ...]:
        """What is awaited, as whoever looks may read it."""
        return asked(self.rules, self.saved.pending, None)

    @property
    def waiting(self) -> tuple[str, ...]:
        """The seats whose sheets are in already, sorted; nothing where they are not at hand."""
        return ()

    @property
    def awaited(self) -> tuple[Awaited, ...]:
        """Who owes what for the next opening; empty where the match is over."""
        if self.is_over:
            return ()
        waiting, as_is, opening = self.waiting, self.sent_as_is, self.n + 1
        return tuple(
            Awaited(
                one.seat, _WHAT.get(one.topic, "answer"), opening,
                "" if one.topic == "orders" else one.label, one.prompt,
                is_in=one.seat in waiting, as_is=one.topic == "orders" and one.seat in as_is,
            )
            for one in self.pending
        )  # fmt: skip

    def asked_of(self, seat: str) -> tuple[Pending, ...]:
        """Returns what is asked of a seat, in words and answers that it alone may read.

        Raises:
            ValueError: there is no such seat.
        """
        self.check_seat(seat)
        return tuple(one for one in asked(self.rules, self.saved.pending, seat) if one.seat == seat)

    def question(self, pending: Pending) -> str:
        """Returns a question in the language of the match; `prompt` has the rules' own words."""
        from adjudicator.matches.opening_report import question_text

        rules = self.rules_in()
        return question_text(rules, self.saved, pending, self._everybodys(), on_fault=self.faults)

    @property
    def is_ready(self) -> bool:
        """Whether all that is awaited is in, so that `adjudicate` goes on as far as it leads.

        Of the seats that the offer gives to the built-in player nothing need come.
        """
        return not self.is_over and all(one.is_in or one.seat in self.plays for one in self.awaited)

    @property
    def plays(self) -> tuple[str, ...]:
        """The seats that the offer gives to the built-in player, where it is known here."""
        return ()

    @property
    def standings(self) -> tuple[str, ...]:
        """How the match stands, in a few lines; once it is over, the first says how it ended."""
        view = self._everybodys()
        return standings_or_plain(self.rules_in(), view, n=self.reached, on_fault=self.faults)

    @property
    def seats_out(self) -> tuple[str, ...]:
        """The seats that need not agree to anything any more: they conceded, or lost all."""
        return tuple(state_of(self.rules.game, self.saved.position).consent_not_needed)

    @property
    def draw_offer(self) -> str:
        """Who offers a draw and who may accept it; empty: nobody does."""
        from adjudicator.matches.opening_report import draw_text

        return draw_text(self.rules_in(), self.saved)

    @property
    def result(self) -> dict[str, Any] | None:
        """How it has ended: `winner`, `winners`, `how`, `points`, `text`; None: it goes on."""
        from adjudicator.core.game import Seat
        from adjudicator.matches.published.match_result import match_result

        seats = {seat: Seat(sides=sides) for seat, sides in self.sides_by_seat.items()}
        return match_result(self.rules, self.saved, self._everybodys(), seats)

    @property
    def amendments(self) -> tuple[str, ...]:
        """What was taken back or corrected, in a sentence each."""
        from adjudicator.matches.amendments import amendment_lines
        from adjudicator.narrate.languages import narrator_of

        return tuple(amendment_lines(self.saved, narrator_of(self.rules_in())))

    @property
    def sent_as_is(self) -> tuple[str, ...]:
        """The seats whose sheets are awaited though they have nothing to order or to answer."""
        from adjudicator.audit.automatic import topics_open

        topics: dict[str, set[str]] = {}
        for pending in self.saved.pending:
            if pending.seat is not None:
                topics.setdefault(pending.seat, set()).add(pending.topic)
        return tuple(
            seat
            for seat, asked_for in topics.items()
            if asked_for == {"orders"} and not topics_open(self.rules, self.saved, seat)
        )

    def turns_ahead(self, seat: str) -> tuple[str, ...]:
        """Returns the later player-turns for which a sheet of a seat may be that is sent now."""
        from adjudicator.documents.later_turns import ahead_of

        return tuple(turn.name for turn in ahead_of(self.rules, self.saved, seat))

    def ordered_ahead(self, seat: str) -> tuple[str, ...]:
        """Returns the later player-turns for which a sheet of a seat stands already."""
        from adjudicator.documents.later_turns import ordered_ahead

        return ordered_ahead(self.saved, seat)

    def is_asked(self, seat: str) -> bool:
        """Whether a sheet or an answer of a seat is awaited."""
        return any(pending.seat == seat for pending in self.saved.pending)

    def to_json(self) -> dict[str, Any]:
        """Returns how the match stands as data, the same keys always."""
        seats = dict.fromkeys(
            p.seat for p in self.saved.pending if p.topic != "rolls" and p.seat is not None
        )
        ahead = {seat: list(turns) for seat in seats if (turns := self.turns_ahead(seat))}
        return {
            "game": self.game,
            "opening": self.n,
            "head": self.head,
            "turn": self.turn,
            "begun": self.begun,
            "over": self.is_over,
            "pending": [pending.to_json() for pending in self.pending],
            "waiting": list(self.waiting),
            "standings": list(self.standings),
            "draw": self.draw_offer,
            "result": self.result,
            "ahead": ahead,
            "as_is": list(self.sent_as_is),
            "stands": self.reached,
            "rewinds": [rewound.to_json() for rewound in self.saved.rewinds],
            "corrections": [corrected.to_json() for corrected in self.saved.corrections],
        }

    # -- sheets ---------------------------------------------------------------------------------

    def check(self, sheet: SheetLike, *, source: str = "sheet") -> Checked:
        """Judges an order sheet as `adjudicate` will; nothing is changed.

        Args:
            sheet: its value, its bytes or its file.
            source: what problems call it, where it is no file.

        Returns:
            What is wrong with it, and what it would do. A sheet that cannot be read is one whose
            `problems` say why.

        Raises:
            UnusableFile: its signature cannot be verified on this machine.
        """
        from adjudicator.api.checking import Checked

        file = as_sheet_file(sheet, source)
        try:
            judged = self._judged(file)
        except UnusableFile:
            raise
        except RefusedFile as error:
            return Checked(self, None, tuple(error.located), file.source)
        return Checked(self, judged, judged.located, file.source)

    def _judged(self, file: SheetFile) -> Any:
        """Returns a sheet judged by what a player knows: a `CheckedSheet`.

        Raises:
            RefusedFile: it cannot be understood.
        """
        from adjudicator.documents.sheets import check_sheet, read_order_sheet, refused_in_full

        rules, saved = self.rules, self.saved
        try:
            document, sheet = read_order_sheet(rules.game, file.raw, file.source)
        except RefusedFile as error:
            raise refused_in_full(rules, saved, file.raw, error, is_mailed=True) from None
        judged = check_sheet(rules, saved, document, sheet, is_mailed=True)
        if file.signature is None:
            return judged
        return judged._replace(located=(*judged.located, _unseen_signature(file.source)))

    def read_sheet(self, sheet: SheetLike, *, source: str = "sheet") -> ReadSheet:
        """Returns a sheet of this game, as far as it can be read without the match.

        Raises:
            RefusedFile: it is malformed or invalid; every problem with its place.
        """
        from adjudicator.documents.sheets import read_order_sheet

        file = as_sheet_file(sheet, source)
        document, read = read_order_sheet(self.rules.game, file.raw, file.source)
        return ReadSheet(read.seat, read.document, document.located)

    def check_unlocked(self) -> None:
        """Raises Refused where the next opening is locked: it takes no sheets any more."""
        from adjudicator.documents.sheets import opening_locked

        if self.is_locked:
            raise Refused([opening_locked(self.n + 1)._replace(path=())])

    def template(
        self,
        seat: str,
        *,
        play: bool = False,
        run: bool = False,
        standing: bool = False,
        earlier: SheetLike | None = None,
        key: Path | None = None,
        own: Own | None = None,
        near: Sequence[Path] = (),
    ) -> dict[str, JSONValue]:
        """Returns an order sheet to fill in, with drafts of what must not stay empty.

        Args:
            play: as the built-in player would order.
            run: for all player-turns that the seat plays one after another.
            standing: with its standing orders, or the published defaults, to edit.
            earlier: a sheet whose orders are taken over under the new header.
            key: the key file of a seat that has a chain; None: it is looked for in `near`.
            own: the key at hand, which makes the blind and remembers; see `own_key`.
            near: folders in which a key file is looked for.

        Raises:
            ValueError: no such seat; or the sheets that the built-in player needs are not at hand.
            Refused: the next opening is locked; there is no run of player-turns.
            RefusedFile: `earlier` cannot be read, or is another seat's.
            UnusableFile: the key is not there, or another's.
        """
        from adjudicator.audit.tfd1 import make_secret
        from adjudicator.documents.keys.pledges import pledged
        from adjudicator.documents.templates import sheet_of_player, standing_for, template_for

        self.check_seat(seat)
        if play and not self.holds_sheets and self.begun:
            raise ValueError("the player-turn has begun, and its sheets are not at hand")
        rules, saved = self.rules, self.saved
        self.check_unlocked()
        blind = make_secret() if own is None else own.key.blind(saved.n + 1)
        made = sheet_of_player if play else template_for
        sheet = made(rules, saved, seat, blind, run=run)
        if standing:
            sheet["standing"] = standing_for(rules, saved, seat)
        if earlier is not None:
            sheet = self._readdressed(sheet, as_sheet_file(earlier, "the earlier sheet"))
        if saved.is_over:
            return sheet
        return pledged(saved, sheet, key if own is None else own.path, near)

    def _readdressed(
        self, blank: Mapping[str, JSONValue], earlier: SheetFile
    ) -> dict[str, JSONValue]:
        """Returns a sheet with a new header and what an earlier one of the seat says."""
        from adjudicator.documents.keys.pledges import of_another, readdressed
        from adjudicator.documents.sheets import read_order_sheet

        document, sheet = read_order_sheet(self.rules.game, earlier.raw, earlier.source)
        if sheet.seat != blank["player"]:
            problem = of_another(sheet.seat, str(blank["player"]))
            raise RefusedFile([document.located(problem)])
        return readdressed(blank, sheet.document)

    def check_as_is(self, seat: str, sheet: Mapping[str, JSONValue]) -> None:
        """Raises Refused unless a blank sheet of a seat is complete as it stands."""
        from adjudicator.audit.automatic import topics_open
        from adjudicator.core.sheet_writer import awaited_seats

        saved = self.saved
        if seat not in awaited_seats(saved.pending):
            message = f"nothing is due from {seat} now"
            raise Refused([Problem("nothing-awaited", message, hint="")])
        topics = topics_open(self.rules, saved, seat)
        if topics or "answers" in sheet:
            labels = [pending.label for pending in saved.pending if pending.seat == seat]
            what = (
                f"orders for {', '.join(topics)}" if topics else f"an answer to {', '.join(labels)}"
            )
            raise Refused(
                [
                    Problem(
                        "not-as-is",
                        f"{seat} has something to decide: {what}",
                        hint="Leave --send-as-is out, and fill the sheet in.",
                    )
                ]
            )

    def forms(self, seat: str) -> tuple[TopicForms, ...]:
        """Returns examples of all that a sheet of a seat may say now, by topic.

        Together they are one legal sheet, but for those that say why they are not possible now.
        """
        from adjudicator.documents.templates import forms_for

        self.check_seat(seat)
        rules, saved = self.rules_in(), self.saved
        return told_or_nothing(
            lambda: (TopicForms(*one) for one in forms_for(rules, saved, seat)),
            "examples",
            n=saved.n + 1,
            on_fault=self.faults,
        )

    # -- sheets made by clicks ------------------------------------------------------------------

    def choices(self, seat: str) -> dict[str, JSONValue]:
        """Returns what a seat may order now, as JSON that fits the published schema `choices`.

        What the page of a report is made of, for other programs: places, what stands where, and
        for each topic how clicks become orders.

        Raises:
            ValueError: there is no such seat, or the game does not say what may be ordered.
            Refused: nothing is due from the seat; seats know different things of the match, and
                what this one knows is not at hand; the next opening is locked.
        """
        from adjudicator.api.composing import choices_for

        return choices_for(self, seat)

    def compose(self, seat: str | None = None) -> str:
        """Returns the page on which sheets are made by clicks, complete in itself.

        It is that of the report, without what the report tells: the map and the sheet.

        Args:
            seat: whose sheets; None: of everybody who is awaited, or of whoever got a mailed
                state.json.

        Raises:
            ValueError, Refused: as for `choices`.
        """
        from adjudicator.api.composing import page_for

        return page_for(self, seat)[0]

    def compose_app(self, seat: str | None = None) -> bytes:
        """Returns the same page as an app for messengers: the bytes of an `.xdc` file.

        Delta Chat and others run it on a phone, without a network, and its player sends the sheet
        into a chat. See `compose`.
        """
        from adjudicator.api.composing import page_for
        from adjudicator.compose.app import app_of

        page, title = page_for(self, seat)
        return app_of(page, title)

    def header_text(self, seat: str) -> str:
        """Returns the header of a seat's next sheet as text to paste."""
        from adjudicator.documents.sheets import header_text

        return header_text(self.saved, seat)

    def _everybodys(self) -> Any:
        """Returns the position as whoever looks may know it."""
        return self.rules.view(state_of(self.rules.game, self.saved.position), None)


_WHAT: Mapping[str, Literal["sheet", "roll"]] = {"orders": "sheet", "rolls": "roll"}


def _unseen_signature(source: str) -> Any:
    """Returns that the signature beside a sheet is not looked at where no keys are known."""
    problem = Problem(
        "signature-ignored",
        "a state.json holds no keys: the signature was not looked at",
        rule="TFD1 3.3",
        hint="Name the match folder to have it verified.",
        kind="invalid",
        warning=True,
    )
    return Located(problem, f"{source}.sig")
