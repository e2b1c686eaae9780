"""The options of a match of Fortress America: departures that players agree on beforehand."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from adjudicator.core.values import Value

__all__ = ["Options", "Options1986", "Options2012", "Question"]

Question: TypeAlias = Literal["lasers", "invasion", "targets", "disengage", "retreat"]
"""Topics whose questions have published defaults."""


class Options(Value):
    """What may be changed about the game in every edition."""

    ask: tuple[Question, ...] = ()
    """Ruling 14: topics in which every seat is asked, without standing orders and defaults."""
    cards: Literal["all-at-once", "one-at-a-time"] = "all-at-once"
    """Action 1, ruling 9: all cards of a US turn are drawn before it begins; or each one in the
    turn, after the laser and after the card before it was played."""
    reinforcements: Literal[8, 5] = 8
    """Balancing factor: units that an invader brings a turn: 8 for five turns, or 5 for eight."""
    partisans: Literal["d8-alone", "d6"] = "d8-alone"
    """Balancing factor: whether a partisan that fires alone rolls a d8, or every partisan a d6."""
    bonus_cards: bool = True
    """Balancing factor: whether the USA draws one more card for each city that it retook."""
    lasers_at_start: Annotated[int, Field(ge=0, le=12)] = 0
    """Balancing factor, ruling 54: lasers that the USA places in its set-up, or has in a start."""
    cities_to_win: Annotated[int, Field(ge=1, le=30)] = 18
    """Balancing factor: cities that the invaders hold together at the end of a US turn to win."""

    @property
    def raids(self) -> bool:
        """Whether bombers may attack from above their target."""
        return True

    @property
    def together(self) -> bool:
        """Whether the invaders play at the same time."""
        return False

    @property
    def rivals(self) -> bool:
        """Whether it was agreed that the invaders play for the best of them."""
        return False

    @property
    def hands(self) -> bool:
        """Whether the invaders have cards, whose hands the others do not see."""
        return False


class Options1986(Options):
    """What may be changed about the game."""

    bombers: Literal["over-the-target", "from-beside"] = "over-the-target"
    """Chapter 4: whether bombers may attack from above the target, or only from beside it."""
    invader_turns: Literal["in-order", "simultaneous"] = "in-order"
    """Order of play, ruling 70: the invaders play one after another, or all at the same time on
    sheets that are opened together."""

    @property
    def raids(self) -> bool:
        """Whether bombers may attack from above their target."""
        return self.bombers == "over-the-target"

    @property
    def together(self) -> bool:
        """Whether the invaders play at the same time."""
        return self.invader_turns == "simultaneous"


class Options2012(Options):
    """What may be changed about the game."""

    lasers_at_start: Annotated[int, Field(ge=0, le=11)] = 0
    """Balancing factor, ruling 54: lasers that the USA places in its set-up, or has in a start."""
    invader_victory: Literal["together", "individual"] = "together"
    """Variants, ruling 84: invaders who hold the cities have won together, or each of them plays
    once more for points, and the best one has won."""
    invader_cards: bool = False
    """Variants, rulings 90 to 99: whether the invaders draw and play cards of their own, whose
    hands the other seats do not see. Most of the cards are stand-ins: the printed ones were not
    found."""

    @property
    def rivals(self) -> bool:
        """Whether it was agreed that the invaders play for the best of them."""
        return self.invader_victory == "individual"

    @property
    def hands(self) -> bool:
        """Whether the invaders have cards, whose hands the others do not see."""
        return self.invader_cards
