"""Sheets to be filled in: header, topics, first answers; and examples of all that may be said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.audit.automatic import as_listed, drafted, header_for, topics_open
from adjudicator.audit.opening import SavedMatch
from adjudicator.core.capabilities import TellsTopics
from adjudicator.core.dry_run import dry_run
from adjudicator.core.ending import MATCH, MATCH_ORDERS, AcceptDraw, other_offers
from adjudicator.core.examples import example_orders
from adjudicator.core.game import Order, Rules, example_of
from adjudicator.core.later_turns import TurnAhead
from adjudicator.core.problem import Problem, Refused
from adjudicator.core.save import state_of
from adjudicator.core.sheet import as_written, ask_example, read_sheet, sheet_schema_id
from adjudicator.core.sheet_writer import written_sheet
from adjudicator.core.values import JSONValue
from adjudicator.documents.later_turns import ahead_of

__all__ = ["TopicForms", "forms_for", "sheet_of_player", "standing_for", "template_for"]


def template_for(
    rules: Rules[Any], saved: SavedMatch, seat: str, blind: str, *, run: bool = False
) -> dict[str, JSONValue]:
    """Returns a sheet to fill in: header, topics in the order of play, questions asked.

    A topic that no player may leave empty holds a legal draft; a question, its first answer.

    Args:
        blind: 32 random bytes, so that nobody can guess a short sheet from its hash.
        run: whether it is for the later player-turns, too, that the seat plays directly behind.

    Raises:
        Refused: it plays none.
    """
    sheet = _blank(rules, saved, seat, blind) | drafted(rules, saved, seat)
    if saved.begun and not saved.sheets:
        sheet |= _answered_by_label(saved, seat, sheet)
    if run:
        sheet["then"] = {
            turn.name: {
                "orders": {
                    topic: [as_written(o) for o in rules.draft(turn.state, seat, topic)]
                    for topic in turn.step.topics
                }
            }
            for turn in _ahead_of(rules, saved, seat)
        }
    return sheet


def _answered_by_label(
    saved: SavedMatch, seat: str, sheet: Mapping[str, Any]
) -> dict[str, JSONValue]:
    """Returns the parts of a sheet with an answer to each question that has a list of them.

    A mailed state does not say which topics have begun, and in one that has an empty list answers
    nothing. An answer under the question's label is right in both.
    """
    listed = {one.label: one for one in saved.pending if one.seat == seat and one.options}
    asked = {one.topic for one in listed.values()}
    given: dict[str, JSONValue] = sheet["orders"]
    orders = {topic: said for topic, said in given.items() if said or topic not in asked}
    answers: dict[str, JSONValue] = dict(sheet.get("answers", {}))
    for label, one in listed.items():
        if one.topic not in orders:
            answers.setdefault(label, as_listed(one))
    parts: dict[str, JSONValue] = {"orders": orders}
    return parts | ({"answers": answers} if answers else {})


def sheet_of_player(
    rules: Rules[Any], saved: SavedMatch, seat: str, blind: str, *, run: bool = False
) -> dict[str, JSONValue]:
    """Returns what the built-in player would order, as a draft of the seat's own sheet.

    The sheets that it writes itself have no bit that anybody chose: see `audit/automatic.py`.

    Args:
        blind: 32 random bytes.
        run: whether it orders for the later player-turns, too, that the seat plays directly
            behind; it plans them for the position that there is if nothing more happens before.

    Raises:
        Refused: it plays none.
    """
    blank = _blank(rules, saved, seat, blind) | {"orders": {}}
    if run:
        ahead = _ahead_of(rules, saved, seat)
        blank["then"] = {turn.name: {"orders": {}} for turn in ahead}
    return written_sheet(rules, saved, blank).document


def _blank(rules: Rules[Any], saved: SavedMatch, seat: str, blind: str) -> dict[str, JSONValue]:
    return {"$schema": sheet_schema_id(rules.game), **header_for(saved, seat), "blind": blind}


def _ahead_of(rules: Rules[Any], saved: SavedMatch, seat: str) -> tuple[TurnAhead[Any], ...]:
    ahead = ahead_of(rules, saved, seat)
    if not ahead:
        problem = Problem(
            "no-turn-ahead",
            f"{seat} plays no player-turn right after the one that is due",
            rule="",
            hint="Leave --run out.",
        )
        raise Refused([problem])
    return ahead


def standing_for(rules: Rules[Any], saved: SavedMatch, seat: str) -> list[JSONValue]:
    """Returns the seat's standing orders as they stand, else the published defaults, to edit."""
    own = saved.standing.get(seat)
    if own is not None and own.orders:
        return list(own.orders)
    defaults = rules.standing_defaults(seat)
    return [order.model_dump(mode="json", by_alias=True, exclude_none=True) for order in defaults]


_NOTHING = "nothing in this position allows one"


class TopicForms(NamedTuple):
    """What `template` shows of the orders of a topic."""

    topic: str
    """The topic, as it stands under `orders`."""
    forms: tuple[JSONValue, ...]
    """Examples of its orders, one of each kind."""
    because: str = ""
    """Why no such order is legal now; empty: these are."""
    notes: tuple[str, ...] = ()
    """What is due, and where it may go."""


def forms_for(rules: Rules[Any], saved: SavedMatch, seat: str) -> list[TopicForms]:
    """Returns examples of every order that a sheet for the seat may hold, by topic.

    Together they are one legal sheet, but for those that are not possible now: these are made of
    what the seat has, or those of the schema. What may be said at any time comes last: the topic
    `match`, and standing orders, under `standing`.
    """
    view = rules.view(state_of(rules.game, saved.checkpoint), seat)
    topics = topics_open(rules, saved, seat)
    found = dict(example_orders(rules, view, seat)) if topics else {}
    found = {topic: found[topic] for topic in topics if found.get(topic)}
    wrong: dict[str, str] = {}
    while told := _first_wrong(rules, saved, seat, found):
        topic, wrong[topic] = told
        del found[topic]
    shown = [
        _of_topic(rules, saved, (seat, topic), found.get(topic, ()), because=wrong.get(topic, ""))
        for topic in topics
    ]
    reached = state_of(rules.game, saved.position)
    if not saved.is_over and seat not in reached.conceded:
        can_accept = bool(other_offers(reached, seat))
        said = (m for m in MATCH_ORDERS if can_accept or m is not AcceptDraw)
        shown.append(TopicForms(MATCH, tuple(map(example_of, said))))
    standing = (ask_example(rules.game), *rules.standing_examples(view, seat))
    shown.append(TopicForms("standing", tuple(map(as_written, standing))))
    return [*shown, *_answers(rules, saved, seat)]


def _answers(rules: Rules[Any], saved: SavedMatch, seat: str) -> Iterator[TopicForms]:
    """Yields how questions are answered of which a sheet to fill in holds no answer.

    They are those of which the game lists no legal answers and drafts none: the schema's example
    shows the form, under the question's label.
    """
    answered = drafted(rules, saved, seat).get("answers")
    for pending in saved.pending:
        if pending.seat != seat or pending.topic not in rules.game.topics:
            continue
        has_draft = isinstance(answered, dict) and pending.label in answered
        if has_draft or pending.topic in topics_open(rules, saved, seat):
            continue
        examples = map(example_of, rules.game.topics[pending.topic])
        forms: tuple[JSONValue, ...] = tuple({pending.label: one} for one in examples if one)
        yield TopicForms("answers", forms, notes=(pending.prompt,))


def _of_topic(
    rules: Rules[Any],
    saved: SavedMatch,
    of: tuple[str, str],
    found: Sequence[Order],
    *,
    because: str,
) -> TopicForms:
    seat, topic = of
    view = rules.view(state_of(rules.game, saved.checkpoint), seat)
    orders = found or rules.order_examples(view, seat, topic)
    by_tag = {order.order: order for order in reversed(orders)}
    forms = tuple(map(as_written, by_tag.values()))
    if not by_tag:
        examples = map(example_of, rules.game.topics[topic])
        forms = tuple(shown for shown in examples if isinstance(shown, dict))
    notes: tuple[str, ...] = ()
    reason = ""
    if isinstance(rules, TellsTopics):
        notes = tuple(rules.topic_notes(view, seat, topic))
        reason = "" if found else rules.why_not_now(view, seat, topic)
    step = rules.next_step(view)
    answers = step is not None and topic in step.asks_all
    if found or (answers and not reason):  # what answers questions may be given before they come
        return TopicForms(topic, forms, notes=notes)
    return TopicForms(topic, forms, reason or because or _NOTHING, notes)


def _first_wrong(
    rules: Rules[Any], saved: SavedMatch, seat: str, found: Mapping[str, Sequence[Order]]
) -> tuple[str, str] | None:
    """Returns a topic whose examples are not legal as a sheet stands with all of them, and why.

    In mid-turn the sheets in force play a part, and a mailed state does not hold them.
    """
    if saved.begun or not found:
        return None
    orders = {topic: [as_written(order) for order in listed] for topic, listed in found.items()}
    sheet, _ = read_sheet(rules.game, {**header_for(saved, seat), "orders": orders})
    assert sheet is not None, "examples are of the right form"
    run = dry_run(rules, saved, {seat: sheet}, saved.n + 1, seat=seat)
    for problem in run.problems:
        if not problem.warning and problem.path[1] in found:
            return str(problem.path[1]), problem.message
    return None
