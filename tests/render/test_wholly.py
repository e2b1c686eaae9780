"""What the fast path of `render/svg.py` writes is what svgwrite writes, and it finds it valid.

Every picture of a bounded set is drawn twice: as usual, and with each element written by svgwrite,
its validation on, profile "full". The bytes are the same.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import tostring

import pytest
from svgwrite import validator2  # noqa: TID251 - its validation is asked
from svgwrite.container import Group, Use  # noqa: TID251 - its elements are compared
from svgwrite.path import Path  # noqa: TID251 - as above
from svgwrite.shapes import Circle, Rect  # noqa: TID251 - as above
from svgwrite.text import Text, TSpan  # noqa: TID251 - as above

from adjudicator.audit import log
from adjudicator.core.report import Style
from adjudicator.documents.offers import rules_of
from adjudicator.registry import by_name
from adjudicator.render import svg
from tests.make_match import WHOLE_MATCHES, WholeMatch

KINDS: Mapping[str, Any] = {
    "path": Path, "rect": Rect, "circle": Circle, "use": Use, "text": Text, "tspan": TSpan,
}  # fmt: skip
NEEDED: Mapping[str, Any] = {"use": {"href": "#any"}, "text": {"text": ""}, "tspan": {"text": ""}}
"""What their constructors ask for; it is replaced."""
LATER = ("aria-label", "aria-labelledby", "paint-order", "role")
"""Attributes of SVG 2 that svgwrite does not know, nor those that begin with `data-`."""
PATH = re.compile(r"M[MmLlHhVvCcQqTtAaSsZz0-9., -]+")
STYLES = [
    Style(layout=layout, theme=theme)
    for layout in ("board", "phone", "print")
    for theme in ("colour", "grey")
]


class Validator(validator2.Full11Validator):  # type: ignore[misc] # svgwrite ships no types
    """svgwrite's own, which lets pass what came later than it."""

    def check_svg_attribute_value(self, elementname: str, attributename: str, value: Any) -> None:
        """Checks one attribute."""
        if attributename == "d":  # its own check of paths takes minutes and knows no short arcs
            assert not value or PATH.fullmatch(value), value
        elif attributename not in LATER and not attributename.startswith("data-"):
            super().check_svg_attribute_value(elementname, attributename, value)


def fits(canvas: Any, name: str) -> None:
    """Has svgwrite say whether an element may stand in what a canvas is."""
    FACTORY.validator.check_valid_children(canvas._name, name)


def leaf(
    canvas: Any,
    name: str,
    attributes: Mapping[str, str | int],
    *,
    title: str = "",
    text: str = "",
    spans: Sequence[tuple[int, int, str]] = (),
) -> None:
    """Adds what svgwrite writes of an element instead of our text."""

    def made(kind: str, given: Mapping[str, str | int], words: str = "") -> Any:
        one = KINDS[kind](**NEEDED.get(kind, {}), factory=FACTORY)
        one.attribs.clear()
        for key, value in given.items():
            written = svg.number(value) if isinstance(value, int) else value
            if written != "":
                one[key.rstrip("_").replace("_", "-")] = written
        if kind == "path":
            one.commands = [given["d"]]  # svgwrite makes `d` of them as it writes
        if kind == "use":
            one.href = given["xlink:href"]  # as above
        if words:
            one.text = words
        return one

    element = made(name, attributes, text)
    if title:
        element.set_desc(title=title)
    for x, y, line in spans:
        element.add(made("tspan", {"x": x, "y": y}, line))
    fits(canvas, name)
    canvas._write(tostring(element.get_xml(), encoding="unicode"))


FACTORY = Group(debug=True, profile="full")


def forget() -> None:
    """Forgets every layer that is kept."""
    for name, module in list(sys.modules.items()):
        if name.startswith("adjudicator.") and (".render" in name or "picture" in name):
            for found in vars(module).values():
                if hasattr(found, "cache_clear"):
                    found.cache_clear()


@pytest.fixture
def wholly(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Has svgwrite hold every element, and validate it."""
    forget()
    with monkeypatch.context() as patch:
        patch.setitem(validator2.validator_cache, validator2.cache_key("full", True), Validator())
        FACTORY._parameter.debug = True  # takes the validator above
        patch.setattr(svg, "_FACTORY", FACTORY)
        patch.setattr(svg.Canvas, "_leaf", leaf)
        nested = svg.Canvas._nested

        def checked(canvas: Any, name: str, given: Any, title: str = "") -> svg.Canvas:
            fits(canvas, name)
            return nested(canvas, name, given, title)

        patch.setattr(svg.Canvas, "_nested", checked)
        patch.setattr(
            svg.Canvas,
            "group",
            lambda canvas, *, title="", **given: checked(canvas, "g", given, title),
        )
        yield patch
    forget()


def positions(whole: WholeMatch) -> Iterator[tuple[Any, Any]]:
    """Yields the rules of a match with its start and its end."""
    read = log.parse_log((whole.path / "log.jsonl").read_bytes())
    rules = rules_of(read.genesis, dict(by_name()))
    shown = json.loads((whole.path / "now" / "state.json").read_bytes())["state"]
    state = type(rules.start).model_validate_json(json.dumps(shown))
    yield rules, rules.view(rules.start, None)
    yield rules, state


def drawn(whole: WholeMatch) -> list[str]:
    """Returns every picture of the start and the end of a match."""
    return [rules.picture(at, (), style) for rules, at in positions(whole) for style in STYLES]


@pytest.mark.parametrize(
    "whole",
    [
        pytest.param(
            one,
            id=one.folder,
            marks=[pytest.mark.exhaustive] if "invasion" in one.folder else [],
        )
        for one in WHOLE_MATCHES
    ],
)
def test_svgwrite_writes_the_same_bytes(whole: WholeMatch, request: pytest.FixtureRequest) -> None:
    usual = drawn(whole)
    request.getfixturevalue("wholly")
    for number, (one, other) in enumerate(zip(usual, drawn(whole), strict=True)):
        assert one == other, (whole.folder, number)


def test_what_svgwrite_finds_wrong_is_refused(wholly: pytest.MonkeyPatch) -> None:
    canvas = svg.Canvas()
    with pytest.raises(ValueError, match="Invalid attribute 'height'"):
        canvas.circle(0, 0, 5, height=4)
    with pytest.raises(TypeError, match="not a valid value"):
        canvas.group().path("M0 0", stroke_linejoin="soft")
