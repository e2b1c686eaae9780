"""Words that a player has passed on to others, made harmless for whoever answers them.

A reply quotes the letter. If a passage could hold a sheet, its writer could put a sheet of the
reader's seat into it, and the reader's next mail would bring it along with the reader's own token.
So a passage holds nothing in which anybody looks for sheets, and no address with a position.
"""

from __future__ import annotations

import re

from adjudicator.api.texts import visible
from adjudicator.post.letters.way import Way, in_header

__all__ = ["harmless", "told_players"]

_BRACES = str.maketrans({"{": "(", "}": ")"})
_PACKED = re.compile(r"(sheet|state)(?=\s*:)", re.IGNORECASE)


def harmless(text: str) -> str:
    """Returns somebody's words without what could be read as a sheet.

    Braces become round; a word with which packed lines begin gets a full stop behind it.

    >>> harmless('take {"t": "orders"} or sheet:eJyr')
    'take ("t": "orders") or sheet.:eJyr'
    """
    return _PACKED.sub(r"\1.", visible(text, keep="\n").translate(_BRACES))


def told_players(way: Way) -> str:
    """Returns who plays what, for a letter: `west (Anna), east (Bert)`; empty: nobody is named.

    Names come from whoever entered them: each is one line of what is seen, no longer than a header
    takes, and holds nothing in which anybody looks for sheets.
    """
    return ", ".join(f"{seat} ({harmless(in_header(name))})" for seat, name in way.players)
