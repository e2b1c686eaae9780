"""Rule cases as data: orders and dice in, what must come of them; see tests/cases/README.md."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from adjudicator.audit.automatic import header_for
from adjudicator.audit.chance import ScriptedDice
from adjudicator.audit.log import START
from adjudicator.audit.opening import saved_match
from adjudicator.audit.tfd1 import ZERO
from adjudicator.core.game import Event, Game, Rules, Scenario, Seat, event_name
from adjudicator.core.problem import Problem, Refused
from adjudicator.core.referee import Save, first_save, run
from adjudicator.core.sheet import Sheet
from adjudicator.core.values import FrozenMap, Id, JSONValue, Label, Value
from adjudicator.documents.json_input import MAX_SIZE, Document, read_json
from adjudicator.documents.maps import given_map, map_files_of, with_own_files
from adjudicator.documents.offers import open_game
from adjudicator.documents.problems import RefusedFile, path_text
from adjudicator.documents.scenarios import check_written, find_scenario
from adjudicator.documents.schemas import understood
from adjudicator.documents.sheets import check_sheet, read_order_sheet, refused_in_full
from adjudicator.documents.storage import read_bytes

__all__ = [
    "Case",
    "CaseSheet",
    "CaseStart",
    "ExpectedProblem",
    "Found",
    "Question",
    "differences",
    "found_by",
    "read_case",
]


class CaseSheet(Value):
    """What a seat sends: a sheet without its header."""

    orders: FrozenMap[Id, tuple[FrozenMap[str, Any], ...]] = FrozenMap()
    """By topic, the orders."""
    answers: FrozenMap[Label, FrozenMap[str, Any]] = FrozenMap()
    """By label, the answer to one question."""
    standing: tuple[FrozenMap[str, Any], ...] | None = None
    """Standing orders."""
    hold: tuple[Id, ...] | None = None
    """Topics before which the seat wants to be asked again."""


class ExpectedProblem(Value):
    """A problem that must be found; `path` may be left out."""

    code: str
    """Its code."""
    seat: Id | None = None
    """The seat whose sheet it is in; null: any."""
    path: tuple[str | int, ...] | None = None
    """Where it is in the sheet; null: anywhere."""


class CaseStart(Value):
    """A scenario written out in a case."""

    map: Id | None = None
    """The map; null: the first of the game."""
    seats: FrozenMap[Id, Seat]
    """The seats, each with the sides that it leads."""
    options: FrozenMap[str, Any] = FrozenMap()
    """The game's options."""
    start: Any
    """The game's own start position."""


class Question(Value):
    """What a case gives an engine, without the answer."""

    format: Literal[1] = 1
    """The format of the file."""
    case: Id
    """The name of the case."""
    game: Id
    """The full name of the game."""
    start: Id | CaseStart
    """A shipped scenario by name, or a scenario written out."""
    orders: FrozenMap[Id, CaseSheet] | tuple[FrozenMap[Id, CaseSheet], ...] = FrozenMap()
    """By seat, the sheets; a list of such objects for several openings."""
    dice: FrozenMap[Label, tuple[int, ...]] = FrozenMap()
    """By label, every roll that happens, and no other."""
    decks: FrozenMap[Label, tuple[Id, ...]] = FrozenMap()
    """By label, the cards of every sealed deck as they come to lie, the top one first."""


class Case(Question):
    """One rule test as data."""

    why: str
    """What is shown, in a sentence."""
    rule: str
    """The paragraph or ruling."""
    problems: tuple[ExpectedProblem, ...] = ()
    """Why the sheets are refused: all problems, in any order. Empty: they are not."""
    events: tuple[Any, ...] | None = None
    """Events that must be among those that happen, in this order; each may name some fields."""
    never: tuple[Any, ...] = ()
    """Events that must not happen."""
    state: Any = None
    """A part of the state reached: objects may leave fields out; null means absent."""
    pending: tuple[Any, ...] | None = None
    """What is awaited at the end; each may name some fields."""


class Found(NamedTuple):
    """What came of a question."""

    problems: tuple[tuple[str | None, Problem], ...]
    """Why start or sheets are refused, each with the seat whose sheet it is in."""
    failed: tuple[Problem, ...] = ()
    """Why it could not be carried out: dice or decks that are not as the question lists them."""
    events: tuple[JSONValue, ...] = ()
    state: JSONValue = None
    pending: tuple[JSONValue, ...] = ()
    unused: tuple[str, ...] = ()
    """Listed rolls and decks that were never wanted."""
    is_played: bool = True
    """False: the start is refused."""


def read_case(path: Path, games: Mapping[str, Game] = MappingProxyType({})) -> Case:
    """Reads a case file; the start written out in it too, if its game is among `games`.

    Raises:
        RefusedFile: it is malformed or invalid.
    """
    document = read_json(read_bytes(path, limit=MAX_SIZE), source=str(path))
    case = understood(Case, document)
    if case.game in games and isinstance(case.start, CaseStart):
        check_written(games[case.game], document, "start")
    return case


def differences(case: Case, games: Mapping[str, Game], own_map: Path | None = None) -> list[str]:
    """Runs a case; returns where what happens is not what it says. Empty: it holds.

    Args:
        own_map: a map file, or a folder of files, to run it on in place of the shipped map.

    Raises:
        Refused: the start position has problems that the case does not expect.
    """
    if case.game not in games:
        return [f"no game {case.game}; known: {', '.join(games)}"]
    found = found_by(case, games[case.game], own_map)
    if not found.is_played and not case.problems:
        raise Refused([problem for _, problem in found.problems])
    return list(_differences(case, found))


def found_by(question: Question, game: Game, own_map: Path | None = None) -> Found:
    """Returns what comes of a question.

    Args:
        own_map: a map file, or a folder of files, to ask it on in place of the shipped map.
    """
    try:
        rules = _rules(question, game, own_map)
    except Refused as error:
        problems = tuple((None, problem) for problem in error.problems)
        listed = (*question.dice, *question.decks)
        return Found(problems, unused=tuple(sorted(listed)), is_played=False)
    return _played(question, rules)


def _rules(case: Question, game: Game, own_map: Path | None) -> Rules[Any]:
    if isinstance(case.start, str):
        scenario = find_scenario(game, case.start).scenario
    else:
        scenario = Scenario(
            format=1,
            scenario="case",
            game=game.name,
            map=case.start.map or next(iter(game.maps), "none"),
            title=case.case,
            seats=case.start.seats,
            options=case.start.options,
            start=case.start.start,
        )
    given = {} if own_map is None else given_map(game, own_map)
    scenario = with_own_files(game, scenario, given) if given else scenario
    return open_game(game, scenario, map_files_of(game, scenario, tuple(given.values())))


def _played(case: Question, rules: Rules[Any]) -> Found:
    openings = case.orders if isinstance(case.orders, tuple) else (case.orders,)
    dice = ScriptedDice(case.dice, case.decks)
    save: Save = first_save(rules)
    state = rules.start
    events: list[Event] = []
    found: list[tuple[str | None, Problem]] = []
    for n, given in enumerate(openings, start=1):
        sheets, problems = _sheets(rules, save, given, n)
        found += problems
        if problems:
            break
        try:
            done = run(rules, save, sheets, n, dice=dice)
        except Refused as error:
            return Found((), tuple(error.problems))
        save, state = done.save, done.state
        events += done.events
    return Found(
        problems=tuple(found),
        events=tuple({"event": event_name(e), **e.to_json()} for e in events),
        state=state.to_json(),
        pending=tuple(pending.to_json() for pending in save.pending),
        unused=dice.unused,
    )


def _differences(case: Case, found: Found) -> Iterator[str]:
    if found.failed:
        yield from (f"{one.code}: {one.message}. {one.hint}".rstrip() for one in found.failed)
        return
    yield from _problem_differences(case, found.problems)
    yield from (f"{label} is listed, but was never rolled" for label in found.unused)
    yield from _event_differences(case, found.events)
    if case.state is not None:
        yield from _unequal(case.state, found.state, "state")
    if case.pending is not None:
        yield from _unequal(list(case.pending), list(found.pending), "pending")


def _sheets(
    rules: Rules[Any], save: Save, given: Mapping[str, CaseSheet], n: int
) -> tuple[dict[str, Sheet], list[tuple[str | None, Problem]]]:
    """Reads and checks the sheets of one opening as the match would, but for what follows from
    other problems: a case is about rules, not about what is told first."""
    saved = saved_match(save, rules, ZERO, START, n=n - 1)
    read: dict[str, tuple[Document, Sheet]] = {}
    problems: list[tuple[str | None, Problem]] = []
    for seat, parts in given.items():
        header = {**header_for(saved, seat), "blind": ZERO}
        body = {name: value for name, value in parts.to_json().items() if value is not None}
        raw = json.dumps({**header, **body}).encode()
        try:
            read[seat] = read_order_sheet(rules.game, raw, seat)
        except RefusedFile as error:
            whole = refused_in_full(rules, saved, raw, error, keeps_follow_ons=True)
            problems += [(seat, problem) for problem in whole.problems if not problem.warning]
    sheets = {seat: sheet for seat, (_, sheet) in read.items()}
    for seat, (document, sheet) in read.items():
        checked = check_sheet(rules, saved, document, sheet, keeps_follow_ons=True)
        problems += [(seat, one.problem) for one in checked.located if not one.problem.warning]
    return sheets, problems


def _problem_differences(case: Case, found: Sequence[tuple[str | None, Problem]]) -> Iterator[str]:
    left = list(found)
    for expected in case.problems:
        for entry in left:
            seat, problem = entry
            if (
                problem.code == expected.code
                and expected.seat in (None, seat)
                and expected.path in (None, problem.path)
            ):
                left.remove(entry)
                break
        else:
            where = path_text(expected.path) if expected.path else "anywhere"
            yield f"problem {expected.code} was not found at {where}"
    for seat, problem in left:
        yield f"{seat}: {problem.code} at {path_text(problem.path)}: {problem.message}"


def _event_differences(case: Case, told: Sequence[JSONValue]) -> Iterator[str]:
    place = 0
    for expected in case.events or ():
        for index in range(place, len(told)):
            if not any(_unequal(expected, told[index], "")):
                place = index + 1
                break
        else:
            yield f"missing event {json.dumps(expected)}"
            for event in told[place:]:
                yield f"    there was {json.dumps(event)}"
    for unwanted in case.never:
        for event in told:
            if not any(_unequal(unwanted, event, "")):
                yield f"unwanted event {json.dumps(event)}"


def _unequal(expected: Any, actual: Any, where: str) -> Iterator[str]:
    """Says where `actual` lacks what `expected` names; an expected null may be absent."""
    if isinstance(expected, Mapping) and isinstance(actual, Mapping):
        for key, value in expected.items():
            yield from _unequal(value, actual.get(key), f"{where}.{key}")
    elif isinstance(expected, list | tuple) and isinstance(actual, list | tuple):
        if len(expected) != len(actual):
            yield f"{where} is {json.dumps(actual)}, not {json.dumps(expected)}"
        for index, (one, other) in enumerate(zip(expected, actual, strict=False)):
            yield from _unequal(one, other, f"{where}[{index}]")
    elif expected != actual:
        yield f"{where} is {json.dumps(actual)}, not {json.dumps(expected)}"
