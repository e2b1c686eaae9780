"""A page of ours as a webxdc app: a ZIP file that Delta Chat and other messengers run.

It has no network there, whatever the page says. The messenger supplies `webxdc.js`, by which the
page sends a file into a chat that its player chooses. No app of ours ever calls `sendUpdate`: that
goes to all members of the chat, and sheets are sealed.

The format is told at https://webxdc.org/docs/spec/.
"""

from __future__ import annotations

import io
import json
import pkgutil
import zipfile

from adjudicator.core.visible import visible

__all__ = ["app_of"]

_FIRST = (1980, 1, 1, 0, 0, 0)
"""When all files were made: the first time that a ZIP file can say."""
_CHANGES = (
    # What the messenger's script does to reach the messenger; in there, nobody else can be reached.
    ("default-src 'none'; ", "default-src 'none'; connect-src 'self'; "),
    ("script-src ", "script-src 'self' "),
    # Before all others: the page asks what the messenger can do.
    ("<script", '<script src="webxdc.js"></script>\n<script'),
)
"""What is other in an app than in its page."""


def app_of(page: str, name: str, icon: bytes | None = None) -> bytes:
    """Returns the bytes of an `.xdc` file; the same page gives the same bytes under the same zlib.

    Args:
        page: the page, whose policy begins with `default-src 'none'` and names its scripts.
        name: what a messenger calls the app.
        icon: its picture, as PNG; None: that of the pen.
    """
    opened = page.replace("connect-src 'none'; ", "", 1)
    for old, new in _CHANGES:
        assert old in opened, "every page of ours has a policy and scripts"
        opened = opened.replace(old, new, 1)
    icon = icon or pkgutil.get_data("adjudicator.compose", "icon.png")
    assert icon is not None, "the package brings the icon along"
    manifest = f"name = {json.dumps(visible(name), ensure_ascii=False)}\n"
    files = {"index.html": opened.encode(), "manifest.toml": manifest.encode(), "icon.png": icon}
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for path, raw in files.items():
            about = zipfile.ZipInfo(path, _FIRST)
            about.create_system = 3  # else it differs with the machine
            about.external_attr = 0o644 << 16
            archive.writestr(about, raw, zipfile.ZIP_DEFLATED, compresslevel=9)
    return made.getvalue()
