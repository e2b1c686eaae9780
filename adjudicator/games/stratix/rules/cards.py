"""Recon cards: the deck is dealt, cards are drawn, played and used up. The seam of the turn."""

from __future__ import annotations

from adjudicator.games.stratix.rules.card_play import Played, play_card, plays
from adjudicator.games.stratix.rules.cards_drawn import draw_card
from adjudicator.games.stratix.rules.cards_last import use_held_cards
from adjudicator.games.stratix.rules.deck import deal

__all__ = ["Played", "deal", "draw_card", "play_card", "plays", "use_held_cards"]
