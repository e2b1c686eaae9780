"""`python -m adjudicator` is the command `adjudicator`."""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys

from adjudicator import __version__

__all__ = ["main"]


def main() -> None:
    """Runs the command line; Ctrl-C ends it quietly, also while it is still being loaded."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.argv[1:] == ["--version"]:  # answered before anything is loaded
        sys.stdout.write(f"adjudicator {__version__}\n")
        return
    gc.disable()  # until a command is loaded: nothing of it is garbage
    # No plugin may change what is read, and to look for some costs as much as to read a match.
    os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"
    from adjudicator.cli.app import main as run

    try:
        run()
    except SystemExit as end:
        _end_at_once(end)


def _end_at_once(end: SystemExit) -> None:
    """Ends the process as `end` says, without taking apart what was loaded: it saves a tenth.

    Every file is closed and synced where it is written; what others want done at exit is done.
    Where what was printed cannot be, Python says so in its own way.
    """
    code = 0 if end.code is None else end.code
    if not isinstance(code, int):
        raise end
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        raise end from None
    os._exit(code & 0xFF)


if __name__ == "__main__":
    main()
