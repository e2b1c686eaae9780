"""The page, put together from the program itself and from pinned files; nothing is fetched.

Every file from elsewhere must have the hash that `pins.py` names. What is large stands gzipped, in
base64, in blocks that no browser runs: the page's script hands them to a worker, which unpacks them
and starts Python. The same files give the same page, byte for byte, under the same zlib.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import io
import json
import pkgutil
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from adjudicator.compose.app import app_of
from adjudicator.compose.pen import lean_script, own_script, shared_scripts
from adjudicator.core.problem import Problem, Unusable
from adjudicator.documents.library import Shipped, data_folder
from adjudicator.judge import english, german
from adjudicator.judge.pins import PYODIDE, WHEELS, Pin, how_to_fetch

__all__ = [
    "MAX_PAGE",
    "archive",
    "judge_app",
    "judge_page",
    "judge_site",
    "libraries",
    "own_files",
    "pinned",
]

MAX_PAGE = 16_000_000
"""The most bytes of the page: mail servers and phones take that much."""
_PACKAGE = Path(__file__).resolve().parents[1]
_SHIPPED: tuple[tuple[Shipped, str], ...] = (
    ("maps", ""),
    ("schemas", ""),
    ("cases", "nine-fields"),
)
"""What lies beside the package in a checkout, and in a wheel inside it."""
_NOWHERE = "https://judge.invalid/"
"""The address at which Python believes that its files lie; it is no host."""
_NO_IMPORTS = 'self.importScripts = () => { throw new TypeError("nothing comes from elsewhere"); };'
"""Pyodide asks for a worker that is a module, which no page from a file can have. It knows the
other kind by this function, of which nothing here has a use."""
_LEFT_OUT = (".so", ".dylib", ".pyd", ".c", ".pyx", "RECORD", "WHEEL", "SKILL.md")
"""What no page needs of a wheel: parts compiled for another machine. Licences go along."""
_LANGUAGES: Mapping[str, Mapping[str, str]] = {"en": english.WORDS, "de": german.WORDS}


def pinned(*places: tuple[Sequence[Pin], Path]) -> dict[str, bytes]:
    """Returns pinned files by name.

    Args:
        places: which files, and the folder in which they lie.

    Raises:
        Unusable: one is not there, or is another than the pinned one; each is named.
    """
    found = {}
    problems = [
        _lacking(f"there is no folder {folder}") for _, folder in places if not folder.is_dir()
    ]
    there = [place for place in places if place[1].is_dir()]
    for pin, path in ((pin, folder / pin.file) for pins, folder in there for pin in pins):
        if not path.is_file():
            problems.append(_lacking(f"there is no {path}"))
            continue
        raw = found[pin.file] = path.read_bytes()
        sha256 = hashlib.sha256(raw).hexdigest()
        if sha256 != pin.sha256:
            told = f"{path} is not that of {pin.name} {pin.version}: its SHA-256 is {sha256}"
            problems.append(_lacking(told))
    if problems:
        hint = f"Two commands fetch all of it:\n{how_to_fetch()}"
        raise Unusable([*problems[:-1], problems[-1]._replace(hint=hint)])
    return found


def _lacking(message: str) -> Problem:
    return Problem("judge-part-missing", message, kind="unusable")


def archive(files: Mapping[str, bytes]) -> bytes:
    """Returns files as a ZIP archive that is not compressed: what holds it is, as a whole."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as packed:
        for name in sorted(files):
            packed.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), files[name])
    return stream.getvalue()


def judge_page(pyodide: Path, wheels: Path) -> bytes:
    """Returns the page.

    Args:
        pyodide: the folder of Pyodide, as npm has it.
        wheels: the folder of the wheels.

    Raises:
        Unusable: a file is not there, or not the pinned one.
    """
    core = pinned((PYODIDE, pyodide), (WHEELS, wheels))
    lock = json.loads(core["pyodide-lock.json"])
    blocks = {
        "engine.js": _engine(core),
        "pyodide.asm.wasm": core["pyodide.asm.wasm"],
        "python_stdlib.zip": _stored(core["python_stdlib.zip"]),
        "pyodide-lock.json": json.dumps({"info": lock["info"], "packages": {}}).encode(),
        "libraries.zip": archive(libraries({pin.file: core[pin.file] for pin in WHEELS})),
        "adjudicator.zip": archive(dict(own_files())),
    }
    return _page(blocks)


def _engine(core: Mapping[str, bytes]) -> bytes:
    """Returns what starts Python, as one script: some browsers let no page from a file import one.

    What is a module becomes a script: its export goes, and where it asks for its own address it
    gets one that is nowhere.
    """
    module = core["pyodide.asm.mjs"].decode()
    for found, put in (
        ("import.meta.url", json.dumps(f"{_NOWHERE}pyodide.asm.mjs")),
        ("export default _createPyodideModule;", ""),
    ):
        if found not in module:
            raise Unusable([_lacking(f"pyodide.asm.mjs has no {found}: it is made otherwise now")])
        module = module.replace(found, put)
    return f'"use strict";\n{_NO_IMPORTS}\n{module}\n{core["pyodide.js"].decode()}\n'.encode()


def judge_site(page: bytes) -> dict[str, bytes]:
    """Returns by name the files of a folder to be put on any https space, with the page.

    A service worker makes it work offline; it must be a file of its own.
    """
    version = hashlib.sha256(page).hexdigest()
    worker = _text("sw.js").replace("VERSION", version[:16])
    manifest = {
        "name": english.WORDS["title"],
        "short_name": english.WORDS["short"],
        "start_url": "judge.html",
        "scope": "./",
        "display": "standalone",
        "background_color": "#fdfbf5",
        "theme_color": "#6b4d12",
        "icons": [
            {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any maskable"}
        ],
    }
    head = '<link rel="manifest" href="manifest.webmanifest"/><link rel="icon" href="icon.svg"/>'
    policy = b"connect-src 'none'; "
    hosted = page.replace(policy, policy + b"manifest-src 'self'; ", 1)
    hosted = hosted.replace(b"img-src data: blob:", b"img-src 'self' data: blob:", 1)
    # The page's own worker is a blob; the one for offline use is a file beside the page.
    hosted = hosted.replace(b"worker-src blob:", b"worker-src 'self' blob:", 1)
    hosted = hosted.replace(b"<!-- beside -->", head.encode(), 1)
    return {
        "judge.html": hosted,
        "sw.js": worker.encode(),
        "manifest.webmanifest": (json.dumps(manifest, indent=2) + "\n").encode(),
        "icon.svg": _text("icon.svg").encode(),
    }


def judge_app(page: bytes) -> bytes:
    """Returns the page as an app for messengers: the bytes of an `.xdc` file."""
    icon = pkgutil.get_data("adjudicator.judge", "icon.png")
    return app_of(page.decode(), english.WORDS["title"], icon)


def _stored(raw: bytes) -> bytes:
    """Returns an archive with its files not compressed; Python reads it faster."""
    with zipfile.ZipFile(io.BytesIO(raw)) as packed:
        names = [name for name in packed.namelist() if not name.endswith("/")]
        return archive({name: packed.read(name) for name in names})


def libraries(wheels: Mapping[str, bytes]) -> dict[str, bytes]:
    """Returns the files of all wheels, and the stand-in for `rpds`."""
    found = {}
    for name, raw in wheels.items():
        is_for_page = "wasm32" in name or name.endswith("-any.whl")
        with zipfile.ZipFile(io.BytesIO(raw)) as packed:
            for inside in packed.namelist():
                compiled = inside.endswith(_LEFT_OUT) and not (
                    is_for_page and inside.endswith(".so")
                )
                if not inside.endswith("/") and not compiled:
                    found[inside] = packed.read(inside)
    found["rpds.py"] = (_PACKAGE / "judge" / "inside" / "rpds.py").read_bytes()
    return found


def own_files() -> Iterator[tuple[str, bytes]]:
    """Yields the package's own files, as a wheel of it has them."""
    for path in sorted(_PACKAGE.rglob("*")):
        inside = path.relative_to(_PACKAGE)
        if path.is_file() and not {"__pycache__", "_data"} & {*inside.parts}:
            yield f"adjudicator/{inside.as_posix()}", path.read_bytes()
    for kind, only in _SHIPPED:
        folder = data_folder(kind)
        for path in sorted((folder / only).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                inside = path.relative_to(folder)
                yield f"adjudicator/_data/{kind}/{inside.as_posix()}", path.read_bytes()


def _page(blocks: Mapping[str, bytes]) -> bytes:
    """Returns the page around its blocks."""
    script, worker = _text("page.js"), _text("worker.js")
    # A page on which sheets are made is shown in a frame, which has this policy besides its own.
    games = sorted(path.parent.name for path in _PACKAGE.glob("games/*/compose.js"))
    own = (text for game in games for text in own_script(f"adjudicator.games.{game}"))
    pens = dict.fromkeys((*shared_scripts(), *shared_scripts(has_chain=True)))
    scripts = (script, *pens, *own)
    hashes = " ".join(f"'sha256-{_sha256(text)}'" for text in scripts)
    words = json.dumps(_LANGUAGES, ensure_ascii=False).replace("<", "\\u003c")
    parts = {
        "hashes": hashes,
        "style": _text("page.css"),
        "script": script,
        "worker": worker.replace("NOWHERE", _NOWHERE).replace("</", "<\\/"),
        "words": words,
        "icon": base64.b64encode(_text("icon.svg").encode()).decode(),
        **{f"word-{key}": html.escape(text) for key, text in english.WORDS.items()},
    }
    shell = re.sub(r"\{\{([\w-]+)\}\}", lambda found: parts[found[1]], _text("page.html"))
    written = "\n".join(
        f'<script type="text/plain" id="block-{name}">{_packed(raw)}</script>'
        for name, raw in blocks.items()
    )
    return shell.replace("<!-- blocks -->", written).encode()


def _packed(raw: bytes) -> str:
    return base64.b64encode(gzip.compress(raw, 9, mtime=0)).decode()


def _sha256(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _text(name: str) -> str:
    raw = pkgutil.get_data("adjudicator.judge", name)
    assert raw is not None, "the package brings its page along"
    text = raw.decode()
    return lean_script(text) if name.endswith(".js") else text
