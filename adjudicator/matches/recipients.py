"""Recipients of age: the public half of what a key file reads by."""

from __future__ import annotations

from typing import Any

from adjudicator.core.problem import Problem, Unusable
from adjudicator.documents.keys.age_keys import identity_of
from adjudicator.documents.keys.match_notes import Secret

__all__ = ["recipient_of"]


def recipient_of(key: Secret) -> str:
    """Returns the recipient of age that belongs to a key file, of a seat or of the referee.

    Raises:
        Unusable: the library for it is not installed.
    """
    made: Any = _pyrage().x25519.Identity.from_str(identity_of(key)).to_public()
    return str(made)


def _pyrage() -> Any:
    try:
        import pyrage
    except ImportError:
        raise Unusable(
            [
                Problem(
                    "no-pyrage",
                    "keys of age need the library pyrage, which is not installed",
                    hint="Say `pip install 'wargame-adjudicator[git]'`.",
                    kind="unusable",
                )
            ]
        ) from None
    return pyrage
