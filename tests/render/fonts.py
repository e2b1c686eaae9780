"""The letters of PNG, made of whole fonts: python -m tests.render.fonts FOLDER

FOLDER has Arimo and Tinos as TrueType files, which are as wide as Arial and Times New Roman and
free under the SIL Open Font License (Debian: fonts-croscore). Each is cut down to the letters of
`LETTERS`, without hints for screens, and gets a name of its own: no machine has a font of that
name, and their owners' marks stay theirs.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset

__all__ = ["FACES", "FONTS", "LETTERS"]

FONTS = Path(__file__).resolve().parents[2] / "adjudicator/render/fonts"
FACES = {
    f"{kind}-{face}": (f"{source}-{face.capitalize()}.ttf", f"Adjudicator {kind.capitalize()}")
    for kind, source in (("sans", "Arimo"), ("serif", "Tinos"))
    for face in ("regular", "bold", "italic")
}
"""By the name of our file: the file it is made of, and the name of its family."""
LETTERS = (
    (0x20, 0x7E), (0xA0, 0x17F), (0x218, 0x21B), (0x384, 0x38A), (0x38E, 0x3A1), (0x3A3, 0x3CE),
    (0x400, 0x45F), (0x490, 0x491), (0x2010, 0x2015), (0x2017, 0x201E), (0x2020, 0x2022),
    (0x2026, 0x2026), (0x2030, 0x2030), (0x2032, 0x2033), (0x2039, 0x203A), (0x20AC, 0x20AC),
    (0x2122, 0x2122), (0x2190, 0x2195), (0x2212, 0x2212), (0x221E, 0x221E), (0x2248, 0x2248),
    (0x2260, 0x2260), (0x2264, 0x2265),
)  # fmt: skip
"""From where to where: Latin, Greek and Cyrillic, and the signs of our texts."""


def main(folder: Path) -> None:
    """Makes all faces."""
    options = subset.Options(
        hinting=False, layout_features=["kern", "ccmp", "mark", "mkmk"], name_IDs=[0, 13, 14],
        notdef_outline=True,
    )  # fmt: skip
    for name, (source, family) in FACES.items():
        font = subset.load_font(str(folder / source), options)
        cut = subset.Subsetter(options)
        cut.populate(unicodes=[code for low, high in LETTERS for code in range(low, high + 1)])
        cut.subset(font)
        face = name.partition("-")[2].capitalize()
        full = family if face == "Regular" else f"{family} {face}"
        for number, words in ((1, family), (2, face), (4, full), (6, full.replace(" ", "-"))):
            font["name"].setName(words, number, 3, 1, 0x409)
        subset.save_font(font, str(FONTS / f"{name}.ttf"), options)
        print(f"{name}: {(FONTS / f'{name}.ttf').stat().st_size:,} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
