"""Events told one after another: moves and what they strike, cards, duties, armies that fall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from adjudicator.core.game import AnswerUnused, Event, OrderCut, OrderFailed, QuestionAnswered
from adjudicator.core.report import Die, Line, Paragraph
from adjudicator.core.table import DiceRolled
from adjudicator.games.stratix import events as e
from adjudicator.games.stratix.cards import CardFacts
from adjudicator.games.stratix.conditions import count_of
from adjudicator.games.stratix.narrator import ArmyNarrator, faces_of, is_in_progress
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import Ceasefire, State
from adjudicator.games.stratix.words import in_order
from adjudicator.narrate.narrator import WORDS

__all__ = ["OpeningNarrator"]

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


class OpeningNarrator(ArmyNarrator):
    """Tells the events of one opening one after another, as one view may know them."""

    def __init__(self, book: Ruleset, before: State, view: State, language: str = "en") -> None:
        super().__init__(book, language)
        self._view = view
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
        self._has_waited = is_in_progress(before)
        """Whether the turn waited for an answer, and nothing of it is told yet."""
        self.numbers_moves = False
        """Whether moves are numbered, as they are in the picture where there are several."""
        self._moves = 0
        """How many were told."""
        self._is_only = False
        """Whether the next move is the only legal one, played without a sheet."""

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
                self._chosen = ""
                if event.topic in ("lose", "card") and event.source in ("standing", "default"):
                    self._chosen = self.say(f"by-{event.source}")
                self._is_only = event.label.endswith("/single")
            case e.LotDrawn() | e.DeckShuffled():
                self._tell_lot(event)
            case e.TurnBegun() | e.TurnMissed() | e.TurnPassed() | e.TurnEnded():
                self._tell_turn(event)
            case e.ReplyPlayed() | e.RepliesKept() | e.RepliesEnded() | e.ReplyFailed():
                self._tell_reply(event)
            case e.CatchFailed():
                army, of = self.seat(event.side), self.seat(event.army)
                self._write(self.say("catch-failed", army=army, of=of))
            case OrderFailed() | OrderCut() | AnswerUnused():
                self._tell_order(event)
            case (
                e.FinalAssaultBegun() | e.ArmyFallen() | e.ArmyWithdrawn() | e.CardDiscardedUnread()
            ):
                self._tell_end_of_armies(event)
            case e.GameEnded():
                self._card = None
                line = _Note(self.end(event.result))
                if self._words and not self._notes:
                    # A word on the match ended it before the turn went on.
                    self._words.append(line.line())
                else:
                    self._notes.append(line)
            case _ if type(event) in WORDS:
                self._words.extend(self.event(event))
            case _:
                self._tell_card(event)

    def _write(self, text: str) -> _Note:
        """Adds a sentence to the turn, or to what comes of a card."""
        note = _Note(text)
        (self._notes if self._card is None else self._card.inner).append(note)
        return note

    def _write_move(self, text: str) -> _Note:
        """Adds what a move was, with its number."""
        self._moves += 1
        if self.numbers_moves:
            text = self.say("move-numbered", number=self._moves, told=text)
        return self._write(text)

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
            self._write(self.say("draws-a-card", army=self.seat(drawn.side)))

    def _close(self) -> None:
        """Ends the paragraph of a turn."""
        self._flush()
        self._card = self._move = None
        if self._notes:
            turn, side = self._turn
            lines = [note.line() for note in self._notes]
            self._paragraphs.append(
                self.paragraph("lot", lines)
                if self._is_lot
                else self.paragraph("turn", lines, turn=turn, army=self.seat(side))
            )
        self._notes = []

    # -- the start and turns --------------------------------------------------------------------

    def _tell_lot(self, event: e.LotDrawn | e.DeckShuffled) -> None:
        if isinstance(event, e.DeckShuffled):
            self._tell_shuffle(event)
            return
        numbers = [
            self.say("lot-number", army=self.seat(side), number=event.numbers[side])
            for side in in_order(tuple(event.numbers))
        ]
        note = self._write(self.say("lot-drawn", numbers=numbers, army=self.seat(event.side)))
        for rolled in self._dice:
            dice = tuple(Die(value=value, result="") for value in rolled.values)
            side = rolled.label.rpartition("/")[2]
            text = self.say("lot-die", army=self.seat(side), number=event.numbers[side],
                            left=rolled.sides)  # fmt: skip
            note.inner.append(_Note(text, dice=dice, label=rolled.label))
        self._dice = []

    def _tell_shuffle(self, event: e.DeckShuffled) -> None:
        self._write(self.say("shuffled", count=len(event.deck)))
        for side in in_order(tuple(event.hands)):
            hand = event.hands[side]
            if hand:
                faces = faces_of(self.book, self._view, hand)
                shown = ""
                if len(faces) == len(hand):
                    shown = self.say("cards-shown", cards=[*map(self.card, faces)])
                army = self.seat(side)
                self._write(self.say("dealt", army=army, count=len(hand), shown=shown))
        if event.removed:
            self._write(self.say("cards-removed", count=len(event.removed)))

    def _tell_turn(self, event: e.TurnBegun | e.TurnMissed | e.TurnPassed | e.TurnEnded) -> None:
        self._card = None
        name = self.seat(event.side)
        match event:
            case e.TurnBegun():
                self._end_truce(event.side)
            case e.TurnMissed():
                self._write(self.say("misses", army=name))
                self._end_truce(event.side)
            case e.TurnPassed():
                self._write(self.say("passes", army=name))
            case e.TurnEnded():
                if self._has_waited and not self._notes:
                    self._write(self.say("answered-nothing"))
                self._has_waited = False
                self._close()
                self._is_lot = False
                self._turn = (event.turn, event.next)

    def _end_truce(self, side: str) -> None:
        """Tells that a cease-fire ends with the turn of an army, or with the army. (Ruling 35)"""
        if self._truce is not None and self._truce.side == side:
            self._write(self.say("cease-fire-over", quarter=self.quarter(self._truce.quadrant)))
            self._truce = None

    def _tell_reply(
        self, event: e.ReplyPlayed | e.RepliesKept | e.RepliesEnded | e.ReplyFailed
    ) -> None:
        self._card = None
        army = self.seat(event.side)
        match event:
            case e.ReplyPlayed():
                self._is_only = False
                self._write(self.say("reply-played", army=army))
            case e.RepliesKept():
                count = sum(map(count_of, event.replies))
                self._write(self.say("replies-kept", army=army, count=count))
            case e.ReplyFailed():
                move = event.reply.move
                self._write(self.say("reply-failed", army=army, origin=move.from_, to=move.to,
                                     why=self.why(event)))  # fmt: skip
            case e.RepliesEnded():
                self._write(self.say(f"replies-ended-{event.reason}", army=army))

    # -- moves and losses -----------------------------------------------------------------------

    def _tell_move(self, event: e.PieceMoved) -> None:
        if self._card is not None and self._is_free:
            self._card = None
        struck, self._struck = self._struck, None
        path = self.say("path-squares", squares=list(event.path)) if event.path else ""
        only, self._is_only = self._is_only, False
        how = self._by()
        if only:
            how = self.say("only-move")
        elif event.by_card:
            how = self._as_told_before()
        values = {"army": self.seat(event.side), "piece": self.kind(event.kind)}
        way = self.way(event)
        self._did(event.side, self.say("deed-moves", piece=values["piece"], way=way))
        values |= {"way": way, "path": path, "how": how}
        if struck is None:
            self._move = self._write_move(self.say("goes", **values))
            return
        other = self.whose(struck.side, struck.kind)
        self._did(event.side, self.say("deed-strikes", piece=other))
        key = "goes-so-and-strikes" if path or how else "goes-and-strikes"
        self._move = self._write_move(self.say(key, struck=other, **values))

    def _as_told_before(self) -> str:
        """Returns how what a card does is told whose card was turned up in an opening before."""
        return self.say("as-the-card-says") if self._card is None else ""

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
        army, by = self.seat(first.side), self.seat(first.by)
        here = self.piece_on(first.kind, first.square)
        match first.reason:
            case "blast":
                hit = [
                    self.say("whose-on", piece=self.whose(one.side, one.kind), square=one.square)
                    for one in lost
                ]
                self._under_move(self.say("blast", pieces=hit))
            case "expended":
                self._under_move(self.say("icbm-used-up"))
            case "caught":
                piece = self.whose(first.side, first.kind)
                self._did(first.by, self.say("deed-catches", piece=piece))
                self._write(self.say("caught", by=by, army=army, piece=here))
            case "duty":
                gone = [
                    self.say("its-piece", piece=self.piece_on(one.kind, one.square)) for one in lost
                ]
                self._write(self.say("duty-not-kept", army=army, pieces=gone))
            case "blocked":
                self._write(self.say("blocked", army=army, piece=here, how=self._by()))
            case "ambush" | "sabotage" | "strike":
                whose = self.whose(first.side, first.kind)
                how = self._by() or self._as_told_before()
                self._write(self.say("destroyed", piece=whose, square=first.square, how=how))

    def _under_move(self, text: str) -> None:
        if self._move is None:
            self._write(text)
        else:
            self._move.inner.append(_Note(text))

    # -- cards ----------------------------------------------------------------------------------

    def _facts(self, card: str) -> CardFacts:
        return self.book.cards.cards[card]

    def _open(self, text: str, facts: CardFacts) -> None:
        """Begins the sentence of a card; what comes of it stands under it."""
        self._card = None
        note = self._write(text)
        note.inner.append(_Note(self.card_text(facts)))
        self._card = note
        self._is_free = facts.effect.op in _FREE

    def _tell_draw(self, event: e.CardDrawn | e.CardShown | e.CardKept) -> None:
        if isinstance(event, e.CardDrawn):
            self._flush()
            self._card = None
            self._drawn = event
            return
        self._drawn = None
        army = self.seat(event.side)
        if isinstance(event, e.CardShown):
            facts = self._facts(event.card)
            card = self.card(facts)
            self._did(event.side, self.say("deed-draws", card=card))
            key = "draws-again" if event.is_known else "draws"
            self._open(self.say(key, army=army, card=card), facts)
            return
        self._card = None
        faces = faces_of(self.book, self._view, (event.position,))
        self._did(event.side, self.say("deed-keeps"))
        if not faces:
            self._write(self.say("keeps-a-card", army=army))
            return
        kept = self._write(self.say("keeps", army=army, card=self.card(faces[0])))
        kept.inner.append(_Note(self.card_text(faces[0])))

    def _tell_card(self, event: Event) -> None:
        match event:
            case e.CardPlayed():
                facts = self._facts(event.card)
                army, card = self.seat(event.side), self.card(facts)
                self._did(event.side, self.say("deed-plays", card=card))
                self._open(self.say("plays", army=army, card=card), facts)
            case e.CardDiscarded():
                self._card = None
                why = self.say(f"no-effect-{event.reason or 'chosen'}")
                self._write(self.say("discards", army=self.seat(event.side),
                                     card=self.card(self._facts(event.card)), why=why))  # fmt: skip
            case e.CardHadNoEffect():
                why = self.say(f"no-effect-{event.reason}")
                if self._card is not None:
                    self._write(self.say("it-is-void", why=why))
                else:
                    card = self.card(self._facts(event.card))
                    self._write(self.say("card-is-void", card=card, why=why))
            case e.CardReturnedToBottom():
                self._write(self.say("goes-under", card=self.card(self._facts(event.card))))
            case e.DeckLookedAt():
                seen, count = self._seen(event.positions), len(event.positions)
                army = self.seat(event.side)
                self._write(self.say("looks-at-deck", army=army, count=count, shown=seen))
            case e.DeckArranged():
                seen = self._seen(event.positions)
                self._write(self.say("arranges-deck", army=self.seat(event.side), shown=seen))
            case e.TurnCancelled():
                self._write(self.say("misses-next", army=self.seat(event.side)))
            case _:
                self._tell_effect(event)

    def _seen(self, positions: Sequence[int]) -> str:
        """Returns the cards at positions, where the view knows them."""
        faces = [faces_of(self.book, self._view, (place,)) for place in positions]
        if not any(faces):
            return ""
        told = [self.card(one[0]) if one else self.say("drawn-since") for one in faces]
        return self.say("cards-shown", cards=told)

    def _tell_effect(self, event: Event) -> None:
        match event:
            case e.PieceRecovered():
                self.recovered.setdefault(event.side, []).append(event)
                piece = self.whose(event.side, event.kind)
                how = self._by() or self._as_told_before()
                self._write(self.say("recovered", piece=piece, square=event.square, how=how))
            case e.PieceReturned():
                whose, piece = self.whose(event.side, event.kind), self.kind(event.kind)
                how, way = self._by() or self._as_told_before(), self.way(event)
                self._did(event.side, self.say("deed-takes-back", piece=piece, way=way))
                self._write_move(self.say("goes-back", piece=whose, way=way, how=how))
            case e.CeasefireBegun():
                self._truce = Ceasefire(side=event.side, quadrant=event.quadrant)
                quarter, army = self.quarter(event.quadrant), self.seat(event.side)
                self._write(self.say("cease-fire", quarter=quarter, army=army))
            case e.Entrenched():
                self._write(self.say("entrenched", square=event.square))

    # -- the end --------------------------------------------------------------------------------

    def _tell_end_of_armies(
        self,
        event: e.FinalAssaultBegun | e.ArmyFallen | e.ArmyWithdrawn | e.CardDiscardedUnread,
    ) -> None:
        self._card = None
        match event:
            case e.CardDiscardedUnread():
                self._write(self.say("discarded-unread"))
            case e.FinalAssaultBegun():
                self.has_assault_begun = True
                self._write(self.say("final-assault"))
            case e.ArmyFallen():
                self.fallen.append(event)
                army = self.seat(event.side)
                if event.reason == "no-pieces":
                    self._write(self.say("out-no-pieces", army=army))
                else:
                    self._write(self.say("out-outnumbered", army=army, own=event.own,
                                         foreign=event.foreign))  # fmt: skip
                self._end_truce(event.side)
            case e.ArmyWithdrawn():
                self.fallen.append(event)
                self._write(self.say("out-conceded", army=self.seat(event.side)))
                self._end_truce(event.side)

    # -- orders ---------------------------------------------------------------------------------

    def _tell_order(self, event: OrderFailed | OrderCut | AnswerUnused) -> None:
        army, order = self.seat(event.seat), self.order(event.order)
        if isinstance(event, AnswerUnused):
            text = self.say("answer-not-used", army=army, label=event.label, order=order,
                            why=self.why_unused(event))  # fmt: skip
            self._unused.append(Line(text))
            return
        number, topic = event.index + 1, event.topic
        if isinstance(event, OrderCut):
            self._failed.append(self.line("order-done-in-part", army=army, number=number,
                                          topic=topic, order=order,
                                          done=self.order(event.done)))  # fmt: skip
        else:
            self._failed.append(self.line("order-not-done", army=army, number=number, topic=topic,
                                          order=order, why=self.why(event)))  # fmt: skip
