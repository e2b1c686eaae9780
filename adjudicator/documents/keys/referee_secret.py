"""referee/secret.json: the referee's chain values and the hidden-draw secret come out of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.audit import log, tfd1
from adjudicator.core.game import Rules
from adjudicator.core.limits import MAX_LINKS
from adjudicator.documents.printed import command
from adjudicator.documents.problems import UnusableFile, unusable_file
from adjudicator.documents.storage import is_referees

if TYPE_CHECKING:
    from adjudicator.documents.keys.match_notes import Secret

__all__ = ["chain_value", "hidden_of", "hidden_secret"]


def chain_value(folder: Path, offer: log.Offer, n: int) -> str | None:
    """Returns the referee's chain value R[n] of a match; None in public mode.

    Raises:
        UnusableFile: the secret is not there, is of another match, or its chain is at its end.
    """
    if offer.anchor is None:
        return None
    path = folder / "referee" / "secret.json"
    secret = _read(path)
    if offer.links > MAX_LINKS:
        raise unusable_file(
            folder / "log.jsonl",
            "chain-too-long",
            f"the offer names a chain of {offer.links} links, and {MAX_LINKS} are the most",
            "Ask who made the match; `new` makes chains that last for any match.",
        )
    last = tfd1.seed_chain(offer.game, secret.master)
    if n > offer.links:
        raise unusable_file(
            path,
            "chain-at-its-end",
            f"the referee's chain ends with opening {offer.links}: none is left for {n}",
            "Begin a new match with a scenario that starts where this one stands.",
        )
    value = tfd1.chain_value(offer.game, "referee", last, links=offer.links, n=n)
    if tfd1.chain_value(offer.game, "referee", value, links=n, n=0) != offer.anchor:
        raise _other_secret(path)
    return value


def hidden_secret(folder: Path, offer: log.Offer) -> str | None:
    """Returns the hidden-draw secret S of a match; None where the file is not there.

    Raises:
        UnusableFile: the secret is of another match.
    """
    path = folder / "referee" / "secret.json"
    if not (is_referees(folder) and path.exists()):
        return None
    hidden = tfd1.seed_hidden(offer.game, _read(path).master)
    if tfd1.hidden_commit(offer.game, hidden) != offer.hidden:
        raise _other_secret(path)
    return hidden


def hidden_of(folder: Path, rules: Rules[Any], genesis: log.Genesis) -> str | None:
    """Returns the hidden-draw secret of a match with hidden information, where it is there."""
    return hidden_secret(folder, genesis.offer) if rules.is_hidden else None


def _read(path: Path) -> Secret:
    from adjudicator.documents.keys.seat_keys import read_key

    if not path.exists():
        match = path.parent.parent
        raise unusable_file(
            path,
            "secret-missing",
            "the referee's secret is not here, and no dice come without it",
            f"A copy puts it back: {command('escrow', match)} --restore COPY\n"
            "Without a copy, go on with a new one: "
            f"{command('new', '--continue', match)} FOLDER --name NAME\n"
            "A player does not adjudicate: mail the sheet to the referee.",
        )
    return read_key(path)


def _other_secret(path: Path) -> UnusableFile:
    return unusable_file(
        path,
        "other-secret",
        "this is not the secret of this match",
        "Put the file back that `new` wrote for it, or its backup.",
    )
