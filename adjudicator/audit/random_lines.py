"""The lines of an opening that hold what chance gave, and those with which a match ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from adjudicator.audit import log
from adjudicator.audit.chance import seal_of
from adjudicator.core.decks import CardUnsealed, DeckSealed
from adjudicator.core.table import Drawn, Rolled
from adjudicator.core.values import FrozenMap

__all__ = ["Files", "draw_lines", "end_lines", "files_of"]

Files: TypeAlias = Mapping[str, Mapping[str, Any]]
"""By seat, the documents of the sheets of one opening."""


def draw_lines(
    gid: str, n: int, draws: Iterable[Drawn], *, on_trust: bool
) -> Iterator[log.Payload]:
    """Yields the line of each roll, sealed deck and unsealed card, in their order (3.5).

    Args:
        on_trust: whether the dice were rolled elsewhere; decks never are.
    """
    for drawn in draws:
        match drawn:
            case Rolled():
                kind = log.ExternalRoll if on_trust else log.Roll
                yield kind(n=n, label=drawn.label, sides=drawn.sides, values=drawn.values)
            case DeckSealed():
                deck = drawn.deck
                seals = tuple(seal_of(deck, gid, position) for position in range(len(deck)))
                yield log.SealedDeck(n=n, label=drawn.label, cards=deck.cards, seals=seals)
            case CardUnsealed():
                card = drawn.card
                yield log.Unseal(
                    n=drawn.n, label=drawn.label, i=drawn.i, value=card.value, salt=card.salt
                )


def end_lines(sheets: Mapping[int, Files], hidden: str | None) -> Iterator[log.Payload]:
    """Yields what stands behind the last state line of a match with hidden information (3.4, 3.5).

    Args:
        sheets: by opening and seat, all the sheets of the match.
        hidden: the hidden-draw secret.
    """
    for n, files in sorted(sheets.items()):
        if files:
            yield log.Sheets(n=n, files=files_of(files))
    assert hidden is not None, "a match with hidden information has a secret"
    yield log.End(hidden=hidden)


def files_of(documents: Files) -> FrozenMap[str, log.Sheet]:
    """Returns sheets as they stand in a lock or a note."""
    return FrozenMap(
        {seat: log.Sheet.model_validate(dict(document)) for seat, document in documents.items()}
    )
