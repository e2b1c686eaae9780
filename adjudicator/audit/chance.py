"""Sources of dice and sealed decks: an opened turn key, a script, dice rolled at a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from adjudicator.audit import tfd1
from adjudicator.core.decks import Card, Deck
from adjudicator.core.english import amount
from adjudicator.core.game import Pending, Suspended
from adjudicator.core.problem import Problem, Refused

__all__ = ["ExternalDice", "HiddenKey", "OpenedDice", "ScriptedDice", "seal_of"]


class HiddenKey(NamedTuple):
    """KH[n]: what shuffles and seals the hidden decks of one opening (3.5)."""

    key: str
    """The key, in hexadecimal digits."""
    n: int
    """The opening."""

    @classmethod
    def opened(cls, hidden: str, gid: str, n: int, key: str) -> HiddenKey:
        """Returns the key of an opening from the hidden-draw secret and the turn key."""
        return cls(tfd1.hidden_key(hidden, gid, n, key), n)

    def deck(self, label: str, cards: Sequence[str]) -> Deck:
        """Returns cards, given in their stated order, shuffled and ready to be sealed."""
        order = tuple(
            Card(value=value, salt=tfd1.salt(self.key, label, i))
            for i, value in enumerate(tfd1.shuffle(self.key, label, cards), start=1)
        )
        return Deck(label=label, n=self.n, cards=tuple(cards), order=order)


def seal_of(deck: Deck, gid: str, position: int) -> str:
    """Returns the seal of a card that is known here (3.5)."""
    card = deck.order[position]
    assert card is not None, f"{deck.label}: position {position} is not known here"
    return tfd1.seal(gid, deck.n, deck.label, position + 1, value=card.value, salt=card.salt)


class _Sealing:
    """Sealed decks from the hidden key of an opening, where the match has hidden information."""

    hidden: HiddenKey | None = None
    """None: no deck can be sealed."""

    def deck(self, label: str, cards: Sequence[str]) -> Deck:
        """Returns the deck that the hidden key gives this label."""
        assert self.hidden is not None, f"{label}: the rules do not say that they hide something"
        return self.hidden.deck(label, cards)

    def unseal(self, deck: Deck, position: int) -> Card:
        """Returns the card at a position."""
        card = deck.order[position]
        assert card is not None, f"{deck.label}: the whole state knows every card"
        return card


class OpenedDice(_Sealing):
    """Dice derived from an opened turn key (TFD1 §3.5)."""

    def __init__(self, key: str, hidden: HiddenKey | None = None) -> None:
        self._key = key
        self.hidden = hidden

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        """Returns the dice that this key gives this label."""
        return tfd1.roll(self._key, label, count, sides)


class _Listed(_Sealing):
    """Dice listed by label; shared by scripts and by rolls made at a table."""

    def __init__(self, rolls: Mapping[str, Sequence[int]]) -> None:
        self._rolls = {label: tuple(values) for label, values in rolls.items()}
        self._taken: set[str] = set()

    @property
    def unused(self) -> tuple[str, ...]:
        """Labels that were listed and never rolled, sorted."""
        return tuple(sorted(self._rolls.keys() - self._taken))

    def _take(self, label: str, count: int, sides: int) -> tuple[int, ...]:
        values = self._rolls[label]
        if len(values) != count:
            raise Refused(
                [
                    Problem(
                        "wrong-number-of-dice",
                        f"{label} needs {count}d{sides}, not {len(values)} dice",
                        (label,),
                        hint=f"Give {amount(count, 'value')} from 1 to {sides}.",
                        kind="invalid",
                    )
                ]
            )
        wrong = [
            Problem(
                "no-such-face",
                f"a die of {label} shows {value}, but has {sides} sides",
                (label, index),
                hint=f"Give a value from 1 to {sides}.",
                kind="invalid",
            )
            for index, value in enumerate(values)
            if not 1 <= value <= sides
        ]
        if wrong:
            raise Refused(wrong)
        self._taken.add(label)
        return values


def _other_deck(label: str, cards: Sequence[str], *, is_listed: bool) -> Problem:
    what = "lists other cards for" if is_listed else "does not list"
    return Problem(
        "deck-not-listed",
        f"the case {what} the deck {label} ({len(cards)} cards)",
        (label,),
        hint=f'Give "{label}" in its decks, top card first: {", ".join(cards)} in any order.',
        kind="invalid",
    )


class ScriptedDice(_Listed):
    """Dice for cases and tests: every roll and every deck that happens must be listed."""

    def __init__(
        self,
        rolls: Mapping[str, Sequence[int]],
        decks: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> None:
        super().__init__(rolls)
        self._decks = {label: tuple(order) for label, order in decks.items()}

    @property
    def unused(self) -> tuple[str, ...]:
        """Labels that were listed and never rolled or shuffled, sorted."""
        return tuple(sorted((self._rolls.keys() | self._decks.keys()) - self._taken))

    def deck(self, label: str, cards: Sequence[str]) -> Deck:
        """Returns the listed deck, under salts that hide nothing.

        Raises:
            Refused: the label is not listed, or with other cards.
        """
        order = self._decks.get(label, ())
        if sorted(order) != sorted(cards):
            raise Refused([_other_deck(label, cards, is_listed=label in self._decks)])
        self._taken.add(label)
        key = HiddenKey(tfd1.ZERO, 1)
        listed = tuple(
            Card(value=value, salt=tfd1.salt(key.key, label, i))
            for i, value in enumerate(order, start=1)
        )
        return Deck(label=label, n=key.n, cards=tuple(cards), order=listed)

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        """Returns the listed dice.

        Raises:
            Refused: the label is not listed, or with other dice.
        """
        if label not in self._rolls:
            needed = amount(count, "value")
            raise Refused(
                [
                    Problem(
                        "roll-not-listed",
                        f"the case does not list the roll {label} ({count}d{sides})",
                        (label,),
                        hint=f'Add "{label}" with {needed} from 1 to {sides} to its dice.',
                        kind="invalid",
                    )
                ]
            )
        return self._take(label, count, sides)


class ExternalDice(_Listed):
    """Dice rolled elsewhere and typed in (mode external). Decks are sealed here all the same."""

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        """Returns the dice typed in under this label; without them the match waits for them.

        Raises:
            Suspended: pending the roll.
            Refused: another number of dice, or no such face.
        """
        if label not in self._rolls:
            raise Suspended(
                [Pending(label=label, topic="rolls", seat=None, prompt=f"{count}d{sides}", rule="")]
            )
        return self._take(label, count, sides)
