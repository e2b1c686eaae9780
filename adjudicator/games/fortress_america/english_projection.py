"""What `check` tells of the future, in English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from adjudicator.core.english import sentence
from adjudicator.narrate.language import Sentence

__all__ = ["PROJECTION_SENTENCES"]


def _of_one_side(side: str, part: str) -> str:
    return f"{sentence(side)}: {part.lower()}"


def _answers(answers: Sequence[str]) -> str:
    return ", then ".join(answers)


PROJECTION_SENTENCES: Final[Mapping[str, Sentence]] = {
    "battles-to-come": "Battles ahead",
    "hang-on-dice": "Orders that depend on dice",
    "invader-cards": "Invader cards",
    "left-open": "What the orders leave open",
    "supply": "Supply",
    "of-one-side": _of_one_side,
    # -- battles
    "nobody-attacks": "{place}: nobody attacks.",
    "battle-to-come": "{place}: {groups} against {defenders}.",
    "chances": "Won: {won}, held: {held}.",
    "chances-with-bombers": "Won: {won}, bombers alone {alone}, held: {held}.",
    "averages": (
        "On average, of yours {lost} destroyed and {out} out of action; of theirs "
        "{destroyed} destroyed and {driven} driven out."
    ),
    "condition-met": "Condition: {guard}; met as things stand.",
    "condition-not-met": (
        "Condition: {guard}; not met as things stand, {found}: the attackers would stay out."
    ),
    "no-way-to-retreat": "No way to retreat for {kinds:and}: what is driven out is destroyed.",
    "lasers-fire-first": (
        "The lasers fire before the battles: these are the chances without them."
    ),
    # -- what may not be carried out
    "invasion-order": "{number:nth} invasion order, {order}",
    "hangs": "{order}: {why}.",
    "all-hang": "{why:begin}:",
    "only-if-emptied": "only if no defender is left in {place} before the battle",
    "only-if-won": "only if the battle for {place} is won, {percent}",
    "as-many-as-left": "as many as the battle for {areas:and} leaves",
    "as-many-as-in-action": "as many as the battle for {areas:and} leaves in action",
    "and-at-least": "{left}, at least {count}",
    "to-be-played": "To be played: {card}.",
    "to-be-played-in": "To be played in {place}: {card}.",
    "lacks": "{told} Not as things stand: it needs {lacks}.",
    "without-cards": "The chances of the battles are those without the cards.",
    # -- what the orders leave open
    "no-attack-ordered": "No attack is ordered on {areas:and}: all that can attack there do.",
    "hits-destroy": "What your hits destroy: {answers}.",
    "ones-drive-away": "What your {ones} drive away: {answers}.",
    "answer-of-sheet": "what the sheet says under {topic}, as it fits",
    "answer-standing": "your standing order, {kinds:list}",
    "answer-standing-for": "your standing order for {areas:or}, {kinds:list}",
    "answer-default": "the largest die",
    "answers-in-order": _answers,
    "nobody-enters": "No {movement} is ordered: nobody enters what is won.",
    "bombers-land": "Bombers that must leave and have no order land in the nearest space.",
    "laser-idle": "The laser in {place} has nothing left to fire at.",
    "laser-by-standing": "The laser in {place} has no order: at {target}, by standing order.",
    "laser-by-default": "The laser in {place} has no order: at {target}, by default.",
    # -- supply
    "cut-off-anyhow": "Out of supply whatever the battles bring: {units:and}.",
    "cut-off-if-won": "Out of supply even if every battle is won: {units:and}.",
    "cut-off-if-lost": "Out of supply if no battle is won: {units:and}.",
}
"""By key; `adjudicator/narrate/language.py` tells how a template is written."""
