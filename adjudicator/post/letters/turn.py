"""The letter of one seat: after an opening, while one is locked, at the end.

It holds what `Match.letter_to` gives that seat, and words of others that are for it; nothing else
of the match enters it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from adjudicator.api.letters import (
    Letter,
    lean_page,
    lines_after,
    packed_state,
    state_in_address,
    with_reply,
)
from adjudicator.api.match import Match
from adjudicator.api.named_files import pretty
from adjudicator.api.position import Awaited
from adjudicator.post.letters.attached import archive, calendar
from adjudicator.post.letters.blocks import (
    Block,
    Heading,
    Link,
    Paragraph,
    Picture,
    Quote,
    Report,
    Steps,
    Verbatim,
    as_html,
    as_text,
)
from adjudicator.post.letters.message import Body, File, automatic, mail_of
from adjudicator.post.letters.passages import harmless, told_players
from adjudicator.post.letters.picture import picture_of
from adjudicator.post.letters.way import Kind, Way, dotted, message_id
from adjudicator.post.letters.words import words_of
from adjudicator.post.reading.mail import Passage

__all__ = ["TurnLetter", "blank_sheet", "turn_letter"]

_WHOLE_LOG = 5
"""Every so many openings a light letter has the whole log."""
_MOST = {"full": 460_000, "light": 170_000, "plain": 460_000}
"""Bytes that a letter has at most, as it is mailed, as far as it can do without something."""
_WIDTHS = (720, 640, 560, 480)
"""How wide a picture is in pixels with which a letter fits that did not fit otherwise."""
_LINE, _IN_LINE = 78, 57
"""Bytes of a line of base64 in a mail, and how many bytes of a file stand in it."""
_GID = 8
"""Digits of a hash that a Message-ID has: two matches may have one name."""


def turn_letter(
    match: Match,
    seat: str,
    way: Way,
    *,
    passages: Sequence[tuple[str, Passage]] = (),
    since: int | None = None,
) -> bytes:
    """Returns the letter to a seat as the match stands now: a whole mail (RFC 5322).

    The same match, way and passages give the same bytes (under the same zlib).

    Args:
        passages: words of other players, each behind the seat that wrote them; those for somebody
            else are left out.
        since: the opening after which the seat had its last letter; None: the one before this.

    Raises:
        ValueError: there is no such seat.
        Refused: an address is not one plain address.
        Unusable: what draws pictures is not installed.
        UnusableFile: map and report of the newest opening are not there: open the match to write.
    """
    return TurnLetter(match, seat, way, passages=passages, since=since).to_bytes()


def blank_sheet(match: Match, seat: str) -> dict[str, object] | None:
    """Returns the sheet to fill in that stands in a seat's letter; None: there is none in it.

    It has no `blind`: the referee would choose it. Whoever reads mails knows it again by its hash.
    """
    is_asked = match.is_asked(seat) and not (match.is_locked or match.is_over)
    if not is_asked or match.awaits_round or seat in match.seats_with_chain or seat in match.plays:
        return None
    sheet = dict(match.template(seat))
    sheet.pop("blind")
    return {**sheet}


class TurnLetter:
    """The letter to a seat, part by part. See `turn_letter`."""

    def __init__(
        self,
        match: Match,
        seat: str,
        way: Way,
        *,
        passages: Sequence[tuple[str, Passage]] = (),
        since: int | None = None,
        cuts_log: bool = False,
    ) -> None:
        self.match, self.seat = match, seat
        self.way = way if way.tag else way._replace(tag=match.name)
        self.passages = [one for one in passages if one[1].to in (None, seat)]
        self.since = max(match.n - 1, 0) if since is None else since
        self.words = words_of(match.language)
        # A pledge is made from the whole log: the player's tool holds it against what it knows.
        is_whole = match.is_over or match.is_locked or match.n % _WHOLE_LOG == 0
        is_light = self.way.letters == "light" and not self.way.is_first
        self._may_cut_log = is_light and not cuts_log and not match.is_locked
        self._has_whole_log = not is_light or (is_whole and not (cuts_log and not match.is_locked))

    @cached_property
    def _letter(self) -> Letter:
        return self.match.letter_to(self.seat)

    @property
    def kind(self) -> Kind:
        """What it is about."""
        if self.match.is_over:
            return "end"
        return "lock" if self.match.is_locked else "turn"

    @property
    def message_id(self) -> str:
        """Its Message-ID: of the match, the opening, the seat, the kind, and the log's last line.

        By that line it differs after a rewind, or when a seat got another player.
        """
        if not self.way.domain:
            return ""
        match, head = self.match, self.match.head[:_GID]
        again = (f"again-{self.way.again}",) if self.way.again else ()
        return message_id(self.way, match.file_name, match.n, self.seat, self.kind, head, *again)

    @cached_property
    def _asked(self) -> tuple[Awaited, ...]:
        """What the seat owes."""
        return tuple(one for one in self.match.awaited if one.seat == self.seat)

    @property
    def _owes(self) -> bool:
        """Whether something is wanted that is not there yet."""
        return any(not one.is_in for one in self._asked) and self.seat not in self.match.plays

    # -- the files that go with it --------------------------------------------------------------

    @cached_property
    def files(self) -> dict[str, bytes]:
        """What its archive holds, by name; nothing where nothing is attached."""
        if self.way.letters == "plain":
            return {}
        given = {one.name: one.raw for one in self._letter.attachments}
        has_page = self.way.letters == "full" and not self.match.is_locked
        files = {"report.html": self._page.encode()} if has_page else {}
        log = given.pop("log.jsonl")
        files |= given
        if self._has_whole_log:
            files["log.jsonl"] = log
        elif new := lines_after(log, self.since):
            files["log-new.jsonl"] = new
        return files

    @cached_property
    def _page(self) -> str:
        """The page of the report; its sheets are mailed to the letter's own address."""
        reply = self.way.reply_to or self.way.sender
        return with_reply(self._letter.html, self.seat, reply) if reply else self._letter.html

    @property
    def archive_name(self) -> str:
        """The name of its archive: match, opening, seat."""
        return f"{dotted(self.match.file_name)}-{self.match.n}-{self.seat}.zip"

    @property
    def _state(self) -> bytes:
        """The seat's own state.json; of a lock there is none."""
        found = (one.raw for one in self._letter.attachments if one.name == "state.json")
        return next(found, b"")

    @cached_property
    def _map(self) -> str:
        """The map, of which a picture is made; none for a light letter, and of a lock."""
        drawn = (one.raw for one in self._letter.attachments if one.name == "map.svg")
        return "" if self.way.letters == "light" else next(drawn, b"").decode()

    # -- what it says ---------------------------------------------------------------------------

    @property
    def subject(self) -> str:
        """Its subject, without the tag."""
        if self.way.due is None or not self._owes or self.match.is_over:
            return self._subject
        due = self.words.soon(self.way, self.way.due)
        return self.words.say("subject-due", subject=self._subject, due=due)

    @property
    def _subject(self) -> str:
        say, match = self.words.say, self.match
        values = {"turn": _told(match.turn), "n": match.n + 1}
        if match.is_over:
            return say("subject-end")
        if not self._owes:
            return say("subject-locked" if match.is_locked else "subject-none", **values)
        asked = {one.what for one in self._asked}
        what = next(one for one in ("pledge", "sheet", "answer") if one in asked)
        return say(f"subject-{what}", **values)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """What it says, from top to bottom."""
        parts = (
            self._link, self._wanted, self._players, self._welcome, self._words_of_others,
            self._told, self._answer, self._enclosed, self._foot,
        )  # fmt: skip
        return tuple(block for part in parts for block in part())

    def _link(self) -> Iterator[Block]:
        """Yields the link on top; in text it stands below, for it is thousands of letters long."""
        if self._address:
            words = self.words.say("link" if self._owes else "link-look")
            yield Link(self._address, words, is_html_only=True)

    @cached_property
    def _address(self) -> str:
        return state_in_address(self._state, self.way.pen) if self.way.pen and self._state else ""

    def _wanted(self) -> Iterator[Block]:
        """Yields what is wanted, by when; of whom else."""
        say, match, seat, turn = self.words.say, self.match, self.seat, _told(self.match.turn)
        if match.is_over:
            yield Paragraph(next(iter(match.standings), say("over")), is_strong=True)
            yield Paragraph(say("end-thanks"))
            if self.way.letters != "plain":
                yield Paragraph(say("end-verify"))
            return
        by = self._by()
        if seat in match.plays:
            yield Paragraph(say("built-in", seat=seat), is_strong=True)
        elif not self._asked:
            yield Paragraph(say("nothing-wanted", seat=seat), is_strong=True)
        for one in self._asked if seat not in match.plays else ():
            told = [say(f"wanted-{one.what}", seat=seat, turn=turn, n=match.n + 1)]
            told += [say("as-is")] if one.as_is else []
            told += [say("is-in")] if one.is_in else []
            yield Paragraph(" ".join((*told, *by)), is_strong=True)
        others = [one.seat or say("referee") for one in match.awaited]
        others = [one for one in dict.fromkeys(others) if one != seat]
        if others:
            told = [say("others-awaited", others=", ".join(others)), *(() if self._asked else by)]
            yield Paragraph(" ".join(told))
        if self._address:
            yield Paragraph(say("link-below"), is_text_only=True)

    def _players(self) -> Iterator[Block]:
        if told := told_players(self.way):
            yield Paragraph(self.words.say("players", players=told))

    def _by(self) -> tuple[str, ...]:
        way, words = self.way, self.words
        if way.due is None:
            return ()
        by = words.say("by", due=words.when(way, way.due))
        if way.due_was in (None, way.due):
            return (by,)
        assert way.due_was is not None
        return (by, words.say("by-moved", due=words.when(way, way.due_was)))

    def _welcome(self) -> Iterator[Block]:
        """Yields what this is, how to answer, what a deadline means, whom to ask."""
        if not self.way.is_first or self.match.is_over:
            return
        say, match, way = self.words.say, self.match, self.way
        yield Heading(say("welcome"))
        yield Paragraph(say("welcome-what", seat=self.seat, match=match.name,
                            game=match.game_title))  # fmt: skip
        yield Paragraph(say("welcome-steps"))
        page = say(f"welcome-page-{'link' if self._address else way.letters}")
        make = say("welcome-make", page=page, answer=say("answer"))
        yield Steps((say("welcome-read"), make, say("welcome-send")))
        has_deadlines = way.due is not None or self.match.clock is not None
        yield Paragraph(say("welcome-deadline" if has_deadlines else "welcome-no-deadline"))
        yield Paragraph(say("welcome-ask", ask=way.ask or say("sender")))

    def _words_of_others(self) -> Iterator[Block]:
        if not self.passages:
            return
        say = self.words.say
        yield Heading(say("passages"))
        yield Paragraph(say("passages-note"))
        for writer, passage in self.passages:
            who = say("to-all" if passage.to is None else "to-you", seat=writer)
            yield Quote(who, harmless(passage.text))

    def _told(self) -> Iterator[Block]:
        """Yields the picture and the report."""
        if self._map:
            yield Picture(self._content_id, self.words.say("map-alt", match=self.match.name))
        yield Report(self._letter.text)

    @property
    def _content_id(self) -> str:
        match = self.match
        where = self.way.domain or "adjudicator.invalid"
        return f"{dotted('map', match.file_name, match.n, match.head[:_GID])}@{where}"

    def _answer(self) -> Iterator[Block]:
        """Yields how to answer, and the sheet to fill in."""
        say, match, seat = self.words.say, self.match, self.seat
        if not self._asked or seat in match.plays:
            return
        sheet = blank_sheet(match, seat)
        if match.is_locked:
            yield Heading(say("answer"))
            yield Paragraph(say("answer-pledge", seat=seat))
        elif sheet is not None:
            yield Heading(say("answer"))
            yield Paragraph(say("answer-how"))
            yield Verbatim(pretty(sheet).decode())
            if 'id="pen-data"' in self._letter.html and self.files:
                by = "page" if "report.html" in self.files else "state"
                yield Paragraph(say(f"answer-by-{by}", archive=self.archive_name))
        elif seat in match.seats_with_chain:
            yield Heading(say("answer"))
            yield Paragraph(say("answer-key", seat=seat))

    def _enclosed(self) -> Iterator[Block]:
        """Yields what is attached, or the line that stands for it; in text, the link."""
        say, way = self.words.say, self.way
        if self.files:
            yield Heading(say("attached"))
            yield Paragraph(say("attached-archive", archive=self.archive_name,
                                files=", ".join(self.files)))  # fmt: skip
            if "log-new.jsonl" in self.files:
                yield Paragraph(say("attached-new-lines"))
        elif way.letters == "plain" and self._state:
            yield Heading(say("state-heading"))
            yield Paragraph(say("state-note"))
            yield Verbatim(packed_state(self._state))
        if self._address:
            yield Heading(say("link-heading"))
            yield Paragraph(say("link-secret"))
            yield Link(self._address, say("link"), is_text_only=True)

    def _foot(self) -> Iterator[Block]:
        if self.way.foot:
            yield Heading(self.words.say("foot"))
            yield Verbatim(self.way.foot)

    # -- the mail -------------------------------------------------------------------------------

    @cached_property
    def _made(self) -> tuple[Body, bytes]:
        """What it says, and the mail: with as much as fits.

        First the page does without all pictures but its map, then the picture gets narrower; a
        light letter does without the whole log.
        """
        body = self._body()
        mail = self._mail(body)
        most = _MOST[self.way.letters]
        if len(mail) > most and "report.html" in self.files:
            self.files["report.html"] = lean_page(self._page).encode()
            body = self._body()
            mail = self._mail(body)
        if len(mail) > most and body.picture:
            rest = len(mail) - len(body.picture) * _LINE // _IN_LINE
            for width in _WIDTHS:
                picture = picture_of(self._map, width)
                if rest + len(picture) * _LINE // _IN_LINE < most - _LINE:
                    break
            body = body._replace(picture=picture)
            mail = self._mail(body)
        if len(mail) <= most or self.way.letters != "light" or not self._may_cut_log:
            return body, mail
        shorter = TurnLetter(
            self.match, self.seat, self.way, passages=self.passages, since=self.since, cuts_log=True
        )
        return shorter._made

    @property
    def body(self) -> Body:
        """Text, page, picture and files."""
        return self._made[0]

    def to_bytes(self) -> bytes:
        """Returns the mail."""
        return self._made[1]

    def _body(self) -> Body:
        html = as_html(self.blocks, language=self.words.code, title=self.subject)
        picture = picture_of(self._map) if self._map else b""
        attached = (*self._archive(self.files), *self._calendar())
        return Body(as_text(self.blocks), html, picture, self._content_id, attached)

    def _archive(self, files: dict[str, bytes]) -> Iterator[File]:
        if files:
            yield File(self.archive_name, "application/zip", archive(files))

    def _calendar(self) -> Iterator[File]:
        if not self._owes or self.way.due is None or self.way.letters == "plain":
            return
        match = self.match
        where = self.way.domain or "adjudicator.invalid"
        uid = f"{dotted('deadline', match.file_name, self.seat, match.id[:_GID])}@{where}"
        raw = calendar(self.way, uid, match.n, f"[{self.way.tag}] {self._subject}")
        # As text/calendar, programs would show it above the letter, as an invitation.
        yield File("deadline.ics", "application/ics", raw)

    def _mail(self, body: Body) -> bytes:
        way = self.way
        names = {
            "Message-ID": self.message_id,
            "References": " ".join(way.references),
            "In-Reply-To": way.references[-1] if way.references else "",
        }
        headers = {**names, **automatic(way, self.match.file_name, "auto-generated")}
        return mail_of(way, self.subject, body, headers)


def _told(turn: str | None) -> str:
    """Returns the name of a player-turn as people say it."""
    return (turn or "").replace("-", " ")
