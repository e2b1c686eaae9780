"""The process that keeps the program loaded: `python -m tests.warm.served ADDRESS`."""

from __future__ import annotations

import atexit
import json
import os
import selectors
import socket
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

OWN = (str(Path(__file__).resolve().parents[2]), sys.prefix, sys.base_prefix)
"""Where lies what may stay loaded: not in the folders of a test, whose packages come and go."""


def main() -> None:
    """Answers whoever asks, each in a process, until standard input ends."""
    address = sys.argv[1]
    learnt = Path(f"{address}.learnt")
    learnt.touch()
    os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"  # As __main__ does before it loads anything.
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address)
    listener.listen(64)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    with selectors.DefaultSelector() as waiting, learnt.open() as names:
        waiting.register(listener, selectors.EVENT_READ)
        waiting.register(sys.stdin, selectors.EVENT_READ)
        while all(key.fileobj is listener for key, _ in waiting.select()):
            line, _ = listener.accept()
            for name in names.read().split():
                import_module(name)
            if not os.fork():
                break
            line.close()
            with suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
        else:
            return
    listener.close()
    _answer(line, learnt)


def _answer(line: socket.socket, learnt: Path) -> None:
    """Has a child run one command, and says how it ended."""
    asked, fds, _, _ = socket.recv_fds(line, 1 << 16, 3)
    while not asked.endswith(b"\n"):
        asked += line.recv(1 << 16)
    if not (child := os.fork()):
        line.close()
        _become(fds, learnt, **json.loads(asked))
        return
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with suppress(OSError):  # Who asked is gone.
        line.sendall(b"%d\n" % (code if code >= 0 else 128 - code))
    os._exit(0)


def _become(
    fds: list[int], learnt: Path, *, words: list[str], cwd: str, env: dict[str, str]
) -> None:
    """Is `python -m adjudicator` in that folder, with that environment and those streams."""
    for number, fd in enumerate(fds):
        os.dup2(fd, number)
        os.close(fd)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    sys.path[:1] = [cwd, *filter(None, env.get("PYTHONPATH", "").split(os.pathsep))]
    sys.argv = ["adjudicator", *words]
    before = {*sys.modules}

    def tell() -> None:
        new = [name for name, one in [*sys.modules.items()] if name not in before and _stays(one)]
        with suppress(OSError), learnt.open("a") as names:
            names.write("".join(f"{name}\n" for name in new))

    atexit.register(tell)
    import_module("adjudicator.__main__").main()


def _stays(module: Any) -> bool:
    return str(getattr(module, "__file__", None)).startswith(OWN)


if __name__ == "__main__":
    main()
