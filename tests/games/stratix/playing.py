"""Plays Four Fronts in tests: sheets as players write them, decks and dice by label."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from adjudicator.audit.chance import ScriptedDice
from adjudicator.core.decks import Dice
from adjudicator.core.dry_run import DryRun, dry_run
from adjudicator.core.game import Event, Scenario
from adjudicator.core.problem import Problem
from adjudicator.core.referee import Run, Save, first_save, run
from adjudicator.core.sheet import Sheet, read_sheet
from adjudicator.core.values import canonical
from adjudicator.documents.library import map_folder
from adjudicator.documents.scenarios import find_scenario, with_options
from adjudicator.games.stratix import STRATIX, StratixRules
from adjudicator.games.stratix import events as e
from adjudicator.games.stratix.state import Start, State

GAME = STRATIX
GID = "ab" * 32
ARMIES = {"A": "south-west", "B": "north-west", "C": "north-east", "D": "south-east"}
TWO = ("south-west", "north-east")
THREE = ("south-west", "north-west", "north-east")
FOUR = (*THREE, "south-east")
MAP_FILES = {
    name: (map_folder("four-fronts") / name).read_bytes() for name in ("map.json", "cards.json")
}
KINDS = {
    "I": "infantry",
    "T": "tank",
    "A": "artillery",
    "H": "helicopter",
    "J": "jet",
    "M": "icbm",
}
DECK = tuple(f"r{number:02}" for number in range(1, 37))

E = TypeVar("E", bound=Event)


_LEADS_ON = (
    e.PieceLost,
    e.ArmyFallen,
    e.ArmyWithdrawn,
    e.CardDrawn,
    e.CardDiscarded,
    e.CardDiscardedUnread,
    e.CardKept,
    e.CardShown,
    e.CardPlayed,
    e.CardReturnedToBottom,
    e.CardHadNoEffect,
)
"""Behind these another event makes whole at once what one of them begins: an army without pieces
falls, the last card begins the final assault."""


class CheckedRules(StratixRules):
    """The rules, with the invariants checked after every event that leaves all of them whole."""

    def evolve(self, state: State, event: Event) -> State:
        after = super().evolve(state, event)
        has_all = {piece.side for piece in after.pieces.values()} >= {*after.order}
        has_cards = after.assault or bool(after.pile)
        if isinstance(event, _LEADS_ON) or not (has_all and has_cards):
            return after
        broken = list(self.check_state(after))
        assert not broken, (event, broken)
        return after


def scenario(start: Any, seats: Sequence[str] = TWO, **options: Any) -> Scenario:
    """Returns a scenario with the game's own start written out."""
    document = {
        "format": 1, "scenario": "test", "game": GAME.name, "map": "four-fronts",
        "title": "A test", "seats": {seat: {"sides": [seat]} for seat in seats},
        "options": options, "start": start,
    }  # fmt: skip
    return Scenario.model_validate_json(canonical(document))


def opened(start: Any, seats: Sequence[str] = TWO, **options: Any) -> StratixRules:
    """Returns rules with checked invariants; `start` is a shipped scenario's name or a start."""
    if isinstance(start, str):
        given = with_options(GAME, find_scenario(GAME, start).scenario, options)
    else:
        given = scenario(start, seats, **options)
    rules = GAME.open(given, MAP_FILES)
    return CheckedRules(GAME, rules.book, Start.model_validate_json(canonical(given.start)))


def board(text: str, side: str | None = "A", **fields: Any) -> dict[str, Any]:
    """Reads "A: I d3, T e4; C: J s9" as a start in which an army is to move.

    Armies are A to D, clockwise from south-west; kinds are I(nfantry), T(ank), A(rtillery),
    H(elicopter), J(et) and M(issile).
    """
    pieces: dict[str, dict[str, str]] = {}
    for part in filter(None, (piece.strip() for piece in text.split(";"))):
        army, _, listed = part.partition(":")
        own = pieces.setdefault(ARMIES[army.strip()], {})
        for named in filter(None, (one.strip() for one in listed.split(","))):
            kind, square = named.split()
            own[square] = KINDS[kind]
    start: dict[str, Any] = {"pieces": pieces, **fields}
    return start if side is None else {**start, "side": ARMIES.get(side, side)}


def deck(*top: str) -> list[str]:
    """Returns all cards as they lie: those named on top, the others in their stated order."""
    return [*top, *(card for card in DECK if card not in top)]


def sheet(seat: str, n: int = 1, **parts: Any) -> Sheet:
    """Returns a sheet that was understood. `parts`: orders, answers, standing, hold."""
    document = {
        "t": "orders", "game": GID, "n": n, "head": GID, "player": seat, "pledge": None,
        "orders": {}, **parts,
    }  # fmt: skip
    read, found = read_sheet(GAME, document)
    assert read is not None, found
    return read


def play(
    rules: StratixRules,
    sheets: Mapping[str, Any],
    save: Save | None = None,
    n: int = 1,
    dice: Mapping[str, Sequence[int]] | Dice | None = None,
    cards: Sequence[str] | None = None,
) -> Run[State]:
    """Plays one opening. Each sheet is its orders, or all its parts if it has "orders".

    Args:
        cards: the recon deck as it lies, where it is shuffled in this opening.
    """
    source: Dice
    if dice is None or isinstance(dice, Mapping):
        source = ScriptedDice(dice or {}, {} if cards is None else {"recon-deck": cards})
    else:
        source = dice
    read = {
        seat: sheet(seat, n, **(parts if "orders" in parts else {"orders": parts}))
        for seat, parts in sheets.items()
    }
    done = run(rules, save or first_save(rules), read, n, dice=source)
    if isinstance(source, ScriptedDice):
        assert not source.unused, source.unused
    return done


def begun(rules: StratixRules, cards: Sequence[str] | None = None, **standing: Any) -> Save:
    """Returns a match after the deck was shuffled, the first army to move.

    Args:
        cards: how the deck lies; those not named follow in their stated order.
        standing: by army's letter, standing orders that it gives with its first sheet.
    """
    sheets = {
        seat: {"orders": {}, **({"standing": standing[a]} if a in standing else {})}
        for a, seat in ARMIES.items()
        if seat in rules.start.order
    }
    if rules.start.phase == "move":
        return first_save(rules)
    dealing = rules.start.to_deal
    pool = DECK if dealing is None or dealing.deck is None else dealing.deck
    top = tuple(cards or ())
    lying = [*top, *(card for card in pool if card not in top)]
    dice: dict[str, Sequence[int]] = {}
    if rules.start.phase == "lot":
        sides = len(DECK)
        dice = {f"lot/{seat}": [sides - place] for place, seat in enumerate(rules.start.order)}
    return play(rules, sheets, dice=dice, cards=lying).save


def move(origin: str, target: str, *path: str) -> dict[str, Any]:
    order: dict[str, Any] = {"order": "move", "from": origin, "to": target}
    return {**order, "path": list(path)} if path else order


def checked(
    rules: StratixRules, seat: str, orders: Any, save: Save | None = None, **parts: Any
) -> DryRun[State]:
    """Returns what the dry run of one sheet says."""
    one = sheet(seat, n=2, orders=orders, **parts)
    return dry_run(rules, save or begun(rules), {seat: one}, 2, seat=seat)


def problems(
    rules: StratixRules, seat: str, save: Save | None = None, **orders: Any
) -> tuple[Problem, ...]:
    """Returns the problems of a sheet."""
    return checked(rules, seat, orders, save).problems


def codes(rules: StratixRules, seat: str, save: Save | None = None, **orders: Any) -> list[str]:
    """Returns the codes of the problems of a sheet."""
    return [problem.code for problem in problems(rules, seat, save, **orders)]


def state_of(save: Save) -> State:
    """Returns the state that a save has reached."""
    return State.model_validate_json(canonical(save.position))


def of_type(done: Run[State], kind: type[E]) -> list[E]:
    """Returns the events of a type."""
    return [event for event in done.events if isinstance(event, kind)]
