"""An opening of Nine Fields told for people, and the chances of what is to come."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from adjudicator.core.capabilities import Score, Scores
from adjudicator.core.game import Event, Pending
from adjudicator.core.report import Die, Line, Report
from adjudicator.games.nine_fields import state as s
from adjudicator.games.nine_fields.english import SENTENCES
from adjudicator.games.nine_fields.german import SENTENCES as GERMAN_SENTENCES
from adjudicator.games.nine_fields.state import SIDES, Ruleset, State
from adjudicator.narrate.languages import shared_language
from adjudicator.narrate.narrator import Narrator

__all__ = ["LANGUAGES", "FieldNarrator", "chance_to_take"]

LANGUAGES = {"en": SENTENCES, "de": GERMAN_SENTENCES}
"""By code, the sentences of the game; the first is the usual one."""


class FieldNarrator(Narrator):
    """Tells matches on one map, in one language."""

    def __init__(self, book: Ruleset, language: str = "en") -> None:
        super().__init__(shared_language(language).with_sentences(LANGUAGES[language]))
        self.book = book
        self.names = {field: facts.name for field, facts in book.map.areas.items()}

    def seat(self, seat: str) -> str:
        """Returns what a side is called."""
        return self.say(seat)

    def report(self, before: State, events: Sequence[Event], view: State) -> Report:
        """Returns the report of an opening; without events, that of the start."""
        stands = self.standings(view)
        now = self.paragraph("standing", map(Line, stands))
        told = self.paragraph("happened", self._told(before.side, events))
        title = self.say("title-start")
        if events:
            title = self.say("title", turn=before.turn, side=self.seat(before.side))
        return Report(title=title, summary=stands[:1],
                      paragraphs=(told, now) if told.lines else (now,),
                      headline=self._headline(before, events, view) if events else "",
                      language=self.language.code)  # fmt: skip

    def _told(self, attacker: str, events: Sequence[Event]) -> Iterator[Line]:
        """Yields a line for each event that is worth one."""
        for event in events:
            match event:
                case s.Marched(start=start) | s.FellBack(field=start):
                    key = "marched" if isinstance(event, s.Marched) else "fell-back"
                    yield self.line(key, side=self.seat(event.side), count=event.count,
                                    start=self.names[start], to=self.names[event.to])  # fmt: skip
                case s.RoundFought(attack=attack, defence=defence):
                    throws = ((attack, attack <= defence), (defence, defence <= attack))
                    dice = tuple(Die(die, self.say("loss" if lost else "no-loss"))
                                 for die, lost in throws)  # fmt: skip
                    label = f"{event.label}/attacker"
                    yield self.line("round", dice=dice, label=label, side=self.seat(attacker),
                                    field=self.names[event.field])  # fmt: skip
                case s.TurnEnded():
                    yield self.line("mustered", side=self.seat(event.side))
                case _:
                    yield from self.event(event)

    def _headline(self, before: State, events: Sequence[Event], view: State) -> str:
        """Returns who has won, what was taken, what holds, and who went back."""
        side, said = self.seat(before.side), list[str]()
        if (result := view.result) is not None:
            key, who = ("won", result.winner) if result.winner else ("drawn", None)
            why = self.say(f"end-{result.reason}")
            said.append(self.say(key, why=why, **({"side": self.seat(who)} if who else {})))
        taken = [self.names[field] for field, holder in view.holders.items()
                 if holder == before.side != before.holders.get(field)]  # fmt: skip
        fought = dict.fromkeys(one.field for one in events if isinstance(one, s.RoundFought))
        held = [self.names[field] for field in fought if view.holders.get(field) != before.side]
        if taken:
            said.append(self.say("takes", side=side, names=taken))
        if held:
            said.append(self.say("holds", names=held, count=len(held)))
        said += [self.say("falls-back-to", side=self.seat(one.side), to=self.names[one.to])
                 for one in events if isinstance(one, s.FellBack)]  # fmt: skip
        said += [text[:-1] for one in events if (text := self.of_the_core(one))]
        if not said:
            marched = any(isinstance(one, s.Marched) for one in events)
            said.append(self.say("marches-on" if marched else "stays", side=side))
        return self.headline(said)

    def places(self, before: State, events: Sequence[Event], view: State
               ) -> Iterator[tuple[str, str]]:  # fmt: skip
        """Yields the fields that were fought over, fallen back to or taken."""
        fought = dict.fromkeys(one.field for one in events if isinstance(one, s.RoundFought))
        told = [(field, "place-fought", before.side) for field in fought]
        told += [(one.to, "place-fell-back", one.side) for one in events
                 if isinstance(one, s.FellBack)]  # fmt: skip
        told += [(field, "place-taken", side) for field, side in view.holders.items()
                 if before.holders.get(field) != side]  # fmt: skip
        for field, key, side in told:
            yield self.names[field], self.say(key, side=self.seat(side))

    def standings(self, state: State) -> tuple[str, ...]:
        """Returns who is to play or has won, and what each side has."""
        turn, side = state.turn, self.seat(state.side)
        first = self.say("to-play", turn=turn, turns=self.book.options.turns, side=side)
        if state.result is not None:
            why, winner = self.say(f"end-{state.result.reason}"), state.result.winner
            first = (self.say("over-won", side=self.seat(winner), why=why) if winner
                     else self.say("over-drawn", why=why))  # fmt: skip
        sides = []
        for side in SIDES:
            held = [self.names[at] for at, holder in state.holders.items() if holder == side]
            count = sum(here.get(side, 0) for here in state.companies.values())
            sides.append(self.say("side-has", side=self.seat(side), count=count, fields=held))
        return (first, *sides)

    def scores(self, before: State, events: Sequence[Event], view: State) -> Scores:
        """Returns the fields that each side holds, and the companies that it lost."""
        lost = dict.fromkeys(SIDES, 0)
        for one in events:
            if isinstance(one, s.RoundFought):
                other = SIDES[SIDES.index(before.side) - 1]
                lost[before.side] += one.attack <= one.defence
                lost[other] += one.defence <= one.attack
        held = [*view.holders.values()]
        sides = (Score(side, self.seat(side), look, held.count(side), lost[side])
                 for side, look in zip(SIDES, ("blue", "red"), strict=True))  # fmt: skip
        return Scores(self.say("score-held"), self.say("score-lost"), tuple(sides))

    def question(self, pending: Pending, view: State) -> str:
        """Returns the one question of the game in this language, from what the rules offer."""
        to = [str(option["to"]) for option in pending.options or ()]
        if not to or self.language.code == "en":
            return super().question(pending, view)
        here, seat = view.companies[to[0]], str(pending.seat)
        asked = self.say("fall-back", field=to[0], free=to[1:], attack=here.get(view.side, 0),
                         left=here.get(seat, 0))  # fmt: skip
        rule = self.say("chapter", number=pending.rule.rpartition(" ")[2])
        return self.say("question-of-a-rule", question=asked, rule=rule)


@lru_cache(maxsize=4096)
def chance_to_take(attackers: int, defenders: int) -> Fraction:
    """Returns the chance of the attackers if nobody falls back: of 36 throws 6 are ties."""
    if not attackers or not defenders:
        return Fraction(1 if attackers else 0)
    lost = 15 * chance_to_take(attackers - 1, defenders)
    won = 15 * chance_to_take(attackers, defenders - 1)
    return Fraction(1, 36) * (won + lost + 6 * chance_to_take(attackers - 1, defenders - 1))
