"""Corrections: a JSON patch (RFC 6902) by which a referee mends a mistake in the state.

A correction is an opening of its own, between two steps, without sheets and without dice: a
referee who knows the key of an opening must not choose, by what they correct, what its dice decide.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field, ValidationError

from adjudicator.audit import log
from adjudicator.core.decks import RefusingDice
from adjudicator.core.game import Rules, State
from adjudicator.core.problem import Path, Problem, Refused, Unusable
from adjudicator.core.pydantic_errors import reason_of
from adjudicator.core.referee import Run, Save, run
from adjudicator.core.values import Value, canonical

__all__ = [
    "OPERATIONS",
    "PatchOperation",
    "check_between_steps",
    "corrected_state",
    "run_corrected",
    "tried",
]

S = TypeVar("S", bound=State)
R = TypeVar("R")
Pointer = Annotated[str, Field(pattern=r"^(/([^/~]|~[01])*)+$", max_length=1000)]
"""A JSON pointer (RFC 6901) to a part of the state, not to the whole."""


class PatchOperation(Value):
    """One operation of a JSON patch."""

    op: str
    path: Pointer
    """The place, as a JSON pointer into the state: "/units/portland/usa/infantry"."""


class _Add(PatchOperation):
    """Puts a value where none is, or into a list."""

    op: Literal["add"]
    value: Any
    """The value."""


class _Remove(PatchOperation):
    """Takes a value away."""

    op: Literal["remove"]


class _Replace(PatchOperation):
    """Puts another value where one is."""

    op: Literal["replace"]
    value: Any
    """The value."""


class _Move(PatchOperation):
    """Takes a value away and puts it elsewhere."""

    op: Literal["move"]
    from_: Annotated[Pointer, Field(alias="from")]
    """Where it is now."""


class _Copy(PatchOperation):
    """Puts a value elsewhere too."""

    op: Literal["copy"]
    from_: Annotated[Pointer, Field(alias="from")]
    """Where it is."""


class _Compare(PatchOperation):
    """Says what must stand there; else nothing of the patch is carried out."""

    op: Literal["test"]
    value: Any
    """The value."""


OPERATIONS: Mapping[str, type[PatchOperation]] = {
    "add": _Add,
    "copy": _Copy,
    "move": _Move,
    "remove": _Remove,
    "replace": _Replace,
    "test": _Compare,
}
"""By their tag, the operations that a patch may hold."""


def check_between_steps(save: Save) -> None:
    """A position between two steps can be corrected, or be a new start; a suspended one cannot.

    Raises:
        Unusable: a step is suspended.
    """
    if not save.journal and not save.events_reported and save.position == save.checkpoint:
        return
    problem = Problem(
        "step-suspended",
        f"the player-turn {save.turn} is in the middle of a step: its answers and dice belong to "
        "the position as it is",
        hint="Wait until the step is finished, or `rewind` to an opening before it.",
        kind="unusable",
    )
    raise Unusable([problem])


def run_corrected(rules: Rules[S], save: Save, correction: log.Correction) -> Run[S]:
    """Mends the position of a save and returns what is awaited then.

    Raises:
        Refused: the patch has problems, or the match is not between two steps.
    """
    check_between_steps(save)
    before = type(rules.start).model_validate_json(canonical(save.position))
    after = corrected_state(rules, before, correction.to_json()["patch"])
    document = after.to_json()
    start = save.model_copy(update={"checkpoint": document, "position": document})
    done = tried(lambda: run(rules, start, {}, correction.n, dice=RefusingDice(is_view=False)))
    if done.grew or not (done.save.pending or done.save.is_over):
        problem = Problem(
            "correction-goes-on",
            "from this position the rules would go on at once, with sheets that are in force or "
            "with dice, and a correction has neither",
            hint="`rewind` to an opening before the player-turn, and correct it there.",
        )
        raise Refused([problem])
    return done._replace(before=before, turns=("correction",))


def corrected_state(rules: Rules[S], state: S, patch: Sequence[Mapping[str, Any]]) -> S:
    """Returns a state as a patch corrects it.

    Raises:
        Refused: the patch has problems; all of them, with their places in it.
    """
    document, problems = _patched(state.to_json(), patch)
    if problems:
        raise Refused(problems)
    try:
        after = type(state).model_validate_json(canonical(document))
    except ValidationError as error:
        found = sorted(_not_understood(error, patch), key=lambda problem: problem.path)
        raise Refused(found) from None
    broken = tried(lambda: list(rules.check_state(after)))
    if broken:
        raise Refused(
            Problem("position-impossible", f"such a position cannot be: {why}") for why in broken
        )
    if after == state:
        message = "the patch changes nothing"
        hint = "Compare it with the state in the last state.json."
        raise Refused([Problem("correction-empty", message, hint=hint)])
    _check_public(rules, state, after, patch)
    return after


def _check_public(rules: Rules[S], before: S, after: S, patch: Sequence[Mapping[str, Any]]) -> None:
    """Where a state holds secrets, what everybody reads of a patch must not tell any."""
    views = rules.view(before, None), tried(lambda: rules.view(after, None))
    if views == (before, after):
        return
    document, problems = _patched(views[0].to_json(), patch)
    if problems or document != views[1].to_json():
        problem = Problem(
            "correction-hidden",
            "the patch touches what not everybody may know, and everybody reads a patch",
            hint="Mend only what stands in everybody's state.json.",
        )
        raise Refused([problem])


def _patched(document: Any, patch: Sequence[Mapping[str, Any]]) -> tuple[Any, list[Problem]]:
    """Carries out one operation after another; returns a problem for each that cannot be."""
    from jsonpatch import JsonPatch, JsonPatchException, JsonPatchTestFailed
    from jsonpointer import JsonPointerException

    problems = []
    for index, operation in enumerate(patch):
        model = OPERATIONS.get(str(operation.get("op")))
        try:
            if model is None:
                raise JsonPatchException("there is no such operation")
            model.model_validate_json(canonical(operation))
            document = JsonPatch([dict(operation)]).apply(document)
        except JsonPatchTestFailed:
            message = f"another value stands at {operation['path']}"
            problems.append(Problem("patch-fails", message, (index, "value")))
        except (JsonPatchException, JsonPointerException, ValidationError):
            at = "from" if "from" in operation else "path"
            message = f"the state has no place {operation.get(at)}"
            hint = 'A path leads into "state" of everybody\'s state.json, from its root: "/turn".'
            problems.append(Problem("patch-fails", message, (index, at), hint=hint))
    return document, problems


def _not_understood(
    error: ValidationError, patch: Sequence[Mapping[str, Any]]
) -> Iterator[Problem]:
    """Yields why the game does not understand a patched state, each at the operation behind it."""
    for item in error.errors(include_url=False):
        steps = [str(step) for step in item["loc"]]
        place = "/" + "/".join(steps)
        yield Problem(
            "correction-not-understood",
            f"{place}: {reason_of(item)}",
            _behind(steps, patch),
            kind="invalid",
        )


def _behind(steps: Sequence[str], patch: Sequence[Mapping[str, Any]]) -> Path:
    """Returns the place of the last operation that touches what lies at some steps."""
    for index in range(len(patch) - 1, -1, -1):
        touched = patch[index]["path"].split("/")[1:]
        common = min(len(touched), len(steps))
        if touched[:common] == list(steps[:common]):
            return (index,)
    return ()


def tried(what: Callable[[], R]) -> R:
    """Returns what the rules say of a state that nobody played to.

    They may rely on what their models cannot say: then it is no position of the game.

    Raises:
        Refused: they do.
    """
    try:
        return what()
    except (ArithmeticError, AssertionError, AttributeError, LookupError, ValueError) as error:
        problem = Problem(
            "position-impossible",
            f"such a position cannot be: the rules stop at {type(error).__name__} {error}",
        )
        raise Refused([problem]) from None
