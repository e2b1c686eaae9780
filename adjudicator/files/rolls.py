"""Files of dice rolled elsewhere (external mode): by label, the values in the order rolled."""

from __future__ import annotations

from adjudicator.core.values import FrozenMap, Label, Value
from adjudicator.files.json_input import read_json
from adjudicator.files.problems import RefusedFile
from adjudicator.files.schemas import parse, schema_of, validate

__all__ = ["Rolls", "read_rolls"]


class Rolls(Value):
    """Dice rolled elsewhere: `{"rolls": {"<label>": [5, 1]}}`."""

    rolls: FrozenMap[Label, tuple[int, ...]]
    """By label, one value for each die, in the order rolled."""


def read_rolls(raw: bytes, source: str) -> dict[str, tuple[int, ...]]:
    """Returns the rolls of a file by label.

    Raises:
        RefusedFile: it is malformed or invalid.
    """
    document = read_json(raw, source=source)
    if isinstance(document.data, dict) and "rolls" not in document.data:
        # The bare object of labels is as good.
        document.data = {"rolls": document.data}
        return dict(parse(Rolls, document).rolls)
    problems = validate(document, schema_of(Rolls, "Rolls", "urn:adjudicator:rolls"))
    if problems:
        raise RefusedFile(document.located(problem) for problem in problems)
    return dict(parse(Rolls, document).rolls)
