"""Order sheets from bytes to what the referee can lock, with every problem at once.

bytes -> JSON in profile -> the envelope by schema -> each order by the schema of its own tag ->
typed orders -> the header -> who may order what now -> the dry run.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.audit import tfd1
from adjudicator.audit.opening import SavedMatch
from adjudicator.core.dry_run import DryRun, dry_run
from adjudicator.core.ending import MATCH
from adjudicator.core.game import (
    Game,
    Order,
    Part,
    Pending,
    Rules,
    StandingOrder,
)
from adjudicator.core.problem import Problem
from adjudicator.core.save import state_of
from adjudicator.core.sheet import (
    Envelope,
    Sheet,
    read_sheet,
    standing_types,
    tag_of,
    topics_of,
)
from adjudicator.core.standing import standing_problems
from adjudicator.core.values import JSONValue
from adjudicator.documents.json_input import Document, read_json
from adjudicator.documents.kinds import check_no_log, kind_of, other_kind
from adjudicator.documents.problems import Located, RefusedFile, nearest
from adjudicator.documents.schemas import enough, schema_of, validate, validate_tagged

if TYPE_CHECKING:  # of a sheet that has problems
    from adjudicator.documents.legible import Legible

__all__ = [
    "CheckedSheet",
    "check_sheet",
    "header_text",
    "opening_locked",
    "order_schemas",
    "other_seat",
    "read_order_sheet",
    "refused_in_full",
    "second_sheet",
]


class CheckedSheet(NamedTuple):
    """A sheet that was understood, what is wrong with it now, and what it would do."""

    document: Document
    sheet: Sheet
    located: tuple[Located, ...]
    dry: DryRun[Any] | None
    """None if the header or the topics are already refused."""

    @property
    def is_acceptable(self) -> bool:
        """Whether nothing but warnings was found."""
        return all(one.problem.warning for one in self.located)

    @property
    def hash(self) -> str:
        """The hash under which the lock line will name the sheet."""
        return tfd1.json_hash(self.sheet.document)


@functools.cache
def _envelope_schema() -> dict[str, Any]:
    return schema_of(Envelope, "Order sheet", "urn:adjudicator:sheet")


@functools.cache
def _schema(model: type[Order] | type[StandingOrder]) -> dict[str, Any]:
    tag = tag_of(model)
    return schema_of(model, tag, f"urn:adjudicator:order:{tag}")


def order_schemas(game: Game, topic: str | None = None) -> dict[str, dict[str, Any]]:
    """Returns by tag the schemas of the orders of one topic, or of all topics of the game."""
    topics = game.topics if topic is None else {topic: topics_of(game)[topic]}
    models = [model for listed in topics.values() for model in listed]
    return {tag_of(model): _schema(model) for model in models}


def read_order_sheet(game: Game, raw: bytes, source: str) -> tuple[Document, Sheet]:
    """Reads a sheet as far as it can be understood without knowing the match.

    Raises:
        RefusedFile: it is malformed or invalid; every problem with its place.
    """
    hint = "Name the sheet that `adjudicator template` wrote."
    check_no_log(raw, source, "other-kind", wanted="order sheet", hint=hint)
    document = read_json(raw, source=source)
    if kind_of(document.data) not in (None, "an order sheet"):
        raise RefusedFile(
            [document.located(other_kind(document.data, "other-kind", "order sheet", hint))]
        )
    sheet: Sheet | None = None
    problems: list[Problem] = []
    if isinstance(document.data, dict):
        sheet, problems = read_sheet(game, document.data)
    if sheet is None:
        problems = enough(_not_understood(game, document)) or problems
    else:
        problems = enough(_unknown_topics(game, sheet.document))
    if sheet is None or problems:
        raise RefusedFile(document.located(problem) for problem in problems)
    return document, sheet


def _not_understood(game: Game, document: Document) -> Iterator[Problem]:
    """Yields what the schemas, which are slow, say of a sheet that the models refuse."""
    yield from validate(document, _envelope_schema())
    if not isinstance(document.data, dict):
        return
    yield from _said_not_understood(game, document, document.data, ())
    then = document.data.get("then")
    for turn, part in then.items() if isinstance(then, dict) else ():
        if isinstance(part, dict):
            yield from _said_not_understood(game, document, part, ("then", turn))
    standing = document.data.get("standing")
    for index, item in enumerate(standing if isinstance(standing, list) else ()):
        if isinstance(item, dict):
            known = {tag: _schema(model) for tag, model in standing_types(game).items()}
            yield from validate_tagged(document, ("standing", index), "standing", known)
    yield from _unknown_topics(game, document.data)


def _said_not_understood(
    game: Game, document: Document, part: Mapping[str, Any], path: tuple[str, ...]
) -> Iterator[Problem]:
    """Yields what the schemas say of the orders and answers for one player-turn."""
    orders = part.get("orders")
    for topic, listed in orders.items() if isinstance(orders, dict) else ():
        if topic not in topics_of(game):
            yield _unknown_topic(game, (*path, "orders", topic), topic, key=True)
            continue
        for index, item in enumerate(listed if isinstance(listed, list) else ()):
            if isinstance(item, dict):
                place = (*path, "orders", topic, index)
                yield from validate_tagged(document, place, "order", order_schemas(game, topic))
    answers = part.get("answers")
    for label, item in answers.items() if isinstance(answers, dict) else ():
        if isinstance(item, dict):
            place = (*path, "answers", label)
            yield from validate_tagged(document, place, "order", order_schemas(game))


def _unknown_topics(game: Game, data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yields the topics of standing orders and under `hold` that the game does not have."""
    standing = data.get("standing")
    for index, item in enumerate(standing if isinstance(standing, list) else ()):
        if isinstance(item, dict):
            topics = item.get("topics")
            yield from _unknown_names(game, topics, ("standing", index, "topics"))
    yield from _unknown_names(game, data.get("hold"), ("hold",))
    then = data.get("then")
    for turn, part in then.items() if isinstance(then, dict) else ():
        if isinstance(part, dict):
            yield from _unknown_names(game, part.get("hold"), ("then", turn, "hold"))


def _unknown_names(game: Game, topics: JSONValue, path: tuple[str | int, ...]) -> Iterator[Problem]:
    for place, topic in enumerate(topics if isinstance(topics, list) else ()):
        if isinstance(topic, str) and topic not in game.topics:
            yield _unknown_topic(game, (*path, place), topic)


def _unknown_topic(
    game: Game, path: tuple[str | int, ...], topic: str, *, key: bool = False
) -> Problem:
    return Problem(
        "unknown-topic",
        f'{game.title} has no topic "{topic}"',
        path,
        hint=nearest(topic, list(topics_of(game) if key else game.topics)),
        kind="invalid",
        facts=(("at", "key"),) if key else (),
    )


# -- the header -------------------------------------------------------------------------------


def header_text(saved: SavedMatch, seat: str) -> str:
    """Returns the header block as text to paste."""
    from adjudicator.audit.automatic import header_for

    return json.dumps(header_for(saved, seat))[1:-1]


# -- may it be locked -------------------------------------------------------------------------


def check_sheet(
    rules: Rules[Any],
    saved: SavedMatch,
    document: Document,
    sheet: Sheet,
    *,
    is_mailed: bool = False,
    is_automatic: bool = False,
    keeps_follow_ons: bool = False,
) -> CheckedSheet:
    """Judges an understood sheet against the match as it stands, and runs it dry.

    Sheets of other seats that wait for the same opening are sealed: they play no part.

    Args:
        is_mailed: whether the match is known from a state.json alone. That does not hold the
            sheets in force: once a player-turn has begun, only the form is judged. So it is in the
            middle of a step where each seat knows a part of the state: what the rules say there
            of a sheet could tell its seat more.
        is_automatic: whether no player wrote it; then it pledges nothing (TFD1 3.10 [A8]).
        keeps_follow_ons: whether problems that may only follow from a refused order are told too.
    """
    problems, dry = _judged(
        rules, saved, (document, sheet), is_mailed=is_mailed, is_automatic=is_automatic,
        keeps_follow_ons=keeps_follow_ons,
    )  # fmt: skip
    located = tuple(document.located(problem) for problem in enough(problems))
    return CheckedSheet(document, sheet, located, dry)


def refused_in_full(
    rules: Rules[Any],
    saved: SavedMatch,
    raw: bytes,
    error: RefusedFile,
    *,
    is_mailed: bool = False,
    keeps_follow_ons: bool = False,
) -> RefusedFile:
    """Returns the refusal of a sheet that is not understood, with what the rules say of the rest.

    Args:
        error: what `read_order_sheet` found.
        is_mailed: as for `check_sheet`.
        keeps_follow_ons: as for `check_sheet`.
    """
    if any(problem.kind == "malformed" for problem in error.problems) or not error.located:
        return error
    from adjudicator.documents.legible import legible_part

    document = read_json(raw, source=error.located[0].source)
    read = legible_part(rules.game, document.data, error.problems)
    if read is None or read.sheet.seat not in rules.seats:
        return error
    found, _ = _judged(
        rules,
        saved,
        (document, read.sheet),
        part=read,
        is_mailed=is_mailed,
        keeps_follow_ons=keeps_follow_ons,
    )
    found = [problem for problem in found if problem.code != "no-blind"]
    return RefusedFile((*error.located, *map(document.located, enough(found))))


def _judged(
    rules: Rules[Any],
    saved: SavedMatch,
    given: tuple[Document, Sheet],
    *,
    part: Legible | None = None,
    is_mailed: bool = False,
    is_automatic: bool = False,
    keeps_follow_ons: bool = False,
) -> tuple[list[Problem], DryRun[Any] | None]:
    """Returns what is wrong with what can be read of a sheet, in the order of the checks.

    Args:
        part: what is legible of the file; None: all of it.
    """
    document, sheet = given
    problems = [*_header_problems(rules, saved, sheet, document.source), *_blind_problems(sheet)]
    if is_automatic:
        problems = [one for one in problems if one.code != "pledge-missing"]
    fatal = any(not problem.warning for problem in problems)
    if not fatal:
        problems += _place_problems(rules, saved, sheet)
    dry: DryRun[Any] | None = None
    is_veiled = rules.is_hidden and bool(saved.journal)
    by_form = (is_veiled or (is_mailed and saved.begun)) and not sheet.is_about_match
    rest = None if fatal else _well_placed(sheet, problems)
    found: list[Problem] = []
    if rest is not None and by_form:
        problems += _form_problems(rules, saved, rest)
    elif rest is not None:
        run = dry_run(rules, saved, {sheet.seat: rest}, saved.n + 1, seat=sheet.seat)
        found = list(run.problems)
        dry = run if rest is sheet else None
    if part is not None:
        problems, found = [*map(part.in_file, problems)], [*map(part.in_file, found)]
    if found and not keeps_follow_ons:
        from adjudicator.documents.legible import Legible, without_follow_ons

        state = rules.view(state_of(rules.game, saved.position), sheet.seat)
        read = part or Legible(sheet, sheet.document, {})
        found = list(without_follow_ons(rules, state, read, found))
    return [*problems, *found], dry


def _well_placed(sheet: Sheet, problems: Sequence[Problem]) -> Sheet | None:
    """Returns what can be judged beside the problems: a sheet without what has no place in it."""
    refused = [problem.path for problem in problems if not problem.warning]
    if any(path[:1] == ("then",) for path in refused):
        from adjudicator.documents.later_turns import without_later

        sheet = without_later(sheet)
        refused = [path for path in refused if path[:1] != ("then",)]
    if not refused:
        return sheet
    topics = {path[1] for path in refused if len(path) == 2 and path[0] == "orders"}
    labels = {path[1] for path in refused if len(path) >= 2 and path[0] == "answers"}
    if not all(
        path[:1] == ("answers",) or (len(path) == 2 and path[0] == "orders") for path in refused
    ):
        return None
    orders = {topic: listed for topic, listed in sheet.orders.items() if topic not in topics}
    answers = {label: answer for label, answer in sheet.answers.items() if label not in labels}
    document = sheet.document
    written = {
        **document,
        "orders": {topic: document["orders"][topic] for topic in orders},
        **({"answers": {label: document["answers"][label] for label in answers}} if labels else {}),
    }
    return sheet._replace(orders=orders, answers=answers, document=written)


def _form_problems(rules: Rules[Any], saved: SavedMatch, sheet: Sheet) -> Iterator[Problem]:
    """What is wrong with a sheet whatever the sheets in force say."""
    state = rules.view(state_of(rules.game, saved.position), sheet.seat)
    for topic, orders in sheet.orders.items():
        for index, order in enumerate(orders if topic != MATCH else ()):
            for problem in rules.check_static(state, topic, order, seat=sheet.seat):
                yield problem.under("orders", topic, index)
    if sheet.then:
        from adjudicator.documents.later_turns import later_forms

        yield from later_forms(rules, saved, sheet)
    for asked in saved.pending:
        given = sheet.answers.get(asked.label)
        if asked.seat != sheet.seat or given is None or not asked.options:
            continue
        tags = {option["order"] for option in asked.options}
        if given.order not in tags:
            yield Problem(
                "wrong-order",
                f'"{given.order}" is not what is asked here',
                ("answers", asked.label, "order"),
                asked.rule,
                hint=f'Give "{min(tags)}". {asked.prompt}',
            )
            continue
        shape = list(rules.check_static(state, asked.topic, given, seat=sheet.seat))
        if rules.is_hidden and not shape and given.to_json() not in asked.options:
            shape = [_not_an_answer(asked)]
        for problem in shape:
            yield problem.under("answers", asked.label)
    yield from standing_problems(rules, sheet)


def _not_an_answer(asked: Pending) -> Problem:
    return Problem(
        "not-an-answer",
        f"this is none of the {len(asked.options or ())} legal answers",
        rule=asked.rule,
        hint=f"{asked.prompt} All legal answers stand in the seat's state file and report.",
    )


def _header_problems(
    rules: Rules[Any], saved: SavedMatch, sheet: Sheet, source: str
) -> Iterator[Problem]:
    if sheet.seat not in rules.seats:
        yield Problem(
            "unknown-seat",
            f'this match has no seat "{sheet.seat}"',
            ("player",),
            hint=nearest(sheet.seat, list(rules.seats)),
            kind="invalid",
        )
        return
    if saved.is_over:
        yield _match_over()
        return
    if saved.locked is not None:
        yield opening_locked(saved.n + 1)
        return
    anew = functools.partial(_addressed_anew, saved, sheet.seat, source)
    if sheet.document["game"] != saved.gid:
        yield Problem(
            "other-match", "this sheet is for another match", ("game",), hint=anew(), kind="stale"
        )
    elif sheet.n != saved.n + 1:
        yield Problem(
            "other-opening",
            f"this sheet is for opening {sheet.n}, the next one is {saved.n + 1}",
            ("n",),
            hint=anew(),
            kind="stale",
        )
    elif sheet.document["head"] != saved.head:
        message = "this sheet answers another log than this match's"
        hint = f"If your log ends otherwise, ask the referee why.\n{anew()}"
        for rewound in saved.rewinds:
            if rewound.before == sheet.document["head"]:
                message = (
                    f"this sheet was written before the match was rewound to opening {rewound.to}"
                )
                hint = f"Look at the new position first.\n{anew()}"
        yield Problem("other-head", message, ("head",), hint=hint, kind="stale")
    elif sheet.document["pledge"] is not None or sheet.seat in saved.chains:
        from adjudicator.documents.keys.pledges import pledge_problems

        yield from pledge_problems(saved, sheet, source)


def _addressed_anew(saved: SavedMatch, seat: str, source: str) -> str:
    """Returns how a sheet that is not for the next opening becomes one that is."""
    from adjudicator.documents.keys.pledges import addressed

    hint = f"With the newest state.json, this writes it anew:\n{addressed(seat, source)}"
    if seat in saved.chains:
        return hint
    return f"{hint}\nOr paste this over its header:\n{header_text(saved, seat)},"


def opening_locked(n: int) -> Problem:
    """Returns the problem of a sheet for an opening whose lock is published."""
    return Problem(
        "opening-locked",
        f"opening {n} is locked: no further sheet is taken into it",
        ("n",),
        "TFD1 3.8",
        hint=f"When it is opened, send a sheet for opening {n + 1}, with its header.",
        kind="stale",
    )


def _match_over() -> Problem:
    return Problem("match-over", "the match is over", hint="There is nothing left to order.")


def _blind_problems(sheet: Sheet) -> Iterator[Problem]:
    if sheet.document.get("blind") is None:
        yield Problem(
            "no-blind",
            "without a blind a short sheet can be guessed from its hash in the lock line",
            hint="Start from `adjudicator template`, which writes one.",
            kind="invalid",
            warning=True,
        )


def _place_problems(rules: Rules[Any], saved: SavedMatch, sheet: Sheet) -> Iterator[Problem]:
    """Orders come from seats whose sheet is awaited, for topics not yet begun."""
    state = rules.view(state_of(rules.game, saved.checkpoint), sheet.seat)
    step = rules.next_step(state)
    if step is None:
        yield _match_over()
        return
    reached = state_of(rules.game, saved.position)
    if sheet.seat in reached.conceded:
        from adjudicator.documents.match_orders import conceded_problems

        yield from conceded_problems(sheet)
        return
    if sheet.seat in reached.consent_not_needed:
        from adjudicator.documents.match_orders import eliminated_problems

        yield from eliminated_problems(sheet)
        return
    if sheet.orders.get(MATCH):
        from adjudicator.documents.match_orders import match_problems

        yield from match_problems(reached, sheet)
    if sheet.answers or sheet.then:
        from adjudicator.documents.answers import answer_problems

        yield from answer_problems(rules, saved, sheet)
    asked = {pending.topic for pending in saved.pending if pending.seat == sheet.seat}
    if step.part is not None:
        yield from _hold_problems(sheet, step.part)
    if sheet.then:
        from adjudicator.documents.later_turns import later_places

        yield from later_places(rules, saved, sheet)
    for topic, orders in sheet.orders.items():
        path = ("orders", topic)
        if topic == MATCH or (not orders and sheet.seat not in step.seats):
            continue
        if sheet.seat not in step.seats:
            yield Problem(
                "not-awaited",
                f"no orders are due from {sheet.seat} now, but from {', '.join(step.seats)}",
                path,
                hint="Standing orders and answers may be sent at any time.",
            )
        elif topic not in step.topics:
            yield Problem(
                "topic-not-now",
                f"{topic} has no place in {step.turn}",
                path,
                hint=f"Its topics are {', '.join(step.topics)}.",
            )
        elif topic in saved.topics_begun.get(sheet.seat, ()):
            if not orders:  # as a template of the mailed state has it: nothing is replaced
                continue
            yield Problem(
                "topic-begun",
                f"{topic} has begun; its orders stand",
                path,
                hint="Leave the topic out; answer questions by their label under answers.",
            )
        elif step.part is not None and saved.begun and topic not in asked:
            yield Problem(
                "sheets-opened",
                f"the sheets of {step.turn} have been opened: nobody changes their plans now",
                path,
                hint="Leave the topic out; only what is asked may be ordered.",
            )


def _hold_problems(sheet: Sheet, part: Part[Any]) -> Iterator[Problem]:
    """Plans for a player-turn in parts are not held back until others' are known."""
    for place, topic in enumerate(sheet.hold or ()):
        if topic in part.sealed:
            yield Problem(
                "hold-sealed",
                f"{topic} cannot be held: all sheets are opened together, and plans stand in them",
                ("hold", place),
                hint="Give the orders now; what comes after the dice can be held.",
            )


def second_sheet(seat: str, first: str) -> Problem:
    """Returns the problem of a second sheet of one seat in one command."""
    return Problem(
        "second-sheet",
        f"this is a second sheet of {seat}, beside {first}",
        ("player",),
        hint="Give the one that counts.",
        kind="invalid",
    )


def other_seat(seat: str, name: str) -> Problem:
    """Returns the problem of a sheet that waits in the place of another seat's."""
    return Problem(
        "other-seat",
        f"this file is where the sheet of {name} waits, but the sheet is of {seat}",
        ("player",),
        hint="Take the file away, and give the sheet to `adjudicate`.",
        kind="unusable",
    )
