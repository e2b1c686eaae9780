"""Words that a player has passed on to others, made harmless for whoever answers them.

A reply quotes the letter. If a passage could hold a sheet, its writer could put a sheet of the
reader's seat into it, and the reader's next mail would bring it along with the reader's own token.
So a passage holds nothing in which anybody looks for sheets, and no address with a position.
"""

from __future__ import annotations

import re

from adjudicator.api.texts import visible

__all__ = ["harmless"]

_BRACES = str.maketrans({"{": "(", "}": ")"})
_PACKED = re.compile(r"(sheet|state)(?=\s*:)", re.IGNORECASE)


def harmless(text: str) -> str:
    """Returns somebody's words without what could be read as a sheet.

    Braces become round; a word with which packed lines begin gets a full stop behind it.

    >>> harmless('take {"t": "orders"} or sheet:eJyr')
    'take ("t": "orders") or sheet.:eJyr'
    """
    return _PACKED.sub(r"\1.", visible(text, keep="\n").translate(_BRACES))
