"""Throw-away SSH keys and signatures for tests, made by `ssh-keygen`."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.programs import needed

__all__ = ["make_key", "sign"]


def make_key(path: Path, kind: str = "ed25519") -> Path:
    """Makes a key without a passphrase; returns the file of the public one."""
    words = [needed("ssh-keygen"), "-q", "-t", kind, "-N", "", "-C", "test only", "-f", str(path)]
    subprocess.run(words, check=True, capture_output=True)
    return path.with_name(f"{path.name}.pub")


def sign(file: Path, key: Path, namespace: str) -> Path:
    """Signs a file as a player does; returns the file of the signature."""
    made = file.with_name(f"{file.name}.sig")
    made.unlink(missing_ok=True)
    words = [needed("ssh-keygen"), "-q", "-Y", "sign", "-n", namespace, "-f", str(key), str(file)]
    subprocess.run(words, check=True, capture_output=True)
    return made
