"""A second, plain reading of what must become of each mail that players send to an office.

It knows what players meant when they wrote a mail, and how the matches stood before a run. The
journal must say the same. Nothing of `adjudicator.post` is used here but the names of words.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.api.beginning import addresses_in, offered_in
from adjudicator.api.match import is_offered, open_match

__all__ = ["Item", "Model", "Sent", "Stand", "stand_of"]

_CHANGING = frozenset({"withdraw", "leave", "extend", "renew", "confirm"})


class Item(NamedTuple):
    """A sheet, join or pledge in a mail."""

    kind: str
    """"orders", "join" or "pledge"; "broken": no JSON."""
    match: str = ""
    """Of which match it is, by its name in the office."""
    seat: str = ""
    """Whose it is."""
    head: str = ""
    """The head that a sheet names; of a pledge, that of the lock."""
    is_good: bool | None = True
    """Whether the rules take it; None: the player does not know."""
    hash: str = ""
    """Of its canonical JSON."""


@dataclass
class Sent:
    """A mail that somebody sent, with what they meant."""

    raw: bytes
    sender: str
    tag: tuple[str, str, str] | None = None
    """Match, seat and token of the address to which it went."""
    items: tuple[Item, ...] = ()
    word: str = ""
    """A command."""
    press: int = 0
    """How many passages."""
    is_automatic: bool = False
    bounce: tuple[str, str, bool] | None = None
    """Match, seat, and whether it came to the address that only bounces go to."""
    why: str = ""
    """What the player was up to."""
    to: str = ""
    """The address to which an answer may go; filled in when it is filed."""


@dataclass
class Stand:
    """How a match stands before a run."""

    name: str
    is_offered: bool
    head: str = ""
    is_locked: bool = False
    is_over: bool = False
    asked: frozenset[str] = frozenset()
    waiting: set[str] = field(default_factory=set)
    addresses: dict[str, str] = field(default_factory=dict)
    seats: tuple[str, ...] = ()
    has_clock: bool = False
    as_is: frozenset[str] = frozenset()
    """Seats whose sheet leaves nothing to decide: a letter's, quoted by whatever answers, is it."""
    joined: set[str] = field(default_factory=set)
    awaited: set[str] = field(default_factory=set)


def stand_of(name: str, folder: Path) -> Stand:
    """Looks at a match."""
    addresses = {seat: one.lower() for seat, one in addresses_in(folder).items()}
    if is_offered(folder):
        offered = offered_in(folder)
        seats = tuple(sorted((*offered.awaited, *offered.joined)))
        return Stand(name, True, seats=seats, addresses=addresses, joined=set(offered.joined),
                     awaited=set(offered.awaited))  # fmt: skip
    match = open_match(folder, read_only=True)
    asked = frozenset(one.seat for one in match.awaited if one.seat)
    return Stand(
        name, False, match.head, match.is_locked, match.is_over, asked, set(match.waiting),
        addresses, tuple(match.seats), match.clock is not None,
        frozenset(one.seat for one in match.awaited if one.as_is and one.seat),
    )  # fmt: skip


class Model:
    """What must become of mails, one after another."""

    def __init__(self) -> None:
        self.stands: dict[str, Stand] = {}
        self.identities: set[bytes] = set()
        self.tokens: dict[tuple[str, str], list[str]] = {}
        """By match and seat, all tokens that its letters ever had, the newest last."""
        self.renewed: dict[tuple[str, str], int] = {}
        self.held: dict[tuple[str, str], Item] = {}

    def token(self, match: str, seat: str) -> str | None:
        """Returns the token that counts now; None: no letter had it yet."""
        found = self.tokens.get((match, seat), [])
        at = self.renewed.get((match, seat), 0)
        return found[at] if at < len(found) else None

    def sender(self, sent: Sent) -> tuple[str, str, str, str] | None:
        """Returns "token" or "address", the person's address, and of a token match and seat."""
        if sent.tag is not None:
            match, seat, token = sent.tag
            stand = self.stands.get(match)
            if stand is not None and token == self.token(match, seat):
                return "token", stand.addresses[seat], match, seat
        if self.seats_of(sent.sender):
            return "address", sent.sender.lower(), "", ""
        return None

    def seats_of(self, address: str) -> list[tuple[str, str]]:
        """Returns a person's seats."""
        return [
            (name, seat)
            for name, stand in self.stands.items()
            for seat, one in stand.addresses.items()
            if one == address.lower() and seat in stand.seats
        ]

    # -- a mail ---------------------------------------------------------------------------------

    def fate(self, sent: Sent, did: list[dict[str, Any]]) -> str:
        """Compares what the journal says of a mail with what must have become of it.

        Returns:
            What is wrong; empty: nothing.
        """
        if sent.raw in self.identities:
            return self._same(did, [{"again"}])
        self.identities.add(sent.raw)
        if sent.bounce is not None:
            wrong = self._same(did, [{"bounce"}])
            match, seat, is_right = sent.bounce
            if wrong:
                return wrong
            is_old = bool(self.renewed.get((match, seat)))
            counts = (did[0].get("match"), did[0].get("seat")) == (match, seat)
            if "match" in did[0] and not (is_right and counts):
                return "a bounce counts that is none"
            return "a bounce does not count" if is_right and not (counts or is_old) else ""
        if sent.is_automatic:
            return self._same(did, [{"automatic"}])
        who = self.sender(sent)
        sent.to = who[1] if who else ""
        must = [self._item(one, who, sent, place, did) for place, one in enumerate(sent.items)]
        if sent.word and not (sent.items and sent.word == "check"):
            must += self._command(sent, who, did[len(must) :])
        must += [{"press", "no-press"}] * (sent.press if who and who[0] == "token" else 0)
        if not (sent.items or sent.word or sent.press):
            must.append(self._of_words(who, did))
        wrong = self._same(did, must)
        is_blank = any(one.is_good is None for one in sent.items)
        if wrong and is_blank and not self._same(did, [{"nothing"}]):
            return ""  # A blank sheet that came back unchanged is none.
        return wrong

    def _same(self, did: list[dict[str, Any]], must: list[set[str]]) -> str:
        said = [one["what"] for one in did]
        if len(said) == len(must) and all(a in b for a, b in zip(said, must, strict=True)):
            return ""
        return f"{said} instead of {must}"

    # -- sheets ---------------------------------------------------------------------------------

    def _item(
        self,
        item: Item,
        who: tuple[str, str, str, str] | None,
        sent: Sent,
        place: int,
        did: list[dict[str, Any]],
    ) -> set[str]:
        stand = self.stands.get(item.match)
        if item.kind == "broken":
            return {"nothing", "refused", "other", "not-yours", "held"} if who else {"stranger"}
        if stand is None or item.seat not in stand.seats:
            return {"other", "refused", "not-yours"} if who else {"stranger"}
        if who is None:
            return {"stranger"}
        if stand.addresses.get(item.seat) != who[1]:
            return {"not-yours"}
        if who[0] == "address":
            self.held[item.match, item.seat] = item
            return {"held"}
        if sent.word == "check":
            return {"checked"}
        sent.to = stand.addresses[item.seat]
        return self._filed(item, stand, did[place]["what"] if place < len(did) else "")

    def _of_words(
        self, who: tuple[str, str, str, str] | None, did: list[dict[str, Any]]
    ) -> set[str]:
        """Returns what must become of words alone, below which a letter is quoted.

        The quoted sheet counts where it leaves nothing to decide; that of an older letter is stale.
        """
        if who is None:
            return {"stranger"}
        stand = self.stands.get(who[2])
        if stand is None or who[3] not in stand.as_is:
            return {"nothing", "refused", "late", "held"}
        if [one["what"] for one in did] == ["filed"]:
            stand.waiting.add(who[3])
        return {"nothing", "filed", "refused", "late"}

    def _filed(self, item: Item, stand: Stand, said: str) -> set[str]:
        """Returns what must become of something that its seat may send."""
        key = (item.match, item.seat)
        if item.kind == "join":
            if not item.is_good:
                return {"refused"}
            if not stand.is_offered:  # The one that began it is in, also if it comes once more.
                return {"joined", "refused"}
            stand.joined.add(item.seat)
            stand.awaited.discard(item.seat)
            if not stand.awaited:
                stand.is_offered = False
                stand.head = ""
            return {"joined"}
        if stand.is_offered or stand.is_over or item.is_good is False:
            return {"refused"}
        is_pledge = item.kind == "pledge"
        late = {"late"} if stand.has_clock else set()
        if item.head != stand.head or stand.is_locked != is_pledge:
            return {"refused", *late}
        if said == "filed":
            stand.waiting.add(item.seat)
            self.held.pop(key, None)
        if item.seat not in stand.asked:  # Some games take sheets of seats that owe none.
            return {"refused", "filed", *late}
        return {
            "filed", *late,
            *(["refused", "nothing"] if item.is_good is None else ()),
        }  # fmt: skip

    # -- commands -------------------------------------------------------------------------------

    def _command(
        self, sent: Sent, who: tuple[str, str, str, str] | None, did: list[dict[str, Any]]
    ) -> list[set[str]]:
        word = sent.word
        if word == "join" or (who is None and word == "offers"):
            return [{"stranger", "asked", "seated", "refused"}]
        if who is None:
            return [{"stranger"}]
        if word in ("help", "mine", "offers"):
            return [{"command"}]
        seats = [(who[2], who[3])] if who[0] == "token" else self.seats_of(who[1])
        if word in _CHANGING and who[0] != "token":
            return [{"command"}]
        return [
            self._for_seat(word, match, seat, did[place]["what"] if place < len(did) else "")
            for place, (match, seat) in enumerate(seats)
        ]

    def _for_seat(self, word: str, match: str, seat: str, said: str) -> set[str]:
        stand = self.stands[match]
        if word == "withdraw":
            is_there = not stand.is_offered and not stand.is_locked and seat in stand.waiting
            if is_there and said == "withdrawn":
                stand.waiting.discard(seat)
            return {"withdrawn"} if is_there else {"command"}
        if word in ("leave", "extend"):
            return {word, "command"} if stand.has_clock else {"command"}
        if word == "renew":
            self.renewed[match, seat] = self.renewed.get((match, seat), 0) + 1
            return {"renewed"}
        if word == "confirm" and (match, seat) in self.held:
            return self._filed(self.held[match, seat], stand, said)
        return {"command"}
