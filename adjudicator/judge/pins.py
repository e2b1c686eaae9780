"""What the page is assembled from besides the program: each file by name, version and SHA-256.

A newer version goes in as one change: the three of `pydantic`, `pydantic_core` and Pyodide belong
together (Pyodide says which Python, the wheel of `pydantic_core` is made for that Python).
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["PYODIDE", "PYODIDE_VERSION", "WHEELS", "Pin", "how_to_fetch"]


class Pin(NamedTuple):
    """One file from elsewhere."""

    name: str
    """Of the package that it is of."""
    version: str
    file: str
    """Its name in its folder."""
    sha256: str


PYODIDE_VERSION = "314.0.7"
_PYODIDE = (
    ("pyodide.js", "3141b814715a72e59b51b1b18b9ceae5bf19f7c852417e431bb0a34feadf825c"),
    ("pyodide.asm.mjs", "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635"),
    ("pyodide.asm.wasm", "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6"),
    ("python_stdlib.zip", "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a"),
    ("pyodide-lock.json", "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010"),
)
PYODIDE = tuple(Pin("pyodide", PYODIDE_VERSION, file, sha256) for file, sha256 in _PYODIDE)
"""CPython as WebAssembly, and what starts it."""
WHEELS = (
    Pin(
        "annotated-doc",
        "0.0.7",
        "annotated_doc-0.0.7-py3-none-any.whl",
        "6bc31bbbec6dfaaedc1676dbc11dbda96fe22a2b5c400e9ebad113fec44a9dc6",
    ),
    Pin(
        "annotated-types",
        "0.8.0",
        "annotated_types-0.8.0-py3-none-any.whl",
        "f072f4d804ea359e4eaf198b1af7a8b0943881a87f31bb764f8bf219bb9419e0",
    ),
    Pin(
        "attrs",
        "26.1.0",
        "attrs-26.1.0-py3-none-any.whl",
        "c647aa4a12dfbad9333ca4e71fe62ddc36f4e63b2d260a37a8b83d2f043ac309",
    ),
    Pin(
        "click",
        "8.5.1",
        "click-8.5.1-py3-none-any.whl",
        "8bb5376d2006950386f8c6427613334a2acadc5f559cb80e638d00b4df957e37",
    ),
    Pin(
        "filelock",
        "4.3.1",
        "filelock-4.3.1-py3-none-any.whl",
        "79e43df8e9fe509cd83a3899a7c186c8077cbbe4d200a1ed3705c2f3bb6bc487",
    ),
    Pin(
        "jinja2",
        "3.1.6",
        "jinja2-3.1.6-py3-none-any.whl",
        "85ece4451f492d0c13c5dd7c13a64681a86afae63a5f347908daf103ce6d2f67",
    ),
    Pin(
        "jsonpatch",
        "1.48",
        "jsonpatch-1.48-py3-none-any.whl",
        "389f25f006940b7bc939c33ca0f6cf8875527dc70599520652a269040ce40b63",
    ),
    Pin(
        "jsonpointer",
        "3.12",
        "jsonpointer-3.12-py3-none-any.whl",
        "89f391335ee2719ae72149e1bf30a4d4c7c5d92f15a3f53faa8d20cc7c6c7f19",
    ),
    Pin(
        "jsonschema",
        "4.26.0",
        "jsonschema-4.26.0-py3-none-any.whl",
        "d489f15263b8d200f8387e64b4c3a75f06629559fb73deb8fdfb525f2dab50ce",
    ),
    Pin(
        "jsonschema-specifications",
        "2025.9.1",
        "jsonschema_specifications-2025.9.1-py3-none-any.whl",
        "98802fee3a11ee76ecaca44429fda8a41bff98b00a0f2838151b113f210cc6fe",
    ),
    Pin(
        "markupsafe",
        "3.0.4",
        "markupsafe-3.0.4-cp314-cp314-manylinux2014_x86_64.manylinux_2_17_x86_64.manylinux_2_28_x86_64.whl",
        "a8e9f292fcda89b324f2f5c91d13f1424a153e40fc2756f38ee23b15835ff300",
    ),
    Pin(
        "pydantic",
        "2.14.4",
        "pydantic-2.14.4-py3-none-any.whl",
        "653a2ad9f6d8858529c77c72717d0ea991d6c6837fe683246b2f4b2bbfc3fadc",
    ),
    Pin(
        "pydantic_core",
        "2.50.5",
        "pydantic_core-2.50.5-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
        "b2910ec0fa5aeb9bef70156f2b79f4783978fdcfaa7b2f1b5d1814458d2e79a1",
    ),
    Pin(
        "referencing",
        "0.37.0",
        "referencing-0.37.0-py3-none-any.whl",
        "381329a9f99628c9069361716891d34ad94af76e461dcb0335825aecc7692231",
    ),
    Pin(
        "shellingham",
        "1.5.4",
        "shellingham-1.5.4-py2.py3-none-any.whl",
        "7ecfff8f2fd72616f7481040475a65b2bf8af90a56c89140852d1120324e8686",
    ),
    Pin(
        "svgwrite",
        "1.4.3",
        "svgwrite-1.4.3-py3-none-any.whl",
        "bb6b2b5450f1edbfa597d924f9ac2dd099e625562e492021d7dd614f65f8a22d",
    ),
    Pin(
        "typer",
        "0.29.2",
        "typer-0.29.2-py3-none-any.whl",
        "f30731f8ca758368b836b3714872e58e395cef8fcaff918c853b1969ed5274e7",
    ),
    Pin(
        "typing-extensions",
        "4.16.0",
        "typing_extensions-4.16.0-py3-none-any.whl",
        "481caa481374e813c1b176ada14e97f1f67a4539ce9cfeb3f350d78d6370c2e8",
    ),
    Pin(
        "typing-inspection",
        "0.4.5",
        "typing_inspection-0.4.5-py3-none-any.whl",
        "bc210535442b39e1bf2805e0c7a17dfd6a4ace760c84c7f7d16245d23a6b1c39",
    ),
)
"""The libraries. Of `markupsafe` the part in pure Python is taken."""


def how_to_fetch() -> str:
    """Returns the commands that fetch all of it into the current folder."""
    wheels = " ".join(f"{pin.name}=={pin.version}" for pin in WHEELS)
    return (
        f"npm install --prefix . pyodide@{PYODIDE_VERSION}\n"
        "pip download --no-deps --only-binary :all: --python-version 3.14 --implementation cp "
        "--abi cp314 --platform pyemscripten_2026_0_wasm32 --platform manylinux2014_x86_64 "
        f"--dest wheels {wheels}"
    )
