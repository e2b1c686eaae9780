"""What a card lets its army choose, as fields of an order: a kind, a piece, a square.

Every question of the cards is one of these, so that all are listed and judged alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from adjudicator.core.problem import Problem
from adjudicator.games.stratix.words import squares_text

__all__ = ["Choice", "Chosen", "targets_alone"]


class Chosen(NamedTuple):
    """What an order chooses; None: it says nothing of it."""

    kind: str | None = None
    origin: str | None = None
    target: str | None = None


Targets: TypeAlias = Callable[[str | None], Sequence[str]]
"""Gives the squares to which the piece of an origin can go."""


class Choice(NamedTuple):
    """What there is to choose. A field that is None is none of the card's business."""

    title: str
    """The card as players read it."""
    kinds: Sequence[str] | None = None
    """The kinds of piece."""
    origins: Sequence[str] | None = None
    """The squares of the pieces."""
    targets: Targets | None = None
    """The squares to which each of them can go."""
    names: tuple[str, str, str] = ("kind", "from", "to")
    """What the order calls a kind, the square of a piece, and the square to which it goes."""

    def choices(self) -> Iterator[Chosen]:
        """Yields all that can be chosen."""
        for kind in (None,) if self.kinds is None else self.kinds:
            for origin in (None,) if self.origins is None else self.origins:
                for target in (None,) if self.targets is None else self.targets(origin):
                    yield Chosen(kind, origin, target)

    def is_empty(self) -> bool:
        """Whether nothing can be chosen: the card is void."""
        return next(self.choices(), None) is None

    def check(self, chosen: Chosen, rule: str) -> Iterator[Problem]:
        """Yields what is wrong with what was chosen; paths are the names of the fields."""
        kind, origin, target = self.names
        yield from self._check_field(kind, chosen.kind, self.kinds, rule)
        problems = list(self._check_field(origin, chosen.origin, self.origins, rule))
        yield from problems
        if not problems:
            there = None if self.targets is None else self.targets(chosen.origin)
            yield from self._check_field(target, chosen.target, there, rule)

    def _check_field(
        self, name: str, value: str | None, allowed: Sequence[str] | None, rule: str
    ) -> Iterator[Problem]:
        if allowed is None:
            if value is not None:
                yield Problem(
                    "field-not-for-card",
                    f'"{name}" has no meaning for {self.title}',
                    (name,),
                    rule,
                    hint="Leave it out.",
                )
        elif value is None:
            yield Problem(
                "field-needed-by-card",
                f'"{name}" is needed by {self.title}',
                (),
                rule,
                hint=f"Possible: {_text(allowed)}.",
            )
        elif value not in allowed:
            yield Problem(
                "not-for-this-card",
                f'"{name}" of {self.title} cannot be {value}',
                (name,),
                rule,
                hint=f"Possible: {_text(allowed)}.",
            )


def targets_alone(squares: Sequence[str]) -> Targets:
    """Returns targets that are the same for every piece."""
    return lambda origin: squares


def _text(allowed: Sequence[str]) -> str:
    return squares_text(allowed) if allowed else "nothing"
