"""SSH signatures on order sheets and on heads of the log, made and checked by `ssh-keygen -Y`.

A key stands in a seat's join, the referee's in the offer (TFD1 3.3). A sheet is signed as the
bytes of its file, a head as the text of `tfd1.head_text` (3.4, 3.6): never inside hashed bytes.
"""

from __future__ import annotations

import base64
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from adjudicator.audit import log, tfd1
from adjudicator.core.problem import Problem, TryAgain
from adjudicator.documents.printed import word
from adjudicator.documents.problems import Located, RefusedFile, quoted, unusable_file
from adjudicator.documents.storage import cannot_write, read_bytes

__all__ = [
    "HEAD",
    "REFEREE",
    "SHEET",
    "HeldKey",
    "fingerprint",
    "key_fault",
    "key_in_force",
    "keys_of",
    "public_key_in",
    "read_public_key",
    "sheet_fault",
    "signature_beside",
    "signature_fault",
    "signatures_beside",
    "signed_text",
    "signer_of",
]

HEAD = "tfd1-head"
"""The namespace of signed heads (`ssh-keygen -Y sign -n`): nothing else passes for one."""
SHEET = "tfd1-sheet"
"""The namespace of signed sheets."""
REFEREE = "referee"
"""Who holds the key in the offer."""
MAX_SIGNATURE = 1 << 16
"""The longest signature that is read, in bytes; the longest key is as long."""

_TYPES = (
    "ssh-ed25519",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "sk-ssh-ed25519@openssh.com",
    "sk-ecdsa-sha2-nistp256@openssh.com",
    "ssh-rsa",
)
_KEY = re.compile(r"(?P<type>[a-z0-9.@-]+) (?P<blob>[A-Za-z0-9+/]+={0,2})(?: [ -~]*)?")
_HOLDER = re.compile(r"[a-z0-9-]{1,40}")
_ARMOUR = re.compile(
    rb"\s*-----BEGIN SSH SIGNATURE-----\s(?P<blob>[A-Za-z0-9+/=\s]+)-----END SSH SIGNATURE-----\s*"
)
_SECONDS = 20
"""After so long ssh-keygen is given up; it takes a hundredth of a second."""
_SIGNER = "signer"
"""The only name in the file of allowed signers; names of seats never get into it."""


class HeldKey(NamedTuple):
    """A key that stands in the log: whose it is, and from which line on."""

    holder: str
    """A seat, or the referee."""
    key: str
    """Type and key as in a file of OpenSSH, without a comment; empty: a new join without one."""
    since: int
    """The number of the line in which it stands."""


# -- keys ------------------------------------------------------------------------------------------


def key_fault(text: str) -> str:
    """Returns why a text is no public key of OpenSSH; empty if it is one."""
    found = _KEY.fullmatch(text)
    if found is None:
        return "it is not one line of a type, a key in base64 and perhaps a comment"
    if found["type"] not in _TYPES:
        return f"the type {quoted(found['type'])} is none of {', '.join(_TYPES)}"
    try:
        inner, rest = _string(base64.b64decode(found["blob"], validate=True))
    except ValueError:
        return "what follows the type is not base64 of a key"
    if inner != found["type"].encode() or not rest:
        return f"what follows the type is no key of type {found['type']}"
    return ""


def read_public_key(path: Path) -> str:
    """Returns the public key in a file of OpenSSH (`id_ed25519.pub`) without its comment.

    Raises:
        RefusedFile: it is none (`no-public-key`).
        UnusableFile: the file cannot be read.
    """
    raw = read_bytes(path, limit=MAX_SIGNATURE)
    text = raw.decode("ascii", errors="replace")
    return public_key_in(text if len(raw) <= MAX_SIGNATURE else "", str(path))


def public_key_in(text: str, source: str) -> str:
    """Returns the public key that a text holds, as OpenSSH writes it, without its comment.

    Args:
        source: what problems call it.

    Raises:
        RefusedFile: it is none (`no-public-key`).
    """
    text = text.strip()
    if fault := key_fault(text):
        hint = "Name the file that ends in .pub; `ssh-keygen -t ed25519 -f KEY` makes both."
        if "PRIVATE KEY" in text:
            fault, hint = "this is a private key", f"Show it to nobody. {hint}"
        problem = Problem(
            "no-public-key", f"this is no public key of OpenSSH: {fault}", hint=hint, kind="invalid"
        )
        raise RefusedFile([Located(problem, source)])
    return _bare(text)


def fingerprint(key: str) -> str:
    """Returns the fingerprint of a public key as ssh-keygen shows it."""
    return _fingerprint(base64.b64decode(key.split(" ")[1]))


def _fingerprint(blob: bytes) -> str:
    hashed = bytes.fromhex(tfd1.digest(blob))
    return "SHA256:" + base64.b64encode(hashed).decode().rstrip("=")


def _bare(key: str) -> str:
    return " ".join(key.split(" ")[:2])


def keys_of(lines: Iterable[log.Line]) -> tuple[HeldKey, ...]:
    """Returns every key that stands in a log, in the order of its lines; a later one counts."""
    found: list[HeldKey] = []
    for line in lines:
        if isinstance(line.payload, log.Genesis):
            own = (line.payload.offer.model_extra or {}).get("public_key")
            found += _held(REFEREE, own, line.k) if own else ()
            for join in line.payload.joins:
                found += _held(join.player, join.public_key, line.k) if join.public_key else ()
        elif isinstance(line.payload, log.Seat):
            found += _held(line.payload.join.player, line.payload.join.public_key, line.k)
    return tuple(found)


def _held(holder: str, key: object, since: int) -> tuple[HeldKey, ...]:
    if not _HOLDER.fullmatch(holder):
        return ()
    if key is None:
        return (HeldKey(holder, "", since),)
    if not isinstance(key, str) or key_fault(key):
        # A log of other hands may hold anything: what is no key verifies nothing.
        return (HeldKey(holder, "unreadable", since),)
    return (HeldKey(holder, _bare(key), since),)


def key_in_force(keys: Iterable[HeldKey], holder: str, k: int) -> str | None:
    """Returns the key of a seat at a line of the log; None if it has none."""
    held = [entry.key for entry in keys if entry.holder == holder and entry.since <= k]
    return held[-1] or None if held else None


# -- signatures ------------------------------------------------------------------------------------


def signature_beside(path: Path) -> bytes | None:
    """Returns what `ssh-keygen -Y sign` wrote beside a file; None: nothing lies there.

    One that is too long is cut, and then never good.
    """
    beside = path.with_name(f"{path.name}.sig")
    return read_bytes(beside, limit=MAX_SIGNATURE) if beside.is_file() else None


def signatures_beside(sheets: Iterable[tuple[str, bytes]]) -> dict[str, bytes]:
    """Returns the signatures beside files, by the hash of the bytes that each must be of.

    Args:
        sheets: the names of the files and their bytes.
    """
    found = {tfd1.digest(raw): signature_beside(Path(source)) for source, raw in sheets}
    return {hash_: signature for hash_, signature in found.items() if signature is not None}


def sheet_fault(
    source: str, seat: str, key: str | None, *, raw: bytes, signature: bytes | None
) -> Located | None:
    """Returns what is wrong with the signature of a sheet, or that nobody looked at it.

    Args:
        key: the key of the seat that stands in the log; None if there is none.
        raw: the sheet as received.
    """
    command = f"`ssh-keygen -Y sign -n {SHEET} -f KEY {word(Path(Path(source).name))}`"
    if key is None:
        if signature is None:
            return None
        problem = Problem(
            "signature-ignored",
            f"no key of {seat} stands in the log: nobody can say whose signature this is",
            rule="TFD1 3.3",
            hint="A key is given when the match is made: `new --seat-key`, or in a join.",
            kind="invalid",
            warning=True,
        )
        return Located(problem, f"{source}.sig")
    if signature is None:
        problem = Problem(
            "unsigned-sheet",
            f"{seat} has a key in the log, and there is no signature beside this sheet",
            rule="TFD1 3.4",
            hint=f"Sign it with {command}; send the .sig with it.",
            kind="invalid",
        )
        return Located(problem, source)
    fault = signature_fault(raw, signature, key=key, namespace=SHEET)
    if not fault:
        return None
    problem = Problem(
        "wrong-signature",
        f"this does not sign the sheet of {seat}: {fault}",
        rule="TFD1 3.4",
        hint=f"Sign the file as it is to be sent, with the key of {seat}: {command}",
        kind="invalid",
    )
    return Located(problem, f"{source}.sig")


def signature_fault(content: bytes, signature: bytes, *, key: str, namespace: str) -> str:
    """Returns why bytes are not signed with a key for a purpose; empty if they are.

    Raises:
        UnusableFile: ssh-keygen is not installed (`no-ssh-keygen`).
        TryAgain: it does not come to an end (`ssh-keygen-slow`).
    """
    if key_fault(key):
        return "what stands in the log as the key is no public key of OpenSSH"
    is_short = len(signature) <= MAX_SIGNATURE
    if is_short and _is_good(content, signature, key=key, namespace=namespace):
        return ""
    try:
        signer, named = _parts(signature)
    except ValueError:
        return "this is no SSH signature"
    if signer != base64.b64decode(key.split(" ")[1]):
        return f"it was made with the key {_fingerprint(signer)}, not with {fingerprint(key)}"
    if named != namespace.encode():
        return f"it was made for {quoted(named.decode(errors='replace'))}, not for {namespace}"
    return "something was changed after it was signed, in what is signed or in the signature"


def signer_of(signature: bytes, keys: Sequence[HeldKey]) -> tuple[HeldKey, ...]:
    """Returns whose key a signature names as its own; it may still be false."""
    try:
        signer, _ = _parts(signature)
    except ValueError:
        return ()
    return tuple(
        entry
        for entry in keys
        if not key_fault(entry.key) and base64.b64decode(entry.key.split(" ")[1]) == signer
    )


def _is_good(content: bytes, signature: bytes, *, key: str, namespace: str) -> bool:
    """Asks ssh-keygen, which alone decides."""
    program = shutil.which("ssh-keygen")
    if program is None:
        raise unusable_file(
            "ssh-keygen",
            "no-ssh-keygen",
            "this program of OpenSSH is not installed, and without it no signature can be checked",
            "Install OpenSSH 8.2 or newer: the package openssh-client of Debian and Ubuntu, "
            "openssh-clients of Fedora; on Windows the optional feature OpenSSH Client.",
        )
    with ExitStack() as stack:
        try:
            made_folder = tempfile.TemporaryDirectory(
                "", "adjudicator-", ignore_cleanup_errors=True
            )
            folder = Path(stack.enter_context(made_folder))
            allowed, made = folder / "allowed_signers", folder / "signature"
            allowed.write_text(f'{_SIGNER} namespaces="{namespace}" {key}\n')
            made.write_bytes(signature)
        except OSError as error:
            cannot_write(Path(tempfile.gettempdir()), error)
        words = [program, "-Y", "verify", "-f", str(allowed), "-I", _SIGNER, "-n", namespace]
        try:
            done = subprocess.run(
                [*words, "-s", str(made)],
                input=content,
                capture_output=True,
                timeout=_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            message = f"ssh-keygen did not come to an end in {_SECONDS} seconds"
            hint = "Run the same command again."
            raise TryAgain(
                Problem("ssh-keygen-slow", message, hint=hint, kind="unusable")
            ) from None
    return done.returncode == 0


def signed_text(key: Path, content: bytes, namespace: str) -> bytes:
    """Returns an SSH signature of a text, made by `ssh-keygen -Y sign`.

    Args:
        key: the private key, without a passphrase, or a public one that an agent holds.
        namespace: what the signature is for.

    Raises:
        TryAgain: there is no ssh-keygen here, or it does not sign with this key.
    """
    program = shutil.which("ssh-keygen")
    words = ["-Y", "sign", "-q", "-f", str(key), "-n", namespace]
    why = "there is no ssh-keygen here"
    if program is not None:
        try:
            done = subprocess.run(
                [program, *words], input=content, capture_output=True, timeout=_SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            why = f"ssh-keygen did not come to an end in {_SECONDS} seconds"
        else:
            if done.returncode == 0:
                return done.stdout
            why = f"ssh-keygen does not sign with {word(key)}"
    hint = "Name an SSH key without a passphrase that its owner alone may read."
    raise TryAgain(Problem("not-signed", why, hint=hint, kind="unusable"))


def _parts(signature: bytes) -> tuple[bytes, bytes]:
    """Returns the key and the namespace that a signature names; ValueError: it is none."""
    found = _ARMOUR.fullmatch(signature)
    if found is None or len(signature) > MAX_SIGNATURE:
        raise ValueError("no armour")
    blob = base64.b64decode(b"".join(found["blob"].split()), validate=True)
    if blob[:6] != b"SSHSIG":
        raise ValueError("no signature inside")
    key, rest = _string(blob[10:])
    namespace, _ = _string(rest)
    return key, namespace


def _string(blob: bytes) -> tuple[bytes, bytes]:
    """Returns the string with which a blob of OpenSSH begins, and the rest."""
    end = 4 + int.from_bytes(blob[:4])
    if len(blob) < 4 or len(blob) < end:
        raise ValueError("the string goes beyond the end")
    return blob[4:end], blob[end:]
