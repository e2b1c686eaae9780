"""An opening of Nine Fields told for people, and the chances of what is to come."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from adjudicator.core.english import amount, joined, sentence
from adjudicator.core.event_words import words_of
from adjudicator.core.game import Event
from adjudicator.core.report import Die, Line, Paragraph, Report
from adjudicator.games.nine_fields import state as s
from adjudicator.games.nine_fields.state import SIDES, Book, State

__all__ = ["chance_to_take", "report", "standings"]

_LOSS = {True: "a company lost", False: "no loss"}
_WHY = {
    "city-taken": "it holds the other city", "more-fields": "it holds more fields",
    "as-many-fields": "both sides hold as many fields", "draw": "both sides agreed to a draw",
    "conceded": "the other side has conceded",
}  # fmt: skip


def report(book: Book, before: State, events: Sequence[Event], view: State) -> Report:
    """Returns the report of an opening; without events, that of the start."""
    title = f"turn {before.turn} of {sentence(before.side)}" if events else "the start"
    stands = standings(book, view)
    now = Paragraph(heading="How it stands", lines=tuple(Line(text=text) for text in stands))
    told = Paragraph(heading="What happened", lines=tuple(_told(book, before.side, events)))
    return Report(title=f"Nine Fields: {title}", summary=stands[:1],
                  paragraphs=(told, now) if told.lines else (now,))  # fmt: skip


def _told(book: Book, attacker: str, events: Sequence[Event]) -> Iterator[Line]:
    """Yields a line for each event that is worth one."""
    names = {field: facts.name for field, facts in book.map.areas.items()}
    for event in events:
        match event:
            case s.Marched(start=start) | s.FellBack(field=start):
                verb = "marches" if isinstance(event, s.Marched) else "falls back"
                way = f"from {names[start]} to {names[event.to]}"
                yield Line(text=f"{sentence(event.side)} {verb} {way} with {event.count}.")
            case s.RoundFought(attack=attack, defence=defence):
                throws = ((attack, attack <= defence), (defence, defence <= attack))
                dice = tuple(Die(value=die, result=_LOSS[lost]) for die, lost in throws)
                text = f"{names[event.field]}, {sentence(attacker)} attacks"
                yield Line(text=text, dice=dice, label=f"{event.label}/attacker")
            case s.TurnEnded():
                yield Line(text=f"A new company of {sentence(event.side)} comes.")
            case _ if (words := words_of(event, sentence)) is not None:
                yield Line(text=words)


def standings(book: Book, state: State) -> tuple[str, ...]:
    """Returns who is to play or has won, and what each side has."""
    first = f"Turn {state.turn} of {book.options.turns}: {sentence(state.side)} to play."
    if state.result is not None:
        won = f"won by {sentence(state.result.winner)}" if state.result.winner else "a draw"
        first = f"The match is over, {won}: {_WHY[state.result.reason]}."
    sides = []
    for side in SIDES:
        held = [book.map.areas[at].name for at, holder in state.holders.items() if holder == side]
        stand = sum(here.get(side, 0) for here in state.companies.values())
        companies = amount(stand, "company", "companies")
        sides.append(f"{sentence(side)} has {companies} and holds {joined(held)}.")
    return (first, *sides)


@lru_cache(maxsize=4096)
def chance_to_take(attackers: int, defenders: int) -> Fraction:
    """Returns the chance of the attackers if nobody falls back: of 36 throws 6 are ties."""
    if not attackers or not defenders:
        return Fraction(1 if attackers else 0)
    lost = 15 * chance_to_take(attackers - 1, defenders)
    won = 15 * chance_to_take(attackers, defenders - 1)
    return Fraction(1, 36) * (won + lost + 6 * chance_to_take(attackers - 1, defenders - 1))
