"""Mail servers for the tests of the post; where one is lacking they are skipped, and say so."""

from __future__ import annotations

import os
from collections.abc import Iterator
from uuid import uuid4

import pytest

from tests.post.servers import Servers, demand, servers_of_run


@pytest.fixture(scope="session")
def dovecot() -> Iterator[Servers]:
    """Mailboxes: LMTP in, IMAP out. Postfix stands before them where root runs the tests."""
    demand("dovecot")
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or uuid4().hex
    with servers_of_run(run) as servers:
        yield servers


@pytest.fixture(scope="session")
def postfix(request: pytest.FixtureRequest) -> Servers:
    """The same, with Postfix."""
    demand("postfix")
    servers: Servers = request.getfixturevalue("dovecot")
    return servers
