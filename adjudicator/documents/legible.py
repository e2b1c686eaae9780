"""What can be read of a sheet with problems of form, and which problems only follow from others.

Both help a player to see at once all that is wrong, and nothing that is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from adjudicator.core.game import Game, Order, Rules
from adjudicator.core.problem import Path, Problem
from adjudicator.core.sheet import Sheet, read_sheet, tag_of, topics_of
from adjudicator.core.values import JSONValue
from adjudicator.documents.problems import path_text

__all__ = ["Legible", "legible_part", "without_follow_ons"]

_NO_NAMES = frozenset(("order", "unit", "kind", "type", "nation", "move", "count"))
"""Keys under which stands no name of a thing that two orders could share."""

_At: TypeAlias = tuple[int, int]
"""Where an order stands: the place of its topic in the order of play, and its place in the list."""


class Legible(NamedTuple):
    """A sheet as it is judged, and where its parts stand in the file."""

    sheet: Sheet
    """Without the orders, answers and standing orders that are not understood."""
    document: Mapping[str, Any]
    """The file as it is."""
    places: Mapping[Path, Sequence[int]]
    """By the path of a list of the sheet, where in the file its entries stand."""
    unread: tuple[Path, ...] = ()
    """The paths of what was not understood."""

    def in_file(self, problem: Problem) -> Problem:
        """Returns a problem with the path that it has in the file."""
        path = problem.path
        for length, part in enumerate(path):
            listed = self.places.get(path[:length])
            if listed is not None and isinstance(part, int) and part < len(listed):
                return problem._replace(path=(*path[:length], listed[part], *path[length + 1 :]))
        return problem

    def order_at(self, topic: str, place: int) -> Order | None:
        """Returns an order by its place in the file; None: it was not understood."""
        listed = self.sheet.orders.get(topic, ())
        places = self.places.get(("orders", topic), range(len(listed)))
        return listed[places.index(place)] if place in places else None


def legible_part(game: Game, document: JSONValue, problems: Sequence[Problem]) -> Legible | None:
    """Returns what is left of a sheet beside its problems of form; None: too little for the rules.

    Its header must be understood: each problem must lie in one order, answer or the like.
    """
    parts = ("orders", "answers", "standing", "hold", "then")
    if any(len(problem.path) < 2 or problem.path[0] not in parts for problem in problems):
        return None
    assert isinstance(document, dict), "a problem of the whole would have no path"
    return _left_of(game, document, problems)


def _left_of(
    game: Game, document: Mapping[str, Any], problems: Sequence[Problem]
) -> Legible | None:
    wrong = {problem.path[: 3 if problem.path[0] == "orders" else 2] for problem in problems}
    places: dict[Path, Sequence[int]] = {}

    def left(listed: Sequence[JSONValue], *path: str) -> list[JSONValue]:
        places[path] = [place for place in range(len(listed)) if (*path, place) not in wrong]
        return [listed[place] for place in places[path]]

    read: dict[str, Any] = {**document}
    read["orders"] = {
        topic: left(listed, "orders", topic)
        for topic, listed in document["orders"].items()
        if ("orders", topic) not in wrong
    }
    if "answers" in document:
        answers = document["answers"].items()
        read["answers"] = {label: one for label, one in answers if ("answers", label) not in wrong}
    if any(path[0] == "then" for path in wrong):
        del read["then"]
    for name in ("standing", "hold"):
        if document.get(name) is not None:
            read[name] = left(document[name], name)
    sheet, _ = read_sheet(game, read)
    return None if sheet is None else Legible(sheet, document, places, tuple(_sorted_paths(wrong)))


def _sorted_paths(paths: Iterable[Path]) -> list[Path]:
    """Returns paths in one order, whatever stands in them."""
    return sorted(paths, key=lambda path: [(isinstance(part, int), part) for part in path])


# -- what only follows ----------------------------------------------------------------------------


class _Refused(NamedTuple):
    """An order that is refused."""

    topic: str
    place: int
    names: frozenset[str]
    brings: tuple[str, ...]


def without_follow_ons(
    rules: Rules[Any], state: Any, read: Legible, problems: Sequence[Problem]
) -> Iterator[Problem]:
    """Yields problems of the rules; for those that depend on a refused order, one line an order.

    An order depends on one before it if both name the same thing, or if that one brings what this
    one disposes of. What is wrong whatever came before is told in any case.

    Args:
        state: what the seat sees, for what no die can change.
        problems: those that the rules found, with their paths in the file.
    """
    topics = list(topics_of(rules.game))
    by_order: dict[_At, list[Problem]] = {
        at: [] for path in read.unread if (at := _place_of(path, topics)) is not None
    }
    for problem in problems:
        at = _place_of(problem.path, topics)
        if at is not None and not problem.warning:
            by_order.setdefault(at, []).append(problem)
    refused: list[_Refused] = []
    dependent: dict[_At, _Refused] = {}
    # Whose topic is misspelt has not forgotten what belongs there.
    loses_topics = any(len(path) == 2 and path[0] == "orders" for path in read.unread)
    for at in sorted(by_order):
        one = _refused(rules.game, read, topics[at[0]], at[1])
        before = next((other for other in refused if _depends(one, other)), None)
        if before is not None and not _is_wrong_anyway(rules, state, read, one):
            dependent[at] = before
        refused.append(one)
    for problem in problems:
        at = _place_of(problem.path, topics)
        if _is_of_topic(problem) and (loses_topics or _is_of_rest(problem, refused)):
            continue
        if at not in dependent or problem.warning:
            yield problem
    for at, before in dependent.items():
        yield _not_judged(("orders", topics[at[0]], at[1]), before)


def _place_of(path: Path, topics: Sequence[str]) -> _At | None:
    """Returns where the order stands that a problem is in; None: it is in none."""
    match path:
        case ("orders", str(topic), int(place), *_) if topic in topics:
            return topics.index(topic), place
    return None


def _refused(game: Game, read: Legible, topic: str, place: int) -> _Refused:
    written: JSONValue = read.document["orders"][topic][place]
    tag = written.get("order") if isinstance(written, dict) else None
    models = [model for model in topics_of(game)[topic] if tag_of(model) == tag]
    brings = models[0].brings if models else ()
    return _Refused(topic, place, frozenset(_names(written)), brings)


def _names(written: JSONValue) -> Iterator[str]:
    """Yields the names of things in an order: its strings, but for words such as `infantry`."""
    if isinstance(written, str):
        yield written
    elif isinstance(written, list):
        for part in written:
            yield from _names(part)
    elif isinstance(written, dict):
        for key, part in written.items():
            if key not in _NO_NAMES:
                yield from _names(part)


def _is_wrong_anyway(rules: Rules[Any], state: Any, read: Legible, one: _Refused) -> bool:
    """Whether an order was not understood, or is wrong whatever dice and other orders do."""
    order = read.order_at(one.topic, one.place)
    seat = read.sheet.seat
    return order is None or any(rules.check_static(state, one.topic, order, seat=seat))


def _depends(one: _Refused, before: _Refused) -> bool:
    return bool(one.names & before.names) or one.topic in before.brings


def _is_of_topic(problem: Problem) -> bool:
    return len(problem.path) == 2 and problem.path[0] == "orders" and not problem.warning


def _is_of_rest(problem: Problem, refused: Sequence[_Refused]) -> bool:
    """Whether a problem of a whole topic follows from a refused order: something is left over."""
    return any(problem.path[1] in (one.topic, *one.brings) for one in refused)


def _not_judged(path: Path, before: _Refused) -> Problem:
    other = path_text(("orders", before.topic, before.place))
    return Problem(
        "hangs-on-refused",
        f"this order was not judged: it depends on {other}, which is refused",
        path,
        hint="Put that one right first, and check again.",
        warning=True,
    )
