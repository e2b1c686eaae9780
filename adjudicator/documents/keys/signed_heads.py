"""heads/k0042-western.sig: signed heads of the log, and the audit of all signatures of a match.

Who signs the head of a log vouches for every line up to it: whoever publishes another log from
then on is found out (TFD1 3.6).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from adjudicator.audit import log, tfd1
from adjudicator.core.english import joined
from adjudicator.core.problem import Problem
from adjudicator.documents.json_input import MAX_SIZE, read_json
from adjudicator.documents.keys.signatures import (
    HEAD,
    MAX_SIGNATURE,
    SHEET,
    HeldKey,
    fingerprint,
    key_fault,
    key_in_force,
    keys_of,
    signature_beside,
    signature_fault,
    signer_of,
)
from adjudicator.documents.printed import command
from adjudicator.documents.problems import Located, RefusedFile, list_of
from adjudicator.documents.storage import make_folder, read_bytes, write_atomically

__all__ = ["SignatureAudit", "add_head", "audit_signatures", "head_of", "sheet_signatures"]

_NAME = re.compile(r"k(?P<k>\d{4,15})-(?P<holder>[a-z0-9-]{1,40})\.sig")
_TRIED = 200
"""So many heads of openings are tried, the newest first, if nobody says which one was signed."""


class SignatureAudit(NamedTuple):
    """What the signatures of a match prove."""

    heads: tuple[tuple[int, str], ...]
    """Line and holder of each signed head, in the order of the lines."""
    reports: tuple[str, ...]
    """In plain words, what is signed by whom."""
    problems: tuple[Located, ...]
    """Signatures that are wrong."""


def head_of(read: log.Log, k: int) -> bytes:
    """Returns the text that is signed to vouch for a line and all lines before it."""
    return tfd1.head_text(read.genesis.gid, k, read.lines[k].hash)


def add_head(folder: Path, read: log.Log, file: Path, k: int | None) -> tuple[Path, ...]:
    """Verifies a signature of a head, and puts it beside the log under the name of who signed.

    Args:
        k: the line that was signed; None: one of the newest heads.

    Raises:
        RefusedFile: it is no signature of a head of this log by a key that stands in it.
    """
    signature = read_bytes(file, limit=MAX_SIGNATURE)
    signers = signer_of(signature, keys_of(read.lines))
    if not signers:
        known = sorted({entry.holder for entry in keys_of(read.lines) if entry.key})
        hint = f"Keys stand in it of {list_of(known)}." if known else "No key stands in it."
        raise _refused(file, "no key in the log is the one that it was made with", hint)
    lines = range(k, k + 1) if k is not None else _published_heads(read)
    faults = ""
    for line in lines:
        text = head_of(read, line)
        fault = signature_fault(text, signature, key=signers[0].key, namespace=HEAD)
        if not fault:
            holders = dict.fromkeys(entry.holder for entry in signers)
            paths = tuple(folder / "heads" / f"k{line:04d}-{holder}.sig" for holder in holders)
            make_folder(folder, "heads")
            for path in paths:
                write_atomically(path, signature)
            return paths
        faults = faults or fault
    tried = f"line k={k}" if k is not None else f"each of the {len(lines)} newest heads"
    hint = (
        f"`{command('head', folder)} --k N --out head.txt` writes what is to be signed, with "
        f"`ssh-keygen -Y sign -n {HEAD} -f KEY head.txt`; name its line with --k here too."
    )
    raise _refused(file, f"tried as {tried}: {faults}", hint)


def _published_heads(read: log.Log) -> Sequence[int]:
    """Returns the lines that were the last ones when a log was published, the newest first."""
    ends = [line.k for line in read.lines if isinstance(line.payload, log.StateReached)]
    return list(dict.fromkeys((read.lines[-1].k, *reversed(ends), 0)))[:_TRIED]


def _refused(file: Path, why: str, hint: str) -> RefusedFile:
    problem = Problem(
        "wrong-head", f"this signs no head of this log: {why}", (), "TFD1 3.6", hint, "invalid"
    )
    return RefusedFile([Located(problem, str(file))])


# -- the audit -------------------------------------------------------------------------------------


def audit_signatures(folder: Path, read: log.Log) -> SignatureAudit:
    """Verifies all signatures that lie beside a log: of heads, and of the sheets that it shows.

    Nothing is asked of anybody where no key stands in the log.
    """
    keys = keys_of(read.lines)
    if not any(entry.key for entry in keys):
        return SignatureAudit((), (), ())
    heads, problems = _signed_heads(folder, read, keys)
    found = sheet_signatures(folder, read)
    problems += [fault for fault in found.values() if isinstance(fault, Located)]
    reports = (*_key_reports(keys), *_head_reports(heads), *_sheet_reports(found))
    return SignatureAudit(tuple(heads), reports, tuple(problems))


def _signed_heads(
    folder: Path, read: log.Log, keys: Sequence[HeldKey]
) -> tuple[list[tuple[int, str]], list[Located]]:
    good: list[tuple[int, str]] = []
    problems: list[Located] = []
    for path in sorted((folder / "heads").glob("*.sig")):
        named = _NAME.fullmatch(path.name)
        if named is None:
            why = "its name does not say which line it signs, and whose signature it is"
        else:
            why = _head_fault(read, keys, int(named["k"]), named["holder"], path=path)
        if named is not None and not why:
            good.append((int(named["k"]), named["holder"]))
            continue
        hint = "`adjudicator head MATCH --add FILE` puts a signature where it belongs."
        problem = Problem("wrong-head", f"no signed head: {why}", (), "TFD1 3.6", hint, "invalid")
        problems.append(Located(problem, str(path)))
    return sorted(good), problems


def _head_fault(read: log.Log, keys: Sequence[HeldKey], k: int, holder: str, *, path: Path) -> str:
    """Returns why a file is no signature of a line by its holder; empty if it is."""
    if k >= len(read.lines):
        return f"this log has no line k={k}"
    held = [entry.key for entry in keys if entry.holder == holder and entry.key]
    if not held:
        return f"no key of {holder} stands in the log"
    text, signature = head_of(read, k), read_bytes(path, limit=MAX_SIGNATURE)
    faults = [signature_fault(text, signature, key=key, namespace=HEAD) for key in held]
    return "" if "" in faults else faults[-1]


def sheet_signatures(folder: Path, read: log.Log) -> Mapping[tuple[int, str], bool | Located]:
    """Returns, by opening and seat, how the sheets that the log shows are signed.

    Only those of seats with a key: True: signed; False: no signature is here; else what is wrong.
    """
    keys = keys_of(read.lines)
    locks = {line.payload.n: line for line in read.lines if isinstance(line.payload, log.Lock)}
    found: dict[tuple[int, str], bool | Located] = {}
    for n, seat in _shown_sheets(read):
        line = locks.get(n)
        key = key_in_force(keys, seat, line.k) if line is not None else None
        if line is None or key is None:
            continue
        assert isinstance(line.payload, log.Lock)
        path = folder / "orders" / f"n{n:04d}" / f"{seat}.json"
        found[n, seat] = _sheet_signature(path, seat, key, line.payload.orders.get(seat))
    return found


def _shown_sheets(read: log.Log) -> Iterator[tuple[int, str]]:
    for line in read.lines:
        if isinstance(line.payload, log.Lock | log.Sheets):
            for seat in line.payload.files:
                yield line.payload.n, seat


def _sheet_signature(path: Path, seat: str, key: str, locked: str | None) -> bool | Located:
    signature = signature_beside(path)
    if signature is None or not path.is_file():
        return False
    raw = read_bytes(path, limit=MAX_SIZE)
    why = "the file beside it is not the sheet that was locked"
    try:
        document = read_json(raw, source=str(path)).data
    except RefusedFile:
        document = None
    if isinstance(document, dict) and tfd1.json_hash(document) == locked:
        why = signature_fault(raw, signature, key=key, namespace=SHEET)
    if not why:
        return True
    problem = Problem(
        "wrong-signature",
        f"this does not sign the sheet of {seat}: {why}",
        rule="TFD1 3.4",
        hint="The file must be the one that the seat sent, byte for byte.",
        kind="invalid",
    )
    return Located(problem, f"{path}.sig")


def _key_reports(keys: Sequence[HeldKey]) -> Iterator[str]:
    shown = [
        f"{entry.holder} {fingerprint(entry.key)}" for entry in keys if not key_fault(entry.key)
    ]
    yield f"Keys that stand in the log: {', '.join(shown)}."


def _head_reports(heads: Sequence[tuple[int, str]]) -> Iterator[str]:
    signed: dict[int, list[str]] = {}
    for k, holder in heads:
        signed.setdefault(k, []).append(holder)
    for k, holders in signed.items():
        yield f"The head k={k} is signed by {joined(holders)}: every line up to it."


def _sheet_reports(found: Mapping[tuple[int, str], bool | Located]) -> Iterator[str]:
    for seat in sorted({seat for _, seat in found}):
        of_seat = {n: state for (n, who), state in found.items() if who == seat}
        good = sum(state is True for state in of_seat.values())
        without = [str(n) for n, state in of_seat.items() if state is False]
        told = f"{seat}: {good} of {len(of_seat)} published sheets verified by signature"
        if without:
            told += f"; no signature is here of opening {list_of(without)}"
        yield f"{told}."
