"""A server that says what a test has written down: what real ones do seldom, at will."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Thread

__all__ = ["Scripted", "scripted"]


@dataclass
class Scripted:
    """What was said so far."""

    port: int
    """Where it listens, on 127.0.0.1."""
    heard: list[bytes] = field(default_factory=list)
    """The lines that clients sent, those of letters too."""


@contextmanager
def scripted(*scripts: Sequence[tuple[bytes, bytes]]) -> Iterator[Scripted]:
    """Gives a server that talks to as many clients as there are scripts, one after another.

    Args:
        scripts: pairs of what a line of the client begins with and what is said then; the first
            pair's own line is empty: the greeting. A line that does not fit the next pair is
            passed over without an answer; after the last pair the connection is closed. An answer
            that is empty closes it at once. A line may begin with a tag, as in IMAP; in what is
            said, TAG stands for it.
    """
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(10)
        told = Scripted(listening.getsockname()[1])

        def serve() -> None:
            for script in scripts:
                with suppress(OSError):
                    connection, _ = listening.accept()
                    with connection:
                        connection.settimeout(10)
                        _talk(connection, script, told.heard)

        thread = Thread(target=serve)
        thread.start()
        try:
            yield told
        finally:
            thread.join()


def _talk(
    connection: socket.socket, script: Sequence[tuple[bytes, bytes]], heard: list[bytes]
) -> None:
    (_, greeting), *pairs = script
    connection.sendall(greeting)
    with connection.makefile("rb") as lines:
        for begins, answer in pairs:
            for line in lines:
                heard.append(line)
                tag, _, rest = line.partition(b" ")
                if begins in (line[: len(begins)].upper(), rest[: len(begins)].upper()):
                    break
            else:
                return
            if not answer:
                return
            connection.sendall(answer.replace(b"TAG", tag))
