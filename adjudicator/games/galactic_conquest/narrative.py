"""Events told one after another: the set-up, troops that come, every attack, cards, the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from adjudicator.core.decks import Deck
from adjudicator.core.game import AnswerUnused, Event, OrderCut, OrderFailed, QuestionAnswered
from adjudicator.core.report import Die, Line, Paragraph
from adjudicator.core.table import DiceRolled
from adjudicator.games.galactic_conquest import events as e
from adjudicator.games.galactic_conquest.attack_lines import Attack
from adjudicator.games.galactic_conquest.narrator import StarNarrator
from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.state import CARDS, NEUTRAL, Held, State
from adjudicator.games.galactic_conquest.words import named
from adjudicator.narrate.narrator import WORDS

__all__ = ["HEADINGS", "OpeningNarrator", "faces_of"]

HEADINGS = {
    "deal": "deal",
    "set-up": "set-up",
    "trade": "troops",
    "place": "troops",
    "invade": "invasions",
    "fortify": "last-steps",
    "card": "last-steps",
    "over": "end",
}
"""By phase, the paragraph in which it is told: the end of the keys of its heading."""


class _Gathered(NamedTuple):
    """Equal events in a row, told in one sentence."""

    seat: str
    what: str
    said: list[str]
    held: list[Held]


class OpeningNarrator(StarNarrator):
    """Tells the events of one opening one after another, as one view may know them."""

    def __init__(self, book: Ruleset, before: State, view: State, language: str = "en") -> None:
        super().__init__(book, language)
        self._before, self._view = before, view
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
            self._add(self.new_troops(before))

    def finished(self) -> list[Paragraph]:
        """Returns the paragraphs told."""
        self._close()
        if self._failed:
            self._paragraphs.append(self.paragraph("orders-not-carried-out", self._failed))
        if self._unused:
            self._paragraphs.append(self.paragraph("answers-not-used", self._unused))
        if self._words:
            self._paragraphs.insert(0, self.paragraph("words", self._words))
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
                    self._chosen = self.say(f"by-{event.source}")
            case e.TroopsPlaced() | e.PlanetClaimed() | e.CardDrawn():
                self._gather(event)
            case e.PhaseBegun():
                if HEADINGS[event.phase] != HEADINGS[self._phase]:
                    self._close()
                self._phase = event.phase
            case e.TurnEnded():
                self._end_turn(event)
            case OrderFailed() | OrderCut() | AnswerUnused():
                self._tell_order(event)
            case e.PlacementFailed() | e.InvasionSkipped():
                self._tell_order(event)
            case e.GameEnded():
                self._tell_end(event)
            case _ if type(event) in WORDS:
                self._words.extend(self.event(event))
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
                cards, troops = self.card_set(event.cards), self.troops(event.troops)
                by, self._chosen = self._chosen, ""
                name = self.name(event.seat)
                self._add(self.say("set-traded", seat=name, cards=cards, troops=troops, by=by))
            case e.DeckShuffled():
                self._flush()
                key = "pile-made-again" if len(event.deck) < len(CARDS) else "pile-made"
                self._add(self.say(key, count=len(event.deck)))
            case e.TroopsFortified():
                self._tell_fortification(event)
            case e.SeatEliminated():
                self._tell_elimination(event)
            case e.SeatWithdrawn():
                self._flush()
                for planet, owner in self._owners.items():
                    if owner == event.seat:
                        self._owners[planet] = NEUTRAL
                self._add(self.say("withdrawn", seat=self.name(event.seat)))

    def _add(self, text: str) -> None:
        self._lines.append(Line(text))

    def _close(self) -> None:
        """Ends a paragraph."""
        self._flush()
        self._end_attack()
        if self._lines:
            heading = self.say(f"heading-{HEADINGS[self._phase]}")
            if self._turn != self._first:
                seat, turn = self._turn
                part = self.say(f"inside-{HEADINGS[self._phase]}")
                heading = self.say("of-turn", turn=turn, seat=self.name(seat), part=part)
            self._paragraphs.append(Paragraph(heading, tuple(self._lines)))
        self._lines = []

    # -- the set-up -----------------------------------------------------------------------------

    def _tell_order_of_play(self, event: e.OrderOfPlayDrawn) -> None:
        for rolled in self._dice:
            *_, which, seat = rolled.label.split("/")
            dice = tuple(Die(value=value, result="") for value in rolled.values)
            key = "rolls" if which == "first-1" else "rolls-again"
            self._lines.append(self.line(f"order-of-play-{key}", dice=dice, label=rolled.label,
                                         seat=self.name(seat)))  # fmt: skip
        self._dice = []
        first, *others = (self.name(seat) for seat in event.order)
        self._add(self.say("order-of-play", first=first, others=others))

    def _tell_deal(self, event: e.PlanetsDealt) -> None:
        """Tells who got which planets, and the die of each."""
        self._owners, self._troops = dict(event.owners), dict(event.troops)
        for owner in dict.fromkeys((*self._view.order, *sorted(event.owners.values()))):
            planets = [planet for planet, one in event.owners.items() if one == owner]
            name = self.seat(owner)
            if planets:
                left = event.to_place.get(owner)
                more = self.say("dealt-left", troops=self.troops(left)) if left else ""
                on_each = self.troops(event.troops[planets[0]])
                inner = self.line("dealt-places", places=self.places_by_region(planets))
                self._lines.append(
                    self.line("dealt", lines=(inner,), seat=name, count=len(planets),
                              troops=on_each, more=more)
                )  # fmt: skip
            elif owner in event.to_place:
                troops = self.troops(event.to_place[owner])
                self._add(self.say("has-to-claim", seat=name, troops=troops))
        dealt = tuple(self._draws(event))
        if dealt:
            folded = self.line("dealt-dice", lines=dealt, count=len(dealt))
            self._lines.append(folded._replace(folded=True))
        self._dice = []

    def _draws(self, event: e.PlanetsDealt) -> Iterator[Line]:
        """Yields each planet as it was drawn out of those left, in the order of their ids."""
        left = list(self.book.planets)
        for rolled in self._dice:
            (value,) = rolled.values
            planet = left.pop(value - 1)
            yield self.line("dealt-die", dice=(Die(value=value, result=""),), label=rolled.label,
                            place=self.place(planet), seat=self.name(event.owners[planet]),
                            left=rolled.sides)  # fmt: skip

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
                gathered.said.append(self.on(event.count, event.planet))
            case e.PlanetClaimed():
                self._owners[event.planet], self._troops[event.planet] = event.seat, 1
                gathered.said.append(self.place(event.planet))
            case e.CardDrawn():
                self._drew = True
                gathered.held.append(event.held)

    def _flush(self) -> None:
        """Tells what was gathered."""
        gathered, self._gathered = self._gathered, None
        if gathered is None:
            return
        name = self.name(gathered.seat)
        if gathered.what == "TroopsPlaced":
            self._add(self.say("places", seat=name, troops=gathered.said))
        elif gathered.what == "PlanetClaimed":
            self._add(self.say("claims", seat=name, planets=gathered.said))
        else:
            shown = self._shown(faces_of(self._view.decks, gathered.held))
            self._add(self.say("draws", seat=name, count=len(gathered.held), shown=shown))

    def _shown(self, faces: tuple[str, ...]) -> str:
        """Returns the cards behind how many they are; nothing of cards that nobody knows here."""
        return self.say("cards-shown", cards=self.faces(faces)) if faces else ""

    # -- attacks ----------------------------------------------------------------------------------

    def _tell_attack(self, event: e.BattleFought | e.PlanetTaken | e.InvasionStopped) -> None:
        self._flush()
        way = (event.origin, event.target)
        if self._attack is None or self._attack.way != way:
            self._end_attack()
            self._attack = Attack(self, self._owners, self._troops, way)
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
        cards = self.say("eliminated-no-cards")
        if event.held:
            shown = self._shown(self._faces(event.held))
            cards = self.say("eliminated-cards", count=len(event.held), seat=self.name(event.by),
                             shown=shown)  # fmt: skip
        self._add(self.say("eliminated", loser=self.name(event.seat), seat=self.name(event.by),
                           cards=cards))  # fmt: skip

    def _faces(self, held: Iterable[Held]) -> tuple[str, ...]:
        """Returns cards as whoever reads this knows them, now or before."""
        positions = tuple(held)
        now = faces_of(self._view.decks, positions)
        return now or faces_of(self._before.decks, positions)

    # -- the end of a turn ------------------------------------------------------------------------

    def _tell_fortification(self, event: e.TroopsFortified) -> None:
        self._troops[event.path[0]] -= event.count
        self._troops[event.path[-1]] += event.count
        origin, *between, to = (self.place(planet) for planet in event.path)
        by = self.say("moves-by", planets=between) if between else ""
        self._add(self.say("moves", seat=self.name(event.seat), troops=self.troops(event.count),
                           origin=origin, to=to, by=by))  # fmt: skip

    def _end_turn(self, event: e.TurnEnded) -> None:
        """Tells why no card was drawn, if so."""
        self._flush()
        name = self.name(self._turn[0])
        if self._phase == "card":
            if not self._has_captured:
                self._add(self.say("draws-none", seat=name))
            elif not self._drew:
                self._add(self.say("none-left-to-draw", seat=name))
        self._close()
        self._turn = (event.seat, event.turn)
        self._phase, self._has_captured, self._drew = "trade", False, False

    def _tell_end(self, event: e.GameEnded) -> None:
        self._flush()
        self._end_attack()
        line = Line(self.end(event.result))
        # A word on the match may have ended it before the player-turn went on.
        (self._words if self._words and not self._lines else self._lines).append(line)

    # -- orders -----------------------------------------------------------------------------------

    def _tell_order(
        self,
        event: OrderFailed | OrderCut | AnswerUnused | e.PlacementFailed | e.InvasionSkipped,
    ) -> None:
        seat = self.name(event.seat)
        match event:
            case e.InvasionSkipped():
                way = self.way(event.origin, event.target)
                why = named(self.book, self.why(event))
                self._failed.append(self.line("attack-skipped", seat=seat, way=way, why=why))
            case e.PlacementFailed():
                lost = self._owners.get(event.planet) != event.seat
                why = self.say("placement-planet-lost" if lost else "placement-no-troops")
                troops = self.on(event.count, event.planet)
                self._failed.append(self.line("placement-failed", seat=seat, troops=troops,
                                              why=why))  # fmt: skip
            case AnswerUnused():
                order, why = self.order(event.order), named(self.book, self.why_unused(event))
                told = self.say("answer-not-used", seat=seat, label=event.label, order=order,
                                why=why)  # fmt: skip
                self._unused.append(Line(told))
            case OrderCut():
                order, done = self.order(event.order), self.order(event.done)
                self._failed.append(self.line("order-done-in-part", seat=seat, order=order,
                                              number=event.index + 1, topic=event.topic,
                                              done=done))  # fmt: skip
            case OrderFailed():
                order, why = self.order(event.order), named(self.book, self.why(event))
                self._failed.append(self.line("order-not-done", seat=seat, order=order,
                                              number=event.index + 1, topic=event.topic,
                                              why=why))  # fmt: skip


def faces_of(decks: tuple[Deck, ...], held: Iterable[Held]) -> tuple[str, ...]:
    """Returns cards of a hand if all of them are known here; else nothing."""
    faces = [decks[one.deck].card(one.position) for one in held if one.deck < len(decks)]
    known = tuple(face for face in faces if face is not None)
    return known if len(known) == len(faces) else ()
