"""What the referee's own server says of a sender: it takes away, and nobody else's word counts."""

from __future__ import annotations

import pytest

from adjudicator.post.reading.authenticated import failed_dmarc
from adjudicator.post.reading.intake import read_mail

FAILED = (
    "mx.play.test; spf=pass smtp.mailfrom=example.org;\n dmarc=fail (p=REJECT) header.from=a.org"
)
PASSED = "mx.play.test 1; dkim=pass header.d=example.org; dmarc=pass header.from=example.org"
SIGNED = 'MX.Play.Test; dkim=fail reason="bad signature" header.d=example.org'
OTHERS = "mx.example.org; dmarc=fail header.from=example.org"
BROKEN = "mx.play.test; dmarc=;;=fail (("


@pytest.mark.parametrize(
    ("fields", "is_disowned"),
    [
        ((FAILED,), True),
        ((PASSED,), False),
        ((SIGNED,), False),
        ((SIGNED, FAILED), True),
        ((BROKEN, FAILED), True),
        ((BROKEN,), False),
        ((OTHERS,), False),
        ((OTHERS, FAILED), False),
        ((PASSED, OTHERS, FAILED), False),
        (("none",), False),
        ((";",), False),
        (("mx.play.test; none",), False),
        ((), False),
    ],
)
def test_only_the_trusted_server_on_top_takes_away(
    fields: tuple[str, ...], is_disowned: bool
) -> None:
    """Also where a milter for each thing writes a header of its own."""
    head = "".join(f"Authentication-Results: {one}\n" for one in fields)
    read = read_mail(f"{head}From: ann@example.org\n\nstatus\n".encode())
    assert failed_dmarc(read.authenticated, "mx.play.test") is is_disowned
