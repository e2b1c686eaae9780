"""Events told one after another: moves and what they strike, cards, duties, armies that fall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from adjudicator.core.ending import DrawAccepted, DrawOffered, DrawOfferLapsed, SeatConceded
from adjudicator.core.english import amount, joined, nth, possessive
from adjudicator.core.game import AnswerUnused, Event, OrderCut, OrderFailed, QuestionAnswered
from adjudicator.core.report import Die, Line, Paragraph
from adjudicator.core.table import DiceRolled
from adjudicator.games.stratix import events as e
from adjudicator.games.stratix.cards import CardFacts
from adjudicator.games.stratix.conditions import count_of
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import Ceasefire, State
from adjudicator.games.stratix.telling import (
    card_text,
    end_text,
    faces_of,
    goes_on,
    titles_text,
    way_text,
    whose_piece,
)
from adjudicator.games.stratix.words import army_name, in_order, kind_name, order_text

__all__ = ["WORDS", "Teller"]

WORDS = (SeatConceded, DrawOffered, DrawAccepted, DrawOfferLapsed)
"""What seats say about the match."""
_WORDS = {
    SeatConceded: "concedes",
    DrawOffered: "offers a draw",
    DrawAccepted: "accepts the draw",
    DrawOfferLapsed: "no longer offers or accepts a draw",
}
_VOID: Mapping[e.VoidReason, str] = {
    "no-room-to-go": "there is nowhere to go",
    "none-destroyed": "no such piece was destroyed",
    "no-target": "there is no enemy piece that it could mean",
    "no-piece": "there is no piece that it could move",
    "no-move": "there is no legal move",
    "nothing-due": "no piece has to leave a recon space",
    "deck-empty": "no card is left in the deck",
}
_BY = {"standing": ", by standing order", "default": ", by default"}
_FREE = ("dig-in", "recall", "night-march")
"""What kept cards do that are played before the move: it is no part of them."""


@dataclass(slots=True)
class _Note:
    """A sentence being written, and what belongs under it."""

    text: str
    inner: list[_Note] = field(default_factory=list)
    dice: tuple[Die, ...] = ()
    label: str | None = None

    def line(self) -> Line:
        return Line(
            text=self.text, dice=self.dice, label=self.label,
            lines=tuple(note.line() for note in self.inner),
        )  # fmt: skip


class Teller:
    """Tells the events of an opening one after another, as one view may know them."""

    def __init__(self, book: Ruleset, before: State, view: State) -> None:
        self.book, self._view = book, view
        self.lost: dict[str, list[e.PieceLost]] = {}
        """By army, the pieces that it lost."""
        self.recovered: dict[str, list[e.PieceRecovered]] = {}
        """By army, the pieces that came back."""
        self.fallen: list[e.ArmyFallen | e.ArmyWithdrawn] = []
        self.deeds: list[tuple[str, list[str]]] = []
        """By turn, who played it and what it did, in a few words each."""
        self.has_assault_begun = False
        self._turn = (before.turn, before.side)
        self._is_lot = before.phase in ("lot", "deal")
        self._truce = before.ceasefire
        self._paragraphs: list[Paragraph] = []
        self._notes: list[_Note] = []
        self._failed: list[Line] = []
        self._unused: list[Line] = []
        self._words: list[Line] = []
        self._dice: list[DiceRolled] = []
        self._chosen = ""
        self._struck: e.PieceLost | None = None
        self._lasting: list[e.PieceLost] = []
        """Losses in a row, told in one sentence."""
        self._move: _Note | None = None
        self._drawn: e.CardDrawn | None = None
        self._card: _Note | None = None
        self._is_free = False
        """Whether a move after the card is no part of it."""
        self._has_waited = goes_on(before)
        """Whether the turn waited for an answer, and nothing of it is told yet."""
        self._is_only = False
        """Whether the next move is the only legal one, played without a sheet."""

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
            case e.PieceLost():
                self._tell_loss(event)
                return
            case e.CardDrawn() | e.CardShown() | e.CardKept():
                self._flush_losses()
                self._tell_draw(event)
                return
        self._flush()
        match event:
            case e.PieceMoved():
                self._tell_move(event)
            case DiceRolled():
                self._dice.append(event)
            case QuestionAnswered():
                self._chosen = _BY.get(event.source, "") if event.topic in ("lose", "card") else ""
                self._is_only = event.label.endswith("/single")
            case e.LotDrawn() | e.DeckShuffled():
                self._tell_lot(event)
            case e.TurnBegun() | e.TurnMissed() | e.TurnPassed() | e.TurnEnded():
                self._tell_turn(event)
            case e.ReplyPlayed() | e.RepliesKept() | e.RepliesEnded() | e.ReplyFailed():
                self._tell_reply(event)
            case e.CatchFailed():
                name, army = army_name(event.side), army_name(event.army)
                self._say(f"{name} calls a catch on {army}, but there is nothing to catch.")
            case SeatConceded() | DrawOffered() | DrawAccepted() | DrawOfferLapsed():
                self._words.append(Line(text=f"{army_name(event.seat)} {_WORDS[type(event)]}."))
            case OrderFailed() | OrderCut() | AnswerUnused():
                self._tell_order(event)
            case (
                e.FinalAssaultBegun() | e.ArmyFallen() | e.ArmyWithdrawn() | e.CardDiscardedUnread()
            ):
                self._tell_end_of_armies(event)
            case e.GameEnded():
                self._card = None
                line = _Note(end_text(event.result))
                if self._words and not self._notes:
                    # A word on the match ended it before the turn went on.
                    self._words.append(line.line())
                else:
                    self._notes.append(line)
            case _:
                self._tell_card(event)

    def _say(self, text: str) -> _Note:
        note = _Note(text)
        (self._notes if self._card is None else self._card.inner).append(note)
        return note

    def _did(self, side: str, what: str) -> None:
        """Keeps a deed for the summary."""
        if not self.deeds or self.deeds[-1][0] != side:
            self.deeds.append((side, []))
        self.deeds[-1][1].append(what)

    def _by(self) -> str:
        """Returns how the answer that led to this was found, if by no order of the sheet."""
        chosen, self._chosen = self._chosen, ""
        return chosen

    def _flush(self) -> None:
        """Tells what was held back for the event after it."""
        self._flush_losses()
        drawn, self._drawn = self._drawn, None
        if drawn is not None:
            self._say(f"{army_name(drawn.side)} draws a card.")

    def _close(self) -> None:
        """Ends the paragraph of a turn."""
        self._flush()
        self._card = self._move = None
        if self._notes:
            turn, side = self._turn
            heading = "The lot" if self._is_lot else f"Turn {turn} of {army_name(side)}"
            lines = tuple(note.line() for note in self._notes)
            self._paragraphs.append(Paragraph(heading=heading, lines=lines))
        self._notes = []

    # -- the start and turns --------------------------------------------------------------------

    def _tell_lot(self, event: e.LotDrawn | e.DeckShuffled) -> None:
        if isinstance(event, e.DeckShuffled):
            self._tell_shuffle(event)
            return
        numbers = [
            f"{army_name(side)} {event.numbers[side]}" for side in in_order(tuple(event.numbers))
        ]
        begins = f"{army_name(event.side)} has the highest and moves first"
        note = self._say(f"Each army draws a recon card: {joined(numbers)}. {begins}.")
        for rolled in self._dice:
            dice = tuple(Die(value=value, result="") for value in rolled.values)
            side = rolled.label.rpartition("/")[2]
            number, left = event.numbers[side], rolled.sides
            text = f"{army_name(side)} draws number {number}; its place among the {left} cards left"
            note.inner.append(_Note(text, dice=dice, label=rolled.label))
        self._dice = []

    def _tell_shuffle(self, event: e.DeckShuffled) -> None:
        self._say(f"The recon deck of {amount(len(event.deck), 'card')} is shuffled and sealed.")
        for side in in_order(tuple(event.hands)):
            hand = event.hands[side]
            if hand:
                faces = faces_of(self.book, self._view, hand)
                shown = f": {titles_text(faces)}" if len(faces) == len(hand) else ""
                cards = amount(len(hand), "card")
                self._say(f"{army_name(side)} is dealt {cards} to keep{shown}.")
        if event.removed:
            self._say(f"{amount(len(event.removed), 'card')} of it left the game before, unseen.")

    def _tell_turn(self, event: e.TurnBegun | e.TurnMissed | e.TurnPassed | e.TurnEnded) -> None:
        self._card = None
        name = army_name(event.side)
        match event:
            case e.TurnBegun():
                self._end_truce(event.side)
            case e.TurnMissed():
                self._say(f"{name} misses its turn.")
                self._end_truce(event.side)
            case e.TurnPassed():
                self._say(f"{name} has no legal move: its turn passes.")
            case e.TurnEnded():
                if self._has_waited and not self._notes:
                    self._say("What was answered changes nothing on the board.")
                self._has_waited = False
                self._close()
                self._is_lot = False
                self._turn = (event.turn, event.next)

    def _end_truce(self, side: str) -> None:
        """Tells that a cease-fire ends with the turn of an army, or with the army. (Ruling 35)"""
        if self._truce is not None and self._truce.side == side:
            self._say(f"The cease-fire in {self._quarter(self._truce.quadrant)} is over.")
            self._truce = None

    def _quarter(self, quadrant: str) -> str:
        return f"the quarter of {army_name(quadrant)}"

    def _tell_reply(
        self, event: e.ReplyPlayed | e.RepliesKept | e.RepliesEnded | e.ReplyFailed
    ) -> None:
        self._card = None
        name = army_name(event.side)
        match event:
            case e.ReplyPlayed():
                self._is_only = False
                self._say(f"{name} replies at once, as it had written before.")
            case e.RepliesKept():
                count = amount(sum(map(count_of, event.replies)), "reply", "replies")
                self._say(f"{name} keeps {count} to what the others will do.")
            case e.ReplyFailed():
                way = f"{event.reply.move.from_} to {event.reply.move.to}"
                self._say(f"{possessive(name)} reply {way} was not played, for {event.message}.")
            case e.RepliesEnded():
                why = {
                    "none-fits": "None of the replies fits",
                    "failed": "The reply could not be played",
                    "taken-back": "The replies are taken back",
                }[event.reason]
                self._say(f"{why}: {name} is asked for a sheet.")

    # -- moves and losses -----------------------------------------------------------------------

    def _tell_move(self, event: e.PieceMoved) -> None:
        if self._card is not None and self._is_free:
            self._card = None
        struck, self._struck = self._struck, None
        way = way_text(event)
        if event.path:
            way += f", by {joined(list(event.path))}"
        piece = whose_piece(event.side, event.kind)
        only, self._is_only = self._is_only, False
        more = self._by()
        if only:
            more = ", its only legal move"
        elif event.by_card:
            more = self._as_told_before()
        text = f"{piece} goes {way}{more}"
        self._did(event.side, f"moves its {kind_name(event.kind)} {way_text(event)}")
        if struck is not None:
            self._did(event.side, f"strikes {whose_piece(struck.side, struck.kind)}")
            comma = "," if event.path or more else ""
            text = f"{text}{comma} and strikes {whose_piece(struck.side, struck.kind)}"
        self._move = self._say(f"{text}.")

    def _as_told_before(self) -> str:
        """Returns how what a card does is told whose card was turned up in an opening before."""
        return ", as the card says" if self._card is None else ""

    def _tell_loss(self, event: e.PieceLost) -> None:
        self.lost.setdefault(event.side, []).append(event)
        if event.reason in ("caught", "duty", "blocked") and not self._lasting:
            self._flush()
            self._card = None
        if self._lasting and (
            self._lasting[-1].reason != event.reason or event.reason not in ("blast", "duty")
        ):
            self._flush_losses()
        if event.reason == "strike":
            self._flush()
            self._struck = event
        else:
            self._lasting.append(event)

    def _flush_losses(self) -> None:
        """Tells losses that belong together."""
        lost, self._lasting = self._lasting, []
        if not lost:
            return
        first = lost[0]
        name, by = army_name(first.side), army_name(first.by)
        here = f"{kind_name(first.kind)} on {first.square}"
        match first.reason:
            case "blast":
                hit = [f"{whose_piece(one.side, one.kind)} on {one.square}" for one in lost]
                self._under_move(f"The blast destroys {joined(hit)}.")
            case "expended":
                self._under_move("The ICBM is used up.")
            case "caught":
                self._did(first.by, f"catches {whose_piece(first.side, first.kind)}")
                self._say(f"{by} catches {name}: its {here} had to leave and is lost.")
            case "duty":
                gone = [f"its {kind_name(one.kind)} on {one.square}" for one in lost]
                self._say(
                    f"{name} moved none of the pieces that had to leave a recon space: "
                    f"{joined(gone)} {'is' if len(gone) == 1 else 'are'} lost."
                )
            case "blocked":
                self._say(f"{name} has no legal move and loses its {here}{self._by()}.")
            case "ambush" | "sabotage" | "strike":
                whose = whose_piece(first.side, first.kind)
                how = self._by() or self._as_told_before()
                self._say(f"{whose} on {first.square} is destroyed{how}.")

    def _under_move(self, text: str) -> None:
        if self._move is None:
            self._say(text)
        else:
            self._move.inner.append(_Note(text))

    # -- cards ----------------------------------------------------------------------------------

    def _facts(self, card: str) -> CardFacts:
        return self.book.cards.cards[card]

    def _open(self, text: str, facts: CardFacts) -> None:
        """Begins the sentence of a card; what comes of it stands under it."""
        self._card = None
        note = self._say(f"{text}.")
        note.inner.append(_Note(facts.text))
        self._card = note
        self._is_free = facts.effect.op in _FREE

    def _tell_draw(self, event: e.CardDrawn | e.CardShown | e.CardKept) -> None:
        if isinstance(event, e.CardDrawn):
            self._flush()
            self._card = None
            self._drawn = event
            return
        self._drawn = None
        name = army_name(event.side)
        if isinstance(event, e.CardShown):
            facts = self._facts(event.card)
            again = ", which lay under the deck" if event.is_known else ""
            self._did(event.side, f"draws {card_text(facts)}")
            self._open(f"{name} draws {card_text(facts)}{again}", facts)
            return
        self._card = None
        faces = faces_of(self.book, self._view, (event.position,))
        self._did(event.side, "keeps a card")
        kept = self._say(f"{name} draws a card and keeps it.")
        if faces:
            kept.text = f"{name} draws {card_text(faces[0])} and keeps it."
            kept.inner.append(_Note(faces[0].text))

    def _tell_card(self, event: Event) -> None:
        match event:
            case e.CardPlayed():
                facts = self._facts(event.card)
                self._did(event.side, f"plays {card_text(facts)}")
                self._open(f"{army_name(event.side)} plays {card_text(facts)}", facts)
            case e.CardDiscarded():
                self._card = None
                title = card_text(self._facts(event.card))
                why = "its holder chose so" if event.reason is None else _VOID[event.reason]
                self._say(f"{army_name(event.side)} turns up {title} and discards it: {why}.")
            case e.CardVoid():
                which = "It" if self._card is not None else card_text(self._facts(event.card))
                self._say(f"{which} is void: {_VOID[event.reason]}.")
            case e.CardPutUnder():
                self._say(f"{card_text(self._facts(event.card))} goes back under the deck.")
            case e.DeckLookedAt():
                count = amount(len(event.positions), "card")
                seen = self._seen(event.positions)
                self._say(f"{army_name(event.side)} looks at the top {count} of the deck{seen}.")
            case e.DeckArranged():
                seen = self._seen(event.positions)
                name = army_name(event.side)
                self._say(f"{name} puts them back, the next one to be drawn first{seen}.")
            case e.TurnCancelled():
                self._say(f"{army_name(event.side)} misses its next turn.")
            case _:
                self._tell_effect(event)

    def _seen(self, positions: Sequence[int]) -> str:
        """Returns the cards at positions, where the view knows them."""
        told = []
        for place in positions:
            faces = faces_of(self.book, self._view, (place,))
            told.append(card_text(faces[0]) if faces else "one that was drawn since")
        return f": {joined(told)}" if any(one[0].isdigit() for one in told) else ""

    def _tell_effect(self, event: Event) -> None:
        match event:
            case e.PieceRecovered():
                self.recovered.setdefault(event.side, []).append(event)
                piece = whose_piece(event.side, event.kind)
                how = self._by() or self._as_told_before()
                self._say(f"{piece} is recovered on {event.square}{how}.")
            case e.PieceReturned():
                piece = whose_piece(event.side, event.kind)
                how = self._by() or self._as_told_before()
                self._did(event.side, f"takes its {kind_name(event.kind)} back {way_text(event)}")
                self._say(f"{piece} goes back {way_text(event)}{how}.")
            case e.CeasefireBegun():
                self._truce = Ceasefire(side=event.side, quadrant=event.quadrant)
                until = f"until the next turn of {army_name(event.side)}"
                self._say(f"Nothing may be struck in {self._quarter(event.quadrant)} {until}.")
            case e.DugIn():
                self._say(f"The piece on {event.square} need not leave in this turn.")

    # -- the end --------------------------------------------------------------------------------

    def _tell_end_of_armies(
        self,
        event: e.FinalAssaultBegun | e.ArmyFallen | e.ArmyWithdrawn | e.CardDiscardedUnread,
    ) -> None:
        self._card = None
        match event:
            case e.CardDiscardedUnread():
                self._say(
                    "Nothing was captured and no card was used for twenty rounds: the top card is "
                    "put away unread."
                )
            case e.FinalAssaultBegun():
                self.has_assault_begun = True
                self._say(
                    "The recon deck is used up: the final assault begins. Recon spaces are "
                    "ordinary squares now, and an army that is outnumbered in its home zone is out."
                )
            case e.ArmyFallen():
                self.fallen.append(event)
                name = army_name(event.side)
                if event.reason == "no-pieces":
                    self._say(f"{name} has no piece left and is out.")
                else:
                    self._say(
                        f"{name} is outnumbered in its home zone, {event.own} against "
                        f"{event.foreign}: it is out, and its pieces leave the board."
                    )
                self._end_truce(event.side)
            case e.ArmyWithdrawn():
                self.fallen.append(event)
                self._say(
                    f"{army_name(event.side)} has conceded and is out: its pieces leave the board, "
                    "its kept cards the game, unseen."
                )
                self._end_truce(event.side)

    # -- orders ---------------------------------------------------------------------------------

    def _tell_order(self, event: OrderFailed | OrderCut | AnswerUnused) -> None:
        whose, order = possessive(army_name(event.seat)), order_text(event.order)
        if isinstance(event, AnswerUnused):
            text = f"{whose} answer to {event.label}, {order}: {event.message}."
            self._unused.append(Line(text=text))
            return
        which = f"{whose} {nth(event.index + 1)} {event.topic} order, {order}"
        if isinstance(event, OrderCut):
            text = f"{which}: carried out in part, with {order_text(event.done)}."
        else:
            text = f"{which}: not carried out, for {event.message}."
        self._failed.append(Line(text=text))
