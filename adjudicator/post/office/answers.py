"""Commands in a mail, and what they answer (post.md 6).

What only tells goes to the registered address of whoever asks, so it may be asked for by anybody
who knows that address. What changes something needs the token of a letter. Nothing of a mail gets
into a path, a shell or a pattern: arguments are judged by the grammar of their command before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from adjudicator.api.beginning import offered_in
from adjudicator.api.match import Match, open_match
from adjudicator.api.named_files import MAX_SIZE, pretty, read_bytes
from adjudicator.api.problems import Refused
from adjudicator.post.office.desk import Desk
from adjudicator.post.office.folder import Came
from adjudicator.post.office.moments import second
from adjudicator.post.office.outbox import Note, own_hash
from adjudicator.post.office.people import TOKEN, Card, Sender
from adjudicator.post.office.standing import mine_text, status_text
from adjudicator.post.reading.mail import Command, Mail

__all__ = ["HELP", "answered"]

Did: TypeAlias = dict[str, Any]
Answer: TypeAlias = tuple[Did, tuple[Note, ...]]

HELP = """\
Answer a letter of mine with one word in the first line:

status       how the match stands, whose sheet is due, until when
mine         all your matches, whose turn it is, what is due when
sheet        a blank sheet for what is asked of you now, and the position
check        with a sheet: what it would do; it is not filed
report 3     the report of opening 3
map 3        the map after opening 3
log          the whole log
withdraw     takes your sheet back, before it is locked
leave 5      you are away for 5 days; all are told
extend 48h   asks all to move the deadline; they agree by the same word
renew        a new secret part for the addresses of your letters
confirm      the sheet that I asked you about is yours
offers       free seats

To order, send your sheet: attached, or pasted as its line that begins with sheet: above the quote.
Words to the others: a line --- to all (or --- to SEAT), your text, a line ---.
"""


class _Asked(NamedTuple):
    """A command with all that answering it needs."""

    desk: Desk
    came: Came
    mail: Mail
    sender: Sender
    command: Command

    def note(self, card: Card | None, seat: str, subject: str, text: str) -> Note:
        """Returns the answer."""
        desk = self.desk
        match = card.name if card is not None else ""
        stage = desk.journal.book.match(match).stage if match else ""
        return Note(
            "answer", self.sender.address, subject, text, match, seat, stage,
            answers=self.mail, no=self.came.no,
        )  # fmt: skip

    def did(self, card: Card | None, seat: str, **more: Any) -> Did:
        """Returns what the journal says of the command."""
        about = {} if card is None else {"match": card.name, "seat": seat}
        return {"what": "command", "word": self.command.word, **about, **more}


def answered(desk: Desk, came: Came, mail: Mail, sender: Sender) -> Iterator[Answer]:
    """Carries out the command of a mail; yields what was done and what is answered."""
    assert mail.command is not None
    asked = _Asked(desk, came, mail, sender, mail.command)
    word = mail.command.word
    if word in _FOR_ALL:
        yield _FOR_ALL[word](asked)
        return
    seats = list(_seats(asked))
    if not seats:
        text = "You have no seat here to which that could apply.\n"
        yield asked.did(None, ""), (asked.note(None, "", "no seat", text),)
        return
    if word in _CHANGING and sender.right != TOKEN:
        text = (
            f"`{word}` changes something, and your mail was no answer to a letter of mine: anybody "
            "can write your address. Answer the newest letter, or this one, with the same word.\n"
        )
        for card, seat in seats[:1]:
            yield asked.did(card, seat, refused=True), (asked.note(card, seat, word, text),)
        return
    for card, seat in seats:
        yield _FOR_SEAT[word](asked, card, seat)


def _seats(asked: _Asked) -> Iterator[tuple[Card, str]]:
    """Yields the seats that a command is about: that of the letter, else all of the person."""
    people, sender = asked.desk.people, asked.sender
    if sender.right == TOKEN or sender.match:
        card = people.card(sender.match)
        if card is not None:
            yield card, sender.seat
        return
    yield from people.seats_of(sender.address)


# -- what tells ---------------------------------------------------------------------------------


def _help(asked: _Asked) -> Answer:
    card = asked.desk.people.card(asked.sender.match)
    note = asked.note(card, asked.sender.seat, "what I understand", HELP)
    return asked.did(card, asked.sender.seat), (note,)


def _mine(asked: _Asked) -> Answer:
    text = mine_text(asked.desk.people, asked.sender.address, asked.desk.now)
    card = asked.desk.people.card(asked.sender.match)
    note = asked.note(card, asked.sender.seat, "your matches", text)
    return asked.did(card, asked.sender.seat), (note,)


def _offers(asked: _Asked) -> Answer:
    from adjudicator.post.office.offering import offers_text

    text = offers_text(asked.desk.people)
    note = asked.note(None, "", "free seats", text)
    return asked.did(None, ""), (note,)


def _join(asked: _Asked) -> Answer:
    from adjudicator.post.office.offering import taken

    return taken(asked.desk, asked.came, asked.mail, asked.sender.address)


def _status(asked: _Asked, card: Card, seat: str) -> Answer:
    text = status_text(asked.desk.people, card, asked.desk.now, seat=seat)
    return asked.did(card, seat), (asked.note(card, seat, "how it stands", text),)


def _sheet(asked: _Asked, card: Card, seat: str) -> Answer:
    if card.is_offered:
        return _not_begun(asked, card, seat)
    with open_match(card.folder) as match:  # Where a run was killed, the views are made first.
        if match.is_locked and any(one.seat == seat and not one.is_in for one in match.awaited):
            return _pledge(asked, card, seat, match)
        if seat in match.seats_with_chain and not match.is_locked:
            text = (
                "A sheet of yours needs a pledge of your key, which nobody but you has: your "
                "program makes it, out of the attached state.json.\n"
            )
            note = asked.note(card, seat, "a sheet needs your key", text)
            return asked.did(card, seat), (note._replace(attached=_position(match, seat)),)
        return asked.did(card, seat), (_blank(asked, card, seat, match),)


def _blank(asked: _Asked, card: Card, seat: str, match: Match) -> Note:
    """Returns a sheet to fill in, and the position, which a lost letter brought."""
    try:
        sheet = dict(match.template(seat))
    except Refused as error:
        text = "\n".join(problem.message for problem in error.problems)
        return asked.note(card, seat, "no sheet now", f"{text}\n")
    sheet.pop("blind", None)  # The referee would choose it: the page or the player's program does.
    raw = pretty(sheet)
    text = (
        "Fill this in and send it back, attached or pasted. The position is in the attached "
        f"state.json.\n\n{raw.decode()}"
    )
    note = asked.note(card, seat, f"a blank sheet for opening {match.n + 1}", text)
    attached = ((f"{seat}.json", raw), *_position(match, seat))
    return note._replace(attached=attached, template=own_hash(match, seat, sheet))


def _position(match: Match, seat: str) -> tuple[tuple[str, bytes], ...]:
    """Returns the seat's own state.json, to attach."""
    letter = match.letter_to(seat)
    return tuple((one.name, one.raw) for one in letter.attachments if one.name == "state.json")


def _pledge(asked: _Asked, card: Card, seat: str, match: Match) -> Answer:
    """Returns what a lost letter of a lock said: the log, and how a pledge is made of it."""
    assert match.locked is not None, "it is looked at before"
    sheet = " --sheet YOUR-SHEET" * (match.locked.orders.get(seat) is not None)
    text = (
        f"Opening {match.n + 1} is locked: no further sheet is taken, but your pledge is awaited. "
        "The log is attached. Make your pledge by\n\n"
        f"    adjudicator pledge log.jsonl {seat}{sheet}\n\n"
        "and answer this mail with it.\n"
    )
    note = asked.note(card, seat, "your pledge", text)
    raw = (card.folder / "log.jsonl").read_bytes()
    return asked.did(card, seat), (note._replace(attached=(("log.jsonl", raw),)),)


def _numbered(asked: _Asked, n: int, newest: int) -> int:
    given = asked.command.arguments
    n = int(given[0]) if given else n
    return n if 0 <= n <= newest else -1


def _report(asked: _Asked, card: Card, seat: str) -> Answer:
    if card.is_offered:
        return _not_begun(asked, card, seat)
    match = open_match(card.folder, read_only=True)
    n = _numbered(asked, match.reached, match.n)
    if n < 0:
        return _no_such(asked, card, seat, match.n)
    made = match.report(n=n, seat=seat)
    note = asked.note(card, seat, f"the report of opening {n}", made.text)
    return asked.did(card, seat), (note._replace(attached=(("report.html", made.html.encode()),)),)


def _map(asked: _Asked, card: Card, seat: str) -> Answer:
    if card.is_offered:
        return _not_begun(asked, card, seat)
    match = open_match(card.folder, read_only=True)
    n = _numbered(asked, match.reached, match.n)
    if n < 0:
        return _no_such(asked, card, seat, match.n)
    svg = match.map(n=n, seat=seat).encode()
    note = asked.note(card, seat, f"the map after opening {n}", "The map is attached.\n")
    return asked.did(card, seat), (note._replace(attached=(("map.svg", svg),)),)


def _no_such(asked: _Asked, card: Card, seat: str, newest: int) -> Answer:
    text = f"There is no such opening. The newest is {newest}; 0 is the start.\n"
    return asked.did(card, seat), (asked.note(card, seat, "no such opening", text),)


def _log(asked: _Asked, card: Card, seat: str) -> Answer:
    if card.is_offered:
        return _not_begun(asked, card, seat)
    raw = (card.folder / "log.jsonl").read_bytes()
    text = "The whole log is attached. `adjudicator verify log.jsonl` audits it.\n"
    note = asked.note(card, seat, "the whole log", text)
    return asked.did(card, seat), (note._replace(attached=(("log.jsonl", raw),)),)


def _not_begun(asked: _Asked, card: Card, seat: str) -> Answer:
    """Says that joins are awaited; whoever asks for a sheet gets what a join is made of."""
    offered = offered_in(card.folder)
    if asked.command.word != "sheet" or seat not in offered.awaited:
        text = f"{card.name} has not begun: joins are awaited.\n"
        return asked.did(card, seat), (asked.note(card, seat, "not begun yet", text),)
    text = (
        f"{card.name} has not begun: your join is awaited. Save the attached files in one folder, "
        f"say\n\n    adjudicator join offer.json {seat}\n\n"
        "and answer this mail with the join that it writes.\n"
    )
    note = asked.note(card, seat, "your join", text)
    files = [(path.name, read_bytes(path, limit=MAX_SIZE)) for path in offered.files_to_mail]
    return asked.did(card, seat), (note._replace(attached=files),)


# -- what changes something ---------------------------------------------------------------------


def _withdraw(asked: _Asked, card: Card, seat: str) -> Answer:
    if card.is_offered:
        return _not_begun(asked, card, seat)
    with open_match(card.folder) as match:
        if match.is_locked:
            text = "The sheets are locked: yours cannot be taken back any more.\n"
            return asked.did(card, seat), (asked.note(card, seat, "locked already", text),)
        is_gone = match.withdraw(seat)
    text = (
        "Your sheet is taken back. Send another one.\n" if is_gone else "No sheet of yours waits.\n"
    )
    did = {**asked.did(card, seat), "what": "withdrawn" if is_gone else "command"}
    return did, (asked.note(card, seat, "taken back" if is_gone else "no sheet", text),)


def _leave(asked: _Asked, card: Card, seat: str) -> Answer:
    from adjudicator.post.office.timing import has_clock, leave_granted

    days = int(asked.command.arguments[0])
    if not has_clock(card):
        text = "This match has no clock, so nothing runs while you are away. Tell the others.\n"
        return asked.did(card, seat), (asked.note(card, seat, "no leave", text),)
    begins = leave_granted(asked.desk.people, card, seat, days=days, at=asked.came.at)
    if begins is None:
        text = "You have not so many days of leave left in this match; nothing was changed.\n"
        return asked.did(card, seat), (asked.note(card, seat, "no leave", text),)
    text = f"You are on leave for {days} days: your clock stands still. All are told.\n"
    did = {**asked.did(card, seat), "what": "leave", "days": days, "begins": second(begins)}
    return did, (asked.note(card, seat, "on leave", text),)


def _extend(asked: _Asked, card: Card, seat: str) -> Answer:
    from adjudicator.post.office.timing import has_clock

    if not has_clock(card):
        text = "This match has no clock: nothing needs to be moved.\n"
        return asked.did(card, seat), (asked.note(card, seat, "no clock", text),)
    hours = _hours(asked.command.arguments[0])
    book = asked.desk.journal.book.match(card.name)
    text = (
        f"You are for moving the deadline by {hours} hours. It moves when all others, or the "
        "referee, say the same.\n"
    )
    did = {**asked.did(card, seat), "what": "extend", "hours": hours, "stage": book.stage}
    return did, (asked.note(card, seat, "an extension", text),)


def _hours(text: str) -> int:
    count = int(text[:-1])
    return count * 24 if text[-1] == "d" else count


def _renew(asked: _Asked, card: Card, seat: str) -> Answer:
    generations = asked.desk.journal.book.match(card.name).generations
    # The answer has the new token already; the journal's one line on the mail makes it stand.
    generations[seat] = generations.get(seat, 0) + 1
    text = (
        "From now on the secret part of your letters' address is another: that of older letters "
        "does not count any more. Answer this letter, or later ones.\n"
    )
    did = {**asked.did(card, seat), "what": "renewed", "generation": generations[seat]}
    return did, (asked.note(card, seat, "renewed", text),)


def _confirm(asked: _Asked, card: Card, seat: str) -> Answer:
    done = asked.desk.confirmed(card, seat)
    if done is None:
        text = "Nothing of yours waits to be confirmed.\n"
        return asked.did(card, seat), (asked.note(card, seat, "nothing to confirm", text),)
    notes = tuple(one._replace(no=asked.came.no, answers=asked.mail) for one in done.notes)
    return {**done.did, "confirmed": True}, notes


_FOR_ALL: Mapping[str, Callable[[_Asked], Answer]] = {
    "help": _help, "mine": _mine, "offers": _offers, "join": _join,
}  # fmt: skip
_FOR_SEAT: Mapping[str, Callable[[_Asked, Card, str], Answer]] = {
    "status": _status, "sheet": _sheet, "check": _sheet, "report": _report, "map": _map,
    "log": _log, "withdraw": _withdraw, "leave": _leave, "extend": _extend, "renew": _renew,
    "confirm": _confirm,
}  # fmt: skip
_CHANGING = frozenset({"withdraw", "leave", "extend", "renew", "confirm"})
