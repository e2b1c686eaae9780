"""Copies of the referee's secret: for the tournament director, encrypted or in shares, and back.

Whoever reads a whole copy can foresee every die; it is checked against the offer's anchor and its
commitment to the hidden-draw secret, so that only the right one gets back into place.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field as Limits

from adjudicator.audit import log, tfd1
from adjudicator.core.limits import MAX_LINKS, MAX_SHARES
from adjudicator.core.values import Hex32, Value, canonical
from adjudicator.documents.json_input import MAX_SIZE, read_json
from adjudicator.documents.keys.match_notes import Secret
from adjudicator.documents.problems import RefusedFile, UnusableFile, unusable_file
from adjudicator.documents.schemas import understood
from adjudicator.documents.storage import (
    PRIVATE,
    REFEREE,
    check_wanted,
    make_folder,
    match_lock,
    read_bytes,
    write_atomically,
    write_wanted,
)
from adjudicator.matches.match import Match
from adjudicator.matches.upkeep import keep_up

__all__ = ["SecretShare", "escrow_files", "restore_secret"]

AGE = (b"age-encryption.org/", b"-----BEGIN AGE ENCRYPTED FILE-----")
"""How files begin that age has encrypted."""


class SecretShare(Value):
    """One share of a secret: all together give the secret, fewer give nothing away."""

    t: Literal["secret-share"]
    format: Literal[1]
    """The format of the file."""
    match: log.Field
    """The name of the match."""
    links: Annotated[int, Limits(ge=1, le=MAX_LINKS)]
    """How many values the chain has."""
    share: Annotated[int, Limits(ge=1, le=MAX_SHARES)]
    """The number of the share, from 1."""
    of: Annotated[int, Limits(ge=2, le=MAX_SHARES)]
    """How many shares there are."""
    part: Hex32
    """Combined by exclusive or with those of all other shares: the secret."""


def escrow_files(
    match: Match, out: Path, *, to: Sequence[str] = (), shares: int = 0, force: bool = False
) -> list[Path]:
    """Writes a copy of the referee's secret that only its owner may read (0600).

    Args:
        to: age or SSH public keys, or files that hold one; who has one of the private keys can
            read the copy.
        shares: in so many files `out-1`, `out-2`, which give the secret only all together.
        force: whether files that are there are overwritten; one may hold another secret.

    Raises:
        UnusableFile: there is no secret, or the copy would be published with the match.
    """
    inside = out.resolve().is_relative_to(match.folder.resolve())
    if inside and not out.resolve().is_relative_to((match.folder / "referee").resolve()):
        raise unusable_file(
            out,
            "escrow-public",
            "all of a match but its folder referee/ is public: this would publish the secret",
            "Name a file elsewhere.",
        )
    offer = match.genesis.offer
    path = _place(match)
    secret = _fitting(read_bytes(path, limit=MAX_SIZE), path, offer)
    raw = canonical(secret.to_json()) + b"\n"
    if to:
        raw = _encrypted(raw, to)
    copies = {out: raw}
    if shares:
        copies = {
            out.with_name(f"{out.stem}-{share.share}{out.suffix}"): canonical(share.to_json())
            + b"\n"
            for share in _shares_of(secret, shares)
        }
    with match_lock(match.folder):
        for place, content in copies.items() if not force else ():
            check_wanted(place, content)
        for place, content in copies.items():
            write_wanted(place, content, force=force, mode=PRIVATE)
    return list(copies)


def restore_secret(match: Match, files: Sequence[Path], identity: Path | None = None) -> Path:
    """Puts the referee's secret back from a copy, or from all its shares.

    Args:
        identity: the file of the private key that reads an encrypted copy.

    Raises:
        UnusableFile: the copy cannot be read, or is not of this match; nothing was changed.
        TryAgain: another run holds the match, or the disk is full.
    """
    offer, path = match.genesis.offer, _place(match)
    raw = read_bytes(files[0], limit=MAX_SIZE)
    if raw.startswith(AGE):
        raw = _decrypted(raw, files[0], identity)
    elif len(files) > 1 or b'"secret-share"' in raw:
        raw = _joined(files)
    secret = _fitting(raw, files[0], offer)
    if path.exists():
        try:
            _fitting(read_bytes(path, limit=MAX_SIZE), path, offer)
        except UnusableFile:
            raise unusable_file(
                path,
                "secret-there",
                "another file lies where the secret belongs, perhaps that of another match",
                "Move it to where it belongs first.",
            ) from None
    with match_lock(match.folder):
        match.notices += keep_up(match.folder)
        make_folder(match.folder, REFEREE)
        write_atomically(path, canonical(secret.to_json()) + b"\n", mode=PRIVATE)
    return path


def _place(match: Match) -> Path:
    path = match.folder / "referee" / "secret.json"
    if match.genesis.offer.anchor is None:
        message = "this match is played without a secret of the referee's"
        raise unusable_file(path, "no-secret", message, "There is nothing to keep safe.")
    return path


def _fitting(raw: bytes, source: Path, offer: log.Offer) -> Secret:
    """Returns a secret that hashes to the anchor and to the hidden commitment of an offer."""
    try:
        secret = understood(Secret, read_json(raw, source=str(source)))
    except RefusedFile as error:
        raise UnusableFile(error.located) from None
    last = tfd1.seed_chain(offer.game, secret.master)
    anchor = tfd1.chain_value(offer.game, "referee", last, links=offer.links, n=0)
    commit = tfd1.hidden_commit(offer.game, tfd1.seed_hidden(offer.game, secret.master))
    named = secret.match, secret.links, secret.who
    if named != (offer.game, offer.links, "referee") or (anchor, commit) != (
        offer.anchor,
        offer.hidden,
    ):
        raise unusable_file(
            source,
            "other-secret",
            "this is not the secret of this match",
            "Put the file back that `new` wrote for it, or its backup.",
        )
    return secret


# -- shares -----------------------------------------------------------------------------------


def _shares_of(secret: Secret, count: int) -> list[SecretShare]:
    parts = [tfd1.make_secret() for _ in range(count - 1)]
    parts.append(_combined([secret.master, *parts]))
    return [
        SecretShare(
            t="secret-share",
            format=1,
            match=secret.match,
            links=secret.links,
            share=number,
            of=count,
            part=part,
        )
        for number, part in enumerate(parts, start=1)
    ]


def _combined(parts: Sequence[str]) -> str:
    whole = 0
    for part in parts:
        whole ^= int(part, 16)
    return f"{whole:064x}"


def _joined(files: Sequence[Path]) -> bytes:
    """Returns the secret that all shares make together."""
    shares = []
    for path in files:
        try:
            document = read_json(read_bytes(path, limit=MAX_SIZE), source=str(path))
            shares.append(understood(SecretShare, document))
        except RefusedFile as error:
            raise UnusableFile(error.located) from None
    first = shares[0]
    if sorted(share.share for share in shares) != list(range(1, first.of + 1)):
        given = ", ".join(str(share.share) for share in shares)
        raise unusable_file(
            files[0],
            "shares-incomplete",
            f"the secret was split into {first.of} shares; given: {given}",
            "Name each of them once with --restore.",
        )
    master = _combined([share.part for share in shares])
    return canonical(Secret(match=first.match, links=first.links, master=master).to_json())


# -- age and SSH keys -------------------------------------------------------------------------


def _pyrage(path: Path | str) -> Any:
    try:
        import pyrage
    except ImportError:
        raise unusable_file(
            path,
            "no-pyrage",
            "encrypted copies need the library pyrage, which is not installed",
            "Say `pip install 'wargame-adjudicator[escrow]'`, or encrypt a plain copy with `age` "
            "itself.",
        ) from None
    return pyrage


def _encrypted(raw: bytes, keys: Sequence[str]) -> bytes:
    """Returns the bytes encrypted to age or SSH public keys, as text that a mail can carry."""
    recipients = []
    for key in keys:
        pyrage = _pyrage(key)
        text = key
        if not key.startswith(("age1", "ssh-")):
            text = read_bytes(Path(key), limit=MAX_SIZE).decode(errors="replace")
        kind = pyrage.ssh if text.startswith("ssh-") else pyrage.x25519
        try:
            recipients.append(kind.Recipient.from_str(text.strip()))
        except pyrage.RecipientError:
            raise unusable_file(
                key,
                "no-public-key",
                "this is no public key to which a copy can be encrypted",
                'Give one of age ("age1...") or of SSH ("ssh-ed25519 ..."), or a file with one.',
            ) from None
    encrypted: bytes = pyrage.encrypt(raw, recipients, armored=True)
    return encrypted


def _decrypted(raw: bytes, source: Path, identity: Path | None) -> bytes:
    if identity is None:
        message, hint = "this copy is encrypted", "Name the file of your private key: --identity."
        raise unusable_file(source, "copy-encrypted", message, hint)
    pyrage = _pyrage(source)
    key = read_bytes(identity, limit=MAX_SIZE)
    try:
        lines = key.decode(errors="replace").split("\n")
        spelled = [line for line in lines if line.startswith("AGE-SECRET-KEY-")]
        identities = [pyrage.x25519.Identity.from_str(line.strip()) for line in spelled]
        if not identities:
            identities = [pyrage.ssh.Identity.from_buffer(key)]
        decrypted: bytes = pyrage.decrypt(raw, identities)
    except (pyrage.IdentityError, pyrage.DecryptError):
        raise unusable_file(
            source,
            "copy-unreadable",
            f"the key in {identity} does not read this copy",
            "Name the file of the private key to which it was encrypted; SSH keys without a "
            "passphrase.",
        ) from None
    return decrypted
