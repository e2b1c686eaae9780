"""The page is put together from the pinned files and from nothing else; small ones stand in."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import re
import tomllib
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from adjudicator.cli.app import app
from adjudicator.core.problem import Unusable
from adjudicator.judge import assembly
from adjudicator.judge.assembly import judge_app, judge_page, judge_site, pinned
from adjudicator.judge.english import WORDS as ENGLISH
from adjudicator.judge.german import WORDS as GERMAN
from adjudicator.judge.pins import PYODIDE, WHEELS, Pin, how_to_fetch

JUDGE = Path(assembly.__file__).parent


def _zip(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, raw in files.items():
            archive.writestr(name, raw)
    return stream.getvalue()


@pytest.fixture
def parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Folders of small files that stand in for Pyodide and the wheels, pinned as they are."""
    lock = json.dumps({"info": {"python": "3.14"}, "packages": {"numpy": {}}}).encode()
    core = {pin.file: pin.file.encode() for pin in PYODIDE}
    core |= {"python_stdlib.zip": _zip({"os.py": b"sep = '/'"}), "pyodide-lock.json": lock}
    core["pyodide.asm.mjs"] = b"let at = import.meta.url;\nexport default _createPyodideModule;"
    wheel = {"m/__init__.py": b"", "m/_fast.so": b"native", "m-1.dist-info/LICENSE": b"MIT",
             "m-1.dist-info/RECORD": b""}  # fmt: skip
    wheels = {"m-1-cp314-cp314-manylinux.whl": _zip(wheel), "p-1-wasm32.whl": _zip({"p.so": b"w"})}
    for folder, files, name in (("pyodide", core, "PYODIDE"), ("wheels", wheels, "WHEELS")):
        (tmp_path / folder).mkdir()
        for file, raw in files.items():
            (tmp_path / folder / file).write_bytes(raw)
        pins = [Pin("x", "1", file, hashlib.sha256(raw).hexdigest()) for file, raw in files.items()]
        monkeypatch.setattr(assembly, name, tuple(pins))
    return tmp_path / "pyodide", tmp_path / "wheels"


def _block(page: bytes, name: str) -> bytes:
    found = re.search(rf'id="block-{re.escape(name)}">([^<]*)</script>'.encode(), page)
    assert found is not None, name
    return gzip.decompress(base64.b64decode(found[1]))


def test_the_same_files_give_the_same_page(parts: tuple[Path, Path]) -> None:
    """Byte for byte, whenever it is made."""
    assert judge_page(*parts) == judge_page(*parts)


def test_a_page_holds_the_program_and_the_libraries(parts: tuple[Path, Path]) -> None:
    """Maps, schemas and licences go along; parts compiled for another machine do not."""
    page = judge_page(*parts)
    own = zipfile.ZipFile(io.BytesIO(_block(page, "adjudicator.zip"))).namelist()
    assert {"adjudicator/cli/app.py", "adjudicator/_data/maps/nine-fields/map.json",
            "adjudicator/_data/schemas/view.json"} <= {*own}  # fmt: skip
    assert not [name for name in own if "__pycache__" in name]
    libraries = zipfile.ZipFile(io.BytesIO(_block(page, "libraries.zip")))
    names = {"m/__init__.py", "m-1.dist-info/LICENSE", "p.so", "rpds.py"}
    assert {*libraries.namelist()} == names
    assert libraries.read("rpds.py") == (JUDGE / "inside" / "rpds.py").read_bytes()
    assert json.loads(_block(page, "pyodide-lock.json"))["packages"] == {}
    engine = _block(page, "engine.js")
    assert b"import.meta" not in engine
    assert b"export" not in engine
    assert engine.endswith(b"\npyodide.js\n")


def test_only_its_own_script_may_run(parts: tuple[Path, Path]) -> None:
    """The policy names the hash of the script and no address; nothing in the page names one."""
    page = judge_page(*parts).decode()
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert "default-src 'none'; connect-src 'none'" in policy
    assert "unsafe-inline' 'wasm" not in policy
    assert "http" not in policy
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    sha256 = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"'sha256-{sha256}'" in policy
    shell = page.partition('<script type="text/plain" id="block-')[0]
    addresses = set(re.findall(r"https?://[\w./]*", shell))
    assert addresses == {"https://judge.invalid/"}, "what Pyodide calls its folder; it is no host"


def test_another_file_is_refused(parts: tuple[Path, Path]) -> None:
    """A file that is not the pinned one is named, with the commands that fetch all of it."""
    pyodide, wheels = parts
    (pyodide / "pyodide.js").write_bytes(b"another")
    next(wheels.iterdir()).unlink()
    with pytest.raises(Unusable) as caught:
        judge_page(pyodide, wheels)
    one, two = caught.value.problems
    assert "pyodide.js is not that of x 1: its SHA-256 is" in one.message
    assert "there is no" in two.message
    assert how_to_fetch() in (two.hint or "")


def test_the_pins_say_how_they_are_fetched() -> None:
    """Each file is fetched by one of the two commands, and is told by a SHA-256."""
    for pin in (*PYODIDE, *WHEELS):
        assert re.fullmatch(r"[0-9a-f]{64}", pin.sha256), pin
        assert f"{pin.name}{'@' if pin in PYODIDE else '=='}{pin.version}" in how_to_fetch()
    assert len({pin.file for pin in (*PYODIDE, *WHEELS)}) == len(PYODIDE) + len(WHEELS)


def test_nothing_is_pinned_twice(tmp_path: Path) -> None:
    """What lies there and fits is returned by name."""
    (tmp_path / "a").write_bytes(b"a")
    pin = Pin("a", "1", "a", hashlib.sha256(b"a").hexdigest())
    assert pinned(([pin], tmp_path)) == {"a": b"a"}


def test_a_site_works_offline(parts: tuple[Path, Path]) -> None:
    """A service worker and a manifest lie beside the page, whose policy admits them alone."""
    page = judge_page(*parts)
    site = judge_site(page)
    assert [*site] == ["judge.html", "sw.js", "manifest.webmanifest", "icon.svg"]
    manifest = json.loads(site["manifest.webmanifest"])
    assert manifest["start_url"] in site
    assert manifest["icons"][0]["src"] in site
    listed = re.search(rb"FILES = \[([^\]]*)\]", site["sw.js"])
    assert listed is not None
    assert {*json.loads(b"[" + listed[1] + b"]")} == {*site} - {"sw.js"}
    policy = re.search(rb'content="(default-src[^"]*)"', site["judge.html"])
    assert policy is not None
    assert b"connect-src 'none'; manifest-src 'self'; worker-src 'self' blob:" in policy[1]
    assert judge_site(page + b" ")["sw.js"] != site["sw.js"]


def test_the_command(parts: tuple[Path, Path], tmp_path: Path) -> None:
    """It writes the page and the site; without the files it says what to fetch, and ends with 4."""
    pyodide, wheels = map(str, parts)
    out, site = tmp_path / "judge.html", tmp_path / "site"
    given = ["judge", "--pyodide", pyodide, "--wheels", wheels]
    done = CliRunner().invoke(app, [*given, "--out", str(out), "--site", str(site)])
    assert done.exit_code == 0, done.output
    assert out.read_bytes() == judge_page(*parts)
    assert sorted(path.name for path in site.iterdir()) == [
        "icon.svg", "judge.html", "manifest.webmanifest", "sw.js",
    ]  # fmt: skip
    lacking = CliRunner().invoke(app, ["judge", "--pyodide", str(tmp_path), "--wheels", wheels])
    assert lacking.exit_code == 4
    assert "npm install" in lacking.stderr
    assert lacking.stderr.count("pip download") == 1


def test_both_languages_say_the_same() -> None:
    """Each key has a sentence in both, with the same values; the page asks for no other key."""
    assert [*ENGLISH] == [*GERMAN]
    for key, text in ENGLISH.items():
        values = re.findall(r"\{\w+\}", text)
        assert sorted(values) == sorted(re.findall(r"\{\w+\}", GERMAN[key])), key
    script = (JUDGE / "page.js").read_text(encoding="utf-8")
    asked = set(re.findall(r'say\("([\w-]+)"', script))
    asked |= set(re.findall(r"\{\{word-([\w-]+)\}\}", (JUDGE / "page.html").read_text()))
    assert asked <= {*ENGLISH}


def test_the_app_for_messengers_holds_the_page(parts: tuple[Path, Path]) -> None:
    """It may run the messenger's script besides, which reaches the messenger and nobody else."""
    page = judge_page(*parts)
    with zipfile.ZipFile(io.BytesIO(judge_app(page))) as archive:
        assert archive.namelist() == ["index.html", "manifest.toml", "icon.png"]
        index, manifest, icon = map(archive.read, archive.namelist())
    assert tomllib.loads(manifest.decode()) == {"name": ENGLISH["title"]}
    assert icon == (JUDGE / "icon.png").read_bytes()
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', index.decode())
    assert policy.startswith("default-src 'none'; connect-src 'self'; worker-src blob:; ")
    assert policy.count("connect-src") == 1
    assert "script-src 'self' 'sha256-" in policy
    assert index.replace(b'<script src="webxdc.js"></script>\n', b"", 1).replace(
        policy.encode(), b"", 1
    ) == page.replace(re.findall(rb'Policy" content="([^"]*)"', page)[0], b"", 1)
    assert index.index(b"webxdc.js") < index.index(b"<script>")
