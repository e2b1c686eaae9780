"""Events told one after another: what was declared and moved, every die, every loss."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.core.ending import DrawAccepted, DrawOffered, DrawOfferLapsed, SeatConceded
from adjudicator.core.english import sentence
from adjudicator.core.game import AnswerUnused, Event, OrderCut, OrderFailed, QuestionAnswered
from adjudicator.core.report import Die, Line, Paragraph
from adjudicator.core.table import DiceRolled
from adjudicator.games.fortress_america import events as e
from adjudicator.games.fortress_america.battle_lines import (
    Chosen,
    Fate,
    Note,
    Story,
    attacks_texts,
    called_off_text,
)
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
from adjudicator.games.fortress_america.words import Words, place

__all__ = ["ReportLines", "end_text", "stations_texts"]


class ReportLines:
    """Tells events one after another; a paragraph for each action."""

    def __init__(self, of: Words, book: Ruleset, before: State) -> None:
        self.of, self.book = of, book
        self.lost: dict[Side, dict[UnitKind, int]] = {}
        self._turn = (before.side, before.turn)
        self._first = None if book.is_together(before.side) else self._turn
        self._action: str = before.action
        self._paragraphs: list[Paragraph] = []
        self._notes: list[Note] = []
        self._words: list[Line] = []
        self._conceded = before.conceded
        self._failed: list[Note] = []
        self._taken: list[str] = []
        self._dropped: list[str] = []
        self._not_asked_for: list[Note] = []
        self._not_used: list[Note] = []
        self._chosen = Chosen(of)
        self._rolled: dict[str, DiceRolled] = {}
        self._story = Story.in_progress(of, book, before)
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
            self._paragraphs.insert(0, self.of.paragraph("concession-and-draw", self._words))
        if self._not_asked_for:
            lines = [note.line() for note in self._not_asked_for]
            self._paragraphs.append(self.of.paragraph("orders-not-carried-out", lines))
        if self._not_used:
            lines = [note.line() for note in self._not_used]
            self._paragraphs.append(self.of.paragraph("answers-not-used", lines))
        return self._paragraphs

    def tell(self, event: Event) -> None:
        """Tells one event."""
        match event:
            case e.ActionBegun():
                self._close()
                self._action = event.action
            case e.TurnEnded():
                self._close()
                self._turn = (event.side, event.turn)
                if self.book.seat_of(event.side) in self._conceded:
                    self._add(self.of.say("turn-conceded", side=self.of.side(event.side)))
            case QuestionAnswered():
                self._chosen.keep(event)
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

    def _add(self, text: str) -> Note:
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
            title = self.of.action(self.book, self._action)
            if self._turn != self._first and not self._action.startswith("setup"):
                name = self.of.side(side)
                title = self.of.say("turn-and-action", turn=turn, side=name, action=title)
            lines = tuple(note.line() for note in notes)
            self._paragraphs.append(Paragraph(heading=title, lines=lines))
        self._notes, self._failed = [], []
        self._card = self._lasers = self._laser = None

    def _tell_taken(self) -> None:
        """Tells what was taken, and what not, of all that was declared."""
        if self._taken:
            key, name = self._turn[0] == USA, self.of.side(self._turn[0])
            self._add(self.of.say("retakes" if key else "takes", side=name, areas=self._taken))
        if self._dropped:
            self._add(self.of.say("not-taken", areas=self._dropped))
        self._taken, self._dropped = [], []

    # -- battles --------------------------------------------------------------------------------

    def _tell_battle(
        self, event: e.BattleBegun | e.UnitsFired | e.BattleEnded | e.BattleCalledOff
    ) -> None:
        match event:
            case e.BattleCalledOff():
                self._add(called_off_text(self.of, self.book, event))
            case e.BattleBegun():
                sides = (event.attacker, event.defender)
                self._story = Story(self.of, self.book, event.area, sides, continued=False)
                self._notes.append(self._story.note)
                self._story.begin(event)
            case e.UnitsFired():
                assert self._story is not None
                self._story.fire(event)
            case e.BattleEnded():
                name = place(self.book, event.area)
                if event.outcome == "emptied":
                    by_lasers = event.attacker == USA
                    self._add(
                        self.of.say(
                            "emptied-by-lasers" if by_lasers else "emptied-by-card", place=name
                        )
                    )
                elif event.outcome == "called-off":
                    pass
                elif event.outcome == "not-fought":
                    self._add(self.of.say("not-fought", place=name))
                else:
                    assert self._story is not None
                    self._story.end(event)
                self._story = None

    def _tell_fate(self, event: e.UnitDestroyed | e.UnitDisengaged | e.UnitRetreated) -> None:
        count, by = 1, self._chosen.by()
        match event:
            case e.UnitDestroyed():
                count, fate = event.count, Fate(event.unit, event.reason, by)
                lost = self.lost.setdefault(event.side, {})
                lost[event.unit] = lost.get(event.unit, 0) + count
            case e.UnitDisengaged():
                fate = Fate(event.unit, "disengaged", by)
            case e.UnitRetreated():
                fate = Fate(event.unit, "retreated", by, to=place(self.book, event.to))
        if self._story is not None:
            role = "defender" if event.side == self._story.attacker else "attacker"
            self._story.fate(self._story.placed(event, fate), count, role)
            return
        if isinstance(event, e.UnitDestroyed) and event.reason == "laser":
            assert self._laser is not None
            self._laser.add_fate(self.of, fate._replace(by=""), count)
            return
        fate = fate._replace(where="in", place=place(self.book, event.area))
        if self._card is not None:
            self._card.add_fate(self.of, fate._replace(side=event.side), count)
        else:
            self._add(fate.text(self.of, count))

    def _tell_laser(self, event: e.LaserFired) -> None:
        of, book = self.of, self.book
        if self._lasers is None:
            die = book.edition.laser_die
            self._lasers = self._add(of.say("lasers-roll", die=die, least=self._threshold))
        where, by = place(book, event.laser), self._chosen.by()
        target = of.say("units-in", units=of.article(event.unit), place=place(book, event.at))
        text = (
            of.say("laser-fires-chosen", place=where, target=target, by=by)
            if by
            else of.say("laser-fires", place=where, target=target)
        )
        result = of.say("die-hit" if event.hit else "die-miss")
        die_rolled = Die(value=event.value, result=result, counts=event.hit)
        self._laser = self._lasers.add(Note(text, dice=(die_rolled,), label=event.label))

    # -- units, cards and lasers that come --------------------------------------------------------

    def _tell_arrivals(self, event: e.UnitsPlaced | e.LaserPlaced) -> None:
        if isinstance(event, e.LaserPlaced):
            self._add(self.of.say("laser-placed", place=place(self.book, event.area)))
        else:
            self._tell_placed(event)

    def _tell_card(
        self, event: e.CardDrawn | e.CardPlayed | e.LaserThresholdSet | e.UnitsAirlifted
    ) -> None:
        of = self.of
        match event:
            case e.CardDrawn():
                self._tell_drawn(event)
            case e.CardPlayed():
                self._end_card()
                by, card = self._chosen.by(), _card_text(of, self.book, event.card)
                self._card = self._add(
                    of.say("card-played-chosen", card=card, by=by)
                    if by
                    else of.say("card-played", card=card)
                )
            case e.LaserThresholdSet():
                played = {"laser_threshold": event.value}
                self._threshold = laser_least(self.book, self._before.model_copy(update=played))
                self._under_card(of.say("lasers-this-turn", least=self._threshold))
            case e.UnitsAirlifted():
                start, end = of.place_names(self.book, (event.area, event.to))
                units, count = of.units(event.units), total_of(event.units)
                self._under_card(
                    of.say("airlifted", units=units, count=count, start=start, end=end)
                )

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
        of, book = self.of, self.book
        match event:
            case e.InvaderDeckShuffled():
                side = of.side(event.side)
                self._add(of.say("deck-shuffled", count=len(event.deck), side=side))
            case e.InvaderCardDrawn():
                self._end_card()
                self._add(of.say("draws-invader-card", side=of.side(event.side)))
            case e.InvaderCardPlayed():
                self._tell_invader_play(event)
            case e.UnitsRecovered():
                self._under_card(of.say("recovered", units=of.units(event.units)))
            case e.CardCancelled():
                from adjudicator.games.fortress_america.card_words import card_title

                by = card_title(book.invader_cards[event.by], event.by, of)
                card = card_title(book.cards[event.card], event.card, of)
                self._add(of.say("card-cancelled", by=by, card=card))
            case e.FootholdLost():
                side = of.side(event.side)
                self._add(of.say("foothold-lost", side=side, place=place(book, event.area)))

    def _tell_invader_play(self, event: e.InvaderCardPlayed) -> None:
        from adjudicator.games.fortress_america.card_words import card_title, invader_effect_text

        self._end_card()
        of, book, facts = self.of, self.book, self.book.invader_cards[event.card]
        side, card, by = of.side(event.side), card_title(facts, event.card, of), self._chosen.by()
        self._card = self._add(
            of.say("plays-invader-card-chosen", side=side, card=card, by=by)
            if by
            else of.say("plays-invader-card", side=side, card=card)
        )
        deed = invader_effect_text(book, event.card, of)
        self._card.add(Note(of.say("told-of-stand-in" if facts.stand_in else "told", told=deed)))
        spared = {} if event.in_force is None else event.in_force.spared
        for area, counts in spared.items():
            units = of.units(counts)
            self._card.add(Note(of.say("spared", units=units, place=place(book, area))))

    def _tell_drawn(self, event: e.CardDrawn) -> None:
        self._end_card()
        of = self.of
        if self._action != "cards":
            self._action = "cards-drawn"
        if event.renewed:
            self._add(of.say("deck-renewed"))
        rolled = self._rolled[event.label]
        sides = rolled.sides
        note = Note(
            of.say("bonus-card-drawn" if event.bonus else "card-drawn", count=sides, die=sides),
            dice=tuple(Die(value=value, result="", counts=True) for value in rolled.values),
            label=event.label,
            lines=[Note(of.say("told", told=_card_text(of, self.book, event.card)))],
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
            self._card.add(Note(self.of.say("nothing-of-it")))
        self._card = None

    def _tell_placed(self, event: e.UnitsPlaced) -> None:
        groups: dict[str, dict[UnitKind, int]] = {}
        for one in event.placed:
            counts = groups.setdefault(one.area, {})
            counts[one.unit] = counts.get(one.unit, 0) + one.count
        of = self.of
        if event.reason == "card" and self._card is not None:
            stations = _stations(of, self.book, groups)
            note, texts = self._card, [of.say("stations", stations=stations)]
        else:
            side, count = of.side(event.side), sum(one.count for one in event.placed)
            is_setup = event.reason == "setup"
            note = self._add(of.say("sets-up" if is_setup else "brings", side=side, count=count))
            texts = list(stations_texts(of, self.book, groups))
        note.lines.extend(Note(text) for text in texts)

    # -- plans and moves --------------------------------------------------------------------------

    def _tell_plans(self, event: e.AreasDeclared | e.AttacksSet) -> None:
        of = self.of
        if isinstance(event, e.AreasDeclared):
            areas = of.place_names(self.book, event.areas)
            self._add(of.say("declares", side=of.side(event.side), areas=areas))
            return
        for text in attacks_texts(of, self.book, event, self._chosen):
            self._add(text)

    def _tell_moves(self, event: e.UnitsMoved | e.MoveUndone) -> None:
        of, book = self.of, self.book
        if isinstance(event, e.MoveUndone):
            units = of.unit_phrase(event.count, event.unit)
            start, end = of.place_names(book, (event.path[0], event.path[-1]))
            text = of.say("no-room", units=units, count=event.count, start=start, end=end)
            self._failed.append(Note(text))
            return
        moved: dict[tuple[str, str, e.Purpose], dict[UnitKind, int]] = {}
        for move in event.moves:
            counts = moved.setdefault((move.path[0], move.path[-1], move.purpose), {})
            counts[move.unit] = counts.get(move.unit, 0) + move.count
        for (first, last, purpose), counts in moved.items():
            units, count, (start, end) = (
                of.units(counts), sum(counts.values()), of.place_names(book, (first, last))
            )  # fmt: skip
            if purpose == "land":
                land = of.term(book.edition.words.land)
                text = of.say("lands", units=units, count=count, start=start, land=land, end=end)
            else:
                text = of.say(f"moved-{purpose}", units=units, count=count, start=start, end=end)
            self._add(text)
        for answer in self._chosen.take():
            # Only bombers that must leave are asked for; the label names the space they leave.
            if answer.source == "default":
                self._add(of.say("sent-on", place=place(book, answer.label.split("/")[-2])))

    # -- land -------------------------------------------------------------------------------------

    def _tell_land(self, event: e.AreaTaken | e.ClaimDropped | e.LaserDestroyed) -> None:
        of, name, side = self.of, place(self.book, event.area), self.of.side(event.side)
        match event:
            case e.LaserDestroyed():
                text = of.say("laser-destroyed", side=side, place=name)
            case e.ClaimDropped():
                self._dropped.append(name)
                return
            case e.AreaTaken():
                what = of.say("the-city", place=name) if event.city else name
                if event.was != USA:
                    what = of.say("taken-from", area=what, side=of.side(event.was))
                if self._card is None:
                    self._taken.append(what)
                    return
                text = of.say("retakes", side=side, areas=[what])
        if self._card is not None:
            self._card.add(Note(text))
        else:
            self._add(text)

    def _tell_end(self, event: e.LastRoundBegun | e.GameEnded) -> None:
        self._tell_taken()
        if isinstance(event, e.LastRoundBegun):
            self._add(self.of.say("last-round", count=event.cities))
            return
        text = end_text(self.of, self.book, event.result)
        if self._words and not self._notes:
            # A word on the match has ended it, before the player-turn went on.
            self._words.append(Line(text=text))
        else:
            self._add(text)

    def _tell_words(
        self, event: SeatConceded | DrawOffered | DrawAccepted | DrawOfferLapsed
    ) -> None:
        of, seats = self.of, self.of.seats(self.book, event.seat)
        count = len(self.book.seats[event.seat].sides)
        match event:
            case SeatConceded():
                self._conceded = (*self._conceded, event.seat)
                line = of.line("seats-concede", seats=seats, count=count)
            case DrawOffered():
                line = of.line("seats-offer-draw", seats=seats, count=count)
            case DrawAccepted():
                line = of.line("seats-accept-draw", seats=seats, count=count)
            case DrawOfferLapsed():
                line = of.line("seats-lapse", seats=seats, count=count)
        self._words.append(line)

    # -- orders -----------------------------------------------------------------------------------

    def _tell_orders(self, event: OrderFailed | OrderCut | AnswerUnused) -> None:
        of, book = self.of, self.book
        seat = of.say("short-usa") if event.seat == USA else sentence(event.seat)
        order = of.order(book, event.order)
        if isinstance(event, AnswerUnused):
            why = of.named(book, of.why_unused(event))
            text = of.say("answer-not-used", seat=seat, label=event.label, order=order, why=why)
            self._not_used.append(Note(text))
            return
        which = {"seat": seat, "number": event.index + 1, "topic": event.topic, "order": order}
        if isinstance(event, OrderCut):
            text = of.say("order-in-part", done=of.order(book, event.done), **which)
        else:
            why = of.named(book, of.why(event))
            text = of.say("order-not-carried-out", why=why, **which)
            if event.code == "not-asked-for":
                self._not_asked_for.append(Note(text))
                return
        self._failed.append(Note(text))


def _stations(of: Words, book: Ruleset, groups: Mapping[str, Mapping[UnitKind, int]]) -> str:
    return "; ".join(
        of.say("station", place=place(book, area), units=of.tally(counts))
        for area, counts in groups.items()
    )


def end_text(of: Words, book: Ruleset, result: Result) -> str:
    """Returns a sentence on who has won, and why."""
    if result.winners:
        seats, why = of.seats(book, *result.winners), of.say(f"end-{result.reason}")
        return of.say("over-won-together", seats=seats, why=why)
    if result.winner is None:
        return of.say("over-drawn")
    why = of.say(f"end-{result.reason}")
    return of.say("over-won", seats=of.seats(book, result.winner), why=why)


def stations_texts(
    of: Words, book: Ruleset, groups: Mapping[str, Mapping[UnitKind, int]]
) -> Iterator[str]:
    """Yields a text for each region, and one for the zones, with the units in each space."""
    regions: dict[str | None, dict[str, Mapping[UnitKind, int]]] = {}
    for area, counts in sorted(groups.items()):
        regions.setdefault(book.map.region_of(area), {})[area] = counts
    for region, here in regions.items():
        stations = _stations(of, book, here)
        if region is None:
            yield of.say("stations", stations=stations)
        else:
            yield of.say("stations-of", region=of.region(book, region), stations=stations)


def _card_text(of: Words, book: Ruleset, card: str) -> str:
    from adjudicator.games.fortress_america.card_words import card_text  # where a card is told of

    return card_text(book, card, of)
