"""Events told one after another: what was declared and moved, every die, every loss."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.core.ending import DrawAccepted, DrawOffered, DrawOfferLapsed, SeatConceded
from adjudicator.core.english import amount, joined, nth, possessive, sentence
from adjudicator.core.game import AnswerUnused, Event, OrderCut, OrderFailed, QuestionAnswered
from adjudicator.core.report import Die, Line, Paragraph
from adjudicator.core.table import DiceRolled
from adjudicator.games.fortress_america import events as e
from adjudicator.games.fortress_america.in_force import laser_least
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import (
    USA,
    Result,
    Side,
    State,
    UnitKind,
    total_of,
)
from adjudicator.games.fortress_america.telling import (
    Chosen,
    Fate,
    Note,
    Story,
    attacks_texts,
    called_off_text,
)
from adjudicator.games.fortress_america.words import (
    SIDE_NAMES,
    heading,
    named,
    order_text,
    place,
    region_name,
    seats_text,
    some,
    tally,
    units,
)

__all__ = ["WORDS", "Teller", "end_text", "stations_texts"]

_DESTROYED: Mapping[str, tuple[str, str]] = {
    "combat": ("is destroyed", "are destroyed"),
    "laser": ("is destroyed", "are destroyed"),
    "card": ("is destroyed", "are destroyed"),
    "no-retreat": (
        "has no way to retreat and is destroyed",
        "have no way to retreat and are destroyed",
    ),
    "no-landing": ("cannot land and is destroyed", "cannot land and are destroyed"),
    "supply": (
        "is cut off from its invasion zones and destroyed",
        "are cut off from their invasion zones and destroyed",
    ),
}
_ENDS: Mapping[str, str] = {
    "invaders-destroyed": "no invader has a unit left",
    "cities-taken": "the invaders hold cities enough",
    "turns-over": "the last turn is over, and the invaders hold too few cities",
    "last-round": "the last round is played",
    "conceded": "the other side has conceded",
}
WORDS = (SeatConceded, DrawOffered, DrawAccepted, DrawOfferLapsed)
"""What seats say about the match."""


class Teller:
    """Tells events one after another; a paragraph for each action."""

    def __init__(self, book: Ruleset, before: State) -> None:
        self.book = book
        self.lost: dict[Side, dict[UnitKind, int]] = {}
        self._turn = (before.side, before.turn)
        self._first = None if book.is_together(before.side) else self._turn
        self._heading = heading(book, before.action)
        self._paragraphs: list[Paragraph] = []
        self._notes: list[Note] = []
        self._words: list[Line] = []
        self._conceded = before.conceded
        self._failed: list[Note] = []
        self._taken: list[str] = []
        self._dropped: list[str] = []
        self._last: dict[str, list[Note]] = {}
        self._chosen = Chosen()
        self._rolled: dict[str, DiceRolled] = {}
        self._story = Story.going_on(book, before)
        if self._story is not None:
            self._notes.append(self._story.note)
        self._card: Note | None = None
        self._before = before
        self._threshold = laser_least(book, before)
        self._lasers: Note | None = None
        self._laser: Note | None = None

    def finished(self) -> list[Paragraph]:
        """Returns the paragraphs told."""
        if self._story is not None:
            self._story.stop()
        self._close()
        if self._words:
            spoken = Paragraph(heading="Concession and draw", lines=tuple(self._words))
            self._paragraphs.insert(0, spoken)
        for title, notes in sorted(self._last.items(), reverse=True):
            lines = tuple(note.line() for note in notes)
            self._paragraphs.append(Paragraph(heading=title, lines=lines))
        return self._paragraphs

    def tell(self, event: Event) -> None:
        """Tells one event."""
        match event:
            case e.ActionBegun():
                self._close()
                self._heading = heading(self.book, event.action)
            case e.TurnEnded():
                self._close()
                self._turn = (event.side, event.turn)
                if self.book.seat_of(event.side) in self._conceded:
                    name = sentence(SIDE_NAMES[event.side])
                    self._say(f"{name} has conceded: its turn goes by without orders.")
            case QuestionAnswered():
                self._chosen.hear(event)
            case DiceRolled():
                self._rolled[event.label] = event
            case e.BattleBegun() | e.UnitsFired() | e.BattleEnded() | e.BattleCalledOff():
                self._tell_battle(event)
            case e.UnitDestroyed() | e.UnitDisengaged() | e.UnitRetreated():
                self._tell_fate(event)
            case e.UnitsPlaced() | e.LaserPlaced():
                self._tell_arrivals(event)
            case e.CardDrawn() | e.CardPlayed() | e.LaserThresholdSet() | e.UnitsAirlifted():
                self._tell_card(event)
            case (
                e.InvaderDeckShuffled()
                | e.InvaderCardDrawn()
                | e.InvaderCardPlayed()
                | e.UnitsRecovered()
                | e.CardCancelled()
                | e.FootholdLost()
            ):
                self._tell_invader_card(event)
            case e.AreasDeclared() | e.AttacksSet():
                self._tell_plans(event)
            case e.UnitsMoved() | e.MoveUndone():
                self._tell_moves(event)
            case e.LaserFired():
                self._tell_laser(event)
            case e.AreaTaken() | e.ClaimDropped() | e.LaserDestroyed():
                self._tell_land(event)
            case e.LastRoundBegun() | e.GameEnded():
                self._tell_end(event)
            case SeatConceded() | DrawOffered() | DrawAccepted() | DrawOfferLapsed():
                self._tell_words(event)
            case OrderFailed() | OrderCut() | AnswerUnused():
                self._tell_orders(event)

    def _say(self, text: str) -> Note:
        note = Note(text)
        self._notes.append(note)
        return note

    def _close(self) -> None:
        """Ends the paragraph of an action."""
        self._end_card()
        self._tell_taken()
        notes = [*self._notes, *self._failed]
        if notes:
            side, turn = self._turn
            title = self._heading
            if self._turn != self._first and not title.startswith("Set-up"):
                title = f"Turn {turn} of {SIDE_NAMES[side]}: {title.lower()}"
            lines = tuple(note.line() for note in notes)
            self._paragraphs.append(Paragraph(heading=title, lines=lines))
        self._notes, self._failed = [], []
        self._card = self._lasers = self._laser = None

    def _tell_taken(self) -> None:
        """Tells what was taken, and what not, of all that was declared."""
        if self._taken:
            side = self._turn[0]
            verb = "retakes" if side == USA else "takes"
            self._say(f"{sentence(SIDE_NAMES[side])} {verb} {joined(self._taken)}.")
        if self._dropped:
            self._say(f"Not taken: {joined(self._dropped)}.")
        self._taken, self._dropped = [], []

    # -- battles --------------------------------------------------------------------------------

    def _tell_battle(
        self, event: e.BattleBegun | e.UnitsFired | e.BattleEnded | e.BattleCalledOff
    ) -> None:
        match event:
            case e.BattleCalledOff():
                self._say(called_off_text(self.book, event))
            case e.BattleBegun():
                sides = (event.attacker, event.defender)
                self._story = Story(self.book, event.area, sides, continued=False)
                self._notes.append(self._story.note)
                self._story.begin(event)
            case e.UnitsFired():
                assert self._story is not None
                self._story.fire(event)
            case e.BattleEnded():
                name = place(self.book, event.area)
                if event.outcome == "emptied":
                    who = "The lasers leave" if event.attacker == USA else "The card leaves"
                    self._say(f"{who} no defender in {name}: it is open, unfought.")
                elif event.outcome == "called-off":
                    pass
                elif event.outcome == "not-fought":
                    self._say(f"{name}: nobody attacks, no battle is fought.")
                else:
                    assert self._story is not None
                    self._story.end(event)
                self._story = None

    def _tell_fate(self, event: e.UnitDestroyed | e.UnitDisengaged | e.UnitRetreated) -> None:
        count = event.count if isinstance(event, e.UnitDestroyed) else 1
        match event:
            case e.UnitDestroyed():
                one, more = _DESTROYED[event.reason]
                lost = self.lost.setdefault(event.side, {})
                lost[event.unit] = lost.get(event.unit, 0) + count
            case e.UnitDisengaged():
                one, more = "is out of action this turn", "are out of action this turn"
            case e.UnitRetreated():
                to = place(self.book, event.to)
                one, more = f"retreats to {to}", f"retreat to {to}"
        by = self._chosen.by()
        if self._story is not None:
            where = self._story.where(event)
            role = "defender" if event.side == self._story.attacker else "attacker"
            self._story.fate(Fate(event.unit, where, one, more, by), count, role)
        elif isinstance(event, e.UnitDestroyed) and event.reason == "laser":
            assert self._laser is not None
            self._laser.add_fate(Fate(event.unit, "", one, more, ""), count)
        elif self._card is not None:
            where = f"of {SIDE_NAMES[event.side]} in {place(self.book, event.area)}"
            self._card.add_fate(Fate(event.unit, where, one, more, by), count)
        else:
            where = f"in {place(self.book, event.area)}"
            note = Note("")
            note.add_fate(Fate(event.unit, where, one, more, by), count)
            self._notes.extend(note.lines)

    def _tell_laser(self, event: e.LaserFired) -> None:
        edition = self.book.edition
        if self._lasers is None:
            rolls = f"a d{edition.laser_die}; {self._threshold} or more hit"
            self._lasers = self._say(f"Each laser rolls {rolls}:")
        target = f"{some(1, event.unit)} in {place(self.book, event.at)}"
        by = self._chosen.by()
        text = f"{place(self.book, event.laser)} fires at {target}{f' {by}' if by else ''}"
        result = Die(value=event.value, result="hit" if event.hit else "miss", counts=event.hit)
        self._laser = self._lasers.add(Note(text, dice=(result,), label=event.label))

    # -- units, cards and lasers that come --------------------------------------------------------

    def _tell_arrivals(self, event: e.UnitsPlaced | e.LaserPlaced) -> None:
        if isinstance(event, e.LaserPlaced):
            self._say(f"The USA places a laser in {place(self.book, event.area)}.")
        else:
            self._tell_placed(event)

    def _tell_card(
        self, event: e.CardDrawn | e.CardPlayed | e.LaserThresholdSet | e.UnitsAirlifted
    ) -> None:
        match event:
            case e.CardDrawn():
                self._tell_drawn(event)
            case e.CardPlayed():
                self._end_card()
                by = self._chosen.by()
                text = f"The USA plays {_card_text(self.book, event.card)}"
                self._card = self._say(f"{text}{f' {by}' if by else ''}.")
            case e.LaserThresholdSet():
                played = {"laser_threshold": event.value}
                self._threshold = laser_least(self.book, self._before.model_copy(update=played))
                self._under_card(f"This turn lasers hit with {self._threshold} or more.")
            case e.UnitsAirlifted():
                way = f"from {place(self.book, event.area)} to {place(self.book, event.to)}"
                verb = "flies" if total_of(event.units) == 1 else "fly"
                self._under_card(f"{sentence(units(event.units))} {verb} {way}.")

    def _tell_invader_card(
        self,
        event: e.InvaderDeckShuffled
        | e.InvaderCardDrawn
        | e.InvaderCardPlayed
        | e.UnitsRecovered
        | e.CardCancelled
        | e.FootholdLost,
    ) -> None:
        """(2012 variants)"""
        book = self.book
        match event:
            case e.InvaderDeckShuffled():
                cards = amount(len(event.deck), "card")
                self._say(f"The {cards} of {SIDE_NAMES[event.side]} are shuffled and sealed.")
            case e.InvaderCardDrawn():
                self._end_card()
                self._say(f"{sentence(SIDE_NAMES[event.side])} draws an invader card.")
            case e.InvaderCardPlayed():
                self._end_card()
                title = f"{book.invader_cards[event.card].title} ({event.card})"
                by = self._chosen.by()
                text = f"{sentence(SIDE_NAMES[event.side])} plays {title}"
                self._card = self._say(f"{text}{f' {by}' if by else ''}.")
                from adjudicator.games.fortress_america.invader_card_words import invader_deed_text

                deed = sentence(invader_deed_text(book, event.card))
                stand_in = (
                    " The card is a stand-in." if book.invader_cards[event.card].stand_in else ""
                )
                self._card.add(Note(f"{deed}.{stand_in}"))
                spared = {} if event.in_force is None else event.in_force.spared
                for area, counts in spared.items():
                    self._card.add(Note(f"{sentence(units(counts))} in {place(book, area)} stay."))
            case e.UnitsRecovered():
                self._under_card(f"{sentence(units(event.units))} come back into the reserve.")
            case e.CardCancelled():
                title = book.invader_cards[event.by].title
                card = f"{book.cards[event.card].title} ({event.card})"
                self._say(f"{title} ({event.by}): {card} goes unplayed.")
            case e.FootholdLost():
                whose = possessive(SIDE_NAMES[event.side])
                self._say(f"{sentence(whose)} foothold in {place(book, event.area)} is lost.")

    def _tell_drawn(self, event: e.CardDrawn) -> None:
        self._end_card()
        if self._heading != heading(self.book, "cards"):
            self._heading = "Cards drawn"
        if event.renewed:
            self._say("The deck is empty: the discards become the deck.")
        rolled = self._rolled[event.label]
        bonus = "bonus card" if event.bonus else "card"
        note = Note(
            f"A {bonus} out of {rolled.sides} in the order of their ids, d{rolled.sides}",
            dice=tuple(Die(value=value, result="", counts=True) for value in rolled.values),
            label=event.label,
            lines=[Note(f"{sentence(_card_text(self.book, event.card))}.")],
        )
        self._notes.append(note)

    def _under_card(self, text: str) -> None:
        note = Note(text)
        if self._card is None:
            self._notes.append(note)
        else:
            self._card.add(note)

    def _end_card(self) -> None:
        """Tells of a card of which nothing could be done."""
        if self._card is not None and not self._card.lines:
            self._card.add(Note("Nothing of it can be done."))
        self._card = None

    def _tell_placed(self, event: e.UnitsPlaced) -> None:
        groups: dict[str, dict[UnitKind, int]] = {}
        for one in event.placed:
            counts = groups.setdefault(one.area, {})
            counts[one.unit] = counts.get(one.unit, 0) + one.count
        total = amount(sum(one.count for one in event.placed), "unit")
        if event.reason == "card" and self._card is not None:
            note, texts = self._card, [f"{'; '.join(_each(self.book, groups))}."]
        else:
            verb = "sets up" if event.reason == "setup" else "brings"
            note = self._say(f"{sentence(SIDE_NAMES[event.side])} {verb} {total}:")
            texts = list(stations_texts(self.book, groups))
        note.lines.extend(Note(text) for text in texts)

    # -- plans and moves --------------------------------------------------------------------------

    def _tell_plans(self, event: e.AreasDeclared | e.AttacksSet) -> None:
        side = sentence(SIDE_NAMES[event.side])
        if isinstance(event, e.AreasDeclared):
            areas = joined([place(self.book, area) for area in event.areas])
            self._say(f"{side} declares {areas}.")
            return
        for text in attacks_texts(self.book, event, self._chosen):
            self._say(text)

    def _tell_moves(self, event: e.UnitsMoved | e.MoveUndone) -> None:
        book = self.book
        if isinstance(event, e.MoveUndone):
            unit = sentence(some(event.count, event.unit))
            verb = "stays" if event.count == 1 else "stay"
            start, end = place(book, event.path[0]), place(book, event.path[-1])
            self._failed.append(Note(f"{unit} {verb} in {start}: {end} has no more room."))
            return
        moved: dict[tuple[str, str, e.Purpose], dict[UnitKind, int]] = {}
        for move in event.moves:
            counts = moved.setdefault((move.path[0], move.path[-1], move.purpose), {})
            counts[move.unit] = counts.get(move.unit, 0) + move.count
        for (start, end, purpose), counts in moved.items():
            way = f"from {place(book, start)}"
            goal = {
                "move": f"to {place(book, end)}",
                "land": f"to {book.edition.words.land} {place(book, end)}",
                "bomb": f"to bomb {place(book, end)}",
                "ride": f"to {place(book, end)}",
            }[purpose]
            verbs = ("rides along", "ride along") if purpose == "ride" else ("moves", "move")
            verb = verbs[0] if sum(counts.values()) == 1 else verbs[1]
            self._say(f"{sentence(units(counts))} {verb} {way} {goal}.")
        for answer in self._chosen.take():
            # Only bombers that must leave are asked for; the label names the space they leave.
            space = place(book, answer.label.split("/")[-2])
            if answer.source == "default":
                self._say(f"A bomber that had to leave {space} was sent on by default.")

    # -- land -------------------------------------------------------------------------------------

    def _tell_land(self, event: e.AreaTaken | e.ClaimDropped | e.LaserDestroyed) -> None:
        name, side = place(self.book, event.area), SIDE_NAMES[event.side]
        match event:
            case e.LaserDestroyed():
                text = f"{sentence(side)} destroys the laser in {name}."
            case e.ClaimDropped():
                self._dropped.append(name)
                return
            case e.AreaTaken():
                what = f"the city of {name}" if event.city else name
                if event.was != USA:
                    what += f" from {SIDE_NAMES[event.was]}"
                if self._card is None:
                    self._taken.append(what)
                    return
                text = f"{sentence(side)} retakes {what}."
        if self._card is not None:
            self._card.add(Note(text))
        else:
            self._say(text)

    def _tell_end(self, event: e.LastRoundBegun | e.GameEnded) -> None:
        if isinstance(event, e.LastRoundBegun):
            self._tell_taken()
            cities = amount(event.cities, "city", "cities")
            self._say(f"The invaders hold {cities}: each plays once more, in the last round.")
            return
        self._tell_taken()
        text = end_text(self.book, event.result)
        if self._words and not self._notes:
            # A word on the match has ended it, before the player-turn went on.
            self._words.append(Line(text=text))
        else:
            self._say(text)

    def _tell_words(
        self, event: SeatConceded | DrawOffered | DrawAccepted | DrawOfferLapsed
    ) -> None:
        name = sentence(seats_text(self.book, event.seat))
        is_one = len(self.book.seats[event.seat].sides) == 1
        match event:
            case SeatConceded():
                self._conceded = (*self._conceded, event.seat)
                text = f"{name} {'concedes' if is_one else 'concede'}."
            case DrawOffered():
                text = f"{name} {'offers' if is_one else 'offer'} a draw."
            case DrawAccepted():
                text = f"{name} {'accepts' if is_one else 'accept'} the draw."
            case DrawOfferLapsed():
                verbs = "offers or accepts" if is_one else "offer or accept"
                text = f"{name} no longer {verbs} a draw."
        self._words.append(Line(text=text))

    # -- orders -----------------------------------------------------------------------------------

    def _tell_orders(self, event: OrderFailed | OrderCut | AnswerUnused) -> None:
        seat = sentence(possessive("USA" if event.seat == USA else event.seat))
        order = order_text(self.book, event.order)
        if isinstance(event, AnswerUnused):
            note = Note(
                f"{seat} answer to {event.label}, {order}: {named(self.book, event.message)}."
            )
            self._last.setdefault("Answers not used", []).append(note)
            return
        which = f"{seat} {nth(event.index + 1)} {event.topic} order, {order}"
        if isinstance(event, OrderCut):
            done = order_text(self.book, event.done)
            text = f"{which}: carried out in part, with {done}."
        else:
            text = f"{which}: not carried out, for {named(self.book, event.message)}."
            if event.code == "not-asked-for":
                self._last.setdefault("Orders not carried out", []).append(Note(text))
                return
        self._failed.append(Note(text))


def _each(book: Ruleset, groups: Mapping[str, Mapping[UnitKind, int]]) -> list[str]:
    return [f"{place(book, area)} {tally(counts)}" for area, counts in groups.items()]


def end_text(book: Ruleset, result: Result) -> str:
    """Returns a sentence on who has won, and why."""
    if result.winners:
        winners = f"{seats_text(book, *result.winners)} together"
        return f"The match is over, won by {winners}: {_ENDS[result.reason]}."
    if result.winner is None:
        return "The match is over: it is drawn, as all who were left agreed."
    return f"The match is over, won by {seats_text(book, result.winner)}: {_ENDS[result.reason]}."


def stations_texts(book: Ruleset, groups: Mapping[str, Mapping[UnitKind, int]]) -> Iterator[str]:
    """Yields a text for each region, and one for the zones, with the units in each space."""
    regions: dict[str | None, list[str]] = {}
    for area, counts in sorted(groups.items()):
        regions.setdefault(book.map.region_of(area), []).append(
            f"{place(book, area)} {tally(counts)}"
        )
    for region, texts in regions.items():
        head = "" if region is None else f"{region_name(book, region)} - "
        yield f"{head}{'; '.join(texts)}."


def _card_text(book: Ruleset, card: str) -> str:
    from adjudicator.games.fortress_america.card_words import card_text  # where a card is told of

    return card_text(book, card)
