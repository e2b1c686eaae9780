"""Sealed files: what goes in comes out for its reader alone, and nothing of a stranger's gets past.

Whoever knows a recipient can seal anything to it, so each forgery is sealed as it should be.
"""

from __future__ import annotations

import io
import subprocess
import tarfile
import zlib
from pathlib import Path

import pyrage
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.api.named_files import MAX_SIZE
from adjudicator.api.problems import Refused, Unusable
from adjudicator.repository import sealing
from adjudicator.repository.sealing import (
    MAX_SEALED,
    SHEET_MEMBERS,
    VIEW_MEMBERS,
    Member,
    seal,
    seal_sheet,
    unseal,
    unseal_sheet,
)
from tests.programs import needed

REFEREE = pyrage.x25519.Identity.generate()
OTHER = pyrage.x25519.Identity.generate()
TO, MINE = (str(REFEREE.to_public()),), (str(REFEREE),)
KIB_16 = 16 << 10


def encrypted(raw: bytes) -> bytes:
    """What a stranger seals: any bytes, to the right recipient."""
    sealed: bytes = pyrage.encrypt(raw, [REFEREE.to_public()])
    return sealed


def filled(raw: bytes) -> bytes:
    return raw.ljust(-(-(len(raw) + 1024) // KIB_16) * KIB_16, b"\0")


def made(*members: tarfile.TarInfo | tuple[str, bytes], form: int = tarfile.USTAR_FORMAT) -> bytes:
    """A tar of the standard library's, of plain files or anything else."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form) as tar:
        for one in members:
            if isinstance(one, tarfile.TarInfo):
                tar.addfile(one)
                continue
            info = tarfile.TarInfo(one[0])
            info.size, info.mtime, info.uname = len(one[1]), 1_700_000_000, "somebody"
            tar.addfile(info, io.BytesIO(one[1]))
    return filled(out.getvalue().rstrip(b"\0"))


def refused(sealed: bytes) -> str:
    with pytest.raises(Refused) as caught:
        unseal(sealed, SHEET_MEMBERS, MINE)
    (problem,) = caught.value.problems
    assert problem.code == "sealed-unreadable"
    return problem.message


@given(st.binary(max_size=40_000), st.none() | st.binary(max_size=2000))
def test_a_sheet_comes_out_as_it_went_in(sheet: bytes, signature: bytes | None) -> None:
    assert unseal_sheet(seal_sheet(sheet, signature, TO), MINE) == (sheet, signature)


@given(st.binary(max_size=40_000), st.none() | st.binary(max_size=2000))
def test_a_view_comes_out_as_it_went_in(state: bytes, report: bytes | None) -> None:
    files = {"state.json": state} | ({} if report is None else {"report.txt": report})
    sealed = seal(files, VIEW_MEMBERS, TO, is_packed=True)
    assert unseal(sealed, VIEW_MEMBERS, MINE, is_packed=True) == files


def test_the_largest_sheet_is_sealed_and_unsealed() -> None:
    sheet, signature = b"\xff" * MAX_SIZE, b"s" * (1 << 14)
    sealed = seal_sheet(sheet, signature, TO * 30)
    assert len(sealed) <= MAX_SEALED
    assert unseal_sheet(sealed, MINE) == (sheet, signature)


def test_short_and_long_sheets_have_one_length() -> None:
    lengths = {
        len(seal_sheet(b"x" * size, signature, TO))
        for size in (0, 280, 4221, 12_000)
        for signature in (None, b"s" * 500)
    }
    # The header of age has a line by chance, so that nobody takes its absence for granted.
    assert max(lengths) - min(lengths) < 400
    assert min(lengths) > KIB_16


def test_nobody_else_reads_it() -> None:
    sealed = seal_sheet(b"{}", None, TO)
    with pytest.raises(Refused, match="sealed to somebody else, or was changed"):
        unseal_sheet(sealed, (str(OTHER),))
    assert unseal_sheet(sealed, (str(OTHER), *MINE)) == (b"{}", None)
    for place in (30, len(sealed) // 2, len(sealed) - 1):
        changed = sealed[:place] + bytes([sealed[place] ^ 1]) + sealed[place + 1 :]
        assert "was changed" in refused(changed)
    assert "was changed" in refused(sealed[:-1])


def test_what_tar_and_age_make_by_hand_is_taken(tmp_path: Path) -> None:
    (tmp_path / "sheet.json").write_bytes(b"{}\n")
    (tmp_path / "sheet.json.sig").write_bytes(b"signature\n")
    words = ("--format=ustar", "-b", "32", "-cf", "-", "sheet.json", "sheet.json.sig")
    command = [needed("tar"), "-C", str(tmp_path), *words]
    raw = subprocess.run(command, capture_output=True, check=True).stdout
    assert len(raw) == KIB_16
    assert unseal_sheet(encrypted(raw), MINE) == (b"{}\n", b"signature\n")


def test_others_read_what_is_made_here() -> None:
    raw = pyrage.decrypt(seal_sheet(b"{}", b"signature", TO), [REFEREE])
    with tarfile.open(fileobj=io.BytesIO(raw)) as tar:
        assert tar.getnames() == ["sheet.json", "sheet.json.sig"]
        inside = tar.extractfile("sheet.json")
        assert inside is not None
        assert inside.read() == b"{}"


# -- forgeries ------------------------------------------------------------------------------------


def linked(kind: bytes, name: str = "sheet.json", to: str = "/etc/passwd") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, to
    return info


SHEET = ("sheet.json", b"{}")
FORGED = {
    "a symbolic link": (made(linked(tarfile.SYMTYPE)), "no plain file"),
    "a hard link": (made(SHEET, linked(tarfile.LNKTYPE, "sheet.json.sig")), "no plain file"),
    "a folder": (made(linked(tarfile.DIRTYPE, to="")), "no plain file"),
    "a device": (made(linked(tarfile.CHRTYPE, to="")), "no plain file"),
    "a sparse file": (made(linked(tarfile.GNUTYPE_SPARSE, to="")), "no plain file"),
    "a link in a plain file": (made(linked(tarfile.REGTYPE)), "no plain file"),
    "another name": (made(SHEET, ("evil.json", b"")), "none of sheet.json, sheet.json.sig"),
    "a path upwards": (made(("../sheet.json", b"{}")), "none of"),
    "a path from the root": (made(("/sheet.json", b"{}")), "none of"),
    "a path in the prefix": (made((f"{'a/' * 60}sheet.json", b"{}")), "none of"),
    "a long name": (made(("a" * 200, b""), SHEET, form=tarfile.GNU_FORMAT), "no plain file"),
    "a name by pax": (made(("ä", b""), SHEET, form=tarfile.PAX_FORMAT), "no plain file"),
    "two sheets": (made(SHEET, ("sheet.json", b"[]")), "sheet.json twice"),
    "no sheet": (made(("sheet.json.sig", b"s")), "no sheet.json"),
    "nothing": (bytes(KIB_16), "no sheet.json"),
    "no bytes": (b"", "not filled"),
    "too little filling": (made(SHEET)[:10240], "not filled"),
    "no end": (made(("sheet.json", bytes(KIB_16 - 512)))[:KIB_16], "stands behind its end"),
    "text behind the end": (made(SHEET)[:-1] + b"x", "stands behind its end"),
    "text in a file's last block": (
        made(SHEET)[:514] + b"x" + made(SHEET)[515:], "something stands behind it",
    ),
    "no tar": (b"{}".ljust(KIB_16, b" "), "no tar of the form ustar"),
    "a false sum": (made(SHEET).replace(b"somebody", b"nobody\0\0", 1), "sum of a header"),
    "too large": (made(("sheet.json.sig", bytes((1 << 14) + 1)), SHEET), "more than 16384 bytes"),
}  # fmt: skip


@pytest.mark.parametrize(("raw", "why"), FORGED.values(), ids=FORGED)
def test_a_forged_content_is_refused(raw: bytes, why: str) -> None:
    assert why in refused(encrypted(raw))


def resummed(raw: bytes, place: int, field: bytes) -> bytes:
    """A tar with a field of its first header changed, and the sum that belongs to it."""
    header = bytearray(raw[:512])
    header[place : place + len(field)] = field
    header[148:156] = b" " * 8
    header[148:156] = f"{sum(header):06o}\0 ".encode()
    return bytes(header) + raw[512:]


@pytest.mark.parametrize(
    ("place", "field", "why"),
    [
        (124, b"77777777777\0", "more than 1048576 bytes"),
        (124, b"-0000000002\0", "more than"),
        (124, b"0x000000002\0", "more than"),
        (124, b"\x80" + bytes(10) + b"\x02", "more than"),
        (124, bytes(12), "more than"),
        (124, b"00001777777\0", "cut, or something stands"),
        (156, b"x", "no plain file"),
        (345, b"etc", "none of"),
        (257, b"USTAR", "no tar of the form ustar"),
        (0, b"sheet.json\0x", "none of"),
    ],
)
def test_a_forged_header_is_refused(place: int, field: bytes, why: str) -> None:
    assert why in refused(encrypted(resummed(made(SHEET), place, field)))


def test_no_more_is_decrypted_than_any_sheet_needs() -> None:
    assert "are the most" in refused(seal_sheet(b"", None, TO) + bytes(MAX_SEALED))
    crowd = [pyrage.x25519.Identity.generate().to_public() for _ in range(60)]
    crowded = pyrage.encrypt(made(SHEET), [*crowd, REFEREE.to_public()])
    assert "a few recipients" in refused(crowded)
    armoured = pyrage.encrypt(made(SHEET), [REFEREE.to_public()], armored=True)
    assert "no file that age has encrypted" in refused(armoured)
    assert "no file that age has encrypted" in refused(b"")
    word = "A" * 43
    slow = f"age-encryption.org/v1\n-> scrypt {word[:22]} 30\n{word}\n--- {word}\n".encode()
    assert "sealed to somebody else" in refused(slow + bytes(KIB_16))


def packed_and_refused(raw: bytes) -> str:
    with pytest.raises(Refused) as caught:
        unseal(encrypted(raw), VIEW_MEMBERS, MINE, is_packed=True)
    return caught.value.problems[0].message


def test_a_view_that_unpacks_to_more_than_any_is_refused() -> None:
    bomb = zlib.compress(bytes(1 << 28), 9)
    assert len(bomb) < MAX_SEALED
    assert "cut, or longer than a view" in packed_and_refused(bomb)
    whole = zlib.compress(made(("state.json", b"{}")))
    assert "something stands behind it" in packed_and_refused(whole + b"\0\0x")
    assert "cut, or longer than a view" in packed_and_refused(whole[:-2])
    assert "not packed" in packed_and_refused(b"{}")
    assert "cut, or longer than a view" in packed_and_refused(b"")
    assert "no state.json" in packed_and_refused(zlib.compress(made(("report.txt", b""))))


TAR = made(SHEET, ("sheet.json.sig", b"signature"))


@given(st.lists(st.tuples(st.integers(0, 2600), st.binary(max_size=6)), min_size=1, max_size=4))
def test_whatever_is_changed_in_a_tar_nothing_else_comes_out(
    changes: list[tuple[int, bytes]],
) -> None:
    raw = bytearray(TAR)
    for place, content in changes:
        raw[place : place + len(content)] = content
    try:
        files = unseal(encrypted(bytes(raw)), SHEET_MEMBERS, MINE)
    except Refused:
        return
    assert {*files} <= {*SHEET_MEMBERS}
    assert len(files["sheet.json"]) <= MAX_SIZE


def test_only_what_will_be_read_is_sealed() -> None:
    for files, recipients in (
        ({"sheet.json": bytes(MAX_SIZE + 1)}, TO),
        ({"sheet.json.sig": b""}, TO),
        ({"sheet.json": b"", "other": b""}, TO),
        ({"sheet.json": b""}, ()),
        ({"sheet.json": b""}, ("age1q",)),
        ({"sheet.json": b""}, (str(REFEREE),)),
    ):
        with pytest.raises(ValueError, match=r"."):
            seal(files, SHEET_MEMBERS, recipients)
    with pytest.raises(ValueError, match="no identity"):
        unseal(seal_sheet(b"", None, TO), SHEET_MEMBERS, TO)


def test_without_pyrage_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    sealed = seal_sheet(b"", None, TO)
    monkeypatch.setitem(__import__("sys").modules, "pyrage", None)
    for call in (lambda: seal_sheet(b"", None, TO), lambda: unseal_sheet(sealed, MINE)):
        with pytest.raises(Unusable) as caught:
            call()
        assert caught.value.problems[0].code == "no-pyrage"


def test_every_member_has_a_limit_that_fits() -> None:
    for members in (SHEET_MEMBERS, VIEW_MEMBERS):
        assert all(isinstance(one, Member) and one.limit <= MAX_SIZE for one in members.values())
    assert sealing.MAX_SEALED < 2_000_000, "what a server takes in one push (repository 4)"
