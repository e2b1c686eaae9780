"""Copies of the secret: plain, encrypted and in shares, and back again."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyrage
import pytest

from adjudicator.core.problem import Unusable
from adjudicator.matches.match import Match
from adjudicator.matches.referee.escrow import escrow_files, restore_secret
from tests.matches.toy_match import bids, files, new
from tests.programs import needed


def lost(match: Match) -> Path:
    """Loses the secret; returns where it was."""
    path = match.folder / "referee/secret.json"
    path.unlink()
    with pytest.raises(Unusable):
        match.adjudicate(bids(match))
    return path


def code(refused: pytest.ExceptionInfo[Unusable]) -> str:
    (problem,) = refused.value.problems
    return problem.code


def test_a_plain_copy_comes_back_byte_by_byte(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    before = files(match.folder)
    (copy,) = escrow_files(match, tmp_path / "copy.json")
    assert copy.stat().st_mode & 0o777 == 0o600
    path = lost(match)
    assert restore_secret(match, [copy]) == path
    assert path.stat().st_mode & 0o777 == 0o600
    assert files(match.folder) == before
    assert restore_secret(match, [copy]) == path
    assert match.adjudicate(bids(match)).opening is not None


def ssh_key(path: Path) -> str:
    subprocess.run(
        [needed("ssh-keygen"), "-q", "-t", "ed25519", "-N", "", "-f", str(path)], check=True
    )  # fmt: skip
    return path.with_suffix(".pub").read_text()


def test_a_copy_is_encrypted_to_age_and_ssh_keys(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    before = files(match.folder)
    identity = pyrage.x25519.Identity.generate()
    (tmp_path / "age.txt").write_text(f"# created: today\n{identity}\n")
    ssh_key(tmp_path / "ssh")
    keys = [str(identity.to_public()), str(tmp_path / "ssh.pub")]
    (copy,) = escrow_files(match, tmp_path / "copy.age", to=keys)
    assert b"master" not in copy.read_bytes()
    for private in ("age.txt", "ssh"):
        lost(match)
        restore_secret(match, [copy], tmp_path / private)
        assert files(match.folder) == before
    (tmp_path / "other.txt").write_text(str(pyrage.x25519.Identity.generate()))
    for name, wanted in (("", "copy-encrypted"), ("other.txt", "copy-unreadable"),
                         ("ssh.pub", "copy-unreadable")):  # fmt: skip
        with pytest.raises(Unusable) as refused:
            restore_secret(match, [copy], tmp_path / name if name else None)
        assert code(refused) == wanted
    for key in ("age1xyz", "ssh-ed25519 AAAA"):
        with pytest.raises(Unusable) as refused:
            escrow_files(match, tmp_path / "copy.age", to=[key])
        assert code(refused) == "no-public-key"


def test_only_all_shares_give_the_secret(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    before = files(match.folder)
    master = json.loads(before["referee/secret.json"])["master"]
    shares = escrow_files(match, tmp_path / "share.json", shares=3)
    assert [path.name for path in shares] == ["share-1.json", "share-2.json", "share-3.json"]
    assert all(master.encode() not in path.read_bytes() for path in shares)
    for order in itertools.permutations(shares):
        lost(match)
        restore_secret(match, order)
        assert files(match.folder) == before
    for some in ([shares[0]], shares[:2], [*shares[:2], shares[1]]):
        with pytest.raises(Unusable) as refused:
            restore_secret(match, some)
        assert code(refused) == "shares-incomplete"
    again = escrow_files(match, tmp_path / "again.json", shares=3)
    with pytest.raises(Unusable) as refused:
        restore_secret(match, [again[0], *shares[1:]])
    assert code(refused) == "other-secret"


def test_a_wrong_secret_does_not_get_into_place(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    secret = json.loads((match.folder / "referee/secret.json").read_bytes())
    copy = tmp_path / "copy.json"
    changes: list[dict[str, Any]] = [
        {"master": "00" * 32}, {"match": "another"}, {"links": 4095},
    ]  # fmt: skip
    before = files(match.folder)
    for change in changes:
        copy.write_text(json.dumps(secret | change))
        with pytest.raises(Unusable) as refused:
            restore_secret(match, [copy])
        assert code(refused) == "other-secret"
    for raw in (b"{", b"[]", b"{}"):
        copy.write_bytes(raw)
        with pytest.raises(Unusable):
            restore_secret(match, [copy])
    assert files(match.folder) == before
    copy.write_text(json.dumps(secret))
    other = new(tmp_path / "other", mode="external")
    (other.folder / "referee/secret.json").write_text(json.dumps(secret | {"master": "00" * 32}))
    with pytest.raises(Unusable) as refused:
        restore_secret(other, [copy])
    assert code(refused) == "secret-there"


def test_nothing_secret_is_published(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    for out in (match.folder / "copy.json", match.folder / "orders/../copy.json"):
        with pytest.raises(Unusable) as refused:
            escrow_files(match, out)
        assert code(refused) == "escrow-public"
    assert escrow_files(match, match.folder / "referee/copy.json")
    public = new(tmp_path / "p", mode="public")
    with pytest.raises(Unusable) as refused:
        escrow_files(public, tmp_path / "copy.json")
    assert code(refused) == "no-secret"
    with pytest.raises(Unusable) as refused:
        restore_secret(public, [match.folder / "referee/copy.json"])
    assert code(refused) == "no-secret"


def test_without_pyrage_it_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = new(tmp_path / "m")
    key = str(pyrage.x25519.Identity.generate().to_public())
    monkeypatch.setitem(sys.modules, "pyrage", None)
    with pytest.raises(Unusable) as refused:
        escrow_files(match, tmp_path / "copy.age", to=[key])
    assert code(refused) == "no-pyrage"
    assert escrow_files(match, tmp_path / "copy.json")
