"""The words in which prompts, problems and reports speak of an invader card: made of its facts."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.english import amount, either, joined
from adjudicator.games.fortress_america import invader_card_facts as f
from adjudicator.games.fortress_america.card_facts import LaserThreshold
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import UnitKind
from adjudicator.games.fortress_america.words import place, unit_name

__all__ = ["invader_card_text", "invader_deed_text", "moment_text", "requirement_text"]

_MOMENTS: Mapping[f.When, str] = {
    "reinforcements": "with the reinforcements",
    "declare": "before the declarations",
    "maneuvers": "before the maneuvers",
    "battle": "before a battle",
    "supply": "in the supply check",
    "usa-reinforcements": "at the end of the turn, for the cards of the USA",
    "usa-lasers": "at the end of the turn, for the lasers of the USA",
}


def invader_card_text(book: Ruleset, card: str) -> str:
    """Returns a card with all that it says, in short: who reads it needs no printed card."""
    facts = book.invader_cards[card]
    remains = "; it remains in play" if facts.remains else ""
    stand_in = "; a stand-in" if facts.stand_in else ""
    return (
        f"{facts.title} ({card}), {moment_text(facts.when)}, needs {requirement_text(book, card)}: "
        f"{invader_deed_text(book, card)}{remains}{stand_in}"
    )


def moment_text(when: f.When) -> str:
    """Returns when a card is played."""
    return _MOMENTS[when]


def requirement_text(book: Ruleset, card: str) -> str:
    """Returns what a card asks for: "Seattle", "2 oil areas"."""
    texts = []
    for wanted in book.invader_cards[card].requires:
        if wanted.area is not None:
            texts.append(place(book, wanted.area))
        elif wanted.kind == "city":
            texts.append(amount(wanted.amount, "city", "cities"))
        else:
            texts.append(amount(wanted.amount, f"{wanted.kind} area"))
    return joined(texts, "nothing")


def invader_deed_text(book: Ruleset, card: str) -> str:
    """Returns what a card does: "lets infantry go 1 space farther in the maneuvers"."""
    match book.invader_cards[card].effect:
        case f.Foothold() as does:
            hold = "until another side takes it" if does.can_be_captured else "and cannot be taken"
            return f"{place(book, does.area)} is one more invasion zone {hold}"
        case f.NoLasers():
            return "no laser fires in the coming US turn"
        case LaserThreshold() as does:
            return f"lasers hit only with {does.value} or more in the coming US turn"
        case f.RecoverUnits() as does:
            return f"up to {does.amount} destroyed {_kinds(does.kinds)} come back into the reserve"
        case f.CombinedArms():
            return "the attack counts as one with combined arms"
        case f.RerollMisses() as does:
            where = " for a city" if does.only_in_cities else ""
            return f"attacking {_kinds(does.kinds)} that miss in a battle{where} roll once more"
        case f.ExtraMovement() as does:
            far = amount(does.amount, "space")
            return f"{_kinds(does.kinds)} go {far} farther in the maneuvers"
        case f.FewerCards() as does:
            return f"the USA draws {amount(does.amount, 'card')} fewer in its coming turn"
        case f.CancelCards() as does:
            first = "the first card" if does.amount == 1 else f"the first {does.amount} cards"
            return f"{first} that the USA draws for its coming turn goes unplayed"
        case f.DestroyLaser():
            return "destroys a laser in a city beside own units"
        case f.DestroyUsUnits() as does:
            one = amount(does.amount, "US unit")
            return f"destroys {one} in a battle beside an own invasion zone, before it"
        case f.IgnoreSupply() as does:
            return f"up to {amount(does.amount, 'unit')} cut off stay on the board"


def _kinds(kinds: tuple[UnitKind, ...]) -> str:
    return either([unit_name(kind, 2) for kind in kinds])
