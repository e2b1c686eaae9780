"""Mails of a mailbox come into the office as those of a pipe do."""

from __future__ import annotations

from datetime import datetime

from adjudicator.api.problems import unusable_file
from adjudicator.post.office.folder import Office, keep_mail
from adjudicator.post.transport.fetching import Fetched, fetch, seen_in

__all__ = ["fetch_mails"]


def fetch_mails(office: Office, now: datetime) -> Fetched:
    """Fetches all mails of the office's mailbox; each is on the disk before it is moved there.

    Args:
        now: the moment, which is taken for that of their arrival.

    Raises:
        UnusableFile: office.json names no mailbox.
        TryAgain, Unusable: as `post.transport.fetching.fetch`.
    """
    settings = office.settings.fetching
    if settings is None:
        raise unusable_file(
            office.folder / "office.json", "no-mailbox", "`fetching` names no mailbox",
            "Write host, user and folder of one there, or let a server call `receive`.",
        )  # fmt: skip
    with seen_in(office.place("mail", "in") / "seen") as seen:
        return fetch(settings, lambda raw: _keep(office, raw, now), seen=seen)


def _keep(office: Office, raw: bytes, now: datetime) -> None:
    keep_mail(office.folder, raw, now)
