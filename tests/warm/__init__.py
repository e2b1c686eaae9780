"""The program in a process of its own for each command, but loaded only once.

`python -m adjudicator` spends most of its time on loading modules. Here one process keeps them and
forks for each command: the child has working folder, environment, streams and words of whoever
asks, and ends as any process does. In the parent no command ever runs: it only imports what an
earlier child imported. So nothing that a command remembers reaches the next one. What this does
not try is how the program is loaded; tests of commands with new processes do. Where nothing forks,
the processes are new.
"""

from __future__ import annotations

import atexit
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from tests.warm.ask import ask

__all__ = ["completed", "shell_command"]

HERE = Path(__file__).resolve().parent


def completed(
    words: list[str], *, cwd: Path, env: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    """Runs `python -m adjudicator` with nothing to read, and returns what it printed."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        if hasattr(os, "fork"):
            with Path(os.devnull).open() as nothing:
                fds = [one.fileno() for one in (nothing, out, err)]
                code = ask(_address(), words, str(cwd), env, fds)
        else:
            code = subprocess.call(
                [sys.executable, "-m", "adjudicator", *words],
                cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
            )  # fmt: skip
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(words, code, out.read(), err.read())


def shell_command() -> str:
    """Returns the words of a shell that stand for `python -m adjudicator`."""
    return shlex.join([sys.executable, "-I", "-S", str(HERE / "ask.py"), _address()])


@cache
def _address() -> str:
    """Returns where the process is asked that keeps the program loaded; starts it.

    It ends with the process that has started it.
    """
    folder = Path(tempfile.mkdtemp(prefix="warm-"))  # The path of a socket has to be short.
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    found = folder / "line"
    served = subprocess.Popen(
        [sys.executable, "-m", "tests.warm.served", str(found)],
        cwd=HERE.parents[1], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    atexit.register(served.communicate)
    assert served.stdout is not None
    assert served.stdout.readline() == b"ready\n"
    return str(found)
