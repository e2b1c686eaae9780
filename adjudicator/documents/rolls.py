"""Files of dice rolled elsewhere (external mode): by label, the values in the order rolled."""

from __future__ import annotations

from pydantic import ConfigDict, RootModel

from adjudicator.core.values import FrozenMap, Label
from adjudicator.documents.json_input import read_json
from adjudicator.documents.schemas import understood

__all__ = ["Rolls", "read_rolls"]


class Rolls(RootModel[FrozenMap[Label, tuple[int, ...]]]):
    """By label, one value for each die, in the order rolled: `{"<label>": [5, 1]}`."""

    model_config = ConfigDict(frozen=True, strict=True, defer_build=True)


def read_rolls(raw: bytes, source: str) -> dict[str, tuple[int, ...]]:
    """Returns the rolls of a file by label.

    Raises:
        RefusedFile: it is malformed or invalid.
    """
    document = read_json(raw, source=source)
    return dict(understood(Rolls, document).root)
