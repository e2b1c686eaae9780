"""What a file is, for somebody who gave it where another one belongs, and how files are called."""

from __future__ import annotations

import re
from collections.abc import Mapping

from adjudicator.core.problem import Problem
from adjudicator.core.values import JSONValue
from adjudicator.documents.problems import Located, RefusedFile, quoted

__all__ = ["begins_as_log", "check_no_log", "kind_of", "other_kind", "usual_name"]

_KINDS: Mapping[str, tuple[str, str]] = {
    "genesis": ("a log", "A log goes to `verify`, `report`, `map` and `dispute`."),
    "join": ("a join to an offer", "Joins to an offer go to `begin`."),
    "offer": ("an offer", "`adjudicator join OFFER SEAT` answers an offer."),
    "orders": ("an order sheet", "Sheets go to `check` and `adjudicate`, after the match."),
    "pledge": ("a pledge", "Pledges go to `adjudicate`, for an opening that is locked."),
    "pledged": ("the record of a seat's pledges", "Leave it beside the key file."),
    "seat": ("a join from a log", "`adjudicator seat MATCH JOIN` enters it."),
    "seen": ("what a seat's tool remembers", "Leave it beside the key file."),
    "secret": ("a key file", "Mail it to nobody; `--key` names it."),
    "view": ("a mailed state.json", "A state.json is named first, in place of a match folder."),
}
"""By the field "t", what a file is called, and where it belongs."""
_BEFORE = b"\xef\xbb\xbf \t\r\n"
"""What may stand before the text of a file: a byte order mark, blanks."""


def kind_of(data: JSONValue) -> str | None:
    """Returns what a file says that it is, such as "an order sheet"; None: it does not say."""
    found = data.get("t") if isinstance(data, dict) else None
    return _KINDS[found][0] if isinstance(found, str) and found in _KINDS else None


def other_kind(data: JSONValue, code: str, wanted: str, hint: str) -> Problem:
    """Returns the problem of a file that is not what is wanted.

    Args:
        wanted: what it ought to be, such as "join".
        hint: what to name instead.
    """
    found = data.get("t") if isinstance(data, dict) else None
    if isinstance(found, str) and found in _KINDS:
        name, belongs = _KINDS[found]
        what, hint = f"it is {name}", f"{hint} {belongs}"
    else:
        what = f'its "t" is {quoted(found)}' if isinstance(found, str) else 'it has no "t"'
    return Problem(code, f"this is no {wanted}: {what}", hint=hint, kind="invalid")


def begins_as_log(raw: bytes) -> bool:
    """Whether the first of these lines is that of a log, also where an editor put a mark before."""
    first = raw.lstrip(_BEFORE).partition(b"\n")[0]
    return first.startswith(b"{") and b'"t":"genesis"' in first


def check_no_log(raw: bytes, source: str, code: str, *, wanted: str, hint: str) -> None:
    """Raises RefusedFile if bytes are a log, which has many lines and is read otherwise."""
    if begins_as_log(raw):
        problem = other_kind({"t": "genesis"}, code, wanted, hint)
        raise RefusedFile([Located(problem, source, 1, 1)])


def usual_name(kind: str, match_name: str, seat: str, since: str = "") -> str:
    """Returns the usual name of a "join" or "key" file.

    The match may have any visible name; what a file cannot be called everywhere becomes a hyphen.
    """
    match = re.sub(r"[^A-Za-z0-9._-]", "-", match_name)
    return f"{kind}-{match}-{seat}{since}.json"
