"""Each shape of a mail gives exactly the sheet, the command or the refusal that it should."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.post.reading import intake
from adjudicator.post.reading.intake import read_mail
from tests.post.reading import by_content, by_desktop, by_machine, by_program, by_trouble
from tests.post.reading.shape import OWN, SIGNATURE, Shape

SHAPES = (
    *by_program.SHAPES,
    *by_desktop.SHAPES,
    *by_content.SHAPES,
    *by_machine.SHAPES,
    *by_trouble.SHAPES,
)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_a_mail_says_what_it_says(shape: Shape) -> None:
    """No more and no less, also with the other line ends."""
    for raw in (shape.raw, shape.raw.replace(b"\r\n", b"\n")):
        read = read_mail(raw, own=OWN)
        assert [json.loads(one.raw) for one in read.found] == list(shape.sheets)
        for one in read.found:
            assert one.kind == json.loads(one.raw)["t"]
            assert one.where == shape.where
            assert one.repairs == shape.repairs
            assert (one.signature is not None) is shape.signed
            if shape.exact:
                assert one.raw == shape.exact
            if one.signature is not None:
                assert one.signature == SIGNATURE.encode()
        asked = () if read.command is None else (read.command.word, *read.command.arguments)
        assert asked == shape.command
        assert tuple(one.code for one in read.problems) == shape.problems
        assert shape.automatic in read.automatic
        assert bool(shape.automatic) is bool(read.automatic)
        assert (() if read.bounce is None else tuple(read.bounce)) == shape.bounce
        assert tuple(map(tuple, read.passages)) == shape.passages


def test_the_guide_lists_the_shapes() -> None:
    """At least sixty, of at least twelve programs; its table says which."""
    programs: dict[str, list[str]] = {}
    for shape in SHAPES:
        programs.setdefault(shape.program, []).append(shape.name)
    assert len(SHAPES) >= 60
    assert len(programs) >= 12
    guide = (Path(intake.__file__).parent / "README.md").read_text()
    for program, names in programs.items():
        assert f"| {program} | {', '.join(names)} |\n" in guide
