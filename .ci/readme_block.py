"""Prints a marked block of README.md: python .ci/readme_block.py adjudicate|test sh|powershell

The block for PowerShell is the next one of that language behind the mark.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

MARK, LANGUAGE = sys.argv[1:]
README = Path(__file__).parents[1] / "README.md"

_, mark, behind = README.read_text(encoding="utf-8").partition(f"<!-- command: {MARK} -->\n")
behind, _, _ = behind.partition("<!-- command:")
found = re.search(rf"^```{LANGUAGE}\n(.*?)^```$", behind, re.MULTILINE | re.DOTALL)
if not mark or found is None:
    sys.exit(f"README.md: no block {MARK} for {LANGUAGE}")
print(found[1], end="")
