"""What can happen in Four Fronts, as facts in the past participle."""

from typing import Literal, TypeAlias

from adjudicator.core.decks import Deck
from adjudicator.core.game import Event
from adjudicator.core.values import FrozenMap, Id
from adjudicator.games.stratix.board import Kind
from adjudicator.games.stratix.conditions import Reply
from adjudicator.games.stratix.state import Breach, Natural, Result

__all__ = [
    "ArmyFallen",
    "ArmyWithdrawn",
    "CardDiscarded",
    "CardDiscardedUnread",
    "CardDrawn",
    "CardHadNoEffect",
    "CardKept",
    "CardPlayed",
    "CardReturnedToBottom",
    "CardShown",
    "CatchFailed",
    "CeasefireBegun",
    "DeckArranged",
    "DeckLookedAt",
    "DeckShuffled",
    "Entrenched",
    "FinalAssaultBegun",
    "GameEnded",
    "LossReason",
    "LotDrawn",
    "NoEffectReason",
    "PieceLost",
    "PieceMoved",
    "PieceRecovered",
    "PieceReturned",
    "RepliesEnded",
    "RepliesKept",
    "ReplyFailed",
    "ReplyPlayed",
    "TurnBegun",
    "TurnCancelled",
    "TurnEnded",
    "TurnMissed",
    "TurnPassed",
]

LossReason: TypeAlias = Literal[
    "strike", "blast", "expended", "caught", "duty", "blocked", "ambush", "sabotage"
]
"""Why a piece left the board: struck; beside the target of an ICBM; an ICBM that is used up; caught
on a recon space; two or more on recon spaces and another piece moved; no move at all; by a card."""
NoEffectReason: TypeAlias = Literal[
    "no-room-to-go",
    "none-destroyed",
    "no-target",
    "no-piece",
    "no-move",
    "nothing-due",
    "deck-empty",
]
"""Why a card does nothing: nowhere to go; no such piece was destroyed; no enemy that it could mean;
no piece that it could move; no legal move; no piece has to leave a recon space; no card is
left in the deck."""


class LotDrawn(Event):
    """Each army drew a number; the highest begins. (Start)"""

    numbers: FrozenMap[Id, int]
    side: Id
    """The army that moves first."""


class DeckShuffled(Event):
    """The recon deck was shuffled and sealed. (Start, ruling 29)"""

    deck: Deck
    hands: FrozenMap[Id, tuple[Natural, ...]] = FrozenMap()
    """By army, the positions that a written position dealt to it. (Ruling 39)"""
    removed: tuple[Natural, ...] = ()
    """The positions that a written position took out of the game, unseen."""


class TurnBegun(Event):
    """The turn of an army began. (Turn)"""

    side: Id
    due: tuple[Id, ...]
    """The squares of its pieces that have to leave their recon spaces. (Ruling 22)"""


class TurnMissed(Event):
    """An army missed its turn because of a card."""

    side: Id


class TurnPassed(Event):
    """An army had no legal move and no piece on a red square: its turn ended. (Ruling 24)"""

    side: Id


class CatchFailed(Event):
    """There was nothing to catch. (Ruling 21)"""

    side: Id
    """Who called."""
    army: Id
    """Whom it meant to catch."""


class PieceMoved(Event):
    """A piece moved; what it struck is told behind. (Turn)"""

    side: Id
    kind: Kind
    origin: Id
    target: Id
    path: tuple[Id, ...] = ()
    """The squares between, where the order named them."""
    by_card: bool = False
    """Whether a card set it there, and no move of its own took it."""


class PieceLost(Event):
    """A piece left the board."""

    side: Id
    """Whose it was."""
    kind: Kind
    square: Id
    reason: LossReason
    by: Id
    """The army whose turn it is."""


class CardDrawn(Event):
    """A piece ended its move on a recon space, and its army drew the next card."""

    side: Id
    square: Id
    position: Natural
    """The position of the card in the deck."""


class CardShown(Event):
    """A card that is obeyed at once was turned up. (Cards)"""

    side: Id
    """Who drew it."""
    card: Id
    position: Natural
    is_known: bool = False
    """Whether everybody knew it: it was drawn before and put under the deck."""


class CardKept(Event):
    """A card was kept, unseen by the others. (Cards)"""

    side: Id
    position: Natural


class CardPlayed(Event):
    """A kept card was turned up and played. (Cards)"""

    side: Id
    card: Id
    position: Natural


class CardDiscarded(Event):
    """A kept card was turned up and discarded when the last card had been drawn. (Ruling 31)"""

    side: Id
    card: Id
    position: Natural
    reason: NoEffectReason | None
    """Why it could do nothing; null: its holder chose so."""


class CardHadNoEffect(Event):
    """A card could not be carried out, or a part of it. (Cards)"""

    side: Id
    card: Id
    reason: NoEffectReason


class CardReturnedToBottom(Event):
    """A card went back under the deck. (Cards, ruling 29)"""

    card: Id
    position: Natural


class DeckLookedAt(Event):
    """An army looked at the top cards of the deck. (Ruling 34)"""

    side: Id
    positions: tuple[Natural, ...]


class DeckArranged(Event):
    """An army put back the cards that it had looked at. Only its seat knows how. (Ruling 34)"""

    side: Id
    positions: tuple[Natural, ...]
    """The next one to be drawn first."""


class PieceRecovered(Event):
    """A destroyed piece came back to a red square. (Cards)"""

    side: Id
    kind: Kind
    square: Id


class PieceReturned(Event):
    """A card sent a piece back to a red square. (Cards)"""

    side: Id
    """Whose it is."""
    kind: Kind
    origin: Id
    target: Id


class CeasefireBegun(Event):
    """Nothing is struck in a quadrant until the next turn of an army. (Ruling 35)"""

    side: Id
    quadrant: Id


class TurnCancelled(Event):
    """The next turn of an army was cancelled by a card."""

    side: Id


class Entrenched(Event):
    """A piece need not leave its recon space in this turn. (Cards)"""

    side: Id
    square: Id


class CardDiscardedUnread(Event):
    """Nothing had happened for long: the top card was put away unread. (Ruling 27)"""

    position: Natural


class FinalAssaultBegun(Event):
    """The last card is gone; recon spaces are ordinary squares now. (Final assault)"""


class ArmyFallen(Event):
    """An army is out, and its pieces leave the board. (Final assault, rulings 16 and 25)"""

    side: Id
    reason: Literal["outnumbered", "no-pieces"]
    own: Natural
    """Its pieces in the battle zone of its quadrant."""
    foreign: Natural
    """The pieces of all others there."""


class ArmyWithdrawn(Event):
    """An army whose seat conceded is out. (Ruling 16)"""

    side: Id


class RepliesKept(Event):
    """An army has said what it will reply. Only its seat knows of it."""

    side: Id
    replies: tuple[Reply, ...]


class ReplyPlayed(Event):
    """An army plays what it had said it would reply."""

    side: Id


class ReplyFailed(Event):
    """A reply that applies is not legal. Only its seat knows of it."""

    side: Id
    reply: Reply
    code: str
    message: str


class RepliesEnded(Event):
    """No waiting reply is played; its army is asked. Only its seat knows of it."""

    side: Id
    reason: Literal["none-fits", "failed", "taken-back"]


class TurnEnded(Event):
    """The turn of an army ended."""

    side: Id
    """Whose turn it was."""
    next: Id
    """Whose turn comes."""
    turn: int
    """Its round."""
    breach: Breach | None
    """A recon duty that was not kept and may be caught. (Ruling 21)"""


class GameEnded(Event):
    """The match is over."""

    result: Result
