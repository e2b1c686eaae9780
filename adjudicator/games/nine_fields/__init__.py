"""Nine Fields, the tutorial game: two sides, nine fields, one kind of battle with one question."""

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.boards.area import AreaMap, Outlines
from adjudicator.boards.area_checks import check_area_map, check_outlines
from adjudicator.core.game import Game, Order, Scenario
from adjudicator.core.problem import Problem, Refused
from adjudicator.core.pydantic_errors import read_part
from adjudicator.core.values import Value
from adjudicator.games.nine_fields import state as s
from adjudicator.games.nine_fields.rules import NineFieldsRules

__all__ = ["NINE_FIELDS", "NineFields", "NineFieldsRules"]


class NineFields(Game):
    """The game as an entry of the registry."""

    name, title = "nine-fields", "Nine Fields"
    maps, rule_files = ("nine-fields",), ("map.json",)
    files: Mapping[str, type[Value]] = {"map.json": AreaMap, "outlines.json": Outlines}
    topics: Mapping[str, tuple[type[Order]]] = {"march": (s.March,), "fall-back": (s.FallBack,)}
    standing, options, state, start = (s.FallBackTo,), s.Options, s.State, s.Start

    def check_files(self, files: Mapping[str, Any]) -> Iterable[tuple[str, Problem]]:
        """What is wrong with the map and its outlines."""
        area_map, outlines = files["map.json"], files["outlines.json"]
        for side in s.SIDES:
            if [facts.side for facts in area_map.areas.values()].count(side) != 1:
                message = f"one field must be the city of {side}"
                yield "map.json", Problem("wrong-cities", message, ("areas",), kind="unusable")
        yield from (("map.json", one) for one in check_area_map(area_map))
        yield from (("outlines.json", one) for one in check_outlines(area_map, outlines))

    def open(self, scenario: Scenario, map_files: Mapping[str, bytes]) -> NineFieldsRules:
        """Binds the rules to a scenario and its map.

        Raises:
            Refused: the scenario has problems; all of them.
        """
        problems: list[Problem] = []
        led = {seat: facts.sides for seat, facts in scenario.seats.items()}
        if led != {side: (side,) for side in s.SIDES}:
            message = "the seats are west and east, and each leads its own side"
            problems.append(Problem("wrong-seats", message, ("seats",), kind="invalid"))
        options = read_part(s.Options, scenario.options, "options", problems)
        start = read_part(s.Start, scenario.start or {}, "start", problems)
        if options is None or start is None or problems:
            raise Refused(problems)
        area_map = AreaMap.model_validate_json(map_files["map.json"])
        book = s.Ruleset(area_map, map_files["outlines.json"], options)
        rules = NineFieldsRules(self, book, start)
        if broken := [*rules.check_state(rules.start)]:
            raise Refused(Problem("impossible-start", one, ("start",)) for one in broken)
        return rules


NINE_FIELDS = NineFields()
