"""Files that people name: read within a limit, written whole or not at all.

A front end that reads and writes by these alone has the limits, messages and safety of the
program: a file is written to a temporary name, synced and renamed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from adjudicator.api.problems import Refused, RefusedFile, Unusable, UnusableFile
from adjudicator.core.limits import MAX_LOG
from adjudicator.documents.json_input import MAX_SIZE, read_json
from adjudicator.documents.printed import command, pretty, word
from adjudicator.documents.problems import Located
from adjudicator.documents.storage import (
    REFEREE,
    is_closed,
    is_referees,
    read_bytes,
    write_atomically,
    write_new,
    write_wanted,
)

if TYPE_CHECKING:  # models are read by those that have some
    from pydantic import BaseModel

__all__ = [
    "MAX_LOG",
    "MAX_SIZE",
    "REFEREE",
    "SheetFile",
    "SheetLike",
    "as_sheet_file",
    "command",
    "is_closed",
    "is_referees",
    "located_in",
    "model_schema",
    "pretty",
    "read_bytes",
    "read_json",
    "read_model",
    "read_model_in",
    "sheet_file",
    "word",
    "write_atomically",
    "write_new",
    "write_wanted",
]


M = TypeVar("M", bound="BaseModel")


def read_model(model: type[M], path: Path) -> M:
    """Returns what a JSON file writes down, as a model of pydantic that takes nothing else.

    Raises:
        RefusedFile: it is malformed or invalid; every problem with its place.
        UnusableFile: it is not there, cannot be read or is too large.
    """
    return read_model_in(model, read_bytes(path, limit=MAX_SIZE), str(path))


def read_model_in(model: type[M], raw: bytes, source: str) -> M:
    """Returns what JSON writes down, as a model of pydantic that takes nothing else.

    Args:
        source: what problems call it.

    Raises:
        RefusedFile: it is malformed or invalid; every problem with its place.
    """
    from adjudicator.documents.schemas import understood

    return understood(model, read_json(raw, source=source))


def model_schema(model: type[BaseModel], title: str, name: str) -> bytes:
    """Returns the JSON Schema of a model, its fields described by the docstrings under them.

    Args:
        title: what the schema is called.
        name: its `$id`, such as `urn:adjudicator:repository`.
    """
    from adjudicator.documents.schemas import schema_bytes, schema_of

    return schema_bytes(schema_of(model, title, name))


class SheetFile(NamedTuple):
    """An order sheet, or a pledge, as it came: its bytes are what its seat has signed."""

    source: str
    """What problems call it: the name of the file."""
    raw: bytes
    """The file."""
    signature: bytes | None = None
    """The SSH signature that came with it."""


SheetLike: TypeAlias = SheetFile | Mapping[str, Any] | bytes | Path
"""A sheet as a value, as bytes, as the file that came, or as a path (with the signature beside)."""


def sheet_file(path: Path) -> SheetFile:
    """Returns a sheet with the signature that lies beside it; one in a line is unpacked.

    Raises:
        UnusableFile: it is not there, cannot be read or is too large.
        RefusedFile: it is a sheet in one line that is cut or changed.
    """
    raw, signature = read_bytes(path, limit=MAX_SIZE), None
    if Path(f"{path}.sig").is_file():
        from adjudicator.documents.keys.signatures import signature_beside

        signature = signature_beside(path)
    return SheetFile(str(path), _unpacked(raw, str(path)), signature)


def as_sheet_file(sheet: SheetLike, source: str = "sheet") -> SheetFile:
    """Returns a sheet as a file; a value is written as `template` writes it.

    Raises:
        UnusableFile: it is a path of a file that is not there, cannot be read or is too large.
        RefusedFile: it is a sheet in one line that is cut or changed.
    """
    if isinstance(sheet, SheetFile):
        return sheet
    if isinstance(sheet, Path):
        return sheet_file(sheet)
    raw = sheet if isinstance(sheet, bytes) else pretty(sheet)
    return SheetFile(source, _unpacked(raw, source))


def _unpacked(raw: bytes, source: str) -> bytes:
    """Returns the file that a sheet in one line holds; any other as it is."""
    if raw.lstrip()[:1] == b"{":
        return raw
    from adjudicator.documents.sheet_lines import has_sheet_line, unpacked_sheet

    try:
        return unpacked_sheet(raw) if has_sheet_line(raw) else raw
    except Refused as error:
        raise RefusedFile(Located(problem, source, 1, 1) for problem in error.problems) from None


@contextmanager
def located_in(path: Path, *prefix: str | int) -> Iterator[None]:
    """Gives problems that were found in what a JSON file says their places in it.

    Args:
        prefix: the path of the part of the file that was looked at.
    """
    try:
        yield
    except RefusedFile:
        raise
    except Refused as error:
        if isinstance(error, Unusable) and not any(problem.path for problem in error.problems):
            raise
        document = read_json(read_bytes(path, limit=MAX_SIZE), source=str(path))
        kind = UnusableFile if isinstance(error, Unusable) else RefusedFile
        raise kind(document.located(problem.under(*prefix)) for problem in error.problems) from None
