"""How large pages for spectators are: python -m tests.site.sizes [GAME ...]"""

from __future__ import annotations

import gzip
import sys
import time  # noqa: TID251 - how long a page takes
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.site.pages import MATCHES, made_site, maps_of

__all__ = ["main"]


def main() -> None:
    """Prints a row for each match: all its maps, each packed alone, and the page."""
    for game in sys.argv[1:] or MATCHES:
        maps = [one.encode() for one in maps_of(game)]
        alone = sum(len(gzip.compress(one, 9)) for one in maps)
        with TemporaryDirectory() as folder:
            begun = time.process_time()
            made = made_site(game, Path(folder))
            took = time.process_time() - begun
        page, feed = made.files["index.html"], made.files["feed.xml"]
        sys.stdout.write(
            f"{game}: {len(maps)} openings; maps {sum(map(len, maps)) / 1e6:.2f} MB, each packed "
            f"{alone / 1e6:.2f} MB; page {len(page) / 1e6:.2f} MB, packed "
            f"{len(gzip.compress(page, 9)) / 1e3:.0f} kB; feed {len(feed) / 1e3:.0f} kB;"
            f" {took:.1f} s CPU\n"
        )


if __name__ == "__main__":
    main()
