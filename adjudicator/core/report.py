"""What a game tells of an opening, and how a picture is drawn: values that `narrate` makes text of.

What is told is made by rules and read by nobody but people: plain records. A style comes from
whoever looks, and is checked.
"""

from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from adjudicator.core.limits import MAX_SHEETS
from adjudicator.core.values import Id, Value

__all__ = [
    "USUAL_STYLE",
    "Attachment",
    "Die",
    "Figure",
    "Line",
    "Listing",
    "Paragraph",
    "Pen",
    "Report",
    "Style",
]


class Die(NamedTuple):
    """One die as a report shows it: what it shows and what that means."""

    value: int
    """What it showed."""
    result: str
    """What the value means: "hit", "miss"; empty where the line says it."""
    counts: bool = False
    """Whether it does something; then it is drawn strong."""


class Line(NamedTuple):
    """A sentence of a report, the dice that it tells of, and what belongs under it."""

    text: str
    """What happened."""
    dice: tuple[Die, ...] = ()
    """The dice of it."""
    label: str | None = None
    """The label of the roll: it stands once, among the notes at the end of the report."""
    lines: "tuple[Line, ...]" = ()
    """What belongs to it, a step further in."""
    verbatim: bool = False
    """To be copied as it is: never wrapped, on a line of its own."""
    folded: bool = False
    """Whether a page shows what belongs under it only when asked for."""
    runs_on: bool = False
    """Whether plain text goes on with it in the line before, or in that which it stands under; a
    page gives it a line of its own."""
    page_only: bool = False
    """Whether only a page shows it: plain text, which folds nothing, does without."""

    def to_json(self) -> dict[str, Any]:
        """Returns it as plain JSON data, all fields of it."""
        document = self._asdict()
        document["dice"] = [die._asdict() for die in self.dice]
        document["lines"] = [line.to_json() for line in self.lines]
        return document


class Paragraph(NamedTuple):
    """A heading and its lines in a report."""

    heading: str
    """What it is about."""
    lines: tuple[Line, ...]
    """Its lines."""

    def to_json(self) -> dict[str, Any]:
        """Returns it as plain JSON data, all fields of it."""
        return {"heading": self.heading, "lines": [line.to_json() for line in self.lines]}


class Listing(NamedTuple):
    """A table of a report's page; plain text does without it."""

    caption: str
    """What it lists, as its heading."""
    columns: tuple[str, ...]
    """What stands above the columns."""
    rows: tuple[tuple[str, ...], ...]
    """The first cell of a row says what the row is about."""
    note: str = ""
    """A sentence under the heading."""
    numbers: int = 0
    """How many columns at the right hold figures."""
    folded: bool = False
    """Shown when asked for: long, and of use to few."""


class Figure(NamedTuple):
    """A picture in a report's page."""

    caption: str
    """What stands below the picture."""
    svg: str
    """As the rules drew it."""
    folded: bool = False
    """Shown when asked for."""
    screen: Literal["any", "wide", "narrow", "print"] = "any"
    """On which screens it is shown; `print`: on paper alone, on a page of its own."""
    is_usual: bool = False
    """Whether it is the map as it is drawn where nobody asks for anything else."""
    is_part: bool = False
    """Whether it shows a part of what another shows: it stands beside others like it, and begins a
    page of its own on paper."""


class Attachment(NamedTuple):
    """A file that a report brings with it, whole."""

    name: str
    """The name of the file."""
    content: str
    """Its text."""
    note: str = ""
    """What it is, in a sentence."""


class Pen(NamedTuple):
    """What a page needs so that a sheet can be made on it by clicks."""

    data: str
    """What can be ordered, as JSON without `<`."""
    scripts: tuple[str, ...]
    """The scripts, in order."""
    style: str
    """How it looks."""


class Report(NamedTuple):
    """One opening told for people; `narrate` makes text and HTML of it.

    What is awaited next is not the game's to tell: the match adds it, and the pictures.
    """

    title: str
    """The title: which turn, of whom."""
    summary: tuple[str, ...]
    """The opening in a few sentences, for who reads no further."""
    paragraphs: tuple[Paragraph, ...]
    """What is told, in order."""
    changes: Listing | None = None
    """What is other than before."""
    tables: tuple[Listing, ...] = ()
    """What belongs to the narrative, such as losses, and what stands where."""
    figures: tuple[Figure, ...] = ()
    """The pictures of the page, the first one whole, others beside it."""
    attachments: tuple[Attachment, ...] = ()
    """Files that go with it."""
    headline: str = ""
    """What happened, in at most 100 characters; empty: nothing has happened yet."""
    language: str = "en"
    """The code of the language that it is in."""
    pen: Pen | None = None
    """What its page needs so that sheets can be made on it."""


class Style(Value):
    """How a picture is drawn; the same for all games."""

    layout: Literal["board", "phone", "print"] = "board"
    """The whole board; a column for a phone's width; a sheet of paper."""
    theme: Literal["colour", "grey"] = "colour"
    """In colours, or in greys for paper."""
    arrows: Literal["none", "moves", "battles", "all"] = "all"
    """What is shown of the events: movement, fighting, both or nothing."""
    supply: tuple[Id, ...] = ()
    """The sides whose lines of supply are drawn."""
    zones: tuple[Id, ...] = ()
    """The sides whose zones of control are drawn, in games that have them."""
    around: str = ""
    """Not empty, on a map of hexes: only the part around the hex with this number is drawn."""
    radius: Annotated[int, Field(ge=1, le=14)] = 8
    """How many hexes far that part reaches."""
    near: tuple[Id, ...] = ()
    """Not empty, on a map of hexes: only the part is drawn in which units of these sides stand."""
    sheet: Annotated[int, Field(ge=0, le=MAX_SHEETS)] = 0
    """On paper, where the whole is too large to be read on one sheet: the number of the sheet that
    shows a part; 0: the first sheet, which shows it all and where the others lie. Its root says
    how many there are, as `data-sheets`."""
    caption: tuple[str, ...] = ()
    """Lines under the title: what people call the match, and who plays."""
    alone: bool = False
    """On a map of hexes: the map alone, without what stands around it, its lettering large enough
    for half a screen, a phone or a page of A4. It stands beside a picture that has the rest."""
    beside: str = ""
    """Not empty: it stands in one page with the usual picture of the same board, or of the same
    part of it, and may use what that one defines; its own ids begin with this word."""
    shares: str | None = None
    """On a map of hexes: what the ids begin with of a picture of the same part in the same page,
    whose ground it uses; null: it uses none, and can stand alone."""


USUAL_STYLE = Style.model_construct()  # as it is, without what checks it: that takes a start longer
"""The whole board in colours, with all that happened."""
