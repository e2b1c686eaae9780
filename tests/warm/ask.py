"""The command for a shell: `python -I -S ask.py ADDRESS WORDS...`. It loads next to nothing."""

import json
import os
import socket
import sys

__all__ = ["ask"]


def ask(address: str, words: list[str], cwd: str, env: dict[str, str], fds: list[int]) -> int:
    """Has a command run; returns its exit code, or 128 and the number of the signal that ended it.

    Args:
        fds: what are standard input, output and error there.
    """
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(address)
        asked = json.dumps({"words": words, "cwd": cwd, "env": env}).encode() + b"\n"
        line.sendall(asked[socket.send_fds(line, [asked], fds) :])
        with line.makefile() as answer:
            return int(answer.readline())


if __name__ == "__main__":
    sys.exit(ask(sys.argv[1], sys.argv[2:], os.getcwd(), {**os.environ}, [0, 1, 2]))  # noqa: PTH109 - pathlib is loaded slowly
