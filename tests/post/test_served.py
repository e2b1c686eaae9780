"""Matches through real servers; the whole of it is `python -m tests.post.served`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.post.served import Served, Spec
from tests.post.servers import Servers

BOUNDED = {
    "piped": Spec("nine-fields", "standard", most=2),
    "joined, sealed": Spec("nine-fields", "standard", ("--joins", "--mode", "sealed"), most=1),
    "fetched": Spec("nine-fields", "standard", fetches=True, most=1),
}


@pytest.mark.parametrize("spec", BOUNDED.values(), ids=BOUNDED)
def test_a_match_through_servers(postfix: Servers, tmp_path: Path, spec: Spec) -> None:
    """SMTP, a pipe or a mailbox, LMTP and IMAP carry it; its log is sound."""
    served = Served(postfix, spec, home=tmp_path)
    played = served.play()
    served.check()
    assert played.verdict == "sound"
    assert played.openings == spec.most
