"""How much a file may hold: every limit that is set against hostile or broken files, in one place.

Whatever is handed in is refused beyond these, with a message that names the limit, before more
time or memory is spent on it. Nothing that the program writes itself comes near them.
"""

from __future__ import annotations

__all__ = [
    "MAX_DEPTH",
    "MAX_LINKS",
    "MAX_LOG",
    "MAX_LOG_COMMAS",
    "MAX_LOG_DEPTH",
    "MAX_LOG_LINE",
    "MAX_MAP",
    "MAX_MAP_VALUES",
    "MAX_NAME",
    "MAX_PIXELS",
    "MAX_PROBLEMS",
    "MAX_SAVE",
    "MAX_SAVE_COMMAS",
    "MAX_SEEN",
    "MAX_SHARES",
    "MAX_SHEETS",
    "MAX_SIZE",
    "MAX_TEMPLATE",
    "MAX_TEXT",
    "MAX_TYPED_LINE",
    "MAX_UNDONE",
    "MAX_VALUES",
    "MAX_WRONG_ROLLS",
]

MAX_SIZE = 1 << 20
"""The largest JSON file of a person that is read, in bytes: a sheet, a scenario, a state.json."""
MAX_DEPTH = 64
"""How deep lists and objects may nest in such a file."""
MAX_VALUES = 20_000
"""How many values such a file may hold: 4,000 orders, some ten times what a turn needs."""
MAX_TEXT = 10_000
"""The most characters of one text in such a file."""
MAX_NAME = 200
"""The most characters of a title, a name or an address that are shown."""
MAX_TEMPLATE = 1_000_000
"""The most bytes of a template of a report's page."""
MAX_PIXELS = 1 << 26
"""The most pixels of a picture as PNG: a quarter of a gigabyte while it is drawn."""
MAX_SHEETS = 999
"""The most sheets of paper on which a map is drawn."""
MAX_PROBLEMS = 100
"""After so many problems in one file reading or checking stops, with a problem that says so."""

MAX_MAP = 1 << 24
"""The largest file of a map that is read, in bytes."""
MAX_MAP_VALUES = 1 << 20
"""How many values a file of a map may hold: outlines are long lists of points."""
MAX_SAVE = 1 << 24
"""The largest save that is read, in bytes; a larger one is made again from log and sheets."""
MAX_SAVE_COMMAS = 1 << 18
"""The most commas in a save: the sheets of all seats and the position hold fewer values."""

MAX_SEEN = 1 << 22
"""The largest record of what a seat's tool remembers, in bytes: some 15,000 sheets and locks."""

MAX_LOG = 1 << 26
"""The largest log that is read, in bytes: eleven thousand openings such as those of the example
match, more than twice the usual chain."""
MAX_LOG_LINE = 1 << 23
"""The longest line of a log that is read, in bytes: the sheets of eight seats at their largest."""
MAX_LOG_COMMAS = 1 << 17
"""The most commas in a line of a log: nothing in a match holds more values."""
MAX_LOG_DEPTH = 100
"""In how many objects and lists a value in a line of a log may lie."""
MAX_LINKS = 1 << 16
"""The longest chain from which a referee's value is computed: an offer may name any length."""
MAX_SHARES = 100
"""Into how many shares a referee's secret may be parted."""

MAX_WRONG_ROLLS = 20
"""After so many lines in a row that are no dice of the roll, no more are asked for."""
MAX_UNDONE = 1000
"""How many rolls typed in may be taken back in one run."""
MAX_TYPED_LINE = 10_000
"""The most characters of one line typed in; what follows is the next line."""
