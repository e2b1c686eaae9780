"""Stands in for bbpPairings 6.0.0, which cannot be built here: it answers as that one did.

`stand_in.py --dutch FILE -p ANSWER` looks a file up among the recorded rounds, whatever ids and
ranks stand in it, and writes what bbpPairings wrote; of two players who met it says what
bbpPairings says where no pairing exists (code 1); of anything else, that it cannot (code 3).
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from tests.tournament.recorded import recorded


def essence(trf: str) -> tuple[object, ...]:
    """What decides the pairs in a file: entries by number, and who may not meet."""
    players = sorted(
        (line[4:8], line[48:52], line[91:].rstrip().replace("- H", "- Z"))
        for line in trf.splitlines()
        if line.startswith("001")
    )
    apart = sorted(
        sorted(re.findall(r"\d+", line[11:])) for line in trf.splitlines() if line[:3] == "260"
    )
    rounds = re.findall(r"^(?:142|152) .*$", trf, re.MULTILINE)
    return players, apart, rounds


def main() -> int:
    match sys.argv[1:]:
        case ["--dutch", asked, "-p", answer]:
            trf = Path(asked).read_text(encoding="ascii")
        case _:
            return 3
    if len(re.findall(r"^001.*   [12] [wb] [1=0]", trf, re.MULTILINE)) == 2:
        return 1
    found = [one for one in recorded() if essence(one.trf) == essence(trf)]
    if not found:
        print("this stand-in knows the recorded rounds alone", file=sys.stderr)
        return 3
    lines = [str(len(found[0].pairs)), *(f"{white} {black}" for white, black in found[0].pairs)]
    Path(answer).write_text("\n".join(lines) + "\n", encoding="ascii")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
