"""Every object that can be reached in a repository, searched for secrets by their value.

For all tests of the repository, and by hand: `python -m tests.repository.leaks REPOSITORY MATCH`
(MATCH is the folder of the referee; key files lie beside either). It shares nothing with `git
doctor`: it asks git for each commit, tree, file and tag, and looks for each secret as it is
spelled, in capitals, as bytes and in Base64, wherever that begins.

What the log shows is no secret any more: a salt, a blind or a chain value that stands in it.
"""

from __future__ import annotations

import base64
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.audit import tfd1
from adjudicator.documents.keys.age_keys import identity_of
from adjudicator.documents.keys.seat_keys import read_key
from tests.programs import needed

__all__ = ["Secret", "leaks", "objects", "of_keys", "of_referee", "of_sheets", "spellings"]

HEX = re.compile(rb"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
SALT = re.compile(rb'"salt":"([0-9a-f]{64})"')
AHEAD = 3
"""So many links of a chain are looked for that are not opened yet."""


class Secret(NamedTuple):
    """What nobody may find."""

    what: str
    value: str
    """Hexadecimal digits, or a text."""


def git(folder: Path, *words: str, stdin: bytes = b"") -> bytes:
    quiet = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C"}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    command = [needed("git"), "-C", str(folder), *words]
    return subprocess.run(
        command, input=stdin, capture_output=True, check=True, env=kept | quiet
    ).stdout


def objects(folder: Path) -> dict[str, bytes]:
    """Every commit, tree, file and tag that any ref of a repository leads to, by its id."""
    listed = git(folder, "rev-list", "--objects", "--all").splitlines()
    ids = [line[:40].decode() for line in listed if re.fullmatch(rb"[0-9a-f]{40}", line[:40])]
    ids += git(folder, "for-each-ref", "--format=%(objectname)").decode().split()
    ids = list(dict.fromkeys(ids))
    out = git(folder, "cat-file", "--batch", stdin="".join(f"{one}\n" for one in ids).encode())
    found, place = {}, 0
    while place < len(out):
        end = out.index(b"\n", place)
        id_, _, size = out[place:end].decode().split()
        found[id_] = out[end + 1 : end + 1 + int(size)]
        place = end + 2 + int(size)
    assert len(found) == len(ids) > 2, "nothing was looked at"
    return found


def spellings(value: str) -> Iterator[bytes]:
    """In which bytes a secret may stand."""
    yield value.encode()
    wholes = [value.encode()]
    if re.fullmatch(r"(?:[0-9a-f]{2}){8,}", value):
        yield value.upper().encode()
        yield bytes.fromhex(value)
        wholes.append(bytes.fromhex(value))
    for whole in wholes:
        for shift in range(3):
            spelled = base64.b64encode(bytes(shift) + whole)
            inside = spelled[-(-shift * 8 // 6) : (shift + len(whole)) * 8 // 6]
            yield inside
            yield inside.translate(bytes.maketrans(b"+/", b"-_"))


def leaks(folder: Path, secrets: Iterable[Secret]) -> list[str]:
    """What of it can be reached in a repository."""
    everything = b"\n".join(objects(folder).values())
    return [
        one.what
        for one in secrets
        if any(spelled in everything for spelled in dict.fromkeys(spellings(one.value)))
    ]


def of_keys(paths: Sequence[Path]) -> Iterator[Secret]:
    """What key files hold, and what follows from it that nobody else may know."""
    for path in paths:
        key = read_key(path)
        for what, value in (
            ("the master", key.master),
            ("the end of the chain", tfd1.seed_chain(key.match, key.master)),
            ("the secret of blinds", tfd1.seed_blind(key.match, key.master)),
            ("the bytes of the age identity", tfd1.seed_age(key.match, key.master)),
            ("the age identity", identity_of(key)),
        ):
            yield Secret(f"{what} of {key.who}", value)


def of_referee(match: Path, *, log: bytes | None = None, made: Path | None = None) -> list[Secret]:
    """What lies with the referee of a match now, and is not in its log.

    Args:
        match: the folder with referee/secret.json, and referee/people.json.
        log: the newest log; None: that of the folder.
        made: where the newest save and views lie: `.git/adjudicator/made` of the clone in which
            turns were made; None: in the folder itself.
    """
    referee, made = match / "referee", made or match
    log = (match / "log.jsonl").read_bytes() if log is None else log
    shown = {value.decode() for value in HEX.findall(log)}
    found: list[Secret] = []
    if (referee / "secret.json").exists():
        found += of_keys([referee / "secret.json"])
        key = read_key(referee / "secret.json")
        hidden = tfd1.seed_hidden(key.match, key.master)  # The end of the match shows it.
        found.append(Secret("the hidden-draw secret", hidden))
        n = log.count(b'"t":"state"')
        last = tfd1.seed_chain(key.match, key.master)
        for ahead in range(n + 1, n + 1 + AHEAD):
            value = tfd1.chain_value(key.match, "referee", last, links=key.links, n=ahead)
            found.append(Secret(f"the referee's chain value {ahead}", value))
    if b'"t":"end"' in log:  # All is opened: hands, salts and what was told of them.
        return [
            *dict.fromkeys(one for one in found if one.value not in shown),
            *_addresses(referee),
        ]
    for path in (made / "referee/save.json", *sorted((made / "referee").glob("states/*.json"))):
        if path.exists():
            salts = dict.fromkeys(SALT.findall(path.read_bytes()))
            found += [Secret(f"a salt in {path.name}", salt.decode()) for salt in salts]
    found += of_sheets(sorted(referee.glob("orders/*/*.json")))
    found = [one for one in found if one.value not in shown]
    return [*dict.fromkeys(found), *_own_lines(made), *_addresses(referee)]


def of_sheets(paths: Iterable[Path]) -> Iterator[Secret]:
    """The blinds of sheets, which nobody may know before they are shown."""
    for path in paths:
        blind = json.loads(path.read_bytes()).get("blind")
        if isinstance(blind, str):
            yield Secret(f"the blind of {path.parent.name}/{path.name}", blind)


def _own_lines(made: Path) -> Iterator[Secret]:
    """What a report tells one seat and no report tells everybody, line by line."""
    for path in sorted((made / "referee/now").glob("*/report.txt")):
        public = (made / "now/report.txt").read_bytes()
        for line in path.read_text().splitlines():
            if len(line) > 20 and line.encode() not in public:
                yield Secret(f"a line told to {path.parent.name} alone: {line}", line)


def _addresses(referee: Path) -> Iterator[Secret]:
    if (referee / "people.json").exists():
        people: dict[str, Any] = json.loads((referee / "people.json").read_bytes())
        for seat, address in people["addresses"].items():
            if address:
                yield Secret(f"the address of {seat}", address)


def main() -> None:
    """Searches a repository by hand."""
    repository, match = (Path(word) for word in sys.argv[1:3])
    near = [path for folder in (match, match.parent, repository) for path in folder.glob("key-*")]
    secrets = [*of_referee(match), *of_keys([one for one in near if one.suffix == ".json"])]
    found = leaks(repository, secrets)
    print(f"{len(objects(repository))} objects, {len(secrets)} secrets: {len(found)} found")
    for what in found:
        print(what)
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
