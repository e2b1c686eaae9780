"""How things stand, in the words of reports and pictures: decks, hands, home zones, whose turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core.english import amount, joined, possessive
from adjudicator.games.stratix import events as e
from adjudicator.games.stratix.cards import CardFacts
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import Result, State
from adjudicator.games.stratix.words import army_name, kind_name

__all__ = [
    "card_text",
    "deck_text",
    "end_text",
    "faces_of",
    "goes_on",
    "held_text",
    "margin_text",
    "on_text",
    "titles_text",
    "way_text",
    "whose_piece",
    "whose_text",
]

_ENDS: Mapping[str, str] = {
    "last-army": "no other army is left",
    "conceded": "all others have conceded",
    "dead-end": "nothing happened for twenty rounds, and it has most pieces in the battle zones of "
    "the others",
}
_DRAWS: Mapping[str, str] = {
    "draw": "it is drawn, as all who were left agreed",
    "dead-end": "it is drawn, for nothing happened for twenty rounds, and no army alone has most "
    "pieces in the battle zones of the others",
}


def whose_text(state: State) -> str:
    """Returns whose turn it is, or how the match ended, as a title says it."""
    if state.result is not None:
        winner = state.result.winner
        return "A draw" if winner is None else f"Won by {army_name(winner)}"
    if state.phase == "lot":
        return "The lot for the first move"
    if state.phase == "deal":
        return "The recon deck is shuffled next"
    return f"Turn {state.turn}: {army_name(state.side)} to move"


def goes_on(state: State) -> bool:
    """Whether something has been done in the turn already: it waits for an answer."""
    made = state.made[-1] if state.phase == "move" and state.made else None
    return made is not None and made.side == state.side and bool(made.moves or made.lost)


def end_text(result: Result) -> str:
    """Returns a sentence on who has won, and why."""
    if result.winner is None:
        return f"The match is over: {_DRAWS[result.reason]}."
    return f"The match is over, won by {army_name(result.winner)}: {_ENDS[result.reason]}."


def on_text(state: State, square: str) -> str:
    """Returns a piece and where it stands: "tank on f6"."""
    return f"{kind_name(state.pieces[square].kind)} on {square}"


# -- cards ----------------------------------------------------------------------------------------


def deck_text(state: State) -> str:
    """Returns how many cards are left to draw."""
    if state.assault:
        return "The recon deck is used up"
    if not state.decks:
        return "The recon deck is not shuffled yet"
    return f"{amount(len(state.pile), 'card')} left in the recon deck"


def faces_of(book: Ruleset, view: State, positions: Sequence[int]) -> list[CardFacts]:
    """Returns the cards at positions of the deck, as far as the view knows them."""
    return [book.cards.cards[card] for card in _known(view, positions)]


def held_text(book: Ruleset, view: State, positions: Sequence[int]) -> str:
    """Returns the cards of a hand as orders name them: "r09 Dig in"; empty if none is known."""
    known = _known(view, positions)
    return joined([f"{card} {book.cards.cards[card].title}" for card in known], "")


def _known(view: State, positions: Sequence[int]) -> list[str]:
    found = [deck.card(place) for deck in view.decks[:1] for place in positions]
    return [card for card in found if card is not None]


def card_text(facts: CardFacts) -> str:
    """Returns a card as players speak of it: "9 Dig in"."""
    return f"{facts.number} {facts.title}"


def titles_text(cards: Sequence[CardFacts]) -> str:
    """Returns several cards: "9 Dig in and 16 Refit"."""
    return joined([card_text(facts) for facts in cards])


# -- pieces and home zones ------------------------------------------------------------------------


def margin_text(own: int, foreign: int) -> str:
    """Returns how an army stands in its home zone in the final assault: "2 ahead"."""
    if own == foreign:
        return "level"
    return f"{own - foreign} ahead" if own > foreign else f"{foreign - own} behind"


def way_text(event: e.PieceMoved | e.PieceReturned) -> str:
    """Returns from where to where a piece went: "from d3 to f6"."""
    return f"from {event.origin} to {event.target}"


def whose_piece(side: str, kind: str) -> str:
    """Returns a piece with whose it is: "South-West's tank"."""
    return f"{possessive(army_name(side))} {kind_name(kind)}"
