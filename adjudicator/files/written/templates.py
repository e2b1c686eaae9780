"""Sheets to be filled in: header, topics, first answers; and examples of all that may be said."""

from __future__ import annotations

from typing import Any

from adjudicator.core.automatic import drafted, header_for, topics_open
from adjudicator.core.ending import MATCH, MATCH_ORDERS, AcceptDraw, other_offers
from adjudicator.core.examples import example_orders
from adjudicator.core.game import Rules, example_of
from adjudicator.core.later_turns import TurnAhead
from adjudicator.core.opening import SavedMatch
from adjudicator.core.problem import Problem, Refused
from adjudicator.core.save import state_of
from adjudicator.core.sheet import as_written, ask_example, sheet_schema_id
from adjudicator.core.sheet_writer import written_sheet
from adjudicator.core.values import JSONValue
from adjudicator.files.written.later_turns import ahead_of

__all__ = ["forms_for", "sheet_of_player", "standing_for", "template_for"]


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


def sheet_of_player(
    rules: Rules[Any], saved: SavedMatch, seat: str, blind: str, *, run: bool = False
) -> dict[str, JSONValue]:
    """Returns what the built-in player would order, as a draft of the seat's own sheet.

    The sheets that it writes itself have no bit that anybody chose: see `core/automatic.py`.

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
            f"{seat} plays no player-turn directly behind the one that is awaited",
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


def forms_for(rules: Rules[Any], saved: SavedMatch, seat: str) -> list[tuple[str, JSONValue]]:
    """Returns an example of every order that a sheet for the seat may hold, each by its topic.

    They are legal in this position where the topic can come up in it, else made of what the seat
    has, or those of the schema. What may be said at any time
    comes last: the topic `match`, and standing orders, under `standing`.
    """
    view = rules.view(state_of(rules.game, saved.checkpoint), seat)
    topics = topics_open(rules, saved, seat)
    found = example_orders(rules, view, seat) if topics else {}
    forms: list[tuple[str, JSONValue]] = []
    for topic in topics:
        orders = found.get(topic) or rules.order_examples(view, seat, topic)
        by_tag = {order.order: order for order in reversed(orders)}
        forms += [(topic, as_written(order)) for order in by_tag.values()]
        if topic not in found and not by_tag:
            forms += [(topic, example_of(model)) for model in rules.game.topics[topic]]
    reached = state_of(rules.game, saved.position)
    if not saved.is_over and seat not in reached.conceded:
        can_accept = bool(other_offers(reached, seat))
        forms += [(MATCH, example_of(m)) for m in MATCH_ORDERS if can_accept or m is not AcceptDraw]
    forms.append(("standing", as_written(ask_example(rules.game))))
    forms += [("standing", as_written(order)) for order in rules.standing_examples(view, seat)]
    return [(topic, shown) for topic, shown in forms if shown is not None]
