"""A match from its first letters to its end: by the commands, through Postfix and Dovecot."""

from __future__ import annotations

from typing import Literal

import pytest

from tests.post.servers import PASSWORD, Servers
from tests.post.through_servers import ServedTown


@pytest.mark.parametrize("way", ["pipe", "mailbox"])
def test_the_whole_way(
    postfix: Servers, way: Literal["pipe", "mailbox"], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Letters arrive, sheets come back, a turn is adjudicated, a seat concedes; all is sound."""
    monkeypatch.setenv("ADJUDICATOR_IMAP_PASSWORD", PASSWORD)
    town = ServedTown(postfix, f"way-{way}", way)
    town.begin("nine-fields", "standard", mode="light")
    town.play()
    assert (town.match.n, town.match.is_over) == (1, False)
    town.play(concede=True)
    assert town.match.is_over
    assert all("over" in letters[-1].subject for letters in town.letters.values())
    town.check()
