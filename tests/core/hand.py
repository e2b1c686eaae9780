"""A second small game for the core's tests: hidden hands from a sealed deck, and a secret promise.

Two seats, `red` and `blue`, are dealt cards from a deck that nobody has seen. Each promises in
secret how many tricks it will take. In each turn both play a card of their hand at once: the cards
are unsealed and the higher number takes the trick; who lost it puts a card of its hand aside,
unseen; then both draw, the winner two if a die shows 4 or more. When the deck is used up, the cards
played so far are shuffled into a new one. Whoever kept its promise wins.

It shows what rules with hidden information look like: hands are positions, `view` opens those of
one seat, and a rule reads a card of somebody else's only by `Table.unseal`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from adjudicator.core.capabilities import Hidden, Plays, Projects
from adjudicator.core.decks import Deck
from adjudicator.core.game import (
    Ask,
    Choose,
    Event,
    Game,
    Order,
    Reason,
    Scenario,
    Seat,
    StandingOrder,
    State,
    Step,
    SubmittedOrders,
    Table,
    event_name,
)
from adjudicator.core.problem import Problem
from adjudicator.core.report import USUAL_STYLE, Line, Paragraph, Report, Style
from adjudicator.core.values import FrozenMap, Id, Value

SEATS: tuple[str, ...] = ("blue", "red")


class Place(Value):
    """A position of one of the decks: all that the table sees of a card."""

    deck: int
    position: int


class Hand(State):
    turn: int
    phase: Literal["deal", "promise", "play", "over"]
    decks: tuple[Deck, ...]
    drawn: int
    """How many positions of the last deck were drawn."""
    hands: FrozenMap[Id, tuple[Place, ...]]
    aside: FrozenMap[Id, tuple[Place, ...]]
    """What each seat put aside, unseen by the other."""
    discards: tuple[Id, ...]
    promises: FrozenMap[Id, int | None]
    """By seat, how many tricks it promised; null: not yet, or not known here."""
    tricks: FrozenMap[Id, int]


class Promise(Order):
    order: Literal["promise"]
    tricks: int


class Play(Order):
    order: Literal["play"]
    card: Id


class PutAside(Order):
    order: Literal["put-aside"]
    card: Id


class Keep(StandingOrder):
    standing: Literal["keep"]
    cards: Literal["high", "low"]


class Shuffled(Event):
    deck: Deck
    hands: FrozenMap[Id, tuple[Place, ...]]


class Promised(Event):
    seat: Id
    tricks: int | None


class Played(Event):
    seat: Id
    place: Place
    card: Id


class TrickTaken(Event):
    seat: Id


class PutAsideUnseen(Event):
    seat: Id
    place: Place


class Drew(Event):
    seat: Id
    places: tuple[Place, ...]


class TurnEnded(Event):
    pass


class Over(Event):
    """The match is over."""


class HandOptions(Value):
    ask: tuple[Id, ...] = ()


class HandStart(Value):
    cards: int = 9
    hand: int = 2
    turns: int = 3


def other(seat: str) -> str:
    return "red" if seat == "blue" else "blue"


def cards_of(state: Hand, seat: str) -> dict[str, Place]:
    """Returns by card the places of a hand, as far as whoever sees this state knows them."""
    found = {state.decks[place.deck].card(place.position): place for place in state.hands[seat]}
    return {card: found[card] for card in sorted(card for card in found if card is not None)}


class HandRules(Hidden[Hand], Plays[Hand], Projects[Hand]):
    seats = SEATS

    def __init__(self, game: Game, start: HandStart, options: HandOptions) -> None:
        nothing: FrozenMap[str, tuple[Place, ...]] = FrozenMap(dict.fromkeys(SEATS, ()))
        self.start = Hand(
            turn=1,
            phase="deal",
            decks=(),
            drawn=0,
            hands=nothing,
            aside=nothing,
            discards=(),
            promises=FrozenMap(dict.fromkeys(SEATS)),
            tricks=FrozenMap(dict.fromkeys(SEATS, 0)),
        )
        self.cards = tuple(f"c{number:02}" for number in range(1, start.cards + 1))
        self.hand, self.turns = start.hand, start.turns
        self.game = game
        self.options = options

    # -- the rules ----------------------------------------------------------------------------

    def next_step(self, state: Hand) -> Step[Hand] | None:
        turn = f"turn-{state.turn}"
        topics = ("promises", "plays", "asides") if state.turn == 1 else ("plays", "asides")
        match state.phase:
            case "deal":
                return Step("deal", "deal", SEATS, (), self.deal)
            case "promise":
                return Step(f"{turn}/promises", turn, SEATS, topics, promises)
            case "play":
                return Step(f"{turn}/trick", turn, SEATS, topics, trick)
        return None

    def deal(self, table: Table[Hand]) -> None:
        """Each seat is dealt its hand from the top, blue first."""
        deck = table.deck("deal/deck", self.cards)
        hands = {
            seat: tuple(
                Place(deck=0, position=position)
                for position in range(number * self.hand, (number + 1) * self.hand)
            )
            for number, seat in enumerate(SEATS)
        }
        table.record(Shuffled(deck=deck, hands=FrozenMap(hands)))

    def evolve(self, state: Hand, event: Event) -> Hand:
        return state.model_copy(update=self._changes(state, event))

    def _changes(self, state: Hand, event: Event) -> dict[str, object]:
        match event:
            case Shuffled():
                decks, drawn = (*state.decks, event.deck), sum(map(len, event.hands.values()))
                if state.phase == "deal":
                    return {"decks": decks, "drawn": drawn, "hands": event.hands,
                            "phase": "promise"}  # fmt: skip
                return {"decks": decks, "drawn": drawn, "discards": ()}
            case Promised():
                said = state.promises | {event.seat: event.tricks}
                return {"promises": said, "phase": "play" if event.seat == SEATS[-1] else "promise"}
            case Played():
                shown = list(state.decks)
                shown[event.place.deck] = shown[event.place.deck].unsealed(event.place.position)
                return {
                    "decks": tuple(shown),
                    "hands": without(state.hands, event.seat, event.place),
                    "discards": (*state.discards, event.card),
                }
            case TrickTaken():
                return {"tricks": state.tricks | {event.seat: state.tricks[event.seat] + 1}}
            case PutAsideUnseen():
                hidden = (*state.aside[event.seat], event.place)
                return {
                    "hands": without(state.hands, event.seat, event.place),
                    "aside": state.aside | {event.seat: hidden},
                }
            case Drew():
                hand = (*state.hands[event.seat], *event.places)
                return {
                    "hands": state.hands | {event.seat: hand},
                    "drawn": state.drawn + len(event.places),
                }
            case TurnEnded():
                ends = state.turn == self.turns or not all(state.hands.values())
                return {"phase": "over"} if ends else {"turn": state.turn + 1}
            case Over():
                return {"phase": "over"}
        raise AssertionError(event)

    def ended(self, state: Hand, winner: str | None, reason: Reason) -> tuple[Over, ...]:
        return (Over(),)

    def conceded(self, state: Hand) -> tuple[Over, ...]:
        return (Over(),)

    # -- checks -------------------------------------------------------------------------------

    def check_static(
        self, state: Hand, topic: str, order: Order, *, seat: str
    ) -> Iterator[Problem]:
        card = getattr(order, "card", None)
        if card is not None and card not in self.cards:
            yield Problem("unknown-card", f"there is no {card}", ("card",), "hand 2")

    def check_standing(self, seat: str, order: StandingOrder) -> Iterator[Problem]:
        yield from ()

    def check_state(self, state: Hand) -> Iterator[str]:
        for deck in state.decks:
            yield from deck.broken()
        for name in ("hands", "aside", "promises", "tricks"):
            if set(getattr(state, name)) != set(self.seats):
                yield f"{name} are not those of the seats"
        held = [place for places in (*state.hands.values(), *state.aside.values())
                for place in places]  # fmt: skip
        if len(set(held)) < len(held):
            yield "a card is in two places"
        if any(
            not 0 <= place.deck < len(state.decks)
            or not 0 <= place.position < len(state.decks[place.deck].order)
            for place in held
        ):
            yield "there is no such card"
        elif any(place.position in state.decks[place.deck].public for place in held):
            yield "a card in a hand is public"

    # -- who knows what -----------------------------------------------------------------------

    def view(self, state: Hand, seat: str | None) -> Hand:
        """A seat knows its hand, what it put aside and its promise; at the end all is known."""
        if state.phase == "over":
            return state
        known = () if seat is None else (*state.hands[seat], *state.aside[seat])
        decks = (
            deck.shown(place.position for place in known if place.deck == number)
            for number, deck in enumerate(state.decks)
        )
        own = {one: said if one == seat else None for one, said in state.promises.items()}
        return state.model_copy(update={"decks": tuple(decks), "promises": FrozenMap(own)})

    def redact(self, event: Event, seat: str | None) -> Event | None:
        match event:
            case Shuffled():
                # Whose place is whose is public; what lies there, views show.
                return event.model_copy(update={"deck": event.deck.shown(())})
            case Promised() if event.seat != seat:
                return event.model_copy(update={"tricks": None})
        return event

    # -- for people ---------------------------------------------------------------------------

    def picture(self, view: Hand, events: Sequence[Event], style: Style = USUAL_STYLE) -> str:
        words = "".join(
            f"<text id='{seat}'>{' '.join(cards_of(view, seat))}</text>" for seat in SEATS
        )
        return f"<svg xmlns='http://www.w3.org/2000/svg'>{words}</svg>"

    def report(self, before: Hand, events: Sequence[Event], view: Hand) -> Report:
        told = tuple(Line(text=f"{event_name(event)} {event.to_json()}") for event in events)
        hands = tuple(
            Line(text=f"{seat} holds {len(view.hands[seat])}: {', '.join(cards_of(view, seat))}")
            for seat in SEATS
        )
        told_of = (("What happened", told), ("Hands", hands))
        paragraphs = (Paragraph(heading=heading, lines=lines) for heading, lines in told_of)
        return Report(title="Hand", summary=(), paragraphs=tuple(paragraphs))

    def standings(self, state: Hand) -> tuple[str, ...]:
        ended = ("The match is over.",) if state.phase == "over" else ()
        return ended + tuple(
            f"{seat}: {state.tricks[seat]} tricks, promised {state.promises[seat]}, "
            f"holds {', '.join(cards_of(state, seat)) or 'what nobody knows'}"
            for seat in SEATS
        )

    # -- the built-in player and help with sheets -----------------------------------------------

    def bot_orders(self, view: Hand, seat: str, topic: str) -> tuple[Order, ...]:
        return ()

    def bot_answer(self, view: Hand, question: Ask[Any]) -> Any:
        """He plays the highest of his cards and promises one trick."""
        options = list(question.options()) if question.options is not None else []
        return options[1 if question.topic == "promises" else -1] if options else None

    def standing_defaults(self, seat: str) -> tuple[StandingOrder, ...]:
        return (Keep(standing="keep", cards="high"),)

    def standing_examples(self, view: Hand, seat: str) -> tuple[StandingOrder, ...]:
        return (Keep(standing="keep", cards="low"),)

    def projection(self, view: Hand, seat: str, said: SubmittedOrders) -> tuple[Paragraph, ...]:
        line = Line(text=f"You hold {', '.join(cards_of(view, seat))}.")
        return (Paragraph(heading="Your hand", lines=(line,)),)


def without(
    hands: FrozenMap[str, tuple[Place, ...]], seat: str, place: Place
) -> FrozenMap[str, tuple[Place, ...]]:
    return hands | {seat: tuple(held for held in hands[seat] if held != place)}


def promises(table: Table[Hand]) -> None:
    """Both seats promise in secret how many tricks they will take. (hand 1)"""
    given = table.ask_all([promise_question(table.state, seat) for seat in SEATS])
    for seat, promise in zip(SEATS, given, strict=True):
        table.record(Promised(seat=seat, tricks=promise.tricks))


def promise_question(state: Hand, seat: str) -> Ask[Promise]:
    def check(order: Promise) -> Iterable[Problem]:
        if not 0 <= order.tricks <= 3:
            yield Problem("no-such-promise", "promise 0 to 3 tricks", ("tricks",), "hand 1")

    return Ask(
        label=f"promise/{seat}",
        topic="promises",
        seat=seat,
        expects=Promise,
        prompt="Promise 0 to 3 tricks.",
        rule="hand 1",
        check=check,
        options=lambda: (Promise(order="promise", tricks=number) for number in range(4)),
        default=lambda: Promise(order="promise", tricks=1),
    )


def trick(table: Table[Hand]) -> None:
    """Both play a card at once; the higher number takes the trick. (hand 2)"""
    turn = table.state.turn
    given = table.ask_all([play_question(table.state, seat) for seat in SEATS])
    taker, highest = SEATS[0], ""
    for seat, play in zip(SEATS, given, strict=True):
        place = cards_of(table.state, seat)[play.card]
        card = table.unseal(table.state.decks[place.deck], place.position)
        table.record(Played(seat=seat, place=place, card=card))
        taker, highest = (seat, card) if card > highest else (taker, highest)
    table.record(TrickTaken(seat=taker))
    loser = other(taker)
    if table.state.hands[loser]:
        away = table.ask(aside_question(table.state, loser))
        place = cards_of(table.state, loser)[away.card]
        table.record(PutAsideUnseen(seat=loser, place=place))
    (luck,) = table.roll(f"turn-{turn}/luck", count=1, sides=6)
    draws(table, taker, count=2 if luck >= 4 else 1)
    draws(table, loser, count=1)
    table.record(TurnEnded())


def draws(table: Table[Hand], seat: str, *, count: int) -> None:
    """A seat draws; when the deck is used up, what was played makes a new one. (hand 3)"""
    for _ in range(count):
        state = table.state
        if state.drawn == len(state.decks[-1]):
            if not state.discards:
                return
            # The discards are public: shuffled from the order of their numbers.
            deck = table.deck(f"turn-{state.turn}/deck-{len(state.decks)}", sorted(state.discards))
            table.record(Shuffled(deck=deck, hands=FrozenMap()))
        state = table.state
        place = Place(deck=len(state.decks) - 1, position=state.drawn)
        table.record(Drew(seat=seat, places=(place,)))


def play_question(state: Hand, seat: str) -> Ask[Play]:
    held = cards_of(state, seat)

    def check(order: Play) -> Iterable[Problem]:
        if order.card not in held:
            yield Problem("not-held", f"you do not hold {order.card}", ("card",), "hand 2")

    def sample(choose: Choose) -> Play | None:
        return Play(order="play", card=choose(tuple(held))) if held else None

    def highest() -> Play | None:
        return Play(order="play", card=max(held)) if held else None

    return Ask(
        label=f"turn-{state.turn}/play/{seat}",
        topic="plays",
        seat=seat,
        expects=Play,
        prompt=f"Play one of {', '.join(held)}.",
        rule="hand 2",
        check=check,
        options=lambda: (Play(order="play", card=card) for card in held),
        sample=sample,
        default=highest,
    )


def aside_question(state: Hand, seat: str) -> Ask[PutAside]:
    held = cards_of(state, seat)

    def check(order: PutAside) -> Iterable[Problem]:
        if order.card not in held:
            yield Problem("not-held", f"you do not hold {order.card}", ("card",), "hand 2")

    def by_standing(standing: Sequence[StandingOrder]) -> PutAside | None:
        for order in standing:
            if isinstance(order, Keep) and held:
                card = min(held) if order.cards == "high" else max(held)
                return PutAside(order="put-aside", card=card)
        return None

    return Ask(
        label=f"turn-{state.turn}/aside/{seat}",
        topic="asides",
        seat=seat,
        expects=PutAside,
        prompt=f"Put one of {', '.join(held)} aside.",
        rule="hand 2",
        check=check,
        options=lambda: (PutAside(order="put-aside", card=card) for card in held),
        by_standing=by_standing,
        default=lambda: PutAside(order="put-aside", card=min(held)) if held else None,
    )


class HandGame(Game):
    name = "hand"
    title = "Hand"
    topics: Mapping[str, tuple[type[Order], ...]] = {
        "promises": (Promise,),
        "plays": (Play,),
        "asides": (PutAside,),
    }
    standing: tuple[type[StandingOrder], ...] = (Keep,)
    options: type[Value] = HandOptions
    state: type[State] = Hand
    start: type[Value] = HandStart

    def open(self, scenario: Scenario, map_files: Mapping[str, bytes]) -> HandRules:
        return HandRules(
            self,
            HandStart.model_validate(scenario.start or {}),
            HandOptions.model_validate(dict(scenario.options), strict=False),
        )


HAND = HandGame()


def hand_scenario(start: Mapping[str, Any] | None = None, **options: Any) -> Scenario:
    return Scenario(
        format=1,
        scenario="hands",
        game="hand",
        map="none",
        title="Hidden hands",
        seats=FrozenMap({seat: Seat(sides=(seat,)) for seat in SEATS}),
        options=FrozenMap(options),
        start=dict(start or {}),
    )
