"""A folder sent as an archive: the forgeries that a worker must refuse."""

from __future__ import annotations

import gzip
import io
import tarfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from adjudicator.api.problems import Unusable, UnusableFile
from adjudicator.workers import packed as packing
from adjudicator.workers.packed import Packed, pack, unpacked


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "m"
    (made / "orders" / "n0001").mkdir(parents=True)
    (made / "referee").mkdir()
    (made / "log.jsonl").write_text("{}\n")
    (made / "orders" / "n0001" / "west.json").write_text("[]")
    (made / "referee" / "secret.json").write_text("secret")
    return made


NAMES = ("log.jsonl", "orders", "heads")


def test_what_is_named_travels_and_nothing_else(folder: Path) -> None:
    packed = pack(folder, NAMES)
    assert [name for name, _ in packed.files] == ["log.jsonl", "orders/n0001/west.json"]
    (folder / "log.jsonl").touch()
    assert pack(folder, NAMES) == packed
    with unpacked(packed) as there:
        assert (there / "log.jsonl").read_text() == "{}\n"
        assert (there / "orders" / "n0001" / "west.json").read_text() == "[]"
        assert not (there / "referee").exists()
        assert there.stat().st_mode & 0o077 == 0
    assert not there.exists()


def test_a_link_does_not_travel(folder: Path) -> None:
    (folder / "orders" / "n0001" / "east.json").symlink_to(folder / "referee" / "secret.json")
    with pytest.raises(UnusableFile) as caught:
        pack(folder, NAMES)
    assert caught.value.problems[0].code == "is-a-link"
    (folder / "orders" / "n0001" / "east.json").unlink()
    (folder / "heads").symlink_to(folder / "referee")
    with pytest.raises(UnusableFile):
        pack(folder, NAMES)


def test_more_than_may_travel(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("MOST_FILES", 1), ("MOST_BYTES", 3), ("_LONGEST", 12)):
        with monkeypatch.context() as patched:
            patched.setattr(packing, name, value)
            with pytest.raises(UnusableFile) as caught:
                pack(folder, NAMES)
        assert caught.value.problems[0].code == "too-large-to-send"


def forged(*entries: tuple[str, bytes], **kinds: object) -> Packed:
    """Returns an archive whose hashes are right, with entries of any kind."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        for name, raw in entries:
            entry = tarfile.TarInfo(name)
            entry.size = len(raw)
            for key, value in kinds.items():
                setattr(entry, key, value)
            tar.addfile(entry, io.BytesIO(raw))
    return sealed(gzip.compress(out.getvalue()), *entries)


def sealed(archive: bytes, *entries: tuple[str, bytes]) -> Packed:
    """Returns an archive with its hash and those of its files."""
    files = tuple(sorted((name, sha256(raw).hexdigest()) for name, raw in entries))
    return Packed(archive, sha256(archive).hexdigest(), files)


def refused(packed: Packed, outside: Path) -> str:
    before = sorted(outside.rglob("*"))
    with pytest.raises(Unusable) as caught, unpacked(packed):
        pass
    assert sorted(outside.rglob("*")) == before
    return caught.value.problems[0].code


@pytest.mark.parametrize(
    "name",
    [
        "../escaped", "/tmp/escaped", "a/../../escaped", "a//b", "./a", "a/", "", ".", "..",
        "C:/escaped", "C:escaped", "a\\..\\b", "con:stream", "a\nb", "a\x00b", "a\u202eb", "a ",
        "a./b", "x" * 241,
    ],
)  # fmt: skip
def test_names_that_lead_out_or_elsewhere(name: str, tmp_path: Path) -> None:
    code = refused(forged((name, b"1")), tmp_path)
    assert code in ("archive-refused", "archive-changed")
    assert not packing._stays_inside(name)


@pytest.mark.parametrize(
    "kind",
    [
        tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE,
        tarfile.BLKTYPE, tarfile.CONTTYPE, tarfile.GNUTYPE_SPARSE,
    ],
)  # fmt: skip
def test_only_plain_files(kind: bytes, tmp_path: Path) -> None:
    assert refused(forged(("a", b""), type=kind, linkname="/etc/passwd"), tmp_path) == (
        "archive-refused"
    )


BOMB = gzip.compress(bytes(1 << 20))
WHOLE = forged(("a", b"1"))


@pytest.mark.parametrize(
    "change",
    [
        lambda: forged(("a", b"1"), ("a", b"2")),
        lambda: forged(("a", b"1"), ("a/b", b"2")),
        lambda: forged(("a/b", b"1"), ("a", b"2")),
        lambda: sealed(b""),
        lambda: sealed(b"no archive"),
        lambda: sealed(gzip.compress(b"no archive" * 100)),
        lambda: sealed(WHOLE.archive[:-9], ("a", b"1")),
        lambda: sealed(WHOLE.archive + b"more", ("a", b"1")),
        lambda: sealed(WHOLE.archive + WHOLE.archive, ("a", b"1")),
    ],
)  # fmt: skip
def test_what_is_no_archive_of_a_match(change: Callable[[], Packed], tmp_path: Path) -> None:
    assert refused(change(), tmp_path) == "archive-refused"


def test_limits_hold_before_anything_is_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packing, "MOST_FILES", 3)
    many = forged(*((str(number), b"") for number in range(4)))
    assert refused(many, tmp_path) == "archive-refused"
    monkeypatch.setattr(packing, "MOST_BYTES", 1 << 16)
    assert refused(sealed(BOMB), tmp_path) == "archive-refused"


def test_hashes_are_checked(tmp_path: Path) -> None:
    wrong = "0" * 64
    for changed in (
        WHOLE._replace(hash=wrong),
        WHOLE._replace(archive=forged(("a", b"2")).archive),
        WHOLE._replace(files=(("a", wrong),)),
        WHOLE._replace(files=()),
        WHOLE._replace(files=(*WHOLE.files, ("b", wrong))),
    ):
        assert refused(changed, tmp_path) == "archive-changed"
