"""Who is who: which match and seat a mail speaks for, and by what right (post.md 3).

The address of From can be forged by anybody, so it proves little. What decides, best first: a key
in the log, with which the sheet is signed; the token of a letter; the registered address, which is
asked before anything is done. Nothing is believed because a mail says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from adjudicator.api.beginning import addresses_in, names_in, offered_in
from adjudicator.api.match import is_offered, open_match
from adjudicator.api.problems import AdjudicatorError
from adjudicator.post.office.book import Book
from adjudicator.post.office.folder import Office
from adjudicator.post.office.tokens import Purpose, Tag, is_token, tags_in, token_of
from adjudicator.post.reading.mail import Mail

__all__ = ["ADDRESS", "TOKEN", "Card", "People", "Sender"]

TOKEN, ADDRESS = 2, 3
"""By what right: an answer to a letter of the seat; an address that anybody may have written."""


class Card(NamedTuple):
    """A match of the office, as far as mails need it."""

    name: str
    """Its name in the office."""
    folder: Path
    """Where it lies."""
    is_offered: bool
    """Whether it awaits joins."""
    offer: str
    """The hash of its offer."""
    seats: tuple[str, ...]
    """Its seats."""
    played: tuple[str, ...]
    """Those of the built-in player."""
    keys: tuple[str, ...]
    """Those that must sign their sheets."""
    addresses: Mapping[str, str]
    """By seat, where its mails go."""
    players: tuple[tuple[str, str], ...] = ()
    """Each seat whose player has a name for letters, with the name."""


class Sender(NamedTuple):
    """Who sent a mail."""

    address: str
    """The registered address of the person: all answers go there."""
    right: int
    """TOKEN or ADDRESS."""
    match: str
    """Of a token, its match; else empty."""
    seat: str
    """Of a token, its seat; else empty."""


class People:
    """Everybody whom an office knows; each match is looked at once."""

    def __init__(self, office: Office, book: Book) -> None:
        self.office, self.book = office, book
        self._cards: dict[str, Card | None] = {}
        self.feet: dict[str, str] = {}
        """By address, how a person's matches stand, in words that were made already."""

    def card(self, name: str) -> Card | None:
        """Returns what is known of a match; None: there is none, or it cannot be used."""
        if name not in self.office.settings.matches:
            return None
        if name not in self._cards:
            try:
                self._cards[name] = self._looked_at(name)
            except AdjudicatorError:  # `tick` says what is wrong with it.
                self._cards[name] = None
        return self._cards[name]

    def forget(self, name: str) -> None:
        """Forgets what is known of a match: it has changed."""
        self._cards.pop(name, None)
        self.feet.clear()

    def _looked_at(self, name: str) -> Card:
        folder = self.office.match_folder(name)
        if is_offered(folder):
            offered = offered_in(folder)
            seats = tuple(sorted((*offered.awaited, *offered.joined)))
            return Card(
                name, folder, True, offered.offer_hash, seats, tuple(offered.offer.plays), (),
                addresses_in(folder), _players(folder, seats),
            )  # fmt: skip
        match = open_match(folder, read_only=True)
        return Card(
            name, folder, False, match.played.offer or "", tuple(match.seats), match.plays,
            match.seats_with_key, addresses_in(folder), _players(folder, match.seats),
        )  # fmt: skip

    def cards(self) -> Iterator[Card]:
        """Yields all matches that can be used."""
        for name in sorted(self.office.settings.matches):
            if (card := self.card(name)) is not None:
                yield card

    def tag(self, card: Card, seat: str, purpose: Purpose = "answer") -> Tag | None:
        """Returns what a letter to a seat bears; None: nobody's address is known."""
        address = card.addresses.get(seat)
        if not address:
            return None
        generation = self.book.match(card.name).generations.get(seat, 0)
        token = token_of(
            self.office.key, purpose=purpose, offer=card.offer, seat=seat, address=address,
            generation=generation,
        )  # fmt: skip
        return Tag(card.name, seat, token)

    def sender(self, mail: Mail) -> Sender | None:
        """Returns who sent a mail; None: nobody whom the office knows."""
        for tag in tags_in(mail.recipients, mail.subject):
            card = self.card(tag.match)
            right = None if card is None else self.tag(card, tag.seat)
            if card is not None and right is not None and is_token(tag.token, right.token):
                address = card.addresses[tag.seat].lower()
                return Sender(address, TOKEN, card.name, tag.seat)
        if mail.sender and any(True for _ in self.seats_of(mail.sender)):
            return Sender(mail.sender.lower(), ADDRESS, "", "")
        return None

    def seats_of(self, address: str) -> Iterator[tuple[Card, str]]:
        """Yields the seats of a person, as their registered address tells."""
        for card in self.cards():
            for seat, registered in card.addresses.items():
                if registered.lower() == address.lower() and seat in card.seats:
                    yield card, seat

    def of_id(self, id_: str | None) -> Card | None:
        """Returns the match that a sheet cites; None: it is not the office's."""
        for name, book in self.book.matches.items():
            if book.id and book.id == id_:
                return self.card(name)
        return None

    def of_offer(self, offer: str | None) -> Card | None:
        """Returns the match whose offer a join answers; None: it is not the office's."""
        return next((card for card in self.cards() if card.offer == offer), None)


def _players(folder: Path, seats: Iterable[str]) -> tuple[tuple[str, str], ...]:
    names = names_in(folder)
    return tuple((seat, names[seat]) for seat in seats if seat in names)
