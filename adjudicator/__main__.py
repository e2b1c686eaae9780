"""`python -m adjudicator` is the command `adjudicator`."""

from __future__ import annotations

import signal

__all__ = ["main"]


def main() -> None:
    """Runs the command line; Ctrl-C ends it quietly, also while it is still being loaded."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from adjudicator.cli.app import main as run

    run()


if __name__ == "__main__":
    main()
