"""Free seats: listed by mail, taken by mail after confirmation.

A stranger may ask for them where the office has an open match, and gets one answer a day: the
address of From can be forged, so nothing is done before it has answered, and nobody is flooded.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from adjudicator.api.beginning import register_address
from adjudicator.post.office.desk import Desk
from adjudicator.post.office.folder import Came
from adjudicator.post.office.outbox import Note
from adjudicator.post.office.people import Card, People
from adjudicator.post.office.tokens import is_token, proof
from adjudicator.post.reading.mail import Mail

__all__ = ["free_seats", "offers_text", "stranger_asks", "taken"]


def free_seats(people: People) -> Iterator[tuple[Card, str]]:
    """Yields the seats that may be taken: of open matches, without an address, not built in."""
    for card in people.cards():
        if people.office.settings.matches[card.name].is_open:
            for seat in card.seats:
                if seat not in card.addresses and seat not in card.played:
                    yield card, seat


def offers_text(people: People) -> str:
    """Returns the free seats, in words."""
    found = [f"{card.name}: {seat}" for card, seat in free_seats(people)]
    if not found:
        return "No seat is free now.\n"
    take = "To take one, write a mail with the one line: join MATCH SEAT"
    return "\n".join(["Free seats:", "", *found, "", take, ""])


def stranger_asks(desk: Desk, came: Came, mail: Mail) -> tuple[dict[str, Any], tuple[Note, ...]]:
    """Returns what is done for a person whom the office does not know.

    Nothing where no match is open; nothing but the list of free seats and the way to one.
    """
    assert mail.command is not None
    nothing: tuple[dict[str, Any], tuple[Note, ...]] = ({"what": "stranger"}, ())
    people, book = desk.people, desk.journal.book
    if mail.command.word not in ("offers", "join") or not mail.sender:
        return nothing
    if not any(True for _ in free_seats(people)):
        return nothing
    whom = sha256(mail.sender.lower().encode()).hexdigest()[:16]
    once = ("stranger", whom, mail.command.word, came.at.strftime("%Y-%m-%d"))
    if once in book.match("").told and not _proof(mail):
        return nothing
    if mail.command.word == "join":
        did, notes = taken(desk, came, mail, mail.sender)
    else:
        note = Note("answer", mail.sender, "free seats", offers_text(people), no=came.no)
        did, notes = {"what": "stranger", "word": "offers"}, (note._replace(answers=mail),)
    return did, tuple(note._replace(once=once) for note in notes)


def _proof(mail: Mail) -> str:
    """Returns the word that shows that a mail answers the question of the office; empty: none."""
    assert mail.command is not None
    return mail.command.arguments[2] if len(mail.command.arguments) > 2 else ""


def taken(
    desk: Desk, came: Came, mail: Mail, address: str
) -> tuple[dict[str, Any], tuple[Note, ...]]:
    """Takes a free seat for an address that has shown that it is asked for from there."""
    assert mail.command is not None
    people, arguments = desk.people, mail.command.arguments
    note = Note("answer", address, "", "", answers=mail, no=came.no)
    name, seat = (arguments[0].lower(), arguments[1].lower()) if len(arguments) > 1 else ("", "")
    free = {(card.name, one): card for card, one in free_seats(people)}
    card = free.get((name, seat))
    if card is None:
        text = f"That seat is not free.\n\n{offers_text(people)}"
        return {"what": "refused"}, (note._replace(subject="not free", text=text),)
    right = _word_for(desk, card, seat, address)
    if not is_token(_proof(mail), right):
        text = (
            f"You asked for {seat} in {name}. To show that it was you, send this line back:\n\n"
            f"join {name} {seat} {right}\n\nIf it was not you, do nothing.\n"
        )
        return {"what": "asked"}, (note._replace(subject="is it you?", text=text, kind="ask"),)
    register_address(card.folder, seat, address)
    people.forget(name)
    text = f"{seat} in {name} is yours. The match's letter follows.\n"
    did = {"what": "seated", "match": name, "seat": seat}
    return did, (note._replace(subject="the seat is yours", text=text, match=name, seat=seat),)


def _word_for(desk: Desk, card: Card, seat: str, address: str) -> str:
    """Returns what shows that an address was written to: made of it by the office's key."""
    return proof(desk.office.key, "seat", card.offer, seat, address.lower()).hex()[:20]
