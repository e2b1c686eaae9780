"""Who tells matches of Stratix: armies, pieces, squares, cards and how things stand in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.games.stratix import events as e
from adjudicator.games.stratix import orders as o
from adjudicator.games.stratix.board import KINDS
from adjudicator.games.stratix.cards import CardFacts
from adjudicator.games.stratix.english import SENTENCES
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import Result, State
from adjudicator.narrate.language import Sentence
from adjudicator.narrate.languages import shared_language
from adjudicator.narrate.narrator import Narrator

__all__ = ["LANGUAGES", "ArmyNarrator", "faces_of", "is_in_progress"]

LANGUAGES: Mapping[str, Mapping[str, Sentence]] = {"en": SENTENCES}
"""By code, the sentences of the game; the first is the usual one."""
_SHOWN = 12
"""More squares than these are counted."""


class ArmyNarrator(Narrator):
    """Tells matches on one board, in one language."""

    def __init__(self, book: Ruleset, language: str = "en") -> None:
        super().__init__(shared_language(language).with_sentences(LANGUAGES[language]))
        self.book = book

    def seat(self, seat: str) -> str:
        """Returns an army as players read it: "North-West"."""
        return self.say(f"name-{seat}")

    def listed(self, things: Sequence[str]) -> str:
        """Returns "a, b and c"; of none "nothing"."""
        return self.language.grammar.listed(things, self.language.grammar.and_)

    # -- pieces -----------------------------------------------------------------------------------

    def kind(self, kind: str) -> str:
        """Returns a kind of piece as players read it: "artillery piece"."""
        return self.say(f"kind-{kind}")

    def kinds(self, counts: Mapping[str, int]) -> str:
        """Returns pieces by kind: "2 tanks and 1 jet"; of none "nothing"."""
        return self.listed(
            [
                self.say(f"pieces-{kind}", count=counts[kind])
                for kind in reversed(KINDS)
                if counts.get(kind, 0)
            ]
        )

    def whose(self, side: str, kind: str) -> str:
        """Returns a piece with whose it is: "South-West's tank"."""
        return self.say("whose-piece", army=self.seat(side), piece=self.kind(kind))

    def piece_on(self, kind: str, square: str) -> str:
        """Returns a piece and where it stands: "tank on f6"."""
        return self.say("piece-on", piece=self.kind(kind), square=square)

    def way(self, event: e.PieceMoved | e.PieceReturned) -> str:
        """Returns from where to where a piece went: "from d3 to f6"."""
        return self.say("way", origin=event.origin, to=event.target)

    def margin(self, own: int, foreign: int) -> str:
        """Returns how an army stands in its home zone in the final assault: "2 ahead"."""
        if own == foreign:
            return self.say("margin-level")
        if own > foreign:
            return self.say("margin-ahead", count=own - foreign)
        return self.say("margin-behind", count=foreign - own)

    def squares(self, squares: Sequence[str]) -> str:
        """Returns squares in a few words: "a7, a8 and 12 more"."""
        if not squares:
            return self.say("no-squares")
        if len(squares) <= _SHOWN:
            return self.listed(squares)
        shown = squares[: _SHOWN - 2]
        return self.say("some-squares", squares=shown, more=len(squares) - len(shown))

    def quarter(self, quadrant: str) -> str:
        """Returns a quarter of the board: "the quarter of North-West"."""
        return self.say("quarter", army=self.seat(quadrant))

    # -- cards and orders -------------------------------------------------------------------------

    def cards(self, count: int) -> str:
        """Returns "1 card", "2 cards"."""
        return self.say("cards", count=count)

    def card(self, facts: CardFacts) -> str:
        """Returns a card as players speak of it: "9 Dig in"."""
        return self.say("card", number=facts.number, title=facts.title)

    def card_text(self, facts: CardFacts) -> str:
        """Returns what a card says: the language's words for its number, else those of the file."""
        key = f"card-text-{facts.number}"
        return self.say(key) if key in self.language else facts.text

    def deck(self, state: State) -> str:
        """Returns how many cards are left to draw."""
        if state.assault:
            return self.say("deck-used-up")
        if not state.decks:
            return self.say("deck-not-shuffled")
        return self.say("deck-left", count=len(state.pile))

    def order(self, order: Mapping[str, Any]) -> str:
        """Returns an order of a sheet in a few words; its JSON is in the sheet."""
        match order["order"]:
            case "catch":
                return self.say("order-catch", army=self.seat(order["side"]))
            case "move":
                return self.say("order-move", origin=order["from"], to=order["to"])
            case "play":
                return self.say("order-play", card=order["card"])
            case "lose":
                return self.say("order-lose", square=order["at"])
            case "reply":
                move = order["move"]
                return self.say("order-reply", origin=move["from"], to=move["to"])
            case tag:
                return str(tag)

    def answer(self, order: Mapping[str, Any]) -> str:
        """Returns an answer to a question of cards in a few words, for who chooses one."""
        titles = self.book.cards.cards
        match order:
            case {"order": "relay" | "return", "to": square} | {"order": "target", "at": square}:
                return str(square)
            case {"order": "recover", "kind": kind, "to": square}:
                return self.piece_on(kind, square)
            case {"order": "lift" | "move", "from": origin, "to": target}:
                return self.say("order-move", origin=origin, to=target)
            case {"order": "lift"} | {"order": "catch", "side": o.NOBODY}:
                return self.say("pen-nobody")
            case {"order": "catch", "side": army}:
                return self.seat(army)
            case {"order": "arrange", "cards": cards}:
                return ", ".join(self.card(titles[card]) for card in cards)
            case {"order": "automatic", "play": plays}:
                return self.say("pen-yes" if plays else "pen-no")
            case _:
                return ""

    # -- the match --------------------------------------------------------------------------------

    def whose_turn(self, state: State) -> str:
        """Returns whose turn it is, or how the match ended, as a title says it."""
        if state.result is not None:
            if state.result.winner is None:
                return self.say("map-drawn")
            return self.say("map-won", army=self.seat(state.result.winner))
        if state.phase == "lot":
            return self.say("map-lot")
        if state.phase == "deal":
            return self.say("map-deal")
        return self.say("map-turn", turn=state.turn, army=self.seat(state.side))

    def end(self, result: Result) -> str:
        """Returns a sentence on who has won, and why."""
        if result.winner is None:
            return self.say("over-drawn", why=self.say(f"drawn-{result.reason}"))
        why = self.say(f"won-{result.reason}")
        return self.say("over-won", army=self.seat(result.winner), why=why)


def is_in_progress(state: State) -> bool:
    """Whether something has been done in the turn already: it waits for an answer."""
    made = state.made[-1] if state.phase == "move" and state.made else None
    return made is not None and made.side == state.side and bool(made.moves or made.lost)


def faces_of(book: Ruleset, view: State, positions: Sequence[int]) -> list[CardFacts]:
    """Returns the cards at positions of the deck, as far as the view knows them."""
    found = [deck.card(place) for deck in view.decks[:1] for place in positions]
    return [book.cards.cards[card] for card in found if card is not None]
