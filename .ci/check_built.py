"""What was built holds what it must and nothing else: python check_built.py FOLDER SOURCE

FOLDER has one source package and one wheel, SOURCE is the clone that they were built from.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

FOLDER, SOURCE = map(Path, sys.argv[1:])
PROJECT = tomllib.loads((SOURCE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
STEM = PROJECT["name"].replace("-", "_")
DATA = {"maps/": "_data/maps/", "schemas/": "_data/schemas/"}
CASES = "tests/cases/nine-fields/"


def tracked(*folders: str) -> set[str]:
    """Returns the files of folders that git has."""
    line = ["git", "ls-files", "--", *folders]
    return {
        *subprocess.run(line, cwd=SOURCE, check=True, capture_output=True, text=True).stdout.split()
    }


(wheel,) = FOLDER.glob("*.whl")
(source,) = FOLDER.glob("*.tar.gz")
assert wheel.name.startswith(f"{STEM}-"), wheel
assert source.name.startswith(f"{STEM}-"), source

held = {name for name in zipfile.ZipFile(wheel).namelist() if not name.endswith("/")}
info = {name for name in held if name.split("/")[0].endswith(".dist-info")}
wanted = tracked("adjudicator")
for folder, place in DATA.items():
    wanted |= {f"adjudicator/{place}{name.removeprefix(folder)}" for name in tracked(folder)}
wanted |= {
    f"adjudicator/_data/cases/nine-fields/{name.removeprefix(CASES)}" for name in tracked(CASES)
}
assert held - info == wanted, f"wheel: {sorted((held - info) ^ wanted)[:20]}"
assert any(name.endswith("licenses/LICENSE") for name in info), "wheel: no licence"
(entry,) = (name for name in info if name.endswith("entry_points.txt"))
assert "adjudicator = adjudicator.__main__:main" in zipfile.ZipFile(wheel).read(entry).decode()

with tarfile.open(source) as archive:
    packed = {one.name.partition("/")[2] for one in archive.getmembers() if one.isfile()}
wanted = tracked(
    ".ci",
    ".github",
    "adjudicator",
    "examples",
    "maps",
    "schemas",
    "tests",
    "*.md",
    "LICENSE",
    "pyproject.toml",
)
missing, strange = wanted - packed, packed - wanted - {"PKG-INFO", ".gitignore"}
assert not missing, f"source package: without {sorted(missing)[:20]}"
assert not strange, f"source package: with {sorted(strange)[:20]}"
print(f"{wheel.name}: {len(held)} files; {source.name}: {len(packed)} files")
