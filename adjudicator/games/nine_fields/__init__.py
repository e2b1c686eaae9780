"""Nine Fields, the tutorial game: two sides, nine fields, one kind of battle with one question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from adjudicator.boards.area import AreaMap, Outlines
from adjudicator.boards.area_checks import check_area_map, check_outlines
from adjudicator.core import game
from adjudicator.core.capabilities import NamesQuestions, Plays, Projects
from adjudicator.core.game import Event, Intentions, Order, Reason, Rules, StandingOrder, Step
from adjudicator.core.plain_words import read_part
from adjudicator.core.problem import Problem, Refused
from adjudicator.core.questions import Form
from adjudicator.core.report import USUAL_STYLE, Line, Paragraph, Report, Style
from adjudicator.core.values import Value
from adjudicator.games.nine_fields import report, rules
from adjudicator.games.nine_fields import state as s
from adjudicator.games.nine_fields.player import planned
from adjudicator.games.nine_fields.state import SIDES, Book, State

__all__ = ["NINE_FIELDS", "NineFields", "NineFieldsRules"]


class NineFieldsRules(Plays[State], Projects[State], NamesQuestions[State], Rules[State]):
    """The rules bound to one match's map and options."""

    seats = SIDES

    def __init__(self, of: game.Game, book: Book, start: State) -> None:
        self.game, self.book, self.options, self.start = of, book, book.options, start

    def next_step(self, state: State) -> Step[State] | None:
        """Which piece of the rulebook comes next; None: the match is over."""
        return rules.next_step(self.book, state)

    def evolve(self, state: State, event: Event) -> State:
        """The only place where the state changes."""
        return rules.evolve(state, event)

    def ended(self, state: State, winner: str | None, reason: Reason) -> Sequence[Event]:
        """The end of the match that its seats decided."""
        return (rules.ended(winner, reason),)

    def check_shape(
        self, state: State, topic: str, order: Order, *, seat: str
    ) -> Iterable[Problem]:
        """What no die can change."""
        return rules.check_shape(self.book, order)

    def check_standing(self, seat: str, order: StandingOrder) -> Iterable[Problem]:
        """The fields of a list are fields of the map."""
        assert isinstance(order, s.FallBackTo)
        fields = rules.check_fields(self.book, dict(enumerate(order.first)))
        return (problem.under("first") for problem in fields)

    def check_state(self, state: State) -> Iterable[str]:
        """Broken invariants."""
        return rules.check_state(self.book, state)

    def questions(self, state: State) -> Iterable[Form]:
        """The questions that the player-turn may still ask."""
        return rules.questions(state)

    def picture(self, view: State, events: Sequence[Event], style: Style = USUAL_STYLE) -> str:
        """The map as SVG text."""
        from adjudicator.games.nine_fields import draw  # half of all that is loaded

        return draw.picture(self.book, view, events, style)

    def report(self, before: State, events: Sequence[Event], view: State) -> Report:
        """The opening told for people."""
        return report.report(self.book, before, events, view)

    def standings(self, state: State) -> tuple[str, ...]:
        """Who is to play, and what each side has."""
        return report.standings(self.book, state)

    def plan(self, view: State, seat: str, topic: str) -> Sequence[Order]:
        """What the built-in player orders; to questions it answers as usual."""
        return tuple(planned(self.book, view, seat)) if topic == "march" else ()

    def standing_defaults(self, seat: str) -> Sequence[StandingOrder]:
        """Nobody falls back."""
        return (s.FallBackTo(standing="fall-back", first=()),)

    def outlook(self, view: State, seat: str, said: Intentions) -> Sequence[Paragraph]:
        """The chances of the battles that a sheet leads to."""
        lines = []
        for field in rules.contested(view):
            sides = (view.side, rules.other(view.side))
            attack, defence = (rules.count(view, field, side) for side in sides)
            chance = f"{round(100 * report.chance_to_take(attack, defence))} of 100 to take it"
            lines.append(Line(text=f"{field}: {attack} against {defence}, {chance} if they stand."))
        return (Paragraph(heading="Battles to come", lines=tuple(lines)),) if lines else ()


class NineFields(game.Game):
    """The game as an entry of the registry."""

    name, title = "nine-fields", "Nine Fields"
    maps, rule_files = ("nine-fields",), ("map.json",)
    files: Mapping[str, type[Value]] = {"map.json": AreaMap, "outlines.json": Outlines}
    topics: Mapping[str, tuple[type[Order], ...]] = {
        "march": (s.March,),
        "fall-back": (s.FallBack,),
    }
    standing, options, state, start = (s.FallBackTo,), s.Options, State, s.Start

    def check_files(self, files: Mapping[str, Any]) -> Iterable[tuple[str, Problem]]:
        """What is wrong with the map and its outlines."""
        areas = files["map.json"].areas.values()
        for side in SIDES:
            if [facts.side for facts in areas].count(side) != 1:
                message = f"one field must be the city of {side}"
                yield "map.json", Problem("wrong-cities", message, ("areas",), kind="unusable")
        yield from (("map.json", one) for one in check_area_map(files["map.json"]))
        outlines = check_outlines(files["map.json"], files["outlines.json"])
        yield from (("outlines.json", one) for one in outlines)

    def open(self, scenario: game.Scenario, map_files: Mapping[str, bytes]) -> NineFieldsRules:
        """Binds the rules to a scenario and its map.

        Raises:
            Refused: the scenario has problems; all of them.
        """
        problems: list[Problem] = []
        led = {seat: facts.sides for seat, facts in scenario.seats.items()}
        if led != {side: (side,) for side in SIDES}:
            message = "the seats are west and east, and each leads its own side"
            problems.append(Problem("wrong-seats", message, ("seats",), kind="invalid"))
        options = read_part(s.Options, scenario.options, "options", problems)
        start = read_part(s.Start, scenario.start or {}, "start", problems)
        if options is None or start is None or problems:
            raise Refused(problems)
        area_map = AreaMap.model_validate_json(map_files["map.json"])
        book = Book(area_map, map_files["outlines.json"], options)
        state = rules.begin(book, start)
        if broken := [*rules.check_state(book, state)]:
            raise Refused(Problem("impossible-start", one, ("start",)) for one in broken)
        return NineFieldsRules(self, book, state)


NINE_FIELDS = NineFields()
