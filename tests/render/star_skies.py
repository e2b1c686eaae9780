"""Lays out the shipped star chart and keeps the result: python -m tests.render.star_skies

For after a change of the chart or of its layout; `test_star_kept.py` says when it is due.
"""

from __future__ import annotations

import sys
from pathlib import Path

from adjudicator.render.stars.board import BOARD, PHONE, bare_of, laid_out
from adjudicator.render.stars.kept import key_of, written_sky
from adjudicator.render.stars.picture import StarPicture
from tests.render.star_sample import position

__all__ = ["SHIPPED", "bare", "made"]

SHIPPED = Path(__file__).resolve().parents[2] / "adjudicator" / "render" / "stars" / "shipped.py"
_HEAD = '''"""The skies of the shipped chart; `python -m tests.render.star_skies` makes them."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["SKIES"]

SKIES: Mapping[str, str] = {
'''
_LONG = 90


def bare() -> StarPicture:
    """The shipped chart with nobody on it."""
    return bare_of(position("shipped"))


def made() -> str:
    """Returns the module that keeps the skies."""
    chart, parts = bare(), [_HEAD]
    for scale in (BOARD, PHONE):
        text = written_sky(laid_out(chart, scale), chart)
        cut = [text[at : at + _LONG] for at in range(0, len(text), _LONG)]
        lines = "".join(f"        {_quoted(piece)}\n" for piece in cut)
        parts.append(f'    "{key_of(chart, scale)}": (\n{lines}    ),\n')
    return "".join(parts) + '}\n"""By the hash of chart and sizes, as JSON."""\n'


def _quoted(text: str) -> str:
    """As ruff would write it."""
    assert "'" not in text, text
    return f"'{text}'" if '"' in text else f'"{text}"'


def main() -> None:
    """Writes the module."""
    SHIPPED.write_text(made(), encoding="utf-8")
    sys.stdout.write(f"wrote {SHIPPED}\n")


if __name__ == "__main__":
    main()
