"""Events told one after another: the set-up, troops that come, every attack, cards, the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from adjudicator.core.decks import Deck
from adjudicator.core.ending import DrawAccepted, DrawOffered, DrawOfferLapsed, SeatConceded
from adjudicator.core.english import amount, joined, nth, possessive, sentence
from adjudicator.core.game import AnswerUnused, Event, OrderCut, OrderFailed, QuestionAnswered
from adjudicator.core.report import Die, Line, Paragraph
from adjudicator.core.table import DiceRolled
from adjudicator.games.galactic_conquest import events as e
from adjudicator.games.galactic_conquest.ruleset import Ruleset, troops_for
from adjudicator.games.galactic_conquest.state import CARDS, NEUTRAL, Held, Result, State
from adjudicator.games.galactic_conquest.telling import Attack
from adjudicator.games.galactic_conquest.words import (
    cards_text,
    held_regions,
    named,
    order_text,
    place,
    places_text,
    seat_name,
    set_text,
    troops_text,
)

__all__ = ["HEADINGS", "WORDS", "Teller", "count_text", "end_text", "faces_of"]

HEADINGS = {
    "deal": "The deal",
    "set-up": "The set-up",
    "trade": "New troops",
    "place": "New troops",
    "invade": "Invasions",
    "fortify": "Fortification and card",
    "card": "Fortification and card",
    "over": "The end",
}
"""The paragraphs of a report, by the phases told in them."""
WORDS = (SeatConceded, DrawOffered, DrawAccepted, DrawOfferLapsed)
"""What seats say about the match."""
_WORDS = {
    SeatConceded: "concedes",
    DrawOffered: "offers a draw",
    DrawAccepted: "accepts the draw",
    DrawOfferLapsed: "no longer offers or accepts a draw",
}
_ENDS = {
    "last-with-troops": "nobody else has troops",
    "conceded": "all others have conceded",
}


class _Gathered(NamedTuple):
    """Equal events in a row, told in one sentence."""

    seat: str
    what: str
    said: list[str]
    held: list[Held]


class Teller:
    """Tells the events of an opening one after another, as one view may know them."""

    def __init__(self, book: Ruleset, before: State, view: State) -> None:
        self.book, self._before, self._view = book, before, view
        self.lost: dict[str, int] = {}
        """By seat, the troops that fell."""
        self.taken: dict[str, list[e.PlanetTaken]] = {}
        """By seat, the planets that it captured."""
        self.eliminated: list[e.SeatEliminated] = []
        self._owners, self._troops = dict(before.owners), dict(before.troops)
        self._turn = self._first = (before.seat, before.turn)
        self._phase = before.phase
        self._has_captured = before.has_captured
        self._drew = False
        self._paragraphs: list[Paragraph] = []
        self._lines: list[Line] = []
        self._failed: list[Line] = []
        self._unused: list[Line] = []
        self._words: list[Line] = []
        self._attack: Attack | None = None
        self._gathered: _Gathered | None = None
        self._dice: list[DiceRolled] = []
        self._chosen = ""
        if before.phase == "trade" and before.seat in before.to_place:
            self._say(count_text(book, before))

    def finished(self) -> list[Paragraph]:
        """Returns the paragraphs told."""
        self._close()
        for heading, lines in (
            ("Orders not carried out as written", self._failed),
            ("Answers not used", self._unused),
        ):
            if lines:
                self._paragraphs.append(Paragraph(heading=heading, lines=tuple(lines)))
        if self._words:
            spoken = Paragraph(heading="Concession and draw", lines=tuple(self._words))
            self._paragraphs.insert(0, spoken)
        return self._paragraphs

    def tell(self, event: Event) -> None:
        """Tells one event."""
        match event:
            case e.BattleFought() | e.PlanetTaken() | e.InvasionStopped():
                self._tell_attack(event)
            case DiceRolled():
                if event.label.startswith("deal/"):
                    self._dice.append(event)
            case QuestionAnswered():
                if event.topic == "trade" and event.source in ("standing", "default"):
                    by = {"standing": "by standing order", "default": "by default"}
                    self._chosen = by[event.source]
            case e.TroopsPlaced() | e.PlanetClaimed() | e.CardDrawn():
                self._gather(event)
            case e.PhaseBegun():
                if HEADINGS[event.phase] != HEADINGS[self._phase]:
                    self._close()
                self._phase = event.phase
            case e.TurnEnded():
                self._end_turn(event)
            case SeatConceded() | DrawOffered() | DrawAccepted() | DrawOfferLapsed():
                self._words.append(Line(text=f"{seat_name(event.seat)} {_WORDS[type(event)]}."))
            case OrderFailed() | OrderCut() | AnswerUnused():
                self._tell_order(event)
            case e.PlacementFailed() | e.InvasionSkipped():
                self._tell_order(event)
            case e.GameEnded():
                self._tell_end(event)
            case _:
                self._tell_rest(event)

    def _tell_rest(self, event: Event) -> None:
        match event:
            case e.OrderOfPlayDrawn():
                self._tell_order_of_play(event)
            case e.PlanetsDealt():
                self._tell_deal(event)
            case e.SetTraded():
                self._flush()
                by = f", {self._chosen}" if self._chosen else ""
                brings = f"{troops_text(event.troops)}"
                name = seat_name(event.seat)
                self._say(f"{name} turns in {set_text(event.cards)}, for {brings}{by}.")
                self._chosen = ""
            case e.DeckShuffled():
                self._flush()
                cards = amount(len(event.deck), "card")
                which = "turned in " if len(event.deck) < len(CARDS) else ""
                self._say(f"The {cards} {which}are shuffled into a new draw pile.")
            case e.TroopsFortified():
                self._tell_fortification(event)
            case e.SeatEliminated():
                self._tell_elimination(event)
            case e.SeatWithdrawn():
                self._flush()
                name = seat_name(event.seat)
                for planet, owner in self._owners.items():
                    if owner == event.seat:
                        self._owners[planet] = NEUTRAL
                self._say(
                    f"{name} withdraws: its planets are neutral with their troops, and its cards "
                    "are out of play."
                )

    def _say(self, text: str) -> None:
        self._lines.append(Line(text=text))

    def _close(self) -> None:
        """Ends a paragraph."""
        self._flush()
        self._end_attack()
        if self._lines:
            heading = HEADINGS[self._phase]
            if self._turn != self._first:
                seat, turn = self._turn
                heading = f"Turn {turn} of {seat_name(seat)}: {heading.lower()}"
            self._paragraphs.append(Paragraph(heading=heading, lines=tuple(self._lines)))
        self._lines = []

    # -- the set-up -----------------------------------------------------------------------------

    def _tell_order_of_play(self, event: e.OrderOfPlayDrawn) -> None:
        for rolled in self._dice:
            *_, which, seat = rolled.label.split("/")
            again = "" if which == "first-1" else ", again"
            dice = tuple(Die(value=value, result="") for value in rolled.values)
            text = f"{seat_name(seat)} rolls{again}"
            self._lines.append(Line(text=text, dice=dice, label=rolled.label))
        self._dice = []
        first, *others = (seat_name(seat) for seat in event.order)
        self._say(f"{first} begins; then comes {', then '.join(others)}.")

    def _tell_deal(self, event: e.PlanetsDealt) -> None:
        """Tells who got which planets, and the die of each."""
        self._owners, self._troops = dict(event.owners), dict(event.troops)
        for owner in dict.fromkeys((*self._view.order, *sorted(event.owners.values()))):
            planets = [planet for planet, one in event.owners.items() if one == owner]
            name = sentence(seat_name(owner))
            if planets:
                left = event.to_place.get(owner)
                more = f", and has {troops_text(left)} left to place" if left else ""
                on_each = troops_text(event.troops[planets[0]])
                text = f"{name} gets {amount(len(planets), 'planet')} with {on_each} each{more}."
                inner = Line(text=f"{places_text(self.book, planets)}.")
                self._lines.append(Line(text=text, lines=(inner,)))
            elif owner in event.to_place:
                self._say(f"{name} has {troops_text(event.to_place[owner])} to claim planets with.")
        dealt = tuple(self._draws(event))
        if dealt:
            count = amount(len(dealt), "planet")
            text = f"Dice by which {count} were dealt"
            self._lines.append(Line(text=text, lines=dealt, folded=True))
        self._dice = []

    def _draws(self, event: e.PlanetsDealt) -> Iterator[Line]:
        """Yields each planet as it was drawn out of those left, in the order of their ids."""
        left = list(self.book.planets)
        for rolled in self._dice:
            (value,) = rolled.values
            planet = left.pop(value - 1)
            owner = seat_name(event.owners[planet])
            text = f"{place(self.book, planet)} to {owner}, one of {rolled.sides} left"
            yield Line(text=text, dice=(Die(value=value, result=""),), label=rolled.label)

    # -- troops and cards that come ---------------------------------------------------------------

    def _gather(self, event: e.TroopsPlaced | e.PlanetClaimed | e.CardDrawn) -> None:
        """Gathers equal events of one seat in a row."""
        what = type(event).__name__
        gathered = self._gathered
        if gathered is None or (gathered.seat, gathered.what) != (event.seat, what):
            self._flush()
            self._end_attack()
            gathered = self._gathered = _Gathered(event.seat, what, [], [])
        match event:
            case e.TroopsPlaced():
                self._troops[event.planet] += event.count
                text = f"{troops_text(event.count)} on {place(self.book, event.planet)}"
                gathered.said.append(text)
            case e.PlanetClaimed():
                self._owners[event.planet], self._troops[event.planet] = event.seat, 1
                gathered.said.append(place(self.book, event.planet))
            case e.CardDrawn():
                self._drew = True
                gathered.held.append(event.held)

    def _flush(self) -> None:
        """Tells what was gathered."""
        gathered, self._gathered = self._gathered, None
        if gathered is None:
            return
        name = seat_name(gathered.seat)
        if gathered.what == "TroopsPlaced":
            self._say(f"{name} places {joined(gathered.said)}.")
        elif gathered.what == "PlanetClaimed":
            self._say(f"{name} claims {joined(gathered.said)}.")
        else:
            cards = "a card" if len(gathered.held) == 1 else amount(len(gathered.held), "card")
            faces = faces_of(self._view.decks, gathered.held)
            shown = f": {cards_text(faces)}" if faces else ""
            self._say(f"{name} draws {cards}{shown}.")

    # -- attacks ----------------------------------------------------------------------------------

    def _tell_attack(self, event: e.BattleFought | e.PlanetTaken | e.InvasionStopped) -> None:
        self._flush()
        way = (event.origin, event.target)
        if self._attack is None or self._attack.way != way:
            self._end_attack()
            self._attack = Attack(self.book, self._owners, self._troops, way)
        match event:
            case e.BattleFought():
                self._attack.fight(event)
                self._troops[event.origin] -= event.attackers_lost
                self._troops[event.target] -= event.defenders_lost
                for seat, lost in (
                    (event.seat, event.attackers_lost),
                    (event.defender, event.defenders_lost),
                ):
                    self.lost[seat] = self.lost.get(seat, 0) + lost
                return
            case e.PlanetTaken():
                self._attack.capture(event)
                self._owners[event.target] = event.seat
                self._troops[event.target] = event.moved
                self._troops[event.origin] -= event.moved
                self.taken.setdefault(event.seat, []).append(event)
                self._has_captured = True
            case e.InvasionStopped():
                self._attack.stop(event)
        self._end_attack()

    def _end_attack(self) -> None:
        if self._attack is not None:
            self._lines.append(self._attack.line())
        self._attack = None

    def _tell_elimination(self, event: e.SeatEliminated) -> None:
        self.eliminated.append(event)
        loser, by = seat_name(event.seat), seat_name(event.by)
        count = len(event.held)
        faces = self._faces(event.held)
        shown = f": {cards_text(faces)}" if faces else ""
        passed = f"{amount(count, 'card')} {'passes' if count == 1 else 'pass'} to {by}{shown}"
        cards = f"its {passed}" if count else "it had no cards"
        self._say(f"{loser} has no troops left and is eliminated by {by}; {cards}.")

    def _faces(self, held: Iterable[Held]) -> tuple[str, ...]:
        """Returns cards as whoever reads this knows them, now or before."""
        positions = tuple(held)
        now = faces_of(self._view.decks, positions)
        return now or faces_of(self._before.decks, positions)

    # -- the end of a turn ------------------------------------------------------------------------

    def _tell_fortification(self, event: e.TroopsFortified) -> None:
        self._troops[event.path[0]] -= event.count
        self._troops[event.path[-1]] += event.count
        names = [place(self.book, planet) for planet in event.path]
        by = f", by {joined(names[1:-1])}" if len(names) > 2 else ""
        troops = troops_text(event.count)
        self._say(f"{seat_name(event.seat)} moves {troops} from {names[0]} to {names[-1]}{by}.")

    def _end_turn(self, event: e.TurnEnded) -> None:
        """Tells why no card was drawn, if so."""
        self._flush()
        name = seat_name(self._turn[0])
        if self._phase == "card":
            if not self._has_captured:
                self._say(f"{name} has captured no planet and draws no card.")
            elif not self._drew:
                self._say(f"No card is left for {name} to draw.")
        self._close()
        self._turn = (event.seat, event.turn)
        self._phase, self._has_captured, self._drew = "trade", False, False

    def _tell_end(self, event: e.GameEnded) -> None:
        self._flush()
        self._end_attack()
        line = Line(text=end_text(event.result))
        # A word on the match may have ended it before the player-turn went on.
        (self._words if self._words and not self._lines else self._lines).append(line)

    # -- orders -----------------------------------------------------------------------------------

    def _tell_order(
        self,
        event: OrderFailed | OrderCut | AnswerUnused | e.PlacementFailed | e.InvasionSkipped,
    ) -> None:
        book, seat = self.book, possessive(seat_name(event.seat))
        match event:
            case e.InvasionSkipped():
                way = f"{place(book, event.target)} from {place(book, event.origin)}"
                why = named(book, event.message)
                text = f"{seat} attack on {way}, ordered to follow, was skipped: {why}."
            case e.PlacementFailed():
                troops = f"{troops_text(event.count)} on {place(book, event.planet)}"
                why = "no troops were left"
                if self._owners.get(event.planet) != event.seat:
                    why = "the planet went to another seat"
                text = f"{seat} order to place {troops} did nothing: {why}."
            case AnswerUnused():
                order = order_text(book, event.order)
                text = f"{seat} answer to {event.label}, {order}: {named(book, event.message)}."
                self._unused.append(Line(text=text))
                return
            case OrderCut():
                which = f"{seat} {nth(event.index + 1)} {event.topic} order"
                order, done = order_text(book, event.order), order_text(book, event.done)
                text = f"{which}, {order}: carried out in part, with {done}."
            case OrderFailed():
                which = f"{seat} {nth(event.index + 1)} {event.topic} order"
                order, why = order_text(book, event.order), named(book, event.message)
                text = f"{which}, {order}: not carried out, for {why}."
        self._failed.append(Line(text=text))


def faces_of(decks: tuple[Deck, ...], held: Iterable[Held]) -> tuple[str, ...]:
    """Returns cards of a hand if all of them are known here; else nothing."""
    faces = [decks[one.deck].card(one.position) for one in held if one.deck < len(decks)]
    known = tuple(face for face in faces if face is not None)
    return known if len(known) == len(faces) else ()


def count_text(book: Ruleset, state: State) -> str:
    """Returns the new troops of the turn that begins, with their reasons. (Step 1)"""
    seat = state.seat
    planets = sum(owner == seat for owner in state.owners.values())
    reasons = [f"{troops_for(planets)} for {amount(planets, 'planet')}"]
    for region in held_regions(book, state.owners, seat):
        facts = book.chart.regions[region]
        reasons.append(f"{facts.bonus} for all of {facts.name}")
    count = troops_text(state.to_place.get(seat, 0))
    return f"{seat_name(seat)} gets {count}: {joined(reasons)}."


def end_text(result: Result) -> str:
    """Returns a sentence on who has won, and why."""
    if result.winner is None:
        return "The match is over: it is drawn, as all who were left agreed."
    return f"The match is over, won by {seat_name(result.winner)}: {_ENDS[result.reason]}."
